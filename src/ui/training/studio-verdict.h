/* studio-verdict.h: what the program says of a run that has ended.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A sentence, and at most one button that does what it advises; nothing while a run trains, or where there is nothing to say. Property: run
 * (StudioRun). */
#define STUDIO_TYPE_VERDICT (studio_verdict_get_type ())
G_DECLARE_FINAL_TYPE (StudioVerdict, studio_verdict, STUDIO, VERDICT, AdwBin)

G_END_DECLS
