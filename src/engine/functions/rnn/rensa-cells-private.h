/* rensa-cells-private.h: gates, and what the cells of recurrent networks share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"

G_BEGIN_DECLS

/* How pre-activations x (n, g U, …) hold g gates. */
typedef enum
{
  RENSA_GATES_INTERLEAVED, /* columns g j … g j + g - 1 belong to unit j */
  RENSA_GATES_IN_BLOCKS,   /* columns U k … U k + U - 1 belong to gate k */
} RensaGateOrder;

/* Cells c (N, U, …) are handled as (N, U, R), R being the product of the axes behind, and gates as arrays of that shape,
 * too. */

/* Input @x of such a form for @n_gates, and input @c with at least as many rows; @names are for messages.  The types
 * of the next cells and of the output, which has the rows of x, become outputs 0 and 1. */
gboolean rensa_expect_gates (RensaInference *inference, int c, int x, int n_gates, gboolean fewer_rows, GError **error);
void rensa_infer_cell_outputs (RensaInference *inference, int c, int x);

/* (N, U, R) */
RensaShape rensa_cell_get_shape (const RensaShape *c);
/* (n, U, g, R) */
RensaShape rensa_gates_get_shape (const RensaShape *x, int n_gates);

/* The gates of @x as arrays (n, U, R): views of it, or of a copy where its strides do not allow that. */
gboolean rensa_gates_take (RensaArray *x, int n_gates, RensaGateOrder order, RensaArray **gates, GError **error);
/* A new array of the shape of @x, and views of its gates, interleaved, to write to. */
RensaArray *rensa_gates_new (RensaArray *x, int n_gates, RensaArray **gates, GError **error);
/* The gates as variables (n, U, R). */
gboolean rensa_gates_split (RensaVariable *x, int n_gates, RensaGateOrder order, RensaVariable **gates, GError **error);

/* A cell that adds and keeps several times, of p pairs (a, i) and q pairs (f, c_prev):
 *   c = Σ tanh (a) σ (i) + Σ σ (f) c_prev,  h = σ (o) tanh (c)
 * Its arrays, all of one shape, stand in the order a₁ i₁ … f₁ c_prev₁ … o; so do the gradients. */
typedef struct
{
  int n_added; /* p */
  int n_kept;  /* q */
} RensaSumCell;

int rensa_sum_cell_count (const RensaSumCell *cell);
/* Writes over @c and @h. */
gboolean rensa_sum_cell_forward (const RensaSumCell *cell, RensaArray *const *arrays, RensaArray *c, RensaArray *h,
                                 GError **error);
/* Writes over @grads, from the cells that forward gave and the gradients of both outputs. */
gboolean rensa_sum_cell_backward (const RensaSumCell *cell, RensaArray *const *arrays, RensaArray *c, RensaArray *gc,
                                  RensaArray *gh, RensaArray *const *grads, GError **error);
/* The same as forward, for variables. */
gboolean rensa_sum_cell_compose (const RensaSumCell *cell, RensaVariable *const *variables, RensaVariable **c,
                                 RensaVariable **h, GError **error);

/* @array as (N, U, R), and rows 0 … @n_rows - 1 of that. */
RensaArray *rensa_cell_take_rows (RensaArray *array, gint64 n_rows, GError **error);
/* The array of @variable, which may be NULL, as (N, U, R). */
RensaArray *rensa_cell_take (RensaVariable *variable, GError **error);
RensaVariable *rensa_cell_reshape (RensaVariable *c, GError **error);

void rensa_gates_clear (RensaArray **gates, int n_gates);
void rensa_gates_clear_variables (RensaVariable **gates, int n_gates);

G_END_DECLS
