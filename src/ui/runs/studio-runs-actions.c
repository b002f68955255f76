/* studio-runs-actions.c: actions on the selected runs.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-page-private.h"

#include <glib/gi18n.h>

#include "rensa-run-model.h"
#include "studio-format.h"
#include "studio-run.h"
#include "studio-runs-edit.h"
#include "studio-widget.h"

/* Activates a window action that takes the uuid of the single selected run. */
static void
forward (StudioRunsPage *self, const char *action)
{
  g_autoptr (RensaRun) run = studio_runs_page_get_only_selected (self);

  if (run != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), action, "s", rensa_run_get_uuid (run));
}

static void
show_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  forward (STUDIO_RUNS_PAGE (widget), "win.open-run");
}

static void
continue_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  forward (STUDIO_RUNS_PAGE (widget), "win.continue-run");
}

static void
open_document_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  forward (STUDIO_RUNS_PAGE (widget), "win.open-run-document");
}

static void
export_npz_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  forward (STUDIO_RUNS_PAGE (widget), "win.export-npz");
}

static void
reveal_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (widget);
  g_autoptr (RensaRun) run = studio_runs_page_get_only_selected (self);
  g_autofree char *folder = run != NULL ? rensa_store_get_run_folder (self->store, run) : NULL;
  g_autofree char *uri = folder != NULL ? g_filename_to_uri (folder, NULL, NULL) : NULL;

  if (uri != NULL)
    gtk_show_uri (GTK_WINDOW (gtk_widget_get_root (widget)), uri, GDK_CURRENT_TIME);
}

static void
star_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (widget);
  g_autoptr (GPtrArray) runs = studio_runs_page_get_selected (self);

  for (guint i = 0; i < runs->len; i++)
    rensa_store_set_starred (self->store, runs->pdata[i], !rensa_run_get_starred (runs->pdata[i]));
}

static void
tell_deleted (StudioRunsPage *self)
{
  g_autofree char *runs = studio_format_runs (self->deleted->len);
  g_autofree char *sentence = g_strdup_printf (_ ("%s deleted"), runs);
  AdwToast *toast = adw_toast_new (sentence);

  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_action_name (toast, "runs.undelete");
  adw_toast_set_timeout (toast, 10);
  g_set_weak_pointer (&self->toast, toast);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* On this page, where the document is not visible, Ctrl+Z undoes the deletion. */
static void
deleted_changed (StudioRunsPage *self)
{
  studio_runs_page_update_actions (self);
  g_object_notify (G_OBJECT (self), "undo-label");
}

static void
delete_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (widget);
  g_autoptr (GPtrArray) runs = studio_runs_page_get_selected (self);
  g_autoptr (GError) error = NULL;

  g_ptr_array_set_size (self->deleted, 0);
  for (guint i = 0; i < runs->len && error == NULL; i++)
    if (rensa_store_delete (self->store, runs->pdata[i], &error))
      g_ptr_array_add (self->deleted, g_object_ref (runs->pdata[i]));
  if (error != NULL)
    studio_toast_error (widget, error);
  if (self->deleted->len > 0)
    tell_deleted (self);
  deleted_changed (self);
}

/* Removes all but the newest and the best snapshot of each run. */
static void
remove_snapshots_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (widget);
  g_autoptr (GPtrArray) runs = studio_runs_page_get_selected (self);
  g_autoptr (GError) error = NULL;
  g_autofree char *size = NULL;
  g_autofree char *sentence = NULL;
  gint64 freed = 0;

  for (guint i = 0; i < runs->len && error == NULL; i++)
    {
      gint64 bytes = 0;

      if (rensa_store_remove_snapshots (self->store, runs->pdata[i], &bytes, &error))
        freed += bytes;
    }
  size = studio_format_bytes (freed);
  sentence = g_strdup_printf (_ ("Old snapshots deleted, %s freed"), size);
  gtk_widget_activate_action (widget, "win.toast", "s", error != NULL ? error->message : sentence);
  rensa_store_measure (self->store);
}

static void
undelete_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (widget);

  for (guint i = 0; i < self->deleted->len; i++)
    rensa_store_undelete (self->store, self->deleted->pdata[i]);
  if (self->deleted->len == 1)
    studio_runs_page_select (self, self->deleted->pdata[0]);
  g_ptr_array_set_size (self->deleted, 0);
  /* There is nothing left to undo. */
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  deleted_changed (self);
}

static void
edit_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioRunsPage *self = STUDIO_RUNS_PAGE (widget);
  g_autoptr (RensaRun) run = studio_runs_page_get_only_selected (self);

  if (run != NULL)
    studio_runs_edit (widget, self->store, run);
}

static void
menu_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_runs_page_open_menu (STUDIO_RUNS_PAGE (widget), 24, 48);
}

/* Returns "+20 Epochs" for a finished run; NULL for others. */
static char *
describe_longer (StudioRunsPage *self, RensaRun *run)
{
  g_autoptr (RensaDocument) document = rensa_run_load_document (self->store, run, NULL);

  return studio_run_describe_longer (run, document);
}

static void
update_continue (StudioRunsPage *self, gboolean can_write, GPtrArray *runs)
{
  RensaRun *run = runs->len == 1 ? runs->pdata[0] : NULL;
  g_autofree char *longer = can_write && run != NULL ? describe_longer (self, run) : NULL;

  gtk_button_set_label (self->continue_button, longer != NULL ? longer : _ ("Resume"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "runs.continue",
                                 longer != NULL || (can_write && run != NULL && studio_run_can_continue (run)));
}

void
studio_runs_page_update_actions (StudioRunsPage *self)
{
  static const char *const for_one[] = { "runs.show", "runs.open-document", "runs.reveal", "runs.export-npz",
                                         "runs.edit" };
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (GPtrArray) runs = studio_runs_page_get_selected (self);
  const gboolean can_write = self->store != NULL && !rensa_store_is_read_only (self->store);
  gboolean can_delete = can_write && runs->len > 0;

  for (guint i = 0; i < G_N_ELEMENTS (for_one); i++)
    gtk_widget_action_set_enabled (widget, for_one[i], runs->len == 1);
  for (guint i = 0; i < runs->len; i++)
    can_delete = can_delete && !rensa_run_is_active (runs->pdata[i]);
  update_continue (self, can_write, runs);
  gtk_widget_action_set_enabled (widget, "runs.compare", runs->len >= 2);
  gtk_widget_action_set_enabled (widget, "runs.star", runs->len > 0);
  gtk_widget_action_set_enabled (widget, "runs.delete", can_delete);
  gtk_widget_action_set_enabled (widget, "runs.remove-snapshots", can_delete);
  gtk_widget_action_set_enabled (widget, "runs.undelete", self->deleted->len > 0);
  gtk_widget_action_set_enabled (widget, "page.undo", self->deleted->len > 0);
}

void
studio_runs_page_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
    guint key;
    GdkModifierType modifiers;
  } actions[] = {
    { "runs.show", show_activated, 0, 0 },
    { "runs.continue", continue_activated, 0, 0 },
    { "runs.open-document", open_document_activated, 0, 0 },
    { "runs.export-npz", export_npz_activated, GDK_KEY_e, GDK_CONTROL_MASK },
    { "runs.reveal", reveal_activated, 0, 0 },
    { "runs.star", star_activated, GDK_KEY_b, GDK_CONTROL_MASK },
    { "runs.delete", delete_activated, GDK_KEY_Delete, 0 },
    { "runs.undelete", undelete_activated, 0, 0 },
    { "page.undo", undelete_activated, 0, 0 },
    { "runs.remove-snapshots", remove_snapshots_activated, 0, 0 },
    { "runs.edit", edit_activated, GDK_KEY_F2, 0 },
    { "runs.menu", menu_activated, GDK_KEY_Menu, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
      if (actions[i].key != 0)
        gtk_widget_class_add_binding_action (widget_class, actions[i].key, actions[i].modifiers, actions[i].name, NULL);
    }
  gtk_widget_class_install_property_action (widget_class, "runs.compare", "comparing");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "runs.menu", NULL);
}
