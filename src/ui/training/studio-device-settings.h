/* studio-device-settings.h: what a project says of what it is trained on.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-project.h"

G_BEGIN_DECLS

/* Its name. */
const char *studio_device_read (RensaDocument *document);
/* Whether a GPU may round float32 to TF32. */
gboolean studio_device_read_tf32 (RensaDocument *document);
/* What is wrong with the device; NULL where nothing is, or nothing is known yet. */
const char *studio_device_find_problem (StudioProject *project);

G_END_DECLS
