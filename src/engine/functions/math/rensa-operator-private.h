/* rensa-operator-private.h: common code for the operators of variables.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-elementwise-private.h"

G_BEGIN_DECLS

/* Attributes of an operator between a variable and a number. */
typedef struct
{
  double value;
} RensaScalarOperator;

extern const RensaAttrSpec rensa_scalar_operator_attrs[1];

/* Fields common to all classes of such operators. */
#define RENSA_SCALAR_OPERATOR                                                   \
  .group = &rensa_operator_group, .inputs = RENSA_INPUTS ("a"), .n_outputs = 1, \
  RENSA_ATTRS (RensaScalarOperator, rensa_scalar_operator_attrs), .infer = rensa_infer_elementwise

/* Fields common to operators between two variables. */
#define RENSA_BINARY_OPERATOR \
  .group = &rensa_operator_group, .inputs = RENSA_INPUTS ("a", "b"), .n_outputs = 1, .infer = rensa_infer_broadcast

/* Output 0 = kernel (a; value). */
gboolean rensa_scalar_forward (RensaCall *call, const RensaKernel *kernel, GError **error);

RensaVariable *rensa_scalar_apply (const RensaFunctionClass *class, RensaVariable *a, double value, GError **error);

/* Matrix products, with either input optionally transposed: the type check and the two passes. With
 * @stacks, which is not an attribute, two axes are a stack of columns rather than one matrix. */
typedef struct
{
  gboolean transa;
  gboolean transb;
  gboolean stacks;
} RensaMatmul;

gboolean rensa_matmul_infer (RensaInference *inference, const RensaMatmul *self, GError **error);
gboolean rensa_matmul_forward (RensaCall *call, const RensaMatmul *self, GError **error);
gboolean rensa_matmul_backward (RensaBackward *backward, const RensaMatmul *self, GError **error);

G_END_DECLS
