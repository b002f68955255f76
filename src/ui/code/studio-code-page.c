/* studio-code-page.c: the program that the document stands for.
 * SPDX-License-Identifier: MIT */

#include "studio-code-page.h"
#include "studio-file-chooser.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "rensa-exporter.h"
#include "studio-source.h"

/* While somebody types, the program is not written anew for every letter. */
#define DELAY_MS 200
/* Characters of a text that gets its colours before it is shown; the rest gets them where it is scrolled to. */
#define MOST_AT_ONCE 100000

struct _StudioCodePage
{
  AdwBin parent_instance;

  StudioProject *project;
  StudioRun *run;
  const RensaExporter *exporter;
  guint timeout;

  GtkListBox *targets;
  GtkStack *stack;
  AdwStatusPage *problem;
  GtkSourceView *source;
  GtkSourceBuffer *buffer;
  GtkLabel *usage;
  GtkLabel *note;
};

enum
{
  PROP_PROJECT = 1,
  PROP_RUN,
  PROP_TARGET,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioCodePage, studio_code_page, ADW_TYPE_BIN)

/* What is shown */

/* Lines that are new or get their colours while they are drawn are measured then, too late for the scroll bars. */
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
  return rensa_export_dup_file_name (self->exporter, studio_project_get_document (self->project));
}

static char *
write_program (StudioCodePage *self, RensaDocument *document, const char *path, GError **error)
{
  g_autofree char *data_path = rensa_export_dup_data_path (path);
  g_autofree char *data_name = g_path_get_basename (data_path);
  const RensaExportNames names = { data_name, NULL };

  return self->exporter->write (document, &names, error);
}

static void
show_problem (StudioCodePage *self, const char *title, const char *sentence)
{
  g_autofree char *escaped = g_markup_escape_text (sentence, -1);

  adw_status_page_set_title (self->problem, title);
  adw_status_page_set_description (self->problem, escaped);
  gtk_stack_set_visible_child_name (self->stack, "problem");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "code.copy", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "code.save", FALSE);
}

static void
show_usage (StudioCodePage *self, const char *file_name)
{
  g_autofree char *quoted = g_shell_quote (file_name);
  const gboolean is_plain = strlen (quoted) == strlen (file_name) + 2;
  GString *usage = g_string_new (self->exporter->usage != NULL ? self->exporter->usage : "");
  g_autofree char *data = rensa_export_dup_data_path (file_name);
  g_autofree char *reads = NULL;
  g_autofree char *note = NULL;

  g_string_replace (usage, "%s", is_plain ? file_name : quoted, 0);
  if (self->exporter->reads_data)
    reads = g_strdup_printf (_ ("Its examples are saved with it, as %s."), data);
  note = g_strjoin (reads != NULL && self->run != NULL ? " " : "", reads != NULL ? reads : "",
                    self->run != NULL && self->exporter->takes_weights
                        ? _ ("Export NPZ on the Runs page gives a trained model, which --weights loads.")
                        : "",
                    NULL);
  gtk_label_set_label (self->usage, usage->str);
  gtk_label_set_label (self->note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), note[0] != '\0');
  g_string_free (usage, TRUE);
}

/* What stands there already stays where the reader has scrolled it to. */
static void
show_text (StudioCodePage *self, const char *text)
{
  GtkSourceLanguage *language =
      gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), self->exporter->language);
  g_autofree char *shown = studio_code_page_dup_text (self);

  gtk_source_buffer_set_language (self->buffer, language);
  if (g_strcmp0 (shown, text) != 0)
    set_text (self, text);
  gtk_stack_set_visible_child_name (self->stack, "code");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "code.copy", TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "code.save", TRUE);
}

static void
update (StudioCodePage *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file_name = NULL;
  g_autofree char *text = NULL;

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->project == NULL)
    {
      show_problem (self, _ ("No Project"), _ ("The program of the open project is shown here."));
      return;
    }

  file_name = dup_file_name (self);
  text = write_program (self, studio_project_get_document (self->project), file_name, &error);
  if (text == NULL)
    {
      show_problem (self, _ ("No Program Yet"), error->message);
      return;
    }
  show_text (self, text);
  show_usage (self, file_name);
}

static gboolean
timed_out (gpointer data)
{
  StudioCodePage *self = data;

  self->timeout = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
document_changed (StudioCodePage *self)
{
  if (self->timeout == 0)
    self->timeout = g_timeout_add (DELAY_MS, timed_out, self);
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

/* Saving: the data may be large, so they are written aside. */

typedef struct
{
  RensaDocument *document;
  const RensaExporter *exporter;
  char *root;
  char *path;
  char *sentence;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  rensa_document_unref (saving->document);
  g_free (saving->root);
  g_free (saving->path);
  g_free (saving->sentence);
  g_free (saving);
}

static void
save_files (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  const RensaExportTarget target = { .path = saving->path, .dataset_root = saving->root, .overwrites = TRUE };
  GError *error = NULL;

  if (rensa_export_save (saving->exporter, saving->document, &target, &error))
    g_task_return_pointer (task, g_steal_pointer (&saving->sentence), g_free);
  else
    g_task_return_error (task, error);
}

/* A document of its own for the thread. */
static Saving *
saving_new (StudioCodePage *self, GError **error)
{
  RensaDocument *document = studio_project_get_document (self->project);
  g_autofree char *text = rensa_document_to_text (document);
  RensaDocument *copy = rensa_document_parse (text, -1, rensa_document_get_place (document), error);
  Saving *saving = copy != NULL ? g_new0 (Saving, 1) : NULL;

  if (saving != NULL)
    {
      saving->document = copy;
      saving->exporter = self->exporter;
      saving->root = g_strdup (studio_project_get_dataset_root (self->project));
    }
  return saving;
}

static char *
describe_files (const RensaExporter *exporter, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *data_name = rensa_export_dup_data_path (name);

  return exporter->reads_data ? g_strdup_printf (_ ("Saved %s and its examples, %s."), name, data_name)
                              : g_strdup_printf (_ ("Saved %s."), name);
}

void
studio_code_page_save (StudioCodePage *self, const char *path, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);
  GError *error = NULL;
  Saving *saving = saving_new (self, &error);

  if (saving == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  saving->path = g_strdup (path);
  saving->sentence = describe_files (self->exporter, path);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save_files);
}

char *
studio_code_page_save_finish (StudioCodePage *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sentence = studio_code_page_save_finish (STUDIO_CODE_PAGE (object), result, &error);

  gtk_widget_activate_action (GTK_WIDGET (object), "win.toast", "s", sentence != NULL ? sentence : error->message);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, gpointer data)
{
  g_autoptr (GFile) file = studio_file_chooser_dup_file (dialog, response);

  if (file != NULL && g_file_peek_path (file) != NULL)
    studio_code_page_save (data, g_file_peek_path (file), saved, NULL);
  g_object_unref (dialog);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (widget);
  g_autofree char *name = dup_file_name (self);
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (_ ("Export Code"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_signal_connect_object (dialog, "response", G_CALLBACK (file_chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *text = studio_code_page_dup_text (STUDIO_CODE_PAGE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  gtk_widget_activate_action (widget, "win.toast", "s", _ ("The program was copied."));
}

/* Targets */

static GtkWidget *
new_target_row (const RensaExporter *exporter)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *title = gtk_label_new (_ (exporter->title));
  GtkWidget *summary = gtk_label_new (_ (exporter->summary));

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (summary), 0);
  gtk_label_set_wrap (GTK_LABEL (summary), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (summary), 20);
  gtk_widget_add_css_class (summary, "caption");
  gtk_widget_add_css_class (summary, "dim-label");
  gtk_widget_add_css_class (box, "code-target");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), summary);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "exporter", (gpointer) exporter);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (exporter->title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (exporter->summary), -1);
  return row;
}

static void
target_selected (GtkListBox *list, GtkListBoxRow *row, StudioCodePage *self)
{
  if (row == NULL)
    return;
  self->exporter = g_object_get_data (G_OBJECT (row), "exporter");
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TARGET]);
}

static void
set_target (StudioCodePage *self, const char *name)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->targets, i)) != NULL; i++)
    {
      const RensaExporter *exporter = g_object_get_data (G_OBJECT (row), "exporter");

      if (g_strcmp0 (exporter->name, name) == 0)
        gtk_list_box_select_row (self->targets, row);
    }
}

/* Class */

static void
update_scheme (StudioCodePage *self)
{
  const gboolean is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
      gtk_source_style_scheme_manager_get_default (), is_dark ? "Adwaita-dark" : "Adwaita");

  gtk_source_buffer_set_style_scheme (self->buffer, scheme);
}

static void
set_project (StudioCodePage *self, StudioProject *project)
{
  if (!studio_source_replace (&self->project, project, self))
    return;
  if (project != NULL)
    g_signal_connect_swapped (project, "changed", G_CALLBACK (document_changed), self);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROJECT]);
}

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_code_page_parent_class)->map (widget);
  update (STUDIO_CODE_PAGE (widget));
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);

  switch (id)
    {
    case PROP_PROJECT:
      g_value_set_object (value, self->project);
      break;
    case PROP_RUN:
      g_value_set_object (value, self->run);
      break;
    case PROP_TARGET:
      g_value_set_string (value, self->exporter->name);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);

  switch (id)
    {
    case PROP_PROJECT:
      set_project (self, g_value_get_object (value));
      break;
    case PROP_RUN:
      if (g_set_object (&self->run, g_value_get_object (value)))
        {
          update (self);
          g_object_notify_by_pspec (object, spec);
        }
      break;
    case PROP_TARGET:
      set_target (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
dispose (GObject *object)
{
  StudioCodePage *self = STUDIO_CODE_PAGE (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  studio_source_clear (&self->project, self);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (studio_code_page_parent_class)->dispose (object);
}

static void
studio_code_page_class_init (StudioCodePageClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = get_property;
  object_class->set_property = set_property;
  object_class->dispose = dispose;
  widget_class->map = map;
  properties[PROP_PROJECT] = g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, flags);
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, flags);
  properties[PROP_TARGET] = g_param_spec_string ("target", NULL, NULL, "chainer", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  g_type_ensure (GTK_SOURCE_TYPE_BUFFER);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-code-page.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, targets);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, problem);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, source);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, buffer);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, usage);
  gtk_widget_class_bind_template_child (widget_class, StudioCodePage, note);
  gtk_widget_class_bind_template_callback (widget_class, target_selected);
  gtk_widget_class_install_action (widget_class, "code.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "code.save", NULL, save);
}

static void
studio_code_page_init (StudioCodePage *self)
{
  guint n;
  const RensaExporter *const *exporters = rensa_exporter_list (&n);

  self->exporter = rensa_exporter_find (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A drag that begins at the numbers and leads below the page is to a line without one, of which GtkSourceView 5.6
     complains. */
  gtk_widget_set_can_target (GTK_WIDGET (gtk_source_view_get_gutter (self->source, GTK_TEXT_WINDOW_LEFT)), FALSE);
  /* The others need a trained model. */
  for (guint i = 0; i < n; i++)
    if (exporters[i]->write != NULL)
      gtk_list_box_append (self->targets, new_target_row (exporters[i]));
  set_target (self, self->exporter->name);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_scheme), self,
                           G_CONNECT_SWAPPED);
  update_scheme (self);
}

GtkWidget *
studio_code_page_new (void)
{
  return g_object_new (STUDIO_TYPE_CODE_PAGE, NULL);
}
