/* rensa-reader-hdf5.c: serves requests for the keys of one HDF5 file.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-hdf5-reader.h"
#include "rensa-helper.h"
#include "rensa-reader-private.h"

static gboolean
put_failure (RensaHdf5Reader *reader, const char *path)
{
  const RensaHdf5Reply reply = {
    .answer = RENSA_HDF5_FAILURE,
    .reason = rensa_hdf5_reader_get_reason (reader),
    .n_bytes = strlen (path),
  };

  return rensa_reader_put (&reply, sizeof reply) && rensa_reader_put (path, reply.n_bytes);
}

static gboolean
put_keys (RensaHdf5Reader *reader)
{
  GPtrArray *keys = rensa_hdf5_reader_get_keys (reader);
  RensaHdf5Reply reply = { .answer = RENSA_HDF5_KEYS, .is_keras = rensa_hdf5_reader_is_keras (reader) };
  gboolean ok;

  for (guint i = 0; i < keys->len; i++)
    reply.n_bytes += strlen (keys->pdata[i]) + 1;
  ok = rensa_reader_put (&reply, sizeof reply);
  for (guint i = 0; ok && i < keys->len; i++)
    ok = rensa_reader_put (keys->pdata[i], strlen (keys->pdata[i]) + 1);
  return ok;
}

static gboolean
put_block (gconstpointer bytes, gsize n, gpointer is_put)
{
  const guint64 n_bytes = n;

  *(gboolean *) is_put = n == 0 || (rensa_reader_put (&n_bytes, sizeof n_bytes) && rensa_reader_put (bytes, n));
  return *(gboolean *) is_put;
}

static gboolean
put_blocks (RensaHdf5Reader *reader)
{
  static const guint64 failure;
  gboolean is_put = TRUE;

  return rensa_hdf5_reader_take (reader, put_block, &is_put)
         || (is_put && rensa_reader_put (&failure, sizeof failure) && put_failure (reader, ""));
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
  return ok ? rensa_reader_put (&reply, sizeof reply) : put_failure (reader, "");
}

void
rensa_reader_serve_hdf5 (guint64 n_bytes)
{
  RensaHdf5Reader *reader = rensa_hdf5_reader_new (RENSA_HELPER_FILE, n_bytes);
  RensaHdf5Request request;
  gboolean ok = rensa_hdf5_reader_list (reader);

  ok = ok ? put_keys (reader) : (put_failure (reader, rensa_hdf5_reader_get_path (reader)), FALSE);
  while (ok && rensa_reader_get (&request, sizeof request))
    ok = answer (reader, &request);
}
