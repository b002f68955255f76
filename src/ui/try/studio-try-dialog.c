/* studio-try-dialog.c: dialog to try the trained model of a run.
 * SPDX-License-Identifier: MIT */

#include "studio-try-dialog.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-predictor.h"
#include "studio-format.h"
#include "studio-preview-loader.h"
#include "studio-watch.h"

struct _StudioTryDialog
{
  AdwWindow parent_instance;
  AdwWindowTitle *whose;
  GtkStack *states;
  AdwStatusPage *status;
  GtkDropDown *chooser; /* Chooses the page; visible if there are several */
  GtkStringList *titles;
  StudioTryExample *example;
  GtkWidget *show_table;
  GPtrArray *pages; /* GtkWidget, in the order of the titles */

  StudioRun *run;
  char *dataset_root;
  char *weights;
  gint64 time_of_weights;
  StudioPreviewLoader *loader;
  StudioWatch *run_watch;
  RensaPredictor *predictor; /* NULL until there are weights, and after disposal */
  gboolean awaits_data;
  gboolean awaits_suggestions;
};

G_DEFINE_FINAL_TYPE (StudioTryDialog, studio_try_dialog, ADW_TYPE_WINDOW)

/* Pages */

static gboolean
is_shown (StudioTryDialog *self)
{
  return g_ptr_array_find (self->pages, gtk_stack_get_visible_child (self->states), NULL);
}

static void
page_chosen (StudioTryDialog *self)
{
  const guint i = gtk_drop_down_get_selected (self->chooser);
  GtkWidget *page = i < self->pages->len ? self->pages->pdata[i] : NULL;

  if (page == NULL || self->awaits_data)
    return;

  gtk_stack_set_visible_child (self->states, page);
  gtk_widget_set_visible (self->show_table,
                          page == GTK_WIDGET (self->example) && studio_try_example_has_table (self->example));
}

static void
add_page (StudioTryDialog *self, guint i, GtkWidget *page, const char *title)
{
  const char *const added[] = { title, NULL };

  g_ptr_array_insert (self->pages, (int) i, page);
  gtk_string_list_splice (self->titles, i, 0, added);
  gtk_widget_set_visible (GTK_WIDGET (self->chooser), self->pages->len > 1);
}

/* Adds the file name if there are several of the same type. */
static char *
dup_title (RensaAttrs *attrs, GPtrArray *previews)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  g_autofree char *name = studio_try_preview_dup_name (attrs);
  guint n = 0;

  for (guint i = 0; i < previews->len; i++)
    n += rensa_attrs_get_component (previews->pdata[i]) == component;
  if (n < 2)
    return g_strdup (_ (component->title));
  /* Translators: "Generated Pictures (ways)": what is made, and the name of its files */
  return g_strdup_printf (_ ("%s (%s)"), _ (component->title), name);
}

static void
add_previews (StudioTryDialog *self, GPtrArray *previews)
{
  for (guint i = 0; i < previews->len; i++)
    {
      GtkWidget *page = studio_try_preview_new (previews->pdata[i]);
      g_autofree char *title = dup_title (previews->pdata[i], previews);

      gtk_stack_add_child (self->states, page);
      add_page (self, self->pages->len, page, title);
      studio_try_preview_set_predictor (STUDIO_TRY_PREVIEW (page), self->predictor);
    }
}

/* Returns the previews of the document, with its attributes. */
static GPtrArray *
list_previews (RensaDocument *document)
{
  GPtrArray *previews = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  const guint n = rensa_document_count_components (document, "extensions");

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("extensions.%u", i);
      g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, NULL);

      if (attrs != NULL && ((const RensaExtensionClass *) rensa_attrs_get_component (attrs))->preview != NULL)
        g_ptr_array_add (previews, g_steal_pointer (&attrs));
    }
  return previews;
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

/* Shows the first page as soon as it is determined. */
static void
show_first (StudioTryDialog *self)
{
  if (is_shown (self))
    return;
  if (self->pages->len > 0)
    page_chosen (self);
  else if (!self->awaits_data && !self->awaits_suggestions)
    show_status (self, "dialog-information-symbolic", _ ("Nothing to Try"),
                 _ ("This model does not accept manual input and has no suitable preview. You can add a preview to the "
                    "extensions on the Training page."));
}

static void
suggested (GPtrArray *previews, const GError *error, gpointer data)
{
  StudioTryDialog *self = data;

  self->awaits_suggestions = FALSE;
  if (previews != NULL)
    add_previews (self, previews);
  else if (self->pages->len == 0 && !self->awaits_data)
    {
      g_autofree char *sentence = rensa_error_to_sentence (error);

      show_status (self, "dialog-warning-symbolic", _ ("The Model Cannot Be Tried"), sentence);
      return;
    }
  show_first (self);
}

/* Sequences cannot be entered by hand, and for a language model, generated text is more useful than
 * the next token. */
static gboolean
takes_own_examples (const RensaPreview *preview)
{
  const char *const *tokens = (const char *const *) preview->tokens;
  const char *const *names = (const char *const *) preview->label_names;

  return preview->fields[0].n_sequences == 0 && (tokens == NULL || names == NULL || !g_strv_equal (tokens, names));
}

static void
loaded (StudioTryDialog *self)
{
  RensaPreview *preview = studio_preview_loader_get_preview (self->loader);

  self->awaits_data = FALSE;
  if (preview == NULL || preview->state != RENSA_PREVIEW_READY)
    {
      show_status (self, "dialog-warning-symbolic", _ ("Data Not Available"),
                   preview != NULL ? preview->sentence : _ ("The data cannot be read."));
      return;
    }

  if (takes_own_examples (preview))
    {
      studio_try_example_take_preview (self->example, rensa_preview_ref (preview), self->predictor);
      add_page (self, 0, GTK_WIDGET (self->example), _ ("Your Own Example"));
      gtk_drop_down_set_selected (self->chooser, 0);
    }
  show_first (self);
}

static void
table_toggled (StudioTryDialog *self)
{
  studio_try_example_show_table (self->example, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->show_table)));
}

/* Returns the modification time of the weights in nanoseconds; 0 if there are none. */
static gint64
get_time_of_weights (StudioTryDialog *self)
{
  GStatBuf status;

  if (self->weights == NULL || g_stat (self->weights, &status) != 0)
    return 0;
  return (gint64) status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
}

/* Shows the run and the state of the model. A run that trains on has changed since its model was
 * saved, so its time is shown. */
static void
tell_whose (StudioTryDialog *self)
{
  RensaWorkerStatus status;
  g_autofree char *title = NULL;
  g_autofree char *time = studio_format_time (self->time_of_weights / G_USEC_PER_SEC / 1000);
  g_autofree char *epoch = NULL;
  g_autofree char *text = NULL;

  g_object_get (self->run, "title", &title, NULL);
  studio_run_get_status (self->run, &status);
  epoch = studio_format_tenths (status.epoch);
  if (status.state == RENSA_WORKER_RUNNING)
    /* Translators: the name of a run, and when its model was saved */
    text = g_strdup_printf (_ ("%s, saved %s"), title, time);
  else
    /* Translators: the name of a run, and epochs of training with at most one decimal */
    text = g_strdup_printf (_ ("%s, after epoch %s"), title, epoch);
  adw_window_title_set_subtitle (self->whose, text);
}

static void
set_predictor (StudioTryDialog *self, RensaPredictor *predictor)
{
  for (guint i = 0; i < self->pages->len; i++)
    if (STUDIO_IS_TRY_PREVIEW (self->pages->pdata[i]))
      studio_try_preview_set_predictor (self->pages->pdata[i], predictor);
  studio_try_example_set_predictor (self->example, predictor);
  g_clear_pointer (&self->predictor, rensa_predictor_free);
  self->predictor = predictor;
}

static void
begin (StudioTryDialog *self)
{
  RensaDocument *document = studio_run_get_document (self->run);
  g_autoptr (GPtrArray) previews = list_previews (document);

  gtk_stack_set_visible_child_name (self->states, "loading");
  self->awaits_data = studio_run_takes_examples (self->run);
  self->awaits_suggestions = TRUE;
  add_previews (self, previews);
  rensa_predictor_suggest_previews (self->predictor, suggested, self);
  if (self->awaits_data)
    studio_preview_loader_load (self->loader, document, self->dataset_root, FALSE);
  show_first (self);
}

/* Weights exist from the first pause on, and change with each later pause. */
static void
look_for_weights (StudioTryDialog *self)
{
  const gint64 time = get_time_of_weights (self);
  const gboolean is_first = self->predictor == NULL;

  if (time == self->time_of_weights)
    return;

  self->time_of_weights = time;
  tell_whose (self);
  set_predictor (self, rensa_predictor_new (studio_run_get_document (self->run), self->weights, self->dataset_root));
  if (is_first)
    begin (self);
  else if (self->awaits_suggestions)
    rensa_predictor_suggest_previews (self->predictor, suggested, self);
}

static void
set_run (StudioTryDialog *self, StudioRun *run)
{
  show_status (self, "media-playback-start-symbolic", _ ("No Trained Model Yet"),
               _ ("Train the model first. You can try it here as soon as training is paused, stopped or finished."));
  if (run == NULL || studio_run_get_folder (run) == NULL)
    return;

  self->run = g_object_ref (run);
  self->weights = g_build_filename (studio_run_get_folder (run), "model.npz", NULL);
  g_object_set (self->run_watch, "source", run, NULL);
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

StudioTryExample *
studio_try_dialog_get_example (StudioTryDialog *self)
{
  return self->example;
}

static void
studio_try_dialog_dispose (GObject *object)
{
  StudioTryDialog *self = STUDIO_TRY_DIALOG (object);

  if (self->predictor != NULL)
    set_predictor (self, NULL);
  g_ptr_array_set_size (self->pages, 0);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (studio_try_dialog_parent_class)->dispose (object);
}

static void
studio_try_dialog_finalize (GObject *object)
{
  StudioTryDialog *self = STUDIO_TRY_DIALOG (object);

  g_ptr_array_unref (self->pages);
  g_free (self->dataset_root);
  g_free (self->weights);
  G_OBJECT_CLASS (studio_try_dialog_parent_class)->finalize (object);
}

static void
studio_try_dialog_class_init (StudioTryDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = studio_try_dialog_dispose;
  object_class->finalize = studio_try_dialog_finalize;
  g_type_ensure (STUDIO_TYPE_PREVIEW_LOADER);
  g_type_ensure (STUDIO_TYPE_TRY_EXAMPLE);
  g_type_ensure (STUDIO_TYPE_WATCH);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-try-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, whose);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, states);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, status);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, chooser);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, titles);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, example);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, show_table);
  gtk_widget_class_bind_template_callback (widget_class, page_chosen);
  gtk_widget_class_bind_template_callback (widget_class, table_toggled);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, loader);
  gtk_widget_class_bind_template_child (widget_class, StudioTryDialog, run_watch);
  gtk_widget_class_bind_template_callback (widget_class, loaded);
  gtk_widget_class_bind_template_callback (widget_class, look_for_weights);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
studio_try_dialog_init (StudioTryDialog *self)
{
  self->pages = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}
