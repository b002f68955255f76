/* rensa-recurrent-link-private.h: shared code of the recurrent links with state.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Rows of attributes. */
#define RENSA_RECURRENT_UNITS(Struct, field)                                                            \
  RENSA_ATTR_INT (Struct, field, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"), \
                  .hint = N_ ("Number of values per example in the state and the output"))

/* Zeros of shape (n, @units), with the dtype and the number of rows n of @x. */
RensaVariable *rensa_recurrent_zeros (RensaVariable *x, gint64 units, GError **error);
/* Returns TRUE if the batch @x can continue from @state, which may be NULL: it has the same number
 * of rows or, with @fewer, at most as many. */
gboolean rensa_recurrent_fits (RensaLink *link, RensaVariable *x, RensaVariable *state, gboolean fewer, GError **error);

/* Links whose first children are upward and lateral, and that carry c and h. */
enum
{
  RENSA_LSTM_UPWARD,
  RENSA_LSTM_LATERAL,
};

enum
{
  RENSA_LSTM_C,
  RENSA_LSTM_H,
};

/* Attributes of LSTM and StatelessLSTM */
typedef struct
{
  gint64 in_size;
  gint64 out_size;
  RensaAttrs *lateral_init;
  RensaAttrs *upward_init;
  RensaAttrs *bias_init;
  RensaAttrs *forget_bias_init;
} RensaLstmLink;

extern const RensaAttrSpec rensa_lstm_link_attrs[6];
extern const RensaChildSpec rensa_lstm_link_children[2];

/* For links whose weights are initialized like those of Linear. */
#define RENSA_PLAIN_LSTM_CHILDREN                                                                         \
  [RENSA_LSTM_UPWARD] = { "upward", &rensa_linear_link_class, "in_size={in_size}, out_size={4*out_size}", \
                          .learns = TRUE },                                                               \
  [RENSA_LSTM_LATERAL] = { "lateral", &rensa_linear_link_class,                                           \
                           "in_size={out_size}, out_size={4*out_size}, nobias=True" }

/* Pre-activations of all gates, interleaved; if @h is NULL, those at the start of a sequence. */
RensaVariable *rensa_lstm_link_sum (RensaLink *link, RensaVariable *x, RensaVariable *h, GError **error);

/* Values at the start of a step: these pre-activations, and the state of shape (n, units),
 * initially zeros. */
typedef struct
{
  RensaVariable *sum;
  RensaVariable *c;
  RensaVariable *h;
} RensaLstmParts;

/* Fails with RENSA_ERROR_TYPE_CHECK if the batch size differs from that of the state. */
gboolean rensa_lstm_link_begin (RensaLink *link, RensaVariable *x, gint64 units, RensaLstmParts *parts, GError **error);
void rensa_lstm_parts_clear (RensaLstmParts *parts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaLstmParts, rensa_lstm_parts_clear)
/* Sets the state carried by the link to @c and @h. */
void rensa_lstm_link_carry (RensaLink *link, RensaVariable *c, RensaVariable *h);

/* Attributes of the GRUs */
typedef struct
{
  gint64 in_size;
  gint64 out_size;
  RensaAttrs *init;
  RensaAttrs *inner_init;
  RensaAttrs *bias_init;
} RensaGruLink;

extern const RensaAttrSpec rensa_gru_link_attrs[5];
extern const RensaChildSpec rensa_gru_link_children[6];
/* Computes one step from @h; NULL means zeros. */
RensaVariable *rensa_gru_link_step (RensaLink *link, RensaVariable *h, RensaVariable *x, GError **error);
/* The same for a link that carries h as state 0. */
RensaVariable *rensa_gru_link_forward (RensaLink *link, RensaVariable *x, GError **error);

/* Attributes of the MGUs; Chainer uses other names. */
typedef struct
{
  gint64 n_inputs;
  gint64 n_units;
} RensaMguLink;

char *rensa_mgu_link_describe (gconstpointer values, int i);
/* Children of links with the number of units in attribute @units. */
#define RENSA_MGU_CHILDREN(units)                                                                   \
  { "W_f", &rensa_linear_link_class, "out_size={" units "}", .describe = rensa_mgu_link_describe }, \
  {                                                                                                 \
    "W_h", &rensa_linear_link_class, "out_size={" units "}", .describe = rensa_mgu_link_describe    \
  }
RensaVariable *rensa_mgu_link_step (RensaLink *link, RensaVariable *h, RensaVariable *x, GError **error);

/* A PyTorch class with the behavior of a GRU, under any name. */
#define RENSA_GRU_IN_TORCH(name)                                               \
  "class " name "(nn.Module):\n"                                               \
  "    \"\"\"Carries its outputs on from call to call.\"\"\"\n"                \
  "\n"                                                                         \
  "    def __init__(self, out_size, init=draw_lecun, inner_init=draw_lecun,\n" \
  "                 bias_init=nn.init.zeros_):\n"                              \
  "        super().__init__()\n"                                               \
  "        self.state = None\n"                                                \
  "        for name in ('r', 'z', ''):\n"                                      \
  "            end = '_' + name if name else ''\n"                             \
  "            layer = nn.LazyLinear(out_size)\n"                              \
  "            setattr(self, 'W' + end,\n"                                     \
  "                    drawn(layer, weight=init, bias=bias_init))\n"           \
  "            layer = nn.Linear(out_size, out_size)\n"                        \
  "            setattr(self, 'U' + end,\n"                                     \
  "                    drawn(layer, weight=inner_init, bias=bias_init))\n"     \
  "\n"                                                                         \
  "    def reset_state(self):\n"                                               \
  "        self.state = None\n"                                                \
  "\n"                                                                         \
  "    def forward(self, x):\n"                                                \
  "        h_bar, z = self.W(x), self.W_z(x)\n"                                \
  "        r = self.W_r(x)\n"                                                  \
  "        if self.state is None:\n"                                           \
  "            h = torch.sigmoid(z) * torch.tanh(h_bar)\n"                     \
  "        else:\n"                                                            \
  "            h, = self.state\n"                                              \
  "            r = torch.sigmoid(r + self.U_r(h))\n"                           \
  "            z = torch.sigmoid(z + self.U_z(h))\n"                           \
  "            h = (1 - z) * h + z * torch.tanh(h_bar + self.U(r * h))\n"      \
  "        self.state = h,\n"                                                  \
  "        return h\n"

/* Chainer's class continues from the previous batch; the examples of a document are independent. */
#define RENSA_CLASS_THAT_BEGINS_ANEW(name)                  \
  "class " name "(L." name "):\n"                           \
  "    \"\"\"Begins new sequences with each batch.\"\"\"\n" \
  "\n"                                                      \
  "    def forward(self, *args):\n"                         \
  "        self.reset_state()\n"                            \
  "        return super().forward(*args)\n"

G_END_DECLS
