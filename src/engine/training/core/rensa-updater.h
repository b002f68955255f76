/* rensa-updater.h: one iteration of training.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"
#include "rensa-optimizer.h"
#include "rensa-reporter.h"

G_BEGIN_DECLS

/* The name of what there is one of. */
#define RENSA_MAIN "main"

typedef struct _RensaUpdater RensaUpdater;

/**
 * RensaUpdaterClass:
 * @inputs: (NULL-terminated): what it works with, "iterator:NAME", "optimizer:NAME", and "target:NAME" for what it calls while any number of
 *   optimizers learn
 * @is_parallel: copies of the model may lie on several devices
 * @keeps_state: what links carry from one call to the next goes on from batch to batch, and into snapshots; else each batch holds
 *   sequences of its own
 * @state_size: bytes of what the class keeps for each updater, zero at first
 * @update_core: takes batches and updates the optimizers' targets
 * @finalize: (nullable): frees what the state holds
 *
 * The main iterator tells which epoch it is.
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  const char *const *inputs;
  gboolean is_parallel;
  gboolean keeps_state;
  gsize state_size;
  gboolean (*update_core) (RensaUpdater *updater, GError **error);
  void (*finalize) (RensaUpdater *updater);
} RensaUpdaterClass;

RensaUpdater *rensa_updater_new (RensaAttrs *attrs, GError **error);
void rensa_updater_free (RensaUpdater *updater);

/* What it works with, under names that no other of its kind has; taken over. */
void rensa_updater_take_iterator (RensaUpdater *updater, const char *name, RensaIterator *iterator);
void rensa_updater_take_optimizer (RensaUpdater *updater, const char *name, RensaOptimizer *optimizer);
/* What is no optimizer's own: the step that several learn from, and models that nobody changes. @is_saved: snapshots have it, as
 * "model:NAME". */
void rensa_updater_take_target (RensaUpdater *updater, const char *name, RensaLink *target, gboolean is_saved);
/* @i counts the optimizers; it learns in every @n-th iteration, of the loss at its number among those of the target. */
void rensa_updater_set_every (RensaUpdater *updater, guint i, gint64 n);
/* For a class that is parallel: RensaDevice; the first is that of the optimizers' targets.  At first there is that alone. */
void rensa_updater_set_devices (RensaUpdater *updater, GPtrArray *devices);
/* Device @i of those, in turn. */
const RensaDevice *rensa_updater_get_device (RensaUpdater *updater, guint i);
guint rensa_updater_get_n_devices (RensaUpdater *updater);
/* (nullable) Copied; its data live as long as the updater. */
void rensa_updater_set_converter (RensaUpdater *updater, const RensaConverter *converter);

/* Borrowed: where classes name models of their own, beside the optimizers' targets. */
void rensa_updater_set_reporter (RensaUpdater *updater, RensaReporter *reporter);
/* NULL outside of trainers. */
RensaReporter *rensa_updater_get_reporter (RensaUpdater *updater);
gconstpointer rensa_updater_get_values (RensaUpdater *updater);
gpointer rensa_updater_get_state (RensaUpdater *updater);

/* NULL where there is none of that name. */
RensaIterator *rensa_updater_get_iterator (RensaUpdater *updater, const char *name);
RensaOptimizer *rensa_updater_get_optimizer (RensaUpdater *updater, const char *name);
/* What the optimizer of that name trains, or what is no optimizer's. */
RensaLink *rensa_updater_get_target (RensaUpdater *updater, const char *name);
/* The link at "NAME" or "NAME/predictor/l1", where NAME is an optimizer's; NULL where there is none. */
RensaLink *rensa_updater_find_link (RensaUpdater *updater, const char *path);
/* Whether optimizer @i learns in the iteration that is under way. */
gboolean rensa_updater_is_due (RensaUpdater *updater, guint i);
/* The name of optimizer @i, in the order in which they were added; NULL after the last one. */
const char *rensa_updater_get_optimizer_name (RensaUpdater *updater, guint i);
const RensaConverter *rensa_updater_get_converter (RensaUpdater *updater);
/* Whether there is what @input, "iterator:NAME", "optimizer:NAME" or "target:NAME", stands for. */
gboolean rensa_updater_has_input (RensaUpdater *updater, const char *input);
/* Whether there is all that its class works with. */
gboolean rensa_updater_check (RensaUpdater *updater, GError **error);

/* One iteration. */
gboolean rensa_updater_update (RensaUpdater *updater, GError **error);
/* The same, but devices are not waited for: what was wrong with values in this iteration is said by the next call, or by
 * rensa_late_checks_read (), which must come before anything else is done with what was learned. */
gboolean rensa_updater_update_ahead (RensaUpdater *updater, GError **error);

/* The next batch as constants on @device in @batch, which has room for RENSA_MAX_FIELDS; as rensa_iterator_next () otherwise. */
int rensa_batch_next (RensaIterator *iterator, const RensaConverter *converter, const RensaDevice *device,
                      RensaVariable **batch, GError **error);
/* @n arrays, which are taken over, on @device in @batch: @n, also where that is below 0, or -1. */
int rensa_batch_place (RensaArray **fields, int n, const RensaDevice *device, RensaVariable **batch, GError **error);
/* For classes: the next batch of the iterator @name, on the device of what the first optimizer trains; -1 with an error also where
 * that has come to its end. */
int rensa_updater_next_batch (RensaUpdater *updater, const char *name, RensaVariable **batch, GError **error);
/* The same on @device. */
int rensa_updater_next_batch_on (RensaUpdater *updater, const char *name, const RensaDevice *device,
                                 RensaVariable **batch, GError **error);

gint64 rensa_updater_get_iteration (RensaUpdater *updater);
/* Of the main iterator. */
const RensaIteratorPlace *rensa_updater_get_place (RensaUpdater *updater);
gint64 rensa_updater_get_epoch (RensaUpdater *updater);
double rensa_updater_get_epoch_detail (RensaUpdater *updater);

/* Keys iterator:NAME/…, model:NAME/…, optimizer:NAME/…, state:NAME/… (of an updater that keeps it), iteration. */
gboolean rensa_updater_serialize (gpointer updater, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaUpdater, rensa_updater_free)

G_END_DECLS
