/* rensa-text-private.h: files of text in the encodings that spreadsheets write.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  RENSA_ENCODING_UTF_8,
  RENSA_ENCODING_WINDOWS_1252, /* Latin-1 with more signs */
  RENSA_ENCODING_UTF_16_LE,
  RENSA_ENCODING_UTF_16_BE,
  RENSA_ENCODING_AUTO,
} RensaEncoding;

/* "UTF-8", "Windows-1252", "UTF-16" */
const char *rensa_encoding_get_name (RensaEncoding encoding);

/* No more than so many bytes are given out at once. */
#define RENSA_TEXT_BLOCK (3 << 18)

/* A file that is read from front to end and given out as UTF-8. */
typedef struct _RensaText RensaText;

/* A byte order mark says what the file is, and is passed over; without it @encoding does.  RENSA_ENCODING_AUTO is UTF-8
 * unless rensa_text_is_perhaps_other ().  RENSA_ERROR_IO where there is no regular file that can be read. */
RensaText *rensa_text_open (const char *path, RensaEncoding encoding, GError **error);
void rensa_text_free (RensaText *text);

/* Whole letters, none of them NUL; @to has room for RENSA_TEXT_BLOCK bytes.  Returns their number, 0 at the end, -1 with
 * RENSA_ERROR_FORMAT, naming file and line, where bytes are no letter. */
gssize rensa_text_read (RensaText *text, char *to, GError **error);
/* After bytes that are no letter: nothing until then has shown that the file is UTF-8. */
gboolean rensa_text_is_perhaps_other (RensaText *text);

/* The lines of a file, without their ends.  @encoding: as asked for, then as found. */
GPtrArray *rensa_text_read_lines (const char *path, RensaEncoding *encoding, GCancellable *cancellable, GError **error);

RensaEncoding rensa_text_get_encoding (RensaText *text);
/* In bytes of the file. */
guint64 rensa_text_get_size (RensaText *text);
guint64 rensa_text_get_n_read (RensaText *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaText, rensa_text_free)

G_END_DECLS
