/* cuda-lists.c: maps over many separate arrays, batched in one launch.
 *
 * An optimizer updates one parameter after another with the same formula, and concatenation copies
 * one piece after another. Such maps are deferred: the next call to the device that is not such a
 * map, or a map that reads or writes the outputs of deferred ones, first runs all of them at once.
 * So the deferral has no visible effect.
 * SPDX-License-Identifier: MIT */

#include "cuda-lists.h"

#include <string.h>

G_STATIC_ASSERT (sizeof (gpu_list_args) <= 4096); /* the maximum size of launch arguments */

/* Above this size, a separate copy takes longer than its launch. */
#define MAX_COPY (1 << 20)

/* All arrays have one element. */
#define ANY_SCALARS -1

/* @scalars: bit a: input a has one element for its whole list; or ANY_SCALARS */
struct _RensaCudaLists
{
  GMutex lock;
  const RensaKernel *kernel;
  RensaDtype dtype;
  gint64 scalars;
  gpu_list_args args;
  GError *failure; /* error of deferred maps, until it is reported */
};

void
rensa_cuda_make_lists (RensaCudaDevice *device)
{
  device->lists = g_new0 (RensaCudaLists, 1);
  g_mutex_init (&device->lists->lock);
}

void
rensa_cuda_free_lists (RensaCudaDevice *device)
{
  g_mutex_clear (&device->lists->lock);
  g_clear_error (&device->lists->failure);
  g_clear_pointer (&device->lists, g_free);
}

static int
count_arrays (const RensaKernel *kernel)
{
  return kernel->n_inputs + kernel->n_outputs;
}

/* TRUE if each array has contiguous elements of the loop's dtype, except for one-element inputs,
 * which are set in @scalars; a map of one element may count as either. */
static gboolean
is_plain (const RensaKernel *kernel, RensaDtype dtype, const gpu_map_args *args, gint64 *scalars)
{
  const gint64 size = (gint64) rensa_dtype_get_size (dtype);

  if (!kernel->has_list || !args->is_flat)
    return FALSE;
  *scalars = args->count == 1 ? ANY_SCALARS : 0;
  for (int i = 0; i < count_arrays (kernel); i++)
    {
      const gboolean is_scalar = i < kernel->n_inputs && args->args[i].strides[0] == 0;

      if (args->args[i].dtype != (int) dtype || (args->count > 1 && !is_scalar && args->args[i].strides[0] != size))
        return FALSE;
      if (args->count > 1 && is_scalar)
        *scalars |= 1 << i;
    }
  return TRUE;
}

static gboolean
touches (const char *a, gint64 a_bytes, const char *b, gint64 b_bytes)
{
  return a < b + b_bytes && b < a + a_bytes;
}

/* TRUE if one of the two writes memory that the other reads or writes. */
static gboolean
depends_on (const RensaCudaLists *self, const gpu_list *list, const gpu_map_args *args, gint64 scalars)
{
  const int n = count_arrays (self->kernel);
  const int n_inputs = self->kernel->n_inputs;
  const gint64 size = (gint64) rensa_dtype_get_size (self->dtype);

  for (int i = 0; i < n; i++)
    {
      const gint64 n_bytes = (scalars >> i & 1 ? 1 : list->count) * size;

      for (int j = i < n_inputs ? n_inputs : 0; j < n; j++)
        if (touches (list->arrays[i], n_bytes, args->args[j].data, (scalars >> j & 1 ? 1 : args->count) * size))
          return TRUE;
    }
  return FALSE;
}

/* TRUE if the map can join the deferred ones in one launch. */
static gboolean
can_join (const RensaCudaLists *self, const RensaKernel *kernel, RensaDtype dtype, const gpu_map_args *args,
          gint64 scalars)
{
  if (self->args.n_lists == 0)
    return TRUE;
  if (self->kernel != kernel || self->dtype != dtype || self->args.n_lists == GPU_MAX_LISTS
      || (self->scalars != scalars && self->scalars != ANY_SCALARS && scalars != ANY_SCALARS)
      || memcmp (self->args.params, args->params, kernel->n_params * sizeof *args->params) != 0)
    return FALSE;
  if (scalars == ANY_SCALARS)
    scalars = self->scalars;
  for (int i = 0; i < self->args.n_lists; i++)
    if (depends_on (self, &self->args.lists[i], args, scalars))
      return FALSE;
  return TRUE;
}

static void
add (RensaCudaLists *self, const RensaKernel *kernel, RensaDtype dtype, const gpu_map_args *args, gint64 scalars)
{
  const gint64 n = self->args.n_lists;
  const gint64 before = n > 0 ? self->args.lists[n - 1].end_chunk : 0;
  gpu_list *list = &self->args.lists[n];

  if (n == 0 || self->scalars == ANY_SCALARS)
    self->scalars = scalars;
  self->kernel = kernel;
  self->dtype = dtype;
  self->args.scalars = MAX (self->scalars, 0);
  memcpy (self->args.params, args->params, sizeof args->params);
  *list = (gpu_list){ args->count, before + (args->count + GPU_CHUNK - 1) / GPU_CHUNK, { NULL } };
  for (int i = 0; i < count_arrays (kernel); i++)
    list->arrays[i] = args->args[i].data;
  __atomic_store_n (&self->args.n_lists, n + 1, __ATOMIC_RELEASE);
}

/* A caller that frees memory passes no @error; the failure is then reported to the next one that does. */
static gboolean
tell_failure (RensaCudaLists *self, GError **error)
{
  if (self->failure == NULL)
    return TRUE;
  if (error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->failure));
  return FALSE;
}

/* Concurrent callers see that maps are pending and wait for the lock. */
static gboolean
run (RensaCudaDevice *device, GError **error)
{
  RensaCudaLists *self = device->lists;
  const RensaCudaName name = rensa_cuda_name_kernel ("list", self->kernel->name, self->dtype);

  if (self->failure == NULL)
    rensa_cuda_launch_now (device, name.text, &self->args, self->args.lists[self->args.n_lists - 1].end_chunk,
                           &self->failure);
  /* Clears the launch arguments, which must not contain addresses of memory that may be freed. */
  memset (self->args.lists, 0, sizeof self->args.lists);
  __atomic_store_n (&self->args.n_lists, 0, __ATOMIC_RELEASE);
  return tell_failure (self, error);
}

gboolean
rensa_cuda_put_off (RensaCudaDevice *device, const RensaKernel *kernel, RensaDtype dtype, const gpu_map_args *args,
                    gboolean *is_put_off, GError **error)
{
  RensaCudaLists *self = device->lists;
  gboolean done = TRUE;
  gint64 scalars;

  *is_put_off = is_plain (kernel, dtype, args, &scalars);
  if (!*is_put_off)
    return TRUE;

  g_mutex_lock (&self->lock);
  if (!can_join (self, kernel, dtype, args, scalars))
    done = run (device, error);
  if (done)
    add (self, kernel, dtype, args, scalars);
  g_mutex_unlock (&self->lock);
  return done;
}

gboolean
rensa_cuda_put_off_copy (RensaCudaDevice *device, const char *from, char *to, gsize n_bytes, gboolean *is_put_off,
                         GError **error)
{
  static const RensaKernel copy = { .name = "copy", .n_inputs = 1, .n_outputs = 1, .has_list = TRUE };
  const gsize word = sizeof (guint32);
  const gpu_map_args args = {
    .count = (k_index) (n_bytes / word),
    .is_flat = TRUE,
    .args = { { (char *) from, GPU_FLOAT32, { (k_index) word } }, { to, GPU_FLOAT32, { (k_index) word } } },
  };

  *is_put_off = FALSE;
  if (n_bytes > MAX_COPY || (((gsize) from | (gsize) to | n_bytes) & (word - 1)) != 0)
    return TRUE;
  return rensa_cuda_put_off (device, &copy, RENSA_FLOAT32, &args, is_put_off, error);
}

gboolean
rensa_cuda_run_lists (RensaCudaDevice *device, GError **error)
{
  RensaCudaLists *self = device->lists;
  gboolean done;

  if (G_LIKELY (__atomic_load_n (&self->args.n_lists, __ATOMIC_ACQUIRE) == 0
                && __atomic_load_n (&self->failure, __ATOMIC_ACQUIRE) == NULL))
    return TRUE;

  g_mutex_lock (&self->lock);
  done = self->args.n_lists == 0 ? tell_failure (self, error) : run (device, error);
  g_mutex_unlock (&self->lock);
  return done;
}
