/* studio-welcome.h: welcome page, shown while no project is open.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Examples that can be trained immediately, examples that need other data, and recently used
 * projects. Uses only the actions app.new, app.open, app.open-example and app.open-file. */
#define STUDIO_TYPE_WELCOME (studio_welcome_get_type ())
G_DECLARE_FINAL_TYPE (StudioWelcome, studio_welcome, STUDIO, WELCOME, AdwBin)

/* Returns the translated title of the example; NULL if it is not offered. */
const char *studio_welcome_get_title (const char *file);

G_END_DECLS
