/* rensa-trainer.h: the training loop.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <stdio.h>

#include "rensa-extension.h"
#include "rensa-reporter.h"
#include "rensa-updater.h"

G_BEGIN_DECLS

/* Takes ownership of @updater and @stop_trigger. @out: folder for results, created when the run starts. */
RensaTrainer *rensa_trainer_new (RensaUpdater *updater, RensaTrigger *stop_trigger, const char *out);
void rensa_trainer_free (RensaTrainer *trainer);

/* Adds an extension and takes ownership of it, also on error; if its name is in use, it gets "_1",
 * "_2" … as in Chainer. */
gboolean rensa_trainer_take_extension (RensaTrainer *trainer, RensaExtension *extension, GError **error);
/* Adds an extension that needs only its attributes and what the trainer provides; see
 * rensa_extension_new (). */
gboolean rensa_trainer_extend (RensaTrainer *trainer, RensaAttrs *attrs, const char *name, RensaTrigger *trigger,
                               GError **error);
RensaExtension *rensa_trainer_get_extension (RensaTrainer *trainer, const char *name);

RensaUpdater *rensa_trainer_get_updater (RensaTrainer *trainer);
RensaTrigger *rensa_trainer_get_stop_trigger (RensaTrainer *trainer);
const char *rensa_trainer_get_out (RensaTrainer *trainer);
RensaReporter *rensa_trainer_get_reporter (RensaTrainer *trainer);
/* Returns the values reported in the current iteration. */
RensaObservation *rensa_trainer_get_observation (RensaTrainer *trainer);
/* Describes the value that is reported as @key: the name of an evaluation extension precedes the
 * observer's name, and the observer's class describes its values. */
RensaReportKey *rensa_trainer_describe_report (RensaTrainer *trainer, const char *key);
/* Returns TRUE if @key, which was not reported in this iteration, may be reported in a later one
 * because its evaluation did not run in this one. */
gboolean rensa_trainer_awaits_report (RensaTrainer *trainer, const char *key);
/* Returns TRUE while extensions that run before the first iteration are called. */
gboolean rensa_trainer_is_before_training (RensaTrainer *trainer);
/* Returns the seconds of training, including earlier parts of a resumed run. */
double rensa_trainer_get_elapsed_time (RensaTrainer *trainer);
/* Sets the duration of the earlier parts; only for a trainer that is not running. */
void rensa_trainer_set_elapsed_time (RensaTrainer *trainer, double seconds);
/* Gets the fraction done in [0, 1], negative if the stop trigger cannot determine it, and the
 * seconds left. Returns FALSE if neither is known yet. */
gboolean rensa_trainer_get_progress (RensaTrainer *trainer, double *fraction, double *seconds_left);

/* Runs until the stop trigger fires, rensa_trainer_stop () is called, or something fails.
 * Extensions are finalized in each case. */
gboolean rensa_trainer_run (RensaTrainer *trainer, GError **error);
/* Checks that a file can be written to @path at the end, that is, that it is not a folder. The
 * files of extensions are checked when the run starts. */
gboolean rensa_trainer_check_file (const char *path, GError **error);
/* Ends training after the current iteration; can be called from another thread or a signal handler. */
void rensa_trainer_stop (RensaTrainer *trainer);
gboolean rensa_trainer_was_stopped (RensaTrainer *trainer);
/* Returns TRUE if a trainer that has run reached its end, even if it was asked to stop in its
 * last iteration. */
gboolean rensa_trainer_is_complete (RensaTrainer *trainer);

/* RensaSerializeFunc with Chainer's snapshot keys and three additional ones, which Chainer ignores:
 * "rensa/random" for the generator's state, "rensa/data" for a fingerprint of the data, and
 * "rensa/observation" for the values of the iteration, which the stop trigger reads after the
 * snapshot was made. */
gboolean rensa_trainer_serialize (gpointer trainer, RensaSerializer *serializer, GError **error);
/* Returns TRUE if the last snapshot read was made with data other than the current data. */
gboolean rensa_trainer_has_other_data (RensaTrainer *trainer);

/* Checks that @extension of @trainer can start and, if it is a preview, produce its result;
 * fails with the error that it would report in a run. For a trainer of a model on the meta
 * device, which is never run. */
gboolean rensa_trainer_rehearse (RensaTrainer *trainer, RensaExtension *extension, GError **error);
/* Removes and frees an extension of the trainer. */
void rensa_trainer_drop_extension (RensaTrainer *trainer, RensaExtension *extension);

/* Waits for devices, which may lag behind so that the last iteration is not yet checked; must be
 * called in the training thread. Returns FALSE if an error was found, which ends the run after
 * the iteration. A watch must call it before it reads more of the model than the reported
 * values. */
gboolean rensa_trainer_settle (RensaTrainer *trainer);
/* Sets whether training ends with RENSA_ERROR_NOT_FINITE when a loss that is minimized, or a
 * parameter, becomes NaN or infinite; the message names the cause: the data, the course of the
 * loss, or neither. By default training continues, as in Chainer. @columns: (nullable): names of
 * the columns of the first field of the examples; copied. */
void rensa_trainer_set_stops_at_nan (RensaTrainer *trainer, gboolean stops_at_nan, const char *const *columns);
/* Sets whether previews are also made before the first iteration of a run, except general ones,
 * which may read many examples; a preview that cannot be made then is skipped. */
void rensa_trainer_set_previews_first (RensaTrainer *trainer, gboolean previews_first);
/* Pauses the clock of the training, for code that waits between two iterations in the training thread. */
void rensa_trainer_set_paused (RensaTrainer *trainer, gboolean paused);

/**
 * RensaTrainerWatch:
 * @start: called once, before the first iteration, when all extensions are initialized
 * @iteration: called after each iteration and its extensions, while the observation is still
 *   available. Also called after extensions have run before the first iteration
 * @file: @extension has written @path, whose @kind is "graph", "log", "plot" or "snapshot"
 * @failure: an extension has failed during training or at the end; TRUE continues training without
 *   its result. If a preview fails, training continues anyway, and the preview is disabled for the
 *   rest of the run unless the disk was the cause
 * @trouble: (nullable): a reported value has become NaN or infinite, and training continues; called
 *   once for each value, with the cause
 *
 * Callbacks that notify the caller of a trainer. They run in the training thread and may block it.
 */
typedef struct
{
  void (*start) (RensaTrainer *trainer, gpointer data);
  void (*iteration) (RensaTrainer *trainer, gpointer data);
  void (*file) (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data);
  gboolean (*failure) (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data);
  void (*trouble) (RensaTrainer *trainer, const GError *error, gpointer data);
} RensaTrainerWatch;

/* @watch must set every callback that is not nullable, and must outlive @trainer. */
void rensa_trainer_set_watch (RensaTrainer *trainer, const RensaTrainerWatch *watch, gpointer data);
/* Called by extensions after they have written a file. */
void rensa_trainer_tell_file (RensaTrainer *trainer, const char *kind, const char *path);

/* Sets an attribute that can be changed during training; the change takes effect with the next
 * update. @path: "optimizers.NAME.ATTRIBUTE" or "optimizers.NAME.hooks.NUMBER.ATTRIBUTE";
 * "optimizer.ATTRIBUTE" and "hooks.NUMBER.ATTRIBUTE", as in a document, for the main optimizer;
 * "losses.NAME.optimizer.ATTRIBUTE" and "losses.NAME.hooks.NUMBER.ATTRIBUTE", as in a document with
 * a step, for the optimizer of a loss, by its name or number. @path is untrusted, since it may come
 * from a file. @text: the value as typed by a person. */
gboolean rensa_trainer_set_attr_text (RensaTrainer *trainer, const char *path, const char *text, GError **error);
/* Returns the path in a document that corresponds to @path, or NULL with an error if it cannot be
 * changed during training. Can be called from any thread. */
char *rensa_trainer_dup_setting (const char *path, GError **error);

/* Sets the output of PrintReport, ProgressBar and the log; NULL silences it (the default is
 * standard output). */
void rensa_trainer_set_output (RensaTrainer *trainer, FILE *output);
FILE *rensa_trainer_get_output (RensaTrainer *trainer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTrainer, rensa_trainer_free)

G_END_DECLS
