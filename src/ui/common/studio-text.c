/* studio-text.c: scale of the user's text size.
 * SPDX-License-Identifier: MIT */

#include "studio-text.h"

/* Pixels: 11 points at 96 dots per inch. */
#define USUAL_TEXT 14.7

double
studio_text_get_scale (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  const double resolution = pango_cairo_context_get_resolution (context);
  const double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;

  if (pango_font_description_get_size_is_absolute (font))
    return MAX (1, size / USUAL_TEXT);
  return MAX (1, size * (resolution > 0 ? resolution : 96) / 72 / USUAL_TEXT);
}
