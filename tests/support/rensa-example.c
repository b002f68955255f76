/* rensa-example.c: function calls with sample inputs, as given or enlarged.
 * SPDX-License-Identifier: MIT */

#include "rensa-example.h"

#include <stdlib.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

static RensaArray *
array_from_doubles (const double *values, const RensaShape *shape, RensaDtype dtype, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_new_from_host (RENSA_FLOAT64, shape, values, error);

  return wide != NULL ? rensa_array_cast (wide, dtype, error) : NULL;
}

static void
append_numbers (GArray *numbers, struct json_object *json)
{
  const double number = json_object_get_double (json);

  if (!json_object_is_type (json, json_type_array))
    g_array_append_val (numbers, number);
  else
    for (size_t i = 0; i < json_object_array_length (json); i++)
      append_numbers (numbers, json_object_array_get_idx (json, i));
}

static RensaShape
measure (struct json_object *json)
{
  RensaShape shape = RENSA_SHAPE_SCALAR;

  while (json_object_is_type (json, json_type_array) && shape.ndim < RENSA_MAX_NDIM)
    {
      shape.dims[shape.ndim++] = (gint64) json_object_array_length (json);
      json = json_object_array_length (json) > 0 ? json_object_array_get_idx (json, 0) : NULL;
    }
  return shape;
}

/* Reads the data type from "int32 [1, 2]"; returns the rest. */
static const char *
read_dtype (const char *text, RensaDtype *dtype)
{
  g_autofree char *word = NULL;
  gsize length;

  text += strspn (text, " ");
  length = strcspn (text, " ");
  word = g_strndup (text, length);
  return rensa_dtype_from_name (word, dtype, NULL) ? text + length : text;
}

RensaArray *
rensa_array_new_from_text (const char *text, RensaDtype dtype, GError **error)
{
  const char *values = read_dtype (text, &dtype);
  g_autoptr (RensaJson) json = json_tokener_parse (values);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  const RensaShape shape = measure (json);

  append_numbers (numbers, json);
  if (json != NULL && rensa_shape_count (&shape) == numbers->len)
    return array_from_doubles ((const double *) (gpointer) numbers->data, &shape, dtype, error);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("“%s” is not an array of nested lists of equal length"), text);
  return NULL;
}

gconstpointer
rensa_example_get_values (const RensaExample *example)
{
  return rensa_attrs_get_values (example->attrs);
}

RensaInputSpec
rensa_example_get_input_spec (const RensaExample *example, int i)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  int starts[RENSA_MAX_INPUT_SPECS + 1];
  int k = rensa_inputs_parse (example->class->inputs, specs) - 1;

  if (rensa_function_divide_inputs (example->class, rensa_example_get_values (example), example->n_inputs, starts))
    while (k > 0 && starts[k] > i)
      k--;
  return specs[k];
}

static gboolean
read_inputs (RensaExample *example, char **texts, GError **error)
{
  for (int i = 0; i < example->n_inputs; i++)
    {
      const char *text = g_strstrip (texts[i]);
      const gboolean is_integer = rensa_example_get_input_spec (example, i).integer && strchr (text, '.') == NULL;

      if (text[0] == '\0')
        continue;
      example->inputs[i] = rensa_array_new_from_text (text, is_integer ? RENSA_INT32 : RENSA_FLOAT64, error);
      if (example->inputs[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_example_init (RensaExample *example, const RensaFunctionClass *class, guint i, GError **error)
{
  const RensaSample *sample = &class->samples[i];
  g_auto (GStrv) texts = g_strsplit (sample->inputs, ";", -1);
  const int n_inputs = (int) g_strv_length (texts);

  *example = (RensaExample){ .class = class, .attrs = rensa_attrs_new (RENSA_COMPONENT (class)) };
  if (n_inputs > RENSA_EXAMPLE_MAX_INPUTS)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: a sample has at most %d inputs, not %d"), class->name,
                       RENSA_EXAMPLE_MAX_INPUTS, n_inputs);
      return FALSE;
    }
  example->n_inputs = n_inputs;
  return rensa_attrs_parse (example->attrs, sample->attrs, error) && read_inputs (example, texts, error);
}

void
rensa_example_init_with (RensaExample *example, const RensaExample *like, RensaArray *const *inputs, int n_inputs)
{
  *example = (RensaExample){ .class = like->class, .attrs = rensa_attrs_ref (like->attrs), .n_inputs = n_inputs };
  for (int i = 0; i < n_inputs; i++)
    example->inputs[i] = inputs[i];
}

void
rensa_example_clear (RensaExample *example)
{
  g_clear_pointer (&example->attrs, rensa_attrs_unref);
  for (int i = 0; i < RENSA_EXAMPLE_MAX_INPUTS; i++)
    g_clear_pointer (&example->inputs[i], rensa_array_unref);
}

/* Computes the types of the inputs with extent @from replaced by @to; NULL for omitted inputs. */
static void
get_types (const RensaExample *example, gint64 from, gint64 to, RensaType *types, const RensaType **pointers)
{
  for (int i = 0; i < example->n_inputs; i++)
    {
      pointers[i] = NULL;
      if (example->inputs[i] == NULL)
        continue;
      types[i] = rensa_array_get_type (example->inputs[i]);
      for (int axis = 0; axis < types[i].shape.ndim; axis++)
        types[i].shape.dims[axis] = types[i].shape.dims[axis] == from ? to : types[i].shape.dims[axis];
      pointers[i] = &types[i];
    }
}

int
rensa_example_infer (const RensaExample *example, RensaType types[RENSA_EXAMPLE_MAX_OUTPUTS], GError **error)
{
  RensaType inputs[RENSA_EXAMPLE_MAX_INPUTS];
  const RensaType *pointers[RENSA_EXAMPLE_MAX_INPUTS];

  get_types (example, 0, 0, inputs, pointers);
  return rensa_function_infer (example->class, rensa_example_get_values (example), pointers, example->n_inputs, types,
                               RENSA_EXAMPLE_MAX_OUTPUTS, error);
}

/* Other sizes */

static gint
compare_extents (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *) a;
  const gint64 y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

int
rensa_example_get_extents (const RensaExample *example, gint64 extents[RENSA_EXAMPLE_MAX_EXTENTS])
{
  int n = 0;
  int n_kept = 0;

  for (int i = 0; i < example->n_inputs; i++)
    for (int axis = 0; example->inputs[i] != NULL && axis < rensa_array_get_ndim (example->inputs[i]); axis++)
      extents[n++] = rensa_array_get_dim (example->inputs[i], axis);
  qsort (extents, (gsize) n, sizeof *extents, compare_extents);
  for (int i = 0; i < n; i++)
    if (n_kept == 0 || extents[i] != extents[n_kept - 1])
      extents[n_kept++] = extents[i];
  return n_kept;
}

/* Maps index @k in an array of @shape to an index in @old, whose extents may be larger or smaller. */
static gint64
wrap (gint64 k, const RensaShape *shape, const RensaShape *old)
{
  gint64 place = 0;
  gint64 stride = 1;

  for (int axis = shape->ndim - 1; axis >= 0; axis--)
    {
      place += k % shape->dims[axis] % old->dims[axis] * stride;
      k /= shape->dims[axis];
      stride *= old->dims[axis];
    }
  return place;
}

static RensaArray *
resize (RensaArray *array, gint64 from, gint64 to, GError **error)
{
  const RensaShape *old = rensa_array_get_shape (array);
  g_autoptr (RensaArray) wide = rensa_array_cast (array, RENSA_FLOAT64, error);
  g_autofree double *values = g_new (double, MAX (rensa_array_get_count (array), 1));
  g_autofree double *wrapped = NULL;
  RensaShape shape = *old;
  gint64 count;

  if (wide == NULL || !rensa_array_to_host (wide, values, error))
    return NULL;
  for (int axis = 0; axis < shape.ndim; axis++)
    shape.dims[axis] = old->dims[axis] == from ? to : old->dims[axis];
  count = rensa_shape_count (&shape);
  wrapped = g_new (double, MAX (count, 1));
  for (gint64 k = 0; k < count; k++)
    wrapped[k] = values[wrap (k, &shape, old)];
  return array_from_doubles (wrapped, &shape, rensa_array_get_dtype (array), error);
}

gboolean
rensa_example_resize (const RensaExample *example, gint64 from, gint64 to, RensaExample *resized, GError **error)
{
  RensaArray *inputs[RENSA_EXAMPLE_MAX_INPUTS] = { NULL };
  gboolean done = TRUE;

  for (int i = 0; i < example->n_inputs && done; i++)
    if (example->inputs[i] != NULL)
      {
        inputs[i] = resize (example->inputs[i], from, to, error);
        done = inputs[i] != NULL;
      }
  rensa_example_init_with (resized, example, inputs, example->n_inputs);
  return done;
}

static gint64
count_in (const RensaType *type)
{
  double count = 1;

  for (int axis = 0; axis < type->shape.ndim; axis++)
    count *= (double) type->shape.dims[axis];
  return (gint64) MIN (count, G_MAXINT32);
}

/* Counts the elements of all inputs and outputs with extent @from replaced by @to; 0 if the type
 * check rejects them. Inputs with more than @most elements are not passed to the type check. */
static gint64
count_elements (const RensaExample *example, gint64 from, gint64 to, gint64 most)
{
  RensaType inputs[RENSA_EXAMPLE_MAX_INPUTS];
  RensaType outputs[RENSA_EXAMPLE_MAX_OUTPUTS];
  const RensaType *pointers[RENSA_EXAMPLE_MAX_INPUTS];
  gint64 total = 0;
  int n;

  get_types (example, from, to, inputs, pointers);
  for (int i = 0; i < example->n_inputs; i++)
    total += pointers[i] != NULL ? count_in (pointers[i]) : 0;
  if (total > most)
    return total;
  n = rensa_function_infer (example->class, rensa_example_get_values (example), pointers, example->n_inputs, outputs,
                            RENSA_EXAMPLE_MAX_OUTPUTS, NULL);
  if (n < 0 || n > RENSA_EXAMPLE_MAX_OUTPUTS)
    return 0;
  for (int i = 0; i < n; i++)
    total += count_in (&outputs[i]);
  return total;
}

gboolean
rensa_example_enlarge (const RensaExample *example, gint64 least, gint64 most, RensaExample *large, GError **error)
{
  gint64 extents[RENSA_EXAMPLE_MAX_EXTENTS];
  const int n = rensa_example_get_extents (example, extents);

  *large = (RensaExample){ 0 };
  for (int i = 0; i < n; i++)
    {
      gint64 to = most;

      while (count_elements (example, extents[i], to, most) > most)
        to = to * 3 / 4;
      if (count_elements (example, extents[i], to, most) >= least)
        return rensa_example_resize (example, extents[i], to, large, error);
    }
  return FALSE;
}

/* Keeps different extents different. */
#define WIDE_EXTENT(i) (96 + 32 * (i))

gboolean
rensa_example_widen (const RensaExample *example, gint64 most, RensaExample *wide, GError **error)
{
  gint64 extents[RENSA_EXAMPLE_MAX_EXTENTS];
  const int n = rensa_example_get_extents (example, extents);

  *wide = (RensaExample){ 0 };
  if (!rensa_example_resize (example, 0, 0, wide, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      const gint64 count = extents[i] > 1 ? count_elements (wide, extents[i], WIDE_EXTENT (i), most) : 0;
      g_auto (RensaExample) old = { 0 };

      if (count == 0 || count > most)
        continue;
      old = *wide;
      if (!rensa_example_resize (&old, extents[i], WIDE_EXTENT (i), wide, error))
        return FALSE;
    }
  return TRUE;
}
