/* studio-popover.h: popovers at a place of a widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens @popover at @place of its parent or, where that place is out of sight, at the edge nearest to it: GTK 4.8 lays a
 * popover out on the monitor that its place is on, and complains and draws nothing sensible where there is none. */
void studio_popover_open (GtkPopover *popover, const GdkRectangle *place);

G_END_DECLS
