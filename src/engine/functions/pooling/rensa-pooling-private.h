/* rensa-pooling-private.h: pooling and unpooling of windows over any number of spatial axes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-windows-private.h"

G_BEGIN_DECLS

/* Attributes of all these functions; a function that lacks one of them leaves it zero. */
typedef struct
{
  RensaInts ksize;
  RensaInts stride;
  RensaInts pad;
  gint64 pad_value;
  RensaInts outsize;
  gboolean cover_all;
  gboolean return_indices;
} RensaPooling;

#define RENSA_POOLING_KSIZE                                                                                \
  RENSA_ATTR_INTS (RensaPooling, ksize, .required = TRUE, .min = 1, .max = RENSA_WINDOW_MAX, .unit = "px", \
                   .title = N_ ("Window Size"))
#define RENSA_POOLING_STRIDE                                                                                  \
  RENSA_ATTR_INTS (RensaPooling, stride, .allow_none = TRUE, .none = TRUE, .min = 1, .max = RENSA_WINDOW_MAX, \
                   .unit = "px", .title = N_ ("Stride"),                                                      \
                   .hint = N_ ("Step between neighboring windows; None uses the window size"))
#define RENSA_POOLING_PAD(text)                                                                      \
  RENSA_ATTR_INTS (RensaPooling, pad, .initial = 0, .min = 0, .max = RENSA_WINDOW_MAX, .unit = "px", \
                   .title = N_ ("Padding"), .hint = text)
#define RENSA_POOLING_COVER_ALL(text) \
  RENSA_ATTR_BOOL (RensaPooling, cover_all, .initial = TRUE, .title = N_ ("Cover All"), .hint = text)
#define RENSA_POOLING_OUTSIZE                                                                                          \
  RENSA_ATTR_INTS (RensaPooling, outsize, .allow_none = TRUE, .none = TRUE, .min = 1, .unit = "px", .max = G_MAXINT32, \
                   .title = N_ ("Output Size"), .hint = N_ ("Size of the output; None computes it from the windows"))

#define RENSA_UNPOOLING_ATTRS                                                                                \
  RENSA_POOLING_KSIZE, RENSA_POOLING_STRIDE,                                                                 \
      RENSA_POOLING_PAD (N_ ("Amount cropped from both sides of each spatial axis")), RENSA_POOLING_OUTSIZE, \
      RENSA_POOLING_COVER_ALL (N_ ("Assumes that the original pooling covered all pixels; the output is smaller"))

/* Form in ONNX. Padding at the end extends to the last window; padded elements are never the
 * largest. */
#define RENSA_POOLING_ONNX                                                                                                  \
  "n = ndim (x) - 2; n > 3 ? refuse ('ksize') : none; k = spread (ksize, n); s = given (stride) ? spread (stride, n) : k; " \
  "p = spread (pad, n); "

/* Form in PyTorch, which supports at most three spatial axes. */
extern const char rensa_pooling_torch_class[];
extern const char rensa_unpooling_torch_class[];
extern const char rensa_bins_chainer_class[];
#define RENSA_UNPOOLING_TORCH(indexes)                                                                                            \
  "unpool_windows({x}, {ksize:axes}, stride={stride:axes}, pad={pad:axes}, outsize={outsize:axes}, cover_all={cover_all}" indexes \
  ")"

/* Used by the public calls: NULL means the default. */
RensaPooling rensa_pooling_new (const RensaInts *ksize, const RensaInts *stride, const RensaInts *pad);

/* Differences between functions that share infer; an average or a maximum may require elements, as
 * in Chainer. */
typedef struct
{
  int n_axes; /* number of spatial axes; 0 for that of x, which determines the length of every tuple */
  gboolean needs_elements;
} RensaPoolingRule;

/* Input 0 is x. Classes have a RensaPoolingRule. */
gboolean rensa_unpooling_infer (RensaInference *inference, GError **error);
/* Checks x, and returns the window described by the attributes for its spatial axes. */
gboolean rensa_pooling_infer_window (RensaInference *inference, RensaWindow *window, GError **error);
/* Returns the window described by the attributes for @n spatial axes. */
gboolean rensa_pooling_get_window (const RensaPooling *self, int n, RensaWindow *window, GError **error);

G_END_DECLS
