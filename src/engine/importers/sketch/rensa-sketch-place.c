/* rensa-sketch-place.c: nodes for the constants of an imported model.
 * SPDX-License-Identifier: MIT */

#include "rensa-sketch-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

static gboolean
differs (const RensaSketchValue *value, int axis)
{
  const RensaShape *first = rensa_array_get_shape (rensa_variable_get_array (value->probes[0]));
  const RensaShape *second = rensa_array_get_shape (rensa_variable_get_array (value->probes[1]));

  return first->ndim == second->ndim && first->dims[axis] != second->dims[axis];
}

int
rensa_sketch_value_find_batch (const RensaSketchValue *value)
{
  const RensaShape shape = rensa_sketch_value_get_type (value).shape;

  for (int axis = 0; axis < shape.ndim; axis++)
    if (differs (value, axis))
      return axis;
  return -1;
}

/* Slices the first element along each axis that depends on the batch size. */
static RensaArray *
take_first (const RensaSketchValue *value, int probe)
{
  RensaArray *rows = rensa_array_ref (rensa_variable_get_array (value->probes[probe]));

  for (int axis = 0; axis < rensa_array_get_ndim (rows); axis++)
    if (differs (value, axis) && rensa_array_get_dim (rows, axis) > 0)
      {
        RensaArray *all = rows;

        rows = rensa_array_view_range (all, axis, 0, 1);
        rensa_array_unref (all);
      }
  return rows;
}

/* Returns the numbers of one example if @value only repeats them for each example of a batch,
 * otherwise NULL. */
static RensaArray *
find_rows (const RensaSketchValue *value)
{
  g_autoptr (RensaArray) first = take_first (value, 0);
  g_autoptr (RensaArray) second = take_first (value, 1);

  for (int i = 0; i < RENSA_SKETCH_PROBES; i++)
    {
      RensaArray *whole = rensa_variable_get_array (value->probes[i]);
      RensaArray *rows = i == 0 ? first : second;
      g_autoptr (RensaArray) repeated = NULL;

      if (!rensa_shape_broadcasts_to (rensa_array_get_shape (rows), rensa_array_get_shape (whole)))
        return NULL;
      repeated = rensa_array_view_broadcast (rows, rensa_array_get_shape (whole));
      if (!rensa_sketch_are_equal (repeated, whole))
        return NULL;
    }
  return rensa_sketch_are_equal (first, second) ? rensa_array_ref (first) : NULL;
}

/* Creates a node for numbers that do not depend on the batch size. */
static gboolean
place_constant (RensaSketch *self, RensaSketchValue *value, GError **error)
{
  const RensaType type = rensa_sketch_value_get_type (value);
  const gboolean is_weight = value->kind == RENSA_SKETCH_WEIGHT && type.dtype == self->dtype;
  const RensaSketchWeight weight = { is_weight ? "W" : "value", rensa_variable_get_array (value->probes[0]) };
  g_autoptr (GString) shape = g_string_new ("(");
  g_autofree char *text = NULL;
  g_autoptr (RensaAttrs) attrs = NULL;
  RensaSketchValue *made;

  for (int i = 0; i < type.shape.ndim; i++)
    g_string_append_printf (shape, "%" G_GINT64_FORMAT ", ", type.shape.dims[i]);
  text = is_weight
             ? g_strdup_printf ("Parameter(shape=%s))", shape->str)
             : g_strdup_printf ("ConstantArray(shape=%s), dtype=%s)", shape->str, rensa_dtype_get_name (type.dtype));
  attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_LINK, text, error);
  if (attrs == NULL || rensa_sketch_call_link (self, value->name, attrs, &weight, 1, NULL, 0, &made, 1, error) < 0)
    return FALSE;
  value->source = g_strdup (made->source);
  value->maker = made->maker;
  value->number = made->number;
  return TRUE;
}

static RensaSketchValue *
call (RensaSketch *self, RensaSketchValue *const *inputs, int n_inputs, const char *text, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, error);
  RensaSketchValue *outputs[RENSA_SKETCH_PROBES];

  if (attrs == NULL
      || rensa_sketch_call (self, inputs[0]->name, attrs, inputs, n_inputs, outputs, G_N_ELEMENTS (outputs), error) < 0)
    return NULL;
  return outputs[0];
}

/* Finds an input with a batch axis, stored in @axis, whose length equals that of @value's batch
 * axis for each batch size. Returns NULL if there is none. */
static RensaSketchValue *
find_like (RensaSketch *self, const RensaSketchValue *value, int *axis)
{
  const int own = rensa_sketch_value_find_batch (value);

  for (guint i = 0; own >= 0 && i < self->inputs->len; i++)
    {
      RensaSketchValue *input = self->inputs->pdata[i];
      gboolean fits = TRUE;

      *axis = rensa_sketch_value_find_batch (input);
      for (int probe = 0; *axis >= 0 && probe < RENSA_SKETCH_PROBES; probe++)
        fits = fits
               && rensa_variable_get_type (input->probes[probe]).shape.dims[*axis]
                      == rensa_variable_get_type (value->probes[probe]).shape.dims[own];
      if (*axis >= 0 && fits)
        return input;
    }
  return NULL;
}

/* Slices an input at index 0 along all axes but the batch axis, and reshapes it so that its length
 * is the batch size along the batch axis of @value and 1 along all others. */
static RensaSketchValue *
make_like (RensaSketch *self, const RensaSketchValue *value, GError **error)
{
  int axis = -1;
  RensaSketchValue *input = find_like (self, value, &axis);
  const int ndim = rensa_sketch_value_get_type (value).shape.ndim;
  const int own = rensa_sketch_value_find_batch (value);
  g_autoptr (GString) slices = g_string_new ("get_item(slices=(");
  g_autoptr (GString) shape = g_string_new ("reshape(shape=(");
  RensaSketchValue *column;

  if (input == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("it uses numbers that depend on the batch size, which no node of a document can produce"));
      return NULL;
    }
  for (int i = 0; i < rensa_sketch_value_get_type (input).shape.ndim; i++)
    g_string_append (slices, i == axis ? "slice(None), " : "0, ");
  for (int i = 0; i < ndim; i++)
    g_string_append (shape, i == own ? "-1, " : "1, ");
  g_string_append (slices, "))");
  g_string_append (shape, "))");
  column = call (self, &input, 1, slices->str, error);
  return column != NULL ? call (self, &column, 1, shape->str, error) : NULL;
}

/* Exporters can write a formula with one output, but not a function with one output per input of
 * which only the first is used. */
static RensaSketchValue *
stretch (RensaSketch *self, RensaSketchValue *rows, RensaSketchValue *like, GError **error)
{
  const RensaDtype dtype = rensa_sketch_value_get_type (rows).dtype;
  g_autofree char *cast = g_strdup_printf ("cast(typ='%s')", rensa_dtype_get_name (dtype));
  RensaSketchValue *inputs[] = { rows, like };

  if (!rensa_dtype_is_floating (dtype))
    return call (self, inputs, 2, "broadcast", error);
  if (rensa_sketch_value_get_type (like).dtype != dtype)
    inputs[1] = call (self, &like, 1, cast, error);
  return inputs[1] != NULL ? call (self, inputs, 2, "elementwise(formula='x', inputs='x, like')", error) : NULL;
}

/* Adds nodes that repeat the rows of @value for each example of a batch. */
static RensaSketchValue *
repeat (RensaSketch *self, const RensaSketchValue *value, GError **error)
{
  RensaSketchValue *like = make_like (self, value, error);
  RensaSketchValue *whole = like != NULL ? stretch (self, value->rows, like, error) : NULL;

  for (int i = 0; whole != NULL && i < RENSA_SKETCH_PROBES; i++)
    {
      const RensaType type = rensa_variable_get_type (whole->probes[i]);
      const RensaType wanted = rensa_variable_get_type (value->probes[i]);

      if (rensa_type_equal (&type, &wanted))
        continue;
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("it uses numbers that depend on the batch size, which no node of a document can produce"));
      return NULL;
    }
  return whole;
}

static gboolean
find_parts (RensaSketch *self, RensaSketchValue *value, GError **error)
{
  g_autoptr (RensaArray) rows = find_rows (value);

  if (rows == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("it uses numbers that depend on the batch size, which no node of a document can produce"));
      return FALSE;
    }
  value->rows = rensa_sketch_add_constant (self, value->name, value->kind, rows);
  return TRUE;
}

RensaSketchValue *
rensa_sketch_place (RensaSketch *self, RensaSketchValue *value, gboolean is_whole, GError **error)
{
  if (value->source != NULL)
    return value;
  if (!rensa_sketch_value_varies (value))
    return place_constant (self, value, error) ? value : NULL;
  if (value->rows == NULL && !find_parts (self, value, error))
    return NULL;
  if (is_whole && value->whole == NULL)
    value->whole = repeat (self, value, error);
  if (is_whole)
    return value->whole;
  return value->rows->source != NULL || place_constant (self, value->rows, error) ? value->rows : NULL;
}

/* Nodes */

RensaSketchNode *
rensa_sketch_node_new (char *name, const char *wanted_name, RensaAttrs *attrs, RensaLink *link,
                       RensaSketchValue *const *inputs, int n_inputs)
{
  RensaSketchNode *self = g_new0 (RensaSketchNode, 1);

  self->name = name;
  self->wanted_name = g_strdup (wanted_name);
  self->scope = rensa_sketch_dup_scope (wanted_name);
  self->last_name = g_strdup (self->scope != NULL ? wanted_name + strlen (self->scope) + 1 : name);
  self->attrs = rensa_attrs_ref (attrs);
  self->link = link != NULL ? rensa_link_ref (link) : NULL;
  self->inputs = g_new0 (RensaSketchValue *, n_inputs + 1);
  for (int i = 0; i < n_inputs; i++)
    self->inputs[i] = inputs[i];
  self->n_inputs = n_inputs;
  return self;
}

void
rensa_sketch_node_free (gpointer data)
{
  RensaSketchNode *self = data;

  g_clear_pointer (&self->link, rensa_link_unref);
  rensa_attrs_unref (self->attrs);
  g_free (self->inputs);
  g_free (self->last_name);
  g_free (self->scope);
  g_free (self->wanted_name);
  g_free (self->name);
  g_free (self);
}

int
rensa_sketch_value_get_number (const RensaSketchValue *value)
{
  return value->maker != NULL ? value->maker->first + value->number : value->number;
}

static void
need (RensaSketchValue *value)
{
  if (value != NULL && value->maker != NULL)
    value->maker->is_needed = TRUE;
}

/* Adds @node to the plan of the predictor, which takes a reference to its link. */
static gboolean
plan (RensaSketch *self, RensaSketchNode *node, GError **error)
{
  g_autofree int *numbers = g_new (int, node->n_inputs + 1);

  for (int i = 0; i < node->n_inputs; i++)
    numbers[i] = node->inputs[i] != NULL ? rensa_sketch_value_get_number (node->inputs[i]) : RENSA_CHAIN_NOTHING;
  if (node->link == NULL)
    node->first = rensa_chain_plan_function (self->predictor, node->name, node->attrs, numbers, node->n_inputs,
                                             node->n_outputs, error);
  else if (rensa_link_take_child (self->predictor, node->name, rensa_link_ref (node->link), error))
    node->first = rensa_chain_plan_link (self->predictor, node->name, numbers, node->n_inputs, node->n_outputs, error);
  else
    return FALSE;
  return node->first >= 0;
}

gboolean
rensa_sketch_write_nodes (RensaSketch *self, RensaSketchValue *const *outputs, guint n_outputs, GError **error)
{
  for (guint i = 0; i < n_outputs; i++)
    need (outputs[i]);
  for (guint i = self->pending->len; i-- > 0;)
    {
      const RensaSketchNode *node = self->pending->pdata[i];

      for (int j = 0; node->is_needed && j < node->n_inputs; j++)
        need (node->inputs[j]);
    }
  for (guint i = 0; i < self->pending->len; i++)
    {
      RensaSketchNode *node = self->pending->pdata[i];

      if (!node->is_needed)
        continue;
      if (!plan (self, node, error))
        return FALSE;
      rensa_sketch_write_node (self, node->name, node->attrs, node->inputs, node->n_inputs);
    }
  return TRUE;
}
