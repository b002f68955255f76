/* test-kernel-cache.c: compiled formulas on disk: what was written comes back, or nothing does.
 * SPDX-License-Identifier: MIT */

#include "cuda-formula.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#define KEY "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define OTHER_KEY "1123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "rensa", "kernels", NULL);
}

static char *
get_path (const char *key)
{
  g_autofree char *folder = get_folder ();

  return g_build_filename (folder, key, NULL);
}

static void
write_image (const char *key, const char *text)
{
  g_autoptr (GBytes) image = g_bytes_new (text, strlen (text));

  rensa_kernel_cache_write (key, image);
}

static void
assert_image (const char *key, const char *text)
{
  g_autoptr (GBytes) image = rensa_kernel_cache_read (key);
  gsize n_bytes;

  g_assert_nonnull (image);
  gconstpointer bytes = g_bytes_get_data (image, &n_bytes);
  g_assert_cmpmem (bytes, n_bytes, text, strlen (text));
}

static int
get_mode (const char *path)
{
  struct stat about;

  g_assert_cmpint (stat (path, &about), ==, 0);
  return about.st_mode & 0777;
}

static void
test_hit (void)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *path = get_path (KEY);

  g_assert_null (rensa_kernel_cache_read (KEY));
  write_image (KEY, "code");
  assert_image (KEY, "code");
  g_assert_null (rensa_kernel_cache_read (OTHER_KEY));
  g_assert_cmpint (get_mode (path), ==, 0600);
  g_assert_cmpint (get_mode (folder), ==, 0700);
  write_image (KEY, "other code");
  assert_image (KEY, "other code");
}

static void
set_contents (const char *path, const char *bytes, gsize n)
{
  g_assert_true (g_file_set_contents_full (path, bytes, (gssize) n, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
}

/* However short, and whichever byte is another one. */
static void
test_spoiled (void)
{
  g_autofree char *path = get_path (KEY);
  g_autofree char *bytes = NULL;
  gsize n;

  write_image (KEY, "code");
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  for (gsize i = 0; i < n; i++)
    {
      set_contents (path, bytes, i);
      g_assert_null (rensa_kernel_cache_read (KEY));
      bytes[i] ^= 0x10;
      set_contents (path, bytes, n);
      g_assert_null (rensa_kernel_cache_read (KEY));
      bytes[i] ^= 0x10;
    }
  set_contents (path, bytes, n);
  assert_image (KEY, "code");
}

/* Of another key, or of somebody who is not to be trusted; or no file at all. */
static void
test_foreign (void)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *path = get_path (KEY);
  g_autofree char *other = get_path (OTHER_KEY);

  write_image (KEY, "code");
  g_assert_cmpint (g_chmod (path, 0666), ==, 0);
  g_assert_null (rensa_kernel_cache_read (KEY));
  g_assert_cmpint (g_chmod (path, 0644), ==, 0);
  assert_image (KEY, "code");
  g_assert_cmpint (g_chmod (folder, 0777), ==, 0);
  g_assert_null (rensa_kernel_cache_read (KEY));
  g_assert_cmpint (g_chmod (folder, 0700), ==, 0);

  g_assert_cmpint (g_rename (path, other), ==, 0);
  g_assert_null (rensa_kernel_cache_read (OTHER_KEY));
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_null (rensa_kernel_cache_read (KEY));
  write_image (KEY, "code");
  g_assert_null (rensa_kernel_cache_read (KEY));
}

static void
test_unwritable (void)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *parent = g_path_get_dirname (folder);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  set_contents (folder, "no folder", 9);
  write_image (KEY, "code");
  g_assert_null (rensa_kernel_cache_read (KEY));
}

/* Five of a fifth and a little more; the third is the oldest. */
static void
test_bound (void)
{
  static const char *const keys[] = { "a", "b", "c", "d", "e" };
  static const int ages[] = { 30, 20, 40, 10, 0 };
  const gsize n = RENSA_KERNEL_CACHE_BYTES / 5 + 1;
  g_autofree char *text = g_malloc0 (n);
  g_autoptr (GBytes) image = g_bytes_new_static (text, n);
  const time_t now = time (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *path = get_path (keys[i]);

      rensa_kernel_cache_write (keys[i], image);
      g_assert_cmpint (utime (path, &(struct utimbuf){ now - ages[i], now - ages[i] }), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GBytes) found = rensa_kernel_cache_read (keys[i]);

      g_assert_cmpint (found != NULL, ==, i != 2);
    }
}

#define N_ROUNDS 200

/* One of several that write and read the same: whose it is, and that it is whole, is all that can be said of it. */
static int
take_turns (char letter)
{
  char text[1000];

  memset (text, letter, sizeof text);
  for (int i = 0; i < N_ROUNDS; i++)
    {
      g_autoptr (GBytes) image = g_bytes_new_static (text, sizeof text);
      g_autoptr (GBytes) found = NULL;
      gsize n_bytes;

      rensa_kernel_cache_write (KEY, image);
      found = rensa_kernel_cache_read (KEY);
      if (found == NULL)
        return 1;
      const char *bytes = g_bytes_get_data (found, &n_bytes);
      if (n_bytes != sizeof text || bytes[0] != bytes[n_bytes - 1])
        return 1;
    }
  return 0;
}

static void
test_two_at_once (void)
{
  const pid_t child = fork ();
  int status;

  if (child == 0)
    _exit (take_turns ('a'));
  g_assert_cmpint (take_turns ('b'), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/gpu/kernel-cache/hit", test_hit);
  g_test_add_func ("/gpu/kernel-cache/spoiled", test_spoiled);
  g_test_add_func ("/gpu/kernel-cache/foreign", test_foreign);
  g_test_add_func ("/gpu/kernel-cache/unwritable", test_unwritable);
  g_test_add_func ("/gpu/kernel-cache/bound", test_bound);
  g_test_add_func ("/gpu/kernel-cache/two-at-once", test_two_at_once);
  return g_test_run ();
}
