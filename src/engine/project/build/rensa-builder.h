/* rensa-builder.h: builds a trainer from a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "rensa-facts.h"
#include "rensa-function.h"
#include "rensa-preprocessing.h"
#include "rensa-preview-maker.h"
#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Builds what one document describes. Belongs to one thread and sets that thread's modes (dtype)
 * and generator. */
typedef struct _RensaBuilder RensaBuilder;

/* Checks everything that can be checked without data. If @dataset_root is NULL,
 * rensa_dataset_root_new () is used. Errors begin with the place: "demo.rensa: model.nodes.l2: …". */
RensaBuilder *rensa_builder_new (RensaDocument *document, const char *dataset_root, GError **error);
void rensa_builder_free (RensaBuilder *builder);

/* Allows data sets to download missing files if the document requests it. Nothing else accesses
 * the network. */
void rensa_builder_allow_download (RensaBuilder *builder);
/* Announces that a snapshot will be loaded, so that the document's initial weights are not needed. */
void rensa_builder_expect_snapshot (RensaBuilder *builder);
/* Loads the data, then calls the model on the meta device with the types of one batch, so that
 * mismatching shapes are reported before anything runs. The functions below do this if it has not
 * been done. */
gboolean rensa_builder_prepare (RensaBuilder *builder, GError **error);
RensaDataset *rensa_builder_get_train (RensaBuilder *builder);
/* Returns the validation set; NULL if there is none. */
RensaDataset *rensa_builder_get_test (RensaBuilder *builder);
/* Returns the preprocessing of the examples; its statistics are those of the weights that were
 * loaded into a model of this builder, if any. Borrowed; NULL before rensa_builder_prepare (). */
RensaPreprocessing *rensa_builder_get_preprocessing (RensaBuilder *builder);
gint64 rensa_builder_get_batch_size (RensaBuilder *builder);
guint64 rensa_builder_get_seed (RensaBuilder *builder);

/* Returns the data set's notes on how it interpreted its files (RensaDataNote); NULL before
 * rensa_builder_prepare (). Borrowed. */
GPtrArray *rensa_builder_get_data_notes (RensaBuilder *builder);

/* Returns the network and what can be inferred about its nodes without running them; borrowed. */
const RensaFacts *rensa_builder_get_facts (RensaBuilder *builder, GError **error);

/* Returns a Classifier with the document's loss and accuracy around a Chain called "predictor";
 * files of it include the statistics of the preprocessing. The initial values of a parameter depend
 * only on the seed and its path, so that another link changes none of the others. The model is on
 * the document's device. */
RensaLink *rensa_builder_make_model (RensaBuilder *builder, GError **error);
/* Returns the part of such a model, or of a step, that makes predictions: the Chain or the model
 * called "predictor"; borrowed. NULL with an error if a step has none. */
RensaLink *rensa_builder_find_predictor (RensaBuilder *builder, RensaLink *model, GError **error);
/* Returns how its output is turned into predictions, according to the loss; for a step, according
 * to its first loss. */
RensaPrediction rensa_builder_get_prediction (RensaBuilder *builder);
/* After this call, predictions are the output of the model itself, without the softmax or
 * sigmoid of its loss. */
void rensa_builder_give_logits (RensaBuilder *builder);
/**
 * rensa_builder_ask:
 * @predictor: rensa_builder_find_predictor () of a model
 * @inputs: one array per Input node, in their order, with the same number of examples, as the data
 *   set returns them; on the host
 * @n_inputs: number of inputs, at most RENSA_MAX_FIELDS
 *
 * Computes predictions of @predictor for examples, in test mode and without a graph, according to
 * the loss. Changes neither @predictor nor this thread's generator.
 *
 * Returns: the predictions, on the host, with the examples along the first axis; NULL with an error
 * if the inputs do not fit the model
 */
RensaArray *rensa_builder_ask (RensaBuilder *builder, RensaLink *predictor, RensaArray *const *inputs, guint n_inputs,
                               GError **error);
/* (nullable) (array zero-terminated=1): names of the classes in the data set; after
 * rensa_builder_prepare (). */
const char *const *rensa_builder_get_label_names (RensaBuilder *builder);
/* Creates the trainer with everything that a run needs. Initializes the generator of this thread
 * with the seed. */
RensaTrainer *rensa_builder_make_trainer (RensaBuilder *builder, const char *out, GError **error);
/* Reports how the document's initial weights were loaded into the most recent trainer (element-type
 * RensaLoadEntry): borrowed; NULL if it names none. */
GPtrArray *rensa_builder_get_weights (RensaBuilder *builder);
/* Reports how the weights of the file @path, relative to the document's folder, would load if the
 * document named them and no map: owned by the caller, even if nothing fits. NULL with an error if
 * there is no model, or no such file. */
GPtrArray *rensa_builder_compare_weights (RensaBuilder *builder, const char *path, GError **error);
/* Checks as far as possible without training that the extensions of the document work. Adds to
 * @hints (element-type utf8) a sentence for each preview that would fail: a run continues without
 * it. */
gboolean rensa_builder_check_extensions (RensaBuilder *builder, GPtrArray *hints, GError **error);
/* Lists the extensions of the document that make previews (element-type RensaAttrs); owned by the caller. */
GPtrArray *rensa_builder_list_previews (RensaBuilder *builder);
/* Lists other previews that suit @model, one of each kind that the document lacks; owned by the
 * caller; after rensa_builder_prepare (). */
GPtrArray *rensa_builder_suggest_previews (RensaBuilder *builder, RensaLink *model);
/* Makes the preview of @model by the extension @attrs, one of those or another with a preview. */
gboolean rensa_builder_make_preview (RensaBuilder *builder, RensaAttrs *attrs, RensaLink *model,
                                     RensaPreviewed *previewed, GError **error);
/* Computes the means of the values that @model reports for the validation set: "main/loss", … */
gboolean rensa_builder_evaluate (RensaBuilder *builder, RensaLink *model, RensaObservation *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaBuilder, rensa_builder_free)

G_END_DECLS
