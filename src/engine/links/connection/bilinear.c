/* bilinear.c: weighted products of all pairs of values of two inputs.
 * SPDX-License-Identifier: MIT */

#include "bilinear.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 left_size;
  gint64 right_size;
  gint64 out_size;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_V1;
  RensaAttrs *initial_V2;
  RensaAttrs *initial_b;
} Bilinear;

enum
{
  W,
  V1,
  V2,
  B,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Bilinear, left_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("First Input Size"),
                  .hint = N_ ("Number of values per example in the first input")),
  RENSA_ATTR_INT (Bilinear, right_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE,
                  .title = N_ ("Second Input "
                               "Size"),
                  .hint = N_ ("Number of values per example in the second input")),
  RENSA_ATTR_INT (Bilinear, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units")),
  RENSA_ATTR_NOBIAS (Bilinear),
  RENSA_ATTR_INITIALIZER (Bilinear, initialW, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (Bilinear, initial_V1, "LeCunNormal", N_ ("Initial Weights of the First Input")),
  RENSA_ATTR_INITIALIZER (Bilinear, initial_V2, "LeCunNormal", N_ ("Initial Weights of the Second Input")),
  RENSA_ATTR_INITIALIZER (Bilinear, initial_b, "Zero", N_ ("Initial Bias")),
};

static const RensaParamSpec params[] = {
  [W] = { "W", { "left_size", "right_size", "out_size" }, .initializer = "initialW" },
  [V1] = { "V1", { "left_size", "out_size" }, .initializer = "initial_V1", .unless = "nobias" },
  [V2] = { "V2", { "right_size", "out_size" }, .initializer = "initial_V2", .unless = "nobias" },
  [B] = { "b", { "out_size" }, .initializer = "initial_b", .unless = "nobias" },
};

/* Computed by hand: the product of the sums, plus twice the first and three times the second sum,
 * plus the bias. */
static const RensaSample samples[] = {
  { "left_size=2, right_size=1, out_size=1, initialW=One, initial_V1=Constant(fill_value=2), "
    "initial_V2=Constant(fill_value=3), initial_b=Constant(fill_value=0.5)",
    "[[1, 2], [0, 1]]; [[4], [5]]", "[[30.5], [22.5]]" },
  { "left_size=1, right_size=2, out_size=2, nobias=True, initialW=One", "[[3]]; [[1, 2]]", "[[9, 9]]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  outputs[0] = rensa_bilinear (inputs[0], inputs[1], rensa_link_get_param (link, W), rensa_link_get_param (link, V1),
                               rensa_link_get_param (link, V2), rensa_link_get_param (link, B), error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_bilinear_link_class = {
  .name = "Bilinear",
  .group = &rensa_linear_group,
  .title = N_ ("Bilinear"),
  .summary = N_ ("Weighted sums of the products of all pairs of values from two inputs"),
  .words = N_ ("pairwise;interaction;tensor layer;outer product"),
  .stem = "bilinear",
  .formula = "y[k] = Σ W[i, j, k] e1[i] e2[j] + e1 V1 + e2 V2 + b",
  RENSA_ATTRS (Bilinear, attrs),
  .inputs = RENSA_INPUTS ("e1", "e2"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "L.Bilinear({left_size}, {right_size}, {out_size}, nobias={nobias}, initialW={initialW}, "
                            "initial_bias=({initial_V1:always}, {initial_V2:always}, {initial_b:always}))" },
               { "torch", "Bilinear({left_size}, {right_size}, {out_size}, bias={nobias:not})" },
               { "torch_initial", "W={initialW}, V1={initial_V1}, V2={initial_V2}, b={initial_b}" },
               { "torch_class", torch_class }),
};

/**
 * rensa_bilinear_link_new:
 * @left_size: values per example of the first input
 * @right_size: values per example of the second input
 * @out_size: units
 * @nobias: only the products, without V1, V2 and b
 *
 * A Bilinear: y[k] = Σ W[i, j, k] e1[i] e2[j] + e1 V1 + e2 V2 + b. Returns NULL with
 * RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_bilinear_link_new (gint64 left_size, gint64 right_size, gint64 out_size, gboolean nobias, GError **error)
{
  const Bilinear self = { left_size, right_size, out_size, nobias };

  return rensa_link_new_from_values (&rensa_bilinear_link_class, &self, error);
}
