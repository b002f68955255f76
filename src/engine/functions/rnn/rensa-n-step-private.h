/* rensa-n-step-private.h: recurrent networks over whole sequences.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-primitives.h"
#include "rensa-recurrence.h"

G_BEGIN_DECLS

/* Variant of the six functions. */
typedef struct
{
  RensaRecurrenceKind kind;
  int n_directions;
  gint64 n_layers;
  double dropout_ratio;
} RensaNStep;

#define RENSA_N_STEP_MAX_LAYERS 1024
#define RENSA_N_STEP_MAX_BLOCKS 4

/**
 * RensaNStepCell:
 * @n_blocks: number of pre-activations for each unit and step, stored in blocks of columns
 * @n_from_x: number of blocks, from the first on, that are products with x
 * @first_from_h: the blocks from this one on are products with h
 * @x_weights, @h_weights: index of the weight of a layer that belongs to each of these blocks
 * @n_states: 1, or 2 if there are cells in addition to h
 * @needs_h: the kernels also take h of the previous step
 * @forward: (blocks…, [c or h]) -> ([c], h)
 * @backward: (blocks…, [c or h], [gc], gh) -> (gradients of blocks…, [of c or h])
 *
 * The computation of a step. If a block is of both kinds, the products are added.
 */
typedef struct
{
  int n_weights;
  int n_blocks;
  int n_from_x;
  int first_from_h;
  int x_weights[RENSA_N_STEP_MAX_BLOCKS];
  int h_weights[RENSA_N_STEP_MAX_BLOCKS];
  int n_states;
  gboolean needs_h;
  const RensaKernel *forward;
  const RensaKernel *backward;
} RensaNStepCell;

/* A run is one direction of one layer. */
typedef struct
{
  RensaNStep plan;
  const RensaNStepCell *cell;
  int n_runs;
  int n_steps;
  int first_w; /* indices of the first input of these lists */
  int first_b;
  int first_x;
  gint64 n_batch; /* N */
  gint64 n_units; /* H */
  gint64 *starts; /* rows of step t among the rows of all steps: starts[t] … starts[t + 1] - 1 */
} RensaNStepLayout;

void rensa_n_step_layout_init (RensaNStepLayout *layout, const RensaNStep *plan, const RensaType *types, int n_inputs);
void rensa_n_step_layout_clear (RensaNStepLayout *layout);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaNStepLayout, rensa_n_step_layout_clear)

/* Number of rows of all steps together. */
static inline gint64
rensa_n_step_count_rows (const RensaNStepLayout *layout)
{
  return layout->starts[layout->n_steps];
}

/* Returns the @i-th step in the direction of @run. */
static inline int
rensa_n_step_get_step (const RensaNStepLayout *layout, int run, int i)
{
  return run % layout->plan.n_directions == 0 ? i : layout->n_steps - 1 - i;
}

/* Values kept by the forward pass for the backward pass; T is the number of rows of all steps. If
 * the device runs whole layers at once, there is a reserve, and HIDDEN has one more row for the
 * output of the last layer; otherwise there are blocks and states. */
enum
{
  RENSA_N_STEP_BLOCKS,  /* (runs, T, blocks H) */
  RENSA_N_STEP_STATES,  /* (runs, states, T, H): states before each step */
  RENSA_N_STEP_HIDDEN,  /* (layers - 1, T, directions H): input of the next layer; NULL for a single layer */
  RENSA_N_STEP_MASKS,   /* (layers - 1, T, directions H): dropout masks; NULL without dropout */
  RENSA_N_STEP_RESERVE, /* (layers, bytes) */
};

/* Weights (blocks H, k) of @run, concatenated along the first axis. */
RensaArray *rensa_n_step_stack (const RensaNStepLayout *layout, RensaArray *const *inputs, int run, gboolean of_x,
                                GError **error);
/* Input sequences, concatenated along the first axis. */
RensaArray *rensa_n_step_join (RensaArray *const *arrays, const RensaNStepLayout *layout, gint64 n_columns,
                               GError **error);
/* Returns element @i along the first axis of @array, without that axis. */
RensaArray *rensa_n_step_take (RensaArray *array, gint64 i);
/* Returns the rows of @step along the second last axis, restricted to columns @first … @first +
 * @n - 1 unless @n is -1. */
RensaArray *rensa_n_step_take_rows (const RensaNStepLayout *layout, RensaArray *array, int step, gint64 first,
                                    gint64 n);
/* Returns the input of layer @layer. */
RensaArray *rensa_n_step_get_layer_input (gint64 layer, RensaArray *x, RensaArray *hidden, RensaArray *masks,
                                          GError **error);
/* Returns the blocks of @step as arrays of H columns. */
void rensa_n_step_take_blocks (const RensaNStepLayout *layout, RensaArray *blocks, int step, RensaArray **parts);
void rensa_n_step_clear (RensaArray **arrays, int n);

/* Stores the size in bytes of a layer's reserve, or 0 if the device of @inputs does not compute
 * layers at once. */
gboolean rensa_n_step_measure (const RensaNStepLayout *layout, RensaArray *const *inputs, gint64 *n_reserve,
                               GError **error);
/* Computes all steps of @layer: writes y, the layer's part of @states (the states after the last
 * step), and its reserve. */
gboolean rensa_n_step_run_layer (const RensaNStepLayout *layout, RensaArray *const *inputs, gint64 layer, RensaArray *x,
                                 RensaArray *y, RensaArray *const *states, RensaArray *reserve, GError **error);
/* Computes the gradient of x from that of y. In the layer's part of @gstates, the gradients of
 * the final states are replaced by those of the initial ones. */
RensaArray *rensa_n_step_undo_layer (const RensaNStepLayout *layout, RensaBackward *backward, RensaArray *const *inputs,
                                     gint64 layer, RensaArray *x, RensaArray *gy, RensaArray *const *gstates,
                                     GError **error);

/* Members of a class. */
gboolean rensa_n_step_count_lists (const RensaNStep *plan, int n_arrays, int *counts);
gboolean rensa_n_step_infer (RensaInference *inference, const RensaNStep *plan, GError **error);
gboolean rensa_n_step_forward (RensaCall *call, const RensaNStep *plan, GError **error);
gboolean rensa_n_step_backward (RensaBackward *backward, const RensaNStep *plan, GError **error);

/* Used by rensa_backward_composed (); the attributes are the plan. */
gboolean rensa_n_step_compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                               GError **error);

/* Implements the public call: takes the concatenated inputs, and returns outputs hy, [cy], ys….
 * FALSE with an error. */
gboolean rensa_n_step_apply (const RensaFunctionClass *class, gconstpointer attrs, RensaVariable *hx, RensaVariable *cx,
                             RensaVariable *const *ws, RensaVariable *const *bs, int n_weights,
                             RensaVariable *const *xs, int n_steps, RensaVariable **hy, RensaVariable **cy,
                             RensaVariable **ys, GError **error);

G_END_DECLS
