/* graphs.c: graphs in Graphviz's language.
 * SPDX-License-Identifier: MIT */

#include "graphs.h"

#include "rensa-error.h"

/* @looks: of each node, by its number in the text. @edges: pairs of numbers. */
typedef struct
{
  GHashTable *looks;
  GPtrArray *edges;
} Graph;

/* Statements end with semicolons; what stands in brackets tells how a node looks. */
static void
graph_init (Graph *graph, const char *text)
{
  g_autoptr (GRegex) statement = g_regex_new ("(\\d+) (?:-> (\\d+)|\\[([^\\]]*)\\]);", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  graph->looks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  graph->edges = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (g_regex_match (statement, text, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_auto (GStrv) parts = g_match_info_fetch_all (match);
      const char *edge[] = { parts[1], parts[2], NULL };

      if (parts[3] != NULL)
        g_hash_table_insert (graph->looks, g_strdup (parts[1]), g_strdup (parts[3]));
      else
        g_ptr_array_add (graph->edges, g_strdupv ((char **) edge));
    }
}

static void
graph_clear (Graph *graph)
{
  g_hash_table_unref (graph->looks);
  g_ptr_array_unref (graph->edges);
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* The strings of @parts in their order, as one. */
static char *
join_sorted (GPtrArray *parts)
{
  GString *text = g_string_new (NULL);

  g_ptr_array_sort (parts, compare_texts);
  for (guint i = 0; i < parts->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) g_ptr_array_index (parts, i));
  return g_string_free (text, FALSE);
}

/* How node @id looks together with its neighbours. */
static char *
look_around (Graph *graph, const char *id)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  g_ptr_array_add (parts, g_strdup (g_hash_table_lookup (graph->looks, id)));
  for (guint i = 0; i < graph->edges->len; i++)
    {
      char **edge = g_ptr_array_index (graph->edges, i);

      if (g_str_equal (edge[0], id))
        g_ptr_array_add (parts, g_strdup_printf ("to %s", (char *) g_hash_table_lookup (graph->looks, edge[1])));
      if (g_str_equal (edge[1], id))
        g_ptr_array_add (parts, g_strdup_printf ("from %s", (char *) g_hash_table_lookup (graph->looks, edge[0])));
    }
  text = join_sorted (parts);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);
}

static void
refine (Graph *graph)
{
  GHashTable *looks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, graph->looks);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_insert (looks, g_strdup (id), look_around (graph, id));
  g_hash_table_unref (graph->looks);
  graph->looks = looks;
}

static char *
describe (Graph *graph)
{
  g_autoptr (GPtrArray) looks = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer look;

  g_hash_table_iter_init (&iter, graph->looks);
  while (g_hash_table_iter_next (&iter, NULL, &look))
    g_ptr_array_add (looks, look);
  return join_sorted (looks);
}

static gboolean
compare (Graph *got, Graph *want, GError **error)
{
  const guint n_nodes = g_hash_table_size (want->looks);
  g_autofree char *got_nodes = describe (got);
  g_autofree char *want_nodes = describe (want);

  if (n_nodes == 0 || !g_str_equal (got_nodes, want_nodes) || got->edges->len != want->edges->len)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%u edges between the nodes\n%s\nexpected %u between\n%s",
                   got->edges->len, got_nodes, want->edges->len, want_nodes);
      return FALSE;
    }

  /* What is far away has come in after as many rounds as there are nodes. */
  for (guint i = 0; i < n_nodes; i++)
    {
      refine (got);
      refine (want);
    }
  g_free (got_nodes);
  g_free (want_nodes);
  got_nodes = describe (got);
  want_nodes = describe (want);
  if (!g_str_equal (got_nodes, want_nodes))
    g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "the nodes are tied in another way");
  return g_str_equal (got_nodes, want_nodes);
}

gboolean
check_graphs (const char *got, const char *want, GError **error)
{
  Graph got_graph;
  Graph want_graph;
  gboolean ok;

  graph_init (&got_graph, got);
  graph_init (&want_graph, want);
  ok = compare (&got_graph, &want_graph, error);
  graph_clear (&got_graph);
  graph_clear (&want_graph);
  return ok;
}
