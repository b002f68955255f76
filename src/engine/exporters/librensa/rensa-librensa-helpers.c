/* rensa-librensa-helpers.c: helper functions that are added to a program on demand.
 * SPDX-License-Identifier: MIT */

#include "rensa-librensa-helpers.c.in.inc"
#include "rensa-librensa-private.h"

static const struct
{
  RensaLibrensaHelper helper;
  const char *text;
} helpers[] = {
  { RENSA_LIBRENSA_APPLY1, apply1 },
  { RENSA_LIBRENSA_VALUES, values },
  { RENSA_LIBRENSA_APPLY, apply },
  { RENSA_LIBRENSA_CALL, call },
  { RENSA_LIBRENSA_ADD, add },
  { RENSA_LIBRENSA_APPEND, append },
  { RENSA_LIBRENSA_APPEND_FUNCTION, append_function },
  { RENSA_LIBRENSA_REPEAT, repeat },
  { RENSA_LIBRENSA_FROZEN, frozen },
};

void
rensa_librensa_write_helpers (const RensaLibrensaProgram *program, GString *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (helpers); i++)
    if (program->helpers & helpers[i].helper)
      g_string_append (text, helpers[i].text);
}
