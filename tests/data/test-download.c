/* test-download.c: files from a server on this machine.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <libsoup/soup.h>
#include <string.h>

#include "data-fixture.h"
#include "rensa-download.h"
#include "rensa-error.h"

/* "hello, world" and its SHA-256, as sha256sum tells it. */
#define TEXT "hello, world"
#define TEXT_SHA256 "09ca7e4eaa6e8ae9c7d261167129184883644d07dfba7cbfbc4c8a2e08360d5b"
#define LARGE_SIZE (1 << 20)

typedef struct
{
  char *folder;
  char *path;
  GThread *thread;
  GMainContext *context;
  GMainLoop *loop;
  GMutex mutex;
  GCond started;
  char *address;
  GCancellable *cancellable;
  guint64 n_received, n_total;
  int n_calls;
} Fixture;

/* This and nothing else, whatever was asked for. */
static void
say (SoupServerMessage *message, const char *answer)
{
  g_autoptr (GIOStream) connection = soup_server_message_steal_connection (message);

  g_output_stream_write_all (g_io_stream_get_output_stream (connection), answer, strlen (answer), NULL, NULL, NULL);
  g_io_stream_close (connection, NULL, NULL);
}

/* More is promised than comes. */
#define CUT "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" TEXT
#define WHOLE "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n" TEXT

/* Half of the text, and the other half to whoever has the first. */
static void
send_half (SoupServerMessage *message)
{
  const char *range = soup_message_headers_get_one (soup_server_message_get_request_headers (message), "Range");

  say (message, g_strcmp0 (range, "bytes=6-") == 0
                    ? "HTTP/1.1 206 Partial Content\r\nContent-Length: 6\r\nContent-Range: bytes 6-11/12\r\n\r\n world"
                    : "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello,");
}

/* It does not say how much, and does not end before the other side does. */
static void
go_on_and_on (SoupServerMessage *message)
{
  static const char head[] = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
  g_autoptr (GIOStream) connection = soup_server_message_steal_connection (message);
  GOutputStream *stream = g_io_stream_get_output_stream (connection);
  g_autofree char *block = g_malloc0 (LARGE_SIZE);

  g_output_stream_write_all (stream, head, strlen (head), NULL, NULL, NULL);
  while (g_output_stream_write_all (stream, block, LARGE_SIZE, NULL, NULL, NULL))
    ;
  g_io_stream_close (connection, NULL, NULL);
}

static void
answer (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  g_autofree char *large = g_malloc0 (LARGE_SIZE);

  if (g_str_equal (path, "/text"))
    soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, TEXT, strlen (TEXT));
  else if (g_str_equal (path, "/large"))
    soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_COPY, large, LARGE_SIZE);
  else if (g_str_equal (path, "/moved"))
    soup_server_message_set_redirect (message, SOUP_STATUS_FOUND, "/text");
  else if (g_str_equal (path, "/cut"))
    {
      say (message, CUT);
      return;
    }
  else if (g_str_equal (path, "/whole"))
    {
      say (message, WHOLE);
      return;
    }
  else if (g_str_equal (path, "/half"))
    {
      send_half (message);
      return;
    }
  else if (g_str_equal (path, "/endless"))
    {
      go_on_and_on (message);
      return;
    }
  else
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      return;
    }
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
}

static gpointer
serve (gpointer data)
{
  Fixture *fixture = data;
  g_autoptr (SoupServer) server = NULL;
  g_autoptr (GError) error = NULL;
  GSList *uris;

  g_main_context_push_thread_default (fixture->context);
  server = soup_server_new (NULL, NULL);
  soup_server_add_handler (server, NULL, answer, fixture, NULL);
  soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);

  uris = soup_server_get_uris (server);
  g_mutex_lock (&fixture->mutex);
  fixture->address = g_uri_to_string (uris->data);
  g_cond_signal (&fixture->started);
  g_mutex_unlock (&fixture->mutex);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);

  g_main_loop_run (fixture->loop);
  soup_server_disconnect (server);
  g_main_context_pop_thread_default (fixture->context);
  return NULL;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = test_folder_new ();
  fixture->path = g_build_filename (fixture->folder, "cache", "file", NULL);
  fixture->context = g_main_context_new ();
  fixture->loop = g_main_loop_new (fixture->context, FALSE);
  fixture->cancellable = g_cancellable_new ();
  g_mutex_init (&fixture->mutex);
  g_cond_init (&fixture->started);
  g_mutex_lock (&fixture->mutex);
  fixture->thread = g_thread_new ("server", serve, fixture);
  while (fixture->address == NULL)
    g_cond_wait (&fixture->started, &fixture->mutex);
  g_mutex_unlock (&fixture->mutex);
}

static gboolean
quit (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  /* From within the loop, because quitting before it runs would be forgotten. */
  g_source_set_callback (source, quit, fixture->loop, NULL);
  g_source_attach (source, fixture->context);
  g_thread_join (fixture->thread);
  g_main_loop_unref (fixture->loop);
  g_main_context_unref (fixture->context);
  g_object_unref (fixture->cancellable);
  g_mutex_clear (&fixture->mutex);
  g_cond_clear (&fixture->started);
  test_folder_free (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->address);
}

static void
note (guint64 n_received, guint64 n_total, gpointer data)
{
  Fixture *fixture = data;

  g_assert_cmpuint (n_received, >, fixture->n_received);
  fixture->n_received = n_received;
  fixture->n_total = n_total;
  fixture->n_calls++;
}

static void
note_and_cancel (guint64 n_received, guint64 n_total, gpointer data)
{
  Fixture *fixture = data;

  g_cancellable_cancel (fixture->cancellable);
}

static gboolean
fetch (Fixture *fixture, const char *name, const char *sha256, RensaDownloadProgress progress, GError **error)
{
  g_autofree char *url = g_strconcat (fixture->address, name, NULL);

  return rensa_download (url, sha256, 0, fixture->path, fixture->cancellable, progress, fixture, error);
}

/* Nothing is left in the cache after a failure, whole or in part. */
static void
assert_nothing_there (Fixture *fixture)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  g_assert_null (g_dir_read_name (dir));
}

static void
test_good (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (fetch (fixture, "text", TEXT_SHA256, note, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, TEXT);
  g_assert_cmpuint (fixture->n_received, ==, strlen (TEXT));
  g_assert_cmpuint (fixture->n_total, ==, strlen (TEXT));

  fixture->n_received = 0;
  g_assert_true (fetch (fixture, "moved", NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
test_large (Fixture *fixture, gconstpointer data)
{
  GStatBuf status;

  g_assert_true (fetch (fixture, "large", NULL, note, NULL));
  g_assert_cmpuint (fixture->n_received, ==, LARGE_SIZE);
  g_assert_cmpint (fixture->n_calls, >, 1);
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpint (status.st_size, ==, LARGE_SIZE);
}

static void
test_wrong_checksum (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (
      fetch (fixture, "text", "00ca7e4eaa6e8ae9c7d261167129184883644d07dfba7cbfbc4c8a2e08360d5b", NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, TEXT_SHA256));
  assert_nothing_there (fixture);
}

static void
test_absent (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (fetch (fixture, "absent", NULL, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "the server responded with 404 Not Found"));
  assert_nothing_there (fixture);
}

static void
test_cut (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (fetch (fixture, "cut", NULL, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  assert_nothing_there (fixture);
}

static gboolean
fetch_text (Fixture *fixture, const char *name, GError **error)
{
  g_autofree char *url = g_strconcat (fixture->address, name, NULL);

  return rensa_download (url, TEXT_SHA256, strlen (TEXT), fixture->path, fixture->cancellable, NULL, NULL, error);
}

static void
assert_file (Fixture *fixture, const char *ending, const char *expected)
{
  g_autofree char *path = g_strconcat (fixture->path, ending, NULL);
  g_autofree char *text = NULL;

  g_assert_cmpint (g_file_get_contents (path, &text, NULL, NULL), ==, expected != NULL);
  g_assert_cmpstr (text, ==, expected);
}

/* The half that came is kept, and the other half alone is asked for. */
static void
test_resume (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (fetch_text (fixture, "half", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_clear_error (&error);
  assert_file (fixture, ".part", "hello,");
  assert_file (fixture, "", NULL);

  g_assert_true (fetch_text (fixture, "half", &error));
  g_assert_no_error (error);
  assert_file (fixture, ".part", NULL);
  assert_file (fixture, "", TEXT);
}

/* What was kept is part of something else: the whole file is asked for again. */
static void
test_resume_anew (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  test_file_write (folder, "file.part", "HELLO", -1);
  g_assert_true (fetch_text (fixture, "text", &error));
  g_assert_no_error (error);
  assert_file (fixture, ".part", NULL);
  assert_file (fixture, "", TEXT);

  test_file_write (folder, "file.part", "HELLO,", -1);
  g_assert_false (fetch_text (fixture, "half", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  assert_file (fixture, ".part", "hello,");
}

/* From a server that gives whole files only. */
static void
test_resume_whole (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  test_file_write (folder, "file.part", "hell", -1);
  g_assert_true (fetch_text (fixture, "whole", &error));
  g_assert_no_error (error);
  assert_file (fixture, ".part", NULL);
  assert_file (fixture, "", TEXT);
}

/* A server that says or sends more than the file is known to have. */
static void
test_too_much (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *expected;
  } tests[] = {
    { "large", "the file on the server has 1048576 bytes, not 1000" },
    { "endless", "more data was received than the expected file size" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *url = g_strconcat (fixture->address, tests[i].name, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (rensa_download (url, NULL, 1000, fixture->path, fixture->cancellable, NULL, NULL, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
      g_assert_nonnull (strstr (error->message, tests[i].expected));
      assert_nothing_there (fixture);
    }
}

/* What a download that was killed has left goes when the next one begins. */
static void
test_clears_leftover (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autoptr (GDir) dir = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  test_file_write (folder, ".rensa-ABCDEF.part", "half", -1);
  g_assert_true (fetch (fixture, "text", NULL, NULL, NULL));
  dir = g_dir_open (folder, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (dir), ==, "file");
  g_assert_null (g_dir_read_name (dir));
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (fetch (fixture, "large", NULL, note_and_cancel, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_CANCELLED);
  assert_nothing_there (fixture);
}

static void
test_nobody_there (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_download ("http://127.0.0.1:1/text", NULL, 0, fixture->path, NULL, NULL, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_clear_error (&error);
  g_assert_false (rensa_download ("no address", NULL, 0, fixture->path, NULL, NULL, NULL, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_cmpstr (error->message, ==, "“no address” could not be downloaded: this is not a valid address");
  assert_nothing_there (fixture);
}

/* An earlier file of that name stays when the new one does not come. */
static void
test_keeps_earlier (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;

  g_assert_true (fetch (fixture, "text", NULL, NULL, NULL));
  g_assert_false (fetch (fixture, "absent", NULL, NULL, NULL));
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, TEXT);
}

int
main (int argc, char **argv)
{
  /* Proxies of the machine know nothing of its own loopback. */
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) g_test_add ("/data/download/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("good", test_good);
  ADD ("large", test_large);
  ADD ("wrong-checksum", test_wrong_checksum);
  ADD ("absent", test_absent);
  ADD ("cut", test_cut);
  ADD ("resume", test_resume);
  ADD ("resume-anew", test_resume_anew);
  ADD ("resume-whole", test_resume_whole);
  ADD ("too-much", test_too_much);
  ADD ("clears-leftover", test_clears_leftover);
  ADD ("cancel", test_cancel);
  ADD ("nobody-there", test_nobody_there);
  ADD ("keeps-earlier", test_keeps_earlier);
  return g_test_run ();
}
