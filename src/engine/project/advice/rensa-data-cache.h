/* rensa-data-cache.h: the data sets that were looked at last.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* Keeps the data sets that were analysed last, so that an edit of the model loads nothing, and what was known of the last
 * model, so that only what the edit changes is worked out. Belongs to one thread. */
typedef struct _RensaDataCache RensaDataCache;

RensaDataCache *rensa_data_cache_new (const char *dataset_root);
void rensa_data_cache_free (RensaDataCache *cache);
/* Forgets all of them: files may have changed. */
void rensa_data_cache_clear (RensaDataCache *cache);
/**
 * rensa_data_cache_load:
 * @train: (out): the part for training
 * @test: (out): the part for validation; NULL where there is none
 *
 * The data of @document, split and cast as for training, whatever is wrong with the rest of it. They are loaded once.
 */
gboolean rensa_data_cache_load (RensaDataCache *cache, RensaDocument *document, RensaDataset **train,
                                RensaDataset **test, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDataCache, rensa_data_cache_free)

G_END_DECLS
