/* studio-data-remedies.h: actions for the user if data are missing.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"
#include "studio-download.h"

G_BEGIN_DECLS

/* Buttons for the actions data.choose-file, data.download and data.reload, and the progress of a
 * download, which data.cancel-download cancels. Signal "chosen" (pointer): a RensaDataChange that
 * the user has chosen. */
#define STUDIO_TYPE_DATA_REMEDIES (studio_data_remedies_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataRemedies, studio_data_remedies, STUDIO, DATA_REMEDIES, AdwBin)

/* Shows the actions for a preview that is not ready. */
void studio_data_remedies_show (StudioDataRemedies *remedies, RensaPreview *preview);

G_END_DECLS
