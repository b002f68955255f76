/* rensa-exporter.c: list of exporters, and file names.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-exporters.h"
#include "rensa-language.h"

const RensaExporter *const *
rensa_exporter_list (guint *n)
{
  *n = rensa_n_exporters_classes;
  return rensa_exporters_classes;
}

const RensaExporter *
rensa_exporter_find (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < rensa_n_exporters_classes; i++)
    {
      const RensaExporter *exporter = rensa_exporters_classes[i];

      if (name == NULL ? exporter->is_usual : g_str_equal (exporter->name, name))
        return exporter;
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", exporter->name);
    }
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("Unknown export format “%s”; available: %s"), name, names->str);
  return NULL;
}

char *
rensa_export_dup_file_name (const RensaExporter *exporter, RensaDocument *document)
{
  const char *name = json_object_get_string (rensa_document_get (document, "name"));
  g_autofree char *ascii = g_str_to_ascii (name != NULL ? name : "", "C");
  g_autoptr (GString) stem = g_string_new (NULL);

  for (const char *c = ascii; *c != '\0'; c++)
    if (g_ascii_isalnum (*c))
      g_string_append_c (stem, g_ascii_tolower (*c));
    else if (stem->len > 0 && stem->str[stem->len - 1] != '_')
      g_string_append_c (stem, '_');
  while (stem->len > 0 && stem->str[stem->len - 1] == '_')
    g_string_truncate (stem, stem->len - 1);

  return g_strconcat (exporter->prefix, stem->len > 0 ? stem->str : "network", exporter->ending, NULL);
}

char *
rensa_export_dup_data_path (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *dot = strrchr (slash != NULL ? slash : path, '.');

  return g_strdup_printf ("%.*s_data.npz", (int) (dot != NULL ? dot - path : strlen (path)), path);
}
