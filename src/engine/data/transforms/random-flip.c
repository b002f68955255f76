/* random-flip.c: random mirroring of pictures.
 * SPDX-License-Identifier: MIT */

#include "random-flip.py.inc"
#include "rensa-transforms.h"
#include "rensa-warp-private.h"

typedef struct
{
  gboolean horizontal;
  gboolean vertical;
  double rate;
} RandomFlip;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (RandomFlip, horizontal, .initial = TRUE, .title = N_ ("Left and Right")),
  RENSA_ATTR_BOOL (RandomFlip, vertical, .initial = FALSE, .title = N_ ("Top and Bottom")),
  RENSA_ATTR_FLOAT (RandomFlip, rate, .initial = 0.5, .min = 0, .max = 1, .title = N_ ("Rate"),
                    .hint = N_ ("Probability of a flip in each direction")),
};

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  return rensa_warp_check (form, error);
}

/* Draws both, so that one direction does not depend on whether the other is enabled. */
static void
place (const RensaTransformCall *call, gint64 i, RensaRandom *random, RensaWarp *warp)
{
  const RandomFlip *self = call->attrs;
  const RensaPicture *picture = &call->before->picture;
  const gboolean across = rensa_random_double (random) < self->rate;
  const gboolean over = rensa_random_double (random) < self->rate;

  *warp = (RensaWarp){ .down = { 1, 0, 0 }, .right = { 0, 1, 0 } };
  if (self->horizontal && across)
    warp->right[1] = -1, warp->right[2] = (double) (picture->width - 1);
  if (self->vertical && over)
    warp->down[0] = -1, warp->down[2] = (double) (picture->height - 1);
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  return rensa_warp_apply (call, x, place, error);
}

const RensaTransformClass rensa_random_flip_transform_class = {
  .name = "RandomFlip",
  .title = N_ ("Flip"),
  .summary = N_ ("Randomly flips images, only during training"),
  .words = N_ ("augmentation;mirror;reflect"),
  RENSA_ATTRS (RandomFlip, attrs),
  .in_training_only = TRUE,
  .infer = infer,
  .apply = apply,
  RENSA_FORMS ({ "python", "random_flip({picture}, horizontal={horizontal}, vertical={vertical}, rate={rate})" },
               { "python_function", python_function }),
};
