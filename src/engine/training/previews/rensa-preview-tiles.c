/* rensa-preview-tiles.c: examples arranged in one picture.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-tiles.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-preview-sheet.h"
#include "rensa-primitives.h"

/* Gap between tiles, and between their captions. */
#define GAP 2
/* Small images are enlarged; captions below them need more room. */
#define SMALL 64
#define SMALL_WITH_CAPTION 96
#define LEAST_WIDTH_OF_CAPTION 72

typedef struct
{
  gint64 n;
  gint64 n_channels;
  gint64 height;
  gint64 width;
} Form;

static gboolean
find_square (gint64 n, Form *form)
{
  for (gint64 n_channels = 1; n_channels <= 3; n_channels += 2)
    {
      const gint64 side = llround (sqrt ((double) n / (double) n_channels));

      if (side > 0 && n_channels * side * side == n)
        {
          *form = (Form){ form->n, n_channels, side, side };
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
is_drawn (const Form *form)
{
  return (form->n_channels == 1 || form->n_channels == 3) && form->height > 0 && form->width > 0;
}

static gboolean
find_form (const RensaShape *shape, const RensaPicture *picture, Form *form)
{
  if (shape->ndim < 2 || shape->ndim > 4)
    return FALSE;
  form->n = shape->dims[0];
  if (shape->ndim == 2)
    {
      if (picture == NULL || (gint64) rensa_picture_get_size (picture) != shape->dims[1])
        return find_square (shape->dims[1], form);
      *form = (Form){ form->n, picture->n_channels, picture->height, picture->width };
      return is_drawn (form);
    }
  form->n_channels = shape->ndim == 4 ? shape->dims[1] : 1;
  form->height = shape->dims[shape->ndim - 2];
  form->width = shape->dims[shape->ndim - 1];
  return is_drawn (form);
}

gboolean
rensa_previewed_can_tile (const RensaShape *shape, const RensaPicture *picture)
{
  Form form;

  return find_form (shape, picture, &form);
}

/* NaN is black; without a range, all other values are gray. */
static guint32
to_byte (double low, double high, double value)
{
  const double share = high > low ? (value - low) / (high - low) : isnan (value) ? 0 : 0.5;

  return share > 0 ? (guint32) (255 * MIN (share, 1) + 0.5) : 0;
}

static guint32
get_point (const RensaTile *tile, double low, double high, gint64 place)
{
  const gint64 n = tile->height * tile->width;
  const guint32 red = to_byte (low, high, tile->values[place]);

  if (tile->n_channels == 1)
    return (tile->is_ink ? 255 - red : red) * 0x010101;
  return red << 16 | to_byte (low, high, tile->values[n + place]) << 8
         | to_byte (low, high, tile->values[2 * n + place]);
}

void
rensa_previewed_draw_tile (RensaPreviewed *previewed, const RensaTile *tile, double low, double high, gint64 left,
                           gint64 top, gint64 zoom)
{
  for (gint64 y = 0; y < tile->height * zoom; y++)
    for (gint64 x = 0; x < tile->width * zoom; x++)
      previewed->pixels[(top + y) * previewed->width + left + x] =
          get_point (tile, low, high, y / zoom * tile->width + x / zoom);
}

void
rensa_tiles_find_range (const double *values, gint64 n, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (gint64 i = 0; i < n; i++)
    if (isfinite (values[i]))
      {
        *low = fmin (*low, values[i]);
        *high = fmax (*high, values[i]);
      }
  if (*low > *high)
    *low = *high = 0;
}

static gboolean
refuse_form (RensaArray *array, GError **error)
{
  g_autofree char *shape = rensa_shape_to_string (rensa_array_get_shape (array));

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("expected images with 1 or 3 channels and a batch axis, but the shape is %s"), shape);
  return FALSE;
}

/* @n_columns: columns of tiles; @n_rows: rows of tiles of one array; below each are the tiles of
 *   the other arrays, then the captions */
typedef struct
{
  Form form;
  gint64 n_columns;
  gint64 n_rows;
  int n_arrays;
  gint64 zoom;
  gint64 gap;
  gint64 cell_width;
  gint64 row_height;
} Plan;

static int
count_lines (const char *const *captions, gint64 n)
{
  int most = 0;

  for (gint64 i = 0; captions != NULL && i < n; i++)
    {
      int n_lines = 1;

      for (const char *c = captions[i]; *c != '\0'; c++)
        n_lines += *c == '\n';
      most = MAX (most, n_lines);
    }
  return most;
}

static gboolean
make_plan (const RensaTiles *tiles, RensaArray *const *arrays, int n_arrays, Plan *plan, GError **error)
{
  const gboolean has_captions = tiles->captions != NULL;

  *plan = (Plan){ .n_arrays = n_arrays, .gap = tiles->gap > 0 ? tiles->gap : GAP };
  for (int i = 0; i < n_arrays; i++)
    {
      Form form;

      if (!find_form (rensa_array_get_shape (arrays[i]), tiles->picture, &form)
          || (i > 0 && memcmp (&form, &plan->form, sizeof form) != 0))
        return refuse_form (arrays[i], error);
      plan->form = form;
    }
  plan->n_columns = MIN (tiles->n_columns, MAX (plan->form.n, 1));
  plan->n_rows = (plan->form.n + plan->n_columns - 1) / plan->n_columns;
  plan->zoom = MAX (1, (has_captions ? SMALL_WITH_CAPTION : SMALL) / MAX (plan->form.height, plan->form.width));
  plan->cell_width = MAX (plan->form.width * plan->zoom, has_captions ? LEAST_WIDTH_OF_CAPTION : 0) + plan->gap;
  plan->row_height = n_arrays * (plan->form.height * plan->zoom + plan->gap)
                     + count_lines (tiles->captions, plan->form.n) * RENSA_PLOT_LINE_HEIGHT
                     + (has_captions ? plan->gap : 0);
  return TRUE;
}

/* Finds the corner of tile @i of array @number. */
static void
find_corner (const Plan *plan, gint64 i, int number, gint64 *left, gint64 *top)
{
  *left = plan->gap + i % plan->n_columns * plan->cell_width
          + (plan->cell_width - plan->gap - plan->form.width * plan->zoom) / 2;
  *top = plan->gap + i / plan->n_columns * plan->row_height + number * (plan->form.height * plan->zoom + plan->gap);
}

static gboolean
draw_array (RensaPreviewed *previewed, const RensaTiles *tiles, const Plan *plan, RensaArray *array, int number,
            GError **error)
{
  const Form *form = &plan->form;
  const gint64 size = form->n_channels * form->height * form->width;
  g_autofree double *values = rensa_preview_dup_numbers (array, error);
  double low = tiles->low;
  double high = tiles->high;
  const gboolean is_ink =
      tiles->range == RENSA_TILES_GIVEN && tiles->picture != NULL && tiles->picture->drawing != RENSA_DRAWING_NONE;

  if (values != NULL && tiles->range == RENSA_TILES_COMMON)
    rensa_tiles_find_range (values, form->n * size, &low, &high);
  for (gint64 i = 0; values != NULL && i < form->n; i++)
    {
      const RensaTile tile = { values + i * size, form->n_channels, form->height, form->width, is_ink };
      gint64 left;
      gint64 top;

      find_corner (plan, i, number, &left, &top);
      if (tiles->range == RENSA_TILES_OWN)
        rensa_tiles_find_range (tile.values, size, &low, &high);
      rensa_previewed_draw_tile (previewed, &tile, low, high, left, top, plan->zoom);
    }
  return values != NULL;
}

static void
write_caption (const RensaSheet *sheet, const Plan *plan, const char *caption, gint64 i)
{
  g_auto (GStrv) lines = g_strsplit (caption, "\n", -1);
  const double width = (double) (plan->cell_width - plan->gap);
  gint64 left;
  gint64 top;

  find_corner (plan, i, plan->n_arrays, &left, &top);
  for (int line = 0; lines[line] != NULL; line++)
    {
      g_autofree char *text = rensa_sheet_fit (sheet, lines[line], width);

      rensa_sheet_write (sheet, text, (double) left + (double) (plan->form.width * plan->zoom) / 2,
                         (double) top + (line + 0.5) * RENSA_PLOT_LINE_HEIGHT, 0.5);
    }
}

static gboolean
write_captions (RensaPreviewed *previewed, const RensaTiles *tiles, const Plan *plan, GError **error)
{
  RensaSheet sheet;

  rensa_sheet_open (&sheet, previewed, 1);
  for (gint64 i = 0; i < plan->form.n; i++)
    write_caption (&sheet, plan, tiles->captions[i], i);
  return rensa_sheet_close (&sheet, error);
}

gboolean
rensa_previewed_tile (RensaPreviewed *previewed, const RensaTiles *tiles, RensaArray *const *arrays, int n_arrays,
                      GError **error)
{
  Plan plan;

  if (!make_plan (tiles, arrays, n_arrays, &plan, error)
      || !rensa_previewed_lay_ground (previewed, plan.n_columns * plan.cell_width + plan.gap,
                                      plan.n_rows * plan.row_height + plan.gap, RENSA_SHEET_GROUND, error))
    return FALSE;
  for (int i = 0; i < n_arrays; i++)
    if (!draw_array (previewed, tiles, &plan, arrays[i], i, error))
      return FALSE;
  return tiles->captions == NULL || write_captions (previewed, tiles, &plan, error);
}
