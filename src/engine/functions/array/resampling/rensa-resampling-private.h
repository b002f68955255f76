/* rensa-resampling-private.h: images of another size.
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
 * @align_corners: the middles of the outermost pixels stay where they are, instead of their edges; without effect on
 *   the nearest pixel
 * @from: height and width
 * @to: height and width of the result
 * @step: pixels from one place of the result to the next, where corners are not aligned; 0 for @from / @to
 *
 * How every pixel of the result follows from pixels of an image; a linear map along each of the two axes.
 */
typedef struct
{
  RensaResampleMode mode;
  gboolean align_corners;
  gint64 from[2];
  gint64 to[2];
  double step[2];
} RensaResampling;

/* Of x (N, C, from…): (N, C, to…), all extents at least 1; the other way round, by the transposed map, where
 * @transposed. */
RensaArray *rensa_resample (RensaArray *x, const RensaResampling *resampling, gboolean transposed, GError **error);
RensaVariable *rensa_resample_variables (RensaVariable *x, const RensaResampling *resampling, gboolean transposed,
                                         GError **error);

/* What resize_images and interpolate differ in, and the rule of their classes: how attributes become a resampling of images of shape
 * @x.  FALSE with an error where the attributes do not fit. */
typedef struct
{
  gboolean (*get_resampling) (gconstpointer attrs, const RensaShape *x, RensaResampling *resampling, GError **error);
} RensaResamplingRule;

gboolean rensa_resampling_infer (RensaInference *inference, GError **error);
gboolean rensa_resampling_forward (RensaCall *call, GError **error);
gboolean rensa_resampling_backward (RensaBackward *backward, GError **error);

G_END_DECLS
