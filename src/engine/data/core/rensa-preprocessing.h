/* rensa-preprocessing.h: a list of transforms, with the figures that it learnt from the examples for training.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-serializer.h"
#include "rensa-transform.h"

G_BEGIN_DECLS

/* What a model keeps it under, in files. */
#define RENSA_PREPROCESSING "preprocessing"

/* A RensaPreprocessing is reference-counted, and belongs to one thread at a time. */

/**
 * rensa_preprocessing_new:
 * @transforms: (element-type RensaAttrs): in their order; may be empty
 * @bundle: the examples: figures are worked out from those for training alone
 * @dtype: what the first field becomes, where there are transforms
 * @seed: of all that is random
 *
 * Figures are worked out when they are needed, unless the shape of the examples depends on them.
 *
 * Returns: NULL where a transform does not fit the examples; the error begins with its place: "data.preprocessing.1: …"
 */
RensaPreprocessing *rensa_preprocessing_new (GPtrArray *transforms, const RensaDataBundle *bundle, RensaDtype dtype,
                                             guint64 seed, GError **error);
RensaPreprocessing *rensa_preprocessing_ref (RensaPreprocessing *preprocessing);
void rensa_preprocessing_unref (RensaPreprocessing *preprocessing);

/* The examples for training as they are before the first transform; borrowed. */
RensaDataset *rensa_preprocessing_get_source (RensaPreprocessing *preprocessing);
guint rensa_preprocessing_get_n_steps (RensaPreprocessing *preprocessing);
/* What transform @step is; with @step the number of steps, that of the examples after all of them. Borrowed. */
const RensaExampleForm *rensa_preprocessing_get_form (RensaPreprocessing *preprocessing, guint step);
RensaAttrs *rensa_preprocessing_get_attrs (RensaPreprocessing *preprocessing, guint step);
/* Figure @i of transform @step; borrowed, NULL where there is none or it has not been worked out. */
RensaArray *rensa_preprocessing_get_figure (RensaPreprocessing *preprocessing, guint step, guint i);

/* Why @transform cannot follow the last step; NULL where it can, or where only its figures would tell. Owned; the place is left out. */
GError *rensa_preprocessing_refuse (RensaPreprocessing *preprocessing, RensaAttrs *transform);

/* Works out what is missing. */
gboolean rensa_preprocessing_fit (RensaPreprocessing *preprocessing, GCancellable *cancellable, GError **error);
/* The n examples @x as a model takes them. @position: how many examples training has seen before; -1 outside of training. */
RensaArray *rensa_preprocessing_apply (RensaPreprocessing *preprocessing, RensaArray *x, gint64 position,
                                       GError **error);
/* Both parts of @bundle as @transforms leave them, which it holds from now on; see rensa_preprocessing_new (). */
gboolean rensa_data_bundle_prepare (RensaDataBundle *bundle, GPtrArray *transforms, RensaDtype dtype, guint64 seed,
                                    GError **error);
/* @dataset with its first field as a model takes it; @dataset itself where there is no transform. It takes what is random for
 * rensa_dataset_get_training_batch () alone. */
RensaDataset *rensa_preprocessing_wrap (RensaPreprocessing *preprocessing, RensaDataset *dataset);

/* The other way round: what was wrapped. */
RensaDataset *rensa_preprocessing_unwrap (RensaPreprocessing *preprocessing, RensaDataset *dataset);

/* A RensaSerializeFunc: the figures, as "0/mean". What has not been worked out is not written, and a file without any leaves
 * everything as it is. RENSA_ERROR_FORMAT for figures that cannot be those of such examples. */
gboolean rensa_preprocessing_serialize (gpointer preprocessing, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPreprocessing, rensa_preprocessing_unref)

G_END_DECLS
