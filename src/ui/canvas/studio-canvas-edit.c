/* studio-canvas-edit.c: changes of the document that the canvas makes.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>

gboolean
studio_canvas_commit (StudioCanvas *canvas, RensaDocument *document, const char *label, const char *merge_key,
                      const char *const *select, GError *error)
{
  g_autoptr (GError) owned = error;

  if (owned != NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (canvas), "win.toast", "s", owned->message);
      return FALSE;
    }

  studio_project_commit (canvas->project, document, label, merge_key);
  if (select != NULL)
    studio_canvas_select_names (canvas, select);
  if (canvas->cursor != NULL && select != NULL)
    {
      studio_canvas_node_measure_rect (canvas->cursor, canvas->unit);
      studio_canvas_reveal (canvas, canvas->cursor);
      gtk_widget_grab_focus (GTK_WIDGET (canvas));
    }
  return TRUE;
}

/* Where the keyboard goes when the selected nodes are gone: to what the first of them was fed by, or fed. */
static char *
find_survivor (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->wires->len; i++)
    {
      const StudioCanvasWire *wire = canvas->wires->pdata[i];

      if (studio_canvas_node_is_selected (wire->to) && !studio_canvas_node_is_selected (wire->from))
        return g_strdup (studio_canvas_node_get_name (wire->from));
    }
  for (guint i = 0; i < canvas->wires->len; i++)
    {
      const StudioCanvasWire *wire = canvas->wires->pdata[i];

      if (studio_canvas_node_is_selected (wire->from) && !studio_canvas_node_is_selected (wire->to))
        return g_strdup (studio_canvas_node_get_name (wire->to));
    }
  return NULL;
}

static char *
label_delete (StudioCanvas *canvas)
{
  StudioCanvasNode *node = studio_canvas_get_single (canvas);
  const guint n = canvas->n_selected;

  if (node != NULL)
    return g_strdup_printf (_ ("Delete %s"), studio_canvas_node_get_name (node));
  return g_strdup_printf (ngettext ("Delete %u Node", "Delete %u Nodes", n), n);
}

static char *
label_move (StudioCanvas *canvas)
{
  StudioCanvasNode *node = studio_canvas_get_single (canvas);
  const guint n = canvas->n_selected;

  if (node != NULL)
    return g_strdup_printf (_ ("Move %s"), studio_canvas_node_get_name (node));
  return g_strdup_printf (ngettext ("Move %u Node", "Move %u Nodes", n), n);
}

static void
delete_nodes (StudioCanvas *canvas)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  g_autofree char *survivor = find_survivor (canvas);
  g_autofree char *label = label_delete (canvas);
  g_auto (GStrv) names = studio_canvas_list_selected (canvas);
  GError *error = NULL;

  rensa_document_remove_nodes (document, canvas->scope, (const char *const *) names, &error);
  studio_canvas_commit (canvas, document, label, NULL, (const char *const[]){ survivor, NULL }, error);
}

void
studio_canvas_delete (StudioCanvas *canvas)
{
  if (canvas->n_selected > 0)
    delete_nodes (canvas);
  else if (canvas->wire_from != NULL)
    studio_canvas_disconnect (canvas);
}

static gboolean
is_to_be_cut (StudioCanvas *canvas, const StudioCanvasWire *wire)
{
  return !wire->is_implied
         && (canvas->wire_from != NULL ? wire == studio_canvas_get_selected_wire (canvas)
                                       : studio_canvas_node_is_selected (wire->to));
}

/* The selected wire, or those into the selected nodes. */
void
studio_canvas_disconnect (StudioCanvas *canvas)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  GError *error = NULL;

  for (guint i = 0; i < canvas->wires->len && error == NULL; i++)
    {
      const StudioCanvasWire *wire = canvas->wires->pdata[i];

      if (is_to_be_cut (canvas, wire))
        rensa_document_disconnect (document, canvas->scope, wire->from_text, wire->to_text, &error);
    }
  studio_canvas_commit (canvas, document, _ ("Disconnect"), NULL, NULL, error);
}

void
studio_canvas_rename (StudioCanvas *canvas, StudioCanvasNode *node, const char *name)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  g_autofree char *label = g_strdup_printf (_ ("Rename %s"), studio_canvas_node_get_name (node));
  GError *error = NULL;

  rensa_document_rename_node (document, canvas->scope, studio_canvas_node_get_name (node), name, &error);
  studio_canvas_commit (canvas, document, label, NULL, (const char *const[]){ name, NULL }, error);
}

void
studio_canvas_group (StudioCanvas *canvas)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  g_auto (GStrv) names = studio_canvas_list_selected (canvas);
  g_autofree char *name = NULL;
  GError *error = NULL;

  name = rensa_document_group_nodes (document, canvas->scope, (const char *const *) names, &error);
  studio_canvas_commit (canvas, document, _ ("Group"), NULL, (const char *const[]){ name, NULL }, error);
}

/* The names that are there now but were not. */
static char **
list_new_names (StudioCanvas *canvas, RensaDocument *document)
{
  g_autoptr (GPtrArray) nodes = rensa_document_list_nodes (document, canvas->scope);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < nodes->len; i++)
    {
      const RensaOutlineNode *node = nodes->pdata[i];

      if (studio_canvas_get_node (canvas, node->name) == NULL)
        g_strv_builder_add (builder, node->name);
    }
  return g_strv_builder_end (builder);
}

void
studio_canvas_ungroup (StudioCanvas *canvas)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  StudioCanvasNode *node = studio_canvas_get_single (canvas);
  g_autofree char *label = g_strdup_printf (_ ("Ungroup %s"), studio_canvas_node_get_name (node));
  g_auto (GStrv) names = NULL;
  GError *error = NULL;

  rensa_document_ungroup_node (document, canvas->scope, studio_canvas_node_get_name (node), &error);
  names = list_new_names (canvas, document);
  studio_canvas_commit (canvas, document, label, NULL, (const char *const *) names, error);
}

void
studio_canvas_tidy (StudioCanvas *canvas)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  GError *error = NULL;

  rensa_document_tidy (document, canvas->scope, &error);
  if (!studio_canvas_commit (canvas, document, _ ("Tidy Up"), NULL, NULL, error))
    return;
  canvas->is_placed = FALSE;
  studio_canvas_queue_layout (canvas);
}

void
studio_canvas_make_output (StudioCanvas *canvas)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  const char *name = studio_canvas_node_get_name (studio_canvas_get_single (canvas));
  g_autofree char *label = g_strdup_printf (_ ("Make %s the Output"), name);
  GError *error = NULL;

  rensa_document_set_output (document, canvas->scope, name, &error);
  studio_canvas_commit (canvas, document, label, NULL, NULL, error);
}

/* A node without a place of its own would be laid out anew among others that have moved, so all get one. */
void
studio_canvas_move_selected (StudioCanvas *canvas, float dx, float dy, const char *merge_key)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  g_autofree char *label = label_move (canvas);
  GError *error = NULL;

  for (guint i = 0; i < canvas->nodes->len && error == NULL; i++)
    {
      StudioCanvasNode *node = canvas->nodes->pdata[i];
      const gboolean is_moved = studio_canvas_node_is_selected (node);
      graphene_point_t place = studio_canvas_node_get_rect (node)->origin;

      if (is_moved)
        place = GRAPHENE_POINT_INIT (place.x + dx, place.y + dy);
      if (is_moved || !studio_canvas_node_has_position (node))
        rensa_document_move_node (document, canvas->scope, studio_canvas_node_get_name (node), place.x, place.y,
                                  &error);
    }
  studio_canvas_commit (canvas, document, label, merge_key, NULL, error);
}

void
studio_canvas_connect (StudioCanvas *canvas, const StudioCanvasPort *from, const StudioCanvasPort *to)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  g_autofree char *from_text = studio_canvas_port_to_text (canvas, from);
  g_autofree char *to_text = studio_canvas_port_to_text (canvas, to);
  g_autofree char *label = g_strdup_printf (_ ("Connect %s and %s"), studio_canvas_node_get_name (from->node),
                                            studio_canvas_node_get_name (to->node));
  GError *error = NULL;

  rensa_document_connect (document, canvas->scope, from_text, to_text, &error);
  studio_canvas_commit (canvas, document, label, NULL, NULL, error);
}

void
studio_canvas_repair (StudioCanvas *canvas, StudioCanvasNode *node)
{
  RensaAnalysis *analysis = studio_project_get_analysis (canvas->project);
  const RensaProblem *problem = analysis != NULL ? studio_canvas_find_problem (analysis, node) : NULL;
  g_autoptr (GError) error = NULL;

  if (problem != NULL && problem->repair != NULL && !studio_project_repair (canvas->project, problem, &error))
    gtk_widget_activate_action (GTK_WIDGET (canvas), "win.toast", "s", error->message);
}
