/* studio-data-remedies.h: what a person can do where data are not there.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"
#include "studio-download.h"

G_BEGIN_DECLS

/* Buttons for the actions data.choose-file, data.download and data.reload, and the progress of a download, which
 * data.cancel-download ends. Signal "chosen" (pointer): a RensaDataChange that the person wants. */
#define STUDIO_TYPE_DATA_REMEDIES (studio_data_remedies_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataRemedies, studio_data_remedies, STUDIO, DATA_REMEDIES, AdwBin)

void studio_data_remedies_set_download (StudioDataRemedies *remedies, StudioDownload *download);
/* For a preview that is not ready. */
void studio_data_remedies_show (StudioDataRemedies *remedies, RensaPreview *preview);

G_END_DECLS
