/* rensa-draft.h: files that appear when they are whole.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file on its way: it is written aside, in the same folder, and takes the place of @path when it is finished. While it
 * is open its lock is held, by which a draft that is being written is told from one whose writer was killed. */
typedef struct
{
  char *path;
  char *aside;
  int fd;
} RensaDraft;

/* All of them fail with RENSA_ERROR_IO: “PATH” could not be written: why. @draft is zero before. Opening one clears its folder of
 * those that a crash has left. */
gboolean rensa_draft_open (RensaDraft *draft, const char *path, GError **error);
gboolean rensa_draft_write (RensaDraft *draft, gconstpointer bytes, gsize n, GError **error);
/* Puts it in its place when its bytes are on the disk; a link there is replaced, not written through. */
gboolean rensa_draft_finish (RensaDraft *draft, GError **error);
/* All of this for @n bytes. */
gboolean rensa_draft_save (const char *path, gconstpointer bytes, gsize n, GError **error);

/* Empties it. */
gboolean rensa_draft_restart (RensaDraft *draft, GError **error);
/* Keeps what is written, which is not all, as the file @path of the same folder, where that can be done. */
void rensa_draft_set_aside (RensaDraft *draft, const char *path);

/* A file in @folder for reading and writing, without a name: it goes when it is closed. -1 with errno where it cannot be made. */
int rensa_draft_open_unnamed (const char *folder);

/* Removes the file unless it is finished. */
void rensa_draft_clear (RensaDraft *draft);
/* Removes the drafts in @folder whose writers are no more. */
void rensa_draft_clear_folder (const char *folder);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaDraft, rensa_draft_clear)

G_END_DECLS
