/* studio-devices.h: what can be trained on here.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * StudioDevice:
 * @name: as documents have it, "cuda:0"
 * @model: (nullable): what its maker calls it
 * @n_bytes: of its memory
 * @is_hidden: nobody is told of it who does not name it
 * @why_not: (nullable): there is no device of that class; the sentence that says why
 */
typedef struct
{
  char *name;
  char *model;
  guint64 n_bytes;
  gboolean is_hidden;
  char *why_not;
} StudioDevice;

/* Asks in a thread of its own: the driver of GPUs takes its time. @source: for @callback. */
void studio_devices_load (GObject *source, GAsyncReadyCallback callback, gpointer data);
/* StudioDevice, the CPU first. */
GPtrArray *studio_devices_finish (GAsyncResult *result);

G_END_DECLS
