/* mock-copies.c: copies and fills, performed in the order of their streams.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "mock-private.h"

typedef struct
{
  gpointer to;
  gconstpointer from;
  gsize n_bytes;
  const char *call;
  int to_device; /* devices that own the memory */
  int from_device;
  char kept[]; /* contents at the time of the call */
} Copy;

static void
run_copy (gconstpointer data)
{
  const Copy *copy = data;

  memmove (copy->to, copy->from, copy->n_bytes);
}

static gboolean
check_copy_in (gconstpointer data)
{
  const Copy *copy = data;

  return mock_check_range ("cuMemcpyHtoDAsync", copy->to_device, (RensaCudaPointer) (guintptr) copy->to, copy->n_bytes);
}

static gboolean
check_copy_out (gconstpointer data)
{
  const Copy *copy = data;

  return mock_check_range ("cuMemcpyDtoHAsync", copy->from_device, (RensaCudaPointer) (guintptr) copy->from,
                           copy->n_bytes);
}

static gboolean
check_copy_within (gconstpointer data)
{
  const Copy *copy = data;

  return mock_check_range (copy->call, copy->to_device, (RensaCudaPointer) (guintptr) copy->to, copy->n_bytes)
         && mock_check_range (copy->call, copy->from_device, (RensaCudaPointer) (guintptr) copy->from, copy->n_bytes);
}

static const MockKind copy_in_kind = { run_copy, check_copy_in, .arrives = TRUE };
static const MockKind copy_out_kind = { run_copy, check_copy_out };
static const MockKind copy_within_kind = { run_copy, check_copy_within };

/* A graph reads and writes host memory when it runs. */
static gboolean
check_host (const char *call, RensaCudaStream stream, gboolean is_pinned)
{
  if (is_pinned || !mock_is_captured (stream))
    return TRUE;

  mock_report ("%s: host memory of a copy that is captured is not pinned", call);
  return FALSE;
}

static Copy *
copy_new (gpointer to, gconstpointer from, gsize n_bytes, gboolean keeps)
{
  Copy *copy = g_malloc (sizeof *copy + (keeps ? n_bytes : 0));

  *copy = (Copy){ to, keeps ? copy->kept : from, n_bytes, NULL, mock_get_device (), mock_get_device () };
  if (keeps)
    memcpy (copy->kept, from, n_bytes);
  return copy;
}

/* Host memory that is not pinned is read before the call returns. */
static RensaCudaStatus
copy_in (RensaCudaPointer to, const void *from, gsize n_bytes, RensaCudaStream stream)
{
  LOCKED;

  const gboolean is_pinned = mock_is_pinned (from, n_bytes);

  mock_counts.n_copies_in++;
  if (!mock_have_stream ("cuMemcpyHtoDAsync", stream) || !check_host ("cuMemcpyHtoDAsync", stream, is_pinned))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  return mock_enqueue (stream, &copy_in_kind, copy_new ((gpointer) (guintptr) to, from, n_bytes, !is_pinned));
}

static RensaCudaStatus
copy_out (void *to, RensaCudaPointer from, gsize n_bytes, RensaCudaStream stream)
{
  LOCKED;

  mock_counts.n_copies_out++;
  if (!mock_have_stream ("cuMemcpyDtoHAsync", stream)
      || !check_host ("cuMemcpyDtoHAsync", stream, mock_is_pinned (to, n_bytes)))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  return mock_enqueue (stream, &copy_out_kind, copy_new (to, (gconstpointer) (guintptr) from, n_bytes, FALSE));
}

/* Copies from memory of device @from_device to memory of @to_device. */
static RensaCudaStatus
copy_on_devices (const char *call, int to_device, RensaCudaPointer to, int from_device, RensaCudaPointer from,
                 gsize n_bytes, RensaCudaStream stream)
{
  Copy *copy;

  if (!mock_have_stream (call, stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  copy = copy_new ((gpointer) (guintptr) to, (gconstpointer) (guintptr) from, n_bytes, FALSE);
  copy->call = call;
  copy->to_device = to_device;
  copy->from_device = from_device;
  return mock_enqueue (stream, &copy_within_kind, copy);
}

static RensaCudaStatus
copy_within (RensaCudaPointer to, RensaCudaPointer from, gsize n_bytes, RensaCudaStream stream)
{
  LOCKED;

  mock_counts.n_copies_within++;
  return copy_on_devices ("cuMemcpyDtoDAsync", mock_get_device (), to, mock_get_device (), from, n_bytes, stream);
}

static RensaCudaStatus
copy_peer (RensaCudaPointer to, RensaCudaContext to_context, RensaCudaPointer from, RensaCudaContext from_context,
           gsize n_bytes, RensaCudaStream stream)
{
  LOCKED;

  mock_counts.n_copies_between++;
  return copy_on_devices ("cuMemcpyPeerAsync", mock_context_get_device (to_context), to,
                          mock_context_get_device (from_context), from, n_bytes, stream);
}

typedef struct
{
  gpointer to;
  guint32 value;
  gsize size;
  gsize n;
  int device;
} Fill;

static void
run_fill (gconstpointer data)
{
  const Fill *fill = data;

  for (gsize i = 0; i < fill->n; i++)
    memcpy ((char *) fill->to + i * fill->size, &fill->value, fill->size);
}

static gboolean
check_fill (gconstpointer data)
{
  const Fill *fill = data;

  return mock_check_range ("cuMemsetAsync", fill->device, (RensaCudaPointer) (guintptr) fill->to, fill->n * fill->size);
}

static const MockKind fill_kind = { run_fill, check_fill };

static RensaCudaStatus
enqueue_fill (RensaCudaPointer to, guint32 value, gsize size, gsize n, RensaCudaStream stream)
{
  LOCKED;

  mock_counts.n_launches++;
  if (!mock_have_stream ("cuMemsetAsync", stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;

  Fill *fill = g_new (Fill, 1);
  *fill = (Fill){ (gpointer) (guintptr) to, value, size, n, mock_get_device () };
  return mock_enqueue (stream, &fill_kind, fill);
}

static RensaCudaStatus
fill_8 (RensaCudaPointer to, unsigned char value, gsize n, RensaCudaStream stream)
{
  return enqueue_fill (to, value, 1, n, stream);
}

static RensaCudaStatus
fill_16 (RensaCudaPointer to, unsigned short value, gsize n, RensaCudaStream stream)
{
  return enqueue_fill (to, value, 2, n, stream);
}

static RensaCudaStatus
fill_32 (RensaCudaPointer to, unsigned value, gsize n, RensaCudaStream stream)
{
  return enqueue_fill (to, value, 4, n, stream);
}

void
mock_fill_copies (RensaCudaApi *api)
{
  api->cuMemcpyHtoDAsync_v2 = copy_in;
  api->cuMemcpyDtoHAsync_v2 = copy_out;
  api->cuMemcpyDtoDAsync_v2 = copy_within;
  api->cuMemcpyPeerAsync = copy_peer;
  api->cuMemsetD8Async = fill_8;
  api->cuMemsetD16Async = fill_16;
  api->cuMemsetD32Async = fill_32;
}
