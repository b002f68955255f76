/* studio-window-undo.c: undo and redo, with messages about changes that are not visible.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "studio-setting.h"
#include "studio-window-private.h"

/* Updates the tooltips and states of the undo and redo buttons. */
void
studio_window_update_undo (StudioWindow *self)
{
  g_autofree char *undo = NULL;
  g_autofree char *redo = NULL;
  g_autofree char *undo_tooltip = NULL;
  g_autofree char *redo_tooltip = NULL;
  GtkWidget *page = studio_window_get_undoing_page (self);

  if (page != NULL)
    g_object_get (page, "undo-label", &undo, NULL);
  else if (self->project != NULL)
    g_object_get (self->project, "undo-label", &undo, "redo-label", &redo, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo", undo != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.redo", redo != NULL);
  undo_tooltip = undo != NULL ? g_strdup_printf (_ ("Undo: %s"), undo) : g_strdup (_ ("Undo"));
  redo_tooltip = redo != NULL ? g_strdup_printf (_ ("Redo: %s"), redo) : g_strdup (_ ("Redo"));
  gtk_widget_set_tooltip_text (self->undo_button, undo_tooltip);
  gtk_widget_set_tooltip_text (self->redo_button, redo_tooltip);
}

static const char *
get_changed_page (RensaDocument *a, RensaDocument *b, const char *visible)
{
  const char *page = NULL;

  json_object_object_foreach (rensa_document_get_json (a), key, value)
  {
    const char *other = studio_place_get_page (key);

    if (json_object_equal (value, json_object_object_get (rensa_document_get_json (b), key)))
      continue;
    if (g_str_equal (other, visible))
      return visible;
    page = other;
  }
  return page;
}

/* Returns a page that shows a difference, preferably the visible one; NULL if nothing differs. */
static const char *
find_page (RensaDocument *before, RensaDocument *after, const char *visible)
{
  const char *page = get_changed_page (before, after, visible);
  const char *other = get_changed_page (after, before, visible);

  return page == NULL || g_strcmp0 (other, visible) == 0 ? other : page;
}

void
studio_window_tell_of_undo (StudioWindow *self, RensaDocument *before, const char *label, gboolean is_undo)
{
  const char *visible = adw_view_stack_get_visible_child_name (self->pages);
  const char *page = find_page (before, studio_project_get_document (self->project), visible);
  g_autofree char *sentence = g_strdup_printf (is_undo ? _ ("Undone: %s") : _ ("Redone: %s"), label);
  g_autofree char *markup = g_markup_escape_text (sentence, -1);
  AdwToast *toast;

  if (page == NULL || g_strcmp0 (page, visible) == 0)
    return;
  toast = adw_toast_new (markup);
  adw_toast_set_button_label (toast, _ ("Show"));
  adw_toast_set_action_name (toast, "win.show-page");
  adw_toast_set_action_target (toast, "s", page);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
undo_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkWidget *page = studio_window_get_undoing_page (STUDIO_WINDOW (widget));

  if (page != NULL)
    {
      gtk_widget_activate_action (page, "page.undo", NULL);
      return;
    }
  studio_project_settle (STUDIO_WINDOW (widget)->project);
  studio_project_undo (STUDIO_WINDOW (widget)->project);
}

static void
redo_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  if (studio_window_get_undoing_page (STUDIO_WINDOW (widget)) != NULL)
    return;
  studio_project_settle (STUDIO_WINDOW (widget)->project);
  studio_project_redo (STUDIO_WINDOW (widget)->project);
}

void
studio_window_install_undo_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, undo_activated);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, redo_activated);
}
