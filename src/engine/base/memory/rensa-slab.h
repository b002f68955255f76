/* rensa-slab.h: allocator for small engine objects.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns zeroed memory for an object of @size bytes (at most 4 KiB; larger ones come from the
 * system), from a free list of this thread. Never returns NULL: if out of memory, the program is
 * aborted, as with g_malloc (). Under a sanitizer every object is allocated with malloc (), so that
 * stale pointers are detected. */
gpointer rensa_slab_new (gsize size);

/* The same, but uninitialized, for objects that are filled completely. */
gpointer rensa_slab_take (gsize size);

/* Frees memory from rensa_slab_new () or rensa_slab_take () with the same @size, on any thread. */
void rensa_slab_free (gpointer object, gsize size);

#define rensa_slab_new0(Type) ((Type *) rensa_slab_new (sizeof (Type)))

G_END_DECLS
