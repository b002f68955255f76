/* test-window-iterator.c: each word of a text with those around it.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "data-fixture.h"
#include "messages.h"
#include "rensa-iterators.h"
#include "rensa-primitives.h"

#define MOST 64

/* The words of one batch. */
typedef struct
{
  gint64 n;
  gint64 width;
  gint32 contexts[MOST * MOST];
  gint32 centres[MOST];
} Batch;

/* A text of @n words in which each word stands once, and tells where: word i is 7 + 3 i. */
static RensaDataset *
text_new (gint64 n, RensaDtype dtype)
{
  g_autofree gint32 *words = g_new (gint32, n);
  g_autoptr (RensaArray) narrow = NULL;
  g_autoptr (RensaArray) array = NULL;

  for (gint64 i = 0; i < n; i++)
    words[i] = (gint32) (7 + 3 * i);
  narrow = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), words, NULL);
  array = rensa_array_cast (narrow, dtype, NULL);
  return rensa_tuple_dataset_new ((RensaArray *[]){ array, array }, 2, NULL);
}

/* Takes the arrays over. */
static void
read_batch (RensaArray **fields, Batch *batch)
{
  g_autoptr (RensaArray) contexts = g_steal_pointer (&fields[0]);
  g_autoptr (RensaArray) centres = g_steal_pointer (&fields[1]);

  g_assert_cmpint (rensa_array_get_dtype (contexts), ==, RENSA_INT32);
  g_assert_cmpint (rensa_array_get_dtype (centres), ==, RENSA_INT32);
  g_assert_cmpint (rensa_array_get_ndim (contexts), ==, 2);
  g_assert_cmpint (rensa_array_get_ndim (centres), ==, 1);
  batch->n = rensa_array_get_shape (centres)->dims[0];
  batch->width = rensa_array_get_shape (contexts)->dims[1] / 2;
  g_assert_cmpint (rensa_array_get_shape (contexts)->dims[0], ==, batch->n);
  g_assert_cmpint (rensa_array_get_shape (contexts)->dims[1] % 2, ==, 0);
  g_assert_true (rensa_array_to_host (contexts, batch->contexts, NULL));
  g_assert_true (rensa_array_to_host (centres, batch->centres, NULL));
}

static gboolean
next (RensaIterator *iterator, Batch *batch)
{
  g_autoptr (GError) error = NULL;
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const int n_fields = rensa_iterator_next (iterator, NULL, fields, &error);

  g_assert_no_error (error);
  if (n_fields == 0)
    return FALSE;
  g_assert_cmpint (n_fields, ==, 2);
  read_batch (fields, batch);
  return TRUE;
}

/* What stands before and behind each centre, in the order of the text. */
static void
assert_contexts (const Batch *batch)
{
  const gint32 *word = batch->contexts;

  for (gint64 i = 0; i < batch->n; i++)
    for (gint64 offset = -batch->width; offset <= batch->width; offset++)
      if (offset != 0)
        g_assert_cmpint (*word++, ==, batch->centres[i] + 3 * offset);
}

static gint64
get_position (const Batch *batch, gint64 i)
{
  return (batch->centres[i] - 7) / 3;
}

/* With a window of 3, words 3 … 16 of 20 are centres; each is met once in an epoch, in an order that is another one in the next. */
static void
test_centres (void)
{
  g_autoptr (RensaDataset) text = text_new (20, RENSA_INT32);
  g_autoptr (RensaIterator) iterator = rensa_window_iterator_new (text, 3, 7, TRUE, TRUE, 5, NULL);
  gint64 order[2][14];
  Batch batch;

  for (int epoch = 0; epoch < 2; epoch++)
    {
      int n_seen[20] = { 0 };

      for (int k = 0; k < 2; k++)
        {
          g_assert_true (next (iterator, &batch));
          g_assert_cmpint (batch.n, ==, 7);
          assert_contexts (&batch);
          for (int i = 0; i < 7; i++)
            n_seen[order[epoch][7 * k + i] = get_position (&batch, i)]++;
          g_assert_cmpint (rensa_iterator_get_place (iterator)->is_new_epoch, ==, k == 1);
          g_assert_cmpfloat (rensa_iterator_get_place (iterator)->epoch_detail, ==, epoch + (k + 1) / 2.0);
        }
      for (int i = 0; i < 20; i++)
        g_assert_cmpint (n_seen[i], ==, i >= 3 && i <= 16);
    }
  g_assert_cmpint (memcmp (order[0], order[1], sizeof order[0]), !=, 0);

  rensa_iterator_reset (iterator);
  next (iterator, &batch);
  for (int i = 0; i < 7; i++)
    g_assert_cmpint (get_position (&batch, i), ==, order[0][i]);
}

/* Widths are 1 … window - 1, all about equally often: each of 4 some 500 times of 2000. */
static void
test_widths (void)
{
  g_autoptr (RensaDataset) text = text_new (40, RENSA_INT32);
  g_autoptr (RensaIterator) iterator = rensa_window_iterator_new (text, 5, 8, TRUE, TRUE, 5, NULL);
  g_autoptr (RensaIterator) narrow = rensa_window_iterator_new (text, 1, 8, TRUE, TRUE, 5, NULL);
  g_autoptr (RensaIterator) pair = rensa_window_iterator_new (text, 2, 8, TRUE, TRUE, 5, NULL);
  int n_drawn[6] = { 0 };
  Batch batch;

  for (int i = 0; i < 2000; i++)
    {
      next (iterator, &batch);
      assert_contexts (&batch);
      g_assert_cmpint (batch.width, >=, 1);
      g_assert_cmpint (batch.width, <, 5);
      n_drawn[batch.width]++;
    }
  for (int w = 1; w < 5; w++)
    g_assert_cmpint (ABS (n_drawn[w] - 500), <, 100);
  for (int i = 0; i < 10; i++)
    {
      next (narrow, &batch);
      g_assert_cmpint (batch.width, ==, 1);
      next (pair, &batch);
      g_assert_cmpint (batch.width, ==, 1);
    }
}

/* A pass for validation: the centres in their order, the last batch short, and the same widths again. */
static void
test_once (void)
{
  g_autoptr (RensaDataset) text = text_new (20, RENSA_INT64);
  g_autoptr (RensaAttrs) attrs =
      rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, "WindowIterator(batch_size=4, window=5)", NULL);
  g_autoptr (RensaIterator) iterator = rensa_iterator_new_once (attrs, text, NULL);
  gint64 widths[3];
  Batch batch;

  for (int pass = 0; pass < 2; pass++)
    {
      for (int k = 0; k < 3; k++)
        {
          g_assert_true (next (iterator, &batch));
          g_assert_cmpint (batch.n, ==, k < 2 ? 4 : 2);
          assert_contexts (&batch);
          for (int i = 0; i < batch.n; i++)
            g_assert_cmpint (get_position (&batch, i), ==, 5 + 4 * k + i);
          g_assert_true (pass == 0 || widths[k] == batch.width);
          widths[k] = batch.width;
        }
      g_assert_false (next (iterator, &batch));
      rensa_iterator_reset (iterator);
    }
}

static void
assert_refused (RensaDataset *dataset, const char *text, const char *message)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, text, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_iterator_new (attrs, dataset, 0, &error));
  assert_message (&error, RENSA_ERROR_INVALID, message);
}

static void
test_refused (void)
{
  g_autoptr (RensaDataset) ten = text_new (10, RENSA_INT32);
  g_autoptr (RensaDataset) eleven = text_new (11, RENSA_INT32);
  g_autoptr (RensaDataset) numbers = text_new (11, RENSA_FLOAT32);
  g_autoptr (RensaIterator) least = rensa_window_iterator_new (eleven, 5, 1, FALSE, FALSE, 0, NULL);
  g_autoptr (RensaAttrs) attrs =
      rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, "WindowIterator(batch_size=2)", NULL);
  g_autoptr (GError) error = NULL;
  Batch batch;

  assert_refused (ten, "WindowIterator",
                  "WindowIterator: the sequence has 10 of the 11 words required for a window of 5");
  assert_refused (numbers, "WindowIterator",
                  "WindowIterator: expected a sequence of words with one integer per example, but an example has "
                  "float32 of shape ()");
  g_assert_true (next (least, &batch));
  g_assert_cmpint (get_position (&batch, 0), ==, 5);
  g_assert_false (next (least, &batch));

  /* Of 11 words one is a centre. */
  g_assert_false (rensa_iterator_check (attrs, eleven, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "the batch size 2 is larger than the data set of 1 example");
}

static void
test_types (void)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, "WindowIterator(window=4)", NULL);
  RensaType types[RENSA_MAX_FIELDS] = { { RENSA_INT64, RENSA_SHAPE_SCALAR } };
  RensaType wrong[RENSA_MAX_FIELDS] = { { RENSA_INT32, RENSA_SHAPE (3) } };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_iterator_infer (attrs, types, 1, &error), ==, 2);
  g_assert_cmpint (types[0].dtype, ==, RENSA_INT32);
  g_assert_true (rensa_shape_equal (&types[0].shape, &RENSA_SHAPE (6)));
  g_assert_cmpint (types[1].dtype, ==, RENSA_INT32);
  g_assert_cmpint (types[1].shape.ndim, ==, 0);
  g_assert_cmpint (rensa_iterator_infer (attrs, wrong, 1, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID, "but an example has int32 of shape (3,)");
}

/* The centre of that number, with as many words around it as its batch has. */
static void
test_one_example (void)
{
  g_autoptr (RensaDataset) dataset = text_new (40, RENSA_INT32);
  g_autoptr (RensaIterator) iterator = rensa_window_iterator_new (dataset, 5, 4, FALSE, FALSE, 0, NULL);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  GError *error = NULL;
  gint64 number = 0;
  Batch batch;

  for (Batch one; next (iterator, &batch);)
    for (gint64 i = 0; i < batch.n; i++, number++)
      {
        g_autoptr (RensaIterator) other = rensa_window_iterator_new (dataset, 5, 4, FALSE, FALSE, 0, NULL);

        g_assert_cmpint (rensa_iterator_get_example (other, number, fields, NULL), ==, 2);
        read_batch (fields, &one);
        g_assert_cmpint (one.n, ==, 1);
        g_assert_cmpint (one.centres[0], ==, batch.centres[i]);
        g_assert_cmpint (one.width, ==, batch.width);
        assert_contexts (&one);
      }
  g_assert_cmpint (number, ==, 30);
  g_assert_cmpint (rensa_iterator_get_example (iterator, 30, fields, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID,
                      "WindowIterator: examples are numbered from 0 to 29; 30 does not exist");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_ITERATOR, (const RensaComponent *const *) rensa_iterators_classes,
                      rensa_n_iterators_classes);
  g_test_add_func ("/data/window-iterator/centres", test_centres);
  g_test_add_func ("/data/window-iterator/widths", test_widths);
  g_test_add_func ("/data/window-iterator/once", test_once);
  g_test_add_func ("/data/window-iterator/refused", test_refused);
  g_test_add_func ("/data/window-iterator/types", test_types);
  g_test_add_func ("/data/window-iterator/one-example", test_one_example);
  return g_test_run ();
}
