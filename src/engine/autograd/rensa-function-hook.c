/* rensa-function-hook.c: hooks of this thread, and the two that come with the engine.
 * SPDX-License-Identifier: MIT */

#include "rensa-function-hook.h"

#include "rensa-node-private.h"

/* NULL while there are none, which is what every call looks at. */
static _Thread_local GPtrArray *hooks;

void
rensa_function_hook_push (RensaFunctionHook *hook)
{
  if (hooks == NULL)
    hooks = g_ptr_array_new ();
  g_ptr_array_add (hooks, hook);
}

void
rensa_function_hook_pop (RensaFunctionHook *hook)
{
  g_return_if_fail (hooks != NULL && g_ptr_array_index (hooks, hooks->len - 1) == hook);

  g_ptr_array_set_size (hooks, hooks->len - 1);
  if (hooks->len == 0)
    g_clear_pointer (&hooks, g_ptr_array_unref);
}

void
rensa_function_hooks_before (const RensaFunctionClass *class, gboolean is_backward)
{
  for (guint i = 0; G_UNLIKELY (hooks != NULL) && i < hooks->len; i++)
    {
      RensaFunctionHook *hook = g_ptr_array_index (hooks, i);

      if (hook->before != NULL)
        hook->before (hook, class, is_backward);
    }
}

void
rensa_function_hooks_after (const RensaFunctionClass *class, gboolean is_backward)
{
  for (guint i = 0; G_UNLIKELY (hooks != NULL) && i < hooks->len; i++)
    {
      RensaFunctionHook *hook = g_ptr_array_index (hooks, i);

      if (hook->after != NULL)
        hook->after (hook, class, is_backward);
    }
}

/* TimerHook */

typedef struct
{
  guint count;
  gint64 microseconds;
} Timing;

struct _RensaTimerHook
{
  RensaFunctionHook hook;
  GHashTable *timings; /* name -> Timing */
  GArray *started;     /* gint64, a stack */
  gint64 total;
};

static void
timer_before (RensaFunctionHook *hook, const RensaFunctionClass *class, gboolean is_backward)
{
  RensaTimerHook *self = (RensaTimerHook *) hook;
  const gint64 now = g_get_monotonic_time ();

  g_array_append_val (self->started, now);
}

static void
timer_after (RensaFunctionHook *hook, const RensaFunctionClass *class, gboolean is_backward)
{
  RensaTimerHook *self = (RensaTimerHook *) hook;
  const gint64 spent = g_get_monotonic_time () - g_array_index (self->started, gint64, self->started->len - 1);
  Timing *timing = g_hash_table_lookup (self->timings, class->name);

  g_array_set_size (self->started, self->started->len - 1);
  if (timing == NULL)
    {
      timing = g_new0 (Timing, 1);
      g_hash_table_insert (self->timings, (gpointer) class->name, timing);
    }
  timing->count++;
  timing->microseconds += spent;
  if (self->started->len == 0)
    self->total += spent;
}

RensaTimerHook *
rensa_timer_hook_new (void)
{
  RensaTimerHook *self = g_new0 (RensaTimerHook, 1);

  self->hook = (RensaFunctionHook){ timer_before, timer_after };
  self->timings = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->started = g_array_new (FALSE, FALSE, sizeof (gint64));
  return self;
}

void
rensa_timer_hook_free (RensaTimerHook *timer)
{
  g_hash_table_unref (timer->timings);
  g_array_unref (timer->started);
  g_free (timer);
}

RensaFunctionHook *
rensa_timer_hook_get_hook (RensaTimerHook *timer)
{
  return &timer->hook;
}

double
rensa_timer_hook_get_total (RensaTimerHook *timer)
{
  return (double) timer->total / G_USEC_PER_SEC;
}

guint
rensa_timer_hook_get_count (RensaTimerHook *timer, const char *function_name)
{
  const Timing *timing = g_hash_table_lookup (timer->timings, function_name);

  return timing != NULL ? timing->count : 0;
}

double
rensa_timer_hook_get_seconds (RensaTimerHook *timer, const char *function_name)
{
  const Timing *timing = g_hash_table_lookup (timer->timings, function_name);

  return timing != NULL ? (double) timing->microseconds / G_USEC_PER_SEC : 0;
}

/* The log of calls */

struct _RensaCallLogHook
{
  RensaFunctionHook hook;
  GString *text;
  int depth;
};

static void
log_before (RensaFunctionHook *hook, const RensaFunctionClass *class, gboolean is_backward)
{
  RensaCallLogHook *self = (RensaCallLogHook *) hook;

  g_string_append_printf (self->text, "%*s%s %s\n", 2 * self->depth, "", is_backward ? "backward" : "forward",
                          class->name);
  self->depth++;
}

static void
log_after (RensaFunctionHook *hook, const RensaFunctionClass *class, gboolean is_backward)
{
  ((RensaCallLogHook *) hook)->depth--;
}

RensaCallLogHook *
rensa_call_log_hook_new (GString *text)
{
  RensaCallLogHook *self = g_new0 (RensaCallLogHook, 1);

  self->hook = (RensaFunctionHook){ log_before, log_after };
  self->text = text;
  return self;
}

void
rensa_call_log_hook_free (RensaCallLogHook *log)
{
  g_free (log);
}

RensaFunctionHook *
rensa_call_log_hook_get_hook (RensaCallLogHook *log)
{
  return &log->hook;
}
