/* rensa-trainer.h: the training loop.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <stdio.h>

#include "rensa-extension.h"
#include "rensa-reporter.h"
#include "rensa-updater.h"

G_BEGIN_DECLS

/* Takes @updater and @stop_trigger over.  @out: the folder for results, made when the run starts. */
RensaTrainer *rensa_trainer_new (RensaUpdater *updater, RensaTrigger *stop_trigger, const char *out);
void rensa_trainer_free (RensaTrainer *trainer);

/* Adds an extension, which is taken over, also on an error; a name that is taken gets "_1", "_2" … as in Chainer. */
gboolean rensa_trainer_take_extension (RensaTrainer *trainer, RensaExtension *extension, GError **error);
/* Likewise one that needs nothing but its attributes and what the trainer has; see rensa_extension_new (). */
gboolean rensa_trainer_extend (RensaTrainer *trainer, RensaAttrs *attrs, const char *name, RensaTrigger *trigger,
                               GError **error);
RensaExtension *rensa_trainer_get_extension (RensaTrainer *trainer, const char *name);

RensaUpdater *rensa_trainer_get_updater (RensaTrainer *trainer);
RensaTrigger *rensa_trainer_get_stop_trigger (RensaTrainer *trainer);
const char *rensa_trainer_get_out (RensaTrainer *trainer);
RensaReporter *rensa_trainer_get_reporter (RensaTrainer *trainer);
/* The values of the current iteration. */
RensaObservation *rensa_trainer_get_observation (RensaTrainer *trainer);
/* What a value that is reported as @key is: an extension that is an evaluation has its name before the observer's, and
 * the observer's class says what its values are. */
RensaReportKey *rensa_trainer_describe_report (RensaTrainer *trainer, const char *key);
/* Whether @key, which was not reported in this iteration, may be in a later one: it is of an evaluation that was not made
 * in this one. */
gboolean rensa_trainer_awaits_report (RensaTrainer *trainer, const char *key);
/* While extensions are called that want to be before the first iteration. */
gboolean rensa_trainer_is_before_training (RensaTrainer *trainer);
/* Seconds of training, earlier parts of a resumed run included. */
double rensa_trainer_get_elapsed_time (RensaTrainer *trainer);
/* Of a trainer that does not run: how long the earlier parts took. */
void rensa_trainer_set_elapsed_time (RensaTrainer *trainer, double seconds);
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

/* A RensaSerializeFunc with Chainer's snapshot keys, and three of its own, which Chainer passes over: "rensa/random" for
 * the generator's state, "rensa/data" for what tells the data from others, and "rensa/observation" for the values of the
 * iteration, which the stop trigger looks at after the snapshot was made. */
gboolean rensa_trainer_serialize (gpointer trainer, RensaSerializer *serializer, GError **error);
/* Whether the snapshot that was read last was made with other data than those that are here. */
gboolean rensa_trainer_has_other_data (RensaTrainer *trainer);

/* Whether @extension, which @trainer has, could begin and, where it is a preview, make something; what it would be told then.  For a trainer of a
 * model on the meta device, which is never run. */
gboolean rensa_trainer_rehearse (RensaTrainer *trainer, RensaExtension *extension, GError **error);
/* Takes one that it has away, and frees it. */
void rensa_trainer_drop_extension (RensaTrainer *trainer, RensaExtension *extension);

/* Devices may be behind, the last iteration not looked at yet.  Waits for them, in the thread that trains; FALSE where something was wrong, which
 * ends the run after the iteration.  For a watch, before it does more with the model than with what was reported. */
gboolean rensa_trainer_settle (RensaTrainer *trainer);
/* Whether a loss that is learned from, or a parameter, ends training with RENSA_ERROR_NOT_FINITE when it becomes NaN or infinite; the sentence
 * names the cause: the data, the course of the loss, or neither. At first training goes on, as in Chainer. @columns: (nullable): names of
 * the columns of the first field of the examples; copied. */
void rensa_trainer_set_stops_at_nan (RensaTrainer *trainer, gboolean stops_at_nan, const char *const *columns);
/* Whether previews are also made before the first iteration of a run, except general ones, which may look at many examples; one that
 * cannot be made then is left out. */
void rensa_trainer_set_previews_first (RensaTrainer *trainer, gboolean previews_first);
/* While it is paused the clock of the training stands still. For what waits between two iterations, in the thread that
 * trains. */
void rensa_trainer_set_paused (RensaTrainer *trainer, gboolean paused);

/**
 * RensaTrainerWatch:
 * @start: once, before the first iteration, when all extensions are initialized
 * @iteration: after each, with all that its extensions did; the observation still stands.  Also after what extensions did
 *   before the first one, where some did
 * @file: @extension has written @path, whose @kind is "graph", "log", "plot" or "snapshot"
 * @failure: an extension has failed while training or at the end; TRUE lets training go on without its result. After one of a preview
 *   training goes on anyway, and the preview is off for the rest of the run unless the disk was the cause
 * @trouble: (nullable): a reported value has become NaN or infinite, and training goes on; told once for each value, with the cause
 *
 * What somebody outside wants to hear of. Called in the thread that trains, which may be kept waiting.
 */
typedef struct
{
  void (*start) (RensaTrainer *trainer, gpointer data);
  void (*iteration) (RensaTrainer *trainer, gpointer data);
  void (*file) (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data);
  gboolean (*failure) (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data);
  void (*trouble) (RensaTrainer *trainer, const GError *error, gpointer data);
} RensaTrainerWatch;

/* @watch has all of its functions that may not be NULL, and lives as long as @trainer. */
void rensa_trainer_set_watch (RensaTrainer *trainer, const RensaTrainerWatch *watch, gpointer data);
/* For extensions, when they have written a file. */
void rensa_trainer_tell_file (RensaTrainer *trainer, const char *kind, const char *path);

/* Sets what can be changed while training; it takes effect with the next update. @path: "optimizers.NAME.ATTRIBUTE" or
 * "optimizers.NAME.hooks.NUMBER.ATTRIBUTE"; "optimizer.ATTRIBUTE" and "hooks.NUMBER.ATTRIBUTE", as a document says it, are
 * the main one's; "losses.NAME.optimizer.ATTRIBUTE" and "losses.NAME.hooks.NUMBER.ATTRIBUTE", as a document with a step says it, those
 * of a loss, by its name or number. It may come from a file, where anybody may have written it. @text: as a person types the value. */
gboolean rensa_trainer_set_attr_text (RensaTrainer *trainer, const char *path, const char *text, GError **error);
/* The path in a document of what @path says; NULL with an error for what cannot be changed while training. For any
 * thread. */
char *rensa_trainer_dup_setting (const char *path, GError **error);

/* What PrintReport, ProgressBar and the log write to; NULL silences it (the default is standard output). */
void rensa_trainer_set_output (RensaTrainer *trainer, FILE *output);
FILE *rensa_trainer_get_output (RensaTrainer *trainer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTrainer, rensa_trainer_free)

G_END_DECLS
