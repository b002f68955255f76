/* inspector-fixture.c: what the tests of the inspector share.
 * SPDX-License-Identifier: MIT */

#include "inspector-fixture.h"

#include "ui-fixture.h"

static void
on_renamed (Fixture *fixture, const char *path)
{
  g_string_append_printf (fixture->signals, "renamed %s;", path);
}

static void
on_opened (Fixture *fixture, const char *path)
{
  g_string_append_printf (fixture->signals, "opened %s;", path);
}

static void
on_problem (Fixture *fixture, const char *path)
{
  g_string_append_printf (fixture->signals, "problem %s;", path);
}

void
inspector_set_up (Fixture *fixture, StudioProject *project)
{
  fixture->project = project;
  fixture->inspector = studio_inspector_new ();
  fixture->signals = g_string_new (NULL);
  g_signal_connect_swapped (fixture->inspector, "renamed", G_CALLBACK (on_renamed), fixture);
  g_signal_connect_swapped (fixture->inspector, "opened", G_CALLBACK (on_opened), fixture);
  g_signal_connect_swapped (fixture->inspector, "problem-activated", G_CALLBACK (on_problem), fixture);
  g_object_set (fixture->inspector, "project", project, NULL);
  fixture->window = ui_show (fixture->inspector);
  studio_project_wait_for_analysis (project);
}

void
inspector_tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->project);
  g_string_free (fixture->signals, TRUE);
}
