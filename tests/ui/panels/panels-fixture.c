/* panels-fixture.c: what the tests of panels share: a widget that looks at a run.
 * SPDX-License-Identifier: MIT */

#include "panels-fixture.h"

#include "folder.h"
#include "ui-fixture.h"

void
desk_set_up (Desk *desk, const char *example, const char *const *settings)
{
  g_autoptr (RensaDocument) document = ui_load_example (example);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; settings[i] != NULL; i++)
    g_assert_true (rensa_document_set (document, settings[i], &error));
  desk->folder = test_folder_new ();
  desk->store = rensa_store_open (desk->folder, &error);
  g_assert_no_error (error);
  desk->project = studio_project_new (document, NULL);
}

void
desk_show (Desk *desk, GtkWidget *panel)
{
  desk->panel = panel;
  desk->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (desk->window), 320, 600);
  gtk_window_set_child (GTK_WINDOW (desk->window), panel);
  gtk_window_present (GTK_WINDOW (desk->window));
}

void
desk_tear_down (Desk *desk, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (desk->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&desk->run);
  g_object_unref (desk->project);
  g_object_unref (desk->store);
  test_folder_free (desk->folder);
}

void
desk_train (Desk *desk, gboolean paused)
{
  g_autoptr (GError) error = NULL;

  desk->run = studio_run_start (desk->store, studio_project_get_document (desk->project), NULL, NULL, paused, &error);
  g_assert_no_error (error);
  g_object_set (desk->panel, "run", desk->run, NULL);
}

gboolean
desk_is_available (Desk *desk)
{
  gboolean available;

  g_object_get (desk->panel, "available", &available, NULL);
  return available;
}
