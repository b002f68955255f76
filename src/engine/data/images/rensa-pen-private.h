/* rensa-pen-private.h: lines on a small sheet of grey points.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-drawing.h"

G_BEGIN_DECLS

#define RENSA_SHEET_SIZE RENSA_DRAWING_SIZE

/* The sheet remembers, for the middle of each point, how far the ink is: negative inside a line. */
typedef struct
{
  float distance[RENSA_SHEET_SIZE * RENSA_SHEET_SIZE];
} RensaSheet;

void rensa_sheet_clear (RensaSheet *sheet);

/* A smooth line (a Catmull-Rom spline) through all of @points, at least two, from the upper left corner of the sheet in
 * points of it, drawn with a round pen of diameter @width. */
void rensa_sheet_draw (RensaSheet *sheet, const RensaPoint *points, int n_points, float width);

/* 255 where there is ink, 0 where there is none; a point on the edge of a line gets a value between them. */
void rensa_sheet_to_bytes (const RensaSheet *sheet, guint8 *bytes);

G_END_DECLS
