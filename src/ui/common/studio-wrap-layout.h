/* studio-wrap-layout.h: layout of children side by side, in as many lines as they need.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_WRAP_LAYOUT (studio_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (StudioWrapLayout, studio_wrap_layout, STUDIO, WRAP_LAYOUT, GtkLayoutManager)

/* @spacing: space in pixels, between children and between lines */
GtkLayoutManager *studio_wrap_layout_new (int spacing);

G_END_DECLS
