/* faults.h: disks and memory that fail at the nth request. Whoever links this has functions of the C library replaced.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

typedef enum
{
  FAULT_FULL,   /* ENOSPC from the nth request on */
  FAULT_BROKEN, /* EIO at the nth */
  FAULT_SHORT,  /* the nth writes half of its bytes, which is no error */
  FAULT_TORN,   /* the nth writes half of its bytes; ENOSPC from then on */
  FAULT_CRASH,  /* the nth writes half of its bytes, and the process ends with FAULT_CRASHED */
  N_FAULT_KINDS,
} FaultKind;

#define FAULT_CRASHED 97

/* Requests count from 1, of all threads: making, writing, truncating, syncing and renaming files in @folder. */
void faults_arm_disk (const char *folder, FaultKind kind, guint nth);
/* Requests of Rensa's own code that may fail: g_try_malloc (), posix_memalign (), mmap (), and what SQLite asks for. @lasts: whether all
 * fail from the nth on, not only this one. */
void faults_arm_memory (guint nth, gboolean lasts);
/* Whether there were that many. Nothing fails from now on. */
gboolean faults_disarm (void);

/* Before SQLite is used. */
void faults_init (void);
