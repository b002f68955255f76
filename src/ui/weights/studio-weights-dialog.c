/* studio-weights-dialog.c: dialog to choose initial weights from a file.
 * SPDX-License-Identifier: MIT */

#include "studio-weights-dialog.h"
#include "rensa-archive.h"
#include "rensa-builder.h"
#include "rensa-document-values.h"
#include "rensa-file.h"
#include "rensa-init.h"
#include "rensa-modes.h"
#include "studio-choice-row.h"
#include "studio-weights-choices.h"

#include <glib/gi18n.h>

#define N_STATUSES (RENSA_LOAD_EXTRA + 1)
/* Names in files are paths, whose end is most significant. */
#define MOST_CHARS 26

struct _StudioWeightsDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *whose;
  GtkStack *states;
  AdwStatusPage *status;
  GtkWidget *load;
  GtkLabel *summary;
  GtkWidget *match;
  GtkWidget *match_row;
  GtkWidget *groups[N_STATUSES];

  GPtrArray *entries;
  StudioWeightsChoices *choices;
  GHashTable *rows; /* rows by entry */

  StudioProject *project;
  GFile *file;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (StudioWeightsDialog, studio_weights_dialog, ADW_TYPE_WINDOW)

enum
{
  LOADED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Comparing */

/* The thread's own. */
typedef struct
{
  RensaDocument *document;
  char *dataset_root;
  char *path;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  rensa_document_unref (question->document);
  g_free (question->dataset_root);
  g_free (question->path);
  g_free (question);
}

static void
compare (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_auto (RensaModesScope) modes = rensa_modes_enter ();
  Question *question = data;
  GError *error = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  GPtrArray *entries;

  rensa_init_side_thread ();
  builder = rensa_builder_new (question->document, question->dataset_root, &error);
  entries = builder != NULL ? rensa_builder_compare_weights (builder, question->path, &error) : NULL;
  if (entries != NULL)
    g_task_return_pointer (task, entries, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/* Showing */

static char *
dup_shown_name (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  return rensa_file_dup_shown_basename (g_file_peek_path (file) != NULL ? g_file_peek_path (file) : uri);
}

/* Returns a path relative to the document's folder if the file is inside it. */
static char *
get_way (StudioWeightsDialog *self)
{
  const char *path = studio_project_get_path (self->project);
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_autoptr (GFile) from = folder != NULL ? g_file_new_for_path (folder) : NULL;
  char *way = from != NULL ? g_file_get_relative_path (from, self->file) : NULL;

  return way != NULL ? way : g_file_get_path (self->file);
}

static char *
describe (const RensaLoadEntry *entry)
{
  switch (entry->status)
    {
    case RENSA_LOAD_OTHER:
      return g_strdup_printf (_ ("The file has %s, the model has %s"), entry->found, entry->here);
    case RENSA_LOAD_EXTRA:
      return g_strdup (entry->found != NULL ? entry->found : "");
    default:
      return g_strdup (entry->here);
    }
}

static char *
summarize (StudioWeightsDialog *self)
{
  const guint n_taken = studio_weights_choices_count (self->choices);
  guint n = 0;

  for (guint i = 0; i < self->entries->len; i++)
    n += ((const RensaLoadEntry *) self->entries->pdata[i])->status != RENSA_LOAD_EXTRA;
  if (n_taken == 0)
    return g_strdup (_ ("The file contains no array with the name and shape of a model value."));
  if (n_taken == n)
    return g_strdup_printf (ngettext ("The only value of the model matches.", "All %u values of the model match.", n),
                            n);
  return g_strdup_printf (ngettext ("%u of %u values matches; the others are initialized randomly.",
                                    "%u of %u values match; the others are initialized randomly.", n_taken),
                          n_taken, n);
}

/* Shows the possible choices and the current one. */
static void
show_choice (StudioWeightsDialog *self, const RensaLoadEntry *param, StudioChoiceRow *row)
{
  const RensaLoadEntry *chosen = studio_weights_choices_get (self->choices, param);
  g_autoptr (GPtrArray) list = studio_weights_choices_list (self->choices, param);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_add (names, _ ("None"));
  for (guint i = 0; i < list->len; i++)
    g_ptr_array_add (names, ((const RensaLoadEntry *) list->pdata[i])->key);
  g_ptr_array_add (names, NULL);
  studio_choice_row_show (row, (const char *const *) names->pdata, chosen != NULL ? chosen->key : _ ("None"));
}

/* After a choice. */
static void
update (StudioWeightsDialog *self)
{
  g_autofree char *summary = summarize (self);
  gboolean any_left = FALSE;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const RensaLoadEntry *entry = self->entries->pdata[i];
      GtkWidget *row = g_hash_table_lookup (self->rows, entry);
      const gboolean is_left = !studio_weights_choices_is_taken (self->choices, entry);

      if (STUDIO_IS_CHOICE_ROW (row))
        show_choice (self, entry, STUDIO_CHOICE_ROW (row));
      else if (entry->status == RENSA_LOAD_EXTRA)
        {
          gtk_widget_set_visible (row, is_left);
          any_left |= is_left;
        }
    }
  gtk_widget_set_visible (self->groups[RENSA_LOAD_EXTRA], any_left);
  gtk_widget_set_sensitive (self->match_row, studio_weights_choices_can_match (self->choices));
  gtk_label_set_label (self->summary, summary);
  gtk_widget_set_sensitive (self->load, studio_weights_choices_count (self->choices) > 0);
}

static void
chosen (StudioWeightsDialog *self, const char *name, GtkWidget *row)
{
  const RensaLoadEntry *param = g_object_get_data (G_OBJECT (row), "entry");
  g_autoptr (GPtrArray) list = studio_weights_choices_list (self->choices, param);
  const RensaLoadEntry *from = NULL;

  for (guint i = 0; i < list->len && !g_str_equal (name, _ ("None")); i++)
    if (g_str_equal (((const RensaLoadEntry *) list->pdata[i])->key, name))
      from = list->pdata[i];
  studio_weights_choices_choose (self->choices, param, from);
  update (self);
}

/* The button is disabled afterwards, so the focus must move to another widget. */
static void
match (StudioWeightsDialog *self)
{
  studio_weights_choices_match_by_order (self->choices);
  update (self);
  gtk_widget_grab_focus (self->load);
}

static GtkWidget *
make_row (StudioWeightsDialog *self, const RensaLoadEntry *entry)
{
  GtkWidget *row;

  if (!studio_weights_choices_can_choose (self->choices, entry))
    return g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title", entry->key, NULL);
  row = studio_choice_row_new (entry->key);
  studio_choice_row_set_max_chars (STUDIO_CHOICE_ROW (row), MOST_CHARS);
  g_object_set_data (G_OBJECT (row), "entry", (gpointer) entry);
  g_signal_connect_object (row, "chosen", G_CALLBACK (chosen), self, G_CONNECT_SWAPPED);
  gtk_widget_set_visible (self->match, TRUE);
  return row;
}

static void
add_row (StudioWeightsDialog *self, const RensaLoadEntry *entry)
{
  GtkWidget *row = make_row (self, entry);
  g_autofree char *subtitle = describe (entry);

  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  gtk_widget_set_tooltip_text (row, entry->key);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->groups[entry->status]), row);
  gtk_widget_set_visible (self->groups[entry->status], TRUE);
  g_hash_table_insert (self->rows, (gpointer) entry, row);
}

/* Applies the choices that the document already has for this file. */
static void
take_choices (StudioWeightsDialog *self)
{
  RensaDocument *document = studio_project_get_document (self->project);
  g_autofree char *way = get_way (self);
  g_autoptr (GHashTable) map = NULL;

  if (g_strcmp0 (json_object_get_string (rensa_document_get (document, "weights")), way) == 0
      && rensa_document_read_weights_map (document, &map, NULL) && map != NULL)
    studio_weights_choices_take_map (self->choices, map);
}

static void
show_entries (StudioWeightsDialog *self, GPtrArray *entries)
{
  self->entries = g_ptr_array_ref (entries);
  self->choices = studio_weights_choices_new (entries);
  take_choices (self);
  for (guint i = 0; i < entries->len; i++)
    add_row (self, entries->pdata[i]);
  update (self);
  gtk_stack_set_visible_child_name (self->states, "entries");
  gtk_widget_grab_focus (gtk_widget_get_sensitive (self->load) ? self->load : self->match_row);
}

static void
compared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = g_task_propagate_pointer (G_TASK (result), &error);
  StudioWeightsDialog *self = STUDIO_WEIGHTS_DIALOG (source);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (entries != NULL)
    {
      show_entries (self, entries);
      return;
    }
  adw_status_page_set_description (self->status, error->message);
  gtk_stack_set_visible_child_name (self->states, "status");
}

static void
ask (StudioWeightsDialog *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, compared, NULL);
  Question *question = g_new0 (Question, 1);
  g_autofree char *way = get_way (self);
  GError *error = NULL;

  studio_project_settle (self->project);
  question->document = rensa_document_copy (studio_project_get_document (self->project));
  question->dataset_root = g_strdup (studio_project_get_dataset_root (self->project));
  question->path = g_file_get_path (self->file);
  g_task_set_task_data (task, question, question_free);
  if (rensa_file_check_name (way, &error))
    g_task_run_in_thread (task, compare);
  else
    g_task_return_error (task, error);
}

/* Loading */

static void
load (StudioWeightsDialog *self)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *way = get_way (self);
  g_autofree char *name = dup_shown_name (self->file);
  g_autoptr (GHashTable) map = studio_weights_choices_get_map (self->choices);

  json_object_object_add (rensa_document_change (document), "weights", json_object_new_string (way));
  rensa_document_set_weights_map (document, map);
  studio_project_commit (self->project, document, _ ("Load Weights"), NULL);
  g_signal_emit (self, signals[LOADED], 0, name);
  gtk_window_close (GTK_WINDOW (self));
}

GtkWidget *
studio_weights_dialog_new (StudioProject *project, GFile *file)
{
  StudioWeightsDialog *self = g_object_new (STUDIO_TYPE_WEIGHTS_DIALOG, NULL);
  g_autofree char *shown = dup_shown_name (file);

  self->project = g_object_ref (project);
  self->file = g_object_ref (file);
  adw_window_title_set_subtitle (self->whose, shown);
  ask (self);
  return GTK_WIDGET (self);
}

static void
studio_weights_dialog_dispose (GObject *object)
{
  StudioWeightsDialog *self = STUDIO_WEIGHTS_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (studio_weights_dialog_parent_class)->dispose (object);
}

static void
studio_weights_dialog_finalize (GObject *object)
{
  StudioWeightsDialog *self = STUDIO_WEIGHTS_DIALOG (object);

  g_clear_object (&self->project);
  g_clear_object (&self->file);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->choices, studio_weights_choices_free);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_pointer (&self->rows, g_hash_table_unref);
  G_OBJECT_CLASS (studio_weights_dialog_parent_class)->finalize (object);
}

static void
studio_weights_dialog_class_init (StudioWeightsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const char *const groups[N_STATUSES] = { "matched", "missing", "other", "extra" };

  G_OBJECT_CLASS (klass)->dispose = studio_weights_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_weights_dialog_finalize;
  signals[LOADED] = g_signal_new ("loaded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-weights-dialog.ui");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_bind_template_child (widget_class, StudioWeightsDialog, whose);
  gtk_widget_class_bind_template_child (widget_class, StudioWeightsDialog, states);
  gtk_widget_class_bind_template_child (widget_class, StudioWeightsDialog, status);
  gtk_widget_class_bind_template_child (widget_class, StudioWeightsDialog, load);
  gtk_widget_class_bind_template_child (widget_class, StudioWeightsDialog, summary);
  gtk_widget_class_bind_template_child (widget_class, StudioWeightsDialog, match);
  gtk_widget_class_bind_template_child (widget_class, StudioWeightsDialog, match_row);
  for (guint i = 0; i < N_STATUSES; i++)
    gtk_widget_class_bind_template_child_full (widget_class, groups[i], FALSE,
                                               G_STRUCT_OFFSET (StudioWeightsDialog, groups)
                                                   + (gssize) (i * sizeof (GtkWidget *)));
  gtk_widget_class_bind_template_callback (widget_class, load);
  gtk_widget_class_bind_template_callback (widget_class, match);
}

static void
studio_weights_dialog_init (StudioWeightsDialog *self)
{
  self->cancellable = g_cancellable_new ();
  self->rows = g_hash_table_new (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
}
