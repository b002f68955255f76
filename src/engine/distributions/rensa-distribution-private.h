/* rensa-distribution-private.h: what the distributions share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-distribution.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* @given: the number of the set. @inner and @n_inner are for distributions that wrap another one. */
struct _RensaDistribution
{
  int ref_count;
  const RensaDistributionClass *klass;
  gpointer attrs;
  int given;
  RensaVariable *params[RENSA_DISTRIBUTION_MAX_PARAMS]; /* broadcast; NULL where another stands for it */
  RensaShape batch;
  RensaShape event;
  RensaDistribution *inner;
  int n_inner;
};

/* As rensa_distribution_compute (), without what follows from other members; NULL without an error where there is none. */
const RensaDistributionMember *rensa_distribution_find_member (const RensaDistributionClass *klass, const char *name);
/* The number of a parameter; -1 for none. */
int rensa_distribution_find_param (const RensaDistributionClass *klass, const char *name, gsize length);
/* Whether the @i-th parameter is in @set, "loc scale". */
gboolean rensa_distribution_set_has (const RensaDistributionClass *klass, const char *set, int i);

/* A formula of parameters, attributes and, where it is not NULL, @x. */
RensaVariable *rensa_distribution_evaluate (RensaDistribution *self, const char *formula, RensaVariable *x,
                                            GError **error);
/* One of the parameters of both. */
RensaVariable *rensa_distribution_evaluate_pair (RensaDistribution *p, RensaDistribution *q, const char *formula,
                                                 GError **error);
/* A formula of @n variables. */
RensaVariable *rensa_evaluate_formula (const char *formula, const char *names, RensaVariable *const *args, int n,
                                       GError **error);

/* Shapes one behind the other. RENSA_ERROR_INVALID where there are too many axes. */
gboolean rensa_shape_join (const RensaShape *a, const RensaShape *b, RensaShape *result, GError **error);
/* Σ over the last @n axes. */
RensaVariable *rensa_sum_last (RensaVariable *x, int n, GError **error);
/* Fails where the extents differ; @what, marked with N_(), is what there are so many of. */
gboolean rensa_expect_extent (const char *who, const char *what, gint64 expected, gint64 found, GError **error);

/* Noise */

/* Of samples whose parameters have @dtype. */
RensaDtype rensa_distribution_get_sample_dtype (const RensaDistributionClass *klass, RensaDtype dtype);
/* For samples of shape @sample_shape, and what is made of it. */
RensaArray *rensa_distribution_draw (RensaDistribution *self, const RensaShape *sample_shape, RensaRandom *random,
                                     GError **error);
RensaVariable *rensa_distribution_make_sample (RensaDistribution *self, RensaArray *noise, GError **error);

/* Standard normal numbers, and such between 0 and 1, for .draw. */
RensaArray *rensa_draw_normal (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error);
RensaArray *rensa_draw_uniform (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error);
/* From Gamma (k, 1), where @k is of the class's own dtype and broadcasts to @shape. */
RensaArray *rensa_draw_gamma (RensaArray *k, const RensaShape *shape, RensaRandom *random, GError **error);

/* One number a time, from a parameter of its own. */
typedef double (*RensaDrawFunc) (RensaRandom *random, double param);
RensaArray *rensa_draw_each (RensaArray *param, const RensaShape *shape, RensaRandom *random, RensaDrawFunc draw,
                             GError **error);
/* Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", ACM Transactions on Mathematical Software 26, 2000. */
double rensa_draw_one_gamma (RensaRandom *random, double k);

/* The numbers of classes drawn with the log probabilities @log_p (…, K), by the largest log_p + Gumbel noise; @shape is without the
 * axis of classes. */
RensaArray *rensa_draw_classes_of (RensaVariable *log_p, const RensaShape *shape, RensaRandom *random, GError **error);

G_END_DECLS
