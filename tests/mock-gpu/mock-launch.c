/* mock-launch.c: runs the kernels of a GPU, one thread after the other, in any order.
 *
 * Threads that wait for each other have separate stacks, and run one after the other until they
 * wait or end.
 * SPDX-License-Identifier: MIT */

#include "mock-private.h"

#include <string.h>
#include <ucontext.h>

#include "gpu/args.h"
#include "rensa-dtype.h"
#include "rensa-sanitizer.h"

#define STACK_BYTES (64 << 10)
#define MAX_SHARED 16
#define SHARED_BYTES (48 << 10)
#define LARGEST_VALUE 16

typedef enum
{
  RUNS,
  WAITS_FOR_BLOCK,
  WAITS_FOR_WARP,
  HAS_ENDED,
} State;

/* A thread of a block. */
typedef struct
{
  ucontext_t context;
  char *stack;
  gpointer fake_stack; /* state of the address sanitizer */
  State state;
  guint number;
  char value[LARGEST_VALUE]; /* value shared with its warp */
} Thread;

typedef struct
{
  gconstpointer place;
  gsize offset;
  gsize size;
} Shared;

const gpu_host_place *gpu_host_here;

static gpu_host_kernel *kernels;
static const gpu_host_kernel *current;
static gconstpointer current_args;
static gpu_host_place here;
static Thread threads[GPU_BLOCK];
static Thread *running;
static ucontext_t scheduler;
static gpointer scheduler_fake_stack;
static gconstpointer scheduler_stack;
static gsize scheduler_stack_size;
static Shared shared[MAX_SHARED];
static guint n_shared;
static char shared_memory[SHARED_BYTES] __attribute__ ((aligned (64)));

void
gpu_host_add_kernel (gpu_host_kernel *kernel)
{
  kernel->next = kernels;
  kernels = kernel;
}

const gpu_host_kernel *
mock_find_kernel (const char *name)
{
  for (const gpu_host_kernel *kernel = kernels; kernel != NULL; kernel = kernel->next)
    if (strcmp (kernel->name, name) == 0)
      return kernel;

  return NULL;
}

const gpu_host_kernel *
mock_get_last_kernel (void)
{
  return kernels;
}

void *
gpu_host_get_shared (const void *place, size_t size)
{
  gsize offset = 0;

  for (guint i = 0; i < n_shared; i++)
    {
      if (shared[i].place == place)
        return shared_memory + shared[i].offset;
      offset = shared[i].offset + (shared[i].size + 63) / 64 * 64;
    }

  if (n_shared == MAX_SHARED || offset + size > SHARED_BYTES)
    g_error ("%s asks for more shared memory than a block has", current->name);
  shared[n_shared++] = (Shared){ place, offset, size };
  return shared_memory + offset;
}

/* Switches back to the scheduler. */
static void
leave (State state)
{
  Thread *self = running;

  self->state = state;
  RENSA_LEAVE_STACK (state == HAS_ENDED ? NULL : &self->fake_stack, scheduler_stack, scheduler_stack_size);
  swapcontext (&self->context, &scheduler);
  RENSA_REACH_STACK (self->fake_stack, &scheduler_stack, &scheduler_stack_size);
}

static void
enter_thread (void)
{
  RENSA_REACH_STACK (NULL, &scheduler_stack, &scheduler_stack_size);
  current->run (current_args);
  leave (HAS_ENDED);
}

static void
resume (Thread *thread)
{
  running = thread;
  here.thread.x = thread->number;
  RENSA_LEAVE_STACK (&scheduler_fake_stack, thread->stack, STACK_BYTES);
  swapcontext (&scheduler, &thread->context);
  RENSA_REACH_STACK (scheduler_fake_stack, NULL, NULL);
}

static void
require_waiting (const char *what)
{
  if (!current->waits)
    g_error ("%s calls %s, but is not a block kernel", current->name, what);
}

void
gpu_host_wait_for_block (void)
{
  require_waiting ("__syncthreads ()");
  leave (WAITS_FOR_BLOCK);
}

static Thread *
get_in_warp (guint lane)
{
  return &threads[running->number / GPU_WARP * GPU_WARP + lane];
}

/* Waits twice: until all threads have written their values, and until all have read. */
void
gpu_host_shuffle (void *value, size_t size, unsigned from)
{
  require_waiting ("a shuffle");
  g_assert (size <= LARGEST_VALUE);
  memcpy (running->value, value, size);
  leave (WAITS_FOR_WARP);
  if (from < GPU_WARP && get_in_warp (from)->number < here.n_threads.x)
    memcpy (value, get_in_warp (from)->value, size);
  leave (WAITS_FOR_WARP);
}

unsigned
gpu_host_vote (int value)
{
  unsigned votes = 0;

  require_waiting ("a vote");
  memcpy (running->value, &value, sizeof value);
  leave (WAITS_FOR_WARP);
  for (guint lane = 0; lane < GPU_WARP && get_in_warp (lane)->number < here.n_threads.x; lane++)
    {
      int vote;

      memcpy (&vote, get_in_warp (lane)->value, sizeof vote);
      votes |= vote != 0 ? 1u << lane : 0;
    }
  leave (WAITS_FOR_WARP);
  return votes;
}

/* Resumes the threads from @first to before @end that wait in @state, once all that have not
 * ended do so. */
static gboolean
release (guint first, guint end, State state)
{
  guint n_waiting = 0;
  guint n_ended = 0;

  for (guint i = first; i < end; i++)
    {
      n_waiting += threads[i].state == state;
      n_ended += threads[i].state == HAS_ENDED;
    }
  if (n_waiting == 0 || n_waiting + n_ended < end - first)
    return FALSE;
  if (n_ended > 0)
    mock_report ("%s: %u threads wait for %u that have ended", current->name, n_waiting, n_ended);
  for (guint i = first; i < end; i++)
    if (threads[i].state == state)
      threads[i].state = RUNS;
  return TRUE;
}

/* Visits 0 … n - 1 in some order: from @first on, in steps of @step, which is coprime to n. */
typedef struct
{
  guint64 first;
  guint64 step;
  guint64 n;
} Order;

static Order
choose_order (guint64 n)
{
  Order order = { .n = n, .first = mock_random ((guint32) MIN (n, G_MAXUINT32)), .step = 1 };

  for (int tries = 0; tries < 8 && n > 2; tries++)
    {
      const guint64 step = 1 + mock_random ((guint32) MIN (n - 1, G_MAXUINT32));
      guint64 a = n;
      guint64 b = step;

      while (b != 0)
        {
          const guint64 rest = a % b;

          a = b;
          b = rest;
        }
      if (a == 1)
        order.step = step;
    }
  return order;
}

static guint
get_place (const Order *order, guint64 i)
{
  return (guint) ((order->first + i * order->step) % order->n);
}

static void
start_thread (Thread *thread, guint number)
{
  if (thread->stack == NULL)
    thread->stack = g_malloc (STACK_BYTES);
  getcontext (&thread->context);
  thread->context.uc_stack.ss_sp = thread->stack;
  thread->context.uc_stack.ss_size = STACK_BYTES;
  thread->context.uc_link = NULL;
  makecontext (&thread->context, enter_thread, 0);
  thread->state = RUNS;
  thread->number = number;
  thread->fake_stack = NULL;
}

static gboolean
have_ended (guint n_threads)
{
  for (guint i = 0; i < n_threads; i++)
    if (threads[i].state != HAS_ENDED)
      return FALSE;

  return TRUE;
}

static void
run_waiting_block (guint n_threads)
{
  for (guint i = 0; i < n_threads; i++)
    start_thread (&threads[i], i);
  while (!have_ended (n_threads))
    {
      const Order order = choose_order (n_threads);
      gboolean goes_on = FALSE;

      for (guint i = 0; i < n_threads; i++)
        if (threads[get_place (&order, i)].state == RUNS)
          {
            resume (&threads[get_place (&order, i)]);
            goes_on = TRUE;
          }
      for (guint first = 0; first < n_threads; first += GPU_WARP)
        goes_on |= release (first, MIN (first + GPU_WARP, n_threads), WAITS_FOR_WARP);
      goes_on |= release (0, n_threads, WAITS_FOR_BLOCK);
      if (!goes_on)
        g_error ("%s: its threads wait for each other in different places", current->name);
    }
}

static void
run_block (guint block, guint n_threads)
{
  here.block.x = block;
  if (current->waits)
    {
      n_shared = 0;
      /* A block finds the contents left by other blocks. */
      memset (shared_memory, 0xff, sizeof shared_memory);
      run_waiting_block (n_threads);
      return;
    }

  const Order order = choose_order (n_threads);
  for (guint i = 0; i < n_threads; i++)
    {
      here.thread.x = get_place (&order, i);
      current->run (current_args);
    }
}

void
mock_run_kernel (const gpu_host_kernel *kernel, gconstpointer args, guint n_blocks, guint n_threads)
{
  const Order order = choose_order (n_blocks);

  current = kernel;
  current_args = args;
  here = (gpu_host_place){ .n_threads = { n_threads, 1, 1 }, .n_blocks = { n_blocks, 1, 1 } };
  gpu_host_here = &here;
  for (guint i = 0; i < n_blocks; i++)
    run_block (get_place (&order, i), n_threads);
}

float
gpu_host_from_half (unsigned short x)
{
  return rensa_half_to_float (x);
}

unsigned short
gpu_host_float_to_half (float x)
{
  return rensa_float_to_half (x);
}

unsigned short
gpu_host_double_to_half (double x)
{
  return rensa_double_to_half (x);
}
