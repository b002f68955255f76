/* studio-download.h: fetches the files of a data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* Properties: running; fraction (negative if unknown); text ("3.1 MiB of 11.1 MiB"); error (a
 * sentence, NULL if there was no error). Signal "ended" (gboolean: TRUE if all files exist).
 * Does not use GTK; belongs to the main thread. */
#define STUDIO_TYPE_DOWNLOAD (studio_download_get_type ())
G_DECLARE_FINAL_TYPE (StudioDownload, studio_download, STUDIO, DOWNLOAD, GObject)

StudioDownload *studio_download_new (void);
/* Does nothing while a download is running. */
void studio_download_start (StudioDownload *download, const RensaDatasetClass *dataset, const char *dataset_root);
void studio_download_cancel (StudioDownload *download);
const char *studio_download_get_error (StudioDownload *download);
gboolean studio_download_is_running (StudioDownload *download);

G_END_DECLS
