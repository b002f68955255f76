/* rensa-edit-open-step.c: converts the implicit step of a simple document to an explicit one.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-language.h"
#include "rensa-node-types.h"

/* The name used by Classifier, so that the parameters get the same initial values as before. */
#define PREDICTOR "predictor"
#define LOSS "loss"
#define ACCURACY "accuracy"
#define PREDICTION "y"
#define LABEL "t"

/* The step that replaces the members of a simple document. */
typedef struct
{
  RensaDocument *document;
  struct json_object *nodes;
  struct json_object *edges;
} Opening;

static void
add_node (Opening *self, const char *name, const char *type, struct json_object *attrs, double x, double y)
{
  struct json_object *node = json_object_new_object ();

  json_object_object_add (node, "name", json_object_new_string (name));
  json_object_object_add (node, "type", json_object_new_string (type));
  if (attrs != NULL)
    json_object_object_add (node, "attrs", attrs);
  rensa_json_set_position (node, x, y);
  json_object_array_add (self->nodes, node);
}

static void
add_edge (Opening *self, const char *from, const char *to, guint port)
{
  g_autofree char *ending = g_strdup_printf ("%s:%u", to, port);

  json_object_array_add (self->edges, rensa_edge_new (from, ending));
}

static struct json_object *
new_attr (const char *name, struct json_object *value)
{
  struct json_object *attrs = json_object_new_object ();

  json_object_object_add (attrs, name, value);
  return attrs;
}

/* Adds a Field for each input of the model, and the call of the model. */
static void
add_call (Opening *self)
{
  const RensaModel *model = rensa_document_get_network (self->document)->model;

  for (guint i = 0; i < model->inputs->len; i++)
    {
      g_autofree char *name = model->inputs->len == 1 ? g_strdup ("x") : g_strdup_printf ("x%u", i);

      add_node (self, name, rensa_field_component.name, NULL, i * RENSA_PITCH_X, 0);
      add_edge (self, name, PREDICTION, i);
    }
  add_node (self, LABEL, rensa_field_component.name, NULL, model->inputs->len * RENSA_PITCH_X, 0);
  add_node (self, PREDICTION, rensa_model_call_component.name, new_attr ("model", json_object_new_string (PREDICTOR)),
            0, RENSA_PITCH_Y);
}

/* Adds loss or accuracy as a node that compares the prediction with the label; FALSE if the
 * document has none. */
static gboolean
add_comparison (Opening *self, const char *name, double x)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (self->document, name, NULL);
  g_autoptr (RensaJson) json = attrs != NULL ? rensa_attrs_to_document (attrs) : NULL;
  struct json_object *values = rensa_json_get_member (json, "attrs");

  if (json == NULL)
    return FALSE;
  add_node (self, name, rensa_attrs_get_component (attrs)->name, values != NULL ? json_object_get (values) : NULL, x,
            2 * RENSA_PITCH_Y);
  add_edge (self, PREDICTION, name, 0);
  add_edge (self, LABEL, name, 1);
  return TRUE;
}

static struct json_object *
new_loss (struct json_object *old)
{
  struct json_object *loss = json_object_new_object ();
  struct json_object *optimizer = rensa_json_get_member (old, "optimizer");
  struct json_object *hooks = rensa_json_get_member (old, "hooks");

  json_object_object_add (loss, "node", json_object_new_string (LOSS));
  if (optimizer != NULL)
    json_object_object_add (loss, "optimizer", json_object_get (optimizer));
  if (hooks != NULL)
    json_object_object_add (loss, "hooks", json_object_get (hooks));
  return loss;
}

static struct json_object *
new_reports (gboolean has_accuracy)
{
  struct json_object *reports = json_object_new_array ();
  struct json_object *report = has_accuracy ? json_object_new_object () : NULL;

  if (report != NULL)
    {
      json_object_object_add (report, "node", json_object_new_string (ACCURACY));
      json_object_array_add (reports, report);
    }
  return reports;
}

/* Replaces the model by the step. */
static void
add_step (Opening *self, struct json_object *into, struct json_object *old)
{
  struct json_object *models = json_object_new_object ();
  struct json_object *step = json_object_new_object ();
  struct json_object *losses = json_object_new_array ();
  gboolean has_accuracy;

  self->nodes = json_object_new_array ();
  self->edges = json_object_new_array ();
  add_call (self);
  add_comparison (self, LOSS, 0);
  has_accuracy = add_comparison (self, ACCURACY, RENSA_PITCH_X);
  json_object_object_add (models, PREDICTOR, json_object_get (rensa_json_get_member (old, "model")));
  json_object_object_add (step, "nodes", self->nodes);
  json_object_object_add (step, "edges", self->edges);
  json_object_array_add (losses, new_loss (old));
  json_object_object_add (into, "models", models);
  json_object_object_add (into, "step", step);
  json_object_object_add (into, "losses", losses);
  json_object_object_add (into, "reports", new_reports (has_accuracy));
}

/* Returns TRUE if a document with a step can have the member. */
static gboolean
is_kept (const char *name)
{
  const RensaField *field = rensa_field_find (&rensa_document_field, name);

  return field == NULL || field->format != 1;
}

/* Replaces the members of @json by those of @from. */
static void
replace_members (struct json_object *json, struct json_object *from)
{
  g_autoptr (RensaJson) old = NULL;

  json_object_deep_copy (json, &old, NULL);
  json_object_object_foreach (old, gone, gone_value)
  {
    (void) gone_value;
    json_object_object_del (json, gone);
  }
  json_object_object_foreach (from, name, value) json_object_object_add (json, name, json_object_get (value));
}

gboolean
rensa_document_open_step (RensaDocument *document, GError **error)
{
  Opening self = { document, NULL, NULL };
  struct json_object *json = rensa_document_get_json (document);
  g_autoptr (RensaJson) opened = NULL;

  if (rensa_json_get_format (json) >= 2)
    return TRUE;
  if (!json_object_is_type (rensa_json_get_member (json, "model"), json_type_object))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The document has no model that a step can call."));
      return FALSE;
    }

  opened = json_object_new_object ();
  json_object_object_foreach (json, name, value)
  {
    if (strcmp (name, "model") == 0)
      add_step (&self, opened, json);
    else if (is_kept (name))
      json_object_object_add (opened, name, json_object_get (value));
  }
  json_object_object_add (opened, "format", json_object_new_int (RENSA_DOCUMENT_FORMAT));
  replace_members (rensa_document_change (document), opened);
  return TRUE;
}
