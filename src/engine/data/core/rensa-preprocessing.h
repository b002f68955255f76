/* rensa-preprocessing.h: list of transforms, with the statistics computed from the training
 * examples.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-serializer.h"
#include "rensa-transform.h"

G_BEGIN_DECLS

/* Key in the files of models. */
#define RENSA_PREPROCESSING "preprocessing"

/* A RensaPreprocessing is reference-counted, and must be used by one thread at a time. */

/**
 * rensa_preprocessing_new:
 * @transforms: (element-type RensaAttrs): in order; may be empty
 * @bundle: the examples; statistics are computed from the training examples only
 * @dtype: data type of the first field after preprocessing, if there are transforms
 * @seed: seed of all randomness
 *
 * Statistics are computed on demand, unless the shape of the examples depends on them.
 *
 * Returns: NULL if a transform does not fit the examples; the error begins with its position:
 * "data.preprocessing.1: …"
 */
RensaPreprocessing *rensa_preprocessing_new (GPtrArray *transforms, const RensaDataBundle *bundle, RensaDtype dtype,
                                             guint64 seed, GError **error);
RensaPreprocessing *rensa_preprocessing_ref (RensaPreprocessing *preprocessing);
void rensa_preprocessing_unref (RensaPreprocessing *preprocessing);

/* Returns the training examples before the first transform; borrowed. */
RensaDataset *rensa_preprocessing_get_source (RensaPreprocessing *preprocessing);
guint rensa_preprocessing_get_n_steps (RensaPreprocessing *preprocessing);
/* Returns the form of the input of transform @step or, if @step is the number of steps, of the
 * final output. Borrowed. */
const RensaExampleForm *rensa_preprocessing_get_form (RensaPreprocessing *preprocessing, guint step);
RensaAttrs *rensa_preprocessing_get_attrs (RensaPreprocessing *preprocessing, guint step);
/* Returns statistic @i of transform @step, borrowed; NULL if it does not exist or has not been
 * computed. */
RensaArray *rensa_preprocessing_get_figure (RensaPreprocessing *preprocessing, guint step, guint i);

/* Returns the reason why @transform cannot follow the last step; NULL if it can, or if that depends
 * on its statistics. Owned; does not name the position. */
GError *rensa_preprocessing_refuse (RensaPreprocessing *preprocessing, RensaAttrs *transform);

/* Computes missing statistics. */
gboolean rensa_preprocessing_fit (RensaPreprocessing *preprocessing, GCancellable *cancellable, GError **error);
/* Converts the n examples @x to the input of a model. @position: number of examples that training
 * has processed before; -1 outside of training. */
RensaArray *rensa_preprocessing_apply (RensaPreprocessing *preprocessing, RensaArray *x, gint64 position,
                                       GError **error);
/* Replaces both parts of @bundle by their preprocessed form; see rensa_preprocessing_new (). */
gboolean rensa_data_bundle_prepare (RensaDataBundle *bundle, GPtrArray *transforms, RensaDtype dtype, guint64 seed,
                                    GError **error);
/* Returns @dataset with its first field preprocessed, or @dataset itself if there is no transform.
 * Random transforms apply only in rensa_dataset_get_training_batch (). */
RensaDataset *rensa_preprocessing_wrap (RensaPreprocessing *preprocessing, RensaDataset *dataset);

/* Returns the data set that was wrapped. */
RensaDataset *rensa_preprocessing_unwrap (RensaPreprocessing *preprocessing, RensaDataset *dataset);

/* A RensaSerializeFunc for the statistics, with keys like "0/mean". Statistics that have not been
 * computed are not written, and a file without any changes nothing. RENSA_ERROR_FORMAT for
 * statistics that do not fit the examples. */
gboolean rensa_preprocessing_serialize (gpointer preprocessing, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPreprocessing, rensa_preprocessing_unref)

G_END_DECLS
