/* bench-picture-helper.c: what it costs that a helper decodes the pictures of a data set.
 *
 * bench-picture-helper: makes folders of 1,000 PNG files of 28 × 28 points and 200 JPEG files of 640 × 480, among temporary files, reads each
 * with one thread in the process and by a helper, in turn, and prints a line of JSON for each: microseconds of a picture, of processor time (here and in
 * the helper together) and by the clock, and those that a new helper takes by the clock until it has read its first one. Each is the
 * least of several rounds: other programs only add to it.
 * SPDX-License-Identifier: MIT */

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>
#include <time.h>

#include "folder.h"
#include "helper-process.h"
#include "picture-fixture.h"
#include "rensa-picture-reader-private.h"

#define N_ROUNDS 7
#define MOST_FILES 1000
#define N_KINDS 20

typedef struct
{
  const char *format;
  guint n;
  int width;
  int height;
  RensaPicture picture;
} Folder;

/* Stripes and spots that differ from kind to kind. */
static GBytes *
make_file (const Folder *folder, guint kind)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, folder->width, folder->height);
  guint8 *points = gdk_pixbuf_get_pixels (pixbuf);
  gboolean ok;
  char *bytes;
  gsize n;

  for (int y = 0; y < folder->height; y++)
    for (int x = 0; x < folder->width; x++)
      {
        guint8 *point = points + y * gdk_pixbuf_get_rowstride (pixbuf) + 3 * x;

        point[0] = (guint8) (x * (int) (kind % 7 + 1));
        point[1] = (guint8) (y * (int) (kind % 11 + 1));
        point[2] = (guint8) ((x * y) >> (kind % 5));
      }
  ok = gdk_pixbuf_save_to_buffer (pixbuf, &bytes, &n, folder->format, NULL, NULL);
  g_assert_true (ok);
  return g_bytes_new_take (bytes, n);
}

static void
make_jobs (const Folder *folder, const char *path, RensaPictureJob *jobs, guint8 *bytes)
{
  for (guint i = 0; i < folder->n; i++)
    {
      g_autoptr (GBytes) file = make_file (folder, i % N_KINDS);
      g_autofree char *name = g_strdup_printf ("%u.%s", i, folder->format);

      test_file_write (path, name, g_bytes_get_data (file, NULL), (gssize) g_bytes_get_size (file));
      jobs[i] = (RensaPictureJob){ .path = g_build_filename (path, name, NULL),
                                   .bytes = bytes + i * rensa_picture_get_size (&folder->picture) };
    }
}

static void
decode_here (const Folder *folder, const char *path, guint8 *bytes)
{
  RensaPictureReply reply;
  g_autoptr (GByteArray) answer = picture_decode_here (path, &folder->picture, &reply);

  memcpy (bytes, answer->data + sizeof reply, rensa_picture_get_size (&folder->picture));
}

typedef struct
{
  double processor;
  double clock;
} Times;

static double
get_time (clockid_t clock)
{
  struct timespec now = { 0 };

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

/* @helper: its clock, or any that stands still. */
static Times
get_times (clockid_t helper)
{
  return (Times){ get_time (CLOCK_THREAD_CPUTIME_ID) + get_time (helper), get_time (CLOCK_MONOTONIC) };
}

/* Keeps the least of what has passed since @start, for each of @n pictures. */
static void
keep_least (Times *least, const Times *start, clockid_t helper, guint n)
{
  const Times now = get_times (helper);

  least->processor = MIN (least->processor, (now.processor - start->processor) / n);
  least->clock = MIN (least->clock, (now.clock - start->clock) / n);
}

static void
read_here (const Folder *folder, const RensaPictureJob *jobs)
{
  for (guint i = 0; i < folder->n; i++)
    decode_here (folder, jobs[i].path, jobs[i].bytes);
}

static void
read_there (const Folder *folder, RensaPictureReader *reader, RensaPictureJob *jobs)
{
  g_autoptr (GError) error = NULL;

  rensa_picture_reader_read (reader, &folder->picture, jobs, folder->n, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < folder->n; i++)
    g_assert_no_error (jobs[i].error);
}

/* A new helper that reads one picture. */
static void
start_one (const Folder *folder, RensaPictureJob *jobs)
{
  const Folder one = { .n = 1, .picture = folder->picture };
  RensaPictureReader *reader = g_new0 (RensaPictureReader, 1);

  read_there (&one, reader, jobs);
  rensa_picture_reader_free (reader);
}

static void
measure (const Folder *folder)
{
  char *path = test_folder_new ();
  const gsize n_bytes = folder->n * rensa_picture_get_size (&folder->picture);
  g_autofree guint8 *bytes = g_malloc (2 * n_bytes);
  RensaPictureReader *reader = g_new0 (RensaPictureReader, 1);
  RensaPictureJob jobs[MOST_FILES];
  Times here = { G_MAXDOUBLE, G_MAXDOUBLE };
  Times there = here;
  Times start = here;
  clockid_t helper;

  make_jobs (folder, path, jobs, bytes);
  read_here (folder, jobs);
  memcpy (bytes + n_bytes, bytes, n_bytes);
  read_there (folder, reader, jobs);
  g_assert_cmpmem (bytes, n_bytes, bytes + n_bytes, n_bytes);
  g_assert_cmpint (clock_getcpuclockid (helper_process_find (), &helper), ==, 0);
  for (int i = 0; i < N_ROUNDS; i++)
    {
      Times now = get_times (helper);

      read_here (folder, jobs);
      keep_least (&here, &now, helper, folder->n);
      now = get_times (helper);
      read_there (folder, reader, jobs);
      keep_least (&there, &now, helper, folder->n);
      now = get_times (helper);
      start_one (folder, jobs);
      keep_least (&start, &now, helper, 1);
    }
  g_print ("{\"files\": \"%u %s of %d x %d\", \"in_process_us\": [%.1f, %.1f], \"helper_us\": [%.1f, %.1f], "
           "\"ratio\": [%.3f, %.3f], \"start_us\": %.0f}\n",
           folder->n, folder->format, folder->width, folder->height, here.processor, here.clock, there.processor,
           there.clock, there.processor / here.processor, there.clock / here.clock, start.clock);
  for (guint i = 0; i < folder->n; i++)
    rensa_picture_job_clear (&jobs[i]);
  rensa_picture_reader_free (reader);
  test_folder_free (path);
}

int
main (void)
{
  static const Folder folders[] = {
    { "png", 1000, 28, 28, { .n_channels = 1, .height = 28, .width = 28, .fit = RENSA_FIT_CROP } },
    { "jpeg", 200, 640, 480, { .n_channels = 3, .height = 224, .width = 224, .fit = RENSA_FIT_CROP } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    measure (&folders[i]);
  return 0;
}
