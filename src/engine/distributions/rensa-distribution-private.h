/* rensa-distribution-private.h: shared code of the distributions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-distribution.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* @given: index of the parameter set. @inner and @n_inner are for distributions that wrap another one. */
struct _RensaDistribution
{
  int ref_count;
  const RensaDistributionClass *klass;
  gpointer attrs;
  int given;
  RensaVariable *params[RENSA_DISTRIBUTION_MAX_PARAMS]; /* broadcast; NULL if computed from others */
  RensaShape batch;
  RensaShape event;
  RensaDistribution *inner;
  int n_inner;
};

/* Like rensa_distribution_compute (), without members derived from others; NULL without an error if
 * there is none. */
const RensaDistributionMember *rensa_distribution_find_member (const RensaDistributionClass *klass, const char *name);
/* Returns the index of a parameter; -1 if there is none. */
int rensa_distribution_find_param (const RensaDistributionClass *klass, const char *name, gsize length);
/* Returns TRUE if parameter @i is in @set, "loc scale". */
gboolean rensa_distribution_set_has (const RensaDistributionClass *klass, const char *set, int i);

/* Evaluates a formula of parameters, attributes and, if it is not NULL, @x. */
RensaVariable *rensa_distribution_evaluate (RensaDistribution *self, const char *formula, RensaVariable *x,
                                            GError **error);
/* Evaluates a formula of the parameters of both. */
RensaVariable *rensa_distribution_evaluate_pair (RensaDistribution *p, RensaDistribution *q, const char *formula,
                                                 GError **error);
/* A formula of @n variables. */
RensaVariable *rensa_evaluate_formula (const char *formula, const char *names, RensaVariable *const *args, int n,
                                       GError **error);

/* Concatenates shapes. RENSA_ERROR_INVALID if there are too many axes. */
gboolean rensa_shape_join (const RensaShape *a, const RensaShape *b, RensaShape *result, GError **error);
/* Computes the sum over the last @n axes. */
RensaVariable *rensa_sum_last (RensaVariable *x, int n, GError **error);
/* Fails if the extents differ; @what, marked with N_(), names the counted items. */
gboolean rensa_expect_extent (const char *who, const char *what, gint64 expected, gint64 found, GError **error);

/* Noise */

/* Returns the data type of samples for parameters of @dtype. */
RensaDtype rensa_distribution_get_sample_dtype (const RensaDistributionClass *klass, RensaDtype dtype);
/* Draws noise for samples of shape @sample_shape; makes samples from it. */
RensaArray *rensa_distribution_draw (RensaDistribution *self, const RensaShape *sample_shape, RensaRandom *random,
                                     GError **error);
RensaVariable *rensa_distribution_make_sample (RensaDistribution *self, RensaArray *noise, GError **error);

/* Standard normal numbers, and uniform numbers between 0 and 1, for .draw. */
RensaArray *rensa_draw_normal (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error);
RensaArray *rensa_draw_uniform (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error);
/* Draws from Gamma (k, 1), where @k has the data type of the class and broadcasts to @shape. */
RensaArray *rensa_draw_gamma (RensaArray *k, const RensaShape *shape, RensaRandom *random, GError **error);

/* Draws one number for each parameter value. */
typedef double (*RensaDrawFunc) (RensaRandom *random, double param);
RensaArray *rensa_draw_each (RensaArray *param, const RensaShape *shape, RensaRandom *random, RensaDrawFunc draw,
                             GError **error);
/* Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", ACM Transactions on Mathematical Software 26, 2000. */
double rensa_draw_one_gamma (RensaRandom *random, double k);

/* Draws class numbers with the log probabilities @log_p (…, K), as the largest log_p + Gumbel
 * noise; @shape excludes the class axis. */
RensaArray *rensa_draw_classes_of (RensaVariable *log_p, const RensaShape *shape, RensaRandom *random, GError **error);

G_END_DECLS
