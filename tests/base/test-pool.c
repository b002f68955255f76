/* test-pool.c: pooled memory, small objects, and threads that free what others made.
 * SPDX-License-Identifier: MIT */

#include "host-device.h"
#include "rensa-error.h"
#include "rensa-pool.h"
#include "rensa-sanitizer.h"
#include "rensa-slab.h"

#include <string.h>

#define N_ARRAYS 1000

static void
run_loop (int n_rounds)
{
  for (int i = 0; i < n_rounds; i++)
    {
      g_autoptr (RensaArray) small = make_range (RENSA_FLOAT32, RENSA_SHAPE (1));
      g_autoptr (RensaArray) other = make_range (RENSA_FLOAT32, RENSA_SHAPE (13));
      g_autoptr (RensaArray) large = rensa_array_new (RENSA_FLOAT32, &RENSA_SHAPE (1000, 700), NULL);

      g_assert_true (small != other && other != large && small != large);
    }
}

/* Each round makes three arrays; under the address sanitizer nothing is cached, so that stale use is caught. */
static void
test_steady_loop (void)
{
  RensaPoolFigures before;
  RensaPoolFigures after;

  run_loop (1);
  rensa_pool_get_figures (&before);
  run_loop (100);
  rensa_pool_get_figures (&after);
  g_assert_cmpuint (after.n_system_allocations - before.n_system_allocations, ==, RENSA_SANITIZED ? 300 : 0);
  g_assert_cmpuint (after.live_bytes, ==, before.live_bytes);
  g_assert_cmpuint (after.cached_bytes, ==, before.cached_bytes);
  if (RENSA_SANITIZED)
    g_assert_cmpuint (after.cached_bytes, ==, 0);
  else
    g_assert_cmpuint (after.cached_bytes, >=, 1000 * 700 * 4);
}

static void
test_figures (void)
{
  RensaPoolFigures figures;

  rensa_pool_trim ();
  rensa_pool_reset_peak ();
  rensa_pool_get_figures (&figures);
  const gsize live = figures.live_bytes;
  const guint64 n_allocations = figures.n_system_allocations;
  const int n_pieces = host_device_n_pieces;
  g_assert_cmpuint (figures.cached_bytes, ==, 0);
  g_assert_cmpuint (figures.peak_bytes, ==, live);

  RensaBuffer *first = rensa_buffer_new (&host_device, 4096, NULL);
  RensaBuffer *second = rensa_buffer_new (&host_device, 5000, NULL);
  g_assert_cmpuint (first->size, ==, 4096);
  g_assert_cmpuint (second->size, ==, 5120);
  g_assert_cmpuint ((gsize) first->data % 64, ==, 0);
  rensa_buffer_unref (rensa_buffer_ref (first));
  rensa_buffer_unref (first);
  rensa_pool_get_figures (&figures);
  g_assert_cmpuint (figures.live_bytes, ==, live + 5120);
  g_assert_cmpuint (figures.peak_bytes, ==, live + 4096 + 5120);
  g_assert_cmpuint (figures.cached_bytes, ==, RENSA_SANITIZED ? 0 : 4096);
  g_assert_cmpuint (figures.n_system_allocations, ==, n_allocations + 2);

  rensa_buffer_unref (second);
  rensa_pool_trim ();
  rensa_pool_get_figures (&figures);
  g_assert_cmpuint (figures.live_bytes, ==, live);
  g_assert_cmpuint (figures.cached_bytes, ==, 0);
  g_assert_cmpint (host_device_n_pieces, ==, n_pieces);
}

/* A device that counts does so for itself, beside what is counted for all. */
static void
test_use (void)
{
  static RensaDeviceUse counts;
  static RensaDevice counting;
  RensaDeviceUse use;

  counting = (RensaDevice){ host_device.klass, 0, "counting", &counts };
  RensaBuffer *other = rensa_buffer_new (&host_device, 4096, NULL);
  RensaBuffer *first = rensa_buffer_new (&counting, 4096, NULL);
  RensaBuffer *second = rensa_buffer_new (&counting, 5000, NULL);
  rensa_buffer_unref (first);
  rensa_pool_get_use (&counting, &use);
  g_assert_cmpuint (use.live_bytes, ==, 5120);
  g_assert_cmpuint (use.peak_bytes, ==, 4096 + 5120);

  rensa_pool_reset_use (&counting);
  rensa_pool_get_use (&counting, &use);
  g_assert_cmpuint (use.peak_bytes, ==, 5120);
  rensa_buffer_unref (second);
  rensa_pool_get_use (&counting, &use);
  g_assert_cmpuint (use.live_bytes, ==, 0);
  g_assert_cmpuint (use.peak_bytes, ==, 5120);

  rensa_pool_get_use (&host_device, &use);
  g_assert_cmpuint (use.live_bytes, ==, 0);
  rensa_buffer_unref (other);
  rensa_pool_trim ();
}

/* Every size gets at least what it asks for, and at most a quarter more. */
static void
test_size_classes (void)
{
  for (gsize size = 0; size < 20000; size += size < 300 ? 1 : 61)
    {
      RensaBuffer *buffer = rensa_buffer_new (&host_device, size, NULL);

      g_assert_cmpuint (buffer->size, >=, size);
      g_assert_cmpuint (buffer->size, <=, MAX (64, size + size / 4));
      memset (buffer->data, 0, buffer->size);
      rensa_buffer_unref (buffer);
    }
}

static void
test_no_memory (void)
{
  const gsize sizes[] = { (gsize) 1 << 60, ((gsize) 1 << 62) + 1, G_MAXSIZE };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_buffer_new (&host_device, sizes[i], &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY);
      g_assert_true (g_str_has_prefix (error->message, "not enough memory for "));
      g_assert_nonnull (g_strstr_len (error->message, -1, "EiB"));
    }
}

/* A device that refuses once is asked again after the cache went back. */
static void
test_second_try (void)
{
  g_autoptr (GError) error = NULL;
  RensaPoolFigures figures;

  rensa_buffer_unref (rensa_buffer_new (&host_device, 100000, NULL));
  host_device_refusals = 1;
  RensaBuffer *buffer = rensa_buffer_new (&host_device, 3000000, &error);
  g_assert_no_error (error);
  g_assert_nonnull (buffer);
  rensa_pool_get_figures (&figures);
  g_assert_cmpuint (figures.cached_bytes, ==, 0);
  rensa_buffer_unref (buffer);

  host_device_refusals = 2;
  g_assert_null (rensa_buffer_new (&host_device, 6000000, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY);
  g_assert_cmpint (host_device_refusals, ==, 0);
}

static gpointer
make_arrays (gpointer data)
{
  RensaArray **arrays = data;

  for (int i = 0; i < N_ARRAYS; i++)
    arrays[i] = make_range (RENSA_INT32, RENSA_SHAPE (1 + i % 50));
  return NULL;
}

static gpointer
free_arrays (gpointer data)
{
  RensaArray **arrays = data;

  for (int i = 0; i < N_ARRAYS; i++)
    {
      g_assert_cmpint (rensa_array_get_count (arrays[i]), ==, 1 + i % 50);
      rensa_array_unref (arrays[i]);
    }
  return NULL;
}

/* One thread makes, another frees; what a thread cached goes back when it ends, and nothing piles up. */
static void
test_threads (void)
{
  g_autofree RensaArray **arrays = g_new (RensaArray *, N_ARRAYS);
  const guint n_alive = rensa_array_count_alive ();

  rensa_pool_trim ();
  const int n_pieces = host_device_n_pieces;
  for (int round = 0; round < 20; round++)
    {
      g_thread_join (g_thread_new ("maker", make_arrays, arrays));
      g_assert_cmpuint (rensa_array_count_alive (), ==, n_alive + N_ARRAYS);
      g_thread_join (g_thread_new ("freer", free_arrays, arrays));
      g_assert_cmpuint (rensa_array_count_alive (), ==, n_alive);
    }
  rensa_pool_trim ();
  g_assert_cmpint (host_device_n_pieces, ==, n_pieces);
}

/* A thread that only frees hands over to the one that only makes. */
static void
test_hand_over (void)
{
  g_autofree RensaArray **arrays = g_new (RensaArray *, N_ARRAYS);
  RensaPoolFigures before;
  RensaPoolFigures after;

  rensa_pool_trim ();
  rensa_pool_get_figures (&before);
  for (int round = 0; round < 20; round++)
    {
      g_thread_join (g_thread_new ("maker", make_arrays, arrays));
      free_arrays (arrays);
    }
  rensa_pool_get_figures (&after);
  if (!RENSA_SANITIZED)
    g_assert_cmpuint (after.n_system_allocations - before.n_system_allocations, <, 6 * N_ARRAYS);
  g_assert_cmpuint (after.cached_bytes, <, 4 * N_ARRAYS * 256);
}

static void
test_slab (void)
{
  const gsize sizes[] = { 0, 1, 16, 17, 168, 4096, 4097, 100000 };
  const char zeros[100000] = { 0 };

  for (int round = 0; round < 3; round++)
    for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        char *objects[200];

        for (gsize j = 0; j < G_N_ELEMENTS (objects); j++)
          {
            objects[j] = rensa_slab_new (sizes[i]);
            g_assert_cmpuint ((gsize) objects[j] % 16, ==, 0);
            g_assert_cmpmem (objects[j], sizes[i], zeros, sizes[i]);
            memset (objects[j], (int) j + 1, sizes[i]);
          }
        for (gsize j = 0; j < G_N_ELEMENTS (objects); j++)
          {
            for (gsize k = 0; k < sizes[i]; k++)
              g_assert_true (objects[j][k] == (char) (j + 1));
            rensa_slab_free (objects[j], sizes[i]);
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_device_set_host (&host_device);
  g_test_add_func ("/base/pool/steady-loop", test_steady_loop);
  g_test_add_func ("/base/pool/figures", test_figures);
  g_test_add_func ("/base/pool/use", test_use);
  g_test_add_func ("/base/pool/size-classes", test_size_classes);
  g_test_add_func ("/base/pool/no-memory", test_no_memory);
  g_test_add_func ("/base/pool/second-try", test_second_try);
  g_test_add_func ("/base/pool/threads", test_threads);
  g_test_add_func ("/base/pool/hand-over", test_hand_over);
  g_test_add_func ("/base/slab/objects", test_slab);

  return g_test_run ();
}
