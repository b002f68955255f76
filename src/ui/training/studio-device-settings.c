/* studio-device-settings.c: device settings of a project.
 * SPDX-License-Identifier: MIT */

#include "studio-device-settings.h"

#include "rensa-document-values.h"

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
