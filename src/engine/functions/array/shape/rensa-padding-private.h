/* rensa-padding-private.h: padding of an array, axis by axis.
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

/* TRUE if the padding depends linearly on the array, so that it has a gradient here. */
gboolean rensa_padding_is_linear (RensaPaddingMode mode);
/* TRUE if the padding is computed from elements along the axis, which then needs at least one. */
gboolean rensa_padding_needs_elements (RensaPaddingMode mode);

/* Padding of one axis: width[0] elements before and width[1] elements after the inner ones. */
typedef struct
{
  RensaPaddingMode mode;
  int axis;
  gint64 width[2];
  double constants[2];
} RensaPadding;

/* Writes the padding into @array, whose inner elements are already set. */
gboolean rensa_padding_fill (const RensaPadding *padding, RensaArray *array, GError **error);

/* Transpose of the fill, for a linear mode: adds the padding to the inner elements that it was
 * computed from; the contents of the padding are undefined afterwards. */
gboolean rensa_padding_fold (const RensaPadding *padding, RensaArray *array, GError **error);

G_END_DECLS
