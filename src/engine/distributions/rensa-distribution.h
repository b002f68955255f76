/* rensa-distribution.h: differentiable probability distributions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-function.h"
#include "rensa-random.h"

G_BEGIN_DECLS

#define RENSA_DISTRIBUTION_MAX_PARAMS 4

/* Independent events of one kind, a batch of them, whose parameters are variables. Reference-counted; belongs to one thread.
 *
 *   shape of a sample = sample shape + batch shape + event shape
 *
 * The values of an event depend on one another, and it has one probability; events of a batch may have different parameters. */
typedef struct _RensaDistribution RensaDistribution;
typedef struct _RensaDistributionClass RensaDistributionClass;

/**
 * RensaDistributionParam:
 * @name: Chainer's name
 * @n_axes: number of its last axes that belong to one event of the batch
 * @formula: its value in terms of other parameters, if these are given instead; NULL if it is
 *   always given
 * @compute: the same as function calls
 * @title: human-readable name
 */
typedef struct
{
  const char *name;
  int n_axes;
  const char *formula;
  RensaVariable *(*compute) (RensaDistribution *self, RensaVariable *x, GError **error);
  const char *title;
} RensaDistributionParam;

/**
 * RensaDistributionMember:
 * @name: log_prob, cdf, entropy …; sample makes a sample from the noise x
 * @formula: value in terms of parameters, attributes and x; for kl_divergence with p_ and q_ before
 *   parameter names; see #RensaFormulaText for the syntax. Its gradients are derived from it, to
 *   any order
 * @compute: instead of a formula, the value as function calls; @x is NULL if there is none. A
 *   sample with neither is its noise
 * @compare: the same for kl_divergence
 * @sample: expected value for the example of the class, computed by other software
 */
typedef struct
{
  const char *name;
  const char *formula;
  RensaVariable *(*compute) (RensaDistribution *self, RensaVariable *x, GError **error);
  RensaVariable *(*compare) (RensaDistribution *p, RensaDistribution *q, GError **error);
  const char *sample;
} RensaDistributionMember;

/**
 * RensaDistributionClass:
 * @support: set of possible values, in Chainer's notation
 * @is_discrete: values have no gradient
 * @takes_classes: values are integers
 * @n_event_axes: number of the first parameter's last axes that form one event
 * @params: all parameters
 * @sets: sets of parameters given together, "loc scale"; the first is the default
 * @members: supported members
 * @draw: draws the noise of samples of shape @shape from @random; NULL if it wraps another
 *   distribution
 * @check: checks the parameters beyond their common batch shape
 * @wraps, @wrap: for a distribution of distributions: which members it takes from the inner one,
 *   and how it transforms them
 * @sample_dtype: data type of samples, "int64"; NULL if it is that of the parameters
 * @example: values of the first set of parameters; @other_example: other values
 * @example_x: a value; @example_noise: noise for the sample in @members
 *
 * Description of a kind of distribution.
 */
struct _RensaDistributionClass
{
  RENSA_COMPONENT_FIELDS
  const char *support;
  gboolean is_discrete;
  gboolean takes_classes;
  int n_event_axes;
  const RensaDistributionParam *params;
  guint n_params;
  const char *const *sets;
  const RensaDistributionMember *members;
  guint n_members;
  RensaArray *(*draw) (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error);
  gboolean (*check) (RensaDistribution *self, GError **error);
  gboolean (*wraps) (const char *member);
  RensaVariable *(*wrap) (RensaDistribution *self, const char *member, RensaVariable *x, GError **error);
  const char *sample_dtype;
  const char *example;
  const char *other_example;
  const char *example_x;
  const char *example_noise;
};

#define RENSA_DISTRIBUTION_PARAMS(table) .params = (table), .n_params = G_N_ELEMENTS (table)
#define RENSA_DISTRIBUTION_MEMBERS(table) .members = (table), .n_members = G_N_ELEMENTS (table)
#define RENSA_DISTRIBUTION_SETS(...) \
  .sets = (const char *const[]) { __VA_ARGS__, NULL }

/**
 * rensa_distribution_new:
 * @params: one for each parameter of the class, in order; NULL for those computed from others
 * @attrs: (nullable): the attribute struct of the class
 *
 * The parameters have the same floating dtype; their shapes without the event axes broadcast to the
 * batch shape. NULL with RENSA_ERROR_INVALID unless exactly one of the sets is given, with
 * RENSA_ERROR_TYPE_CHECK if the shapes do not match.
 */
RensaDistribution *rensa_distribution_new (const RensaDistributionClass *klass, RensaVariable *const *params,
                                           gconstpointer attrs, GError **error);
RensaDistribution *rensa_distribution_ref (RensaDistribution *self);
void rensa_distribution_unref (RensaDistribution *self);

const RensaDistributionClass *rensa_distribution_get_class (RensaDistribution *self);
const RensaShape *rensa_distribution_get_batch_shape (RensaDistribution *self);
const RensaShape *rensa_distribution_get_event_shape (RensaDistribution *self);
RensaDtype rensa_distribution_get_dtype (RensaDistribution *self);
/* Returns the support of the class, or of the wrapped distribution; NULL if not specified. */
const char *rensa_distribution_get_support (RensaDistribution *self);

/**
 * rensa_distribution_compute:
 * @member: "log_prob", "entropy", "mean" … or a parameter, "scale"
 * @x: (nullable): the value, for members that take one, of a shape that broadcasts with batch and
 *   event shape
 *
 * Owned by the caller. RENSA_ERROR_NOT_FOUND if the distribution has neither that member nor the
 * one from which it is derived: prob = exp (log_prob), survival_function = 1 - cdf, stddev = sqrt
 * (variance), perplexity = exp (entropy), and the logarithms of cdf and survival_function.
 */
RensaVariable *rensa_distribution_compute (RensaDistribution *self, const char *member, RensaVariable *x,
                                           GError **error);
/* Returns TRUE if rensa_distribution_compute () supports the member. */
gboolean rensa_distribution_has (RensaDistribution *self, const char *member);
/* Returns TRUE if @member takes a value x. */
gboolean rensa_distribution_member_takes_value (const char *member);

/**
 * rensa_distribution_sample:
 * @sample_shape: number of samples; RENSA_SHAPE_SCALAR for one
 * @random: (nullable): generator of the noise; NULL for the generator of this thread
 *
 * Samples of shape @sample_shape + batch shape + event shape. If possible, they are differentiable
 * functions of the parameters and of noise that is independent of them (Kingma and Welling,
 * "Auto-Encoding Variational Bayes", ICLR 2014). The same state of @random gives the same samples
 * for any number of threads.
 */
RensaVariable *rensa_distribution_sample (RensaDistribution *self, const RensaShape *sample_shape, RensaRandom *random,
                                          GError **error);

/* KL (p‖q) = E_p [ln p (x) - ln q (x)], one number for each element of the batch.
 * RENSA_ERROR_NOT_FOUND if no formula is known for the two kinds of distributions. */
RensaVariable *rensa_kl_divergence (RensaDistribution *p, RensaDistribution *q, GError **error);
/* H (p, q) = -E_p [ln q (x)] = H (p) + KL (p‖q). */
RensaVariable *rensa_cross_entropy (RensaDistribution *p, RensaDistribution *q, GError **error);

/* Registers a function NAME_MEMBER for each kind of distribution and each of log_prob, cdf, icdf,
 * entropy, kl_divergence and sample. */
void rensa_distributions_add_functions (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDistribution, rensa_distribution_unref)

G_END_DECLS
