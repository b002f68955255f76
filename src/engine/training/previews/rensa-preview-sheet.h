/* rensa-preview-sheet.h: pictures with words on them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-plot-writer.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Neither a light nor a dark window makes it glare, and black, white and words are seen on it. */
#define RENSA_SHEET_GROUND 0xc8c8c8

/* A picture of one colour, of @width x @height points; RENSA_ERROR_INVALID with a sentence where those are too many. */
gboolean rensa_previewed_lay_ground (RensaPreviewed *previewed, gint64 width, gint64 height, guint32 ground,
                                     GError **error);

/* A picture that is drawn upon. */
typedef struct
{
  RensaPreviewed *previewed;
  cairo_surface_t *surface;
  cairo_t *cr;
  RensaPlotWriter writer;
} RensaSheet;

/* @previewed: has its ground; @scale: points of it for one of the drawing. Meanwhile nobody else draws there. */
void rensa_sheet_open (RensaSheet *sheet, RensaPreviewed *previewed, double scale);
gboolean rensa_sheet_close (RensaSheet *sheet, GError **error);
/* What of @text can be written in @width: a line, whatever there is in it. */
char *rensa_sheet_fit (const RensaSheet *sheet, const char *text, double width);
/* In the ink of words, centred on @y; @align is the part of the text that lies left of @x. */
void rensa_sheet_write (const RensaSheet *sheet, const char *text, double x, double y, double align);
/* @alpha: how much of the ink */
void rensa_sheet_set_ink (const RensaSheet *sheet, double alpha);

G_END_DECLS
