/* rensa-pen-private.h: lines on a small grayscale sheet.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-drawing.h"

G_BEGIN_DECLS

#define RENSA_SHEET_SIZE RENSA_DRAWING_SIZE

/* Stores the distance of each pixel center to the ink: negative inside a line. */
typedef struct
{
  float distance[RENSA_SHEET_SIZE * RENSA_SHEET_SIZE];
} RensaSheet;

void rensa_sheet_clear (RensaSheet *sheet);

/* Draws a smooth line (a Catmull-Rom spline) through all @points (at least two), in pixels from
 * the upper left corner of the sheet, with a round pen of diameter @width. */
void rensa_sheet_draw (RensaSheet *sheet, const RensaPoint *points, int n_points, float width);

/* Converts ink to 255 and paper to 0; pixels on the edge of a line get a value between them. */
void rensa_sheet_to_bytes (const RensaSheet *sheet, guint8 *bytes);

G_END_DECLS
