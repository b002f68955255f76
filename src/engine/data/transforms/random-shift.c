/* random-shift.c: random shift of pictures by whole pixels.
 * SPDX-License-Identifier: MIT */

#include "random-shift.py.inc"
#include "rensa-transforms.h"
#include "rensa-warp-private.h"

typedef struct
{
  gint64 down;
  gint64 across;
} RandomShift;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (RandomShift, down, .initial = 2, .min = 0, .max = 4096, .unit = "px", .title = N_ ("Up and Down"),
                  .hint = N_ ("Maximum distance in either direction")),
  RENSA_ATTR_INT (RandomShift, across, .initial = 2, .min = 0, .max = 4096, .unit = "px",
                  .title = N_ ("Left and Right"), .hint = N_ ("Maximum distance in either direction")),
};

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  return rensa_warp_check (form, error);
}

static double
choose (RensaRandom *random, gint64 most)
{
  return (double) rensa_random_below (random, (guint64) (2 * most + 1)) - (double) most;
}

static void
place (const RensaTransformCall *call, gint64 i, RensaRandom *random, RensaWarp *warp)
{
  const RandomShift *self = call->attrs;
  const double down = choose (random, self->down);
  const double across = choose (random, self->across);

  *warp = (RensaWarp){ .down = { 1, 0, -down }, .right = { 0, 1, -across } };
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  return rensa_warp_apply (call, x, place, error);
}

const RensaTransformClass rensa_random_shift_transform_class = {
  .name = "RandomShift",
  .title = N_ ("Shift"),
  .summary = N_ ("Shifts each image by a random distance, only during training"),
  .words = N_ ("augmentation;move;translate"),
  RENSA_ATTRS (RandomShift, attrs),
  .in_training_only = TRUE,
  .infer = infer,
  .apply = apply,
  RENSA_FORMS ({ "python", "random_shift({picture}, {fill}, down={down}, across={across})" },
               { "python_function", python_function }),
};
