/* rensa-statistics-private.h: what can be told of the numbers of parameters.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Numbers on the host, by size; NaN stand last. */
typedef struct
{
  double *sorted;
  gsize n;
  gsize n_nan;
} RensaNumbers;

/* All elements of the arrays; those that are NULL are left out. */
gboolean rensa_numbers_read (RensaNumbers *numbers, RensaArray *const *arrays, guint n, GError **error);
void rensa_numbers_clear (RensaNumbers *numbers);

/* NaN where there is none, or one of the numbers is NaN. */
double rensa_numbers_get_mean (const RensaNumbers *numbers);
/* Of the population. */
double rensa_numbers_get_std (const RensaNumbers *numbers);
double rensa_numbers_get_min (const RensaNumbers *numbers);
double rensa_numbers_get_max (const RensaNumbers *numbers);
/* The square root of the sum of squares. */
double rensa_numbers_get_norm (const RensaNumbers *numbers);
/* How many are 0. */
double rensa_numbers_count_zeros (const RensaNumbers *numbers);
/* Below which @percent of them lie, interpolated between the two nearest, as NumPy's percentile does. */
double rensa_numbers_get_percentile (const RensaNumbers *numbers, double percent);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaNumbers, rensa_numbers_clear)

G_END_DECLS
