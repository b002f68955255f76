/* studio-application.h: the program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-store.h"

G_BEGIN_DECLS

#define STUDIO_APPLICATION_ID "org.rensa.Studio"

#define STUDIO_TYPE_APPLICATION (studio_application_get_type ())
G_DECLARE_FINAL_TYPE (StudioApplication, studio_application, STUDIO, APPLICATION, AdwApplication)

StudioApplication *studio_application_new (void);
/* Borrowed; opened at the first call. Where it cannot be opened a temporary one takes its place; NULL where that cannot be
 * made, either. */
RensaStore *studio_application_get_store (StudioApplication *application);
/* One sentence about what was wrong with the store, once; NULL where nothing was. */
char *studio_application_take_notice (StudioApplication *application);
/* Why the store cannot write at present, a full disk say; NULL where it can. */
const char *studio_application_get_trouble (StudioApplication *application);
/* NULL where the schema is not installed, as in a build that is run from its folder without ./dev. */
GSettings *studio_application_get_settings (StudioApplication *application);

/* Where the translations are: beside the program in the build folder, or where they were installed. */
char *studio_application_find_locale_folder (void);

G_END_DECLS
