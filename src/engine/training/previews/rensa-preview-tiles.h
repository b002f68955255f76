/* rensa-preview-tiles.h: examples arranged in one picture.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Values shown as black and white: two given values, the smallest and the largest of all tiles, or
 * those of each tile. */
typedef enum
{
  RENSA_TILES_GIVEN,
  RENSA_TILES_COMMON,
  RENSA_TILES_OWN,
} RensaTilesRange;

/**
 * RensaTiles: how examples become one picture.
 * @n_columns: number of columns of tiles
 * @gap: points between them; 0 for the small default
 * @low, @high: values shown as black and white, if they are given
 * @range: source of these values
 * @picture: (nullable): format of flat examples, which are otherwise square; drawings are dark on
 *   light if the values are given
 * @captions: (nullable): lines below each tile
 */
typedef struct
{
  int n_columns;
  double low;
  double high;
  int gap;
  RensaTilesRange range;
  const RensaPicture *picture;
  const char *const *captions;
} RensaTiles;

/* Returns TRUE if an array of this shape holds images as rensa_previewed_tile () takes them;
 * @picture (nullable) as there. */
gboolean rensa_previewed_can_tile (const RensaShape *shape, const RensaPicture *picture);
/* Draws the images in @arrays, @n_arrays of equal type, each of shape (n, channels, height, width)
 * with 1 or 3 channels, (n, height, width), or flat; first tile 0 of all arrays in a row, then tile
 * 1, … RENSA_ERROR_INVALID with a message if they are not images. */
gboolean rensa_previewed_tile (RensaPreviewed *previewed, const RensaTiles *tiles, RensaArray *const *arrays,
                               int n_arrays, GError **error);

/* One tile: @values are @n_channels (1 or 3) of height x width numbers, each drawn with @zoom
 * points; @is_ink: large values are dark. */
typedef struct
{
  const double *values;
  gint64 n_channels;
  gint64 height;
  gint64 width;
  gboolean is_ink;
} RensaTile;

void rensa_previewed_draw_tile (RensaPreviewed *previewed, const RensaTile *tile, double low, double high, gint64 left,
                                gint64 top, gint64 zoom);
/* Finds the smallest and the largest of the finite values among @n; 0 if there are none. */
void rensa_tiles_find_range (const double *values, gint64 n, double *low, double *high);

G_END_DECLS
