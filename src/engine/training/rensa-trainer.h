/* rensa-trainer.h: the training loop.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <stdio.h>

#include "rensa-dataset.h"
#include "rensa-optimizer.h"
#include "rensa-reporter.h"
#include "rensa-serial-iterator.h"

G_BEGIN_DECLS

typedef struct _RensaTrainer RensaTrainer;
typedef struct _RensaUpdater RensaUpdater;
typedef struct _RensaTrigger RensaTrigger;
typedef struct _RensaExtension RensaExtension;

/* Updater: one iteration */

typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean (*update_core) (RensaUpdater *updater, GError **error);
  const char *chainer;
} RensaUpdaterClass;

/* Takes @iterator and @optimizer over; @loss_link NULL means the optimizer's target. */
RensaUpdater *rensa_updater_new (RensaAttrs *attrs, RensaSerialIterator *iterator, RensaOptimizer *optimizer,
                                 RensaLink *loss_link, GError **error);
void rensa_updater_free (RensaUpdater *updater);
gboolean rensa_updater_update (RensaUpdater *updater, GError **error);
RensaSerialIterator *rensa_updater_get_iterator (RensaUpdater *updater);
RensaOptimizer *rensa_updater_get_optimizer (RensaUpdater *updater);
RensaLink *rensa_updater_get_loss_link (RensaUpdater *updater);
gint64 rensa_updater_get_iteration (RensaUpdater *updater);
gint64 rensa_updater_get_epoch (RensaUpdater *updater);
double rensa_updater_get_epoch_detail (RensaUpdater *updater);
double rensa_updater_get_previous_epoch_detail (RensaUpdater *updater);
gboolean rensa_updater_is_new_epoch (RensaUpdater *updater);
/* How many examples the updates so far have seen. */
gint64 rensa_updater_get_n_examples (RensaUpdater *updater);
/* Keys iterator:main/…, optimizer:main/…, model:main/…, iteration. */
gboolean rensa_updater_serialize (gpointer updater, RensaSerializer *serializer, GError **error);

/* Trigger: when something happens */

typedef struct
{
  RENSA_COMPONENT_FIELDS
  gsize state_size;
  /* Whether to fire now, after an iteration. */
  gboolean (*fire) (RensaTrigger *trigger, RensaTrainer *trainer);
  gboolean (*serialize) (RensaTrigger *trigger, RensaSerializer *serializer, GError **error);
  /* How long training lasts with this as stop trigger, in iterations or epochs; FALSE where it cannot be told. */
  gboolean (*get_training_length) (RensaTrigger *trigger, double *length, const char **unit);
  const char *chainer;
} RensaTriggerClass;

RensaTrigger *rensa_trigger_new (RensaAttrs *attrs, GError **error);
/* IntervalTrigger; @unit is "iteration" or "epoch". */
RensaTrigger *rensa_interval_trigger_new (double period, const char *unit, GError **error);
void rensa_trigger_free (RensaTrigger *trigger);
gpointer rensa_trigger_get_state (RensaTrigger *trigger);
gconstpointer rensa_trigger_get_values (RensaTrigger *trigger);
gboolean rensa_trigger_fire (RensaTrigger *trigger, RensaTrainer *trainer);
gboolean rensa_trigger_get_training_length (RensaTrigger *trigger, double *length, const char **unit);
gboolean rensa_trigger_serialize (gpointer trigger, RensaSerializer *serializer, GError **error);

/* Extension: what happens besides updating */

/* Chainer's priorities: higher ones run first. */
#define RENSA_PRIORITY_WRITER 300
#define RENSA_PRIORITY_EDITOR 200
#define RENSA_PRIORITY_READER 100
#define RENSA_PRIORITY_SNAPSHOT (-100)

/**
 * RensaExtensionClass:
 * @priority: of its instances
 * @trigger_period: of the default trigger; 0 for one that never fires by itself
 * @trigger_unit: "iteration" or "epoch"
 * @default_name: Chainer's name of an instance ("validation" for Evaluator)
 * @setup: (nullable): makes the state from the attributes, which are complete
 * @initialize: (nullable): before the first iteration (and after a resume)
 * @call: when its trigger fires
 * @on_error: (nullable): when an iteration has failed, before the error is given back
 * @finalize: (nullable): after the last iteration, or when training stops early
 * @clear: frees the state
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  int priority;
  double trigger_period;
  const char *trigger_unit;
  const char *default_name;
  gsize state_size;
  gboolean (*setup) (RensaExtension *extension, RensaTrainer *trainer, GError **error);
  gboolean (*initialize) (RensaExtension *extension, RensaTrainer *trainer, GError **error);
  gboolean (*call) (RensaExtension *extension, RensaTrainer *trainer, GError **error);
  void (*on_error) (RensaExtension *extension, RensaTrainer *trainer);
  gboolean (*finalize) (RensaExtension *extension, RensaTrainer *trainer, GError **error);
  gboolean (*serialize) (RensaExtension *extension, RensaSerializer *serializer, GError **error);
  void (*clear) (RensaExtension *extension);
  const char *chainer;
} RensaExtensionClass;

gpointer rensa_extension_get_state (RensaExtension *extension);
gconstpointer rensa_extension_get_values (RensaExtension *extension);
RensaAttrs *rensa_extension_get_attrs (RensaExtension *extension);
const RensaExtensionClass *rensa_extension_get_class (RensaExtension *extension);
const char *rensa_extension_get_name (RensaExtension *extension);

/* Trainer */

/* Takes @updater and @stop_trigger over.  @out: the folder for results, made when the run starts. */
RensaTrainer *rensa_trainer_new (RensaUpdater *updater, RensaTrigger *stop_trigger, const char *out);
void rensa_trainer_free (RensaTrainer *trainer);

/* Adds an extension. @name NULL means its class's; a name that is taken gets "_1", "_2" … as in Chainer. @trigger
 * NULL means the default; it is taken over. */
gboolean rensa_trainer_extend (RensaTrainer *trainer, RensaAttrs *attrs, const char *name, RensaTrigger *trigger,
                               GError **error);
RensaExtension *rensa_trainer_get_extension (RensaTrainer *trainer, const char *name);

/* The data for Evaluator; referenced. */
void rensa_trainer_set_validation (RensaTrainer *trainer, RensaDataset *dataset, gint64 batch_size);
RensaDataset *rensa_trainer_get_validation (RensaTrainer *trainer, gint64 *batch_size);

RensaUpdater *rensa_trainer_get_updater (RensaTrainer *trainer);
RensaTrigger *rensa_trainer_get_stop_trigger (RensaTrainer *trainer);
const char *rensa_trainer_get_out (RensaTrainer *trainer);
RensaReporter *rensa_trainer_get_reporter (RensaTrainer *trainer);
/* The values of the current iteration. */
RensaObservation *rensa_trainer_get_observation (RensaTrainer *trainer);
/* Seconds of training, earlier parts of a resumed run included. */
double rensa_trainer_get_elapsed_time (RensaTrainer *trainer);
/* Fraction done in [0, 1], negative where the stop trigger does not tell, and seconds left; FALSE while these cannot be
 * told. */
gboolean rensa_trainer_get_progress (RensaTrainer *trainer, double *fraction, double *seconds_left);

/* Runs until the stop trigger fires, rensa_trainer_stop () was called, or something fails. Extensions are finalized
 * in each case. */
gboolean rensa_trainer_run (RensaTrainer *trainer, GError **error);
/* Whether a file can be put at @path, for what is written at the end: nothing else stands there. Extensions' files are
 * looked at when the run starts. */
gboolean rensa_trainer_check_file (const char *path, GError **error);
/* Ends training after the current iteration; may be called from another thread or a signal handler. */
void rensa_trainer_stop (RensaTrainer *trainer);
gboolean rensa_trainer_was_stopped (RensaTrainer *trainer);
/* Of one that has run: whether it came to its end; one that was to stop in its last iteration did all the same. */
gboolean rensa_trainer_is_complete (RensaTrainer *trainer);

/* A RensaSerializeFunc with Chainer's snapshot keys, and "rensa/random" for the generator's state and "rensa/data"
 * for what tells the data from others, which Chainer passes over. */
gboolean rensa_trainer_serialize (gpointer trainer, RensaSerializer *serializer, GError **error);
/* Whether the snapshot that was read last was made with other data than those that are here. */
gboolean rensa_trainer_has_other_data (RensaTrainer *trainer);

/* While it is paused the clock of the training stands still. For what waits between two iterations, in the thread that
 * trains. */
void rensa_trainer_set_paused (RensaTrainer *trainer, gboolean paused);

/**
 * RensaTrainerWatch:
 * @start: once, before the first iteration, when all extensions are initialized
 * @iteration: after each, with all that its extensions did; the observation still stands
 * @file: @extension has written @path, whose @kind is "graph", "log", "plot" or "snapshot"
 * @failure: an extension has failed while training or at the end; TRUE lets training go on without its result
 *
 * What somebody outside wants to hear of. Called in the thread that trains, which may be kept waiting.
 */
typedef struct
{
  void (*start) (RensaTrainer *trainer, gpointer data);
  void (*iteration) (RensaTrainer *trainer, gpointer data);
  void (*file) (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data);
  gboolean (*failure) (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data);
} RensaTrainerWatch;

/* @watch has all of its functions and lives as long as @trainer. */
void rensa_trainer_set_watch (RensaTrainer *trainer, const RensaTrainerWatch *watch, gpointer data);
/* For extensions, when they have written a file. */
void rensa_trainer_tell_file (RensaTrainer *trainer, const char *kind, const char *path);

/* What PrintReport, ProgressBar and the log write to; NULL silences it (the default is standard output). */
void rensa_trainer_set_output (RensaTrainer *trainer, FILE *output);
FILE *rensa_trainer_get_output (RensaTrainer *trainer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaUpdater, rensa_updater_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTrigger, rensa_trigger_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTrainer, rensa_trainer_free)

G_END_DECLS
