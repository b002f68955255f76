/* rensa-convolution-link-private.h: shared code of the convolution links.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Attributes of all convolution links; each class has those of its Chainer counterpart, in the same order. */
typedef struct
{
  gint64 ndim;
  gint64 in_channels;
  gint64 out_channels;
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  gboolean nobias;
  RensaInts outsize;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
  gboolean cover_all;
  RensaInts dilate;
  gint64 groups;
} RensaConvolutionLink;

enum
{
  RENSA_CONVOLUTION_W,
  RENSA_CONVOLUTION_B,
};

#define RENSA_CONVOLUTION_ROW(TYPE, ...) RENSA_ATTR_##TYPE (RensaConvolutionLink, __VA_ARGS__)
/* Extents of windows: at least @least, initially @first. */
#define RENSA_CONVOLUTION_EXTENTS(field, least, first, ...) \
  RENSA_CONVOLUTION_ROW (INTS, field, .initial = (first), .min = (least), .max = G_MAXINT, .unit = "px", __VA_ARGS__)

#define RENSA_CONVOLUTION_CHANNELS                                                              \
  RENSA_CONVOLUTION_ROW (SIZE, in_channels, 1, .title = N_ ("Input Channels"),                  \
                         .hint = N_ ("None infers it from the first batch")),                   \
      RENSA_CONVOLUTION_ROW (INT, out_channels, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, \
                             .title = N_ ("Filters"), .hint = N_ ("Number of output channels"))
#define RENSA_CONVOLUTION_KSIZE                                                                  \
  RENSA_CONVOLUTION_ROW (INTS, ksize, .required = TRUE, .min = 1, .max = G_MAXINT, .unit = "px", \
                         .title = N_ ("Filter Size"))
/* For classes in which Chainer allows it to be omitted. */
#define RENSA_CONVOLUTION_KSIZE_OR_NONE                                                                          \
  RENSA_CONVOLUTION_ROW (INTS, ksize, .none = TRUE, .allow_none = TRUE, .start = "3", .min = 1, .max = G_MAXINT, \
                         .unit = "px", .title = N_ ("Filter Size"),                                              \
                         .hint = N_ ("If None, the two preceding numbers are the number of filters and their size"))
#define RENSA_CONVOLUTION_STEPS                                     \
  RENSA_CONVOLUTION_EXTENTS (stride, 1, 1, .title = N_ ("Stride")), \
      RENSA_CONVOLUTION_EXTENTS (pad, 0, 0, .title = N_ ("Padding"))
#define RENSA_CONVOLUTION_NOBIAS RENSA_ATTR_NOBIAS (RensaConvolutionLink)
#define RENSA_CONVOLUTION_OUTSIZE                                                                                     \
  RENSA_CONVOLUTION_ROW (INTS, outsize, .is_rare = TRUE, .none = TRUE, .allow_none = TRUE, .min = 1, .max = G_MAXINT, \
                         .unit = "px", .title = N_ ("Output Size"),                                                   \
                         .hint = N_ ("None uses the smallest size that fits"))
#define RENSA_CONVOLUTION_INITIAL                                                       \
  RENSA_CONVOLUTION_ROW (INITIALIZER, initialW, "LeCunNormal", N_ ("Initial Weights")), \
      RENSA_CONVOLUTION_ROW (INITIALIZER, initial_bias, "Zero", N_ ("Initial Bias"))
#define RENSA_CONVOLUTION_COVER_ALL                                                   \
  RENSA_CONVOLUTION_ROW (BOOL, cover_all, .is_rare = TRUE, .title = N_ ("Cover All"), \
                         .hint = N_ ("Add a window if the last one would leave out pixels"))
#define RENSA_CONVOLUTION_DILATE                                                      \
  RENSA_CONVOLUTION_EXTENTS (dilate, 1, 1, .is_rare = TRUE, .title = N_ ("Dilation"), \
                             .hint = N_ ("Step between neighboring pixels within a filter"))
#define RENSA_CONVOLUTION_GROUPS                                                                \
  RENSA_CONVOLUTION_ROW (INT, groups, .is_rare = TRUE, .initial = 1, .min = 1, .max = G_MAXINT, \
                         .title = N_ ("Groups"),                                                \
                         .hint = N_ ("Number of groups; each processes a separate part of the channels"))
#define RENSA_CONVOLUTION_NDIM                                                                                   \
  RENSA_CONVOLUTION_ROW (INT, ndim, .required = TRUE, .min = 1, .max = RENSA_MAX_NDIM - 2, .title = N_ ("Axes"), \
                         .hint = N_ ("Number of axes along which the filters slide"))

/* Filters over the axes in @spatial, "ksize^2", from @input channels to @output channels. */
#define RENSA_CONVOLUTION_PARAMS(output, input, spatial)                                                    \
  {                                                                                                         \
    [RENSA_CONVOLUTION_W] = { "W", { output, input, spatial }, .initializer = "initialW" },                 \
    [RENSA_CONVOLUTION_B] = { "b", { "out_channels" }, .initializer = "initial_bias", .unless = "nobias" }, \
  }

/* Fields shared by all classes. */
#define RENSA_CONVOLUTION_LINK(attrs, params, samples)                                                        \
  .group = &rensa_convolution_group, RENSA_ATTRS (RensaConvolutionLink, attrs), .inputs = RENSA_INPUTS ("x"), \
  .n_outputs = 1, RENSA_PARAMS (params), RENSA_SAMPLES (samples), .settle = rensa_convolution_link_settle,    \
  .learns = "in_channels", .count = rensa_convolution_link_count
#define RENSA_CONVOLUTION_TAKES_CHANNELS .takes = { N_ ("{} channel"), N_ ("{} channels") }
#define RENSA_CONVOLUTION_TAKES_IMAGES .takes = { N_ ("images of {} channel"), N_ ("images of {} channels") }

/* PyTorch code; PyTorch has convolutions along at most three axes. */
extern const char rensa_convolution_link_torch_class[];
extern const char rensa_deconvolution_link_torch_class[];
#define RENSA_CONVOLUTION_LINK_TORCH(n)                                                                      \
  "make_convolution(" n ", {out_channels}, {ksize}, cover_all={cover_all}, stride={stride}, padding={pad}, " \
  "dilation={dilate}, groups={groups}, bias={nobias:not})"
#define RENSA_DECONVOLUTION_LINK_TORCH(n)                                                                  \
  "make_deconvolution(" n ", {out_channels}, {ksize}, outsize={outsize}, stride={stride}, padding={pad}, " \
  "dilation={dilate}, groups={groups}, bias={nobias:not})"

/* If ksize is omitted, the first two arguments mean out_channels and ksize, as in Chainer. */
gboolean rensa_convolution_link_settle (gpointer values, GError **error);
gint64 rensa_convolution_link_count (gconstpointer values, const RensaShape *inputs);

typedef RensaVariable *(*RensaConvolutionFunc) (RensaVariable *x, RensaVariable *W, RensaVariable *b,
                                                const RensaInts *stride, const RensaInts *pad, gboolean cover_all,
                                                const RensaInts *dilate, gint64 groups, GError **error);
typedef RensaVariable *(*RensaDeconvolutionFunc) (RensaVariable *x, RensaVariable *W, RensaVariable *b,
                                                  const RensaInts *stride, const RensaInts *pad,
                                                  const RensaInts *outsize, const RensaInts *dilate, gint64 groups,
                                                  GError **error);
RensaVariable *rensa_convolution_link_call (RensaLink *link, RensaVariable *x, RensaConvolutionFunc function,
                                            GError **error);
RensaVariable *rensa_deconvolution_link_call (RensaLink *link, RensaVariable *x, RensaDeconvolutionFunc function,
                                              GError **error);

/* For typed constructors; NULL means the default. */
RensaConvolutionLink rensa_convolution_link_values (gint64 in_channels, gint64 out_channels, const RensaInts *ksize,
                                                    const RensaInts *stride, const RensaInts *pad, gboolean nobias);

G_END_DECLS
