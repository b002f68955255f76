/* rensa-reader.c: the helper that reads untrusted files (rensa-helper.h).
 * SPDX-License-Identifier: MIT */

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rensa-helper.h"
#include "rensa-picture-decode.h"
#include "rensa-reader-private.h"
#include "rensa-sandbox.h"

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
  { "picture", rensa_picture_decode_prepare, rensa_reader_serve_pictures },
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
