/* far-device.c: a device whose memory only its backend can read.
 * SPDX-License-Identifier: MIT */

#include "far-device.h"

#include "rensa-backend.h"
#include "rensa-error.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define N_DEVICES 2
#define ARENA_BYTES (G_GUINT64_CONSTANT (1) << 36)
/* Memory is opened and closed by large pages, if the system has them: there are fewer of them. */
#define PAGE (2 << 20)
#define ALIGNMENT 64

/* All memory is one range, whose first bytes are in use or have been; freed pieces are kept by
 * size for reuse. */
static char *arena;
static gsize n_used;
static gsize n_open;
static GHashTable *returned;
static int n_inside;
static guint n_reads;
static guint n_copies;
static GRecMutex lock;

/* Makes the memory accessible until the end of the block. */
typedef struct
{
  gboolean is_inside;
} Inside;

static void
protect (gsize from, gsize to, int protection)
{
  if (to > from && mprotect (arena + from, to - from, protection) != 0)
    g_error ("mprotect failed: %s", g_strerror (errno));
}

static Inside
enter (void)
{
  g_rec_mutex_lock (&lock);
  if (n_inside++ == 0)
    protect (0, n_open, PROT_READ | PROT_WRITE);
  return (Inside){ TRUE };
}

static void
leave (Inside *inside)
{
  if (--n_inside == 0)
    protect (0, n_open, PROT_NONE);
  g_rec_mutex_unlock (&lock);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inside, leave)

static GQueue *
get_returned (gsize n_bytes)
{
  GQueue *queue = g_hash_table_lookup (returned, GSIZE_TO_POINTER (n_bytes));

  if (queue == NULL)
    {
      queue = g_queue_new ();
      g_hash_table_insert (returned, GSIZE_TO_POINTER (n_bytes), queue);
    }
  return queue;
}

static gpointer
take_new (gsize n_bytes)
{
  const gsize at = n_used;
  const gsize end = (at + n_bytes + PAGE - 1) / PAGE * PAGE;

  if (n_bytes > ARENA_BYTES - n_used)
    return NULL;

  n_used += (n_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (end > n_open)
    {
      if (n_inside > 0)
        protect (n_open, end, PROT_READ | PROT_WRITE);
      n_open = end;
    }
  return arena + at;
}

static gpointer
allocate (const RensaDevice *device, gsize n_bytes)
{
  gpointer memory;

  g_rec_mutex_lock (&lock);
  memory = g_queue_pop_head (get_returned (n_bytes));
  if (memory == NULL)
    memory = take_new (n_bytes);
  g_rec_mutex_unlock (&lock);
  return memory;
}

static void
release (const RensaDevice *device, gpointer memory, gsize n_bytes)
{
  g_rec_mutex_lock (&lock);
  g_queue_push_head (get_returned (n_bytes), memory);
  g_rec_mutex_unlock (&lock);
}

static gboolean
copy (const RensaDevice *device, gpointer to, gconstpointer from, gsize n_bytes, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  memcpy (to, from, n_bytes);
  return TRUE;
}

/* Counts a single number for which the host waits. */
static gboolean
copy_out (const RensaDevice *device, gpointer to, gconstpointer from, gsize n_bytes, GError **error)
{
  n_copies++;
  if (n_bytes <= sizeof (double))
    n_reads++;
  return copy (device, to, from, n_bytes, error);
}

static gboolean
copy_peer (const RensaDevice *to_device, gpointer to, const RensaDevice *from_device, gconstpointer from, gsize n_bytes,
           GError **error)
{
  return copy (to_device, to, from, n_bytes, error);
}

static const RensaBackend *
get_cpu (void)
{
  return rensa_device_get_host ()->klass->backend;
}

static gboolean
fill (RensaArray *array, double value, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->fill (array, value, error);
}

static gboolean
assign (RensaArray *target, RensaArray *source, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->assign (target, source, error);
}

static gboolean
accumulate (RensaArray *target, RensaArray *source, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->accumulate (target, source, error);
}

static gboolean
map (const RensaKernel *kernel, RensaDtype dtype, RensaArray *const *inputs, RensaArray *const *outputs,
     const double *params, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->map (kernel, dtype, inputs, outputs, params, error);
}

static gboolean
run_program (const RensaProgram *program, RensaArray *const *inputs, RensaArray *const *outputs, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->run_program (program, inputs, outputs, error);
}

static gboolean
index_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray *const *outputs, const double *params,
           GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->index_map (kernel, inputs, outputs, params, error);
}

static gboolean
reduce (RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->reduce (reduction, x, mask, y, error);
}

static gboolean
scan (RensaScan kind, RensaArray *x, RensaArray *factor, int axis, RensaArray *y, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->scan (kind, x, factor, axis, y, error);
}

static gboolean
matmul (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias, gboolean adds, RensaArray *y,
        GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->matmul (a, b, transa, transb, bias, adds, y, error);
}

static gboolean
take_rows (RensaArray *x, int axis, RensaArray *index, gint64 ignore, gboolean wrap, RensaArray *y, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->take_rows (x, axis, index, ignore, wrap, y, error);
}

static gboolean
scatter_rows (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->scatter_rows (target, index, rows, ignore, wrap, error);
}

static gboolean
fill_uniform (RensaArray *array, RensaRandom random, double low, double high, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->fill_uniform (array, random, low, high, error);
}

static gboolean
fill_normal (RensaArray *array, RensaRandom random, double loc, double scale, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->fill_normal (array, random, loc, scale, error);
}

static gboolean
fill_bernoulli (RensaArray *array, RensaRandom random, double keep, double value, GError **error)
{
  g_auto (Inside) inside G_GNUC_UNUSED = enter ();

  return get_cpu ()->fill_bernoulli (array, random, keep, value, error);
}

static const RensaBackend backend = {
  .fill = fill,
  .assign = assign,
  .accumulate = accumulate,
  .map = map,
  .run_program = run_program,
  .index_map = index_map,
  .reduce = reduce,
  .scan = scan,
  .matmul = matmul,
  .take_rows = take_rows,
  .scatter_rows = scatter_rows,
  .fill_uniform = fill_uniform,
  .fill_normal = fill_normal,
  .fill_bernoulli = fill_bernoulli,
};

static int
count (const RensaDeviceClass *klass)
{
  return N_DEVICES;
}

static const RensaDevice *open_far (const RensaDeviceClass *klass, int number, GError **error);

static const RensaDeviceClass class = {
  .name = "far",
  .count = count,
  .open = open_far,
  .allocate = allocate,
  .release = release,
  .copy_in = copy,
  .copy_out = copy_out,
  .copy_peer = copy_peer,
  .backend = &backend,
};

static const RensaDevice *
open_far (const RensaDeviceClass *klass, int number, GError **error)
{
  static const RensaDevice devices[N_DEVICES] = {
    { .klass = &class, .number = 0, .name = "far:0" },
    { .klass = &class, .number = 1, .name = "far:1" },
  };

  if (arena == NULL)
    {
      gpointer memory = mmap (NULL, ARENA_BYTES + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

      if (memory == MAP_FAILED)
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY, "No addresses for the far device: %s",
                       g_strerror (errno));
          return NULL;
        }
      arena = (char *) (((guintptr) memory + PAGE - 1) / PAGE * PAGE);
      madvise (arena, ARENA_BYTES, MADV_HUGEPAGE);
      returned = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_queue_free);
    }
  return &devices[number];
}

void
far_device_register (void)
{
  rensa_device_register (&class);
}

guint
far_device_count_reads (void)
{
  return n_reads;
}

guint
far_device_count_copies (void)
{
  return n_copies;
}
