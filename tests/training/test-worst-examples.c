/* test-worst-examples.c: on which examples a model errs most. Losses and probabilities are NumPy's.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-iterators.h"
#include "rensa-preview-maker.h"
#include "training-fixture.h"

static const char *const names[] = { "cat", "dog", "a very long name of an animal", NULL };

/* A predictor that gives back what comes in. */
static RensaLink *
echo_new (int size, const char *loss_name)
{
  g_autofree char *text =
      g_strdup_printf ("Linear(in_size=%d, out_size=%d, nobias=True, initialW=Identity())", size, size);
  g_autoptr (RensaAttrs) loss = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, loss_name, NULL);
  RensaLink *model = rensa_classifier_new (rensa_link_new_from_text (text, NULL), loss, NULL, NULL);

  g_assert_nonnull (model);
  g_assert_true (rensa_link_draw_params (model, 0, NULL));
  return model;
}

/* In batches of 3. */
static RensaExtension *
search_new (const char *settings, RensaArray *x, RensaArray *t)
{
  g_autofree char *text = g_strdup_printf ("WorstExamples(%s)", settings);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, NULL);
  RensaExtension *extension = rensa_extension_new (attrs, NULL, NULL, NULL);

  g_assert_nonnull (extension);
  rensa_extension_take_iterator (extension, "validation",
                                 rensa_serial_iterator_new (dataset, 3, FALSE, FALSE, 0, NULL));
  return extension;
}

static RensaArray *
floats (const RensaShape *shape, const float *values)
{
  return rensa_array_new_from_host (RENSA_FLOAT32, shape, values, NULL);
}

static RensaArray *
ints (const RensaShape *shape, const gint32 *values)
{
  return rensa_array_new_from_host (RENSA_INT32, shape, values, NULL);
}

static void
make (RensaExtension *extension, RensaLink *model, RensaPreviewed *previewed)
{
  GError *error = NULL;

  rensa_preview_make (extension, model, previewed, &error);
  g_assert_no_error (error);
}

static void
assert_table (const char *settings, int size, const char *loss, RensaArray *x, RensaArray *t,
              const char *const *label_names, const char *expected)
{
  g_autoptr (RensaLink) model = echo_new (size, loss);
  g_autoptr (RensaExtension) extension = search_new (settings, x, t);
  g_auto (RensaPreviewed) previewed = { 0 };

  rensa_extension_set_label_names (extension, label_names);
  make (extension, model, &previewed);
  g_assert_null (previewed.pixels);
  g_assert_cmpstr (previewed.text, ==, expected);
}

static const float scores[] = { 2, 0, 0, 0, 3, 0, 0, 0, 1, 5, 0, 0 };
static const gint32 labels[] = { 0, 0, 1, 2 };

/* More than one batch has; names are cut where they are long. */
static void
classes (void)
{
  g_autoptr (RensaArray) x = floats (&RENSA_SHAPE (4, 3), scores);
  g_autoptr (RensaArray) t = ints (&RENSA_SHAPE (4), labels);

  assert_table (
      "", 3, "softmax_cross_entropy", x, t, NULL,
      "correct  predicted  confidence  loss  example  input\n2        0          99 %        5.01  3        5 0 0\n0        1          91 %        3.09  1        0 3 0\n1        2          58 %        1.55  2        0 0 1\n0        0          79 %        0.24  0        2 0 0\n");
  assert_table (
      "n=3", 3, "softmax_cross_entropy", x, t, names,
      "correct                   predicted                 confidence  loss  example  input\na very long name of an …  cat                       99 %        5.01  3        5 0 0\ncat                       dog                       91 %        3.09  1        0 3 0\ndog                       a very long name of an …  58 %        1.55  2        0 0 1\n");
}

/* Of the first ones alone. */
static void
bounded (void)
{
  g_autoptr (RensaArray) x = floats (&RENSA_SHAPE (4, 3), scores);
  g_autoptr (RensaArray) t = ints (&RENSA_SHAPE (4), labels);

  assert_table (
      "n=1, n_examples=2", 3, "softmax_cross_entropy", x, t, NULL,
      "correct  predicted  confidence  loss  example  input\n0        1          91 %        3.09  1        0 3 0\n");
}

static void
two_classes (void)
{
  g_autoptr (RensaArray) x = floats (&RENSA_SHAPE (4, 1), (float[]){ -3, 0.5f, 2, -1 });
  g_autoptr (RensaArray) t = ints (&RENSA_SHAPE (4, 1), (gint32[]){ 1, 0, 1, 0 });

  assert_table (
      "n=3", 1, "sigmoid_cross_entropy", x, t, names,
      "correct  predicted  confidence  loss   example  input\ndog      cat        95 %        3.05   0        -3\ncat      dog        62 %        0.974  1        0.5\ncat      cat        73 %        0.313  3        -1\n");
}

/* Each label by itself: none has one probability. */
static void
several_labels (void)
{
  g_autoptr (RensaArray) x = floats (&RENSA_SHAPE (3, 2), (float[]){ 3, -1, -2, 1, -1, -1 });
  g_autoptr (RensaArray) t = ints (&RENSA_SHAPE (3, 2), (gint32[]){ 0, 1, 0, 1, 0, 0 });

  assert_table (
      "", 2, "sigmoid_cross_entropy", x, t, names,
      "correct  predicted  loss   example  input\ndog      cat        2.18   0        3 -1\n–        –          0.313  2        -1 -1\ndog      dog        0.22   1        -2 1\n");
}

/* By the squared error; what is no number is worst. */
static void
numbers (void)
{
  g_autoptr (RensaArray) x = floats (&RENSA_SHAPE (4, 2), (float[]){ 1, -1, 0.25f, 3, 0, 0, NAN, 1 });
  g_autoptr (RensaArray) t = floats (&RENSA_SHAPE (4, 2), (float[]){ 0, 0, 0.5f, 1, 0, 0.1f, 0, 0 });

  assert_table (
      "n=4", 2, "mean_squared_error", x, t, NULL,
      "correct  predicted  loss   example  input\n0 0      NaN NaN    NaN    3        NaN 1\n0.5 1    0.25 3     2.03   1        0.25 3\n0 0      1 -1       1      0        1 -1\n0 0.1    0 0        0.005  2        0 0\n");
}

/* A sequence of tokens with a label for each of them. */
static void
texts (void)
{
  static const char *const tokens[] = { "to", "be", "or", "not", NULL };
  g_autoptr (RensaArray) x = ints (&RENSA_SHAPE (2, 2), (gint32[]){ 0, 1, 2, 3 });
  g_autoptr (RensaArray) t = ints (&RENSA_SHAPE (2, 2), (gint32[]){ 0, 2, 2, 3 });
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaAttrs) swap = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "transpose(axes=(0, 2, 1))", NULL);
  g_autoptr (RensaLink) model = NULL;
  g_autoptr (RensaExtension) extension = search_new ("n=1", x, t);
  g_auto (RensaPreviewed) previewed = { 0 };

  g_assert_true (rensa_link_take_child (
      chain, "embed", rensa_link_new_from_text ("EmbedID(in_size=4, out_size=4, initialW=Identity())", NULL), NULL));
  g_assert_cmpint (rensa_chain_plan_link (chain, "embed", (int[]){ 0 }, 1, 1, NULL), ==, 1);
  g_assert_cmpint (rensa_chain_plan_function (chain, "swap", swap, (int[]){ 1 }, 1, 1, NULL), ==, 2);
  model = rensa_classifier_new (g_steal_pointer (&chain), NULL, NULL, NULL);
  g_assert_true (rensa_link_draw_params (model, 0, NULL));
  rensa_extension_set_tokens (extension, tokens);
  rensa_extension_set_label_names (extension, tokens);
  make (extension, model, &previewed);
  g_assert_cmpstr (previewed.text, ==,
                   "correct  predicted  loss  example  input\nto or    to be      1.24  0        to be\n");
}

/* In columns of letters that are one or two wide. */
static void
blanks (void)
{
  static const char *const marks[] = { " ", "\n", "猫\tb\n", NULL };
  g_autoptr (RensaArray) x = floats (&RENSA_SHAPE (4, 3), scores);
  g_autoptr (RensaArray) t = ints (&RENSA_SHAPE (4), labels);

  assert_table (
      "n=2", 3, "softmax_cross_entropy", x, t, marks,
      "correct  predicted  confidence  loss  example  input\n猫 b↵    ␣          99 %        5.01  3        5 0 0\n␣        ↵          91 %        3.09  1        0 3 0\n");
}

/* Pictures of two rows: the worst is shown first, with two lines below it. */
static void
pictures (void)
{
  const RensaPicture picture = { .n_channels = 1, .height = 2, .width = 2, .white = 10 };
  g_autoptr (RensaArray) x = floats (&RENSA_SHAPE (3, 4), (float[]){ 0, 10, 0, 0, 0, 0, 5, 10, 10, 0, 0, 0 });
  g_autoptr (RensaArray) t = ints (&RENSA_SHAPE (3), (gint32[]){ 1, 0, 2 });
  g_autoptr (RensaLink) model = echo_new (4, "softmax_cross_entropy");
  g_autoptr (RensaExtension) extension = search_new ("n=2, columns=2", x, t);
  g_auto (RensaPreviewed) previewed = { 0 };

  rensa_extension_set_picture (extension, &picture);
  make (extension, model, &previewed);
  g_assert_null (previewed.text);
  g_assert_cmpint (previewed.width, ==, 2 + 2 * 98);
  g_assert_cmpint (previewed.height, ==, 2 + 98 + 2 * 15 + 2);
  /* Example 1 is off by 10, example 2 by 10, and the first comes first. */
  g_assert_cmphex (previewed.pixels[60 * previewed.width + 10], ==, 0x808080);
  g_assert_cmphex (previewed.pixels[60 * previewed.width + 60], ==, 0xffffff);
  g_assert_cmphex (previewed.pixels[10 * previewed.width + 110], ==, 0xffffff);
  g_assert_cmphex (previewed.pixels[10 * previewed.width + 160], ==, 0);
}

static void
refuse (RensaLink *model, RensaArray *x, RensaArray *t, const char *message)
{
  g_autoptr (RensaExtension) extension = search_new ("", x, t);
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *error = NULL;

  g_assert_false (rensa_preview_make (extension, model, &previewed, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, message);
}

static void
refused (void)
{
  g_autoptr (RensaArray) x = floats (&RENSA_SHAPE (4, 3), scores);
  g_autoptr (RensaArray) t = ints (&RENSA_SHAPE (4), labels);
  g_autoptr (RensaLink) step = rensa_chain_new ();
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaLink) mixed = NULL;
  g_autoptr (RensaAttrs) flat = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "reshape(shape=(9, 1))", NULL);

  refuse (step, x, t,
          "WorstExamples: expected a document with one model and one loss, but this one has a training "
          "step");
  g_assert_cmpint (rensa_chain_plan_function (chain, "flat", flat, (int[]){ 0 }, 1, 1, NULL), ==, 1);
  mixed = rensa_classifier_new (g_steal_pointer (&chain), NULL, NULL, NULL);
  refuse (mixed, x, t,
          "WorstExamples: expected one prediction per example, but for a batch of 3 the model returns (9, 1)");
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/worst-examples/classes", classes);
  g_test_add_func ("/training/worst-examples/bounded", bounded);
  g_test_add_func ("/training/worst-examples/two-classes", two_classes);
  g_test_add_func ("/training/worst-examples/several-labels", several_labels);
  g_test_add_func ("/training/worst-examples/numbers", numbers);
  g_test_add_func ("/training/worst-examples/texts", texts);
  g_test_add_func ("/training/worst-examples/blanks", blanks);
  g_test_add_func ("/training/worst-examples/pictures", pictures);
  g_test_add_func ("/training/worst-examples/refused", refused);
  return g_test_run ();
}
