/* studio-fits.h: finds the components that accept a type.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib-object.h>

#include "rensa-component.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/* Tries the components while idle, a few milliseconds at a time, and caches the answers for recent
 * types. Signal "found": the requested answer is complete. Independent of GTK; use from the main
 * thread only. */
#define STUDIO_TYPE_FITS (studio_fits_get_type ())
G_DECLARE_FINAL_TYPE (StudioFits, studio_fits, STUDIO, FITS, GObject)

/* @components: (element-type RensaComponent): components to try */
StudioFits *studio_fits_new (GPtrArray *components);
/* @type: (nullable): type of a batch, if known; @dtype: of the parameters. Emits "found" later, or
 *   immediately if the answer is cached. */
void studio_fits_ask (StudioFits *self, const RensaType *type, RensaDtype dtype);
/* Returns TRUE if @component accepts the requested type or, while that is unknown, the type of the
 * last complete answer; TRUE for all components if there is no answer. */
gboolean studio_fits_has (StudioFits *self, const RensaComponent *component);
/* Returns TRUE if @component accepts @type, or if @type is NULL. Results are cached. */
gboolean studio_fits_try (StudioFits *self, const RensaType *type, RensaDtype dtype, const RensaComponent *component);

/* Returns "After conv1: float32 8 × 14 × 14"; "" without a @name. @type: NULL while unknown. */
char *studio_fits_describe_place (const char *name, const RensaType *type);

G_END_DECLS
