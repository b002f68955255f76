/* rensa-trigger.h: conditions on which something happens.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-serializer.h"

G_BEGIN_DECLS

typedef struct _RensaTrainer RensaTrainer;
typedef struct _RensaTrigger RensaTrigger;

/**
 * RensaTriggerClass:
 * @setup: (nullable): initializes the state from the attributes, which are complete
 * @fire: decides whether to fire now, after an iteration. A stop trigger is also evaluated once
 *   before the first iteration
 * @is_finished: (nullable): returns TRUE if it will never fire again
 * @serialize: (nullable): reads and writes the state, under Chainer's keys
 * @get_training_length: (nullable): gets the length of the training with this as stop trigger, in
 *   iterations or epochs; FALSE if it is unknown
 * @clear: (nullable): frees the state, even if setup has left it incomplete
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gsize state_size;
  gboolean (*setup) (RensaTrigger *trigger, GError **error);
  gboolean (*fire) (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error);
  gboolean (*is_finished) (RensaTrigger *trigger);
  gboolean (*serialize) (RensaTrigger *trigger, RensaSerializer *serializer, GError **error);
  gboolean (*get_training_length) (RensaTrigger *trigger, double *length, const char **unit);
  void (*clear) (RensaTrigger *trigger);
} RensaTriggerClass;

/* Attribute that is a trigger; by default it fires once an epoch. */
#define RENSA_ATTR_TRIGGER(Struct, field, ...)                                                                         \
  RENSA_ATTR_ (COMPONENT, Struct, field, .component_kind = RENSA_COMPONENT_TRIGGER, .initial_text = "IntervalTrigger", \
               __VA_ARGS__)

RensaTrigger *rensa_trigger_new (RensaAttrs *attrs, GError **error);
/* IntervalTrigger; @unit is "iteration" or "epoch". */
RensaTrigger *rensa_interval_trigger_new (double period, const char *unit, GError **error);
void rensa_trigger_free (RensaTrigger *trigger);
gpointer rensa_trigger_get_state (RensaTrigger *trigger);
gconstpointer rensa_trigger_get_values (RensaTrigger *trigger);
/* "MaxValueTrigger", for messages. */
const char *rensa_trigger_get_name (RensaTrigger *trigger);
/* Evaluates the trigger, once an iteration, and sets *@fires. Returns FALSE with an error if it
 * cannot decide. */
gboolean rensa_trigger_fire (RensaTrigger *trigger, RensaTrainer *trainer, gboolean *fires, GError **error);
/* Returns TRUE if the trigger will never fire again, so that whatever it would call need not be
 * prepared. */
gboolean rensa_trigger_is_finished (RensaTrigger *trigger);
gboolean rensa_trigger_get_training_length (RensaTrigger *trigger, double *length, const char **unit);
gboolean rensa_trigger_serialize (gpointer trigger, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTrigger, rensa_trigger_free)

G_END_DECLS
