/* upsampling-deconv-filter.c: filters that upsample images.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-sampling-filter-private.h"

typedef struct
{
  int interpolation;
} UpsamplingDeconvFilter;

static const char *const interpolations[] = { "linear", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (UpsamplingDeconvFilter, interpolation, .choices = interpolations, .title = N_ ("Interpolation")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  return rensa_fill_sampling_filter (array, FALSE, error);
}

const RensaInitializerClass rensa_upsampling_deconv_filter_class = {
  .name = "UpsamplingDeconvFilter",
  .title = N_ ("Upsampling Filter"),
  .summary = N_ ("Upsamples images linearly; for deconvolutions whose stride is half the filter size"),
  .words = N_ ("bilinear;upsampling;interpolation"),
  .formula = "W[c, c, u, v] = h(u) h(v), h(u) = 1 - |u - center| / ⌈k / 2⌉",
  .reference = "Long, Shelhamer and Darrell, \"Fully Convolutional Networks\", CVPR 2015",
  RENSA_ATTRS (UpsamplingDeconvFilter, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.UpsamplingDeconvFilter(interpolation={interpolation})" }),
};
