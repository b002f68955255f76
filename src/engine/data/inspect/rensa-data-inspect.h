/* rensa-data-inspect.h: what is doubtful about the values of a data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/**
 * RensaDataUse: what a document does with the examples
 * @is_scaled: a preprocessing step changes their scale
 * @loss: (nullable): the name of a loss that takes labels from @low to @high alone
 *
 * How the examples are used, as far as their values matter for that.
 */
typedef struct
{
  gboolean is_scaled;
  const char *loss;
  gint64 low;
  gint64 high;
} RensaDataUse;

/* Adds a warning to the notes of @bundle, whose examples are split, for each of these: NaN and infinite inputs, by column;
 * columns of one value, and columns that repeat another one; inputs far from 1; classes without examples for training, with very
 * few, or without any for validation; validation examples that are also trained with; labels that the loss does not take.
 * Inputs that are read from files one by one are not looked at, sequences neither.  Does nothing where the examples cannot be
 * read: whoever uses them reports that. */
void rensa_data_inspect (RensaDataBundle *bundle, const RensaDataUse *use, GCancellable *cancellable);

/* Adds only the warnings about classes that are missing from one part. */
void rensa_data_inspect_split (RensaDataBundle *bundle);

G_END_DECLS
