/* rensa-function-hooks.h: built-in function hooks.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <stdio.h>

#include "rensa-call-profile.h"
#include "rensa-function-hook.h"

G_BEGIN_DECLS

/* Measures the cost of each function's forward and backward, including nested calls. */
typedef struct _RensaProfileHook RensaProfileHook;
/* Chainer's TimerHook: time, in nanoseconds. */
RensaProfileHook *rensa_timer_hook_new (void);
/* Chainer's CupyMemoryProfileHook, for the memory of any device. UsedBytes: memory allocated for
 * arrays, including scratch memory; AcquiredBytes: memory requested from the device because none
 * was free. */
RensaProfileHook *rensa_memory_profile_hook_new (void);
void rensa_profile_hook_free (RensaProfileHook *self);
RensaFunctionHook *rensa_profile_hook_get_hook (RensaProfileHook *self);
RensaCallProfile *rensa_profile_hook_get_profile (RensaProfileHook *self);

/* Chainer's PrintHook: prints, before each call, the function's name, its inputs and, in backward,
 * the gradients of its outputs. An array is described by its device, shape, data type, and the mean
 * and standard deviation of its elements. */
typedef struct _RensaPrintHook RensaPrintHook;
/* @file: borrowed; flushed after each call. */
RensaPrintHook *rensa_print_hook_new (FILE *file);
void rensa_print_hook_free (RensaPrintHook *print);
RensaFunctionHook *rensa_print_hook_get_hook (RensaPrintHook *print);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaProfileHook, rensa_profile_hook_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPrintHook, rensa_print_hook_free)

G_END_DECLS
