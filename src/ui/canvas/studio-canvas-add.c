/* studio-canvas-add.c: new nodes, from the palette and from quick add.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"
#include "rensa-node-types.h"
#include "studio-picks.h"

#include <glib/gi18n.h>

/* Distance from the upper edge at which quick add opens if there is no node. */
#define MARGIN 60

char *
studio_canvas_port_to_text (StudioCanvas *self, const StudioCanvasPort *port)
{
  const char *name = studio_canvas_node_get_name (port->node);
  const int n = studio_canvas_count_ports (self, port->node, port->is_input);

  /* A single port needs no number; an index beyond the last means the next free one of a list. */
  if (n <= 1 || port->index >= n)
    return g_strdup (name);
  return g_strdup_printf ("%s:%d", name, port->index);
}

static void
commit_new (StudioCanvas *self, RensaDocument *document, const char *type, const char *name, GError *error)
{
  g_autofree char *label = g_strdup_printf (_ ("Add %s"), type);

  if (name != NULL)
    studio_picks_use (studio_picks_get (), type);
  studio_canvas_commit (self, document, label, NULL, (const char *const[]){ name, NULL }, error);
}

void
studio_canvas_add_at (StudioCanvas *self, const char *type, const graphene_point_t *place)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *name = NULL;
  graphene_point_t free_place = *place;
  GError *error = NULL;

  studio_canvas_find_free_place (self, &free_place);
  name = rensa_document_add_node (document, self->scope, type, NULL, free_place.x, free_place.y, &error);
  commit_new (self, document, type, name, error);
}

/* Returns the node after which a new one is added if none is selected: the output of the model, or
 * its last node. A step has no such node. */
static StudioCanvasNode *
find_end (StudioCanvas *self)
{
  if (studio_canvas_is_step (self))
    return NULL;
  for (guint i = 0; i < self->nodes->len; i++)
    if (studio_canvas_node_get_node (self->nodes->pdata[i])->is_output)
      return self->nodes->pdata[i];
  return self->nodes->len > 0 ? self->nodes->pdata[self->nodes->len - 1] : NULL;
}

/* Returns the distance by which the nodes in @after must move down, so that a card at @place
 * overlaps none of them. */
static float
get_shift (StudioCanvas *self, const gboolean *after, const graphene_point_t *place)
{
  const graphene_rect_t card =
      GRAPHENE_RECT_INIT (place->x, place->y, STUDIO_CANVAS_NODE_WIDTH, STUDIO_CANVAS_STEP - STUDIO_CANVAS_GAP);
  float shift = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const graphene_rect_t *rect = studio_canvas_node_get_rect (self->nodes->pdata[i]);

      if (after[i] && graphene_rect_intersection (&card, rect, NULL))
        shift = MAX (shift, place->y + STUDIO_CANVAS_STEP - rect->origin.y);
    }
  return studio_canvas_snap (shift);
}

/* Moves the nodes that @node feeds down if a card at @place would overlap them. */
static void
make_room (StudioCanvas *self, RensaDocument *document, StudioCanvasNode *node, const graphene_point_t *place)
{
  g_autofree gboolean *after = studio_canvas_list_reached (self, node, FALSE);
  float shift;

  for (guint i = 0; i < self->nodes->len; i++)
    after[i] = after[i] && self->nodes->pdata[i] != node;
  shift = get_shift (self, after, place);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      StudioCanvasNode *other = self->nodes->pdata[i];
      const graphene_point_t old = studio_canvas_node_get_rect (other)->origin;
      const gboolean is_moved = shift > 0 && old.y >= place->y - STUDIO_CANVAS_STEP + STUDIO_CANVAS_GAP && after[i];

      if (is_moved || !studio_canvas_node_get_node (other)->has_position)
        rensa_document_move_node (document, self->scope, studio_canvas_node_get_name (other), old.x,
                                  old.y + (is_moved ? shift : 0), NULL);
    }
}

static void
get_place_below (StudioCanvasNode *node, graphene_point_t *place)
{
  const graphene_rect_t *rect = studio_canvas_node_get_rect (node);
  const float bottom = rect->origin.y + rect->size.height + STUDIO_CANVAS_GAP;

  place->x = rect->origin.x;
  place->y = studio_canvas_snap (MAX (rect->origin.y + STUDIO_CANVAS_STEP, bottom));
}

static void
insert_after (StudioCanvas *self, StudioCanvasNode *node, const char *type)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  RensaAnalysis *analysis = studio_project_get_analysis (self->project);
  const char *after = studio_canvas_node_get_name (node);
  g_autofree char *name = NULL;
  GError *error = NULL;
  graphene_point_t place;

  get_place_below (node, &place);
  make_room (self, document, node, &place);
  name = rensa_document_insert_after (document, self->scope, after, type, place.x, place.y, &error);
  if (name != NULL && self->scope[0] == '\0' && analysis != NULL)
    rensa_analysis_fit_end (analysis, document, name);
  commit_new (self, document, type, name, error);
}

static void
get_place_beside (StudioCanvas *self, graphene_point_t *place)
{
  graphene_rect_t bounds;

  *place = GRAPHENE_POINT_INIT (0, 0);
  if (studio_canvas_get_bounds (self, &bounds))
    *place = bounds.origin;
}

/* Returns the node whose output @output feeds a new node; NULL if there is none. */
static StudioCanvasNode *
find_place (StudioCanvas *self, int *output)
{
  const StudioCanvasWire *wire = studio_canvas_get_selected_wire (self);
  StudioCanvasNode *node = studio_canvas_get_single (self);

  if (wire != NULL)
    {
      *output = wire->ends.output;
      return wire->ends.from;
    }
  if (node == NULL)
    node = find_end (self);
  *output = node != NULL ? studio_canvas_node_get_node (node)->main_output : 0;
  return node;
}

const char *
studio_canvas_get_place (StudioCanvas *self, int *output)
{
  StudioCanvasNode *node = find_place (self, output);

  return node != NULL ? studio_canvas_node_get_node (node)->path : NULL;
}

void
studio_canvas_add_after_selected (StudioCanvas *self, const char *type)
{
  StudioCanvasWire *wire = studio_canvas_get_selected_wire (self);
  StudioCanvasNode *node = studio_canvas_get_single (self);
  graphene_point_t place;

  if (self->project == NULL)
    return;
  if (wire != NULL && !rensa_type_is_input (type))
    {
      studio_canvas_add_into_wire (self, type, wire);
      return;
    }
  if (node == NULL)
    node = find_end (self);
  if (node != NULL && !rensa_type_is_input (type))
    {
      insert_after (self, node, type);
      return;
    }
  get_place_beside (self, &place);
  studio_canvas_add_at (self, type, &place);
}

void
studio_canvas_add_into_wire (StudioCanvas *self, const char *type, StudioCanvasWire *wire)
{
  g_autoptr (RensaDocument) document = NULL;
  g_autofree char *name = NULL;
  GError *error = NULL;
  graphene_point_t place;

  if (wire->id < 0)
    {
      insert_after (self, wire->ends.from, type);
      return;
    }

  document = studio_project_begin (self->project);
  get_place_below (wire->ends.from, &place);
  make_room (self, document, wire->ends.from, &place);
  name = rensa_document_insert_into_wire (document, wire->id, type, place.x, place.y, &error);
  commit_new (self, document, type, name, error);
}

const RensaType *
studio_canvas_find_type (StudioCanvas *self, const char *path, int output)
{
  RensaAnalysis *analysis = self->project != NULL ? studio_project_get_analysis (self->project) : NULL;
  const RensaNodeFacts *facts = analysis != NULL && path != NULL ? rensa_analysis_get_facts (analysis, path) : NULL;

  return facts != NULL && facts->is_known && output < facts->n_outputs ? &facts->outputs[output] : NULL;
}

void
studio_canvas_sync_quick_add (StudioCanvas *self)
{
  int output = self->pending_output;
  const char *path = self->pending_port == NULL ? studio_canvas_get_place (self, &output) : self->pending_path;

  if (self->project == NULL)
    return;
  studio_quick_add_set_place (STUDIO_QUICK_ADD (self->quick_add), studio_canvas_find_type (self, path, output),
                              studio_project_get_dtype (self->project));
}

void
studio_canvas_open_quick_add (StudioCanvas *self)
{
  StudioCanvasNode *node = studio_canvas_get_single (self);
  graphene_rect_t rect = GRAPHENE_RECT_INIT (gtk_widget_get_width (GTK_WIDGET (self)) / 2, MARGIN, 1, 1);

  if (node == NULL)
    node = find_end (self);
  if (node != NULL)
    {
      studio_canvas_reveal (self, node);
      studio_canvas_rect_to_widget (self, studio_canvas_node_get_rect (node), &rect);
    }
  g_clear_pointer (&self->pending_port, g_free);
  studio_canvas_sync_quick_add (self);
  studio_quick_add_open (STUDIO_QUICK_ADD (self->quick_add),
                         &(GdkRectangle){ rect.origin.x, rect.origin.y, rect.size.width, rect.size.height },
                         studio_canvas_is_step (self));
}

void
studio_canvas_open_quick_add_at (StudioCanvas *self, const StudioCanvasPort *port, double x, double y)
{
  g_free (self->pending_port);
  self->pending_port = studio_canvas_port_to_text (self, port);
  self->is_pending_input = port->is_input;
  g_free (self->pending_path);
  self->pending_path = port->is_input ? NULL : g_strdup (studio_canvas_node_get_node (port->node)->path);
  self->pending_output = port->index;
  studio_canvas_sync_quick_add (self);
  studio_canvas_to_model (self, x, y, &self->pending_place);
  studio_quick_add_open (STUDIO_QUICK_ADD (self->quick_add), &(GdkRectangle){ x, y, 1, 1 },
                         studio_canvas_is_step (self));
}

/* Adds a node at the end of the wire that was dropped. */
static void
add_pending (StudioCanvas *self, const char *type)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  graphene_point_t place = self->pending_place;
  g_autofree char *name = NULL;
  GError *error = NULL;

  place.x -= STUDIO_CANVAS_NODE_WIDTH / 2;
  if (self->is_pending_input)
    place.y -= STUDIO_CANVAS_STEP - STUDIO_CANVAS_GAP;
  studio_canvas_find_free_place (self, &place);
  name = rensa_document_add_node (document, self->scope, type, NULL, place.x, place.y, &error);
  if (name != NULL)
    rensa_document_connect (document, self->scope, self->is_pending_input ? name : self->pending_port,
                            self->is_pending_input ? self->pending_port : name, &error);
  commit_new (self, document, type, name, error);
}

void
studio_canvas_quick_add_chosen (StudioQuickAdd *quick_add, const char *type, StudioCanvas *self)
{
  if (self->pending_port != NULL)
    add_pending (self, type);
  else
    studio_canvas_add_after_selected (self, type);
  g_clear_pointer (&self->pending_port, g_free);
}
