/* clip.c: limits values to a range.
 * SPDX-License-Identifier: MIT */

#include "k.h"
#include "rensa-elementwise-private.h"
#include "rensa-fault.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"

typedef struct
{
  double x_min;
  double x_max;
} Clip;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Clip, x_min, .required = TRUE, .allow_none = TRUE, .title = N_ ("Lower Bound"),
                    .hint = N_ ("Smaller elements are set to this value; None sets no lower bound")),
  RENSA_ATTR_FLOAT (Clip, x_max, .required = TRUE, .allow_none = TRUE, .title = N_ ("Upper Bound"),
                    .hint = N_ ("Larger elements are set to this value; None sets no upper bound")),
};

static const RensaSample samples[] = {
  { "x_min=-1, x_max=2", "[-3, -1, 0.5, 2, 7]", "[-1, -1, 0.5, 2, 2]" },
  { "x_min=None, x_max=0.25", "[[-3, 3]]", "[[-3, 0.25]]" },
  { "x_min=0.25, x_max=None", "[[-3], [3]]", "[[0.25], [3]]" },
};

/* kernel: clip (x; low, high) -> y */
KERNEL real
clip (real x, real low, real high)
{
  return k_min (k_max (x, low), high);
}
/* end kernel */

/* kernel: clip_grad (x, gy; low, high) -> gx */
KERNEL real
clip_grad (real x, real gy, real low, real high)
{
  const real above = x >= low ? gy : 0;

  return x <= high ? above : 0;
}
/* end kernel */

typedef struct
{
  double values[2];
} Bounds;

static Bounds
get_bounds (const Clip *self)
{
  return (Bounds){ { isnan (self->x_min) ? -INFINITY : self->x_min, isnan (self->x_max) ? INFINITY : self->x_max } };
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Clip *self = rensa_inference_get_attrs (inference);

  if (self->x_min > self->x_max)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: x_min (%g) is greater than x_max (%g)"), "clip",
                       self->x_min, self->x_max);
      return FALSE;
    }
  return rensa_infer_elementwise (inference, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Bounds bounds = get_bounds (rensa_call_get_attrs (call));

  rensa_call_retain_input (call, 0);
  return rensa_forward_map (call, RENSA_KERNEL_CLIP, bounds.values, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Bounds bounds = get_bounds (rensa_backward_get_attrs (backward));
  RensaArray *x = rensa_variable_get_array (rensa_backward_get_input (backward, 0));
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  return rensa_backward_piecewise (backward, RENSA_KERNEL_CLIP_GRAD, bounds.values, &x, gy, error);
}

const RensaFunctionClass rensa_clip_class = {
  .name = "clip",
  .group = &rensa_math_group,
  .title = N_ ("Clip"),
  .summary = N_ ("Limits each element to a range"),
  .formula = "y = min(max(x, x_min), x_max)",
  .label = "Clip",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Clip, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.clip({x}, x_min={x_min}, x_max={x_max})" },
               { "torch", "torch.clamp({x}, min={x_min}, max={x_max})" }, { "onnx", "Clip (x, x_min, x_max)" }),
};

/**
 * rensa_clip:
 * @x_min: the lower bound; NaN for none
 * @x_max: the upper bound; NaN for none
 *
 * y = min (max (x, x_min), x_max), elementwise, for x of any shape and floating dtype. The gradient
 * is propagated between the bounds, inclusive. RENSA_ERROR_INVALID if x_min is above x_max.
 */
RENSA_API RensaVariable *
rensa_clip (RensaVariable *x, double x_min, double x_max, GError **error)
{
  const Clip self = { .x_min = x_min, .x_max = x_max };

  return rensa_apply1 (&rensa_clip_class, &self, x, error);
}
