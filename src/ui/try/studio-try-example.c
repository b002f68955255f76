/* studio-try-example.c: tries the trained model on the user's own example.
 * SPDX-License-Identifier: MIT */

#include "studio-try-example.h"

#include <glib/gi18n.h>

#include "rensa-error.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "studio-data-example.h"
#include "studio-data-picture.h"
#include "studio-file-chooser.h"
#include "studio-try-answer.h"
#include "studio-try-form.h"
#include "studio-try-pad.h"
#include "studio-try-table.h"

/* Size in pixels of the picture that the model gets, if there is no drawing pad next to it. */
#define SIZE_ALONE 256

struct _StudioTryExample
{
  AdwBin parent_instance;
  GtkStack *views;
  GtkStack *inputs;
  StudioTryPad *pad;
  GtkWidget *pad_box;
  GtkWidget *file_box;
  GtkWidget *seen;
  StudioTryForm *form;
  GtkWidget *example_number;
  GtkWidget *truth;
  StudioTryAnswer *answer;
  StudioTryTable *table;

  RensaPreview *preview;        /* NULL until the data are loaded */
  GFile *pending;               /* Picture to open when the data are loaded */
  const RensaPreviewPart *part; /* Part that examples are chosen from */
  RensaPredictor *predictor;    /* borrowed */
  gboolean has_asked;
  float *values;  /* Input of the last request */
  int true_class; /* Class of the chosen example; -1 if the input was changed */
  gboolean is_choosing;
};

G_DEFINE_FINAL_TYPE (StudioTryExample, studio_try_example, ADW_TYPE_BIN)

static guint answered_signal;

static gboolean
can_draw (StudioTryExample *self)
{
  const RensaPicture *picture = &self->preview->picture;

  return picture->drawing != RENSA_DRAWING_NONE && picture->n_channels == 1 && picture->height == RENSA_DRAWING_SIZE
         && picture->width == RENSA_DRAWING_SIZE;
}

/* Questions and answers */

static void
answered (const float *values, guint n, const GError *error, gpointer data)
{
  StudioTryExample *self = data;

  if (error != NULL)
    studio_try_answer_show_error (self->answer, error->message);
  else
    studio_try_answer_show (self->answer, values, n);
  g_signal_emit (self, answered_signal, 0);
}

static void
ask (StudioTryExample *self)
{
  const float *const inputs[] = { self->values };

  self->has_asked = TRUE;
  if (self->preview->picture.n_channels > 0)
    studio_data_picture_show (STUDIO_DATA_PICTURE (self->seen), &self->preview->picture, self->values);
  rensa_predictor_ask (self->predictor, inputs, &self->preview->n_values, 1, 1, answered, self);
}

/* The input no longer equals the chosen example. */
static void
leave_example (StudioTryExample *self)
{
  self->true_class = -1;
  gtk_label_set_label (GTK_LABEL (self->truth), NULL);
}

static void
drawn (StudioTryExample *self)
{
  const GPtrArray *lines = studio_try_pad_get_lines (self->pad);
  guint8 bytes[RENSA_DRAWING_SIZE * RENSA_DRAWING_SIZE];

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "try.undo", lines->len > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "try.clear", lines->len > 0);
  if (self->is_choosing)
    return;

  leave_example (self);
  rensa_drawing_make (self->preview->picture.drawing, lines, 1, bytes);
  for (gsize i = 0; i < self->preview->n_values; i++)
    self->values[i] = bytes[i] * self->preview->picture.white / 255;
  if (lines->len > 0)
    ask (self);
  else
    {
      self->has_asked = FALSE;
      studio_data_picture_show (STUDIO_DATA_PICTURE (self->seen), NULL, NULL);
      studio_try_answer_clear (self->answer);
    }
}

/* TRUE without a predictor, as during disposal, when a removed field still commits its text. */
static gboolean
is_over (StudioTryExample *self)
{
  return self->predictor == NULL;
}

static void
entered (StudioTryExample *self)
{
  if (is_over (self))
    return;

  leave_example (self);
  memcpy (self->values, studio_try_form_get_values (self->form), self->preview->n_values * sizeof (float));
  ask (self);
}

/* Examples */

static void
show_truth (StudioTryExample *self, guint number)
{
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  self->true_class = -1;
  if (self->part->labels == NULL)
    return;
  if (self->preview->n_classes > 0)
    {
      self->true_class = self->part->labels[number];
      name = rensa_preview_get_class_name (self->preview, self->true_class);
    }
  else
    name = studio_data_example_format (self->part->labels[number]);
  /* Translators: the label that the data have for an example. */
  text = g_strdup_printf (_ ("Actual: %s"), name);
  gtk_label_set_label (GTK_LABEL (self->truth), text);
}

void
studio_try_example_choose (StudioTryExample *self, guint number)
{
  if (self->part == NULL || number >= self->part->n_shown)
    return;

  self->is_choosing = TRUE;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->example_number), number);
  studio_try_pad_clear (self->pad);
  memcpy (self->values, self->part->inputs + number * self->preview->n_values,
          self->preview->n_values * sizeof (float));
  if (self->preview->picture.n_channels == 0)
    studio_try_form_set_values (self->form, self->values);
  self->is_choosing = FALSE;
  show_truth (self, number);
  ask (self);
}

static void
example_chosen (StudioTryExample *self)
{
  if (!self->is_choosing && !is_over (self))
    studio_try_example_choose (self, gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->example_number)));
}

static void
random_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioTryExample *self = STUDIO_TRY_EXAMPLE (widget);

  if (self->part != NULL)
    studio_try_example_choose (self, g_random_int_range (0, self->part->n_shown));
}

/* Pictures in files */

static gboolean
can_open (StudioTryExample *self)
{
  return self->preview != NULL && self->preview->picture.fit != RENSA_FIT_NONE;
}

static void
open_picture (StudioTryExample *self, GFile *file)
{
  const RensaPicture *picture = &self->preview->picture;
  const float factor = (float) (picture->white / rensa_picture_get_top (picture));
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *shown = rensa_file_dup_shown_basename (path != NULL ? path : uri);
  g_autofree guint8 *bytes = g_malloc (rensa_picture_get_n_bytes (picture));
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    g_set_error (&error, RENSA_ERROR, RENSA_ERROR_IO, _ ("“%s” is not on this computer."), shown);
  else if (rensa_picture_read (path, picture, bytes, &error))
    {
      leave_example (self);
      gtk_label_set_label (GTK_LABEL (self->truth), shown);
      for (gsize i = 0; i < self->preview->n_values; i++)
        self->values[i] = (float) rensa_picture_get_number (picture, bytes, i) * factor;
      ask (self);
    }
  if (error != NULL)
    {
      g_autofree char *sentence = rensa_error_to_sentence (error);

      studio_try_answer_show_error (self->answer, sentence);
    }
}

static void
open_pending (StudioTryExample *self)
{
  g_autoptr (GFile) file = g_steal_pointer (&self->pending);

  if (file != NULL && can_open (self))
    open_picture (self, file);
  else if (file != NULL)
    studio_try_answer_show_error (self->answer, can_draw (self) ? _ ("This model accepts only drawings. Draw one "
                                                                     "here.")
                                                                : _ ("This model does not accept images."));
}

void
studio_try_example_open_picture (StudioTryExample *self, GFile *file)
{
  g_set_object (&self->pending, file);
  if (self->preview != NULL)
    open_pending (self);
}

static void
picture_chosen (GtkNativeDialog *chooser, int response, StudioTryExample *self)
{
  g_autoptr (GFile) file = studio_file_chooser_dup_file (chooser, response);

  if (file != NULL && !is_over (self))
    open_picture (self, file);
  g_object_unref (chooser);
}

static void
open_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioTryExample *self = STUDIO_TRY_EXAMPLE (widget);
  GtkFileChooserNative *chooser;
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  if (!can_open (self))
    return;
  chooser = gtk_file_chooser_native_new (_ ("Open Image"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                         GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_file_filter_set_name (filter, _ ("Images"));
  gtk_file_filter_add_mime_type (filter, "image/*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  studio_file_chooser_show (chooser, G_CALLBACK (picture_chosen), self);
}

static gboolean
picture_dropped (StudioTryExample *self, const GValue *value)
{
  const GSList *files = g_value_get_boxed (value);

  if (files == NULL || !can_open (self))
    return FALSE;
  open_picture (self, files->data);
  return TRUE;
}

static void
undo_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_try_pad_undo (STUDIO_TRY_EXAMPLE (widget)->pad);
}

static void
clear_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_try_pad_clear (STUDIO_TRY_EXAMPLE (widget)->pad);
}

guint
studio_try_example_get_n_examples (StudioTryExample *self)
{
  return self->part != NULL ? self->part->n_shown : 0;
}

int
studio_try_example_get_class (StudioTryExample *self)
{
  return studio_try_answer_get_class (self->answer);
}

int
studio_try_example_get_true_class (StudioTryExample *self)
{
  return self->true_class;
}

/* Predictions */

static void
rows_answered (const float *values, guint n, const GError *error, gpointer data)
{
  StudioTryExample *self = data;
  const guint n_rows = studio_try_table_get_n_rows (self->part);

  if (error != NULL)
    {
      studio_try_table_show_error (self->table, error->message);
      return;
    }
  for (guint i = 0; i < n_rows; i++)
    studio_try_table_add (self->table, values + i * (n / n_rows), n / n_rows);
}

gboolean
studio_try_example_has_table (StudioTryExample *self)
{
  return self->preview != NULL && self->preview->picture.n_channels == 0
         && studio_try_table_get_n_rows (self->part) > 0;
}

static void
ask_for_rows (StudioTryExample *self)
{
  const float *const inputs[] = { self->part->inputs };

  studio_try_table_begin (self->table, self->preview, self->part);
  rensa_predictor_ask (self->predictor, inputs, &self->preview->n_values, 1, studio_try_table_get_n_rows (self->part),
                       rows_answered, self);
}

void
studio_try_example_show_table (StudioTryExample *self, gboolean is_shown)
{
  const gboolean has_table = is_shown && studio_try_example_has_table (self);

  gtk_stack_set_visible_child_name (self->views, has_table ? "table" : "example");
  if (has_table && self->predictor != NULL)
    ask_for_rows (self);
}

static void
show_inputs (StudioTryExample *self)
{
  const gboolean is_picture = self->preview->picture.n_channels > 0;

  if (!is_picture)
    studio_try_form_set_columns (self->form, self->preview);
  gtk_widget_set_visible (self->pad_box, is_picture && can_draw (self));
  gtk_widget_set_visible (self->file_box, can_open (self));
  if (!can_draw (self))
    {
      gtk_widget_set_size_request (self->seen, SIZE_ALONE, SIZE_ALONE);
      gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_parent (self->seen)), GTK_ORIENTATION_VERTICAL);
    }
  gtk_stack_set_visible_child_name (self->inputs, is_picture ? "picture" : "form");
}

void
studio_try_example_take_preview (StudioTryExample *self, RensaPreview *preview, RensaPredictor *predictor)
{
  self->preview = preview;
  self->part = preview->test.n > 0 ? &preview->test : &preview->train;
  self->values = g_new0 (float, preview->n_values);
  self->predictor = predictor;
  studio_try_answer_set_classes (self->answer, preview);
  show_inputs (self);
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->example_number), 0, self->part->n_shown - 1);
  if (!can_draw (self))
    studio_try_example_choose (self, 0);
  open_pending (self);
}

void
studio_try_example_set_predictor (StudioTryExample *self, RensaPredictor *predictor)
{
  self->predictor = predictor;
  if (predictor == NULL || self->preview == NULL)
    return;

  if (self->has_asked)
    ask (self);
  if (strcmp (gtk_stack_get_visible_child_name (self->views), "table") == 0)
    ask_for_rows (self);
}

static void
studio_try_example_finalize (GObject *object)
{
  StudioTryExample *self = STUDIO_TRY_EXAMPLE (object);

  g_clear_pointer (&self->preview, rensa_preview_unref);
  g_clear_object (&self->pending);
  g_free (self->values);
  G_OBJECT_CLASS (studio_try_example_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, views);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, inputs);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, pad);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, pad_box);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, file_box);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, seen);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, form);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, example_number);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, truth);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, answer);
  gtk_widget_class_bind_template_child (widget_class, StudioTryExample, table);
  gtk_widget_class_bind_template_callback (widget_class, drawn);
  gtk_widget_class_bind_template_callback (widget_class, entered);
  gtk_widget_class_bind_template_callback (widget_class, example_chosen);
}

static void
studio_try_example_class_init (StudioTryExampleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_try_example_finalize;
  g_type_ensure (STUDIO_TYPE_DATA_PICTURE);
  g_type_ensure (STUDIO_TYPE_TRY_ANSWER);
  g_type_ensure (STUDIO_TYPE_TRY_FORM);
  g_type_ensure (STUDIO_TYPE_TRY_PAD);
  g_type_ensure (STUDIO_TYPE_TRY_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-try-example.ui");
  bind_children (widget_class);
  gtk_widget_class_install_action (widget_class, "try.random", NULL, random_activated);
  gtk_widget_class_install_action (widget_class, "try.open", NULL, open_activated);
  gtk_widget_class_install_action (widget_class, "try.undo", NULL, undo_activated);
  gtk_widget_class_install_action (widget_class, "try.clear", NULL, clear_activated);
  answered_signal =
      g_signal_new ("answered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* Makes the keys work regardless of which widget has the focus. */
static void
add_keys (StudioTryExample *self)
{
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_z, "try.undo" },
    { GDK_KEY_o, "try.open" },
    { GDK_KEY_r, "try.random" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller), GTK_SHORTCUT_SCOPE_GLOBAL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, GDK_CONTROL_MASK),
                                                            gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
studio_try_example_init (StudioTryExample *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->true_class = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "try.undo", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "try.clear", FALSE);
  add_keys (self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (picture_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
