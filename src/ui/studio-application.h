/* studio-application.h: the application.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_APPLICATION_ID "org.rensa.Studio"

#define STUDIO_TYPE_APPLICATION (studio_application_get_type ())
G_DECLARE_FINAL_TYPE (StudioApplication, studio_application, STUDIO, APPLICATION, AdwApplication)

StudioApplication *studio_application_new (void);

G_END_DECLS
