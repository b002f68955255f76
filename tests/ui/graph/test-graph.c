/* test-graph.c: recorded graphs, where their nodes belong, and where they are put.
 * SPDX-License-Identifier: MIT */

#include <pango/pangocairo.h>
#include <string.h>

#include "graph-fixture.h"
#include "rensa-init.h"
#include "studio-graph-drawing.h"
#include "studio-graph-layout.h"
#include "wait-for.h"

static void
assert_group (StudioGraph *graph, guint node, const char *path)
{
  g_assert_cmpstr (studio_graph_get_group (graph, studio_graph_get_node (graph, node)->group)->path, ==, path);
}

static void
nodes_are_read (void)
{
  g_autoptr (StudioGraph) graph = graph_of (graph_text);
  const StudioGraphNode *weights = studio_graph_get_node (graph, 12);
  const StudioGraphNode *loss = studio_graph_get_node (graph, 0);

  g_assert_cmpuint (studio_graph_get_n_nodes (graph), ==, 14);
  g_assert_cmpuint (studio_graph_get_n_edges (graph), ==, 13);
  g_assert_cmpstr (weights->name, ==, "W");
  g_assert_cmpstr (weights->shape, ==, "(16, 2)");
  g_assert_cmpstr (weights->param, ==, "/predictor/l1/W");
  g_assert_cmpint (weights->bytes, ==, 128);
  g_assert_cmpstr (studio_graph_get_node (graph, 13)->shape, ==, "(16,)");
  g_assert_cmpstr (loss->shape, ==, "()");
  g_assert_cmpint (loss->rank, ==, 4);
  g_assert_true (studio_graph_get_node (graph, 8)->is_function);
}

static void
nodes_belong_to_links (void)
{
  g_autoptr (StudioGraph) graph = graph_of (graph_text);

  assert_group (graph, 12, "predictor/l1");
  assert_group (graph, 10, "predictor/l1");
  assert_group (graph, 9, "predictor/l1");
  assert_group (graph, 8, "predictor");
  assert_group (graph, 5, "predictor");
  assert_group (graph, 4, "predictor/block/l2");
  assert_group (graph, 2, "predictor/block/l2");
  assert_group (graph, 1, "");
  assert_group (graph, 3, "");
  assert_group (graph, 11, "predictor");
  g_assert_cmpuint (studio_graph_get_group (graph, 0)->n_nodes, ==, 14);
}

static void
bad_files_are_refused (void)
{
  static const char *const texts[] = {
    "",
    "[]",
    "{\"nodes\": []}",
    "{\"nodes\": [{\"id\": 5, \"kind\": \"function\", \"label\": \"f\"}], \"edges\": []}",
    "{\"nodes\": [{\"id\": 0, \"kind\": \"function\"}], \"edges\": []}",
    "{\"nodes\": [{\"id\": 0, \"kind\": \"function\", \"label\": \"f\"}], \"edges\": [[0, 1]]}",
    "{\"nodes\": [{\"id\": 0, \"kind\": \"function\", \"label\": \"f\"}], \"edges\": [[0]]}",
    "{\"nodes\": [{\"id\": 0, \"kind\": \"variable\"}], \"edges\": []}",
    "{\"nodes\": [7], \"edges\": []}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (studio_graph_parse (texts[i], strlen (texts[i]), &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
    }
}

static void
search_looks_at_all_texts (void)
{
  g_autoptr (StudioGraph) graph = graph_of (graph_text);

  g_assert_true (studio_graph_node_matches (studio_graph_get_node (graph, 8), "relu"));
  g_assert_true (studio_graph_node_matches (studio_graph_get_node (graph, 6), "BLOCK/L2"));
  g_assert_true (studio_graph_node_matches (studio_graph_get_node (graph, 2), "(50, 2)"));
  g_assert_true (studio_graph_node_matches (studio_graph_get_node (graph, 2), "float32"));
  g_assert_false (studio_graph_node_matches (studio_graph_get_node (graph, 8), "linear"));
}

static void
file_is_that_of_the_document (void)
{
  static const struct
  {
    const char *extensions;
    const char *name;
  } cases[] = {
    { "", "cg.json" },
    { ", \"extensions\": []", NULL },
    { ", \"extensions\": [\"Evaluator\", \"DumpGraph(filename=a.b.dot)\"]", "a.b.json" },
    { ", \"extensions\": [{\"type\": \"DumpGraph\", \"attrs\": {\"filename\": \"graph\"}}]", "graph.json" },
    { ", \"extensions\": [{\"type\": \"DumpGraph\"}]", "cg.json" },
    { ", \"extensions\": [7, {\"type\": 8}]", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"format\": 1%s}", cases[i].extensions);
      g_autoptr (RensaDocument) document = rensa_document_parse (text, -1, "test", NULL);
      g_autofree char *name = studio_graph_find_name (document);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

/* Folding */

static guint
find_group (StudioGraph *graph, const char *path)
{
  for (guint i = 0; i < studio_graph_get_n_groups (graph); i++)
    if (g_str_equal (studio_graph_get_group (graph, i)->path, path))
      return i;
  g_assert_not_reached ();
}

static void
links_are_folded_until_it_fits (void)
{
  g_autoptr (StudioGraph) graph = graph_of (graph_text);
  g_autofree gboolean *none = studio_graph_fold (graph, 100);
  g_autofree gboolean *inner = studio_graph_fold (graph, 12);
  g_autofree gboolean *most = studio_graph_fold (graph, 1);

  g_assert_cmpuint (studio_graph_count_shown (graph, none), ==, 14);
  g_assert_true (inner[find_group (graph, "predictor/block/l2")]);
  g_assert_false (inner[find_group (graph, "predictor/l1")]);
  /* l2 with its function, its two parameters and what it gives is one box now. */
  g_assert_cmpuint (studio_graph_count_shown (graph, inner), ==, 11);
  /* loss, its function, t, and the predictor */
  g_assert_cmpuint (studio_graph_count_shown (graph, most), ==, 4);
  g_assert_false (most[0]);
}

/* Layout */

/* One for all tests. */
static PangoContext *
get_context (void)
{
  static PangoContext *context;

  if (context == NULL)
    context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  return context;
}

static void
description_has_clusters (void)
{
  g_autoptr (StudioGraph) graph = graph_of (graph_text);
  g_autofree gboolean *folded = studio_graph_fold (graph, 12);
  g_autofree char *text = studio_graph_layout_write_dot (graph, folded, get_context ());
  const guint l2 = find_group (graph, "predictor/block/l2");
  g_autofree char *cluster = g_strdup_printf ("subgraph cluster_g%u {", find_group (graph, "predictor/l1"));
  g_autofree char *no_cluster = g_strdup_printf ("subgraph cluster_g%u {", l2);
  g_autofree char *edge = g_strdup_printf ("n5 -> g%u;", l2);

  g_assert_nonnull (strstr (text, cluster));
  g_assert_null (strstr (text, no_cluster));
  g_assert_nonnull (strstr (text, edge));
  g_assert_null (strstr (text, "n6"));
}

typedef struct
{
  StudioGraphLayout *layout;
  GError *error;
  gboolean is_done;
} Answer;

static void
answered (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->layout = studio_graph_layout_finish (result, &answer->error);
  answer->is_done = TRUE;
}

static void
wait_for (Answer *answer)
{
  WAIT_FOR (answer->is_done);
}

static void
all_is_laid_out (void)
{
  g_autoptr (StudioGraph) graph = graph_of (graph_text);
  g_autofree gboolean *folded = studio_graph_fold (graph, 100);
  Answer answer = { 0 };
  const StudioGraphBox *x;
  const StudioGraphBox *loss;

  studio_graph_layout_run (graph, folded, get_context (), NULL, answered, &answer);
  wait_for (&answer);
  g_assert_no_error (answer.error);
  /* 14 nodes in predictor, l1, block and l2 */
  g_assert_cmpuint (answer.layout->boxes->len, ==, 18);
  g_assert_cmpuint (answer.layout->lines->len, ==, 13);

  x = &g_array_index (answer.layout->boxes, StudioGraphBox,
                      studio_graph_layout_find (answer.layout, STUDIO_GRAPH_NODE, 11));
  loss = &g_array_index (answer.layout->boxes, StudioGraphBox,
                         studio_graph_layout_find (answer.layout, STUDIO_GRAPH_NODE, 0));
  g_assert_cmpfloat (x->y, <, loss->y);
  for (guint i = 0; i < answer.layout->boxes->len; i++)
    {
      const StudioGraphBox *box = &g_array_index (answer.layout->boxes, StudioGraphBox, i);

      g_assert_cmpfloat (box->x - box->width / 2, >=, -1);
      g_assert_cmpfloat (box->x + box->width / 2, <=, answer.layout->width + 1);
      g_assert_cmpfloat (box->y + box->height / 2, <=, answer.layout->height + 1);
    }
  for (guint i = 0; i < answer.layout->lines->len; i++)
    {
      const StudioGraphLine *line = &g_array_index (answer.layout->lines, StudioGraphLine, i);

      g_assert_cmpuint (line->n_points, >=, 4);
      g_assert_cmpuint (line->n_points % 3, ==, 1);
    }
  studio_graph_layout_unref (answer.layout);
}

/* How much ink the drawing takes, from nothing at all to 1. */
static double
measure_ink (StudioGraphLayout *layout, gboolean is_strong)
{
  const StudioGraphLook look = {
    .foreground = { 0, 0, 0, 1 }, .accent = { 0, 0, 1, 1 }, .is_strong = is_strong, .current = -1
  };
  const int width = (int) layout->width, height = (int) layout->height;
  StudioGraphDrawing *drawing = studio_graph_drawing_new (layout, get_context ());
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
  cairo_t *cr = cairo_create (image);
  double sum = 0;

  /* Without texts. */
  studio_graph_drawing_draw (drawing, cr, &look, NULL, 0.1);
  cairo_surface_flush (image);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      sum += cairo_image_surface_get_data (image)[y * cairo_image_surface_get_stride (image) + x];
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  studio_graph_drawing_free (drawing);
  return sum / (255.0 * width * height);
}

/* Lines are thicker and none is faint. */
static void
high_contrast_is_drawn (void)
{
  g_autoptr (StudioGraph) graph = graph_of (graph_text);
  g_autofree gboolean *folded = studio_graph_fold (graph, 100);
  Answer answer = { 0 };

  studio_graph_layout_run (graph, folded, get_context (), NULL, answered, &answer);
  wait_for (&answer);
  g_assert_no_error (answer.error);
  g_assert_cmpfloat (measure_ink (answer.layout, FALSE), >, 0.01);
  g_assert_cmpfloat (measure_ink (answer.layout, TRUE), >, 1.2 * measure_ink (answer.layout, FALSE));
  studio_graph_layout_unref (answer.layout);
}

static void
layout_can_be_cancelled (void)
{
  g_autoptr (StudioGraph) graph = long_graph (3000);
  g_autofree gboolean *folded = studio_graph_fold (graph, 100);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Answer answer = { 0 };

  studio_graph_layout_run (graph, folded, get_context (), cancellable, answered, &answer);
  g_cancellable_cancel (cancellable);
  wait_for (&answer);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_error_free (answer.error);
}

static void
graphviz_is_missing (void)
{
  g_autoptr (StudioGraph) graph = graph_of (graph_text);
  g_autofree gboolean *folded = studio_graph_fold (graph, 100);
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  Answer answer = { 0 };

  g_setenv ("PATH", "/nowhere", TRUE);
  studio_graph_layout_run (graph, folded, get_context (), NULL, answered, &answer);
  g_setenv ("PATH", path, TRUE);
  wait_for (&answer);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_error_free (answer.error);
}

static void
bad_answers_are_refused (void)
{
  static const char *const texts[] = {
    "",
    "[]",
    "{\"bb\": \"0,0,10,10\"}",
    "{\"bb\": \"0,0,10,10\", \"objects\": [{\"name\": \"n99\", \"pos\": \"1,1\", \"width\": \"1\", \"height\": \"1\"}]}",
    "{\"bb\": \"0,0,10,10\", \"objects\": [{\"name\": \"n1\"}]}",
    "{\"bb\": \"0,0,10,10\", \"objects\": [], \"edges\": [{\"tail\": 3, \"head\": 4, \"pos\": \"0,0 1,1\"}]}",
  };
  g_autoptr (StudioGraph) graph = graph_of (graph_text);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (studio_graph_layout_parse (graph, texts[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/ui/graph/read/nodes", nodes_are_read);
  g_test_add_func ("/ui/graph/read/links", nodes_belong_to_links);
  g_test_add_func ("/ui/graph/read/bad-files", bad_files_are_refused);
  g_test_add_func ("/ui/graph/read/search", search_looks_at_all_texts);
  g_test_add_func ("/ui/graph/read/file", file_is_that_of_the_document);
  g_test_add_func ("/ui/graph/fold", links_are_folded_until_it_fits);
  g_test_add_func ("/ui/graph/layout/description", description_has_clusters);
  g_test_add_func ("/ui/graph/layout/all", all_is_laid_out);
  g_test_add_func ("/ui/graph/layout/high-contrast", high_contrast_is_drawn);
  g_test_add_func ("/ui/graph/layout/cancel", layout_can_be_cancelled);
  g_test_add_func ("/ui/graph/layout/graphviz-is-missing", graphviz_is_missing);
  g_test_add_func ("/ui/graph/layout/bad-answers", bad_answers_are_refused);
  return g_test_run ();
}
