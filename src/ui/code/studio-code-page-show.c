/* studio-code-page-show.c: shows the program on the code page.
 * SPDX-License-Identifier: MIT */

#include "studio-code-page-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* Length in characters of a text that is completely highlighted before it is shown; a longer one is
 * highlighted when scrolled to. */
#define MOST_AT_ONCE 100000

/* Highlights first, since lines that are added or highlighted while being drawn are measured too
 * late for the scroll bars. */
static void
set_text (StudioCodePage *self, const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_set_text (buffer, text, -1);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  if (gtk_text_buffer_get_char_count (buffer) <= MOST_AT_ONCE)
    gtk_source_buffer_ensure_highlight (self->buffer, &start, &end);
  gtk_widget_queue_resize (GTK_WIDGET (self->source));
}

static char *
dup_file_name (StudioCodePage *self)
{
  return rensa_export_dup_file_name (self->exporter, self->job->document);
}

/* Returns TRUE if a word of @line is @name, or a part of one that _ and other punctuation separate:
 * "l1" of "l1_W", but not of "l12". */
static gboolean
speaks_of (const char *line, const char *name)
{
  const gsize length = strlen (name);

  for (const char *p = strstr (line, name); p != NULL; p = strstr (p + 1, name))
    if ((p == line || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (p))))
        && !g_unichar_isalnum (g_utf8_get_char (p + length)))
      return TRUE;
  return FALSE;
}

/* Highlights whole lines and scrolls to the first one. */
void
studio_code_page_highlight (StudioCodePage *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  const char *slash = self->node != NULL ? strrchr (self->node, '/') : NULL;
  const char *name = slash != NULL ? slash + 1 : self->node;
  gboolean is_first = TRUE;
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->node_tag, &start, &end);
  if (name == NULL || name[0] == '\0')
    return;
  for (end = start; !gtk_text_iter_is_end (&start); start = end)
    {
      g_autofree char *line = NULL;

      gtk_text_iter_forward_line (&end);
      line = gtk_text_iter_get_text (&start, &end);
      if (!speaks_of (line, name))
        continue;
      gtk_text_buffer_apply_tag (buffer, self->node_tag, &start, &end);
      if (is_first)
        gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->source), &start, 0, TRUE, 0, 0.2);
      is_first = FALSE;
    }
}

void
studio_code_page_enable (StudioCodePage *self, gboolean can_copy, gboolean can_save)
{
  gtk_widget_set_visible (self->bar, can_copy || can_save || self->making != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "code.copy", can_copy);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "code.save", can_save && self->n_saving == 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "code.prove",
                                 can_save && self->n_saving == 0 && studio_code_job_can_prove (self->job));
}

static void
show_problem (StudioCodePage *self, const char *title, const char *sentence)
{
  g_autofree char *escaped = g_markup_escape_text (sentence, -1);

  adw_status_page_set_title (self->problem, title);
  adw_status_page_set_description (self->problem, escaped);
  gtk_stack_set_visible_child_name (self->stack, "problem");
  studio_code_page_enable (self, FALSE, FALSE);
}

/* A text that is already shown keeps its scroll position. */
static void
show_text (StudioCodePage *self, const char *text, GtkSourceLanguage *language)
{
  g_autofree char *shown = studio_code_page_dup_text (self);

  gtk_source_buffer_set_language (self->buffer, language);
  if (g_strcmp0 (shown, text) != 0)
    {
      set_text (self, text);
      studio_code_page_highlight (self);
    }
  gtk_stack_set_visible_child_name (self->stack, "code");
}

static void
show_usage (StudioCodePage *self)
{
  g_autofree char *file_name = dup_file_name (self);
  g_autofree char *quoted = g_shell_quote (file_name);
  const gboolean is_plain = strlen (quoted) == strlen (file_name) + 2;
  g_autoptr (GString) usage = g_string_new (self->exporter->usage != NULL ? self->exporter->usage : "");
  g_autofree char *data = rensa_export_dup_data_path (file_name);
  g_autoptr (GString) note = g_string_new (NULL);

  g_string_replace (usage, "%s", is_plain ? file_name : quoted, 0);
  if (self->exporter->reads_data)
    g_string_append_printf (note, _ ("Its examples are saved along with it as %s."), data);
  if (self->job->folder != NULL && self->exporter->takes_weights)
    g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "",
                            self->exporter->write != NULL ? _ ("The trained weights are also saved as model.npz.")
                                                          : _ ("It contains the trained weights."));
  gtk_label_set_label (self->usage, usage->str);
  gtk_widget_set_visible (GTK_WIDGET (self->usage), usage->len > 0);
  gtk_label_set_label (self->note, note->str);
  gtk_widget_set_visible (GTK_WIDGET (self->note), note->len > 0);
}

void
studio_code_page_show_proof (StudioCodePage *self)
{
  gboolean agrees;
  g_autofree char *proof = self->job != NULL ? studio_code_job_dup_proof (self->job, &agrees) : NULL;

  /* This is also called while the user types. */
  if (proof != NULL && g_strcmp0 (proof, gtk_label_get_label (self->proof)) != 0)
    studio_run_keep_proof (self->run, self->exporter->name, agrees);
  gtk_widget_set_visible (self->prove_button, self->exporter->prove != NULL);
  gtk_label_set_label (self->proof, proof != NULL ? proof : "");
  gtk_widget_set_visible (GTK_WIDGET (self->proof), proof != NULL);
}

/* Programs that are written immediately */

static void
show_program (StudioCodePage *self)
{
  g_autofree char *file_name = dup_file_name (self);
  g_autofree char *data_path = rensa_export_dup_data_path (file_name);
  const RensaExportNames names = { data_path, self->job->weights != NULL ? "model.npz" : NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = self->exporter->write (self->job->document, &names, &error);

  gtk_widget_set_visible (GTK_WIDGET (self->file_list), FALSE);
  if (text == NULL)
    {
      show_problem (self, _ ("No Program Yet"), error->message);
      return;
    }
  show_text (
      self, text,
      gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), self->exporter->language));
  studio_code_page_enable (self, TRUE, TRUE);
}

/* Files that contain a trained model */

/* Returns NULL if it has none. */
static char *
dup_shown_text (const RensaExportFile *file)
{
  gsize length;
  const char *bytes = g_bytes_get_data (file->bytes, &length);

  if (file->text != NULL)
    return g_strdup (file->text);
  return bytes != NULL && g_utf8_validate_len (bytes, length, NULL) ? g_strndup (bytes, length) : NULL;
}

void
studio_code_page_show_file (StudioCodePage *self)
{
  const guint i = gtk_drop_down_get_selected (self->file_list);
  const RensaExportFile *file = self->files != NULL && i < self->files->len ? self->files->pdata[i] : NULL;
  g_autofree char *text = file != NULL ? dup_shown_text (file) : NULL;

  if (text != NULL)
    {
      show_text (
          self, text,
          gtk_source_language_manager_guess_language (gtk_source_language_manager_get_default (), file->path, NULL));
      studio_code_page_enable (self, TRUE, TRUE);
    }
  else if (file != NULL)
    {
      g_autofree char *size = g_format_size (g_bytes_get_size (file->bytes));
      g_autofree char *sentence =
          g_strdup_printf (_ ("%s is a binary file of %s. Use Export to save it."), file->path, size);

      show_problem (self, _ (self->exporter->title), sentence);
      studio_code_page_enable (self, FALSE, TRUE);
    }
}

static void
show_files (StudioCodePage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->files->len; i++)
    gtk_string_list_append (names, ((RensaExportFile *) self->files->pdata[i])->path);
  gtk_drop_down_set_model (self->file_list, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->file_list, 0);
  gtk_widget_set_visible (GTK_WIDGET (self->file_list), self->files->len > 1);
  studio_code_page_show_file (self);
}

static void
made (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);
  g_autoptr (GError) error = NULL;
  GPtrArray *files = studio_code_job_make_finish (result, &error);

  /* Another one is now being made. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->making);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  self->files = files;
  if (files != NULL)
    show_files (self);
  else
    show_problem (self, _ ("No Program Yet"), error->message);
}

static void
stop_making (StudioCodePage *self)
{
  g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  g_clear_pointer (&self->files, g_ptr_array_unref);
}

static void
make_files (StudioCodePage *self)
{
  self->making = g_cancellable_new ();
  gtk_stack_set_visible_child_name (self->stack, "making");
  studio_code_page_enable (self, FALSE, FALSE);
  studio_code_job_make (self->job, self, self->making, made, NULL);
}

void
studio_code_page_forget (StudioCodePage *self)
{
  stop_making (self);
  g_clear_pointer (&self->job, studio_code_job_free);
}

static void
show_nothing (StudioCodePage *self, const char *title, const char *sentence)
{
  studio_code_page_forget (self);
  show_problem (self, title, sentence);
}

static void
take_job (StudioCodePage *self, StudioCodeJob *job)
{
  studio_code_page_forget (self);
  self->job = job;
  if (self->exporter->write != NULL)
    show_program (self);
  else
    make_files (self);
  show_usage (self);
}

void
studio_code_page_update (StudioCodePage *self)
{
  g_autoptr (GError) error = NULL;
  StudioCodeJob *job;

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->project == NULL)
    {
      show_nothing (self, _ ("No Project"), _ ("The program for the open project appears here."));
      return;
    }

  job = studio_code_job_new (self->exporter, self->project, self->run, &error);
  gtk_widget_set_visible (GTK_WIDGET (self->logits), self->exporter->make != NULL);
  if (job != NULL)
    job->gives_logits = self->exporter->make != NULL && gtk_toggle_button_get_active (self->logits);
  if (job == NULL && error != NULL)
    show_nothing (self, _ ("No Program Yet"), error->message);
  else if (job == NULL)
    show_nothing (self, _ ("Nothing Trained Yet"),
                  _ ("This target needs a trained model. Train the project or load weights."));
  else if (self->job != NULL && studio_code_job_equal (self->job, job))
    studio_code_job_free (job);
  else
    take_job (self, job);
  studio_code_page_show_proof (self);
}

char *
studio_code_page_dup_text (StudioCodePage *self)
{
  GtkTextIter start;
  GtkTextIter end;

  if (!g_str_equal (gtk_stack_get_visible_child_name (self->stack), "code"))
    return NULL;
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, TRUE);
}
