/* rensa-weights.c: files of trained weights, and the models that begin with them.
 * SPDX-License-Identifier: MIT */

#include "rensa-weights.h"

#define IN_SNAPSHOT "updater/model:main/"
#define PREDICTOR "predictor"

/* Where in the file the model is; what of @model that is in *@part, borrowed. */
static const char *
find_part (RensaArchive *archive, RensaLink *model, RensaLink **part)
{
  const gboolean is_snapshot = rensa_archive_has_prefix (archive, IN_SNAPSHOT);
  const gboolean is_model = is_snapshot || rensa_archive_has_prefix (archive, PREDICTOR "/");

  *part = is_model ? model : rensa_link_find (model, PREDICTOR);
  return is_snapshot ? IN_SNAPSHOT : NULL;
}

gboolean
rensa_weights_load (RensaLink *model, const char *path, GError **error)
{
  g_autoptr (RensaArchive) archive = rensa_archive_open (path, error);
  RensaLoadOptions options = { 0 };
  RensaLink *part;

  if (archive == NULL)
    return FALSE;

  options.path = find_part (archive, model, &part);
  return rensa_archive_load (archive, &options, rensa_link_serialize, part, error);
}

GPtrArray *
rensa_weights_load_what_fits (RensaLink *model, const char *path, GError **error)
{
  g_autoptr (RensaArchive) archive = rensa_archive_open (path, error);
  const char *where;
  RensaLink *part;

  if (archive == NULL)
    return NULL;

  where = find_part (archive, model, &part);
  return rensa_load_what_fits (archive, where, rensa_link_serialize, part, error);
}
