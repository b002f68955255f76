/* test-data-kind.c: which data set reads a file.
 * SPDX-License-Identifier: MIT */

#include "data-fixture.h"
#include "rensa-data-kind.h"
#include "rensa-datasets.h"

/* A file of texts may hold a table; what its rows look like tells. */
static void
test_texts (DataFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *kind;
  } all[] = {
    { "a.txt", "Once upon a time\nthere was a network\nthat saw 3 bears.\n", "text" },
    { "a.txt", "in 1990 we were 30\nin 2000 we were 40\n", "text" },
    { "a.txt", "a,b\n1,2\n3,4\n", "csv" },
    { "a.txt", "1.5e+00 2.0e+00\n3.0e+00 4.0e+00\n", "csv" },
    { "a.txt", "# alpha beta\n1.5e+00 2.0e+00\n3.0e+00 4.0e+00\n", "csv" },
    { "a.txt", "alpha   beta\n  1.5  2.0\n\n  3.0  4.0\n", "csv" },
    { "a.txt", "# a,b\n1,2\n3,4\n", "csv" },
    { "a.txt", "1 2 3\n1 2\n", "text" },
    { "a.txt", "1\n2\n3\n", "text" },
    { "auto.DATA", "18.0   8   \"buick estate wagon\"\n15.0   8   \"ford pinto\"\n", "csv" },
    { "a.dat", "1 2\n3 4\n", "csv" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, all[i].name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      test_file_write (fixture->folder, all[i].name, all[i].text, -1);
      g_assert_cmpstr (RENSA_COMPONENT (rensa_data_kind_find (file))->name, ==, all[i].kind);
    }
}

static const char *
find_kind (const char *folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);

  return RENSA_COMPONENT (rensa_data_kind_find (file))->name;
}

/* Files that are neither texts nor pictures tell nothing, however many there are. */
static void
test_folders (DataFixture *fixture, gconstpointer data)
{
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("%d.pdf", i);

      test_file_write (fixture->folder, name, "", 0);
    }
  test_file_write (fixture->folder, "a.TXT", "text", -1);
  g_assert_cmpstr (find_kind (fixture->folder), ==, "text_folder");
  test_folder_remove (fixture->folder);
  write_picture (fixture->folder, "cat/a.ppm", 1, 2, 3);
  test_file_write (fixture->folder, "notes.pdf", "", 0);
  g_assert_cmpstr (find_kind (fixture->folder), ==, "image_folder");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_DATASET, (const RensaComponent *const *) rensa_datasets_classes,
                      rensa_n_datasets_classes);
  g_test_add ("/data/data-kind/texts", DataFixture, NULL, data_set_up, test_texts, data_tear_down);
  g_test_add ("/data/data-kind/folders", DataFixture, NULL, data_set_up, test_folders, data_tear_down);
  return g_test_run ();
}
