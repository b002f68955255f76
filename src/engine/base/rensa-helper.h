/* rensa-helper.h: a small program that reads untrusted files in place of this one.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The descriptors that the program finds open, beside the standard output and errors: its way to whoever started it, and the file, if
 * there is one. */
#define RENSA_HELPER_SOCKET 0
#define RENSA_HELPER_FILE 3

/* A process of rensa-reader, with limits of time and memory and no way to open anything. */
typedef struct _RensaHelper RensaHelper;

/**
 * rensa_helper_start:
 * @kind: what it reads: "hdf5", one file; "picture", files whose bytes are sent
 * @fd: the file, open for reading, or -1; borrowed
 * @seconds: of processor time that it may take
 * @n_bytes: of memory that it may have
 *
 * RENSA_ERROR_NOT_FOUND where the program is not there, RENSA_ERROR_IO where it cannot be started.
 */
RensaHelper *rensa_helper_start (const char *kind, int fd, guint seconds, guint64 n_bytes, GError **error);
/* Ends it. */
void rensa_helper_free (RensaHelper *helper);

/* New limits: of processor time from now on, and of all its memory. */
void rensa_helper_allow (RensaHelper *helper, guint seconds, guint64 n_bytes);

/* FALSE where it has ended, or says nothing any more. */
gboolean rensa_helper_send (RensaHelper *helper, gconstpointer bytes, gsize n);
gboolean rensa_helper_receive (RensaHelper *helper, gpointer bytes, gsize n);
/* After that: whether it has used up its time. Ends it. */
gboolean rensa_helper_was_too_slow (RensaHelper *helper);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaHelper, rensa_helper_free)

G_END_DECLS
