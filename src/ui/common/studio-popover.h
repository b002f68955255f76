/* studio-popover.h: popovers at a place of a widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens @popover at @place of its parent or, where that place is out of sight, at the edge nearest to it: GTK 4.8 lays a
 * popover out on the monitor that its place is on, and complains and draws nothing sensible where there is none. */
void studio_popover_open (GtkPopover *popover, const GdkRectangle *place);

/* From now on each popover closes when it goes out of sight with its parent or is taken out of its window, those of GTK
 * itself as well. GTK 4.8 lets a popover that was not closed keep all input of the program for ever. To be called once. */
void studio_popover_close_unseen (void);

G_END_DECLS
