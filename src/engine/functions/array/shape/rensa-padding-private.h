/* rensa-padding-private.h: what stands around an array, axis by axis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

/* NumPy's modes, in the order of the choices of pad. */
typedef enum
{
  RENSA_PADDING_CONSTANT,
  RENSA_PADDING_EDGE,
  RENSA_PADDING_LINEAR_RAMP,
  RENSA_PADDING_MAXIMUM,
  RENSA_PADDING_MEAN,
  RENSA_PADDING_MEDIAN,
  RENSA_PADDING_MINIMUM,
  RENSA_PADDING_REFLECT,
  RENSA_PADDING_SYMMETRIC,
  RENSA_PADDING_WRAP,
  RENSA_PADDING_EMPTY,
} RensaPaddingMode;

/* Whether the padding depends on the array in a linear way, so that it has a gradient here. */
gboolean rensa_padding_is_linear (RensaPaddingMode mode);
/* Whether it is made from elements along the axis, of which there has to be one. */
gboolean rensa_padding_needs_elements (RensaPaddingMode mode);

/* The padding of one axis: width[0] elements in front of and width[1] behind the inner ones. */
typedef struct
{
  RensaPaddingMode mode;
  int axis;
  gint64 width[2];
  double constants[2];
} RensaPadding;

/* Writes the padding into @array, whose inner elements are there already. */
gboolean rensa_padding_fill (const RensaPadding *padding, RensaArray *array, GError **error);

/* The transpose, for a linear mode: adds what stands in the padding to those inner elements that it was made of;
 * afterwards the padding holds anything. */
gboolean rensa_padding_fold (const RensaPadding *padding, RensaArray *array, GError **error);

G_END_DECLS
