/* rensa-resampling-private.h: image resampling.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_RESAMPLE_NEAREST,
  RENSA_RESAMPLE_LINEAR,
  RENSA_RESAMPLE_CUBIC,
} RensaResampleMode;

/**
 * RensaResampling:
 * @align_corners: keep the centers of the outermost pixels in place, instead of their edges; no
 *   effect on nearest-pixel mode
 * @from: height and width
 * @to: height and width of the result
 * @step: distance in pixels between adjacent positions of the result, if corners are not aligned; 0
 *   for @from / @to
 *
 * Maps the pixels of an image to every pixel of the result; linear along each of the two axes.
 */
typedef struct
{
  RensaResampleMode mode;
  gboolean align_corners;
  gint64 from[2];
  gint64 to[2];
  double step[2];
} RensaResampling;

/* Maps x (N, C, from…) to (N, C, to…), all extents at least 1; in the reverse direction, by the
 * transposed map, if
 * @transposed. */
RensaArray *rensa_resample (RensaArray *x, const RensaResampling *resampling, gboolean transposed, GError **error);
RensaVariable *rensa_resample_variables (RensaVariable *x, const RensaResampling *resampling, gboolean transposed,
                                         GError **error);

/* Class data of resize_images and interpolate: converts the attributes to a resampling of images of
 * shape
 * @x. FALSE with an error if the attributes do not fit. */
typedef struct
{
  gboolean (*get_resampling) (gconstpointer attrs, const RensaShape *x, RensaResampling *resampling, GError **error);
} RensaResamplingRule;

gboolean rensa_resampling_infer (RensaInference *inference, GError **error);
gboolean rensa_resampling_forward (RensaCall *call, GError **error);
gboolean rensa_resampling_backward (RensaBackward *backward, GError **error);

G_END_DECLS
