/* rensa-recurrence.h: a layer of a recurrent network, all of its steps at once, where a device's library has that.
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
 * @n_weights: of each direction; those of the first half are for x, the others for h
 * @n_in: columns of x
 * @n_batch: sequences, of which longer ones stand before shorter ones
 * @n_units: H
 * @starts: the rows of step t are starts[t] … starts[t + 1] - 1; T = starts[@n_steps] in all
 *
 * A layer in one or both directions, as n_step_lstm () and its like have them.
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

/* What a layer reads and writes, or the gradients of it.  All but the weights are C-contiguous. */
typedef struct
{
  RensaArray *x;         /* (T, n_in) */
  RensaArray *y;         /* (T, directions H) */
  RensaArray *before[2]; /* (directions, N, H): h, and for the LSTM c, before the first step */
  RensaArray *after[2];  /* likewise behind the last one */
  RensaArray **Ws;       /* those of one direction behind those of the other: (H, n_in) or (H, H) */
  RensaArray **bs;       /* (H,) */
  RensaArray *reserve;   /* bytes that forward leaves for backward; not of gradients */
} RensaRecurrenceArrays;

/* Gets how many bytes the reserve has that rensa_recurrence_forward () needs; 0 where @device does not do it. */
gboolean rensa_recurrence_measure (const RensaDevice *device, const RensaRecurrence *recurrence, gint64 *n_reserve,
                                   GError **error);
/* Writes y, the states after and the reserve. */
gboolean rensa_recurrence_forward (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays,
                                   GError **error);
/* From the gradients of y and of the states after, writes those of x and of the states before, and makes those of the
 * weights, which the caller owns.  The reserve stays as it is. */
gboolean rensa_recurrence_backward (const RensaRecurrence *recurrence, const RensaRecurrenceArrays *arrays,
                                    const RensaRecurrenceArrays *grads, GError **error);

G_END_DECLS
