/* test-features.c: features that are installed, under a model for few pictures of one's own.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "cli-fixture.h"

#define SIZE 32
#define N_TRAIN 5
#define N_TEST 20
#define SMALL " --set data.dataset.width=32 --set data.dataset.height=32"
#define HEADER "P6 32 32 255\n"

static const char *const kinds[] = { "circle", "square", "triangle" };

static gboolean
is_inside (int kind, double x, double y)
{
  switch (kind)
    {
    case 0:
      return hypot (x, y) < 1;
    case 1:
      return MAX (fabs (x), fabs (y)) < 0.9;
    default:
      return y < 0.8 && fabs (x) < (y + 1) / 1.8;
    }
}

/* A figure somewhere, of some size and colour, on a ground of another one. */
static void
write_figure (Cli *cli, const char *name, int kind, GRand *rand)
{
  guchar bytes[sizeof HEADER - 1 + SIZE * SIZE * 3];
  const double r = g_rand_double_range (rand, 6, 12);
  const double x0 = g_rand_double_range (rand, r, SIZE - r);
  const double y0 = g_rand_double_range (rand, r, SIZE - r);
  const gboolean is_light = g_rand_boolean (rand);
  int colours[2][3];

  for (int i = 0; i < 6; i++)
    colours[i / 3][i % 3] = g_rand_int_range (rand, 0, 100) + (i / 3 == is_light ? 150 : 0);
  memcpy (bytes, HEADER, sizeof HEADER - 1);
  for (int i = 0; i < SIZE * SIZE * 3; i++)
    {
      const int x = i / 3 % SIZE;
      const int y = i / 3 / SIZE;
      const int value = colours[is_inside (kind, (x - x0) / r, (y - y0) / r)][i % 3];

      bytes[sizeof HEADER - 1 + i] = (guchar) CLAMP (value + g_rand_int_range (rand, -15, 16), 0, 255);
    }
  cli_write (cli, name, (const char *) bytes, sizeof bytes);
}

static void
make_folder (Cli *cli, const char *name)
{
  g_autofree char *path = cli_path (cli, name);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
}

static void
write_figures (Cli *cli)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (29);

  for (int kind = 0; kind < (int) G_N_ELEMENTS (kinds); kind++)
    for (int i = 0; i < N_TRAIN + N_TEST; i++)
      {
        const char *part = i < N_TRAIN ? "train" : "test";
        g_autofree char *folder = g_strdup_printf ("figures/%s/%s", part, kinds[kind]);
        g_autofree char *name = g_strdup_printf ("%s/%d.ppm", folder, i);

        make_folder (cli, folder);
        write_figure (cli, name, kind, rand);
      }
}

/* The share of the test pictures that the run in @folder gets right in the end. */
static double
read_accuracy (Cli *cli, const char *folder)
{
  g_autofree char *name = g_build_filename (folder, "log", NULL);
  g_autofree char *log = cli_read (cli, name, NULL);
  const char *last = g_strrstr (log, "\"validation/main/accuracy\": ");

  g_assert_nonnull (last);
  return g_ascii_strtod (last + strlen ("\"validation/main/accuracy\": "), NULL);
}

/* Five pictures of each kind are enough for the features, which neither random ones nor a network that begins anew can do with. */
static void
test_few_pictures (Cli *cli, gconstpointer data)
{
  g_autofree char *text = NULL;

  write_figures (cli);
  cli_run (cli, "new figures");
  cli_assert_ok (cli);
  g_assert_nonnull (strstr (cli->out, "15 images of 3 classes"));
  text = cli_read (cli, "figures.rensa", NULL);
  g_assert_nonnull (strstr (text, "\"weights\": \"rensa:features.npz\""));
  g_assert_nonnull (strstr (text, "\"frozen\": true"));
  cli_run (cli, "train figures.rensa --quiet --out features" SMALL);
  g_assert_cmpint (cli->status, ==, 0);
  cli_run (cli, "train figures.rensa --quiet --out random --set weights=None" SMALL);
  cli_assert_ok (cli);
  cli_run (cli, "train figures.rensa --quiet --out anew --set weights=None --set model.features.frozen=False" SMALL);
  cli_assert_ok (cli);
  g_test_message ("features %g, random %g, anew %g", read_accuracy (cli, "features"), read_accuracy (cli, "random"),
                  read_accuracy (cli, "anew"));
  g_assert_cmpfloat (read_accuracy (cli, "features"), >=, 0.8);
  g_assert_cmpfloat (read_accuracy (cli, "features"), >=, read_accuracy (cli, "random") + 0.3);
  g_assert_cmpfloat (read_accuracy (cli, "features"), >=, read_accuracy (cli, "anew") + 0.3);
}

/* A run takes all of the features from the file and leaves them as they are, in another folder, too; predictions need the trained model. */
static void
test_frozen (Cli *cli, gconstpointer data)
{
  write_figures (cli);
  make_folder (cli, "moved");
  cli_run (cli, "new figures --out moved/figures.rensa");
  cli_assert_ok (cli);
  cli_run (cli, "train moved/figures.rensa --set stop.period=1" SMALL);
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_cmpstr (
      cli->err, ==,
      "rensa: l1/W keeps its initial values: the file does not contain it.\nrensa: l1/b keeps its initial values: the file does not contain it.\n");
  cli_run (cli, "predict moved/figures.rensa figures/test/circle/7.ppm");
  cli_assert_failed (cli, "No trained model specified; use --weights to choose its file");
  cli_run (cli, "predict moved/figures.rensa --weights result/model.npz figures/test/circle/7.ppm");
  cli_assert_ok (cli);
}

static void
test_names (Cli *cli, gconstpointer data)
{
  cli_write_document (cli, "\"format\": 1,", "\"format\": 1, \"weights\": \"rensa:nothing.npz\",");
  cli_run (cli, "train a.rensa");
  cli_assert_failed (cli, "weights: this version of Rensa has no weights named “rensa:nothing.npz”.");
}

/* The same installation elsewhere, with another file in the place of the weights. */
static void
test_damaged (Cli *cli, gconstpointer data)
{
  g_autofree char *program = cli_path (cli, "bin/rensa");
  g_autofree char *document = cli_path (cli, "a.rensa");
  g_autofree char *bytes = NULL;
  g_autofree char *err = NULL;
  char *const argv[] = { program, (char *) "train", document, NULL };
  int status;
  gsize length;

  make_folder (cli, "bin");
  make_folder (cli, "share/rensa/networks");
  g_assert_true (g_file_get_contents (data, &bytes, &length, NULL));
  cli_write (cli, "bin/rensa", bytes, (gssize) length);
  g_assert_cmpint (g_chmod (program, 0700), ==, 0);
  cli_write (cli, "share/rensa/networks/features.npz", "something else", -1);
  cli_write_document (cli, "\"format\": 1,", "\"format\": 1, \"weights\": \"rensa:features.npz\",");
  g_assert_true (g_spawn_sync (cli->folder, (char **) argv, NULL, 0, NULL, NULL, NULL, &err, &status, NULL));
  g_assert_false (g_spawn_check_wait_status (status, NULL));
  g_assert_nonnull (strstr (err, "is not the file of this version of Rensa: its SHA-256 is "));
}

/* The node of that name in a document of the folder data/networks, without what a user of it adds. */
static json_object *
read_chain (const char *file, json_object **document)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "networks", file, NULL);
  json_object *nodes;

  *document = json_object_from_file (path);
  g_assert_nonnull (*document);
  nodes = json_object_object_get (json_object_object_get (*document, "model"), "nodes");
  for (gsize i = 0; i < json_object_array_length (nodes); i++)
    {
      json_object *node = json_object_array_get_idx (nodes, i);

      if (g_str_equal (json_object_get_string (json_object_object_get (node, "name")), "features"))
        return json_object_object_get (node, "model");
    }
  g_assert_not_reached ();
}

/* The recipe has the network that its weights belong to, and reads nearly all strokes after ten of each. */
static void
test_recipe (Cli *cli, gconstpointer data)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "networks", "transfer-learning.rensa", NULL);
  g_autofree char *arguments =
      g_strdup_printf ("train '%s' --quiet --set stop.period=20 --set data.dataset.n_test=200", path);
  json_object *trained;
  json_object *recipe;

  g_assert_true (
      json_object_equal (read_chain ("features.rensa", &trained), read_chain ("transfer-learning.rensa", &recipe)));
  json_object_put (trained);
  json_object_put (recipe);
  cli_run (cli, arguments);
  g_assert_cmpint (cli->status, ==, 0);
  g_assert_cmpfloat (read_accuracy (cli, "result"), >=, 0.7);
}

int
main (int argc, char **argv)
{
  /* The program, before it is taken off the arguments. */
  const char *program = argv[argc - 1];

  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/features/few-pictures", test_few_pictures);
  ADD_CLI_TEST ("/cli/features/frozen", test_frozen);
  ADD_CLI_TEST ("/cli/features/names", test_names);
  ADD_CLI_TEST ("/cli/features/recipe", test_recipe);
  g_test_add ("/cli/features/damaged", Cli, program, cli_set_up, test_damaged, cli_tear_down);
  return g_test_run ();
}
