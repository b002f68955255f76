/* test-serial-iterator.c: batches, epochs, and going on from a file.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-error.h"
#include "rensa-iterators.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"

/* The numbers of the next batch in @batch; how many, or -1 at the end. */
static gint64
next (RensaIterator *iterator, gint32 *batch)
{
  g_autoptr (GError) error = NULL;
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const int n_fields = rensa_iterator_next (iterator, NULL, fields, &error);
  gint64 n;

  g_assert_no_error (error);
  if (n_fields == 0)
    return -1;

  g_assert_cmpint (n_fields, ==, 1);
  n = rensa_array_get_count (fields[0]);
  g_assert_true (rensa_array_to_host (fields[0], batch, NULL));
  rensa_array_unref (fields[0]);
  return n;
}

typedef struct
{
  gint64 n;
  gint32 batch[5];
  gint64 epoch;
  gboolean is_new_epoch;
  double epoch_detail;
  double previous_epoch_detail;
} Step;

/* What Chainer's iterator gave. */
/* clang-format off */
static const struct
{
  gint64 n_items, batch_size;
  gboolean repeat;
  int n_steps;
  Step steps[7];
} traces[] = {
  {
    7, 3, TRUE, 7,
    {
      { 3, { 0, 1, 2 }, 0, FALSE, 0.42857142857142855, 0.0 },
      { 3, { 3, 4, 5 }, 0, FALSE, 0.8571428571428571, 0.42857142857142855 },
      { 3, { 6, 0, 1 }, 1, TRUE, 1.2857142857142856, 0.8571428571428571 },
      { 3, { 2, 3, 4 }, 1, FALSE, 1.7142857142857144, 1.2857142857142856 },
      { 3, { 5, 6, 0 }, 2, TRUE, 2.142857142857143, 1.7142857142857144 },
      { 3, { 1, 2, 3 }, 2, FALSE, 2.571428571428571, 2.142857142857143 },
      { 3, { 4, 5, 6 }, 3, TRUE, 3.0, 2.571428571428571 },
    },
  },
  {
    6, 3, TRUE, 7,
    {
      { 3, { 0, 1, 2 }, 0, FALSE, 0.5, 0.0 },
      { 3, { 3, 4, 5 }, 1, TRUE, 1.0, 0.5 },
      { 3, { 0, 1, 2 }, 1, FALSE, 1.5, 1.0 },
      { 3, { 3, 4, 5 }, 2, TRUE, 2.0, 1.5 },
      { 3, { 0, 1, 2 }, 2, FALSE, 2.5, 2.0 },
      { 3, { 3, 4, 5 }, 3, TRUE, 3.0, 2.5 },
      { 3, { 0, 1, 2 }, 3, FALSE, 3.5, 3.0 },
    },
  },
  {
    7, 3, FALSE, 4,
    {
      { 3, { 0, 1, 2 }, 0, FALSE, 0.42857142857142855, 0.0 },
      { 3, { 3, 4, 5 }, 0, FALSE, 0.8571428571428571, 0.42857142857142855 },
      { 1, { 6 }, 1, TRUE, 1.0, 0.8571428571428571 },
      { -1, { 0 }, 1, TRUE, 1.0, 0.8571428571428571 },
    },
  },
  {
    2, 5, TRUE, 7,
    {
      { 5, { 0, 1, 0, 1, 0 }, 2, TRUE, 2.5, 0.0 },
      { 5, { 1, 0, 1, 0, 1 }, 5, TRUE, 5.0, 2.5 },
      { 5, { 0, 1, 0, 1, 0 }, 7, TRUE, 7.5, 5.0 },
      { 5, { 1, 0, 1, 0, 1 }, 10, TRUE, 10.0, 7.5 },
      { 5, { 0, 1, 0, 1, 0 }, 12, TRUE, 12.5, 10.0 },
      { 5, { 1, 0, 1, 0, 1 }, 15, TRUE, 15.0, 12.5 },
      { 5, { 0, 1, 0, 1, 0 }, 17, TRUE, 17.5, 15.0 },
    },
  },
  {
    6, 2, FALSE, 4,
    {
      { 2, { 0, 1 }, 0, FALSE, 0.3333333333333333, 0.0 },
      { 2, { 2, 3 }, 0, FALSE, 0.6666666666666666, 0.3333333333333333 },
      { 2, { 4, 5 }, 1, TRUE, 1.0, 0.6666666666666666 },
      { -1, { 0 }, 1, TRUE, 1.0, 0.6666666666666666 },
    },
  },
};
/* clang-format on */

static void
test_traces (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_autoptr (RensaDataset) dataset = counting_dataset_new (traces[i].n_items);
      g_autoptr (RensaIterator) iterator =
          rensa_serial_iterator_new (dataset, traces[i].batch_size, traces[i].repeat, FALSE, 0, NULL);

      g_assert_true (isnan (rensa_iterator_get_place (iterator)->previous_epoch_detail));
      for (int j = 0; j < traces[i].n_steps; j++)
        {
          const Step *step = &traces[i].steps[j];
          gint32 batch[5];

          g_assert_cmpint (next (iterator, batch), ==, step->n);
          if (step->n > 0)
            g_assert_cmpmem (batch, 4 * step->n, step->batch, 4 * step->n);
          g_assert_cmpint (rensa_iterator_get_place (iterator)->epoch, ==, step->epoch);
          g_assert_cmpint (rensa_iterator_get_place (iterator)->is_new_epoch, ==, step->is_new_epoch);
          g_assert_cmpfloat_with_epsilon (rensa_iterator_get_place (iterator)->epoch_detail, step->epoch_detail, 1e-15);
          g_assert_cmpfloat_with_epsilon (rensa_iterator_get_place (iterator)->previous_epoch_detail,
                                          step->previous_epoch_detail, 1e-15);
        }
    }
}

/* Each epoch holds every example once, in an order of its own that the seed determines. */
static void
test_shuffle (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (1000);
  g_autoptr (RensaIterator) a = rensa_serial_iterator_new (dataset, 1000, TRUE, TRUE, 5, NULL);
  g_autoptr (RensaIterator) b = rensa_serial_iterator_new (dataset, 1000, TRUE, TRUE, 5, NULL);
  g_autoptr (RensaIterator) c = rensa_serial_iterator_new (dataset, 1000, TRUE, TRUE, 6, NULL);
  gint32 first[1000], again[1000], other[1000], second[1000];
  gboolean seen[1000] = { 0 };

  next (a, first);
  next (b, again);
  next (c, other);
  next (a, second);
  g_assert_cmpmem (first, sizeof first, again, sizeof again);
  g_assert_cmpint (memcmp (first, other, sizeof first), !=, 0);
  g_assert_cmpint (memcmp (first, second, sizeof first), !=, 0);
  for (int i = 0; i < 1000; i++)
    seen[second[i]] = TRUE;
  for (int i = 0; i < 1000; i++)
    g_assert_true (seen[i]);

  rensa_iterator_reset (a);
  g_assert_cmpint (rensa_iterator_get_place (a)->epoch, ==, 0);
  next (a, again);
  g_assert_cmpmem (first, sizeof first, again, sizeof again);
}

/* Saved anywhere, the iterator goes on as if nothing had happened. */
static void
test_resume (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "iterator.npz", NULL);
  g_autoptr (RensaDataset) dataset = counting_dataset_new (7);

  for (int when = 0; when < 8; when++)
    {
      g_autoptr (RensaIterator) a = rensa_serial_iterator_new (dataset, 3, TRUE, TRUE, 9, NULL);
      g_autoptr (RensaIterator) b = rensa_serial_iterator_new (dataset, 3, TRUE, TRUE, 9, NULL);
      g_autoptr (GError) error = NULL;
      gint32 batch[3], same[3];

      for (int i = 0; i < when; i++)
        next (a, batch);
      g_assert_true (rensa_save_npz (path, rensa_iterator_serialize, a, TRUE, NULL));
      g_assert_true (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, b, &error));
      g_assert_no_error (error);
      for (int i = 0; i < 8; i++)
        {
          next (a, batch);
          next (b, same);
          g_assert_cmpmem (batch, sizeof batch, same, sizeof same);
          g_assert_cmpfloat (rensa_iterator_get_place (a)->epoch_detail, ==,
                             rensa_iterator_get_place (b)->epoch_detail);
          g_assert_cmpfloat (rensa_iterator_get_place (a)->previous_epoch_detail, ==,
                             rensa_iterator_get_place (b)->previous_epoch_detail);
          g_assert_cmpint (rensa_iterator_get_place (a)->is_new_epoch, ==, rensa_iterator_get_place (b)->is_new_epoch);
        }
    }
  test_folder_free (g_steal_pointer (&folder));
}

/* What a file holds for an iterator, to be changed by the cases below. */
typedef struct
{
  gint64 position, epoch;
  gboolean is_new_epoch;
  double previous;
  RensaArray *order;
} State;

static gboolean
serialize_state (gpointer object, RensaSerializer *serializer, GError **error)
{
  State *state = object;

  return rensa_serializer_int (serializer, "current_position", &state->position, error)
         && rensa_serializer_int (serializer, "epoch", &state->epoch, error)
         && rensa_serializer_bool (serializer, "is_new_epoch", &state->is_new_epoch, error)
         && (isnan (state->previous)
             || rensa_serializer_double (serializer, "previous_epoch_detail", &state->previous, error))
         && rensa_serializer_array (serializer, "order", &state->order, error);
}

/* The state that Chainer saved after the batches [6 2 4] [1 0 5] [3 5 1] [4 2 0] of 7 items. */
static State
make_chainer_state (void)
{
  const gint64 order[] = { 5, 1, 4, 2, 0, 3, 6 };

  return (State){ 5, 1, FALSE, 9 / 7.0, rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (7), order, NULL) };
}

static void
test_chainer_state (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "iterator.npz", NULL);
  g_autoptr (RensaDataset) dataset = counting_dataset_new (7);
  g_autoptr (RensaIterator) iterator = rensa_serial_iterator_new (dataset, 3, TRUE, TRUE, 9, NULL);
  State state = make_chainer_state ();
  gint32 batch[3];

  g_assert_true (rensa_save_npz (path, serialize_state, &state, TRUE, NULL));
  g_assert_true (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, iterator, NULL));
  g_assert_cmpint (rensa_iterator_get_place (iterator)->epoch, ==, 1);
  g_assert_cmpint (rensa_iterator_get_place (iterator)->n_seen, ==, 12);
  g_assert_cmpfloat_with_epsilon (rensa_iterator_get_place (iterator)->epoch_detail, 1.7142857142857144, 1e-15);
  g_assert_cmpfloat_with_epsilon (rensa_iterator_get_place (iterator)->previous_epoch_detail, 1.2857142857142856,
                                  1e-15);
  g_assert_cmpint (next (iterator, batch), ==, 3);
  g_assert_cmpint (batch[0], ==, 3);
  g_assert_cmpint (batch[1], ==, 6);
  g_assert_cmpint (rensa_iterator_get_place (iterator)->epoch, ==, 2);
  g_assert_true (rensa_iterator_get_place (iterator)->is_new_epoch);

  /* Old versions stored no previous detail: it is worked out. */
  state.previous = NAN;
  g_assert_true (rensa_save_npz (path, serialize_state, &state, TRUE, NULL));
  g_assert_true (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, iterator, NULL));
  g_assert_cmpfloat_with_epsilon (rensa_iterator_get_place (iterator)->previous_epoch_detail, 1.2857142857142856,
                                  1e-15);
  rensa_array_unref (state.order);
  test_folder_free (g_steal_pointer (&folder));
}

static void
test_bad_state (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "iterator.npz", NULL);
  g_autoptr (RensaDataset) dataset = counting_dataset_new (7);
  g_autoptr (RensaIterator) iterator = rensa_serial_iterator_new (dataset, 3, TRUE, TRUE, 9, NULL);
  g_autoptr (RensaIterator) same = rensa_serial_iterator_new (dataset, 3, TRUE, TRUE, 9, NULL);
  gint32 batch[3], expected[3];

  for (int i = 0; i < 6; i++)
    {
      State state = make_chainer_state ();
      g_autoptr (GError) error = NULL;
      gint64 order[] = { 5, 1, 4, 2, 0, 3, i == 0 ? 5 : i == 1 ? 7 : i == 2 ? -1 : 6 };

      rensa_array_from_host (state.order, order, NULL);
      if (i == 3)
        state.position = 7;
      if (i == 4)
        state.epoch = -1;
      if (i == 5)
        {
          rensa_array_unref (state.order);
          state.order = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (6), order, NULL);
        }
      g_assert_true (rensa_save_npz (path, serialize_state, &state, TRUE, NULL));
      g_assert_false (rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, iterator, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, "/iterator.npz: "));
      rensa_array_unref (state.order);
    }

  next (iterator, batch);
  next (same, expected);
  g_assert_cmpmem (batch, sizeof batch, expected, sizeof expected);
  test_folder_free (g_steal_pointer (&folder));
}

static void
test_bad_arguments (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (7);
  g_autoptr (RensaDataset) empty = counting_dataset_new (0);
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_serial_iterator_new (dataset, 0, TRUE, TRUE, 0, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (rensa_serial_iterator_new (empty, 1, TRUE, TRUE, 0, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "SerialIterator: the data set has no examples");
}

static void
test_component (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (7);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_serial_iterator_class));
  g_autoptr (RensaIterator) iterator = NULL;
  g_autoptr (GError) error = NULL;
  gint32 batch[5];

  g_assert_true (rensa_attrs_parse (attrs, "batch_size=8", &error));
  g_assert_false (rensa_iterator_check (attrs, dataset, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "SerialIterator: the batch size 8 is larger than the data set of 7 examples.");
  g_clear_error (&error);

  g_assert_true (rensa_attrs_parse (attrs, "batch_size=5, repeat=false, shuffle=false", &error));
  g_assert_true (rensa_iterator_check (attrs, dataset, NULL));
  iterator = rensa_iterator_new (attrs, dataset, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpint (next (iterator, batch), ==, 5);
  g_assert_cmpint (next (iterator, batch), ==, 2);
  g_assert_cmpint (batch[1], ==, 6);
  g_assert_cmpint (next (iterator, batch), ==, -1);
}

/* As for validation: the same in the whole, whatever the attributes say of order and repetition. */
static void
test_once (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (7);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_serial_iterator_class));
  g_autoptr (RensaIterator) iterator = NULL;
  gint32 batch[5];

  g_assert_true (rensa_attrs_parse (attrs, "batch_size=5", NULL));
  iterator = rensa_iterator_new_once (attrs, dataset, NULL);
  for (int pass = 0; pass < 2; pass++)
    {
      g_assert_cmpint (next (iterator, batch), ==, 5);
      for (int i = 0; i < 5; i++)
        g_assert_cmpint (batch[i], ==, i);
      g_assert_cmpint (next (iterator, batch), ==, 2);
      g_assert_cmpint (next (iterator, batch), ==, -1);
      rensa_iterator_reset (iterator);
    }
}

typedef struct
{
  int n_failures; /* to come */
} Moody;

/* A converter that gives the numbers of the examples, doubled. */
static int
convert (const RensaBatch *batch, gpointer data, RensaArray **fields, GError **error)
{
  Moody *moody = data;
  g_autofree gint32 *values = g_new (gint32, batch->n);

  if (moody->n_failures-- > 0)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_IO, "not now");
      return -1;
    }
  for (gint64 i = 0; i < batch->n; i++)
    values[i] = (gint32) (2 * batch->indices[i]);
  fields[0] = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (batch->n), values, NULL);
  return 1;
}

/* A batch of which no arrays can be made, also one that crosses the end of an epoch, is the next one again. */
static void
test_converter (void)
{
  g_autoptr (RensaDataset) dataset = counting_dataset_new (7);
  g_autoptr (RensaIterator) smooth = rensa_serial_iterator_new (dataset, 3, TRUE, TRUE, 9, NULL);
  g_autoptr (RensaIterator) rough = rensa_serial_iterator_new (dataset, 3, TRUE, TRUE, 9, NULL);
  Moody moody = { 0 };
  const RensaConverter converter = { convert, &moody };

  for (int i = 0; i < 8; i++)
    {
      g_autoptr (GError) error = NULL;
      RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
      gint32 expected[3], batch[3];

      moody.n_failures = 1;
      g_assert_cmpint (rensa_iterator_next (rough, &converter, fields, &error), ==, -1);
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
      g_assert_cmpint (rensa_iterator_get_place (rough)->n_seen, ==, rensa_iterator_get_place (smooth)->n_seen);
      g_assert_cmpint (rensa_iterator_next (rough, &converter, fields, NULL), ==, 1);
      g_assert_true (rensa_array_to_host (fields[0], batch, NULL));
      rensa_array_unref (fields[0]);
      next (smooth, expected);
      for (int j = 0; j < 3; j++)
        g_assert_cmpint (batch[j], ==, 2 * expected[j]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/data/serial-iterator/traces", test_traces);
  g_test_add_func ("/data/serial-iterator/shuffle", test_shuffle);
  g_test_add_func ("/data/serial-iterator/resume", test_resume);
  g_test_add_func ("/data/serial-iterator/chainer-state", test_chainer_state);
  g_test_add_func ("/data/serial-iterator/bad-state", test_bad_state);
  g_test_add_func ("/data/serial-iterator/bad-arguments", test_bad_arguments);
  g_test_add_func ("/data/serial-iterator/component", test_component);
  g_test_add_func ("/data/serial-iterator/once", test_once);
  g_test_add_func ("/data/serial-iterator/converter", test_converter);
  return g_test_run ();
}
