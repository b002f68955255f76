/* studio-knobs.h: settings that are often adjusted while watching the curves.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* One row each for the learning rates, which a run accepts during training, and for the batch size
 * and the length of the run, which apply to the next run. Signal: "turned" (const char *path, const
 * char *run_path, const char *text): the project got a value that a live run also accepts. */
#define STUDIO_TYPE_KNOBS (studio_knobs_get_type ())
G_DECLARE_FINAL_TYPE (StudioKnobs, studio_knobs, STUDIO, KNOBS, AdwBin)

/* Call after each change of the project or the run. */
void studio_knobs_show (StudioKnobs *knobs, StudioProject *project, StudioRun *run);
/* Returns TRUE if there is a row for the length of a run. */
gboolean studio_knobs_has_length (StudioKnobs *knobs);

G_END_DECLS
