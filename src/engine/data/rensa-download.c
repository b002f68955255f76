/* rensa-download.c: files from the net, kept in a folder.
 * SPDX-License-Identifier: MIT */

#include "rensa-download.h"

#include <libsoup/soup.h>

#include "rensa-draft.h"
#include "rensa-error.h"

#define CHUNK 65536
/* Seconds without a byte after which the server is taken for gone. */
#define PATIENCE 60

typedef struct
{
  const char *url;
  GCancellable *cancellable;
  RensaDownloadProgress progress;
  gpointer data;
  guint64 size; /* 0: not known */
  GChecksum *checksum;
  RensaDraft draft;
} Download;

static gboolean
fail (const Download *self, const char *why, GError **error)
{
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, "“%s” could not be downloaded: %s", self->url, why);
  return FALSE;
}

/* Tells the reason in our domain; takes it over. */
static gboolean
fail_for (const Download *self, GError *reason, GError **error)
{
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_CANCELLED, "the download of “%s” was cancelled", self->url);
  else
    fail (self, reason->message, error);
  g_error_free (reason);
  return FALSE;
}

static void
download_clear (Download *self)
{
  g_clear_pointer (&self->checksum, g_checksum_free);
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
receive (Download *self, GInputStream *stream, guint64 n_total, GError **error)
{
  g_autofree char *chunk = g_malloc (CHUNK);
  guint64 n_received = 0;

  for (;;)
    {
      GError *reason = NULL;
      const gssize n = g_input_stream_read (stream, chunk, CHUNK, self->cancellable, &reason);

      if (n < 0)
        return fail_for (self, reason, error);
      if (n == 0)
        break;
      n_received += n;
      if (n_total != 0 && n_received > n_total)
        return fail (self, "more comes than the file has bytes", error);
      if (!rensa_draft_write (&self->draft, chunk, n, error))
        return FALSE;

      g_checksum_update (self->checksum, (const guchar *) chunk, n);
      if (self->progress != NULL)
        self->progress (n_received, n_total, self->data);
    }

  return n_total == 0 || n_received == n_total || fail (self, "the connection was cut", error);
}

static gboolean
fetch (Download *self, GError **error)
{
  g_autoptr (SoupSession) session = soup_session_new_with_options ("timeout", PATIENCE, NULL);
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, self->url);
  g_autoptr (GInputStream) stream = NULL;
  GError *reason = NULL;
  goffset n_total;

  if (message == NULL)
    return fail (self, "this is not an address", error);

  /* The bytes are wanted as they are, also where the server would like to compress them once more. */
  soup_message_disable_feature (message, SOUP_TYPE_CONTENT_DECODER);
  stream = soup_session_send (session, message, self->cancellable, &reason);
  if (stream == NULL)
    return fail_for (self, reason, error);
  if (soup_message_get_status (message) != SOUP_STATUS_OK)
    {
      g_autofree char *answer = g_strdup_printf ("the server answered %u %s", soup_message_get_status (message),
                                                 soup_message_get_reason_phrase (message));

      return fail (self, answer, error);
    }

  n_total = soup_message_headers_get_content_length (soup_message_get_response_headers (message));
  if (self->size != 0 && n_total != 0 && (guint64) n_total != self->size)
    {
      g_autofree char *answer = g_strdup_printf ("it has %" G_GUINT64_FORMAT " bytes there, not %" G_GUINT64_FORMAT,
                                                 (guint64) n_total, self->size);

      return fail (self, answer, error);
    }
  return receive (self, stream, self->size != 0 ? self->size : (guint64) n_total, error);
}

static gboolean
check (const Download *self, const char *sha256, GError **error)
{
  const char *found = g_checksum_get_string (self->checksum);

  if (sha256 == NULL || g_ascii_strcasecmp (sha256, found) == 0)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT,
               "“%s” is not the file that was expected: its SHA-256 is %s, not %s", self->url, found, sha256);
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
    .checksum = g_checksum_new (G_CHECKSUM_SHA256),
  };

  return open_draft (&self, path, error) && fetch (&self, error) && check (&self, sha256, error)
         && rensa_draft_finish (&self.draft, error);
}
