/* rensa-builder.h: from a document to what trains.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-facts.h"
#include "rensa-function.h"
#include "rensa-preprocessing.h"
#include "rensa-preview-maker.h"
#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Builds what one document describes.  Belongs to one thread, whose modes (dtype) and generator it sets. */
typedef struct _RensaBuilder RensaBuilder;

/* Checks everything that can be checked without data. @dataset_root NULL means rensa_dataset_root_new (). Errors
 * begin with the place: "demo.rensa: model.nodes.l2: …". */
RensaBuilder *rensa_builder_new (RensaDocument *document, const char *dataset_root, GError **error);
void rensa_builder_free (RensaBuilder *builder);

/* Lets a data set fetch what it lacks, where the document says so. Nothing else reaches for the network. */
void rensa_builder_allow_download (RensaBuilder *builder);
/* A snapshot will be loaded, so that nobody needs the document's first weights. */
void rensa_builder_expect_snapshot (RensaBuilder *builder);
/* Loads the data, then calls the model on the meta device with the types of one batch, so that shapes that do not
 * fit are reported before anything runs. The functions below do it where it has not been done. */
gboolean rensa_builder_prepare (RensaBuilder *builder, GError **error);
RensaDataset *rensa_builder_get_train (RensaBuilder *builder);
/* The part for validation; NULL where there is none. */
RensaDataset *rensa_builder_get_test (RensaBuilder *builder);
/* What is done to the examples before the model sees them; its figures are those of the weights that were loaded into a model of this
 * builder, if any. Borrowed; NULL before rensa_builder_prepare (). */
RensaPreprocessing *rensa_builder_get_preprocessing (RensaBuilder *builder);
gint64 rensa_builder_get_batch_size (RensaBuilder *builder);
guint64 rensa_builder_get_seed (RensaBuilder *builder);

/* What the data set reported about how it took its files (RensaDataNote); NULL before rensa_builder_prepare (). Borrowed. */
GPtrArray *rensa_builder_get_data_notes (RensaBuilder *builder);

/* What is known of the nodes, and the network, without running them; borrowed. */
const RensaFacts *rensa_builder_get_facts (RensaBuilder *builder, GError **error);

/* A Classifier with the document's loss and accuracy around a Chain called "predictor"; files of it hold the figures of the preprocessing,
 * too. The first values of a
 * parameter depend on the seed and its path alone, so that another link changes none of the others.  It lies on the document's
 * device. */
RensaLink *rensa_builder_make_model (RensaBuilder *builder, GError **error);
/* Of such a model, or of a step: what is asked about examples, the Chain or the model called "predictor"; borrowed. NULL with an error
 * where a step has none. */
RensaLink *rensa_builder_find_predictor (RensaBuilder *builder, RensaLink *model, GError **error);
/* What turns that which it gives into predictions, as the loss has it; of a step, as its first loss. */
RensaPrediction rensa_builder_get_prediction (RensaBuilder *builder);
/* From now on predictions are what the model itself gives, without the softmax or sigmoid of its loss. */
void rensa_builder_give_logits (RensaBuilder *builder);
/**
 * rensa_builder_ask:
 * @predictor: rensa_builder_find_predictor () of a model
 * @inputs: of each Input node, in their order, the same number of examples, as the data set gives its own; on the host
 * @n_inputs: at most RENSA_MAX_FIELDS
 *
 * What @predictor makes of examples, in test mode and without a graph: predictions, as the loss has them. Nothing of it changes, nor does
 * this thread's generator.
 *
 * Returns: on the host, with the examples along the first axis; NULL with an error where the inputs do not fit the model
 */
RensaArray *rensa_builder_ask (RensaBuilder *builder, RensaLink *predictor, RensaArray *const *inputs, guint n_inputs,
                               GError **error);
/* (nullable) (array zero-terminated=1): of the classes, as the data set names them; after rensa_builder_prepare (). */
const char *const *rensa_builder_get_label_names (RensaBuilder *builder);
/* All that a run needs.  The generator of this thread begins at the seed. */
RensaTrainer *rensa_builder_make_trainer (RensaBuilder *builder, const char *out, GError **error);
/* What became of the document's first weights in the trainer that was made last (element-type RensaLoadEntry): borrowed; NULL where
 * it names none. */
GPtrArray *rensa_builder_get_weights (RensaBuilder *builder);
/* What would become of those of the file @path, seen from the document's folder, if it named them and no map: the caller's, even where
 * nothing fits. NULL with an error where there is no model, or no such file. */
GPtrArray *rensa_builder_compare_weights (RensaBuilder *builder, const char *path, GError **error);
/* Whether the extensions of the document would work, as far as this can be told without training.  Adds to @hints (element-type utf8) a sentence for
 * each preview that would not: a run goes on without it. */
gboolean rensa_builder_check_extensions (RensaBuilder *builder, GPtrArray *hints, GError **error);
/* The extensions of the document that make something to look at (element-type RensaAttrs), the caller's. */
GPtrArray *rensa_builder_list_previews (RensaBuilder *builder);
/* Others that can be made of @model, one of each kind that the document does not have, likewise; after rensa_builder_prepare (). */
GPtrArray *rensa_builder_suggest_previews (RensaBuilder *builder, RensaLink *model);
/* What the extension of @attrs, one of those or another with a preview, makes of @model. */
gboolean rensa_builder_make_preview (RensaBuilder *builder, RensaAttrs *attrs, RensaLink *model,
                                     RensaPreviewed *previewed, GError **error);
/* The means of what @model reports for the test part: "main/loss", … */
gboolean rensa_builder_evaluate (RensaBuilder *builder, RensaLink *model, RensaObservation *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaBuilder, rensa_builder_free)

G_END_DECLS
