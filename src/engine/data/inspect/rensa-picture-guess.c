/* rensa-picture-guess.c: interprets arrays as pictures by their shape alone.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture.h"

/* Minimum number of rows and columns for an array of two axes to be considered a picture. */
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
