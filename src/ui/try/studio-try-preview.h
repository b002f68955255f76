/* studio-try-preview.h: what one preview makes of a trained model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-predictor.h"

G_BEGIN_DECLS

/* A picture or a text, beside the settings that it is made by; made anew when one of them changes. Signal "made": when what was asked for
 * last, or why there is nothing, is on the screen. */
#define STUDIO_TYPE_TRY_PREVIEW (studio_try_preview_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryPreview, studio_try_preview, STUDIO, TRY_PREVIEW, AdwBin)

/* @attrs: of an extension with a preview; copied. */
GtkWidget *studio_try_preview_new (RensaAttrs *attrs);
/* @predictor: (nullable): borrowed; asked as soon as the page is seen. */
void studio_try_preview_set_predictor (StudioTryPreview *preview, RensaPredictor *predictor);
/* Borrowed; what is on the screen, neither picture nor text where there is nothing. */
const RensaPreviewed *studio_try_preview_get_made (StudioTryPreview *preview);
/* Writes that: a picture as PNG. */
gboolean studio_try_preview_save (StudioTryPreview *preview, const char *path, GError **error);

/* What its files are called, without the number of the iteration: "pictures". */
char *studio_try_preview_dup_name (RensaAttrs *attrs);

G_END_DECLS
