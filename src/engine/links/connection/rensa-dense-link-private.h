/* rensa-dense-link-private.h: shared code of links that multiply by a matrix W with one row per
 * unit, and add b.
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

/* Fields shared by all classes, using the tables attrs, params and samples; @axes of x are the
 * values of an example. */
#define RENSA_DENSE_LINK(Struct, axes)                                                              \
  .group = &rensa_linear_group, RENSA_ATTRS (Struct, attrs), .n_outputs = 1, RENSA_PARAMS (params), \
  RENSA_SAMPLES (samples), .learns = "in_size", .learns_from = (axes), RENSA_TAKES_VALUES

G_END_DECLS
