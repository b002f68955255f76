/* rensa-librensa-makefile.c: Makefile for a program.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-librensa-makefile.mk.in.inc"
#include "rensa-librensa-private.h"

char *
rensa_librensa_write_makefile (const char *name, GError **error)
{
  g_autofree char *stem = g_strndup (name, MAX ((int) strlen (name) - 2, 0));

  if (!g_str_has_suffix (name, ".c") || strspn (stem, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") != strlen (stem)
      || stem[0] == '\0' || g_str_equal (stem, "run") || g_str_equal (stem, "clean"))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("The program name is used in a Makefile, so it must consist of letters, digits and _, "
                           "end in .c, and be neither run.c nor clean.c, but “%s” was given"),
                       name);
      return NULL;
    }
  return g_strdup_printf (makefile, stem, RENSA_VERSION);
}
