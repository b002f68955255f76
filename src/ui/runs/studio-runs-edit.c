/* studio-runs-edit.c: dialog for a run's name, tags and note.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-edit.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define NOTE_HEIGHT 96

/* Owned by its dialog. */
typedef struct
{
  RensaStore *store;
  RensaRun *run;
  GtkEditable *name;
  GtkEditable *tags;
  GtkTextBuffer *note;
} Edit;

static void
edit_free (gpointer data)
{
  Edit *edit = data;

  g_object_unref (edit->store);
  g_object_unref (edit->run);
  g_free (edit);
}

static char *
get_note (Edit *edit)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (edit->note, &start, &end);
  return g_strchomp (gtk_text_buffer_get_text (edit->note, &start, &end, FALSE));
}

static void
answered (AdwMessageDialog *dialog, const char *response, Edit *edit)
{
  const char *name = gtk_editable_get_text (edit->name);
  g_autofree char *note = get_note (edit);

  if (!g_str_equal (response, "apply"))
    return;
  if (name[0] != '\0')
    rensa_store_set_name (edit->store, edit->run, name);
  rensa_store_set_tags (edit->store, edit->run, gtk_editable_get_text (edit->tags));
  rensa_store_set_note (edit->store, edit->run, note);
}

static GtkEditable *
add_entry (GtkWidget *list, const char *title, const char *text)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (row), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  return GTK_EDITABLE (row);
}

static gboolean
note_key_pressed (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state, gpointer dialog)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || (state & GDK_CONTROL_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  adw_message_dialog_response (dialog, "apply");
  gtk_window_destroy (dialog);
  return GDK_EVENT_STOP;
}

static GtkWidget *
make_note (Edit *edit, GtkWidget *dialog)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_text_view_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  const char *note = rensa_run_get_note (edit->run);

  edit->note = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_buffer_set_text (edit->note, note != NULL ? note : "", -1);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_widget_add_css_class (view, "runs-note");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Note"), -1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (note_key_pressed), dialog);
  gtk_widget_add_controller (view, keys);
  gtk_widget_add_css_class (scroller, "card");
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), NOTE_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  return scroller;
}

static GtkWidget *
make_form (Edit *edit, GtkWidget *dialog)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *title = gtk_label_new (_ ("Note (Ctrl+Enter to apply)"));

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_margin_bottom (list, 6);
  edit->name = add_entry (list, _ ("Name"), rensa_run_get_name (edit->run));
  edit->tags = add_entry (list, _ ("Comma-separated tags"), rensa_run_get_tags (edit->run));
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "dim-label");
  gtk_widget_add_css_class (title, "caption");
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), make_note (edit, dialog));
  return box;
}

void
studio_runs_edit (GtkWidget *parent, RensaStore *store, RensaRun *run)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (parent)), _ ("Edit Run"), NULL);
  Edit *edit = g_new0 (Edit, 1);

  edit->store = g_object_ref (store);
  edit->run = g_object_ref (run);
  g_object_set_data_full (G_OBJECT (dialog), "edit", edit, edit_free);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), make_form (edit, dialog));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "apply", _ ("_Apply"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "apply", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "apply");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (answered), edit);
  gtk_window_present (GTK_WINDOW (dialog));
}
