/* rensa-repair-shapes.c: what might mend shapes that do not fit.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-private.h"

#include <math.h>

#include "rensa-edit-private.h"

/* Scope, source, target, type, attribute, value: a node between two others. */
static gboolean
apply_insert (RensaDocument *document, char **args, GError **error)
{
  g_autofree char *name = rensa_document_add_node (document, args[0], args[3], NULL, 0, 0, error);
  g_autofree char *attr = NULL;

  if (name == NULL)
    return FALSE;
  attr = g_strdup_printf ("model.%s%s%s.%s=%s", args[0], args[0][0] != '\0' ? "." : "", name, args[4], args[5]);
  return rensa_document_set (document, attr, error) && rensa_document_connect (document, args[0], args[1], name, error)
         && rensa_document_connect (document, args[0], name, args[2], error)
         && rensa_document_tidy (document, args[0], error);
}

/* Scope, node, type, attribute, value: a node after another. */
static gboolean
apply_append (RensaDocument *document, char **args, GError **error)
{
  g_autofree char *name = rensa_document_insert_after (document, args[0], args[1], args[2], 0, 0, error);
  g_autofree char *attr = NULL;

  if (name == NULL)
    return FALSE;
  attr = g_strdup_printf ("model.%s%s%s.%s=%s", args[0], args[0][0] != '\0' ? "." : "", name, args[3], args[4]);
  return rensa_document_set (document, attr, error) && rensa_document_tidy (document, args[0], error);
}

/* What comes in at @slot of the node; NULL where it is not known. */
static const RensaType *
get_input_type (const RensaRepairing *self, guint slot)
{
  const RensaModelSource *source = &g_array_index (self->node->sources, RensaModelSource, slot);
  const RensaModelNode *from = source->node >= 0 ? rensa_model_get_node (self->model, source->node) : NULL;

  return from != NULL && from->is_known && source->output < from->n_outputs ? &from->outputs[source->output] : NULL;
}

static gint64
count_values (const RensaType *type)
{
  gint64 n = 1;

  for (int i = 1; i < type->shape.ndim; i++)
    n *= type->shape.dims[i];
  return n;
}

static void
offer_value (RensaRepairing *self, const char *attr, gint64 value)
{
  g_autofree char *path = g_strdup_printf ("model.%s.%s", self->mistake->node, attr);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  rensa_repairing_add (self, rensa_repair_set, g_strdup_printf (_ ("Set %s to %s"), attr, text), path, text, NULL);
}

/* The link's attribute says what comes in, and says it wrong. */
static void
offer_for_surplus (RensaRepairing *self, const char *attr)
{
  const RensaType *x = self->node->sources->len > 0 ? get_input_type (self, 0) : NULL;
  g_autofree char *path = g_strdup_printf ("model.%s.%s", self->mistake->node, attr);

  if (x != NULL && x->shape.ndim > 1)
    {
      offer_value (self, attr, count_values (x));
      offer_value (self, attr, x->shape.dims[1]);
    }
  rensa_repairing_add (self, rensa_repair_set, g_strdup_printf (_ ("Leave %s empty"), attr), path, "None", NULL);
}

/* Attributes that were left empty, but should not be: sizes of what comes in, and those that have a sensible start. */
static void
offer_for_missing (RensaRepairing *self)
{
  const RensaComponent *component = rensa_attrs_get_component (self->node->attrs);
  const RensaType *x = self->node->sources->len > 0 ? get_input_type (self, 0) : NULL;
  g_autoptr (RensaJson) guesses = rensa_component_guess_attrs (component);
  g_autofree char *path = g_strdup_printf ("model.%s", self->mistake->node);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const char *name = component->attrs[i].name;
      struct json_object *guess = rensa_json_get_member (guesses, name);
      g_autofree char *present = rensa_attrs_get_text (self->node->attrs, &component->attrs[i]);

      if (strcmp (present, "None") != 0)
        continue;
      if (guess != NULL)
        rensa_repairing_add (self, rensa_repair_set_attr,
                             g_strdup_printf (_ ("Set %s to %s"), name, json_object_get_string (guess)), path, name,
                             json_object_to_json_string (guess), NULL);
      else if (strcmp (name, "size") == 0 && x != NULL && x->shape.ndim > 1)
        offer_value (self, name, x->shape.dims[1]);
    }
}

static void
offer_insertion (RensaRepairing *self, guint slot, const char *label, const char *type, const char *attr,
                 const char *value)
{
  const RensaModelSource *source = &g_array_index (self->node->sources, RensaModelSource, slot);
  const char *from = rensa_model_get_node (self->model, source->node)->name;
  g_autofree char *from_text = g_strdup_printf ("%s:%d", from, source->output);
  g_autofree char *to = g_strdup_printf ("%s:%u", self->name, slot);

  rensa_repairing_add (self, apply_insert, g_strdup (label), self->mistake->scope, from_text, to, type, attr, value,
                       NULL);
}

/* The side of the square picture that has @n values with @channels; 0 where there is none. */
static gint64
find_side (gint64 n, gint64 channels)
{
  const gint64 side = n % channels == 0 ? llround (sqrt ((double) (n / channels))) : 0;

  return side * side * channels == n && side > 1 ? side : 0;
}

/* The data set can give pictures as such, or flat. */
static void
offer_data_ndim (RensaRepairing *self, int ndim, RensaShape shape)
{
  RensaAttrs *dataset = self->findings->project->dataset;
  g_autofree char *text = g_strdup_printf ("%d", ndim);
  RensaRepair *repair;

  if (dataset == NULL || rensa_component_find_attr (rensa_attrs_get_component (dataset), "ndim") == NULL)
    return;
  repair = rensa_repairing_add (self, rensa_repair_set, g_strdup_printf (_ ("Set ndim of the data to %d"), ndim),
                                "data.dataset.ndim", text, NULL);
  repair->assumes_shape = TRUE;
  repair->shape = shape;
}

static void
offer_pictures (RensaRepairing *self, guint slot, const RensaType *x)
{
  const gint64 n = count_values (x);

  for (gint64 channels = 1; channels <= 3; channels += 2)
    {
      const gint64 side = find_side (n, channels);
      g_autofree char *shape = g_strdup_printf (
          "(-1, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", channels, side, side);

      if (side == 0)
        continue;
      if (channels == 1 && rensa_shape_equal (&x->shape, &self->findings->types[0].shape))
        offer_data_ndim (self, 3, RENSA_SHAPE (x->shape.dims[0], 1, side, side));
      offer_insertion (self, slot, _ ("Insert reshape"), "reshape", "shape", shape);
    }
}

static void
offer_for_input (RensaRepairing *self, guint slot, const RensaType *x)
{
  if (x->shape.ndim == 2)
    offer_pictures (self, slot, x);
  if (x->shape.ndim > 2)
    {
      g_autofree char *shape = g_strdup_printf ("(-1, %" G_GINT64_FORMAT ")", count_values (x));

      if (rensa_shape_equal (&x->shape, &self->findings->types[0].shape))
        offer_data_ndim (self, 1, RENSA_SHAPE (x->shape.dims[0], count_values (x)));
      offer_insertion (self, slot, _ ("Insert reshape"), "reshape", "shape", shape);
    }
  if (!rensa_dtype_is_floating (x->dtype))
    offer_insertion (self, slot, _ ("Insert cast"), "cast", "typ",
                     rensa_dtype_get_name (rensa_project_get_settings (self->findings->project)->dtype));
}

static const RensaModelNode *
get_last (const RensaRepairing *self, RensaModelSource *source)
{
  RensaModel *model = self->findings->project->model;

  if (model->outputs->len != 1)
    return NULL;
  *source = g_array_index (model->outputs, RensaModelSource, 0);
  return rensa_model_get_node (model, source->node);
}

/* "Set out_size of l3 to 10", for the link that decides how many values the model gives. */
static void
offer_out_size (RensaRepairing *self, gint64 n)
{
  static const char *const names[] = { "out_size", "out_channels" };
  RensaModel *model = self->findings->project->model;
  RensaModelSource source;
  const RensaModelNode *node = get_last (self, &source);

  while (node != NULL && node->kind == RENSA_MODEL_NODE_FUNCTION && node->sources->len > 0)
    {
      source = g_array_index (node->sources, RensaModelSource, 0);
      node = source.node >= 0 ? rensa_model_get_node (model, source.node) : NULL;
    }
  for (guint i = 0; node != NULL && node->kind == RENSA_MODEL_NODE_LINK && i < G_N_ELEMENTS (names); i++)
    if (rensa_component_find_attr (rensa_attrs_get_component (node->attrs), names[i]) != NULL)
      {
        g_autofree char *path = g_strdup_printf ("model.%s.%s", node->path, names[i]);
        g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, n);

        rensa_repairing_add (self, rensa_repair_set,
                             g_strdup_printf (_ ("Set %s of %s to %s"), names[i], node->name, text), path, text, NULL);
      }
}

/* Those that most people mean, before all others of their group. */
static const char *const usual_functions[] = { "softmax_cross_entropy", "sigmoid_cross_entropy",
                                               "mean_squared_error",    "accuracy",
                                               "binary_accuracy",       NULL };

/* Other functions of the same group as the one at @place. */
static void
offer_functions (RensaRepairing *self, const char *place, RensaAttrs *present)
{
  const RensaComponent *component = rensa_attrs_get_component (present);
  const RensaComponent *const *functions;
  guint n;

  functions = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);
  for (guint i = 0; i < 2 * n; i++)
    {
      const RensaComponent *function = functions[i % n];

      if (function != component && g_strcmp0 (function->group, component->group) == 0
          && g_strv_contains (usual_functions, function->name) == (i < n))
        rensa_repairing_add (self, rensa_repair_set, g_strdup_printf (_ ("Use %s"), function->name), place,
                             function->name, NULL);
    }
}

static void
offer_for_comparison (RensaRepairing *self)
{
  const RensaProject *project = self->findings->project;
  const gboolean is_loss = strcmp (self->mistake->place, "loss") == 0;
  const RensaType *t = &self->findings->types[self->findings->n_fields - 1];
  RensaModelSource source;
  const RensaModelNode *last = get_last (self, &source);
  const RensaType *y = last != NULL ? &last->outputs[source.output] : NULL;

  if (y == NULL)
    return;
  if (y->shape.ndim > 2)
    {
      g_autofree char *shape = g_strdup_printf ("(-1, %" G_GINT64_FORMAT ")", count_values (y));

      rensa_repairing_add (self, apply_append, g_strdup (_ ("Insert reshape")), "", last->name, "reshape", "shape",
                           shape, NULL);
    }
  if (t->shape.ndim == 2 && rensa_dtype_is_floating (t->dtype))
    offer_out_size (self, t->shape.dims[1]);
  offer_functions (self, is_loss ? "loss" : "accuracy", is_loss ? project->loss : project->accuracy);
  if (!is_loss)
    rensa_repairing_add (self, rensa_repair_set, g_strdup (_ ("Measure no accuracy")), "accuracy", "None", NULL);
}

static void
offer_for_data (RensaRepairing *self)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, self->findings->n_train);

  if (strcmp (self->mistake->place, "data.iterator") == 0)
    rensa_repairing_add (self, rensa_repair_set, g_strdup_printf (_ ("Set batch_size to %s"), text),
                         "data.iterator.batch_size", text, NULL);
}

void
rensa_repairs_for_shapes (RensaRepairing *self)
{
  const RensaMistake *mistake = self->mistake;

  if (mistake->kind == RENSA_MISTAKE_DATA)
    offer_for_data (self);
  else if (mistake->kind == RENSA_MISTAKE_CLASSES)
    offer_out_size (self, self->findings->n_classes);
  else if (self->node == NULL)
    offer_for_comparison (self);
  else if (mistake->detail != NULL)
    offer_for_surplus (self, mistake->detail);
  else
    {
      offer_for_missing (self);
      for (guint i = 0; i < self->node->sources->len; i++)
        if (get_input_type (self, i) != NULL)
          offer_for_input (self, i, get_input_type (self, i));
    }
}
