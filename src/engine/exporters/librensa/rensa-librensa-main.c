/* rensa-librensa-main.c: main function of a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-librensa-main.c.in.inc"
#include "rensa-librensa-private.h"

static void
write_run (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, begin_run);
  if (parts->dtype != NULL)
    g_string_append_printf (text, "  rensa_modes_get ()->dtype = %s;\n", parts->dtype);
  if (parts->tf32)
    g_string_append (text, "  rensa_modes_get ()->allow_tf32 = TRUE;\n");
  if (parts->device != NULL)
    g_string_append (text, "  if (rensa_device_find (DEVICE, error) == NULL)\n"
                           "    return FALSE;\n");
  g_string_append_printf (
      text, train, parts->has_weights ? " || (snapshot == NULL && !load_weights (model, error))" : "",
      parts->has_transforms ? " || !rensa_preprocessing_fit (data.preprocessing, NULL, error)" : "");
}

void
rensa_librensa_write_main (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, go_on);
  write_run (parts, text);
  g_string_append (text, main_function);
}
