/* test-features.c: features that are installed, under a model for few pictures of one's own.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
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
  g_assert_nonnull (strstr (cli->out, "15 pictures of 3 classes"));
  text = cli_read (cli, "figures.rensa", NULL);
  g_assert_nonnull (strstr (text, "\"weights\": \"rensa:features.npz\""));
  g_assert_nonnull (strstr (text, "\"frozen\": true"));
  cli_run (cli, "train figures.rensa --quiet --out features" SMALL);
  g_assert_cmpint (cli->status, ==, 0);
  cli_run (cli, "train figures.rensa --quiet --out random --set weights=None" SMALL);
  cli_assert_ok (cli);
  cli_run (cli, "train figures.rensa --quiet --out anew --set weights=None --set model.features.frozen=False" SMALL);
  cli_assert_ok (cli);
  g_assert_cmpfloat (read_accuracy (cli, "features"), >=, 0.9);
  g_assert_cmpfloat (read_accuracy (cli, "features"), >=, read_accuracy (cli, "random") + 0.1);
  g_assert_cmpfloat (read_accuracy (cli, "features"), >=, read_accuracy (cli, "anew") + 0.1);
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
      "rensa: l1/W begins anew: the file does not hold it.\nrensa: l1/b begins anew: the file does not hold it.\n");
  cli_run (cli, "predict moved/figures.rensa figures/test/circle/7.ppm");
  cli_assert_failed (cli, "Nothing says which trained model is meant");
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

int
main (int argc, char **argv)
{
  cli_tests_init (&argc, &argv);
  ADD_CLI_TEST ("/cli/features/few-pictures", test_few_pictures);
  ADD_CLI_TEST ("/cli/features/frozen", test_frozen);
  ADD_CLI_TEST ("/cli/features/names", test_names);
  return g_test_run ();
}
