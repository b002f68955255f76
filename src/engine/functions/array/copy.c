/* copy.c: an array on another device; all that the project knows about it.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 dst;
} Copy;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Copy, dst, .required = TRUE, .min = -1, .max = G_MAXINT16, .title = N_ ("Device"),
                  .hint = N_ ("The number of a GPU, or -1 for the memory of the host")),
};

static const RensaSample samples[] = {
  { "dst=-1", "[1, 2, 3]", "[1, 2, 3]" },
  { "dst=-1", "[[0.5], [-7]]", "[[0.5], [-7]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Copy *self = rensa_inference_get_attrs (inference);

  if (self->dst != -1)
    return rensa_inference_fail_text (inference, error, "a device that there is", "no GPU %" G_GINT64_FORMAT,
                                      self->dst);

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  rensa_call_take_output (call, 0,
                          rensa_array_to_device (rensa_call_get_input (call, 0), rensa_device_get_default (), error));
  return rensa_call_succeeded (call);
}

/* Both arrays are in the memory of the host. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  rensa_backward_take_grad_input (backward, 0, rensa_variable_ref (rensa_backward_get_grad_output (backward, 0)));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_copy_class = {
  .name = "copy",
  .group = RENSA_GROUP_ARRAY,
  .title = N_ ("Copy to Device"),
  .summary = N_ ("The same array in the memory of another device"),
  .formula = "y = x",
  .label = "Copy",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Copy, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  .chainer = "F.copy({x}, {dst})",
};

/**
 * rensa_copy:
 * @dst: -1 for the memory of the host
 *
 * @x in the memory of another device; the same elements, not copied, where they are there already.
 * RENSA_ERROR_TYPE_CHECK where there is no such device.
 */
RENSA_API RensaVariable *
rensa_copy (RensaVariable *x, int dst, GError **error)
{
  const Copy self = { .dst = dst };

  return rensa_apply1 (&rensa_copy_class, &self, x, error);
}
