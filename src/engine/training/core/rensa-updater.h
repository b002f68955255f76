/* rensa-updater.h: one iteration of training.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"
#include "rensa-optimizer.h"
#include "rensa-reporter.h"

G_BEGIN_DECLS

/* Name of the only iterator, optimizer or target of its kind. */
#define RENSA_MAIN "main"

typedef struct _RensaUpdater RensaUpdater;

/**
 * RensaUpdaterClass:
 * @inputs: (NULL-terminated): required inputs, "iterator:NAME", "optimizer:NAME", and "target:NAME"
 *   of a link that it calls, regardless of the number of optimizers that learn
 * @is_parallel: copies of the model may be on several devices
 * @keeps_state: the state of links persists from batch to batch, and is saved in snapshots;
 *   otherwise each batch has its own sequences
 * @state_size: bytes of the class's state for each updater, zero at first
 * @update_core: takes batches and updates the optimizers' targets
 * @finalize: (nullable): frees the content of the state
 *
 * The main iterator determines the epoch.
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

/* Add an input whose name is unique among its kind, and take ownership of it. */
void rensa_updater_take_iterator (RensaUpdater *updater, const char *name, RensaIterator *iterator);
void rensa_updater_take_optimizer (RensaUpdater *updater, const char *name, RensaOptimizer *optimizer);
/* Adds a target that does not belong to a single optimizer: a step from which several optimizers
 * learn, or a model that is not trained. @is_saved: TRUE to include it in snapshots, as
 * "model:NAME". */
void rensa_updater_take_target (RensaUpdater *updater, const char *name, RensaLink *target, gboolean is_saved);
/* Makes optimizer @i learn in every @n-th iteration, from the loss of the target with the same
 * number. */
void rensa_updater_set_every (RensaUpdater *updater, guint i, gint64 n);
/* Sets the devices (RensaDevice) of a parallel class; the first is that of the optimizers' targets,
 * and the only one by default. */
void rensa_updater_set_devices (RensaUpdater *updater, GPtrArray *devices);
/* Returns device @i, cyclically. */
const RensaDevice *rensa_updater_get_device (RensaUpdater *updater, guint i);
guint rensa_updater_get_n_devices (RensaUpdater *updater);
/* (nullable) Copied; its data must exist as long as the updater. */
void rensa_updater_set_converter (RensaUpdater *updater, const RensaConverter *converter);

/* Borrowed; classes add names of their own models to it, in addition to the optimizers' targets. */
void rensa_updater_set_reporter (RensaUpdater *updater, RensaReporter *reporter);
/* Returns NULL outside a trainer. */
RensaReporter *rensa_updater_get_reporter (RensaUpdater *updater);
gconstpointer rensa_updater_get_values (RensaUpdater *updater);
gpointer rensa_updater_get_state (RensaUpdater *updater);

/* NULL if there is none of that name. */
RensaIterator *rensa_updater_get_iterator (RensaUpdater *updater, const char *name);
RensaOptimizer *rensa_updater_get_optimizer (RensaUpdater *updater, const char *name);
/* Returns the target of the optimizer @name, or a target that does not belong to an optimizer. */
RensaLink *rensa_updater_get_target (RensaUpdater *updater, const char *name);
/* Returns the link at "NAME" or "NAME/predictor/l1", where NAME is an optimizer's, or NULL if there
 * is none. */
RensaLink *rensa_updater_find_link (RensaUpdater *updater, const char *path);
/* Returns TRUE if optimizer @i learns in the current iteration. */
gboolean rensa_updater_is_due (RensaUpdater *updater, guint i);
/* Returns the name of optimizer @i, in the order in which they were added, or NULL after the last one. */
const char *rensa_updater_get_optimizer_name (RensaUpdater *updater, guint i);
const RensaConverter *rensa_updater_get_converter (RensaUpdater *updater);
/* Returns TRUE if @input, "iterator:NAME", "optimizer:NAME" or "target:NAME", exists. */
gboolean rensa_updater_has_input (RensaUpdater *updater, const char *input);
/* Checks that all inputs its class requires exist. */
gboolean rensa_updater_check (RensaUpdater *updater, GError **error);

/* Performs one iteration. */
gboolean rensa_updater_update (RensaUpdater *updater, GError **error);
/* Same as rensa_updater_update (), but does not wait for devices: invalid values in this iteration
 * are reported by the next call, or by rensa_late_checks_read (), which must be called before the
 * learned parameters are used otherwise. */
gboolean rensa_updater_update_ahead (RensaUpdater *updater, GError **error);

/* Gets the next batch as constants on @device in @batch, which has room for RENSA_MAX_FIELDS;
 * otherwise the same as rensa_iterator_next (). */
int rensa_batch_next (RensaIterator *iterator, const RensaConverter *converter, const RensaDevice *device,
                      RensaVariable **batch, GError **error);
/* Moves @n arrays to @device as constants in @batch and takes ownership of them. Returns @n, also
 * if it is negative, or -1 on error. */
int rensa_batch_place (RensaArray **fields, int n, const RensaDevice *device, RensaVariable **batch, GError **error);
/* Gets the next batch of the iterator @name, for classes, on the device of the first optimizer's
 * target; returns -1 with an error also if the iterator is exhausted. */
int rensa_updater_next_batch (RensaUpdater *updater, const char *name, RensaVariable **batch, GError **error);
/* Same on @device. */
int rensa_updater_next_batch_on (RensaUpdater *updater, const char *name, const RensaDevice *device,
                                 RensaVariable **batch, GError **error);

gint64 rensa_updater_get_iteration (RensaUpdater *updater);
/* Position of the main iterator. */
const RensaIteratorPlace *rensa_updater_get_place (RensaUpdater *updater);
gint64 rensa_updater_get_epoch (RensaUpdater *updater);
double rensa_updater_get_epoch_detail (RensaUpdater *updater);

/* Uses the keys iterator:NAME/…, model:NAME/…, optimizer:NAME/…, state:NAME/… (of an updater that
 * keeps it), iteration. */
gboolean rensa_updater_serialize (gpointer updater, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaUpdater, rensa_updater_free)

G_END_DECLS
