/* faults.h: simulated disk and memory failures at the nth request. Programs that link this use
 * replacements for functions of the C library.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

typedef enum
{
  FAULT_FULL,   /* ENOSPC from the nth request on */
  FAULT_BROKEN, /* EIO at the nth */
  FAULT_SHORT,  /* the nth request writes half of its bytes, without an error */
  FAULT_TORN,   /* the nth request writes half of its bytes; ENOSPC afterwards */
  FAULT_CRASH,  /* the nth request writes half of its bytes, and the process ends with FAULT_CRASHED */
  N_FAULT_KINDS,
} FaultKind;

#define FAULT_CRASHED 97

/* Counts requests from 1, in all threads: creating, writing, truncating, syncing and renaming
 * files in @folder. */
void faults_arm_disk (const char *folder, FaultKind kind, guint nth);
/* Counts requests of Rensa's own code that may fail: g_try_malloc (), posix_memalign (), mmap
 * (), and those of SQLite. @lasts: TRUE if all requests from the nth on fail, not only the nth. */
void faults_arm_memory (guint nth, gboolean lasts);
/* Ends the failures; returns TRUE if there were that many requests. */
gboolean faults_disarm (void);

/* Must be called before SQLite is used. */
void faults_init (void);
