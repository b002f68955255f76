/* copy.c: copy of an array to another device.
 * SPDX-License-Identifier: MIT */

#include "rensa-device-find.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 dst;
  const RensaDevice *device; /* set if known in advance, e.g. for a gradient on its way back */
} Copy;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Copy, dst, .required = TRUE, .min = -1, .max = G_MAXINT16, .title = N_ ("Device"),
                  .hint = N_ ("Number of a GPU, or -1 for host memory")),
};

static const RensaSample samples[] = {
  { "dst=-1", "[1, 2, 3]", "[1, 2, 3]" },
  { "dst=-1", "[[0.5], [-7]]", "[[0.5], [-7]]" },
};

/* Looks up the device in the current device's class, which is that of the input, if the class is
 * numbered; otherwise among the CUDA devices. */
static const RensaDevice *
find_device (const Copy *self, GError **error)
{
  const RensaDeviceClass *class = rensa_device_get_current ()->klass;
  g_autofree char *name = NULL;

  if (self->device != NULL)
    return self->device;
  if (self->dst < 0)
    return rensa_device_get_host ();

  name = g_strdup_printf ("%s:%" G_GINT64_FORMAT, class->count != NULL ? class->name : "cuda", self->dst);
  return rensa_device_find (name, error);
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Copy *self = rensa_inference_get_attrs (inference);

  if (find_device (self, NULL) == NULL)
    return rensa_inference_fail_words (inference, error, N_ ("an existing device"), "no GPU %" G_GINT64_FORMAT,
                                       self->dst);

  rensa_inference_set_output (inference, 0, rensa_inference_get_input (inference, 0));
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const RensaDevice *device = find_device (rensa_call_get_attrs (call), error);

  if (device != NULL)
    rensa_call_take_output (call, 0, rensa_array_to_device (rensa_call_get_input (call, 0), device, error));
  return rensa_call_succeeded (call);
}

/* Copies back to the input's device, which is the current device here. */
static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Copy back = { .device = rensa_device_get_current () };
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 0, rensa_apply1 (&rensa_copy_class, &back, gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_copy_class = {
  .name = "copy",
  .group = &rensa_array_group,
  .title = N_ ("Copy to Device"),
  .summary = N_ ("Copies the array to the memory of another device"),
  .formula = "y = x",
  .label = "Copy",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Copy, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.copy({x}, {dst})" }, { "torch", "{x}.clone()" }, { "torch_needless", "{dst}" },
               { "onnx", "x" }),
};

/**
 * rensa_copy:
 * @dst: device number; -1 for host memory
 *
 * Copies @x to another device; returns the same elements, not copied, if they are there already.
 * RENSA_ERROR_TYPE_CHECK if the device does not exist.
 */
RENSA_API RensaVariable *
rensa_copy (RensaVariable *x, int dst, GError **error)
{
  const Copy self = { .dst = dst };

  return rensa_apply1 (&rensa_copy_class, &self, x, error);
}
