/* random-rotation.c: random rotation of pictures about their center.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "random-rotation.py.inc"
#include "rensa-transforms.h"
#include "rensa-warp-private.h"

typedef struct
{
  double degrees;
} RandomRotation;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (RandomRotation, degrees, .initial = 10, .min = 0, .max = 180, .unit = "°", .title = N_ ("Degrees"),
                    .hint = N_ ("Maximum angle in either direction")),
};

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  return rensa_warp_check (form, error);
}

/* Counterclockwise by the angle, because rows are numbered downward. */
static void
place (const RensaTransformCall *call, gint64 i, RensaRandom *random, RensaWarp *warp)
{
  const RandomRotation *self = call->attrs;
  const double angle = (2 * rensa_random_double (random) - 1) * self->degrees * G_PI / 180;
  const double row = (double) (call->before->picture.height - 1) / 2;
  const double column = (double) (call->before->picture.width - 1) / 2;
  const double c = cos (angle);
  const double s = sin (angle);

  *warp =
      (RensaWarp){ .down = { c, s, row - c * row - s * column }, .right = { -s, c, column + s * row - c * column } };
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  return rensa_warp_apply (call, x, place, error);
}

const RensaTransformClass rensa_random_rotation_transform_class = {
  .name = "RandomRotation",
  .title = N_ ("Rotate"),
  .summary = N_ ("Rotates each image by a random angle, only during training"),
  .words = N_ ("augmentation;turn;angle;tilt"),
  RENSA_ATTRS (RandomRotation, attrs),
  .in_training_only = TRUE,
  .infer = infer,
  .apply = apply,
  RENSA_FORMS ({ "python", "random_rotation({picture}, {fill}, degrees={degrees})" },
               { "python_function", python_function }),
};
