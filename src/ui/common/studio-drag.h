/* studio-drag.h: drag and drop between parts of the studio, and of texts.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* Content of a drag from a row of the palette: a const RensaComponent *. It has a type of its
 * own, so that no entry accepts it as text. */
typedef const RensaComponent *StudioDraggedComponent;

#define STUDIO_TYPE_DRAGGED_COMPONENT (studio_dragged_component_get_type ())
GType studio_dragged_component_get_type (void);

/* After this call, dropped text leaves no mark at its place. GTK 4.8 notifies a drop target only
 * of the drop, and GtkText continues to draw the cursor that showed the place, even if the text
 * is now shorter than that. Call this once. */
void studio_drag_unmark_drops (void);

/* After this call, a drop that nothing in @window accepts is refused, so that the source is
 * notified that the drag has ended. GTK 4.8 does so only if the last widget dragged over was no
 * target; the pointer may be faster than the answer. */
void studio_drag_refuse_rest (GtkWidget *window);

/* After this call, a press on selected blanks starts a new selection. Otherwise it would drag
 * them, and GTK 4.8 cannot create a picture for dragging invisible text, and prints a warning.
 * Call this once. */
void studio_drag_skip_blanks (void);

G_END_DECLS
