/* studio-place.h: finds the page that edits a document field.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the page that edits the field at @place, for example of a problem: "data", "training" or
 * "model". */
const char *studio_place_get_page (const char *place);

G_END_DECLS
