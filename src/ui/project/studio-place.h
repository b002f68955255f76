/* studio-place.h: where a field of a document is set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The page, "data", "training" or "model", on which the field at @place, that of a problem say, is set. */
const char *studio_place_get_page (const char *place);

G_END_DECLS
