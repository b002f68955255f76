/* studio-data-notes.h: how the data were read, warnings about them, and possible changes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* A button for each part of "Read as: …", each column and each warning. Signal "chosen" (pointer):
 * a RensaDataChange that the user has chosen. */
#define STUDIO_TYPE_DATA_NOTES (studio_data_notes_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataNotes, studio_data_notes, STUDIO, DATA_NOTES, AdwBin)

/* NULL shows nothing. */
void studio_data_notes_show (StudioDataNotes *notes, RensaPreview *preview);

G_END_DECLS
