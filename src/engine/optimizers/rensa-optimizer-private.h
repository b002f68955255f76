/* rensa-optimizer-private.h: what an optimizer knows of one parameter.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-optimizer.h"

G_BEGIN_DECLS

/* What belongs to one parameter; Chainer's update rule.
 * @wide: (nullable): a parameter of halves in float32
 * @wide_grad: (nullable): its gradient in the update that is going on */
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
  RensaAttrs *initial; /* as it was made */
  RensaAttrs *attrs;   /* a copy whose values change while training */
  RensaLink *target;
  GPtrArray *rules; /* RensaRule */
  GPtrArray *hooks; /* RensaAttrs */
  GArray *updates;  /* RensaUpdate of the update that is going on; kept for its memory */
  gint64 t;
  gint64 epoch;
  gboolean use_fp32_update;
  double loss_scale;
  gint64 interval; /* of a dynamic loss scale; 0 for one that stays */
  gboolean has_overflowed;
};

void rensa_rule_free (RensaRule *rule);
/* Whether a copy of the parameter in float32 is updated in its place. */
gboolean rensa_rule_is_widened (RensaOptimizer *optimizer, RensaRule *rule);
/* What the rule updates; borrowed. */
RensaArray *rensa_rule_get_updated (RensaOptimizer *optimizer, RensaRule *rule);
/* Makes the states that the rule lacks, and a gradient of zeros where backward left none. */
gboolean rensa_rule_prepare (RensaOptimizer *optimizer, RensaRule *rule, GError **error);
/* The gradient as hooks and the rule take it: to be written to, not scaled, and in float32 where the parameter is; borrowed. */
RensaArray *rensa_rule_prepare_grad (RensaOptimizer *optimizer, RensaRule *rule, GError **error);
gboolean rensa_rule_serialize (RensaOptimizer *optimizer, RensaRule *rule, RensaSerializer *serializer, GError **error);

G_END_DECLS
