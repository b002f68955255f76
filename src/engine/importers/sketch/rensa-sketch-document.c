/* rensa-sketch-document.c: converts a sketch to a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-sketch-private.h"

#include <string.h>

#include "rensa-file.h"
#include "rensa-function.h"
#include "rensa-language.h"

/* Maximum length of a node name in a document, less room for a suffix. */
#define LONGEST_NAME 56
/* Size of the random data: number of batches for training, and again for validation. */
#define N_BATCHES 4
#define BATCH_SIZE 16
/* Upper bound on the batch size that an input requires. */
#define MOST_EXAMPLES 1024

char *
rensa_sketch_dup_node_name (RensaSketch *self, const char *name)
{
  g_autoptr (GString) clean = g_string_new (NULL);
  g_autofree char *unique = NULL;

  for (const char *c = name != NULL ? name : ""; *c != '\0' && clean->len < LONGEST_NAME; c++)
    if (g_ascii_isalnum (*c))
      g_string_append_c (clean, *c);
    else if (clean->len > 0 && clean->str[clean->len - 1] != '_')
      g_string_append_c (clean, '_');
  while (clean->len > 0 && clean->str[clean->len - 1] == '_')
    g_string_truncate (clean, clean->len - 1);
  if (clean->len == 0 || g_ascii_isdigit (clean->str[0]))
    g_string_prepend (clean, "n");
  unique = g_strdup (clean->str);
  for (guint i = 1; g_hash_table_contains (self->names, unique); i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s_%u", clean->str, i);
    }
  g_hash_table_add (self->names, g_strdup (unique));
  return g_steal_pointer (&unique);
}

static void
set_text (struct json_object *object, const char *key, const char *text)
{
  json_object_object_add (object, key, json_object_new_string (text));
}

/* {"type": NAME, "attrs": {…}} */
static struct json_object *
describe (RensaAttrs *attrs)
{
  struct json_object *all = rensa_attrs_to_json (attrs);
  struct json_object *object = json_object_new_object ();

  set_text (object, "type", json_object_get_string (json_object_object_get (all, "type")));
  json_object_object_del (all, "type");
  if (json_object_object_length (all) > 0)
    json_object_object_add (object, "attrs", json_object_get (all));
  json_object_put (all);
  return object;
}

/* Returns TRUE if connections need not name their input port. */
static gboolean
takes_a_list (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];

  return rensa_registry_find (RENSA_COMPONENT_FUNCTION, component->name, NULL) == component
         && rensa_inputs_parse (((const RensaFunctionClass *) component)->inputs, specs) == 1 && specs[0].list;
}

void
rensa_sketch_write_node (RensaSketch *self, const char *name, RensaAttrs *attrs, RensaSketchValue *const *inputs,
                         int n_inputs)
{
  struct json_object *node = json_object_new_object ();

  set_text (node, "name", name);
  if (attrs == NULL)
    set_text (node, "type", "Input");
  else
    {
      struct json_object *described = describe (attrs);

      json_object_object_foreach (described, key, value) json_object_object_add (node, key, json_object_get (value));
      json_object_put (described);
    }
  json_object_array_add (self->nodes, node);

  for (int i = 0; i < n_inputs; i++)
    if (inputs[i] != NULL)
      {
        struct json_object *edge = json_object_new_object ();
        g_autofree char *end =
            n_inputs == 1 || takes_a_list (attrs) ? g_strdup (name) : g_strdup_printf ("%s:%d", name, i);

        set_text (edge, "from", inputs[i]->source);
        set_text (edge, "to", end);
        json_object_array_add (self->edges, edge);
      }
}

/* "float32 (3, 32, 32)", without the batch axis. */
static char *
describe_example (const RensaType *type)
{
  g_autoptr (GString) text = g_string_new (rensa_dtype_get_name (type->dtype));

  g_string_append (text, " (");
  for (int i = 1; i < type->shape.ndim; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 1 ? ", " : "", type->shape.dims[i]);
  g_string_append_c (text, ')');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Chooses the output that the loss compares with the label: the first floating one whose first axis
 * is the batch, if any. */
static guint
choose_answer (RensaSketchValue *const *outputs, guint n_outputs)
{
  for (int takes_any = 0; takes_any <= 1; takes_any++)
    for (guint i = 0; i < n_outputs; i++)
      if (rensa_dtype_is_floating (rensa_sketch_value_get_type (outputs[i]).dtype)
          && (takes_any || rensa_sketch_value_find_batch (outputs[i]) <= 0))
        return i;
  return n_outputs - 1;
}

/* Explains why the loss cannot be computed example by example; NULL if it can. */
static char *
find_problem (RensaSketch *self, const RensaSketchValue *answer, const char *name)
{
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const RensaSketchValue *input = self->inputs->pdata[i];

      if (rensa_sketch_value_find_batch (input) > 0)
        return g_strdup_printf (
            _ ("the examples of its input “%s” are along axis %d, but those of data are along the first axis"),
            input->name, rensa_sketch_value_find_batch (input));
    }
  if (rensa_sketch_value_find_batch (answer) > 0)
    return g_strdup_printf (
        _ ("the examples of its output “%s” are along axis %d, but those of labels are along the first axis"), name,
        rensa_sketch_value_find_batch (answer));
  return NULL;
}

/* Returns the only batch size that the inputs accept, if it is fixed. */
static gint64
choose_batch_size (RensaSketch *self)
{
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const RensaSketchValue *input = self->inputs->pdata[i];
      const RensaType type = rensa_sketch_value_get_type (input);

      if (!rensa_sketch_value_varies (input) && type.shape.ndim > 0)
        return CLAMP (type.shape.dims[0], 1, MOST_EXAMPLES);
    }
  return BATCH_SIZE;
}

static struct json_object *
make_data (RensaSketch *self, RensaSketchValue *answer)
{
  g_autoptr (GString) x = g_string_new (NULL);
  const RensaType label = rensa_sketch_value_get_type (answer);
  const gint64 batch_size = choose_batch_size (self);
  g_autofree char *t = describe_example (&label);
  struct json_object *data = json_object_new_object ();
  struct json_object *dataset = json_object_new_object ();
  struct json_object *attrs = json_object_new_object ();
  struct json_object *split = json_object_new_object ();
  struct json_object *iterator = json_object_new_object ();
  struct json_object *iterator_attrs = json_object_new_object ();

  for (guint i = 0; i < self->inputs->len; i++)
    {
      const RensaType type = rensa_sketch_value_get_type (self->inputs->pdata[i]);
      g_autofree char *text = describe_example (&type);

      g_string_append_printf (x, "%s%s", i > 0 ? "; " : "", text);
    }
  set_text (attrs, "x", x->str);
  set_text (attrs, "t", t);
  json_object_object_add (attrs, "n", json_object_new_int64 (2 * N_BATCHES * batch_size));
  set_text (dataset, "type", "random_arrays");
  json_object_object_add (dataset, "attrs", attrs);
  set_text (iterator, "type", "SerialIterator");
  json_object_object_add (iterator_attrs, "batch_size", json_object_new_int64 (batch_size));
  json_object_object_add (iterator, "attrs", iterator_attrs);
  json_object_object_add (split, "fraction", json_object_new_double (0.5));
  json_object_object_add (data, "dataset", dataset);
  json_object_object_add (data, "split", split);
  json_object_object_add (data, "iterator", iterator);
  return data;
}

static struct json_object *
make_model (RensaSketch *self, RensaSketchValue *const *outputs, guint n_outputs)
{
  struct json_object *model = json_object_new_object ();
  struct json_object *names = json_object_new_array ();

  for (guint i = 0; i < n_outputs; i++)
    json_object_array_add (names, json_object_new_string (outputs[i]->source));
  json_object_object_add (model, "nodes", json_object_get (self->nodes));
  json_object_object_add (model, "edges", json_object_get (self->edges));
  json_object_object_add (model, "outputs", names);
  return model;
}

static struct json_object *
make_component (const char *type)
{
  struct json_object *object = json_object_new_object ();

  set_text (object, "type", type);
  return object;
}

static void
add_step_node (struct json_object *step, const char *name, const char *type)
{
  struct json_object *node = make_component (type);

  set_text (node, "name", name);
  json_object_array_add (json_object_object_get (step, "nodes"), node);
}

static void
add_step_edge (struct json_object *step, const char *from, const char *to)
{
  struct json_object *edge = json_object_new_object ();

  set_text (edge, "from", from);
  set_text (edge, "to", to);
  json_object_array_add (json_object_object_get (step, "edges"), edge);
}

/* Builds a step: the predictor applied to the fields of an example, and the difference of output
 * @answer from the label. */
static struct json_object *
make_step (RensaSketch *self, guint answer)
{
  struct json_object *step = json_object_new_object ();
  struct json_object *attrs = json_object_new_object ();
  g_autofree char *from = g_strdup_printf ("y:%u", answer);

  json_object_object_add (step, "nodes", json_object_new_array ());
  json_object_object_add (step, "edges", json_object_new_array ());
  for (guint i = 0; i < self->inputs->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("x%u", i);
      g_autofree char *end = g_strdup_printf ("y:%u", i);

      add_step_node (step, name, "Field");
      add_step_edge (step, name, end);
    }
  add_step_node (step, "t", "Field");
  add_step_node (step, "y", "Model");
  set_text (attrs, "model", "predictor");
  json_object_object_add (json_object_array_get_idx (json_object_object_get (step, "nodes"), self->inputs->len + 1),
                          "attrs", attrs);
  add_step_node (step, "loss", "mean_squared_error");
  add_step_edge (step, from, "loss:0");
  add_step_edge (step, "t", "loss:1");
  return step;
}

static void
add_whole (RensaSketch *self, struct json_object *document, RensaSketchValue *const *outputs)
{
  json_object_object_add (document, "model", make_model (self, outputs, 1));
  json_object_object_add (document, "loss", make_component ("mean_squared_error"));
  json_object_object_add (document, "accuracy", NULL);
  json_object_object_add (document, "optimizer", make_component ("Adam"));
}

/* Adds a model with several outputs next to a step. */
static void
add_step (RensaSketch *self, struct json_object *document, RensaSketchValue *const *outputs, guint n_outputs,
          guint answer)
{
  struct json_object *models = json_object_new_object ();
  struct json_object *losses = json_object_new_array ();
  struct json_object *loss = json_object_new_object ();

  json_object_object_add (models, "predictor", make_model (self, outputs, n_outputs));
  json_object_object_add (document, "models", models);
  json_object_object_add (document, "step", make_step (self, answer));
  set_text (loss, "node", "loss");
  json_object_object_add (loss, "optimizer", make_component ("Adam"));
  json_object_array_add (losses, loss);
  json_object_object_add (document, "losses", losses);
}

static RensaDocument *
make_document (RensaSketch *self, const char *title, const char *place, RensaSketchValue *const *outputs,
               guint n_outputs, guint answer, GError **error)
{
  struct json_object *json = json_object_new_object ();
  RensaDocument *document;

  json_object_object_add (json, "format", json_object_new_int (n_outputs > 1 ? 2 : 1));
  set_text (json, "name", title);
  set_text (json, "dtype", rensa_dtype_get_name (self->dtype));
  json_object_object_add (json, "data", make_data (self, outputs[answer]));
  if (n_outputs > 1)
    add_step (self, json, outputs, n_outputs, answer);
  else
    add_whole (self, json, outputs);
  document = rensa_document_parse (json_object_to_json_string (json), -1, place, error);
  json_object_put (json);
  return document;
}

/* File name without its extension. */
static char *
choose_title (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot > name)
    *dot = '\0';
  return rensa_file_dup_shown_name (name);
}

RensaImported *
rensa_sketch_finish (RensaSketch *self, const char *path, RensaSketchValue *const *outputs, const char *const *names,
                     guint n_outputs, GError **error)
{
  g_autoptr (RensaImported) imported = g_new0 (RensaImported, 1);
  g_autoptr (GStrvBuilder) inputs = g_strv_builder_new ();
  g_autofree char *title = choose_title (path);
  guint answer;
  g_autofree int *numbers = g_new (int, MAX (n_outputs, 1));
  g_autofree RensaSketchValue **placed = g_new (RensaSketchValue *, MAX (n_outputs, 1));

  imported->types = g_new (RensaType, self->inputs->len + 1);
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const RensaSketchValue *value = self->inputs->pdata[i];

      g_strv_builder_add (inputs, value->name);
      imported->types[i] = rensa_sketch_value_get_type (value);
    }
  imported->inputs = g_strv_builder_end (inputs);
  imported->outputs = g_new0 (char *, n_outputs + 1);
  for (guint i = 0; i < n_outputs; i++)
    {
      placed[i] = rensa_sketch_place (self, outputs[i], TRUE, error);
      if (placed[i] == NULL)
        return NULL;
      imported->outputs[i] = g_strdup (names[i]);
    }
  if (!rensa_sketch_write_nodes (self, placed, n_outputs, error))
    return NULL;
  for (guint i = 0; i < n_outputs; i++)
    numbers[i] = rensa_sketch_value_get_number (placed[i]);
  if (!rensa_chain_set_outputs (self->predictor, numbers, (int) n_outputs, error))
    return NULL;
  answer = choose_answer (placed, n_outputs);
  imported->problem = find_problem (self, placed[answer], names[answer]);
  imported->document = make_document (self, title, path, placed, n_outputs, answer, error);
  if (imported->document != NULL)
    imported->paths = rensa_sketch_group_scopes (self, imported->document, n_outputs > 1 ? "predictor" : "");
  imported->predictor = g_steal_pointer (&self->predictor);
  imported->notes = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (imported->notes,
                   g_strdup (_ ("Its examples are random numbers that fit the model, and its loss is a guess: "
                                "replace both before training.")));
  return imported->document != NULL ? g_steal_pointer (&imported) : NULL;
}
