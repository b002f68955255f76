/* studio-training-words.c: texts and values shared by the training settings.
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

const char *
studio_device_read (RensaDocument *document)
{
  struct json_object *json = rensa_document_get (document, "device");

  return json_object_is_type (json, json_type_string) ? json_object_get_string (json) : "cpu";
}

gboolean
studio_device_read_tf32 (RensaDocument *document)
{
  return json_object_get_boolean (rensa_document_get (document, "tf32"));
}

const char *
studio_device_find_problem (StudioProject *project)
{
  RensaAnalysis *analysis = studio_project_get_analysis (project);

  for (guint i = 0; analysis != NULL && i < rensa_analysis_get_n_problems (analysis); i++)
    {
      const RensaProblem *problem = rensa_analysis_get_problem (analysis, i);

      if (problem->node == NULL && g_str_equal (problem->place, "device"))
        return problem->sentence;
    }
  return NULL;
}
