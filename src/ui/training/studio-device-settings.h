/* studio-device-settings.h: device settings of a project.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-project.h"

G_BEGIN_DECLS

/* Its name. */
const char *studio_device_read (RensaDocument *document);
/* Returns TRUE if a GPU may round float32 to TF32. */
gboolean studio_device_read_tf32 (RensaDocument *document);
/* Returns the problem of the device; NULL if there is none, or while unknown. */
const char *studio_device_find_problem (StudioProject *project);

G_END_DECLS
