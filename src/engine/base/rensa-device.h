/* rensa-device.h: where arrays live.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _RensaBackend RensaBackend;
typedef struct _RensaDevice RensaDevice;
typedef struct _RensaDeviceClass RensaDeviceClass;

/**
 * RensaDeviceFacts:
 * @model: what the maker calls it
 * @n_bytes: of its memory
 * @n_free_bytes: of these, the ones that nobody uses
 * @libraries: those that compute on it, with their versions
 *
 * What a device is.
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
 * @live_bytes: held by arrays now, by all threads
 * @peak_bytes: the most that was held at once since the last rensa_pool_reset_use ()
 *
 * How much of a device's memory arrays hold; the pool counts it.
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
 * @is_hidden: nobody is told of it unless asked for by name
 * @count: how many devices of the class there are here; NULL for a single one, which bears the name of the class alone
 * @explain: (nullable): where @count is 0, sets the error that says why
 * @open: the device of that number, below @count, which lives until the program ends; NULL with an error
 * @describe: (nullable): the model and the memory of the device of that number, which is not opened for that; the other facts stay as they are
 * @get_facts: (nullable): what a device of the class is
 * @allocate: raw memory, aligned to 64 bytes; NULL when there is not enough
 * @release: gives it back
 * @copy_in: copies from the memory of the host
 * @copy_out: copies into the memory of the host, and waits until the elements are there
 * @copy_peer: copies between two devices of this class; NULL where that goes through the memory of the host
 * @post: (nullable): has @n_bytes, at most RENSA_POST_BYTES, copied to the host once all that was asked of the device before is done, and does
 *   not wait; returns what @receive takes, NULL where the copy must be waited for
 * @receive: goes with it: waits until the bytes are there, and no longer, and hands them over; without @host nobody wants them any more. What
 *   was posted is received once, by any thread
 * @synchronize: waits until all that was asked of the device is done; NULL where each call waits
 * @begin_iteration: (nullable): what this thread asks of the device from here on is much like what it asked since the last such call
 * @end_iteration: goes with it
 * @is_virtual: arrays have a shape but no memory
 * @backend: the primitives that run here (see rensa-backend.h)
 *
 * What devices of one kind can do.
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
 * @klass: what it can do
 * @number: which one of its class, from 0
 * @name: "cpu", "cuda:0"
 * @use: (nullable): what the pool counts of it
 *
 * One device.  Arrays point to it.  A class may hold more behind it.
 */
struct _RensaDevice
{
  const RensaDeviceClass *klass;
  int number;
  const char *name;
  RensaDeviceUse *use;
};

/* The device on which this thread makes its arrays: that of the inputs within the call of a function and its backward, else the one
 * that was set, and the host where none was. */
const RensaDevice *rensa_device_get_current (void);
void rensa_device_set_current (const RensaDevice *device);

/* Leaving the scope makes the device current that was before.  Nobody looks at a scope, which a compiler would remark on. */
typedef struct G_GNUC_UNUSED
{
  const RensaDevice *saved;
} RensaDeviceScope;

RensaDeviceScope rensa_device_enter (const RensaDevice *device);
void rensa_device_leave (RensaDeviceScope *scope);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaDeviceScope, rensa_device_leave)

/* The memory of the host, which somebody must have set before the first array is made; the CPU does that when it is loaded. */
const RensaDevice *rensa_device_get_host (void);
void rensa_device_set_host (const RensaDevice *device);

/* Makes the devices of @klass known by name (rensa_device_find ()).  Called while the program is loaded. */
void rensa_device_register (const RensaDeviceClass *klass);
/* The classes, in the order in which they were registered. */
const RensaDeviceClass *const *rensa_device_get_classes (guint *n_classes);

/* Copies memory from any device to any other, or within one. */
gboolean rensa_device_copy (const RensaDevice *to_device, gpointer to, const RensaDevice *from_device,
                            gconstpointer from, gsize n_bytes, GError **error);
/* Waits until all that was asked of @device is done.  FALSE with what went wrong there meanwhile. */
gboolean rensa_device_synchronize (const RensaDevice *device, GError **error);

/* Around what is done over and over, as an iteration of training is: a GPU then starts what it is asked for together, with the addresses and
 * numbers of this time, and results are the same as without.  FALSE with what failed in what was put off, also where @error is set already,
 * which stays. */
void rensa_device_begin_iteration (const RensaDevice *device);
gboolean rensa_device_end_iteration (const RensaDevice *device, GError **error);

G_END_DECLS
