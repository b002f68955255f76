/* rensa-export-weights.c: initial parameters of a program, under the names that it expects.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder.h"
#include "rensa-document-values.h"
#include "rensa-export-private.h"
#include "rensa-npz.h"
#include "rensa-weights.h"

#define PREDICTOR "predictor"

char *
rensa_export_find_weights (RensaDocument *document, const RensaExportTarget *target)
{
  struct json_object *own = rensa_document_get (document, "weights");
  const char *path = json_object_is_type (own, json_type_string) ? json_object_get_string (own) : NULL;

  if (target->weights != NULL || path == NULL)
    return g_strdup (target->weights);
  return rensa_document_find_file (document, path);
}

/* Returns TRUE if the names in a file are those of the whole model: a file may also be a snapshot,
 * or contain only the predictor. */
static gboolean
has_full_names (RensaArchive *archive, RensaLink *model)
{
  return !rensa_archive_is_hdf5 (archive) && !rensa_archive_has_prefix (archive, "updater/")
         && (rensa_link_find (model, PREDICTOR) == NULL || rensa_archive_has_prefix (archive, PREDICTOR "/"));
}

static gboolean
are_all_there (GPtrArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const RensaLoadStatus status = ((RensaLoadEntry *) entries->pdata[i])->status;

      if (status == RENSA_LOAD_MISSING || status == RENSA_LOAD_OTHER)
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_export_fit_weights (const RensaExporter *exporter, RensaDocument *document, const RensaExportTarget *target,
                          const char *path, gboolean *is_written, GError **error)
{
  g_autofree char *weights = rensa_export_find_weights (document, target);
  g_autoptr (GHashTable) map = NULL;
  g_autoptr (RensaArchive) archive = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaLink) model = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  *is_written = FALSE;
  if (weights == NULL || !exporter->takes_weights || exporter->write == NULL)
    return TRUE;
  if (target->weights == NULL && !rensa_document_read_weights_map (document, &map, error))
    return FALSE;
  if (exporter->takes_all_forms && map == NULL)
    return TRUE;

  archive = rensa_archive_open (weights, error);
  builder = archive != NULL ? rensa_builder_new (document, target->dataset_root, error) : NULL;
  model = builder != NULL ? rensa_builder_make_model (builder, error) : NULL;
  entries = model != NULL ? rensa_weights_load_what_fits (model, weights, map, error) : NULL;
  if (entries == NULL)
    return FALSE;
  if (map == NULL && has_full_names (archive, model) && are_all_there (entries))
    return TRUE;
  *is_written = TRUE;
  return rensa_save_npz (path, rensa_link_serialize, model, FALSE, error);
}
