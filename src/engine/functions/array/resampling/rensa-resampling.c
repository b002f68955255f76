/* rensa-resampling.c: image resampling.
 *
 * Along an axis, the result is a sparse matrix times the pixels: at most four taps give the
 * contributing pixels of a position and their weights.
 * SPDX-License-Identifier: MIT */

#include "rensa-resampling-private.h"

#include <math.h>

#include "rensa-mean-private.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

/* Parameter of Keys' cubic, the same as in PyTorch and OpenCV. */
#define CUBIC_A (-0.75)

#define MAX_TAPS 4

/* Number of pixels that contribute to a position. */
static const int n_taps_of[] = {
  [RENSA_RESAMPLE_NEAREST] = 1,
  [RENSA_RESAMPLE_LINEAR] = 2,
  [RENSA_RESAMPLE_CUBIC] = MAX_TAPS,
};

/* Computes the weights of the pixels at distances 1 + t, t, 1 - t and 2 - t. */
static void
get_cubic_weights (double t, double weights[MAX_TAPS])
{
  const double distances[] = { 1 + t, t, 1 - t, 2 - t };

  for (int i = 0; i < MAX_TAPS; i++)
    {
      const double d = distances[i];

      weights[i] = d <= 1 ? ((CUBIC_A + 2) * d - (CUBIC_A + 3)) * d * d + 1
                          : ((CUBIC_A * d - 5 * CUBIC_A) * d + 8 * CUBIC_A) * d - 4 * CUBIC_A;
    }
}

/* Returns the source coordinate of position @i of the result along @axis. */
static double
find_source (const RensaResampling *self, int axis, gint64 i)
{
  const gint64 from = self->from[axis];
  const gint64 to = self->to[axis];
  const double step = self->step[axis] > 0 ? self->step[axis] : (double) from / (double) to;

  if (self->mode == RENSA_RESAMPLE_NEAREST)
    return floor ((double) i * step);
  if (self->align_corners)
    return to > 1 ? (double) i * (double) (from - 1) / (double) (to - 1) : 0;

  const double source = ((double) i + 0.5) * step - 0.5;
  return self->mode == RENSA_RESAMPLE_LINEAR ? MAX (source, 0) : source;
}

/* Returns the first pixel that contributes to position @i and computes all weights. */
static gint64
find_taps (const RensaResampling *self, int axis, gint64 i, double weights[MAX_TAPS])
{
  const double source = find_source (self, axis, i);
  const double below = floor (source);

  weights[0] = 1;
  if (self->mode == RENSA_RESAMPLE_LINEAR)
    {
      weights[0] = 1 - (source - below);
      weights[1] = source - below;
    }
  else if (self->mode == RENSA_RESAMPLE_CUBIC)
    get_cubic_weights (source - below, weights);

  return (gint64) below - (self->mode == RENSA_RESAMPLE_CUBIC ? 1 : 0);
}

/* Builds the taps of all positions, the same for all images. Positions outside use the edge pixel.
 * Taps of weight zero refer to no pixel, so that an infinity in an adjacent pixel does not spread. */
static gboolean
make_taps (const RensaResampling *self, int axis, RensaTaps *taps, GError **error)
{
  const gint64 n = self->to[axis];
  const int n_taps = n_taps_of[self->mode];
  const RensaShape shape = RENSA_SHAPE (1, n_taps, n);
  g_autofree gint64 *index = rensa_memory_try_new (gint64, (guint64) (n * n_taps), "places of a resized image", error);
  g_autofree double *weight =
      index != NULL ? rensa_memory_try_new (double, (guint64) (n * n_taps), "places of a resized image", error) : NULL;

  if (weight == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    {
      double weights[MAX_TAPS];
      const gint64 first = find_taps (self, axis, i, weights);

      for (int tap = 0; tap < n_taps; tap++)
        {
          index[tap * n + i] = weights[tap] != 0 ? CLAMP (first + tap, 0, self->from[axis] - 1) : -1;
          weight[tap * n + i] = weights[tap];
        }
    }

  taps->index = rensa_array_new_from_host (RENSA_INT64, &shape, index, error);
  taps->weight = taps->index != NULL ? rensa_array_new_from_host (RENSA_FLOAT64, &shape, weight, error) : NULL;
  return taps->weight != NULL;
}

/* Resamples axis @axis of images x (N, C, H, W): their rows, or the pixels of the rows. */
static RensaArray *
resample_axis (RensaArray *x, const RensaResampling *resampling, int axis, gboolean transposed, GError **error)
{
  g_auto (RensaTaps) taps = { 0 };

  if (x == NULL || !make_taps (resampling, axis, &taps, error))
    return NULL;

  RensaShape shape = *rensa_array_get_shape (x);
  const gint64 n_planes = shape.dims[0] * shape.dims[1];
  const RensaShape joined = axis == 0 ? RENSA_SHAPE (1, n_planes, shape.dims[2], shape.dims[3])
                                      : RENSA_SHAPE (1, n_planes * shape.dims[2], shape.dims[3], 1);
  g_autoptr (RensaArray) rows = rensa_array_reshape (x, &joined, error);
  g_autoptr (RensaArray) y = transposed ? rensa_spread_taps (rows, &taps, resampling->from[axis], error)
                                        : rensa_read_taps (rows, &taps, error);

  shape.dims[2 + axis] = transposed ? resampling->from[axis] : resampling->to[axis];
  return rensa_array_reshape (y, &shape, error);
}

RensaArray *
rensa_resample (RensaArray *x, const RensaResampling *resampling, gboolean transposed, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_widen (x, error);
  g_autoptr (RensaArray) rows = resample_axis (wide, resampling, 0, transposed, error);
  g_autoptr (RensaArray) y = resample_axis (rows, resampling, 1, transposed, error);

  return rensa_array_cast (y, rensa_array_get_dtype (x), error);
}

/* The differentiable form */

typedef struct
{
  RensaResampling resampling;
  gboolean transposed;
} Resample;

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Resample *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const gint64 *to = self->transposed ? self->resampling.from : self->resampling.to;

  rensa_inference_set_output_shape (inference, 0, x->dtype,
                                    &RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1], to[0], to[1]));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Resample *self = rensa_call_get_attrs (call);

  rensa_call_take_output (call, 0,
                          rensa_resample (rensa_call_get_input (call, 0), &self->resampling, self->transposed, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Resample *self = rensa_backward_get_attrs (backward);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_resample_variables (gy, &self->resampling, !self->transposed, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass resample_class = {
  .name = "resample",
  .label = "Resample",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  .attrs_size = sizeof (Resample),
  .infer = infer,
  .forward = forward,
  .backward = backward,
};

RensaVariable *
rensa_resample_variables (RensaVariable *x, const RensaResampling *resampling, gboolean transposed, GError **error)
{
  const Resample self = { .resampling = *resampling, .transposed = transposed };

  return rensa_apply1 (&resample_class, &self, x, error);
}

gboolean
rensa_resampling_infer (RensaInference *inference, GError **error)
{
  const RensaResamplingRule *rule = rensa_inference_get_rule (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaResampling resampling;

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !RENSA_EXPECT (inference, x->shape.dims[2], >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.dims[3], >=, 1, error)
      || !rule->get_resampling (rensa_inference_get_attrs (inference), &x->shape, &resampling, error))
    return FALSE;
  if (resampling.to[0] < 1 || resampling.to[1] < 1)
    return rensa_inference_fail_words (inference, error, N_ ("an output of at least 1 pixel"),
                                       "%" G_GINT64_FORMAT " by %" G_GINT64_FORMAT, resampling.to[0], resampling.to[1]);

  rensa_inference_set_output_shape (
      inference, 0, x->dtype, &RENSA_SHAPE (x->shape.dims[0], x->shape.dims[1], resampling.to[0], resampling.to[1]));
  return TRUE;
}

gboolean
rensa_resampling_forward (RensaCall *call, GError **error)
{
  const RensaResamplingRule *rule = rensa_call_get_rule (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaResampling resampling;

  if (!rule->get_resampling (rensa_call_get_attrs (call), rensa_array_get_shape (x), &resampling, error))
    return FALSE;

  rensa_call_take_output (call, 0, rensa_resample (x, &resampling, FALSE, error));
  return rensa_call_succeeded (call);
}

gboolean
rensa_resampling_backward (RensaBackward *backward, GError **error)
{
  const RensaResamplingRule *rule = rensa_backward_get_rule (backward);
  const RensaType x = rensa_backward_get_input_type (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  RensaResampling resampling;

  if (!rule->get_resampling (rensa_backward_get_attrs (backward), &x.shape, &resampling, error))
    return FALSE;

  rensa_backward_take_grad_input (backward, 0, rensa_resample_variables (gy, &resampling, TRUE, error));
  return rensa_backward_succeeded (backward);
}
