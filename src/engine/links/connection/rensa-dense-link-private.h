/* rensa-dense-link-private.h: what links share that multiply by a matrix W, whose rows are units, and add b.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

enum
{
  RENSA_DENSE_W,
  RENSA_DENSE_B,
};

#define RENSA_DENSE_INITIAL(Struct)                                                 \
  RENSA_ATTR_INITIALIZER (Struct, initialW, "LeCunNormal", N_ ("Initial Weights")), \
      RENSA_ATTR_INITIALIZER (Struct, initial_bias, "Zero", N_ ("Initial Bias"))

#define RENSA_DENSE_PARAMS                                                                        \
  {                                                                                               \
    [RENSA_DENSE_W] = { "W", { "out_size", "in_size" }, .initializer = "initialW" },              \
    [RENSA_DENSE_B] = { "b", { "out_size" }, .initializer = "initial_bias", .unless = "nobias" }, \
  }

/* The fields that all classes share, of the tables attrs, params and samples; @axes of x are the values of an example. */
#define RENSA_DENSE_LINK(Struct, axes)                                                              \
  .group = &rensa_linear_group, RENSA_ATTRS (Struct, attrs), .n_outputs = 1, RENSA_PARAMS (params), \
  RENSA_SAMPLES (samples), .learns = "in_size", .learns_from = (axes), RENSA_TAKES_VALUES

G_END_DECLS
