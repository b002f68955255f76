/* rensa-attr-index.c: index expressions.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-language.h"
#include "rensa-registry-faults.h"

static void
index_set_initial (const RensaAttrSpec *spec, gpointer value)
{
  ((RensaIndex *) value)->is_tuple = TRUE;
}

static char *
index_describe (const RensaAttrSpec *spec)
{
  return g_strdup (_ ("integers, slices, lists of integers, None and at most one ellipsis"));
}

/* Copies the integers of @index to the host; NULL if the device fails. */
static gint64 *
array_to_host (RensaArray *array)
{
  g_autofree gint64 *host = g_new (gint64, MAX (rensa_array_get_count (array), 1));

  return rensa_array_to_host (array, host, NULL) ? g_steal_pointer (&host) : NULL;
}

/* Converts a list of True and False along one axis to the indices that are True. */
static gboolean
read_mask (struct json_object *json, gint64 *places, gint64 *n)
{
  const size_t length = json_object_array_length (json);

  *n = 0;
  for (size_t i = 0; i < length; i++)
    {
      struct json_object *item = json_object_array_get_idx (json, i);

      if (!json_object_is_type (item, json_type_boolean))
        return FALSE;
      if (json_object_get_boolean (item))
        places[(*n)++] = (gint64) i;
    }
  return length > 0;
}

/* Returns FALSE with an error if memory is insufficient, without one if @json contains something else. */
static gboolean
read_array (struct json_object *json, RensaArray **array, GError **error)
{
  size_t n = json_object_array_length (json);
  g_autofree gint64 *host = g_new (gint64, MAX (n, 1));
  RensaShape shape = RENSA_SHAPE ((gint64) n);
  const gboolean is_mask = read_mask (json, host, &shape.dims[0]);

  shape.dims[0] = is_mask ? shape.dims[0] : (gint64) n;
  for (size_t i = 0; i < n && !is_mask; i++)
    if (!rensa_json_get_integer (json_object_array_get_idx (json, i), &host[i]))
      return FALSE;

  *array = rensa_array_new_from_host (RENSA_INT64, &shape, host, error);
  return *array != NULL;
}

static gboolean
read_bound (struct json_object *bounds, int i, gint64 *bound)
{
  struct json_object *json = json_object_array_get_idx (bounds, i);

  *bound = RENSA_SLICE_NONE;
  return json == NULL || rensa_json_get_integer (json, bound);
}

/* Reads {"slice": [start, stop, step]} and {"ellipsis": true}. */
static gboolean
read_object (struct json_object *json, RensaSlice *slice)
{
  struct json_object *member;

  if (json_object_object_get_ex (json, "ellipsis", &member))
    {
      slice->kind = RENSA_SLICE_ELLIPSIS;
      return json_object_is_type (member, json_type_boolean) && json_object_get_boolean (member);
    }

  slice->kind = RENSA_SLICE_RANGE;
  return json_object_object_get_ex (json, "slice", &member) && json_object_is_type (member, json_type_array)
         && json_object_array_length (member) == 3 && read_bound (member, 0, &slice->start)
         && read_bound (member, 1, &slice->stop) && read_bound (member, 2, &slice->step) && slice->step != 0;
}

/* Appends one entry to @index; see read_array () for errors. */
static gboolean
read_entry (struct json_object *json, RensaIndex *index, GError **error)
{
  RensaSlice *slice = &index->slices[index->n];
  RensaArray **array = &index->arrays[index->n];

  index->n++;
  slice->kind = json == NULL ? RENSA_SLICE_NEWAXIS : RENSA_SLICE_INDEX;
  if (json == NULL)
    return TRUE;
  if (json_object_is_type (json, json_type_array))
    return read_array (json, array, error);
  if (json_object_is_type (json, json_type_object))
    return read_object (json, slice);
  return rensa_json_get_integer (json, &slice->start);
}

static gboolean
has_two_ellipses (const RensaIndex *index)
{
  int n = 0;

  for (int i = 0; i < index->n; i++)
    n += index->slices[i].kind == RENSA_SLICE_ELLIPSIS;
  return n > 1;
}

static gboolean
index_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error)
{
  RensaIndex *index = value;
  GError *failure = NULL;
  gboolean done = TRUE;

  index->is_tuple = json_object_is_type (json, json_type_array);
  if (!index->is_tuple)
    return read_entry (json, index, NULL) || rensa_attr_reject (spec, json, error);

  if (json_object_array_length (json) > RENSA_INDEX_MAX)
    return rensa_attr_fail_long (&rensa_fault_attr_entries, RENSA_INDEX_MAX, json_object_array_length (json), error);

  for (size_t i = 0; i < json_object_array_length (json) && done; i++)
    done = read_entry (json_object_array_get_idx (json, i), index, &failure);
  if (failure != NULL)
    return rensa_attr_fail_for (failure, error);
  return (done && !has_two_ellipses (index)) || rensa_attr_reject (spec, json, error);
}

/* A single list is an index array, which in JSON is the only entry of a tuple. */
static gboolean
index_from_text (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error)
{
  struct json_object *literal;
  GError *sentence = NULL;
  g_autoptr (RensaJson) json = NULL;
  gboolean is_list;

  if (!rensa_text_read_literal (text, &literal, &is_list, &sentence))
    return rensa_attr_fail_for (sentence, error);

  if (is_list)
    {
      json = json_object_new_array ();
      json_object_array_add (json, literal);
    }
  else
    {
      json = literal;
    }
  return index_from_json (spec, json, value, error);
}

static struct json_object *
array_to_json (RensaArray *array)
{
  struct json_object *json = json_object_new_array ();
  g_autofree gint64 *host = array_to_host (array);

  for (gint64 i = 0; host != NULL && i < rensa_array_get_count (array); i++)
    json_object_array_add (json, json_object_new_int64 (host[i]));
  return json;
}

static struct json_object *
bound_to_json (gint64 bound)
{
  return bound == RENSA_SLICE_NONE ? NULL : json_object_new_int64 (bound);
}

static struct json_object *
slice_to_json (const RensaSlice *slice)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *bounds = json_object_new_array ();

  json_object_array_add (bounds, bound_to_json (slice->start));
  json_object_array_add (bounds, bound_to_json (slice->stop));
  json_object_array_add (bounds, bound_to_json (slice->step));
  json_object_object_add (json, "slice", bounds);
  return json;
}

static struct json_object *
entry_to_json (const RensaIndex *index, int i)
{
  struct json_object *json;

  if (index->arrays[i] != NULL)
    return array_to_json (index->arrays[i]);

  switch (index->slices[i].kind)
    {
    case RENSA_SLICE_RANGE:
      return slice_to_json (&index->slices[i]);
    case RENSA_SLICE_ELLIPSIS:
      json = json_object_new_object ();
      json_object_object_add (json, "ellipsis", json_object_new_boolean (TRUE));
      return json;
    case RENSA_SLICE_INDEX:
      return json_object_new_int64 (index->slices[i].start);
    case RENSA_SLICE_NEWAXIS:
      break;
    }
  return NULL;
}

static struct json_object *
index_to_json (gconstpointer value, const RensaAttrSpec *spec)
{
  const RensaIndex *index = value;
  struct json_object *json;

  if (!index->is_tuple && index->n == 1)
    return entry_to_json (index, 0);

  json = json_object_new_array ();
  for (int i = 0; i < index->n; i++)
    json_object_array_add (json, entry_to_json (index, i));
  return json;
}

static void
append_array (RensaArray *array, GString *text)
{
  g_autofree gint64 *host = array_to_host (array);

  g_string_append_c (text, '[');
  for (gint64 i = 0; host != NULL && i < rensa_array_get_count (array); i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", host[i]);
  g_string_append_c (text, ']');
}

static void
append_slice (const RensaSlice *slice, GString *text)
{
  const gint64 bounds[] = { slice->start, slice->stop, slice->step };

  g_string_append (text, "slice(");
  for (int i = 0; i < 3; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      if (bounds[i] == RENSA_SLICE_NONE)
        g_string_append (text, "None");
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, bounds[i]);
    }
  g_string_append_c (text, ')');
}

static void
append_entry (const RensaIndex *index, int i, GString *text)
{
  if (index->arrays[i] != NULL)
    append_array (index->arrays[i], text);
  else if (index->slices[i].kind == RENSA_SLICE_RANGE)
    append_slice (&index->slices[i], text);
  else if (index->slices[i].kind == RENSA_SLICE_INDEX)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, index->slices[i].start);
  else
    g_string_append (text, index->slices[i].kind == RENSA_SLICE_ELLIPSIS ? "Ellipsis" : "None");
}

static void
index_to_text (gconstpointer value, const RensaAttrSpec *spec, GString *text)
{
  const RensaIndex *index = value;

  g_string_append (text, index->is_tuple ? "(" : "");
  for (int i = 0; i < index->n; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_entry (index, i, text);
    }
  if (index->is_tuple)
    g_string_append (text, index->n == 1 ? ",)" : ")");
}

/* Index arrays are never modified, so copies share them. */
static void
index_own (gpointer value)
{
  RensaIndex *index = value;

  for (int i = 0; i < index->n; i++)
    if (index->arrays[i] != NULL)
      rensa_array_ref (index->arrays[i]);
}

static void
index_clear (gpointer value)
{
  RensaIndex *index = value;

  for (int i = 0; i < index->n; i++)
    g_clear_pointer (&index->arrays[i], rensa_array_unref);
  index->n = 0;
}

static gboolean
arrays_equal (RensaArray *a, RensaArray *b)
{
  g_autofree gint64 *x = NULL;
  g_autofree gint64 *y = NULL;

  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || rensa_array_get_count (a) != rensa_array_get_count (b))
    return FALSE;

  x = array_to_host (a);
  y = array_to_host (b);
  return x != NULL && y != NULL && memcmp (x, y, rensa_array_get_n_bytes (a)) == 0;
}

static gboolean
slices_equal (const RensaSlice *a, const RensaSlice *b)
{
  return a->kind == b->kind && a->start == b->start && a->stop == b->stop && a->step == b->step;
}

static gboolean
index_equal (gconstpointer a, gconstpointer b)
{
  const RensaIndex *x = a;
  const RensaIndex *y = b;

  if (x->n != y->n || x->is_tuple != y->is_tuple)
    return FALSE;

  for (int i = 0; i < x->n; i++)
    if (!slices_equal (&x->slices[i], &y->slices[i]) || !arrays_equal (x->arrays[i], y->arrays[i]))
      return FALSE;
  return TRUE;
}

const RensaAttrOps rensa_attr_ops_index = {
  .name = "index",
  .size = sizeof (RensaIndex),
  .set_initial = index_set_initial,
  .describe = index_describe,
  .from_json = index_from_json,
  .from_text = index_from_text,
  .to_json = index_to_json,
  .to_text = index_to_text,
  .own = index_own,
  .clear = index_clear,
  .equal = index_equal,
};
