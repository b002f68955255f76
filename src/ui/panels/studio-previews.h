/* studio-previews.h: files that extensions wrote about a model, by iteration.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Pictures and texts of a run: the newest while it trains, and earlier ones by a slider.
 * Properties: run (object), available (boolean, read-only): TRUE if there are any. */
#define STUDIO_TYPE_PREVIEWS (studio_previews_get_type ())
G_DECLARE_FINAL_TYPE (StudioPreviews, studio_previews, STUDIO, PREVIEWS, AdwBin)

G_END_DECLS
