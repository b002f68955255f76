/* cuda-collectives.c: exchange of arrays between GPUs, with NCCL.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

typedef struct _Group Group;

/* Devices connected by NCCL; the first is the root of all exchanges. */
struct _Group
{
  RensaCudaDevice **devices;
  RensaNcclComm *comms;
  guint n;
  Group *next;
};

/* For the groups and calls on them: a communicator may be used by only one thread at a time. */
static GMutex lock;
static Group *groups;

gboolean
rensa_cuda_has_collectives (const RensaDevice *device)
{
  return ((const RensaCudaDevice *) device)->api->ncclCommInitAll != NULL;
}

static void
group_free (Group *group)
{
  g_free (group->devices);
  g_free (group->comms);
  g_free (group);
}

static Group *
group_new (RensaArray *const *arrays, guint n, GError **error)
{
  g_autofree int *numbers = g_new (int, n);
  Group *group = g_new0 (Group, 1);

  group->devices = g_new (RensaCudaDevice *, n);
  group->comms = g_new0 (RensaNcclComm, n);
  group->n = n;
  for (guint k = 0; k < n; k++)
    {
      group->devices[k] = rensa_cuda_get_device (arrays[k]);
      numbers[k] = group->devices[k]->base.number;
    }
  if (RENSA_CUDA_CALL (group->devices[0], ncclCommInitAll, error, group->comms, (int) n, numbers))
    return group;
  group_free (group);
  return NULL;
}

static gboolean
is_of (const Group *group, RensaArray *const *arrays, guint n)
{
  for (guint k = 0; k < n; k++)
    if (n != group->n || group->devices[k] != rensa_cuda_get_device (arrays[k]))
      return FALSE;
  return TRUE;
}

/* Returns the group of the devices of the @n arrays; like the devices, it exists until the program ends. */
static Group *
find_group (RensaArray *const *arrays, guint n, GError **error)
{
  Group *group = groups;

  while (group != NULL && !is_of (group, arrays, n))
    group = group->next;
  if (group != NULL)
    return group;

  group = group_new (arrays, n, error);
  if (group != NULL)
    {
      group->next = groups;
      groups = group;
    }
  return group;
}

/* After one member has failed, the others would wait for it forever. */
static void
drop_group (Group *group)
{
  Group **place = &groups;

  while (*place != group)
    place = &(*place)->next;
  *place = group->next;
  for (guint k = 0; k < group->n; k++)
    group->devices[k]->api->ncclCommAbort (group->comms[k]);
  group_free (group);
}

/* Checks for errors since the last call. */
static gboolean
check_group (const Group *group, GError **error)
{
  for (guint k = 0; k < group->n; k++)
    {
      RensaCudaDevice *device = group->devices[k];
      RensaCudaStatus status = RENSA_CUDA_SUCCESS;

      if (!RENSA_CUDA_CALL (device, ncclCommGetAsyncError, error, group->comms[k], &status)
          || !rensa_cuda_check (device, "ncclCommGetAsyncError", status, error))
        return FALSE;
    }
  return TRUE;
}

/* Operation of device @k on its array; the root does the part of all devices. */
typedef gboolean (*Ask) (const Group *group, guint k, RensaArray *array, GError **error);

static int
get_type (RensaArray *array)
{
  return array->dtype == RENSA_FLOAT16    ? RENSA_NCCL_FLOAT16
         : array->dtype == RENSA_BFLOAT16 ? RENSA_NCCL_BFLOAT16
         : array->dtype == RENSA_FLOAT32  ? RENSA_NCCL_FLOAT32
                                          : RENSA_NCCL_FLOAT64;
}

static gboolean
ask_reduce (const Group *group, guint k, RensaArray *array, GError **error)
{
  RensaCudaDevice *device = group->devices[k];
  gpointer data = array->data;

  return RENSA_CUDA_CALL (device, ncclReduce, error, data, data, (gsize) array->count, get_type (array), RENSA_NCCL_SUM,
                          0, group->comms[k], device->stream);
}

static gboolean
ask_broadcast (const Group *group, guint k, RensaArray *array, GError **error)
{
  RensaCudaDevice *device = group->devices[k];
  gpointer data = array->data;

  return RENSA_CUDA_CALL (device, ncclBroadcast, error, data, data, rensa_array_get_n_bytes (array), RENSA_NCCL_UINT8,
                          0, group->comms[k], device->stream);
}

/* Puts all arrays in one group of calls, which NCCL starts when it is complete. */
static gboolean
ask_all (const Group *group, RensaArray *const *arrays, guint n_arrays, Ask ask, GError **error)
{
  gboolean ok = check_group (group, error) && RENSA_CUDA_CALL (group->devices[0], ncclGroupStart, error);

  if (!ok)
    return FALSE;
  for (guint i = 0; ok && i < n_arrays; i++)
    for (guint k = 0; ok && k < group->n; k++)
      ok = ask (group, k, arrays[i * group->n + k], error);
  if (!ok)
    group->devices[0]->api->ncclGroupEnd ();
  else
    ok = RENSA_CUDA_CALL (group->devices[0], ncclGroupEnd, error);
  return ok;
}

static void
end_pause (gpointer locker)
{
  g_mutex_locker_free (locker);
}

/* Exchanges are not part of a graph: ends capture on the devices of the @n arrays, and prevents it
 * until the result is freed; NULL with an error. Only here does a thread pause more than one
 * device, and only one thread does so at a time. */
static GPtrArray *
pause_all (RensaArray *const *arrays, guint n, GError **error)
{
  g_autoptr (GPtrArray) pauses = g_ptr_array_new_with_free_func (end_pause);

  for (guint k = 0; k < n; k++)
    {
      GMutexLocker *pause = rensa_cuda_interrupt (rensa_cuda_get_device (arrays[k]), error);

      if (pause == NULL)
        return NULL;
      g_ptr_array_add (pauses, pause);
    }
  return g_steal_pointer (&pauses);
}

static gboolean
exchange (RensaArray *const *arrays, guint n_arrays, guint n_devices, Ask ask, GError **error)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&lock);
  g_autoptr (GPtrArray) pauses = pause_all (arrays, n_devices, error);
  Group *group = pauses != NULL ? find_group (arrays, n_devices, error) : NULL;
  const gboolean ok = group != NULL && ask_all (group, arrays, n_arrays, ask, error);

  if (group != NULL && !ok)
    drop_group (group);
  rensa_cuda_leave ();
  return ok;
}

gboolean
rensa_cuda_reduce_peers (RensaArray *const *arrays, guint n_arrays, guint n_devices, GError **error)
{
  return exchange (arrays, n_arrays, n_devices, ask_reduce, error);
}

gboolean
rensa_cuda_broadcast_peers (RensaArray *const *arrays, guint n_arrays, guint n_devices, GError **error)
{
  return exchange (arrays, n_arrays, n_devices, ask_broadcast, error);
}
