/* test-picture.c: pictures in files, brought to one size.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arrays.h"
#include "folder.h"
#include "messages.h"
#include "rensa-npz.h"
#include "rensa-picture-reader-private.h"
#include "rensa-picture.h"

static char *
get_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", "pictures", name, NULL);
}

/* How far a byte may be from Pillow's: both round; a JPEG is decoded by another library, and a large one begins smaller. */
static void
get_tolerances (const char *name, double *most, double *mean)
{
  *most = 2;
  *mean = 0.6;
  if (g_str_has_suffix (name, ".jpg"))
    {
      *most = g_str_has_prefix (name, "large") ? 10 : 4;
      *mean = 1;
    }
}

static RensaPicture
parse_picture (const char *fit, const char *n_channels, const char *size)
{
  RensaPicture picture = { .n_channels = atoi (n_channels), .white = 255 };

  picture.fit = g_str_equal (fit, "crop")  ? RENSA_FIT_CROP
                : g_str_equal (fit, "pad") ? RENSA_FIT_PAD
                                           : RENSA_FIT_STRETCH;
  g_assert_cmpint (sscanf (size, "%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT, &picture.height, &picture.width), ==, 2);
  return picture;
}

/* @key: "wide.png crop 3 8x8" */
static void
check_case (RensaNpz *npz, const char *key)
{
  g_auto (GStrv) words = g_strsplit (key, " ", 4);
  const RensaPicture picture = parse_picture (words[1], words[2], words[3]);
  const gsize n = rensa_picture_get_size (&picture);
  g_autofree char *path = get_path (words[0]);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArray) expected = rensa_npz_read (npz, key, &error);
  g_autofree double *wanted = NULL;
  g_autofree guint8 *found = g_new (guint8, n);
  double most, mean, sum = 0;

  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_count (expected), ==, n);
  rensa_picture_read (path, &picture, found, &error);
  g_assert_no_error (error);
  wanted = get_values (expected);
  get_tolerances (words[0], &most, &mean);
  for (gsize i = 0; i < n; i++)
    {
      const double difference = ABS (found[i] - wanted[i]);

      if (difference > most)
        g_error ("%s: byte %" G_GSIZE_FORMAT " is %d, but Pillow has %g", key, i, found[i], wanted[i]);
      sum += difference;
    }
  g_assert_cmpfloat (sum / n, <=, mean);
}

/* The system may have no WebP. */
static gboolean
can_read_webp (void)
{
  const RensaPicture picture = { .n_channels = 1, .height = 1, .width = 1, .fit = RENSA_FIT_CROP };
  g_autofree char *path = get_path ("high.webp");
  g_autoptr (GError) error = NULL;
  guint8 byte;

  return rensa_picture_read (path, &picture, &byte, &error)
         || strstr (error->message, "is a WebP image, which this system cannot read") == NULL;
}

static void
test_pillow (void)
{
  g_autofree char *path = get_path ("expected.npz");
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaNpz) npz = rensa_npz_open (path, &error);
  const gboolean has_webp = can_read_webp ();

  g_assert_no_error (error);
  g_assert_cmpuint (rensa_npz_get_n_keys (npz), ==, 10 * 3 * 3 * 2);
  for (guint i = 0; i < rensa_npz_get_n_keys (npz); i++)
    if (has_webp || !g_str_has_prefix (rensa_npz_get_key (npz, i), "high.webp"))
      check_case (npz, rensa_npz_get_key (npz, i));
}

static void
assert_refused (const char *path, int code, const char *part)
{
  const RensaPicture picture = { .n_channels = 3, .height = 4, .width = 4, .fit = RENSA_FIT_CROP };
  guint8 bytes[3 * 4 * 4];
  GError *error = NULL;

  g_assert_false (rensa_picture_read (path, &picture, bytes, &error));
  assert_message_has (&error, code, part);
}

/* A GIF with a frame of no points, and one that is none. */
static void
test_spoiled_gifs (void)
{
  static const char empty[] = "GIF89a\1\0\1\0\x80\0\0\xff\0\0\0\xff\0,\0\0\0\0\0\0\1\0\0\2\2\x44\1\0;";
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.gif", NULL);

  test_file_write (folder, "a.gif", empty, sizeof empty - 1);
  assert_refused (path, RENSA_ERROR_FORMAT, "a.gif” is not a readable image: ");
  test_file_write (folder, "a.gif", empty, 9);
  assert_refused (path, RENSA_ERROR_FORMAT, "a.gif” is not a readable image: ");
  test_folder_remove (folder);
}

static void
test_spoiled (void)
{
  const struct
  {
    const char *name;
    int code;
    const char *part;
  } cases[] = {
    { "spoiled/empty.png", RENSA_ERROR_FORMAT, "empty.png” is not a readable image: the file is empty" },
    { "spoiled/text.png", RENSA_ERROR_FORMAT, "the file format is unknown" },
    { "spoiled/drawing.png", RENSA_ERROR_FORMAT, "the file format is unknown" },
    { "spoiled/cut.png", RENSA_ERROR_FORMAT, "cut.png” is not a readable image: " },
    { "spoiled/cut.jpg", RENSA_ERROR_FORMAT, "cut.jpg” is not a readable image: " },
    { "spoiled/huge.png", RENSA_ERROR_NO_MEMORY, "huge.png” is too large: 60000 × 60000 pixels" },
    { "spoiled/bomb.png", RENSA_ERROR_FORMAT, "74 bytes cannot contain 16000 × 16000 pixels" },
    { "spoiled", RENSA_ERROR_IO, "it is a folder" },
    { "missing.png", RENSA_ERROR_IO, "missing.png” could not be opened" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = get_path (cases[i].name);

      assert_refused (path, cases[i].code, cases[i].part);
    }
}

/* A header that promises more points than the rest of the file can be, in each format that has such a bound. */
static void
test_bombs (void)
{
  static const struct
  {
    const char *header;
    gsize n;
  } cases[] = {
    { "P1 10000 10000\n", 15 },
    { "P2 10000 10000 255\n", 19 },
    { "P3 10000 10000 255\n", 19 },
    { "P4 10000 10000\n", 15 },
    { "P5 10000 10000 255\n", 19 },
    { "P6 10000 10000 255\n", 19 },
    /* 24 bits, not compressed, and 8 bits with runs */
    { "BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x10\x27\0\0\x10\x27\0\0\1\0\x18\0\0\0\0\0", 34 },
    { "BM\0\0\0\0\0\0\0\0\x36\4\0\0\x28\0\0\0\x10\x27\0\0\x10\x27\0\0\1\0\x8\0\1\0\0\0", 34 },
  };
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "bomb", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint8 file[4000] = { 0 };

      memcpy (file, cases[i].header, cases[i].n);
      test_file_write (folder, "bomb", (const char *) file, sizeof file);
      assert_refused (path, RENSA_ERROR_FORMAT, "cannot contain 10000 × 10000 pixels");
    }
  g_assert_cmpuint (rensa_picture_count_points_in_flight (), ==, 0);
  test_folder_free (folder);
}

/* As well compressed as PNG can be. */
static void
test_white (void)
{
  const RensaPicture picture = { .n_channels = 1, .height = 2, .width = 2, .fit = RENSA_FIT_CROP };
  g_autofree char *path = get_path ("white.png");
  g_autoptr (GError) error = NULL;
  guint8 bytes[4];

  g_assert_true (rensa_picture_read (path, &picture, bytes, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (bytes[i], ==, 255);
  g_assert_cmpuint (rensa_picture_count_points_in_flight (), ==, 0);
}

#define POINTS_OF_ALL (1 << 26)

static gpointer
decode (gpointer n_points)
{
  for (int i = 0; i < 200; i++)
    {
      const guint64 n = GPOINTER_TO_SIZE (n_points);

      rensa_picture_take_points (n);
      g_assert_cmpuint (rensa_picture_count_points_in_flight (), <=, MAX (n, POINTS_OF_ALL));
      g_thread_yield ();
      rensa_picture_give_points_back (n);
    }
  return NULL;
}

/* However many threads there are, their pictures have no more points together than all may, or one alone has. */
static void
test_threads (void)
{
  static const gsize n_points[] = { POINTS_OF_ALL / 2, POINTS_OF_ALL / 3, POINTS_OF_ALL / 3, 2 * POINTS_OF_ALL };
  GThread *threads[G_N_ELEMENTS (n_points)];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("decode", decode, GSIZE_TO_POINTER (n_points[i]));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (rensa_picture_count_points_in_flight (), ==, 0);
}

/* What would block or never end is not opened. */
static void
test_pipe (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "pipe.png", NULL);

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_refused (path, RENSA_ERROR_IO, "it is not a file but a device, a pipe or a socket");
  test_folder_free (g_steal_pointer (&folder));
}

/* Each byte of a picture in its turn is another one: nothing but a picture or a sentence may come of it. */
static void
test_flipped_bytes (void)
{
  static const char *const names[] = { "wide.png", "turned.jpg", "palette.png", "high.bmp", "high.tiff", "high.ppm" };
  const RensaPicture picture = { .n_channels = 3, .height = 4, .width = 4, .fit = RENSA_FIT_PAD };
  g_autofree char *folder = test_folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = get_path (names[i]);
      g_autofree char *copy = g_build_filename (folder, names[i], NULL);
      g_autofree char *bytes = NULL;
      gsize n;

      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      for (gsize j = 0; j < n; j += 1 + n / 200)
        {
          guint8 result[3 * 4 * 4];
          g_autoptr (GError) error = NULL;

          bytes[j] ^= 0xff;
          test_file_write (folder, names[i], bytes, n);
          g_assert_true (rensa_picture_read (copy, &picture, result, &error) == (error == NULL));
          g_assert_true (error == NULL || error->domain == RENSA_ERROR);
          bytes[j] ^= 0xff;
        }
    }
  test_folder_free (g_steal_pointer (&folder));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/data/picture/pillow", test_pillow);
  g_test_add_func ("/data/picture/spoiled", test_spoiled);
  g_test_add_func ("/data/picture/spoiled-gifs", test_spoiled_gifs);
  g_test_add_func ("/data/picture/bombs", test_bombs);
  g_test_add_func ("/data/picture/white", test_white);
  g_test_add_func ("/data/picture/threads", test_threads);
  g_test_add_func ("/data/picture/pipe", test_pipe);
  g_test_add_func ("/data/picture/flipped-bytes", test_flipped_bytes);
  return g_test_run ();
}
