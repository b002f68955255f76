/* studio-window-picture.c: opens a single picture or one dropped on the window.
 * SPDX-License-Identifier: MIT */

#include "studio-window-private.h"

#include <glib/gi18n.h>

#include "rensa-file.h"
#include "rensa-picture.h"
#include "studio-data-siblings.h"

static char *
describe (const StudioDataSiblings *siblings)
{
  g_autofree char *path = siblings->folder != NULL ? g_file_get_path (siblings->folder) : NULL;
  g_autofree char *name = path != NULL ? rensa_file_dup_shown_basename (path) : NULL;
  g_autofree char *pictures =
      g_strdup_printf (ngettext ("%u image", "%u images", siblings->n_pictures), siblings->n_pictures);

  if (name == NULL)
    return g_strdup (
        _ ("One image is not enough for training. Put it in a folder with others, with one subfolder per class."));
  if (siblings->n_classes > 0)
    return g_strdup_printf (ngettext ("The folder “%s” contains %s in %u subfolder, one per class.",
                                      "The folder “%s” contains %s in %u subfolders, one per class.",
                                      siblings->n_classes),
                            name, pictures, siblings->n_classes);
  return g_strdup_printf (_ ("There are %s in its folder “%s”."), pictures, name);
}

static void
answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  GFile *picture = g_object_get_data (G_OBJECT (dialog), "picture");
  GFile *folder = g_object_get_data (G_OBJECT (dialog), "folder");

  if (g_str_equal (response, "folder"))
    studio_window_open (self, folder);
  else if (g_str_equal (response, "try"))
    studio_window_try_picture (self, picture);
}

static void
siblings_found (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioWindow *self = STUDIO_WINDOW (object);
  g_autoptr (StudioDataSiblings) siblings = studio_data_siblings_find_finish (result);
  const gboolean can_try = self->project != NULL && studio_window_has_model (self);
  g_autofree char *sentence = describe (siblings);
  g_autofree char *name = rensa_file_dup_shown_basename (g_file_peek_path (siblings->picture));
  AdwMessageDialog *dialog = studio_window_ask (self, name, sentence, _ ("_Cancel"), G_CALLBACK (answered));

  g_object_set_data_full (G_OBJECT (dialog), "picture", g_object_ref (siblings->picture), g_object_unref);
  if (siblings->folder != NULL)
    {
      g_object_set_data_full (G_OBJECT (dialog), "folder", g_object_ref (siblings->folder), g_object_unref);
      adw_message_dialog_add_response (dialog, "folder", _ ("Use the _Folder"));
      adw_message_dialog_set_default_response (dialog, "folder");
    }
  if (can_try)
    {
      adw_message_dialog_add_response (dialog, "try", _ ("_Try It"));
      adw_message_dialog_set_response_appearance (dialog, "try", ADW_RESPONSE_SUGGESTED);
      adw_message_dialog_set_default_response (dialog, "try");
    }
}

gboolean
studio_window_open_picture (StudioWindow *self, GFile *file)
{
  const char *path = g_file_peek_path (file);

  if (path == NULL || !rensa_picture_is_name (path)
      || g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR)
    return FALSE;
  studio_data_siblings_find (self, file, siblings_found);
  return TRUE;
}
