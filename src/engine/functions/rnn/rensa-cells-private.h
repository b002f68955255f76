/* rensa-cells-private.h: gates, and common code of recurrent cells.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* Arrangement of g gates in pre-activations x (n, g U, …). */
typedef enum
{
  RENSA_GATES_INTERLEAVED, /* columns g j … g j + g - 1 belong to unit j */
  RENSA_GATES_IN_BLOCKS,   /* columns U k … U k + U - 1 belong to gate k */
} RensaGateOrder;

/* Cells c (N, U, …) are treated as (N, U, R), where R is the product of the axes after the
 * second; gates are arrays of that shape as well. */

/* Checks input @x of such a form for @n_gates, and input @c with at least as many rows; @names
 * are used in messages. Sets the types of outputs 0 and 1: the next cells, and the output, which
 * has the rows of x. */
gboolean rensa_expect_gates (RensaInference *inference, int c, int x, int n_gates, gboolean fewer_rows, GError **error);
void rensa_infer_cell_outputs (RensaInference *inference, int c, int x);

/* (N, U, R) */
RensaShape rensa_cell_get_shape (const RensaShape *c);
/* (n, U, g, R) */
RensaShape rensa_gates_get_shape (const RensaShape *x, int n_gates);

/* Returns the gates of @x as arrays (n, U, R): views of it, or of a copy if its strides do not
 * allow views. */
gboolean rensa_gates_take (RensaArray *x, int n_gates, RensaGateOrder order, RensaArray **gates, GError **error);
/* Creates an array of the shape of @x, and writable views of its gates, which are interleaved. */
RensaArray *rensa_gates_new (RensaArray *x, int n_gates, RensaArray **gates, GError **error);
/* Returns the gates as variables (n, U, R). */
gboolean rensa_gates_split (RensaVariable *x, int n_gates, RensaGateOrder order, RensaVariable **gates, GError **error);

/* A cell with p pairs (a, i) that are added and q pairs (f, c_prev) that are kept:
 *   c = Σ tanh (a) σ (i) + Σ σ (f) c_prev,  h = σ (o) tanh (c)
 * Its arrays, all of one shape, are ordered a₁ i₁ … f₁ c_prev₁ … o; so are the gradients. */
typedef struct
{
  int n_added; /* p */
  int n_kept;  /* q */
} RensaSumCell;

int rensa_sum_cell_count (const RensaSumCell *cell);
/* Overwrites @c and @h. */
gboolean rensa_sum_cell_forward (const RensaSumCell *cell, RensaArray *const *arrays, RensaArray *c, RensaArray *h,
                                 GError **error);
/* Overwrites @grads, given the cells from the forward pass and the gradients of both outputs. */
gboolean rensa_sum_cell_backward (const RensaSumCell *cell, RensaArray *const *arrays, RensaArray *c, RensaArray *gc,
                                  RensaArray *gh, RensaArray *const *grads, GError **error);
/* Same as the forward pass, for variables. */
gboolean rensa_sum_cell_compose (const RensaSumCell *cell, RensaVariable *const *variables, RensaVariable **c,
                                 RensaVariable **h, GError **error);

/* Returns @array as (N, U, R), and rows 0 … @n_rows - 1 of that. */
RensaArray *rensa_cell_take_rows (RensaArray *array, gint64 n_rows, GError **error);
/* Returns the array of @variable, which may be NULL, as (N, U, R). */
RensaArray *rensa_cell_take (RensaVariable *variable, GError **error);
RensaVariable *rensa_cell_reshape (RensaVariable *c, GError **error);

void rensa_gates_clear (RensaArray **gates, int n_gates);
void rensa_gates_clear_variables (RensaVariable **gates, int n_gates);

G_END_DECLS
