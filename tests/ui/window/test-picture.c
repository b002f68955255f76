/* test-picture.c: a single picture that is opened.
 * SPDX-License-Identifier: MIT */

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>

#include "studio-try-dialog.h"
#include <glib/gstdio.h>

#include "window-fixture.h"

/* "shapes/circle/a.png" in the desk's folder. */
static char *
write_picture (Desk *desk, const char *name)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 8, 8);
  char *path = desk_path (desk, name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  gdk_pixbuf_fill (pixbuf, 0xffffffffu);
  g_assert_true (gdk_pixbuf_save (pixbuf, path, "png", &error, NULL));
  g_assert_no_error (error);
  return path;
}

static void
open_picture (StudioWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  studio_window_open (window, file);
}

/* One that lies in the folder of a class stands for all classes; the folder becomes a project. */
static void
test_classes (Desk *desk, StudioWindow *window)
{
  g_autofree char *a G_GNUC_UNUSED = write_picture (desk, "shapes/circle/a.png");
  g_autofree char *b = write_picture (desk, "shapes/circle/b.png");
  g_autofree char *c G_GNUC_UNUSED = write_picture (desk, "shapes/square/c.png");
  AdwMessageDialog *dialog;

  open_picture (window, b);
  dialog = wait_for_dialog (window, "b.png");
  g_assert_cmpstr (adw_message_dialog_get_body (dialog), ==,
                   "The folder “shapes” contains 3 images in 2 subfolders, one per class.");
  g_assert_false (adw_message_dialog_has_response (dialog, "try"));
  answer (dialog, "folder");
  WAIT_FOR (window->project != NULL);
  g_assert_cmpstr (studio_project_get_title (window->project), ==, "shapes");
}

/* A folder beside others that hold no pictures is no class. */
static void
test_home (Desk *desk, StudioWindow *window)
{
  g_autofree char *a = write_picture (desk, "home/Pictures/a.png");
  g_autofree char *b G_GNUC_UNUSED = write_picture (desk, "home/Pictures/b.png");
  g_autofree char *c G_GNUC_UNUSED = write_picture (desk, "home/Downloads/c.png");
  g_autofree char *music = desk_path (desk, "home/Music");
  AdwMessageDialog *dialog;

  g_assert_cmpint (g_mkdir (music, 0700), ==, 0);
  open_picture (window, a);
  dialog = wait_for_dialog (window, "a.png");
  g_assert_cmpstr (adw_message_dialog_get_body (dialog), ==, "There are 2 images in its folder “Pictures”.");
  answer (dialog, "cancel");
}

static void
test_folder (Desk *desk, StudioWindow *window)
{
  g_autofree char *a = write_picture (desk, "photos/a.png");
  g_autofree char *b G_GNUC_UNUSED = write_picture (desk, "photos/b.png");
  AdwMessageDialog *dialog;

  open_picture (window, a);
  /* The folder may take long to read, so the window does not wait for it. */
  g_assert_null (find_dialog (window, "a.png"));
  dialog = wait_for_dialog (window, "a.png");
  g_assert_cmpstr (adw_message_dialog_get_body (dialog), ==, "There are 2 images in its folder “photos”.");
  answer (dialog, "cancel");
  g_assert_null (window->project);
}

static void
test_alone (Desk *desk, StudioWindow *window)
{
  g_autofree char *a = write_picture (desk, "one/a.png");
  AdwMessageDialog *dialog;

  open_picture (window, a);
  dialog = wait_for_dialog (window, "a.png");
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "not enough"));
  g_assert_false (adw_message_dialog_has_response (dialog, "folder"));
  answer (dialog, "cancel");
}

static gboolean
shows (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;
  return FALSE;
}

/* A trained model can be asked about it, if it takes pictures. */
static void
try_picture (Desk *desk, StudioWindow *window, const char *text)
{
  g_autofree char *picture = write_picture (desk, "mine/mine.png");
  StudioRun *run = train (window);

  WAIT_FOR (!studio_run_is_live (run) && can_act (window, "win.try"));
  open_picture (window, picture);
  answer (wait_for_dialog (window, "mine.png"), "try");
  WAIT_FOR (window->try_dialog != NULL && shows (window->try_dialog, text));
}

/* Ten of each class. */
static void
write_shapes (Desk *desk)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("shapes/%s/%u.png", i % 2 == 0 ? "circle" : "square", i);
      g_autofree char *path G_GNUC_UNUSED = write_picture (desk, name);
    }
}

static void
test_try (Desk *desk, StudioWindow *window)
{
  g_autofree char *shapes = desk_path (desk, "shapes");
  g_autofree char *dataset = g_strdup_printf ("\"image_folder\", \"attrs\": { \"path\": \"%s\" } }", shapes);
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_shapes (desk);
  write_changed_project (path, "\"moons\", \"attrs\": { \"n\": 300, \"n_test\": 60 } }", dataset);
  desk_open (desk, path);
  try_picture (desk, window, "mine.png");
}

static void
test_try_drawings (Desk *desk, StudioWindow *window)
{
  studio_window_open_example (window, "strokes-mlp.rensa");
  g_assert_true (studio_project_set (window->project, "stop.period", "1", NULL));
  try_picture (desk, window, "This model accepts only drawings. Draw one here.");
}

static void
test_try_elsewhere (Desk *desk, StudioWindow *window)
{
  g_autofree char *path = desk_path (desk, "a.rensa");

  write_project (path, "Short", 1);
  desk_open (desk, path);
  try_picture (desk, window, "This model does not accept images.");
}

int
main (int argc, char **argv)
{
  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/window/picture/classes", test_classes);
  ADD_DESK_TEST ("/ui/window/picture/folder", test_folder);
  ADD_DESK_TEST ("/ui/window/picture/home", test_home);
  ADD_DESK_TEST ("/ui/window/picture/alone", test_alone);
  ADD_DESK_TEST ("/ui/window/picture/try", test_try);
  ADD_DESK_TEST ("/ui/window/picture/try-drawings", test_try_drawings);
  ADD_DESK_TEST ("/ui/window/picture/try-elsewhere", test_try_elsewhere);
  return g_test_run ();
}
