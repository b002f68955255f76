/* rensa-n-step-link-private.h: recurrent links over whole sequences.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-functions.h"
#include "rensa-link.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 n_layers;
  gint64 in_size;
  gint64 out_size;
  double dropout;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
} RensaNStepLink;

/* Inputs and outputs of a link's function: xs and ys step by step, longer sequences first. */
typedef struct
{
  gint64 n_layers;
  double dropout;
  RensaVariable *hx;
  RensaVariable *cx; /* NULL if there are no cells */
  RensaVariable *const *ws;
  RensaVariable *const *bs;
  int n_weights;
  RensaVariable *const *xs;
  int n_steps;
  RensaVariable *hy;
  RensaVariable *cy;
  RensaVariable **ys;
} RensaNStepCall;

typedef gboolean (*RensaNStepRun) (RensaNStepCall *call, GError **error);

/* Weights w0 … and biases b0 … of a layer in one direction: of tanh and relu, of a GRU, and of an LSTM. */
extern const RensaLinkClass rensa_n_step_rnn_layer_class;
extern const RensaLinkClass rensa_n_step_gru_layer_class;
extern const RensaLinkClass rensa_n_step_lstm_layer_class;

/* Attributes of child @i of a link with one direction, and with two. */
char *rensa_n_step_link_describe (gconstpointer values, int i);
char *rensa_n_step_link_describe_both (gconstpointer values, int i);

/* Calls a link with @n_states states: [hx, [cx]], sequences -> hy, [cy], sequences, in any order of
 * lengths; omitted states are zero. @run calls its function. */
int rensa_n_step_link_forward (RensaLink *link, int n_states, RensaNStepRun run, RensaVariable *const *inputs,
                               int n_inputs, RensaVariable **outputs, int max_outputs, GError **error);

G_END_DECLS
