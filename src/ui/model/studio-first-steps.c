/* studio-first-steps.c: the steps from an empty project to a trainable one.
 * SPDX-License-Identifier: MIT */

#include "studio-first-steps.h"

#include <glib/gi18n.h>

#include "rensa-data-kind.h"
#include "rensa-document-values.h"
#include "studio-wrap-layout.h"

#define SPACING 6

typedef struct
{
  GtkWidget *button;
  GtkWidget *number;
  GtkWidget *check;
  GtkWidget *caption;
} Step;

struct _StudioFirstSteps
{
  AdwBin parent_instance;

  StudioProject *project; /* Borrowed; used only for comparison */
  Step steps[STUDIO_N_FIRST_STEPS];
};

G_DEFINE_FINAL_TYPE (StudioFirstSteps, studio_first_steps, ADW_TYPE_BIN)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *const titles[STUDIO_N_FIRST_STEPS] = { N_ ("Choose Data"), N_ ("Add Layers"), N_ ("Train") };

/* A new project contains a sample data set, which does not count as chosen. */
static gboolean
has_chosen_data (RensaDocument *document)
{
  g_autoptr (RensaDocument) fresh = rensa_document_new_empty ("");
  struct json_object *first = rensa_document_get (fresh, "data.dataset");
  struct json_object *now = rensa_document_get (document, "data.dataset");

  return now != NULL && !json_object_equal (first, now);
}

static char *
describe_data (RensaDocument *document, gboolean is_chosen)
{
  g_autoptr (RensaAttrs) dataset = rensa_document_get_attrs (document, "data.dataset", NULL);
  const char *title = dataset != NULL ? rensa_attrs_get_component (dataset)->title : NULL;
  char *name = dataset != NULL ? rensa_data_kind_dup_name (dataset) : NULL;

  if (name != NULL || title == NULL)
    return name != NULL ? name : g_strdup ("");
  return is_chosen ? g_strdup (_ (title)) : g_strdup_printf (_ ("current: %s"), _ (title));
}

static void
show_step (StudioFirstSteps *self, StudioFirstStep i, gboolean is_done, const char *caption)
{
  const Step *step = &self->steps[i];
  g_autofree char *label = is_done ? g_strdup_printf (_ ("%s, done"), _ (titles[i])) : g_strdup (_ (titles[i]));

  gtk_widget_set_visible (step->number, !is_done);
  gtk_widget_set_visible (step->check, is_done);
  gtk_label_set_label (GTK_LABEL (step->caption), caption);
  gtk_accessible_update_property (GTK_ACCESSIBLE (step->button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, caption, -1);
}

void
studio_first_steps_show (StudioFirstSteps *self, StudioProject *project, gboolean is_trained)
{
  const gboolean is_beginning = project != NULL && studio_project_is_beginning (project);
  const gboolean was_shown = self->project == project && gtk_widget_get_visible (GTK_WIDGET (self));
  const gboolean is_shown = project != NULL && !is_trained && (is_beginning || was_shown);

  self->project = project;
  gtk_widget_set_visible (GTK_WIDGET (self), is_shown);
  if (is_shown)
    {
      RensaDocument *document = studio_project_get_document (project);
      const gboolean is_chosen = has_chosen_data (document);
      g_autofree char *data = describe_data (document, is_chosen);

      show_step (self, STUDIO_FIRST_STEP_DATA, is_chosen, data);
      show_step (self, STUDIO_FIRST_STEP_LAYERS, !is_beginning, _ ("press /"));
      show_step (self, STUDIO_FIRST_STEP_TRAIN, FALSE, _ ("press F5"));
      gtk_widget_set_sensitive (self->steps[STUDIO_FIRST_STEP_TRAIN].button, !is_beginning);
    }
}

static void
on_clicked (StudioFirstSteps *self, GtkWidget *button)
{
  for (int i = 0; i < STUDIO_N_FIRST_STEPS; i++)
    if (self->steps[i].button == button)
      g_signal_emit (self, signals[CHOSEN], 0, i);
}

static GtkWidget *
make_label (const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, class);
  return label;
}

static void
make_step (StudioFirstSteps *self, int i)
{
  g_autofree char *number = g_strdup_printf ("%d", i + 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Step *step = &self->steps[i];

  step->button = gtk_button_new ();
  step->number = make_label (number, "title-3");
  step->check = gtk_image_new_from_icon_name ("object-select-symbolic");
  step->caption = make_label ("", "caption");
  gtk_widget_add_css_class (step->caption, "dim-label");
  gtk_box_append (GTK_BOX (texts), make_label (_ (titles[i]), "heading"));
  gtk_box_append (GTK_BOX (texts), step->caption);
  gtk_box_append (GTK_BOX (box), step->number);
  gtk_box_append (GTK_BOX (box), step->check);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_button_set_child (GTK_BUTTON (step->button), box);
  g_signal_connect_swapped (step->button, "clicked", G_CALLBACK (on_clicked), self);
}

static void
studio_first_steps_class_init (StudioFirstStepsClass *klass)
{
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
studio_first_steps_init (StudioFirstSteps *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);

  gtk_widget_set_layout_manager (box, studio_wrap_layout_new (SPACING));
  gtk_widget_add_css_class (box, "first-steps");
  for (int i = 0; i < STUDIO_N_FIRST_STEPS; i++)
    {
      make_step (self, i);
      gtk_widget_set_parent (self->steps[i].button, box);
    }
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
