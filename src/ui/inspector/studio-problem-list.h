/* studio-problem-list.h: list of problems and their repairs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* One sentence for each problem, with a button for its repair. Signal "activated" (const char
 * *node): the user wants to see the node of a problem. */
#define STUDIO_TYPE_PROBLEM_LIST (studio_problem_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioProblemList, studio_problem_list, STUDIO, PROBLEM_LIST, AdwBin)

/* @project: (nullable). @path: the node whose problems are listed; NULL for all problems. */
void studio_problem_list_show (StudioProblemList *list, StudioProject *project, const char *path);

G_END_DECLS
