/* studio-window-leftover.c: offers to recover unsaved copies left by a crashed studio.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "rensa-file.h"
#include "studio-window-private.h"

static void
show_page (StudioWindow *self)
{
  const char *origin = studio_leftover_get_origin (self->leftover);
  g_autofree char *title = g_strdup_printf (_ ("“%s” Was Not Saved"), studio_leftover_get_title (self->leftover));
  g_autofree char *file = origin != NULL ? rensa_file_dup_shown_name (origin) : NULL;
  g_autofree char *escaped = file != NULL ? g_markup_escape_text (file, -1) : NULL;
  const char *sentence =
      _ ("Rensa closed before this project was saved. The changes have been kept but are not loaded yet.");
  g_autofree char *text = file != NULL ? g_strdup_printf ("%s\n\n%s", sentence, escaped) : g_strdup (sentence);

  adw_status_page_set_title (self->leftover_page, title);
  adw_status_page_set_description (self->leftover_page, text);
  gtk_stack_set_visible_child_name (self->contents, "leftover");
}

void
studio_window_offer (StudioWindow *self, StudioLeftover *leftover)
{
  self->leftover = leftover;
  studio_window_update_document_actions (self);
  show_page (self);
  gtk_window_set_focus (GTK_WINDOW (self), self->recover_button);
}

/* Removes the old copy only after the recovered project has its own. */
static void
recover_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  g_autoptr (StudioLeftover) leftover = g_steal_pointer (&self->leftover);

  studio_window_take_recovered (self, rensa_document_ref (studio_leftover_get_document (leftover)),
                                studio_leftover_get_origin (leftover));
  studio_leftover_discard (leftover);
}

static void
discard_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  if (!g_str_equal (response, "discard"))
    return;

  studio_leftover_discard (self->leftover);
  g_clear_pointer (&self->leftover, studio_leftover_free);
  gtk_stack_set_visible_child_name (self->contents, "welcome");
  studio_window_update_document_actions (self);
}

static void
discard_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  g_autofree char *sentence =
      g_strdup_printf (_ ("Unsaved changes to “%s” will be lost."), studio_leftover_get_title (self->leftover));
  AdwMessageDialog *dialog =
      studio_window_ask (self, _ ("Discard Changes?"), sentence, _ ("_Cancel"), G_CALLBACK (discard_answered));

  adw_message_dialog_add_response (dialog, "discard", _ ("_Discard"));
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
}

void
studio_window_install_leftover_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.recover", NULL, recover_activated);
  gtk_widget_class_install_action (widget_class, "win.discard-leftover", NULL, discard_activated);
}
