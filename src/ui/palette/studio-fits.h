/* studio-fits.h: which components take values of a type.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib-object.h>

#include "rensa-component.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/* Tries the components in spare time, a few milliseconds at once, and keeps what it found of the types that were asked for last.
 * Signal "found": all that was asked for is known. No GTK; the main thread's. */
#define STUDIO_TYPE_FITS (studio_fits_get_type ())
G_DECLARE_FINAL_TYPE (StudioFits, studio_fits, STUDIO, FITS, GObject)

/* @components: (element-type RensaComponent): what is tried */
StudioFits *studio_fits_new (GPtrArray *components);
/* @type: (nullable): of a batch, where it is known; @dtype: of the parameters. "found" follows, at once where it is kept. */
void studio_fits_ask (StudioFits *self, const RensaType *type, RensaDtype dtype);
/* Whether it takes what was asked for last, or what was found last while that is not known yet; TRUE for all where nothing is. */
gboolean studio_fits_has (StudioFits *self, const RensaComponent *component);
/* TRUE if @component accepts @type, or if @type is NULL. Results are cached. */
gboolean studio_fits_try (StudioFits *self, const RensaType *type, RensaDtype dtype, const RensaComponent *component);

/* "After conv1: float32 8 × 14 × 14"; "" without a @name. @type: NULL while it is not known. */
char *studio_fits_describe_place (const char *name, const RensaType *type);

G_END_DECLS
