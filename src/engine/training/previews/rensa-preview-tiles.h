/* rensa-preview-tiles.h: examples as one picture.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* What is black and what is white: two given values, the smallest and the largest of all tiles, or those of each tile. */
typedef enum
{
  RENSA_TILES_GIVEN,
  RENSA_TILES_COMMON,
  RENSA_TILES_OWN,
} RensaTilesRange;

/**
 * RensaTiles: how examples become one picture.
 * @n_columns: of tiles
 * @gap: points between them; 0 for the few that pictures need
 * @low, @high: what is black and what is white, where they are given
 * @range: whether they are
 * @picture: (nullable): what is known of the form of flat examples, which are else square; drawings are dark on light, where the
 *   values are given
 * @captions: (nullable): for each tile lines that stand below it
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

/* Whether an array of this shape holds pictures, as rensa_previewed_tile () takes them; @picture (nullable) as there. */
gboolean rensa_previewed_can_tile (const RensaShape *shape, const RensaPicture *picture);
/* The pictures in @arrays, @n_arrays of equal type, each of shape (n, channels, height, width) with 1 or 3 channels, (n, height, width),
 * or flat; first tile 0 of all of them in a row, then tile 1, …  RENSA_ERROR_INVALID with a sentence where they are no pictures. */
gboolean rensa_previewed_tile (RensaPreviewed *previewed, const RensaTiles *tiles, RensaArray *const *arrays,
                               int n_arrays, GError **error);

/* One tile: @values are @n_channels (1 or 3) of height x width numbers, with @zoom points for each; @is_ink: what is large is dark. */
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
/* The smallest and the largest of @n values that are finite; 0 where none is. */
void rensa_tiles_find_range (const double *values, gint64 n, double *low, double *high);

G_END_DECLS
