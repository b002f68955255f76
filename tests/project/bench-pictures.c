/* bench-pictures.c: how soon a large folder of pictures is seen, and how fast a network learns from it.
 *
 * bench-pictures [PICTURES [UPDATES]]: makes the folder, of JPEG files in ten classes, among temporary files, and prints a line of JSON for
 * each figure. Training reads each picture for the first time.
 * SPDX-License-Identifier: MIT */

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>
#include <stdlib.h>

#include "project-fixture.h"
#include "rensa-extensions.h"
#include "rensa-init.h"
#include "rensa-json.h"
#include "rensa-preview.h"

#define N_CLASSES 10
#define SIZE 64
/* Different pictures; each file is one of them. */
#define N_KINDS 100
#define BATCH "50"

static const char document[] =
    "{'format': 1, 'name': 'pictures',"
    " 'data': {'dataset': {'type': 'image_folder', 'attrs': {'path': 'PATH', 'width': 32, 'height': 32}},"
    "  'iterator': {'type': 'ITERATOR', 'attrs': {'batch_size': " BATCH "THREADS}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
    "   {'name': 'conv', 'type': 'Convolution2D', 'attrs': {'out_channels': 16, 'ksize': 3}},"
    "   {'name': 'relu', 'type': 'relu'}, {'name': 'pool', 'type': 'max_pooling_2d', 'attrs': {'ksize': 4}},"
    "   {'name': 'fc', 'type': 'Linear', 'attrs': {'out_size': 10}}],"
    "  'edges': [{'from': 'x', 'to': 'conv'}, {'from': 'conv', 'to': 'relu'}, {'from': 'relu', 'to': 'pool'},"
    "   {'from': 'pool', 'to': 'fc'}], 'outputs': ['fc']},"
    " 'loss': {'type': 'softmax_cross_entropy'}, 'optimizer': {'type': 'Adam'},"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': UPDATES, 'unit': 'iteration'}}}";

typedef struct
{
  gchar *bytes;
  gsize n;
} File;

/* Stripes and spots that differ from kind to kind. */
static File
make_picture (guint kind)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, SIZE, SIZE);
  guint8 *points = gdk_pixbuf_get_pixels (pixbuf);
  File file;

  for (guint y = 0; y < SIZE; y++)
    for (guint x = 0; x < SIZE; x++)
      {
        guint8 *point = points + y * (guint) gdk_pixbuf_get_rowstride (pixbuf) + 3 * x;

        point[0] = (guint8) (x * (kind % 7 + 1));
        point[1] = (guint8) (y * (kind % 11 + 1));
        point[2] = (guint8) ((x * y) >> (kind % 5));
      }
  g_assert_true (gdk_pixbuf_save_to_buffer (pixbuf, &file.bytes, &file.n, "jpeg", NULL, "quality", "85", NULL));
  return file;
}

static void
make_folder (const char *folder, guint n)
{
  File kinds[N_KINDS];

  for (guint i = 0; i < N_KINDS; i++)
    kinds[i] = make_picture (i);
  for (guint i = 0; i < n; i++)
    {
      const File *file = &kinds[i % N_KINDS];
      g_autofree char *class = g_strdup_printf ("%s/class%u", folder, i % N_CLASSES);
      g_autofree char *path = g_strdup_printf ("%s/picture%06u.jpg", class, i);

      if (i < N_CLASSES)
        g_assert_cmpint (g_mkdir (class, 0700), ==, 0);
      g_assert_true (
          g_file_set_contents_full (path, file->bytes, (gssize) file->n, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    }
  for (guint i = 0; i < N_KINDS; i++)
    g_free (kinds[i].bytes);
}

static char *
make_text (const char *folder, const char *iterator, const char *threads, guint n_updates)
{
  g_autoptr (GString) text = g_string_new (document);
  g_autofree char *updates = g_strdup_printf ("%u", n_updates);

  g_string_replace (text, "PATH", folder, 1);
  g_string_replace (text, "ITERATOR", iterator, 1);
  g_string_replace (text, "THREADS", threads, 1);
  g_string_replace (text, "UPDATES", updates, 1);
  g_string_replace (text, "'", "\"", 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
tell (const char *figure, double value, const char *unit)
{
  g_print ("{\"figure\": \"%s\", \"value\": %.4g, \"unit\": \"%s\"}\n", figure, value, unit);
}

static double
get_seconds (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

/* Counting the folder and reading the pictures that are shown. */
static void
look (const char *folder)
{
  g_autofree char *text = make_text (folder, "SerialIterator", "", 1);
  g_autoptr (RensaDocument) looked_at = document_of (text);
  const gint64 start = g_get_monotonic_time ();
  RensaPreview *preview = rensa_preview_new (looked_at, NULL, NULL, NULL, NULL);

  tell ("counting and first preview", get_seconds (start), "s");
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  rensa_preview_unref (preview);
}

static void
train (const char *folder, const char *iterator, const char *threads, guint n_updates)
{
  g_autofree char *text = make_text (folder, iterator, threads, n_updates);
  g_autofree char *out = test_folder_new ();
  g_autofree char *figure = g_strconcat (iterator, threads, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);
  g_autoptr (RensaTrainer) trainer = rensa_builder_make_trainer (builder, out, &error);
  gint64 start;

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  start = g_get_monotonic_time ();
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  g_strdelimit (figure, "',:", ' ');
  tell (figure, n_updates * atoi (BATCH) / get_seconds (start), "pictures/s");
  test_folder_remove (out);
}

int
main (int argc, char **argv)
{
  const guint n_pictures = argc > 1 ? (guint) atoi (argv[1]) : 50000;
  const guint n_updates = argc > 2 ? (guint) atoi (argv[2]) : 200;
  char *folder = test_folder_new ();

  rensa_init ();
  make_folder (folder, n_pictures);
  for (int i = 0; i < 3; i++)
    look (folder);
  for (int i = 0; i < 3; i++)
    {
      train (folder, "SerialIterator", "", n_updates);
      train (folder, "MultithreadIterator", ", 'n_threads': 1", n_updates);
      train (folder, "MultithreadIterator", ", 'n_threads': 2", n_updates);
      train (folder, "MultiprocessIterator", "", n_updates);
    }
  test_folder_free (folder);
  return 0;
}
