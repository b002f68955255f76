/* rensa-batch-link.c: shared code of the links that normalize with batch statistics.
 * SPDX-License-Identifier: MIT */

#include "rensa-batch-link-private.h"

#include "rensa-primitives.h"

enum
{
  GAMMA,
  BETA,
};

/* Indices of the persistent values. */
enum
{
  N,
  AVG_MEAN,
  AVG_VAR,
};

/* Shape of the axes that are not averaged over, used if the size is not given. */
static gboolean
get_shape (gconstpointer values, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  const RensaBatchLink *self = values;
  guint mask;

  if (inputs == NULL)
    return TRUE;
  if (!rensa_axes_normalize (&self->axis, inputs->ndim, &mask, error))
    return FALSE;

  *shape = rensa_shape_reduce (inputs, mask, FALSE);
  return TRUE;
}

#define ROW(param, ...)                       \
  {                                           \
    param, { "size" }, get_shape, __VA_ARGS__ \
  }
const RensaParamSpec rensa_batch_link_params[4] = {
  [GAMMA] = ROW ("gamma", .initializer = "initial_gamma", .only_if = "use_gamma"),
  [BETA] = ROW ("beta", .initializer = "initial_beta", .only_if = "use_beta"),
  ROW ("avg_mean", .initializer = "initial_avg_mean", .is_persistent = TRUE),
  ROW ("avg_var", .initializer = "initial_avg_var", .is_persistent = TRUE),
};

gboolean
rensa_batch_link_setup (RensaLink *link, GError **error)
{
  rensa_link_add_persistent_int (link, "N", 0);
  return TRUE;
}

double
rensa_batch_link_get_decay (RensaLink *link, gboolean finetune, double decay)
{
  gint64 n;

  if (!finetune)
    return decay;

  n = rensa_link_get_persistent_int (link, "N") + 1;
  rensa_link_set_persistent_int (link, "N", n);
  return 1.0 - 1.0 / (double) n;
}

gint64
rensa_batch_link_count (gconstpointer values, const RensaShape *inputs)
{
  const RensaBatchLink *self = values;

  return inputs->ndim >= 2 && self->axis.n == RENSA_INTS_NONE ? inputs->dims[1] : RENSA_INT_NONE;
}

static RensaVariable *
dup_coefficient (RensaLink *link, int index, double value, GError **error)
{
  RensaVariable *param = rensa_link_get_param (link, index);
  RensaArray *mean = rensa_link_get_persistent (link, AVG_MEAN);
  g_autoptr (RensaArray) array = NULL;

  if (param != NULL)
    return rensa_variable_ref (param);

  array = rensa_array_full (rensa_array_get_dtype (mean), rensa_array_get_shape (mean), value, error);
  return rensa_variable_new_constant (array);
}

gboolean
rensa_batch_link_get_parts (RensaLink *link, RensaBatchParts *parts, GError **error)
{
  parts->gamma = dup_coefficient (link, GAMMA, 1, error);
  parts->beta = dup_coefficient (link, BETA, 0, error);
  parts->mean = rensa_variable_new_constant (rensa_link_get_persistent (link, AVG_MEAN));
  parts->var = rensa_variable_new_constant (rensa_link_get_persistent (link, AVG_VAR));
  return parts->gamma != NULL && parts->beta != NULL;
}

void
rensa_batch_parts_clear (RensaBatchParts *parts)
{
  g_clear_pointer (&parts->gamma, rensa_variable_unref);
  g_clear_pointer (&parts->beta, rensa_variable_unref);
  g_clear_pointer (&parts->mean, rensa_variable_unref);
  g_clear_pointer (&parts->var, rensa_variable_unref);
}
