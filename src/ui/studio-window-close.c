/* studio-window-close.c: confirmations before a window closes.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>

#include "studio-window-private.h"

/* If the run has ended while the dialog was open, closes immediately. */
static void
stop_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  if (!g_str_equal (response, "stop"))
    return;

  self->is_closing = studio_window_is_training (self);
  if (self->is_closing)
    studio_run_stop (self->run);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
ask_to_stop (StudioWindow *self)
{
  AdwMessageDialog *dialog =
      studio_window_ask (self, _ ("Stop Training?"),
                         _ ("A run is still training. If you stop it, you can resume it later from the "
                            "same point."),
                         _ ("_Keep Training"), G_CALLBACK (stop_answered));

  adw_message_dialog_add_response (dialog, "stop", _ ("_Stop and Close"));
  adw_message_dialog_set_response_appearance (dialog, "stop", ADW_RESPONSE_DESTRUCTIVE);
}

/* If the run has ended while the dialog was open, closes regardless of the answer. */
static void
abandon_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  if (!studio_window_is_training (self))
    gtk_window_close (GTK_WINDOW (self));
  else if (g_str_equal (response, "close"))
    studio_run_abandon (self->run);
}

/* Another attempt to close means that the user does not want to wait. */
static void
ask_to_abandon (StudioWindow *self)
{
  AdwMessageDialog *dialog = studio_window_ask (
      self, _ ("Close Without Waiting?"),
      _ ("The run stops at the end of the current iteration, which is taking a long time. If you do not wait, you "
         "can resume the run later from its last snapshot."),
      _ ("_Keep Waiting"), G_CALLBACK (abandon_answered));

  adw_message_dialog_add_response (dialog, "close", _ ("_Close Anyway"));
  adw_message_dialog_set_response_appearance (dialog, "close", ADW_RESPONSE_DESTRUCTIVE);
}

static void
close_without_project (StudioWindow *self)
{
  self->intent.loss = STUDIO_LOSS_CHANGES;
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
is_last (StudioWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (STUDIO_IS_WINDOW (l->data) && l->data != self)
      return FALSE;
  return TRUE;
}

static void
loss_answered (AdwMessageDialog *dialog, const char *response, StudioWindow *self)
{
  self->intent.loss = g_str_equal (response, "close") ? STUDIO_LOSS_RESULTS : STUDIO_LOSS_NONE;
  if (self->intent.loss == STUDIO_LOSS_RESULTS)
    gtk_window_close (GTK_WINDOW (self));
}

/* Results that the store could not write are lost when the last window closes. */
static gboolean
would_lose_results (StudioWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sentence = NULL;
  AdwMessageDialog *dialog;

  if (self->store == NULL || self->intent.loss == STUDIO_LOSS_RESULTS || !is_last (self)
      || rensa_store_secure (self->store, &error))
    return FALSE;

  sentence = g_strdup_printf (_ ("%s Unsaved results will be lost when the studio closes. Free some disk space first."),
                              error->message);
  dialog =
      studio_window_ask (self, _ ("Results Are Not Saved"), sentence, _ ("_Keep Open"), G_CALLBACK (loss_answered));
  adw_message_dialog_add_response (dialog, "close", _ ("_Close Anyway"));
  adw_message_dialog_set_response_appearance (dialog, "close", ADW_RESPONSE_DESTRUCTIVE);
  return TRUE;
}

/* Returns FALSE if a dialog is open or the end of a run is pending. */
static gboolean
may_close (StudioWindow *self)
{
  if (self->question != NULL)
    {
      gtk_window_present (GTK_WINDOW (self->question));
      return FALSE;
    }
  if (studio_window_is_training (self))
    {
      if (self->is_closing)
        ask_to_abandon (self);
      else
        ask_to_stop (self);
      return FALSE;
    }
  if (self->project != NULL && !studio_project_is_saved (self->project) && self->intent.loss == STUDIO_LOSS_NONE)
    {
      studio_window_let_go (self, close_without_project);
      return FALSE;
    }
  return !would_lose_results (self);
}

gboolean
studio_window_close_request (GtkWindow *window)
{
  StudioWindow *self = STUDIO_WINDOW (window);

  if (self->project != NULL)
    studio_project_settle (self->project);
  if (!may_close (self))
    return GDK_EVENT_STOP;
  return GTK_WINDOW_CLASS (g_type_class_peek_parent (G_OBJECT_GET_CLASS (self)))->close_request (window);
}
