/* rensa-project-parts.h: the data of a document, and checks that it fits the model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-iterator.h"
#include "rensa-model.h"
#include "rensa-project.h"

G_BEGIN_DECLS

/* Loads the training and validation sets, in the dtype of the parameters; @bundle is empty before,
 * and after an error. Errors begin with the place. */
gboolean rensa_project_load_data (RensaProject *project, const RensaDataPlaces *places, RensaDataBundle *bundle,
                                  GError **error);
/* Holds out some of the examples if the source has no validation set. */
gboolean rensa_split_bundle (RensaDataBundle *bundle, const RensaSplit *settings, gint64 document_seed, GError **error);
RensaIterator *rensa_project_make_iterator (RensaProject *project, RensaDataset *train, GError **error);

/* Infers the types of a batch that the iterator produces from @train; returns the number of
 * fields, 0 with an error. */
int rensa_project_get_batch_types (RensaProject *project, RensaDataset *train, gint64 batch_size, RensaType *types,
                                   GError **error);
/* Infers the types of all values of the model, and checks that the loss, the accuracy and the
 * labels fit; collects mistakes.
 * @before: (nullable): facts of the document that this one was derived from; @types: of @n fields
 *   of a batch, the label last; @n is 0 if they are unknown. */
void rensa_project_infer (RensaProject *project, const RensaFacts *before, const RensaType *types, int n,
                          gint64 n_classes);

/* Checks that nodes that look up vectors for the first value of an example have one for each of
 * @n_tokens; collects mistakes. */
void rensa_project_check_tokens (RensaProject *project, gint64 n_tokens);
/* Returns TRUE if the known part of the document has trainable parameters. */
gboolean rensa_project_has_params (RensaProject *project);
/* For a document with a step, after its types are known: checks which models learn from which loss;
 * collects mistakes. */
void rensa_project_check_losses (RensaProject *project);

/**
 * RensaNeeds: memory needed for one batch, known after rensa_project_infer ().
 * @n_value_bytes: all values computed from the batch
 * @n_frozen: number of frozen parameters
 * @n_param_bytes: parameters, and gradients of those that are not frozen
 * @n_bytes: total of both
 */
typedef struct
{
  gint64 n_params;
  gint64 n_frozen;
  gint64 n_value_bytes;
  gint64 n_param_bytes;
  gint64 n_bytes;
} RensaNeeds;

RensaNeeds rensa_project_count_needs (RensaProject *project);
/* The same for problems that keep a valid model from being trained; collects mistakes. */
void rensa_project_check_trainable (RensaProject *project, gint64 batch_size);

G_END_DECLS
