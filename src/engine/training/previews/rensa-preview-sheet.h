/* rensa-preview-sheet.h: pictures with text.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-plot-writer.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Does not glare in a light or dark window; black, white and text are visible on it. */
#define RENSA_SHEET_GROUND 0xc8c8c8

/* Makes a picture of one color, @width x @height pixels; RENSA_ERROR_INVALID with a message if
 * these are too many. */
gboolean rensa_previewed_lay_ground (RensaPreviewed *previewed, gint64 width, gint64 height, guint32 ground,
                                     GError **error);

/* Drawing surface of a picture. */
typedef struct
{
  RensaPreviewed *previewed;
  cairo_surface_t *surface;
  cairo_t *cr;
  RensaPlotWriter writer;
} RensaSheet;

/* @previewed: its background is already painted; @scale: pixels per point of the drawing.
 *   Nothing else may draw there until the sheet is closed. */
void rensa_sheet_open (RensaSheet *sheet, RensaPreviewed *previewed, double scale);
gboolean rensa_sheet_close (RensaSheet *sheet, GError **error);
/* Returns the part of @text that fits into @width, as a single line. */
char *rensa_sheet_fit (const RensaSheet *sheet, const char *text, double width);
/* Writes in the current ink, vertically centered on @y; @align is the fraction of the text to the
 * left of @x. */
void rensa_sheet_write (const RensaSheet *sheet, const char *text, double x, double y, double align);
/* @alpha: opacity of the ink */
void rensa_sheet_set_ink (const RensaSheet *sheet, double alpha);

G_END_DECLS
