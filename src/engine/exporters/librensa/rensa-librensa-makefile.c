/* rensa-librensa-makefile.c: Makefile for a program.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-librensa-private.h"

static const char makefile[] =
    "# Makefile: builds %1$s, which \"make run\" lets train.\n"
    "# Made by Rensa " RENSA_VERSION ".\n"
    "#\n"
    "# pkg-config tells where librensa is.  Where it does not find it, name the folder that rensa.pc is in:\n"
    "#   PKG_CONFIG_PATH=/opt/rensa/lib/pkgconfig make run\n"
    "\n"
    "CC = cc\n"
    "CFLAGS = -O2 -Wall -Wextra\n"
    "PKG_CONFIG = pkg-config\n"
    "OUT = result\n"
    "\n"
    "%1$s: %1$s.c\n"
    "\t$(if $(shell $(PKG_CONFIG) --libs rensa),,$(error pkg-config does not find librensa; see the head of this file))\n"
    "\t$(CC) $(CFLAGS) $(shell $(PKG_CONFIG) --cflags rensa) $< -o $@ $(LDFLAGS) $(shell $(PKG_CONFIG) --libs rensa) \\\n"
    "\t  -Wl,-rpath,$(shell $(PKG_CONFIG) --variable=libdir rensa)\n"
    "\n"
    "run: %1$s\n"
    "\t./%1$s $(OUT)\n"
    "\n"
    "clean:\n"
    "\trm -f %1$s\n"
    "\n"
    ".PHONY: run clean\n";

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
  return g_strdup_printf (makefile, stem);
}
