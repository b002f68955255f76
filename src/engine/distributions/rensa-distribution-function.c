/* rensa-distribution-function.c: functions for the members of distributions, for use in documents.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-composed-private.h"
#include "rensa-distribution-private.h"
#include "rensa-distributions.h"
#include "rensa-modes.h"

typedef enum
{
  OF_PARAMS,
  OF_VALUE,
  OF_PAIR,
  SAMPLE,
} Kind;

/* Members that become functions. */
static const struct
{
  const char *name;
  Kind kind;
  const char *title;
  const char *summary;
} members[] = {
  { "log_prob", OF_VALUE, N_ ("Log Probability"), N_ ("Logarithm of the probability of each value") },
  { "cdf", OF_VALUE, N_ ("Cumulative Probability"), N_ ("Probability of a result not greater than each value") },
  { "icdf", OF_VALUE, N_ ("Quantile"), N_ ("Value at each cumulative probability") },
  { "entropy", OF_PARAMS, N_ ("Entropy"), N_ ("Uncertainty of the distribution in nats") },
  { "kl_divergence", OF_PAIR, N_ ("Divergence"), N_ ("Kullback-Leibler divergence between p and q in nats") },
  { "sample", SAMPLE, N_ ("Sample"),
    N_ ("Random numbers, differentiable with respect to the parameters where possible") },
};

/* The class of a function, with its distribution and member. */
typedef struct
{
  RensaFunctionClass klass;
  const RensaDistributionClass *distribution;
  const char *member;
  Kind kind;
  RensaSample sample;
} Function;

typedef struct
{
  RensaInts shape;
} Sample;

static const RensaAttrSpec sample_attrs[] = {
  RENSA_ATTR_INTS (Sample, shape, .initial_text = "()", .min = 0, .max = G_MAXINT32, .title = N_ ("Sample Shape"),
                   .hint = N_ ("Number of samples along each axis; these axes precede those of the parameters")),
};

static int
count_sets (const Function *self)
{
  return self->kind == OF_PAIR ? 2 : 1;
}

static int
count_params (const Function *self)
{
  return count_sets (self) * (int) self->distribution->n_params;
}

static RensaShape
get_sample_shape (const Sample *attrs)
{
  RensaShape shape = { .ndim = attrs->shape.n == RENSA_INTS_SCALAR ? 1 : MAX (attrs->shape.n, 0) };

  for (int i = 0; i < shape.ndim; i++)
    shape.dims[i] = attrs->shape.values[i];
  return shape;
}

/* Type check */

/* Inferred so far from the inputs: the first given parameter, the batch shape, and the extent of
 * the event axes, -1 if not known yet. */
typedef struct
{
  RensaInference *inference;
  const Function *function;
  int first;
  RensaShape batch;
  gint64 extent;
} Check;

/* Returns the type of input @i; NULL if it is not given. */
static const RensaType *
get_input (const Check *self, int i)
{
  return i < rensa_inference_get_n_inputs (self->inference) ? rensa_inference_get_input (self->inference, i) : NULL;
}

static gboolean
check_set (const Check *self, int offset, GError **error)
{
  const RensaDistributionClass *klass = self->function->distribution;
  g_autoptr (GString) given = g_string_new (NULL);
  g_autofree char *sets = g_strjoinv (" or ", (char **) klass->sets);

  for (guint k = 0; klass->sets[k] != NULL; k++)
    {
      gboolean fits = TRUE;

      for (guint i = 0; i < klass->n_params; i++)
        fits = fits
               && (get_input (self, offset + (int) i) != NULL)
                      == rensa_distribution_set_has (klass, klass->sets[k], (int) i);
      if (fits)
        return TRUE;
    }
  for (guint i = 0; i < klass->n_params; i++)
    if (get_input (self, offset + (int) i) != NULL)
      g_string_append_printf (given, "%s%s", given->len > 0 ? " " : "", klass->params[i].name);
  return rensa_inference_fail_text (self->inference, error, sets, "%s", given->len > 0 ? given->str : "nothing");
}

static gboolean
fail_broadcast (const Check *self, const RensaShape *a, const RensaShape *b, GError **error)
{
  g_autofree char *first = rensa_shape_to_string (a);
  g_autofree char *second = rensa_shape_to_string (b);

  return rensa_inference_fail_words (self->inference, error, N_ ("shapes that can be broadcast together"), "%s and %s",
                                     first, second);
}

/* Removes the last @n axes from @shape; their extents must all be the same. */
static gboolean
split_event (Check *self, int n, RensaShape *shape, GError **error)
{
  const RensaShape *x = shape;

  if (!RENSA_EXPECT (self->inference, x->ndim, >=, n, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      const gint64 extent = shape->dims[shape->ndim - 1 - i];

      self->extent = self->extent < 0 ? extent : self->extent;
      if (!RENSA_EXPECT (self->inference, extent, ==, self->extent, error))
        return FALSE;
    }
  shape->ndim -= n;
  return TRUE;
}

static gboolean
join_batch (Check *self, const RensaShape *shape, GError **error)
{
  const RensaShape before = self->batch;

  return rensa_shape_broadcast (&before, shape, &self->batch, NULL) || fail_broadcast (self, &before, shape, error);
}

static gboolean
check_params (Check *self, GError **error)
{
  const RensaDistributionClass *klass = self->function->distribution;

  for (int i = 0; i < count_params (self->function); i++)
    {
      const RensaType *type = get_input (self, i);
      RensaShape shape;

      if (type == NULL)
        continue;
      self->first = self->first < 0 ? i : self->first;
      shape = type->shape;
      if (!rensa_expect_floating (self->inference, i, error)
          || !rensa_expect_same_dtype (self->inference, self->first, i, error)
          || !split_event (self, klass->params[i % (int) klass->n_params].n_axes, &shape, error)
          || !join_batch (self, &shape, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_value (Check *self, GError **error)
{
  const RensaDistributionClass *klass = self->function->distribution;
  const int i = count_params (self->function);
  RensaShape shape = get_input (self, i)->shape;

  if (klass->takes_classes && !rensa_expect_integer (self->inference, i, error))
    return FALSE;
  if (!klass->is_discrete && !rensa_expect_same_dtype (self->inference, self->first, i, error))
    return FALSE;
  return split_event (self, klass->n_event_axes, &shape, error) && join_batch (self, &shape, error);
}

/* Concatenates sample, batch and event shape. */
static gboolean
infer_sample (Check *self, RensaDtype dtype, GError **error)
{
  const RensaDistributionClass *klass = self->function->distribution;
  const RensaType *noise = get_input (self, count_params (self->function));
  RensaShape shape = get_sample_shape (rensa_inference_get_attrs (self->inference));
  RensaShape event = { .ndim = klass->n_event_axes };

  for (int i = 0; i < event.ndim; i++)
    event.dims[i] = self->extent;
  if (!RENSA_EXPECT (self->inference, shape.ndim + self->batch.ndim + event.ndim, <=, RENSA_MAX_NDIM, error)
      || !rensa_shape_join (&shape, &self->batch, &shape, error) || !rensa_shape_join (&shape, &event, &shape, error))
    return FALSE;
  if (noise != NULL && !rensa_shape_equal (&noise->shape, &shape))
    {
      g_autofree char *expected = rensa_shape_to_string (&shape);
      g_autofree char *found = rensa_shape_to_string (&noise->shape);
      g_autofree char *expect = g_strdup_printf ("noise.shape == %s", expected);

      return rensa_inference_fail_text (self->inference, error, expect, "%s", found);
    }
  rensa_inference_set_output_shape (self->inference, 0, rensa_distribution_get_sample_dtype (klass, dtype), &shape);
  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Function *function = rensa_inference_get_rule (inference);
  Check self = { .inference = inference, .function = function, .first = -1, .extent = -1 };
  RensaDtype dtype;

  for (int k = 0; k < count_sets (function); k++)
    if (!check_set (&self, k * (int) function->distribution->n_params, error))
      return FALSE;
  if (!check_params (&self, error))
    return FALSE;

  dtype = get_input (&self, self.first)->dtype;
  if (function->kind == SAMPLE)
    return infer_sample (&self, dtype, error);
  if (function->kind == OF_VALUE && !check_value (&self, error))
    return FALSE;
  rensa_inference_set_output_shape (inference, 0, dtype, &self.batch);
  return TRUE;
}

/* Computing */

static RensaDistribution *
new_distribution (const Function *self, gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, int offset,
                  GError **error)
{
  RensaVariable *params[RENSA_DISTRIBUTION_MAX_PARAMS] = { NULL };

  for (int i = 0; i < (int) self->distribution->n_params; i++)
    params[i] = offset + i < n_inputs ? inputs[offset + i] : NULL;
  return rensa_distribution_new (self->distribution, params, self->kind != SAMPLE ? attrs : NULL, error);
}

/* @noise is used only for samples. */
static RensaVariable *
compute (const Function *self, gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaArray *noise,
         GError **error)
{
  const int n_params = (int) self->distribution->n_params;
  g_autoptr (RensaDistribution) p = new_distribution (self, attrs, inputs, n_inputs, 0, error);
  g_autoptr (RensaDistribution) q =
      self->kind == OF_PAIR ? new_distribution (self, attrs, inputs, n_inputs, n_params, error) : NULL;

  if (p == NULL)
    return NULL;
  if (self->kind == OF_PAIR)
    return rensa_kl_divergence (p, q, error);
  if (self->kind == SAMPLE)
    return rensa_distribution_make_sample (p, noise, error);
  return rensa_distribution_compute (p, self->member, self->kind == OF_VALUE ? inputs[n_params] : NULL, error);
}

static RensaArray *
get_noise (const Function *self, RensaCall *call, RensaVariable *const *inputs, int n_inputs, GError **error)
{
  const int n_params = count_params (self);
  RensaArray *given = n_inputs > n_params ? rensa_call_get_input (call, n_params) : NULL;
  const RensaShape shape = get_sample_shape (rensa_call_get_attrs (call));
  g_autoptr (RensaDistribution) distribution = NULL;

  if (given != NULL)
    return rensa_array_ref (given);
  distribution = new_distribution (self, NULL, inputs, n_inputs, 0, error);
  return distribution != NULL ? rensa_distribution_draw (distribution, &shape, rensa_random_get_default (), error)
                              : NULL;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Function *self = rensa_call_get_rule (call);
  const int n = rensa_call_get_n_inputs (call);
  g_autofree RensaVariable **inputs = g_new0 (RensaVariable *, n);
  g_autoptr (RensaArray) noise = NULL;
  g_autoptr (RensaVariable) y = NULL;
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->enable_backprop = FALSE;
  for (int i = 0; i < n; i++)
    {
      inputs[i] = rensa_variable_new_constant (rensa_call_get_input (call, i));
      rensa_call_retain_input (call, i);
    }
  if (self->kind == SAMPLE)
    noise = get_noise (self, call, inputs, n, error);
  if (self->kind != SAMPLE || noise != NULL)
    y = compute (self, rensa_call_get_attrs (call), inputs, n, noise, error);
  rensa_variables_clear (inputs, n);
  rensa_call_take_output (call, 0, y != NULL ? rensa_array_ref (rensa_variable_get_array (y)) : NULL);
  if (noise != NULL)
    rensa_call_keep (call, 0, g_steal_pointer (&noise));
  return rensa_call_succeeded (call);
}

/* User data of compose (): the function and the attribute struct, which contains no pointers. */
typedef struct
{
  const Function *function;
  char attrs[128];
} Bound;

static gboolean
compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const Bound *bound = attrs;
  const gboolean is_sample = bound->function->kind == SAMPLE;

  outputs[0] = compute (bound->function, bound->attrs, inputs, n_inputs - is_sample,
                        is_sample ? rensa_variable_get_array (inputs[n_inputs - 1]) : NULL, error);
  return outputs[0] != NULL;
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Function *self = rensa_backward_get_rule (backward);
  const gboolean value_moves = self->kind == OF_VALUE && !self->distribution->is_discrete;
  RensaArray *noise = self->kind == SAMPLE ? rensa_backward_get_kept (backward, 0) : NULL;
  Bound bound = { .function = self };
  const RensaComposition composition = {
    .compose = compose,
    .n_moving = count_params (self) + value_moves,
    .further = &noise,
    .n_further = self->kind == SAMPLE,
    .attrs = &bound,
    .attrs_size = sizeof bound,
  };

  g_return_val_if_fail (self->klass.attrs_size <= sizeof bound.attrs, FALSE);
  if (self->klass.attrs_size > 0)
    memcpy (bound.attrs, rensa_backward_get_attrs (backward), self->klass.attrs_size);
  return rensa_backward_composed (backward, &composition, error);
}

/* Descriptors */

/* Returns "log_normal_cdf" for LogNormal and cdf. */
static char *
make_name (const char *distribution, const char *member)
{
  GString *name = g_string_new (NULL);

  for (const char *c = distribution; *c != '\0'; c++)
    {
      if (g_ascii_isupper (*c) && c > distribution)
        g_string_append_c (name, '_');
      g_string_append_c (name, g_ascii_tolower (*c));
    }
  g_string_append_printf (name, "_%s", member);
  return g_string_free (name, FALSE);
}

/* Returns TRUE if all sets contain the parameter. */
static gboolean
is_always_given (const RensaDistributionClass *klass, int i)
{
  for (guint k = 0; klass->sets[k] != NULL; k++)
    if (!rensa_distribution_set_has (klass, klass->sets[k], i))
      return FALSE;
  return TRUE;
}

static void
add_inputs (GPtrArray *inputs, const RensaDistributionClass *klass, const char *prefix)
{
  for (guint i = 0; i < klass->n_params; i++)
    g_ptr_array_add (
        inputs, g_strdup_printf ("%s%s%s", prefix, klass->params[i].name, is_always_given (klass, (int) i) ? "" : "?"));
}

static const char *const *
make_inputs (const Function *self)
{
  const RensaDistributionClass *klass = self->distribution;
  GPtrArray *inputs = g_ptr_array_new ();

  add_inputs (inputs, klass, self->kind == OF_PAIR ? "p_" : "");
  if (self->kind == OF_PAIR)
    add_inputs (inputs, klass, "q_");
  if (self->kind == OF_VALUE)
    g_ptr_array_add (inputs, g_strdup (klass->takes_classes ? "x:int" : klass->is_discrete ? "x:const" : "x"));
  if (self->kind == SAMPLE)
    g_ptr_array_add (inputs, g_strdup ("noise?:const"));
  g_ptr_array_add (inputs, NULL);
  return (const char *const *) g_ptr_array_free (inputs, FALSE);
}

/* Appends the values of the first set of parameters, leaving the others empty. */
static void
append_example (GString *text, const RensaDistributionClass *klass, const char *example)
{
  g_auto (GStrv) values = g_strsplit (example, ";", -1);
  guint n = 0;

  for (guint i = 0; i < klass->n_params; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "",
                            rensa_distribution_set_has (klass, klass->sets[0], (int) i) ? g_strstrip (values[n++])
                                                                                        : " ");
}

static RensaSample
make_sample (const Function *self, const char *result)
{
  const RensaDistributionClass *klass = self->distribution;
  GString *inputs = g_string_new (NULL);

  append_example (inputs, klass, klass->example);
  if (self->kind == OF_PAIR)
    append_example (inputs, klass, klass->other_example);
  if (self->kind == OF_VALUE)
    g_string_append_printf (inputs, "; %s", g_str_equal (self->member, "icdf") ? "[0.25, 0.75]" : klass->example_x);
  if (self->kind == SAMPLE)
    g_string_append_printf (inputs, "; %s", klass->example_noise);
  return (RensaSample){ .attrs = "", .inputs = g_string_free (inputs, FALSE), .outputs = result };
}

/* Samples that equal their noise, or are integers, have no gradient. */
static gboolean
is_differentiable (const Function *self)
{
  const RensaDistributionMember *member = rensa_distribution_find_member (self->distribution, self->member);

  return self->kind != SAMPLE
         || (!self->distribution->is_discrete && (member->formula != NULL || member->compute != NULL));
}

static Function *
make_function (const RensaDistributionClass *klass, guint i, const char *result)
{
  Function *self = g_new0 (Function, 1);

  self->distribution = klass;
  self->member = members[i].name;
  self->kind = members[i].kind;
  self->sample = make_sample (self, result);
  self->klass = (RensaFunctionClass){
    .name = make_name (klass->name, self->member),
    .group = &rensa_distribution_group,
    .title = g_strdup_printf ("%s: %s", _ (klass->title), _ (members[i].title)),
    .summary = members[i].summary,
    .words = klass->words,
    .formula = klass->formula,
    .reference = klass->reference,
    .inputs = make_inputs (self),
    .n_outputs = 1,
    .attrs = self->kind == SAMPLE ? sample_attrs : klass->attrs,
    .n_attrs = self->kind == SAMPLE ? G_N_ELEMENTS (sample_attrs) : klass->n_attrs,
    .attrs_size = self->kind == SAMPLE ? sizeof (Sample) : klass->attrs_size,
    .samples = &self->sample,
    .n_samples = 1,
    .infer = infer,
    .forward = forward,
    .backward = is_differentiable (self) ? backward : NULL,
    .rule = self,
  };
  return self;
}

void
rensa_distributions_add_functions (void)
{
  for (guint k = 0; k < rensa_n_distributions_classes; k++)
    for (guint i = 0; i < G_N_ELEMENTS (members); i++)
      {
        const RensaDistributionClass *klass = rensa_distributions_classes[k];
        const RensaDistributionMember *member = rensa_distribution_find_member (klass, members[i].name);
        const RensaComponent *component;

        if (member == NULL || member->sample == NULL)
          continue;
        component = RENSA_COMPONENT (&make_function (klass, i, member->sample)->klass);
        rensa_registry_add (RENSA_COMPONENT_FUNCTION, &component, 1);
      }
}
