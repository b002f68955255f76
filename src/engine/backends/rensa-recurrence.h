/* rensa-recurrence.h: one layer of a recurrent network, all steps at once, if supported by the
 * device's library.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_RECURRENCE_TANH,
  RENSA_RECURRENCE_RELU,
  RENSA_RECURRENCE_GRU,
  RENSA_RECURRENCE_LSTM,
} RensaRecurrenceKind;

#define RENSA_RECURRENCE_MAX_DIRECTIONS 2
#define RENSA_RECURRENCE_MAX_WEIGHTS 8

/**
 * RensaRecurrence:
 * @n_weights: number per direction; the first half is for x, the others for h
 * @n_in: number of columns of x
 * @n_batch: number of sequences, longest first
 * @n_units: H
 * @starts: the rows of step t are starts[t] … starts[t + 1] - 1; T = starts[@n_steps] in total
 *
 * A layer in one or both directions, as in n_step_lstm () and related functions.
 */
typedef struct
{
  RensaRecurrenceKind kind;
  RensaDtype dtype;
  int n_directions;
  int n_weights;
  int n_steps;
  gint64 n_in;
  gint64 n_batch;
  gint64 n_units;
  const gint64 *starts;
} RensaRecurrence;

/* Inputs and outputs of a layer, or their gradients. All but the weights are C-contiguous. */
typedef struct
{
  RensaArray *x;         /* (T, n_in) */
  RensaArray *y;         /* (T, directions H) */
  RensaArray *before[2]; /* (directions, N, H): h, and for the LSTM c, before the first step */
  RensaArray *after[2];  /* same for the states after the last step */
  RensaArray **Ws;       /* directions one after the other: (H, n_in) or (H, H) */
  RensaArray **bs;       /* (H,) */
  RensaArray *reserve;   /* bytes saved by forward for backward; not for gradients */
} RensaRecurrenceArrays;

/* Computes the size in bytes of the reserve that rensa_recurrence_forward () needs; 0 if @device
 * does not support it. */
gboolean rensa_recurrence_measure (const RensaDevice *device, const RensaRecurrence *recurrence, gint64 *n_reserve,
                                   GError **error);
/* Writes y, the states after and the reserve. */
gboolean rensa_recurrence_forward (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays,
                                   GError **error);
/* From the gradients of y and of the states after, writes those of x and of the states before, and
 * creates those of the weights, owned by the caller. The reserve is not modified. */
gboolean rensa_recurrence_backward (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays,
                                    const RensaRecurrenceArrays *grads, GError **error);

G_END_DECLS
