/* studio-canvas-edit.c: document changes made by the canvas.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"
#include "studio-setting.h"
#include "studio-widget.h"

#include <glib/gi18n.h>

gboolean
studio_canvas_commit (StudioCanvas *self, RensaDocument *document, const char *label, const char *merge_key,
                      const char *const *select, GError *error)
{
  g_autoptr (GError) owned = error;

  if (owned != NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", owned->message);
      return FALSE;
    }

  studio_project_commit (self->project, document, label, merge_key);
  if (select != NULL)
    studio_canvas_select_names (self, select);
  if (self->cursor != NULL && select != NULL)
    {
      studio_canvas_node_measure_rect (self->cursor, self->unit);
      studio_canvas_reveal (self, self->cursor);
      gtk_widget_grab_focus (GTK_WIDGET (self));
    }
  return TRUE;
}

/* Returns the node that gets the keyboard focus after deletion of the selected nodes: one that
 * feeds them, or else one that they feed. */
static char *
find_survivor (StudioCanvas *self)
{
  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioCanvasWire *wire = self->wires->pdata[i];

      if (studio_canvas_node_is_selected (wire->ends.to) && !studio_canvas_node_is_selected (wire->ends.from))
        return g_strdup (studio_canvas_node_get_name (wire->ends.from));
    }
  for (guint i = 0; i < self->wires->len; i++)
    {
      const StudioCanvasWire *wire = self->wires->pdata[i];

      if (studio_canvas_node_is_selected (wire->ends.from) && !studio_canvas_node_is_selected (wire->ends.to))
        return g_strdup (studio_canvas_node_get_name (wire->ends.to));
    }
  return NULL;
}

static char *
label_delete (StudioCanvas *self)
{
  StudioCanvasNode *node = studio_canvas_get_single (self);
  const guint n = self->n_selected;

  if (node != NULL)
    return g_strdup_printf (_ ("Delete %s"), studio_canvas_node_get_name (node));
  return g_strdup_printf (ngettext ("Delete %u Node", "Delete %u Nodes", n), n);
}

static char *
label_move (StudioCanvas *self)
{
  StudioCanvasNode *node = studio_canvas_get_single (self);
  const guint n = self->n_selected;

  if (node != NULL)
    return g_strdup_printf (_ ("Move %s"), studio_canvas_node_get_name (node));
  return g_strdup_printf (ngettext ("Move %u Node", "Move %u Nodes", n), n);
}

static void
delete_nodes (StudioCanvas *self)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *survivor = find_survivor (self);
  g_autofree char *label = label_delete (self);
  g_auto (GStrv) names = studio_canvas_list_selected (self);
  GError *error = NULL;

  rensa_document_remove_nodes (document, self->scope, (const char *const *) names, &error);
  studio_canvas_commit (self, document, label, NULL, (const char *const[]){ survivor, NULL }, error);
}

void
studio_canvas_delete (StudioCanvas *self)
{
  if (self->n_selected > 0)
    delete_nodes (self);
  else if (self->selected_wire.from != NULL)
    studio_canvas_disconnect (self);
}

static gboolean
is_to_be_cut (StudioCanvas *self, const StudioCanvasWire *wire)
{
  return wire->id >= 0
         && (self->selected_wire.from != NULL ? wire == studio_canvas_get_selected_wire (self)
                                              : studio_canvas_node_is_selected (wire->ends.to));
}

/* Disconnects the selected wire, or the wires into the selected nodes. */
void
studio_canvas_disconnect (StudioCanvas *self)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  GError *error = NULL;

  /* Iterates from the end, so that the preceding wires keep their ids. */
  for (guint i = self->wires->len; i > 0 && error == NULL; i--)
    {
      const StudioCanvasWire *wire = self->wires->pdata[i - 1];

      if (is_to_be_cut (self, wire))
        rensa_document_disconnect (document, wire->id, &error);
    }
  studio_canvas_commit (self, document, _ ("Disconnect"), NULL, NULL, error);
}

void
studio_canvas_rename (StudioCanvas *self, StudioCanvasNode *node, const char *name)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *label = g_strdup_printf (_ ("Rename %s"), studio_canvas_node_get_name (node));
  GError *error = NULL;

  rensa_document_rename_node (document, self->scope, studio_canvas_node_get_name (node), name, &error);
  studio_canvas_commit (self, document, label, NULL, (const char *const[]){ name, NULL }, error);
}

void
studio_canvas_group (StudioCanvas *self)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_auto (GStrv) names = studio_canvas_list_selected (self);
  g_autofree char *name = NULL;
  GError *error = NULL;

  name = rensa_document_group_nodes (document, self->scope, (const char *const *) names, &error);
  studio_canvas_commit (self, document, _ ("Group"), NULL, (const char *const[]){ name, NULL }, error);
}

/* Returns the names of nodes that are new in @document. */
static char **
list_new_names (StudioCanvas *self, RensaDocument *document)
{
  const RensaModel *model = rensa_network_find_model (rensa_document_get_network (document), self->scope);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = model->n_hidden; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      if (studio_canvas_get_node (self, node->name) == NULL)
        g_strv_builder_add (builder, node->name);
    }
  return g_strv_builder_end (builder);
}

void
studio_canvas_ungroup (StudioCanvas *self)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  StudioCanvasNode *node = studio_canvas_get_single (self);
  g_autofree char *label = g_strdup_printf (_ ("Ungroup %s"), studio_canvas_node_get_name (node));
  g_auto (GStrv) names = NULL;
  GError *error = NULL;

  rensa_document_ungroup_node (document, self->scope, studio_canvas_node_get_name (node), &error);
  names = list_new_names (self, document);
  studio_canvas_commit (self, document, label, NULL, (const char *const *) names, error);
}

static void
set_frozen (StudioCanvas *self, gboolean is_frozen)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_auto (GStrv) names = studio_canvas_list_selected (self);
  g_autofree char *label = studio_setting_make_frozen_label ((const char *const *) names, is_frozen);
  GError *error = NULL;

  rensa_document_set_frozen (document, self->scope, (const char *const *) names, is_frozen, &error);
  studio_canvas_commit (self, document, label, NULL, (const char *const *) names, error);
}

void
studio_canvas_freeze (StudioCanvas *self)
{
  set_frozen (self, TRUE);
}

void
studio_canvas_unfreeze (StudioCanvas *self)
{
  set_frozen (self, FALSE);
}

void
studio_canvas_tidy (StudioCanvas *self)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  GError *error = NULL;

  rensa_document_tidy (document, self->scope, &error);
  if (!studio_canvas_commit (self, document, _ ("Tidy Up"), NULL, NULL, error))
    return;
  self->is_placed = FALSE;
  studio_canvas_queue_layout (self);
}

void
studio_canvas_make_output (StudioCanvas *self)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  const char *name = studio_canvas_node_get_name (studio_canvas_get_single (self));
  g_autofree char *label = g_strdup_printf (_ ("Make %s the Output"), name);
  GError *error = NULL;

  rensa_document_set_output (document, self->scope, name, &error);
  studio_canvas_commit (self, document, label, NULL, NULL, error);
}

/* @label: taken over */
static void
add_output (StudioCanvas *self, char *label,
            gboolean (*add) (RensaDocument *document, const char *node, GError **error))
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *taken = label;
  GError *error = NULL;

  add (document, studio_canvas_node_get_name (studio_canvas_get_single (self)), &error);
  studio_canvas_commit (self, document, taken, NULL, NULL, error);
}

void
studio_canvas_learn (StudioCanvas *self)
{
  const char *name = studio_canvas_node_get_name (studio_canvas_get_single (self));

  add_output (self, g_strdup_printf (_ ("Use %s as Loss"), name), rensa_document_add_loss);
}

void
studio_canvas_report (StudioCanvas *self)
{
  const char *name = studio_canvas_node_get_name (studio_canvas_get_single (self));

  add_output (self, g_strdup_printf (_ ("Report %s"), name), rensa_document_add_report);
}

/* A node without a position would be placed relative to other nodes that have moved, so all
 * nodes get a position. */
void
studio_canvas_move_selected (StudioCanvas *self, float dx, float dy, const char *merge_key)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *label = label_move (self);
  GError *error = NULL;

  for (guint i = 0; i < self->nodes->len && error == NULL; i++)
    {
      StudioCanvasNode *node = self->nodes->pdata[i];
      const gboolean is_moved = studio_canvas_node_is_selected (node);
      graphene_point_t place = studio_canvas_node_get_rect (node)->origin;

      if (is_moved)
        place = GRAPHENE_POINT_INIT (place.x + dx, place.y + dy);
      if (is_moved || !studio_canvas_node_get_node (node)->has_position)
        rensa_document_move_node (document, self->scope, studio_canvas_node_get_name (node), place.x, place.y, &error);
    }
  studio_canvas_commit (self, document, label, merge_key, NULL, error);
}

void
studio_canvas_connect (StudioCanvas *self, const StudioCanvasPort *from, const StudioCanvasPort *to)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *from_text = studio_canvas_port_to_text (self, from);
  g_autofree char *to_text = studio_canvas_port_to_text (self, to);
  g_autofree char *label = g_strdup_printf (_ ("Connect %s and %s"), studio_canvas_node_get_name (from->node),
                                            studio_canvas_node_get_name (to->node));
  GError *error = NULL;

  rensa_document_connect (document, self->scope, from_text, to_text, &error);
  studio_canvas_commit (self, document, label, NULL, NULL, error);
}

void
studio_canvas_repair (StudioCanvas *self, StudioCanvasNode *node)
{
  RensaAnalysis *analysis = studio_project_get_analysis (self->project);
  const RensaProblem *problem = analysis != NULL ? studio_canvas_find_problem (analysis, node) : NULL;
  g_autoptr (GError) error = NULL;

  if (problem != NULL && problem->repair != NULL && !studio_project_repair (self->project, problem, &error))
    studio_toast_error (GTK_WIDGET (self), error);
}
