/* studio-try-preview.h: page that generates one preview with a trained model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-predictor.h"

G_BEGIN_DECLS

/* A picture or text, next to its settings; generated again when one of them changes. Signal "made":
 * the result of the last request, or an error, is shown. */
#define STUDIO_TYPE_TRY_PREVIEW (studio_try_preview_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryPreview, studio_try_preview, STUDIO, TRY_PREVIEW, AdwBin)

/* @attrs: attributes of an extension with a preview; copied. */
GtkWidget *studio_try_preview_new (RensaAttrs *attrs);
/* @predictor: (nullable): borrowed; used as soon as the page is visible. */
void studio_try_preview_set_predictor (StudioTryPreview *preview, RensaPredictor *predictor);
/* Borrowed; the preview shown, with neither picture nor text if there is none. */
const RensaPreviewed *studio_try_preview_get_made (StudioTryPreview *preview);
/* Saves the shown preview; a picture as PNG. */
gboolean studio_try_preview_save (StudioTryPreview *preview, const char *path, GError **error);

/* Returns the name of its files without the iteration number: "pictures". */
char *studio_try_preview_dup_name (RensaAttrs *attrs);

G_END_DECLS
