/* rensa-optimizer.c: updates parameters by their gradients.
 * SPDX-License-Identifier: MIT */

#include "rensa-optimizer-private.h"

#include <math.h>

#include "rensa-late-check.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-optimizer-hooks-kernels.h"
#include "rensa-primitives.h"

/* The largest float16. */
#define MAX_LOSS_SCALE 65504

RensaOptimizer *
rensa_optimizer_new (RensaAttrs *attrs, GError **error)
{
  RensaOptimizer *optimizer;

  if (attrs == NULL || !rensa_attrs_check_complete (attrs, error))
    return NULL;

  optimizer = g_new0 (RensaOptimizer, 1);
  optimizer->class = (const RensaOptimizerClass *) rensa_attrs_get_component (attrs);
  optimizer->initial = rensa_attrs_copy (attrs);
  optimizer->attrs = rensa_attrs_copy (attrs);
  optimizer->rules = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_rule_free);
  optimizer->hooks = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  optimizer->updates = g_array_new (FALSE, FALSE, sizeof (RensaUpdate));
  optimizer->loss_scale = 1;
  return optimizer;
}

RensaOptimizer *
rensa_optimizer_new_from_text (const char *text, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER, text, error);

  return rensa_optimizer_new (attrs, error);
}

void
rensa_optimizer_free (RensaOptimizer *optimizer)
{
  g_clear_pointer (&optimizer->target, rensa_link_unref);
  g_ptr_array_unref (optimizer->rules);
  g_ptr_array_unref (optimizer->hooks);
  g_array_unref (optimizer->updates);
  rensa_attrs_unref (optimizer->initial);
  rensa_attrs_unref (optimizer->attrs);
  g_free (optimizer);
}

static gboolean
add_rule (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  RensaOptimizer *optimizer = data;
  RensaRule *rule = g_new0 (RensaRule, 1);

  rule->path = g_strdup (path);
  rule->param = rensa_variable_ref (param);
  g_ptr_array_add (optimizer->rules, rule);
  return TRUE;
}

void
rensa_optimizer_setup (RensaOptimizer *optimizer, RensaLink *target)
{
  rensa_link_ref (target);
  g_clear_pointer (&optimizer->target, rensa_link_unref);
  optimizer->target = target;
  g_ptr_array_set_size (optimizer->rules, 0);
  rensa_link_foreach_param (target, add_rule, optimizer, NULL);
}

RensaLink *
rensa_optimizer_get_target (RensaOptimizer *optimizer)
{
  return optimizer->target;
}

void
rensa_optimizer_use_fp32_update (RensaOptimizer *optimizer)
{
  optimizer->use_fp32_update = TRUE;
}

gboolean
rensa_optimizer_set_loss_scaling (RensaOptimizer *optimizer, gint64 interval, double scale, GError **error)
{
  const gboolean is_dynamic = isnan (scale);

  if (is_dynamic ? interval < 1 : !(scale > 0 && isfinite (scale)))
    {
      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("loss scaling requires an interval of at least 1 or a factor above 0, but they are %lld and %g"),
          (long long) interval, scale);
      return FALSE;
    }
  optimizer->interval = is_dynamic ? interval : 0;
  optimizer->loss_scale = is_dynamic ? 1 : scale;
  optimizer->has_overflowed = FALSE;
  return TRUE;
}

double
rensa_optimizer_get_loss_scale (RensaOptimizer *optimizer)
{
  return optimizer->loss_scale;
}

static const RensaOptimizerHookClass *
get_hook_class (RensaAttrs *hook)
{
  return (const RensaOptimizerHookClass *) rensa_attrs_get_component (hook);
}

static gboolean
configure (RensaOptimizer *optimizer, RensaAttrs *hook, GError **error)
{
  const RensaOptimizerHookClass *class = get_hook_class (hook);

  return class->configure == NULL || class->configure (rensa_attrs_get_values (hook), optimizer, error);
}

gboolean
rensa_optimizer_add_hook (RensaOptimizer *optimizer, RensaAttrs *attrs, GError **error)
{
  if (!rensa_attrs_check_complete (attrs, error) || !configure (optimizer, attrs, error))
    return FALSE;

  g_ptr_array_add (optimizer->hooks, rensa_attrs_copy (attrs));
  return TRUE;
}

guint
rensa_optimizer_get_n_hooks (RensaOptimizer *optimizer)
{
  return optimizer->hooks->len;
}

gboolean
rensa_optimizer_set_hook_attr_text (RensaOptimizer *optimizer, guint i, const char *name, const char *text,
                                    GError **error)
{
  if (i >= optimizer->hooks->len)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND,
                       N_ ("the optimizer has no hook %u (counted from 0); it has %u "
                           "hooks"),
                       i, optimizer->hooks->len);
      return FALSE;
    }
  return rensa_attrs_set_text (g_ptr_array_index (optimizer->hooks, i), name, text, error)
         && configure (optimizer, g_ptr_array_index (optimizer->hooks, i), error);
}

RensaAttrs *
rensa_optimizer_get_attrs (RensaOptimizer *optimizer)
{
  return optimizer->attrs;
}

gboolean
rensa_optimizer_set_attr_text (RensaOptimizer *optimizer, const char *name, const char *text, GError **error)
{
  return rensa_attrs_set_text (optimizer->attrs, name, text, error);
}

static gboolean
gather_updates (RensaOptimizer *optimizer, GError **error)
{
  g_array_set_size (optimizer->updates, 0);
  for (guint i = 0; i < optimizer->rules->len; i++)
    {
      RensaRule *rule = g_ptr_array_index (optimizer->rules, i);
      RensaArray *grad;
      RensaUpdate update;

      if (rensa_variable_get_array (rule->param) == NULL || !rensa_variable_get_requires_grad (rule->param))
        continue;
      grad = rensa_rule_prepare (optimizer, rule, error) ? rensa_rule_prepare_grad (optimizer, rule, error) : NULL;
      if (grad == NULL)
        return FALSE;
      rule->t++;
      update = (RensaUpdate){
        .param = rensa_rule_get_updated (optimizer, rule),
        .grad = grad,
        .states = rule->states,
        .t = rule->t,
        .initial = rensa_attrs_get_values (optimizer->initial),
      };
      g_array_append_val (optimizer->updates, update);
    }
  return TRUE;
}

static gboolean
call_hook (RensaAttrs *hook, RensaUpdate *updates, guint n, GError **error)
{
  const RensaOptimizerHookClass *class = get_hook_class (hook);
  gconstpointer values = rensa_attrs_get_values (hook);

  if (class->call_all != NULL)
    return class->call_all (values, updates, n, error);
  for (guint i = 0; class->call != NULL && i < n; i++)
    {
      if (!class->call (values, &updates[i], error))
        return FALSE;
    }
  return TRUE;
}

/* Rounds the float32 copies to the half-precision parameters. */
static gboolean
take_wide_back (RensaOptimizer *optimizer, GError **error)
{
  for (guint i = 0; i < optimizer->rules->len; i++)
    {
      RensaRule *rule = g_ptr_array_index (optimizer->rules, i);

      g_clear_pointer (&rule->wide_grad, rensa_array_unref);
      if (rensa_rule_is_widened (optimizer, rule)
          && !rensa_array_assign (rensa_variable_get_array (rule->param), rule->wide, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
update_params (RensaOptimizer *optimizer, GError **error)
{
  gconstpointer values = rensa_attrs_get_values (optimizer->attrs);
  RensaUpdate *updates;

  if (!gather_updates (optimizer, error))
    return FALSE;

  updates = (RensaUpdate *) (gpointer) optimizer->updates->data;
  for (guint i = 0; i < optimizer->hooks->len; i++)
    {
      if (!call_hook (g_ptr_array_index (optimizer->hooks, i), updates, optimizer->updates->len, error))
        return FALSE;
    }
  for (guint i = 0; i < optimizer->updates->len; i++)
    {
      if (!optimizer->class->update (values, &updates[i], error))
        return FALSE;
    }
  return take_wide_back (optimizer, error);
}

/* Checks for NaN or infinite gradients if the loss scale is dynamic. */
static gboolean
find_overflow (RensaOptimizer *optimizer, gboolean *is_found, GError **error)
{
  g_autoptr (GPtrArray) grads = g_ptr_array_new ();
  double n;

  for (guint i = 0; optimizer->interval > 0 && i < optimizer->rules->len; i++)
    g_ptr_array_add (grads, rensa_variable_get_grad (((RensaRule *) g_ptr_array_index (optimizer->rules, i))->param));
  if (!rensa_count_not_finite ((RensaArray *const *) grads->pdata, grads->len, &n, error))
    return FALSE;

  *is_found = n > 0;
  return TRUE;
}

static void
adapt_loss_scale (RensaOptimizer *optimizer, gboolean is_overflow)
{
  double factor = optimizer->has_overflowed ? pow (2, 1.0 / (double) optimizer->interval) : 2;

  if (is_overflow)
    {
      optimizer->has_overflowed = TRUE;
      factor = 0.5;
    }
  optimizer->loss_scale = CLAMP (optimizer->loss_scale * factor, 1, MAX_LOSS_SCALE);
}

gboolean
rensa_optimizer_update (RensaOptimizer *optimizer, GError **error)
{
  gboolean is_overflow;

  if (!find_overflow (optimizer, &is_overflow, error) || (!is_overflow && !update_params (optimizer, error)))
    return FALSE;

  optimizer->t++;
  if (optimizer->interval > 0)
    adapt_loss_scale (optimizer, is_overflow);
  return TRUE;
}

gboolean
rensa_optimizer_backward (RensaOptimizer *optimizer, RensaVariable *loss, GError **error)
{
  const RensaBackwardOptions options = { .loss_scale = optimizer->loss_scale };

  return rensa_variable_backward (loss, &options, error);
}

gboolean
rensa_optimizer_backward_loss (RensaOptimizer *optimizer, RensaLink *loss_link, RensaVariable *const *batch, int n,
                               GError **error)
{
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };
  const int n_losses = rensa_link_call_n (loss_link, batch, n, losses, RENSA_MAX_OUTPUTS, error);
  const gboolean ok = n_losses > 0 && rensa_optimizer_backward (optimizer, losses[0], error);

  for (int i = 0; i < n_losses; i++)
    rensa_variable_unref (losses[i]);
  return ok;
}

gboolean
rensa_optimizer_update_loss (RensaOptimizer *optimizer, RensaLink *loss_link, RensaVariable *const *batch, int n,
                             GError **error)
{
  rensa_link_cleargrads (optimizer->target);
  return rensa_optimizer_backward_loss (optimizer, loss_link, batch, n, error)
         && rensa_optimizer_update (optimizer, error);
}

gint64
rensa_optimizer_get_t (RensaOptimizer *optimizer)
{
  return optimizer->t;
}

gint64
rensa_optimizer_get_epoch (RensaOptimizer *optimizer)
{
  return optimizer->epoch;
}

void
rensa_optimizer_new_epoch (RensaOptimizer *optimizer)
{
  optimizer->epoch++;
}

RensaArray *
rensa_optimizer_get_state (RensaOptimizer *optimizer, const char *path, const char *name)
{
  const char *const *names = optimizer->class->states;

  for (guint i = 0; i < optimizer->rules->len; i++)
    {
      RensaRule *rule = g_ptr_array_index (optimizer->rules, i);

      if (!g_str_equal (rule->path, path))
        continue;
      for (int j = 0; names != NULL && names[j] != NULL; j++)
        {
          if (g_str_equal (names[j], name))
            return rule->states[j];
        }
    }
  return NULL;
}

/* Chainer's files do not have it; a run resumed from one restarts the dynamic factor. */
static gboolean
serialize_loss_scale (RensaOptimizer *optimizer, RensaSerializer *serializer, GError **error)
{
  if (optimizer->interval == 0
      || (rensa_serializer_is_reading (serializer) && !rensa_serializer_has (serializer, "loss_scale")))
    return TRUE;
  return rensa_serializer_double (serializer, "loss_scale", &optimizer->loss_scale, error)
         && rensa_serializer_bool (serializer, "has_overflowed", &optimizer->has_overflowed, error);
}

gboolean
rensa_optimizer_serialize (gpointer optimizer, RensaSerializer *serializer, GError **error)
{
  RensaOptimizer *self = optimizer;

  if (!rensa_serializer_int (serializer, "t", &self->t, error)
      || !rensa_serializer_int (serializer, "epoch", &self->epoch, error)
      || !serialize_loss_scale (self, serializer, error))
    return FALSE;
  for (guint i = 0; i < self->rules->len; i++)
    {
      RensaRule *rule = g_ptr_array_index (self->rules, i);

      if (!rensa_rule_serialize (self, rule, rensa_serializer_child (serializer, rule->path + 1), error))
        return FALSE;
    }
  return TRUE;
}

const char *
rensa_optimizer_find_learning_rate (const RensaComponent *optimizer)
{
  static const char *const names[] = { "lr", "alpha" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const RensaAttrSpec *spec = rensa_component_find_attr (optimizer, names[i]);

      if (spec != NULL)
        return spec->type == RENSA_ATTR_TYPE_FLOAT ? spec->name : NULL;
    }
  return NULL;
}

gboolean
rensa_optimizer_get_learning_rate (RensaOptimizer *optimizer, double *rate)
{
  const RensaComponent *component = RENSA_COMPONENT (optimizer->class);
  const char *name = rensa_optimizer_find_learning_rate (component);
  const RensaAttrSpec *spec = name != NULL ? rensa_component_find_attr (component, name) : NULL;

  if (spec == NULL)
    return FALSE;
  *rate = *(const double *) G_STRUCT_MEMBER_P (rensa_attrs_get_values (optimizer->attrs), spec->offset);
  return TRUE;
}
