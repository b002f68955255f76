/* test-activations.c: what the nodes of a model make of one example.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-iterators.h"
#include "rensa-preview-maker.h"
#include "rensa-primitives.h"
#include "training-fixture.h"

#define GROUND 0xc8c8c8
#define BLUE 0x0072b2
#define VERMILION 0xd55e00
/* The margin, and where what is below the first title begins. */
#define LEFT 6
#define FIRST (6 + 15)

static RensaExtension *
watch_new (const char *settings, RensaArray *x, RensaArray *t)
{
  g_autofree char *text = g_strdup_printf ("Activations(%s)", settings);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, t }, 2, NULL);
  RensaExtension *extension = rensa_extension_new (attrs, NULL, NULL, NULL);

  g_assert_nonnull (extension);
  rensa_extension_take_iterator (extension, "validation",
                                 rensa_serial_iterator_new (dataset, 2, FALSE, FALSE, 0, NULL));
  return extension;
}

/* relu, then all of it into two units, which give number 1 and less number 3. */
static RensaLink *
model_new (void)
{
  static const float weights[] = { 0, 1, 0, 0, 0, 0, 0, -1 };
  g_autoptr (RensaArray) W = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (2, 4), weights, NULL);
  g_autoptr (RensaAttrs) relu = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "relu", NULL);
  RensaLink *linear = rensa_link_new_from_text ("Linear(in_size=4, out_size=2, nobias=True)", NULL);
  RensaLink *chain = rensa_chain_new ();

  rensa_variable_set_array (rensa_link_get_param (linear, 0), W);
  g_assert_true (rensa_link_take_child (chain, "units", linear, NULL));
  g_assert_cmpint (rensa_chain_plan_function (chain, "bent", relu, (int[]){ 0 }, 1, 1, NULL), ==, 1);
  g_assert_cmpint (rensa_chain_plan_link (chain, "units", (int[]){ 1 }, 1, 1, NULL), ==, 2);
  return rensa_classifier_new (chain, NULL, NULL, NULL);
}

/* Two pictures of 2 x 2 points with their labels. */
static RensaExtension *
watch_pictures (const char *settings)
{
  static const float values[] = { -2, 3, 0, 1, 5, -1, -1, -1 };
  g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (2, 1, 2, 2), values, NULL);
  g_autoptr (RensaArray) t = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (2), NULL);

  return watch_new (settings, x, t);
}

static void
make (RensaExtension *extension, RensaLink *model, RensaPreviewed *previewed)
{
  GError *error = NULL;

  rensa_preview_make (extension, model, previewed, &error);
  g_assert_no_error (error);
}

static void
assert_point (const RensaPreviewed *previewed, int x, int y, guint32 colour)
{
  g_assert_cmpint (x, <, previewed->width);
  g_assert_cmpint (y, <, previewed->height);
  g_assert_cmphex (previewed->pixels[y * previewed->width + x], ==, colour);
}

/* The example, one map, and two bars with their numbers; a single map is as high as there is room, 96 points. */
static void
all_nodes (void)
{
  g_autoptr (RensaLink) model = model_new ();
  g_autoptr (RensaExtension) extension = watch_pictures ("");
  const int second = FIRST + 96 + 8 + 15;
  const int bars = second + 96 + 8 + 15;
  g_auto (RensaPreviewed) previewed = { 0 };

  make (extension, model, &previewed);
  g_assert_cmpint (previewed.width, ==, 360 + 2 * LEFT);
  g_assert_cmpint (previewed.height, ==, bars + 36 + 15 + 8);
  /* -2 to 3: 0 is two fifths, 1 three. */
  assert_point (&previewed, LEFT + 1, FIRST + 1, 0);
  assert_point (&previewed, LEFT + 95, FIRST + 1, 0xffffff);
  assert_point (&previewed, LEFT + 1, FIRST + 95, 0x666666);
  assert_point (&previewed, LEFT + 95, FIRST + 95, 0x999999);
  /* 0 to 3. */
  assert_point (&previewed, LEFT + 1, second + 1, 0);
  assert_point (&previewed, LEFT + 95, second + 95, 0x555555);
  assert_point (&previewed, LEFT + 97, second + 95, GROUND);
  /* 3 and -1: of 36 points 27 stand above the line. */
  assert_point (&previewed, LEFT + 30, bars + 1, BLUE);
  assert_point (&previewed, LEFT + 30, bars + 25, BLUE);
  assert_point (&previewed, LEFT + 30, bars + 30, GROUND);
  assert_point (&previewed, LEFT + 100, bars + 20, GROUND);
  assert_point (&previewed, LEFT + 100, bars + 34, VERMILION);
  assert_point (&previewed, LEFT + 150, bars + 1, GROUND);
}

/* Another example, and one node alone: 0 and 0, of which no bar is seen. */
static void
named_node (void)
{
  g_autoptr (RensaLink) model = model_new ();
  g_autoptr (RensaExtension) extension = watch_pictures ("index=1, nodes='units'");
  g_auto (RensaPreviewed) previewed = { 0 };

  make (extension, model, &previewed);
  g_assert_cmpint (previewed.height, ==, FIRST + 36 + 15 + 8);
  for (int y = FIRST; y < FIRST + 34; y++)
    assert_point (&previewed, LEFT + 30, y, GROUND);
}

/* Vectors as long as pictures are such; so is what comes in. */
static void
flat_pictures (void)
{
  const RensaPicture picture = { .n_channels = 1, .height = 1, .width = 4, .white = 1 };
  static const float values[] = { 0, 1, 0, 0 };
  g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (1, 4), values, NULL);
  g_autoptr (RensaArray) t = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (1), NULL);
  g_autoptr (RensaLink) model = model_new ();
  g_autoptr (RensaExtension) extension = watch_new ("", x, t);
  g_auto (RensaPreviewed) previewed = { 0 };

  rensa_extension_set_picture (extension, &picture);
  make (extension, model, &previewed);
  for (int i = 0; i < 2; i++)
    {
      const int top = FIRST + i * (90 + 8 + 15);

      assert_point (&previewed, LEFT + 89, top + 45, 0);
      assert_point (&previewed, LEFT + 91, top + 45, 0xffffff);
      assert_point (&previewed, LEFT + 181, top + 89, 0);
    }
}

/* A Sequential that gives its inputs on: @nodes of three maps of one and 192 rows. */
static void
watch_maps (const char *settings, const RensaShape *shape, const float *values, RensaPreviewed *previewed)
{
  g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_FLOAT32, shape, values, NULL);
  g_autoptr (RensaArray) t = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (1), NULL);
  g_autoptr (RensaAttrs) relu = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "relu", NULL);
  RensaLink *sequential = rensa_sequential_new ();
  g_autoptr (RensaLink) model = rensa_classifier_new (sequential, NULL, NULL, NULL);
  g_autoptr (RensaExtension) extension = watch_new (settings, x, t);

  rensa_sequential_append_function (sequential, relu);
  make (extension, model, previewed);
}

/* Small maps stand side by side, 4 points apart, 48 points large; the third is left out. */
static void
few_maps (void)
{
  g_auto (RensaPreviewed) previewed = { 0 };

  watch_maps ("nodes='relu', n_maps=2", &RENSA_SHAPE (1, 3, 1, 2), (float[]){ 0, 1, 2, 4, 5, 6 }, &previewed);
  g_assert_cmpint (previewed.height, ==, FIRST + 24 + 8);
  assert_point (&previewed, LEFT + 1, FIRST + 1, 0);
  assert_point (&previewed, LEFT + 47, FIRST + 23, 0x404040);
  assert_point (&previewed, LEFT + 49, FIRST + 1, GROUND);
  assert_point (&previewed, LEFT + 52, FIRST + 1, 0x808080);
  assert_point (&previewed, LEFT + 99, FIRST + 1, 0xffffff);
  assert_point (&previewed, LEFT + 105, FIRST + 1, GROUND);
}

/* Of 191 rows each two are seen as one, their mean; the last is alone. */
static void
large_maps (void)
{
  float values[191];
  g_auto (RensaPreviewed) previewed = { 0 };

  for (int i = 0; i < 191; i++)
    values[i] = i < 96 ? 2.0f * (float) (i % 2) : 4;
  watch_maps ("nodes='relu'", &RENSA_SHAPE (1, 1, 191, 1), values, &previewed);
  g_assert_cmpint (previewed.height, ==, FIRST + 96 + 8);
  /* From 1 to 4. */
  assert_point (&previewed, LEFT, FIRST, 0);
  assert_point (&previewed, LEFT, FIRST + 47, 0);
  assert_point (&previewed, LEFT, FIRST + 48, 0xffffff);
  assert_point (&previewed, LEFT, FIRST + 95, 0xffffff);
}

static void
refuse (const char *settings, RensaLink *model, int code, const char *message)
{
  g_autoptr (RensaExtension) extension = watch_pictures (settings);
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *error = NULL;

  g_assert_false (rensa_preview_make (extension, model, &previewed, &error));
  assert_message_has (&error, code, message);
}

static void
refused (void)
{
  g_autoptr (RensaLink) model = model_new ();
  g_autoptr (RensaLink) failing = rensa_chain_new ();

  refuse ("index=2", model, RENSA_ERROR_INVALID, "Activations: examples are numbered from 0 to 1; 2 does not exist");
  refuse ("nodes='bent, other'", model, RENSA_ERROR_NOT_FOUND, "Activations: “predictor” has no node “other”");
  refuse ("model='gen'", model, RENSA_ERROR_NOT_FOUND, "Activations: the model has no link “gen”");
  refuse ("model='predictor/units'", model, RENSA_ERROR_INVALID,
          "Activations: “predictor/units” is a layer, not a model with nodes");
  refuse ("model=''", failing, RENSA_ERROR_INVALID, "Chain has no plan for its calls");
}

/* Nothing is kept of the call, and nothing is said of it to whoever listens: the loss is the one of the training. */
static void
is_silent (void)
{
  g_autoptr (RensaLink) model = model_new ();
  g_autoptr (RensaExtension) extension = watch_pictures ("");
  g_autoptr (RensaExtension) outer = watch_pictures ("model='model/predictor'");
  g_autoptr (RensaLink) step = rensa_chain_new ();
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_auto (RensaPreviewed) previewed = { 0 };
  g_auto (RensaPreviewed) of_step = { 0 };

  rensa_reporter_push (reporter, observation);
  make (extension, model, &previewed);
  rensa_chain_set_n_inputs (step, 2);
  g_assert_true (rensa_link_take_child (step, "model", rensa_link_ref (model), NULL));
  g_assert_cmpint (rensa_chain_plan_link (step, "model", (int[]){ 0, 1 }, 2, 1, NULL), ==, 2);
  make (outer, step, &of_step);
  rensa_reporter_pop (reporter);
  g_assert_cmpuint (rensa_observation_get_n (observation), ==, 0);
  g_assert_cmpmem (previewed.pixels, previewed.width * previewed.height * 4, of_step.pixels,
                   of_step.width * of_step.height * 4);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/activations/all-nodes", all_nodes);
  g_test_add_func ("/training/activations/named-node", named_node);
  g_test_add_func ("/training/activations/flat-pictures", flat_pictures);
  g_test_add_func ("/training/activations/few-maps", few_maps);
  g_test_add_func ("/training/activations/large-maps", large_maps);
  g_test_add_func ("/training/activations/refused", refused);
  g_test_add_func ("/training/activations/is-silent", is_silent);
  return g_test_run ();
}
