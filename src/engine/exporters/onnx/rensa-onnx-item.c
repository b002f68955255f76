/* rensa-onnx-item.c: values of expressions in forms.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-run-private.h"

#include <string.h>

#include "rensa-array-private.h"

RensaOnnxItem *
rensa_onnx_item_new (RensaOnnxRun *run, RensaOnnxItemKind kind, gboolean is_list)
{
  RensaOnnxItem *item = g_new0 (RensaOnnxItem, 1);

  item->kind = kind;
  item->is_list = is_list;
  item->is_whole = TRUE;
  item->shape.ndim = is_list ? 1 : 0;
  if (kind == RENSA_ONNX_NUMBERS)
    item->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  if (kind == RENSA_ONNX_VALUES)
    item->values = g_ptr_array_new ();
  g_ptr_array_add (run->items, item);
  return item;
}

RensaOnnxItem *
rensa_onnx_item_new_number (RensaOnnxRun *run, double number, gboolean is_whole)
{
  RensaOnnxItem *item = rensa_onnx_item_new (run, RENSA_ONNX_NUMBERS, FALSE);

  item->is_whole = is_whole;
  rensa_onnx_item_append (item, number);
  return item;
}

RensaOnnxItem *
rensa_onnx_item_new_list (RensaOnnxRun *run)
{
  return rensa_onnx_item_new (run, RENSA_ONNX_NUMBERS, TRUE);
}

RensaOnnxItem *
rensa_onnx_item_new_value (RensaOnnxRun *run, RensaOnnxValue *value)
{
  RensaOnnxItem *item = rensa_onnx_item_new (run, value != NULL ? RENSA_ONNX_VALUES : RENSA_ONNX_NONE, FALSE);

  if (value != NULL)
    g_ptr_array_add (item->values, value);
  return item;
}

void
rensa_onnx_item_append (RensaOnnxItem *item, double number)
{
  g_array_append_val (item->numbers, number);
  if (item->shape.ndim == 1)
    item->shape.dims[0] = item->numbers->len;
}

double
rensa_onnx_item_get (const RensaOnnxItem *item, guint i)
{
  g_assert (item->kind == RENSA_ONNX_NUMBERS && i < item->numbers->len);
  return g_array_index (item->numbers, double, i);
}

/* Attributes */

static RensaOnnxItem *
of_ints (RensaOnnxRun *run, const RensaInts *ints)
{
  RensaOnnxItem *item;

  if (ints->n == RENSA_INTS_NONE)
    return rensa_onnx_item_new (run, RENSA_ONNX_NONE, FALSE);
  item = rensa_onnx_item_new (run, RENSA_ONNX_NUMBERS, ints->n != RENSA_INTS_SCALAR);
  for (int i = 0; i < (ints->n == RENSA_INTS_SCALAR ? 1 : ints->n); i++)
    rensa_onnx_item_append (item, (double) ints->values[i]);
  return item;
}

static RensaOnnxItem *
of_array (RensaOnnxRun *run, RensaArray *array)
{
  g_autofree double *numbers = array != NULL ? rensa_attr_array_dup_numbers (array) : NULL;
  RensaOnnxItem *item;

  if (numbers == NULL)
    return rensa_onnx_item_new (run, RENSA_ONNX_NONE, FALSE);
  item = rensa_onnx_item_new (run, RENSA_ONNX_NUMBERS, array->shape.ndim > 0);
  item->is_whole = !rensa_dtype_is_floating (array->dtype);
  g_array_append_vals (item->numbers, numbers, (guint) array->count);
  item->shape = array->shape;
  return item;
}

static RensaOnnxItem *
of_text (RensaOnnxRun *run, const char *text)
{
  RensaOnnxItem *item = rensa_onnx_item_new (run, text != NULL ? RENSA_ONNX_TEXT : RENSA_ONNX_NONE, FALSE);

  item->text = g_strdup (text);
  return item;
}

static RensaOnnxItem *
of_index (RensaOnnxRun *run, const RensaIndex *index)
{
  RensaOnnxItem *item = rensa_onnx_item_new (run, RENSA_ONNX_INDEX, TRUE);

  item->index = index;
  return item;
}

static RensaOnnxItem *
of_int (RensaOnnxRun *run, gint64 value)
{
  return value == RENSA_INT_NONE ? rensa_onnx_item_new (run, RENSA_ONNX_NONE, FALSE)
                                 : rensa_onnx_item_new_number (run, (double) value, TRUE);
}

static RensaOnnxItem *
of_float (RensaOnnxRun *run, double value)
{
  return value != value ? rensa_onnx_item_new (run, RENSA_ONNX_NONE, FALSE)
                        : rensa_onnx_item_new_number (run, value, FALSE);
}

RensaOnnxItem *
rensa_onnx_item_new_of_attr (RensaOnnxRun *run, const char *name)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (run->component, name);
  gconstpointer field = spec != NULL ? (const char *) run->attrs + spec->offset : NULL;

  if (spec == NULL)
    return NULL;
  switch (spec->type)
    {
    case RENSA_ATTR_TYPE_BOOL:
      return rensa_onnx_item_new_number (run, *(const gboolean *) field != FALSE, TRUE);
    case RENSA_ATTR_TYPE_INT:
      return of_int (run, *(const gint64 *) field);
    case RENSA_ATTR_TYPE_FLOAT:
      return of_float (run, *(const double *) field);
    case RENSA_ATTR_TYPE_STRING:
      return of_text (run, *(char *const *) field);
    case RENSA_ATTR_TYPE_CHOICE:
      return of_text (run, spec->choices[*(const int *) field]);
    case RENSA_ATTR_TYPE_INTS:
      return of_ints (run, field);
    case RENSA_ATTR_TYPE_DTYPE:
      return rensa_onnx_item_new_number (run, rensa_onnx_dtype_to_code (*(const RensaDtype *) field), TRUE);
    case RENSA_ATTR_TYPE_INDEX:
      return of_index (run, field);
    case RENSA_ATTR_TYPE_ARRAY:
      return of_array (run, *(RensaArray *const *) field);
    case RENSA_ATTR_TYPE_COMPONENT:
      break;
    }
  g_assert_not_reached ();
}

/* Constants */

RensaOnnxValue *
rensa_onnx_item_to_constant (RensaOnnxRun *run, const RensaOnnxItem *item, RensaDtype dtype, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_device_get_host ());
  g_autoptr (RensaArray) array = rensa_array_new (dtype, &item->shape, error);
  g_autofree char *name = g_strdup_printf ("/%s/constant", run->place);

  if (array == NULL)
    return NULL;
  for (gint64 i = 0; i < array->count; i++)
    rensa_element_from_double (dtype, rensa_onnx_item_get (item, (guint) i),
                               (char *) array->data + i * (gint64) rensa_dtype_get_size (dtype));
  return rensa_onnx_graph_add_constant (run->graph, name, array, FALSE);
}

RensaOnnxValue *
rensa_onnx_item_to_value (RensaOnnxRun *run, const RensaOnnxItem *item, RensaDtype dtype, GError **error)
{
  switch (item->kind)
    {
    case RENSA_ONNX_NONE:
      return NULL;
    case RENSA_ONNX_NUMBERS:
      return rensa_onnx_item_to_constant (run, item, item->is_list && item->is_whole ? RENSA_INT64 : dtype, error);
    case RENSA_ONNX_VALUES:
      g_assert (!item->is_list);
      return item->values->pdata[0];
    case RENSA_ONNX_TEXT:
    case RENSA_ONNX_INDEX:
      break;
    }
  g_assert_not_reached ();
}
