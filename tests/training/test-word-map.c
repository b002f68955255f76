/* test-word-map.c: words as points.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-preview-maker.h"
#include "training-fixture.h"

/* The first colour of plots. */
#define BLUE 0x0072b2
#define N_WORDS 4

static const char *const names[] = { "one", "two", "three", "four", NULL };

static RensaExtension *
map_new (const char *link, const char *settings)
{
  g_autofree char *text = g_strdup_printf ("WordMap(link='%s', %s)", link, settings);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  RensaExtension *extension = rensa_extension_new (attrs, NULL, NULL, NULL);

  g_assert_nonnull (extension);
  rensa_extension_set_label_names (extension, names);
  return extension;
}

static RensaLink *
model_new (double first)
{
  const double values[] = { first, 0, 0, 0, 2, 0, 4, 3, 0, 0, 0, 5 };
  RensaLink *chain = rensa_chain_new ();
  RensaLink *embed = rensa_link_new_from_text ("EmbedID(in_size=4, out_size=3)", NULL);
  g_autoptr (RensaArray) W = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (4, 3), values, NULL);

  g_assert_true (rensa_link_take_child (chain, "embed", embed, NULL));
  rensa_variable_set_array (rensa_link_get_param (embed, 0), W);
  return chain;
}

static void
draw (const char *settings, RensaPreviewed *previewed)
{
  g_autoptr (RensaLink) model = model_new (3);
  g_autoptr (RensaExtension) extension = map_new ("embed", settings);
  GError *error = NULL;

  rensa_preview_make (extension, model, previewed, &error);
  g_assert_no_error (error);
  g_assert_null (previewed->text);
}

/* Adds the points around (@x, @y) that have the colour of dots, and takes it from them. */
static void
take_dot (RensaPreviewed *previewed, int x, int y, double *sum)
{
  guint32 *point = &previewed->pixels[y * previewed->width + x];

  if (x < 0 || y < 0 || x >= previewed->width || y >= previewed->height || *point != BLUE)
    return;
  *point = 0;
  sum[0] += x;
  sum[1] += y;
  sum[2]++;
  take_dot (previewed, x - 1, y, sum);
  take_dot (previewed, x + 1, y, sum);
  take_dot (previewed, x, y - 1, sum);
  take_dot (previewed, x, y + 1, sum);
}

/* The middles of dots, from left to right; how many there are. */
static guint
find_dots (RensaPreviewed *previewed, double (*dots)[2])
{
  guint n = 0;

  for (int x = 0; x < previewed->width; x++)
    for (int y = 0; y < previewed->height; y++)
      {
        double sum[3] = { 0 };

        take_dot (previewed, x, y, sum);
        if (sum[2] == 0)
          continue;
        g_assert_cmpuint (n, <, N_WORDS);
        dots[n][0] = sum[0] / sum[2];
        dots[n++][1] = sum[1] / sum[2];
      }
  return n;
}

/* By numpy.linalg.svd of the rows, each divided by its length, less their mean: "three", "one", "two", "four" from left to right. The whole
 * width, of 344 points with two pixels each, lies between the first and the last. */
static void
places (void)
{
  static const double expected[][2] = { { -0.4544035152830349, 0 },
                                        { -0.4127299614103369, -0.5883484054145515 },
                                        { -0.07421128150752475, 0.7844645405527368 },
                                        { 0.9413447582008964, -0.1961161351381866 } };
  const double scale = 2 * 344 / (expected[3][0] - expected[0][0]);
  g_auto (RensaPreviewed) previewed = { 0 };
  double dots[N_WORDS][2];

  draw ("n=50", &previewed);
  g_assert_cmpint (previewed.width, ==, 800);
  g_assert_cmpuint (find_dots (&previewed, dots), ==, N_WORDS);
  for (int i = 0; i < N_WORDS; i++)
    {
      g_assert_cmpfloat_with_epsilon (dots[i][0] - dots[0][0], scale * (expected[i][0] - expected[0][0]), 1);
      g_assert_cmpfloat_with_epsilon (dots[0][1] - dots[i][1], scale * (expected[i][1] - expected[0][1]), 1);
    }
}

/* Of words that are named those that the data have; the others are told, which takes a line more. */
static void
named (void)
{
  g_auto (RensaPreviewed) known = { 0 };
  g_auto (RensaPreviewed) others = { 0 };
  double dots[N_WORDS][2];

  draw ("words='four, one'", &known);
  draw ("words='four, seventeen, one'", &others);
  g_assert_cmpint (others.height, ==, known.height + 2 * 15);
  g_assert_cmpmem (known.pixels, 800 * 300 * 4, others.pixels, 800 * 300 * 4);
  g_assert_cmpuint (find_dots (&known, dots), ==, 2);
  g_assert_cmpfloat_with_epsilon (dots[1][0] - dots[0][0], 2 * 344, 1);
}

static void
same_again (void)
{
  g_auto (RensaPreviewed) one = { 0 };
  g_auto (RensaPreviewed) again = { 0 };

  draw ("n=3", &one);
  draw ("n=3", &again);
  g_assert_cmpmem (one.pixels, one.width * one.height * sizeof *one.pixels, again.pixels,
                   again.width * again.height * sizeof *again.pixels);
}

static void
refuse (const char *link, const char *settings, double first, const char *message)
{
  g_autoptr (RensaLink) model = model_new (first);
  g_autoptr (RensaExtension) extension = map_new (link, settings);
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *error = NULL;

  g_assert_false (rensa_preview_make (extension, model, &previewed, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, message);
  g_assert_null (previewed.pixels);
}

static void
refused (void)
{
  g_autoptr (GString) many = g_string_new ("words='one");

  for (int i = 0; i < 200; i++)
    g_string_append (many, ", one");
  g_string_append_c (many, '\'');
  refuse ("embed", many->str, 3, "WordMap: expected 1 to 200 words, but there are more");
  refuse ("embed", "words='five, six'", 3, "WordMap: expected 1 to 200 words, but none of them occur in the data");
  refuse ("embed", "n=4", NAN, "WordMap: a vector of “embed” contains NaN or infinite values");
  refuse ("other", "n=4", 3,
          "WordMap: the first parameter of “other” does not have one row per word of the "
          "vocabulary");
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/word-map/places", places);
  g_test_add_func ("/training/word-map/named", named);
  g_test_add_func ("/training/word-map/same-again", same_again);
  g_test_add_func ("/training/word-map/refused", refused);
  return g_test_run ();
}
