/* studio-data-plan.c: chooses a model for the data and shows the reasons.
 * SPDX-License-Identifier: MIT */

#include "studio-data-plan.h"

#include <glib/gi18n.h>

#include "rensa-json.h"
#include "rensa-plan.h"
#include "studio-preview-loader.h"
#include "studio-widget.h"

#define STEP N_ ("Choose a Model for This Data")

/* Text of the planned document, and sentences with the reasons. */
typedef struct
{
  char *text;
  GPtrArray *reasons;
} Answer;

/* @asked: state of the document for which a model is currently being chosen, or NULL */
struct _StudioDataPlan
{
  AdwBin parent_instance;
  GtkStack *states;
  GtkBox *reasons;
  StudioProject *project;
  RensaDocument *asked;
  GCancellable *running;
  gboolean is_ready;
  gboolean tells; /* shows why nothing could be chosen */
};

G_DEFINE_FINAL_TYPE (StudioDataPlan, studio_data_plan, ADW_TYPE_BIN)

static void
answer_free (Answer *answer)
{
  g_free (answer->text);
  g_ptr_array_unref (answer->reasons);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

/* The card */

static gboolean
has_layers (RensaDocument *document)
{
  RensaJson *json = rensa_document_get_json (document);
  RensaJson *nodes = json_object_object_get (json_object_object_get (json, "model"), "nodes");

  return json_object_object_get (json, "step") != NULL
         || (json_object_is_type (nodes, json_type_array) && json_object_array_length (nodes) > 1);
}

static gboolean
has_reasons (StudioDataPlan *self)
{
  return gtk_widget_get_first_child (GTK_WIDGET (self->reasons)) != NULL;
}

static void
show_state (StudioDataPlan *self)
{
  const gboolean is_empty = self->project != NULL && !has_layers (studio_project_get_document (self->project));
  const char *state = self->running != NULL && self->project != NULL ? "running"
                      : has_reasons (self) && !is_empty              ? "reasons"
                      : self->is_ready && is_empty                   ? "offer"
                                                                     : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), state != NULL);
  if (state != NULL)
    gtk_stack_set_visible_child_name (self->states, state);
}

static void
forget_reasons (StudioDataPlan *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->reasons))) != NULL)
    gtk_box_remove (self->reasons, child);
}

static GtkWidget *
make_sentence (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

static void
show_reasons (StudioDataPlan *self, GPtrArray *reasons)
{
  forget_reasons (self);
  for (guint i = 0; i < reasons->len; i++)
    gtk_box_append (self->reasons, make_sentence (reasons->pdata[i]));
}

/* Choosing */

static void
choose (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const StudioDataRequest *request = data;
  GError *error = NULL;
  g_autoptr (RensaDocument) document = studio_data_request_parse (request, &error);
  g_autoptr (RensaPlan) plan = NULL;
  Answer *answer;

  plan = document != NULL ? rensa_plan_new (document, request->root, cancellable, &error) : NULL;
  if (plan == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  answer = g_new0 (Answer, 1);
  answer->text = rensa_document_to_text (plan->document);
  answer->reasons = g_ptr_array_ref (plan->reasons);
  g_task_return_pointer (task, answer, (GDestroyNotify) answer_free);
}

static void
take (StudioDataPlan *self, const Answer *answer)
{
  RensaDocument *present = studio_project_get_document (self->project);
  g_autoptr (RensaDocument) document =
      rensa_document_parse (answer->text, -1, rensa_document_get_place (present), NULL);

  if (document == NULL)
    return;
  show_reasons (self, answer->reasons);
  studio_project_commit (self->project, document, _ (STEP), NULL);
}

/* TRUE if data and model are unchanged since the request; the project may have adapted its loss to the data. */
static gboolean
is_up_to_date (StudioDataPlan *self)
{
  static const char *const parts[] = { "data", "model", "models", "step" };
  RensaJson *asked = rensa_document_get_json (self->asked);
  RensaJson *present = rensa_document_get_json (studio_project_get_document (self->project));

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!json_object_equal (json_object_object_get (asked, parts[i]), json_object_object_get (present, parts[i])))
      return FALSE;
  return TRUE;
}

static void
chosen (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioDataPlan *self = STUDIO_DATA_PLAN (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (Answer) answer = g_task_propagate_pointer (G_TASK (result), &error);
  const gboolean is_wanted =
      self->project != NULL && !g_cancellable_is_cancelled (self->running) && is_up_to_date (self);

  g_clear_object (&self->running);
  g_clear_pointer (&self->asked, rensa_document_unref);
  if (is_wanted && answer != NULL)
    take (self, answer);
  else if (is_wanted && self->tells)
    studio_toast_error (GTK_WIDGET (self), error);
  /* Without a project, the widgets may have been destroyed. */
  if (self->project != NULL)
    show_state (self);
}

void
studio_data_plan_start (StudioDataPlan *self, gboolean tells)
{
  g_autoptr (GTask) task = NULL;

  if (self->project == NULL || self->running != NULL)
    return;
  forget_reasons (self);
  self->tells = tells;
  self->asked = rensa_document_ref (studio_project_get_document (self->project));
  self->running = g_cancellable_new ();
  task = g_task_new (self, self->running, chosen, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task,
                        studio_data_request_new (self->asked, rensa_document_to_text (self->asked),
                                                 studio_project_get_dataset_root (self->project)),
                        (GDestroyNotify) studio_data_request_free);
  g_task_run_in_thread (task, choose);
  show_state (self);
}

/* The project */

void
studio_data_plan_set_ready (StudioDataPlan *self, gboolean is_ready)
{
  self->is_ready = is_ready;
  show_state (self);
}

void
studio_data_plan_show (StudioDataPlan *self, StudioProject *project)
{
  if (self->project != project && self->running != NULL)
    g_cancellable_cancel (self->running);
  if (g_set_object (&self->project, project))
    forget_reasons (self);
  show_state (self);
}

static void
offer_clicked (StudioDataPlan *self)
{
  studio_data_plan_start (self, TRUE);
}

static void
close_clicked (StudioDataPlan *self)
{
  forget_reasons (self);
  show_state (self);
}

static void
studio_data_plan_dispose (GObject *object)
{
  StudioDataPlan *self = STUDIO_DATA_PLAN (object);

  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->project);
  G_OBJECT_CLASS (studio_data_plan_parent_class)->dispose (object);
}

static void
studio_data_plan_class_init (StudioDataPlanClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_data_plan_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-data-plan.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioDataPlan, states);
  gtk_widget_class_bind_template_child (widget_class, StudioDataPlan, reasons);
  gtk_widget_class_bind_template_callback (widget_class, offer_clicked);
  gtk_widget_class_bind_template_callback (widget_class, close_clicked);
}

static void
studio_data_plan_init (StudioDataPlan *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  show_state (self);
}
