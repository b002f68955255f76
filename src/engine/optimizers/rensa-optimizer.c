/* rensa-optimizer.c: what changes parameters by their gradients.
 * SPDX-License-Identifier: MIT */

#include "rensa-optimizer.h"

#include "rensa-error.h"
#include "rensa-primitives.h"

/* What belongs to one parameter; Chainer's update rule. */
typedef struct
{
  char *path;
  RensaVariable *param;
  RensaArray *states[RENSA_MAX_OPTIMIZER_STATES];
  gint64 t;
} Rule;

struct _RensaOptimizer
{
  const RensaOptimizerClass *class;
  RensaAttrs *initial; /* as it was made */
  RensaAttrs *attrs;   /* a copy whose values change while training */
  RensaLink *target;
  GPtrArray *rules; /* Rule */
  GPtrArray *hooks; /* RensaAttrs */
  GArray *updates;  /* RensaUpdate of the update that is going on; kept for its memory */
  gint64 t;
  gint64 epoch;
};

static void
rule_free (Rule *rule)
{
  for (int i = 0; i < RENSA_MAX_OPTIMIZER_STATES; i++)
    g_clear_pointer (&rule->states[i], rensa_array_unref);
  rensa_variable_unref (rule->param);
  g_free (rule->path);
  g_free (rule);
}

RensaOptimizer *
rensa_optimizer_new (RensaAttrs *attrs, GError **error)
{
  RensaOptimizer *optimizer;

  if (!rensa_attrs_check_complete (attrs, error))
    return NULL;

  optimizer = g_new0 (RensaOptimizer, 1);
  optimizer->class = (const RensaOptimizerClass *) rensa_attrs_get_component (attrs);
  optimizer->initial = rensa_attrs_copy (attrs);
  optimizer->attrs = rensa_attrs_copy (attrs);
  optimizer->rules = g_ptr_array_new_with_free_func ((GDestroyNotify) rule_free);
  optimizer->hooks = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  optimizer->updates = g_array_new (FALSE, FALSE, sizeof (RensaUpdate));
  return optimizer;
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
  Rule *rule = g_new0 (Rule, 1);

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

gboolean
rensa_optimizer_add_hook (RensaOptimizer *optimizer, RensaAttrs *attrs, GError **error)
{
  if (!rensa_attrs_check_complete (attrs, error))
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
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "The optimizer has no hook %u, but %u.", i,
                   optimizer->hooks->len);
      return FALSE;
    }
  return rensa_attrs_set_text (g_ptr_array_index (optimizer->hooks, i), name, text, error);
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
has_state (RensaOptimizer *optimizer, int i)
{
  return optimizer->class->has_state == NULL
         || optimizer->class->has_state (rensa_attrs_get_values (optimizer->attrs), i);
}

static gboolean
zeros_like (RensaArray **array, RensaArray *like, GError **error)
{
  if (*array == NULL)
    *array = rensa_array_zeros (rensa_array_get_dtype (like), rensa_array_get_shape (like), error);
  return *array != NULL;
}

/* The states that the rule lacks, and a gradient of zeros where backward left none. */
static gboolean
prepare (RensaOptimizer *optimizer, Rule *rule, GError **error)
{
  const char *const *names = optimizer->class->states;
  RensaArray *array = rensa_variable_get_array (rule->param);

  for (int i = 0; names != NULL && names[i] != NULL; i++)
    {
      if (has_state (optimizer, i) && !zeros_like (&rule->states[i], array, error))
        return FALSE;
    }
  if (rensa_variable_get_grad (rule->param) == NULL)
    {
      g_autoptr (RensaArray) zeros = NULL;

      if (!zeros_like (&zeros, array, error))
        return FALSE;
      rensa_variable_set_grad (rule->param, zeros);
    }
  return TRUE;
}

/* Hooks write over gradients, which may still share memory with something else. */
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

static gboolean
gather_updates (RensaOptimizer *optimizer, GError **error)
{
  g_array_set_size (optimizer->updates, 0);
  for (guint i = 0; i < optimizer->rules->len; i++)
    {
      Rule *rule = g_ptr_array_index (optimizer->rules, i);
      RensaUpdate update;

      if (rensa_variable_get_array (rule->param) == NULL)
        continue;
      if (!prepare (optimizer, rule, error) || (optimizer->hooks->len > 0 && !own_grad (rule->param, error)))
        return FALSE;
      rule->t++;
      update = (RensaUpdate){
        .param = rensa_variable_get_array (rule->param),
        .grad = rensa_variable_get_grad (rule->param),
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
  const RensaOptimizerHookClass *class = (const RensaOptimizerHookClass *) rensa_attrs_get_component (hook);
  gconstpointer values = rensa_attrs_get_values (hook);

  if (class->call_all != NULL)
    return class->call_all (values, updates, n, error);
  for (guint i = 0; i < n; i++)
    {
      if (!class->call (values, &updates[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_optimizer_update (RensaOptimizer *optimizer, GError **error)
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
  optimizer->t++;
  for (guint i = 0; i < optimizer->updates->len; i++)
    {
      if (!optimizer->class->update (values, &updates[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_optimizer_update_loss (RensaOptimizer *optimizer, RensaLink *loss_link, RensaVariable *const *batch, int n,
                             GError **error)
{
  RensaVariable *losses[RENSA_MAX_OUTPUTS] = { NULL };
  gboolean ok;
  int n_losses;

  rensa_link_cleargrads (optimizer->target);
  n_losses = rensa_link_call_n (loss_link, batch, n, losses, RENSA_MAX_OUTPUTS, error);
  ok = n_losses > 0 && rensa_variable_backward (losses[0], NULL, error);
  for (int i = 0; i < n_losses; i++)
    rensa_variable_unref (losses[i]);
  return ok && rensa_optimizer_update (optimizer, error);
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
      Rule *rule = g_ptr_array_index (optimizer->rules, i);

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

/* Whether state @i stands in the file, or is to be written. A rule that was never used has none yet, neither here nor, for lack of shapes,
 * in a file; one that has been used would go on with zeros in place of what is missing. */
static gboolean
is_serialized (Rule *rule, int i, const char *name, RensaSerializer *serializer)
{
  if (!rensa_serializer_is_reading (serializer))
    return rule->states[i] != NULL;
  return rule->t > 0 || rensa_serializer_has (serializer, name);
}

static gboolean
serialize_rule (RensaOptimizer *optimizer, Rule *rule, RensaSerializer *serializer, GError **error)
{
  const char *const *names = optimizer->class->states;
  const gboolean is_reading = rensa_serializer_is_reading (serializer);
  RensaArray *array = rensa_variable_get_array (rule->param);

  if (!rensa_serializer_int (serializer, "t", &rule->t, error))
    return FALSE;
  for (int i = 0; names != NULL && names[i] != NULL; i++)
    {
      if (!has_state (optimizer, i) || !is_serialized (rule, i, names[i], serializer))
        continue;
      if (is_reading && array != NULL && !zeros_like (&rule->states[i], array, error))
        return FALSE;
      if (!rensa_serializer_array (serializer, names[i], &rule->states[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_optimizer_serialize (gpointer optimizer, RensaSerializer *serializer, GError **error)
{
  RensaOptimizer *self = optimizer;

  if (!rensa_serializer_int (serializer, "t", &self->t, error)
      || !rensa_serializer_int (serializer, "epoch", &self->epoch, error))
    return FALSE;
  for (guint i = 0; i < self->rules->len; i++)
    {
      Rule *rule = g_ptr_array_index (self->rules, i);

      if (!serialize_rule (self, rule, rensa_serializer_child (serializer, rule->path + 1), error))
        return FALSE;
    }
  return TRUE;
}
