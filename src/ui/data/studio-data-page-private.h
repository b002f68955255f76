/* studio-data-page-private.h: declarations shared by the parts of the data page.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-preview.h"
#include "studio-data-page.h"

G_BEGIN_DECLS

/* Returns two lines: "10,000 for training · 2,000 for validation", "Pictures of 28 × 28 points · 10
 * classes". */
char *studio_data_page_describe (const RensaPreview *preview);

/* Returns "Gives pictures of 24 × 24 pixels · float32 (1, 24, 24) · values −1 to 1". */
char *studio_data_page_describe_inputs (const RensaPreview *prepared);
/* Describe why nothing is shown: a title, and for missing data the text below it, as markup. */
char *studio_data_page_dup_status (const RensaPreview *preview);
char *studio_data_page_describe_absent (StudioProject *project, const RensaPreview *preview);
/* Sets the data set of @project, with the file @path if it takes one, as one undoable step. */
gboolean studio_data_page_set_dataset (StudioProject *project, const RensaDatasetClass *dataset, const char *path,
                                       GError **error);
/* Applies @change as one undoable step. */
gboolean studio_data_page_apply_change (StudioProject *project, const RensaDataChange *change, GError **error);
/* Returns the file that a data set reads first; NULL if it reads none, or none is chosen. */
const char *studio_data_page_get_path (RensaAttrs *dataset);
/* @dataset determines which files can be chosen. */
void studio_data_page_choose_file (StudioDataPage *self, const RensaDatasetClass *dataset);
/* Return TRUE if the first attribute that is a path names a folder, and if there are no data
 * without it, respectively. */
gboolean studio_data_page_takes_folder (const RensaDatasetClass *dataset);
gboolean studio_data_page_needs_path (const RensaDatasetClass *dataset);
void studio_data_page_choose_folder (StudioDataPage *self, const RensaDatasetClass *dataset);
void studio_data_page_accept_drops (StudioDataPage *self);
StudioProject *studio_data_page_get_project (StudioDataPage *self);

G_END_DECLS
