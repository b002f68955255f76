/* random-rotation.c: random rotation of pictures about their center.
 * SPDX-License-Identifier: MIT */

#include <math.h>

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

static const char python_function[] = "def random_rotation(x, fill, degrees=10.0):\n"
                                      "    angle = np.radians(np.random.uniform(-degrees, degrees))\n"
                                      "    middle = (np.array(x.shape[1:]) - 1) / 2\n"
                                      "    rows, columns = np.indices(x.shape[1:]) - middle[:, None, None]\n"
                                      "    row = np.cos(angle) * rows + np.sin(angle) * columns + middle[0]\n"
                                      "    column = np.cos(angle) * columns - np.sin(angle) * rows + middle[1]\n"
                                      "    top, left = np.floor(row).astype(int), np.floor(column).astype(int)\n"
                                      "    down, right = row - top, column - left\n"
                                      "    widths = (0, 0), (1, 1), (1, 1)\n"
                                      "    framed = np.pad(x, widths, 'constant', constant_values=fill)\n"
                                      "\n"
                                      "    def at(i, j):\n"
                                      "        rows = np.clip(i + 1, 0, x.shape[1] + 1)\n"
                                      "        return framed[:, rows, np.clip(j + 1, 0, x.shape[2] + 1)]\n"
                                      "\n"
                                      "    above = (1 - right) * at(top, left) + right * at(top, left + 1)\n"
                                      "    below = (1 - right) * at(top + 1, left) + right * at(top + 1, left + 1)\n"
                                      "    return (1 - down) * above + down * below\n";

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
