/* studio-try-dialog.c: asks the trained model about an example of one's own.
 * SPDX-License-Identifier: MIT */

#include "studio-try-dialog.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "rensa-error.h"
#include "rensa-fault.h"
#include "rensa-predictor.h"
#include "studio-data-example.h"
#include "studio-data-picture.h"
#include "studio-file-chooser.h"
#include "studio-format.h"
#include "studio-preview-loader.h"
#include "studio-try-answer.h"
#include "studio-try-form.h"
#include "studio-try-pad.h"
#include "studio-try-table.h"

/* Of what the model sees, in pixels, where there is no sheet to draw on beside it. */
#define SIZE_ALONE 256

struct _StudioTryDialog
{
  AdwWindow parent_instance;
  AdwWindowTitle *whose;
  GtkStack *states;
  AdwStatusPage *status;
  GtkStack *inputs;
  StudioTryPad *pad;
  GtkWidget *pad_box;
  GtkWidget *file_box;
  GtkWidget *seen;
  StudioTryForm *form;
  GtkWidget *example_number;
  GtkWidget *truth;
  StudioTryAnswer *answer;
  GtkWidget *show_table;
  StudioTryTable *table;

  StudioRun *run;
  char *dataset_root;
  char *weights;
  gint64 time_of_weights;
  StudioPreviewLoader *loader;
  RensaPreview *preview;        /* NULL until the data are there */
  const RensaPreviewPart *part; /* examples are chosen from */
  RensaPredictor *predictor;
  RensaPredictor *table_predictor; /* NULL where no predictions are to be seen */
  gboolean has_asked;
  float *values;  /* what was asked about last */
  int true_class; /* -1: it is no example any more */
  gboolean is_choosing;
};

G_DEFINE_FINAL_TYPE (StudioTryDialog, studio_try_dialog, ADW_TYPE_WINDOW)

static guint answered_signal;

static gboolean
can_draw (StudioTryDialog *self)
{
  const RensaPicture *picture = &self->preview->picture;

  return picture->drawing != RENSA_DRAWING_NONE && picture->n_channels == 1 && picture->height == RENSA_DRAWING_SIZE
         && picture->width == RENSA_DRAWING_SIZE;
}

/* Questions and answers */

static void
answered (const float *values, guint n, const GError *error, gpointer data)
{
  StudioTryDialog *self = data;

  if (error != NULL)
    studio_try_answer_show_error (self->answer, error->message);
  else
    studio_try_answer_show (self->answer, values, n);
  g_signal_emit (self, answered_signal, 0);
}

static void
ask (StudioTryDialog *self)
{
  const float *const inputs[] = { self->values };

  self->has_asked = TRUE;
  if (self->preview->picture.n_channels > 0)
    studio_data_picture_show (STUDIO_DATA_PICTURE (self->seen), &self->preview->picture, self->values);
  rensa_predictor_ask (self->predictor, inputs, &self->preview->n_values, 1, 1);
}

/* What is asked about is no longer the example. */
static void
leave_example (StudioTryDialog *self)
{
  self->true_class = -1;
  gtk_label_set_label (GTK_LABEL (self->truth), NULL);
}

static void
drawn (StudioTryDialog *self)
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

/* A field that is taken down with the dialog enters what stands in it, to nobody. */
static gboolean
is_over (StudioTryDialog *self)
{
  return self->predictor == NULL;
}

static void
entered (StudioTryDialog *self)
{
  if (is_over (self))
    return;

  leave_example (self);
  memcpy (self->values, studio_try_form_get_values (self->form), self->preview->n_values * sizeof (float));
  ask (self);
}

/* Examples */

static void
show_truth (StudioTryDialog *self, guint number)
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
  text = g_strdup_printf (_ ("It is: %s"), name);
  gtk_label_set_label (GTK_LABEL (self->truth), text);
}

void
studio_try_dialog_choose_example (StudioTryDialog *self, guint number)
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
example_chosen (StudioTryDialog *self)
{
  if (!self->is_choosing && !is_over (self))
    studio_try_dialog_choose_example (self, gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->example_number)));
}

static void
random_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioTryDialog *self = STUDIO_TRY_DIALOG (widget);

  if (self->part != NULL)
    studio_try_dialog_choose_example (self, g_random_int_range (0, self->part->n_shown));
}

/* Pictures in files */

static gboolean
can_open (StudioTryDialog *self)
{
  return self->preview != NULL && self->preview->picture.fit != RENSA_FIT_NONE;
}

static void
open_picture (StudioTryDialog *self, GFile *file)
{
  const RensaPicture *picture = &self->preview->picture;
  const float factor = (float) (picture->white / 255);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree guint8 *bytes = g_new (guint8, rensa_picture_get_size (picture));
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    g_set_error (&error, RENSA_ERROR, RENSA_ERROR_IO, _ ("“%s” is not on this computer."), shown);
  else if (rensa_picture_read (path, picture, bytes, &error))
    {
      leave_example (self);
      gtk_label_set_label (GTK_LABEL (self->truth), shown);
      for (gsize i = 0; i < self->preview->n_values; i++)
        self->values[i] = bytes[i] * factor;
      ask (self);
    }
  if (error != NULL)
    {
      g_autofree char *sentence = rensa_error_to_sentence (error);

      studio_try_answer_show_error (self->answer, sentence);
    }
}

static void
picture_chosen (StudioTryDialog *self, int response, GtkNativeDialog *chooser)
{
  g_autoptr (GFile) file = studio_file_chooser_dup_file (chooser, response);

  if (file != NULL && !is_over (self))
    open_picture (self, file);
  g_object_unref (chooser);
}

static void
open_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioTryDialog *self = STUDIO_TRY_DIALOG (widget);
  GtkFileChooserNative *chooser;
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  if (!can_open (self))
    return;
  chooser =
      gtk_file_chooser_native_new (_ ("Open Picture"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_file_filter_set_name (filter, _ ("Pictures"));
  gtk_file_filter_add_mime_type (filter, "image/*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (picture_chosen), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static gboolean
picture_dropped (StudioTryDialog *self, const GValue *value)
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
  studio_try_pad_undo (STUDIO_TRY_DIALOG (widget)->pad);
}

static void
clear_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_try_pad_clear (STUDIO_TRY_DIALOG (widget)->pad);
}

guint
studio_try_dialog_get_n_examples (StudioTryDialog *self)
{
  return self->part != NULL ? self->part->n_shown : 0;
}

int
studio_try_dialog_get_class (StudioTryDialog *self)
{
  return studio_try_answer_get_class (self->answer);
}

int
studio_try_dialog_get_true_class (StudioTryDialog *self)
{
  return self->true_class;
}

/* Predictions */

static void
rows_answered (const float *values, guint n, const GError *error, gpointer data)
{
  StudioTryDialog *self = data;
  const guint n_rows = studio_try_table_get_n_rows (self->part);

  if (error != NULL)
    {
      studio_try_table_show_error (self->table, error->message);
      return;
    }
  for (guint i = 0; i < n_rows; i++)
    studio_try_table_add (self->table, values + i * (n / n_rows), n / n_rows);
}

static void
ask_for_rows (StudioTryDialog *self)
{
  const float *const inputs[] = { self->part->inputs };
  const guint n_rows = studio_try_table_get_n_rows (self->part);

  if (n_rows > 0)
    rensa_predictor_ask (self->table_predictor, inputs, &self->preview->n_values, 1, n_rows);
}

static void
table_toggled (StudioTryDialog *self)
{
  const gboolean is_shown =
      self->preview != NULL && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->show_table));

  g_clear_pointer (&self->table_predictor, rensa_predictor_free);
  if (self->preview != NULL)
    gtk_stack_set_visible_child_name (self->states, is_shown ? "table" : "ready");
  if (!is_shown)
    return;

  studio_try_table_begin (self->table, self->preview, self->part);
  self->table_predictor =
      rensa_predictor_new (studio_run_get_document (self->run), self->weights, self->dataset_root, rows_answered, self);
  ask_for_rows (self);
}

/* States */

static void
show_status (StudioTryDialog *self, const char *icon, const char *title, const char *sentence)
{
  g_autofree char *text = g_markup_escape_text (sentence, -1);

  adw_status_page_set_icon_name (self->status, icon);
  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, text);
  gtk_stack_set_visible_child_name (self->states, "status");
}

static void
show_inputs (StudioTryDialog *self)
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

static void
start_predictor (StudioTryDialog *self)
{
  g_clear_pointer (&self->predictor, rensa_predictor_free);
  self->predictor =
      rensa_predictor_new (studio_run_get_document (self->run), self->weights, self->dataset_root, answered, self);
}

static void
loaded (StudioTryDialog *self)
{
  RensaPreview *preview = studio_preview_loader_get_preview (self->loader);

  if (preview == NULL || preview->state != RENSA_PREVIEW_READY)
    {
      show_status (self, "dialog-warning-symbolic", _ ("The Data Are Not There"),
                   preview != NULL ? preview->sentence : _ ("They cannot be read."));
      return;
    }

  self->preview = rensa_preview_ref (preview);
  self->part = preview->test.n > 0 ? &preview->test : &preview->train;
  self->values = g_new0 (float, preview->n_values);
  start_predictor (self);
  studio_try_answer_set_classes (self->answer, preview);
  show_inputs (self);
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->example_number), 0, self->part->n_shown - 1);
  gtk_stack_set_visible_child_name (self->states, "ready");
  gtk_widget_set_visible (self->show_table,
                          preview->picture.n_channels == 0 && studio_try_table_get_n_rows (self->part) > 0);
  if (!can_draw (self))
    studio_try_dialog_choose_example (self, 0);
}

/* When the weights were written, in nanoseconds; 0 where there are none. */
static gint64
get_time_of_weights (StudioTryDialog *self)
{
  GStatBuf status;

  if (self->weights == NULL || g_stat (self->weights, &status) != 0)
    return 0;
  return (gint64) status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
}

/* Which model answers: that of which run, and as it was when. One that trains on has left its saved model behind. */
static void
tell_whose (StudioTryDialog *self)
{
  RensaWorkerStatus status;
  g_autofree char *title = NULL;
  g_autofree char *time = studio_format_time (self->time_of_weights / G_USEC_PER_SEC / 1000);
  g_autofree char *text = NULL;

  g_object_get (self->run, "title", &title, NULL);
  studio_run_get_status (self->run, &status);
  if (status.state == RENSA_WORKER_RUNNING)
    /* Translators: the name of a run, and when its model was saved */
    text = g_strdup_printf (_ ("%s, as saved %s"), title, time);
  else
    /* Translators: the name of a run, and epochs of training with one decimal */
    text = g_strdup_printf (_ ("%s, after %.1f epochs"), title, status.epoch);
  adw_window_title_set_subtitle (self->whose, text);
}

/* The weights are there from the first pause on, and others after each. */
static void
look_for_weights (StudioTryDialog *self)
{
  const gint64 time = get_time_of_weights (self);

  if (time == self->time_of_weights)
    return;

  self->time_of_weights = time;
  tell_whose (self);
  if (self->preview != NULL)
    {
      start_predictor (self);
      table_toggled (self);
      if (self->has_asked)
        ask (self);
      return;
    }
  gtk_stack_set_visible_child_name (self->states, "loading");
  studio_preview_loader_load (self->loader, studio_run_get_document (self->run), self->dataset_root, FALSE);
}

static void
set_run (StudioTryDialog *self, StudioRun *run)
{
  show_status (self, "media-playback-start-symbolic", _ ("No Trained Model Yet"),
               _ ("Train the model. As soon as it is paused, stopped or finished, it can be tried here."));
  if (run == NULL || studio_run_get_folder (run) == NULL)
    return;

  self->run = g_object_ref (run);
  self->weights = g_build_filename (studio_run_get_folder (run), "model.npz", NULL);
  g_signal_connect_object (run, "notify::state", G_CALLBACK (look_for_weights), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "updated", G_CALLBACK (look_for_weights), self, G_CONNECT_SWAPPED);
  look_for_weights (self);
}

GtkWidget *
studio_try_dialog_new (StudioRun *run, const char *dataset_root, GtkWindow *parent)
{
  StudioTryDialog *self = g_object_new (STUDIO_TYPE_TRY_DIALOG, "transient-for", parent, NULL);

  self->dataset_root = g_strdup (dataset_root);
  set_run (self, run);
  return GTK_WIDGET (self);
}

static void
studio_try_dialog_dispose (GObject *object)
{
  StudioTryDialog *self = STUDIO_TRY_DIALOG (object);

  g_clear_pointer (&self->predictor, rensa_predictor_free);
  g_clear_pointer (&self->table_predictor, rensa_predictor_free);
  g_clear_object (&self->loader);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (studio_try_dialog_parent_class)->dispose (object);
}

static void
studio_try_dialog_finalize (GObject *object)
{
  StudioTryDialog *self = STUDIO_TRY_DIALOG (object);

  g_clear_pointer (&self->preview, rensa_preview_unref);
  g_free (self->dataset_root);
  g_free (self->weights);
  g_free (self->values);
  G_OBJECT_CLASS (studio_try_dialog_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, whose);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, states);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, status);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, inputs);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, pad);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, pad_box);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, file_box);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, seen);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, form);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, example_number);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, truth);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, answer);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, show_table);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, table);
  gtk_widget_class_bind_template_callback (widget_class, table_toggled);
  gtk_widget_class_bind_template_callback (widget_class, drawn);
  gtk_widget_class_bind_template_callback (widget_class, entered);
  gtk_widget_class_bind_template_callback (widget_class, example_chosen);
}

static void
studio_try_dialog_class_init (StudioTryDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = studio_try_dialog_dispose;
  object_class->finalize = studio_try_dialog_finalize;
  g_type_ensure (STUDIO_TYPE_DATA_PICTURE);
  g_type_ensure (STUDIO_TYPE_TRY_ANSWER);
  g_type_ensure (STUDIO_TYPE_TRY_FORM);
  g_type_ensure (STUDIO_TYPE_TRY_PAD);
  g_type_ensure (STUDIO_TYPE_TRY_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-try-dialog.ui");
  bind_children (widget_class);
  gtk_widget_class_install_action (widget_class, "try.random", NULL, random_activated);
  gtk_widget_class_install_action (widget_class, "try.open", NULL, open_activated);
  gtk_widget_class_install_action (widget_class, "try.undo", NULL, undo_activated);
  gtk_widget_class_install_action (widget_class, "try.clear", NULL, clear_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "try.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, GDK_CONTROL_MASK, "try.open", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_CONTROL_MASK, "try.random", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  answered_signal =
      g_signal_new ("answered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_try_dialog_init (StudioTryDialog *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  self->true_class = -1;
  self->loader = studio_preview_loader_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "try.undo", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "try.clear", FALSE);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (picture_dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  g_signal_connect_object (self->loader, "loaded", G_CALLBACK (loaded), self, G_CONNECT_SWAPPED);
}
