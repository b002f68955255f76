/* studio-data-page.h: what the model learns from.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Properties: project (StudioProject, nullable). */
#define STUDIO_TYPE_DATA_PAGE (studio_data_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataPage, studio_data_page, STUDIO, DATA_PAGE, AdwBin)

/* Makes a file or folder the data of @project, as one step that can be undone; FALSE, with a sentence for the person, where no data set reads it. */
gboolean studio_data_open (StudioProject *project, GFile *file, GError **error);
/* Takes the file as data, of the kind that its name tells; FALSE, with a sentence for the person, where it tells none. */
gboolean studio_data_page_open_file (StudioDataPage *self, GFile *file, GError **error);
/* Chooses a model for the data, in a thread of its own, and shows why; data that cannot be used are told of where they are shown. */
void studio_data_page_choose_model (StudioDataPage *self);

G_END_DECLS
