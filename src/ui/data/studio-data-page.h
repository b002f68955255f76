/* studio-data-page.h: page for the data that the model learns from.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

/* Properties: project (StudioProject, nullable). */
#define STUDIO_TYPE_DATA_PAGE (studio_data_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataPage, studio_data_page, STUDIO, DATA_PAGE, AdwBin)

/* Makes a file or folder the data of @project, as one undoable step; FALSE, with a message for the
 * user, if no data set reads it. */
gboolean studio_data_open (StudioProject *project, GFile *file, GError **error);
/* Uses the file as data, of the kind given by its name; FALSE, with a message for the user, if the
 * name gives none. */
gboolean studio_data_page_open_file (StudioDataPage *self, GFile *file, GError **error);
/* Chooses a model for the data, in a separate thread, and shows the reasons; problems of unusable
 * data are shown in place of the data. */
void studio_data_page_choose_model (StudioDataPage *self);

G_END_DECLS
