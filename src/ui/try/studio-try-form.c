/* studio-try-form.c: form to enter an example of a table.
 * SPDX-License-Identifier: MIT */

#include "studio-try-form.h"

#include <glib/gi18n.h>
#include <math.h>

#include "studio-format.h"

/* Maximum number of values that can be entered by hand; further values come from examples. */
#define MOST_ROWS 100

struct _StudioTryForm
{
  AdwBin parent_instance;
  GtkWidget *list;
  GtkWidget *note;
  RensaPreview *preview;
  GPtrArray *controls; /* GtkSpinButton or GtkDropDown, borrowed */
  float *values;
  gboolean is_showing;
};

G_DEFINE_FINAL_TYPE (StudioTryForm, studio_try_form, ADW_TYPE_BIN)

static guint entered_signal;

static void
word_chosen (GtkWidget *control, GParamSpec *spec, StudioTryForm *self)
{
  guint i;

  if (self->is_showing || !g_ptr_array_find (self->controls, control, &i))
    return;

  self->values[i] = gtk_drop_down_get_selected (GTK_DROP_DOWN (control));
  g_signal_emit (self, entered_signal, 0);
}

static void
number_changed (GtkSpinButton *control, StudioTryForm *self)
{
  guint i;

  if (self->is_showing || !g_ptr_array_find (self->controls, control, &i))
    return;

  self->values[i] = gtk_spin_button_get_value (control);
  g_signal_emit (self, entered_signal, 0);
}

static GtkWidget *
make_words (StudioTryForm *self, const RensaPreviewColumn *column)
{
  GtkWidget *control = gtk_drop_down_new_from_strings ((const char *const *) column->categories);

  g_signal_connect_object (control, "notify::selected", G_CALLBACK (word_chosen), self, 0);
  return control;
}

/* The allowed range exceeds the range of the data by the same amount at both ends. */
static GtkWidget *
make_number (StudioTryForm *self, const RensaPreviewColumn *column)
{
  const double span = column->high > column->low ? column->high - column->low : MAX (fabs (column->high), 1);
  const double step = column->is_whole ? 1 : pow (10, floor (log10 (span)) - 1);
  GtkWidget *control = gtk_spin_button_new_with_range (column->low - 10 * span, column->high + 10 * span, step);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (control), column->is_whole ? 0 : CLAMP (2 - floor (log10 (span)), 0, 9));
  g_signal_connect_object (control, "value-changed", G_CALLBACK (number_changed), self, 0);
  return control;
}

static char *
describe_range (const RensaPreviewColumn *column)
{
  g_autofree char *low = studio_format_number (column->low);
  g_autofree char *high = studio_format_number (column->high);

  /* Translators: the range of the numbers that were learned from. */
  return column->categories == NULL ? g_strdup_printf (_ ("%s to %s"), low, high) : NULL;
}

static void
add_row (StudioTryForm *self, const RensaPreviewColumn *column)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *control = column->categories != NULL ? make_words (self, column) : make_number (self, column);
  g_autofree char *name = g_markup_escape_text (column->name, -1);
  g_autofree char *range = describe_range (column);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  if (range != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), range);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL, column->name, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), control);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
  g_ptr_array_add (self->controls, control);
}

void
studio_try_form_set_columns (StudioTryForm *self, RensaPreview *preview)
{
  const gsize n = preview->columns != NULL ? MIN (preview->n_values, MOST_ROWS) : 0;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), child);
  g_ptr_array_set_size (self->controls, 0);
  g_clear_pointer (&self->preview, rensa_preview_unref);
  g_free (self->values);
  self->preview = rensa_preview_ref (preview);
  self->values = g_new0 (float, preview->n_values);

  self->is_showing = TRUE;
  for (gsize i = 0; i < n; i++)
    add_row (self, &preview->columns[i]);
  self->is_showing = FALSE;
  gtk_widget_set_visible (self->note, n < preview->n_values);
  gtk_widget_set_visible (self->list, n > 0);
}

const float *
studio_try_form_get_values (StudioTryForm *self)
{
  return self->values;
}

void
studio_try_form_set_values (StudioTryForm *self, const float *values)
{
  memcpy (self->values, values, self->preview->n_values * sizeof *values);
  self->is_showing = TRUE;
  for (guint i = 0; i < self->controls->len; i++)
    if (GTK_IS_DROP_DOWN (self->controls->pdata[i]))
      gtk_drop_down_set_selected (self->controls->pdata[i], values[i]);
    else
      gtk_spin_button_set_value (self->controls->pdata[i], values[i]);
  self->is_showing = FALSE;
}

static void
studio_try_form_finalize (GObject *object)
{
  StudioTryForm *self = STUDIO_TRY_FORM (object);

  g_clear_pointer (&self->preview, rensa_preview_unref);
  g_ptr_array_unref (self->controls);
  g_free (self->values);
  G_OBJECT_CLASS (studio_try_form_parent_class)->finalize (object);
}

static void
studio_try_form_class_init (StudioTryFormClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_try_form_finalize;
  entered_signal =
      g_signal_new ("entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_try_form_init (StudioTryForm *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->controls = g_ptr_array_new ();
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Values"), -1);
  self->note = gtk_label_new (_ ("The other values come from the last example chosen."));
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_widget_add_css_class (self->note, "dim-label");
  gtk_box_append (GTK_BOX (box), self->list);
  gtk_box_append (GTK_BOX (box), self->note);
  adw_bin_set_child (ADW_BIN (self), box);
}
