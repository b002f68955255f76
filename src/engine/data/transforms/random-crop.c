/* random-crop.c: crop of a picture, at a random position in training.
 * SPDX-License-Identifier: MIT */

#include "random-crop.py.inc"
#include "rensa-transforms.h"
#include "rensa-warp-private.h"

typedef struct
{
  gint64 height;
  gint64 width;
  gint64 pad;
} RandomCrop;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (RandomCrop, height, .none = TRUE, .allow_none = TRUE, .min = 1, .max = 65536, .unit = "px",
                  .title = N_ ("Height"),
                  .hint = N_ ("None uses seven eighths of the image, or the full size if it is padded")),
  RENSA_ATTR_INT (RandomCrop, width, .none = TRUE, .allow_none = TRUE, .min = 1, .max = 65536, .unit = "px",
                  .title = N_ ("Width"),
                  .hint = N_ ("None uses seven eighths of the image, or the full size if it is padded")),
  RENSA_ATTR_INT (RandomCrop, pad, .initial = 0, .min = 0, .max = 4096, .unit = "px", .title = N_ ("Padding"),
                  .hint = N_ ("Width of the black border added before cropping")),
};

static gint64
choose_extent (const RandomCrop *self, gint64 wanted, gint64 extent)
{
  return wanted == RENSA_INT_NONE && self->pad > 0 ? extent : rensa_warp_choose_extent (wanted, extent);
}

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  const RandomCrop *self = call->attrs;

  return rensa_warp_infer_crop (form, choose_extent (self, self->height, form->picture.height),
                                choose_extent (self, self->width, form->picture.width), self->pad, error);
}

/* Outside of training, crops the center. */
static double
choose_start (const RensaTransformCall *call, RensaRandom *random, gint64 before, gint64 after)
{
  const gint64 pad = ((const RandomCrop *) call->attrs)->pad;
  const gint64 room = before + 2 * pad - after;

  return (double) ((call->position < 0 ? room / 2 : (gint64) rensa_random_below (random, (guint64) room + 1)) - pad);
}

static void
place (const RensaTransformCall *call, gint64 i, RensaRandom *random, RensaWarp *warp)
{
  const RensaPicture *before = &call->before->picture;
  const RensaPicture *after = &call->after->picture;
  const double top = choose_start (call, random, before->height, after->height);
  const double left = choose_start (call, random, before->width, after->width);

  *warp = (RensaWarp){ .down = { 1, 0, top }, .right = { 0, 1, left } };
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  return rensa_warp_apply (call, x, place, error);
}

const RensaTransformClass rensa_random_crop_transform_class = {
  .name = "RandomCrop",
  .title = N_ ("Random Crop"),
  .summary = N_ ("Crops a random part of each image during training, and the center otherwise"),
  .words = N_ ("augmentation;cut;jitter;crop"),
  RENSA_ATTRS (RandomCrop, attrs),
  .infer = infer,
  .apply = apply,
  RENSA_FORMS ({ "python", "random_crop({picture}, {size}, {fill}, is_training, pad={pad})" },
               { "python_function", python_function },
               { "onnx", "s = floor ((slice (before, 1, 3) + 2 * pad - slice (after, 1, 3)) / 2); p = Pad "
                         "(Reshape (x, [0, before]), [0, 0, pad, pad, 0, 0, pad, pad], at (fill, 0)); y = Slice "
                         "(p, s, s + slice (after, 1, 3), [2, 3]); Reshape (y, [0, slice (shape (out), 1, ndim "
                         "(out))])" }),
};
