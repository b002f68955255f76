/* studio-flow-box.h: flow boxes whose children are added and removed.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* GTK 4.8 keeps the child that had the cursor when it is removed, and the next key that moves or
 * uses the cursor reads freed memory. This disables these keys in @box; Tab still moves from child
 * to child. */
void studio_flow_box_forgo_cursor (GtkFlowBox *box);

G_END_DECLS
