/* rensa-text-private.h: text files in the encodings that spreadsheets write.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  RENSA_ENCODING_UTF_8,
  RENSA_ENCODING_WINDOWS_1252, /* Latin-1 with additional characters */
  RENSA_ENCODING_UTF_16_LE,
  RENSA_ENCODING_UTF_16_BE,
  RENSA_ENCODING_AUTO,
} RensaEncoding;

/* "UTF-8", "Windows-1252", "UTF-16" */
const char *rensa_encoding_get_name (RensaEncoding encoding);

/* Maximum number of bytes returned at once. */
#define RENSA_TEXT_BLOCK (3 << 18)

/* A file read sequentially and converted to UTF-8. */
typedef struct _RensaText RensaText;

/* A byte order mark determines the encoding, and is skipped; otherwise @encoding does.
 * RENSA_ENCODING_AUTO is UTF-8 unless rensa_text_is_perhaps_other (). RENSA_ERROR_IO if there is no
 * readable regular file. */
RensaText *rensa_text_open (const char *path, RensaEncoding encoding, GError **error);
void rensa_text_free (RensaText *text);

/* Reads whole characters, none of them NUL, into @to, which has room for RENSA_TEXT_BLOCK bytes.
 * Returns the number of bytes, 0 at the end, or -1 with RENSA_ERROR_FORMAT, naming file and line,
 * for invalid bytes. */
gssize rensa_text_read (RensaText *text, char *to, GError **error);
/* After invalid bytes: returns TRUE if nothing so far has shown that the file is UTF-8. */
gboolean rensa_text_is_perhaps_other (RensaText *text);

/* Returns the lines of a file, without line ends. @encoding: in: as requested, out: as detected. */
GPtrArray *rensa_text_read_lines (const char *path, RensaEncoding *encoding, GCancellable *cancellable, GError **error);

RensaEncoding rensa_text_get_encoding (RensaText *text);
/* Both in bytes of the file. */
guint64 rensa_text_get_size (RensaText *text);
guint64 rensa_text_get_n_read (RensaText *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaText, rensa_text_free)

G_END_DECLS
