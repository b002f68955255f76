/* log-report.c: LogReport, writes the means of reported values to a file.
 * SPDX-License-Identifier: MIT */

#include "log-report.py.inc"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-report-file-private.h"

typedef struct
{
  RensaAttrs *trigger;
  char *keys;
  char *filename;
} LogReport;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_TRIGGER (LogReport, trigger, .title = N_ ("Interval"),
                      .hint = N_ ("Interval over which to average "
                                  "values")),
  RENSA_ATTR_STRING (LogReport, keys, .names = RENSA_NAMES_REPORT, .is_list = TRUE, .allow_none = TRUE, .none = TRUE,
                     .title = N_ ("Keys"), .hint = N_ ("Comma-separated keys to log; if empty, all are logged")),
  RENSA_ATTR_FILE_NAME (LogReport, filename, .initial_text = "log", .title = N_ ("File Name")),
};

typedef struct
{
  RensaReportFile file;
  RensaLog *log;
  const char *folder; /* folder for the log, set when training begins; owned by the trainer */
} State;

static gboolean
write_log (RensaExtension *extension, RensaTrainer *trainer, const char *path, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  return rensa_log_save (state->log, path, error);
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const LogReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->file = (RensaReportFile){ .kind = "log", .name = self->filename, .write = write_log };
  state->log = rensa_log_new ();
  return rensa_accumulator_init (&state->file.accumulator, self->trigger, rensa_split_names (self->keys), error);
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  state->folder = rensa_trainer_get_out (trainer);
  rensa_log_set_folder (state->log, state->folder);
  return rensa_report_file_initialize (extension, trainer, error);
}

static void
clear (RensaExtension *extension)
{
  State *state = rensa_extension_get_state (extension);

  rensa_accumulator_clear (&state->file.accumulator);
  g_clear_pointer (&state->log, rensa_log_free);
}

static void
append_entry (State *state, RensaTrainer *trainer)
{
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaObservation *means = state->file.accumulator.means;

  rensa_log_begin_entry (state->log);
  for (guint i = 0; i < rensa_observation_get_n (means); i++)
    rensa_log_add (state->log, rensa_observation_get_key (means, i), rensa_observation_get_value (means, i));
  rensa_log_add_integer (state->log, "epoch", rensa_updater_get_epoch (updater));
  rensa_log_add_integer (state->log, "iteration", rensa_updater_get_iteration (updater));
  rensa_log_add (state->log, "elapsed_time", rensa_trainer_get_elapsed_time (trainer));
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);
  gboolean fires;

  if (!rensa_report_file_step (extension, trainer, &fires, error))
    return FALSE;
  if (fires)
    {
      append_entry (state, trainer);
      state->file.is_stale = TRUE;
    }
  return rensa_report_file_update (extension, trainer, error);
}

static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_extension_get_state (extension);
  const gboolean is_reading = rensa_serializer_is_reading (serializer);
  g_autofree char *text = is_reading ? NULL : rensa_log_to_json_line (state->log, error);
  g_autofree char *place = rensa_serializer_describe (serializer, "_log");
  RensaLog *log;

  if ((!is_reading && text == NULL) || !rensa_accumulator_serialize (&state->file.accumulator, serializer, error)
      || !rensa_serializer_string (serializer, "_log", &text, error))
    return FALSE;
  if (!is_reading)
    return TRUE;

  log = rensa_log_new_from_json (text, place, error);
  if (log == NULL)
    return FALSE;
  rensa_log_set_folder (log, state->folder);
  rensa_log_free (state->log);
  state->log = log;
  state->file.is_stale = rensa_log_get_n_entries (log) > 0;
  return TRUE;
}

/**
 * rensa_trainer_get_log:
 * @trainer: a trainer
 * @name: (nullable): name of its LogReport; NULL means "LogReport"
 *
 * Returns: the log, borrowed, valid until a snapshot is loaded; NULL if @trainer has no such
 * LogReport
 */
RENSA_API RensaLog *
rensa_trainer_get_log (RensaTrainer *trainer, const char *name)
{
  RensaExtension *extension = rensa_trainer_get_extension (trainer, name != NULL ? name : "LogReport");
  State *state;

  if (extension == NULL || rensa_extension_get_class (extension) != &rensa_log_report_class)
    return NULL;

  state = rensa_extension_get_state (extension);
  return state->log;
}

const RensaExtensionClass rensa_log_report_class = {
  .name = "LogReport",
  .title = N_ ("Log"),
  .summary = N_ ("Logs the mean of each reported value to a file once per epoch"),
  RENSA_ATTRS (LogReport, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .goes_ahead = TRUE,
  .state_size = sizeof (State),
  .setup = setup,
  .initialize = initialize,
  .call = call,
  .finalize = rensa_report_file_finalize,
  .serialize = serialize,
  .clear = clear,
  RENSA_FORMS ({ "chainer", "extensions.LogReport(keys={keys:list}, trigger={trigger}, filename={filename})" },
               { "torch_object", "Log(args.out / {filename:always}, {when}, keys={keys:list})" },
               { "torch_when", "{trigger:callable}" }, { "torch_statement", "{object}.add(observed, progress)" },
               { "torch_class", torch_class }),
};
