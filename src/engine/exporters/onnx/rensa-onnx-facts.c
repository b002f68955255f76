/* rensa-onnx-facts.c: functions evaluated by forms while a graph is written.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-run-private.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-function.h"
#include "rensa-language.h"

typedef RensaOnnxItem *(*FactFunc) (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error);

static RensaOnnxItem *
integer (RensaOnnxRun *run, gint64 value)
{
  return rensa_onnx_item_new_number (run, (double) value, TRUE);
}

static gint64
get_integer (const RensaOnnxItem *item)
{
  return (gint64) rensa_onnx_item_get (item, 0);
}

static const RensaOnnxValue *
get_value (const RensaOnnxItem *item)
{
  g_assert (item->kind == RENSA_ONNX_VALUES && item->values->len > 0);
  return item->values->pdata[0];
}

static const RensaShape *
get_shape (const RensaOnnxItem *item)
{
  g_assert (get_value (item)->is_shaped);
  return &get_value (item)->shape;
}

/* shape (x): of an input or output of the function. */
static RensaOnnxItem *
shape (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const RensaShape *extents = get_shape (args[0]);
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (int i = 0; i < extents->ndim; i++)
    rensa_onnx_item_append (list, (double) extents->dims[i]);
  return list;
}

static RensaOnnxItem *
ndim (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  return integer (run, get_shape (args[0])->ndim);
}

/* dim (x, axis): the axis may be negative. */
static RensaOnnxItem *
dim (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const RensaShape *extents = get_shape (args[0]);
  const gint64 axis = get_integer (args[1]);

  return integer (run, extents->dims[axis < 0 ? axis + extents->ndim : axis]);
}

/* size (x): number of elements. */
static RensaOnnxItem *
size (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  return integer (run, rensa_shape_count (get_shape (args[0])));
}

/* dtype (x): code of its type in files. */
static RensaOnnxItem *
dtype (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  return integer (run, rensa_onnx_dtype_to_code (get_value (args[0])->dtype));
}

/* given (x): true unless it is None. */
static RensaOnnxItem *
given (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  return integer (run, args[0]->kind != RENSA_ONNX_NONE);
}

/* count (list) */
static RensaOnnxItem *
count (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  return integer (run, args[0]->values != NULL    ? args[0]->values->len
                       : args[0]->numbers != NULL ? args[0]->numbers->len
                                                  : 0);
}

/* Axes */

/* axis (a, n): axis a of n, made nonnegative. */
static RensaOnnxItem *
axis (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const gint64 a = get_integer (args[0]);

  return integer (run, a < 0 ? a + get_integer (args[1]) : a);
}

static guint
get_mask (const RensaOnnxItem *axes, gint64 n)
{
  guint mask = axes->kind == RENSA_ONNX_NONE ? (1u << n) - 1 : 0;

  for (guint i = 0; axes->kind == RENSA_ONNX_NUMBERS && i < axes->numbers->len; i++)
    {
      const gint64 a = (gint64) rensa_onnx_item_get (axes, i);

      mask |= 1u << (a < 0 ? a + n : a);
    }
  return mask;
}

static RensaOnnxItem *
list_axes (RensaOnnxRun *run, guint mask, gint64 n)
{
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (gint64 i = 0; i < n; i++)
    if (mask >> i & 1)
      rensa_onnx_item_append (list, (double) i);
  return list;
}

/* axes (a, n): the axes a in increasing order; all n axes for None. */
static RensaOnnxItem *
axes (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const gint64 n = get_integer (args[1]);

  return list_axes (run, get_mask (args[0], n), n);
}

/* others (a, n): the axes that are not in axes (a, n). */
static RensaOnnxItem *
others (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const gint64 n = get_integer (args[1]);

  return list_axes (run, ~get_mask (args[0], n), n);
}

/* moved (from, to, n): permutation of n axes that moves those in one list to the positions in
 * another, leaving the others in order. */
static RensaOnnxItem *
moved (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const gint64 n = get_integer (args[2]);
  const guint taken = get_mask (args[0], n);
  const guint filled = get_mask (args[1], n);
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);
  gint64 next = 0;

  for (gint64 i = 0; i < n; i++)
    {
      gint64 from = -1;

      for (guint k = 0; filled >> i & 1 && k < args[1]->numbers->len; k++)
        if (((gint64) rensa_onnx_item_get (args[1], k) + n) % n == i)
          from = ((gint64) rensa_onnx_item_get (args[0], k) + n) % n;
      while (from < 0 && taken >> next & 1)
        next++;
      rensa_onnx_item_append (list, (double) (from >= 0 ? from : next++));
    }
  return list;
}

/* keep (shape, axes): the shape with all extents but those of the axes replaced by 1. */
static RensaOnnxItem *
keep (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const guint mask = get_mask (args[1], args[0]->numbers->len);
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (guint i = 0; i < args[0]->numbers->len; i++)
    rensa_onnx_item_append (list, mask >> i & 1 ? rensa_onnx_item_get (args[0], i) : 1);
  return list;
}

/* unlike (a, b): the axes along which two shapes differ. */
static RensaOnnxItem *
unlike (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (guint i = 0; i < args[0]->numbers->len; i++)
    if (rensa_onnx_item_get (args[0], i) != rensa_onnx_item_get (args[1], i))
      rensa_onnx_item_append (list, i);
  return list;
}

/* pads (widths, n): padding widths in NumPy's format for n axes; first those before, then those after. */
static RensaOnnxItem *
pads (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const RensaShape *given = &args[0]->shape;
  const gint64 n_rows = given->ndim == 2 ? given->dims[0] : 1;
  const gint64 n_columns = given->ndim > 0 ? given->dims[given->ndim - 1] : 1;
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (gint64 side = 0; side < 2; side++)
    for (gint64 i = 0; i < get_integer (args[1]); i++)
      rensa_onnx_item_append (
          list, rensa_onnx_item_get (args[0], (guint) ((n_rows > 1 ? i : 0) * n_columns + (n_columns > 1 ? side : 0))));
  return list;
}

/* Lists */

/* repeated (counts, n): the numbers from 0 to n - 1, each repeated as specified in counts. */
static RensaOnnxItem *
repeated (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (gint64 i = 0; i < get_integer (args[1]); i++)
    for (gint64 k = 0; k < (gint64) rensa_onnx_item_get (args[0], args[0]->numbers->len > 1 ? (guint) i : 0); k++)
      rensa_onnx_item_append (list, (double) i);
  return list;
}

/* column (list): the list as an array of one column. */
static RensaOnnxItem *
column (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  args[0]->shape = RENSA_SHAPE (args[0]->numbers->len, 1);
  return args[0];
}

/* range (a, b): the numbers from a to b - 1. */
static RensaOnnxItem *
range (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (gint64 i = get_integer (args[0]); i < get_integer (args[1]); i++)
    rensa_onnx_item_append (list, (double) i);
  return list;
}

/* nearest (x, out, axis, scale): the pixel of x for each pixel of out, ⌊i / scale⌋; for a scale of
 * None, that of their extents. Used because the rounding of Resize at integers depends on the
 * runtime. */
static RensaOnnxItem *
nearest (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const gint64 axis = get_integer (args[2]);
  const gint64 from = get_shape (args[0])->dims[axis];
  const gint64 to = get_shape (args[1])->dims[axis];
  const gboolean has_scale = args[3]->kind != RENSA_ONNX_NONE;
  const double step = has_scale ? 1 / rensa_onnx_item_get (args[3], 0) : (double) from / (double) to;
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (gint64 i = 0; i < to; i++)
    rensa_onnx_item_append (list, MIN (floor ((double) i * step), (double) (from - 1)));
  return list;
}

/* spread (v, n): a list of n members: v itself if it is a list, otherwise v repeated. */
static RensaOnnxItem *
spread (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  list->is_whole = args[0]->is_whole;
  for (gint64 i = 0; i < get_integer (args[1]); i++)
    rensa_onnx_item_append (list, rensa_onnx_item_get (args[0], args[0]->numbers->len > 1 ? (guint) i : 0));
  return list;
}

/* at (list, i) */
static RensaOnnxItem *
at (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const gint64 i = get_integer (args[1]);

  if (args[0]->kind == RENSA_ONNX_VALUES)
    return rensa_onnx_item_new_value (run, args[0]->values->pdata[i]);
  return rensa_onnx_item_new_number (run, rensa_onnx_item_get (args[0], (guint) i), args[0]->is_whole);
}

/* slice (list, a, b): members a to b - 1. */
static RensaOnnxItem *
slice (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxItem *list = rensa_onnx_item_new (run, args[0]->kind, TRUE);

  list->is_whole = args[0]->is_whole;
  for (gint64 i = get_integer (args[1]); i < get_integer (args[2]); i++)
    if (args[0]->kind == RENSA_ONNX_VALUES)
      g_ptr_array_add (list->values, args[0]->values->pdata[i]);
    else
      rensa_onnx_item_append (list, rensa_onnx_item_get (args[0], (guint) i));
  return list;
}

/* prod (list) */
static RensaOnnxItem *
prod (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  double product = 1;

  for (guint i = 0; i < args[0]->numbers->len; i++)
    product *= rensa_onnx_item_get (args[0], i);
  return rensa_onnx_item_new_number (run, product, args[0]->is_whole);
}

/* sum (list) */
static RensaOnnxItem *
sum (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  double total = 0;

  for (guint i = 0; i < args[0]->numbers->len; i++)
    total += rensa_onnx_item_get (args[0], i);
  return rensa_onnx_item_new_number (run, total, args[0]->is_whole);
}

/* Numbers */

/* floor (v): of a number, or of each member of a list. */
static RensaOnnxItem *
whole (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxItem *result = rensa_onnx_item_new (run, RENSA_ONNX_NUMBERS, args[0]->is_list);

  for (guint i = 0; i < args[0]->numbers->len; i++)
    rensa_onnx_item_append (result, floor (rensa_onnx_item_get (args[0], i)));
  return result;
}

/* pow (a, b) */
static RensaOnnxItem *
power (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  return rensa_onnx_item_new_number (run, pow (rensa_onnx_item_get (args[0], 0), rensa_onnx_item_get (args[1], 0)),
                                     FALSE);
}

/* sqrt (a) */
static RensaOnnxItem *
root (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  return rensa_onnx_item_new_number (run, sqrt (rensa_onnx_item_get (args[0], 0)), FALSE);
}

/* max (a, b): of numbers, or of each member of a list and a number. */
static RensaOnnxItem *
larger (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxItem *result = rensa_onnx_item_new (run, RENSA_ONNX_NUMBERS, args[0]->is_list);

  result->is_whole = args[0]->is_whole && args[1]->is_whole;
  for (guint i = 0; i < args[0]->numbers->len; i++)
    rensa_onnx_item_append (
        result, MAX (rensa_onnx_item_get (args[0], i), rensa_onnx_item_get (args[1], args[1]->is_list ? i : 0)));
  return result;
}

/* int64 (v): an int64 array or number. */
static RensaOnnxItem *
int64 (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxValue *value = rensa_onnx_item_to_constant (run, args[0], RENSA_INT64, error);

  return value != NULL ? rensa_onnx_item_new_value (run, value) : NULL;
}

/* numbers (v, dtype): an array or number of that type. */
static RensaOnnxItem *
numbers (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const RensaDtype type = rensa_onnx_dtype_from_code ((int) get_integer (args[1]));
  RensaOnnxValue *value = rensa_onnx_item_to_constant (run, args[0], type, error);

  return value != NULL ? rensa_onnx_item_new_value (run, value) : NULL;
}

/* Indices */

/* Position of entry @i of @index: the axis of the array, and the next entry. */
typedef struct
{
  gint64 start;
  gint64 stop;
  gint64 step;
  gboolean is_axis;
} Entry;

#define FAR ((gint64) 1 << 60)

static Entry
get_entry (const RensaIndex *index, int i)
{
  const RensaSlice *range = &index->slices[i];
  const gint64 step = range->step == RENSA_SLICE_NONE ? 1 : range->step;

  if (range->kind == RENSA_SLICE_INDEX)
    return (Entry){ range->start, range->start == -1 ? FAR : range->start + 1, 1, TRUE };
  return (Entry){ range->start != RENSA_SLICE_NONE ? range->start
                  : step > 0                       ? 0
                                                   : FAR,
                  range->stop != RENSA_SLICE_NONE ? range->stop
                  : step > 0                      ? FAR
                                                  : -FAR,
                  step, range->kind == RENSA_SLICE_RANGE };
}

static int
count_axes (const RensaIndex *index)
{
  int n = 0;

  for (int i = 0; i < index->n; i++)
    n += index->arrays[i] != NULL || get_entry (index, i).is_axis;
  return n;
}

/* slices (index, x): concatenated axes, starts, stops and steps of the parts of x selected by an
 * index without arrays. */
static RensaOnnxItem *
slices (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const RensaIndex *index = args[0]->index;
  const int n_rest = get_shape (args[1])->ndim - count_axes (index);
  RensaOnnxItem *lists[4];
  int at_axis = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    lists[i] = rensa_onnx_item_new_list (run);
  for (int i = 0; i < index->n; i++)
    {
      const Entry entry = get_entry (index, i);

      if (index->slices[i].kind == RENSA_SLICE_ELLIPSIS && index->arrays[i] == NULL)
        at_axis += n_rest;
      if (index->arrays[i] == NULL && entry.is_axis)
        {
          rensa_onnx_item_append (lists[0], at_axis);
          rensa_onnx_item_append (lists[1], (double) entry.start);
          rensa_onnx_item_append (lists[2], (double) entry.stop);
          rensa_onnx_item_append (lists[3], (double) entry.step);
        }
      at_axis += index->arrays[i] != NULL || entry.is_axis;
    }
  for (guint i = 1; i < G_N_ELEMENTS (lists); i++)
    for (guint k = 0; k < lists[i]->numbers->len; k++)
      rensa_onnx_item_append (lists[0], rensa_onnx_item_get (lists[i], k));
  return lists[0];
}

/* picks (index): number of its entries that are arrays. */
static RensaOnnxItem *
picks (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  gint64 n = 0;

  for (int i = 0; i < args[0]->index->n; i++)
    n += args[0]->index->arrays[i] != NULL;
  return integer (run, n);
}

/* picked (index): the numbers of its first array, or the positions at which it is true. */
static RensaOnnxItem *
picked (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  RensaOnnxItem *list = rensa_onnx_item_new_list (run);

  for (int i = 0; i < args[0]->index->n; i++)
    {
      RensaArray *array = args[0]->index->arrays[i];
      g_autofree double *numbers = array != NULL ? rensa_attr_array_dup_numbers (array) : NULL;

      for (gint64 k = 0; array != NULL && k < rensa_array_get_count (array); k++)
        if (rensa_array_get_dtype (array) != RENSA_BOOL)
          rensa_onnx_item_append (list, numbers[k]);
        else if (numbers[k] != 0)
          rensa_onnx_item_append (list, (double) k);
      if (array != NULL)
        break;
    }
  return list;
}

/* picked_axis (index, x): the axis of x to which the first array applies. */
static RensaOnnxItem *
picked_axis (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const RensaIndex *index = args[0]->index;
  const int n_rest = get_shape (args[1])->ndim - count_axes (index);
  gint64 at_axis = 0;

  for (int i = 0; i < index->n && index->arrays[i] == NULL; i++)
    at_axis += index->slices[i].kind == RENSA_SLICE_ELLIPSIS ? n_rest : get_entry (index, i).is_axis;
  return integer (run, at_axis);
}

/* Refusing */

/* refuse (name): ONNX cannot represent the value of this attribute. */
static RensaOnnxItem *
refuse (RensaOnnxRun *run, RensaOnnxItem *const *args, GError **error)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (run->component, args[0]->text);
  g_autofree char *value = rensa_attr_value_get_text (spec, (const char *) run->attrs + spec->offset);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("ONNX does not support %s with %s=%s"), run->component->name,
                   spec->name, value);
  return NULL;
}

static const struct
{
  const char *name;
  guint n_args;
  FactFunc func;
} facts[] = {
  { "at", 2, at },         { "axes", 2, axes },         { "axis", 2, axis },     { "column", 1, column },
  { "count", 1, count },   { "dim", 2, dim },           { "dtype", 1, dtype },   { "floor", 1, whole },
  { "given", 1, given },   { "int64", 1, int64 },       { "keep", 2, keep },     { "max", 2, larger },
  { "moved", 3, moved },   { "nearest", 4, nearest },   { "ndim", 1, ndim },     { "numbers", 2, numbers },
  { "others", 2, others }, { "pads", 2, pads },         { "picked", 1, picked }, { "picked_axis", 2, picked_axis },
  { "picks", 1, picks },   { "pow", 2, power },         { "prod", 1, prod },     { "range", 2, range },
  { "refuse", 1, refuse }, { "repeated", 2, repeated }, { "shape", 1, shape },   { "size", 1, size },
  { "slice", 3, slice },   { "slices", 2, slices },     { "spread", 2, spread }, { "sqrt", 1, root },
  { "sum", 1, sum },       { "unlike", 2, unlike },
};

/* Returns the function @name with @n_args arguments, or NULL. */
static FactFunc
find_fact (const char *name, guint n_args)
{
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    if (g_str_equal (facts[i].name, name) && facts[i].n_args == n_args)
      return facts[i].func;
  return NULL;
}

gboolean
rensa_onnx_has_fact (const char *name, guint n_args)
{
  return find_fact (name, n_args) != NULL;
}

RensaOnnxItem *
rensa_onnx_fact (RensaOnnxRun *run, const char *name, RensaOnnxItem *const *args, guint n_args, GError **error)
{
  const FactFunc func = find_fact (name, n_args);

  if (func != NULL)
    return func (run, args, error);
  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   N_ ("the ONNX form of %s calls %s, which is unknown or takes another number of arguments"),
                   run->component->name, name);
  return NULL;
}
