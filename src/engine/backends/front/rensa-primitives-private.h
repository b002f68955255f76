/* rensa-primitives-private.h: declarations shared by the front end of the primitives.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array-private.h"
#include "rensa-backend.h"
#include "rensa-fault.h"
#include "rensa-language.h"

G_BEGIN_DECLS

/* Fallbacks for optional backend entries: the host's entries with copies to the host and back; NULL
 * for the required ones. */
extern const RensaBackend rensa_detours;

static inline const RensaBackend *
rensa_get_backend (RensaArray *array)
{
  return array->buffer->device->klass->backend;
}

static inline gboolean
rensa_is_virtual (RensaArray *array)
{
  return array->buffer->device->klass->is_virtual;
}

/* Returns the implementation of @entry on the device of @array. */
#define RENSA_ENTRY(array, entry) \
  (rensa_get_backend (array)->entry != NULL ? rensa_get_backend (array)->entry : rensa_detours.entry)

/* Calls it; arrays without memory need no work. */
#define RENSA_RUN(array, entry, ...) (rensa_is_virtual (array) || RENSA_ENTRY (array, entry) (__VA_ARGS__))

/* Returns a new array on the device of @x with its channels, axis 1, last in memory. */
RensaArray *rensa_new_channels_last (RensaArray *x, RensaDtype dtype, const RensaShape *shape, GError **error);

/* Returns a new array on the device of @x, where the primitive runs. */
static inline RensaArray *
rensa_new_beside (RensaArray *x, RensaDtype dtype, const RensaShape *shape, GError **error)
{
  return rensa_array_new_on (x->buffer->device, dtype, shape, error);
}

/* The same, filled. */
RensaArray *rensa_full_beside (RensaArray *x, RensaDtype dtype, const RensaShape *shape, double value, GError **error);

/* Returns a reference to @array, or a copy in the working dtype; NULL for NULL. */
RensaArray *rensa_to_work (RensaArray *array, GError **error);

/* Returns the dtype that backend entries affected by takes_halves receive for @dtype on the device
 * of @x: @dtype itself, or the working dtype. */
RensaDtype rensa_entry_dtype (RensaArray *x, RensaDtype dtype);

/* Returns a reference to @array, or a copy as required by such an entry; NULL for NULL. */
RensaArray *rensa_to_entry (RensaArray *array, GError **error);

/* Returns @array itself or a copy, C-contiguous and of @dtype; NULL for NULL. */
RensaArray *rensa_to_dense (RensaArray *array, RensaDtype dtype, GError **error);

/* Replaces @array, if not NULL, with one of @dtype; on failure returns FALSE and sets it to NULL. */
gboolean rensa_convert (RensaArray **array, RensaDtype dtype, GError **error);

/* Finds the shape that all inputs broadcast to, and the dtype of an elementwise result: the
 * promoted dtype of the floating-point inputs, float32 if there are none. FALSE with an error if
 * the shapes are incompatible. */
gboolean rensa_find_broadcast_type (RensaArray *const *inputs, int n_inputs, RensaShape *shape, RensaDtype *dtype,
                                    GError **error);
/* Returns a new array of that shape, with the axis order of the first input that is not broadcast. */
RensaArray *rensa_new_broadcast_output (RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs,
                                        int n_inputs, GError **error);

/* Returns TRUE if @array is floating-point, else FALSE with an error: "@place expects floating
 * arrays: found int32". */
gboolean rensa_require_floating (const char *place, RensaArray *array, GError **error);
gboolean rensa_require_integers (const char *place, const char *what, RensaArray *array, GError **error);
gboolean rensa_require_same_dtype (const char *place, RensaArray *a, RensaArray *b, GError **error);
/* Reports "@place expects @what of shape (2, 3): found (3,)". */
gboolean rensa_require_shape (const char *place, const char *what, const RensaShape *expected, const RensaShape *found,
                              GError **error);
gboolean rensa_require_ndim (const char *place, const char *what, const RensaShape *shape, int ndim, GError **error);
gboolean rensa_require_elements (const char *place, RensaArray *array, GError **error);
gboolean rensa_require_square (const char *place, RensaArray *array, gint64 max_rows, GError **error);
/* These return FALSE. */
gboolean rensa_refuse_axes (const char *place, const RensaShape *shape, guint mask, GError **error);
gboolean rensa_refuse_broadcast (const char *place, const RensaShape *from, const RensaShape *to, GError **error);
gboolean rensa_refuse_index (const char *place, gint64 least, gint64 most, gint64 index, GError **error);

G_END_DECLS
