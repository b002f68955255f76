/* rensa-memory.h: checked allocation of memory whose size comes from untrusted input.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the available memory in bytes: what the machine has free or can free, or less if a
 * control group limits it. */
guint64 rensa_memory_get_available (void);
/* Returns the machine's memory in bytes, or less if a control group limits it. */
guint64 rensa_memory_get_total (void);

/* Fails with RENSA_ERROR_NO_MEMORY if @n_bytes exceeds that: the system would grant the memory but
 * kill the program when it is used. @what begins the message: "data.npz: x". Small amounts are not
 * checked. */
gboolean rensa_memory_check (guint64 n_bytes, const char *what, GError **error);

/* Allocates memory for @n elements of @size bytes, to be freed with g_free (), if enough is
 * available; for zero elements the result is not NULL. For every array whose length comes from a
 * file, a document or an attribute. */
gpointer rensa_memory_try_alloc (guint64 n, gsize size, const char *what, GError **error);

#define rensa_memory_try_new(Type, n, what, error) ((Type *) rensa_memory_try_alloc (n, sizeof (Type), what, error))

/* The same for one of many large blocks: it is returned to the system as soon as it is freed, not
 * when the heap shrinks. NULL if out of memory. */
gpointer rensa_memory_try_map (gsize n_bytes);
void rensa_memory_unmap (gpointer memory);

G_END_DECLS
