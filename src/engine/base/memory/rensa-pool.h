/* rensa-pool.h: device memory that is kept for the next array.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-device.h"

G_BEGIN_DECLS

/* A piece of device memory, shared by the views on it.  The count is not atomic: a buffer belongs to one thread at a
 * time. */
typedef struct
{
  int ref_count;
  const RensaDevice *device;
  gpointer data;
  gsize size;
} RensaBuffer;

/**
 * RensaPoolFigures:
 * @live_bytes: held by arrays now, by all threads
 * @peak_bytes: the most that was held at once since the last rensa_pool_reset_peak ()
 * @cached_bytes: free, kept for the next array
 * @n_system_allocations: how often the device was asked for memory
 */
typedef struct
{
  gsize live_bytes;
  gsize peak_bytes;
  gsize cached_bytes;
  guint64 n_system_allocations;
} RensaPoolFigures;

/* At least @size bytes on @device, aligned to 64.  NULL with RENSA_ERROR_NO_MEMORY, telling @size. */
RensaBuffer *rensa_buffer_new (const RensaDevice *device, gsize size, GError **error);
RensaBuffer *rensa_buffer_ref (RensaBuffer *buffer);
void rensa_buffer_unref (RensaBuffer *buffer);

void rensa_pool_get_figures (RensaPoolFigures *figures);
/* Bytes since this thread began: handed to its arrays, and those of them that a device was asked for. */
void rensa_pool_get_thread_bytes (guint64 *taken, guint64 *acquired);
void rensa_pool_reset_peak (void);
/* The same of one device alone; nothing where that does not count it.  Neither asks the device, nor waits for it. */
void rensa_pool_get_use (const RensaDevice *device, RensaDeviceUse *use);
void rensa_pool_reset_use (const RensaDevice *device);
/* Gives the cached memory of this thread, and what threads handed over for all, back to the system. */
void rensa_pool_trim (void);

G_END_DECLS
