/* rensa-run-folder-private.h: folder and write lock of a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs are private, regardless of the umask. */
#define RENSA_PRIVATE_FOLDER 0700
#define RENSA_PRIVATE_FILE 0600

/* "FOLDER/runs/UUID" */
char *rensa_run_folder_get_path (const char *store_folder, const char *uuid);
/* Makes the folder and acquires its lock; the lock is a file descriptor, released by closing it.
 * Returns -1 with an error: RENSA_ERROR_INVALID if another program holds the lock. */
int rensa_run_folder_lock (const char *store_folder, const char *uuid, GError **error);
/* Returns TRUE if a running program, including this one, holds the lock. */
gboolean rensa_run_folder_is_locked (const char *store_folder, const char *uuid);
/* Removes the folder with its contents, as far as the system allows; links are removed, not followed. */
void rensa_run_folder_remove (const char *store_folder, const char *uuid);
void rensa_folder_remove (const char *path);
/* Creates an empty file, or keeps the existing one, that other users cannot read; SQLite gives its
 * other files the same mode. */
gboolean rensa_make_private_file (const char *path, GError **error);

G_END_DECLS
