/* rensa-recurrent-link-private.h: what the links with a memory share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* Rows of attributes. */
#define RENSA_RECURRENT_UNITS(Struct, field)                                                            \
  RENSA_ATTR_INT (Struct, field, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"), \
                  .hint = N_ ("Number of values per example in the state and the output"))

/* A constant (n, @units) of the dtype of @x, which has n rows. */
RensaVariable *rensa_recurrent_zeros (RensaVariable *x, gint64 units, GError **error);
/* Whether a batch of the rows of @x can go on from @state, which may be NULL: it has as many, or with @fewer no more. */
gboolean rensa_recurrent_fits (RensaLink *link, RensaVariable *x, RensaVariable *state, gboolean fewer, GError **error);

/* Links whose children begin with upward and lateral, and that carry c and h. */
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

/* The attributes of LSTM and StatelessLSTM. */
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

/* Those of links whose weights begin as Linear's do. */
#define RENSA_PLAIN_LSTM_CHILDREN                                                                         \
  [RENSA_LSTM_UPWARD] = { "upward", &rensa_linear_link_class, "in_size={in_size}, out_size={4*out_size}", \
                          .learns = TRUE },                                                               \
  [RENSA_LSTM_LATERAL] = { "lateral", &rensa_linear_link_class,                                           \
                           "in_size={out_size}, out_size={4*out_size}, nobias=True" }

/* The pre-activations of all gates, interleaved; without @h, which may be NULL, those of a new sequence. */
RensaVariable *rensa_lstm_link_sum (RensaLink *link, RensaVariable *x, RensaVariable *h, GError **error);

/* What a step begins with: the same pre-activations, and the state of shape (n, units), zeros at first. */
typedef struct
{
  RensaVariable *sum;
  RensaVariable *c;
  RensaVariable *h;
} RensaLstmParts;

/* RENSA_ERROR_TYPE_CHECK where the batch has another size than the state. */
gboolean rensa_lstm_link_begin (RensaLink *link, RensaVariable *x, gint64 units, RensaLstmParts *parts, GError **error);
void rensa_lstm_parts_clear (RensaLstmParts *parts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaLstmParts, rensa_lstm_parts_clear)
/* What the link carries goes on as @c and @h. */
void rensa_lstm_link_carry (RensaLink *link, RensaVariable *c, RensaVariable *h);

/* The attributes of the GRUs. */
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
/* One step from @h, which may be NULL: zeros. */
RensaVariable *rensa_gru_link_step (RensaLink *link, RensaVariable *h, RensaVariable *x, GError **error);
/* One that is carried as state 0. */
RensaVariable *rensa_gru_link_forward (RensaLink *link, RensaVariable *x, GError **error);

/* The attributes of the MGUs; Chainer calls them differently. */
typedef struct
{
  gint64 n_inputs;
  gint64 n_units;
} RensaMguLink;

char *rensa_mgu_link_describe (gconstpointer values, int i);
/* Children of links whose units are attribute @units. */
#define RENSA_MGU_CHILDREN(units)                                                                   \
  { "W_f", &rensa_linear_link_class, "out_size={" units "}", .describe = rensa_mgu_link_describe }, \
  {                                                                                                 \
    "W_h", &rensa_linear_link_class, "out_size={" units "}", .describe = rensa_mgu_link_describe    \
  }
RensaVariable *rensa_mgu_link_step (RensaLink *link, RensaVariable *h, RensaVariable *x, GError **error);

/* A class of PyTorch that does what a GRU does, whatever it is called. */
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

/* Chainer's go on where the batch before ended; the examples of a document have nothing to do with each other. */
#define RENSA_CLASS_THAT_BEGINS_ANEW(name)                  \
  "class " name "(L." name "):\n"                           \
  "    \"\"\"Begins new sequences with each batch.\"\"\"\n" \
  "\n"                                                      \
  "    def forward(self, *args):\n"                         \
  "        self.reset_state()\n"                            \
  "        return super().forward(*args)\n"

G_END_DECLS
