/* rensa-trainer.c: the training loop.
 * SPDX-License-Identifier: MIT */

#include "rensa-trainer-private.h"

#include <omp.h>
#include <string.h>

#include "rensa-budget.h"
#include "rensa-error.h"
#include "rensa-late-check.h"
#include "rensa-links.h"
#include "rensa-trainer.h"

RensaTrainer *
rensa_trainer_new (RensaUpdater *updater, RensaTrigger *stop_trigger, const char *out)
{
  RensaTrainer *trainer = g_new0 (RensaTrainer, 1);

  trainer->updater = updater;
  trainer->stop_trigger = stop_trigger;
  trainer->out = g_strdup (out);
  trainer->extensions = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_extension_free);
  trainer->reporter = rensa_reporter_new ();
  trainer->observation = rensa_observation_new ();
  trainer->finite = rensa_finite_watch_new ();
  trainer->output = stdout;
  rensa_updater_set_reporter (updater, trainer->reporter);
  for (guint i = 0; rensa_updater_get_optimizer_name (updater, i) != NULL; i++)
    {
      const char *name = rensa_updater_get_optimizer_name (updater, i);

      rensa_reporter_add_link (trainer->reporter, name, rensa_updater_get_target (updater, name));
    }
  return trainer;
}

void
rensa_trainer_free (RensaTrainer *trainer)
{
  g_ptr_array_unref (trainer->extensions);
  rensa_observation_free (trainer->observation);
  rensa_finite_watch_free (trainer->finite);
  g_strfreev (trainer->columns);
  rensa_reporter_free (trainer->reporter);
  rensa_updater_free (trainer->updater);
  rensa_trigger_free (trainer->stop_trigger);
  g_clear_error (&trainer->failure);
  g_free (trainer->out);
  g_free (trainer);
}

RensaExtension *
rensa_trainer_get_extension (RensaTrainer *trainer, const char *name)
{
  for (guint i = 0; i < trainer->extensions->len; i++)
    {
      RensaExtension *extension = g_ptr_array_index (trainer->extensions, i);

      if (g_str_equal (extension->name, name))
        return extension;
    }
  return NULL;
}

/* Returns @name, or @name_1, @name_2 … if it is in use. */
static char *
make_unique_name (RensaTrainer *trainer, const char *name)
{
  char *unique = g_strdup (name);

  for (int i = 1; rensa_trainer_get_extension (trainer, unique) != NULL; i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s_%d", name, i);
    }
  return unique;
}

gboolean
rensa_trainer_take_extension (RensaTrainer *trainer, RensaExtension *extension, GError **error)
{
  const RensaExtensionClass *class = extension->class;
  char *name = make_unique_name (trainer, extension->name);
  guint at = 0;

  g_free (extension->name);
  extension->name = name;
  if (class->setup != NULL && !class->setup (extension, trainer, error))
    {
      rensa_extension_free (extension);
      return FALSE;
    }

  /* Among equal priorities, extensions run in the order in which they were added. */
  while (at < trainer->extensions->len
         && ((RensaExtension *) g_ptr_array_index (trainer->extensions, at))->priority >= extension->priority)
    at++;
  g_ptr_array_insert (trainer->extensions, (int) at, extension);
  return TRUE;
}

gboolean
rensa_trainer_extend (RensaTrainer *trainer, RensaAttrs *attrs, const char *name, RensaTrigger *trigger, GError **error)
{
  RensaExtension *extension = rensa_extension_new (attrs, name, trigger, error);

  return extension != NULL && rensa_trainer_take_extension (trainer, extension, error);
}

void
rensa_trainer_drop_extension (RensaTrainer *trainer, RensaExtension *extension)
{
  g_ptr_array_remove (trainer->extensions, extension);
}

RensaUpdater *
rensa_trainer_get_updater (RensaTrainer *trainer)
{
  return trainer->updater;
}

RensaTrigger *
rensa_trainer_get_stop_trigger (RensaTrainer *trainer)
{
  return trainer->stop_trigger;
}

const char *
rensa_trainer_get_out (RensaTrainer *trainer)
{
  return trainer->out;
}

RensaReporter *
rensa_trainer_get_reporter (RensaTrainer *trainer)
{
  return trainer->reporter;
}

RensaObservation *
rensa_trainer_get_observation (RensaTrainer *trainer)
{
  return trainer->observation;
}

void
rensa_trainer_set_output (RensaTrainer *trainer, FILE *output)
{
  trainer->output = output;
}

FILE *
rensa_trainer_get_output (RensaTrainer *trainer)
{
  return trainer->output;
}

void
rensa_trainer_set_watch (RensaTrainer *trainer, const RensaTrainerWatch *watch, gpointer data)
{
  trainer->watch = watch;
  trainer->watch_data = data;
}

void
rensa_trainer_tell_file (RensaTrainer *trainer, const char *kind, const char *path)
{
  if (trainer->watch != NULL)
    trainer->watch->file (trainer, trainer->calling, kind, path, trainer->watch_data);
}

void
rensa_trainer_set_paused (RensaTrainer *trainer, gboolean paused)
{
  const gint64 now = g_get_monotonic_time ();

  if (paused && trainer->paused_at == 0)
    trainer->paused_at = now;
  else if (!paused && trainer->paused_at > 0)
    {
      trainer->started_at += now - trainer->paused_at;
      trainer->paused_at = 0;
    }
}

static double
get_seconds_of_this_part (RensaTrainer *trainer)
{
  const gint64 now = trainer->paused_at > 0 ? trainer->paused_at : g_get_monotonic_time ();

  return trainer->started_at > 0 ? (double) (now - trainer->started_at) / G_USEC_PER_SEC : 0;
}

double
rensa_trainer_get_elapsed_time (RensaTrainer *trainer)
{
  return trainer->earlier + get_seconds_of_this_part (trainer);
}

void
rensa_trainer_set_elapsed_time (RensaTrainer *trainer, double seconds)
{
  trainer->earlier = seconds;
}

/* Returns a number in [0, 1]; negative if the stop trigger cannot determine it. */
static double
get_fraction_done (RensaTrainer *trainer)
{
  const char *unit;
  double length;
  double done;

  if (!rensa_trigger_get_training_length (trainer->stop_trigger, &length, &unit) || length <= 0)
    return -1;

  done = g_str_equal (unit, "epoch") ? rensa_updater_get_epoch_detail (trainer->updater)
                                     : (double) rensa_updater_get_iteration (trainer->updater);
  return CLAMP (done / length, 0, 1);
}

gboolean
rensa_trainer_get_progress (RensaTrainer *trainer, double *fraction, double *seconds_left)
{
  *fraction = get_fraction_done (trainer);
  if (*fraction <= trainer->start_fraction)
    return FALSE;

  *seconds_left = get_seconds_of_this_part (trainer) * (1 - *fraction) / (*fraction - trainer->start_fraction);
  return TRUE;
}

void
rensa_trainer_stop (RensaTrainer *trainer)
{
  g_atomic_int_set (&trainer->stop_asked, 1);
}

gboolean
rensa_trainer_was_stopped (RensaTrainer *trainer)
{
  return g_atomic_int_get (&trainer->stop_asked) != 0;
}

gboolean
rensa_trainer_is_complete (RensaTrainer *trainer)
{
  return !rensa_trainer_was_stopped (trainer) || get_fraction_done (trainer) >= 1;
}

gboolean
rensa_trainer_forgive (RensaTrainer *trainer, RensaExtension *extension, GError *reason, GError **error)
{
  const gboolean is_preview = extension->class->preview != NULL;
  const gboolean is_forgiven =
      trainer->watch != NULL && trainer->watch->failure (trainer, extension, reason, trainer->watch_data);

  extension->is_off |= is_preview && !g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_IO);
  if (is_preview || is_forgiven)
    {
      g_error_free (reason);
      return TRUE;
    }
  g_propagate_error (error, reason);
  return FALSE;
}

gboolean
rensa_trainer_settle (RensaTrainer *trainer)
{
  if (trainer->failure == NULL)
    rensa_late_checks_read (&trainer->failure);
  return trainer->failure == NULL;
}

/* Returns FALSE with an error that was found in the meantime. */
static gboolean
tell_failure (RensaTrainer *trainer, GError **error)
{
  if (trainer->failure == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&trainer->failure));
  return FALSE;
}

static gboolean
call_extension (RensaTrainer *trainer, RensaExtension *extension, GError **error)
{
  GError *reason = NULL;
  gboolean ok;

  if (extension->is_off)
    return TRUE;
  if (!extension->class->goes_ahead && !rensa_trainer_settle (trainer))
    return tell_failure (trainer, error);

  trainer->calling = extension;
  ok = extension->class->call (extension, trainer, &reason);
  trainer->calling = NULL;
  return ok || rensa_trainer_forgive (trainer, extension, reason, error);
}

/* Uses the number of threads that is currently fastest. Stopping lets the iteration finish, unless
 * that takes far too long. */
static gboolean
update (RensaTrainer *trainer, GError **error)
{
  const gint64 began = g_get_monotonic_time ();
  g_auto (RensaBudget) budget = {
    .limit = RENSA_BUDGET_CALL,
    .stop = &trainer->stop_asked,
    .grace = RENSA_BUDGET_TRIAL,
  };
  gboolean ok;

  rensa_budget_enter (&budget);
  ok = rensa_updater_update_ahead (trainer->updater, error);
  rensa_team_report (&trainer->team, (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC);
  omp_set_num_threads (rensa_team_get_n_threads (&trainer->team));
  return ok;
}

gboolean
rensa_trainer_is_before_training (RensaTrainer *trainer)
{
  return rensa_updater_get_iteration (trainer->updater) == 0;
}

void
rensa_trainer_set_previews_first (RensaTrainer *trainer, gboolean previews_first)
{
  trainer->previews_first = previews_first;
}

/* Makes a first preview of the model; errors are ignored, so that training begins in any case. */
static void
look_first (RensaTrainer *trainer, RensaExtension *extension)
{
  const RensaExtensionClass *class = extension->class;
  g_autoptr (GError) error = NULL;

  if (!trainer->previews_first || class->preview == NULL || class->is_general)
    return;
  trainer->calling = extension;
  class->call (extension, trainer, &error);
  trainer->calling = NULL;
}

/* Calls the extensions that request a call before the first iteration; @any: TRUE if there were any. */
static gboolean
begin (RensaTrainer *trainer, gboolean *any, GError **error)
{
  gboolean ok = TRUE;

  *any = FALSE;
  rensa_observation_clear (trainer->observation);
  rensa_reporter_push (trainer->reporter, trainer->observation);
  for (guint i = 0; ok && i < trainer->extensions->len; i++)
    {
      RensaExtension *extension = g_ptr_array_index (trainer->extensions, i);

      if (extension->before_training)
        {
          *any = TRUE;
          ok = call_extension (trainer, extension, error);
        }
      else
        look_first (trainer, extension);
    }
  rensa_reporter_pop (trainer->reporter);
  return ok;
}

/* Runs one update and the extensions that are due after it. */
static gboolean
iterate (RensaTrainer *trainer, GError **error)
{
  gboolean ok;

  rensa_observation_clear (trainer->observation);
  rensa_reporter_push (trainer->reporter, trainer->observation);
  ok = update (trainer, error);
  for (guint i = 0; ok && i < trainer->extensions->len; i++)
    {
      RensaExtension *extension = g_ptr_array_index (trainer->extensions, i);
      gboolean fires = FALSE;

      ok = extension->trigger == NULL || rensa_trigger_fire (extension->trigger, trainer, &fires, error);
      if (fires)
        ok = call_extension (trainer, extension, error);
    }
  rensa_reporter_pop (trainer->reporter);
  return ok;
}

static void
notify_of_error (RensaTrainer *trainer)
{
  for (guint i = 0; i < trainer->extensions->len; i++)
    {
      RensaExtension *extension = g_ptr_array_index (trainer->extensions, i);

      if (extension->class->on_error != NULL)
        extension->class->on_error (extension, trainer);
    }
}

/* Finalizes all extensions, and reports the first error. */
static gboolean
finalize (RensaTrainer *trainer, gboolean failed, GError **error)
{
  gboolean ok = !failed;

  for (guint i = 0; i < trainer->extensions->len; i++)
    {
      RensaExtension *extension = g_ptr_array_index (trainer->extensions, i);

      GError *reason = NULL;

      trainer->calling = extension;
      if (extension->class->finalize != NULL && !extension->class->finalize (extension, trainer, &reason)
          && !rensa_trainer_forgive (trainer, extension, reason, ok ? error : NULL))
        ok = FALSE;
      trainer->calling = NULL;
    }
  return ok;
}

/* A run that is resumed beyond its length does not continue to the next multiple of it. */
static gboolean
should_stop (RensaTrainer *trainer, gboolean *stops, GError **error)
{
  *stops = rensa_trainer_was_stopped (trainer);
  if (!*stops && !rensa_trigger_fire (trainer->stop_trigger, trainer, stops, error))
    return FALSE;
  *stops = *stops || get_fraction_done (trainer) >= 1;
  return TRUE;
}

/* Calls the watch after an iteration. */
static void
tell_iteration (RensaTrainer *trainer)
{
  if (trainer->watch != NULL)
    trainer->watch->iteration (trainer, trainer->watch_data);
}

/* Runs one iteration and everything that follows it. */
static gboolean
step (RensaTrainer *trainer, gboolean *stops, GError **error)
{
  if (!iterate (trainer, error))
    return FALSE;
  tell_iteration (trainer);
  return tell_failure (trainer, error) && rensa_trainer_check_values (trainer, error)
         && should_stop (trainer, stops, error);
}

static gboolean
step_before_training (RensaTrainer *trainer, GError **error)
{
  gboolean any = FALSE;

  if (!rensa_trainer_is_before_training (trainer))
    return TRUE;
  if (!begin (trainer, &any, error))
    return FALSE;
  if (any)
    tell_iteration (trainer);
  return TRUE;
}

static gboolean
train (RensaTrainer *trainer, GError **error)
{
  gboolean stops;
  gboolean ok;

  trainer->start_fraction = MAX (get_fraction_done (trainer), 0);
  if (trainer->watch != NULL)
    trainer->watch->start (trainer, trainer->watch_data);
  ok = rensa_trainer_check_before (trainer, error) && step_before_training (trainer, error)
       && should_stop (trainer, &stops, error);
  while (ok && !stops)
    ok = step (trainer, &stops, error);
  ok = ok && (rensa_trainer_settle (trainer) || tell_failure (trainer, error))
       && rensa_trainer_check_after (trainer, error);
  if (ok)
    return TRUE;

  /* Discards other pending errors of the last iterations. */
  rensa_late_checks_read (error);
  notify_of_error (trainer);
  return FALSE;
}

gboolean
rensa_trainer_run (RensaTrainer *trainer, GError **error)
{
  const int n_threads = omp_get_max_threads ();
  gboolean ok;

  trainer->started_at = g_get_monotonic_time ();
  rensa_team_init (&trainer->team, n_threads);
  ok = rensa_trainer_begin (trainer, error) && train (trainer, error);
  omp_set_num_threads (n_threads);
  ok = finalize (trainer, !ok, error);

  trainer->earlier = rensa_trainer_get_elapsed_time (trainer);
  trainer->started_at = 0;
  return ok;
}

/* Returns the length in bytes of "validation/" in "validation/main/loss", if an extension of this
 * name is an evaluation. */
static gsize
measure_prefix (RensaTrainer *trainer, const char *key)
{
  const gsize length = strcspn (key, "/");
  g_autofree char *name = g_strndup (key, length);
  RensaExtension *extension = key[length] == '/' ? rensa_trainer_get_extension (trainer, name) : NULL;

  return extension != NULL && rensa_extension_get_class (extension)->is_evaluation ? length + 1 : 0;
}

static RensaMeasure
find_measure (RensaLink *link, const char *name)
{
  const RensaReportSpec *spec = link != NULL ? rensa_link_get_class (link)->reports : NULL;

  for (; spec != NULL && spec->name != NULL; spec++)
    if (strcmp (spec->name, name) == 0)
      return spec->measure;
  return RENSA_MEASURE_NONE;
}

gboolean
rensa_trainer_awaits_report (RensaTrainer *trainer, const char *key)
{
  const gsize prefix = measure_prefix (trainer, key);
  RensaObservation *observation = rensa_trainer_get_observation (trainer);

  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    if (strncmp (rensa_observation_get_key (observation, i), key, prefix) == 0)
      return FALSE;
  return prefix > 0;
}

RensaReportKey *
rensa_trainer_describe_report (RensaTrainer *trainer, const char *key)
{
  const gsize prefix = measure_prefix (trainer, key);
  const char *slash = strrchr (key + prefix, '/');
  const char *name = slash != NULL ? slash + 1 : key + prefix;
  g_autofree char *observer = slash != NULL ? g_strndup (key + prefix, slash - key - prefix) : g_strdup ("");
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaLink *link = rensa_updater_find_link (updater, observer);
  RensaLink *step = rensa_updater_get_target (updater, RENSA_MAIN);

  /* A step reports on behalf of its models. */
  if (step != NULL && rensa_step_names_are_whole (step))
    link = step;
  return rensa_report_key_new (key, (gint64) prefix, name - key - (gint64) prefix, find_measure (link, name));
}
