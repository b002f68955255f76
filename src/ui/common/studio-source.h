/* studio-source.h: objects that a widget shows and observes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * studio_source_set:
 * @place: (inout): pointer in which @listener keeps its reference
 * @object: (nullable): the new object
 * @listener: user data of the signal handlers
 *
 * Disconnects @listener from the previous object. Returns: FALSE if that is @object, and nothing
 * changes.
 */
gboolean studio_source_set (GObject **place, GObject *object, gpointer listener);

/* Same for a pointer to an object of any class. */
#define studio_source_replace(place, object, listener) \
  studio_source_set ((GObject **) (gpointer) (place), (GObject *) (object), (listener))
#define studio_source_clear(place, listener) studio_source_replace (place, NULL, listener)

G_END_DECLS
