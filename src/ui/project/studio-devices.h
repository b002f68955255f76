/* studio-devices.h: lists the devices available for training.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * StudioDevice:
 * @name: name in documents, such as "cuda:0"
 * @model: (nullable): product name
 * @n_bytes: size of its memory
 * @is_hidden: TRUE if it is listed only when named explicitly
 * @why_not: (nullable): if no device of the class exists, a sentence that explains why
 */
typedef struct
{
  char *name;
  char *model;
  guint64 n_bytes;
  gboolean is_hidden;
  char *why_not;
} StudioDevice;

/* Lists the devices in a separate thread, because GPU drivers are slow. @source: for @callback. */
void studio_devices_load (GObject *source, GAsyncReadyCallback callback, gpointer data);
/* Returns an array of StudioDevice, CPU first. */
GPtrArray *studio_devices_finish (GAsyncResult *result);

G_END_DECLS
