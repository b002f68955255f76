/* npz-file.c: NPY and NPZ files made byte by byte.
 * SPDX-License-Identifier: MIT */

#include "npz-file.h"

#include <string.h>
#include <zip.h>

GByteArray *
npy_new (const char *descr, const char *order, const char *shape, const char *data, gsize n_data)
{
  g_autofree char *header =
      g_strdup_printf ("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", descr, order, shape);
  const guint length = strlen (header);
  const guint8 start[] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, length & 0xff, length >> 8 };
  GByteArray *npy = g_byte_array_new ();

  g_byte_array_append (npy, start, sizeof start);
  g_byte_array_append (npy, (const guint8 *) header, length);
  return g_byte_array_append (npy, (const guint8 *) data, n_data);
}

void
npz_write (const char *path, const NpzMember *members)
{
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, NULL);

  for (; members->name != NULL; members++)
    {
      zip_source_t *source = zip_source_buffer (zip, members->bytes->data, members->bytes->len, 0);

      g_assert_cmpint (zip_file_add (zip, members->name, source, 0), >=, 0);
    }
  g_assert_cmpint (zip_close (zip), ==, 0);
}
