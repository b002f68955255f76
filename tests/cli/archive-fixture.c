/* archive-fixture.c: NPZ files with something wrong in them.
 * SPDX-License-Identifier: MIT */

#include "archive-fixture.h"

#include <string.h>
#include <zip.h>

const BadArchive bad_archives[N_BAD_ARCHIVES] = {
  { "not-a-zip", "x,t\n1,2\n", 0, "” is not an NPZ file: it is not a ZIP archive." },
  { "empty", "", 0, "” is not an NPZ file: it is not a ZIP archive." },
  { "truncated", NULL, 300, "” is truncated: the directory at the end of the NPZ file is missing" },
  { "last-byte", NULL, 1, "” is truncated: the directory at the end of the NPZ file is missing" },
};

static GByteArray *
make_npy (const BadArray *array)
{
  const guint16 length = strlen (array->header);
  const guint8 start[10] = { 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, length & 0xff, length >> 8 };
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, start, sizeof start);
  g_byte_array_append (bytes, (const guint8 *) array->header, length);
  g_byte_array_set_size (bytes, sizeof start + length + array->n_data);
  memset (bytes->data + sizeof start + length, array->fill, array->n_data);
  return bytes;
}

void
archive_put (Cli *cli, const char *file, const char *prefix, const BadArray *array)
{
  g_autofree char *path = cli_path (cli, file);
  g_autofree char *name = g_strconcat (prefix, array->key, ".npy", NULL);
  g_autoptr (GByteArray) npy = array->header != NULL ? make_npy (array) : NULL;
  zip_t *zip = zip_open (path, ZIP_CREATE, NULL);

  g_assert_nonnull (zip);
  if (npy == NULL)
    g_assert_cmpint (zip_delete (zip, zip_name_locate (zip, name, 0)), ==, 0);
  else
    g_assert_cmpint (zip_file_add (zip, name, zip_source_buffer (zip, npy->data, npy->len, 0), ZIP_FL_OVERWRITE), >=,
                     0);
  g_assert_cmpint (zip_close (zip), ==, 0);
}

void
archive_assert_failed (Cli *cli, const char *prefix, const BadArray *array)
{
  g_autofree char *key = g_strconcat (prefix, array->key, NULL);
  g_autoptr (GString) expected = g_string_new (array->expected);

  g_string_replace (expected, "KEY", key, 0);
  cli_assert_failed (cli, expected->str);
}

void
archive_spoil (Cli *cli, const char *file, const BadArchive *archive)
{
  gsize length;
  g_autofree char *bytes = cli_read (cli, file, &length);

  if (archive->bytes != NULL)
    cli_write (cli, file, archive->bytes, -1);
  else
    cli_write (cli, file, bytes, (gssize) (length - archive->n_cut));
}
