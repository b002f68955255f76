/* studio-problem-list.c: list of problems and their repairs.
 * SPDX-License-Identifier: MIT */

#include "studio-problem-list.h"
#include "studio-setting.h"
#include "studio-widget.h"

#include <glib/gi18n.h>

/* An unfinished model can have a problem at every node. */
#define MOST_SHOWN 50

struct _StudioProblemList
{
  AdwBin parent_instance;

  GtkWidget *list;
  StudioProject *project;
  RensaAnalysis *analysis; /* Owns the problems that the rows point to */
};

G_DEFINE_FINAL_TYPE (StudioProblemList, studio_problem_list, ADW_TYPE_BIN)

enum
{
  ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const RensaProblem *
get_problem (gpointer widget)
{
  return g_object_get_data (G_OBJECT (widget), "problem");
}

static void
on_repair (StudioProblemList *self, GtkWidget *button)
{
  g_autoptr (StudioProject) project = g_object_ref (self->project);
  /* Showing the repaired state frees the problem. */
  RensaAnalysis *analysis = rensa_analysis_ref (self->analysis);
  g_autoptr (GError) error = NULL;

  if (!studio_project_repair (project, get_problem (button), &error))
    studio_toast_error (GTK_WIDGET (self), error);
  rensa_analysis_unref (analysis);
}

/* TRUE if the field of the document is edited on a page other than the model page. */
static gboolean
is_elsewhere (const RensaProblem *problem)
{
  return problem->node == NULL && !g_str_equal (studio_place_get_page (problem->place), "model");
}

/* Closes the popover that may contain the list; it would otherwise stay on the page that is left. */
static void
show_setting (StudioProblemList *self, const char *place)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);
  g_autofree char *copy = g_strdup (place);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-setting", "s", copy);
}

static void
on_row_activated (StudioProblemList *self, GtkListBoxRow *row)
{
  const RensaProblem *problem = get_problem (row);

  if (problem->node != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0, problem->node);
  else if (is_elsewhere (problem))
    show_setting (self, problem->place);
}

static GtkWidget *
new_repair_button (StudioProblemList *self, const RensaProblem *problem)
{
  GtkWidget *button = gtk_button_new_with_label (problem->repair);
  GtkLabel *label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_natural_wrap_mode (label, GTK_NATURAL_WRAP_NONE);
  gtk_label_set_xalign (label, 0);
  g_object_set_data (G_OBJECT (button), "problem", (gpointer) problem);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_repair), self);
  return button;
}

static GtkWidget *
new_texts (StudioProblemList *self, const RensaProblem *problem)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *sentence = gtk_label_new (problem->sentence);

  gtk_label_set_wrap (GTK_LABEL (sentence), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (sentence), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (sentence), 0);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), sentence);
  gtk_widget_set_tooltip_text (sentence, problem->detail);
  if (problem->repair != NULL)
    gtk_box_append (GTK_BOX (box), new_repair_button (self, problem));
  return box;
}

static void
add_row (StudioProblemList *self, const RensaProblem *problem)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  const gboolean is_wrong = !problem->is_hint && !problem->is_missing;
  GtkWidget *icon = gtk_image_new_from_icon_name (is_wrong ? "dialog-error-symbolic" : "dialog-information-symbolic");

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_add_css_class (icon, is_wrong ? "error" : "dim-label");
  gtk_widget_add_css_class (box, "problem-row");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), new_texts (self, problem));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), problem->node != NULL || is_elsewhere (problem));
  g_object_set_data (G_OBJECT (row), "problem", (gpointer) problem);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, problem->sentence, -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
clear (StudioProblemList *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  g_clear_pointer (&self->analysis, rensa_analysis_unref);
  g_clear_object (&self->project);
}

void
studio_problem_list_show (StudioProblemList *self, StudioProject *project, const char *path)
{
  RensaAnalysis *analysis = project != NULL ? studio_project_get_analysis (project) : NULL;
  guint n_problems = 0;
  guint n_shown = 0;
  guint n = 0;

  clear (self);
  if (analysis != NULL)
    {
      self->project = g_object_ref (project);
      self->analysis = rensa_analysis_ref (analysis);
      n_problems = rensa_analysis_get_n_problems (analysis);
      n = n_problems + rensa_analysis_get_n_hints (analysis);
    }
  for (guint i = 0; i < n && n_shown < MOST_SHOWN; i++)
    {
      const RensaProblem *problem = i < n_problems ? rensa_analysis_get_problem (analysis, i)
                                                   : rensa_analysis_get_hint (analysis, i - n_problems);

      if (path == NULL || g_strcmp0 (problem->node, path) == 0)
        {
          add_row (self, problem);
          n_shown++;
        }
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n_shown > 0);
}

static void
studio_problem_list_dispose (GObject *object)
{
  clear (STUDIO_PROBLEM_LIST (object));
  G_OBJECT_CLASS (studio_problem_list_parent_class)->dispose (object);
}

static void
studio_problem_list_class_init (StudioProblemListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_problem_list_dispose;
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
studio_problem_list_init (StudioProblemList *self)
{
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Problems"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  adw_bin_set_child (ADW_BIN (self), self->list);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
