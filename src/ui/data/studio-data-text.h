/* studio-data-text.h: text examples, token by token.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_TEXT (studio_data_text_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataText, studio_data_text, STUDIO, DATA_TEXT, AdwBin)

/* @preview NULL: nothing. */
void studio_data_text_show (StudioDataText *text, RensaPreview *preview, const RensaPreviewPart *part);

G_END_DECLS
