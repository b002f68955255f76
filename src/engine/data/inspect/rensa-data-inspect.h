/* rensa-data-inspect.h: checks for suspicious values in a data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

G_BEGIN_DECLS

/**
 * RensaDataUse: how a document uses the examples
 * @is_scaled: a preprocessing step changes their scale
 * @loss: (nullable): name of a loss that accepts only labels from @low to @high
 *
 * The use of the examples, as far as it determines which values are suspicious.
 */
typedef struct
{
  gboolean is_scaled;
  const char *loss;
  gint64 low;
  gint64 high;
} RensaDataUse;

/* Adds warnings to the notes of @bundle, whose examples are split, about: NaN and infinite inputs,
 * by column; constant columns, and duplicate columns; inputs far from 1; classes with no or very
 * few training examples, or without validation examples; validation examples that also occur in
 * training; labels that the loss does not accept. Inputs read from files one by one, and sequences,
 * are not checked. Does nothing if the examples cannot be read: this is reported when they are
 * used. */
void rensa_data_inspect (RensaDataBundle *bundle, const RensaDataUse *use, GCancellable *cancellable);

/* Adds only the warnings about classes that are absent from one part. */
void rensa_data_inspect_split (RensaDataBundle *bundle);

G_END_DECLS
