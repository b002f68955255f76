/* test-data-split.c: which examples are for training and which for validation.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "data-fixture.h"
#include "rensa-error.h"

#define N_CLASSES 4

/* Examples with the classes of @counts, all of one class before the next. */
static void
make_data (const gint64 *counts, RensaDataBundle *bundle)
{
  gint64 n = 0;
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (float));
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;
  g_autoptr (GError) error = NULL;

  for (gint32 class = 0; class < N_CLASSES; class ++)
    for (gint64 i = 0; i < counts[class]; i++, n++)
      {
        g_array_append_val (numbers, ((float[]){ (float) n })[0]);
        g_array_append_val (labels, class);
      }
  x = floats_new ((const float *) (gpointer) numbers->data, RENSA_SHAPE (n, 1));
  t = ints_new ((const gint32 *) (gpointer) labels->data, n);
  bundle->train = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, &error);
  g_assert_no_error (error);
  bundle->n_classes = N_CLASSES;
}

static void
divide (const gint64 *counts, const RensaDivision *division, RensaDataBundle *bundle)
{
  g_autoptr (GError) error = NULL;

  make_data (counts, bundle);
  rensa_data_bundle_divide (bundle, division, &error);
  g_assert_no_error (error);
}

static void
count (RensaDataset *dataset, gint64 *counts)
{
  const gint64 n = rensa_dataset_get_length (dataset);
  g_autofree double *labels = field_to_doubles (dataset, 1);

  memset (counts, 0, N_CLASSES * sizeof *counts);
  for (gint64 i = 0; i < n; i++)
    counts[(int) labels[i]]++;
}

/* Marks the examples of @dataset, each of which has not been marked before. */
static void
mark (RensaDataset *dataset, gboolean *is_marked)
{
  const gint64 n = rensa_dataset_get_length (dataset);
  g_autofree double *numbers = field_to_doubles (dataset, 0);

  for (gint64 i = 0; i < n; i++)
    {
      g_assert_false (is_marked[(int) numbers[i]]);
      is_marked[(int) numbers[i]] = TRUE;
    }
}

static const gint64 tables[][N_CLASSES] = {
  { 30, 20, 10, 0 }, { 50, 50, 50, 0 }, { 100, 2, 2, 1 },   { 2, 2, 2, 2 },
  { 7, 1, 400, 3 },  { 5, 0, 0, 0 },    { 11, 13, 17, 19 },
};

static gint64
get_total (const gint64 *counts)
{
  gint64 n = 0;

  for (int i = 0; i < N_CLASSES; i++)
    n += counts[i];
  return n;
}

static void
check_held_out (const gint64 *counts, double fraction, gboolean shuffle, guint64 seed)
{
  const RensaDivision division = { .fraction = fraction, .shuffle = shuffle, .seed = seed, .is_stratified = TRUE };
  gboolean is_marked[512] = { FALSE };
  gint64 train[N_CLASSES], test[N_CLASSES];
  g_auto (RensaDataBundle) bundle = { 0 };

  divide (counts, &division, &bundle);
  count (bundle.train, train);
  count (bundle.test, test);
  mark (bundle.train, is_marked);
  mark (bundle.test, is_marked);
  for (int i = 0; i < N_CLASSES; i++)
    {
      g_assert_cmpint (train[i] + test[i], ==, counts[i]);
      g_assert_cmpfloat (ABS ((double) train[i] - (double) counts[i] * fraction), <=, 1.0);
      if (counts[i] >= 2)
        g_assert_true (train[i] > 0 && test[i] > 0);
    }
  g_assert_false (bundle.can_split_classes);
}

static void
each_class_is_in_both_parts (void)
{
  static const double fractions[] = { 0.5, 0.7, 0.9 };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (guint j = 0; j < G_N_ELEMENTS (fractions); j++)
      for (guint64 seed = 0; seed < 5; seed++)
        check_held_out (tables[i], fractions[j], seed > 0, seed);
}

/* The order of the examples is that of a plain split. */
static void
others_are_divided_as_before (void)
{
  const RensaDivision division = { .fraction = 0.7, .shuffle = TRUE, .seed = 3 };
  g_auto (RensaDataBundle) bundle = { 0 };
  g_auto (RensaDataBundle) plain = { 0 };
  g_autoptr (RensaDataset) train = NULL;
  g_autoptr (RensaDataset) test = NULL;
  g_autofree double *numbers = NULL;
  g_autofree double *expected = NULL;
  g_autoptr (GError) error = NULL;

  divide (tables[0], &division, &bundle);
  make_data (tables[0], &plain);
  g_assert_true (rensa_split_dataset_random (plain.train, 42, 3, &train, &test, &error));
  g_assert_cmpint (rensa_dataset_get_length (bundle.train), ==, 42);
  numbers = field_to_doubles (bundle.train, 0);
  expected = field_to_doubles (train, 0);
  g_assert_cmpmem (numbers, 42 * sizeof *numbers, expected, 42 * sizeof *expected);
  g_assert_true (bundle.can_split_classes);
}

static void
values_are_divided_as_before (void)
{
  const RensaDivision division = { .fraction = 0.7, .shuffle = TRUE, .seed = 3, .is_stratified = TRUE };
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (RensaDataset) train = NULL;
  g_autoptr (RensaDataset) test = NULL;
  g_autoptr (RensaDataset) all = NULL;
  g_autofree double *numbers = NULL;
  g_autofree double *expected = NULL;
  g_autoptr (GError) error = NULL;

  make_data (tables[0], &bundle);
  bundle.n_classes = 0;
  all = rensa_dataset_ref (bundle.train);
  g_assert_true (rensa_data_bundle_divide (&bundle, &division, &error));
  g_assert_true (rensa_split_dataset_random (all, 42, 3, &train, &test, &error));
  numbers = field_to_doubles (bundle.train, 0);
  expected = field_to_doubles (train, 0);
  g_assert_cmpmem (numbers, 42 * sizeof *numbers, expected, 42 * sizeof *expected);
}

#define N_PAIRED 60

/* @n_distinct different inputs; equal ones differ in the sign of their zero. */
static void
make_repeated (int n_distinct, RensaDataBundle *bundle)
{
  float numbers[2 * N_PAIRED];
  gint32 labels[N_PAIRED];
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < N_PAIRED; i++)
    {
      numbers[2 * i] = (float) (i % n_distinct);
      numbers[2 * i + 1] = i < n_distinct ? 0.0f : -0.0f;
      labels[i] = i % 2;
    }
  x = floats_new (numbers, RENSA_SHAPE (N_PAIRED, 2));
  t = ints_new (labels, N_PAIRED);
  bundle->train = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, &error);
  g_assert_no_error (error);
  bundle->n_classes = 2;
}

static void
check_together (const RensaDivision *division, gint64 n_test)
{
  gboolean is_in_train[N_PAIRED / 2] = { FALSE };
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autofree double *train = NULL;
  g_autofree double *test = NULL;
  g_autoptr (GError) error = NULL;

  make_repeated (N_PAIRED / 2, &bundle);
  rensa_data_bundle_divide (&bundle, division, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_dataset_get_length (bundle.train) + rensa_dataset_get_length (bundle.test), ==, N_PAIRED);
  g_assert_cmpint (rensa_dataset_get_length (bundle.test), ==, n_test);
  train = field_to_doubles (bundle.train, 0);
  test = field_to_doubles (bundle.test, 0);
  for (gint64 i = 0; i < rensa_dataset_get_length (bundle.train); i++)
    is_in_train[(int) train[2 * i]] = TRUE;
  for (gint64 i = 0; i < rensa_dataset_get_length (bundle.test); i++)
    g_assert_false (is_in_train[(int) test[2 * i]]);
  g_assert_false (bundle.can_keep_together);
}

static void
equal_examples_stay_together (void)
{
  for (guint64 seed = 0; seed < 5; seed++)
    for (int is_stratified = 0; is_stratified < 2; is_stratified++)
      {
        check_together (&(RensaDivision){ .fraction = 0.7,
                                          .shuffle = TRUE,
                                          .seed = seed,
                                          .is_stratified = is_stratified,
                                          .keeps_together = TRUE },
                        18);
        check_together (&(RensaDivision){ .shuffle = TRUE,
                                          .seed = seed,
                                          .is_stratified = is_stratified,
                                          .n_parts = 4,
                                          .part = 2,
                                          .keeps_together = TRUE },
                        16);
      }
}

static void
equal_examples_leave_no_part (void)
{
  const RensaDivision division = { .fraction = 0.7, .shuffle = TRUE, .seed = 1, .keeps_together = TRUE };
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (GError) error = NULL;

  make_repeated (1, &bundle);
  g_assert_false (rensa_data_bundle_divide (&bundle, &division, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "too many examples are equal: if they are kept together, one part is empty");
}

static void
check_parts (const gint64 *counts, gint64 n_parts, gboolean is_stratified)
{
  gboolean is_marked[512] = { FALSE };
  const gint64 n = get_total (counts);

  for (gint64 part = 1; part <= n_parts; part++)
    {
      const RensaDivision division = {
        .fraction = 1, .shuffle = TRUE, .seed = 1, .is_stratified = is_stratified, .n_parts = n_parts, .part = part
      };
      gint64 test[N_CLASSES];
      g_auto (RensaDataBundle) bundle = { 0 };

      divide (counts, &division, &bundle);
      g_assert_cmpint (rensa_dataset_get_length (bundle.train) + rensa_dataset_get_length (bundle.test), ==, n);
      g_assert_cmpint (ABS (rensa_dataset_get_length (bundle.test) * n_parts - n), <, n_parts);
      mark (bundle.test, is_marked);
      count (bundle.test, test);
      for (int i = 0; is_stratified && i < N_CLASSES; i++)
        g_assert_cmpint (ABS (test[i] * n_parts - counts[i]), <, n_parts);
    }
  for (gint64 i = 0; i < n; i++)
    g_assert_true (is_marked[i]);
}

static void
each_example_is_validated_once (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (gint64 n_parts = 2; n_parts <= 5; n_parts++)
      {
        check_parts (tables[i], n_parts, TRUE);
        check_parts (tables[i], n_parts, FALSE);
      }
}

static void
assert_refused (const RensaDivision *division, const char *message)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (GError) error = NULL;

  make_data (tables[5], &bundle);
  g_assert_false (rensa_data_bundle_divide (&bundle, division, &error));
  g_assert_cmpstr (error->message, ==, message);
}

static void
wrong_parts_are_refused (void)
{
  assert_refused (&(RensaDivision){ .n_parts = 6, .part = 1 }, "5 examples cannot be split into 6 parts");
  assert_refused (&(RensaDivision){ .n_parts = 3, .part = 4 }, "part 4 does not exist; available parts are 1 to 3");
}

/* Each of K runs would be the same. */
static void
own_parts_are_not_divided (void)
{
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (GError) error = NULL;

  make_data (tables[5], &bundle);
  bundle.test = rensa_dataset_ref (bundle.train);
  g_assert_false (rensa_data_bundle_divide (&bundle, &(RensaDivision){ .n_parts = 2, .part = 1 }, &error));
  g_assert_cmpstr (error->message, ==, "the data has its own validation set, so cross-validation is not possible");
}

/* By hand; sums of equal values round, which is no spread. */
static void
results_are_summarized (void)
{
  double mean, spread;

  rensa_division_summarize ((const double[]){ 1, 2, 3, 6 }, 4, &mean, &spread);
  g_assert_cmpfloat_with_epsilon (mean, 3, 1e-12);
  g_assert_cmpfloat_with_epsilon (spread, 2.160246899469287, 1e-12);
  rensa_division_summarize ((const double[]){ 0.1, 0.1, 0.1 }, 3, &mean, &spread);
  g_assert_cmpfloat (spread, ==, 0);
  rensa_division_summarize ((const double[]){ 5 }, 1, &mean, &spread);
  g_assert_cmpfloat (mean, ==, 5);
  g_assert_cmpfloat (spread, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/data/data-split/classes", each_class_is_in_both_parts);
  g_test_add_func ("/data/data-split/together", equal_examples_stay_together);
  g_test_add_func ("/data/data-split/all-equal", equal_examples_leave_no_part);
  g_test_add_func ("/data/data-split/plain", others_are_divided_as_before);
  g_test_add_func ("/data/data-split/values", values_are_divided_as_before);
  g_test_add_func ("/data/data-split/parts", each_example_is_validated_once);
  g_test_add_func ("/data/data-split/wrong-parts", wrong_parts_are_refused);
  g_test_add_func ("/data/data-split/own-parts", own_parts_are_not_divided);
  g_test_add_func ("/data/data-split/results", results_are_summarized);
  return g_test_run ();
}
