/* studio-download.h: fetches the files of a data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* Properties: running; fraction (negative while it is not known); text ("3.1 MiB of 11.1 MiB"); error (a sentence, NULL
 * where nothing went wrong). Signal "ended" (gboolean: whether the files are there). No GTK; the main thread's. */
#define STUDIO_TYPE_DOWNLOAD (studio_download_get_type ())
G_DECLARE_FINAL_TYPE (StudioDownload, studio_download, STUDIO, DOWNLOAD, GObject)

StudioDownload *studio_download_new (void);
/* Does nothing while one is running. */
void studio_download_start (StudioDownload *download, const RensaDatasetClass *dataset, const char *dataset_root);
void studio_download_cancel (StudioDownload *download);
const char *studio_download_get_error (StudioDownload *download);
gboolean studio_download_is_running (StudioDownload *download);

G_END_DECLS
