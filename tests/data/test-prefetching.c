/* test-prefetching.c: batches that threads make ahead are those that one thread would make.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-error.h"
#include "rensa-iterators.h"
#include "rensa-modes.h"
#include "rensa-npz.h"
#include "rensa-order-samplers.h"
#include "rensa-primitives.h"

#define LARGEST_BATCH 32

/* A data set of the numbers 0 … n-1 that is read as files are: it tells which threads asked, and can fail. */
typedef struct
{
  RensaDatasetHead head;
  pthread_mutex_t lock;
  pthread_cond_t asked;
  gint64 bad;     /* an example that cannot be read; -1 for none */
  gint64 n_asked; /* batches */
  gboolean by_others;
} Lazy;

static GThread *main_thread;

static gboolean
note (Lazy *self, const gint64 *indices, gint64 n, GError **error)
{
  gint64 bad = -1;

  pthread_mutex_lock (&self->lock);
  self->n_asked++;
  self->by_others |= g_thread_self () != main_thread;
  for (gint64 i = 0; i < n; i++)
    if (indices[i] == self->bad)
      bad = self->bad;
  pthread_cond_broadcast (&self->asked);
  pthread_mutex_unlock (&self->lock);
  if (bad >= 0)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "example %" G_GINT64_FORMAT " cannot be read", bad);
  return bad < 0;
}

static gboolean
get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error)
{
  g_autofree gint32 *values = g_new (gint32, n);

  if (!note ((Lazy *) dataset, indices, n, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    values[i] = (gint32) indices[i];
  fields[0] = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), values, error);
  return fields[0] != NULL;
}

static void
finalize (RensaDataset *dataset)
{
  Lazy *self = (Lazy *) dataset;

  pthread_mutex_destroy (&self->lock);
  pthread_cond_destroy (&self->asked);
}

static const RensaDatasetKind lazy_kind = { .size = sizeof (Lazy), .finalize = finalize, .get_batch = get_batch };

static RensaDataset *
lazy_new (gint64 n)
{
  const RensaType type = { RENSA_INT32, RENSA_SHAPE_SCALAR };
  RensaDataset *dataset = rensa_dataset_new (&lazy_kind, n, 1, &type);
  Lazy *self = (Lazy *) dataset;

  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->asked, NULL);
  self->head.is_lazy = TRUE;
  self->head.is_concurrent = TRUE;
  self->bad = -1;
  return dataset;
}

static RensaIterator *
iterator_new (const char *text, RensaDataset *dataset)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, text, &error);
  RensaIterator *iterator;

  g_assert_no_error (error);
  iterator = rensa_iterator_new (attrs, dataset, 9, &error);
  g_assert_no_error (error);
  return iterator;
}

/* The numbers of the next batch in @batch; how many, 0 at the end. */
static gint64
next (RensaIterator *iterator, gint32 *batch)
{
  g_autoptr (GError) error = NULL;
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  g_autoptr (RensaArray) array = NULL;
  const int n_fields = rensa_iterator_next (iterator, NULL, fields, &error);

  g_assert_no_error (error);
  if (n_fields == 0)
    return 0;
  g_assert_cmpint (n_fields, ==, 1);
  array = fields[0];
  g_assert_cmpint (rensa_array_get_count (array), <=, LARGEST_BATCH);
  g_assert_true (rensa_array_to_host (array, batch, NULL));
  return rensa_array_get_count (array);
}

static void
assert_same_place (RensaIterator *a, RensaIterator *b)
{
  const RensaIteratorPlace *x = rensa_iterator_get_place (a);
  const RensaIteratorPlace *y = rensa_iterator_get_place (b);

  g_assert_cmpint (x->epoch, ==, y->epoch);
  g_assert_cmpint (x->is_new_epoch, ==, y->is_new_epoch);
  g_assert_cmpint (x->n_seen, ==, y->n_seen);
  g_assert_cmpfloat (x->epoch_detail, ==, y->epoch_detail);
  g_assert_cmpint (isnan (x->previous_epoch_detail), ==, isnan (y->previous_epoch_detail));
  if (!isnan (x->previous_epoch_detail))
    g_assert_cmpfloat (x->previous_epoch_detail, ==, y->previous_epoch_detail);
}

static void
assert_same_steps (RensaIterator *a, RensaIterator *b, int n_steps)
{
  for (int i = 0; i < n_steps; i++)
    {
      gint32 x[LARGEST_BATCH], y[LARGEST_BATCH];
      const gint64 n = next (a, x);

      g_assert_cmpint (next (b, y), ==, n);
      g_assert_cmpmem (x, (gsize) n * sizeof *x, y, (gsize) n * sizeof *y);
      assert_same_place (a, b);
    }
}

static const char *const with_threads[] = {
  "MultithreadIterator(n_threads=1, %s)",
  "MultithreadIterator(n_threads=3, %s)",
  "MultiprocessIterator(n_processes=2, n_prefetch=4, %s)",
  "MultiprocessIterator(%s)",
};

static const char *const settings[] = {
  "batch_size=3",
  "batch_size=7, shuffle=False",
  "batch_size=16",
  "batch_size=3, repeat=False",
  "batch_size=5, repeat=False, shuffle=False",
  "batch_size=4, order_sampler=ShuffleOrderSampler(random_state=5)",
};

static RensaIterator *
iterator_new_with (const char *format, const char *values, RensaDataset *dataset)
{
  g_auto (GStrv) parts = g_strsplit (format, "%s", 2);
  g_autofree char *text = g_strconcat (parts[0], values, parts[1], NULL);

  return iterator_new (text, dataset);
}

/* Of a data set that is read, of one in memory, and of parts of such. */
static void
test_same_as_serial (void)
{
  g_autoptr (RensaDataset) lazy = lazy_new (7);
  g_autoptr (RensaDataset) eager = counting_dataset_new (7);
  g_autoptr (RensaDataset) more = counting_dataset_new (9);
  g_autoptr (RensaDataset) part = rensa_sub_dataset_new (more, 1, 8, NULL, NULL);
  g_autoptr (RensaDataset) joined = rensa_concatenated_dataset_new ((RensaDataset *[]){ eager, part }, 2, NULL);
  RensaDataset *const datasets[] = { lazy, eager, part, joined };

  for (guint d = 0; d < G_N_ELEMENTS (datasets); d++)
    for (guint w = 0; w < G_N_ELEMENTS (with_threads); w++)
      for (guint s = 0; s < G_N_ELEMENTS (settings); s++)
        {
          g_autoptr (RensaIterator) serial = iterator_new_with ("SerialIterator(%s)", settings[s], datasets[d]);
          g_autoptr (RensaIterator) ahead = iterator_new_with (with_threads[w], settings[s], datasets[d]);

          assert_same_steps (serial, ahead, 12);
        }
}

/* At any step, also in the middle of what was made ahead. */
static void
test_reset (void)
{
  g_autoptr (RensaDataset) dataset = lazy_new (7);

  for (int when = 0; when < 6; when++)
    {
      g_autoptr (RensaIterator) serial = iterator_new ("SerialIterator(batch_size=3)", dataset);
      g_autoptr (RensaIterator) ahead = iterator_new ("MultithreadIterator(batch_size=3, n_threads=2)", dataset);

      assert_same_steps (serial, ahead, when);
      rensa_iterator_reset (serial);
      rensa_iterator_reset (ahead);
      assert_same_place (serial, ahead);
      assert_same_steps (serial, ahead, 6);
    }
}

/* The place in a file is that of the batches that were asked for, whatever was made ahead; each iterator goes on where another was. */
static void
test_resume (void)
{
  static const char *const kinds[] = { "SerialIterator(%s)", "MultithreadIterator(n_threads=2, %s)",
                                       "MultiprocessIterator(n_processes=2, %s)" };
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "iterator.npz", NULL);
  g_autoptr (RensaDataset) dataset = lazy_new (7);

  for (guint from = 0; from < G_N_ELEMENTS (kinds); from++)
    for (guint to = 0; to < G_N_ELEMENTS (kinds); to++)
      for (int when = 0; when < 6; when++)
        {
          g_autoptr (RensaIterator) a = iterator_new_with (kinds[from], "batch_size=3", dataset);
          g_autoptr (RensaIterator) b = iterator_new_with (kinds[to], "batch_size=3", dataset);
          g_autoptr (GError) error = NULL;
          gint32 batch[LARGEST_BATCH];

          for (int i = 0; i < when; i++)
            next (a, batch);
          next (b, batch);
          g_assert_true (rensa_save_npz (path, rensa_iterator_serialize, a, TRUE, NULL));
          g_assert_true (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, b, &error));
          g_assert_no_error (error);
          assert_same_place (a, b);
          assert_same_steps (a, b, 8);
        }
  test_folder_free (g_steal_pointer (&folder));
}

/* A file without an order, as Chainer's threads write it where nothing is shuffled. */
static void
test_resume_in_order (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "iterator.npz", NULL);
  g_autoptr (RensaDataset) dataset = lazy_new (7);
  g_autoptr (RensaIterator) a = iterator_new ("MultithreadIterator(batch_size=3, shuffle=False)", dataset);
  g_autoptr (RensaIterator) b = iterator_new ("MultithreadIterator(batch_size=3, shuffle=False)", dataset);
  g_autoptr (RensaNpz) archive = NULL;
  gint32 batch[LARGEST_BATCH];

  next (a, batch);
  g_assert_true (rensa_save_npz (path, rensa_iterator_serialize, a, TRUE, NULL));
  archive = rensa_npz_open (path, NULL);
  g_assert_true (rensa_npz_has (archive, "_order"));
  g_assert_true (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, b, NULL));
  assert_same_steps (a, b, 5);
  test_folder_free (g_steal_pointer (&folder));
}

/* The sentence of the one that reads comes to the one that asks; nothing is lost, and what can be read then is. */
static void
test_error (void)
{
  for (gint64 bad = 0; bad < 7; bad++)
    {
      g_autoptr (RensaDataset) dataset = lazy_new (7);
      g_autoptr (RensaDataset) whole = lazy_new (7);
      g_autoptr (RensaIterator) serial = iterator_new ("SerialIterator(batch_size=2)", whole);
      g_autoptr (RensaIterator) ahead = iterator_new ("MultithreadIterator(batch_size=2, n_threads=3)", dataset);
      g_autofree char *message = g_strdup_printf ("example %" G_GINT64_FORMAT " cannot be read", bad);
      RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
      g_autoptr (GError) error = NULL;
      gint32 batch[LARGEST_BATCH];

      ((Lazy *) dataset)->bad = bad;
      while (rensa_iterator_next (ahead, NULL, fields, &error) > 0)
        {
          g_clear_pointer (&fields[0], rensa_array_unref);
          next (serial, batch);
        }
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
      g_assert_cmpstr (error->message, ==, message);
      assert_same_place (serial, ahead);

      g_clear_error (&error);
      g_assert_cmpint (rensa_iterator_next (ahead, NULL, fields, &error), ==, -1);
      g_assert_cmpstr (error->message, ==, message);
      pthread_mutex_lock (&((Lazy *) dataset)->lock);
      ((Lazy *) dataset)->bad = -1;
      pthread_mutex_unlock (&((Lazy *) dataset)->lock);
      assert_same_steps (serial, ahead, 8);
    }
}

/* While nobody asks, the next ones are read, by others than the thread that will ask. */
static void
test_reads_ahead (void)
{
  g_autoptr (RensaDataset) dataset = lazy_new (100);
  g_autoptr (RensaIterator) iterator = iterator_new ("MultithreadIterator(batch_size=2, n_threads=2)", dataset);
  Lazy *lazy = (Lazy *) dataset;
  gint32 batch[LARGEST_BATCH];

  g_assert_cmpint (lazy->n_asked, ==, 0);
  next (iterator, batch);
  pthread_mutex_lock (&lazy->lock);
  while (lazy->n_asked < 3)
    pthread_cond_wait (&lazy->asked, &lazy->lock);
  g_assert_cmpint (lazy->n_asked, ==, 3);
  g_assert_true (lazy->by_others);
  pthread_mutex_unlock (&lazy->lock);
}

/* A data set that is made for one thread is asked by the one that trains. */
static void
test_not_concurrent (void)
{
  g_autoptr (RensaDataset) dataset = lazy_new (7);
  g_autoptr (RensaDataset) whole = lazy_new (7);
  g_autoptr (RensaIterator) serial = iterator_new ("SerialIterator(batch_size=3)", whole);
  g_autoptr (RensaIterator) ahead = NULL;
  Lazy *lazy = (Lazy *) dataset;

  lazy->head.is_concurrent = FALSE;
  ahead = iterator_new ("MultithreadIterator(batch_size=3, n_threads=2)", dataset);
  assert_same_steps (serial, ahead, 5);
  g_assert_false (lazy->by_others);
  g_assert_cmpint (lazy->n_asked, ==, 5);
}

/* Given back, whatever is still being made. */
static void
test_free (void)
{
  for (int when = 0; when < 20; when++)
    {
      g_autoptr (RensaDataset) dataset = lazy_new (1000);
      g_autoptr (RensaIterator) iterator =
          iterator_new ("MultiprocessIterator(batch_size=10, n_processes=4, n_prefetch=8)", dataset);
      gint32 batch[LARGEST_BATCH];

      for (int i = 0; i < when; i++)
        next (iterator, batch);
    }
}

/* The number of the only example, times a factor, in the type of the mode. */
static int
convert (const RensaBatch *batch, gpointer data, RensaArray **fields, GError **error)
{
  const double value = *(const double *) data * (double) batch->indices[0];

  fields[0] = rensa_array_full (rensa_modes_get ()->dtype, &RENSA_SHAPE_SCALAR, value, error);
  return fields[0] != NULL ? 1 : -1;
}

/* With another converter what was made ahead is of no use. The modes are those of the thread that asks. */
static void
test_converter (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaDataset) dataset = lazy_new (100);
  g_autoptr (RensaIterator) iterator =
      iterator_new ("MultithreadIterator(batch_size=1, shuffle=False, n_threads=2)", dataset);
  double factors[] = { 2, 3 };
  const RensaConverter converters[] = { { convert, &factors[0] }, { convert, &factors[1] } };

  rensa_modes_get ()->dtype = RENSA_FLOAT64;
  for (int i = 0; i < 50; i++)
    {
      RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
      const int which = i / 5 % 2;

      g_assert_cmpint (rensa_iterator_next (iterator, &converters[which], fields, NULL), ==, 1);
      g_assert_cmpint (rensa_array_get_dtype (fields[0]), ==, RENSA_FLOAT64);
      g_assert_cmpfloat (rensa_array_get_scalar (fields[0]), ==, factors[which] * i);
      rensa_array_unref (fields[0]);
    }
}

/* What one thread looks at is not let go by another: views of the whole would be. */
static void
test_shares_nothing (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (4000);
  g_autoptr (RensaIterator) serial = iterator_new ("SerialIterator(batch_size=20, shuffle=False)", dataset);
  g_autoptr (RensaIterator) ahead =
      iterator_new ("MultithreadIterator(batch_size=20, shuffle=False, n_threads=4)", dataset);

  assert_same_steps (serial, ahead, 400);
}

static void
test_refusals (void)
{
  g_autoptr (RensaDataset) dataset = lazy_new (7);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (
      RENSA_COMPONENT_ITERATOR, "MultithreadIterator(batch_size=3, shuffle=False, order_sampler=ShuffleOrderSampler)",
      NULL);
  g_autoptr (RensaAttrs) large =
      rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, "MultiprocessIterator(batch_size=8)", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_iterator_check (attrs, dataset, &error));
  g_assert_cmpstr (error->message, ==, "MultithreadIterator: “order_sampler” requires “shuffle”");
  g_clear_error (&error);
  g_assert_false (rensa_iterator_check (large, dataset, &error));
  g_assert_cmpstr (error->message, ==,
                   "MultiprocessIterator: the batch size 8 is larger than the data set of 7 "
                   "examples.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_ITERATOR, (const RensaComponent *const *) rensa_iterators_classes,
                      rensa_n_iterators_classes);
  rensa_registry_add (RENSA_COMPONENT_ORDER_SAMPLER, (const RensaComponent *const *) rensa_order_samplers_classes,
                      rensa_n_order_samplers_classes);
  main_thread = g_thread_self ();
  g_test_add_func ("/data/prefetching/same-as-serial", test_same_as_serial);
  g_test_add_func ("/data/prefetching/reset", test_reset);
  g_test_add_func ("/data/prefetching/resume", test_resume);
  g_test_add_func ("/data/prefetching/resume-in-order", test_resume_in_order);
  g_test_add_func ("/data/prefetching/error", test_error);
  g_test_add_func ("/data/prefetching/reads-ahead", test_reads_ahead);
  g_test_add_func ("/data/prefetching/not-concurrent", test_not_concurrent);
  g_test_add_func ("/data/prefetching/free", test_free);
  g_test_add_func ("/data/prefetching/converter", test_converter);
  g_test_add_func ("/data/prefetching/shares-nothing", test_shares_nothing);
  g_test_add_func ("/data/prefetching/refusals", test_refusals);
  return g_test_run ();
}
