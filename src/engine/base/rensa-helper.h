/* rensa-helper.h: helper process that reads untrusted files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* File descriptors that are open in the helper, besides standard output and error: its connection
 * to the parent process, and the file, if any. */
#define RENSA_HELPER_SOCKET 0
#define RENSA_HELPER_FILE 3

/* A rensa-reader process, with time and memory limits and no ability to open files. */
typedef struct _RensaHelper RensaHelper;

/**
 * rensa_helper_start:
 * @kind: kind of files that it reads: "hdf5", one file; "picture", files whose bytes are sent
 * @fd: the file, open for reading, or -1; borrowed
 * @seconds: limit of processor time
 * @n_bytes: limit of memory
 *
 * RENSA_ERROR_NOT_FOUND if the program is not installed, RENSA_ERROR_IO if it cannot be started.
 */
RensaHelper *rensa_helper_start (const char *kind, int fd, guint seconds, guint64 n_bytes, GError **error);
/* Ends it. */
void rensa_helper_free (RensaHelper *helper);

/* Sets new limits: of further processor time, and of its total memory. */
void rensa_helper_allow (RensaHelper *helper, guint seconds, guint64 n_bytes);

/* FALSE if the helper has ended or does not respond. */
gboolean rensa_helper_send (RensaHelper *helper, gconstpointer bytes, gsize n);
gboolean rensa_helper_receive (RensaHelper *helper, gpointer bytes, gsize n);
/* Called after such a failure: returns TRUE if the helper has used up its time. Ends the helper. */
gboolean rensa_helper_was_too_slow (RensaHelper *helper);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaHelper, rensa_helper_free)

G_END_DECLS
