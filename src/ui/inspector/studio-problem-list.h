/* studio-problem-list.h: what is wrong, and how it can be put right.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* The sentences of the problems, each with a button for its repair. Signal "activated" (const char *node), when a person
 * wants to see the node that a problem concerns. */
#define STUDIO_TYPE_PROBLEM_LIST (studio_problem_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioProblemList, studio_problem_list, STUDIO, PROBLEM_LIST, AdwBin)

/* @project: (nullable). @path: of the node whose problems are listed; NULL for all there are. */
void studio_problem_list_show (StudioProblemList *list, StudioProject *project, const char *path);

G_END_DECLS
