/* studio-run-commands.c: user commands for a live run.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "rensa-fault.h"
#include "studio-run-private.h"

/* Depends on the last command, not on the state of the worker, which pauses only after the current
 * iteration and runs briefly for each step. */
gboolean
studio_run_is_paused (StudioRun *self)
{
  return self->worker != NULL && self->is_held;
}

static void
hold (StudioRun *self, gboolean is_held)
{
  if (self->is_held == is_held)
    return;

  self->is_held = is_held;
  g_object_notify (G_OBJECT (self), "is-paused");
}

void
studio_run_pause (StudioRun *self)
{
  if (self->worker == NULL)
    return;

  rensa_worker_pause (self->worker);
  hold (self, TRUE);
}

void
studio_run_resume (StudioRun *self)
{
  if (self->worker == NULL)
    return;

  rensa_worker_resume (self->worker);
  hold (self, FALSE);
}

void
studio_run_step (StudioRun *self)
{
  if (self->worker == NULL)
    return;

  rensa_worker_step (self->worker);
  hold (self, TRUE);
}

void
studio_run_stop (StudioRun *self)
{
  if (self->worker != NULL)
    rensa_worker_stop (self->worker);
}

void
studio_run_take_snapshot (StudioRun *self)
{
  if (self->worker == NULL)
    return;
  self->awaits_snapshot = TRUE;
  rensa_worker_take_snapshot (self->worker);
}

gboolean
studio_run_set (StudioRun *self, const char *path, const char *text, GError **error)
{
  if (self->worker != NULL)
    return rensa_worker_set (self->worker, path, text, error);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The run has ended."));
  return FALSE;
}
