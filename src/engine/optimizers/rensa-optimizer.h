/* rensa-optimizer.h: updates parameters by their gradients.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

typedef struct _RensaOptimizer RensaOptimizer;

#define RENSA_MAX_OPTIMIZER_STATES 6

/* One parameter in one update. @t counts its updates, including this one; @initial is the attribute
 * struct with which the optimizer was created. */
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
 * @states: names of the arrays kept for each parameter, NULL-terminated; initially zeros of its
 *   shape.
 * @has_state: (nullable): returns TRUE if state @i is needed with these attributes
 * @update: changes @update->param and the states in place, by one fused kernel. @attrs is the
 *   current attribute struct.
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
 * @call: (nullable): called for each parameter; may change gradients in place
 * @call_all: (nullable): called once for all parameters (@n updates)
 * @configure: (nullable): configures the optimizer; called when the hook is added or one of its
 *   attributes changes
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

/* @attrs: of kind optimizer; if it is NULL, returns NULL and leaves the error unchanged. Fails with
 *   RENSA_ERROR_INVALID if a required attribute is missing. */
RensaOptimizer *rensa_optimizer_new (RensaAttrs *attrs, GError **error);
/* "Adam(alpha=0.01)" */
RensaOptimizer *rensa_optimizer_new_from_text (const char *text, GError **error);
void rensa_optimizer_free (RensaOptimizer *optimizer);

/* Makes the optimizer train the parameters of @target; takes a reference. */
void rensa_optimizer_setup (RensaOptimizer *optimizer, RensaLink *target);
RensaLink *rensa_optimizer_get_target (RensaOptimizer *optimizer);
/* @attrs: attributes of an optimizer hook. */
gboolean rensa_optimizer_add_hook (RensaOptimizer *optimizer, RensaAttrs *attrs, GError **error);

guint rensa_optimizer_get_n_hooks (RensaOptimizer *optimizer);
/* Changes an attribute of hook @i, in order of addition; takes effect with the next update. */
gboolean rensa_optimizer_set_hook_attr_text (RensaOptimizer *optimizer, guint i, const char *name, const char *text,
                                             GError **error);

/* Current attributes; changes take effect with the next update. */
RensaAttrs *rensa_optimizer_get_attrs (RensaOptimizer *optimizer);
gboolean rensa_optimizer_set_attr_text (RensaOptimizer *optimizer, const char *name, const char *text, GError **error);

/* Name of the attribute that scales the updates of an optimizer: "lr", or "alpha" for Adam and its
 * variants; NULL if it has none. */
const char *rensa_optimizer_find_learning_rate (const RensaComponent *optimizer);
/* Stores its value; returns FALSE if there is none. */
gboolean rensa_optimizer_get_learning_rate (RensaOptimizer *optimizer, double *rate);

/**
 * rensa_optimizer_use_fp32_update:
 *
 * Updates float16 and bfloat16 parameters through persistent float32 copies, so that steps too
 * small for half precision accumulate. States, and the gradients that hooks see, are float32, too.
 */
void rensa_optimizer_use_fp32_update (RensaOptimizer *optimizer);

/**
 * rensa_optimizer_set_loss_scaling:
 * @interval: number of updates in which a dynamic factor doubles, after the first overflow
 * @scale: the factor; NAN for a dynamic one
 *
 * Multiplies losses by a factor before backward, to avoid underflow in float16, and divides
 * gradients by it before the hooks. A dynamic factor starts at 1 and doubles with each update, up
 * to 65504. If a gradient is NaN or infinite, nothing is updated and the factor is halved; from
 * then on it grows by 2 ^ (1 / interval) with each update. Fails with RENSA_ERROR_INVALID for
 * values that are not above zero.
 *
 * Micikevicius et al., "Mixed Precision Training", ICLR 2018.
 */
gboolean rensa_optimizer_set_loss_scaling (RensaOptimizer *optimizer, gint64 interval, double scale, GError **error);
/* Returns the factor for the loss of the next update. */
double rensa_optimizer_get_loss_scale (RensaOptimizer *optimizer);

/* Applies the hooks and updates every initialized parameter; a missing gradient is treated as
 * zeros, as in Chainer. */
gboolean rensa_optimizer_update (RensaOptimizer *optimizer, GError **error);
/* Runs backward of @loss, multiplied by the loss scale; gradients are added to existing ones. */
gboolean rensa_optimizer_backward (RensaOptimizer *optimizer, RensaVariable *loss, GError **error);
/* Calls @loss_link with the batch and runs backward of its first output, multiplied by the loss
 * scale; gradients are added to existing ones. */
gboolean rensa_optimizer_backward_loss (RensaOptimizer *optimizer, RensaLink *loss_link, RensaVariable *const *batch,
                                        int n, GError **error);
/* Runs cleargrads, the call of @loss_link with the batch, backward of its first output, and update.
 * @loss_link is usually the target. */
gboolean rensa_optimizer_update_loss (RensaOptimizer *optimizer, RensaLink *loss_link, RensaVariable *const *batch,
                                      int n, GError **error);
gint64 rensa_optimizer_get_t (RensaOptimizer *optimizer);
gint64 rensa_optimizer_get_epoch (RensaOptimizer *optimizer);
void rensa_optimizer_new_epoch (RensaOptimizer *optimizer);
/* Returns the state array @name of the parameter at @path, borrowed; NULL before its first update. */
RensaArray *rensa_optimizer_get_state (RensaOptimizer *optimizer, const char *path, const char *name);

/* A RensaSerializeFunc with Chainer's keys: t, epoch, predictor/l1/W/t, predictor/l1/W/m, …
 * Hyperparameters are not included. If used, also loss_scale, has_overflowed and
 * predictor/l1/W/fp32_param, which Chainer omits. */
gboolean rensa_optimizer_serialize (gpointer optimizer, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaOptimizer, rensa_optimizer_free)

G_END_DECLS
