/* studio-source.c: objects that a widget shows and observes.
 * SPDX-License-Identifier: MIT */

#include "studio-source.h"

gboolean
studio_source_set (GObject **place, GObject *object, gpointer listener)
{
  if (*place == object)
    return FALSE;

  if (*place != NULL)
    g_signal_handlers_disconnect_by_data (*place, listener);
  return g_set_object (place, object);
}
