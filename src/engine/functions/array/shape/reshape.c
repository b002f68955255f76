/* reshape.c: reshape.
 * SPDX-License-Identifier: MIT */

#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-views-private.h"

typedef struct
{
  RensaInts shape;
} Reshape;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Reshape, shape, .required = TRUE, .initial_text = "(-1, 10)", .title = N_ ("Shape"),
                   .hint = N_ ("New shape; one extent may be -1 to infer it from the others")),
};

static const RensaSample samples[] = {
  { "shape=(3, 2)", "[[1, 2, 3], [4, 5, 6]]", "[[1, 2], [3, 4], [5, 6]]" },
  { "shape=(-1,)", "[[1, 2], [3, 4]]", "[1, 2, 3, 4]" },
  { "shape=()", "[[7]]", "7" },
};

/* Replaces an extent of -1 by its value. FALSE if the numbers of elements differ. */
static gboolean
resolve (RensaShape *shape, gint64 count)
{
  gint64 product = 1;
  int open = -1;

  for (int i = 0; i < shape->ndim; i++)
    {
      if (shape->dims[i] == -1 && open < 0)
        open = i;
      else if (shape->dims[i] < 0 || __builtin_mul_overflow (product, shape->dims[i], &product))
        return FALSE;
    }

  if (open < 0)
    return product == count;
  if (product == 0 || count % product != 0)
    return FALSE;

  shape->dims[open] = count / product;
  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Reshape *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  RensaShape shape = rensa_ints_to_shape (&self->shape);

  if (!resolve (&shape, rensa_shape_count (&x->shape)))
    {
      const RensaShape wanted = rensa_ints_to_shape (&self->shape);
      g_autofree char *from = rensa_shape_to_string (&x->shape);
      g_autofree char *to = rensa_shape_to_string (&wanted);

      return rensa_inference_fail_words (inference, error, N_ ("a shape with the same number of elements as x"),
                                         "%s to %s", from, to);
    }

  rensa_inference_set_output_shape (inference, 0, x->dtype, &shape);
  return TRUE;
}

const RensaFunctionClass rensa_reshape_class = {
  .name = "reshape",
  .group = &rensa_array_group,
  .title = N_ ("Reshape"),
  .summary = N_ ("Changes the shape of an array but not its elements"),
  .words = N_ ("view;resize"),
  .formula = "y = x",
  .label = "Reshape",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Reshape, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = rensa_forward_reshape,
  .backward = rensa_backward_reshape,
  RENSA_FORMS ({ "chainer", "F.reshape({x}, {shape})" }, { "torch", "torch.reshape({x}, {shape})" },
               { "onnx", "Reshape (x, shape (out))" }),
};

/**
 * rensa_reshape:
 * @shape: one extent may be -1
 *
 * Returns the elements of @x, in C order, as an array of shape @shape; @x itself if it already has
 * that shape. RENSA_ERROR_TYPE_CHECK if the numbers of elements differ.
 */
RENSA_API RensaVariable *
rensa_reshape (RensaVariable *x, const RensaShape *shape, GError **error)
{
  if (rensa_variable_has_shape (x, shape))
    return rensa_variable_ref (x);

  const Reshape self = { .shape = rensa_ints_from_shape (shape) };

  return rensa_apply1 (&rensa_reshape_class, &self, x, error);
}
