/* rensa-reader.c: the helper that reads files of somebody else (rensa-helper.h).
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rensa-hdf5-reader.h"
#include "rensa-helper.h"
#include "rensa-sandbox.h"

static gboolean
put (gconstpointer bytes, gsize n)
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

static gboolean
get (gpointer bytes, gsize n)
{
  for (gsize got = 0; got < n;)
    {
      const gssize n_now = read (RENSA_HELPER_SOCKET, (char *) bytes + got, n - got);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now <= 0)
        return FALSE;
      got += (gsize) n_now;
    }
  return TRUE;
}

static gboolean
put_failure (RensaHdf5Reader *reader, const char *path)
{
  const RensaHdf5Reply reply = {
    .answer = RENSA_HDF5_FAILURE,
    .reason = rensa_hdf5_reader_get_reason (reader),
    .n_bytes = strlen (path),
  };

  return put (&reply, sizeof reply) && put (path, reply.n_bytes);
}

static gboolean
put_keys (RensaHdf5Reader *reader)
{
  GPtrArray *keys = rensa_hdf5_reader_get_keys (reader);
  RensaHdf5Reply reply = { .answer = RENSA_HDF5_KEYS, .is_keras = rensa_hdf5_reader_is_keras (reader) };
  gboolean ok;

  for (guint i = 0; i < keys->len; i++)
    reply.n_bytes += strlen (keys->pdata[i]) + 1;
  ok = put (&reply, sizeof reply);
  for (guint i = 0; ok && i < keys->len; i++)
    ok = put (keys->pdata[i], strlen (keys->pdata[i]) + 1);
  return ok;
}

static gboolean
put_block (gconstpointer bytes, gsize n, gpointer is_put)
{
  const guint64 n_bytes = n;

  *(gboolean *) is_put = n == 0 || (put (&n_bytes, sizeof n_bytes) && put (bytes, n));
  return *(gboolean *) is_put;
}

static gboolean
put_blocks (RensaHdf5Reader *reader)
{
  static const guint64 failure;
  gboolean is_put = TRUE;

  return rensa_hdf5_reader_take (reader, put_block, &is_put)
         || (is_put && put (&failure, sizeof failure) && put_failure (reader, ""));
}

static gboolean
answer (RensaHdf5Reader *reader, const RensaHdf5Request *request)
{
  RensaHdf5Reply reply;
  gboolean ok;

  if (request->command == RENSA_HDF5_TAKE)
    return put_blocks (reader);
  ok = request->command == RENSA_HDF5_OPEN ? rensa_hdf5_reader_open (reader, request->index, &reply)
                                           : rensa_hdf5_reader_check (reader, &reply);
  return ok ? put (&reply, sizeof reply) : put_failure (reader, "");
}

static void
read_hdf5 (guint64 n_bytes)
{
  RensaHdf5Reader *reader = rensa_hdf5_reader_new (RENSA_HELPER_FILE, n_bytes);
  RensaHdf5Request request;
  gboolean ok = rensa_hdf5_reader_list (reader);

  ok = ok ? put_keys (reader) : (put_failure (reader, rensa_hdf5_reader_get_path (reader)), FALSE);
  while (ok && get (&request, sizeof request))
    ok = answer (reader, &request);
}

/* rensa-reader hdf5 SECONDS BYTES. Nothing is tidied up: the library might fall over what the file has spoiled. */
int
main (int argc, char **argv)
{
  struct stat file;

  if (argc != 4 || strcmp (argv[1], "hdf5") != 0 || fstat (RENSA_HELPER_FILE, &file) != 0)
    return EXIT_FAILURE;
  rensa_sandbox_enter ((guint) strtoul (argv[2], NULL, 10), strtoull (argv[3], NULL, 10));
  read_hdf5 ((guint64) file.st_size);
  _exit (EXIT_SUCCESS);
}
