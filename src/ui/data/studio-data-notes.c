/* studio-data-notes.c: how the data were read, warnings about them, and possible changes.
 * SPDX-License-Identifier: MIT */

#include "studio-data-notes.h"

#include <glib/gi18n.h>

#include "studio-format.h"
#include "studio-wrap-layout.h"

/* If there are more columns, only the first have a button. */
#define MOST_COLUMNS 60
/* Longer names and descriptions are complete only in the tooltip. */
#define MOST_NAME_CHARS 28
#define MOST_READING_CHARS 60

struct _StudioDataNotes
{
  AdwBin parent_instance;
  GtkWidget *warnings;
  GtkWidget *reading;
  GtkWidget *columns;
  GtkWidget *more;
  RensaPreview *preview; /* keeps the notes */
};

G_DEFINE_FINAL_TYPE (StudioDataNotes, studio_data_notes, ADW_TYPE_BIN)

static guint chosen_signal;

static void
change_clicked (GtkWidget *button, gpointer change)
{
  StudioDataNotes *self = STUDIO_DATA_NOTES (gtk_widget_get_ancestor (button, STUDIO_TYPE_DATA_NOTES));
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  /* The signal may change the document and thus destroy these widgets. */
  if (self != NULL)
    g_signal_emit (self, chosen_signal, 0, change);
}

static GtkWidget *
make_button (const RensaDataChange *change)
{
  GtkWidget *button = gtk_button_new_with_label (change->label);

  g_signal_connect (button, "clicked", G_CALLBACK (change_clicked), (gpointer) change);
  return button;
}

/* Explains why the label has no choices: it contains words, so only a class can be predicted. */
static GtkWidget *
make_reason (const RensaDataNote *note)
{
  g_autofree char *sentence = g_strdup_printf (
      _ ("“%s” contains words, so a class is predicted. Predicting a value requires numbers."), note->text);
  GtkWidget *label = gtk_label_new (sentence);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MOST_NAME_CHARS);
  return label;
}

/* Built when it is first opened: a table may have many columns. */
static void
make_popover (GtkMenuButton *button, gpointer data)
{
  const RensaDataNote *note = data;
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  if (gtk_menu_button_get_popover (button) != NULL)
    return;
  for (guint i = 0; i < note->changes->len; i++)
    {
      GtkWidget *choice = make_button (note->changes->pdata[i]);

      gtk_widget_add_css_class (choice, "flat");
      gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (choice))), 0);
      gtk_box_append (GTK_BOX (box), choice);
    }
  if (note->changes->len == 0)
    gtk_box_append (GTK_BOX (box), make_reason (note));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (button, popover);
}

static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
make_chip (const RensaDataNote *note)
{
  GtkWidget *chip;
  GtkWidget *label = gtk_label_new (note->text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label),
                                 note->kind == RENSA_DATA_READING ? MOST_READING_CHARS : MOST_NAME_CHARS);
  if (note->changes->len == 0 && note->kind != RENSA_DATA_LABEL)
    return label;

  chip = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (chip), label);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (chip), make_popover, (gpointer) note, NULL);
  gtk_widget_add_css_class (chip, "data-chip");
  gtk_widget_set_tooltip_text (chip, note->text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, note->text, -1);
  return chip;
}

static void
add_warning (StudioDataNotes *self, const RensaDataNote *note)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *sentence = gtk_label_new (note->text);

  gtk_label_set_xalign (GTK_LABEL (sentence), 0);
  gtk_label_set_wrap (GTK_LABEL (sentence), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (sentence), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (sentence, TRUE);
  gtk_widget_add_css_class (box, "data-problem");
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("dialog-warning-symbolic"));
  gtk_box_append (GTK_BOX (box), sentence);
  for (guint i = 0; i < note->changes->len; i++)
    {
      GtkWidget *button = make_button (note->changes->pdata[i]);

      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_box_append (GTK_BOX (self->warnings), box);
}

static void
add_column (StudioDataNotes *self, const RensaDataNote *note)
{
  GtkWidget *chip = make_chip (note);
  g_autofree char *text = NULL;

  if (note->kind == RENSA_DATA_LABEL)
    /* Translators: the column of a table that is to be predicted. */
    text = g_strdup_printf (_ ("%s: prediction target"), note->text);
  else if (note->kind == RENSA_DATA_LEFT_OUT)
    /* Translators: a column of a table. */
    text = g_strdup_printf (_ ("%s: ignored"), note->text);
  if (text != NULL)
    {
      gtk_widget_set_tooltip_text (chip, text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
      gtk_widget_add_css_class (chip, note->kind == RENSA_DATA_LABEL ? "label" : "left-out");
    }
  gtk_widget_set_parent (chip, self->columns);
}

static void
clear (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)) != NULL)
    gtk_widget_unparent (child);
}

static void
add_notes (StudioDataNotes *self, const GPtrArray *notes)
{
  guint n_columns = 0;

  for (guint i = 0; i < notes->len; i++)
    {
      const RensaDataNote *note = notes->pdata[i];

      if (note->kind == RENSA_DATA_WARNING)
        add_warning (self, note);
      else if (note->kind == RENSA_DATA_READING)
        gtk_widget_set_parent (make_chip (note), self->reading);
      else if (note->kind >= RENSA_DATA_INPUT && n_columns++ < MOST_COLUMNS)
        add_column (self, note);
    }

  gtk_widget_set_visible (self->more, n_columns > MOST_COLUMNS);
  if (n_columns > MOST_COLUMNS)
    {
      g_autofree char *count = studio_format_count (n_columns - MOST_COLUMNS);
      g_autofree char *text = g_strdup_printf (_ ("%s more columns are available in the settings"), count);

      gtk_label_set_label (GTK_LABEL (self->more), text);
    }
}

/* Hides a line that contains only its heading. */
static gboolean
settle_line (GtkWidget *line)
{
  const gboolean is_told = gtk_widget_get_first_child (line) != gtk_widget_get_last_child (line);

  gtk_widget_set_visible (line, is_told);
  return is_told;
}

void
studio_data_notes_show (StudioDataNotes *self, RensaPreview *preview)
{
  RensaPreview *before = self->preview;
  const gboolean is_ready =
      preview != NULL && preview->state == RENSA_PREVIEW_READY && preview->notes != NULL && preview->notes->len > 0;
  gboolean has_warnings;
  gboolean is_told;

  if (preview != NULL && preview == before)
    return;

  self->preview = preview != NULL ? rensa_preview_ref (preview) : NULL;
  clear (self->warnings);
  clear (self->reading);
  clear (self->columns);
  if (is_ready)
    {
      gtk_widget_set_parent (make_label (_ ("Read as:"), "dim-label"), self->reading);
      gtk_widget_set_parent (make_label (_ ("Columns:"), "dim-label"), self->columns);
      add_notes (self, preview->notes);
    }
  has_warnings = gtk_widget_get_first_child (self->warnings) != NULL;
  gtk_widget_set_visible (self->warnings, has_warnings);
  is_told = settle_line (self->reading);
  is_told = settle_line (self->columns) || is_told;
  gtk_widget_set_visible (GTK_WIDGET (self), has_warnings || is_told);
  g_clear_pointer (&before, rensa_preview_unref);
}

static void
studio_data_notes_dispose (GObject *object)
{
  StudioDataNotes *self = STUDIO_DATA_NOTES (object);

  if (self->reading != NULL)
    {
      clear (self->reading);
      clear (self->columns);
    }
  self->reading = NULL;
  g_clear_pointer (&self->preview, rensa_preview_unref);
  G_OBJECT_CLASS (studio_data_notes_parent_class)->dispose (object);
}

static void
studio_data_notes_class_init (StudioDataNotesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_data_notes_dispose;
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static GtkWidget *
add_line (GtkWidget *box)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (line, studio_wrap_layout_new (6));
  gtk_box_append (GTK_BOX (box), line);
  return line;
}

static void
studio_data_notes_init (StudioDataNotes *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->warnings = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (box), self->warnings);
  self->reading = add_line (box);
  self->columns = add_line (box);
  self->more = make_label (NULL, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (self->more), 0);
  gtk_box_append (GTK_BOX (box), self->more);
  adw_bin_set_child (ADW_BIN (self), box);
}
