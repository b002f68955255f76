/* test-signals.c: signal handlers run on the stacks of the threads that compute, whatever a library does with the stack pointer.
 *
 * A thread sends a signal to all others all the time; the handler looks at where its frame lies. A frame elsewhere overwrites
 * matrices and heap, which would be noticed later, or never.
 * SPDX-License-Identifier: MIT */

#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backend-fixture.h"

#define PAUSE_US 20
#define LEAST_PASSES 20
#define LEAST_SIGNALS 500

typedef struct
{
  char *low;
  char *high;
} Stack;

static _Thread_local Stack stack;
static gint n_signals;
static gint n_elsewhere;
static gint is_over;

static void
look_at_frame (int number)
{
  const char *frame = __builtin_frame_address (0);

  if (stack.low == NULL)
    return;
  g_atomic_int_inc (&n_signals);
  if (frame < stack.low || frame >= stack.high)
    g_atomic_int_inc (&n_elsewhere);
}

static void
find_stack (void)
{
  pthread_attr_t attr;
  void *low;
  size_t size;

  g_assert_cmpint (pthread_getattr_np (pthread_self (), &attr), ==, 0);
  g_assert_cmpint (pthread_attr_getstack (&attr, &low, &size), ==, 0);
  pthread_attr_destroy (&attr);
  stack = (Stack){ low, (char *) low + size };
}

static gpointer
send_signals (gpointer data)
{
  const pid_t own = (pid_t) syscall (SYS_gettid);

  while (!g_atomic_int_get (&is_over))
    {
      g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
      const char *name;

      while ((name = g_dir_read_name (threads)) != NULL)
        if (atoi (name) != own)
          syscall (SYS_tgkill, getpid (), atoi (name), SIGURG);
      g_usleep (PAUSE_US);
    }
  return NULL;
}

/* Calls @compute again and again while signals arrive. */
static void
assert_frames_on_stacks (GFunc compute)
{
  const struct sigaction action = { .sa_handler = look_at_frame, .sa_flags = SA_RESTART };
  struct sigaction before;
  g_autoptr (GThread) sender = NULL;

  n_signals = n_elsewhere = is_over = 0;
  omp_set_num_threads (2);
#pragma omp parallel
  find_stack ();
  sigaction (SIGURG, &action, &before);
  sender = g_thread_new ("sender", send_signals, NULL);
  for (int pass = 0; pass < LEAST_PASSES || g_atomic_int_get (&n_signals) < LEAST_SIGNALS; pass++)
    compute (GINT_TO_POINTER (pass), NULL);
  g_atomic_int_set (&is_over, TRUE);
  g_thread_join (g_steal_pointer (&sender));
  sigaction (SIGURG, &before, NULL);
  omp_set_num_threads (1);
  g_assert_cmpint (n_elsewhere, ==, 0);
}

/* One tile and several, in all four forms. */
static void
multiply (gpointer pass, gpointer data)
{
  const gboolean transa = GPOINTER_TO_INT (pass) % 2 != 0;
  const gboolean transb = GPOINTER_TO_INT (pass) % 4 >= 2;
  const gint64 sizes[] = { 96, 300 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (RensaArray) a = noise (RENSA_FLOAT32, RENSA_SHAPE (sizes[i], sizes[i]), 1);
      g_autoptr (RensaArray) b = noise (RENSA_FLOAT32, RENSA_SHAPE (sizes[i], sizes[i]), 2);
      g_autoptr (RensaArray) y = rensa_matmul_arrays (a, b, transa, transb, NULL);

      g_assert_nonnull (y);
    }
}

static void
test_product (void)
{
  assert_frames_on_stacks (multiply);
}

static void
convolve (gpointer pass, gpointer data)
{
  const gint64 groups = GPOINTER_TO_INT (pass) % 2 != 0 ? 4 : 1;
  const RensaWindow window = {
    .n = 2, .kernel = { 3, 3 }, .stride = { 1, 1 }, .pad = { 1, 1 }, .dilate = { 1, 1 }, .groups = (int) groups
  };
  const RensaShape shape = RENSA_SHAPE (8, 16, 24, 24);
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, shape, 1);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, RENSA_SHAPE (32, 16 / groups, 3, 3), 2);
  g_autoptr (RensaArray) y = rensa_convolve (x, W, NULL, &window, NULL);
  g_autoptr (RensaArray) gx = rensa_convolve_backward_x (y, W, &window, &shape, NULL);
  g_autoptr (RensaArray) gW = rensa_convolve_backward_W (x, y, &window, rensa_array_get_shape (W), NULL);

  g_assert_true (gx != NULL && gW != NULL);
}

static void
test_convolution (void)
{
  assert_frames_on_stacks (convolve);
}

/* With stride and dilation, or with padding around a kernel of one element, oneDNN computes the gradient of the weights
 * as a matrix product. */
static void
convolve_as_product (gpointer pass, gpointer data)
{
  const gboolean one = GPOINTER_TO_INT (pass) % 2 != 0;
  const int kernel = one ? 1 : 3;
  const int step = one ? 1 : 2;
  const RensaWindow window = { .n = 2,
                               .kernel = { kernel, kernel },
                               .stride = { step, step },
                               .pad = { step, step },
                               .dilate = { step, step },
                               .groups = 1 };
  const gint64 channels = one ? 1 : 64;
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (8, channels, 28, 28), 1);
  g_autoptr (RensaArray) W = noise (RENSA_FLOAT32, RENSA_SHAPE (64, channels, kernel, kernel), 2);
  g_autoptr (RensaArray) y = rensa_convolve (x, W, NULL, &window, NULL);
  g_autoptr (RensaArray) gW = rensa_convolve_backward_W (x, y, &window, rensa_array_get_shape (W), NULL);

  g_assert_nonnull (gW);
}

static void
test_convolution_as_product (void)
{
  assert_frames_on_stacks (convolve_as_product);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backends/signals/product", test_product);
  g_test_add_func ("/backends/signals/convolution", test_convolution);
  g_test_add_func ("/backends/signals/convolution-as-product", test_convolution_as_product);
  return run_tests ();
}
