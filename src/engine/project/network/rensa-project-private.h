/* rensa-project-private.h: the data of a document, and whether they and the model fit together.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"
#include "rensa-iterator.h"
#include "rensa-model-private.h"
#include "rensa-project.h"

G_BEGIN_DECLS

/* Both parts, in the type of the parameters; @bundle is empty before, and after an error. Errors begin with
 * the place. */
gboolean rensa_project_load_data (RensaProject *project, const RensaDataPlaces *places, RensaDataBundle *bundle,
                                  GError **error);
/* Where the source knows no test part, some of the examples are kept apart. */
gboolean rensa_split_bundle (RensaDataBundle *bundle, const RensaSplit *settings, gint64 document_seed, GError **error);
RensaIterator *rensa_project_make_iterator (RensaProject *project, RensaDataset *train, GError **error);

/* The types of a batch, as the iterator makes it of @train; returns how many fields there are, 0 with an error. */
int rensa_project_get_batch_types (RensaProject *project, RensaDataset *train, gint64 batch_size, RensaType *types,
                                   GError **error);
/* The types of all values of the model, and whether the loss, the accuracy and the labels fit; mistakes are gathered.
 * @before: (nullable): what was known of a document that this one was made of; @types: of @n fields of a batch, the label
 * last; @n is 0 where they are not known. */
void rensa_project_infer (RensaProject *project, const RensaFacts *before, const RensaType *types, int n,
                          gint64 n_classes);

/* Whether nodes that look up vectors for the first value of an example have one for each of @n_tokens; mistakes are gathered. */
void rensa_project_check_tokens (RensaProject *project, gint64 n_tokens);
/* Whether anything of what is known of the document can learn. */
gboolean rensa_project_has_params (RensaProject *project);
/* Of a document with a step, after its types are known: mistakes in what learns from which loss are gathered. */
void rensa_project_check_losses (RensaProject *project);

/**
 * RensaNeeds: what one batch needs, after rensa_project_infer ().
 * @n_value_bytes: of all values that are made of it
 * @n_frozen: of the parameters
 * @n_param_bytes: of parameters, and of gradients of those that are not frozen
 * @n_bytes: of both
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
/* Likewise: what keeps a right model from being trained; mistakes are gathered. */
void rensa_project_check_trainable (RensaProject *project, gint64 batch_size);

G_END_DECLS
