/* studio-drag.c: drag and drop between parts of the studio, and of texts.
 * SPDX-License-Identifier: MIT */

#include "studio-drag.h"

G_DEFINE_POINTER_TYPE (StudioDraggedComponent, studio_dragged_component)

static void
add_hook (GType type, const char *signal, GSignalEmissionHook hook)
{
  GTypeClass *klass = g_type_class_ref (type); /* the class has the signal */

  g_signal_add_emission_hook (g_signal_lookup (signal, type), 0, hook, NULL, NULL);
  g_type_class_unref (klass);
}

static gboolean
before_drop (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  g_signal_emit_by_name (g_value_get_object (values), "leave");
  return TRUE;
}

void
studio_drag_unmark_drops (void)
{
  add_hook (GTK_TYPE_DROP_TARGET, "drop", before_drop);
}

static gboolean
event_reached_window (GtkEventController *controller, GdkEvent *event)
{
  if (gdk_event_get_event_type (event) != GDK_DROP_START)
    return GDK_EVENT_PROPAGATE;

  gdk_drop_finish (gdk_dnd_event_get_drop (event), 0);
  return GDK_EVENT_STOP;
}

void
studio_drag_refuse_rest (GtkWidget *window)
{
  GtkEventController *controller = gtk_event_controller_legacy_new ();

  g_signal_connect (controller, "event", G_CALLBACK (event_reached_window), NULL);
  gtk_widget_add_controller (window, controller);
}

/* Blanks */

/* Returns TRUE also for empty text. */
static gboolean
is_blank (const char *text)
{
  while (g_unichar_isspace (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  return *text == '\0';
}

static void
let_go_in_editable (GtkEditable *editable)
{
  g_autofree char *selected = NULL;
  int start;
  int end;

  if (!gtk_editable_get_selection_bounds (editable, &start, &end))
    return;
  selected = gtk_editable_get_chars (editable, start, end);
  if (is_blank (selected))
    gtk_editable_select_region (editable, start, start);
}

static void
let_go_in_label (GtkLabel *label)
{
  g_autofree char *selected = NULL;
  int start;
  int end;

  if (!gtk_label_get_selection_bounds (label, &start, &end))
    return;
  selected = g_utf8_substring (gtk_label_get_text (label), start, end);
  if (is_blank (selected))
    gtk_label_select_region (label, start, start);
}

static void
let_go_in_view (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  g_autofree char *selected = NULL;
  GtkTextIter start;
  GtkTextIter end;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &start, &end))
    return;
  selected = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  if (is_blank (selected))
    gtk_text_buffer_place_cursor (buffer, &start);
}

/* With Shift, a press extends the selection and does not drag it. */
static gboolean
before_press (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer data)
{
  GtkEventController *gesture = g_value_get_object (values);
  GtkWidget *widget = gtk_event_controller_get_widget (gesture);

  if (g_value_get_int (values + 1) > 1 || gtk_event_controller_get_current_event_state (gesture) & GDK_SHIFT_MASK)
    return TRUE;
  if (GTK_IS_TEXT (widget))
    let_go_in_editable (GTK_EDITABLE (widget));
  else if (GTK_IS_LABEL (widget))
    let_go_in_label (GTK_LABEL (widget));
  else if (GTK_IS_TEXT_VIEW (widget))
    let_go_in_view (GTK_TEXT_VIEW (widget));
  return TRUE;
}

void
studio_drag_skip_blanks (void)
{
  add_hook (GTK_TYPE_GESTURE_CLICK, "pressed", before_press);
}
