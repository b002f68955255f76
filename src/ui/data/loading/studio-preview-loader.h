/* studio-preview-loader.h: loads a preview of a document's data in another thread, and passes documents to one.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* Documents cannot be shared between threads, but their text can. @root: folder of data sets. */
typedef struct
{
  char *text;
  char *place;
  char *root;
} StudioDataRequest;

/* @text: the document, or its relevant part; takes ownership. */
StudioDataRequest *studio_data_request_new (RensaDocument *document, char *text, const char *root);
StudioDataRequest *studio_data_request_copy (const StudioDataRequest *request);
void studio_data_request_free (StudioDataRequest *request);
gboolean studio_data_request_equal (const StudioDataRequest *a, const StudioDataRequest *b);
/* Parses the document of the request in the other thread, and prepares that thread for computation. */
RensaDocument *studio_data_request_parse (const StudioDataRequest *request, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioDataRequest, studio_data_request_free)

/* Properties: loading. Signal "loaded", when the preview has changed. Does not use GTK; belongs to
 * the main thread. */
#define STUDIO_TYPE_PREVIEW_LOADER (studio_preview_loader_get_type ())
G_DECLARE_FINAL_TYPE (StudioPreviewLoader, studio_preview_loader, STUDIO, PREVIEW_LOADER, GObject)

StudioPreviewLoader *studio_preview_loader_new (void);
/* Does nothing if the data are the same as in the last request, unless @again. If several requests
 * are made before the first is complete, only the last one is loaded. */
void studio_preview_loader_load (StudioPreviewLoader *loader, RensaDocument *document, const char *dataset_root,
                                 gboolean again);
/* Returns the preview of the last request; NULL until it is loaded. Borrowed. */
RensaPreview *studio_preview_loader_get_preview (StudioPreviewLoader *loader);
gboolean studio_preview_loader_is_loading (StudioPreviewLoader *loader);
/* Ends the loading at once, with a preview that is cancelled. */
void studio_preview_loader_cancel (StudioPreviewLoader *loader);
/* Gets how much of a large file has been read; FALSE if unknown. */
gboolean studio_preview_loader_get_progress (StudioPreviewLoader *loader, guint64 *n_read, guint64 *n_bytes,
                                             guint64 *n_examples);

G_END_DECLS
