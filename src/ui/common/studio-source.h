/* studio-source.h: objects that a widget shows and listens to.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * studio_source_set:
 * @place: (inout): where @listener keeps its reference
 * @object: (nullable): the new one
 * @listener: what was given to the handlers as data
 *
 * Disconnects @listener from the object that was there before. Returns: FALSE where that is @object, and nothing changes.
 */
gboolean studio_source_set (GObject **place, GObject *object, gpointer listener);

/* For a pointer to an object of any class. */
#define studio_source_replace(place, object, listener) \
  studio_source_set ((GObject **) (gpointer) (place), (GObject *) (object), (listener))
#define studio_source_clear(place, listener) studio_source_replace (place, NULL, listener)

G_END_DECLS
