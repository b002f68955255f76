/* rensa-function-hook.h: watching the calls of functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/**
 * RensaFunctionHook:
 * @before: before forward, or before backward when @is_backward
 * @after: after it
 *
 * What is told of every call on this thread while the hook is pushed.  Either may be NULL.
 */
typedef struct _RensaFunctionHook RensaFunctionHook;
struct _RensaFunctionHook
{
  void (*before) (RensaFunctionHook *hook, const RensaFunctionClass *klass, gboolean is_backward);
  void (*after) (RensaFunctionHook *hook, const RensaFunctionClass *klass, gboolean is_backward);
};

/* Hooks are called in the order in which they were pushed; the innermost is popped first. */
void rensa_function_hook_push (RensaFunctionHook *hook);
void rensa_function_hook_pop (RensaFunctionHook *hook);

/* TimerHook: seconds spent in each function, nested calls included. */
typedef struct _RensaTimerHook RensaTimerHook;
RensaTimerHook *rensa_timer_hook_new (void);
void rensa_timer_hook_free (RensaTimerHook *timer);
RensaFunctionHook *rensa_timer_hook_get_hook (RensaTimerHook *timer);
double rensa_timer_hook_get_total (RensaTimerHook *timer);
guint rensa_timer_hook_get_count (RensaTimerHook *timer, const char *function_name);
double rensa_timer_hook_get_seconds (RensaTimerHook *timer, const char *function_name);

/* Writes one line a call into @text: "forward relu", "backward relu", indented by nesting. */
typedef struct _RensaCallLogHook RensaCallLogHook;
RensaCallLogHook *rensa_call_log_hook_new (GString *text);
void rensa_call_log_hook_free (RensaCallLogHook *log);
RensaFunctionHook *rensa_call_log_hook_get_hook (RensaCallLogHook *log);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTimerHook, rensa_timer_hook_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaCallLogHook, rensa_call_log_hook_free)

G_END_DECLS
