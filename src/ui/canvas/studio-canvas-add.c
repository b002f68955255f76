/* studio-canvas-add.c: new nodes, from the palette and from quick add.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>

/* From the upper edge, where there is no node to open quick add at. */
#define MARGIN 60

char *
studio_canvas_port_to_text (StudioCanvas *canvas, const StudioCanvasPort *port)
{
  const char *name = studio_canvas_node_get_name (port->node);
  const int n = studio_canvas_count_ports (canvas, port->node, port->is_input);

  /* An only port needs no number; one beyond the last is the next free one of a list. */
  if (n <= 1 || port->index >= n)
    return g_strdup (name);
  return g_strdup_printf ("%s:%d", name, port->index);
}

static void
commit_new (StudioCanvas *canvas, RensaDocument *document, const char *type, const char *name, GError *error)
{
  g_autofree char *label = g_strdup_printf (_ ("Add %s"), type);

  studio_canvas_commit (canvas, document, label, NULL, (const char *const[]){ name, NULL }, error);
}

void
studio_canvas_add_at (StudioCanvas *canvas, const char *type, const graphene_point_t *place)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  g_autofree char *name = NULL;
  graphene_point_t free_place = *place;
  GError *error = NULL;

  studio_canvas_find_free_place (canvas, &free_place);
  name = rensa_document_add_node (document, canvas->scope, type, NULL, free_place.x, free_place.y, &error);
  commit_new (canvas, document, type, name, error);
}

/* The node that a new one comes after where none is selected: what the model gives, or its last node. */
static StudioCanvasNode *
find_end (StudioCanvas *canvas)
{
  for (guint i = 0; i < canvas->nodes->len; i++)
    if (studio_canvas_node_is_output (canvas->nodes->pdata[i]))
      return canvas->nodes->pdata[i];
  return canvas->nodes->len > 0 ? canvas->nodes->pdata[canvas->nodes->len - 1] : NULL;
}

/* How far what comes after has to go down, so that a card at @place overlaps none of it. */
static float
get_shift (StudioCanvas *canvas, GHashTable *after, const graphene_point_t *place)
{
  const graphene_rect_t card =
      GRAPHENE_RECT_INIT (place->x, place->y, STUDIO_CANVAS_NODE_WIDTH, STUDIO_CANVAS_STEP - STUDIO_CANVAS_GAP);
  float shift = 0;

  for (guint i = 0; i < canvas->nodes->len; i++)
    {
      const graphene_rect_t *rect = studio_canvas_node_get_rect (canvas->nodes->pdata[i]);

      if (g_hash_table_contains (after, canvas->nodes->pdata[i]) && graphene_rect_intersection (&card, rect, NULL))
        shift = MAX (shift, place->y + STUDIO_CANVAS_STEP - rect->origin.y);
    }
  return studio_canvas_snap (shift);
}

/* Moves what @node feeds down, where a card at @place would lie on it. */
static void
make_room (StudioCanvas *canvas, RensaDocument *document, StudioCanvasNode *node, const graphene_point_t *place)
{
  g_autoptr (GHashTable) after = studio_canvas_list_reached (canvas, node);
  float shift;

  g_hash_table_remove (after, node);
  shift = get_shift (canvas, after, place);
  for (guint i = 0; i < canvas->nodes->len; i++)
    {
      StudioCanvasNode *other = canvas->nodes->pdata[i];
      const graphene_point_t old = studio_canvas_node_get_rect (other)->origin;
      const gboolean is_moved = shift > 0 && old.y >= place->y - STUDIO_CANVAS_STEP + STUDIO_CANVAS_GAP
                                && g_hash_table_contains (after, other);

      if (is_moved || !studio_canvas_node_has_position (other))
        rensa_document_move_node (document, canvas->scope, studio_canvas_node_get_name (other), old.x,
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
insert_after (StudioCanvas *canvas, StudioCanvasNode *node, const char *type)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  const char *after = studio_canvas_node_get_name (node);
  g_autofree char *name = NULL;
  GError *error = NULL;
  graphene_point_t place;

  get_place_below (node, &place);
  make_room (canvas, document, node, &place);
  name = rensa_document_insert_after (document, canvas->scope, after, type, place.x, place.y, &error);
  commit_new (canvas, document, type, name, error);
}

static void
get_place_beside (StudioCanvas *canvas, graphene_point_t *place)
{
  graphene_rect_t bounds;

  *place = GRAPHENE_POINT_INIT (0, 0);
  if (studio_canvas_get_bounds (canvas, &bounds))
    *place = bounds.origin;
}

void
studio_canvas_add_after_selected (StudioCanvas *canvas, const char *type)
{
  StudioCanvasNode *node = studio_canvas_get_single (canvas);
  graphene_point_t place;

  if (canvas->project == NULL)
    return;
  if (node == NULL)
    node = find_end (canvas);
  if (node != NULL && strcmp (type, "Input") != 0)
    {
      insert_after (canvas, node, type);
      return;
    }
  get_place_beside (canvas, &place);
  studio_canvas_add_at (canvas, type, &place);
}

void
studio_canvas_add_into_wire (StudioCanvas *canvas, const char *type, StudioCanvasWire *wire)
{
  g_autoptr (RensaDocument) document = NULL;
  g_autofree char *name = NULL;
  GError *error = NULL;
  graphene_point_t place;

  if (wire->is_implied)
    {
      insert_after (canvas, wire->from, type);
      return;
    }

  document = studio_project_begin (canvas->project);
  get_place_below (wire->from, &place);
  make_room (canvas, document, wire->from, &place);
  name = rensa_document_add_node (document, canvas->scope, type, NULL, place.x, place.y, &error);
  if (name != NULL && rensa_document_disconnect (document, canvas->scope, wire->from_text, wire->to_text, &error)
      && rensa_document_connect (document, canvas->scope, wire->from_text, name, &error))
    rensa_document_connect (document, canvas->scope, name, wire->to_text, &error);
  commit_new (canvas, document, type, name, error);
}

void
studio_canvas_open_quick_add (StudioCanvas *canvas)
{
  StudioCanvasNode *node = studio_canvas_get_single (canvas);
  graphene_rect_t rect = GRAPHENE_RECT_INIT (gtk_widget_get_width (GTK_WIDGET (canvas)) / 2, MARGIN, 1, 1);

  if (node == NULL)
    node = find_end (canvas);
  if (node != NULL)
    {
      studio_canvas_reveal (canvas, node);
      studio_canvas_rect_to_widget (canvas, studio_canvas_node_get_rect (node), &rect);
    }
  g_clear_pointer (&canvas->pending_port, g_free);
  studio_quick_add_open (STUDIO_QUICK_ADD (canvas->quick_add),
                         &(GdkRectangle){ rect.origin.x, rect.origin.y, rect.size.width, rect.size.height });
}

void
studio_canvas_open_quick_add_at (StudioCanvas *canvas, const StudioCanvasPort *port, double x, double y)
{
  g_free (canvas->pending_port);
  canvas->pending_port = studio_canvas_port_to_text (canvas, port);
  canvas->is_pending_input = port->is_input;
  studio_canvas_to_model (canvas, x, y, &canvas->pending_place);
  studio_quick_add_open (STUDIO_QUICK_ADD (canvas->quick_add), &(GdkRectangle){ x, y, 1, 1 });
}

/* At the end of the wire that was dropped. */
static void
add_pending (StudioCanvas *canvas, const char *type)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  graphene_point_t place = canvas->pending_place;
  g_autofree char *name = NULL;
  GError *error = NULL;

  place.x -= STUDIO_CANVAS_NODE_WIDTH / 2;
  if (canvas->is_pending_input)
    place.y -= STUDIO_CANVAS_STEP - STUDIO_CANVAS_GAP;
  studio_canvas_find_free_place (canvas, &place);
  name = rensa_document_add_node (document, canvas->scope, type, NULL, place.x, place.y, &error);
  if (name != NULL)
    rensa_document_connect (document, canvas->scope, canvas->is_pending_input ? name : canvas->pending_port,
                            canvas->is_pending_input ? canvas->pending_port : name, &error);
  commit_new (canvas, document, type, name, error);
}

void
studio_canvas_quick_add_chosen (StudioQuickAdd *quick_add, const char *type, StudioCanvas *canvas)
{
  if (canvas->pending_port != NULL)
    add_pending (canvas, type);
  else
    studio_canvas_add_after_selected (canvas, type);
  g_clear_pointer (&canvas->pending_port, g_free);
}
