/* studio-canvas-nodes.c: cards for the nodes of the document.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-values.h"
#include "studio-canvas-private.h"

#include <glib/gi18n.h>

#include "rensa-json.h"
#include "studio-format.h"
#include "studio-school.h"

/* Slow enough not to slow down training. */
#define INTERVAL_MS 120
/* Fraction of a card per step. */
#define STEP 0.25

StudioCanvasNode *
studio_canvas_get_node (StudioCanvas *self, const char *name)
{
  return g_hash_table_lookup (self->by_name, name);
}

static char *
describe_selection (StudioCanvas *self)
{
  const char *source;

  if (self->source.node == NULL && self->selected_wire.from != NULL)
    {
      const StudioCanvasEnds *wire = &self->selected_wire;
      g_autofree char *from = studio_canvas_port_to_text (self, &(StudioCanvasPort){ wire->from, FALSE, wire->output });
      g_autofree char *to = studio_canvas_port_to_text (self, &(StudioCanvasPort){ wire->to, TRUE, wire->slot });

      return g_strdup_printf (_ ("connection from %s to %s selected"), from, to);
    }
  if (self->source.node == NULL)
    return g_strdup_printf (ngettext ("%u selected", "%u selected", self->n_selected), self->n_selected);

  source = studio_canvas_node_get_name (self->source.node);
  if (self->target.node == NULL)
    return g_strdup_printf (_ ("connection from %s, no target yet"), source);
  return g_strdup_printf (_ ("connection from %s to %s"), source, studio_canvas_node_get_name (self->target.node));
}

void
studio_canvas_update_description (StudioCanvas *self)
{
  RensaAnalysis *analysis = self->project != NULL ? studio_project_get_analysis (self->project) : NULL;
  g_autofree char *nodes = studio_format_nodes (self->nodes->len);
  g_autofree char *selection = describe_selection (self);
  const guint n_problems = analysis != NULL ? rensa_analysis_get_n_problems (analysis) : 0;
  const guint n_mistakes = analysis != NULL ? rensa_analysis_count_mistakes (analysis) : 0;
  g_autofree char *problems = studio_format_state (n_mistakes, n_problems - n_mistakes);
  g_autofree char *description = g_strjoin (", ", nodes, selection, problems, NULL);

  if (g_strcmp0 (self->description, description) == 0)
    return;
  g_free (self->description);
  self->description = g_steal_pointer (&description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->description, -1);
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
add_node (StudioCanvas *self)
{
  GtkWidget *node = studio_canvas_node_new ();

  g_signal_connect (node, "renamed", G_CALLBACK (node_renamed), self);
  g_signal_connect (node, "repair", G_CALLBACK (node_repair), self);
  g_signal_connect (node, "picked", G_CALLBACK (node_picked), self);
  /* Widgets above the cards receive the pointer first, so they must come after the cards. */
  gtk_widget_insert_before (node, GTK_WIDGET (self), self->hint);
  return STUDIO_CANVAS_NODE (node);
}

static void
remove_node (StudioCanvas *self, StudioCanvasNode *node)
{
  studio_canvas_forget_node (self, node);
  gtk_widget_unparent (GTK_WIDGET (node));
}

void
studio_canvas_clear_nodes (StudioCanvas *self)
{
  g_ptr_array_set_size (self->wires, 0);
  self->drop_wire = NULL;
  studio_canvas_end_wire (self, FALSE);
  for (guint i = 0; i < self->nodes->len; i++)
    remove_node (self, self->nodes->pdata[i]);
  g_ptr_array_set_size (self->nodes, 0);
  g_hash_table_remove_all (self->by_name);
}

/* Returns the type of the data set, which outermost Inputs represent. */
static char *
get_dataset (StudioCanvas *self)
{
  RensaJson *dataset = rensa_document_get (studio_project_get_document (self->project), "data.dataset");

  if (json_object_is_type (dataset, json_type_object))
    dataset = json_object_object_get (dataset, "type");
  if (!json_object_is_type (dataset, json_type_string))
    return NULL;
  return g_strndup (json_object_get_string (dataset), strcspn (json_object_get_string (dataset), "("));
}

/* Returns the text next to the name: the data set for an input, the model that is called, or the type. */
static const char *
get_caption (StudioCanvas *self, const RensaModelNode *node, const char *dataset)
{
  if (dataset != NULL && self->scope[0] == '\0' && node->kind == RENSA_MODEL_NODE_INPUT)
    return dataset;
  return node->called != NULL ? node->called->name : studio_school_name_type (node->type);
}

/* Reuses the card in @old, or creates one. */
static void
take_over (StudioCanvas *self, GHashTable *old, const RensaModelNode *node, const RensaPlace *place,
           const char *dataset)
{
  StudioCanvasNode *card = g_hash_table_lookup (old, node->name);

  if (card == NULL)
    card = add_node (self);
  g_hash_table_remove (old, node->name);
  studio_canvas_node_set_node (card, self->network, node, get_caption (self, node, dataset));
  studio_canvas_node_move (card, place->x, place->y);
  g_ptr_array_add (self->nodes, card);
  g_hash_table_insert (self->by_name, g_strdup (node->name), card);
}

static void
sync_nodes (StudioCanvas *self)
{
  const RensaModel *model = self->model;
  g_autofree RensaPlace *places = rensa_model_place_nodes (model);
  g_autoptr (GHashTable) old = self->by_name;
  g_autofree char *dataset = get_dataset (self);
  GHashTableIter iter;
  gpointer gone;

  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_ptr_array_set_size (self->nodes, 0);
  for (guint i = model->n_hidden; i < model->nodes->len; i++)
    take_over (self, old, rensa_model_get_node (model, (int) i), &places[i], dataset);

  g_hash_table_iter_init (&iter, old);
  while (g_hash_table_iter_next (&iter, NULL, &gone))
    remove_node (self, gone);
}

/* Each card holds a reference to its network, since it may still show the previous one. */
static void
use_network (StudioCanvas *self)
{
  RensaNetwork *network = rensa_document_get_network (studio_project_get_document (self->project));

  g_clear_pointer (&self->network, rensa_network_unref);
  self->network = rensa_network_ref (network);
  self->model = rensa_network_find_model (network, self->scope);
}

/* If the level is of another kind than the previous one, resets the view. */
static void
note_step (StudioCanvas *self)
{
  if (self->was_step == studio_canvas_is_step (self))
    return;
  self->was_step = !self->was_step;
  self->is_placed = FALSE;
}

static gboolean
is_only_inputs (StudioCanvas *self)
{
  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node_get_node (self->nodes->pdata[i])->kind != RENSA_MODEL_NODE_INPUT)
      return FALSE;
  return TRUE;
}

/* An undo may have removed the open Chain. */
static void
leave_lost_scope (StudioCanvas *self)
{
  const RensaNetwork *network = rensa_document_get_network (studio_project_get_document (self->project));

  while (rensa_network_find_model (network, self->scope) == NULL)
    {
      g_autofree char *parent = studio_canvas_get_parent_scope (self->scope);

      studio_canvas_set_scope (self, parent);
    }
}

void
studio_canvas_sync (StudioCanvas *self)
{
  if (self->project == NULL)
    {
      studio_canvas_clear_nodes (self);
    }
  else
    {
      studio_canvas_end_wire (self, FALSE);
      leave_lost_scope (self);
      use_network (self);
      note_step (self);
      sync_nodes (self);
      studio_canvas_sync_wires (self);
    }
  gtk_widget_set_visible (self->hint, self->project != NULL && is_only_inputs (self));
  studio_canvas_update_activity (self);
  studio_canvas_sync_analysis (self);
  studio_canvas_selection_changed (self);
}

const RensaProblem *
studio_canvas_find_problem (RensaAnalysis *analysis, StudioCanvasNode *node)
{
  const char *scope = studio_canvas_get_inner_scope (studio_canvas_node_get_node (node));
  const RensaProblem *problem = rensa_analysis_find_problem (analysis, studio_canvas_node_get_node (node)->path);
  g_autofree char *inside = scope != NULL ? g_strconcat (scope, ".", NULL) : NULL;

  for (guint i = 0; problem == NULL && inside != NULL && i < rensa_analysis_get_n_problems (analysis); i++)
    {
      const RensaProblem *other = rensa_analysis_get_problem (analysis, i);

      if (other->node != NULL && g_str_has_prefix (other->node, inside))
        problem = other;
    }
  return problem;
}

/* Also called after a change of the document only: until the new analysis is complete, the previous
 * one is shown. */
void
studio_canvas_sync_analysis (StudioCanvas *self)
{
  RensaAnalysis *analysis = self->project != NULL ? studio_project_get_analysis (self->project) : NULL;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *node = self->nodes->pdata[i];
      const char *path = studio_canvas_node_get_node (node)->path;

      studio_canvas_node_set_facts (node, analysis != NULL ? rensa_analysis_get_facts (analysis, path) : NULL,
                                    analysis != NULL ? rensa_analysis_get_pace (analysis, path) : RENSA_PACE_ONCE,
                                    analysis != NULL ? studio_canvas_find_problem (analysis, node) : NULL);
    }
  if (self->project != NULL)
    studio_canvas_describe_wires (self);
  studio_canvas_update_description (self);
  studio_canvas_queue_layout (self);
}

static void
show_activity (StudioCanvas *self, double activity)
{
  self->activity = activity;
  for (guint i = 0; i < self->nodes->len; i++)
    studio_canvas_node_set_activity (self->nodes->pdata[i], CLAMP (activity - i, 0, 1));
}

static gboolean
advance (gpointer data)
{
  StudioCanvas *self = data;
  const double next = self->activity + STEP;

  show_activity (self, next > self->nodes->len + 1 ? 0 : next);
  return G_SOURCE_CONTINUE;
}

static gboolean
is_animated (StudioCanvas *self)
{
  gboolean is_enabled = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &is_enabled, NULL);
  return is_enabled;
}

void
studio_canvas_update_activity (StudioCanvas *self)
{
  const gboolean is_shown = self->is_training && gtk_widget_get_mapped (GTK_WIDGET (self));
  const gboolean is_moving = is_shown && is_animated (self);

  if (is_moving && self->activity_source == 0)
    self->activity_source = g_timeout_add (INTERVAL_MS, advance, self);
  else if (!is_moving)
    g_clear_handle_id (&self->activity_source, g_source_remove);
  if (!is_moving)
    show_activity (self, is_shown ? self->nodes->len : 0);
}
