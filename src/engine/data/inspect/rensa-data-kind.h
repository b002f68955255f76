/* rensa-data-kind.h: which data set reads a file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-dataset.h"

G_BEGIN_DECLS

/* By the ending of its name and, where several data sets share that, by its first lines; for a folder the data set that needs one: that of texts where the
 * first file in it is a text. NULL where none reads @file. */
const RensaDatasetClass *rensa_data_kind_find (GFile *file);
/* The first attribute that names a file or a folder; NULL if @component has none. */
const RensaAttrSpec *rensa_data_kind_find_path (const RensaComponent *component);
/* The name of the file or folder that @dataset needs, to be shown; NULL if it needs none or has none yet. */
char *rensa_data_kind_dup_name (RensaAttrs *dataset);

G_END_DECLS
