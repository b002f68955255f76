/* rensa-pool.c: device memory cached for reuse by later arrays.
 *
 * Sizes are rounded up to four steps per power of two. Each thread keeps one free list of whole
 * buffers for each device and size, so that the next array of about that size costs a few
 * instructions. A thread that frees buffers allocated by others would accumulate them, so long
 * lists are moved to the depot, from which all threads take before they ask the device.
 * SPDX-License-Identifier: MIT */

#include "rensa-pool.h"

#include "rensa-fault.h"
#include "rensa-free-list-private.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-sanitizer.h"
#include "rensa-slab.h"
#include "rensa-thread-private.h"

#define SMALLEST 64
#define LARGEST (G_GUINT64_CONSTANT (1) << 62)
#define N_CLASSES (4 * (62 - 6) + 1)
#define BATCH_BYTES (1 << 20)
#define LARGEST_BATCH 16

/* While the buffer is free, the node overlays its first members. */
typedef union
{
  RensaFreeNode node;
  RensaBuffer buffer;
} Piece;

typedef struct _Cache Cache;

struct _Cache
{
  const RensaDevice *device;
  Cache *next;
  RensaFreeList lists[N_CLASSES];
};

static void release_thread (gpointer data);

static RENSA_THREAD_LOCAL Cache *thread_caches;
static RENSA_THREAD_LOCAL guint64 thread_taken_bytes;
static RENSA_THREAD_LOCAL guint64 thread_acquired_bytes;
static GPrivate thread_end = G_PRIVATE_INIT (release_thread);

static GMutex depot_lock;
static Cache *depot;

static gsize live_bytes;
static gsize peak_bytes;
static gsize system_bytes;
static guint64 n_system_allocations;

#define READ(figure) __atomic_load_n (&(figure), __ATOMIC_RELAXED)
#define ADD(figure, amount) __atomic_add_fetch (&(figure), (amount), __ATOMIC_RELAXED)
#define SUBTRACT(figure, amount) __atomic_sub_fetch (&(figure), (amount), __ATOMIC_RELAXED)

/* Class 0 holds SMALLEST bytes; classes 4 k + 1 … 4 k + 4 hold 5/4, 6/4, 7/4 and 8/4 times SMALLEST << k. */
static int
get_class (gsize size)
{
  if (size <= SMALLEST)
    return 0;

  const int log2 = 63 - __builtin_clzll (size - 1);
  return 1 + 4 * (log2 - 6) + (int) (((size - 1) >> (log2 - 2)) & 3);
}

static gsize
get_class_size (int class)
{
  if (class == 0)
    return SMALLEST;

  return (gsize) (5 + (class - 1) % 4) << (4 + (class - 1) / 4);
}

static guint
get_batch (gsize class_size)
{
  return (guint) CLAMP (BATCH_BYTES / class_size, 1, LARGEST_BATCH);
}

static Cache *
find_cache (Cache **caches, const RensaDevice *device)
{
  Cache *cache = *caches;

  while (cache != NULL && cache->device != device)
    cache = cache->next;

  if (G_UNLIKELY (cache == NULL))
    {
      cache = g_new0 (Cache, 1);
      cache->device = device;
      cache->next = *caches;
      *caches = cache;
    }

  return cache;
}

static Cache *
get_thread_cache (const RensaDevice *device)
{
  if (G_LIKELY (thread_caches != NULL && thread_caches->device == device))
    return thread_caches;

  Cache *cache = find_cache (&thread_caches, device);
  g_private_set (&thread_end, thread_caches);
  return cache;
}

static void
release_piece (const RensaDevice *device, Piece *piece)
{
  device->klass->release (device, piece->buffer.data, piece->buffer.size);
  SUBTRACT (system_bytes, piece->buffer.size);
  rensa_slab_free (piece, sizeof (Piece));
}

static void
release_pieces (Cache *caches)
{
  for (Cache *cache = caches; cache != NULL; cache = cache->next)
    for (int i = 0; i < N_CLASSES; i++)
      {
        Piece *piece;

        while ((piece = rensa_free_list_pop (&cache->lists[i])) != NULL)
          release_piece (cache->device, piece);
      }
}

static void
release_thread (gpointer data)
{
  release_pieces (thread_caches);

  while (thread_caches != NULL)
    {
      Cache *cache = thread_caches;

      thread_caches = cache->next;
      g_free (cache);
    }
}

static G_GNUC_NO_INLINE void
hand_over (Cache *cache, int class, guint n)
{
  g_mutex_lock (&depot_lock);
  rensa_free_list_move (&cache->lists[class], &find_cache (&depot, cache->device)->lists[class], n);
  g_mutex_unlock (&depot_lock);
}

static Piece *
take_from_depot (Cache *cache, int class, guint n)
{
  g_mutex_lock (&depot_lock);
  rensa_free_list_move (&find_cache (&depot, cache->device)->lists[class], &cache->lists[class], n);
  g_mutex_unlock (&depot_lock);

  return rensa_free_list_pop (&cache->lists[class]);
}

/* The host overcommits memory and kills the program when the memory is used. */
static gpointer
allocate (const RensaDevice *device, gsize class_size)
{
  if (device == rensa_device_get_host () && !rensa_memory_check (class_size, device->name, NULL))
    return NULL;
  return device->klass->allocate (device, class_size);
}

static Piece *
allocate_piece (const RensaDevice *device, gsize class_size)
{
  gpointer data = allocate (device, class_size);

  if (data == NULL)
    {
      rensa_pool_trim ();
      data = allocate (device, class_size);
    }
  if (data == NULL)
    return NULL;

  Piece *piece = rensa_slab_take (sizeof (Piece));
  piece->buffer.data = data;
  piece->buffer.size = class_size;
  ADD (n_system_allocations, 1);
  ADD (system_bytes, class_size);
  thread_acquired_bytes += class_size;
  return piece;
}

static G_GNUC_NO_INLINE Piece *
get_piece_slowly (const RensaDevice *device, gsize size, int class, GError **error)
{
  const gsize class_size = get_class_size (class);
  Piece *piece = NULL;

  if (size <= LARGEST)
    {
      if (!RENSA_SANITIZED)
        piece = take_from_depot (get_thread_cache (device), class, get_batch (class_size));
      if (piece == NULL)
        piece = allocate_piece (device, class_size);
    }

  if (piece == NULL)
    {
      g_autofree char *text = g_format_size_full (size, G_FORMAT_SIZE_IEC_UNITS);

      rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("not enough memory for %s on device %s"), text, device->name);
    }

  return piece;
}

static inline void
count_live (gsize *live_figure, gsize *peak_figure, gsize size)
{
  const gsize live = ADD (*live_figure, size);
  gsize peak = READ (*peak_figure);

  while (G_UNLIKELY (live > peak)
         && !__atomic_compare_exchange_n (peak_figure, &peak, live, TRUE, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

RensaBuffer *
rensa_buffer_new (const RensaDevice *device, gsize size, GError **error)
{
  const int class = G_UNLIKELY (device->klass->is_virtual) ? 0 : get_class (size);
  Piece *piece = NULL;

  if (!RENSA_SANITIZED && G_LIKELY (size <= LARGEST))
    piece = rensa_free_list_pop (&get_thread_cache (device)->lists[class]);
  if (G_UNLIKELY (piece == NULL))
    piece = get_piece_slowly (device, size, class, error);
  if (piece == NULL)
    return NULL;

  piece->buffer.ref_count = 1;
  piece->buffer.device = device;
  count_live (&live_bytes, &peak_bytes, piece->buffer.size);
  if (device->use != NULL)
    count_live (&device->use->live_bytes, &device->use->peak_bytes, piece->buffer.size);
  thread_taken_bytes += MAX (piece->buffer.size, size); /* a virtual device allocates less than requested */
  return &piece->buffer;
}

RensaBuffer *
rensa_buffer_ref (RensaBuffer *buffer)
{
  buffer->ref_count++;
  return buffer;
}

static void
free_piece (Piece *piece)
{
  const RensaDevice *device = piece->buffer.device;
  const gsize size = piece->buffer.size;

  SUBTRACT (live_bytes, size);
  if (device->use != NULL)
    SUBTRACT (device->use->live_bytes, size);
  if (RENSA_SANITIZED)
    {
      release_piece (device, piece);
      return;
    }

  const int class = get_class (size);
  const guint batch = get_batch (size);
  Cache *cache = get_thread_cache (device);

  rensa_free_list_push (&cache->lists[class], piece);
  if (G_UNLIKELY (cache->lists[class].n >= 4 * batch))
    hand_over (cache, class, batch);
}

void
rensa_buffer_unref (RensaBuffer *buffer)
{
  if (--buffer->ref_count == 0)
    free_piece ((Piece *) buffer);
}

void
rensa_pool_get_figures (RensaPoolFigures *figures)
{
  const gsize live = READ (live_bytes);
  const gsize held = READ (system_bytes);

  /* Another thread may have updated only one of the two counters. */
  figures->cached_bytes = held > live ? held - live : 0;
  figures->live_bytes = live;
  figures->peak_bytes = MAX (READ (peak_bytes), live);
  figures->n_system_allocations = READ (n_system_allocations);
}

void
rensa_pool_get_thread_bytes (guint64 *taken, guint64 *acquired)
{
  *taken = thread_taken_bytes;
  *acquired = thread_acquired_bytes;
}

void
rensa_pool_reset_peak (void)
{
  __atomic_store_n (&peak_bytes, READ (live_bytes), __ATOMIC_RELAXED);
}

void
rensa_pool_get_use (const RensaDevice *device, RensaDeviceUse *use)
{
  *use = (RensaDeviceUse){ 0 };
  if (device->use == NULL)
    return;

  use->live_bytes = READ (device->use->live_bytes);
  use->peak_bytes = MAX (READ (device->use->peak_bytes), use->live_bytes);
}

void
rensa_pool_reset_use (const RensaDevice *device)
{
  if (device->use != NULL)
    __atomic_store_n (&device->use->peak_bytes, READ (device->use->live_bytes), __ATOMIC_RELAXED);
}

void
rensa_pool_trim (void)
{
  release_pieces (thread_caches);
  g_mutex_lock (&depot_lock);
  release_pieces (depot);
  g_mutex_unlock (&depot_lock);
}
