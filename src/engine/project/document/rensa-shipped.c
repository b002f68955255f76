/* rensa-shipped.c: trained weights that are installed with Rensa.
 * SPDX-License-Identifier: MIT */

#include "rensa-shipped.h"

#include <string.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"

#define MOST_BYTES (4 * 1024 * 1024)

/* A document that refers to one of these files gets the same numbers on every machine, or none. */
static const struct
{
  const char *name;
  const char *sha256;
} known[] = {
  { RENSA_SHIPPED_FEATURES, "52324a3de62ffc0e7c6c1a7c7b6ee1d6224e0e47afa75a0c6acdc93e14f583ab" },
};

gboolean
rensa_shipped_is (const char *weights)
{
  return g_str_has_prefix (weights, RENSA_SHIPPED);
}

char *
rensa_shipped_find (const char *name)
{
  g_autofree char *installed = g_build_filename (RENSA_DATADIR, "rensa", "networks", name, NULL);
  g_autofree char *built = g_build_filename ("data", "networks", name, NULL);
  const char *const places[] = { installed, built, NULL };

  return rensa_find_installed (places, R_OK);
}

static const char *
find_sha256 (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (name, known[i].name))
      return known[i].sha256;
  return NULL;
}

static gboolean
compare (const char *path, const char *sha256, GError **error)
{
  gsize length = 0;
  g_autofree char *bytes = rensa_file_read (path, MOST_BYTES, &length, error);
  g_autofree char *found =
      bytes != NULL ? g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, length) : NULL;

  if (found != NULL && !g_str_equal (found, sha256))
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("“%s” is not the file of this version of Rensa: its SHA-256 is %s instead of %s"), path, found,
                     sha256);
  return found != NULL && g_str_equal (found, sha256);
}

gboolean
rensa_shipped_check (const char *weights, GError **error)
{
  const char *name = rensa_shipped_is (weights) ? weights + strlen (RENSA_SHIPPED) : NULL;
  const char *sha256 = name != NULL ? find_sha256 (name) : NULL;
  g_autofree char *path = sha256 != NULL ? rensa_shipped_find (name) : NULL;

  if (name == NULL)
    return TRUE;
  if (sha256 == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("this version of Rensa has no weights named “%s”"), weights);
  else if (path == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("the weights “%s” are not installed with this program"),
                     weights);
  return path != NULL && compare (path, sha256, error);
}
