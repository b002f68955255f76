/* downsampling-conv-filter.c: filters that downsample images.
 * SPDX-License-Identifier: MIT */

#include "rensa-initializers.h"
#include "rensa-sampling-filter-private.h"

typedef struct
{
  int interpolation;
} DownsamplingConvFilter;

static const char *const interpolations[] = { "linear", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_CHOICE (DownsamplingConvFilter, interpolation, .choices = interpolations, .title = N_ ("Interpolation")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  return rensa_fill_sampling_filter (array, TRUE, error);
}

const RensaInitializerClass rensa_downsampling_conv_filter_class = {
  .name = "DownsamplingConvFilter",
  .title = N_ ("Downsampling Filter"),
  .summary = N_ ("Downsamples images linearly; for convolutions whose stride is half the filter size"),
  .words = N_ ("bilinear;downsampling;interpolation"),
  .formula = "W[c, c, u, v] = h(u) h(v) / sum, h(u) = 1 - |u - center| / ⌈k / 2⌉",
  .reference = "Long, Shelhamer and Darrell, \"Fully Convolutional Networks\", CVPR 2015",
  RENSA_ATTRS (DownsamplingConvFilter, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.DownsamplingConvFilter(interpolation={interpolation})" }),
};
