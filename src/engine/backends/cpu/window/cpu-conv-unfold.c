/* cpu-conv-unfold.c: convolution as a matrix product.
 *
 * With channels last, the windows of one output position, put side by side, are one row of a matrix:
 *
 *   rows    (n positions) x (taps, channels of the group)       unfolded from x, some images at a time
 *   weights (maps of the group) x (taps, channels of the group)
 *   y = rows weights^T        gradient of rows = gy weights        gradient of weights = gy^T rows
 *
 * SPDX-License-Identifier: MIT */

#include "cpu-conv-private.h"
#include "cpu-matmul-private.h"

#include <omp.h>
#include <string.h>

/* Approximate size of the matrix of one step, small enough to be in the cache for the product. */
#define ROWS_BYTES (4 << 20)

/* One step: the images starting at @image, and one group of channels. */
typedef struct
{
  const RensaCpuConv *conv;
  gint64 size; /* size of an element, in bytes */
  gint64 group_channels;
  gint64 group_maps;
  gint64 row_length; /* elements */
  gint64 image;
  gint64 n_images;
  gint64 group;
} Step;

static Step
start (const RensaCpuConv *conv, RensaDtype dtype)
{
  Step step = { .conv = conv, .size = (gint64) rensa_dtype_get_size (dtype) };

  step.group_channels = conv->channels / conv->groups;
  step.group_maps = conv->maps / conv->groups;
  step.row_length = conv->n_taps * step.group_channels;
  step.n_images = CLAMP (ROWS_BYTES / MAX (conv->n_out * step.row_length * step.size, 1), 1, MAX (conv->batch, 1));
  return step;
}

static inline char *
get_image (const Step *step, RensaArray *x, gint64 i)
{
  const RensaCpuConv *conv = step->conv;

  return (char *) x->data + (step->image + i) * conv->n_in * conv->channels * step->size;
}

static void
get_position (const RensaCpuConv *conv, gint64 position, gint64 *out)
{
  for (gint64 i = conv->n - 1; i >= 0; i--)
    {
      out[i] = position % conv->out[i];
      position /= conv->out[i];
    }
}

static void
add_part (gint64 size, gint64 n, char *target, const char *source)
{
  if (size == sizeof (float))
    for (gint64 i = 0; i < n; i++)
      ((float *) target)[i] += ((const float *) source)[i];
  else
    for (gint64 i = 0; i < n; i++)
      ((double *) target)[i] += ((const double *) source)[i];
}

/* Returns the address of the group's channels in the first pixel of the row of x that is under
 * @tap, on all axes but the last, for the window at @out; NULL in the padding. */
static inline char *
locate_row (const Step *step, char *image, const gint64 *out, const gint64 *tap)
{
  const RensaCpuConv *conv = step->conv;
  const gint64 last = conv->n - 1;
  gint64 place = 0;

  for (gint64 i = 0; i < last; i++)
    {
      const gint64 at = out[i] * conv->stride[i] - conv->pad[i] + tap[i] * conv->dilate[i];

      if (at < 0 || at >= conv->in[i])
        return NULL;
      place = place * conv->in[i] + at;
    }

  return image + (place * conv->in[last] * conv->channels + step->group * step->group_channels) * step->size;
}

/* Copies the window at @out to @row, or, with @back, adds @row to the window. */
static inline void
move_window (const Step *step, char *image, const gint64 *out, char *row, gboolean back)
{
  const RensaCpuConv *conv = step->conv;
  const gint64 last = conv->n - 1;
  const gint64 first = out[last] * conv->stride[last] - conv->pad[last];
  const gint64 end = first + conv->kernel[last] * conv->dilate[last];
  const gint64 pixel = conv->channels * step->size;
  const gint64 n_bytes = step->group_channels * step->size;
  const char *row_end = row + conv->n_taps * n_bytes;
  gint64 tap[RENSA_WINDOW_MAX_AXES] = { 0 };

  while (row < row_end)
    {
      char *from = locate_row (step, image, out, tap);

      for (gint64 at = first; at < end; at += conv->dilate[last], row += n_bytes)
        {
          char *part = from != NULL && at >= 0 && at < conv->in[last] ? from + at * pixel : NULL;

          if (back && part != NULL)
            add_part (step->size, step->group_channels, part, row);
          else if (!back && part != NULL)
            memcpy (row, part, n_bytes);
          else if (!back)
            memset (row, 0, n_bytes);
        }

      for (gint64 i = last - 1; i >= 0 && ++tap[i] == conv->kernel[i]; i--)
        tap[i] = 0;
    }
}

static void
unfold (const Step *step, RensaArray *x, char *rows)
{
  const gint64 n_positions = step->conv->n_out;
  const gint64 n_rows = step->n_images * n_positions;
  const int n_threads = rensa_cpu_get_threads ((double) n_rows * step->row_length);

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 i = 0; i < n_rows; i++)
    {
      gint64 out[RENSA_WINDOW_MAX_AXES];

      get_position (step->conv, i % n_positions, out);
      move_window (step, get_image (step, x, i / n_positions), out, rows + i * step->row_length * step->size, FALSE);
    }
}

/* The windows of one image overlap, so one thread adds all of them. */
static void
fold (const Step *step, RensaArray *x, char *rows)
{
  const gint64 n_positions = step->conv->n_out;
  const double work = (double) step->n_images * n_positions * step->row_length;
  const int n_threads = rensa_cpu_get_threads (work);

#pragma omp parallel for schedule(static) num_threads(n_threads)
  for (gint64 i = 0; i < step->n_images; i++)
    for (gint64 position = 0; position < n_positions; position++)
      {
        const gint64 row = i * n_positions + position;
        gint64 out[RENSA_WINDOW_MAX_AXES];

        get_position (step->conv, position, out);
        move_window (step, get_image (step, x, i), out, rows + row * step->row_length * step->size, TRUE);
      }
}

/* Computes one of the three products; in @weights, the taps precede the channels. */
static void
multiply (RensaCpuConvKind kind, const Step *step, RensaDtype dtype, const RensaCpuConvArrays *arrays, char *rows,
          char *weights)
{
  const gint64 maps = step->conv->maps;
  const gint64 first_map = step->group * step->group_maps;
  const gint64 n_rows = step->n_images * step->conv->n_out;
  char *y = (char *) arrays->y->data + (step->image * step->conv->n_out * maps + first_map) * step->size;
  char *w = weights + first_map * step->row_length * step->size;
  RensaMatrixProduct gemm = { .dtype = dtype, .m = n_rows, .n = step->row_length, .k = step->group_maps };

  switch (kind)
    {
    case RENSA_CPU_CONV_FORWARD:
      gemm.n = step->group_maps;
      gemm.k = step->row_length;
      gemm.a = (RensaFactor){ .data = rows, .ld = step->row_length };
      gemm.b = (RensaFactor){ .data = w, .ld = step->row_length, .transposed = TRUE };
      gemm.c = y;
      gemm.ldc = maps;
      gemm.bias = arrays->b != NULL ? (char *) arrays->b->data + first_map * step->size : NULL;
      gemm.bias_step = 1;
      break;

    case RENSA_CPU_CONV_BACKWARD_X:
      gemm.a = (RensaFactor){ .data = y, .ld = maps };
      gemm.b = (RensaFactor){ .data = w, .ld = step->row_length };
      gemm.c = rows;
      gemm.ldc = step->row_length;
      break;

    case RENSA_CPU_CONV_BACKWARD_W:
      gemm.m = step->group_maps;
      gemm.k = n_rows;
      gemm.a = (RensaFactor){ .data = y, .ld = maps, .transposed = TRUE };
      gemm.b = (RensaFactor){ .data = rows, .ld = step->row_length };
      gemm.c = w;
      gemm.ldc = step->row_length;
      gemm.accumulate = TRUE;
      break;
    }

  rensa_cpu_gemm (&gemm);
}

static void
run_step (RensaCpuConvKind kind, const Step *step, RensaDtype dtype, const RensaCpuConvArrays *arrays, char *rows,
          char *weights)
{
  if (kind != RENSA_CPU_CONV_BACKWARD_X)
    unfold (step, arrays->x, rows);
  multiply (kind, step, dtype, arrays, rows, weights);
  if (kind == RENSA_CPU_CONV_BACKWARD_X)
    fold (step, arrays->x, rows);
}

static void
run_steps (RensaCpuConvKind kind, Step *step, RensaDtype dtype, const RensaCpuConvArrays *arrays, char *rows,
           char *weights)
{
  const gint64 n_images = step->n_images;

  for (step->image = 0; step->image < step->conv->batch; step->image += n_images)
    for (step->group = 0; step->group < step->conv->groups; step->group++)
      {
        step->n_images = MIN (n_images, step->conv->batch - step->image);
        run_step (kind, step, dtype, arrays, rows, weights);
      }
}

gboolean
rensa_cpu_conv_unfolded (RensaCpuConvKind kind, const RensaCpuConv *conv, const RensaCpuConvArrays *arrays,
                         GError **error)
{
  const RensaDtype dtype = arrays->W->dtype;
  Step step = start (conv, dtype);
  g_autoptr (RensaArray) weights = rensa_new_channels_last (arrays->W, dtype, &arrays->W->shape, error);
  g_autoptr (RensaArray) rows = NULL;

  if (weights == NULL
      || !rensa_product_check ("convolution", step.n_images * conv->n_out, MAX (conv->maps, conv->channels),
                               step.row_length, error))
    return FALSE;
  if (kind == RENSA_CPU_CONV_BACKWARD_W ? !rensa_cpu_fill (weights, 0, error)
                                        : !rensa_cpu_assign (weights, arrays->W, error))
    return FALSE;
  if (kind == RENSA_CPU_CONV_BACKWARD_X && !rensa_cpu_fill (arrays->x, 0, error))
    return FALSE;

  rows = rensa_new_beside (arrays->x, dtype, &RENSA_SHAPE (step.n_images * conv->n_out, step.row_length), error);
  if (rows == NULL)
    return FALSE;

  run_steps (kind, &step, dtype, arrays, rows->data, weights->data);
  return kind != RENSA_CPU_CONV_BACKWARD_W || rensa_cpu_assign (arrays->W, weights, error);
}
