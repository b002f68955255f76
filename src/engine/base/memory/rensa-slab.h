/* rensa-slab.h: small engine objects without the system's allocator.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Zeroed memory for an object of @size bytes (at most 4 KiB; larger ones come from the system), from a free list of
 * this thread.  Never NULL: the program ends when even this is not to be had, as with g_malloc ().  Under a sanitizer
 * every object comes from malloc (), so that a stale pointer is caught. */
gpointer rensa_slab_new (gsize size);

/* The same, with whatever the memory held, for those who fill it anyway. */
gpointer rensa_slab_take (gsize size);

/* Gives back what rensa_slab_new () or rensa_slab_take () gave for the same @size; any thread may. */
void rensa_slab_free (gpointer object, gsize size);

#define rensa_slab_new0(Type) ((Type *) rensa_slab_new (sizeof (Type)))

G_END_DECLS
