/* rensa-download.c: downloads into a folder.
 * SPDX-License-Identifier: MIT */

#include "rensa-download.h"

#include <glib/gstdio.h>
#include <libsoup/soup.h>
#include <unistd.h>

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"

#define CHUNK 65536
/* Timeout in seconds without data from the server. */
#define PATIENCE 60

typedef struct
{
  const char *url;
  GCancellable *cancellable;
  RensaDownloadProgress progress;
  gpointer data;
  guint64 size; /* 0: not known */
  char *part;   /* path of an unfinished file; NULL if its remainder could not be verified */
  guint64 n_received;
  GChecksum *checksum;
  RensaDraft draft;
} Download;

static gboolean
fail (const Download *self, const char *why, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be downloaded: %s"), self->url, why);
  return FALSE;
}

/* Converts @reason to an error of our domain; takes ownership of it. */
static gboolean
fail_for (const Download *self, GError *reason, GError **error)
{
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("the download of “%s” was cancelled"), self->url);
  else
    fail (self, reason->message, error);
  g_error_free (reason);
  return FALSE;
}

static void
download_clear (Download *self)
{
  g_clear_pointer (&self->checksum, g_checksum_free);
  g_clear_pointer (&self->part, g_free);
  rensa_draft_clear (&self->draft);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Download, download_clear)

static gboolean
open_draft (Download *self, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0755);
  rensa_draft_clear_folder (folder);
  return rensa_draft_open (&self->draft, path, error);
}

static gboolean
take (Download *self, const char *bytes, gsize n, GError **error)
{
  if (!rensa_draft_write (&self->draft, bytes, n, error))
    return FALSE;
  g_checksum_update (self->checksum, (const guchar *) bytes, (gssize) n);
  self->n_received += n;
  return TRUE;
}

/* Uses the part received last time, unless it is longer than the expected file. */
static gboolean
take_part (Download *self, GError **error)
{
  g_autofree char *chunk = g_malloc (CHUNK);
  guint64 n_bytes = 0;
  const int fd = self->part != NULL && g_file_test (self->part, G_FILE_TEST_EXISTS)
                     ? rensa_file_open (self->part, &n_bytes, NULL)
                     : -1;
  gboolean ok = TRUE;
  gssize n = 1;

  if (fd < 0)
    return TRUE;
  while (ok && n > 0 && n_bytes < self->size && !g_cancellable_is_cancelled (self->cancellable))
    {
      n = read (fd, chunk, CHUNK);
      ok = n <= 0 || take (self, chunk, (gsize) n, error);
    }
  close (fd);
  g_unlink (self->part);
  return ok;
}

/* The server sends the file from the beginning. */
static gboolean
forget_part (Download *self, GError **error)
{
  if (self->n_received == 0)
    return TRUE;
  self->n_received = 0;
  g_checksum_reset (self->checksum);
  return rensa_draft_restart (&self->draft, error);
}

static void
keep_part (Download *self)
{
  if (self->part != NULL && self->n_received > 0 && self->n_received < self->size)
    rensa_draft_set_aside (&self->draft, self->part);
}

static gboolean
receive (Download *self, GInputStream *stream, guint64 n_total, GError **error)
{
  g_autofree char *chunk = g_malloc (CHUNK);

  for (;;)
    {
      GError *reason = NULL;
      const gssize n = g_input_stream_read (stream, chunk, CHUNK, self->cancellable, &reason);

      if (n < 0)
        return fail_for (self, reason, error);
      if (n == 0)
        break;
      if (n_total != 0 && self->n_received + (guint64) n > n_total)
        {
          self->n_received = n_total;
          return fail (self, _ ("more data was received than the expected file size"), error);
        }
      if (!take (self, chunk, (gsize) n, error))
        return FALSE;
      if (self->progress != NULL)
        self->progress (self->n_received, n_total, self->data);
    }

  return n_total == 0 || self->n_received == n_total || fail (self, _ ("the connection was interrupted"), error);
}

/* Returns TRUE if the response contains exactly the missing bytes. */
static gboolean
is_rest (const Download *self, SoupMessage *message)
{
  goffset start, end, total;

  return soup_message_get_status (message) == SOUP_STATUS_PARTIAL_CONTENT
         && soup_message_headers_get_content_range (soup_message_get_response_headers (message), &start, &end, &total)
         && (guint64) start == self->n_received && (total < 0 || (guint64) total == self->size);
}

static gboolean
check_answer (Download *self, SoupMessage *message, guint64 *n_total, GError **error)
{
  const guint status = soup_message_get_status (message);
  g_autofree char *answer = NULL;

  if (self->n_received > 0 && is_rest (self, message))
    {
      *n_total = self->size;
      return TRUE;
    }
  if (status != SOUP_STATUS_OK)
    {
      answer =
          g_strdup_printf (_ ("the server responded with %u %s"), status, soup_message_get_reason_phrase (message));
      return fail (self, answer, error);
    }

  *n_total = (guint64) soup_message_headers_get_content_length (soup_message_get_response_headers (message));
  if (self->size != 0 && *n_total != 0 && *n_total != self->size)
    {
      answer = g_strdup_printf (_ ("the file on the server has %llu bytes, not %llu"), (unsigned long long) *n_total,
                                (unsigned long long) self->size);
      return fail (self, answer, error);
    }
  *n_total = self->size != 0 ? self->size : *n_total;
  return forget_part (self, error);
}

static gboolean
fetch (Download *self, GError **error)
{
  g_autoptr (SoupSession) session = soup_session_new_with_options ("timeout", PATIENCE, NULL);
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, self->url);
  g_autoptr (GInputStream) stream = NULL;
  GError *reason = NULL;
  guint64 n_total = 0;

  if (message == NULL)
    return fail (self, _ ("this is not a valid address"), error);

  /* Requests the bytes as stored, even if the server would compress them again. */
  soup_message_disable_feature (message, SOUP_TYPE_CONTENT_DECODER);
  if (self->n_received > 0)
    soup_message_headers_set_range (soup_message_get_request_headers (message), (goffset) self->n_received, -1);
  stream = soup_session_send (session, message, self->cancellable, &reason);
  if (stream == NULL)
    return fail_for (self, reason, error);
  return check_answer (self, message, &n_total, error) && receive (self, stream, n_total, error);
}

static gboolean
check (const Download *self, const char *sha256, GError **error)
{
  const char *found = g_checksum_get_string (self->checksum);

  if (sha256 == NULL || g_ascii_strcasecmp (sha256, found) == 0)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” is not the expected file: its SHA-256 checksum is %s, not %s"),
                   self->url, found, sha256);
  return FALSE;
}

gboolean
rensa_download (const char *url, const char *sha256, guint64 size, const char *path, GCancellable *cancellable,
                RensaDownloadProgress progress, gpointer data, GError **error)
{
  g_auto (Download) self = {
    .url = url,
    .cancellable = cancellable,
    .progress = progress,
    .data = data,
    .size = size,
    .part = sha256 != NULL && size != 0 ? g_strconcat (path, ".part", NULL) : NULL,
    .checksum = g_checksum_new (G_CHECKSUM_SHA256),
  };

  gboolean had_part;

  if (!open_draft (&self, path, error) || !take_part (&self, error))
    return FALSE;
  had_part = self.n_received > 0;
  if (!fetch (&self, error))
    {
      keep_part (&self);
      return FALSE;
    }
  /* The partial file may have belonged to another file; it has been deleted. */
  if (!check (&self, sha256, had_part ? NULL : error))
    return had_part && rensa_download (url, sha256, size, path, cancellable, progress, data, error);
  return rensa_draft_finish (&self.draft, error);
}
