/* bench-csv.c: how long a large table takes the first time and the second, and how much memory.
 * SPDX-License-Identifier: MIT
 *
 * Usage: bench-csv [MEGABYTES [FOLDER]] */

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-random.h"

#define N_COLUMNS 24

/* Numbers of six digits, a word and a class in each row. */
static guint64
write_table (const char *path, guint64 n_bytes)
{
  static const char *const words[] = { "north", "south", "east", "west" };
  RensaRandom random = rensa_random_init (1, 0);
  FILE *file = g_fopen (path, "w");
  guint64 n_rows = 0;

  g_assert_nonnull (file);
  for (int i = 0; i < N_COLUMNS; i++)
    fprintf (file, "x%d,", i);
  fprintf (file, "side,t\n");
  while ((guint64) ftell (file) < n_bytes)
    {
      for (int i = 0; i < N_COLUMNS; i++)
        fprintf (file, "%.6g,", rensa_random_double (&random) * 100);
      fprintf (file, "%s,%d\n", words[n_rows % 4], (int) (n_rows % 3));
      n_rows++;
    }
  g_assert_cmpint (fclose (file), ==, 0);
  return n_rows;
}

/* A figure of /proc/self/status in bytes; the highest one begins anew. */
static guint64
get_peak (void)
{
  g_autofree char *text = NULL;
  const char *at;
  guint64 peak;

  g_assert_true (g_file_get_contents ("/proc/self/status", &text, NULL, NULL));
  at = strstr (text, "VmHWM:");
  peak = g_ascii_strtoull (at + strcspn (at, "0123456789"), NULL, 10) << 10;
  g_file_set_contents ("/proc/self/clear_refs", "5", 1, NULL);
  return peak;
}

static void
measure (const char *folder, const char *what, guint64 n_rows)
{
  const double n_numbers = (double) n_rows * (N_COLUMNS + 2) * sizeof (float);
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (GError) error = NULL;
  gint64 start;
  clock_t cpu;
  const guint64 before = (get_peak (), get_peak ());

  start = g_get_monotonic_time ();
  cpu = clock ();
  load_dataset (&rensa_dataset_csv_class, "path=table.csv", folder, &bundle, &error);
  g_assert_no_error (error);
  printf ("%-8s %7.2f s, %.2f s of a processor, memory %.2f times the numbers\n", what,
          (double) (g_get_monotonic_time () - start) / 1e6, (double) (clock () - cpu) / CLOCKS_PER_SEC,
          ((double) get_peak () - (double) before) / n_numbers);
}

int
main (int argc, char **argv)
{
  const guint64 n_bytes = (argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 1000) * 1000000;
  g_autofree char *folder = argc > 2 ? g_strdup (argv[2]) : test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "table.csv", NULL);
  g_autofree char *kept = g_build_filename (folder, ".table.csv.rensa-table", NULL);
  const guint64 n_rows = write_table (path, n_bytes);

  printf ("%" G_GUINT64_FORMAT " rows of %d columns\n", n_rows, N_COLUMNS + 2);
  measure (folder, "first", n_rows);
  measure (folder, "second", n_rows);
  measure (folder, "third", n_rows);
  g_unlink (path);
  g_unlink (kept);
  return 0;
}
