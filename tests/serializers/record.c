/* record.c: an object with a value of every kind.
 * SPDX-License-Identifier: MIT */

#include "record.h"

#include <string.h>

#include "rensa-primitives.h"

void
record_init (Record *record, double shift)
{
  float values[6];

  for (int i = 0; i < 6; i++)
    values[i] = i + shift;
  record->W = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (2, 3), values, NULL);
  record->b = NULL;
  record->count = G_GINT64_CONSTANT (9007199254740993) + (gint64) shift;
  record->rate = 0.1 + shift;
  record->done = shift > 0;
  record->log = g_strdup_printf ("[%g] naïve ✓ 🍄", shift);
}

void
record_clear (Record *record)
{
  g_clear_pointer (&record->W, rensa_array_unref);
  g_clear_pointer (&record->b, rensa_array_unref);
  g_clear_pointer (&record->log, g_free);
}

static void
assert_arrays_equal (RensaArray *a, RensaArray *b)
{
  g_autofree char *bytes_a = NULL;
  g_autofree char *bytes_b = NULL;

  g_assert_true ((a == NULL) == (b == NULL));
  if (a == NULL)
    return;

  g_assert_cmpint (rensa_array_get_dtype (a), ==, rensa_array_get_dtype (b));
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (a), rensa_array_get_shape (b)));
  bytes_a = g_malloc (rensa_array_get_n_bytes (a) + 1);
  bytes_b = g_malloc (rensa_array_get_n_bytes (b) + 1);
  g_assert_true (rensa_array_to_host (a, bytes_a, NULL) && rensa_array_to_host (b, bytes_b, NULL));
  g_assert_cmpmem (bytes_a, rensa_array_get_n_bytes (a), bytes_b, rensa_array_get_n_bytes (b));
}

void
record_assert_equal (const Record *a, const Record *b)
{
  assert_arrays_equal (a->W, b->W);
  assert_arrays_equal (a->b, b->b);
  g_assert_cmpint (a->count, ==, b->count);
  g_assert_cmpfloat (a->rate, ==, b->rate);
  g_assert_cmpint (a->done, ==, b->done);
  g_assert_cmpstr (a->log, ==, b->log);
}

gboolean
record_serialize (gpointer object, RensaSerializer *serializer, GError **error)
{
  Record *record = object;
  RensaSerializer *layer = rensa_serializer_child (serializer, "layer");

  return rensa_serializer_array (layer, "W", &record->W, error)
         && rensa_serializer_array (layer, "/b", &record->b, error)
         && rensa_serializer_int (serializer, "count", &record->count, error)
         && rensa_serializer_double (serializer, "rate", &record->rate, error)
         && rensa_serializer_bool (serializer, "done", &record->done, error)
         && rensa_serializer_string (serializer, "log", &record->log, error);
}
