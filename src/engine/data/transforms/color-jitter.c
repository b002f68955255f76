/* color-jitter.c: random brightness and contrast.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "color-jitter.py.inc"
#include "k.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-transforms-kernels.h"
#include "rensa-transforms.h"
#include "rensa-warp-private.h"

typedef struct
{
  double brightness;
  double contrast;
} ColorJitter;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (ColorJitter, brightness, .initial = 0.2, .min = 0, .max = 1, .title = N_ ("Brightness"),
                    .hint = N_ ("Maximum change, as a fraction of the range from black to white")),
  RENSA_ATTR_FLOAT (ColorJitter, contrast, .initial = 0.2, .min = 0, .max = 1, .title = N_ ("Contrast"),
                    .hint = N_ ("Maximum relative change of the distance from the image mean")),
};

/* kernel: change_colors (x, factor, offset; low, high) -> y */
KERNEL real
change_colors (real x, real factor, real offset, real low, real high)
{
  return k_min (k_max (x * factor + offset, low), high);
}
/* end kernel */

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  return rensa_warp_check (form, error);
}

static double
draw (RensaRandom *random, double most)
{
  return (2 * rensa_random_double (random) - 1) * most;
}

static double
get_mean (const double *values, gint64 size)
{
  double sum = 0;

  for (gint64 i = 0; i < size; i++)
    sum += values[i];
  return sum / (double) size;
}

/* y = (x - mean) contrast + mean + brightness, as a factor and an offset for each example. */
static void
choose (const RensaTransformCall *call, const double *values, gint64 n, gint64 size, double *factors, double *offsets)
{
  const ColorJitter *self = call->attrs;
  const RensaPicture *picture = &call->before->picture;
  const double span = picture->white > picture->black ? picture->white - picture->black : 1;

  for (gint64 i = 0; i < n; i++)
    {
      RensaRandom random = rensa_transform_call_get_random (call, i);
      const double brightness = draw (&random, self->brightness) * span;

      factors[i] = 1 + draw (&random, self->contrast);
      offsets[i] = get_mean (values + i * size, size) * (1 - factors[i]) + brightness;
    }
}

static RensaArray *
make_column (const double *values, gint64 n, RensaArray *like, GError **error)
{
  g_autoptr (RensaArray) column = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n, 1), values, error);

  return rensa_array_cast (column, rensa_array_get_dtype (like), error);
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  const RensaPicture *picture = &call->before->picture;
  const gboolean is_bounded = picture->white > picture->black;
  const double bounds[] = { is_bounded ? picture->black : -INFINITY, is_bounded ? picture->white : INFINITY };
  const gint64 n = rensa_array_get_dim (x, 0);
  const gint64 size = rensa_shape_count (&call->before->type.shape);
  g_autofree double *values = rensa_transform_get_doubles (x, error);
  g_autofree double *factors = g_new (double, n + 1);
  g_autofree double *offsets = g_new (double, n + 1);
  g_autoptr (RensaArray) rows = values != NULL ? rensa_array_reshape (x, &RENSA_SHAPE (n, size), error) : NULL;
  g_autoptr (RensaArray) factor = NULL;
  g_autoptr (RensaArray) offset = NULL;
  g_autoptr (RensaArray) y = NULL;

  if (rows == NULL)
    return NULL;
  choose (call, values, n, size, factors, offsets);
  factor = make_column (factors, n, x, error);
  offset = factor != NULL ? make_column (offsets, n, x, error) : NULL;
  if (offset != NULL)
    y = rensa_map3 (RENSA_KERNEL_CHANGE_COLORS, rows, factor, offset, bounds, error);
  return rensa_array_reshape (y, rensa_array_get_shape (x), error);
}

const RensaTransformClass rensa_color_jitter_transform_class = {
  .name = "ColorJitter",
  .title = N_ ("Brightness and Contrast"),
  .summary = N_ ("Randomly changes the brightness and contrast of each image, only during training"),
  .words = N_ ("augmentation;color;colour;light;brightness;contrast"),
  .formula = "y = (x - mean) contrast + mean + brightness",
  RENSA_ATTRS (ColorJitter, attrs),
  .in_training_only = TRUE,
  .infer = infer,
  .apply = apply,
  RENSA_FORMS ({ "python", "color_jitter({picture}, {levels}, brightness={brightness}, contrast={contrast})" },
               { "python_function", python_function }),
};
