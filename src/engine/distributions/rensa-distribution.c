/* rensa-distribution.c: probability distributions, with their parameters, shapes and members.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-distribution-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

/* Properties of members common to all distributions: whether they take a value, and from which
 * member they are derived. */
static const struct
{
  const char *name;
  gboolean takes_value;
  const char *from;
  const char *formula;
} known_members[] = {
  { "log_prob", TRUE },
  { "cdf", TRUE },
  { "icdf", TRUE },
  { "sample", TRUE },
  { "prob", TRUE, "log_prob", "exp (a)" },
  { "survival_function", TRUE, "cdf", "1 - a" },
  { "log_cdf", TRUE, "cdf", "log (a)" },
  { "log_survival_function", TRUE, "survival_function", "log (a)" },
  { "stddev", FALSE, "variance", "sqrt (a)" },
  { "perplexity", FALSE, "entropy", "exp (a)" },
};

/* Returns its index; -1 for a member specific to one distribution. */
static int
find_known (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_members); i++)
    if (g_str_equal (known_members[i].name, name))
      return (int) i;
  return -1;
}

gboolean
rensa_distribution_member_takes_value (const char *member)
{
  const int known = find_known (member);

  return known >= 0 && known_members[known].takes_value;
}

int
rensa_distribution_find_param (const RensaDistributionClass *klass, const char *name, gsize length)
{
  for (guint i = 0; i < klass->n_params; i++)
    if (strlen (klass->params[i].name) == length && strncmp (klass->params[i].name, name, length) == 0)
      return (int) i;
  return -1;
}

gboolean
rensa_distribution_set_has (const RensaDistributionClass *klass, const char *set, int i)
{
  g_auto (GStrv) names = g_strsplit (set, " ", -1);

  return g_strv_contains ((const char *const *) names, klass->params[i].name);
}

const RensaDistributionMember *
rensa_distribution_find_member (const RensaDistributionClass *klass, const char *name)
{
  for (guint i = 0; i < klass->n_members; i++)
    if (g_str_equal (klass->members[i].name, name))
      return &klass->members[i];
  return NULL;
}

/* Making */

static gboolean
is_set (const RensaDistributionClass *klass, const char *set, RensaVariable *const *params)
{
  for (guint i = 0; i < klass->n_params; i++)
    if ((params[i] != NULL) != rensa_distribution_set_has (klass, set, (int) i))
      return FALSE;
  return TRUE;
}

static char *
describe_given (const RensaDistributionClass *klass, RensaVariable *const *params)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < klass->n_params; i++)
    if (params[i] != NULL)
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", klass->params[i].name);
  return g_strdup (text->len > 0 ? text->str : _ ("nothing"));
}

static gboolean
choose_set (RensaDistribution *self, RensaVariable *const *params, GError **error)
{
  g_autofree char *given = NULL;
  g_autofree char *sets = NULL;

  for (self->given = 0; self->klass->sets[self->given] != NULL; self->given++)
    if (is_set (self->klass, self->klass->sets[self->given], params))
      return TRUE;

  given = describe_given (self->klass, params);
  sets = g_strjoinv (_ ("” or “"), (char **) self->klass->sets);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s expects the parameters “%s”, but “%s” was given"),
                   self->klass->name, sets, given);
  return FALSE;
}

/* Returns the shape without the event axes. */
static gboolean
get_outer_shape (RensaDistribution *self, int i, const RensaType *type, RensaShape *outer, GError **error)
{
  const RensaDistributionParam *param = &self->klass->params[i];

  *outer = type->shape;
  outer->ndim -= param->n_axes;
  if (outer->ndim >= 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_TYPE_CHECK,
                   ngettext ("%s: %s must have at least %d axis, not %d", "%s: %s must have at least %d axes, not %d",
                             param->n_axes),
                   self->klass->name, param->name, param->n_axes, type->shape.ndim);
  return FALSE;
}

static gboolean
check_dtype (RensaDistribution *self, RensaDtype dtype, RensaDtype first, GError **error)
{
  if (rensa_dtype_is_floating (dtype) && dtype == first)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_TYPE_CHECK,
                   N_ ("%s: the parameters must be floating-point numbers of the same dtype, but %s and %s were given"),
                   self->klass->name, rensa_dtype_get_name (first), rensa_dtype_get_name (dtype));
  return FALSE;
}

static gboolean
find_batch_shape (RensaDistribution *self, RensaVariable *const *params, GError **error)
{
  int first = -1;

  for (guint i = 0; i < self->klass->n_params; i++)
    {
      RensaType type;
      RensaShape outer;
      const RensaShape before = self->batch;

      if (params[i] == NULL)
        continue;
      type = rensa_variable_get_type (params[i]);
      first = first < 0 ? (int) i : first;
      if (!check_dtype (self, type.dtype, rensa_variable_get_type (params[first]).dtype, error)
          || !get_outer_shape (self, (int) i, &type, &outer, error))
        return FALSE;
      if (!rensa_shape_broadcast (&before, &outer, &self->batch, error))
        {
          g_prefix_error (error, "%s: ", self->klass->name);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
rensa_shape_join (const RensaShape *a, const RensaShape *b, RensaShape *result, GError **error)
{
  const RensaShape first = *a;
  const RensaShape second = *b;

  if (first.ndim + second.ndim > RENSA_MAX_NDIM)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("an array can have 0 to %d axes, not %d"), RENSA_MAX_NDIM,
                       first.ndim + second.ndim);
      return FALSE;
    }
  *result = first;
  for (int i = 0; i < second.ndim; i++)
    result->dims[result->ndim++] = second.dims[i];
  return TRUE;
}

/* Returns the last @n axes. */
static RensaShape
take_last (const RensaShape *shape, int n)
{
  RensaShape last = { .ndim = n };

  for (int i = 0; i < n; i++)
    last.dims[i] = shape->dims[shape->ndim - n + i];
  return last;
}

static gboolean
broadcast_params (RensaDistribution *self, RensaVariable *const *params, GError **error)
{
  for (guint i = 0; i < self->klass->n_params; i++)
    {
      RensaShape shape;
      RensaShape own;

      if (params[i] == NULL)
        continue;
      shape = rensa_variable_get_type (params[i]).shape;
      own = take_last (&shape, self->klass->params[i].n_axes);
      if (self->event.ndim == 0 && self->klass->n_event_axes > 0)
        self->event = take_last (&own, self->klass->n_event_axes);
      if (!rensa_shape_join (&self->batch, &own, &own, error))
        return FALSE;
      self->params[i] = rensa_shape_equal (&shape, &own) ? rensa_variable_ref (params[i])
                                                         : rensa_broadcast_to (params[i], &own, error);
      if (self->params[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

RensaDistribution *
rensa_distribution_new (const RensaDistributionClass *klass, RensaVariable *const *params, gconstpointer attrs,
                        GError **error)
{
  g_autoptr (RensaDistribution) self = NULL;

  if (error != NULL && *error != NULL)
    return NULL;

  self = g_new0 (RensaDistribution, 1);
  self->ref_count = 1;
  self->klass = klass;
  if (klass->attrs_size > 0)
    {
      self->attrs = g_malloc0 (klass->attrs_size);
      if (attrs != NULL)
        rensa_attr_values_copy (RENSA_COMPONENT (klass), self->attrs, attrs);
    }
  if (!choose_set (self, params, error) || !find_batch_shape (self, params, error)
      || !broadcast_params (self, params, error) || (klass->check != NULL && !klass->check (self, error)))
    return NULL;
  return g_steal_pointer (&self);
}

RensaDistribution *
rensa_distribution_ref (RensaDistribution *self)
{
  self->ref_count++;
  return self;
}

void
rensa_distribution_unref (RensaDistribution *self)
{
  if (--self->ref_count > 0)
    return;
  if (self->attrs != NULL)
    rensa_attr_values_clear (RENSA_COMPONENT (self->klass), self->attrs);
  g_free (self->attrs);
  rensa_variables_clear (self->params, RENSA_DISTRIBUTION_MAX_PARAMS);
  g_clear_pointer (&self->inner, rensa_distribution_unref);
  g_free (self);
}

const RensaDistributionClass *
rensa_distribution_get_class (RensaDistribution *self)
{
  return self->klass;
}

const RensaShape *
rensa_distribution_get_batch_shape (RensaDistribution *self)
{
  return &self->batch;
}

const RensaShape *
rensa_distribution_get_event_shape (RensaDistribution *self)
{
  return &self->event;
}

RensaDtype
rensa_distribution_get_dtype (RensaDistribution *self)
{
  for (int i = 0; i < RENSA_DISTRIBUTION_MAX_PARAMS; i++)
    if (self->params[i] != NULL)
      return rensa_variable_get_type (self->params[i]).dtype;
  return rensa_distribution_get_dtype (self->inner);
}

const char *
rensa_distribution_get_support (RensaDistribution *self)
{
  return self->inner != NULL ? rensa_distribution_get_support (self->inner) : self->klass->support;
}

/* Members */

/* Converts the value to the dtype of the parameters; a value without gradient becomes a constant. */
static RensaVariable *
prepare_value (RensaDistribution *self, RensaVariable *x, GError **error)
{
  const RensaDtype dtype = rensa_distribution_get_dtype (self);
  g_autoptr (RensaVariable) constant = NULL;

  if (self->inner != NULL
      || (self->klass->takes_classes && !rensa_dtype_is_floating (rensa_variable_get_type (x).dtype)))
    return rensa_variable_ref (x);
  if (!self->klass->is_discrete && rensa_variable_get_type (x).dtype == dtype)
    return rensa_variable_ref (x);

  constant = rensa_variable_new_constant (rensa_variable_get_array (x));
  if (self->klass->takes_classes)
    return rensa_cast (constant, RENSA_INT32, error);
  return rensa_variable_get_type (x).dtype == dtype ? g_steal_pointer (&constant) : rensa_cast (constant, dtype, error);
}

static RensaVariable *
compute_param (RensaDistribution *self, int i, GError **error)
{
  const RensaDistributionParam *param = &self->klass->params[i];

  if (self->params[i] != NULL)
    return rensa_variable_ref (self->params[i]);
  return param->compute != NULL ? param->compute (self, NULL, error)
                                : rensa_distribution_evaluate (self, param->formula, NULL, error);
}

static RensaVariable *
compute_member (RensaDistribution *self, const RensaDistributionMember *member, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) value = x != NULL ? prepare_value (self, x, error) : NULL;

  if (x != NULL && value == NULL)
    return NULL;
  if (member->compute == NULL && member->formula == NULL)
    return g_steal_pointer (&value);
  return member->compute != NULL ? member->compute (self, value, error)
                                 : rensa_distribution_evaluate (self, member->formula, value, error);
}

static RensaVariable *
compute_own (RensaDistribution *self, const char *name, RensaVariable *x, GError **error)
{
  const int param = rensa_distribution_find_param (self->klass, name, strlen (name));

  if (self->klass->wrap != NULL)
    return self->klass->wrap (self, name, x, error);
  if (param >= 0)
    return compute_param (self, param, error);
  return compute_member (self, rensa_distribution_find_member (self->klass, name), x, error);
}

static gboolean
fail_missing (RensaDistribution *self, const char *member, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no %s"), self->klass->name, member);
  return FALSE;
}

static gboolean
has_own (RensaDistribution *self, const char *member)
{
  if (self->klass->wraps != NULL && self->klass->wraps (member))
    return rensa_distribution_has (self->inner, member);
  return rensa_distribution_find_param (self->klass, member, strlen (member)) >= 0
         || rensa_distribution_find_member (self->klass, member) != NULL;
}

gboolean
rensa_distribution_has (RensaDistribution *self, const char *member)
{
  const int known = find_known (member);

  return has_own (self, member)
         || (known >= 0 && known_members[known].from != NULL
             && rensa_distribution_has (self, known_members[known].from));
}

RensaVariable *
rensa_distribution_compute (RensaDistribution *self, const char *member, RensaVariable *x, GError **error)
{
  const int known = find_known (member);
  g_autoptr (RensaVariable) from = NULL;

  if (self == NULL || (x == NULL && rensa_distribution_member_takes_value (member)))
    return NULL;
  if (has_own (self, member))
    return compute_own (self, member, x, error);
  if (!rensa_distribution_has (self, member))
    {
      fail_missing (self, member, error);
      return NULL;
    }

  from = rensa_distribution_compute (self, known_members[known].from, x, error);
  return from != NULL ? rensa_evaluate_formula (known_members[known].formula, "a", &from, 1, error) : NULL;
}

static gboolean
check_same_class (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  if (p->klass == q->klass)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("the Kullback-Leibler divergence of %s from %s is not available"),
                   q->klass->name, p->klass->name);
  return FALSE;
}

RensaVariable *
rensa_kl_divergence (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  const RensaDistributionMember *member;

  if (p == NULL || q == NULL || !check_same_class (p, q, error))
    return NULL;
  member = rensa_distribution_find_member (p->klass, "kl_divergence");
  if (member == NULL)
    {
      fail_missing (p, "kl_divergence", error);
      return NULL;
    }
  return member->compare != NULL ? member->compare (p, q, error)
                                 : rensa_distribution_evaluate_pair (p, q, member->formula, error);
}

RensaVariable *
rensa_cross_entropy (RensaDistribution *p, RensaDistribution *q, GError **error)
{
  g_autoptr (RensaVariable) divergence = rensa_kl_divergence (p, q, error);
  g_autoptr (RensaVariable) entropy =
      divergence != NULL ? rensa_distribution_compute (p, "entropy", NULL, error) : NULL;

  return rensa_add (entropy, divergence, error);
}

RensaVariable *
rensa_sum_last (RensaVariable *x, int n, GError **error)
{
  RensaInts axes = { .n = n };

  if (x == NULL || n == 0)
    return x != NULL ? rensa_variable_ref (x) : NULL;
  for (int i = 0; i < n; i++)
    axes.values[i] = -1 - i;
  return rensa_sum (x, &axes, FALSE, error);
}

gboolean
rensa_expect_extent (const char *who, const char *what, gint64 expected, gint64 found, GError **error)
{
  if (expected == found)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_TYPE_CHECK, N_ ("%s, %s: expected %lld, found %lld"), who, _ (what),
                   (long long) expected, (long long) found);
  return FALSE;
}
