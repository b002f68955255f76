/* test-hdf5-helper.c: the process that reads HDF5 files, its limits, and what its end means.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <fcntl.h>
#define H5_USE_110_API
#include <hdf5.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "folder.h"
#include "helper-process.h"
#include "messages.h"
#include "rensa-hdf5-message.h"
#include "rensa-hdf5-private.h"
#include "rensa-helper.h"
#include "rensa-sanitizer.h"

#define CHUNK_BYTES (16 << 20)

/* "x", @n_chunks of zeros, a few bytes each. */
static void
write_zeros (const char *path, guint n_chunks)
{
  const hsize_t dims[] = { (hsize_t) n_chunks * CHUNK_BYTES };
  const hsize_t chunk[] = { CHUNK_BYTES };
  const hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple (1, dims, NULL);
  const hid_t layout = H5Pcreate (H5P_DATASET_CREATE);
  g_autofree guint8 *zeros = g_malloc0 (CHUNK_BYTES);
  uLongf n_packed = compressBound (CHUNK_BYTES);
  g_autofree guint8 *packed = g_malloc (n_packed);
  hid_t dataset;

  g_assert_cmpint (compress2 (packed, &n_packed, zeros, CHUNK_BYTES, 1), ==, Z_OK);
  H5Pset_chunk (layout, 1, chunk);
  H5Pset_deflate (layout, 1);
  dataset = H5Dcreate2 (file, "x", H5T_NATIVE_INT8, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  for (guint i = 0; i < n_chunks; i++)
    {
      const hsize_t at[] = { (hsize_t) i * CHUNK_BYTES };

      g_assert_cmpint (H5Dwrite_chunk (dataset, H5P_DEFAULT, 0, at, n_packed, packed), >=, 0);
    }
  H5Dclose (dataset);
  H5Pclose (layout);
  H5Sclose (space);
  H5Fclose (file);
}

static RensaHdf5 *
open_zeros (TestFile *fixture)
{
  g_autoptr (GError) error = NULL;
  RensaHdf5 *file;

  write_zeros (fixture->path, 1);
  file = rensa_hdf5_open (fixture->path, &error);
  g_assert_no_error (error);
  return file;
}

/* It has the standard streams, one of which is the way to it, and the file; and is gone with the file. */
static void
test_confined (TestFile *fixture, gconstpointer data)
{
  RensaHdf5 *file = open_zeros (fixture);
  const pid_t helper = helper_process_find ();

  g_assert_cmpint (helper, >, 0);
  g_assert_cmpuint (helper_process_count_open (helper), <=, 4);
  helper_process_assert_confined (helper);
  rensa_hdf5_free (file);
  g_assert_cmpint (helper_process_find (), ==, 0);
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
  g_assert_cmpint (errno, ==, ECHILD);
}

/* A file at which the library falls costs the helper alone. */
static void
test_killed (TestFile *fixture, gconstpointer data)
{
  g_autoptr (RensaHdf5) file = open_zeros (fixture);
  g_autoptr (RensaValues) values = rensa_hdf5_list (file);

  g_assert_cmpint (kill (helper_process_find (), SIGKILL), ==, 0);
  for (int i = 0; i < 2; i++)
    {
      GError *error = NULL;

      g_assert_null (rensa_values_fetch (values, "x", NULL, &error));
      assert_message_has (&error, RENSA_ERROR_FORMAT, "the file is damaged, and reading it would crash the program");
    }
}

/* The file is read that was opened, whatever stands in its place by now. */
static void
test_exchanged (TestFile *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaHdf5) file = open_zeros (fixture);
  g_autoptr (RensaValues) values = rensa_hdf5_list (file);
  RensaValue *value;

  test_file_write (fixture->folder, "other", "no HDF5", 7);
  {
    g_autofree char *other = g_build_filename (fixture->folder, "other", NULL);

    g_assert_cmpint (rename (other, fixture->path), ==, 0);
  }
  value = rensa_values_fetch (values, "x", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_count (value->array), ==, CHUNK_BYTES);
}

/* Starts a helper by hand and lets it come to where it gives the bytes of "x". */
static RensaHelper *
start (const char *path, guint seconds, guint64 n_bytes)
{
  g_autoptr (GError) error = NULL;
  const int fd = open (path, O_RDONLY | O_CLOEXEC);
  RensaHelper *helper = rensa_helper_start ("hdf5", fd, seconds, n_bytes, &error);
  RensaHdf5Reply reply;
  char key[2];

  g_assert_no_error (error);
  close (fd);
  g_assert_true (rensa_helper_receive (helper, &reply, sizeof reply));
  g_assert_cmpint (reply.answer, ==, RENSA_HDF5_KEYS);
  g_assert_cmpuint (reply.n_bytes, ==, sizeof key);
  g_assert_true (rensa_helper_receive (helper, key, sizeof key));
  for (guint32 command = RENSA_HDF5_OPEN; command <= RENSA_HDF5_CHECK; command++)
    {
      const RensaHdf5Request request = { command, 0 };

      g_assert_true (rensa_helper_send (helper, &request, sizeof request));
      g_assert_true (rensa_helper_receive (helper, &reply, sizeof reply));
      g_assert_cmpint (reply.answer, !=, RENSA_HDF5_FAILURE);
    }
  return helper;
}

/* FALSE at the end of the helper, or where it cannot go on, for @reason. */
static gboolean
take_block (RensaHelper *helper, guint8 *bytes, RensaHdf5Reason *reason)
{
  RensaHdf5Reply reply;
  guint64 n;

  if (!rensa_helper_receive (helper, &n, sizeof n))
    return FALSE;
  if (n > 0)
    return n <= CHUNK_BYTES && rensa_helper_receive (helper, bytes, n);
  g_assert_true (rensa_helper_receive (helper, &reply, sizeof reply));
  g_assert_cmpint (reply.answer, ==, RENSA_HDF5_FAILURE);
  *reason = (RensaHdf5Reason) reply.reason;
  return FALSE;
}

/* 64 GB of zeros in 5 MB are not unpacked to the end. */
static void
test_time (TestFile *fixture, gconstpointer data)
{
  const guint n_chunks = 4096;
  const RensaHdf5Request take = { RENSA_HDF5_TAKE, 0 };
  g_autofree guint8 *bytes = g_malloc (CHUNK_BYTES);
  RensaHdf5Reason reason;
  g_autoptr (RensaHelper) helper = NULL;
  guint n = 0;

  write_zeros (fixture->path, n_chunks);
  helper = start (fixture->path, 1, G_MAXINT64);
  g_assert_true (rensa_helper_send (helper, &take, sizeof take));
  while (take_block (helper, bytes, &reason))
    n++;
  g_assert_cmpuint (n, <, n_chunks);
  g_assert_true (rensa_helper_was_too_slow (helper));
}

/* What the helper of @path has before it reads anything. */
static guint64
measure_memory (const char *path)
{
  g_autoptr (RensaHelper) helper = start (path, 20, G_MAXINT64);
  g_autofree char *size = helper_process_dup_status (helper_process_find (), "VmSize");

  g_assert_nonnull (helper);
  g_assert_nonnull (size);
  return 1024 * g_ascii_strtoull (size, NULL, 10);
}

/* A chunk that it has no memory for is a reason, or its end, but not that of this program. */
static void
test_memory (TestFile *fixture, gconstpointer data)
{
  const RensaHdf5Request take = { RENSA_HDF5_TAKE, 0 };
  g_autofree guint8 *bytes = g_malloc (CHUNK_BYTES);
  RensaHdf5Reason reason = RENSA_HDF5_N_REASONS;
  g_autoptr (RensaHelper) helper = NULL;

  if (RENSA_SANITIZED)
    return g_test_skip ("a sanitizer takes more memory than any limit allows");
  write_zeros (fixture->path, 2);
  helper = start (fixture->path, 20, measure_memory (fixture->path) + CHUNK_BYTES / 2);
  g_assert_true (rensa_helper_send (helper, &take, sizeof take));
  g_assert_false (take_block (helper, bytes, &reason));
  g_assert_false (rensa_helper_was_too_slow (helper));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) \
  g_test_add ("/serializers/hdf5-helper/" name, TestFile, "x.h5", test_file_set_up, test, test_file_tear_down)
  ADD ("confined", test_confined);
  ADD ("killed", test_killed);
  ADD ("exchanged", test_exchanged);
  ADD ("time", test_time);
  ADD ("memory", test_memory);
  return g_test_run ();
}
