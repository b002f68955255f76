/* studio-application.h: the application.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_APPLICATION_ID "org.rensa.Studio"

#define STUDIO_TYPE_APPLICATION (studio_application_get_type ())
G_DECLARE_FINAL_TYPE (StudioApplication, studio_application, STUDIO, APPLICATION, AdwApplication)

StudioApplication *studio_application_new (void);

/* Returns the folder of the translations: in the build tree, or where they were installed. */
char *studio_application_find_locale_folder (void);

G_END_DECLS
