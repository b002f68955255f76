/* rensa-schedule.c: scheduled changes of attributes during training.
 * SPDX-License-Identifier: MIT */

#include "rensa-schedule.h"

typedef struct
{
  gint64 iteration;
  char *path;
  char *text;
} Change;

/* Changes sorted by iteration. */
struct _RensaSchedule
{
  GQueue changes;
};

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->path);
  g_free (change->text);
  g_free (change);
}

RensaSchedule *
rensa_schedule_new (void)
{
  return g_new0 (RensaSchedule, 1);
}

void
rensa_schedule_free (RensaSchedule *schedule)
{
  g_queue_clear_full (&schedule->changes, change_free);
  g_free (schedule);
}

void
rensa_schedule_add (RensaSchedule *schedule, gint64 iteration, const char *path, const char *text)
{
  GList *before = schedule->changes.tail;
  Change *change = g_new (Change, 1);

  *change = (Change){ iteration, g_strdup (path), g_strdup (text) };
  while (before != NULL && ((const Change *) before->data)->iteration > iteration)
    before = before->prev;
  if (before != NULL)
    g_queue_insert_after (&schedule->changes, before, change);
  else
    g_queue_push_head (&schedule->changes, change);
}

void
rensa_schedule_forget (RensaSchedule *schedule, const char *path)
{
  for (GList *at = schedule->changes.head, *next; at != NULL; at = next)
    {
      next = at->next;
      if (g_str_equal (((const Change *) at->data)->path, path))
        {
          change_free (at->data);
          g_queue_delete_link (&schedule->changes, at);
        }
    }
}

const char *
rensa_schedule_get_next (RensaSchedule *schedule, gint64 *iteration)
{
  const Change *next = g_queue_peek_head (&schedule->changes);

  if (next == NULL)
    return NULL;
  *iteration = next->iteration;
  return next->path;
}

void
rensa_schedule_apply (RensaSchedule *schedule, RensaTrainer *trainer, gint64 iteration, RensaScheduleFunc func,
                      gpointer data)
{
  gint64 due;

  while (rensa_schedule_get_next (schedule, &due) != NULL && due <= iteration)
    {
      Change *change = g_queue_pop_head (&schedule->changes);
      g_autoptr (GError) error = NULL;

      rensa_trainer_set_attr_text (trainer, change->path, change->text, &error);
      if (func != NULL)
        func (change->path, change->text, error, data);
      change_free (change);
    }
}
