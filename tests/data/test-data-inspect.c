/* test-data-inspect.c: warnings about the values of a data set.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "data-fixture.h"
#include "rensa-data-inspect.h"
#include "rensa-data-notes.h"

#define N 12

typedef struct
{
  const char *name;
  double columns[3][N];
  double labels[N];
  gint64 n_classes; /* 0: labels are values */
  gint64 n_train;
  RensaDataUse use;
  const char *warnings; /* one a line */
  const gint64 *order;  /* NULL for that of the data */
} Case;

static const gint64 backwards[N] = { 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 };

#define UP                               \
  {                                      \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 \
  }
#define DOWN                             \
  {                                      \
    11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 \
  }
#define MIXED                          \
  {                                    \
    3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8 \
  }
#define TURNS                          \
  {                                    \
    0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 \
  }
#define THIRDS                         \
  {                                    \
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2 \
  }

static const Case cases[] = {
  { "healthy", { UP, DOWN, MIXED }, TURNS, 2, 8, { 0 }, "" },
  { "values", { UP, DOWN, MIXED }, MIXED, 0, 8, { 0 }, "" },
  { "nan",
    { { 0, NAN, 2, 3, 4, INFINITY, 6, 7, 8, 9, 10, NAN }, DOWN, MIXED },
    TURNS,
    2,
    8,
    { 0 },
    "2 of 8 examples contain NaN or infinite values (examples 2, 6; columns: x0)." },
  /* Trained with are examples 12 to 5. */
  { "nan backwards",
    { { 0, NAN, 2, 3, NAN, INFINITY, 6, NAN, 8, NAN, 10, NAN }, DOWN, MIXED },
    TURNS,
    2,
    8,
    { 0 },
    "5 of 8 examples contain NaN or infinite values (examples 5, 6, 8 and 2 more; columns: x0).",
    backwards },
  { "nan labels",
    { UP, DOWN, MIXED },
    { 0, 1, NAN, 3, 4, 5, 6, 7, 8, 9, 10, -INFINITY },
    0,
    8,
    { 0 },
    "1 of 8 examples has a label that is NaN or infinite (example 3)." },
  { "constant",
    { UP, { 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7 }, MIXED },
    TURNS,
    2,
    8,
    { 0 },
    "x1 has the same value in all examples and contributes nothing to learning." },
  { "repeated", { UP, DOWN, UP }, TURNS, 2, 8, { 0 }, "x2 duplicates another column." },
  { "large",
    { UP, { 1900, 1910, 1920, 1930, 1940, 1950, 1960, 1970, 1980, 1990, 2000, 2010 }, MIXED },
    TURNS,
    2,
    8,
    { 0 },
    "The values of x1 reach 1970; networks learn best from inputs around 1." },
  { "scaled",
    { UP, { 1900, 1910, 1920, 1930, 1940, 1950, 1960, 1970, 1980, 1990, 2000, 2010 }, MIXED },
    TURNS,
    2,
    8,
    { .is_scaled = TRUE },
    "" },
  { "unseen classes",
    { UP, DOWN, MIXED },
    THIRDS,
    3,
    8,
    { 0 },
    "There are no examples of “2” among the 8 training examples.\nThere are no examples of “0”, “1” among the 4 validation examples." },
  { "few",
    { UP, DOWN, MIXED },
    { 0, 1, 0, 1, 0, 1, 2, 0, 0, 1, 2, 0 },
    3,
    8,
    { 0 },
    "Fewer than 3 training examples for “2”." },
  { "trained with",
    { TURNS, TURNS, { 0, 1, 0, 1, 0, 1, 0, 1, 0, 2, 0, 1 } },
    TURNS,
    2,
    8,
    { 0 },
    "x1, x2 duplicate other columns.\n3 of 4 validation examples are also in the training set, so validation "
    "results are better than they would be for new examples." },
  { "labels",
    { UP, DOWN, MIXED },
    THIRDS,
    0,
    8,
    { .loss = "sigmoid_cross_entropy", .low = -1, .high = 1 },
    "The labels range from 0 to 2, but sigmoid_cross_entropy only accepts labels from -1 to 1." },
  { "labels that fit",
    { UP, DOWN, MIXED },
    TURNS,
    2,
    8,
    { .loss = "sigmoid_cross_entropy", .low = -1, .high = 1 },
    "" },
};

static void
make_data (const Case *self, RensaDataBundle *bundle)
{
  double x[N * 3];
  const gboolean are_classes = self->n_classes > 0 || self->use.loss != NULL;
  g_autoptr (RensaArray) inputs = NULL;
  g_autoptr (RensaArray) labels = NULL;
  g_autoptr (RensaDataset) all = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < 3; j++)
      x[i * 3 + j] = self->columns[j][i];
  inputs = array_of (RENSA_FLOAT32, RENSA_SHAPE (N, 3), x);
  labels = array_of (are_classes ? RENSA_INT32 : RENSA_FLOAT32, RENSA_SHAPE (N), self->labels);
  all = rensa_tuple_dataset_new ((RensaArray *[]){ inputs, labels }, 2, &error);
  g_assert_no_error (error);
  bundle->n_classes = self->n_classes;
  g_assert_true (rensa_split_dataset (all, self->n_train, self->order, &bundle->train, &bundle->test, &error));
  g_assert_no_error (error);
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (GString) found = g_string_new (NULL);

  make_data (self, &bundle);
  rensa_data_inspect (&bundle, &self->use, NULL);
  for (guint i = 0; bundle.notes != NULL && i < bundle.notes->len; i++)
    {
      const RensaDataNote *note = bundle.notes->pdata[i];

      g_assert_cmpint (note->kind, ==, RENSA_DATA_WARNING);
      g_string_append_printf (found, "%s%s", found->len > 0 ? "\n" : "", note->text);
    }
  g_assert_cmpstr (found->str, ==, self->warnings);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdelimit (g_strdup (cases[i].name), " ", '-');
      g_autofree char *path = g_strconcat ("/data/data-inspect/", name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
