/* rensa-edit-layout.c: layout of a model: layers from top to bottom, few crossing connections.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"

#include <math.h>

#define N_SWEEPS 6
/* Width of a connection that passes a layer. */
#define WIRE_WIDTH 40
#define GRID 10
/* Weights of the nodes' preferred places: those on a longest path form a straight line, those of
 * shorter branches are placed next to it, and bends of connections make room for both. */
#define WEIGHT_OF_LONGEST 1.0
#define WEIGHT_OF_BRANCH 1e-3
#define WEIGHT_OF_BEND 1e-6

/* A node of the model, or a bend of a connection that passes a layer. */
typedef struct
{
  int layer;
  double rank; /* position within its layer */
  double wish;
  double x;
  double weight;
  GArray *above; /* int */
  GArray *below;
  gboolean is_bend;
} Item;

typedef struct
{
  GPtrArray *items;  /* Item; the nodes come first */
  GPtrArray *layers; /* GArray of int, ordered by rank */
} Layout;

static void
item_free (gpointer data)
{
  Item *item = data;

  g_array_unref (item->above);
  g_array_unref (item->below);
  g_free (item);
}

static Item *
add_item (Layout *self, gboolean is_bend, int layer)
{
  Item *item = g_new0 (Item, 1);

  item->above = g_array_new (FALSE, FALSE, sizeof (int));
  item->below = g_array_new (FALSE, FALSE, sizeof (int));
  item->is_bend = is_bend;
  item->weight = is_bend ? WEIGHT_OF_BEND : WEIGHT_OF_BRANCH;
  item->layer = layer;
  g_ptr_array_add (self->items, item);
  return item;
}

static Item *
get_item (Layout *self, int i)
{
  return self->items->pdata[i];
}

static Item *
get_at (Layout *self, guint layer, guint i)
{
  return get_item (self, g_array_index ((GArray *) self->layers->pdata[layer], int, i));
}

static guint
count_at (Layout *self, guint layer)
{
  return ((GArray *) self->layers->pdata[layer])->len;
}

/* Places each node below all its sources; nodes without sources go right above their first consumer. */
static void
choose_layers (Layout *self, const RensaModel *model)
{
  g_autofree int *earliest = g_new (int, model->nodes->len + 1);

  for (guint i = 0; i < model->order->len; i++)
    {
      const int number = g_array_index (model->order, int, i);
      const RensaModelNode *node = rensa_model_get_node (model, number);

      for (guint j = 0; j < node->sources->len; j++)
        {
          const int source = rensa_model_node_get_source (node, j)->node;

          if (source >= 0)
            get_item (self, number)->layer = MAX (get_item (self, number)->layer, get_item (self, source)->layer + 1);
        }
    }

  for (guint i = 0; i < model->nodes->len; i++)
    earliest[i] = G_MAXINT;
  for (guint i = 0; i < model->nodes->len; i++)
    for (guint j = 0; j < rensa_model_get_node (model, i)->sources->len; j++)
      {
        const int source = rensa_model_node_get_source (rensa_model_get_node (model, i), j)->node;

        if (source >= 0)
          earliest[source] = MIN (earliest[source], get_item (self, i)->layer);
      }
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, i);

      if (node->sources->len == 0 && node->kind != RENSA_MODEL_NODE_INPUT && earliest[i] != G_MAXINT)
        get_item (self, i)->layer = MAX (earliest[i] - 1, 0);
    }
}

/* Weighs the nodes on a longest path: any other layer for them would add layers. */
static void
weigh_longest (Layout *self, const RensaModel *model)
{
  g_autofree int *latest = g_new (int, model->nodes->len + 1);
  int last = 0;

  for (guint i = 0; i < model->nodes->len; i++)
    last = MAX (last, get_item (self, i)->layer);
  for (guint i = 0; i < model->nodes->len; i++)
    latest[i] = last;
  for (guint i = model->order->len; i > 0; i--)
    {
      const int number = g_array_index (model->order, int, i - 1);
      const RensaModelNode *node = rensa_model_get_node (model, number);

      if (latest[number] == get_item (self, number)->layer)
        get_item (self, number)->weight = WEIGHT_OF_LONGEST;
      for (guint j = 0; j < node->sources->len; j++)
        {
          const int source = rensa_model_node_get_source (node, j)->node;

          if (source >= 0)
            latest[source] = MIN (latest[source], latest[number] - 1);
        }
    }
}

/* Adds a bend in each layer that a connection passes. */
static void
add_wire (Layout *self, int from, int to)
{
  for (int layer = get_item (self, from)->layer + 1; layer <= get_item (self, to)->layer; layer++)
    {
      const int next = layer < get_item (self, to)->layer ? (int) self->items->len : to;

      if (next != to)
        add_item (self, TRUE, layer);
      g_array_append_val (get_item (self, from)->below, next);
      g_array_append_val (get_item (self, next)->above, from);
      from = next;
    }
}

static Layout
layout_new (const RensaModel *model)
{
  Layout self = { g_ptr_array_new_with_free_func (item_free),
                  g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref) };

  for (guint i = 0; i < model->nodes->len; i++)
    add_item (&self, FALSE, 0);
  choose_layers (&self, model);
  weigh_longest (&self, model);
  for (guint i = 0; i < model->nodes->len; i++)
    for (guint j = 0; j < rensa_model_get_node (model, i)->sources->len; j++)
      {
        const int source = rensa_model_node_get_source (rensa_model_get_node (model, i), j)->node;

        if (source >= 0)
          add_wire (&self, source, (int) i);
      }

  for (int i = 0; i < (int) self.items->len; i++)
    {
      while ((int) self.layers->len <= get_item (&self, i)->layer)
        g_ptr_array_add (self.layers, g_array_new (FALSE, FALSE, sizeof (int)));
      get_item (&self, i)->rank = count_at (&self, get_item (&self, i)->layer);
      g_array_append_val (self.layers->pdata[get_item (&self, i)->layer], i);
    }
  return self;
}

static int
compare_wishes (gconstpointer a, gconstpointer b, gpointer data)
{
  const Item *first = get_item (data, *(const int *) a);
  const Item *second = get_item (data, *(const int *) b);

  if (first->wish != second->wish)
    return first->wish < second->wish ? -1 : 1;
  return first->rank < second->rank ? -1 : first->rank > second->rank;
}

static double
find_mean_rank (Layout *self, const Item *item, const GArray *neighbours)
{
  double sum = 0;

  for (guint i = 0; i < neighbours->len; i++)
    sum += get_item (self, g_array_index (neighbours, int, i))->rank;
  return neighbours->len > 0 ? sum / neighbours->len : item->rank;
}

/* Sorts a layer by the positions of its neighbors. */
static void
sort_layer (Layout *self, guint layer, gboolean by_above)
{
  for (guint i = 0; i < count_at (self, layer); i++)
    {
      Item *item = get_at (self, layer, i);

      item->wish = find_mean_rank (self, item, by_above ? item->above : item->below);
    }
  g_array_sort_with_data (self->layers->pdata[layer], compare_wishes, self);
  for (guint i = 0; i < count_at (self, layer); i++)
    get_at (self, layer, i)->rank = i;
}

static double
find_mean_x (Layout *self, const Item *item, const GArray *neighbours)
{
  double sum = 0;
  double weight = 0;

  for (guint i = 0; i < neighbours->len; i++)
    {
      const Item *neighbour = get_item (self, g_array_index (neighbours, int, i));

      sum += neighbour->weight * neighbour->x;
      weight += neighbour->weight;
    }
  return neighbours->len > 0 ? sum / weight : item->x;
}

static double
get_distance (const Item *left, const Item *right)
{
  return (left->is_bend ? WIRE_WIDTH : RENSA_PITCH_X) / 2.0 + (right->is_bend ? WIRE_WIDTH : RENSA_PITCH_X) / 2.0;
}

/* Adjacent items that move together. */
typedef struct
{
  double sum; /* weighted sum of the places of the first item at which each item has its preferred place */
  double weight;
  guint n;
} Block;

static double
get_place (const Block *block)
{
  return block->sum / block->weight;
}

/* Minimizes the weighted squared distances to the preferred places, subject to the order and the
 * spacing: places that are out of order are replaced by their mean. */
static void
place_layer (Layout *self, guint layer)
{
  const guint n = count_at (self, layer);
  g_autofree Block *blocks = g_new (Block, n + 1);
  guint n_blocks = 0;
  double offset = 0;
  guint at = 0;

  for (guint i = 0; i < n; i++)
    {
      const Item *item = get_at (self, layer, i);

      offset += i > 0 ? get_distance (get_at (self, layer, i - 1), item) : 0;
      blocks[n_blocks++] = (Block){ item->weight * (item->wish - offset), item->weight, 1 };
      while (n_blocks > 1 && get_place (&blocks[n_blocks - 2]) >= get_place (&blocks[n_blocks - 1]))
        {
          blocks[n_blocks - 2].sum += blocks[n_blocks - 1].sum;
          blocks[n_blocks - 2].weight += blocks[n_blocks - 1].weight;
          blocks[n_blocks - 2].n += blocks[n_blocks - 1].n;
          n_blocks--;
        }
    }

  offset = 0;
  for (guint b = 0; b < n_blocks; b++)
    for (guint i = 0; i < blocks[b].n; i++, at++)
      {
        offset += at > 0 ? get_distance (get_at (self, layer, at - 1), get_at (self, layer, at)) : 0;
        get_at (self, layer, at)->x = get_place (&blocks[b]) + offset;
      }
}

static void
move_layer (Layout *self, guint layer, gboolean by_above)
{
  for (guint i = 0; i < count_at (self, layer); i++)
    {
      Item *item = get_at (self, layer, i);

      item->wish = find_mean_x (self, item, by_above ? item->above : item->below);
    }
  place_layer (self, layer);
}

/* Alternates downward and upward passes. */
static void
sweep (Layout *self, void (*func) (Layout *self, guint layer, gboolean by_above))
{
  const guint n = self->layers->len;

  for (int sweep_number = 0; sweep_number < N_SWEEPS; sweep_number++)
    for (guint i = 1; i < n; i++)
      func (self, sweep_number % 2 == 0 ? i : n - 1 - i, sweep_number % 2 == 0);
}

RensaPlace *
rensa_model_lay_out (const RensaModel *model)
{
  Layout self = layout_new (model);
  RensaPlace *places = g_new0 (RensaPlace, model->nodes->len + 1);
  double left = G_MAXDOUBLE;

  sweep (&self, sort_layer);
  for (guint i = 0; i < self.layers->len; i++)
    place_layer (&self, i);
  sweep (&self, move_layer);

  for (guint i = 0; i < model->nodes->len; i++)
    left = MIN (left, get_item (&self, i)->x);
  for (guint i = 0; i < model->nodes->len; i++)
    places[i] = (RensaPlace){ round ((get_item (&self, i)->x - left) / GRID) * GRID,
                              (get_item (&self, i)->layer - (int) model->n_hidden) * RENSA_PITCH_Y };
  g_ptr_array_unref (self.items);
  g_ptr_array_unref (self.layers);
  return places;
}

RensaPlace *
rensa_model_place_nodes (const RensaModel *model)
{
  RensaPlace *places = NULL;
  guint n_placed = model->n_hidden;

  for (guint i = model->n_hidden; i < model->nodes->len; i++)
    n_placed += rensa_model_get_node (model, (int) i)->has_position ? 1 : 0;
  places = n_placed < model->nodes->len ? rensa_model_lay_out (model) : g_new0 (RensaPlace, n_placed + 1);

  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      if (node->has_position)
        places[i] = (RensaPlace){ node->x, node->y };
    }
  return places;
}

gboolean
rensa_document_tidy (RensaDocument *document, const char *scope, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_autofree RensaPlace *places = NULL;

  if (!rensa_edit_open (&edit, document, scope, error))
    return FALSE;

  places = rensa_model_lay_out (edit.model);
  for (guint i = 0; i < rensa_edit_get_n_nodes (&edit); i++)
    if (json_object_is_type (rensa_edit_get_json (&edit, i), json_type_object))
      rensa_json_set_position (rensa_edit_get_json (&edit, i), places[i + edit.model->n_hidden].x,
                               places[i + edit.model->n_hidden].y);
  return TRUE;
}
