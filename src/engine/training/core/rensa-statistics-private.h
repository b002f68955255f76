/* rensa-statistics-private.h: statistics of parameters.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Sorted numbers on the host; NaN come last. */
typedef struct
{
  double *sorted;
  gsize n;
  gsize n_nan;
} RensaNumbers;

/* Reads all elements of the arrays, except for those that are NULL. */
gboolean rensa_numbers_read (RensaNumbers *numbers, RensaArray *const *arrays, guint n, GError **error);
void rensa_numbers_clear (RensaNumbers *numbers);

/* These return NaN if there are no numbers, or one of them is NaN. */
double rensa_numbers_get_mean (const RensaNumbers *numbers);
/* Returns the population standard deviation. */
double rensa_numbers_get_std (const RensaNumbers *numbers);
double rensa_numbers_get_min (const RensaNumbers *numbers);
double rensa_numbers_get_max (const RensaNumbers *numbers);
/* Returns the square root of the sum of squares. */
double rensa_numbers_get_norm (const RensaNumbers *numbers);
/* How many are 0. */
double rensa_numbers_count_zeros (const RensaNumbers *numbers);
/* Returns the value below which @percent of them lie, interpolated between the two nearest, like
 * NumPy's percentile. */
double rensa_numbers_get_percentile (const RensaNumbers *numbers, double percent);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaNumbers, rensa_numbers_clear)

G_END_DECLS
