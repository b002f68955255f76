/* rensa-optimizer.h: what changes parameters by their gradients.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

typedef struct _RensaOptimizer RensaOptimizer;

#define RENSA_MAX_OPTIMIZER_STATES 6

/* One parameter in one update.  @t counts its updates, this one included; @initial is the attribute struct that the optimizer was made
 * with. */
typedef struct
{
  RensaArray *param;
  RensaArray *grad;
  RensaArray **states;
  gint64 t;
  gconstpointer initial;
} RensaUpdate;

/**
 * RensaOptimizerClass:
 * @states: names of the arrays kept for each parameter, NULL-terminated; zeros of its shape at first.
 * @has_state: (nullable): whether the attributes ask for state @i at all
 * @update: changes @update->param and the states in place, by one fused kernel.  @attrs is the attribute struct as it is now.
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  const char *const *states;
  gboolean (*has_state) (gconstpointer attrs, int i);
  gboolean (*update) (gconstpointer attrs, RensaUpdate *update, GError **error);
} RensaOptimizerClass;

/**
 * RensaOptimizerHookClass:
 * @call: (nullable): for one parameter; gradients may be changed in place
 * @call_all: (nullable): for all at once (@n updates)
 * @configure: (nullable): when it is added or an attribute of it changes: sets how the optimizer works
 *
 * Runs before the updates; exactly one of the three is set.
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean (*call) (gconstpointer attrs, RensaUpdate *update, GError **error);
  gboolean (*call_all) (gconstpointer attrs, RensaUpdate *updates, guint n, GError **error);
  gboolean (*configure) (gconstpointer attrs, RensaOptimizer *optimizer, GError **error);
} RensaOptimizerHookClass;

/* @attrs: of kind optimizer; NULL gives NULL and leaves the error as it is. RENSA_ERROR_INVALID where a required attribute is
 * missing. */
RensaOptimizer *rensa_optimizer_new (RensaAttrs *attrs, GError **error);
/* "Adam(alpha=0.01)" */
RensaOptimizer *rensa_optimizer_new_from_text (const char *text, GError **error);
void rensa_optimizer_free (RensaOptimizer *optimizer);

/* Trains the parameters of @target, which is referenced. */
void rensa_optimizer_setup (RensaOptimizer *optimizer, RensaLink *target);
RensaLink *rensa_optimizer_get_target (RensaOptimizer *optimizer);
/* @attrs: of kind optimizer hook. */
gboolean rensa_optimizer_add_hook (RensaOptimizer *optimizer, RensaAttrs *attrs, GError **error);

guint rensa_optimizer_get_n_hooks (RensaOptimizer *optimizer);
/* Of hook @i, in the order in which they were added; it takes effect with the next update. */
gboolean rensa_optimizer_set_hook_attr_text (RensaOptimizer *optimizer, guint i, const char *name, const char *text,
                                             GError **error);

/* The attributes as they are now; changing one takes effect with the next update. */
RensaAttrs *rensa_optimizer_get_attrs (RensaOptimizer *optimizer);
gboolean rensa_optimizer_set_attr_text (RensaOptimizer *optimizer, const char *name, const char *text, GError **error);

/* The number that the rule of an optimizer is scaled by, "lr" or with Adam and its variants "alpha"; NULL where it has none. */
const char *rensa_optimizer_find_learning_rate (const RensaComponent *optimizer);
/* Its value; FALSE where there is none. */
gboolean rensa_optimizer_get_learning_rate (RensaOptimizer *optimizer, double *rate);

/**
 * rensa_optimizer_use_fp32_update:
 *
 * Parameters of float16 or bfloat16 are updated through copies in float32, which are kept: steps that are lost in halves add up.  States,
 * and the gradients that hooks see, are float32, too.
 */
void rensa_optimizer_use_fp32_update (RensaOptimizer *optimizer);

/**
 * rensa_optimizer_set_loss_scaling:
 * @interval: updates in which a dynamic factor doubles, once there was an overflow
 * @scale: NAN for a dynamic one
 *
 * Losses are multiplied by a factor before backward, against underflow in float16, and gradients divided by it before the hooks.  A
 * dynamic factor begins at 1 and doubles with each update, up to 65504.  Where a gradient is NaN or infinite, nothing is updated and the
 * factor is halved; from then on it grows by 2 ^ (1 / interval).  RENSA_ERROR_INVALID for what is not above zero.
 *
 * Micikevicius et al., "Mixed Precision Training", ICLR 2018.
 */
gboolean rensa_optimizer_set_loss_scaling (RensaOptimizer *optimizer, gint64 interval, double scale, GError **error);
/* What the loss of the next update is to be multiplied by. */
double rensa_optimizer_get_loss_scale (RensaOptimizer *optimizer);

/* Applies the hooks and updates every initialized parameter; one without a gradient has a gradient of zeros, as in Chainer. */
gboolean rensa_optimizer_update (RensaOptimizer *optimizer, GError **error);
/* Backward of @loss, multiplied by the loss scale; gradients are added to those that are there. */
gboolean rensa_optimizer_backward (RensaOptimizer *optimizer, RensaVariable *loss, GError **error);
/* The call of @loss_link with the batch, and backward of its first output, multiplied by the loss scale; gradients are added to those
 * that are there. */
gboolean rensa_optimizer_backward_loss (RensaOptimizer *optimizer, RensaLink *loss_link, RensaVariable *const *batch,
                                        int n, GError **error);
/* cleargrads, the call of @loss_link with the batch, backward of its first output, update.  @loss_link is usually the target. */
gboolean rensa_optimizer_update_loss (RensaOptimizer *optimizer, RensaLink *loss_link, RensaVariable *const *batch,
                                      int n, GError **error);
gint64 rensa_optimizer_get_t (RensaOptimizer *optimizer);
gint64 rensa_optimizer_get_epoch (RensaOptimizer *optimizer);
void rensa_optimizer_new_epoch (RensaOptimizer *optimizer);
/* The state array @name of the parameter at @path, borrowed; NULL before its first update. */
RensaArray *rensa_optimizer_get_state (RensaOptimizer *optimizer, const char *path, const char *name);

/* A RensaSerializeFunc with Chainer's keys: t, epoch, predictor/l1/W/t, predictor/l1/W/m, …  No hyperparameters.  Where they are used,
 * also loss_scale, has_overflowed and predictor/l1/W/fp32_param, which Chainer forgets. */
gboolean rensa_optimizer_serialize (gpointer optimizer, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaOptimizer, rensa_optimizer_free)

G_END_DECLS
