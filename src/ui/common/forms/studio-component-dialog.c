/* studio-component-dialog.c: dialog that chooses a component and its attributes.
 * SPDX-License-Identifier: MIT */

#include "studio-component-dialog.h"
#include "rensa-document-values.h"
#include "studio-attr-form.h"
#include "studio-component-list.h"
#include "studio-component-view.h"
#include "studio-picks.h"
#include "studio-step.h"

#include <glib/gi18n.h>

static const char *const kinds[RENSA_N_COMPONENT_KINDS] = {
  [RENSA_COMPONENT_FUNCTION] = N_ ("Function"),
  [RENSA_COMPONENT_LINK] = N_ ("Link"),
  [RENSA_COMPONENT_INITIALIZER] = N_ ("Initializer"),
  [RENSA_COMPONENT_OPTIMIZER] = N_ ("Optimizer"),
  [RENSA_COMPONENT_OPTIMIZER_HOOK] = N_ ("Optimizer Hook"),
  [RENSA_COMPONENT_DATASET] = N_ ("Data Set"),
  [RENSA_COMPONENT_TRANSFORM] = N_ ("Transform"),
  [RENSA_COMPONENT_ITERATOR] = N_ ("Iterator"),
  [RENSA_COMPONENT_ORDER_SAMPLER] = N_ ("Order"),
  [RENSA_COMPONENT_UPDATER] = N_ ("Updater"),
  [RENSA_COMPONENT_TRIGGER] = N_ ("Trigger"),
  [RENSA_COMPONENT_EXTENSION] = N_ ("Extension"),
  [RENSA_COMPONENT_DISTRIBUTION] = N_ ("Distribution"),
  [RENSA_COMPONENT_INPUT] = N_ ("Input"),
};

const char *
studio_component_kind_get_title (RensaComponentKind kind)
{
  return _ (kinds[kind]);
}

static gboolean
is_loss (const RensaComponent *component)
{
  return component->group == &rensa_loss_group;
}

/* Returns TRUE if a function compares the output of a model with the label, as a loss or in another way. */
static gboolean
is_measure (const RensaComponent *component)
{
  return is_loss (component) || component->group == &rensa_evaluation_group;
}

struct _StudioComponentDialog
{
  AdwWindow parent_instance;

  GtkWidget *list;
  GtkWidget *view;
  GtkWidget *note;
  GtkWidget *sentence;
  GtkWidget *no_attrs;
  GtkWidget *form;
  GtkWidget *trigger_group;
  GtkWidget *trigger_choice;
  GtkWidget *trigger_form;
  GtkWidget *settings_group;
  GtkWidget *settings_form;
  GtkStringList *trigger_names;

  StudioProject *project;
  RensaComponentKind kind;
  char *path;
  char *trigger_path; /* NULL if the component has none */
  gboolean is_showing;
};

G_DEFINE_FINAL_TYPE (StudioComponentDialog, studio_component_dialog, ADW_TYPE_WINDOW)

enum
{
  ENTERED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* NULL for none. */
static const RensaComponent *
get_component (StudioComponentDialog *self, const char *path)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (studio_project_get_document (self->project), path, NULL);

  return attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
}

static void
show_trigger (StudioComponentDialog *self)
{
  const RensaComponent *trigger;
  guint selected = 0;

  if (self->trigger_path == NULL)
    return;

  trigger = get_component (self, self->trigger_path);
  for (guint i = 1; trigger != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->trigger_names)); i++)
    if (strcmp (gtk_string_list_get_string (self->trigger_names, i), trigger->name) == 0)
      selected = i;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->trigger_choice), selected);
}

static void
refresh (StudioComponentDialog *self)
{
  const RensaComponent *component = get_component (self, self->path);

  self->is_showing = TRUE;
  studio_component_list_select (STUDIO_COMPONENT_LIST (self->list), component);
  studio_component_view_set_component (STUDIO_COMPONENT_VIEW (self->view), component);
  gtk_widget_set_visible (self->no_attrs, component != NULL && component->n_attrs == 0);
  show_trigger (self);
  self->is_showing = FALSE;
}

/* Sets the component and shows the error message, if any. */
static void
set_component (StudioComponentDialog *self, const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;
  const gboolean is_set = studio_project_set (self->project, path, text, &error);

  gtk_widget_set_visible (self->sentence, !is_set);
  gtk_label_set_label (GTK_LABEL (self->sentence), is_set ? "" : error->message);
  if (is_set)
    g_signal_emit (self, signals[ENTERED], 0, path, text);
  else
    refresh (self);
}

/* Returns the initial component as text; @component: (nullable) */
static char *
start (StudioComponentDialog *self, const RensaComponent *component)
{
  g_autoptr (RensaAttrs) attrs = component != NULL ? studio_project_start (self->project, component) : NULL;

  return attrs != NULL ? rensa_attrs_to_text (attrs) : g_strdup ("None");
}

static void
on_selected (StudioComponentDialog *self)
{
  const RensaComponent *component;
  g_autofree char *text = NULL;

  if (self->is_showing || !studio_component_list_get_selected (STUDIO_COMPONENT_LIST (self->list), &component))
    return;

  if (component != NULL)
    studio_picks_choose (studio_picks_get (), component->name);
  text = start (self, component);
  set_component (self, self->path, text);
}

static void
on_trigger_selected (StudioComponentDialog *self)
{
  const guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->trigger_choice));
  g_autofree char *text = NULL;

  if (self->is_showing || self->trigger_path == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  text = start (self, selected > 0 ? rensa_registry_find (
                          RENSA_COMPONENT_TRIGGER, gtk_string_list_get_string (self->trigger_names, selected), NULL)
                                   : NULL);
  set_component (self, self->trigger_path, text);
}

static void
on_entered (StudioComponentDialog *self, const char *path, const char *text)
{
  g_signal_emit (self, signals[ENTERED], 0, path, text);
}

static gboolean
takes (StudioComponentDialog *self, const RensaComponent *component)
{
  if (strcmp (self->path, "loss") == 0)
    return is_loss (component);
  if (strcmp (self->path, "accuracy") == 0)
    return is_measure (component);
  return TRUE;
}

/* Sorts components that fit the labels first. */
static int
get_rank (StudioComponentDialog *self, const RensaComponent *component)
{
  RensaAnalysis *analysis = studio_project_get_analysis (self->project);
  const gboolean is_comparison = strcmp (self->path, "loss") == 0 || strcmp (self->path, "accuracy") == 0;

  return analysis != NULL && is_comparison ? rensa_analysis_rank (analysis, component) : 0;
}

static void
fill_list (StudioComponentDialog *self)
{
  StudioComponentList *list = STUDIO_COMPONENT_LIST (self->list);
  const RensaComponent *const *components;
  guint n;

  components = rensa_registry_list (self->kind, &n);
  if (strcmp (self->path, "accuracy") == 0)
    studio_component_list_add_none (list);
  for (guint i = 0; i < n; i++)
    if (takes (self, components[i]))
      studio_component_list_add (list, components[i], get_rank (self, components[i]));
  studio_component_list_set_label (list, gtk_window_get_title (GTK_WINDOW (self)));
}

static void
add_trigger (StudioComponentDialog *self)
{
  const RensaComponent *const *triggers;
  guint n;

  triggers = rensa_registry_list (RENSA_COMPONENT_TRIGGER, &n);
  gtk_string_list_append (self->trigger_names, _ ("Default"));
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (self->trigger_names, triggers[i]->name);

  self->trigger_path = g_strconcat (self->path, ".trigger", NULL);
  studio_attr_form_bind (STUDIO_ATTR_FORM (self->trigger_form), self->project, self->trigger_path);
  gtk_widget_set_visible (self->trigger_group, TRUE);
  studio_attr_form_bind_settings (STUDIO_ATTR_FORM (self->settings_form), self->project, self->path);
  gtk_widget_set_visible (self->settings_group, TRUE);
}

/* Returns a title for the target of the optimizer at @path of a step; NULL if there is only one optimizer. */
static char *
find_learning (RensaDocument *document, const char *path)
{
  for (guint i = 0; i < rensa_document_count_components (document, "losses"); i++)
    {
      g_autofree char *by_name = studio_step_get_loss_path (document, i);
      g_autofree char *named = g_strconcat (by_name, ".optimizer", NULL);
      g_autofree char *numbered = g_strdup_printf ("losses.%u.optimizer", i);

      if (strcmp (path, named) == 0 || strcmp (path, numbered) == 0)
        return studio_step_title_learning (document, i);
    }
  return NULL;
}

static char *
dup_title (StudioProject *project, RensaComponentKind kind, const char *path)
{
  g_autofree char *learning = find_learning (studio_project_get_document (project), path);

  if (learning != NULL)
    return g_strdup_printf (_ ("Optimizer (%s)"), learning);
  if (strcmp (path, "loss") == 0)
    return g_strdup (_ ("Loss Function"));
  if (strcmp (path, "accuracy") == 0)
    return g_strdup (_ ("Accuracy Function"));
  if (strcmp (path, "stop") == 0)
    return g_strdup (_ ("Stop After"));
  return g_strdup (studio_component_kind_get_title (kind));
}

GtkWidget *
studio_component_dialog_new (StudioProject *project, RensaComponentKind kind, const char *path, GtkWindow *parent)
{
  g_autofree char *title = dup_title (project, kind, path);
  StudioComponentDialog *self =
      g_object_new (STUDIO_TYPE_COMPONENT_DIALOG, "transient-for", parent, "title", title, NULL);

  self->project = g_object_ref (project);
  self->kind = kind;
  self->path = g_strdup (path);
  self->is_showing = TRUE;
  fill_list (self);
  studio_attr_form_bind (STUDIO_ATTR_FORM (self->form), project, path);
  if (kind == RENSA_COMPONENT_EXTENSION)
    add_trigger (self);
  g_signal_connect_object (project, "changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}

void
studio_component_dialog_set_note (StudioComponentDialog *self, const char *note)
{
  gtk_label_set_label (GTK_LABEL (self->note), note);
  gtk_widget_set_visible (self->note, TRUE);
}

/* Commits the last typed text, also on closing with Escape. */
static gboolean
studio_component_dialog_close_request (GtkWindow *window)
{
  StudioComponentDialog *self = STUDIO_COMPONENT_DIALOG (window);

  studio_attr_form_settle (STUDIO_ATTR_FORM (self->form));
  studio_attr_form_settle (STUDIO_ATTR_FORM (self->trigger_form));
  studio_attr_form_settle (STUDIO_ATTR_FORM (self->settings_form));
  return GTK_WINDOW_CLASS (studio_component_dialog_parent_class)->close_request (window);
}

static void
studio_component_dialog_finalize (GObject *object)
{
  StudioComponentDialog *self = STUDIO_COMPONENT_DIALOG (object);

  g_clear_object (&self->project);
  g_free (self->path);
  g_free (self->trigger_path);
  G_OBJECT_CLASS (studio_component_dialog_parent_class)->finalize (object);
}

static void
studio_component_dialog_class_init (StudioComponentDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_component_dialog_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = studio_component_dialog_close_request;
  signals[ENTERED] = g_signal_new ("entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);

  g_type_ensure (STUDIO_TYPE_ATTR_FORM);
  g_type_ensure (STUDIO_TYPE_COMPONENT_LIST);
  g_type_ensure (STUDIO_TYPE_COMPONENT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-component-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, list);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, view);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, note);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, sentence);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, no_attrs);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, form);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, trigger_group);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, trigger_choice);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, trigger_form);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, settings_group);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, settings_form);
  gtk_widget_class_bind_template_child (widget_class, StudioComponentDialog, trigger_names);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_entered);
  gtk_widget_class_bind_template_callback (widget_class, on_trigger_selected);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
studio_component_dialog_init (StudioComponentDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
