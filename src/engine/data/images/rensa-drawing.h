/* rensa-drawing.h: converts a user's drawing to an example.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Number of rows and columns of the sheet, to which drawings are scaled. */
#define RENSA_DRAWING_SIZE 28

/**
 * RensaDrawing: how the pictures of a data set were placed on their sheet.
 * @RENSA_DRAWING_NONE: unknown; examples cannot be drawn
 * @RENSA_DRAWING_IN_THE_MIDDLE: drawn with a thin pen and centered by the bounding box
 * @RENSA_DRAWING_BY_MASS: as MNIST: scaled into a square of 20 pixels and centered by the center of
 *   mass
 */
typedef enum
{
  RENSA_DRAWING_NONE,
  RENSA_DRAWING_IN_THE_MIDDLE,
  RENSA_DRAWING_BY_MASS,
} RensaDrawing;

/* A point in any unit, with x to the right and y down. */
typedef struct
{
  float x;
  float y;
} RensaPoint;

/* @points: RensaPoint */
typedef GArray RensaLine;

/**
 * rensa_drawing_make:
 * @lines: RensaLine, in drawing order; lines without points are skipped
 * @size: side length of the square drawing area; a drawing much smaller than that is not enlarged
 *   to full size
 * @bytes: pixels of the sheet, RENSA_DRAWING_SIZE rows and columns: 0 is paper, 255 ink
 *
 * Renders a drawing with the size, position and pen of the examples that it will be compared with.
 */
void rensa_drawing_make (RensaDrawing drawing, const GPtrArray *lines, double size, guint8 *bytes);

G_END_DECLS
