/* bench-inspect.c: what it costs to look at data before they are used: time, and bytes read for each byte of the files.
 * SPDX-License-Identifier: MIT
 *
 * Usage: bench-inspect, which makes tables and a folder of pictures among temporary files */

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "project-fixture.h"
#include "rensa-document-values.h"
#include "rensa-preview.h"

#define N_COLUMNS 10

/* Bytes that this process and its helpers that have ended have read, from memory or from a disk. */
static guint64
count_read (void)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/io", &text, NULL, NULL));
  return g_ascii_strtoull (text + strlen ("rchar: "), NULL, 10);
}

static guint64
write_table (const char *path, int n_rows)
{
  FILE *file = g_fopen (path, "w");
  long n_bytes;

  g_assert_nonnull (file);
  for (int i = 0; i < N_COLUMNS; i++)
    fprintf (file, "x%d,", i);
  fprintf (file, "kind\n");
  for (int row = 0; row < n_rows; row++)
    {
      for (int i = 0; i < N_COLUMNS; i++)
        fprintf (file, "%.4f,", sin (row * 1.7 + i * i));
      fprintf (file, "%s\n", row % 3 == 0 ? "oak" : row % 3 == 1 ? "elm" : "ash");
    }
  n_bytes = ftell (file);
  g_assert_cmpint (fclose (file), ==, 0);
  return (guint64) n_bytes;
}

/* PPM of 32 × 32 points in two classes. */
static guint64
write_pictures (const char *folder, int n)
{
  static const char head[] = "P6 32 32 255\n";
  const gsize size = strlen (head) + 32 * 32 * 3;
  g_autofree char *bytes = g_malloc0 (size);

  memcpy (bytes, head, strlen (head));
  for (int i = 0; i < n; i++)
    {
      g_autofree char *class = g_build_filename (folder, i % 2 ? "a" : "b", NULL);
      g_autofree char *name = g_strdup_printf ("%s/%06d.ppm", i % 2 ? "a" : "b", i);

      g_mkdir_with_parents (class, 0700);
      bytes[size - 1] = (char) i;
      test_file_write (folder, name, bytes, (gssize) size);
    }
  return (guint64) n * size;
}

/* The preview with all that it finds doubtful, and a second one. */
static void
measure (const char *what, const char *assignment, guint64 n_bytes)
{
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("bench");
  g_autoptr (RensaPreview) preview = NULL;
  const guint64 before = count_read ();
  const gint64 start = g_get_monotonic_time ();
  gint64 looked, again;
  guint64 read;

  g_assert_true (rensa_document_set (document, assignment, NULL));
  preview = rensa_preview_new (document, NULL, NULL, NULL, NULL);
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  looked = g_get_monotonic_time ();
  read = count_read () - before;
  g_clear_pointer (&preview, rensa_preview_unref);
  preview = rensa_preview_new (document, NULL, NULL, NULL, NULL);
  again = g_get_monotonic_time ();
  printf ("%-24s %8.1f MB: first %7.3f s, read %.2f times; again %7.3f s\n", what, (double) n_bytes / 1e6,
          (double) (looked - start) / 1e6, (double) read / (double) n_bytes, (double) (again - looked) / 1e6);
}

int
main (int argc, char **argv)
{
  static const int n_rows[] = { 1000, 100 * 1000, 1000 * 1000 };
  g_autofree char *folder = NULL;

  project_tests_init (&argc, &argv);
  folder = test_folder_new ();
  for (guint i = 0; i < G_N_ELEMENTS (n_rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%d.csv", folder, n_rows[i]);
      g_autofree char *assignment = g_strdup_printf ("data.dataset=csv(path='%s')", path);
      g_autofree char *what = g_strdup_printf ("%d rows", n_rows[i]);
      const guint64 n_bytes = write_table (path, n_rows[i]);

      measure (what, assignment, n_bytes);
    }
  {
    g_autofree char *pictures = g_build_filename (folder, "pictures", NULL);
    g_autofree char *assignment = g_strdup_printf ("data.dataset=image_folder(path='%s')", pictures);
    const guint64 n_bytes = write_pictures (pictures, 10000);

    measure ("10000 pictures", assignment, n_bytes);
  }
  test_folder_remove (folder);
  return 0;
}
