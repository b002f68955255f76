/* studio-drag.h: what is dragged from one part of the studio to another, and texts that are dragged.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* What a row of the palette carries: a const RensaComponent *. It has a type of its own, so that no entry takes it for
 * text. */
typedef const RensaComponent *StudioDraggedComponent;

#define STUDIO_TYPE_DRAGGED_COMPONENT (studio_dragged_component_get_type ())
GType studio_dragged_component_get_type (void);

/* From now on a text that is dropped somewhere leaves no mark at its place. GTK 4.8 tells a drop target of the drop alone,
 * and GtkText goes on drawing the cursor that showed the place, even where the text has become shorter than that. To be
 * called once. */
void studio_drag_unmark_drops (void);

/* From now on a drop that nothing in @window takes is refused, so that who began the drag knows that it is over. GTK 4.8
 * has it that way only where the last thing dragged over was no target; the pointer may be faster than the answer. */
void studio_drag_refuse_rest (GtkWidget *window);

/* From now on a press on selected blanks begins a new selection. Otherwise it would drag them, and GTK 4.8 has no picture
 * of a text without ink to drag, of which it complains. To be called once. */
void studio_drag_skip_blanks (void);

G_END_DECLS
