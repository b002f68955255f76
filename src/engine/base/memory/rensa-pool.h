/* rensa-pool.h: device memory cached for reuse by later arrays.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

G_BEGIN_DECLS

/* A block of device memory, shared by its views. The count is not atomic: a buffer belongs to one
 * thread at a time. */
typedef struct
{
  int ref_count;
  const RensaDevice *device;
  gpointer data;
  gsize size;
} RensaBuffer;

/**
 * RensaPoolFigures:
 * @live_bytes: currently held by arrays of all threads
 * @peak_bytes: maximum held at any time since the last rensa_pool_reset_peak ()
 * @cached_bytes: free, cached for later arrays
 * @n_system_allocations: number of allocations requested from the device
 */
typedef struct
{
  gsize live_bytes;
  gsize peak_bytes;
  gsize cached_bytes;
  guint64 n_system_allocations;
} RensaPoolFigures;

/* Allocates at least @size bytes on @device, aligned to 64. NULL with RENSA_ERROR_NO_MEMORY, which
 * reports @size. */
RensaBuffer *rensa_buffer_new (const RensaDevice *device, gsize size, GError **error);
RensaBuffer *rensa_buffer_ref (RensaBuffer *buffer);
void rensa_buffer_unref (RensaBuffer *buffer);

void rensa_pool_get_figures (RensaPoolFigures *figures);
/* Returns the number of bytes since this thread started: those given to its arrays, and those of
 * them that were requested from a device. */
void rensa_pool_get_thread_bytes (guint64 *taken, guint64 *acquired);
void rensa_pool_reset_peak (void);
/* The same for one device; does nothing if the device has no such counters. These functions neither
 * call the device nor wait for it. */
void rensa_pool_get_use (const RensaDevice *device, RensaDeviceUse *use);
void rensa_pool_reset_use (const RensaDevice *device);
/* Returns the cached memory of this thread, and the shared depot, to the system. */
void rensa_pool_trim (void);

G_END_DECLS
