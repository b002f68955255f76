/* gate-bias.c: bias of four gates, one of which has a different initial value.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-initializers.h"

#define N_GATES 4
#define FORGET 2

typedef struct
{
  RensaAttrs *init;
  RensaAttrs *forget_init;
} GateBias;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INITIALIZER (GateBias, init, "Zero", N_ ("Initial Bias")),
  RENSA_ATTR_INITIALIZER (GateBias, forget_init, "One", N_ ("Initial Forget Bias")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const GateBias *self = values;
  const gint64 count = rensa_array_get_count (array);
  g_autoptr (RensaArray) gates = NULL;

  if (count == 0)
    return TRUE;
  if (rensa_array_get_ndim (array) != 1 || count % N_GATES != 0)
    {
      g_autofree char *given = rensa_shape_to_string (rensa_array_get_shape (array));

      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("expected a vector with four values per unit, but the shape is %s"), given);
      return FALSE;
    }
  /* The shape of one gate as Chainer's initializers see it: batch size 1, and one position. */
  gates = rensa_array_view_reshape (array, &RENSA_SHAPE (1, count / N_GATES, 1, N_GATES));
  for (int k = 0; k < N_GATES; k++)
    {
      g_autoptr (RensaArray) gate = rensa_array_view_range (gates, 3, k, 1);

      if (!rensa_initializer_fill_part (k == FORGET ? self->forget_init : self->init, k == FORGET ? "One" : "Zero",
                                        gate, random, error))
        return FALSE;
    }
  return TRUE;
}

const RensaInitializerClass rensa_gate_bias_class = {
  .name = "GateBias",
  .title = N_ ("Gate Bias"),
  .summary = N_ ("Initially keeps the forget gate of an LSTM open, so that its memory lasts"),
  .words = N_ ("lstm;forget gate"),
  .formula = "b[4 j + 2] ~ forget_init, the others ~ init",
  .reference =
      "Jozefowicz, Zaremba and Sutskever, \"An Empirical Exploration of Recurrent Network Architectures\", ICML "
      "2015",
  RENSA_ATTRS (GateBias, attrs),
  .fill = fill,
};
