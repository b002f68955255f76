/* rensa-data-cache.h: cache of the most recently used data sets.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* Keeps the data sets analyzed last, so that an edit of the model loads nothing, and the facts
 * about the last model, so that only what the edit changes is computed. Belongs to one thread. */
typedef struct _RensaDataCache RensaDataCache;

RensaDataCache *rensa_data_cache_new (const char *dataset_root);
void rensa_data_cache_free (RensaDataCache *cache);
/* Clears the cache because files may have changed. */
void rensa_data_cache_clear (RensaDataCache *cache);
/**
 * rensa_data_cache_load:
 * @train: (out): the training set
 * @test: (out): the validation set; NULL if there is none
 *
 * Returns the data of @document, split and cast as for training, regardless of mistakes in the rest
 * of it. They are loaded only once.
 */
gboolean rensa_data_cache_load (RensaDataCache *cache, RensaDocument *document, RensaDataset **train,
                                RensaDataset **test, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDataCache, rensa_data_cache_free)

G_END_DECLS
