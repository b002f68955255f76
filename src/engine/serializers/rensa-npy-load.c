/* rensa-npy-load.c: loads a single array from a NumPy file.
 * SPDX-License-Identifier: MIT */

#include "rensa-npy.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-npy-private.h"

RensaArray *
rensa_npy_load (const char *path, GError **error)
{
  g_auto (RensaValue) value = { 0 };
  g_autofree char *bytes = NULL;
  g_autoptr (GError) reason = NULL;
  RensaNpyHeader header;
  gsize size;

  if (!g_file_get_contents (path, &bytes, &size, &reason))
    {
      rensa_set_words (error, RENSA_ERROR_IO, "%s", reason->message);
      return NULL;
    }
  if (!rensa_npy_header_parse ((guint8 *) bytes, size, &header, error)
      || !rensa_npy_check (&header, size - header.n_bytes, error)
      || !rensa_npy_read (&header, (guint8 *) bytes + header.n_bytes, size - header.n_bytes, &value, error))
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  if (value.kind == RENSA_VALUE_ARRAY)
    return rensa_array_ref (value.array);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected an array of numbers"), path);
  return NULL;
}
