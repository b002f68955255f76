/* rensa-equation-private.h: sums of products given by subscripts, for einsum and tensordot.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

#define RENSA_EQUATION_MAX_OPERANDS 32
/* Letters, and the axes of an ellipsis, counted from the last one. */
#define RENSA_N_LETTERS 52
#define RENSA_N_LABELS (RENSA_N_LETTERS + RENSA_MAX_NDIM)

/* Labels of the axes of an array. */
typedef struct
{
  int n;
  int labels[RENSA_MAX_NDIM];
} RensaLabels;

/* The output is the product of all operands at each combination of labels, summed over the labels
 * that it does not have. An axis of extent 1 is broadcast if the extent of its label is larger. */
typedef struct
{
  int n_operands;
  RensaLabels operands[RENSA_EQUATION_MAX_OPERANDS];
  RensaLabels output;
  gint64 extents[RENSA_N_LABELS];
} RensaEquation;

/* Same as below, with operands that are known to fit. */
void rensa_equation_read (RensaEquation *equation, const char *subscripts, const RensaShape *shapes, int n);

/* Computes output 0 and its type, and the gradients of all operands, by NumPy's subscripts. infer
 * finds all errors: RENSA_ERROR_INVALID with the column if a subscript is wrong,
 * RENSA_ERROR_TYPE_CHECK if the operands do not fit. */
gboolean rensa_equation_infer (RensaInference *inference, const char *subscripts, GError **error);
gboolean rensa_equation_forward (RensaCall *call, const char *subscripts, GError **error);
gboolean rensa_equation_backward (RensaBackward *backward, const char *subscripts, GError **error);

/* The output. */
RensaArray *rensa_equation_contract (const RensaEquation *equation, RensaArray *const *operands, GError **error);

/* Returns each label once, in order of occurrence; @places, if not NULL, receives the first axis of each. */
RensaLabels rensa_labels_unique (const RensaLabels *labels, int *places);
/* Returns a view of @array with one axis per label, which runs along all axes of that label. */
RensaArray *rensa_labels_diagonal (const RensaLabels *labels, RensaArray *array);
gboolean rensa_labels_contain (const RensaLabels *labels, int label);

G_END_DECLS
