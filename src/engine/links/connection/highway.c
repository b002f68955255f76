/* highway.c: gated layer that learns how much of its input bypasses it.
 * SPDX-License-Identifier: MIT */

#include "highway.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_out_size;
  gboolean nobias;
  RensaAttrs *activate;
  RensaAttrs *init_Wh;
  RensaAttrs *init_Wt;
  RensaAttrs *init_bh;
  RensaAttrs *init_bt;
} Highway;

enum
{
  PLAIN,
  TRANSFORM,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Highway, in_out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"),
                  .hint = N_ ("Number of values per example in both the input and the output")),
  RENSA_ATTR_NOBIAS (Highway),
  RENSA_ATTR_COMPONENT (Highway, activate, .component_kind = RENSA_COMPONENT_FUNCTION, .initial_text = "relu",
                        .title = N_ ("Activation"), .hint = N_ ("Activation function of the transformed input")),
  RENSA_ATTR_INITIALIZER (Highway, init_Wh, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (Highway, init_Wt, "LeCunNormal", N_ ("Initial Gate Weights")),
  RENSA_ATTR_INITIALIZER (Highway, init_bh, "Zero", N_ ("Initial Bias")),
  RENSA_ATTR_COMPONENT (Highway, init_bt, .component_kind = RENSA_COMPONENT_INITIALIZER,
                        .initial_text = "Constant(fill_value=-1)", .title = N_ ("Initial Gate Bias"),
                        .hint = N_ ("If negative, the layer initially passes its input through")),
};

static const RensaChildSpec children[] = {
  [PLAIN] = { "plain", &rensa_linear_link_class,
              "in_size={in_out_size}, out_size={in_out_size}, nobias={nobias}, initialW={init_Wh}, initial_bias={init_bh}" },
  [TRANSFORM] = { "transform", &rensa_linear_link_class,
                  "in_size={in_out_size}, out_size={in_out_size}, nobias={nobias}, initialW={init_Wt}, "
                  "initial_bias={init_bt}" },
};

/* Computed by hand: both gates are half open because their weights and biases are zero. */
static const RensaSample samples[] = {
  { "in_out_size=2, init_Wh=Identity(scale=3), init_Wt=Zero, init_bt=Zero", "[[1, -2]]", "[[2, -1]]" },
  { "in_out_size=1, nobias=True, activate=identity, init_Wh=Constant(fill_value=5), init_Wt=Zero", "[[1], [2]]",
    "[[3], [6]]" },
};

/* x + t (h - x) uses t once, unlike h t + x (1 - t). */
static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const Highway *self = rensa_link_get_values (link);
  g_autoptr (RensaVariable) plain = rensa_link_call (rensa_link_get_child (link, PLAIN), x, error);
  g_autoptr (RensaVariable) open = rensa_link_call (rensa_link_get_child (link, TRANSFORM), x, error);
  g_autoptr (RensaVariable) gate = rensa_sigmoid (open, error);
  g_autoptr (RensaVariable) h = rensa_apply_attrs (self->activate, plain, error);
  g_autoptr (RensaVariable) change = rensa_subtract (h, x, error);
  g_autoptr (RensaVariable) passed = rensa_multiply (gate, change, error);

  return rensa_add (x, passed, error);
}

const RensaLinkClass rensa_highway_link_class = {
  .name = "Highway",
  .group = &rensa_linear_group,
  .title = N_ ("Highway"),
  .summary = N_ ("Fully connected layer that learns how much of its input to pass on unchanged"),
  .words = N_ ("gate;carry;skip connection;residual"),
  .stem = "highway",
  .formula = "y = t a(x Whᵀ + bh) + (1 - t) x, t = σ(x Wtᵀ + bt)",
  .reference = "Srivastava, Greff and Schmidhuber, \"Highway Networks\", 2015",
  RENSA_ATTRS (Highway, attrs),
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .forward1 = forward,
  RENSA_FORMS (
      { "chainer",
        "L.Highway({in_out_size}, nobias={nobias}, activate={activate}, init_Wh={init_Wh}, init_Wt={init_Wt}, "
        "init_bh={init_bh}, init_bt={init_bt})" },
      { "torch",
        "Highway({in_out_size}, bias={nobias:not}, activate={activate}, init_Wh={init_Wh}, init_Wt={init_Wt}, init_bh={init_bh}, init_bt={init_bt})" },
      { "torch_class", torch_class }, { "torch_uses", "drawn" }),
};

/**
 * rensa_highway_link_new:
 * @in_out_size: values per example
 *
 * A Highway with relu: y = t relu (x Whᵀ + bh) + (1 - t) x, where the gate t = σ (x Wtᵀ + bt) is
 * initially mostly closed (bt is -1). Returns NULL with RENSA_ERROR_INVALID if the size is less
 * than one.
 */
RENSA_API RensaLink *
rensa_highway_link_new (gint64 in_out_size, gboolean nobias, GError **error)
{
  const Highway self = { in_out_size, nobias };

  return rensa_link_new_from_values (&rensa_highway_link_class, &self, error);
}
