/* test-uploads.c: what comes from the host arrives while the device computes, whole and in order.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include <string.h>

#include "rensa-array-private.h"
#include "rensa-cuda-class.h"
#include "rensa-sanitizer.h"

#define KIB (1 << 10)
#define MIB (1 << 20)
/* Orders that are tried before a mistake counts as hidden. */
#define N_SEEDS 8

/* Bytes that follow from @seed. */
static guint8 *
bytes_new (gsize n, guint64 seed)
{
  guint64 *words = g_new (guint64, n / sizeof *words + 1);

  for (gsize i = 0; i <= n / sizeof *words; i++)
    words[i] = (i + seed * 1000003 + 1) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
  return (guint8 *) words;
}

/* @bytes as an array of @device; by then they are others. */
static RensaArray *
send (const RensaDevice *device, guint8 *bytes, gsize n)
{
  g_autoptr (GError) error = NULL;
  RensaArray *array = rensa_array_new_on (device, RENSA_UINT8, &RENSA_SHAPE ((gint64) n), &error);

  rensa_array_from_host (array, bytes, &error);
  memset (bytes, 0x55, n);
  g_assert_no_error (error);
  return array;
}

/* So many bytes of @seed. */
static RensaArray *
send_new (const RensaDevice *device, gsize n, guint64 seed)
{
  g_autofree guint8 *bytes = bytes_new (n, seed);

  return send (device, bytes, n);
}

/* Whether @array, which is let go, has the bytes of @seed. */
static gboolean
has_arrived (RensaArray *array, guint64 seed)
{
  const gsize n = rensa_array_get_n_bytes (array);
  g_autofree guint8 *found = g_malloc (n);
  g_autofree guint8 *expected = bytes_new (n, seed);

  g_assert_true (rensa_array_to_host (array, found, NULL));
  rensa_array_unref (array);
  return memcmp (found, expected, n) == 0;
}

static RensaMockCounts
count (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts;
}

/* Work that the device has before it: @x is written over and over. */
static void
compute (RensaArray *x)
{
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 200; i++)
    rensa_array_fill (x, i, &error);
  g_assert_no_error (error);
}

/* Short of, as long as and longer than what goes straight to its place, a chunk, and all chunks. */
static const gsize sizes[] = {
  1,       64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 100,     MIB - 1, MIB,
  MIB + 1, 8 * MIB - 1,  8 * MIB,  8 * MIB + 1,  MIB / 3, 5,       17 * MIB + 64 * KIB + 3,
};

/* None is looked at before all are on their way. */
static void
test_sizes (void)
{
  for (guint seed = 1; seed <= 3; seed++)
    {
      RensaArray *arrays[G_N_ELEMENTS (sizes)];

      gpu_set_seed (seed);
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        arrays[i] = send_new (MOCK, sizes[i], i);
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        g_assert_true (has_arrived (arrays[i], i));
    }
}

/* Memory that the pool gives out again, as it does without sanitizers, is written when what was asked for before has
 * read it. */
static void
test_memory_in_use (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (GError) error = NULL;
      RensaArray *first = send_new (MOCK, MIB, seed);
      gconstpointer memory = first->data;

      gpu_set_seed (seed);
      g_autoptr (RensaArray) copy = rensa_array_copy (first, &error);
      rensa_array_unref (first);
      RensaArray *second = send_new (MOCK, MIB, seed + 1);
      g_assert_true (RENSA_SANITIZED || second->data == memory);
      g_assert_true (has_arrived (g_steal_pointer (&copy), seed));
      g_assert_true (has_arrived (second, seed + 1));
    }
}

/* How many copies of an upload of @n bytes were done before the computation that was asked for first. */
static guint64
count_early (gsize n)
{
  const guint64 before = count ().n_early_copies;

  for (guint seed = 1; seed <= 3; seed++)
    {
      g_autoptr (RensaArray) x = send_new (MOCK, 1000, seed);

      gpu_set_seed (seed);
      compute (x);
      g_assert_true (has_arrived (send_new (MOCK, n, seed), seed));
    }
  return count ().n_early_copies - before;
}

/* Where the device had no memory for what lands there, nothing leaves the host before its time. */
static void
test_early (void)
{
  const gboolean has_landing = g_getenv ("RENSA_MOCK") == NULL;

  g_assert_cmpuint (count_early (64 * KIB), ==, 0);
  if (has_landing)
    g_assert_cmpuint (count_early (3 * MIB), >, 0);
  else
    g_assert_cmpuint (count_early (3 * MIB), ==, 0);
}

/* Iterations each of which begins with a batch, and of which nobody waits for one before the last: copies come before
 * the graphs of earlier ones. */
static void
test_iterations (void)
{
  enum
  {
    N = 6
  };
  g_autoptr (RensaArray) x = send_new (MOCK, 1000, 0);
  const RensaMockCounts before = count ();
  RensaArray *batches[N], *parts[N];

  gpu_set_seed (4);
  for (int i = 0; i < N; i++)
    {
      g_autoptr (GError) error = NULL;

      rensa_device_begin_iteration (MOCK);
      batches[i] = send_new (MOCK, 2 * MIB, i);
      g_autoptr (RensaArray) first = rensa_array_view_range (batches[i], 0, 0, 1000);
      compute (x);
      parts[i] = rensa_array_copy (first, &error);
      g_assert_true (rensa_device_end_iteration (MOCK, &error));
      g_assert_no_error (error);
    }
  g_assert_true (rensa_device_synchronize (MOCK, NULL));
  g_assert_cmpuint (count ().n_graphs - before.n_graphs, ==, N - 2);
  g_assert_cmpint (count ().n_early_copies > before.n_early_copies, ==, g_getenv ("RENSA_MOCK") == NULL);
  for (int i = 0; i < N; i++)
    {
      g_assert_true (has_arrived (batches[i], i));
      g_assert_true (has_arrived (parts[i], i));
    }
}

static void
test_two_devices (void)
{
  for (guint seed = 1; seed <= 3; seed++)
    {
      RensaArray *arrays[8];

      gpu_set_seed (seed);
      for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
        arrays[i] = send_new (gpu_find (i % 2 == 0 ? "mock:0" : "mock:1"), 2 * MIB + i, i);
      for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
        g_assert_true (has_arrived (arrays[i], i));
    }
}

/* Wherever the device is lost, the error says so, and all chunks can be used afterwards. */
static void
test_lost (void)
{
  for (guint64 lost_after = 1; lost_after <= 16; lost_after++)
    {
      g_autofree guint8 *bytes = bytes_new (3 * MIB, 1);
      g_autoptr (RensaArray) array = rensa_array_new_on (MOCK, RENSA_UINT8, &RENSA_SHAPE (3 * MIB), NULL);
      g_autoptr (GError) error = NULL;

      rensa_mock_set_options (&(RensaMockOptions){ .seed = (guint) lost_after, .lost_after = lost_after });
      if (!rensa_array_from_host (array, bytes, &error))
        g_assert_true (g_str_has_suffix (error->message, " failed on device mock:0: unspecified launch failure"));
      else
        g_assert_cmpuint (lost_after, >, 6);

      gpu_set_seed ((guint) lost_after);
      for (guint i = 0; i < 3; i++)
        g_assert_true (has_arrived (send_new (MOCK, 3 * MIB, i), i));
    }
}

/* What a driver would have to leave out to do harm. */
static struct
{
  RensaCudaApi api;
  RensaCudaStream streams[2]; /* the main one, and that of copies */
  int n_streams;
  RensaCudaStream hasty; /* never waits */
  gboolean says_ready;
} planted;

static RensaCudaStatus
create_stream (RensaCudaStream *stream, unsigned flags)
{
  const RensaCudaStatus status = planted.api.cuStreamCreate (stream, flags);

  g_assert_cmpint (planted.n_streams, <, 2);
  planted.streams[planted.n_streams++] = *stream;
  return status;
}

static RensaCudaStatus
wait_event (RensaCudaStream stream, RensaCudaEvent event, unsigned flags)
{
  return stream == planted.hasty ? RENSA_CUDA_SUCCESS : planted.api.cuStreamWaitEvent (stream, event, flags);
}

static RensaCudaStatus
query_event (RensaCudaEvent event)
{
  return planted.says_ready ? RENSA_CUDA_SUCCESS : planted.api.cuEventQuery (event);
}

static const RensaCudaApi *
find_planted (GError **error)
{
  static RensaCudaApi api;

  rensa_mock_fill (&planted.api);
  api = planted.api;
  api.cuStreamCreate = create_stream;
  api.cuStreamWaitEvent = wait_event;
  api.cuEventQuery = query_event;
  return &api;
}

static __attribute__ ((constructor)) void
register_planted (void)
{
  rensa_cuda_register ("planted", TRUE, TRUE, find_planted);
}

/* Whether batches of one chunk each, many more than there are chunks, arrive in every order, behind some work. */
static gboolean
is_right (RensaCudaStream hasty, gboolean says_ready)
{
  const RensaDevice *device = gpu_find ("planted:0");
  gboolean right = TRUE;

  planted.hasty = hasty;
  planted.says_ready = says_ready;
  for (guint seed = 1; right && seed <= N_SEEDS; seed++)
    {
      g_autoptr (RensaArray) x = send_new (device, 1000, seed);
      RensaArray *arrays[100];

      gpu_set_seed (seed);
      compute (x);
      for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
        arrays[i] = send_new (device, 65 * KIB, i);
      for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
        right = has_arrived (arrays[i], i) && right;
    }
  planted.hasty = NULL;
  planted.says_ready = FALSE;
  return right;
}

static void
test_planted (void)
{
  g_assert_true (is_right (NULL, FALSE));
  g_assert_cmpint (planted.n_streams, ==, 2);
  /* A batch is taken before it has landed. */
  g_assert_false (is_right (planted.streams[0], FALSE));
  /* Another one lands in its place before it was taken. */
  g_assert_false (is_right (planted.streams[1], FALSE));
  /* Another one is written where it waits on the host. */
  g_assert_false (is_right (NULL, TRUE));
  g_assert_true (is_right (NULL, FALSE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* Before anything else fails for want of memory. */
  g_assert_nonnull (MOCK);
  g_test_add_func ("/gpu/uploads/sizes", test_sizes);
  g_test_add_func ("/gpu/uploads/memory-in-use", test_memory_in_use);
  g_test_add_func ("/gpu/uploads/early", test_early);
  g_test_add_func ("/gpu/uploads/iterations", test_iterations);
  g_test_add_func ("/gpu/uploads/two-devices", test_two_devices);
  g_test_add_func ("/gpu/uploads/lost", test_lost);
  g_test_add_func ("/gpu/uploads/planted", test_planted);
  return run_tests ();
}
