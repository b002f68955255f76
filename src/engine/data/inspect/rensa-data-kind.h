/* rensa-data-kind.h: choice of the data set for a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* Chooses by file extension and, if several data sets share it, by the first lines; for a
 * folder, returns a data set that requires a folder, that of texts if the first file in the
 * folder is a text. NULL if no data set reads @file. */
const RensaDatasetClass *rensa_data_kind_find (GFile *file);
/* Returns the first attribute that names a file or a folder; NULL if @component has none. */
const RensaAttrSpec *rensa_data_kind_find_path (const RensaComponent *component);
/* Returns the display name of the file or folder that @dataset requires; NULL if it requires none,
 * or none is set. */
char *rensa_data_kind_dup_name (RensaAttrs *dataset);

G_END_DECLS
