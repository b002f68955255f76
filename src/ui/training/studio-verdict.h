/* studio-verdict.h: verdict on a finished run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A sentence and at most one button that applies its advice; hidden while a run trains, or if there
 * is no verdict. Property: run (StudioRun). */
#define STUDIO_TYPE_VERDICT (studio_verdict_get_type ())
G_DECLARE_FINAL_TYPE (StudioVerdict, studio_verdict, STUDIO, VERDICT, AdwBin)

G_END_DECLS
