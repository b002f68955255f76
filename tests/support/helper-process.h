/* helper-process.h: the process that reads untrusted files for this one.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* A process that this one has started; 0 where there is none. */
pid_t helper_process_find (void);
/* How many descriptors it has open. */
guint helper_process_count_open (pid_t pid);
/* A line of what the system tells about it, such as "VmSize"; NULL where there is none. */
char *helper_process_dup_status (pid_t pid, const char *key);
/* The system confines it, where it can. */
void helper_process_assert_confined (pid_t pid);
