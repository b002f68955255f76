/* studio-selection-panel.c: common settings of several selected nodes.
 * SPDX-License-Identifier: MIT */

#include "studio-selection-panel.h"

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "rensa-network.h"
#include "rensa-node-types.h"
#include "studio-attr-form.h"
#include "studio-facts.h"
#include "studio-format.h"
#include "studio-frozen-row.h"

struct _StudioSelectionPanel
{
  AdwBin parent_instance;

  GtkWidget *title;
  GtkWidget *facts;
  GtkWidget *note;
  GtkWidget *form;
  GtkWidget *frozen;
  GtkWidget *group;
};

G_DEFINE_FINAL_TYPE (StudioSelectionPanel, studio_selection_panel, ADW_TYPE_BIN)

enum
{
  ACTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Adds the number of nodes of each type, in order of first occurrence. */
static void
add_types (StudioSelectionPanel *self, const GPtrArray *nodes)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      const char *type = ((const RensaModelNode *) nodes->pdata[i])->type;
      g_autofree char *count = NULL;
      gboolean is_first = TRUE;
      gint64 n = 0;

      for (guint j = 0; j < nodes->len; j++)
        if (g_str_equal (((const RensaModelNode *) nodes->pdata[j])->type, type))
          {
            is_first = is_first && j >= i;
            n++;
          }
      count = studio_format_count (n);
      if (is_first)
        studio_facts_add (STUDIO_FACTS (self->facts), type, count);
    }
}

static void
add_params (StudioSelectionPanel *self, RensaAnalysis *analysis, const GPtrArray *nodes)
{
  g_autofree char *count = NULL;
  gint64 n = 0;

  for (guint i = 0; i < nodes->len; i++)
    {
      const RensaNodeFacts *facts =
          rensa_analysis_get_facts (analysis, ((const RensaModelNode *) nodes->pdata[i])->path);

      if (facts == NULL || !facts->is_known)
        return;
      n += facts->n_params;
    }
  count = studio_format_count (n);
  studio_facts_add (STUDIO_FACTS (self->facts), _ ("Parameters"), count);
}

/* Returns the common type of the nodes; NULL if they differ in type or have no settings. */
static const RensaComponent *
find_component (const GPtrArray *nodes)
{
  const RensaComponent *component = NULL;

  for (guint i = 0; i < nodes->len; i++)
    {
      const RensaComponent *other = rensa_registry_find_node (((const RensaModelNode *) nodes->pdata[i])->type);

      if (other == NULL || (component != NULL && other != component))
        return NULL;
      component = other;
    }
  return component != NULL && component->n_attrs > 0 && component != &rensa_model_call_component ? component : NULL;
}

static gboolean
differs (RensaDocument *document, const char *const *places, const RensaAttrSpec *spec)
{
  g_autofree char *first = NULL;

  for (guint i = 0; places[i] != NULL; i++)
    {
      g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, places[i], NULL);
      g_autofree char *value = attrs != NULL ? rensa_attrs_get_text (attrs, spec) : NULL;

      if (i > 0 && g_strcmp0 (value, first) != 0)
        return TRUE;
      if (i == 0)
        first = g_steal_pointer (&value);
    }
  return FALSE;
}

/* Lists the settings that differ between the nodes, such as "out_size, nobias". */
static char *
list_differing (RensaDocument *document, const char *const *places, const RensaComponent *component)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < component->n_attrs; i++)
    if (differs (document, places, &component->attrs[i]))
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", component->attrs[i].name);
  return g_string_free (names, FALSE);
}

static void
show_settings (StudioSelectionPanel *self, StudioProject *project, const GPtrArray *nodes)
{
  const RensaComponent *component = find_component (nodes);
  g_autofree const char **places = g_new0 (const char *, nodes->len + 1);
  g_autofree char *differing = NULL;
  g_autofree char *note = NULL;

  gtk_widget_set_visible (self->form, component != NULL);
  gtk_widget_set_visible (self->note, component != NULL);
  if (component == NULL)
    {
      studio_attr_form_bind (STUDIO_ATTR_FORM (self->form), NULL, NULL);
      return;
    }
  for (guint i = 0; i < nodes->len; i++)
    places[i] = ((const RensaModelNode *) nodes->pdata[i])->place;
  differing = list_differing (studio_project_get_document (project), places, component);
  note = differing[0] == '\0'
             ? g_strdup (_ ("Changes apply to all selected nodes."))
             : g_strdup_printf (_ ("Changes apply to all selected nodes. They differ in %s."), differing);
  gtk_label_set_label (GTK_LABEL (self->note), note);
  studio_attr_form_bind_several (STUDIO_ATTR_FORM (self->form), project, places);
}

void
studio_selection_panel_show (StudioSelectionPanel *self, StudioProject *project, const char *const *paths)
{
  const RensaNetwork *network = rensa_document_get_network (studio_project_get_document (project));
  RensaAnalysis *analysis = studio_project_get_analysis (project);
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  g_autofree char *title = NULL;
  gboolean can_group = TRUE;

  for (guint i = 0; paths[i] != NULL; i++)
    {
      const RensaModelNode *node = rensa_network_find_node (network, paths[i]);

      if (node == NULL)
        continue;
      can_group = can_group && node->kind != RENSA_MODEL_NODE_INPUT;
      g_ptr_array_add (nodes, (gpointer) node);
    }
  title = studio_format_nodes (nodes->len);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_widget_set_sensitive (self->group, can_group);
  studio_facts_clear (STUDIO_FACTS (self->facts));
  if (analysis != NULL)
    add_params (self, analysis, nodes);
  add_types (self, nodes);
  show_settings (self, project, nodes);
  studio_frozen_row_show (STUDIO_FROZEN_ROW (self->frozen), project, nodes);
}

static void
clicked (GtkButton *button, StudioSelectionPanel *self)
{
  g_signal_emit (self, signals[ACTED], 0, GTK_WIDGET (button) == self->group ? "canvas.group" : "canvas.delete");
}

static GtkWidget *
add_button (StudioSelectionPanel *self, GtkWidget *box, const char *label)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_hexpand (button, TRUE);
  g_signal_connect (button, "clicked", G_CALLBACK (clicked), self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
studio_selection_panel_class_init (StudioSelectionPanelClass *klass)
{
  signals[ACTED] = g_signal_new ("acted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
studio_selection_panel_init (StudioSelectionPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->title = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_add_css_class (self->title, "title-4");
  self->facts = g_object_new (STUDIO_TYPE_FACTS, NULL);
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->facts);
  self->note = gtk_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (self->note), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_widget_add_css_class (self->note, "caption");
  gtk_widget_add_css_class (self->note, "dim-label");
  self->form = studio_attr_form_new ();
  gtk_box_append (GTK_BOX (box), self->note);
  gtk_box_append (GTK_BOX (box), self->form);
  self->frozen = studio_frozen_row_new ();
  gtk_box_append (GTK_BOX (box), self->frozen);
  gtk_box_append (GTK_BOX (box), buttons);
  self->group = add_button (self, buttons, _ ("Group into Chain"));
  add_button (self, buttons, _ ("Delete"));
  adw_bin_set_child (ADW_BIN (self), box);
}
