/* rensa-worker-commands.c: commands and questions from the main thread, read between iterations.
 * SPDX-License-Identifier: MIT */

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

/* Returns NULL if there is no command. In that case, only reads an atomic counter. */
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

static void
tell_change (const char *path, const char *text, const GError *error, gpointer worker)
{
  if (error == NULL)
    rensa_worker_tell_event (worker, path, text);
  else
    rensa_worker_tell_trouble (worker, path, error->message);
}

/* For changes that were already reported in the original run. */
static void
tell_trouble (const char *path, const char *text, const GError *error, gpointer worker)
{
  if (error != NULL)
    rensa_worker_tell_trouble (worker, path, error->message);
}

void
rensa_worker_replay_until (RensaWorker *worker, gint64 iteration)
{
  rensa_schedule_apply (worker->replays, worker->trainer, iteration, tell_trouble, worker);
}

/* A change by the user takes precedence over later changes recorded in the interrupted run. */
static void
change (RensaWorker *worker, const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  rensa_schedule_forget (worker->replays, path);
  rensa_trainer_set_attr_text (worker->trainer, path, text, &error);
  tell_change (path, text, error, worker);
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
      change (worker, command->path, command->text);
      break;
    case RENSA_COMMAND_ASK:
      if (rensa_trainer_settle (worker->trainer))
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
  rensa_worker_tell_held (worker);
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
  rensa_schedule_apply (worker->replays, worker->trainer, worker->now.iteration, tell_change, worker);
  while (TRUE)
    {
      g_autoptr (Command) command = take_command (worker);

      if (command != NULL)
        follow (worker, command);
      else if (must_wait (worker) && rensa_trainer_settle (worker->trainer))
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

static gpointer
swap (RensaWorker *worker, gpointer place, gpointer value)
{
  gpointer *at = place;
  gpointer before;

  pthread_mutex_lock (&worker->lock);
  before = *at;
  *at = value;
  pthread_mutex_unlock (&worker->lock);
  return before;
}

void
rensa_worker_ask (RensaWorker *worker, RensaQuestion *question)
{
  g_autoptr (RensaQuestion) forgotten G_GNUC_UNUSED = swap (worker, &worker->question, question);

  rensa_worker_give (worker, RENSA_COMMAND_ASK, NULL, NULL);
}

RensaAnswer *
rensa_worker_take_answer (RensaWorker *worker)
{
  return swap (worker, &worker->answer, NULL);
}

/* The pending question may already have been answered in place of the one it replaced. */
void
rensa_worker_answer (RensaWorker *worker)
{
  g_autoptr (RensaQuestion) question = swap (worker, &worker->question, NULL);
  g_autoptr (RensaAnswer) forgotten = NULL;
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (worker->trainer), RENSA_MAIN);

  if (question == NULL)
    return;

  forgotten = swap (worker, &worker->answer, rensa_question_answer (question, model, worker->builder));
}
