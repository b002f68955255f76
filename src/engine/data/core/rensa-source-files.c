/* rensa-source-files.c: downloadable files of a data set.
 * SPDX-License-Identifier: MIT */

#include "rensa-source-files-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-source-private.h"

static char *
find_in (const RensaSourceFiles *self, const char *folder, const char *name)
{
  const char *const endings[] = { "", self->ending };

  for (guint i = 0; i < G_N_ELEMENTS (endings) && endings[i] != NULL; i++)
    {
      g_autofree char *file = g_strconcat (name, endings[i], NULL);
      g_autofree char *path = g_build_filename (folder, file, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static char *
find_below (const RensaSourceFiles *self, const char *root, const char *const *folders, const char *name)
{
  char *path = NULL;

  for (guint i = 0; path == NULL && folders != NULL && folders[i] != NULL; i++)
    {
      g_autofree char *folder = g_build_filename (root, folders[i], NULL);

      path = find_in (self, folder, name);
    }
  return path;
}

char *
rensa_source_files_find (const RensaSourceFiles *self, const char *folder, gboolean is_chosen, const char *name)
{
  char *path = is_chosen ? find_below (self, folder, self->chosen_folders, name) : NULL;

  return path != NULL ? path : find_below (self, folder, self->folders, name);
}

/* Reports the progress of all files together. */
typedef struct
{
  const RensaSourceFiles *files;
  GCancellable *cancellable;
  RensaDownloadProgress progress;
  gpointer data;
  guint64 n_before;
  guint64 n_total;
} Fetch;

static void
report_progress (guint64 n_received, guint64 n_total, gpointer data)
{
  const Fetch *self = data;

  self->progress (self->n_before + n_received, self->n_total, self->data);
}

/* Downloads the file from the first mirror that works; the error is that of the last mirror. */
static gboolean
fetch_file (Fetch *self, const char *root, const RensaSourceFile *file, GError **error)
{
  const RensaSourceFiles *files = self->files;
  g_autofree char *name = g_strconcat (file->name, files->ending, NULL);
  g_autofree char *path = g_build_filename (root, files->name, name, NULL);
  g_autoptr (GError) reason = NULL;

  for (guint i = 0; files->mirrors[i] != NULL && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      g_autofree char *url = g_strconcat (files->mirrors[i], "/", name, NULL);

      g_clear_error (&reason);
      if (rensa_download (url, file->sha256, file->size, path, self->cancellable,
                          self->progress != NULL ? report_progress : NULL, self, &reason))
        return TRUE;
    }
  if (reason == NULL)
    rensa_set_words (&reason, RENSA_ERROR_CANCELLED, N_ ("the download of %s was cancelled"), files->title);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

gboolean
rensa_source_files_fetch (const RensaSourceFiles *files, guint n, const char *root, GCancellable *cancellable,
                          RensaDownloadProgress progress, gpointer data, GError **error)
{
  Fetch self = { files, cancellable, progress, data };
  g_autofree gboolean *is_there = g_new (gboolean, n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = rensa_source_files_find (files, root, FALSE, files->files[i].name);

      is_there[i] = path != NULL;
      self.n_total += is_there[i] ? 0 : files->files[i].size;
    }
  for (guint i = 0; i < n; i++)
    if (!is_there[i])
      {
        if (!fetch_file (&self, root, &files->files[i], error))
          return FALSE;
        self.n_before += files->files[i].size;
      }
  return TRUE;
}

char *
rensa_source_files_find_folder (const char *folder, const RensaDataPlaces *places)
{
  g_autofree char *found = folder != NULL ? rensa_source_find_file (places, folder, NULL) : NULL;

  if (folder == NULL)
    return g_strdup (places->root);
  if (found != NULL && g_file_test (found, G_FILE_TEST_IS_REGULAR))
    return g_path_get_dirname (found);
  return found != NULL ? g_steal_pointer (&found) : g_strdup (folder);
}

char **
rensa_source_files_find_all (const RensaSourceFiles *self, guint n, const char *chosen, gboolean download,
                             const RensaDataPlaces *places, GError **error)
{
  g_autofree char *folder = rensa_source_files_find_folder (chosen, places);
  g_auto (GStrv) paths = g_new0 (char *, n + 1);

  if (download && places->may_download
      && !rensa_source_files_fetch (self, n, places->root, places->cancellable, NULL, NULL, error))
    return NULL;

  for (guint i = 0; i < n; i++)
    {
      const char *name = self->files[i].name;

      paths[i] = rensa_source_files_find (self, folder, chosen != NULL, name);
      if (paths[i] == NULL && download)
        paths[i] = rensa_source_files_find (self, places->root, FALSE, name);
      if (paths[i] != NULL)
        continue;

      rensa_set_words (error, RENSA_ERROR_NOT_FOUND,
                       N_ ("%s: “%s” was not found in “%s”; choose the folder that contains the files, or download "
                           "them"),
                       self->name, name, folder);
      return NULL;
    }
  return g_steal_pointer (&paths);
}
