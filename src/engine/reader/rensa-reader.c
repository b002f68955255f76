/* rensa-reader.c: the helper that reads untrusted files (rensa-helper.h).
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rensa-helper.h"
#include "rensa-picture-decode.h"
#include "rensa-reader-private.h"
#include "rensa-sandbox.h"

static gboolean
decode (const RensaPictureRequest *request, GByteArray *answers)
{
  static guint8 block[RENSA_PICTURE_MOST_BLOCK_BYTES];
  g_autoptr (RensaPictureDecoding) decoding = rensa_picture_decoding_new (request);
  guint32 n;

  do
    {
      if (!rensa_reader_get (&n, sizeof n) || n > sizeof block || !rensa_reader_get (block, n))
        return FALSE;
      rensa_picture_decoding_take (decoding, block, n);
    }
  while (n > 0);
  rensa_picture_decoding_answer (decoding, answers);
  return TRUE;
}

static void
serve_pictures (guint64 n_bytes)
{
  g_autoptr (GByteArray) answers = g_byte_array_new ();
  RensaPictureRequest request;
  gboolean ok = TRUE;

  while (ok && rensa_reader_get (&request, sizeof request))
    if (request.command == RENSA_PICTURE_DECODE)
      ok = decode (&request, answers);
    else
      {
        ok = rensa_reader_put (answers->data, answers->len);
        g_byte_array_set_size (answers, 0);
      }
}

gboolean
rensa_reader_put (gconstpointer bytes, gsize n)
{
  for (gsize put = 0; put < n;)
    {
      const gssize n_now = write (RENSA_HELPER_SOCKET, (const char *) bytes + put, n - put);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now <= 0)
        return FALSE;
      put += (gsize) n_now;
    }
  return TRUE;
}

gboolean
rensa_reader_get (gpointer bytes, gsize n)
{
  static guint8 received[1 << 17];
  static gsize at;
  static gsize end;

  for (gsize got = 0; got < n;)
    {
      const gsize n_now = MIN (n - got, end - at);

      memcpy ((guint8 *) bytes + got, received + at, n_now);
      got += n_now;
      at += n_now;
      if (got < n)
        {
          const gssize n_new = read (RENSA_HELPER_SOCKET, received, sizeof received);

          if (n_new < 0 && errno == EINTR)
            continue;
          if (n_new <= 0)
            return FALSE;
          at = 0;
          end = (gsize) n_new;
        }
    }
  return TRUE;
}

static void
prepare_nothing (void)
{
}

/* @prepare: called before the limits are set, and before anything untrusted is read. */
static const struct
{
  const char *name;
  void (*prepare) (void);
  void (*serve) (guint64 n_bytes);
} kinds[] = {
  { "hdf5", prepare_nothing, rensa_reader_serve_hdf5 },
  { "picture", rensa_picture_decode_prepare, serve_pictures },
};

/* rensa-reader KIND SECONDS BYTES. Exits without cleaning up: a library might crash on data that
 * the file has corrupted. */
int
main (int argc, char **argv)
{
  struct stat file = { 0 };

  setlocale (LC_ALL, "");
  for (guint i = 0; argc == 4 && i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (argv[1], kinds[i].name) == 0)
      {
        fstat (RENSA_HELPER_FILE, &file);
        kinds[i].prepare ();
        rensa_sandbox_enter ((guint) strtoul (argv[2], NULL, 10), strtoull (argv[3], NULL, 10));
        kinds[i].serve ((guint64) file.st_size);
        _exit (EXIT_SUCCESS);
      }
  return EXIT_FAILURE;
}
