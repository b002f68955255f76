/* studio-watch.h: objects that a template or a widget watches.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Properties: source, the object, which may be NULL; signals, their names separated by spaces
 * ("changed notify::state"). Notifies of source when it is replaced and whenever it emits one of
 * the signals, so that a template can follow a replaceable object:
 *
 *   <object class="StudioWatch" id="run_watch">
 *     <property name="signals">notify::state</property>
 *     <property name="source" bind-source="StudioPage" bind-property="run" bind-flags="sync-create"/>
 *     <signal name="notify::source" handler="update" swapped="yes"/>
 *   </object>
 *
 * A closure of <lookup name="source">run_watch</lookup> is evaluated at the same times, also for
 * NULL, for which a lookup of the run's properties would fail. The signal "emitted" is for what need
 * not be done when the object is replaced. Bind every watch as a template child
 * that is not kept in the widget, with studio_watch_keep (). */
#define STUDIO_TYPE_WATCH (studio_watch_get_type ())
G_DECLARE_FINAL_TYPE (StudioWatch, studio_watch, STUDIO, WATCH, GObject)

/* Keeps the watch @id of the template for as long as the widget has its template. */
void studio_watch_keep (GtkWidgetClass *klass, const char *id);

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
