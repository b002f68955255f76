/* rensa-warp.c: affine transforms and crops of pictures.
 * SPDX-License-Identifier: MIT */

#include "rensa-warp-private.h"

#include "k.h"
#include "rensa-datasets-kernels.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

/* Numbers of a RensaWarp. */
#define N_NUMBERS 6

/* x (n, channels, height, width), warp (n, 6): row and column are weighted sums of at[2], at[3] and 1. */
/* index kernel: warp_pictures (x, warp; fill) -> y */
KERNEL real
warp_point (k_view x, k_index i, k_index channel, k_index row, k_index column, real fill)
{
  if (row < 0 || column < 0 || row >= x.shape[2] || column >= x.shape[3])
    return fill;
  return x.data[i * x.strides[0] + channel * x.strides[1] + row * x.strides[2] + column * x.strides[3]];
}

/* Skips a pixel of weight 0, because it may be infinite. */
KERNEL real
warp_between (real a, real b, real part)
{
  return part == 0 ? a : a + part * (b - a);
}

KERNEL real
warp_pictures (const k_index *at, k_view x, k_view warp, real fill)
{
  const real *m = warp.data + at[0] * warp.strides[0];
  const k_index step = warp.strides[1];
  const real row = m[0] * (real) at[2] + m[step] * (real) at[3] + m[2 * step];
  const real column = m[3 * step] * (real) at[2] + m[4 * step] * (real) at[3] + m[5 * step];
  const k_index top = (k_index) k_floor (row);
  const k_index left = (k_index) k_floor (column);
  const real down = row - (real) top;
  const real right = column - (real) left;

  return warp_between (warp_between (warp_point (x, at[0], at[1], top, left, fill),
                                     warp_point (x, at[0], at[1], top, left + 1, fill), right),
                       warp_between (warp_point (x, at[0], at[1], top + 1, left, fill),
                                     warp_point (x, at[0], at[1], top + 1, left + 1, fill), right),
                       down);
}
/* end kernel */

gboolean
rensa_warp_check (const RensaExampleForm *form, GError **error)
{
  if (form->picture.n_channels > 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("only available for images"));
  return FALSE;
}

void
rensa_warp_resize (RensaExampleForm *form, gint64 height, gint64 width)
{
  RensaShape *shape = &form->type.shape;

  form->picture.height = height;
  form->picture.width = width;
  if (shape->ndim == 1)
    shape->dims[0] = form->picture.n_channels * height * width;
  else
    {
      shape->dims[shape->ndim - 2] = height;
      shape->dims[shape->ndim - 1] = width;
    }
  g_clear_pointer (&form->names, g_strfreev);
  g_clear_pointer (&form->categories, g_ptr_array_unref);
}

gint64
rensa_warp_choose_extent (gint64 wanted, gint64 extent)
{
  return wanted != RENSA_INT_NONE ? wanted : MAX (extent * 7 / 8, 1);
}

gboolean
rensa_warp_infer_crop (RensaExampleForm *form, gint64 height, gint64 width, gint64 pad, GError **error)
{
  const RensaPicture *picture = &form->picture;

  if (!rensa_warp_check (form, error))
    return FALSE;
  if (height > picture->height + 2 * pad || width > picture->width + 2 * pad)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("cannot crop %d × %d pixels from %d × %d"), (int) height,
                       (int) width, (int) (picture->height + 2 * pad), (int) (picture->width + 2 * pad));
      return FALSE;
    }
  rensa_warp_resize (form, height, width);
  return TRUE;
}

static RensaArray *
make_warps (const RensaTransformCall *call, gint64 n, RensaDtype dtype, RensaWarpFunc func, GError **error)
{
  g_autofree double *numbers = rensa_memory_try_new (double, n *N_NUMBERS + 1, "where pictures go", error);
  g_autoptr (RensaArray) warps = NULL;

  if (numbers == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    {
      RensaRandom random = rensa_transform_call_get_random (call, i);
      RensaWarp warp;

      func (call, i, &random, &warp);
      memcpy (numbers + i * N_NUMBERS, &warp, sizeof warp);
    }
  warps = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n, N_NUMBERS), numbers, error);
  return rensa_array_cast (warps, dtype == RENSA_FLOAT64 ? RENSA_FLOAT64 : RENSA_FLOAT32, error);
}

RensaArray *
rensa_warp_apply (const RensaTransformCall *call, RensaArray *x, RensaWarpFunc func, GError **error)
{
  const RensaPicture *before = &call->before->picture;
  const RensaPicture *after = &call->after->picture;
  const RensaDtype dtype = rensa_array_get_dtype (x);
  const gint64 n = rensa_array_get_dim (x, 0);
  const double fill = before->white > before->black ? before->black : 0;
  RensaShape shape = *rensa_array_get_shape (x);
  g_autoptr (RensaArray) pictures = NULL;
  g_autoptr (RensaArray) warps = NULL;
  g_autoptr (RensaArray) y = NULL;

  pictures = rensa_array_reshape (x, &RENSA_SHAPE (n, before->n_channels, before->height, before->width), error);
  warps = pictures != NULL ? make_warps (call, n, dtype, func, error) : NULL;
  if (warps == NULL)
    return NULL;

  y = rensa_index_map1 (RENSA_KERNEL_WARP_PICTURES, dtype,
                        &RENSA_SHAPE (n, after->n_channels, after->height, after->width),
                        (RensaArray *[]){ pictures, warps }, &fill, error);
  memcpy (shape.dims + 1, call->after->type.shape.dims, (gsize) (shape.ndim - 1) * sizeof *shape.dims);
  return rensa_array_reshape (y, &shape, error);
}
