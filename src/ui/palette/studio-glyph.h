/* studio-glyph.h: small drawing of a component.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* The curve y = f(x) of an elementwise function, otherwise a symbol for the component's group. */
#define STUDIO_TYPE_GLYPH (studio_glyph_get_type ())
G_DECLARE_FINAL_TYPE (StudioGlyph, studio_glyph, STUDIO, GLYPH, GtkWidget)

GtkWidget *studio_glyph_new (const RensaComponent *component);

G_END_DECLS
