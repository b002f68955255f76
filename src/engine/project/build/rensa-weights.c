/* rensa-weights.c: files of trained weights, and the models that begin with them.
 * SPDX-License-Identifier: MIT */

#include "rensa-weights.h"

#include <string.h>

#include "rensa-links.h"
#include "rensa-updater.h"

#define IN_SNAPSHOT "updater/model:"
#define IN_MAIN IN_SNAPSHOT RENSA_MAIN "/"
#define PREDICTOR "predictor"

/* What of a model lies where in a file.  @path: NULL for the file as a whole; @link: borrowed. */
typedef struct
{
  char *path;
  RensaLink *link;
} Part;

static void
part_clear (gpointer part)
{
  g_free (((Part *) part)->path);
}

static void
add_part (GArray *parts, const char *path, RensaLink *link)
{
  const Part part = { g_strdup (path), link };

  g_array_append_val (parts, part);
}

/* Of a snapshot of several optimizers: "updater/model:gen/", or "updater/model:both/gen/" where it learned with others; NULL
 * where the model is in neither. */
static char *
find_in_snapshot (RensaArchive *archive, const char *name)
{
  g_autofree char *own = g_strconcat (IN_SNAPSHOT, name, "/", NULL);
  g_autofree char *shared = g_strconcat ("/", name, "/", NULL);

  if (rensa_archive_has_prefix (archive, own))
    return g_steal_pointer (&own);
  for (guint i = 0; i < rensa_archive_get_n_keys (archive); i++)
    {
      const char *key = rensa_archive_get_key (archive, i);
      const char *slash = g_str_has_prefix (key, IN_SNAPSHOT) ? strchr (key + strlen (IN_SNAPSHOT), '/') : NULL;

      if (slash != NULL && g_str_has_prefix (slash, shared))
        return g_strndup (key, (gsize) (slash - key) + strlen (shared));
    }
  return NULL;
}

/* The models of a step lie apart where they learned apart. */
static void
list_models (RensaArchive *archive, RensaLink *step, GArray *parts)
{
  for (guint i = 0; i < rensa_link_get_n_children (step); i++)
    {
      RensaLink *child = rensa_link_get_child (step, i);
      g_autofree char *path = find_in_snapshot (archive, rensa_link_get_name (child));

      if (path != NULL)
        add_part (parts, path, child);
    }
}

/* At least one. */
static GArray *
list_parts (RensaArchive *archive, RensaLink *model)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));
  RensaLink *predictor = rensa_link_find (model, PREDICTOR);

  g_array_set_clear_func (parts, part_clear);
  if (rensa_archive_has_prefix (archive, IN_MAIN))
    add_part (parts, IN_MAIN, model);
  else if (rensa_archive_has_prefix (archive, IN_SNAPSHOT))
    list_models (archive, model, parts);
  else if (predictor != NULL && !rensa_archive_has_prefix (archive, PREDICTOR "/"))
    add_part (parts, NULL, predictor);
  if (parts->len == 0)
    add_part (parts, NULL, model);
  return parts;
}

gboolean
rensa_weights_load (RensaLink *model, const char *path, GError **error)
{
  g_autoptr (RensaArchive) archive = rensa_archive_open (path, error);
  g_autoptr (GArray) parts = archive != NULL ? list_parts (archive, model) : NULL;

  for (guint i = 0; parts != NULL && i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      const RensaLoadOptions options = { .path = part->path };

      if (!rensa_archive_load (archive, &options, rensa_link_serialize, part->link, error))
        return FALSE;
    }
  return parts != NULL;
}

GPtrArray *
rensa_weights_load_what_fits (RensaLink *model, const char *path, GError **error)
{
  g_autoptr (RensaArchive) archive = rensa_archive_open (path, error);
  g_autoptr (GArray) parts = archive != NULL ? list_parts (archive, model) : NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GError) problem = NULL;

  for (guint i = 0; parts != NULL && i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);
      GPtrArray *entries = rensa_load_what_fits (archive, part->path, rensa_link_serialize, part->link,
                                                 problem == NULL ? &problem : NULL);

      if (all == NULL)
        all = entries;
      else if (entries != NULL)
        g_ptr_array_extend_and_steal (all, entries);
    }
  if (all == NULL && problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return g_steal_pointer (&all);
}
