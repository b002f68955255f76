/* test-alignments.c: what a decoder looks at while it writes.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "attention-fixture.h"
#include "rensa-iterators.h"
#include "rensa-preview-maker.h"

/* The first colour of plots. */
#define BLUE 0x0072b2
#define WHITE 0xffffff
/* 2 x 2 pixels of each point of a cell, less what is mixed at its edges. */
#define LEAST_CELL (28 * 28)
#define MOST_CELL (30 * 30)

static RensaArray *
tokens_of (const gint32 *tokens, const gint64 *lengths, gint64 n)
{
  g_autoptr (RensaLengths) all = rensa_lengths_new (lengths, n);
  RensaArray *array =
      rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (rensa_lengths_get_total (all)), tokens, NULL);

  rensa_array_set_lengths (array, all);
  return array;
}

/* A chain with the pair as its children. */
static RensaLink *
pair_new (void)
{
  RensaLink *chain = rensa_chain_new ();

  g_assert_true (rensa_link_take_child (chain, "encoder", reader_new (), NULL));
  g_assert_true (rensa_link_take_child (chain, "decoder", looker_new (), NULL));
  return chain;
}

static RensaExtension *
alignments_new (const char *settings)
{
  g_autofree char *text = g_strdup_printf ("Alignments(max_length=3, %s)", settings);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, text, NULL);
  g_autoptr (RensaArray) sources = sources_new ();
  g_autoptr (RensaArray) begun = tokens_of ((gint32[]){ END, 1, END, 2 }, (gint64[]){ 2, 2 }, 2);
  g_autoptr (RensaArray) ended = tokens_of ((gint32[]){ 1, END, 2, END }, (gint64[]){ 2, 2 }, 2);
  g_autoptr (RensaDataset) dataset = rensa_tuple_dataset_new ((RensaArray *[]){ sources, begun, ended }, 3, NULL);
  RensaExtension *extension = rensa_extension_new (attrs, NULL, NULL, NULL);

  g_assert_nonnull (extension);
  rensa_extension_take_iterator (extension, "validation",
                                 rensa_serial_iterator_new (dataset, 2, FALSE, FALSE, 0, NULL));
  return extension;
}

static void
draw (const char *settings, RensaPreviewed *previewed)
{
  g_autoptr (RensaLink) pair = pair_new ();
  g_autoptr (RensaExtension) extension = alignments_new (settings);
  GError *error = NULL;

  rensa_preview_make (extension, pair, previewed, &error);
  g_assert_no_error (error);
  g_assert_null (previewed->text);
}

/* How many points have about this colour; *@height: their mean height. */
static int
find_points (const RensaPreviewed *previewed, guint32 colour, double *height)
{
  double sum = 0;
  int n = 0;

  for (int i = 0; i < previewed->width * previewed->height; i++)
    {
      const guint32 point = previewed->pixels[i];
      gboolean is_near = TRUE;

      for (int shift = 0; shift < 24; shift += 8)
        is_near &= ABS ((int) (point >> shift & 0xff) - (int) (colour >> shift & 0xff)) <= 1;
      if (is_near)
        sum += i / previewed->width;
      n += is_near;
    }
  *height = n > 0 ? sum / n : NAN;
  return n;
}

static void
assert_cells (const RensaPreviewed *previewed, guint32 colour, int n)
{
  double height;
  const int found = find_points (previewed, colour, &height);

  g_assert_cmpint (found, >=, n * LEAST_CELL);
  g_assert_cmpint (found, <=, n * MOST_CELL);
}

/* What is @part of the way from white to the colour of plots. */
static guint32
mix (double part)
{
  guint32 mixed = 0;

  for (int shift = 0; shift < 24; shift += 8)
    mixed |= (guint32) lround (255 - part * (255 - (BLUE >> shift & 0xff))) << shift;
  return mixed;
}

/* "111" looks at 1 alone. Of "232" the first looks at both, 2 being e times as likely as 3; the others look at one and not at the other. */
static void
cells (void)
{
  g_auto (RensaPreviewed) previewed = { 0 };

  draw ("node='look', reversed=False", &previewed);
  assert_cells (&previewed, BLUE, 5);
  assert_cells (&previewed, WHITE, 2);
  assert_cells (&previewed, mix (M_E / (1 + M_E)), 1);
  assert_cells (&previewed, mix (1 / (1 + M_E)), 1);
}

/* What is read last stands below, or, where the data give it from its end, above. */
static void
order (void)
{
  g_auto (RensaPreviewed) forward = { 0 };
  g_auto (RensaPreviewed) backward = { 0 };
  double likely;
  double unlikely;

  draw ("node='look', reversed=False", &forward);
  find_points (&forward, mix (M_E / (1 + M_E)), &likely);
  find_points (&forward, mix (1 / (1 + M_E)), &unlikely);
  g_assert_cmpfloat (likely, <, unlikely);

  draw ("node='look', reversed=True", &backward);
  g_assert_cmpint (backward.width, ==, forward.width);
  g_assert_cmpint (backward.height, ==, forward.height);
  find_points (&backward, mix (M_E / (1 + M_E)), &likely);
  find_points (&backward, mix (1 / (1 + M_E)), &unlikely);
  g_assert_cmpfloat (likely, >, unlikely);
}

static void
unfit (void)
{
  g_autoptr (RensaLink) pair = pair_new ();
  g_autoptr (RensaExtension) extension = alignments_new ("node='state'");
  g_auto (RensaPreviewed) previewed = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_preview_make (extension, pair, &previewed, &error));
  g_assert_cmpstr (error->message, ==,
                   "Alignments: the decoder has no node “state” that returns weights for each source token");
  g_assert_null (previewed.pixels);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/alignments/cells", cells);
  g_test_add_func ("/training/alignments/order", order);
  g_test_add_func ("/training/alignments/unfit", unfit);
  return g_test_run ();
}
