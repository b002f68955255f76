/* rensa-model-order.c: an order in which the nodes of a model can be called.
 * SPDX-License-Identifier: MIT */

#include "rensa-model-private.h"

enum
{
  NEW,
  OPEN, /* on the path that is being followed */
  DONE,
};

typedef struct
{
  RensaModel *model;
  char *states;
  GArray *path; /* int: the nodes that are open */
} Search;

/* The names from the first visit of @node on, and @node again. */
static gboolean
fail_cycle (Search *search, int node, GError **error)
{
  GString *names = g_string_new (NULL);
  guint i = search->path->len;

  /* The path leads against the wires, so it is read backwards. */
  g_string_append (names, rensa_model_get_node (search->model, node)->name);
  do
    {
      i--;
      g_string_append_printf (names, " → %s",
                              rensa_model_get_node (search->model, g_array_index (search->path, int, i))->name);
    }
  while (g_array_index (search->path, int, i) != node);

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s.edges: the wires %s form a cycle.", search->model->place,
               names->str);
  g_string_free (names, TRUE);
  return FALSE;
}

/* What comes before @first, then @first itself.  Not by recursion: a chain may be longer than the stack is deep. */
static gboolean
visit (Search *search, int first, GError **error)
{
  g_array_append_val (search->path, first);
  search->states[first] = OPEN;

  while (search->path->len > 0)
    {
      const int at = g_array_index (search->path, int, search->path->len - 1);
      GArray *sources = rensa_model_get_node (search->model, at)->sources;
      int next = -1;

      for (guint i = 0; i < sources->len && next < 0; i++)
        {
          const int source = g_array_index (sources, RensaModelSource, i).node;

          if (source >= 0 && search->states[source] == OPEN)
            return fail_cycle (search, source, error);
          if (source >= 0 && search->states[source] == NEW)
            next = source;
        }

      if (next >= 0)
        {
          g_array_append_val (search->path, next);
          search->states[next] = OPEN;
        }
      else
        {
          search->states[at] = DONE;
          g_array_append_val (search->model->order, at);
          g_array_set_size (search->path, search->path->len - 1);
        }
    }
  return TRUE;
}

static gboolean
sort_all (Search *search, GError **error)
{
  RensaModel *model = search->model;

  for (guint i = 0; i < model->outputs->len; i++)
    {
      const int node = g_array_index (model->outputs, RensaModelSource, i).node;

      if (search->states[node] == NEW && !visit (search, node, error))
        return FALSE;
    }

  for (guint i = 0; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, i);

      if (search->states[i] != NEW || node->kind == RENSA_MODEL_NODE_INPUT)
        continue;
      if (visit (search, i, error))
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                     "%s: no wire leads from %s to an output of the model; connect it or take it away.", node->place,
                     node->name);
      return FALSE;
    }
  return TRUE;
}

gboolean
rensa_model_sort (RensaModel *model, GError **error)
{
  g_autofree char *states = g_malloc0 (model->nodes->len);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (int));
  Search search = { model, states, path };

  return sort_all (&search, error);
}
