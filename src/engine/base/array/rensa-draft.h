/* rensa-draft.h: atomic creation of files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file being written: it is created in the same folder and replaces @path when it is finished. It
 * is locked while open, which distinguishes a draft in progress from one whose writer was killed. */
typedef struct
{
  char *path;
  char *aside;
  int fd;
} RensaDraft;

/* All of these fail with RENSA_ERROR_IO: “PATH” could not be written: reason. @draft is
 * zero-initialized. Opening a draft removes those left by crashes from its folder. */
gboolean rensa_draft_open (RensaDraft *draft, const char *path, GError **error);
gboolean rensa_draft_write (RensaDraft *draft, gconstpointer bytes, gsize n, GError **error);
/* Renames the draft to its path after its bytes are on disk; a link at that path is replaced, not
 * followed. */
gboolean rensa_draft_finish (RensaDraft *draft, GError **error);
/* Performs all of these steps for @n bytes. */
gboolean rensa_draft_save (const char *path, gconstpointer bytes, gsize n, GError **error);

/* Empties it. */
gboolean rensa_draft_restart (RensaDraft *draft, GError **error);
/* Keeps the incomplete contents as the file @path in the same folder, if possible. */
void rensa_draft_set_aside (RensaDraft *draft, const char *path);

/* Creates a file in @folder for reading and writing, without a name: it is deleted when closed. -1
 * with errno on failure. */
int rensa_draft_open_unnamed (const char *folder);

/* Removes the file unless it is finished. */
void rensa_draft_clear (RensaDraft *draft);
/* Removes the drafts in @folder whose writers no longer exist. */
void rensa_draft_clear_folder (const char *folder);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaDraft, rensa_draft_clear)

G_END_DECLS
