/* alignments.c: Alignments, attention weights of a decoder while it writes.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-plot.h"
#include "rensa-preview-sheet.h"
#include "rensa-primitives.h"
#include "rensa-translated.h"

typedef struct
{
  char *encoder;
  char *decoder;
  char *node;
  gint64 n;
  gint64 max_length;
  gboolean reversed;
  char *filename;
} Alignments;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_ENCODER (Alignments),
  RENSA_ATTR_DECODER (Alignments),
  RENSA_ATTR_STRING (Alignments, node, .names = RENSA_NAMES_NODE, .initial_text = "attention1", .title = N_ ("Node"),
                     .hint = N_ ("Attention node of the decoder")),
  RENSA_ATTR_INT (Alignments, n, .initial = 6, .min = 1, .max = 100, .title = N_ ("Examples"),
                  .hint = N_ ("Number of validation examples shown")),
  RENSA_ATTR_MAX_LENGTH (Alignments),
  RENSA_ATTR_REVERSED (Alignments),
  RENSA_ATTR_FILE_PATTERN (Alignments, filename, .initial_text = "alignments_iter_{.updater.iteration}.png",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

/* Sizes in points; a point is SCALE x SCALE pixels of the picture. */
#define SCALE 2
#define MARGIN 12.0
#define GAP 5.0
#define LEAST_CELL 16.0
#define MOST_WIDTH_OF_NAME 80.0
/* Tables are placed side by side as long as they fit into this width. */
#define ROOM 460.0

/* One example: the source is shown at the left, the output above. @weights: for each step written,
 * including the end, as long as the longest source; @x, @y: upper left corner */
typedef struct
{
  GPtrArray *read;
  GPtrArray *written;
  double *weights;
  gint64 n_columns;
  gboolean is_reversed;
  double margin;
  double *widths;
  double x;
  double y;
  double width;
  double height;
} Table;

static void
table_free (gpointer data)
{
  Table *self = data;

  g_ptr_array_unref (self->read);
  g_ptr_array_unref (self->written);
  g_free (self->weights);
  g_free (self->widths);
  g_free (self);
}

static GPtrArray *
list_names (const char *const *names, const GArray *tokens)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < tokens->len; i++)
    g_ptr_array_add (list, rensa_preview_dup_name (names, g_array_index (tokens, gint32, i)));
  return list;
}

static Table *
table_new (RensaExtension *extension, const RensaTranslated *translated, RensaArray *weights, gint64 i, GError **error)
{
  const Alignments *values = rensa_extension_get_values (extension);
  const RensaLengths *lengths = rensa_array_get_lengths (weights);
  g_autoptr (GArray) source = rensa_translated_dup_source (translated, i, values->reversed, error);
  g_autoptr (RensaArray) rows = NULL;
  double *numbers;
  Table *self;

  if (source == NULL)
    return NULL;
  rows = rensa_array_view_range (weights, 0, rensa_lengths_get_start (lengths, i), rensa_lengths_get (lengths, i));
  numbers = rensa_preview_dup_numbers (rows, error);
  if (numbers == NULL)
    return NULL;
  self = g_new0 (Table, 1);
  self->read = list_names (rensa_extension_get_tokens (extension), source);
  self->written = list_names (rensa_extension_get_label_names (extension), translated->translations->pdata[i]);
  self->weights = numbers;
  self->n_columns = rensa_array_get_dim (weights, 1);
  self->is_reversed = values->reversed;
  return self;
}

/* Fits the names and computes the size. */
static void
measure (Table *self, const RensaSheet *sheet)
{
  self->widths = g_new0 (double, self->written->len + 1);
  for (guint i = 0; i < self->read->len; i++)
    {
      char *name = rensa_sheet_fit (sheet, self->read->pdata[i], MOST_WIDTH_OF_NAME);

      g_free (self->read->pdata[i]);
      self->read->pdata[i] = name;
      self->margin = MAX (self->margin, rensa_plot_writer_measure (&sheet->writer, name));
    }
  self->width = self->margin + GAP;
  for (guint i = 0; i < self->written->len; i++)
    {
      char *name = rensa_sheet_fit (sheet, self->written->pdata[i], MOST_WIDTH_OF_NAME);

      g_free (self->written->pdata[i]);
      self->written->pdata[i] = name;
      self->widths[i] = MAX (LEAST_CELL, rensa_plot_writer_measure (&sheet->writer, name) + GAP);
      self->width += self->widths[i];
    }
  self->height = RENSA_PLOT_LINE_HEIGHT + LEAST_CELL * self->read->len;
}

/* Arranges the tables in rows and computes the total size. */
static void
lay_out (const GPtrArray *tables, double *width, double *height)
{
  double x = MARGIN;
  double y = MARGIN;
  double below = y;

  *width = 0;
  for (guint i = 0; i < tables->len; i++)
    {
      Table *table = tables->pdata[i];

      if (x > MARGIN && x + table->width > MARGIN + ROOM)
        {
          x = MARGIN;
          y = below + 2 * MARGIN;
        }
      table->x = x;
      table->y = y;
      x += table->width + 2 * MARGIN;
      below = MAX (below, y + table->height);
      *width = MAX (*width, table->x + table->width + MARGIN);
    }
  *height = below + MARGIN;
}

/* A larger weight gives a stronger color. */
static void
draw_cell (const RensaSheet *sheet, double weight, double x, double y, double width)
{
  const double *colour = rensa_plot_get_colour (0);
  const double part = weight > 0 ? MIN (weight, 1) : 0;

  cairo_set_source_rgb (sheet->cr, 1 - part * (1 - colour[0]), 1 - part * (1 - colour[1]), 1 - part * (1 - colour[2]));
  cairo_rectangle (sheet->cr, x, y, width - 1, LEAST_CELL - 1);
  cairo_fill (sheet->cr);
}

static void
draw_table (const Table *self, const RensaSheet *sheet)
{
  const double top = self->y + RENSA_PLOT_LINE_HEIGHT;
  double x = self->x + self->margin + GAP;

  for (guint row = 0; row < self->read->len; row++)
    {
      rensa_sheet_set_ink (sheet, 1);
      rensa_sheet_write (sheet, self->read->pdata[row], x - GAP, top + LEAST_CELL * (row + 0.5), 1);
    }
  for (guint column = 0; column < self->written->len; column++)
    {
      rensa_sheet_set_ink (sheet, 1);
      rensa_sheet_write (sheet, self->written->pdata[column], x + (self->widths[column] - 1) / 2,
                         self->y + RENSA_PLOT_LINE_HEIGHT / 2.0, 0.5);
      for (guint row = 0; row < self->read->len; row++)
        {
          const guint place = self->is_reversed ? self->read->len - 1 - row : row;

          draw_cell (sheet, self->weights[column * self->n_columns + place], x, top + LEAST_CELL * row,
                     self->widths[column]);
        }
      x += self->widths[column];
    }
}

/* Measures on a surface of one point, since the size of the picture depends on the result. */
static gboolean
measure_all (const GPtrArray *tables, GError **error)
{
  g_auto (RensaPreviewed) scratch = { 0 };
  RensaSheet sheet;

  if (!rensa_previewed_lay_ground (&scratch, 1, 1, RENSA_SHEET_GROUND, error))
    return FALSE;
  rensa_sheet_open (&sheet, &scratch, SCALE);
  for (guint i = 0; i < tables->len; i++)
    measure (tables->pdata[i], &sheet);
  return rensa_sheet_close (&sheet, error);
}

static gboolean
draw (const GPtrArray *tables, RensaPreviewed *previewed, GError **error)
{
  RensaSheet sheet;
  double width;
  double height;

  if (!measure_all (tables, error))
    return FALSE;
  lay_out (tables, &width, &height);
  if (!rensa_previewed_lay_ground (previewed, (gint64) (SCALE * width), (gint64) (SCALE * height), RENSA_SHEET_GROUND,
                                   error))
    {
      g_prefix_error (error, "%s: ", "Alignments");
      return FALSE;
    }
  rensa_sheet_open (&sheet, previewed, SCALE);
  for (guint i = 0; i < tables->len; i++)
    draw_table (tables->pdata[i], &sheet);
  return rensa_sheet_close (&sheet, error);
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const Alignments *values = rensa_extension_get_values (extension);
  const RensaTranslating how = { values->encoder, values->decoder, values->n, 1, values->max_length };
  g_auto (RensaTranslated) translated = { 0 };
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (table_free);
  g_autoptr (RensaArray) weights = NULL;

  if (!rensa_translate_examples (extension, target, &how, &translated, error))
    return FALSE;
  weights = rensa_decode_attend (&translated.decoding, translated.sources, translated.translations, values->node,
                                 "Alignments", error);
  for (guint i = 0; weights != NULL && i < translated.translations->len; i++)
    {
      Table *table = table_new (extension, &translated, weights, i, error);

      if (table == NULL)
        return FALSE;
      g_ptr_array_add (tables, table);
    }
  return weights != NULL && draw (tables, previewed, error);
}

static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return subject->attention != NULL && rensa_translated_suggest (subject, found)
         && rensa_attrs_set_text (found, "node", subject->attention, NULL);
}

const RensaExtensionClass rensa_alignments_class = {
  .name = "Alignments",
  .title = N_ ("Alignments"),
  .summary = N_ ("Shows which source words a decoder with attention attends to"),
  .words = N_ ("preview;attention;heat map;weights;sequence to sequence;seq2seq"),
  RENSA_ATTRS (Alignments, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("iterator:" RENSA_TRANSLATED_EXAMPLES, "target:" RENSA_MAIN),
  .preview = preview,
  .observes = TRUE,
  .suggest = suggest,
  .call = rensa_preview_call,
};
