/* rensa-primitives-private.h: what the front parts of the primitives share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array-private.h"
#include "rensa-backend.h"
#include "rensa-fault.h"
#include "rensa-language.h"

G_BEGIN_DECLS

/* The host's entries, with copies there and back, in the places of optional ones; NULL in those of the required ones. */
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

/* What does the work of @entry on the device of @array. */
#define RENSA_ENTRY(array, entry) \
  (rensa_get_backend (array)->entry != NULL ? rensa_get_backend (array)->entry : rensa_detours.entry)

/* Calls it; where arrays have no memory there is nothing to do. */
#define RENSA_RUN(array, entry, ...) (rensa_is_virtual (array) || RENSA_ENTRY (array, entry) (__VA_ARGS__))

/* A new array on the device of @x with its channels, axis 1, last in memory. */
RensaArray *rensa_new_channels_last (RensaArray *x, RensaDtype dtype, const RensaShape *shape, GError **error);

/* A new array on the device of @x, where the primitive runs. */
static inline RensaArray *
rensa_new_beside (RensaArray *x, RensaDtype dtype, const RensaShape *shape, GError **error)
{
  return rensa_array_new_on (x->buffer->device, dtype, shape, error);
}

/* The same, filled. */
RensaArray *rensa_full_beside (RensaArray *x, RensaDtype dtype, const RensaShape *shape, double value, GError **error);

/* A reference to @array, or a copy in the dtype to work in; NULL stays NULL. */
RensaArray *rensa_to_work (RensaArray *array, GError **error);

/* The dtype of what the entries that takes_halves speaks of get for @dtype where @x lies: that itself, or the one to work in. */
RensaDtype rensa_entry_dtype (RensaArray *x, RensaDtype dtype);

/* A reference to @array, or a copy as such an entry takes it; NULL stays NULL. */
RensaArray *rensa_to_entry (RensaArray *array, GError **error);

/* @array itself or a copy, C-contiguous and of @dtype; NULL stays NULL. */
RensaArray *rensa_to_dense (RensaArray *array, RensaDtype dtype, GError **error);

/* Replaces @array, where it is not NULL, with one of @dtype; FALSE, and NULL in its place, where that fails. */
gboolean rensa_convert (RensaArray **array, RensaDtype dtype, GError **error);

/* The shape that all inputs broadcast to, and the dtype of an elementwise result: the promoted one of the floating inputs,
 * float32 where there are none.  FALSE with an error where the shapes do not fit. */
gboolean rensa_find_broadcast_type (RensaArray *const *inputs, int n_inputs, RensaShape *shape, RensaDtype *dtype,
                                    GError **error);
/* A new array of that shape, in the order of axes of the first input that is not spread out. */
RensaArray *rensa_new_broadcast_output (RensaDtype dtype, const RensaShape *shape, RensaArray *const *inputs,
                                        int n_inputs, GError **error);

/* TRUE where @array is floating, else FALSE with an error: "@place expects floating arrays: found int32". */
gboolean rensa_require_floating (const char *place, RensaArray *array, GError **error);
gboolean rensa_require_integers (const char *place, const char *what, RensaArray *array, GError **error);
gboolean rensa_require_same_dtype (const char *place, RensaArray *a, RensaArray *b, GError **error);
/* "@place expects @what of shape (2, 3): found (3,)". */
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
