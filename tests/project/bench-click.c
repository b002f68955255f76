/* bench-click.c: what a change of one node costs in a model of many.
 *
 * bench-click [NODES [CLICKS]]: prints a line of JSON. Under callgrind the number of instructions can be repeated:
 * valgrind --tool=callgrind --toggle-collect=click build/tests/project/bench-click 200 20
 * SPDX-License-Identifier: MIT */

#include <stdlib.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-data-cache.h"
#include "rensa-edit.h"
#include "rensa-init.h"
#include "rensa-json.h"

void click (RensaDocument *document, RensaDataCache *cache, guint i);

/* An Input, then links and functions by turns, and a last link that gives two values. */
static RensaDocument *
make_document (guint n)
{
  g_autoptr (GString) nodes = g_string_new ("{\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"}");
  g_autoptr (GString) edges = g_string_new ("],\"edges\": [");
  g_autofree char *model = NULL;
  g_autoptr (RensaDocument) document = document_of (test_document);

  for (guint i = 1; i < n; i++)
    {
      if (i % 2 == 1)
        g_string_append_printf (nodes, ",{\"name\": \"n%u\", \"type\": \"Linear\", \"attrs\": {\"out_size\": %u}}", i,
                                i + 1 < n ? 20 : 2);
      else
        g_string_append_printf (nodes, ",{\"name\": \"n%u\", \"type\": \"relu\"}", i);
      if (i > 1)
        g_string_append_printf (edges, ",{\"from\": \"n%u\", \"to\": \"n%u\"}", i - 1, i);
      else
        g_string_append (edges, "{\"from\": \"x\", \"to\": \"n1\"}");
    }
  model = g_strconcat (nodes->str, edges->str, "]}", NULL);
  json_object_object_add (rensa_document_change (document), "model", json_tokener_parse (model));
  return g_steal_pointer (&document);
}

/* A layer near the end becomes another one: the change itself, what the canvas draws, and what is found out. */
void
click (RensaDocument *document, RensaDataCache *cache, guint i)
{
  g_autofree char *assignment = g_strdup_printf ("model.n191.out_size=%u", 20 + i % 2);
  g_autofree RensaPlace *places = NULL;
  g_autoptr (RensaAnalysis) analysis = NULL;

  g_assert_true (rensa_document_set (document, assignment, NULL));
  places = rensa_model_place_nodes (rensa_network_get_model (rensa_document_get_network (document)));
  g_assert_cmpfloat (places[0].y, <, places[1].y);
  analysis = rensa_analysis_new (document, cache);
  g_assert_cmpuint (rensa_analysis_get_n_problems (analysis), ==, 0);
}

int
main (int argc, char **argv)
{
  const guint n_nodes = argc > 1 ? (guint) atoi (argv[1]) : 200;
  const guint n_clicks = argc > 2 ? (guint) atoi (argv[2]) : 200;
  g_autoptr (RensaDataCache) cache = NULL;
  g_autoptr (RensaDocument) document = NULL;
  gint64 least = G_MAXINT64;

  rensa_init ();
  cache = rensa_data_cache_new (NULL);
  document = make_document (n_nodes);
  for (guint i = 0; i < n_clicks; i++)
    {
      const gint64 start = g_get_monotonic_time ();

      click (document, cache, i);
      least = MIN (least, g_get_monotonic_time () - start);
    }
  g_print ("{\"figure\": \"click\", \"nodes\": %u, \"least\": %.3f, \"unit\": \"ms\"}\n", n_nodes,
           (double) least / 1e3);
  return 0;
}
