/* center-crop.c: crop of the center of a picture.
 * SPDX-License-Identifier: MIT */

#include "center-crop.py.inc"
#include "rensa-transforms.h"
#include "rensa-warp-private.h"

typedef struct
{
  gint64 height;
  gint64 width;
} CenterCrop;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (CenterCrop, height, .none = TRUE, .allow_none = TRUE, .min = 1, .max = 65536, .unit = "px",
                  .title = N_ ("Height"), .hint = N_ ("None uses seven eighths of the image")),
  RENSA_ATTR_INT (CenterCrop, width, .none = TRUE, .allow_none = TRUE, .min = 1, .max = 65536, .unit = "px",
                  .title = N_ ("Width"), .hint = N_ ("None uses seven eighths of the image")),
};

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  const CenterCrop *self = call->attrs;

  return rensa_warp_infer_crop (form, rensa_warp_choose_extent (self->height, form->picture.height),
                                rensa_warp_choose_extent (self->width, form->picture.width), 0, error);
}

static void
place (const RensaTransformCall *call, gint64 i, RensaRandom *random, RensaWarp *warp)
{
  const RensaPicture *before = &call->before->picture;
  const RensaPicture *after = &call->after->picture;

  *warp = (RensaWarp){ .down = { 1, 0, (double) ((before->height - after->height) / 2) },
                       .right = { 0, 1, (double) ((before->width - after->width) / 2) } };
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  return rensa_warp_apply (call, x, place, error);
}

const RensaTransformClass rensa_center_crop_transform_class = {
  .name = "CenterCrop",
  .title = N_ ("Center Crop"),
  .summary = N_ ("Crops the center of each image"),
  .words = N_ ("cut;trim;center;middle;crop"),
  RENSA_ATTRS (CenterCrop, attrs),
  .infer = infer,
  .apply = apply,
  RENSA_FORMS ({ "python", "center_crop({picture}, {size})" }, { "python_function", python_function },
               { "onnx", "s = floor ((slice (before, 1, 3) - slice (after, 1, 3)) / 2); y = Slice (Reshape (x, "
                         "[0, before]), s, s + slice (after, 1, 3), [2, 3]); Reshape (y, [0, slice (shape (out), "
                         "1, ndim (out))])" }),
};
