/* studio-frozen-row.h: a row that freezes nodes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-project.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* A list with one switch, which is hidden if no node can be frozen. */
#define STUDIO_TYPE_FROZEN_ROW (studio_frozen_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioFrozenRow, studio_frozen_row, STUDIO, FROZEN_ROW, AdwBin)

GtkWidget *studio_frozen_row_new (void);
/* @nodes: RensaModelNode, of one level of the document of @project. */
void studio_frozen_row_show (StudioFrozenRow *self, StudioProject *project, const GPtrArray *nodes);

G_END_DECLS
