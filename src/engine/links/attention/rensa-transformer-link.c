/* rensa-transformer-link.c: shared code of the transformer layers.
 * SPDX-License-Identifier: MIT */

#include "rensa-transformer-link-private.h"

#include "rensa-functions.h"

/* Normalizes each step separately, as a row. */
static RensaVariable *
normalize (RensaLink *link, int norm, RensaVariable *x, GError **error)
{
  RensaType type;

  if (x == NULL)
    return NULL;
  type = rensa_variable_get_type (x);
  g_autoptr (RensaVariable) rows =
      type.shape.ndim == 3
          ? rensa_reshape (x, &RENSA_SHAPE (type.shape.dims[0] * type.shape.dims[1], type.shape.dims[2]), error)
          : rensa_variable_ref (x);
  g_autoptr (RensaVariable) y = rensa_link_call (rensa_link_get_child (link, norm), rows, error);

  return y != NULL ? rensa_reshape (y, &type.shape, error) : NULL;
}

RensaVariable *
rensa_transformer_add_part (RensaLink *link, int norm, RensaTransformerPart part, RensaVariable *x,
                            RensaVariable *const *inputs, GError **error)
{
  const RensaTransformerLink *self = rensa_link_get_values (link);

  if (x == NULL)
    return NULL;

  g_autoptr (RensaVariable) taken = self->norm_first ? normalize (link, norm, x, error) : rensa_variable_ref (x);
  g_autoptr (RensaVariable) made = taken != NULL ? part (link, taken, inputs, error) : NULL;
  g_autoptr (RensaVariable) kept = rensa_dropout (made, self->dropout, error);
  g_autoptr (RensaVariable) sum = rensa_add (x, kept, error);

  return self->norm_first ? g_steal_pointer (&sum) : normalize (link, norm, sum, error);
}

RensaVariable *
rensa_transformer_feed (RensaLink *link, int first, RensaVariable *x, GError **error)
{
  const RensaTransformerLink *self = rensa_link_get_values (link);
  g_autoptr (RensaVariable) h = rensa_link_call (rensa_link_get_child (link, first), x, error);
  g_autoptr (RensaVariable) active = rensa_apply_attrs (self->activation, h, error);
  g_autoptr (RensaVariable) kept = rensa_dropout (active, self->dropout, error);

  return rensa_link_call (rensa_link_get_child (link, first + 1), kept, error);
}

RensaVariable *
rensa_transformer_attend (RensaLink *link, int child, RensaVariable *const *inputs, int n, GError **error)
{
  RensaVariable *output = NULL;

  return rensa_link_call_n (rensa_link_get_child (link, child), inputs, n, &output, 1, error) == 1 ? output : NULL;
}
