/* shift.c: spatial shift of channel groups.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-windows-private.h"
#include "shift.py.inc"

typedef struct
{
  RensaInts ksize;
  RensaInts dilate;
} Shift;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Shift, ksize, .initial = 3, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px",
                   .title = N_ ("Window Size"),
                   .hint = N_ ("Odd window size; channels are shifted to each of its "
                               "positions")),
  RENSA_ATTR_INTS (Shift, dilate, .initial = 1, .min = 1, .max = RENSA_WINDOW_MAX, .title = N_ ("Dilation"),
                   .hint = N_ ("Step between the pixels of a window")),
};

static const RensaSample samples[] = {
  { "ksize=(1, 3)", "[[[[1, 2, 3, 4]], [[5, 6, 7, 8]], [[1, -1, 1, -1]]]]",
    "[[[[2, 3, 4, 0]], [[0, 5, 6, 7]], [[1, -1, 1, -1]]]]" },
  { "ksize=(3, 1), dilate=2", "[[[[1], [2], [3]], [[4], [5], [6]], [[7], [8], [9]], [[1], [1], [2]]]]",
    "[[[[3], [0], [0]], [[0], [0], [4]], [[7], [8], [9]], [[1], [1], [2]]]]" },
};

static gboolean
get_sizes (const Shift *self, gint64 ksize[2], gint64 dilate[2], GError **error)
{
  gboolean ok = rensa_ints_expand (&self->ksize, 2, 3, "ksize", ksize, error)
                && rensa_ints_expand (&self->dilate, 2, 1, "dilate", dilate, error);

  for (int i = 0; ok && i < 2; i++)
    if (ksize[i] < 1 || ksize[i] % 2 == 0 || ksize[i] > RENSA_WINDOW_MAX || dilate[i] < 1
        || dilate[i] > RENSA_WINDOW_MAX)
      {
        rensa_set_words (error, RENSA_ERROR_INVALID,
                         N_ ("ksize must be odd and dilate positive, both at most %d, but they are %lld and %lld"),
                         RENSA_WINDOW_MAX, (long long) ksize[i], (long long) dilate[i]);
        ok = FALSE;
      }

  if (!ok)
    g_prefix_error (error, "shift: ");
  return ok;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  gint64 ksize[2];
  gint64 dilate[2];

  if (!rensa_expect_floating (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, ==, 4, error)
      || !get_sizes (rensa_inference_get_attrs (inference), ksize, dilate, error))
    return FALSE;

  const gint64 n_places = ksize[0] * ksize[1];
  if (!RENSA_EXPECT (inference, x->shape.dims[1], >=, n_places, error))
    return FALSE;

  rensa_inference_set_output (inference, 0, x);
  return TRUE;
}

/* Copies channels first … first + n - 1 of @x, shifted by @by, to @y; elements of @y whose source
 * is outside of @x are not changed. */
static gboolean
copy_displaced (RensaArray *x, RensaArray *y, gint64 first, gint64 n, const gint64 by[2], GError **error)
{
  g_autoptr (RensaArray) from = rensa_array_view_range (x, 1, first, n);
  g_autoptr (RensaArray) to = rensa_array_view_range (y, 1, first, n);

  for (int i = 0; i < 2; i++)
    {
      const gint64 length = rensa_array_get_dim (x, 2 + i) - ABS (by[i]);

      if (length <= 0)
        return TRUE;

      RensaArray *from_part = rensa_array_view_range (from, 2 + i, MAX (-by[i], 0), length);
      RensaArray *to_part = rensa_array_view_range (to, 2 + i, MAX (by[i], 0), length);

      rensa_array_unref (from);
      rensa_array_unref (to);
      from = from_part;
      to = to_part;
    }

  return rensa_array_assign (to, from, error);
}

/* Maps a group of channels to its window position: C order, except that the middle position comes
 * last and also gets the remaining channels. */
static gint64
get_place (gint64 group, gint64 n_places)
{
  const gint64 middle = (n_places - 1) / 2;

  if (group == middle)
    return n_places - 1;
  return group == n_places - 1 ? middle : group;
}

/* @sign is -1 for the gradient. */
static RensaArray *
displace (const Shift *self, RensaArray *x, int sign, GError **error)
{
  gint64 ksize[2];
  gint64 dilate[2];

  if (!get_sizes (self, ksize, dilate, error))
    return NULL;

  const gint64 n_places = ksize[0] * ksize[1];
  const gint64 n_channels = rensa_array_get_dim (x, 1);
  const gint64 group_size = n_channels / n_places;
  g_autoptr (RensaArray) y = rensa_array_zeros (rensa_array_get_dtype (x), rensa_array_get_shape (x), error);

  for (gint64 group = 0; y != NULL && group < n_places; group++)
    {
      const gint64 place = get_place (group, n_places);
      const gint64 first = group * group_size;
      const gint64 n = group == n_places - 1 ? n_channels - first : group_size;
      const gint64 by[] = {
        sign * dilate[0] * (place / ksize[1] - ksize[0] / 2),
        sign * dilate[1] * (place % ksize[1] - ksize[1] / 2),
      };

      if (!copy_displaced (x, y, first, n, by, error))
        return NULL;
    }

  return g_steal_pointer (&y);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_take_output (call, 0, displace (rensa_call_get_attrs (call), rensa_call_get_input (call, 0), 1, error));
  return rensa_call_succeeded (call);
}

/* Gradient: shifts everything back. */

static gboolean
forward_back (RensaCall *call, GError **error)
{
  rensa_call_take_output (call, 0, displace (rensa_call_get_attrs (call), rensa_call_get_input (call, 0), -1, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_back (RensaBackward *backward, GError **error)
{
  const Shift *self = rensa_backward_get_attrs (backward);
  RensaVariable *ggx = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_shift (ggx, &self->ksize, &self->dilate, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass shift_grad_class = {
  .name = "shift_grad",
  .label = "ShiftGrad",
  .inputs = RENSA_INPUTS ("gy"),
  .n_outputs = 1,
  .attrs_size = sizeof (Shift),
  .infer = infer,
  .forward = forward_back,
  .backward = backward_back,
};

static gboolean
backward (RensaBackward *backward, GError **error)
{
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0,
                                  rensa_apply1 (&shift_grad_class, rensa_backward_get_attrs (backward), gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_shift_class = {
  .name = "shift",
  .group = &rensa_connection_group,
  .title = N_ ("Shift"),
  .summary = N_ ("Shifts groups of channels to the positions of a small window"),
  .formula = "y[n, c, i, j] = x[n, c, i - dy(c), j - dx(c)]",
  .reference = "Wu et al., \"Shift: A Zero FLOP, Zero Parameter Alternative to Spatial Convolutions\", CVPR 2018",
  .label = "Shift",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Shift, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.shift({x}, ksize={ksize}, dilate={dilate})" },
               { "torch", "shift({x}, ksize={ksize}, dilate={dilate})" }, { "torch_class", torch_class }),
};

/**
 * rensa_shift:
 * @x: images, shape (N, C, H, W), with at least kH kW channels
 * @ksize: (nullable): odd height and width of the window; NULL means 3
 * @dilate: (nullable): step from pixel to pixel within the window; NULL means 1
 *
 * The channels are divided into kH kW groups of ⌊C / (kH kW)⌋, one for each position (u, v) of the
 * window, in C order but with the middle and the last exchanged; remaining channels belong to the
 * middle. y[n, c, i, j] = x[n, c, i - d (u - kH / 2), j - d (v - kW / 2)], and 0 outside of x.
 * RENSA_ERROR_TYPE_CHECK if x does not fit, RENSA_ERROR_INVALID if a size is even.
 *
 * Wu et al., "Shift: A Zero FLOP, Zero Parameter Alternative to Spatial Convolutions", CVPR 2018.
 */
RENSA_API RensaVariable *
rensa_shift (RensaVariable *x, const RensaInts *ksize, const RensaInts *dilate, GError **error)
{
  const Shift self = { .ksize = rensa_ints_or (ksize, 3), .dilate = rensa_ints_or (dilate, 1) };

  return rensa_apply1 (&rensa_shift_class, &self, x, error);
}
