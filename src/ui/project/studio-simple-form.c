/* studio-simple-form.c: converts a document with a training step to an equivalent one without.
 * SPDX-License-Identifier: MIT */

#include "studio-simple-form.h"

#include <json-c/json.h>

#include "rensa-document-values.h"
#include "rensa-edit.h"

#define PREDICTOR "predictor"
#define LOSS "loss"
#define ACCURACY "accuracy"

static struct json_object *
get_member (struct json_object *object, const char *name)
{
  struct json_object *value = NULL;

  return json_object_is_type (object, json_type_object) && json_object_object_get_ex (object, name, &value) ? value
                                                                                                            : NULL;
}

static gboolean
is_called (struct json_object *node, const char *name)
{
  return g_strcmp0 (json_object_get_string (get_member (node, "name")), name) == 0;
}

/* Returns a node of the step. */
static struct json_object *
find_node (struct json_object *json, const char *name)
{
  struct json_object *nodes = get_member (get_member (json, "step"), "nodes");
  const gsize n = json_object_is_type (nodes, json_type_array) ? json_object_array_length (nodes) : 0;

  for (gsize i = 0; i < n; i++)
    if (is_called (json_object_array_get_idx (nodes, i), name))
      return json_object_array_get_idx (nodes, i);
  return NULL;
}

/* Returns the only loss; NULL if there are several. */
static struct json_object *
get_loss (struct json_object *json)
{
  struct json_object *losses = get_member (json, "losses");

  return json_object_is_type (losses, json_type_array) && json_object_array_length (losses) == 1
             ? json_object_array_get_idx (losses, 0)
             : NULL;
}

static void
copy_member (struct json_object *into, const char *name, struct json_object *from)
{
  struct json_object *value = get_member (from, name);

  if (value != NULL)
    json_object_object_add (into, name, json_object_get (value));
}

/* Returns NULL, which means none, if there is no such node. */
static struct json_object *
new_comparison (struct json_object *node)
{
  struct json_object *component = node != NULL ? json_object_new_object () : NULL;

  if (component == NULL)
    return NULL;
  copy_member (component, "type", node);
  copy_member (component, "attrs", node);
  return component;
}

/* A loss may omit its optimizer to use the default; a simple document must name it. */
static struct json_object *
new_optimizer (RensaDocument *document)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, "losses.0.optimizer", NULL);
  struct json_object *optimizer = json_object_new_object ();

  if (attrs != NULL)
    json_object_object_add (optimizer, "type", json_object_new_string (rensa_attrs_get_component (attrs)->name));
  return optimizer;
}

static void
add_members (struct json_object *simple, RensaDocument *document)
{
  struct json_object *json = rensa_document_get_json (document);
  struct json_object *loss = get_loss (json);

  json_object_object_add (simple, "model", json_object_get (get_member (get_member (json, "models"), PREDICTOR)));
  json_object_object_add (simple, LOSS, new_comparison (find_node (json, LOSS)));
  json_object_object_add (simple, ACCURACY, new_comparison (find_node (json, ACCURACY)));
  if (get_member (loss, "optimizer") != NULL)
    copy_member (simple, "optimizer", loss);
  else
    json_object_object_add (simple, "optimizer", new_optimizer (document));
  copy_member (simple, "hooks", loss);
}

static RensaDocument *
make (RensaDocument *document)
{
  static const char *const replaced[] = { "step", "losses", "reports", "format", NULL };
  struct json_object *json = rensa_document_get_json (document);
  struct json_object *simple = json_object_new_object ();
  RensaDocument *made;

  json_object_object_add (simple, "format", json_object_new_int (1));
  json_object_object_foreach (json, name, value)
  {
    if (g_str_equal (name, "models"))
      add_members (simple, document);
    else if (!g_strv_contains (replaced, name))
      json_object_object_add (simple, name, json_object_get (value));
  }
  made = rensa_document_parse (json_object_to_json_string (simple), -1, rensa_document_get_place (document), NULL);
  json_object_put (simple);
  return made;
}

/* Copies the step, its losses and reports, without the parts that a simple document also has and
 * without node positions. */
static struct json_object *
copy_step (RensaDocument *document)
{
  static const char *const members[] = { "step", "losses", "reports" };
  struct json_object *json = rensa_document_get_json (document);
  struct json_object *step = json_object_new_object ();
  struct json_object *copy = NULL;
  struct json_object *nodes;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    copy_member (step, members[i], json);
  json_object_deep_copy (step, &copy, NULL);
  json_object_put (step);
  nodes = get_member (get_member (copy, "step"), "nodes");
  for (gsize i = 0; i < json_object_array_length (nodes); i++)
    {
      struct json_object *node = json_object_array_get_idx (nodes, i);

      json_object_object_del (node, "position");
      if (is_called (node, LOSS) || is_called (node, ACCURACY))
        json_object_object_del (node, "attrs");
    }
  json_object_object_del (get_loss (copy), "optimizer");
  json_object_object_del (get_loss (copy), "hooks");
  return copy;
}

static gboolean
is_opened (RensaDocument *document, RensaDocument *simple)
{
  g_autoptr (RensaDocument) opened = rensa_document_copy (simple);
  struct json_object *expected;
  struct json_object *found;
  gboolean is_equal;

  if (!rensa_document_open_step (opened, NULL))
    return FALSE;
  expected = copy_step (opened);
  found = copy_step (document);
  is_equal = json_object_equal (expected, found);
  json_object_put (expected);
  json_object_put (found);
  return is_equal;
}

RensaDocument *
studio_simple_form_new (RensaDocument *document)
{
  struct json_object *json = rensa_document_get_json (document);
  struct json_object *models = get_member (json, "models");
  g_autoptr (RensaDocument) simple = NULL;

  if (get_member (models, PREDICTOR) == NULL || json_object_object_length (models) != 1
      || !json_object_is_type (get_loss (json), json_type_object) || find_node (json, LOSS) == NULL)
    return NULL;
  simple = make (document);
  return simple != NULL && is_opened (document, simple) ? g_steal_pointer (&simple) : NULL;
}
