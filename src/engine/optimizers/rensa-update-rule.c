/* rensa-update-rule.c: states and gradient of one parameter; Chainer's UpdateRule.
 * SPDX-License-Identifier: MIT */

#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-optimizer-private.h"
#include "rensa-primitives.h"

void
rensa_rule_free (RensaRule *rule)
{
  for (int i = 0; i < RENSA_MAX_OPTIMIZER_STATES; i++)
    g_clear_pointer (&rule->states[i], rensa_array_unref);
  g_clear_pointer (&rule->wide, rensa_array_unref);
  g_clear_pointer (&rule->wide_grad, rensa_array_unref);
  rensa_variable_unref (rule->param);
  g_free (rule->path);
  g_free (rule);
}

static gboolean
has_state (RensaOptimizer *optimizer, int i)
{
  return optimizer->class->has_state == NULL
         || optimizer->class->has_state (rensa_attrs_get_values (optimizer->attrs), i);
}

/* Creates zeros if there is no array, and moves an existing array to the device of @like. */
static gboolean
put_beside (RensaArray **array, RensaArray *like, GError **error)
{
  RensaArray *put;

  if (*array != NULL && rensa_array_get_device (*array) == rensa_array_get_device (like))
    return TRUE;

  put = *array != NULL ? rensa_array_to_device (*array, rensa_array_get_device (like), error)
                       : rensa_array_full_like (like, 0, error);
  if (put == NULL)
    return FALSE;
  g_clear_pointer (array, rensa_array_unref);
  *array = put;
  return TRUE;
}

gboolean
rensa_rule_is_widened (RensaOptimizer *optimizer, RensaRule *rule)
{
  return optimizer->use_fp32_update && rensa_variable_get_array (rule->param) != NULL
         && rensa_dtype_is_half (rensa_variable_get_type (rule->param).dtype);
}

/* Creates the float32 copy of the parameter, or moves it to the parameter's device. */
static gboolean
prepare_wide (RensaRule *rule, GError **error)
{
  RensaArray *array = rensa_variable_get_array (rule->param);

  if (rule->wide != NULL)
    return put_beside (&rule->wide, array, error);
  rule->wide = rensa_array_cast (array, RENSA_FLOAT32, error);
  return rule->wide != NULL;
}

RensaArray *
rensa_rule_get_updated (RensaOptimizer *optimizer, RensaRule *rule)
{
  return rensa_rule_is_widened (optimizer, rule) ? rule->wide : rensa_variable_get_array (rule->param);
}

gboolean
rensa_rule_prepare (RensaOptimizer *optimizer, RensaRule *rule, GError **error)
{
  const char *const *names = optimizer->class->states;

  if (rensa_rule_is_widened (optimizer, rule) && !prepare_wide (rule, error))
    return FALSE;
  for (int i = 0; names != NULL && names[i] != NULL; i++)
    {
      if (has_state (optimizer, i) && !put_beside (&rule->states[i], rensa_rule_get_updated (optimizer, rule), error))
        return FALSE;
    }
  if (rensa_variable_get_grad (rule->param) == NULL)
    {
      g_autoptr (RensaArray) zeros = NULL;

      if (!put_beside (&zeros, rensa_variable_get_array (rule->param), error))
        return FALSE;
      rensa_variable_set_grad (rule->param, zeros);
    }
  return TRUE;
}

/* Hooks overwrite gradients, which may still share memory with other arrays. */
static gboolean
own_grad (RensaVariable *param, GError **error)
{
  RensaArray *grad = rensa_variable_get_grad (param);
  g_autoptr (RensaArray) copy = NULL;

  if (rensa_array_is_exclusive (grad) && rensa_array_is_dense (grad))
    return TRUE;

  copy = rensa_array_copy (grad, error);
  if (copy == NULL)
    return FALSE;
  rensa_variable_set_grad (param, copy);
  return TRUE;
}

RensaArray *
rensa_rule_prepare_grad (RensaOptimizer *optimizer, RensaRule *rule, GError **error)
{
  const gboolean is_scaled = optimizer->loss_scale != 1;
  RensaArray *grad;

  if (rensa_rule_is_widened (optimizer, rule))
    {
      g_clear_pointer (&rule->wide_grad, rensa_array_unref);
      rule->wide_grad = rensa_array_cast (rensa_variable_get_grad (rule->param), RENSA_FLOAT32, error);
      if (rule->wide_grad == NULL)
        return NULL;
    }
  else if ((is_scaled || optimizer->hooks->len > 0) && !own_grad (rule->param, error))
    return NULL;

  grad = rule->wide_grad != NULL ? rule->wide_grad : rensa_variable_get_grad (rule->param);
  if (is_scaled && !rensa_map (RENSA_KERNEL_UNSCALE_GRAD, &grad, &grad, &optimizer->loss_scale, error))
    return NULL;
  return grad;
}

/* Returns TRUE if state @i is in the file, or is to be written. An unused rule has no states,
 * neither here nor in a file because the shapes are unknown; for a rule that has been used, a
 * missing state must not be replaced by zeros silently. */
static gboolean
is_serialized (RensaRule *rule, int i, const char *name, RensaSerializer *serializer)
{
  if (!rensa_serializer_is_reading (serializer))
    return rule->states[i] != NULL;
  return rule->t > 0 || rensa_serializer_has (serializer, name);
}

/* If the file lacks the float32 copy, it is created again from the parameter. */
static gboolean
serialize_wide (RensaOptimizer *optimizer, RensaRule *rule, RensaSerializer *serializer, GError **error)
{
  if (!rensa_rule_is_widened (optimizer, rule))
    return TRUE;
  if (!rensa_serializer_is_reading (serializer))
    return rule->wide == NULL || rensa_serializer_array (serializer, "fp32_param", &rule->wide, error);

  g_clear_pointer (&rule->wide, rensa_array_unref);
  return prepare_wide (rule, error)
         && (!rensa_serializer_has (serializer, "fp32_param")
             || rensa_serializer_array (serializer, "fp32_param", &rule->wide, error));
}

gboolean
rensa_rule_serialize (RensaOptimizer *optimizer, RensaRule *rule, RensaSerializer *serializer, GError **error)
{
  const char *const *names = optimizer->class->states;
  const gboolean is_reading = rensa_serializer_is_reading (serializer);
  RensaArray *array;

  /* Programs for Chainer omit frozen parameters. */
  if (is_reading && !rensa_variable_get_requires_grad (rule->param) && !rensa_serializer_has (serializer, "t"))
    return TRUE;
  if (!rensa_serializer_int (serializer, "t", &rule->t, error) || !serialize_wide (optimizer, rule, serializer, error))
    return FALSE;
  array = rensa_rule_get_updated (optimizer, rule);
  for (int i = 0; names != NULL && names[i] != NULL; i++)
    {
      if (is_reading && rule->t == 0)
        g_clear_pointer (&rule->states[i], rensa_array_unref);
      if (!has_state (optimizer, i) || !is_serialized (rule, i, names[i], serializer))
        continue;
      if ((is_reading && array != NULL && !put_beside (&rule->states[i], array, error))
          || !rensa_serializer_array (serializer, names[i], &rule->states[i], error))
        return FALSE;
    }
  return TRUE;
}
