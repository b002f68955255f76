/* constant-array.c: an array that is not trained.
 * SPDX-License-Identifier: MIT */

#include "constant-array.py.inc"
#include "rensa-links.h"

typedef struct
{
  RensaInts shape;
  char *dtype;
} Constant;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Constant, shape, .required = TRUE, .initial_text = "(10,)", .min = 0, .max = G_MAXDOUBLE,
                   .title = N_ ("Shape")),
  RENSA_ATTR_STRING (Constant, dtype, .none = TRUE, .allow_none = TRUE, .title = N_ ("Data Type"),
                     .hint = N_ ("Data type of the elements; None uses that of the project")),
};

static const RensaParamSpec params[] = { { "value", { "shape" }, .first = "Zero", .is_persistent = TRUE } };

/* Computed by hand. */
static const RensaSample samples[] = {
  { "shape=(2, 3)", "", "[[0, 0, 0], [0, 0, 0]]" },
  { "shape=2", "", "[0, 0]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  outputs[0] = rensa_variable_new_constant (rensa_link_get_persistent (link, 0));
  return 1;
}

const RensaLinkClass rensa_constant_array_link_class = {
  .name = "ConstantArray",
  .group = &rensa_linear_group,
  .title = N_ ("Constant Array"),
  .summary = N_ ("Array that is saved with the model but not trained"),
  .words = N_ ("buffer;fixed;table"),
  .stem = "constant",
  .formula = "y = value",
  RENSA_ATTRS (Constant, attrs),
  .inputs = RENSA_INPUTS (NULL),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  .dtype = "dtype",
  RENSA_SAMPLES (samples),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "ConstantArray({shape}, dtype={dtype})" }, { "chainer_class", chainer_class },
               { "torch", "ConstantArray({shape}, dtype={dtype})" }, { "torch_class", torch_class }),
};

/**
 * rensa_constant_array_link_new:
 * @shape: shape of the value, initially zero
 * @dtype: (nullable): data type of the value, "int64"; NULL for that of the modes
 *
 * A ConstantArray: y = value, a persistent value that is saved with models but not trained. Returns
 * NULL with RENSA_ERROR_INVALID if there is no such dtype.
 */
RENSA_API RensaLink *
rensa_constant_array_link_new (const RensaInts *shape, const char *dtype, GError **error)
{
  const Constant self = { *shape, (char *) dtype };

  return rensa_link_new_from_values (&rensa_constant_array_link_class, &self, error);
}
