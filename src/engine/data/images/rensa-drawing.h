/* rensa-drawing.h: lines drawn by a person, made into an example.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rows and columns of the sheet that a drawing is brought to. */
#define RENSA_DRAWING_SIZE 28

/**
 * RensaDrawing: how the pictures of a data set were brought onto their sheet.
 * @RENSA_DRAWING_NONE: nothing is known; nobody should draw
 * @RENSA_DRAWING_IN_THE_MIDDLE: drawn with a thin pen, the middle of the drawing in the middle of the sheet
 * @RENSA_DRAWING_BY_MASS: as MNIST: scaled into a square of 20 points, whose centre of mass is in the middle
 */
typedef enum
{
  RENSA_DRAWING_NONE,
  RENSA_DRAWING_IN_THE_MIDDLE,
  RENSA_DRAWING_BY_MASS,
} RensaDrawing;

/* In any unit, to the right and down. */
typedef struct
{
  float x;
  float y;
} RensaPoint;

/* @points: RensaPoint */
typedef GArray RensaLine;

/**
 * rensa_drawing_make:
 * @lines: RensaLine, in the order in which they were drawn; lines without points are passed over
 * @size: of the square area that was drawn on; a drawing much smaller than that is not blown up to full size
 * @bytes: of the sheet, RENSA_DRAWING_SIZE rows and columns: 0 is paper, 255 ink
 *
 * Brings a drawing to the size and place, and draws it with the pen, of the examples that it is to be compared with.
 */
void rensa_drawing_make (RensaDrawing drawing, const GPtrArray *lines, double size, guint8 *bytes);

G_END_DECLS
