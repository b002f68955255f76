/* mock-memory.c: device memory that the host cannot read.
 * SPDX-License-Identifier: MIT */

#include "mock-private.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rensa-sanitizer.h"

#define DEVICE_BYTES (G_GUINT64_CONSTANT (1) << 33)
/* Size of the address range of a device: larger than its memory, so that freed addresses are not
 * reused soon. */
#define DEVICE_ADDRESSES (G_GUINT64_CONSTANT (1) << 36)
#define ALIGNMENT 256
#define RED_ZONE 256
#define RED 0xfb
/* Number of freed pieces of one size that are kept before one of them is reused. */
#define N_WAITING 16
/* Memory is opened and closed by large pages, if the system has them: there are fewer of them. */
#define PAGE (2 << 20)

typedef struct
{
  guint64 address;
  gsize n_bytes; /* requested bytes, followed by the red zone */
} Piece;

static char *arena;
static gsize n_opened[MOCK_N_DEVICES]; /* number of bytes from the first one on, in whole pages */
static gsize n_used[MOCK_N_DEVICES];
static gsize n_live[MOCK_N_DEVICES];
static int n_inside;
static GTree *pieces;       /* pieces in use, by address */
static GHashTable *waiting; /* size: GQueue of addresses */
static GTree *pinned;

static int
compare_addresses (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 left = *(const guint64 *) a;
  const guint64 right = *(const guint64 *) b;

  return left < right ? -1 : left > right;
}

static gsize
round_up (gsize n, gsize unit)
{
  return (n + unit - 1) / unit * unit;
}

static void
make_arena (void)
{
  if (arena != NULL)
    return;

  char *memory = mmap (NULL, MOCK_N_DEVICES * DEVICE_ADDRESSES + PAGE, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    g_error ("the stand-in for a GPU found no addresses for its memory");
  arena = (char *) (guintptr) round_up ((guintptr) memory, PAGE);
  madvise (arena, MOCK_N_DEVICES * DEVICE_ADDRESSES, MADV_HUGEPAGE);
  pieces = g_tree_new_full (compare_addresses, NULL, NULL, g_free);
  pinned = g_tree_new_full (compare_addresses, NULL, NULL, g_free);
  waiting = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_queue_free);
}

static void
protect (int device, gsize from, gsize to, int protection)
{
  if (to > from && mprotect (arena + device * DEVICE_ADDRESSES + from, to - from, protection) != 0)
    g_error ("the stand-in for a GPU could not change the protection of its memory");
}

void
mock_memory_open (void)
{
  make_arena ();
  if (n_inside++ == 0)
    for (int device = 0; device < MOCK_N_DEVICES; device++)
      protect (device, 0, n_opened[device], PROT_READ | PROT_WRITE);
}

void
mock_memory_close (void)
{
  if (--n_inside == 0)
    for (int device = 0; device < MOCK_N_DEVICES; device++)
      protect (device, 0, n_opened[device], PROT_NONE);
}

static guint64
take_new (int device, gsize n_bytes)
{
  const gsize at = n_used[device];
  const gsize end = round_up (at + n_bytes + RED_ZONE, ALIGNMENT);
  const gsize open_end = round_up (end, PAGE);

  if (end > DEVICE_ADDRESSES)
    return 0;
  if (open_end > n_opened[device])
    {
      if (n_inside > 0)
        protect (device, n_opened[device], open_end, PROT_READ | PROT_WRITE);
      n_opened[device] = open_end;
    }
  n_used[device] = end;
  return (guint64) (guintptr) arena + device * DEVICE_ADDRESSES + at;
}

/* Returns a freed piece of the same size and device. */
static guint64
take_waiting (int device, gsize n_bytes)
{
  GQueue *queue = g_hash_table_lookup (waiting, GSIZE_TO_POINTER (n_bytes * MOCK_N_DEVICES + device));

  if (queue == NULL || g_queue_get_length (queue) <= N_WAITING)
    return 0;
  return (guint64) (guintptr) g_queue_pop_head (queue);
}

static void
write_red_zone (guint64 address, gsize n_bytes)
{
  char *zone = (char *) (guintptr) address + n_bytes;

  mock_memory_open ();
  RENSA_UNPOISON ((gpointer) (guintptr) address, n_bytes + RED_ZONE);
  /* Memory that a program reads before writing it contains NaN. */
  memset ((gpointer) (guintptr) address, 0xff, MIN (n_bytes, 1024));
  memset (zone, RED, RED_ZONE);
  RENSA_POISON (zone, RED_ZONE);
  mock_memory_close ();
}

/* Returns TRUE if this allocation is the one that fails. */
static gboolean
is_failing (void)
{
  mock_counts.n_allocations++;
  return mock_options.failing_allocation > 0 && --mock_options.failing_allocation == 0;
}

RensaCudaStatus
mock_allocate (int device, gsize n_bytes, RensaCudaPointer *memory)
{
  if (is_failing ())
    return RENSA_CUDA_ERROR_OUT_OF_MEMORY;
  if (n_bytes == 0)
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  make_arena ();
  if (n_bytes > mock_count_free_bytes (device))
    return RENSA_CUDA_ERROR_OUT_OF_MEMORY;

  guint64 address = take_waiting (device, n_bytes);
  if (address == 0)
    address = take_new (device, n_bytes);
  if (address == 0)
    return RENSA_CUDA_ERROR_OUT_OF_MEMORY;

  Piece *piece = g_new (Piece, 1);
  *piece = (Piece){ address, n_bytes };
  g_tree_insert (pieces, &piece->address, piece);
  n_live[device] += n_bytes;
  write_red_zone (address, n_bytes);
  *memory = address;
  return RENSA_CUDA_SUCCESS;
}

/* Returns the piece of @tree that begins at or before @address; NULL if there is none. */
static const Piece *
find_piece (GTree *tree, guint64 address)
{
  GTreeNode *above = g_tree_upper_bound (tree, &address);
  GTreeNode *node = above != NULL ? g_tree_node_previous (above) : g_tree_node_last (tree);

  return node != NULL ? g_tree_node_value (node) : NULL;
}

static gboolean
is_inside (const Piece *piece, guint64 address, gsize n_bytes)
{
  return piece != NULL && address >= piece->address && n_bytes <= piece->n_bytes
         && address - piece->address <= piece->n_bytes - n_bytes;
}

gboolean
mock_is_in_arena (guint64 address)
{
  const guint64 first = (guint64) (guintptr) arena;

  return arena != NULL && address >= first && address < first + MOCK_N_DEVICES * DEVICE_ADDRESSES;
}

static void
check_red_zone (const Piece *piece, const char *who)
{
  const guint8 *zone = (const guint8 *) (guintptr) piece->address + piece->n_bytes;
  gsize i = 0;

  RENSA_UNPOISON ((gpointer) zone, RED_ZONE);
  while (i < RED_ZONE && zone[i] == RED)
    i++;
  if (i < RED_ZONE)
    {
      mock_report ("%s: something was written %" G_GSIZE_FORMAT " bytes behind an array of %" G_GSIZE_FORMAT " bytes",
                   who, i, piece->n_bytes);
      memset ((gpointer) zone, RED, RED_ZONE);
    }
  RENSA_POISON ((gpointer) zone, RED_ZONE);
}

static gboolean
check_piece (gpointer key, gpointer value, gpointer who)
{
  check_red_zone (value, who);
  return FALSE;
}

void
mock_check_red_zones (const char *who)
{
  mock_memory_open ();
  g_tree_foreach (pieces, check_piece, (gpointer) who);
  mock_memory_close ();
}

static int
get_device (guint64 address)
{
  return (int) ((address - (guint64) (guintptr) arena) / DEVICE_ADDRESSES);
}

RensaCudaStatus
mock_free (RensaCudaPointer memory)
{
  const Piece *piece = arena != NULL ? g_tree_lookup (pieces, &memory) : NULL;

  if (piece == NULL)
    {
      mock_report ("cuMemFree: nothing in use begins at 0x%" G_GINT64_MODIFIER "x", memory);
      return RENSA_CUDA_ERROR_INVALID_VALUE;
    }

  const int device = get_device (memory);
  const gpointer key = GSIZE_TO_POINTER (piece->n_bytes * MOCK_N_DEVICES + device);
  GQueue *queue = g_hash_table_lookup (waiting, key);

  mock_memory_open ();
  check_red_zone (piece, "cuMemFree");
  RENSA_POISON ((gpointer) (guintptr) memory, piece->n_bytes);
  mock_memory_close ();
  if (queue == NULL)
    {
      queue = g_queue_new ();
      g_hash_table_insert (waiting, key, queue);
    }
  g_queue_push_tail (queue, (gpointer) (guintptr) memory);
  n_live[device] -= piece->n_bytes;
  g_tree_remove (pieces, &memory);
  return RENSA_CUDA_SUCCESS;
}

gsize
mock_count_bytes (void)
{
  return mock_options.n_bytes > 0 ? mock_options.n_bytes : DEVICE_BYTES;
}

gsize
mock_count_free_bytes (int device)
{
  const gsize total = mock_count_bytes ();

  return total > n_live[device] ? total - n_live[device] : 0;
}

/* No device can read the memory of another one. */
static gboolean
check_device (const char *who, int device, guint64 address)
{
  if (get_device (address) == device)
    return TRUE;
  mock_report ("%s on mock:%d was given memory of mock:%d", who, device, get_device (address));
  return FALSE;
}

gboolean
mock_check_range (const char *who, int device, RensaCudaPointer memory, gsize n_bytes)
{
  if (arena != NULL && is_inside (find_piece (pieces, memory), memory, n_bytes))
    return check_device (who, device, memory);

  if (mock_is_in_arena (memory))
    mock_report ("%s was given %" G_GSIZE_FORMAT " bytes of device memory of which not all are in use", who, n_bytes);
  else
    mock_report ("%s was given an address of the host's memory, or none at all, for device memory", who);
  return FALSE;
}

/* Returns TRUE if the host has memory at that address. */
static gboolean
is_mapped (guint64 address)
{
  const gsize page = (gsize) sysconf (_SC_PAGESIZE);
  unsigned char state;

  return mincore ((gpointer) (guintptr) (address / page * page), 1, &state) == 0;
}

gboolean
mock_check_word (const char *who, int device, guint64 address)
{
  if (mock_is_in_arena (address))
    {
      const Piece *piece = find_piece (pieces, address);

      if (piece != NULL && address - piece->address <= piece->n_bytes)
        return check_device (who, device, address);
      mock_report ("%s was given device memory that is not in use", who);
      return FALSE;
    }
  /* Other numbers are smaller or larger than the addresses of programs. */
  if (address < (G_GUINT64_CONSTANT (1) << 32) || address >= (G_GUINT64_CONSTANT (1) << 47) || !is_mapped (address))
    return TRUE;

  mock_report ("%s was given an address of the host's memory", who);
  return FALSE;
}

RensaCudaStatus
mock_allocate_host (gsize n_bytes, void **memory)
{
  Piece *piece;

  if (is_failing ())
    return RENSA_CUDA_ERROR_OUT_OF_MEMORY;
  make_arena ();
  piece = g_new (Piece, 1);
  *memory = g_malloc (n_bytes);
  *piece = (Piece){ (guint64) (guintptr) *memory, n_bytes };
  g_tree_insert (pinned, &piece->address, piece);
  return RENSA_CUDA_SUCCESS;
}

RensaCudaStatus
mock_free_host (void *memory)
{
  const guint64 address = (guint64) (guintptr) memory;

  if (arena == NULL || !g_tree_remove (pinned, &address))
    {
      mock_report ("cuMemFreeHost: nothing pinned begins there");
      return RENSA_CUDA_ERROR_INVALID_VALUE;
    }
  g_free (memory);
  return RENSA_CUDA_SUCCESS;
}

gboolean
mock_is_pinned (const void *memory, gsize n_bytes)
{
  const guint64 address = (guint64) (guintptr) memory;

  return arena != NULL && is_inside (find_piece (pinned, address), address, n_bytes);
}
