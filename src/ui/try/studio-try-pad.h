/* studio-try-pad.h: a sheet to draw on.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-drawing.h"

G_BEGIN_DECLS

/* A square sheet on which a pointer or a finger draws lines with a thick pen. Signal "drawn": after every change. */
#define STUDIO_TYPE_TRY_PAD (studio_try_pad_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryPad, studio_try_pad, STUDIO, TRY_PAD, GtkWidget)

/* What has been drawn, RensaLine, on a sheet whose sides are 1; borrowed. */
const GPtrArray *studio_try_pad_get_lines (StudioTryPad *pad);
/* Takes @lines over instead of what has been drawn. */
void studio_try_pad_take_lines (StudioTryPad *pad, GPtrArray *lines);
/* The last line, or all of them. */
void studio_try_pad_undo (StudioTryPad *pad);
void studio_try_pad_clear (StudioTryPad *pad);

G_END_DECLS
