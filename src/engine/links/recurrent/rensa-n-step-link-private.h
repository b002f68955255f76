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

#define RENSA_N_STEP_LINK_MAX_LAYERS 1024

#define RENSA_N_STEP_LINK_ATTRS                                                                                        \
  RENSA_ATTR_INT (RensaNStepLink, n_layers, .required = TRUE, .min = 1, .max = RENSA_N_STEP_LINK_MAX_LAYERS,           \
                  .title = N_ ("Layers"), .hint = N_ ("Number of stacked layers")),                                    \
      RENSA_ATTR_INT (RensaNStepLink, in_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Inputs"), \
                      .hint = N_ ("Number of values per element of a sequence")),                                      \
      RENSA_ATTR_INT (RensaNStepLink, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"), \
                      .hint = N_ ("Number of units per layer and direction")),                                         \
      RENSA_ATTR_FLOAT (RensaNStepLink, dropout, .required = TRUE, .min = 0, .max = 1, .title = N_ ("Dropout Ratio"),  \
                        .hint = N_ ("Probability that an element between two layers is set to 0; below 1")),           \
      RENSA_ATTR_INITIALIZER (RensaNStepLink, initialW, "LeCunNormal", N_ ("Initial Weights")),                        \
      RENSA_ATTR_INITIALIZER (RensaNStepLink, initial_bias, "Zero", N_ ("Initial Bias"))

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
#define RENSA_N_STEP_LINK_LAYERS(layer_class)                                                                        \
  {                                                                                                                  \
    "{}", (layer_class), "initialW={initialW}, initial_bias={initial_bias}", .describe = rensa_n_step_link_describe, \
                                                                             .count = "n_layers"                     \
  }
#define RENSA_N_STEP_LINK_LAYERS_OF_BOTH(layer_class)                        \
  {                                                                          \
    "{}", (layer_class), "initialW={initialW}, initial_bias={initial_bias}", \
        .describe = rensa_n_step_link_describe_both, .count = "2*n_layers"   \
  }

/* Calls a link with @n_states states: [hx, [cx]], sequences -> hy, [cy], sequences, in any order of
 * lengths; omitted states are zero. @run calls its function. */
int rensa_n_step_link_forward (RensaLink *link, int n_states, RensaNStepRun run, RensaVariable *const *inputs,
                               int n_inputs, RensaVariable **outputs, int max_outputs, GError **error);

/* The constructor there. */
#define RENSA_N_STEP_LINK_FORM(name) \
  "L." name "({n_layers}, {in_size}, {out_size}, {dropout}, initialW={initialW}, initial_bias={initial_bias})"

G_END_DECLS
