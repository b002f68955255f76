/* studio-training-words.c: how the settings of a project and of its run differ, in words.
 * SPDX-License-Identifier: MIT */

#include "studio-training-words.h"

#include <glib/gi18n.h>

char *
studio_training_word_difference (gboolean is_running, const char *difference)
{
  if (difference == NULL)
    return NULL;
  return g_strdup_printf (is_running ? _ ("The project: %s") : _ ("This run: %s"), difference);
}
