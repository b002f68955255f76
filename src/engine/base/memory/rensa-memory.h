/* rensa-memory.h: asking for as much memory as somebody else says.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The bytes that could be had now: what the machine has free or could free, or less where a control group limits it. */
guint64 rensa_memory_get_available (void);
/* What the machine has, or less where a control group limits it. */
guint64 rensa_memory_get_total (void);

/* RENSA_ERROR_NO_MEMORY where @n_bytes are more than that: the system gives them all the same, and ends the program
 * when they are used. @what begins the sentence: "data.npz: x".  Small amounts cost no look. */
gboolean rensa_memory_check (guint64 n_bytes, const char *what, GError **error);

/* Memory for @n elements of @size bytes, to be freed with g_free (), where that many can be had; never NULL for none.
 * For every array whose length comes from a file, a document or an attribute. */
gpointer rensa_memory_try_alloc (guint64 n, gsize size, const char *what, GError **error);

#define rensa_memory_try_new(Type, n, what, error) ((Type *) rensa_memory_try_alloc (n, sizeof (Type), what, error))

/* The same for one of many large blocks: it goes back to the system the moment it is given back, not when the heap shrinks.
 * NULL where there is none. */
gpointer rensa_memory_try_map (gsize n_bytes);
void rensa_memory_unmap (gpointer memory);

G_END_DECLS
