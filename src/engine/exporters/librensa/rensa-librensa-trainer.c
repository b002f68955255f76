/* rensa-librensa-trainer.c: training code of a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-librensa-private.h"
#include "rensa-librensa-trainer.c.in.inc"

static void
write_add_optimizers (const RensaLibrensaParts *parts, GString *text)
{
  const char *add = parts->learns_apart ? "  if (!add_hooks (optimizer, losses[i].hooks, error))\n"
                                          "    return FALSE;\n"
                                        : "  if (!add_hooks (optimizer, hooks, error))\n"
                                          "    return FALSE;\n";

  if (parts->has_hooks)
    g_string_append (text, add_hooks);
  if (parts->learns_apart)
    g_string_append_printf (text, add_optimizers_apart, parts->has_hooks ? add : "", parts->others);
  else
    g_string_append_printf (text, add_optimizers, parts->has_hooks ? add : "");
}

void
rensa_librensa_write_trainer (const RensaLibrensaParts *parts, GString *text)
{
  write_add_optimizers (parts, text);
  g_string_append (text, make_updater);
  g_string_append (text, read_trigger);
  g_string_append_printf (
      text, supply,
      parts->has_transforms ? "&rensa_preprocessing_get_form (data->preprocessing, G_N_ELEMENTS (transforms))->picture"
                            : "&data->picture");
  g_string_append (text, extend);
  g_string_append (text, make_trainer);
}
