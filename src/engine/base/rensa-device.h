/* rensa-device.h: devices that hold arrays.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _RensaBackend RensaBackend;
typedef struct _RensaDevice RensaDevice;
typedef struct _RensaDeviceClass RensaDeviceClass;

/**
 * RensaDeviceFacts:
 * @model: model name given by the manufacturer
 * @n_bytes: size of its memory
 * @n_free_bytes: unused part of that memory
 * @libraries: libraries that compute on it, with their versions
 *
 * Properties of a device.
 */
typedef struct
{
  char *model;
  guint64 n_bytes;
  guint64 n_free_bytes;
  char *libraries;
} RensaDeviceFacts;

/**
 * RensaDeviceUse:
 * @live_bytes: currently held by arrays of all threads
 * @peak_bytes: maximum held at any time since the last rensa_pool_reset_use ()
 *
 * Use of a device's memory by arrays, counted by the pool.
 */
typedef struct
{
  gsize live_bytes;
  gsize peak_bytes;
} RensaDeviceUse;

void rensa_device_facts_clear (RensaDeviceFacts *facts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaDeviceFacts, rensa_device_facts_clear)

#define RENSA_POST_BYTES 8

/**
 * RensaDeviceClass:
 * @name: "cpu", "cuda"
 * @is_hidden: not listed; available only by name
 * @count: returns the number of devices of the class on this machine; NULL for a single device,
 *   whose name is the name of the class
 * @explain: (nullable): if @count returns 0, sets an error with the reason
 * @open: returns the device with that number, below @count, which exists until the program ends;
 *   NULL with an error
 * @describe: (nullable): returns the model and the memory of the device with that number without
 *   opening it; leaves the other facts unchanged
 * @get_facts: (nullable): returns the properties of a device of the class
 * @allocate: allocates raw memory, aligned to 64 bytes; NULL if there is not enough
 * @release: frees it
 * @copy_in: copies from host memory
 * @copy_out: copies to host memory, and waits until the elements have arrived
 * @copy_peer: copies between two devices of this class; NULL if such a copy goes through host
 *   memory
 * @post: (nullable): starts copying @n_bytes, at most RENSA_POST_BYTES, to the host once all
 *   earlier calls to the device are done, without waiting; returns a handle for @receive, NULL if
 *   the copy requires waiting
 * @receive: required with @post: waits only until the bytes have arrived, and returns them; with
 *   NULL for @host they are discarded. Every post is received once, by any thread
 * @synchronize: waits until all earlier calls to the device are done; NULL if each call waits
 * @begin_iteration: (nullable): announces that this thread's next calls to the device will be
 *   similar to those since the last such call
 * @end_iteration: required with @begin_iteration
 * @is_virtual: arrays have a shape but no memory
 * @backend: primitives that run on these devices (see rensa-backend.h)
 *
 * Operations of one class of devices.
 */
struct _RensaDeviceClass
{
  const char *name;
  gboolean is_hidden;
  int (*count) (const RensaDeviceClass *klass);
  void (*explain) (const RensaDeviceClass *klass, GError **error);
  const RensaDevice *(*open) (const RensaDeviceClass *klass, int number, GError **error);
  gboolean (*describe) (const RensaDeviceClass *klass, int number, RensaDeviceFacts *facts, GError **error);
  gboolean (*get_facts) (const RensaDevice *device, RensaDeviceFacts *facts, GError **error);
  gpointer (*allocate) (const RensaDevice *device, gsize n_bytes);
  void (*release) (const RensaDevice *device, gpointer memory, gsize n_bytes);
  gboolean (*copy_in) (const RensaDevice *device, gpointer to, gconstpointer host, gsize n_bytes, GError **error);
  gboolean (*copy_out) (const RensaDevice *device, gpointer host, gconstpointer from, gsize n_bytes, GError **error);
  gboolean (*copy_peer) (const RensaDevice *to_device, gpointer to, const RensaDevice *from_device, gconstpointer from,
                         gsize n_bytes, GError **error);
  gpointer (*post) (const RensaDevice *device, gconstpointer from, gsize n_bytes);
  gboolean (*receive) (const RensaDevice *device, gpointer post, gpointer host, gsize n_bytes);
  gboolean (*synchronize) (const RensaDevice *device, GError **error);
  void (*begin_iteration) (const RensaDevice *device);
  gboolean (*end_iteration) (const RensaDevice *device, GError **error);
  gboolean is_virtual;
  const RensaBackend *backend;
};

/**
 * RensaDevice:
 * @klass: operations of the device
 * @number: index in its class, from 0
 * @name: "cpu", "cuda:0"
 * @use: (nullable): counters of the pool
 *
 * One device. Arrays point to it. A class may append additional members.
 */
struct _RensaDevice
{
  const RensaDeviceClass *klass;
  int number;
  const char *name;
  RensaDeviceUse *use;
};

/* Returns the device on which this thread creates its arrays. Within the call of a function and
 * its backward this is the device of the inputs; otherwise it is the device that was set, or the
 * host if none was set. */
const RensaDevice *rensa_device_get_current (void);
void rensa_device_set_current (const RensaDevice *device);

/* Leaving the scope restores the previous device. The variable is never read, so the attribute
 * suppresses the compiler warning. */
typedef struct G_GNUC_UNUSED
{
  const RensaDevice *saved;
} RensaDeviceScope;

RensaDeviceScope rensa_device_enter (const RensaDevice *device);
void rensa_device_leave (RensaDeviceScope *scope);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaDeviceScope, rensa_device_leave)

/* Returns the host device, which must be set before the first array is created; the CPU backend
 * does so when it is loaded. */
const RensaDevice *rensa_device_get_host (void);
void rensa_device_set_host (const RensaDevice *device);

/* Registers the devices of @klass by name (rensa_device_find ()). Called while the program is loaded. */
void rensa_device_register (const RensaDeviceClass *klass);
/* Returns the classes in the order of registration. */
const RensaDeviceClass *const *rensa_device_get_classes (guint *n_classes);

/* Copies memory from any device to any other, or within one. */
gboolean rensa_device_copy (const RensaDevice *to_device, gpointer to, const RensaDevice *from_device,
                            gconstpointer from, gsize n_bytes, GError **error);
/* Waits until all earlier calls to @device are done. Returns FALSE with an error if one of them
 * failed. */
gboolean rensa_device_synchronize (const RensaDevice *device, GError **error);

/* Called before and after repeated work, such as an iteration of training. A GPU can then launch
 * its calls together, with the current addresses and numbers; the results are the same.
 * Returns FALSE with the error of a deferred call, also if @error is set already, which is kept. */
void rensa_device_begin_iteration (const RensaDevice *device);
gboolean rensa_device_end_iteration (const RensaDevice *device, GError **error);

G_END_DECLS
