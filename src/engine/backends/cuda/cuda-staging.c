/* cuda-staging.c: transfers between host memory and a device.
 *
 * A device reads pinned memory asynchronously, so data is first copied there, chunk by chunk, and
 * the program need not wait. From there it is copied, in a separate stream, to a chunk of the
 * staging on the device: the destination itself may still be used by earlier work, since the pool
 * reuses blocks in the order of the main stream. A copy in the main stream then moves it to its
 * destination:
 *
 *   copies        | wait for taken | host ──► landing | record landed |
 *   main stream   | … the iteration before … | wait for landed | landing ──► place | record taken |
 *
 * So a batch is transferred while the device computes. A chunk on the host is reused when its last
 * byte has been transferred, one on the device when its last byte has been copied. Copies are not
 * part of a graph, because a chunk is read only once; the pause that they require keeps other
 * threads out.
 * SPDX-License-Identifier: MIT */

#include "cuda-staging.h"

#include <string.h>

#define CHUNK (1 << 20)
#define N_CHUNKS 8
/* Up to this size a copy takes, at 25 GB/s, at most the 3 microseconds that the four additional
 * calls of the indirect way take at least. */
#define MAX_STRAIGHT (1 << 16)

typedef struct
{
  RensaCudaEvent landed; /* when the device has read the host's chunk */
  RensaCudaEvent taken;  /* when the data have reached their destination */
} Chunk;

struct _RensaCudaStaging
{
  char *memory;             /* of the host */
  RensaCudaPointer landing; /* on the device; 0 if it was out of memory */
  RensaCudaStream stream;   /* for copies to it */
  Chunk chunks[N_CHUNKS];
  guint next;
};

static gboolean
make_events (RensaCudaDevice *device, Chunk *chunk, GError **error)
{
  return RENSA_CUDA_CALL (device, cuEventCreate, error, &chunk->landed, RENSA_CUDA_EVENT_DISABLE_TIMING)
         && RENSA_CUDA_CALL (device, cuEventCreate, error, &chunk->taken, RENSA_CUDA_EVENT_DISABLE_TIMING);
}

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
    if (!make_events (device, &self->chunks[i], error))
      return FALSE;
  if (device->api->cuMemAlloc_v2 (&self->landing, CHUNK * N_CHUNKS) != RENSA_CUDA_SUCCESS)
    self->landing = 0;
  return RENSA_CUDA_CALL (device, cuStreamCreate, error, &self->stream, RENSA_CUDA_STREAM_NON_BLOCKING);
}

static void
free_events (const RensaCudaApi *api, Chunk *chunk)
{
  if (chunk->landed != NULL)
    api->cuEventDestroy_v2 (chunk->landed);
  if (chunk->taken != NULL)
    api->cuEventDestroy_v2 (chunk->taken);
}

void
rensa_cuda_free_staging (RensaCudaDevice *device)
{
  RensaCudaStaging *self = g_steal_pointer (&device->staging);

  if (self == NULL)
    return;
  if (self->stream != NULL)
    device->api->cuStreamDestroy_v2 (self->stream);
  for (guint i = 0; i < N_CHUNKS; i++)
    free_events (device->api, &self->chunks[i]);
  if (self->landing != 0)
    device->api->cuMemFree_v2 (self->landing);
  if (self->memory != NULL)
    device->api->cuMemFreeHost (self->memory);
  g_free (self);
}

/* Returns the next chunk; its host memory may be overwritten. */
static gboolean
take_chunk (RensaCudaDevice *device, guint *chunk, GError **error)
{
  RensaCudaStaging *self = device->staging;

  *chunk = self->next;
  self->next = (self->next + 1) % N_CHUNKS;
  if (device->api->cuEventQuery (self->chunks[*chunk].landed) == RENSA_CUDA_SUCCESS)
    return TRUE;
  return RENSA_CUDA_CALL (device, cuEventSynchronize, error, self->chunks[*chunk].landed);
}

/* Copies @n bytes of chunk @i to their destination, after all earlier calls. */
static gboolean
copy_straight (RensaCudaDevice *device, guint i, RensaCudaPointer to, gsize n, GError **error)
{
  const RensaCudaStaging *self = device->staging;

  return RENSA_CUDA_CALL (device, cuMemcpyHtoDAsync_v2, error, to, self->memory + i * CHUNK, n, device->stream)
         && RENSA_CUDA_CALL (device, cuEventRecord, error, self->chunks[i].landed, device->stream);
}

/* The same, but the transfer from the host does not wait for earlier calls. */
static gboolean
copy_by_landing (RensaCudaDevice *device, guint i, RensaCudaPointer to, gsize n, GError **error)
{
  const RensaCudaStaging *self = device->staging;
  const RensaCudaPointer landing = self->landing + i * CHUNK;
  const Chunk *chunk = &self->chunks[i];

  return RENSA_CUDA_CALL (device, cuStreamWaitEvent, error, self->stream, chunk->taken, 0)
         && RENSA_CUDA_CALL (device, cuMemcpyHtoDAsync_v2, error, landing, self->memory + i * CHUNK, n, self->stream)
         && RENSA_CUDA_CALL (device, cuEventRecord, error, chunk->landed, self->stream)
         && RENSA_CUDA_CALL (device, cuStreamWaitEvent, error, device->stream, chunk->landed, 0)
         && RENSA_CUDA_CALL (device, cuMemcpyDtoDAsync_v2, error, to, landing, n, device->stream)
         && RENSA_CUDA_CALL (device, cuEventRecord, error, chunk->taken, device->stream);
}

/* After a failure, chunks that are still being read may be overwritten: the affected results are
 * never used. */
gboolean
rensa_cuda_upload (RensaCudaDevice *device, RensaCudaPointer to, gconstpointer host, gsize n_bytes, GError **error)
{
  const RensaCudaStaging *self = device->staging;
  const gboolean is_straight = n_bytes <= MAX_STRAIGHT || self->landing == 0;
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, error);

  if (pause == NULL)
    return FALSE;

  for (gsize done = 0; done < n_bytes; done += CHUNK)
    {
      const gsize n = MIN (CHUNK, n_bytes - done);
      guint i;

      if (!take_chunk (device, &i, error))
        return FALSE;
      memcpy (self->memory + i * CHUNK, (const char *) host + done, n);
      if (!(is_straight ? copy_straight : copy_by_landing) (device, i, to + done, n, error))
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
