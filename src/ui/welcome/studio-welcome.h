/* studio-welcome.h: what is seen before a project is open.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Examples that train at once, those that need data from elsewhere, and the projects that were open last. All it does
 * are the actions app.new, app.open, app.open-example and app.open-file. */
#define STUDIO_TYPE_WELCOME (studio_welcome_get_type ())
G_DECLARE_FINAL_TYPE (StudioWelcome, studio_welcome, STUDIO, WELCOME, AdwBin)

/* What the example is called, in the person's language; NULL where it is not offered. */
const char *studio_welcome_get_title (const char *file);

G_END_DECLS
