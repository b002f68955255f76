/* studio-popover.h: popovers at a rectangle of a widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens @popover at @place of its parent or, if that is out of sight, at the nearest edge: GTK 4.8
 * lays a popover out on the monitor that contains its place; if there is none, it warns and draws
 * incorrectly. */
void studio_popover_open (GtkPopover *popover, const GdkRectangle *place);

/* After this call, each popover, including those of GTK itself, closes when it is hidden with
 * its parent or removed from its window. In GTK 4.8, a popover that was not closed would grab
 * all input of the program permanently. Call this once. */
void studio_popover_close_unseen (void);

G_END_DECLS
