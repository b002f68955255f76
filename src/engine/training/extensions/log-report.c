/* log-report.c: LogReport, the means of what was reported, as a file.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-accumulator-private.h"
#include "rensa-draft.h"
#include "rensa-error.h"
#include "rensa-extensions.h"

/* A log that grows by the millisecond is not written for each entry. */
#define WRITE_INTERVAL G_USEC_PER_SEC

typedef struct
{
  RensaAttrs *trigger;
  char *keys;
  char *filename;
} LogReport;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_COMPONENT (LogReport, trigger, .component_kind = RENSA_COMPONENT_TRIGGER,
                        .initial_text = "IntervalTrigger", .title = N_ ("Interval"),
                        .hint = N_ ("Over what the values are averaged")),
  RENSA_ATTR_STRING (LogReport, keys, .allow_none = TRUE, .none = TRUE, .title = N_ ("Keys"),
                     .hint = N_ ("What is logged, separated by commas; everything where it is left empty")),
  RENSA_ATTR_FILE_NAME (LogReport, filename, .initial_text = "log", .title = N_ ("File name")),
};

typedef struct
{
  RensaAccumulator accumulator;
  RensaLog *log;
  gint64 written_at;
  gboolean is_stale; /* the log has more than the file */
} State;

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const LogReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->log = rensa_log_new ();
  return rensa_accumulator_init (&state->accumulator, self->trigger, self->keys, error);
}

static void
clear (RensaExtension *extension)
{
  State *state = rensa_extension_get_state (extension);

  rensa_accumulator_clear (&state->accumulator);
  g_clear_pointer (&state->log, rensa_log_free);
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  state->written_at = g_get_monotonic_time ();
  return TRUE;
}

static gboolean
write_log (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const LogReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autofree char *path = g_build_filename (rensa_trainer_get_out (trainer), self->filename, NULL);
  g_autofree char *text = rensa_log_to_json (state->log);

  /* A try that fails counts, too: on a full disk the next one comes no earlier. */
  state->written_at = g_get_monotonic_time ();
  if (!rensa_draft_save (path, text, strlen (text), error))
    {
      g_prefix_error (error, "%s: ", rensa_extension_get_name (extension));
      return FALSE;
    }
  state->is_stale = FALSE;
  rensa_trainer_tell_file (trainer, "log", path);
  return TRUE;
}

static void
append_entry (State *state, RensaTrainer *trainer)
{
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaObservation *means = state->accumulator.means;

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

  if (rensa_accumulator_add (&state->accumulator, trainer))
    {
      append_entry (state, trainer);
      state->is_stale = TRUE;
    }
  if (!state->is_stale || g_get_monotonic_time () - state->written_at < WRITE_INTERVAL)
    return TRUE;
  return write_log (extension, trainer, error);
}

static gboolean
finalize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  return !state->is_stale || write_log (extension, trainer, error);
}

static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_extension_get_state (extension);
  g_autofree char *text = rensa_log_to_json_line (state->log);
  g_autofree char *place = rensa_serializer_describe (serializer, "_log");
  RensaLog *log;

  if (!rensa_accumulator_serialize (&state->accumulator, serializer, error)
      || !rensa_serializer_string (serializer, "_log", &text, error))
    return FALSE;
  if (!rensa_serializer_is_reading (serializer))
    return TRUE;

  log = rensa_log_new_from_json (text, place, error);
  if (log == NULL)
    return FALSE;
  rensa_log_free (state->log);
  state->log = log;
  state->is_stale = rensa_log_get_n_entries (log) > 0;
  return TRUE;
}

/**
 * rensa_trainer_get_log:
 * @trainer: a trainer
 * @name: (nullable): what its LogReport is called; NULL means "LogReport"
 *
 * Returns: the log, borrowed, valid until a snapshot is loaded; NULL where @trainer has no such LogReport
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
  .group = "extension",
  .title = N_ ("Log"),
  .summary = N_ ("Writes the means of all reported values to a file, once an epoch"),
  RENSA_ATTRS (LogReport, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .state_size = sizeof (State),
  .setup = setup,
  .initialize = initialize,
  .call = call,
  .finalize = finalize,
  .serialize = serialize,
  .clear = clear,
  .chainer = "extensions.LogReport(keys={keys:list}, trigger={trigger}, filename={filename})",
};
