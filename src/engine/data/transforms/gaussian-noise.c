/* gaussian-noise.c: random noise added to all values.
 * SPDX-License-Identifier: MIT */

#include "gaussian-noise.py.inc"
#include "k.h"
#include "rensa-primitives.h"
#include "rensa-transforms-kernels.h"
#include "rensa-transforms.h"

typedef struct
{
  double std;
} GaussianNoise;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (GaussianNoise, std, .initial = 0.1, .min = 0, .max = 1e6, .title = N_ ("Deviation"),
                    .hint = N_ ("Standard deviation of the noise added to each value")),
};

/* kernel: blur_example (x, noise) -> y */
KERNEL real
blur_example (real x, real noise)
{
  return x + noise;
}
/* end kernel */

/* Each example has its own noise, independent of its batch. */
static gboolean
draw (const RensaTransformCall *call, RensaArray *noise, gint64 n, GError **error)
{
  const GaussianNoise *self = call->attrs;

  for (gint64 i = 0; i < n; i++)
    {
      RensaRandom random = rensa_transform_call_get_random (call, i);
      g_autoptr (RensaArray) row =
          rensa_array_view_slice (noise, (RensaSlice[]){ { RENSA_SLICE_INDEX, i, 0, 1 } }, 1, error);

      if (row == NULL || !rensa_fill_normal (row, &random, 0, self->std, error))
        return FALSE;
    }
  return TRUE;
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  g_autoptr (RensaArray) noise = rensa_array_new (rensa_array_get_dtype (x), rensa_array_get_shape (x), error);

  if (noise == NULL || !draw (call, noise, rensa_array_get_dim (x, 0), error))
    return NULL;
  return rensa_map2 (RENSA_KERNEL_BLUR_EXAMPLE, x, noise, NULL, error);
}

const RensaTransformClass rensa_gaussian_noise_transform_class = {
  .name = "GaussianNoise",
  .title = N_ ("Noise"),
  .summary = N_ ("Adds Gaussian noise to every value, only during training"),
  .words = N_ ("augmentation;gaussian;jitter;normal"),
  .formula = "y = x + std ε, ε ~ N(0, 1)",
  RENSA_ATTRS (GaussianNoise, attrs),
  .in_training_only = TRUE,
  .apply = apply,
  RENSA_FORMS ({ "python", "gaussian_noise({x}, std={std})" }, { "python_function", python_function }),
};
