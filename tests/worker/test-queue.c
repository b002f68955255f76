/* test-queue.c: messages from one thread to another.
 * SPDX-License-Identifier: MIT */

#include "rensa-queue.h"
#include "worker-fixture.h"

static gpointer
push_many (gpointer data)
{
  RensaQueue *queue = data;
  const gint64 n = tests_are_slow () ? 200000 : 4000000;

  for (gint64 i = 1; i <= n; i++)
    {
      RensaMessage message = { .iteration = i, .value = (double) -i };

      message.text = i % 1000 == 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, i) : NULL;
      rensa_queue_push (queue, &message);
    }
  return GSIZE_TO_POINTER ((gsize) n);
}

static void
test_threads (void)
{
  g_autoptr (RensaQueue) queue = rensa_queue_new ();
  GThread *thread = g_thread_new ("push", push_many, queue);
  const gint64 n = tests_are_slow () ? 200000 : 4000000;
  RensaMessage message;

  for (gint64 i = 1; i <= n;)
    {
      if (!rensa_queue_pop (queue, &message))
        {
          g_thread_yield ();
          continue;
        }
      g_assert_cmpint (message.iteration, ==, i);
      g_assert_cmpfloat (message.value, ==, (double) -i);
      g_assert_cmpint (message.text != NULL ? g_ascii_strtoll (message.text, NULL, 10) : 0, ==, i % 1000 == 0 ? i : 0);
      g_free (message.text);
      i++;
    }
  g_assert_cmpint ((gint64) GPOINTER_TO_SIZE (g_thread_join (thread)), ==, n);
  g_assert_cmpuint (rensa_queue_get_n_waiting (queue), ==, 0);
  g_assert_false (rensa_queue_pop (queue, &message));
}

/* Batches of every size around that of a chunk: once warm, nothing is asked of the system. */
static void
test_recycling (void)
{
  g_autoptr (RensaQueue) queue = rensa_queue_new ();
  RensaMessage message = { .kind = RENSA_MESSAGE_VALUE };
  gint64 n_pushed = 0;
  gint64 n_popped = 0;
  guint n_chunks = 0;

  for (int round = 0; round < 2; round++)
    {
      for (int batch = 1; batch < 700; batch++)
        {
          for (int i = 0; i < batch; i++)
            {
              message.iteration = n_pushed++;
              rensa_queue_push (queue, &message);
            }
          g_assert_cmpuint (rensa_queue_get_n_waiting (queue), ==, batch);
          while (rensa_queue_pop (queue, &message))
            g_assert_cmpint (message.iteration, ==, n_popped++);
        }
      g_assert_cmpint (n_popped, ==, n_pushed);
      if (round > 0)
        g_assert_cmpuint (rensa_queue_get_n_chunks (queue), ==, n_chunks);
      n_chunks = rensa_queue_get_n_chunks (queue);
    }
  g_assert_cmpuint (n_chunks, <, 6);
}

/* A reader that sleeps costs memory, never a message; what waits at the end is freed. */
static void
test_sleeping_reader (void)
{
  g_autoptr (RensaQueue) queue = rensa_queue_new ();
  RensaMessage message;

  for (gint64 i = 0; i < 100000; i++)
    {
      message = (RensaMessage){ .iteration = i, .text = g_strdup ("text") };
      rensa_queue_push (queue, &message);
    }
  g_assert_cmpuint (rensa_queue_get_n_waiting (queue), ==, 100000);
  for (gint64 i = 0; i < 50000; i++)
    {
      g_assert_true (rensa_queue_pop (queue, &message));
      g_assert_cmpint (message.iteration, ==, i);
      g_free (message.text);
    }
}

typedef struct
{
  RensaStatusBox box;
  int is_over;
} Board;

static gpointer
publish_many (gpointer data)
{
  Board *board = data;

  for (int i = 1; i <= 300000; i++)
    {
      const RensaWorkerStatus status = { .iteration = i, .epoch = i, .elapsed = i, .rate = i, .length = i };

      rensa_status_box_write (&board->box, &status);
    }
  g_atomic_int_set (&board->is_over, 1);
  return NULL;
}

static void
test_status (void)
{
  g_autofree Board *board = g_new0 (Board, 1);
  GThread *thread = g_thread_new ("publish", publish_many, board);
  RensaWorkerStatus status;
  gint64 before = 0;
  gboolean is_over;

  do
    {
      is_over = g_atomic_int_get (&board->is_over) != 0;
      rensa_status_box_read (&board->box, &status);
      g_assert_cmpfloat (status.epoch, ==, (double) status.iteration);
      g_assert_cmpfloat (status.elapsed, ==, (double) status.iteration);
      g_assert_cmpfloat (status.rate, ==, (double) status.iteration);
      g_assert_cmpfloat (status.length, ==, (double) status.iteration);
      g_assert_cmpint (status.iteration, >=, before);
      before = status.iteration;
    }
  while (!is_over);
  g_assert_cmpint (status.iteration, ==, 300000);
  g_thread_join (thread);
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  g_test_add_func ("/worker/queue/threads", test_threads);
  g_test_add_func ("/worker/queue/recycling", test_recycling);
  g_test_add_func ("/worker/queue/sleeping-reader", test_sleeping_reader);
  g_test_add_func ("/worker/status/consistent", test_status);
  return g_test_run ();
}
