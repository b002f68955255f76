/* rensa-builder.h: from a document to what trains.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
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
/* Loads the data, then calls the model on the meta device with the types of one batch, so that shapes that do not
 * fit are told before anything runs. The functions below do it where it has not been done. */
gboolean rensa_builder_prepare (RensaBuilder *builder, GError **error);
RensaDataset *rensa_builder_get_train (RensaBuilder *builder);
/* The part for validation; NULL where there is none. */
RensaDataset *rensa_builder_get_test (RensaBuilder *builder);
gint64 rensa_builder_get_batch_size (RensaBuilder *builder);
guint64 rensa_builder_get_seed (RensaBuilder *builder);

/* What the data set told of how it took its files (RensaDataNote); NULL before rensa_builder_prepare (). Borrowed. */
GPtrArray *rensa_builder_get_data_notes (RensaBuilder *builder);

/* What is known of a node without running it. @path: "block.l1"; @depth: how many nodes it lies within; @n_params:
 * the elements of the parameters of all copies; @n_bytes: of all values that it makes of one batch, those inside it
 * included. */
typedef struct
{
  char *path;
  char *type;
  int depth;
  int repeat;
  int n_outputs;
  RensaType outputs[RENSA_MAX_OUTPUTS];
  gint64 n_params;
  gint64 n_bytes;
} RensaNodeSummary;

/* The nodes in an order in which they can be called, with those inside a node after it. */
GPtrArray *rensa_builder_describe (RensaBuilder *builder, GError **error);

/* A Classifier with the document's loss and accuracy around a Chain called "predictor". The first values of a
 * parameter depend on the seed and its path alone, so that another link changes none of the others. */
RensaLink *rensa_builder_make_model (RensaBuilder *builder, GError **error);
/* All that a run needs.  The generator of this thread begins at the seed. */
RensaTrainer *rensa_builder_make_trainer (RensaBuilder *builder, const char *out, GError **error);
/* The means of what @model reports for the test part: "main/loss", … */
gboolean rensa_builder_evaluate (RensaBuilder *builder, RensaLink *model, RensaObservation *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaBuilder, rensa_builder_free)

G_END_DECLS
