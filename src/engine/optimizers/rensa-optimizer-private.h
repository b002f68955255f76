/* rensa-optimizer-private.h: per-parameter state of an optimizer.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-optimizer.h"

G_BEGIN_DECLS

/* State of one parameter; Chainer's update rule.
 * @wide: (nullable): float32 copy of a half-precision parameter
 * @wide_grad: (nullable): float32 copy of its gradient in the current update */
typedef struct
{
  char *path;
  RensaVariable *param;
  RensaArray *wide;
  RensaArray *wide_grad;
  RensaArray *states[RENSA_MAX_OPTIMIZER_STATES];
  gint64 t;
} RensaRule;

struct _RensaOptimizer
{
  const RensaOptimizerClass *class;
  RensaAttrs *initial; /* initial attributes */
  RensaAttrs *attrs;   /* a copy whose values change during training */
  RensaLink *target;
  GPtrArray *rules; /* RensaRule */
  GPtrArray *hooks; /* RensaAttrs */
  GArray *updates;  /* RensaUpdate of the current update; kept to reuse its memory */
  gint64 t;
  gint64 epoch;
  gboolean use_fp32_update;
  double loss_scale;
  gint64 interval; /* interval of a dynamic loss scale; 0 for a constant one */
  gboolean has_overflowed;
};

void rensa_rule_free (RensaRule *rule);
/* Returns TRUE if a float32 copy of the parameter is updated instead of the parameter. */
gboolean rensa_rule_is_widened (RensaOptimizer *optimizer, RensaRule *rule);
/* Returns the array that the rule updates; borrowed. */
RensaArray *rensa_rule_get_updated (RensaOptimizer *optimizer, RensaRule *rule);
/* Creates the states that the rule lacks, and a zero gradient if backward left none. */
gboolean rensa_rule_prepare (RensaOptimizer *optimizer, RensaRule *rule, GError **error);
/* Returns the gradient for hooks and the rule: writable, unscaled, and in float32 if the parameter
 * has a float32 copy; borrowed. */
RensaArray *rensa_rule_prepare_grad (RensaOptimizer *optimizer, RensaRule *rule, GError **error);
gboolean rensa_rule_serialize (RensaOptimizer *optimizer, RensaRule *rule, RensaSerializer *serializer, GError **error);

G_END_DECLS
