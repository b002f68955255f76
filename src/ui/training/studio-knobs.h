/* studio-knobs.h: the settings that people change while they watch the curves.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* A row each for the learning rates, which a run takes while it trains, for the batch size and for the length of the run, which count from
 * the next run on. Signal: "turned" (const char *path, const char *run_path, const char *text): the project was given a value that a live
 * run takes, too. */
#define STUDIO_TYPE_KNOBS (studio_knobs_get_type ())
G_DECLARE_FINAL_TYPE (StudioKnobs, studio_knobs, STUDIO, KNOBS, AdwBin)

/* Whoever shows a project or a run calls this after each change of either. */
void studio_knobs_show (StudioKnobs *knobs, StudioProject *project, StudioRun *run);
/* TRUE if there is a row for the length of a run. */
gboolean studio_knobs_has_length (StudioKnobs *knobs);

G_END_DECLS
