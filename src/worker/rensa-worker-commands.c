/* rensa-worker-commands.c: what the main thread wants, read between two iterations.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-error.h"
#include "rensa-worker-private.h"

typedef struct
{
  RensaCommandKind kind;
  char *path;
  char *text;
} Command;

static void
command_free (gpointer data)
{
  Command *command = data;

  g_free (command->path);
  g_free (command->text);
  g_free (command);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Command, command_free)

void
rensa_change_clear (gpointer data)
{
  RensaChange *change = data;

  g_free (change->path);
  g_free (change->text);
}

void
rensa_worker_give (RensaWorker *worker, RensaCommandKind kind, const char *path, const char *text)
{
  Command *command = g_new0 (Command, 1);

  *command = (Command){ kind, g_strdup (path), g_strdup (text) };
  pthread_mutex_lock (&worker->lock);
  g_queue_push_tail (&worker->commands, command);
  g_atomic_int_inc (&worker->n_commands);
  pthread_cond_signal (&worker->given);
  pthread_mutex_unlock (&worker->lock);
}

/* NULL where none is given. While nothing happens this costs one look at a number. */
static Command *
take_command (RensaWorker *worker)
{
  Command *command;

  if (g_atomic_int_get (&worker->n_commands) == 0)
    return NULL;

  pthread_mutex_lock (&worker->lock);
  command = g_queue_pop_head (&worker->commands);
  g_atomic_int_add (&worker->n_commands, -1);
  pthread_mutex_unlock (&worker->lock);
  return command;
}

void
rensa_worker_clear_commands (RensaWorker *worker)
{
  g_queue_clear_full (&worker->commands, command_free);
}

static void
wait_for_command (RensaWorker *worker)
{
  pthread_mutex_lock (&worker->lock);
  while (g_queue_is_empty (&worker->commands))
    pthread_cond_wait (&worker->given, &worker->lock);
  pthread_mutex_unlock (&worker->lock);
}

gboolean
rensa_worker_is_changeable (const char *path)
{
  static GRegex *form;

  if (g_once_init_enter (&form))
    g_once_init_leave (&form, g_regex_new ("^(optimizer|hooks\\.[0-9]{1,6})\\.[A-Za-z0-9_]+$", 0, 0, NULL));
  return g_regex_match (form, path, 0, NULL);
}

/* The path may come from the store, where anybody may have written it. */
static gboolean
apply (RensaWorker *worker, const char *path, const char *text, GError **error)
{
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (rensa_trainer_get_updater (worker->trainer));
  const char *name;

  if (!rensa_worker_is_changeable (path))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "The run has changed “%s”, which is nothing that can be.",
                   path);
      return FALSE;
    }

  name = strrchr (path, '.') + 1;
  if (g_str_has_prefix (path, "optimizer."))
    return rensa_optimizer_set_attr_text (optimizer, name, text, error);
  return rensa_optimizer_set_hook_attr_text (optimizer, (guint) g_ascii_strtoull (strchr (path, '.') + 1, NULL, 10),
                                             name, text, error);
}

/* What a person sets now stands against what was set later in the run that was cut off. */
static void
forget_replays (RensaWorker *worker, const char *path)
{
  for (guint i = worker->replays->len; i > 0; i--)
    if (g_str_equal (g_array_index (worker->replays, RensaChange, i - 1).path, path))
      g_array_remove_index (worker->replays, i - 1);
}

static void
change (RensaWorker *worker, const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (apply (worker, path, text, &error))
    rensa_worker_tell_event (worker, path, text);
  else
    rensa_worker_tell_trouble (worker, path, error->message);
}

/* The changes after the iteration that has just ended. */
static void
replay (RensaWorker *worker)
{
  while (worker->replays->len > 0)
    {
      RensaChange *next = &g_array_index (worker->replays, RensaChange, 0);

      if (next->iteration > worker->now.iteration)
        return;
      change (worker, next->path, next->text);
      g_array_remove_index (worker->replays, 0);
    }
}

void
rensa_worker_replay_until (RensaWorker *worker, gint64 iteration)
{
  while (worker->replays->len > 0)
    {
      RensaChange *next = &g_array_index (worker->replays, RensaChange, 0);
      g_autoptr (GError) error = NULL;

      if (next->iteration > iteration)
        break;

      if (!apply (worker, next->path, next->text, &error))
        rensa_worker_tell_trouble (worker, next->path, error->message);
      g_array_remove_index (worker->replays, 0);
    }
}

static void
follow (RensaWorker *worker, const Command *command)
{
  switch (command->kind)
    {
    case RENSA_COMMAND_PAUSE:
      worker->is_paused = TRUE;
      worker->n_steps = 0;
      break;
    case RENSA_COMMAND_RESUME:
      worker->is_paused = FALSE;
      worker->n_steps = 0;
      break;
    case RENSA_COMMAND_STEP:
      worker->is_paused = TRUE;
      worker->n_steps++;
      break;
    case RENSA_COMMAND_STOP:
      rensa_trainer_stop (worker->trainer);
      break;
    case RENSA_COMMAND_SNAPSHOT:
      rensa_worker_take_snapshot_now (worker);
      break;
    case RENSA_COMMAND_SET:
      forget_replays (worker, command->path);
      change (worker, command->path, command->text);
      break;
    case RENSA_COMMAND_ASK:
      rensa_worker_answer (worker);
      break;
    }
}

static gboolean
must_wait (RensaWorker *worker)
{
  return worker->is_paused && worker->n_steps == 0 && !rensa_trainer_was_stopped (worker->trainer);
}

static void
begin_waiting (RensaWorker *worker)
{
  if (worker->is_waiting)
    return;

  worker->is_waiting = TRUE;
  rensa_trainer_set_paused (worker->trainer, TRUE);
  rensa_worker_set_state (worker, RENSA_WORKER_PAUSED);
  rensa_worker_keep_snapshot (worker);
  rensa_worker_save_model (worker);
}

static void
end_waiting (RensaWorker *worker)
{
  if (!worker->is_waiting)
    return;

  worker->is_waiting = FALSE;
  rensa_trainer_set_paused (worker->trainer, FALSE);
  rensa_worker_set_state (worker, RENSA_WORKER_RUNNING);
}

void
rensa_worker_obey (RensaWorker *worker)
{
  replay (worker);
  while (TRUE)
    {
      g_autoptr (Command) command = take_command (worker);

      if (command != NULL)
        follow (worker, command);
      else if (must_wait (worker))
        {
          begin_waiting (worker);
          wait_for_command (worker);
        }
      else
        break;
    }
  end_waiting (worker);
  if (worker->n_steps > 0)
    worker->n_steps--;
}
