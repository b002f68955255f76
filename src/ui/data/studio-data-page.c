/* studio-data-page.c: page for the data that the model learns from.
 * SPDX-License-Identifier: MIT */

#include "studio-data-page-private.h"

#include <glib/gi18n.h>

#include "rensa-data-kind.h"
#include "rensa-document-values.h"
#include "studio-attr-form.h"
#include "studio-component-dialog.h"
#include "studio-data-balance.h"
#include "studio-data-notes.h"
#include "studio-data-plan.h"
#include "studio-data-remedies.h"
#include "studio-data-sources.h"
#include "studio-data-split.h"
#include "studio-data-transforms.h"
#include "studio-data-view.h"
#include "studio-download.h"
#include "studio-format.h"
#include "studio-preview-loader.h"
#include "studio-watch.h"
#include "studio-widget.h"

#define ITERATOR "data.iterator"
/* Milliseconds before the page reports that data are being read; most are read sooner. */
#define PATIENCE 200
/* Milliseconds between progress updates. */
#define PERIOD 100

struct _StudioDataPage
{
  AdwBin parent_instance;
  StudioDataSources *sources;
  GtkWidget *title;
  GtkWidget *summary;
  GtkWidget *facts;
  GtkWidget *problem;
  GtkWidget *problem_sentence;
  GtkWidget *repair;
  GtkWidget *show_model;
  GtkStack *states;
  GtkSpinner *spinner;
  GtkWidget *reading;
  GtkProgressBar *reading_progress;
  GtkWidget *reading_text;
  StudioDataNotes *notes;
  StudioDataPlan *plan;
  StudioDataTransforms *transforms;
  AdwStatusPage *status;
  StudioDataRemedies *remedies;
  StudioDataView *view;
  GtkWidget *balance_group;
  StudioDataBalance *balance;
  GtkWidget *dataset_group;
  StudioAttrForm *dataset_form;
  GtkWidget *split_group;
  StudioDataSplit *split;
  AdwPreferencesRow *iterator;
  StudioAttrForm *iterator_form;

  StudioProject *project;
  StudioPreviewLoader *loader;
  StudioDownload *download;
  const RensaDatasetClass *dataset; /* NULL if the document names no known data set */
  char *described;                  /* settings of the data whose facts are shown; NULL for none */
  guint impatience;
  guint timer; /* updates the progress while data are being read */
};

G_DEFINE_FINAL_TYPE (StudioDataPage, studio_data_page, ADW_TYPE_BIN)

enum
{
  PROP_PROJECT = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

StudioProject *
studio_data_page_get_project (StudioDataPage *self)
{
  return self->project;
}

/* Problems */

/* Returns a problem that concerns this page, or else the first of the model, which may come from
 * the shape of the data. A problem of the data set itself is shown in place of its examples. */
static const RensaProblem *
find_problem (StudioDataPage *self)
{
  RensaAnalysis *analysis = self->project != NULL ? studio_project_get_analysis (self->project) : NULL;
  const guint n = analysis != NULL ? rensa_analysis_get_n_problems (analysis) : 0;
  const RensaProblem *of_model = NULL;
  static const char *const places[] = { "data.", "loss", "accuracy" };

  for (guint i = 0; i < n; i++)
    {
      const RensaProblem *problem = rensa_analysis_get_problem (analysis, i);

      if (problem->place != NULL && g_str_has_prefix (problem->place, "data.dataset"))
        continue;
      for (guint j = 0; problem->place != NULL && j < G_N_ELEMENTS (places); j++)
        if (g_str_has_prefix (problem->place, places[j]))
          return problem;
      if (of_model == NULL && problem->node != NULL)
        of_model = problem;
    }
  return of_model;
}

static void
show_problem (StudioDataPage *self)
{
  RensaPreview *preview = studio_preview_loader_get_preview (self->loader);
  const gboolean is_ready = preview != NULL && preview->state == RENSA_PREVIEW_READY;
  const RensaProblem *problem = is_ready ? find_problem (self) : NULL;

  gtk_widget_set_visible (self->problem, problem != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "data.repair", problem != NULL && problem->repair != NULL);
  if (problem == NULL)
    return;

  gtk_label_set_label (GTK_LABEL (self->problem_sentence), problem->sentence);
  gtk_widget_set_visible (self->repair, problem->repair != NULL);
  gtk_button_set_label (GTK_BUTTON (self->repair), problem->repair != NULL ? _ (problem->repair) : "");
  gtk_widget_set_visible (self->show_model, problem->node != NULL);
}

static void
repair_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioDataPage *self = STUDIO_DATA_PAGE (widget);
  const RensaProblem *problem = find_problem (self);
  g_autoptr (GError) error = NULL;

  if (problem != NULL && !studio_project_repair (self->project, problem, &error))
    studio_toast_error (widget, error);
}

/* The preview */

static void
show_status (StudioDataPage *self, RensaPreview *preview)
{
  g_autofree char *title = studio_data_page_dup_status (preview);
  g_autofree char *text = NULL;

  if (preview->state == RENSA_PREVIEW_INCOMPLETE)
    text = g_strdup (_ ("Drop a file here, or choose one. Its contents appear immediately."));
  else if (preview->state == RENSA_PREVIEW_ABSENT)
    text = studio_data_page_describe_absent (self->project, preview);
  else if (preview->state == RENSA_PREVIEW_CANCELLED)
    text = g_strdup (_ ("The document still refers to this data. Load it again, or choose other data."));
  else
    text = g_markup_escape_text (preview->sentence, -1);
  adw_status_page_set_icon_name (self->status, preview->state == RENSA_PREVIEW_INCOMPLETE ? "document-open-symbolic"
                                               : preview->state == RENSA_PREVIEW_ABSENT   ? "folder-download-symbolic"
                                                                                          : "dialog-warning-symbolic");
  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, text);
  studio_data_remedies_show (self->remedies, preview);
  gtk_stack_set_visible_child_name (self->states, "status");
}

static gboolean
is_table (const RensaPreview *preview)
{
  return preview->state == RENSA_PREVIEW_READY && rensa_dtype_is_floating (preview->fields[0].dtype)
         && preview->fields[0].n_sequences == 0
         && (preview->form == RENSA_PREVIEW_TABLE || preview->form == RENSA_PREVIEW_POINTS
             || preview->form == RENSA_PREVIEW_CURVE);
}

/* Shows the result of the preprocessing. If there is none, the problem explains why. */
static void
show_transforms (StudioDataPage *self, const RensaPreview *preview)
{
  const RensaPreview *prepared;
  g_autofree char *text = NULL;

  /* Keep the current text, since the data being read may give the same result. */
  if (preview == NULL)
    return;
  prepared = preview->prepared;
  if (prepared != NULL && prepared->state == RENSA_PREVIEW_READY)
    text = studio_data_page_describe_inputs (prepared);
  studio_data_transforms_tell (self->transforms, text, is_table (preview));
  gtk_widget_set_visible (GTK_WIDGET (self->transforms), preview->state == RENSA_PREVIEW_READY);
}

/* Newly allocated; NULL without a dataset. */
static char *
dup_dataset (StudioDataPage *self)
{
  struct json_object *json =
      self->project != NULL ? rensa_document_get (studio_project_get_document (self->project), "data.dataset") : NULL;

  return json != NULL ? g_strdup (json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN)) : NULL;
}

static void
show_facts (StudioDataPage *self, RensaPreview *preview)
{
  const gboolean is_ready = preview != NULL && preview->state == RENSA_PREVIEW_READY;
  g_autofree char *facts = is_ready ? studio_data_page_describe (preview) : NULL;

  g_free (self->described);
  self->described = is_ready ? dup_dataset (self) : NULL;
  gtk_label_set_label (GTK_LABEL (self->facts), facts);
  gtk_widget_set_visible (self->facts, is_ready);
  studio_data_notes_show (self->notes, preview);
  studio_data_plan_set_ready (self->plan, is_ready);
}

static void
show_examples (StudioDataPage *self, RensaPreview *preview)
{
  const gboolean is_ready = preview != NULL && preview->state == RENSA_PREVIEW_READY;
  const gboolean has_classes = is_ready && preview->n_classes > 0;

  show_transforms (self, preview);
  studio_data_view_show (self->view, is_ready ? preview : NULL);
  studio_data_balance_show (self->balance, has_classes ? preview : NULL);
  gtk_widget_set_visible (self->balance_group, has_classes);
  gtk_widget_set_visible (self->split_group, is_ready && preview->was_split);
  if (is_ready)
    gtk_stack_set_visible_child_name (self->states, "ready");
  else if (preview != NULL)
    show_status (self, preview);
  show_problem (self);
}

static void
show_preview (StudioDataPage *self, RensaPreview *preview)
{
  show_facts (self, preview);
  show_examples (self, preview);
}

static gboolean
show_progress (gpointer data)
{
  StudioDataPage *self = data;
  guint64 n_read = 0, n_bytes = 0, n_examples = 0;
  const gboolean is_known = studio_preview_loader_get_progress (self->loader, &n_read, &n_bytes, &n_examples);
  g_autofree char *read = studio_format_bytes (n_read);
  g_autofree char *bytes = studio_format_bytes (n_bytes);
  g_autofree char *examples = studio_format_count (n_examples);
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->reading, is_known);
  if (!is_known)
    return G_SOURCE_CONTINUE;
  /* Translators: how much of a file has been read, and how many examples were in it. */
  text = g_strdup_printf (_ ("%s of %s · %s examples"), read, bytes, examples);
  gtk_progress_bar_set_fraction (self->reading_progress, (double) n_read / n_bytes);
  gtk_label_set_label (GTK_LABEL (self->reading_text), text);
  return G_SOURCE_CONTINUE;
}

static gboolean
become_impatient (gpointer data)
{
  StudioDataPage *self = data;
  g_autofree char *dataset = dup_dataset (self);

  self->impatience = 0;
  /* Keeps facts that still apply, so that nothing below them moves under the pointer. */
  if (g_strcmp0 (dataset, self->described) != 0)
    show_facts (self, NULL);
  show_examples (self, NULL);
  gtk_spinner_start (self->spinner);
  gtk_stack_set_visible_child_name (self->states, "loading");
  show_progress (self);
  self->timer = g_timeout_add (PERIOD, show_progress, self);
  return G_SOURCE_REMOVE;
}

static void
loaded (StudioDataPage *self)
{
  g_clear_handle_id (&self->impatience, g_source_remove);
  g_clear_handle_id (&self->timer, g_source_remove);
  gtk_spinner_stop (self->spinner);
  show_preview (self, studio_preview_loader_get_preview (self->loader));
}

static void
load (StudioDataPage *self, gboolean again)
{
  studio_preview_loader_load (self->loader, studio_project_get_document (self->project),
                              studio_project_get_dataset_root (self->project), again);
  if (studio_preview_loader_is_loading (self->loader) && self->impatience == 0 && self->timer == 0)
    self->impatience = g_timeout_add (PATIENCE, become_impatient, self);
}

/* The document */

/* For a file or folder shows its name, otherwise the title of the data set. */
static void
show_title (StudioDataPage *self, RensaAttrs *attrs)
{
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  g_autofree char *name = attrs != NULL ? rensa_data_kind_dup_name (attrs) : NULL;

  if (component == NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->title), _ ("No Data"));
      gtk_label_set_label (GTK_LABEL (self->summary), _ ("Choose a data source."));
      return;
    }
  gtk_label_set_label (GTK_LABEL (self->title), name != NULL ? name : _ (component->title));
  gtk_label_set_label (GTK_LABEL (self->summary), name != NULL ? _ (component->title) : _ (component->summary));
}

/* Shows how examples are grouped into batches; the settings are below. */
static void
show_iterator (StudioDataPage *self)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (studio_project_get_document (self->project), ITERATOR, NULL);
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  g_autofree char *summary = g_markup_escape_text (component != NULL ? _ (component->summary) : "", -1);

  adw_preferences_row_set_title (self->iterator, component != NULL ? component->name : _ ("Iterator"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->iterator), summary);
}

static void
choose_iterator (StudioDataPage *self)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

  gtk_window_present (
      GTK_WINDOW (studio_component_dialog_new (self->project, RENSA_COMPONENT_ITERATOR, ITERATOR, window)));
}

static void
refresh (StudioDataPage *self)
{
  g_autoptr (RensaAttrs) attrs =
      rensa_document_get_attrs (studio_project_get_document (self->project), "data.dataset", NULL);

  self->dataset = attrs != NULL ? (const RensaDatasetClass *) rensa_attrs_get_component (attrs) : NULL;
  studio_data_sources_mark (self->sources, attrs);
  show_title (self, attrs);
  show_iterator (self);
  gtk_widget_set_visible (self->dataset_group, self->dataset != NULL && self->dataset->n_attrs > 0);
  load (self, FALSE);
}

static void
show_settings (StudioDataPage *self)
{
  studio_data_split_show (self->split, self->project);
  studio_data_plan_show (self->plan, self->project);
  studio_data_transforms_show (self->transforms, self->project);
}

static void
project_changed (StudioDataPage *self)
{
  show_settings (self);
  refresh (self);
}

static void
set_project (StudioDataPage *self, StudioProject *project)
{
  if (self->project == project)
    return;

  if (self->project != NULL)
    studio_download_cancel (self->download);
  g_set_object (&self->project, project);
  studio_attr_form_bind (self->dataset_form, project, project != NULL ? "data.dataset" : NULL);
  studio_attr_form_bind (self->iterator_form, project, project != NULL ? ITERATOR : NULL);
  show_settings (self);
  if (project == NULL)
    {
      show_preview (self, NULL);
      return;
    }

  studio_data_sources_fill (self->sources, studio_project_get_dataset_root (project));
  refresh (self);
}

/* Commands */

void
studio_data_page_choose_model (StudioDataPage *self)
{
  studio_data_plan_start (self->plan, FALSE);
}

static void
source_chosen (StudioDataPage *self, const char *name, const char *path)
{
  const RensaDatasetClass *dataset =
      (const RensaDatasetClass *) rensa_registry_find (RENSA_COMPONENT_DATASET, name, NULL);
  g_autoptr (GError) error = NULL;

  if (self->project == NULL || (dataset == self->dataset && path == NULL))
    return;
  if (!studio_data_page_set_dataset (self->project, dataset, path, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

static void
choose_file_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioDataPage *self = STUDIO_DATA_PAGE (widget);

  if (self->dataset != NULL && self->dataset->endings != NULL)
    studio_data_page_choose_file (self, self->dataset);
}

static void
choose_folder_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioDataPage *self = STUDIO_DATA_PAGE (widget);

  if (self->dataset != NULL && studio_data_page_takes_folder (self->dataset))
    studio_data_page_choose_folder (self, self->dataset);
}

static void
reload_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioDataPage *self = STUDIO_DATA_PAGE (widget);

  if (self->project == NULL)
    return;
  studio_data_sources_fill (self->sources, studio_project_get_dataset_root (self->project));
  studio_project_reload_data (self->project);
  load (self, TRUE);
  refresh (self);
}

static void
cancel_reading_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_preview_loader_cancel (STUDIO_DATA_PAGE (widget)->loader);
}

/* Applies the change of a button next to the data. */
static void
change_chosen (StudioDataPage *self, const RensaDataChange *change)
{
  g_autoptr (GError) error = NULL;

  if (self->project != NULL && !studio_data_page_apply_change (self->project, change, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}

static void
download_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioDataPage *self = STUDIO_DATA_PAGE (widget);

  if (self->dataset != NULL && self->dataset->fetch != NULL)
    studio_download_start (self->download, self->dataset, studio_project_get_dataset_root (self->project));
}

static void
cancel_download_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  studio_download_cancel (STUDIO_DATA_PAGE (widget)->download);
}

static void
download_ended (StudioDataPage *self, gboolean ok)
{
  if (ok)
    gtk_widget_activate_action (GTK_WIDGET (self), "data.reload", NULL);
}

static void
studio_data_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_object (value, STUDIO_DATA_PAGE (object)->project);
}

static void
studio_data_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  set_project (STUDIO_DATA_PAGE (object), g_value_get_object (value));
}

static void
studio_data_page_dispose (GObject *object)
{
  StudioDataPage *self = STUDIO_DATA_PAGE (object);

  g_clear_handle_id (&self->impatience, g_source_remove);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->project);
  if (self->download != NULL)
    studio_download_cancel (self->download);
  g_clear_pointer (&self->described, g_free);
  G_OBJECT_CLASS (studio_data_page_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, loader);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, download);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, sources);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, title);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, summary);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, facts);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, problem);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, problem_sentence);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, repair);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, show_model);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, states);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, reading);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, reading_progress);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, reading_text);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, notes);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, plan);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, transforms);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, status);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, remedies);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, view);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, balance_group);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, balance);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, dataset_group);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, dataset_form);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, split_group);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, split);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, iterator);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPage, iterator_form);
}

static void
studio_data_page_class_init (StudioDataPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = studio_data_page_get_property;
  object_class->set_property = studio_data_page_set_property;
  object_class->dispose = studio_data_page_dispose;
  properties[PROP_PROJECT] =
      g_param_spec_object ("project", NULL, NULL, STUDIO_TYPE_PROJECT, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (STUDIO_TYPE_ATTR_FORM);
  g_type_ensure (STUDIO_TYPE_DATA_BALANCE);
  g_type_ensure (STUDIO_TYPE_DATA_NOTES);
  g_type_ensure (STUDIO_TYPE_DATA_PLAN);
  g_type_ensure (STUDIO_TYPE_DATA_REMEDIES);
  g_type_ensure (STUDIO_TYPE_DATA_SOURCES);
  g_type_ensure (STUDIO_TYPE_DATA_SPLIT);
  g_type_ensure (STUDIO_TYPE_DATA_TRANSFORMS);
  g_type_ensure (STUDIO_TYPE_DATA_VIEW);
  g_type_ensure (STUDIO_TYPE_DOWNLOAD);
  g_type_ensure (STUDIO_TYPE_PREVIEW_LOADER);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-data-page.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, source_chosen);
  gtk_widget_class_bind_template_callback (widget_class, change_chosen);
  gtk_widget_class_bind_template_callback (widget_class, choose_iterator);
  gtk_widget_class_bind_template_callback (widget_class, project_changed);
  gtk_widget_class_bind_template_callback (widget_class, show_problem);
  gtk_widget_class_bind_template_callback (widget_class, studio_data_split_settle);
  gtk_widget_class_bind_template_callback (widget_class, loaded);
  gtk_widget_class_bind_template_callback (widget_class, download_ended);
  studio_watch_keep (widget_class, "project_watch");
  studio_watch_keep (widget_class, "analysis_watch");
  studio_watch_keep (widget_class, "settle_watch");
  gtk_widget_class_install_action (widget_class, "data.choose-file", NULL, choose_file_activated);
  gtk_widget_class_install_action (widget_class, "data.choose-folder", NULL, choose_folder_activated);
  gtk_widget_class_install_action (widget_class, "data.download", NULL, download_activated);
  gtk_widget_class_install_action (widget_class, "data.cancel-download", NULL, cancel_download_activated);
  gtk_widget_class_install_action (widget_class, "data.cancel-reading", NULL, cancel_reading_activated);
  gtk_widget_class_install_action (widget_class, "data.reload", NULL, reload_activated);
  gtk_widget_class_install_action (widget_class, "data.repair", NULL, repair_activated);
}

static void
studio_data_page_init (StudioDataPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_data_page_accept_drops (self);
  show_preview (self, NULL);
}
