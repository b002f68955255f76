/* studio-data-siblings.c: finds the folder of images that an image belongs to.
 * SPDX-License-Identifier: MIT */

#include "studio-data-siblings.h"

#include "rensa-picture.h"

#define MOST_FILES 5000

static guint
count_pictures (GFile *folder, guint *n_left)
{
  g_autoptr (GFileEnumerator) files = g_file_enumerate_children (
      folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  GFileInfo *info;
  guint n = 0;

  while (*n_left > 0 && files != NULL && g_file_enumerator_iterate (files, &info, NULL, NULL, NULL) && info != NULL)
    {
      const char *name = g_file_info_get_name (info);

      --*n_left;
      n += g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR && name[0] != '.' && rensa_picture_is_name (name);
    }
  return n;
}

/* Finds no classes if one of the folders has no images, as is typical of a home folder. */
static void
count_classes (GFile *folder, StudioDataSiblings *siblings)
{
  g_autoptr (GFileEnumerator) files = g_file_enumerate_children (
      folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  guint n_left = MOST_FILES;
  guint n_others = 0;
  GFileInfo *info;
  GFile *child;

  while (n_left > 0 && files != NULL && g_file_enumerator_iterate (files, &info, &child, NULL, NULL) && info != NULL)
    {
      const gboolean is_folder =
          g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY && g_file_info_get_name (info)[0] != '.';
      const guint n = is_folder ? count_pictures (child, &n_left) : 0;

      n_left -= MIN (n_left, 1);
      siblings->n_classes += n > 0;
      siblings->n_pictures += n;
      n_others += is_folder && n == 0;
    }
  if (n_others > 0)
    siblings->n_classes = 0;
}

static void
find_folder (StudioDataSiblings *siblings)
{
  g_autoptr (GFile) folder = g_file_get_parent (siblings->picture);
  g_autoptr (GFile) above = folder != NULL ? g_file_get_parent (folder) : NULL;

  if (above != NULL)
    count_classes (above, siblings);
  if (siblings->n_classes > 1)
    {
      siblings->folder = g_steal_pointer (&above);
      return;
    }
  siblings->n_classes = 0;
  siblings->n_pictures = folder != NULL ? count_pictures (folder, &(guint){ MOST_FILES }) : 0;
  if (siblings->n_pictures > 1)
    siblings->folder = g_steal_pointer (&folder);
}

static void
find (GTask *task, gpointer source, gpointer picture, GCancellable *cancellable)
{
  StudioDataSiblings *siblings = g_new0 (StudioDataSiblings, 1);

  siblings->picture = g_object_ref (picture);
  find_folder (siblings);
  g_task_return_pointer (task, siblings, (GDestroyNotify) studio_data_siblings_free);
}

void
studio_data_siblings_find (gpointer source, GFile *picture, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (source, NULL, callback, NULL);

  g_task_set_task_data (task, g_object_ref (picture), g_object_unref);
  g_task_run_in_thread (task, find);
}

StudioDataSiblings *
studio_data_siblings_find_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

void
studio_data_siblings_free (StudioDataSiblings *siblings)
{
  g_clear_object (&siblings->picture);
  g_clear_object (&siblings->folder);
  g_free (siblings);
}
