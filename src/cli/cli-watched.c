/* cli-watched.c: output during training.
 * SPDX-License-Identifier: MIT */

#include "cli-watched.h"

#include "cli-changes.h"
#include "cli.h"
#include "rensa-not-finite.h"
#include "rensa-snapshot.h"

static gboolean
forgive (RensaTrainer *trainer, RensaExtension *extension, const GError *error, gpointer data)
{
  CliWatched *watched = data;

  if (!g_error_matches (error, RENSA_ERROR, RENSA_ERROR_IO))
    {
      const gboolean is_preview = rensa_extension_get_class (extension)->preview != NULL;

      if (is_preview)
        cli_fail (g_error_copy (error));
      return is_preview;
    }

  /* Losing the trained model would be worse than losing the file. */
  if (g_hash_table_add (watched->told, g_strdup (rensa_extension_get_name (extension))))
    cli_fail (g_error_copy (error));
  return TRUE;
}

static void
tell_trouble (RensaTrainer *trainer, const GError *error, gpointer watched)
{
  cli_fail (g_error_copy (error));
}

static void
pass_over (RensaTrainer *trainer, gpointer watched)
{
}

static void
make_changes (RensaTrainer *trainer, gpointer data)
{
  CliWatched *watched = data;

  rensa_schedule_apply (watched->schedule, trainer, rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)),
                        cli_changes_tell, NULL);
  rensa_best_model_note (watched->best, trainer);
}

/* A number that is not finite is traced from the last snapshot before it. */
static void
note_file (RensaTrainer *trainer, RensaExtension *extension, const char *kind, const char *path, gpointer data)
{
  CliWatched *watched = data;

  if (!g_str_equal (kind, "snapshot"))
    return;
  g_free (watched->before);
  watched->before = watched->snapshot;
  watched->snapshot = g_strdup (path);
}

/* Returns each file only once, since it may have been written repeatedly. */
const char *
cli_watched_find_snapshot (const CliWatched *watched, RensaTrainer *trainer)
{
  const char *const paths[] = { watched->snapshot, watched->before, watched->resume };
  const RensaNotFinite *found = rensa_trainer_get_not_finite (trainer);

  for (guint i = 0; found != NULL && i < G_N_ELEMENTS (paths); i++)
    {
      const gint64 iteration = paths[i] != NULL ? rensa_snapshot_read_iteration (paths[i], NULL) : -1;

      if (iteration >= 0 && iteration < found->iteration)
        return paths[i];
    }
  return NULL;
}

static const RensaTrainerWatch watch = {
  .start = pass_over,
  .iteration = make_changes,
  .file = note_file,
  .failure = forgive,
  .trouble = tell_trouble,
};

void
cli_watched_init (CliWatched *watched, RensaTrainer *trainer, RensaSchedule *schedule, const char *resume)
{
  watched->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  watched->schedule = schedule;
  watched->best = rensa_best_model_new ();
  watched->resume = g_strdup (resume);
  rensa_trainer_set_watch (trainer, &watch, watched);
}

void
cli_watched_clear (CliWatched *watched)
{
  g_clear_pointer (&watched->told, g_hash_table_unref);
  g_clear_pointer (&watched->best, rensa_best_model_free);
  g_free (watched->snapshot);
  g_free (watched->before);
  g_free (watched->resume);
}
