/* embed_id.c: embedding vectors looked up by ID.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-function.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 ignore_label;
} EmbedId;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (EmbedId, ignore_label, .allow_none = TRUE, .none = TRUE, .title = N_ ("Ignored ID"),
                  .hint = N_ ("Returns a row of zeros and receives no gradient")),
};

static const RensaSample samples[] = {
  { "", "[2, 0]; [[1, 2], [3, 4], [5, 6]]", "[[5, 6], [1, 2]]" },
  { "ignore_label=-1", "[[1, -1]]; [[1, 2], [3, 4]]", "[[[3, 4], [0, 0]]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *W = rensa_inference_get_input (inference, 1);
  RensaShape y = x->shape;

  if (!rensa_expect_integer (inference, 0, error) || !RENSA_EXPECT (inference, x->shape.ndim, >=, 1, error)
      || !RENSA_EXPECT (inference, x->shape.ndim, <, RENSA_MAX_NDIM, error)
      || !rensa_expect_floating (inference, 1, error) || !RENSA_EXPECT (inference, W->shape.ndim, ==, 2, error))
    return FALSE;

  y.dims[y.ndim++] = W->shape.dims[1];
  rensa_inference_set_output_shape (inference, 0, W->dtype, &y);
  return TRUE;
}

static gboolean
forward (RensaCall *call, GError **error)
{
  const EmbedId *self = rensa_call_get_attrs (call);
  RensaArray *x = rensa_call_get_input (call, 0);
  RensaArray *y = rensa_take_rows (rensa_call_get_input (call, 1), x, self->ignore_label, FALSE, error);

  if (y == NULL)
    rensa_error_name (error, "embed_id");
  rensa_call_retain_input (call, 0);
  rensa_call_take_output (call, 0, y);
  return rensa_call_succeeded (call);
}

/* Gradient with respect to W: gW[x] += gy. */

typedef struct
{
  gint64 ignore_label;
  gint64 n_rows;
} EmbedIdGrad;

static gboolean
infer_grad (RensaInference *inference, GError **error)
{
  const EmbedIdGrad *self = rensa_inference_get_attrs (inference);
  const RensaType *gy = rensa_inference_get_input (inference, 1);

  rensa_inference_set_output_shape (inference, 0, gy->dtype,
                                    &RENSA_SHAPE (self->n_rows, gy->shape.dims[gy->shape.ndim - 1]));
  return TRUE;
}

static gboolean
forward_grad (RensaCall *call, GError **error)
{
  const EmbedIdGrad *self = rensa_call_get_attrs (call);
  const RensaShape *shape = &rensa_call_get_output_type (call, 0)->shape;
  RensaArray *x = rensa_call_get_input (call, 0);

  rensa_call_retain_input (call, 0);
  rensa_call_take_output (
      call, 0, rensa_scatter_rows (shape, x, rensa_call_get_input (call, 1), self->ignore_label, FALSE, error));
  return rensa_call_succeeded (call);
}

static gboolean
backward_grad (RensaBackward *backward, GError **error)
{
  const EmbedIdGrad *self = rensa_backward_get_attrs (backward);
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  RensaVariable *ggW = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 1, rensa_embed_id (x, ggW, self->ignore_label, error));
  return rensa_backward_succeeded (backward);
}

static const RensaFunctionClass embed_id_grad_class = {
  .name = "embed_id_grad",
  .label = "EmbedIDGrad",
  .inputs = RENSA_INPUTS ("x:int", "gy"),
  .n_outputs = 1,
  .attrs_size = sizeof (EmbedIdGrad),
  .infer = infer_grad,
  .forward = forward_grad,
  .backward = backward_grad,
};

static gboolean
backward (RensaBackward *backward, GError **error)
{
  const EmbedId *self = rensa_backward_get_attrs (backward);
  const RensaType W = rensa_backward_get_input_type (backward, 1);
  const EmbedIdGrad grad = { .ignore_label = self->ignore_label, .n_rows = W.shape.dims[0] };
  RensaVariable *x = rensa_backward_get_input (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);

  rensa_backward_take_grad_input (backward, 1, rensa_apply2 (&embed_id_grad_class, &grad, x, gy, error));
  return rensa_backward_succeeded (backward);
}

const RensaFunctionClass rensa_embed_id_class = {
  .name = "embed_id",
  .group = &rensa_connection_group,
  .title = N_ ("Embed ID"),
  .summary = N_ ("Looks up the vectors of words or other items by their IDs"),
  .formula = "y = W[x]",
  .label = "EmbedIDFunction",
  .inputs = RENSA_INPUTS ("x:int", "W"),
  .n_outputs = 1,
  RENSA_ATTRS (EmbedId, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  .backward = backward,
  RENSA_FORMS (
      { "chainer", "F.embed_id({x}, {W}, ignore_label={ignore_label})" }, { "torch", "F.embedding({x}, {W})" },
      { "torch_more",
        "torch.where(({x} == {ignore_label})[..., None], 0.0, F.embedding({x}.masked_fill({x} == {ignore_label}, 0), {W}))" },
      { "onnx", "i = given (ignore_label) ? x == ignore_label : none; "
                "given (ignore_label) ? Where (Unsqueeze (i, [-1]), 0, Gather (W, Where (i, 0, x))) : "
                "Gather (W, x)" }),
};

/**
 * rensa_embed_id:
 * @x: integers of any shape (N…), each a row index of @W
 * @W: shape (V, d)
 * @ignore_label: an ID that maps to a zero vector, even if @W has such a row; RENSA_INT_NONE for
 *   none
 *
 * y[i…] = W[x[i…]], of shape (N…, d). RENSA_ERROR_INVALID if an ID is outside 0 … V-1;
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 */
RENSA_API RensaVariable *
rensa_embed_id (RensaVariable *x, RensaVariable *W, gint64 ignore_label, GError **error)
{
  const EmbedId self = { .ignore_label = ignore_label };

  return rensa_apply2 (&rensa_embed_id_class, &self, x, W, error);
}
