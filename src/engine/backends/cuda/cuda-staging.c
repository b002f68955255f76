/* cuda-staging.c: host memory on its way to a device and back.
 *
 * A device reads at its own pace memory that is pinned; what is to be copied goes there first, chunk by chunk, so that the program need not
 * wait.  A chunk is used again when the device has read it.  Copies are no part of a graph, so a chunk is read once; the pause that they need
 * keeps other threads out.
 * SPDX-License-Identifier: MIT */

#include "cuda-staging.h"

#include <string.h>

#define CHUNK (1 << 20)
#define N_CHUNKS 8

struct _RensaCudaStaging
{
  char *memory;
  RensaCudaEvent events[N_CHUNKS]; /* when each was read */
  guint next;
};

gboolean
rensa_cuda_make_staging (RensaCudaDevice *device, GError **error)
{
  RensaCudaStaging *self = g_new0 (RensaCudaStaging, 1);
  void *memory;

  device->staging = self;
  if (!RENSA_CUDA_CALL (device, cuMemHostAlloc, error, &memory, CHUNK * N_CHUNKS, 0))
    return FALSE;

  self->memory = memory;
  for (guint i = 0; i < N_CHUNKS; i++)
    if (!RENSA_CUDA_CALL (device, cuEventCreate, error, &self->events[i], RENSA_CUDA_EVENT_DISABLE_TIMING))
      return FALSE;
  return TRUE;
}

void
rensa_cuda_free_staging (RensaCudaDevice *device)
{
  RensaCudaStaging *self = g_steal_pointer (&device->staging);

  if (self == NULL)
    return;
  for (guint i = 0; i < N_CHUNKS; i++)
    if (self->events[i] != NULL)
      device->api->cuEventDestroy_v2 (self->events[i]);
  if (self->memory != NULL)
    device->api->cuMemFreeHost (self->memory);
  g_free (self);
}

/* The next chunk, which the device has read. */
static gboolean
take_chunk (RensaCudaDevice *device, guint *chunk, GError **error)
{
  RensaCudaStaging *self = device->staging;

  *chunk = self->next;
  self->next = (self->next + 1) % N_CHUNKS;
  if (device->api->cuEventQuery (self->events[*chunk]) == RENSA_CUDA_SUCCESS)
    return TRUE;
  return RENSA_CUDA_CALL (device, cuEventSynchronize, error, self->events[*chunk]);
}

gboolean
rensa_cuda_upload (RensaCudaDevice *device, RensaCudaPointer to, gconstpointer host, gsize n_bytes, GError **error)
{
  RensaCudaStaging *self = device->staging;
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, error);

  if (pause == NULL)
    return FALSE;

  for (gsize done = 0; done < n_bytes; done += CHUNK)
    {
      const gsize n = MIN (CHUNK, n_bytes - done);
      guint chunk;

      if (!take_chunk (device, &chunk, error))
        return FALSE;
      memcpy (self->memory + chunk * CHUNK, (const char *) host + done, n);
      if (!RENSA_CUDA_CALL (device, cuMemcpyHtoDAsync_v2, error, to + done, self->memory + chunk * CHUNK, n,
                            device->stream)
          || !RENSA_CUDA_CALL (device, cuEventRecord, error, self->events[chunk], device->stream))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_cuda_download (RensaCudaDevice *device, gpointer host, RensaCudaPointer from, gsize n_bytes, GError **error)
{
  RensaCudaStaging *self = device->staging;
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, error);
  guint chunk = 0;

  if (pause == NULL)
    return FALSE;
  if (n_bytes <= CHUNK && !take_chunk (device, &chunk, error))
    return FALSE;

  gpointer to = n_bytes <= CHUNK ? self->memory + chunk * CHUNK : host;
  if (!RENSA_CUDA_CALL (device, cuMemcpyDtoHAsync_v2, error, to, from, n_bytes, device->stream)
      || !RENSA_CUDA_CALL (device, cuStreamSynchronize, error, device->stream))
    return FALSE;
  if (to != host)
    memcpy (host, to, n_bytes);
  return TRUE;
}
