/* word-map.c: WordMap, words drawn as points close to similar words.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-plot-places.h"
#include "rensa-plot.h"
#include "rensa-preview-sheet.h"
#include "rensa-preview-words.h"
#include "rensa-principal-plane.h"

/* More names could not be distinguished, and the work grows with the cube of their number. */
#define MOST_WORDS 200

typedef struct
{
  char *link;
  char *words;
  gint64 n;
  char *filename;
} WordMap;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_WORD_LINK (WordMap),
  RENSA_ATTR_WORDS (WordMap, .hint = N_ ("Comma-separated words; None uses the first words of the vocabulary")),
  RENSA_ATTR_INT (WordMap, n, .initial = 50, .min = 2, .max = MOST_WORDS, .title = N_ ("Number of Words"),
                  .hint = N_ ("Number of words shown if none are given")),
  RENSA_ATTR_FILE_PATTERN (WordMap, filename, .initial_text = "words_iter_{.updater.iteration}.png",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

/* Sizes in points; a point is SCALE x SCALE pixels of the picture. */
#define SCALE 2
#define WIDTH 400.0
#define LEAST_HEIGHT 160.0
#define MARGIN 28.0
#define MARGIN_OF_NAMES 4.0
#define GAP 6.0
#define DOT_RADIUS 2.5
#define MOST_WIDTH_OF_NAME 130.0
#define PALE 0.15
#define LINE 0.5
/* Smallest extent of the points, which avoids division by zero for a single point. */
#define LEAST_SPREAD 1e-9

/* @points: positions of the words, first in units of their vectors, then in points of the picture;
 *   @boxes: of their names */
typedef struct
{
  GPtrArray *names;
  GString *unknown;
  double (*points)[2];
  RensaPlotBox *boxes;
  double share;
  double height; /* without the note */
  double zero[2];
} Map;

static void
map_clear (Map *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  if (self->unknown != NULL)
    g_string_free (self->unknown, TRUE);
  g_free (self->points);
  g_free (self->boxes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Map, map_clear)

/* Returns the vectors of the words shown, concatenated. */
static double *
choose (Map *self, const RensaPreviewWords *words, const WordMap *values, GError **error)
{
  g_auto (GStrv) list = rensa_preview_words_list (words, values->words, values->n);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (double));

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->unknown = g_string_new (NULL);
  for (guint i = 0; list[i] != NULL && self->names->len <= MOST_WORDS; i++)
    {
      const gint64 word = rensa_preview_words_find (words, list[i]);

      if (word < 0)
        {
          g_string_append_printf (self->unknown, "%s%s", self->unknown->len > 0 ? ", " : "", list[i]);
          continue;
        }
      g_ptr_array_add (self->names, g_strdup (list[i]));
      g_array_append_vals (rows, words->vectors + word * words->size, (guint) words->size);
    }
  if (self->names->len > 0 && self->names->len <= MOST_WORDS)
    return (double *) (gpointer) g_array_free (g_steal_pointer (&rows), FALSE);
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   self->names->len == 0 ? N_ ("%s: expected 1 to %d words, but none of them occur in the data")
                                         : N_ ("%s: expected 1 to %d words, but there are more"),
                   "WordMap", MOST_WORDS);
  return NULL;
}

static gboolean
are_finite (const double *rows, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    if (!isfinite (rows[i]))
      return FALSE;
  return TRUE;
}

static void
find_extent (const Map *self, int axis, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (guint i = 0; i < self->names->len; i++)
    {
      *low = fmin (*low, self->points[i][axis]);
      *high = fmax (*high, self->points[i][axis]);
    }
}

/* Uses one scale for both directions, so that distances are preserved. Up is positive. */
static void
lay_out (Map *self)
{
  const double room = WIDTH - 2 * MARGIN;
  double low[2];
  double high[2];
  double scale;

  find_extent (self, 0, &low[0], &high[0]);
  find_extent (self, 1, &low[1], &high[1]);
  scale = room / fmax (fmax (high[0] - low[0], high[1] - low[1]), LEAST_SPREAD);
  self->height = fmax (LEAST_HEIGHT, scale * (high[1] - low[1]) + 2 * MARGIN);
  self->zero[0] = WIDTH / 2 - scale * (low[0] + high[0]) / 2;
  self->zero[1] = self->height / 2 + scale * (low[1] + high[1]) / 2;
  for (guint i = 0; i < self->names->len; i++)
    {
      self->points[i][0] = self->zero[0] + scale * self->points[i][0];
      self->points[i][1] = self->zero[1] - scale * self->points[i][1];
    }
}

static void
place_names (Map *self, const RensaSheet *sheet)
{
  const RensaPlotBox frame = { MARGIN_OF_NAMES, MARGIN_OF_NAMES, WIDTH - 2 * MARGIN_OF_NAMES,
                               self->height - 2 * MARGIN_OF_NAMES };

  self->boxes = g_new0 (RensaPlotBox, self->names->len);
  for (guint i = 0; i < self->names->len; i++)
    {
      char *name = rensa_sheet_fit (sheet, self->names->pdata[i], MOST_WIDTH_OF_NAME);

      g_free (self->names->pdata[i]);
      self->names->pdata[i] = name;
      self->boxes[i] = (RensaPlotBox){ self->points[i][0], self->points[i][1],
                                       rensa_plot_writer_measure (&sheet->writer, name), RENSA_PLOT_LINE_HEIGHT };
    }
  rensa_plot_place_names (self->boxes, self->names->len, &frame, GAP);
}

/* Draws a thin line to a name that is farther away. */
static void
draw_word (const Map *self, const RensaSheet *sheet, guint i)
{
  const double *colour = rensa_plot_get_colour (0);
  const RensaPlotBox *box = &self->boxes[i];
  const double *point = self->points[i];
  const double x = CLAMP (point[0], box->x, box->x + box->width);
  const double y = CLAMP (point[1], box->y, box->y + box->height);

  if (fmax (fabs (x - point[0]), fabs (y - point[1])) > 1.5 * GAP)
    {
      rensa_sheet_set_ink (sheet, 0.5);
      cairo_set_line_width (sheet->cr, LINE);
      cairo_move_to (sheet->cr, point[0], point[1]);
      cairo_line_to (sheet->cr, x, y);
      cairo_stroke (sheet->cr);
    }
  cairo_set_source_rgb (sheet->cr, colour[0], colour[1], colour[2]);
  cairo_arc (sheet->cr, point[0], point[1], DOT_RADIUS, 0, 2 * G_PI);
  cairo_fill (sheet->cr);
  rensa_sheet_set_ink (sheet, 1);
  rensa_sheet_write (sheet, self->names->pdata[i], box->x, box->y + box->height / 2, 0);
}

/* Axes cross at the mean of the words. */
static void
draw_axes (const Map *self, const RensaSheet *sheet)
{
  rensa_sheet_set_ink (sheet, PALE);
  cairo_set_line_width (sheet->cr, LINE);
  cairo_move_to (sheet->cr, 0, self->zero[1]);
  cairo_line_to (sheet->cr, WIDTH, self->zero[1]);
  cairo_move_to (sheet->cr, self->zero[0], 0);
  cairo_line_to (sheet->cr, self->zero[0], self->height);
  cairo_stroke (sheet->cr);
}

static void
write_line (const RensaSheet *sheet, const char *text, double y)
{
  g_autofree char *line = rensa_sheet_fit (sheet, text, WIDTH - 2 * GAP);

  rensa_sheet_write (sheet, line, GAP, y, 0);
}

static void
write_notes (const Map *self, const RensaSheet *sheet)
{
  const double y = self->height + RENSA_PLOT_LINE_HEIGHT / 2.0;
  /* Translators: how much of the differences between words a map on a plane can show. */
  g_autofree char *share = g_strdup_printf (_ ("The map explains %.0f %% of the variance"), 100 * self->share);
  g_autofree char *unknown = g_strdup_printf (_ ("Not in the data: %s"), self->unknown->str);

  rensa_sheet_set_ink (sheet, 1);
  write_line (sheet, share, y);
  if (self->unknown->len > 0)
    write_line (sheet, unknown, y + RENSA_PLOT_LINE_HEIGHT);
}

static gboolean
draw (Map *self, RensaPreviewed *previewed, GError **error)
{
  const int n_notes = self->unknown->len > 0 ? 2 : 1;
  RensaSheet sheet;

  lay_out (self);
  if (!rensa_previewed_lay_ground (previewed, (gint64) (SCALE * WIDTH),
                                   (gint64) (SCALE * (self->height + n_notes * RENSA_PLOT_LINE_HEIGHT + GAP)),
                                   RENSA_SHEET_GROUND, error))
    return FALSE;
  rensa_sheet_open (&sheet, previewed, SCALE);
  place_names (self, &sheet);
  draw_axes (self, &sheet);
  for (guint i = 0; i < self->names->len; i++)
    draw_word (self, &sheet, i);
  write_notes (self, &sheet);
  return rensa_sheet_close (&sheet, error);
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const WordMap *values = rensa_extension_get_values (extension);
  g_auto (RensaPreviewWords) words = { 0 };
  g_auto (Map) map = { 0 };
  g_autofree double *rows = NULL;

  if (!rensa_preview_words_read (&words, extension, target, values->link, error))
    return FALSE;
  rows = choose (&map, &words, values, error);
  if (rows == NULL)
    return FALSE;
  if (!are_finite (rows, map.names->len * words.size))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: a vector of “%s” contains NaN or infinite values"),
                       "WordMap", values->link);
      return FALSE;
    }
  map.points = g_malloc0_n (map.names->len, sizeof *map.points);
  rensa_principal_plane (rows, map.names->len, words.size, map.points, &map.share);
  return draw (&map, previewed, error);
}

const RensaExtensionClass rensa_word_map_class = {
  .name = "WordMap",
  .title = N_ ("Word Map"),
  .summary = N_ ("Plots words as points, so that words with similar vectors are close together"),
  .words = N_ ("preview;word2vec;embedding;pca;principal components;projection"),
  RENSA_ATTRS (WordMap, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("target:" RENSA_MAIN),
  .preview = preview,
  .suggest = rensa_preview_words_suggest,
  .call = rensa_preview_call,
};
