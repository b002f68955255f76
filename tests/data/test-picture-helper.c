/* test-picture-helper.c: the process that decodes pictures, its limits, and what its end means.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <fcntl.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "data-fixture.h"
#include "folder.h"
#include "helper-process.h"
#include "messages.h"
#include "picture-fixture.h"
#include "rensa-datasets.h"
#include "rensa-helper.h"
#include "rensa-picture-reader-private.h"
#include "rensa-sanitizer.h"

#define MOST_BYTES (3 * 9 * 7)

static const char *const names[] = { "alpha.png", "grey.png",    "high.bmp",   "high.ppm",  "high.tiff", "high.webp",
                                     "large.jpg", "palette.png", "turned.jpg", "white.png", "wide.png" };

static char *
get_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", "pictures", name, NULL);
}

static void
check_same (RensaPictureReader *reader, const RensaPicture *picture)
{
  RensaPictureJob jobs[G_N_ELEMENTS (names)];
  guint8 bytes[G_N_ELEMENTS (names)][MOST_BYTES];
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    jobs[i] = (RensaPictureJob){ .path = get_path (names[i]), .bytes = bytes[i] };
  g_assert_true (rensa_picture_reader_read (reader, picture, jobs, G_N_ELEMENTS (names), &error));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      RensaPictureReply reply;
      g_autoptr (GByteArray) answer = picture_decode_here (jobs[i].path, picture, &reply);

      g_assert_cmpint (jobs[i].error == NULL, ==, reply.answer == RENSA_PICTURE_DECODED);
      if (jobs[i].error == NULL)
        g_assert_cmpmem (bytes[i], rensa_picture_get_size (picture), answer->data + sizeof reply, reply.n_bytes);
      rensa_picture_job_clear (&jobs[i]);
    }
}

/* A batch comes back bit for bit as the same libraries decode it without a helper; the system may have no WebP. */
static void
test_same (void)
{
  RensaPictureReader *reader = g_new0 (RensaPictureReader, 1);

  for (RensaFit fit = RENSA_FIT_CROP; fit <= RENSA_FIT_STRETCH; fit++)
    for (gint64 n_channels = 1; n_channels <= 3; n_channels += 2)
      check_same (reader, &(RensaPicture){ .n_channels = n_channels, .height = 9, .width = 7, .fit = fit });
  rensa_picture_reader_free (reader);
}

static const RensaPicture small = { .n_channels = 1, .height = 4, .width = 4, .fit = RENSA_FIT_CROP };

static void
read_one (RensaPictureReader *reader, const char *path, GError **error)
{
  guint8 bytes[16];
  RensaPictureJob job = { .path = g_strdup (path), .bytes = bytes };

  g_assert_true (rensa_picture_reader_read (reader, &small, &job, 1, error));
  if (job.error != NULL)
    g_propagate_error (error, g_steal_pointer (&job.error));
  rensa_picture_job_clear (&job);
}

/* One process reads picture after picture, has the standard streams alone, and is gone with the data set. */
static void
test_confined (void)
{
  RensaPictureReader *reader = g_new0 (RensaPictureReader, 1);
  g_autofree char *path = get_path ("wide.png");
  g_autoptr (GError) error = NULL;
  pid_t helper;

  read_one (reader, path, &error);
  g_assert_no_error (error);
  helper = helper_process_find ();
  g_assert_cmpint (helper, >, 0);
  g_assert_cmpuint (helper_process_count_open (helper), <=, 3);
  helper_process_assert_confined (helper);
  read_one (reader, path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (helper_process_find (), ==, helper);
  rensa_picture_reader_free (reader);
  g_assert_cmpint (helper_process_find (), ==, 0);
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
  g_assert_cmpint (errno, ==, ECHILD);
}

/* A helper that has ended before is no fault of the pictures that come next. */
static void
test_killed_before (void)
{
  RensaPictureReader *reader = g_new0 (RensaPictureReader, 1);
  const RensaPicture picture = { .n_channels = 3, .height = 9, .width = 7, .fit = RENSA_FIT_PAD };

  check_same (reader, &picture);
  g_assert_cmpint (kill (helper_process_find (), SIGKILL), ==, 0);
  check_same (reader, &picture);
  rensa_picture_reader_free (reader);
}

static gint is_over;

static gpointer
kill_helpers (gpointer data)
{
  while (!g_atomic_int_get (&is_over))
    {
      const pid_t helper = helper_process_find ();

      if (helper > 0)
        kill (helper, SIGKILL);
      g_usleep (1000);
    }
  return NULL;
}

/* A white picture of @size × @size points, a few kilobytes in the file. */
static GBytes *
make_white (int size)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, size, size);
  g_autofree char *bytes = NULL;
  gsize n;

  gdk_pixbuf_fill (pixbuf, 0xffffffff);
  g_assert_true (gdk_pixbuf_save_to_buffer (pixbuf, &bytes, &n, "png", NULL, NULL));
  return g_bytes_new (bytes, n);
}

/* One at which each helper ends is named, and the next picture is read. */
static void
test_killed_always (void)
{
  RensaPictureReader *reader = g_new0 (RensaPictureReader, 1);
  g_autoptr (GBytes) file = make_white (3000);
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "x.png", NULL);
  GThread *killer;
  GError *error = NULL;

  test_file_write (folder, "x.png", g_bytes_get_data (file, NULL), (gssize) g_bytes_get_size (file));
  killer = g_thread_new ("killer", kill_helpers, NULL);
  read_one (reader, path, &error);
  g_atomic_int_set (&is_over, TRUE);
  g_thread_join (killer);
  assert_message_has (&error, RENSA_ERROR_FORMAT,
                      "x.png” is not a readable image: the file is damaged, and reading it would crash the program");
  read_one (reader, path, &error);
  g_assert_no_error (error);
  rensa_picture_reader_free (reader);
  test_folder_free (folder);
}

/* Limits; a helper is started by hand. */

static void
send_picture (RensaHelper *helper, GBytes *file)
{
  const RensaPictureRequest request = { .command = RENSA_PICTURE_DECODE,
                                        .fit = RENSA_FIT_CROP,
                                        .n_channels = 1,
                                        .height = 4,
                                        .width = 4,
                                        .most_points = RENSA_PICTURE_MOST_POINTS,
                                        .n_bytes = g_bytes_get_size (file),
                                        .n_each = 1 };
  const guint8 *bytes = g_bytes_get_data (file, NULL);
  guint32 n;

  rensa_helper_send (helper, &request, sizeof request);
  for (gsize at = 0; at < request.n_bytes; at += n)
    {
      n = (guint32) MIN (request.n_bytes - at, RENSA_PICTURE_MOST_BLOCK_BYTES);
      rensa_helper_send (helper, &n, sizeof n);
      rensa_helper_send (helper, bytes + at, n);
    }
  n = 0;
  rensa_helper_send (helper, &n, sizeof n);
}

/* FALSE at the end of the helper. */
static gboolean
get_answer (RensaHelper *helper, RensaPictureReply *reply)
{
  const RensaPictureRequest wanted = { .command = RENSA_PICTURE_ANSWER };
  guint8 rest[RENSA_PICTURE_MOST_TEXT_BYTES];

  return rensa_helper_send (helper, &wanted, sizeof wanted) && rensa_helper_receive (helper, reply, sizeof *reply)
         && reply->n_bytes <= sizeof rest && rensa_helper_receive (helper, rest, reply->n_bytes);
}

static RensaHelper *
start (guint seconds, guint64 n_bytes)
{
  g_autoptr (GError) error = NULL;
  RensaHelper *helper = rensa_helper_start ("picture", -1, seconds, n_bytes, &error);

  g_assert_no_error (error);
  return helper;
}

/* Takes less than a second itself. */
static GBytes *
make_slow (void)
{
  return make_white (RENSA_SANITIZED ? 1500 : 4000);
}

/* Pictures one after the other use up the time of the helper. */
static void
test_time (void)
{
  g_autoptr (GBytes) file = make_slow ();
  g_autoptr (RensaHelper) helper = start (1, G_MAXINT64);
  RensaPictureReply reply;
  guint n = 0;

  for (send_picture (helper, file); n < 1000 && get_answer (helper, &reply); n++)
    {
      g_assert_cmpint (reply.answer, ==, RENSA_PICTURE_DECODED);
      send_picture (helper, file);
    }
  g_assert_cmpuint (n, <, 1000);
  g_assert_true (rensa_helper_was_too_slow (helper));
}

/* Unless they are allowed more of it. */
static void
test_more_time (void)
{
  g_autoptr (GBytes) file = make_slow ();
  g_autoptr (RensaHelper) helper = start (1, G_MAXINT64);
  const gint64 start_time = g_get_monotonic_time ();
  RensaPictureReply reply;

  while (g_get_monotonic_time () - start_time < 3 * G_USEC_PER_SEC)
    {
      send_picture (helper, file);
      g_assert_true (get_answer (helper, &reply));
      rensa_helper_allow (helper, 20, G_MAXINT64);
    }
}

/* A picture for which the helper has no memory is refused, or its end, but not that of this program; with more it is read. */
static void
test_memory (void)
{
  g_autoptr (GBytes) large = make_white (4000);
  g_autoptr (GBytes) tiny = make_white (1);
  g_autoptr (RensaHelper) helper = start (20, G_MAXINT64);
  g_autofree char *size = NULL;
  RensaPictureReply reply;
  guint64 n_bytes;

  if (RENSA_SANITIZED)
    return g_test_skip ("a sanitizer takes more memory than any limit allows");
  send_picture (helper, tiny);
  g_assert_true (get_answer (helper, &reply));
  size = helper_process_dup_status (helper_process_find (), "VmSize");
  n_bytes = 1024 * g_ascii_strtoull (size, NULL, 10) + (16 << 20);
  rensa_helper_allow (helper, 20, n_bytes);
  send_picture (helper, large);
  g_assert_true (!get_answer (helper, &reply) || reply.answer != RENSA_PICTURE_DECODED);
  g_assert_false (rensa_helper_was_too_slow (helper));

  g_clear_pointer (&helper, rensa_helper_free);
  helper = start (20, n_bytes + (128 << 20));
  send_picture (helper, large);
  g_assert_true (get_answer (helper, &reply));
  g_assert_cmpint (reply.answer, ==, RENSA_PICTURE_DECODED);
}

/* A program without the helper */

/* Says on its output why a picture, and a folder of pictures, cannot be read. */
static int
run_alone (const char *path)
{
  RensaPictureReader *reader = g_new0 (RensaPictureReader, 1);
  guint8 bytes[16];
  RensaPictureJob job = { .path = g_strdup (path), .bytes = bytes };
  g_autofree char *folder = g_path_get_dirname (path);
  g_auto (RensaDataBundle) bundle = { 0 };
  g_autoptr (GError) error = NULL;

  if (rensa_picture_read (path, &small, bytes, &error))
    return EXIT_FAILURE;
  g_print ("%s\n", error->message);
  g_clear_error (&error);
  if (rensa_picture_reader_read (reader, &small, &job, 1, &error) || job.error != NULL)
    return EXIT_FAILURE;
  g_print ("%s\n", error->message);
  g_clear_error (&error);
  if (load_dataset (&rensa_dataset_image_folder_class, "path='.', width=4, height=4, unreadable='drop'", folder,
                    &bundle, &error))
    return EXIT_FAILURE;
  g_print ("%s\n", error->message);
  rensa_picture_job_clear (&job);
  rensa_picture_reader_free (reader);
  return EXIT_SUCCESS;
}

/* That is no fault of a picture: none is left out. */
static void
test_missing (void)
{
  static const char sentence[] = "the program rensa-reader, which is required to read such files, is not installed "
                                 "next to this program\n";
  g_autofree char *picture = get_path ("wide.png");
  g_autofree char *expected = g_strconcat (sentence, sentence, sentence, NULL);
  char *folder = test_folder_new ();
  g_autofree char *program = g_build_filename (folder, "program", NULL);
  g_autofree char *bytes = NULL;
  g_autofree char *said = NULL;
  const char *const argv[] = { program, "--alone", picture, NULL };
  g_autoptr (GError) error = NULL;
  gsize n;
  int status;

  g_assert_true (g_file_get_contents ("/proc/self/exe", &bytes, &n, &error));
  g_assert_true (g_file_set_contents_full (program, bytes, (gssize) n, G_FILE_SET_CONTENTS_NONE, 0700, &error));
  g_spawn_sync (NULL, (char **) argv, NULL, 0, NULL, NULL, &said, NULL, &status, &error);
  g_assert_no_error (error);
  test_folder_free (folder);
  if (RENSA_SANITIZED)
    return g_test_skip ("the engine is a library of the build, beside which there is a helper");
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpstr (said, ==, expected);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && g_str_equal (argv[1], "--alone"))
    return run_alone (argv[2]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/data/picture-helper/same", test_same);
  g_test_add_func ("/data/picture-helper/confined", test_confined);
  g_test_add_func ("/data/picture-helper/killed-before", test_killed_before);
  g_test_add_func ("/data/picture-helper/killed-always", test_killed_always);
  g_test_add_func ("/data/picture-helper/time", test_time);
  g_test_add_func ("/data/picture-helper/more-time", test_more_time);
  g_test_add_func ("/data/picture-helper/memory", test_memory);
  g_test_add_func ("/data/picture-helper/missing", test_missing);
  return g_test_run ();
}
