/* rotate.c: rotation of pictures by right angles, or transposition.
 * SPDX-License-Identifier: MIT */

#include "rensa-transforms.h"
#include "rensa-warp-private.h"
#include "rotate.py.inc"

typedef struct
{
  int by;
} Rotate;

typedef enum
{
  BY_90,
  BY_180,
  BY_270,
  TRANSPOSE,
} By;

static const char *const ways[] = { "90", "180", "270", "transpose", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (Rotate, by, .choices = ways, .title = N_ ("Rotation"),
                     .hint = N_ ("Degrees clockwise; transpose swaps rows and columns, for files stored column by "
                                 "column")),
};

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  const Rotate *self = call->attrs;

  if (!rensa_warp_check (form, error))
    return FALSE;
  if (self->by != BY_180)
    rensa_warp_resize (form, form->picture.width, form->picture.height);
  return TRUE;
}

static void
place (const RensaTransformCall *call, gint64 i, RensaRandom *random, RensaWarp *warp)
{
  const Rotate *self = call->attrs;
  const double bottom = (double) (call->before->picture.height - 1);
  const double right = (double) (call->before->picture.width - 1);
  const RensaWarp all[] = {
    [BY_90] = { { 0, -1, bottom }, { 1, 0, 0 } },
    [BY_180] = { { -1, 0, bottom }, { 0, -1, right } },
    [BY_270] = { { 0, 1, 0 }, { -1, 0, right } },
    [TRANSPOSE] = { { 0, 1, 0 }, { 1, 0, 0 } },
  };

  *warp = all[self->by];
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  return rensa_warp_apply (call, x, place, error);
}

/* Clockwise by 90 degrees is a transposition followed by a reversal of the columns; by 270, of the rows. */
#define REVERSED(x, axis) "Slice (" x ", [-1], [-65537], [" axis "], [-1])"

const RensaTransformClass rensa_rotate_transform_class = {
  .name = "Rotate",
  .title = N_ ("Rotate or Transpose"),
  .summary = N_ ("Rotates images by multiples of 90°, or swaps rows and columns"),
  .words = N_ ("turn;quarter;mirror;upright;orientation;EMNIST"),
  RENSA_ATTRS (Rotate, attrs),
  .infer = infer,
  .apply = apply,
  RENSA_FORMS (
      { "python", "rotate({picture}, {by})" }, { "python_function", python_function },
      { "onnx", "p = Reshape (x, [0, before]); t = Transpose (p, perm=[0, 1, 3, 2]); "
                "y = by == '90' ? " REVERSED ("t", "3") " : by == '270' ? " REVERSED (
                    "t", "2") " : "
                              "by == '180' ? " REVERSED (REVERSED ("p", "2"),
                                                         "3") " : t; "
                                                              "Reshape (y, [0, slice (shape (out), 1, ndim (out))])" }),
};
