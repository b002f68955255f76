/* studio-quick-add.h: adds a node by typing a few letters.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-shape.h"

G_BEGIN_DECLS

/* Signal: "chosen" (const char *type), with the name of a component, after the popover has closed. */
#define STUDIO_TYPE_QUICK_ADD (studio_quick_add_get_type ())
G_DECLARE_FINAL_TYPE (StudioQuickAdd, studio_quick_add, STUDIO, QUICK_ADD, GtkPopover)

/* Opens next to @rect of its parent, with an empty entry. @is_step: for a node of a training step. */
void studio_quick_add_open (StudioQuickAdd *self, const GdkRectangle *rect, gboolean is_step);
/* Ranks components that accept @type first. @type: (nullable): unknown; @dtype: of the parameters */
void studio_quick_add_set_place (StudioQuickAdd *self, const RensaType *type, RensaDtype dtype);

G_END_DECLS
