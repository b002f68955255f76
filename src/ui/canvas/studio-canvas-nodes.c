/* studio-canvas-nodes.c: cards for what the document holds.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>

#include "rensa-json.h"
#include "studio-format.h"

StudioCanvasNode *
studio_canvas_get_node (StudioCanvas *canvas, const char *name)
{
  return g_hash_table_lookup (canvas->by_name, name);
}

static char *
describe_selection (StudioCanvas *canvas)
{
  const char *source;

  if (canvas->source.node == NULL && canvas->wire_from != NULL)
    return g_strdup_printf (_ ("wire from %s to %s selected"), canvas->wire_from, canvas->wire_to);
  if (canvas->source.node == NULL)
    return g_strdup_printf (ngettext ("%u selected", "%u selected", canvas->n_selected), canvas->n_selected);

  source = studio_canvas_node_get_name (canvas->source.node);
  if (canvas->target.node == NULL)
    return g_strdup_printf (_ ("wire from %s to nothing yet"), source);
  return g_strdup_printf (_ ("wire from %s to %s"), source, studio_canvas_node_get_name (canvas->target.node));
}

void
studio_canvas_update_description (StudioCanvas *canvas)
{
  RensaAnalysis *analysis = canvas->project != NULL ? studio_project_get_analysis (canvas->project) : NULL;
  g_autofree char *nodes = studio_format_nodes (canvas->nodes->len);
  g_autofree char *selection = describe_selection (canvas);
  g_autofree char *problems = studio_format_problems (analysis != NULL ? rensa_analysis_get_n_problems (analysis) : 0);
  g_autofree char *description = g_strjoin (", ", nodes, selection, problems, NULL);

  if (g_strcmp0 (canvas->description, description) == 0)
    return;
  g_free (canvas->description);
  canvas->description = g_steal_pointer (&description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (canvas), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, canvas->description,
                                  -1);
}

static void
node_renamed (StudioCanvasNode *node, const char *name, gpointer canvas)
{
  studio_canvas_rename (canvas, node, name);
}

static void
node_repair (StudioCanvasNode *node, gpointer canvas)
{
  studio_canvas_repair (canvas, node);
}

static void
node_picked (StudioCanvasNode *node, gpointer canvas)
{
  studio_canvas_go_to (canvas, node);
}

static StudioCanvasNode *
add_node (StudioCanvas *canvas)
{
  GtkWidget *node = studio_canvas_node_new ();

  g_signal_connect (node, "renamed", G_CALLBACK (node_renamed), canvas);
  g_signal_connect (node, "repair", G_CALLBACK (node_repair), canvas);
  g_signal_connect (node, "picked", G_CALLBACK (node_picked), canvas);
  /* What lies above the cards comes after them, for the pointer's sake. */
  gtk_widget_insert_before (node, GTK_WIDGET (canvas), canvas->hint);
  return STUDIO_CANVAS_NODE (node);
}

static void
remove_node (StudioCanvas *canvas, StudioCanvasNode *node)
{
  studio_canvas_forget_node (canvas, node);
  gtk_widget_unparent (GTK_WIDGET (node));
}

void
studio_canvas_clear_nodes (StudioCanvas *canvas)
{
  g_ptr_array_set_size (canvas->wires, 0);
  canvas->drop_wire = NULL;
  studio_canvas_end_wire (canvas, FALSE);
  for (guint i = 0; i < canvas->nodes->len; i++)
    remove_node (canvas, canvas->nodes->pdata[i]);
  g_ptr_array_set_size (canvas->nodes, 0);
  g_hash_table_remove_all (canvas->by_name);
}

/* The type of the data set, which outermost Inputs stand for. */
static char *
get_dataset (StudioCanvas *canvas)
{
  RensaJson *dataset = rensa_document_get (studio_project_get_document (canvas->project), "data.dataset");

  if (json_object_is_type (dataset, json_type_object))
    dataset = json_object_object_get (dataset, "type");
  if (!json_object_is_type (dataset, json_type_string))
    return NULL;
  return g_strndup (json_object_get_string (dataset), strcspn (json_object_get_string (dataset), "("));
}

/* Takes the node out of @old, or makes one. */
static void
take_over (StudioCanvas *canvas, GHashTable *old, const RensaOutlineNode *outline, const char *dataset)
{
  StudioCanvasNode *node = g_hash_table_lookup (old, outline->name);
  const gboolean is_data = dataset != NULL && canvas->scope[0] == '\0' && strcmp (outline->type, "Input") == 0;

  if (node == NULL)
    node = add_node (canvas);
  g_hash_table_remove (old, outline->name);
  studio_canvas_node_set_outline (node, outline, is_data ? dataset : outline->type);
  g_ptr_array_add (canvas->nodes, node);
  g_hash_table_insert (canvas->by_name, g_strdup (outline->name), node);
}

static void
sync_nodes (StudioCanvas *canvas)
{
  g_autoptr (GPtrArray) outlines =
      rensa_document_list_nodes (studio_project_get_document (canvas->project), canvas->scope);
  g_autoptr (GHashTable) old = canvas->by_name;
  g_autofree char *dataset = get_dataset (canvas);
  GHashTableIter iter;
  gpointer gone;

  canvas->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_ptr_array_set_size (canvas->nodes, 0);
  for (guint i = 0; i < outlines->len; i++)
    take_over (canvas, old, outlines->pdata[i], dataset);

  g_hash_table_iter_init (&iter, old);
  while (g_hash_table_iter_next (&iter, NULL, &gone))
    remove_node (canvas, gone);
}

static gboolean
is_only_inputs (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->nodes->len; i++)
    if (strcmp (studio_canvas_node_get_type_name (canvas->nodes->pdata[i]), "Input") != 0)
      return FALSE;
  return TRUE;
}

/* An undo may have taken away the Chain that was open. */
static void
leave_lost_scope (StudioCanvas *canvas)
{
  RensaDocument *document = studio_project_get_document (canvas->project);

  while (canvas->scope[0] != '\0')
    {
      g_autofree char *path = g_strconcat ("model.", canvas->scope, NULL);
      g_autofree char *parent = NULL;

      if (rensa_document_get (document, path) != NULL)
        return;
      parent = studio_canvas_get_parent_scope (canvas->scope);
      studio_canvas_set_scope (canvas, parent);
    }
}

void
studio_canvas_sync (StudioCanvas *canvas)
{
  if (canvas->project == NULL)
    {
      studio_canvas_clear_nodes (canvas);
    }
  else
    {
      studio_canvas_end_wire (canvas, FALSE);
      leave_lost_scope (canvas);
      sync_nodes (canvas);
      studio_canvas_sync_wires (canvas);
    }
  gtk_widget_set_visible (canvas->hint, canvas->project != NULL && is_only_inputs (canvas));
  studio_canvas_update_activity (canvas);
  studio_canvas_sync_analysis (canvas);
  studio_canvas_selection_changed (canvas);
}

const RensaProblem *
studio_canvas_find_problem (RensaAnalysis *analysis, StudioCanvasNode *node)
{
  const char *path = studio_canvas_node_get_path (node);
  const RensaProblem *problem = rensa_analysis_find_problem (analysis, path);
  g_autofree char *inside = g_strconcat (path, ".", NULL);

  for (guint i = 0;
       problem == NULL && studio_canvas_node_is_nested (node) && i < rensa_analysis_get_n_problems (analysis); i++)
    {
      const RensaProblem *other = rensa_analysis_get_problem (analysis, i);

      if (other->node != NULL && g_str_has_prefix (other->node, inside))
        problem = other;
    }
  return problem;
}

/* Also after a change of the document alone: until the analysis has caught up, what was known before is shown. */
void
studio_canvas_sync_analysis (StudioCanvas *canvas)
{
  RensaAnalysis *analysis = canvas->project != NULL ? studio_project_get_analysis (canvas->project) : NULL;

  for (guint i = 0; i < canvas->nodes->len; i++)
    {
      StudioCanvasNode *node = canvas->nodes->pdata[i];

      studio_canvas_node_set_analysis (
          node, analysis != NULL ? rensa_analysis_get_node (analysis, studio_canvas_node_get_path (node)) : NULL,
          analysis != NULL ? studio_canvas_find_problem (analysis, node) : NULL);
    }
  if (canvas->project != NULL)
    studio_canvas_describe_wires (canvas);
  studio_canvas_update_description (canvas);
  studio_canvas_queue_layout (canvas);
}
