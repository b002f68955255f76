/* test-dump-graph.c: the graph of the first iteration as a file.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-modes.h"
#include "training-fixture.h"

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* What does not depend on the numbers of nodes: a line for each edge with the labels at its ends, sorted. */
static char *
list_edges (const char *dot)
{
  g_autoptr (GRegex) node = g_regex_new ("(\\d+) \\[label=\"([^\"]*)\",shape=\"(\\w+)\"", 0, 0, NULL);
  g_autoptr (GRegex) edge = g_regex_new ("(\\d+) -> (\\d+);", 0, 0, NULL);
  g_autoptr (GHashTable) labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) edges = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GMatchInfo) nodes = NULL;
  g_autoptr (GMatchInfo) arrows = NULL;

  for (g_regex_match (node, dot, 0, &nodes); g_match_info_matches (nodes); g_match_info_next (nodes, NULL))
    {
      g_autofree char *label = g_match_info_fetch (nodes, 2);
      g_autofree char *shape = g_match_info_fetch (nodes, 3);

      g_hash_table_insert (labels, g_match_info_fetch (nodes, 1), g_strconcat (shape, " ", label, NULL));
    }
  for (g_regex_match (edge, dot, 0, &arrows); g_match_info_matches (arrows); g_match_info_next (arrows, NULL))
    {
      g_autofree char *from = g_match_info_fetch (arrows, 1);
      g_autofree char *to = g_match_info_fetch (arrows, 2);

      g_ptr_array_add (edges, g_strdup_printf ("%s -> %s", (char *) g_hash_table_lookup (labels, from),
                                               (char *) g_hash_table_lookup (labels, to)));
    }
  g_ptr_array_sort (edges, compare_texts);
  g_ptr_array_add (edges, NULL);
  return g_strjoinv ("\n", (char **) edges->pdata);
}

static RensaDataset *
zeros_new (gint64 n, gint64 n_features)
{
  g_autofree float *x = g_new0 (float, n *n_features);
  g_autofree gint32 *t = g_new0 (gint32, n);
  g_autoptr (RensaArray) xs = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n, n_features), x, NULL);
  g_autoptr (RensaArray) ts = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), t, NULL);

  return rensa_tuple_dataset_new ((RensaArray *[]){ xs, ts }, 2, NULL);
}

/* The network and the batches of the reference run. */
static void
graph_is_that_of_chainer (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaDataset) dataset = zeros_new (64, 20);
  g_autoptr (RensaTrainer) trainer =
      TRAINER (.dataset = dataset, .predictor = mlp_new (20, 16, 3), .batch_size = 32, .out = out);
  g_autofree char *reference = reference_file ("training/mlp_sgd.cg.dot");
  g_autofree char *theirs = test_file_read ("", reference);
  g_autofree char *their_edges = list_edges (theirs);
  g_autofree char *ours = NULL;
  g_autofree char *our_edges = NULL;

  extend (trainer, "DumpGraph", NULL);
  run_trainer (trainer);
  ours = test_file_read (out, "cg.dot");
  our_edges = list_edges (ours);
  g_assert_cmpstr (our_edges, ==, their_edges);
  g_assert_nonnull (strstr (our_edges, "record LinearFunction -> "));
  test_folder_free (out);
}

/* Beside it stands what Chainer does not write: which parameter of which link a variable is. */
static void
links_are_named (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaDataset) dataset = zeros_new (64, 20);
  g_autoptr (RensaTrainer) trainer = TRAINER (.dataset = dataset, .predictor = mlp_new (20, 16, 3), .out = out);
  g_autofree char *dot = NULL;
  g_autofree char *json = NULL;

  extend (trainer, "DumpGraph(filename=first.dot)", NULL);
  run_trainer (trainer);
  dot = test_file_read (out, "first.dot");
  json = test_file_read (out, "first.json");
  g_assert_nonnull (
      strstr (json, "\"param\":\"/predictor/l1/W\",\"shape\":[16,20],\"dtype\":\"float32\",\"bytes\":1280"));
  g_assert_nonnull (strstr (json, "\"param\":\"/predictor/l2/b\""));
  test_folder_free (out);
}

/* Both files, whatever the one is called. */
static void
has_two_files (void)
{
  static const char *const names[][2] = {
    { "cg.dot", "cg.json" }, { "cg.json", "cg.json.json" }, { "a.b.dot", "a.b.json" }, { "graph", "graph.json" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char *out = test_folder_new ();
      g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
      g_autofree char *text = g_strdup_printf ("DumpGraph(filename=%s)", names[i][0]);
      g_autofree char *dot = NULL;
      g_autofree char *json = NULL;

      extend (trainer, text, NULL);
      run_trainer (trainer);
      dot = test_file_read (out, names[i][0]);
      json = test_file_read (out, names[i][1]);
      g_assert_true (g_str_has_prefix (dot, "digraph"));
      g_assert_true (g_str_has_prefix (json, "{"));
      test_folder_free (out);
    }
}

static gboolean
look_at_mode (RensaTrainer *trainer, gpointer data, GError **error)
{
  const gint64 iteration = rensa_updater_get_iteration (rensa_trainer_get_updater (trainer));

  /* It is off again after the first iteration; the probe comes after DumpGraph. */
  g_assert_false (rensa_modes_get ()->keep_graph_on_report);
  if (iteration == 2)
    {
      g_autofree char *path = g_build_filename (rensa_trainer_get_out (trainer), "first.dot", NULL);

      g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
    }
  return TRUE;
}

static void
is_written_once (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  g_autofree char *text = NULL;
  Probe *probe;

  extend (trainer, "DumpGraph(filename=first.dot)", NULL);
  probe = add_probe (trainer, &probe_class, "look", NULL);
  probe->func = look_at_mode;
  run_trainer (trainer);
  text = test_file_read (out, "first.dot");
  g_assert_cmpstr (text, ==, "mine");
  test_folder_free (out);
}

static void
root_is_missing (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);
  g_autoptr (GError) error = NULL;

  extend (trainer, "DumpGraph(root_name='main/lost')", NULL);
  g_assert_false (rensa_trainer_run (trainer, &error));
  assert_message_has (&error, RENSA_ERROR_NOT_FOUND, "“main/lost”");
  g_assert_false (rensa_modes_get ()->keep_graph_on_report);
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/dump-graph/reference", graph_is_that_of_chainer);
  g_test_add_func ("/training/dump-graph/links", links_are_named);
  g_test_add_func ("/training/dump-graph/two-files", has_two_files);
  g_test_add_func ("/training/dump-graph/once", is_written_once);
  g_test_add_func ("/training/dump-graph/root-is-missing", root_is_missing);
  return g_test_run ();
}
