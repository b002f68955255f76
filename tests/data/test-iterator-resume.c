/* test-iterator-resume.c: any iterator, saved anywhere or asked for a batch ahead, goes on as if nothing had happened.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
#include "rensa-error.h"
#include "rensa-iterators.h"
#include "rensa-npz.h"

#define N_BATCHES 9

/* With what each is tried; what is not named here is tried with a batch size alone. */
static const char *const rows[] = {
  "MultithreadIterator(batch_size=3, n_threads=2)",
  "WindowIterator(batch_size=3, window=4)",
};

static RensaIterator *
make_iterator (const char *text, RensaDataset *dataset)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, text, &error);
  RensaIterator *iterator;

  g_assert_no_error (error);
  iterator = rensa_iterator_new (attrs, dataset, 9, &error);
  g_assert_no_error (error);
  return iterator;
}

static int
next (RensaIterator *iterator, RensaArray **fields)
{
  g_autoptr (GError) error = NULL;
  const int n = rensa_iterator_next (iterator, NULL, fields, &error);

  g_assert_no_error (error);
  return n;
}

static void
clear (RensaArray **fields)
{
  for (int i = 0; i < RENSA_MAX_FIELDS; i++)
    g_clear_pointer (&fields[i], rensa_array_unref);
}

static void
assert_same_array (RensaArray *a, RensaArray *b)
{
  const gsize n_bytes = rensa_array_get_count (a) * rensa_dtype_get_size (rensa_array_get_dtype (a));
  g_autofree char *x = g_malloc (n_bytes);
  g_autofree char *y = g_malloc (n_bytes);

  g_assert_true (rensa_shape_equal (rensa_array_get_shape (a), rensa_array_get_shape (b)));
  g_assert_cmpint (rensa_array_get_dtype (a), ==, rensa_array_get_dtype (b));
  g_assert_true (rensa_array_to_host (a, x, NULL) && rensa_array_to_host (b, y, NULL));
  g_assert_cmpmem (x, n_bytes, y, n_bytes);
}

static void
assert_same_batch (RensaIterator *a, RensaIterator *b)
{
  RensaArray *of_a[RENSA_MAX_FIELDS] = { NULL };
  RensaArray *of_b[RENSA_MAX_FIELDS] = { NULL };
  const int n = next (a, of_a);

  g_assert_cmpint (n, >, 0);
  g_assert_cmpint (next (b, of_b), ==, n);
  for (int i = 0; i < n; i++)
    assert_same_array (of_a[i], of_b[i]);
  g_assert_cmpmem (rensa_iterator_get_place (a), sizeof (RensaIteratorPlace), rensa_iterator_get_place (b),
                   sizeof (RensaIteratorPlace));
  clear (of_a);
  clear (of_b);
}

static void
check_iterator (gconstpointer text)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "iterator.npz", NULL);
  g_autoptr (RensaDataset) dataset = counting_dataset_new (16);

  for (int when = 1; when < N_BATCHES; when++)
    {
      g_autoptr (RensaIterator) a = make_iterator (text, dataset);
      g_autoptr (RensaIterator) b = make_iterator (text, dataset);
      g_autoptr (GError) error = NULL;

      for (int i = 0; i < when; i++)
        {
          RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

          next (a, fields);
          clear (fields);
        }
      g_assert_true (rensa_save_npz (path, rensa_iterator_serialize, a, FALSE, NULL));
      rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, b, &error);
      g_assert_no_error (error);
      for (int i = 0; i < N_BATCHES; i++)
        assert_same_batch (a, b);
    }
  test_folder_remove (folder);
}

/* Numbers from 0 on; how often it was asked, and the example that it cannot give. */
static int n_asked;
static gint64 bad;

static gboolean
get_numbers (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  g_autofree gint32 *values = g_new (gint32, n + 1);

  g_atomic_int_inc (&n_asked);
  for (gint64 i = 0; i < n; i++)
    {
      values[i] = (gint32) indices[i];
      if (indices[i] == bad)
        {
          g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_IO, "it is gone");
          return FALSE;
        }
    }
  fields[0] = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), values, error);
  return fields[0] != NULL;
}

static RensaDataset *
asked_dataset_new (gboolean is_concurrent)
{
  static const RensaDatasetKind kind = { .size = sizeof (RensaDatasetHead), .get_batch = get_numbers };
  const RensaType type = { RENSA_INT32, RENSA_SHAPE_SCALAR };
  RensaDataset *dataset = rensa_dataset_new (&kind, 16, 1, &type);

  ((RensaDatasetHead *) dataset)->is_concurrent = is_concurrent;
  bad = -1;
  return dataset;
}

static void
prefetch (RensaIterator *iterator)
{
  rensa_iterator_prefetch (iterator, NULL, rensa_device_get_host ());
}

/* @a was asked for a batch ahead, @b was not. */
static void
assert_same_place (RensaIterator *a, RensaIterator *b)
{
  const RensaBatch *of_a = rensa_iterator_get_batch (a);
  const RensaBatch *of_b = rensa_iterator_get_batch (b);

  g_assert_cmpmem (rensa_iterator_get_place (a), sizeof (RensaIteratorPlace), rensa_iterator_get_place (b),
                   sizeof (RensaIteratorPlace));
  g_assert_cmpmem (of_a->indices, of_a->n * sizeof (gint64), of_b->indices, of_b->n * sizeof (gint64));
}

static void
assert_same_ahead (RensaIterator *a, RensaIterator *b)
{
  for (int i = 0; i < N_BATCHES; i++)
    {
      prefetch (a);
      prefetch (a);
      assert_same_place (a, b);
      assert_same_batch (a, b);
    }
}

static void
check_ahead (gconstpointer text)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "iterator.npz", NULL);
  g_autoptr (RensaDataset) dataset = asked_dataset_new (TRUE);
  g_autoptr (RensaIterator) a = make_iterator (text, dataset);
  g_autoptr (RensaIterator) b = make_iterator (text, dataset);
  g_autoptr (GError) error = NULL;

  assert_same_ahead (a, b);
  prefetch (a);
  rensa_iterator_reset (a);
  rensa_iterator_reset (b);
  assert_same_ahead (a, b);
  prefetch (a);
  g_assert_true (rensa_save_npz (path, rensa_iterator_serialize, a, FALSE, NULL));
  prefetch (b);
  rensa_iterator_reset (b);
  prefetch (b);
  rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, b, &error);
  g_assert_no_error (error);
  for (int i = 0; i < N_BATCHES; i++)
    assert_same_batch (a, b);
  test_folder_remove (folder);
}

/* What could not be made ahead is made, or refused, when it is asked for. */
static void
check_bad_ahead (gconstpointer text)
{
  g_autoptr (RensaDataset) dataset = asked_dataset_new (TRUE);
  g_autoptr (RensaIterator) a = make_iterator (text, dataset);
  g_autoptr (RensaIterator) b = make_iterator (text, dataset);
  g_autoptr (GError) error = NULL;
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

  assert_same_batch (a, b);
  bad = rensa_iterator_get_batch (a)->indices[0];
  while (error == NULL)
    {
      prefetch (a);
      rensa_iterator_next (a, NULL, fields, &error);
      clear (fields);
    }
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  prefetch (a);
  bad = -1;
  while (rensa_iterator_get_place (b)->n_seen < rensa_iterator_get_place (a)->n_seen)
    {
      next (b, fields);
      clear (fields);
    }
  assert_same_batch (a, b);
  assert_same_ahead (a, b);
}

/* The batch is there when it is asked for, unless the data set may be asked by one alone. */
static void
test_asked_once (void)
{
  for (int is_concurrent = 0; is_concurrent < 2; is_concurrent++)
    {
      g_autoptr (RensaDataset) dataset = asked_dataset_new (is_concurrent);
      g_autoptr (RensaIterator) iterator = make_iterator ("SerialIterator(batch_size=3)", dataset);
      RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

      n_asked = 0;
      prefetch (iterator);
      g_assert_cmpint (n_asked, ==, is_concurrent);
      next (iterator, fields);
      g_assert_cmpint (n_asked, ==, 1);
      clear (fields);
    }
}

/* One pass ends where it does. */
static void
test_end (void)
{
  g_autoptr (RensaDataset) dataset = asked_dataset_new (TRUE);
  g_autoptr (RensaIterator) a = make_iterator ("SerialIterator(batch_size=5, repeat=False)", dataset);
  g_autoptr (RensaIterator) b = make_iterator ("SerialIterator(batch_size=5, repeat=False)", dataset);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

  for (int i = 0; i < 4; i++)
    {
      prefetch (a);
      assert_same_batch (a, b);
    }
  prefetch (a);
  g_assert_cmpint (next (a, fields), ==, 0);
  g_assert_cmpint (next (b, fields), ==, 0);
  assert_same_place (a, b);
}

/* "NAME" is tried as its row says. */
static char *
make_text (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_has_prefix (rows[i], name) && rows[i][strlen (name)] == '(')
      return g_strdup (rows[i]);
  return g_strconcat (name, "(batch_size=3)", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_ITERATOR, (const RensaComponent *const *) rensa_iterators_classes,
                      rensa_n_iterators_classes);
  for (guint i = 0; i < rensa_n_iterators_classes; i++)
    {
      const char *name = ((const RensaComponent *) rensa_iterators_classes[i])->name;
      g_autofree char *path = g_strconcat ("/data/iterator-resume/", name, NULL);
      g_autofree char *ahead_path = g_strconcat ("/data/iterator-ahead/", name, NULL);
      g_autofree char *bad_path = g_strconcat ("/data/iterator-ahead/bad/", name, NULL);

      g_test_add_data_func_full (path, make_text (name), check_iterator, g_free);
      g_test_add_data_func_full (ahead_path, make_text (name), check_ahead, g_free);
      g_test_add_data_func_full (bad_path, make_text (name), check_bad_ahead, g_free);
    }
  g_test_add_func ("/data/iterator-ahead/asked-once", test_asked_once);
  g_test_add_func ("/data/iterator-ahead/end", test_end);
  return g_test_run ();
}
