/* rensa-slab.c: allocator for small engine objects.
 *
 * Each thread keeps one free list for each size in steps of 16 bytes. A thread that frees objects
 * allocated by others would accumulate them, so long lists, and those of threads that end, are
 * moved to the depot, from which all threads take.
 * SPDX-License-Identifier: MIT */

#include "rensa-slab.h"

#include "rensa-free-list-private.h"
#include "rensa-sanitizer.h"
#include "rensa-thread-private.h"

#include <string.h>

#define GRANULE 16
#define LARGEST 4096
#define N_CLASSES (LARGEST / GRANULE + 1)
#define BATCH 32

typedef struct
{
  RensaFreeList lists[N_CLASSES];
} Slab;

/* Precedes the objects of one piece of system memory, and keeps it reachable. */
typedef union _Chunk
{
  union _Chunk *next;
  char alignment[GRANULE];
} Chunk;

static void release_slab (gpointer data);

static RENSA_THREAD_LOCAL Slab *thread_slab;
static GPrivate thread_end = G_PRIVATE_INIT (release_slab);

static GMutex depot_lock;
static Slab depot;
static Chunk *chunks;

static void
release_slab (gpointer data)
{
  Slab *slab = data;

  thread_slab = NULL;
  g_mutex_lock (&depot_lock);
  for (int i = 0; i < N_CLASSES; i++)
    rensa_free_list_move (&slab->lists[i], &depot.lists[i], G_MAXUINT);
  g_mutex_unlock (&depot_lock);
  g_free (slab);
}

static Slab *
get_slab (void)
{
  if (G_UNLIKELY (thread_slab == NULL))
    {
      thread_slab = g_new0 (Slab, 1);
      g_private_set (&thread_end, thread_slab);
    }

  return thread_slab;
}

static void
carve_chunk (RensaFreeList *list, gsize size)
{
  Chunk *chunk = g_malloc (sizeof (Chunk) + BATCH * size);
  char *objects = (char *) (chunk + 1);

  chunk->next = chunks;
  chunks = chunk;
  for (int i = BATCH - 1; i >= 0; i--)
    rensa_free_list_push (list, objects + i * size);
}

static G_GNUC_NO_INLINE gpointer
refill (int class)
{
  RensaFreeList *list = &get_slab ()->lists[class];

  g_mutex_lock (&depot_lock);
  rensa_free_list_move (&depot.lists[class], list, BATCH);
  if (list->n == 0)
    carve_chunk (list, (gsize) class * GRANULE);
  g_mutex_unlock (&depot_lock);

  return rensa_free_list_pop (list);
}

static G_GNUC_NO_INLINE void
hand_over (RensaFreeList *list, int class)
{
  g_mutex_lock (&depot_lock);
  rensa_free_list_move (list, &depot.lists[class], BATCH);
  g_mutex_unlock (&depot_lock);
}

static int
get_class (gsize size)
{
  return (int) ((MAX (size, 1) + GRANULE - 1) / GRANULE);
}

gpointer
rensa_slab_take (gsize size)
{
  if (RENSA_SANITIZED || G_UNLIKELY (size > LARGEST))
    return g_malloc (MAX (size, 1));

  const int class = get_class (size);
  gpointer object = thread_slab != NULL ? rensa_free_list_pop (&thread_slab->lists[class]) : NULL;

  return G_LIKELY (object != NULL) ? object : refill (class);
}

gpointer
rensa_slab_new (gsize size)
{
  return memset (rensa_slab_take (size), 0, size);
}

void
rensa_slab_free (gpointer object, gsize size)
{
  if (RENSA_SANITIZED || G_UNLIKELY (size > LARGEST))
    {
      g_free (object);
      return;
    }

  const int class = get_class (size);
  RensaFreeList *list = &get_slab ()->lists[class];

  rensa_free_list_push (list, object);
  if (G_UNLIKELY (list->n >= 4 * BATCH))
    hand_over (list, class);
}
