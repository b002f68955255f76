/* rensa-batch-link-private.h: shared code of the links that normalize with batch statistics.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Attributes of all these links; each class has those of its Chainer counterpart, in the same order. */
typedef struct
{
  RensaInts size;
  double rmax;
  double dmax;
  double decay;
  double eps;
  char *dtype;
  gboolean use_gamma;
  gboolean use_beta;
  RensaAttrs *initial_gamma;
  RensaAttrs *initial_beta;
  RensaInts axis;
  RensaAttrs *initial_avg_mean;
  RensaAttrs *initial_avg_var;
  gboolean finetune;
} RensaBatchLink;

#define RENSA_BATCH_DECAY(Struct)                                                             \
  RENSA_ATTR_FLOAT (Struct, decay, .initial = 0.9, .min = 0, .max = 1, .title = N_ ("Decay"), \
                    .hint = N_ ("Fraction of the running statistics kept at each call"))
#define RENSA_BATCH_EPS(Struct)                                                                \
  RENSA_ATTR_FLOAT (Struct, eps, .initial = 2e-5, .min = 0, .max = 1, .title = N_ ("Epsilon"), \
                    .hint = N_ ("Added to the variance to prevent division by zero"))
#define RENSA_BATCH_DTYPE(Struct)                                                                                 \
  RENSA_ATTR_STRING (Struct, dtype, .none = TRUE, .allow_none = TRUE, .is_rare = TRUE, .title = N_ ("Data Type"), \
                     .hint = N_ ("Data type of parameters and statistics; None uses that of the project"))
#define RENSA_BATCH_FINETUNE(Struct)                                             \
  RENSA_ATTR_BOOL (Struct, finetune, .is_rare = TRUE, .title = N_ ("Fine-Tune"), \
                   .hint = N_ ("Averages the running statistics over all calls"))
#define RENSA_BATCH_COEFFICIENTS                                                                  \
  RENSA_ATTR_BOOL (RensaBatchLink, use_gamma, .initial = TRUE, .title = N_ ("Learn a Scale")),    \
      RENSA_ATTR_BOOL (RensaBatchLink, use_beta, .initial = TRUE, .title = N_ ("Learn a Shift")), \
      RENSA_ATTR_INITIALIZER (RensaBatchLink, initial_gamma, "One", N_ ("Initial Scale")),        \
      RENSA_ATTR_INITIALIZER (RensaBatchLink, initial_beta, "Zero", N_ ("Initial Shift"))
#define RENSA_BATCH_STATISTICS                                                                    \
  RENSA_ATTR_INITIALIZER (RensaBatchLink, initial_avg_mean, "Zero", N_ ("Initial Running Mean")), \
      RENSA_ATTR_INITIALIZER (RensaBatchLink, initial_avg_var, "One", N_ ("Initial Running Variance"))

/* gamma and beta, followed by the statistics. */
extern const RensaParamSpec rensa_batch_link_params[4];

/* Adds N, the number of calls over which the statistics were averaged. */
gboolean rensa_batch_link_setup (RensaLink *link, GError **error);
/* Returns @decay or, with @finetune, the decay that makes the running statistics averages over all
 * calls including this one. */
double rensa_batch_link_get_decay (RensaLink *link, gboolean finetune, double decay);
/* For a RensaBatchLink: returns the number of channels if they are on axis 1. */
gint64 rensa_batch_link_count (gconstpointer values, const RensaShape *inputs);

/* Values used in a call: the parameters, or constants for unused ones, and the statistics. */
typedef struct
{
  RensaVariable *gamma;
  RensaVariable *beta;
  RensaVariable *mean;
  RensaVariable *var;
} RensaBatchParts;

gboolean rensa_batch_link_get_parts (RensaLink *link, RensaBatchParts *parts, GError **error);
void rensa_batch_parts_clear (RensaBatchParts *parts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaBatchParts, rensa_batch_parts_clear)

G_END_DECLS
