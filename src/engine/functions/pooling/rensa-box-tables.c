/* rensa-box-tables.c: boxes of images, divided into bins or sampled.
 * SPDX-License-Identifier: MIT */

#include "rensa-box-tables-private.h"

#include <math.h>

#include "k.h"
#include "rensa-confine.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-functions-kernels.h"

/* Is NaN if a coordinate is not finite. */

/* kernel: box_verdict (x) -> y */
KERNEL real
box_verdict (real x)
{
  return x * 0;
}
/* end kernel */

/* kernel helpers */
/* Coordinates beyond @furthest are equivalent to infinite ones, and products with the number of
 * bins cannot overflow. A NaN is rejected, but perhaps only later, so it must not be used as a
 * position until then. */
KERNEL real
box_place (real x, real furthest)
{
  return x == x ? k_max (k_min (x, furthest), -furthest) : 0;
}
/* end kernel */

/* kernel: box_exact (low, high; scale, furthest) -> (begin, extent) */
KERNEL void
box_exact (real low, real high, real scale, real furthest, real *begin, real *extent)
{
  *begin = box_place (low * scale, furthest);
  *extent = k_max (box_place (high * scale, furthest) - *begin, 1);
}
/* end kernel */

/* kernel: box_rounded (low, high; scale, furthest, inclusive) -> (begin, extent) */
KERNEL void
box_rounded (real low, real high, real scale, real furthest, real inclusive, real *begin, real *extent)
{
  *begin = box_place (k_rint (low * scale), furthest);
  *extent = k_max (box_place (k_rint (high * scale), furthest) - *begin + inclusive, 1);
}
/* end kernel */

/* kernel helpers */
KERNEL k_index
bin_clip (k_index place, k_index size)
{
  return place < 0 ? 0 : place < size ? place : size;
}

KERNEL k_index
bin_first (k_index begin, k_index extent, k_index bin, k_index n_bins, k_index size)
{
  return bin_clip (begin + bin * extent / n_bins, size);
}

KERNEL k_index
bin_end (k_index begin, k_index extent, k_index bin, k_index n_bins, k_index size)
{
  return bin_clip (begin + ((bin + 1) * extent + n_bins - 1) / n_bins, size);
}
/* end kernel */

/* index kernel: bin_share (int begin, int extent; int n_bins, int size) -> share */
KERNEL real
bin_share (const k_index *at, k_int_view begin, k_int_view extent, k_index n_bins, k_index size)
{
  const k_index box_begin = begin.data[at[0] * begin.strides[0]];
  const k_index box_extent = extent.data[at[0] * extent.strides[0]];
  const k_index first = bin_first (box_begin, box_extent, at[1], n_bins, size);
  const k_index end = bin_end (box_begin, box_extent, at[1], n_bins, size);

  return at[2] >= first && at[2] < end ? 1 / (real) (end - first) : 0;
}
/* end kernel */

/* index kernel: bin_max (x, int images, int top, int height, int left, int width; int n_rows, int n_columns)
 *               -> (y, row, column) */
KERNEL void
bin_max (const k_index *at, k_view x, k_int_view images, k_int_view top, k_int_view height, k_int_view left,
         k_int_view width, k_index n_rows, k_index n_columns, real *y, real *row, real *column)
{
  const k_index r = at[0];
  const real *plane = x.data + images.data[r * images.strides[0]] * x.strides[0] + at[1] * x.strides[1];
  const k_index box_top = top.data[r * top.strides[0]];
  const k_index box_height = height.data[r * height.strides[0]];
  const k_index box_left = left.data[r * left.strides[0]];
  const k_index box_width = width.data[r * width.strides[0]];
  const k_index h_end = bin_end (box_top, box_height, at[2], n_rows, x.shape[2]);
  const k_index w_first = bin_first (box_left, box_width, at[3], n_columns, x.shape[3]);
  const k_index w_end = bin_end (box_left, box_width, at[3], n_columns, x.shape[3]);
  k_index best_h = -1;
  k_index best_w = -1;
  real best = 0;

  for (k_index h = bin_first (box_top, box_height, at[2], n_rows, x.shape[2]); h < h_end; h++)
    for (k_index w = w_first; w < w_end; w++)
      {
        const real value = plane[h * x.strides[2] + w * x.strides[3]];

        if (best_h < 0 || (!(value <= best) && best == best))
          {
            best = value;
            best_h = h;
            best_w = w;
          }
      }

  *y = best;
  *row = (real) best_h;
  *column = (real) best_w;
}
/* end kernel */

/* index kernel: flat_place (int images, int row, int column; int channels, int height, int width) -> place */
KERNEL real
flat_place (const k_index *at, k_int_view images, k_int_view row, k_int_view column, k_index channels, k_index height,
            k_index width)
{
  const k_index from =
      at[0] * row.strides[0] + at[1] * row.strides[1] + at[2] * row.strides[2] + at[3] * row.strides[3];
  const k_index image = images.data[at[0] * images.strides[0]];

  return row.data[from] < 0
             ? -1
             : (real) (((image * channels + at[1]) * height + row.data[from]) * width + column.data[from]);
}
/* end kernel */

/* A bin that begins far outside the image has many samples there, which are skipped. */

/* index kernel: bin_sample (begin, extent; int n_bins, int size, int ratio) -> (low, fraction, share) */
KERNEL void
bin_sample (const k_index *at, k_view begin, k_view extent, k_index n_bins, k_index size, k_index ratio, real *low,
            real *fraction, real *share)
{
  const real length = extent.data[at[0] * extent.strides[0]] / (real) n_bins;
  const real start = begin.data[at[0] * begin.strides[0]] + (real) at[1] * length;
  const real count = ratio > 0 ? (real) ratio : k_ceil (length);
  const real step = length / count;
  const real outside = k_max (k_floor ((-1 - start) / step - 1), 0);
  const real number = outside + (real) at[2];
  const real place = start + (number + (real) 0.5) * length / count;
  const real inner = k_max (place, 0);
  const int found = number < count && place >= -1 && place <= (real) size && size > 0;
  const int at_end = inner >= (real) (size - 1);

  *low = !found ? -1 : at_end ? (real) (size - 1) : k_floor (inner);
  *fraction = !found || at_end ? 0 : inner - k_floor (inner);
  *share = 1 / count;
}
/* end kernel */

/* index kernel: sample_share (int low, fraction, share) -> weight */
KERNEL real
sample_share (const k_index *at, k_int_view low, k_view fraction, k_view share)
{
  const k_index *lows = low.data + at[0] * low.strides[0] + at[1] * low.strides[1];
  const real *fractions = fraction.data + at[0] * fraction.strides[0] + at[1] * fraction.strides[1];
  real total = 0;

  for (k_index s = 0; s < low.shape[2]; s++)
    {
      const k_index found = lows[s * low.strides[2]];
      const real part = fractions[s * fraction.strides[2]];

      if (found >= 0 && found == at[2])
        total += 1 - part;
      else if (found >= 0 && found + 1 == at[2])
        total += part;
    }

  return total != 0 ? total * share.data[at[0] * share.strides[0] + at[1] * share.strides[1]] : 0;
}
/* end kernel */

/* Pixels with weight 0 are not read: they may not be finite, or not exist. */

/* index kernel: sample_max (x, int images, int row_low, row_fraction, int column_low, column_fraction)
 *               -> (y, row, column) */
KERNEL real
between (const real *x, k_index stride, real part)
{
  return part > 0 ? (1 - part) * x[0] + part * x[stride] : x[0];
}

KERNEL void
sample_max (const k_index *at, k_view x, k_int_view images, k_int_view row_low, k_view row_fraction,
            k_int_view column_low, k_view column_fraction, real *y, real *row, real *column)
{
  const real *plane = x.data + images.data[at[0] * images.strides[0]] * x.strides[0] + at[1] * x.strides[1];
  const k_index *h_low = row_low.data + at[0] * row_low.strides[0] + at[2] * row_low.strides[1];
  const k_index *w_low = column_low.data + at[0] * column_low.strides[0] + at[3] * column_low.strides[1];
  const real *h_part = row_fraction.data + at[0] * row_fraction.strides[0] + at[2] * row_fraction.strides[1];
  const real *w_part = column_fraction.data + at[0] * column_fraction.strides[0] + at[3] * column_fraction.strides[1];
  k_index best_h = -1;
  k_index best_w = -1;
  real best = 0;

  for (k_index i = 0; i < row_low.shape[2]; i++)
    for (k_index j = 0; j < column_low.shape[2]; j++)
      {
        const k_index h = h_low[i * row_low.strides[2]];
        const k_index w = w_low[j * column_low.strides[2]];
        const real part = h_part[i * row_fraction.strides[2]];
        const real w_share = w_part[j * column_fraction.strides[2]];
        real value;

        if (h < 0 || w < 0)
          continue;
        value = between (plane + h * x.strides[2] + w * x.strides[3], x.strides[3], w_share);
        if (part > 0)
          value = (1 - part) * value
                  + part * between (plane + (h + 1) * x.strides[2] + w * x.strides[3], x.strides[3], w_share);
        if (best_h < 0 || (!(value <= best) && best == best))
          {
            best = value;
            best_h = i;
            best_w = j;
          }
      }

  *y = best;
  *row = (real) best_h;
  *column = (real) best_w;
}
/* end kernel */

/* index kernel: corner_place (int images, int row, int column, int row_low, row_fraction, int column_low,
 *               column_fraction; int channels, int height, int width) -> (place, weight) */
KERNEL void
corner_place (const k_index *at, k_int_view images, k_int_view row, k_int_view column, k_int_view row_low,
              k_view row_fraction, k_int_view column_low, k_view column_fraction, k_index channels, k_index height,
              k_index width, real *place, real *weight)
{
  const k_index from =
      at[1] * row.strides[0] + at[2] * row.strides[1] + at[3] * row.strides[2] + at[4] * row.strides[3];
  const k_index i = row.data[from] < 0 ? 0 : row.data[from];
  const k_index j = row.data[from] < 0 ? 0 : column.data[from];
  const k_index below = at[0] / 2;
  const k_index right = at[0] % 2;
  const k_index *h = row_low.data + at[1] * row_low.strides[0] + at[3] * row_low.strides[1] + i * row_low.strides[2];
  const k_index *w =
      column_low.data + at[1] * column_low.strides[0] + at[4] * column_low.strides[1] + j * column_low.strides[2];
  const real h_part =
      row_fraction
          .data[at[1] * row_fraction.strides[0] + at[3] * row_fraction.strides[1] + i * row_fraction.strides[2]];
  const real w_part = column_fraction.data[at[1] * column_fraction.strides[0] + at[4] * column_fraction.strides[1]
                                           + j * column_fraction.strides[2]];
  const real share = (below ? h_part : 1 - h_part) * (right ? w_part : 1 - w_part);
  const k_index plane = images.data[at[1] * images.strides[0]] * channels + at[2];

  *weight = row.data[from] < 0 ? 0 : share;
  *place = *weight == 0 ? -1 : (real) ((plane * height + *h + below) * width + *w + right);
}
/* end kernel */

void
rensa_boxes_clear (RensaBoxes *boxes)
{
  g_clear_pointer (&boxes->images, rensa_array_unref);
  for (int i = 0; i < 2; i++)
    {
      g_clear_pointer (&boxes->begin[i], rensa_array_unref);
      g_clear_pointer (&boxes->extent[i], rensa_array_unref);
    }
}

static void
explain_coordinates (const RensaLateCheck *check, GError **error)
{
  g_autoptr (RensaArray) count = rensa_reduce (RENSA_REDUCE_N_NOT_FINITE, check->values, 3, FALSE, error);

  if (count != NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     ngettext ("boxes must have finite coordinates, but %.0f number in rois is not finite",
                               "boxes must have finite coordinates, but %.0f numbers in rois are not finite",
                               (gulong) rensa_array_get_scalar (count)),
                     rensa_array_get_scalar (count));
}

/* Kernels use an arbitrary position in place of numbers that are not finite. */
static gboolean
check_finite (RensaArray *rois, GError **error)
{
  const RensaLateCheck check = { explain_coordinates, .values = rois };
  g_autoptr (RensaArray) verdicts = rensa_map1 (RENSA_KERNEL_BOX_VERDICT, rois, NULL, error);
  g_autoptr (RensaArray) verdict = verdicts != NULL ? rensa_reduce (RENSA_REDUCE_SUM, verdicts, 3, FALSE, error) : NULL;

  return rensa_late_check (verdict, &check, error);
}

static void
explain_image (const RensaLateCheck *check, GError **error)
{
  double image;

  if (rensa_find_outside (check->values, &check->range, &image, error) >= 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("boxes must refer to images 0 to %lld, but image %.0f was given"),
                     (long long) check->range.most, image);
}

static RensaArray *
confine_images (RensaArray *images, gint64 n_images, GError **error)
{
  const RensaLateCheck check = { explain_image, .range = { 0, n_images - 1, RENSA_INT_NONE } };
  g_autoptr (RensaArray) wide = rensa_array_cast (images, RENSA_INT64, error);

  return rensa_confine (wide, &check, error);
}

/* Returns column @i of @rois. */
static RensaArray *
get_column (RensaArray *rois, int i)
{
  g_autoptr (RensaArray) column = rensa_array_view_range (rois, 1, i, 1);

  return rensa_array_view_squeeze (column, 2);
}

gboolean
rensa_boxes_init (RensaBoxes *boxes, RensaArray *rois, const int low[2], const int high[2], RensaArray *images,
                  gint64 n_images, double scale, RensaBoxRule rule, GError **error)
{
  const RensaKernel *kernel = rule == RENSA_BOX_EXACT ? RENSA_KERNEL_BOX_EXACT : RENSA_KERNEL_BOX_ROUNDED;
  const double params[] = { scale, 1 << 30, rule == RENSA_BOX_INCLUSIVE };
  g_autoptr (RensaArray) wide = rensa_array_cast (rois, RENSA_FLOAT64, error);

  if (wide == NULL || !check_finite (wide, error))
    return FALSE;
  boxes->images = confine_images (images, n_images, error);
  if (boxes->images == NULL)
    return FALSE;

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (RensaArray) first = get_column (wide, low[i]);
      g_autoptr (RensaArray) last = get_column (wide, high[i]);
      RensaArray *outputs[2] = { NULL };

      if (!rensa_map (kernel, (RensaArray *[]){ first, last }, outputs, params, error))
        return FALSE;
      boxes->begin[i] = outputs[0];
      boxes->extent[i] = outputs[1];
    }

  return TRUE;
}

gboolean
rensa_boxes_init_whole (RensaBoxes *boxes, const RensaShape *x, GError **error)
{
  const RensaShape n = RENSA_SHAPE (x->dims[0]);
  gboolean ok;

  boxes->images = rensa_array_range (RENSA_INT64, x->dims[0], error);
  ok = boxes->images != NULL;

  for (int i = 0; ok && i < 2; i++)
    {
      boxes->begin[i] = rensa_array_zeros (RENSA_FLOAT64, &n, error);
      boxes->extent[i] =
          boxes->begin[i] != NULL ? rensa_array_full (RENSA_FLOAT64, &n, (double) x->dims[2 + i], error) : NULL;
      ok = boxes->extent[i] != NULL;
    }
  return ok;
}

RensaArray *
rensa_boxes_share_bins (const RensaBoxes *boxes, int axis, gint64 n_bins, gint64 size, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (rensa_array_get_count (boxes->images), n_bins, size);

  return rensa_index_map1 (RENSA_KERNEL_BIN_SHARE, RENSA_FLOAT64, &shape,
                           (RensaArray *[]){ boxes->begin[axis], boxes->extent[axis] },
                           (double[]){ (double) n_bins, (double) size }, error);
}

/* Converts the floating-point results of kernels to indices. */
static RensaArray *
take_as_index (RensaArray *numbers, GError **error)
{
  RensaArray *index = rensa_array_cast (numbers, RENSA_INT64, error);

  rensa_array_unref (numbers);
  return index;
}

RensaArray *
rensa_boxes_find_maxima (const RensaBoxes *boxes, RensaArray *x, const RensaType *type, RensaArray **places,
                         GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (x);
  RensaArray *outputs[3] = { NULL };
  RensaArray *y;

  if (!rensa_index_map (
          RENSA_KERNEL_BIN_MAX, rensa_dtype_promote (RENSA_FLOAT32, type->dtype), &type->shape,
          (RensaArray *[]){ x, boxes->images, boxes->begin[0], boxes->extent[0], boxes->begin[1], boxes->extent[1] },
          outputs, (double[]){ (double) type->shape.dims[2], (double) type->shape.dims[3] }, error))
    return NULL;

  y = rensa_array_cast (outputs[0], type->dtype, error);
  if (y != NULL && places != NULL)
    {
      RensaArray *numbers = rensa_index_map1 (
          RENSA_KERNEL_FLAT_PLACE, RENSA_FLOAT64, &type->shape,
          (RensaArray *[]){ boxes->images, outputs[1], outputs[2] },
          (double[]){ (double) shape->dims[1], (double) shape->dims[2], (double) shape->dims[3] }, error);

      *places = numbers != NULL ? take_as_index (numbers, error) : NULL;
      if (*places == NULL)
        g_clear_pointer (&y, rensa_array_unref);
    }
  rensa_arrays_clear (outputs, 3);
  return y;
}

void
rensa_sample_grid_clear (RensaSampleGrid *grid)
{
  for (int i = 0; i < 2; i++)
    {
      g_clear_pointer (&grid->axes[i].low, rensa_array_unref);
      g_clear_pointer (&grid->axes[i].fraction, rensa_array_unref);
      g_clear_pointer (&grid->axes[i].share, rensa_array_unref);
    }
}

/* Returns an upper bound for the number of samples that a bin has inside the image; -1 with an
 * error. Without a ratio, the size of the tables depends on the largest box, so this waits for
 * the device. Samples are more than half a pixel apart, and cover the image and one pixel on
 * both sides. */
static gint64
count_samples (RensaArray *extent, gint64 n_bins, gint64 size, gint64 ratio, GError **error)
{
  const gint64 most = 2 * (size + 2) + 4;

  if (ratio > 0)
    return ratio;
  if (rensa_array_get_count (extent) == 0)
    return 1;

  g_autoptr (RensaArray) longest = rensa_reduce (RENSA_REDUCE_MAX, extent, 1, FALSE, error);
  double length;

  if (longest == NULL || !rensa_array_to_host (longest, &length, error))
    return -1;
  return MIN ((gint64) ceil (length / (double) n_bins), most);
}

gboolean
rensa_boxes_sample (const RensaBoxes *boxes, int axis, gint64 n_bins, gint64 size, gint64 ratio, RensaSamples *samples,
                    GError **error)
{
  const gint64 n_samples = count_samples (boxes->extent[axis], n_bins, size, ratio, error);
  const RensaShape shape = RENSA_SHAPE (rensa_array_get_count (boxes->images), n_bins, n_samples);
  RensaArray *outputs[3] = { NULL };

  if (n_samples < 0
      || !rensa_index_map (RENSA_KERNEL_BIN_SAMPLE, RENSA_FLOAT64, &shape,
                           (RensaArray *[]){ boxes->begin[axis], boxes->extent[axis] }, outputs,
                           (double[]){ (double) n_bins, (double) size, (double) ratio }, error))
    return FALSE;

  samples->low = outputs[0];
  samples->fraction = outputs[1];
  samples->share = outputs[2];
  return TRUE;
}

RensaArray *
rensa_samples_share (const RensaSamples *samples, gint64 size, GError **error)
{
  RensaShape shape = *rensa_array_get_shape (samples->low);

  shape.dims[2] = size;
  return rensa_index_map1 (RENSA_KERNEL_SAMPLE_SHARE, RENSA_FLOAT64, &shape,
                           (RensaArray *[]){ samples->low, samples->fraction, samples->share }, NULL, error);
}

/* Returns the four pixels around the sample (@row, @column) of each bin. */
static gboolean
find_corners (const RensaSampleGrid *grid, RensaArray *images, RensaArray *row, RensaArray *column, const RensaShape *x,
              RensaArray **places, RensaArray **weights, GError **error)
{
  const RensaShape *y = rensa_array_get_shape (row);
  const RensaShape shape = RENSA_SHAPE (4, y->dims[0], y->dims[1], y->dims[2], y->dims[3]);
  RensaArray *outputs[2] = { NULL };

  if (!rensa_index_map (RENSA_KERNEL_CORNER_PLACE, RENSA_FLOAT64, &shape,
                        (RensaArray *[]){ images, row, column, grid->axes[0].low, grid->axes[0].fraction,
                                          grid->axes[1].low, grid->axes[1].fraction },
                        outputs, (double[]){ (double) x->dims[1], (double) x->dims[2], (double) x->dims[3] }, error))
    return FALSE;

  *weights = outputs[1];
  *places = take_as_index (outputs[0], error);
  if (*places != NULL)
    return TRUE;

  g_clear_pointer (weights, rensa_array_unref);
  return FALSE;
}

RensaArray *
rensa_samples_find_maxima (const RensaSampleGrid *grid, RensaArray *images, RensaArray *x, const RensaType *type,
                           RensaArray **places, RensaArray **weights, GError **error)
{
  RensaArray *outputs[3] = { NULL };
  RensaArray *y;

  if (!rensa_index_map (RENSA_KERNEL_SAMPLE_MAX, rensa_dtype_promote (RENSA_FLOAT32, type->dtype), &type->shape,
                        (RensaArray *[]){ x, images, grid->axes[0].low, grid->axes[0].fraction, grid->axes[1].low,
                                          grid->axes[1].fraction },
                        outputs, NULL, error))
    return NULL;

  y = rensa_array_cast (outputs[0], type->dtype, error);
  if (y != NULL && places != NULL
      && !find_corners (grid, images, outputs[1], outputs[2], rensa_array_get_shape (x), places, weights, error))
    g_clear_pointer (&y, rensa_array_unref);
  rensa_arrays_clear (outputs, 3);
  return y;
}
