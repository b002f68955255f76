/* studio-window-step.c: writes out the training step of a simple project.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "studio-step.h"
#include "studio-window-private.h"

void
studio_window_update_step_actions (StudioWindow *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.edit-step",
                                 self->project != NULL
                                     && !studio_document_has_step (studio_project_get_document (self->project)));
}

static void
edit_step_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  studio_project_settle (self->project);
  document = studio_project_begin (self->project);
  if (rensa_document_open_step (document, &error))
    studio_project_commit (self->project, document, _ ("Edit Step"), NULL);
  else
    studio_window_toast (self, error->message);
  studio_window_show_page (self, "model");
}

void
studio_window_install_step_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.edit-step", NULL, edit_step_activated);
}
