/* einsum.c: sums of products in Einstein notation.
 * SPDX-License-Identifier: MIT */

#include "rensa-equation-private.h"
#include "rensa-functions.h"

typedef struct
{
  char *subscripts;
} Einsum;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Einsum, subscripts, .required = TRUE, .initial_text = "ij->ij", .title = N_ ("Subscripts"),
                     .hint = N_ ("One letter per axis; axes missing from the output are summed over")),
};

static const RensaSample samples[] = {
  { "subscripts='ij,jk->ik'", "[[1, 2], [3, 4], [0, 1]]; [[5, 6], [7, 8]]", "[[19, 22], [43, 50], [7, 8]]" },
  { "subscripts='ii->i'", "[[1, 2], [3, 4]]", "[1, 4]" },
  { "subscripts='i,j,ij'", "[1, 2]; [1, 0, -1]; [[1, 2, 3], [4, 5, 6]]", "-6" },
  { "subscripts='...i,ki...->k...'", "[[[1, 2]], [[3, 4]]]; [[[1, 0, 1], [0, 1, 1]]]", "[[[1, 2, 3], [3, 4, 7]]]" },
  { "subscripts='ij,kl->'", "[[1, 2], [3, 4]]; [[1, 1, 1]]", "30" },
  { "subscripts='ijj,j->ji'", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[0, 1], [1, 0]]]; [2, 3]",
    "[[2, 10, 0], [12, 24, 0]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Einsum *self = rensa_inference_get_attrs (inference);

  return rensa_equation_infer (inference, self->subscripts, error);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const Einsum *self = rensa_call_get_attrs (call);

  return rensa_equation_forward (call, self->subscripts, error);
}

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const Einsum *self = rensa_backward_get_attrs (backward);

  return rensa_equation_backward (backward, self->subscripts, error);
}

const RensaFunctionClass rensa_einsum_class = {
  .name = "einsum",
  .group = &rensa_math_group,
  .title = N_ ("Einstein Summation"),
  .summary = N_ ("Products of arrays, summed over some of their axes"),
  .formula = "y[out…] = Σ a[…] b[…] …",
  .label = "EinSum",
  .inputs = RENSA_INPUTS ("operands*"),
  .n_outputs = 1,
  RENSA_ATTRS (Einsum, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS ({ "chainer", "F.einsum({subscripts}, *{operands})" },
               { "torch", "torch.einsum({subscripts}, *{operands})" },
               { "onnx", "Einsum (operands, equation=subscripts)" }),
};

/**
 * rensa_einsum:
 * @subscripts: "ij,jk->ik"
 * @operands: the @n operands
 *
 * Same as NumPy's einsum. Each operand's axes have letters, and "..." stands for any number of
 * further axes, which broadcast; in Chainer they must be equal. A letter that occurs twice in an
 * operand selects its diagonal. The letters after "->" are the axes of the result, and all others
 * are summed over; without "->" the result has the axes of "...", then those whose letters occur
 * once, capitals first. Operands are combined two at a time, by a matrix product if there is a sum,
 * cheapest pair first. RENSA_ERROR_INVALID with the column if a subscript is wrong;
 * RENSA_ERROR_TYPE_CHECK if the operands do not fit.
 */
RENSA_API RensaVariable *
rensa_einsum (const char *subscripts, RensaVariable *const *operands, int n, GError **error)
{
  const Einsum self = { .subscripts = (char *) subscripts };

  return rensa_apply_list (&rensa_einsum_class, &self, operands, n, error);
}
