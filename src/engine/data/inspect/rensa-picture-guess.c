/* rensa-picture-guess.c: arrays that say nothing about themselves but their shape.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture.h"

/* An array of two axes is taken for a picture from so many rows and columns on. */
#define SMALLEST_PICTURE 8

RensaPicture
rensa_picture_guess (const RensaType *type)
{
  const gint64 *dims = type->shape.dims;
  const double white = type->dtype == RENSA_UINT8 ? 255 : 1;

  if (type->shape.ndim == 3 && (dims[0] == 1 || dims[0] == 3) && MIN (dims[1], dims[2]) >= SMALLEST_PICTURE)
    return (RensaPicture){ dims[0], dims[1], dims[2], white };
  if (type->shape.ndim == 2 && MIN (dims[0], dims[1]) >= SMALLEST_PICTURE)
    return (RensaPicture){ 1, dims[0], dims[1], white };
  return (RensaPicture){ 0 };
}
