/* rensa-queue.c: message queue between two threads.
 * SPDX-License-Identifier: MIT */

#include "rensa-queue.h"

#define CHUNK_LENGTH 256
#define CACHE_LINE 64

typedef struct _Chunk Chunk;

struct _Chunk
{
  Chunk *next;
  RensaMessage messages[CHUNK_LENGTH];
};

/*   spare           reading                          writing
 *     │ popped whole    │ popped in part                  │
 *   ┌─▼───┐   ┌─────┐ ┌─▼───┐   ┌─────┐   ┌─────┐   ┌─────▼┐
 *   │     ├──►│     ├►│▒▒▒  ├──►│▒▒▒▒▒├──►│▒▒▒▒▒├──►│▒▒    │   ▒ waits
 *   └─────┘   └─────┘ └─────┘   └─────┘   └─────┘   └──────┘
 *
 * Only the two counts are shared between threads. Each is written by one thread after the data
 * that it counts, and read by the other thread before it accesses that data. */
struct _RensaQueue
{
  /* Written by the pushing thread. */
  Chunk *writing;
  Chunk *spare;
  guint64 n_pushed_here; /* value of n_pushed */
  guint64 n_spared;      /* Messages in chunks taken from spare */
  int n_chunks;          /* atomic */
  guint64 n_pushed __attribute__ ((aligned (CACHE_LINE)));

  /* Written by the popping thread. */
  Chunk *reading __attribute__ ((aligned (CACHE_LINE)));
  guint64 n_popped_here;
  guint64 n_popped __attribute__ ((aligned (CACHE_LINE)));
};

static Chunk *
new_chunk (RensaQueue *queue)
{
  g_atomic_int_inc (&queue->n_chunks);
  return g_new0 (Chunk, 1);
}

RensaQueue *
rensa_queue_new (void)
{
  RensaQueue *queue = g_aligned_alloc0 (1, sizeof (RensaQueue), CACHE_LINE);

  queue->writing = queue->spare = queue->reading = new_chunk (queue);
  return queue;
}

void
rensa_queue_free (RensaQueue *queue)
{
  RensaMessage message;

  while (rensa_queue_pop (queue, &message))
    g_free (message.text);
  while (queue->spare != NULL)
    {
      Chunk *next = queue->spare->next;

      g_free (queue->spare);
      queue->spare = next;
    }
  g_aligned_free (queue);
}

/* Returns the oldest chunk if the reader has popped all of it and moved on to the next one;
 * otherwise a new chunk. */
static Chunk *
take_chunk (RensaQueue *queue)
{
  Chunk *chunk = queue->spare;

  if (__atomic_load_n (&queue->n_popped, __ATOMIC_ACQUIRE) <= queue->n_spared + CHUNK_LENGTH)
    return new_chunk (queue);

  queue->spare = chunk->next;
  queue->n_spared += CHUNK_LENGTH;
  chunk->next = NULL;
  return chunk;
}

void
rensa_queue_push (RensaQueue *queue, const RensaMessage *message)
{
  const guint at = queue->n_pushed_here % CHUNK_LENGTH;

  if (at == 0 && queue->n_pushed_here > 0)
    {
      Chunk *chunk = take_chunk (queue);

      queue->writing->next = chunk;
      queue->writing = chunk;
    }
  queue->writing->messages[at] = *message;
  __atomic_store_n (&queue->n_pushed, ++queue->n_pushed_here, __ATOMIC_RELEASE);
}

guint64
rensa_queue_get_n_waiting (RensaQueue *queue)
{
  return __atomic_load_n (&queue->n_pushed, __ATOMIC_ACQUIRE) - queue->n_popped_here;
}

gboolean
rensa_queue_pop (RensaQueue *queue, RensaMessage *message)
{
  const guint at = queue->n_popped_here % CHUNK_LENGTH;

  if (rensa_queue_get_n_waiting (queue) == 0)
    return FALSE;

  if (at == 0 && queue->n_popped_here > 0)
    queue->reading = queue->reading->next;
  *message = queue->reading->messages[at];
  __atomic_store_n (&queue->n_popped, ++queue->n_popped_here, __ATOMIC_RELEASE);
  return TRUE;
}

guint
rensa_queue_get_n_chunks (RensaQueue *queue)
{
  return (guint) g_atomic_int_get (&queue->n_chunks);
}
