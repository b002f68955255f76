/* studio-runs-choices.c: choice of the columns in the table of runs.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-page-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio-runs-column.h"
#include "studio-setting.h"

/* Maximum number of differing settings shown automatically; if more differ, the runs belong to
 * several projects. */
#define MOST_DIFFERING 3

static void
columns_changed (StudioRunsPage *self)
{
  g_object_notify (G_OBJECT (self), "columns");
}

static void
column_toggled (GtkCheckButton *check, StudioRunsPage *self)
{
  self->has_chosen = TRUE;
  studio_runs_columns_show (self->columns, g_object_get_data (G_OBJECT (check), "id"),
                            gtk_check_button_get_active (check));
  columns_changed (self);
}

static void
add_choice (StudioRunsPage *self, const char *id, const char *title)
{
  GtkWidget *check = gtk_check_button_new_with_label (title);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), studio_runs_columns_is_shown (self->columns, id));
  g_object_set_data_full (G_OBJECT (check), "id", g_strdup (id), g_free);
  g_signal_connect (check, "toggled", G_CALLBACK (column_toggled), self);
  gtk_box_append (self->choices, check);
}

/* Rebuilds the choices each time, because more settings may differ by then. */
void
studio_runs_page_show_choices (StudioRunsPage *self)
{
  g_auto (GStrv) paths = self->settings != NULL ? studio_run_settings_list_varying (self->settings) : NULL;
  guint n;
  const StudioRunsColumn *columns = studio_runs_list_columns (&n);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->choices))) != NULL)
    gtk_box_remove (self->choices, child);
  for (guint i = 1; i < n; i++)
    add_choice (self, columns[i].id, _ (columns[i].title));
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    if (!studio_runs_is_usual (paths[i]))
      add_choice (self, paths[i], paths[i]);
}

void
studio_runs_page_set_columns (StudioRunsPage *self, const char *text)
{
  g_auto (GStrv) ids = g_strsplit (text != NULL ? text : "", " ", -1);
  guint n;
  const StudioRunsColumn *columns = studio_runs_list_columns (&n);

  if (ids[0] == NULL)
    return;
  self->has_chosen = TRUE;
  for (guint i = 0; i < n; i++)
    studio_runs_columns_show (self->columns, columns[i].id, g_strv_contains ((const char *const *) ids, columns[i].id));
  for (guint i = 0; ids[i] != NULL; i++)
    if (ids[i][0] != '\0')
      studio_runs_columns_show (self->columns, ids[i], TRUE);
}

char *
studio_runs_page_join_columns (StudioRunsPage *self)
{
  g_auto (GStrv) ids = studio_runs_columns_list_shown (self->columns);

  return g_strjoinv (" ", ids);
}

/* TRUE if another column of the table already shows the setting. */
static gboolean
is_told (StudioRunsPage *self, const char *path)
{
  const char *dot = strrchr (path, '.');

  if (studio_runs_columns_is_shown (self->columns, path) || g_str_has_prefix (path, "data.dataset.")
      || g_str_equal (path, "optimizer.type"))
    return TRUE;
  return g_str_has_prefix (path, "optimizer.") && g_strv_contains (studio_learning_rates, dot + 1);
}

/* Shows columns for differing settings automatically until the user makes a choice. */
void
studio_runs_page_show_differing (StudioRunsPage *self)
{
  g_auto (GStrv) paths = studio_run_settings_list_varying (self->settings);
  g_autoptr (GPtrArray) differing = g_ptr_array_new ();

  for (guint i = 0; !self->has_chosen && paths[i] != NULL; i++)
    if (!is_told (self, paths[i]))
      g_ptr_array_add (differing, paths[i]);
  for (guint i = 0; differing->len <= MOST_DIFFERING && i < differing->len; i++)
    studio_runs_columns_show (self->columns, differing->pdata[i], TRUE);
}
