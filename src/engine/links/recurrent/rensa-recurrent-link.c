/* rensa-recurrent-link.c: shared code of the recurrent links with state.
 * SPDX-License-Identifier: MIT */

#include "rensa-recurrent-link-private.h"

#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-primitives.h"

static gint64
count_rows (RensaVariable *x)
{
  const RensaType type = rensa_variable_get_type (x);

  return type.shape.ndim > 0 ? type.shape.dims[0] : 1;
}

RensaVariable *
rensa_recurrent_zeros (RensaVariable *x, gint64 units, GError **error)
{
  g_autoptr (RensaArray) zeros =
      rensa_array_zeros (rensa_variable_get_type (x).dtype, &RENSA_SHAPE (count_rows (x), units), error);

  return zeros != NULL ? rensa_variable_new_constant (zeros) : NULL;
}

gboolean
rensa_recurrent_fits (RensaLink *link, RensaVariable *x, RensaVariable *state, gboolean fewer, GError **error)
{
  const gint64 given = count_rows (x);
  const gint64 begun = state != NULL ? count_rows (state) : given;
  const char *name = rensa_link_get_name (link);

  if (given == begun || (fewer && given < begun))
    return TRUE;
  if (name == NULL)
    name = rensa_link_get_class (link)->name;
  if (fewer)
    rensa_set_words (
        error, RENSA_ERROR_TYPE_CHECK,
        N_ ("%s keeps the state of a batch of %lld and cannot take a larger one, but one of %lld was given; reset "
            "the state to start over"),
        name, (long long) begun, (long long) given);
  else
    rensa_set_words (
        error, RENSA_ERROR_TYPE_CHECK,
        N_ ("%s keeps the state of a batch of %lld and only takes batches of that size, but one of %lld was given; "
            "reset the state to start over"),
        name, (long long) begun, (long long) given);
  return FALSE;
}

const RensaAttrSpec rensa_lstm_link_attrs[] = {
  RENSA_ATTR_IN_SIZE (RensaLstmLink),
  RENSA_ATTR_SIZE (RensaLstmLink, out_size, 1, .start = "10", .title = N_ ("Units"),
                   .hint = N_ ("If None, the number given for the inputs is used as the number of units")),
  RENSA_ATTR_INITIALIZER (RensaLstmLink, lateral_init, "LeCunNormal", N_ ("Initial Recurrent Weights")),
  RENSA_ATTR_INITIALIZER (RensaLstmLink, upward_init, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (RensaLstmLink, bias_init, "Zero", N_ ("Initial Bias")),
  RENSA_ATTR_INITIALIZER (RensaLstmLink, forget_bias_init, "One", N_ ("Initial Forget Bias")),
};

/* Chainer initializes contiguous blocks with one row per unit, although the rows of a gate are
 * every fourth one. */
const RensaChildSpec rensa_lstm_link_children[] = {
  [RENSA_LSTM_UPWARD] = { "upward", &rensa_linear_link_class,
                          "in_size={in_size}, out_size={4*out_size}, initialW=Blocks(n=4, init={upward_init}), "
                          "initial_bias=GateBias(init={bias_init}, forget_init={forget_bias_init})",
                          .learns = TRUE },
  [RENSA_LSTM_LATERAL] = { "lateral", &rensa_linear_link_class,
                           "in_size={out_size}, out_size={4*out_size}, nobias=True, "
                           "initialW=Blocks(n=4, init={lateral_init})" },
};

/* Sum of child @w applied to @x and child @u applied to @h, which may be NULL. */
static RensaVariable *
sum_children (RensaLink *link, guint w, RensaVariable *x, guint u, RensaVariable *h, GError **error)
{
  g_autoptr (RensaVariable) up = rensa_link_call (rensa_link_get_child (link, w), x, error);
  g_autoptr (RensaVariable) across = NULL;

  if (up == NULL || h == NULL)
    return g_steal_pointer (&up);
  across = rensa_link_call (rensa_link_get_child (link, u), h, error);
  return rensa_add (up, across, error);
}

RensaVariable *
rensa_lstm_link_sum (RensaLink *link, RensaVariable *x, RensaVariable *h, GError **error)
{
  return sum_children (link, RENSA_LSTM_UPWARD, x, RENSA_LSTM_LATERAL, h, error);
}

/* Returns a new reference. */
static RensaVariable *
begin_with (RensaVariable *carried, RensaVariable *x, gint64 units, GError **error)
{
  return carried != NULL ? rensa_variable_ref (carried) : rensa_recurrent_zeros (x, units, error);
}

gboolean
rensa_lstm_link_begin (RensaLink *link, RensaVariable *x, gint64 units, RensaLstmParts *parts, GError **error)
{
  RensaVariable *h = rensa_link_get_carried (link, RENSA_LSTM_H);

  if (!rensa_recurrent_fits (link, x, h, FALSE, error))
    return FALSE;
  parts->sum = rensa_lstm_link_sum (link, x, h, error);
  if (parts->sum == NULL)
    return FALSE;
  parts->c = begin_with (rensa_link_get_carried (link, RENSA_LSTM_C), parts->sum, units, error);
  parts->h = begin_with (h, parts->sum, units, error);
  return parts->c != NULL && parts->h != NULL;
}

void
rensa_lstm_parts_clear (RensaLstmParts *parts)
{
  g_clear_pointer (&parts->sum, rensa_variable_unref);
  g_clear_pointer (&parts->c, rensa_variable_unref);
  g_clear_pointer (&parts->h, rensa_variable_unref);
}

void
rensa_lstm_link_carry (RensaLink *link, RensaVariable *c, RensaVariable *h)
{
  rensa_link_set_carried (link, RENSA_LSTM_C, c);
  rensa_link_set_carried (link, RENSA_LSTM_H, h);
}

enum
{
  W_R,
  U_R,
  W_Z,
  U_Z,
  W,
  U,
};

const RensaAttrSpec rensa_gru_link_attrs[] = {
  RENSA_ATTR_IN_SIZE (RensaGruLink),
  RENSA_RECURRENT_UNITS (RensaGruLink, out_size),
  RENSA_ATTR_INITIALIZER (RensaGruLink, init, "LeCunNormal", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (RensaGruLink, inner_init, "LeCunNormal", N_ ("Initial Recurrent Weights")),
  RENSA_ATTR_INITIALIZER (RensaGruLink, bias_init, "Zero", N_ ("Initial Bias")),
};

#define OF_INPUT(name)                                                                                       \
  {                                                                                                          \
    name, &rensa_linear_link_class,                                                                          \
        "in_size={in_size}, out_size={out_size}, initialW={init}, initial_bias={bias_init}", .learns = TRUE, \
  }
#define OF_STATE(name)                                                                              \
  {                                                                                                 \
    name, &rensa_linear_link_class,                                                                 \
        "in_size={out_size}, out_size={out_size}, initialW={inner_init}, initial_bias={bias_init}", \
  }

const RensaChildSpec rensa_gru_link_children[] = {
  [W_R] = OF_INPUT ("W_r"), [U_R] = OF_STATE ("U_r"), [W_Z] = OF_INPUT ("W_z"),
  [U_Z] = OF_STATE ("U_z"), [W] = OF_INPUT ("W"),     [U] = OF_STATE ("U"),
};

static gboolean
is_shaped (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  return rensa_variable_get_array (param) != NULL;
}

/* The first step has no h to gate, so the gate is not needed; it is called only to infer its size. */
static gboolean
size_gate (RensaLink *link, RensaVariable *x, GError **error)
{
  RensaLink *gate = rensa_link_get_child (link, W_R);
  g_autoptr (RensaVariable) y = NULL;

  if (rensa_link_foreach_param (gate, is_shaped, NULL, NULL))
    return TRUE;
  y = rensa_link_call (gate, x, error);
  return y != NULL;
}

/* Candidate for the new h: tanh (W x + U (r h)). */
static RensaVariable *
propose (RensaLink *link, RensaVariable *h, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) kept = NULL;
  g_autoptr (RensaVariable) sum = NULL;

  if (h != NULL)
    {
      g_autoptr (RensaVariable) gate = sum_children (link, W_R, x, U_R, h, error);
      g_autoptr (RensaVariable) r = rensa_sigmoid (gate, error);

      kept = rensa_multiply (r, h, error);
      if (kept == NULL)
        return NULL;
    }
  else if (!size_gate (link, x, error))
    return NULL;
  sum = sum_children (link, W, x, U, kept, error);
  return rensa_tanh (sum, error);
}

RensaVariable *
rensa_gru_link_step (RensaLink *link, RensaVariable *h, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) gate = sum_children (link, W_Z, x, U_Z, h, error);
  g_autoptr (RensaVariable) z = rensa_sigmoid (gate, error);
  g_autoptr (RensaVariable) proposed = z != NULL ? propose (link, h, x, error) : NULL;

  return h != NULL ? rensa_linear_interpolate (z, proposed, h, error) : rensa_multiply (z, proposed, error);
}

RensaVariable *
rensa_gru_link_forward (RensaLink *link, RensaVariable *x, GError **error)
{
  RensaVariable *h = rensa_link_get_carried (link, 0);
  g_autoptr (RensaVariable) next =
      rensa_recurrent_fits (link, x, h, FALSE, error) ? rensa_gru_link_step (link, h, x, error) : NULL;

  if (next != NULL)
    rensa_link_set_carried (link, 0, next);
  return g_steal_pointer (&next);
}

enum
{
  W_F,
  W_H,
};

char *
rensa_mgu_link_describe (gconstpointer values, int i)
{
  const RensaMguLink *self = values;
  gint64 joined;

  /* A size that overflows is rejected later as too large, like other such sizes. */
  if (__builtin_add_overflow (self->n_inputs, self->n_units, &joined))
    joined = G_MAXINT64;
  return g_strdup_printf ("in_size=%" G_GINT64_FORMAT, joined);
}

static RensaVariable *
call_joined (RensaLink *link, guint child, RensaVariable *h, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) joined = rensa_concat ((RensaVariable *[]){ h, x }, 2, 1, error);

  return rensa_link_call (rensa_link_get_child (link, child), joined, error);
}

RensaVariable *
rensa_mgu_link_step (RensaLink *link, RensaVariable *h, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) gate = call_joined (link, W_F, h, x, error);
  g_autoptr (RensaVariable) f = rensa_sigmoid (gate, error);
  g_autoptr (RensaVariable) kept = rensa_multiply (f, h, error);
  g_autoptr (RensaVariable) sum = kept != NULL ? call_joined (link, W_H, kept, x, error) : NULL;
  g_autoptr (RensaVariable) proposed = rensa_tanh (sum, error);

  return rensa_linear_interpolate (f, proposed, h, error);
}
