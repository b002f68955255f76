/* studio-glyph.h: small drawing of a component, and the curves of functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-component.h"
#include "rensa-function-facts.h"

G_BEGIN_DECLS

/* The curve y = f(x) of an elementwise function, otherwise a symbol for the component's group. */
#define STUDIO_TYPE_GLYPH (studio_glyph_get_type ())
G_DECLARE_FINAL_TYPE (StudioGlyph, studio_glyph, STUDIO, GLYPH, GtkWidget)

GtkWidget *studio_glyph_new (const RensaComponent *component);

/* Returns rensa_function_get_curve () of an elementwise function, computed once; NULL for any other
 * component. */
const float *studio_curve_get (const RensaComponent *component);

G_END_DECLS
