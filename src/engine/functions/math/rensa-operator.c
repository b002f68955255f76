/* rensa-operator.c: common code for the operators of variables.
 * SPDX-License-Identifier: MIT */

#include "rensa-operator-private.h"

const RensaAttrSpec rensa_scalar_operator_attrs[1] = {
  RENSA_ATTR_FLOAT (RensaScalarOperator, value, .required = TRUE, .title = N_ ("Value"),
                    .hint = N_ ("Number used as the other operand")),
};

gboolean
rensa_scalar_forward (RensaCall *call, const RensaKernel *kernel, GError **error)
{
  const RensaScalarOperator *self = rensa_call_get_attrs (call);

  return rensa_forward_map (call, kernel, &self->value, error);
}

RensaVariable *
rensa_scalar_apply (const RensaFunctionClass *class, RensaVariable *a, double value, GError **error)
{
  const RensaScalarOperator self = { .value = value };

  return rensa_apply1 (class, &self, a, error);
}
