/* rensa-run-folder-private.h: where a run's files are, and whether somebody is writing them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs are nobody else's business, whatever the umask says. */
#define RENSA_PRIVATE_FOLDER 0700
#define RENSA_PRIVATE_FILE 0600

/* "FOLDER/runs/UUID" */
char *rensa_run_folder_get_path (const char *store_folder, const char *uuid);
/* Makes the folder and takes its lock; the lock is a file descriptor, given back by closing it. -1 with an error:
 * RENSA_ERROR_INVALID where somebody else has the lock. */
int rensa_run_folder_lock (const char *store_folder, const char *uuid, GError **error);
/* Whether some living program, this one included, has the lock. */
gboolean rensa_run_folder_is_locked (const char *store_folder, const char *uuid);
/* With everything in it, as far as the system allows; links are removed, not followed. */
void rensa_run_folder_remove (const char *store_folder, const char *uuid);
void rensa_folder_remove (const char *path);
/* An empty file, or the one that is there, that nobody else can read; SQLite gives its other files the same mode. */
gboolean rensa_make_private_file (const char *path, GError **error);

G_END_DECLS
