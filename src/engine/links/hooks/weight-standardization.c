/* weight-standardization.c: standardizes the weights of each output.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-link-hooks.h"
#include "rensa-primitives.h"

typedef struct
{
  double eps;
  char *weight_name;
} WeightStandardization;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (WeightStandardization, eps, .initial = 1e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to the variance to prevent division by zero")),
  RENSA_ATTR_NAME (WeightStandardization, weight_name, .initial_text = "W", .title = N_ ("Parameter")),
};

static gboolean
added (RensaLinkHook *hook, RensaLink *link, GError **error)
{
  const WeightStandardization *self = rensa_link_hook_get_values (hook);

  return rensa_link_hook_find_param (link, self->weight_name, error) != NULL;
}

static RensaVariable *
make_constant (RensaVariable *W, double value, GError **error)
{
  const RensaType type = rensa_variable_get_type (W);
  g_autoptr (RensaArray) array = rensa_array_full (type.dtype, &RENSA_SHAPE (type.shape.dims[1]), value, error);

  return rensa_variable_new_constant (array);
}

/* All weights of an output form a group. */
static gboolean
before (RensaLinkHook *hook, RensaLink *link, GError **error)
{
  const WeightStandardization *self = rensa_link_hook_get_values (hook);
  RensaVariable *W = rensa_link_find_param (link, self->weight_name);
  g_autoptr (RensaVariable) gamma = make_constant (W, 1, error);
  g_autoptr (RensaVariable) beta = make_constant (W, 0, error);
  g_autoptr (RensaVariable) even = rensa_group_normalization (W, 1, gamma, beta, self->eps, error);

  if (even == NULL)
    return FALSE;
  rensa_link_lend_param (link, self->weight_name, even);
  return TRUE;
}

const RensaLinkHookClass rensa_weight_standardization_hook_class = {
  .name = "WeightStandardization",
  .title = N_ ("Weight Standardization"),
  .summary = N_ ("Standardizes the weights of each output to mean 0 and standard deviation 1 at each call"),
  .formula = "Ŵ = (W - mean) / √(var + ε)",
  .reference = "Qiao et al., \"Weight Standardization\", 2019",
  RENSA_ATTRS (WeightStandardization, attrs),
  .added = added,
  .before = before,
};
