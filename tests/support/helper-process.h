/* helper-process.h: the helper process that reads untrusted files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* Returns a child process of this process; 0 if there is none. */
pid_t helper_process_find (void);
/* Returns the number of its open descriptors. */
guint helper_process_count_open (pid_t pid);
/* Returns a line of its status file, such as "VmSize"; NULL if there is none. */
char *helper_process_dup_status (pid_t pid, const char *key);
/* Asserts that the system confines it, if it can. */
void helper_process_assert_confined (pid_t pid);
