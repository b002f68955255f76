/* studio-data-pictures.h: grid of examples that are images.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_PICTURES (studio_data_pictures_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataPictures, studio_data_pictures, STUDIO, DATA_PICTURES, AdwBin)

/* @preview NULL shows nothing. */
void studio_data_pictures_show (StudioDataPictures *pictures, RensaPreview *preview, const RensaPreviewPart *part);

G_END_DECLS
