/* studio-try-pad.h: drawing pad.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-drawing.h"

G_BEGIN_DECLS

/* A square sheet for drawing lines with a thick pen by pointer or touch. Signal "drawn": after
 * every change. */
#define STUDIO_TYPE_TRY_PAD (studio_try_pad_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryPad, studio_try_pad, STUDIO, TRY_PAD, GtkWidget)

/* Returns the drawing as RensaLine items on a sheet with sides of length 1; borrowed. */
const GPtrArray *studio_try_pad_get_lines (StudioTryPad *pad);
/* Takes ownership of @lines and replaces the drawing. */
void studio_try_pad_take_lines (StudioTryPad *pad, GPtrArray *lines);
/* Remove the last line, or all lines. */
void studio_try_pad_undo (StudioTryPad *pad);
void studio_try_pad_clear (StudioTryPad *pad);

G_END_DECLS
