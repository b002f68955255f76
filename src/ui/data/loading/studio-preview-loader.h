/* studio-preview-loader.h: looks at the data of a document, away from the main thread.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* Properties: loading. Signal "loaded", when the preview is another one. No GTK; the main thread's. */
#define STUDIO_TYPE_PREVIEW_LOADER (studio_preview_loader_get_type ())
G_DECLARE_FINAL_TYPE (StudioPreviewLoader, studio_preview_loader, STUDIO, PREVIEW_LOADER, GObject)

StudioPreviewLoader *studio_preview_loader_new (void);
/* Nothing happens where the data are those that were asked for last, unless @again. Where several are asked for before
 * the first is there, the last alone is loaded. */
void studio_preview_loader_load (StudioPreviewLoader *loader, RensaDocument *document, const char *dataset_root,
                                 gboolean again);
/* Of what was asked for last; NULL until it is there. Borrowed. */
RensaPreview *studio_preview_loader_get_preview (StudioPreviewLoader *loader);
gboolean studio_preview_loader_is_loading (StudioPreviewLoader *loader);
/* What is being loaded comes back at once, as a preview that is cancelled. */
void studio_preview_loader_cancel (StudioPreviewLoader *loader);
/* How much of a large file has been read; FALSE where nothing is known of it. */
gboolean studio_preview_loader_get_progress (StudioPreviewLoader *loader, guint64 *n_read, guint64 *n_bytes,
                                             guint64 *n_examples);

G_END_DECLS
