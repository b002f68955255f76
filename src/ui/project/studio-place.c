/* studio-place.c: finds the page that edits a document field.
 * SPDX-License-Identifier: MIT */

#include "studio-place.h"

const char *
studio_place_get_page (const char *place)
{
  static const char *const of_training[] = { "optimizer", "hooks", "updater", "stop", "extensions", "device", "tf32" };

  if (g_str_has_prefix (place, "data"))
    return "data";
  for (guint i = 0; i < G_N_ELEMENTS (of_training); i++)
    if (g_str_has_prefix (place, of_training[i]))
      return "training";
  return "model";
}
