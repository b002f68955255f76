/* test-preview-maker.c: what a model makes, to be looked at.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-iterators.h"
#include "rensa-preview-tiles.h"
#include "rensa-primitives.h"
#include "rensa-random.h"
#include "training-fixture.h"

#define GROUND 0xc8c8c8

/* Pictures */

static RensaArray *
array_of (const RensaShape *shape, const double *values)
{
  return rensa_array_new_from_host (RENSA_FLOAT64, shape, values, NULL);
}

static guint32
get_point (const RensaPreviewed *previewed, int x, int y)
{
  g_assert_cmpint (x, <, previewed->width);
  g_assert_cmpint (y, <, previewed->height);
  return previewed->pixels[y * previewed->width + x];
}

/* Two points side by side are shown 32 times as large, with two points of ground around each tile. */
static void
grey (void)
{
  g_autoptr (RensaArray) array = array_of (&RENSA_SHAPE (3, 1, 1, 2), (double[]){ 0, 1, 0.5, NAN, -3, 7 });
  g_auto (RensaPreviewed) previewed = { 0 };

  g_assert_true (rensa_previewed_tile (&previewed, &(RensaTiles){ 2, 0, 1 }, &array, 1, NULL));
  g_assert_cmpint (previewed.width, ==, 2 + 2 * (64 + 2));
  g_assert_cmpint (previewed.height, ==, 2 + 2 * (32 + 2));
  g_assert_cmphex (get_point (&previewed, 0, 0), ==, GROUND);
  g_assert_cmphex (get_point (&previewed, 2, 2), ==, 0);
  g_assert_cmphex (get_point (&previewed, 33, 33), ==, 0);
  g_assert_cmphex (get_point (&previewed, 34, 2), ==, 0xffffff);
  g_assert_cmphex (get_point (&previewed, 66, 2), ==, GROUND);
  g_assert_cmphex (get_point (&previewed, 68, 2), ==, 0x808080);
  g_assert_cmphex (get_point (&previewed, 100, 2), ==, 0);
  g_assert_cmphex (get_point (&previewed, 2, 36), ==, 0);
  g_assert_cmphex (get_point (&previewed, 34, 36), ==, 0xffffff);
  /* The last row is not full. */
  g_assert_cmphex (get_point (&previewed, 70, 40), ==, GROUND);
}

/* From -1 to 1, as tanh gives them. */
static void
colours (void)
{
  g_autoptr (RensaArray) array = array_of (&RENSA_SHAPE (1, 3, 1, 2), (double[]){ 1, -1, -1, 0, 1, -1 });
  g_auto (RensaPreviewed) previewed = { 0 };

  g_assert_true (rensa_previewed_tile (&previewed, &(RensaTiles){ 8, -1, 1 }, &array, 1, NULL));
  g_assert_cmpint (previewed.width, ==, 2 + 64 + 2);
  g_assert_cmphex (get_point (&previewed, 10, 10), ==, 0xff00ff);
  g_assert_cmphex (get_point (&previewed, 40, 10), ==, 0x008000);
}

static void
flat_squares (void)
{
  g_autoptr (RensaArray) grey_square = array_of (&RENSA_SHAPE (1, 4), (double[]){ 0, 0, 0, 1 });
  g_autoptr (RensaArray) colour = array_of (&RENSA_SHAPE (1, 3), (double[]){ 0, 1, 0 });
  g_auto (RensaPreviewed) one = { 0 };
  g_auto (RensaPreviewed) other = { 0 };

  g_assert_true (rensa_previewed_tile (&one, &(RensaTiles){ 1, 0, 1 }, &grey_square, 1, NULL));
  g_assert_cmphex (get_point (&one, 60, 20), ==, 0);
  g_assert_cmphex (get_point (&one, 60, 60), ==, 0xffffff);
  g_assert_true (rensa_previewed_tile (&other, &(RensaTiles){ 1, 0, 1 }, &colour, 1, NULL));
  g_assert_cmphex (get_point (&other, 20, 20), ==, 0x00ff00);
}

/* Row by row those of the first, and below them those of the second. */
static void
pairs (void)
{
  g_autoptr (RensaArray) white = array_of (&RENSA_SHAPE (3, 1, 1), (double[]){ 1, 1, 1 });
  g_autoptr (RensaArray) black = array_of (&RENSA_SHAPE (3, 1, 1), (double[]){ 0, 0, 0 });
  g_auto (RensaPreviewed) previewed = { 0 };

  g_assert_true (
      rensa_previewed_tile (&previewed, &(RensaTiles){ 2, 0, 1 }, (RensaArray *[]){ white, black }, 2, NULL));
  g_assert_cmpint (previewed.height, ==, 2 + 4 * 66);
  for (int row = 0; row < 4; row++)
    g_assert_cmphex (get_point (&previewed, 10, 10 + 66 * row), ==, row % 2 == 0 ? 0xffffff : 0);
  g_assert_cmphex (get_point (&previewed, 80, 10 + 66 * 2), ==, GROUND);
}

/* Two pictures of two points: 1 and 3, 2 and 7, and one that is everywhere the same. */
static void
ranges (void)
{
  static const struct
  {
    RensaTilesRange range;
    guint32 points[6];
  } cases[] = {
    { RENSA_TILES_GIVEN, { 0x1a1a1a, 0x4d4d4d, 0x333333, 0xb3b3b3, 0x808080, 0x808080 } },
    { RENSA_TILES_COMMON, { 0, 0x555555, 0x2b2b2b, 0xffffff, 0xaaaaaa, 0xaaaaaa } },
    { RENSA_TILES_OWN, { 0, 0xffffff, 0, 0xffffff, 0x808080, 0x808080 } },
  };
  g_autoptr (RensaArray) array = array_of (&RENSA_SHAPE (3, 1, 2), (double[]){ 1, 3, 2, 7, 5, 5 });

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const RensaTiles tiles = { .n_columns = 3, .low = 0, .high = 10, .range = cases[i].range };
      g_auto (RensaPreviewed) previewed = { 0 };

      g_assert_true (rensa_previewed_tile (&previewed, &tiles, &array, 1, NULL));
      for (int j = 0; j < 6; j++)
        g_assert_cmphex (get_point (&previewed, 2 + j / 2 * 66 + j % 2 * 32 + 5, 10), ==, cases[i].points[j]);
    }
}

/* Six numbers are two rows of three where that is known. */
static void
known_form (void)
{
  const RensaPicture picture = { .n_channels = 1, .height = 2, .width = 3 };
  g_autoptr (RensaArray) array = array_of (&RENSA_SHAPE (1, 6), (double[]){ 0, 0, 1, 1, 0, 0 });
  const RensaTiles tiles = { .n_columns = 1, .low = 0, .high = 1, .picture = &picture };
  g_auto (RensaPreviewed) previewed = { 0 };

  g_assert_true (rensa_previewed_tile (&previewed, &tiles, &array, 1, NULL));
  g_assert_cmpint (previewed.width, ==, 2 + 3 * 21 + 2);
  g_assert_cmphex (get_point (&previewed, 2 + 2 * 21 + 3, 5), ==, 0xffffff);
  g_assert_cmphex (get_point (&previewed, 5, 2 + 21 + 3), ==, 0xffffff);
  g_assert_cmphex (get_point (&previewed, 5, 5), ==, 0);
}

/* What is drawn is dark on light, as everywhere in the studio. */
static void
drawings (void)
{
  const RensaPicture picture = { .n_channels = 1, .height = 1, .width = 2, .drawing = RENSA_DRAWING_BY_MASS };
  g_autoptr (RensaArray) array = array_of (&RENSA_SHAPE (1, 2), (double[]){ 0, 1 });
  const RensaTiles tiles = { .n_columns = 1, .low = 0, .high = 1, .picture = &picture };
  g_auto (RensaPreviewed) previewed = { 0 };

  g_assert_true (rensa_previewed_tile (&previewed, &tiles, &array, 1, NULL));
  g_assert_cmphex (get_point (&previewed, 5, 5), ==, 0xffffff);
  g_assert_cmphex (get_point (&previewed, 2 + 32 + 5, 5), ==, 0);
}

/* How many points of a column of captions are not ground. */
static guint
count_ink (const RensaPreviewed *previewed, int left, int right, int top, int bottom)
{
  guint n = 0;

  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      n += get_point (previewed, x, y) != GROUND;
  return n;
}

/* Two lines below tiles of 96 points, which has one of them; whatever there is in them, they stay below their tile. */
static void
captions (void)
{
  static const char *const texts[] = { "a\nb", "",
                                       "a word that is far too long to stand below a tile\r\t\x01 \xff\xfe" };
  g_autoptr (RensaArray) array = array_of (&RENSA_SHAPE (3, 1, 1), (double[]){ 1, 1, 1 });
  const RensaTiles tiles = { .n_columns = 3, .low = 0, .high = 1, .captions = texts };
  g_auto (RensaPreviewed) previewed = { 0 };
  const int first = 2 + 96 + 2;

  g_assert_true (rensa_previewed_tile (&previewed, &tiles, &array, 1, NULL));
  g_assert_cmpint (previewed.width, ==, 2 + 3 * 98);
  g_assert_cmpint (previewed.height, ==, first + 2 * 15 + 2);
  g_assert_cmpuint (count_ink (&previewed, 0, 98, first, first + 15), >, 5);
  g_assert_cmpuint (count_ink (&previewed, 0, 98, first + 15, first + 30), >, 5);
  g_assert_cmpuint (count_ink (&previewed, 100, 196, first, first + 30), ==, 0);
  g_assert_cmpuint (count_ink (&previewed, 198, 294, first, first + 15), >, 100);
  g_assert_cmpuint (count_ink (&previewed, 294, 296, first, first + 30), ==, 0);
}

static void
refuse (const RensaShape *shape, const char *message)
{
  g_autoptr (RensaArray) array = rensa_array_zeros (RENSA_FLOAT32, shape, NULL);
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *error = NULL;

  g_assert_false (rensa_previewed_tile (&previewed, &(RensaTiles){ 64, 0, 1 }, &array, 1, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, message);
  g_assert_null (previewed.pixels);
}

static void
no_pictures (void)
{
  refuse (&RENSA_SHAPE (3, 5), "the shape is (3, 5)");
  refuse (&RENSA_SHAPE (3, 2, 4, 4), "the shape is (3, 2, 4, 4)");
  refuse (&RENSA_SHAPE (4), "the shape is (4,)");
  refuse (&RENSA_SHAPE (1, 1, 2, 40000), "the image is too large: 40004 × ");
}

/* Text */

/* a is followed by b, b by c and c by a, @surely. */
static RensaExtension *
writer_new (const char *settings)
{
  static const char *const names[] = { "a", "b", "c", NULL };
  g_autofree char *text = g_strdup_printf ("GeneratedText(%s)", settings);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  RensaExtension *extension = rensa_extension_new (attrs, NULL, NULL, NULL);

  g_assert_nonnull (extension);
  rensa_extension_set_label_names (extension, names);
  return extension;
}

static RensaLink *
cycle_new (double score)
{
  const double scores[] = { 0, score, 0, 0, 0, score, score, 0, 0 };
  RensaLink *chain = rensa_chain_new ();
  RensaLink *embed = rensa_link_new_from_text ("EmbedID(in_size=3, out_size=3)", NULL);
  g_autoptr (RensaArray) W = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (3, 3), scores, NULL);
  g_autoptr (RensaArray) cast = rensa_array_cast (W, RENSA_FLOAT32, NULL);

  g_assert_true (rensa_link_take_child (chain, "predictor", embed, NULL));
  g_assert_true (rensa_link_draw_params (chain, 0, NULL));
  rensa_variable_set_array (rensa_link_get_param (embed, 0), cast);
  return chain;
}

static char *
write_text (RensaLink *model, const char *settings)
{
  g_autoptr (RensaExtension) extension = writer_new (settings);
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *error = NULL;

  rensa_preview_make (extension, model, &previewed, &error);
  g_assert_no_error (error);
  g_assert_null (previewed.pixels);
  return g_steal_pointer (&previewed.text);
}

static void
likeliest (void)
{
  g_autoptr (RensaLink) model = cycle_new (1);
  g_autofree char *text = write_text (model, "length=7, temperature=0, prompt='xb'");
  g_autofree char *alone = write_text (model, "length=2, temperature=0");

  g_assert_cmpstr (text, ==, "bcabcabc\n");
  g_assert_cmpstr (alone, ==, "abc\n");
}

/* With the score ln 8 at temperature 1, one of the two others comes in 2 of 10 cases; at temperature 3 the score counts as ln 2, and they
 * come in half of them. */
static void
by_chance (void)
{
  static const struct
  {
    const char *settings;
    double share;
  } cases[] = { { "length=8000, seed=3", 0.8 }, { "length=8000, temperature=3", 0.5 } };
  g_autoptr (RensaLink) model = cycle_new (log (8));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = write_text (model, cases[i].settings);
      g_autofree char *again = write_text (model, cases[i].settings);
      double n_expected = 0;

      g_assert_cmpstr (text, ==, again);
      g_assert_cmpuint (strlen (text), ==, 8002);
      for (int j = 0; j < 8000; j++)
        n_expected += (text[j + 1] - 'a') == (text[j] - 'a' + 1) % 3;
      g_assert_cmpfloat (fabs (n_expected / 8000 - cases[i].share), <, 0.03);
    }
}

/* Nothing of the training is changed by looking. */
static void
leaves_random_numbers (void)
{
  g_autoptr (RensaLink) model = cycle_new (1);
  RensaRandom before;
  RensaRandom after;

  *rensa_random_get_default () = rensa_random_init (7, 3);
  rensa_random_uint32 (rensa_random_get_default ());
  before = *rensa_random_get_default ();
  g_free (write_text (model, "length=20"));
  after = *rensa_random_get_default ();
  g_assert_cmpmem (&before, sizeof before, &after, sizeof after);
}

static void
without_tokens (void)
{
  g_autoptr (RensaLink) model = cycle_new (1);
  g_autoptr (RensaExtension) extension = writer_new ("");
  g_autoptr (RensaExtension) other = writer_new ("model='gen'");
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *error = NULL;

  rensa_extension_set_label_names (extension, NULL);
  g_assert_false (rensa_preview_make (extension, model, &previewed, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, "GeneratedText: the data is not text, so there are no tokens");
  g_assert_false (rensa_preview_make (other, model, &previewed, &error));
  assert_message_has (&error, RENSA_ERROR_NOT_FOUND, "GeneratedText: the model has no link “gen”");
}

/* Generated pictures */

static RensaLink *
generator_new (void)
{
  RensaLink *chain = rensa_chain_new ();

  g_assert_true (rensa_link_take_child (
      chain, "gen", rensa_link_new_from_text ("Linear(in_size=1, out_size=1, initialW=Constant(fill_value=1))", NULL),
      NULL));
  g_assert_true (rensa_link_draw_params (chain, 0, NULL));
  return chain;
}

static void
generate (const char *settings, RensaPreviewed *previewed)
{
  g_autoptr (RensaLink) model = generator_new ();
  g_autofree char *text = g_strdup_printf ("GeneratedPictures(shape=1, %s)", settings);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  g_autoptr (RensaExtension) extension = rensa_extension_new (attrs, NULL, NULL, NULL);
  GError *error = NULL;

  rensa_preview_make (extension, model, previewed, &error);
  g_assert_no_error (error);
}

/* The generator gives the noise back. */
static void
same_noise (void)
{
  g_auto (RensaPreviewed) one = { 0 };
  g_auto (RensaPreviewed) again = { 0 };
  g_auto (RensaPreviewed) other = { 0 };

  generate ("distribution='uniform', low=-1, high=1, rows=2, columns=3", &one);
  generate ("distribution='uniform', low=-1, high=1, rows=2, columns=3", &again);
  generate ("distribution='uniform', low=-1, high=1, rows=2, columns=3, seed=1", &other);
  g_assert_cmpint (one.width, ==, 2 + 3 * 66);
  g_assert_cmpint (one.height, ==, 2 + 2 * 66);
  g_assert_cmpmem (one.pixels, one.width * one.height * sizeof *one.pixels, again.pixels,
                   again.width * again.height * sizeof *again.pixels);
  g_assert_cmphex (get_point (&one, 10, 10), !=, get_point (&one, 80, 10));
  g_assert_cmphex (get_point (&one, 10, 10), !=, get_point (&other, 10, 10));
}

/* The middle of three lies halfway. */
static void
ways (void)
{
  g_auto (RensaPreviewed) previewed = { 0 };

  generate ("distribution='uniform', low=-1, high=1, rows=4, columns=3, interpolate=True", &previewed);
  for (int row = 0; row < 4; row++)
    {
      const int from = (int) (get_point (&previewed, 10, 10 + 66 * row) & 0xff);
      const int middle = (int) (get_point (&previewed, 76, 10 + 66 * row) & 0xff);
      const int to = (int) (get_point (&previewed, 142, 10 + 66 * row) & 0xff);

      g_assert_cmpint (from, !=, to);
      g_assert_cmpint (ABS (2 * middle - from - to), <=, 2);
    }
}

static void
squashed (void)
{
  g_auto (RensaPreviewed) previewed = { 0 };

  generate ("scale=0, sigmoid=True, rows=1, columns=1", &previewed);
  g_assert_cmphex (get_point (&previewed, 10, 10), ==, 0x808080);
}

/* Reconstructions */

/* A predictor that gives back what comes in, and halves it. The loss of these examples is none of the training. */
static void
reconstructs (void)
{
  const float x[] = { 0, 1, 1, 0, 0.5f, 0.5f, 0, 0 };
  g_autoptr (RensaArray) pictures = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (2, 4), x, NULL);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ pictures, pictures }, 2, NULL);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "Reconstructions(n=1)", NULL);
  g_autoptr (RensaAttrs) loss = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "mean_squared_error", NULL);
  g_autoptr (RensaExtension) extension = rensa_extension_new (attrs, NULL, NULL, NULL);
  g_autoptr (RensaLink) model = rensa_classifier_new (
      rensa_link_new_from_text ("Linear(in_size=4, out_size=4, nobias=True, initialW=Identity(scale=0.5))", NULL), loss,
      NULL, NULL);
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *error = NULL;

  g_assert_true (rensa_link_draw_params (model, 0, NULL));
  rensa_extension_take_iterator (extension, "validation",
                                 rensa_serial_iterator_new (dataset, 2, FALSE, FALSE, 0, NULL));
  rensa_reporter_push (reporter, observation);
  rensa_preview_make (extension, model, &previewed, &error);
  rensa_reporter_pop (reporter);
  g_assert_no_error (error);
  g_assert_cmpuint (rensa_observation_get_n (observation), ==, 0);
  g_assert_cmpint (previewed.width, ==, 2 + 66);
  g_assert_cmpint (previewed.height, ==, 2 + 2 * 66);
  g_assert_cmphex (get_point (&previewed, 50, 10), ==, 0xffffff);
  g_assert_cmphex (get_point (&previewed, 10, 10), ==, 0);
  g_assert_cmphex (get_point (&previewed, 50, 76), ==, 0x808080);
  g_assert_cmphex (get_point (&previewed, 10, 76), ==, 0);
}

static gboolean
suggests (RensaLink *model, RensaArray *before, RensaArray *after)
{
  g_autoptr (RensaDataset) examples = rensa_tuple_dataset_new ((RensaArray *[]){ before, after }, 2, NULL);
  const RensaPreviewSubject subject = { .target = model, .examples = examples };
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "Reconstructions", NULL);

  return ((const RensaExtensionClass *) rensa_attrs_get_component (attrs))->suggest (&subject, attrs);
}

/* Where examples are pictures that are to come out again: of 2 by 2 points, not of 5 or of one, nor classes, nor in a step. */
static void
suggested (void)
{
  g_autoptr (RensaAttrs) loss = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "mean_squared_error", NULL);
  g_autoptr (RensaLink) model =
      rensa_classifier_new (rensa_link_new_from_text ("Linear(out_size=4)", NULL), loss, NULL, NULL);
  g_autoptr (RensaLink) step = rensa_chain_new ();
  g_autoptr (RensaArray) pictures = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (3, 4), NULL);
  g_autoptr (RensaArray) rows = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (3, 5), NULL);
  g_autoptr (RensaArray) values = rensa_array_zeros (RENSA_FLOAT32, &RENSA_SHAPE (3, 1), NULL);
  g_autoptr (RensaArray) classes = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (3), NULL);

  g_assert_true (suggests (model, pictures, pictures));
  g_assert_false (suggests (model, rows, rows));
  g_assert_false (suggests (model, values, values));
  g_assert_false (suggests (model, pictures, classes));
  g_assert_false (suggests (model, pictures, rows));
  g_assert_false (suggests (step, pictures, pictures));
}

/* Files of a run. */
static void
keeps_files (void)
{
  char *out = test_folder_new ();
  g_autofree char *text = NULL;
  g_autofree char *path = g_build_filename (out, "text_iter_2.txt", NULL);
  g_autoptr (RensaAttrs) attrs =
      rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, "GeneratedText(length=3, temperature=0)", NULL);
  RensaExtension *extension = rensa_extension_new (attrs, NULL, every (2, "iteration"), NULL);
  g_autoptr (RensaTrainer) trainer = NULL;
  g_autoptr (RensaDataset) dataset = NULL;
  const gint32 ids[] = { 0, 1, 2, 0 };
  g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (4), ids, NULL);

  dataset = rensa_tuple_dataset_new ((RensaArray *[]){ x, x }, 2, NULL);
  trainer = TRAINER (.dataset = dataset, .predictor = rensa_link_new_from_text ("EmbedID(in_size=3, out_size=3)", NULL),
                     .batch_size = 2, .length = 4, .unit = "iteration", .optimizer = "SGD(lr=100)", .out = out);
  rensa_extension_set_label_names (extension, (const char *const[]){ "x", "y", "z", NULL });
  g_assert_true (rensa_trainer_take_extension (trainer, extension, NULL));
  run_trainer (trainer);
  g_assert_true (has_file (out, "text_iter_4.txt"));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  /* It learned to say again what it is told. */
  g_assert_cmpstr (text, ==, "xxxx\n");
  test_folder_free (out);
}

static GArray *
train_noisy (gboolean is_looked_at)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.noisy = TRUE, .length = 4, .out = out);
  GArray *weights;

  if (is_looked_at)
    extend (trainer, "GeneratedPictures(model='predictor', shape=4)", every (1, "iteration"));
  run_trainer (trainer);
  weights = get_weights (trainer);
  test_folder_free (out);
  return weights;
}

/* A name without an ending gets one, a name with another one keeps it. */
static void
adds_endings (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .unit = "iteration", .out = out);

  extend (trainer, "GeneratedPictures(model='predictor', shape=4, filename='made_{.updater.iteration}')",
          every (2, "iteration"));
  extend (trainer, "GeneratedPictures(model='predictor', shape=4, filename='other.picture')", every (2, "iteration"));
  run_trainer (trainer);
  g_assert_true (has_file (out, "made_2.png"));
  g_assert_true (has_file (out, "other.picture"));
  test_folder_free (out);
}

/* With dropout and statistics of batches, a model that is looked at in each iteration learns what another one does. */
static void
changes_nothing (void)
{
  g_autoptr (GArray) seen = train_noisy (TRUE);
  g_autoptr (GArray) unseen = train_noisy (FALSE);

  assert_same_weights (seen, unseen);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/preview-maker/grey", grey);
  g_test_add_func ("/training/preview-maker/colours", colours);
  g_test_add_func ("/training/preview-maker/flat-squares", flat_squares);
  g_test_add_func ("/training/preview-maker/pairs", pairs);
  g_test_add_func ("/training/preview-maker/ranges", ranges);
  g_test_add_func ("/training/preview-maker/known-form", known_form);
  g_test_add_func ("/training/preview-maker/drawings", drawings);
  g_test_add_func ("/training/preview-maker/captions", captions);
  g_test_add_func ("/training/preview-maker/no-pictures", no_pictures);
  g_test_add_func ("/training/preview-maker/likeliest", likeliest);
  g_test_add_func ("/training/preview-maker/by-chance", by_chance);
  g_test_add_func ("/training/preview-maker/leaves-random-numbers", leaves_random_numbers);
  g_test_add_func ("/training/preview-maker/without-tokens", without_tokens);
  g_test_add_func ("/training/preview-maker/same-noise", same_noise);
  g_test_add_func ("/training/preview-maker/ways", ways);
  g_test_add_func ("/training/preview-maker/squashed", squashed);
  g_test_add_func ("/training/preview-maker/reconstructs", reconstructs);
  g_test_add_func ("/training/preview-maker/suggested", suggested);
  g_test_add_func ("/training/preview-maker/keeps-files", keeps_files);
  g_test_add_func ("/training/preview-maker/adds-endings", adds_endings);
  g_test_add_func ("/training/preview-maker/changes-nothing", changes_nothing);
  return g_test_run ();
}
