/* rensa-function-hooks.h: the hooks that come with the engine.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <stdio.h>

#include "rensa-call-profile.h"
#include "rensa-function-hook.h"

G_BEGIN_DECLS

/* Measures what forward and backward of functions cost, those that they call included. */
typedef struct _RensaProfileHook RensaProfileHook;
/* Chainer's TimerHook: time, in nanoseconds. */
RensaProfileHook *rensa_timer_hook_new (void);
/* Chainer's CupyMemoryProfileHook, for the memory of any device.  UsedBytes: what was taken for arrays, scratch memory included;
 * AcquiredBytes: what the device was asked for because no memory was free. */
RensaProfileHook *rensa_memory_profile_hook_new (void);
void rensa_profile_hook_free (RensaProfileHook *self);
RensaFunctionHook *rensa_profile_hook_get_hook (RensaProfileHook *self);
RensaCallProfile *rensa_profile_hook_get_profile (RensaProfileHook *self);

/* Chainer's PrintHook: before each call the name of the function, what it gets and, where it goes backward, the gradients of its
 * outputs.  Of an array it says where it lies, its shape, its type, and the mean and the deviation of its elements. */
typedef struct _RensaPrintHook RensaPrintHook;
/* @file: borrowed; flushed after each call. */
RensaPrintHook *rensa_print_hook_new (FILE *file);
void rensa_print_hook_free (RensaPrintHook *print);
RensaFunctionHook *rensa_print_hook_get_hook (RensaPrintHook *print);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaProfileHook, rensa_profile_hook_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPrintHook, rensa_print_hook_free)

G_END_DECLS
