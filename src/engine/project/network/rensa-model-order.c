/* rensa-model-order.c: finds an order in which the nodes of a model can be called.
 * SPDX-License-Identifier: MIT */

#include "rensa-model.h"

#include "rensa-network-faults.h"

#include <string.h>

/* Longer cycles are abbreviated in messages. */
#define MOST_NAMES 50
/* Maximum number of connections of cycles to report; finding each takes a search among all connections. */
#define MOST_WIRES 200

enum
{
  NEW,
  OPEN, /* on the current path */
  DONE,
};

/* A node on the current path; the sources before @next have been visited. */
typedef struct
{
  int node;
  guint next;
} Step;

typedef struct
{
  RensaModel *model;
  char *states;
  GArray *path; /* Step */
} Search;

static Step *
get_step (Search *search, guint i)
{
  return &g_array_index (search->path, Step, i);
}

static int
find_wire (RensaModel *model, int source, int target)
{
  for (guint i = 0; i < model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (model, i);

      if (wire->source.node == source && wire->target == target)
        return (int) (model->first_wire + i);
    }
  return -1;
}

/* Reports the names in the cycle, from the first visit of @node to the second one. */
static void
add_cycle (Search *search, int node)
{
  RensaModel *model = search->model;
  g_autofree char *place = g_strconcat (model->place, ".edges", NULL);
  g_autoptr (GString) names = g_string_new (NULL);
  guint i = search->path->len;
  RensaMistake *mistake;

  /* The path goes against the direction of the connections, so it is read backwards. */
  g_string_append (names, rensa_model_get_node (model, node)->name);
  do
    {
      i--;
      g_string_append_printf (names, " → %s", rensa_model_get_node (model, get_step (search, i)->node)->name);
    }
  while (get_step (search, i)->node != node && search->path->len - i < MOST_NAMES);
  if (get_step (search, i)->node != node)
    g_string_append_printf (names, " → … → %s", rensa_model_get_node (model, node)->name);

  mistake = rensa_model_take_mistake (
      model, rensa_model_get_node (model, node), RENSA_MISTAKE_CYCLE, place,
      rensa_error_new_fault (RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_cycle, .found = names->str }));
  if (model->network->mistakes->len < MOST_WIRES)
    mistake->wire = find_wire (model, node, get_step (search, search->path->len - 1)->node);
}

/* Returns an unvisited source of the node of @step; -1 if there is none. */
static int
find_next (Search *search, Step *step)
{
  RensaModelNode *node = rensa_model_get_node (search->model, step->node);

  while (step->next < node->sources->len)
    {
      RensaModelSource *source = rensa_model_node_get_source (node, step->next++);

      if (source->node >= 0 && search->states[source->node] == NEW)
        return source->node;
      if (source->node >= 0 && search->states[source->node] == OPEN)
        {
          add_cycle (search, source->node);
          node->is_broken = TRUE;
          source->node = -1;
        }
    }
  return -1;
}

static void
enter (Search *search, int node)
{
  const Step step = { node, 0 };

  g_array_append_val (search->path, step);
  search->states[node] = OPEN;
}

/* Visits the predecessors of @first, then @first itself. Iterative, because a chain may be longer
 * than the stack is deep. */
static void
visit (Search *search, int first)
{
  enter (search, first);
  while (search->path->len > 0)
    {
      Step *step = get_step (search, search->path->len - 1);
      const int next = find_next (search, step);

      if (next >= 0)
        enter (search, next);
      else
        {
          search->states[step->node] = DONE;
          g_array_append_val (search->model->order, step->node);
          g_array_set_size (search->path, search->path->len - 1);
        }
    }
}

static void
visit_rest (Search *search)
{
  RensaModel *model = search->model;
  const gboolean knows_outputs = model->outputs->len > 0;

  for (guint i = 0; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, i);

      if (search->states[i] != NEW || node->kind == RENSA_MODEL_NODE_INPUT)
        continue;
      visit (search, (int) i);
      if (knows_outputs && !node->is_broken && node->kind != RENSA_MODEL_NODE_UNKNOWN)
        rensa_model_add_mistake (
            model, node, RENSA_MISTAKE_DEAD,
            &(RensaFault){ .code = model->is_step ? &rensa_fault_dead_in_step : &rensa_fault_dead, .who = node->name });
    }
}

/* The state that a call leaves behind, such as running statistics, depends on the order of the
 * calls: in a step the node listed first is called first, as far as connections allow. */
static void
sort_as_listed (Search *search)
{
  RensaModel *model = search->model;

  memset (search->states, NEW, model->nodes->len);
  g_array_set_size (model->order, 0);
  for (guint i = 0; i < model->nodes->len; i++)
    if (search->states[i] == NEW && rensa_model_get_node (model, (int) i)->kind != RENSA_MODEL_NODE_INPUT)
      visit (search, (int) i);
}

void
rensa_model_sort (RensaModel *model)
{
  g_autofree char *states = g_malloc0 (model->nodes->len + 1); /* a step may be empty */
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (Step));
  Search search = { model, states, path };

  for (guint i = 0; i < model->outputs->len; i++)
    {
      const int node = rensa_model_get_output (model, i)->node;

      if (states[node] == NEW)
        visit (&search, node);
    }
  visit_rest (&search);
  if (model->is_step)
    sort_as_listed (&search);
}
