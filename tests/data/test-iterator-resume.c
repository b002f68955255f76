/* test-iterator-resume.c: any iterator, saved anywhere, goes on as if nothing had happened.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
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

      g_test_add_data_func_full (path, make_text (name), check_iterator, g_free);
    }
  return g_test_run ();
}
