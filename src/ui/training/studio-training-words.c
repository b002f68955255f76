/* studio-training-words.c: texts shared by the training settings.
 * SPDX-License-Identifier: MIT */

#include "studio-training-words.h"

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "studio-step.h"

char *
studio_training_word_difference (gboolean is_running, const char *difference)
{
  if (difference == NULL)
    return NULL;
  return g_strdup_printf (is_running ? _ ("Project: %s") : _ ("This run: %s"), difference);
}

char *
studio_training_describe_losses (RensaDocument *document)
{
  GString *text = g_string_new (NULL);

  if (document == NULL || !studio_document_has_step (document))
    g_string_append (text, "-");
  else
    for (guint i = 0; i < rensa_document_count_components (document, "losses"); i++)
      {
        g_autofree char *path = studio_step_get_loss_path (document, i);
        g_autofree char *learning = studio_step_title_learning (document, i);

        g_string_append_printf (text, "%s:%s ", path, learning);
      }
  return g_string_free (text, FALSE);
}
