/* noise.c: random numbers for each example of a batch.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "noise.py.inc"
#include "rensa-axes-private.h"
#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

typedef enum
{
  NORMAL,
  UNIFORM,
} Distribution;

static const char *const distributions[] = { "normal", "uniform", NULL };

typedef struct
{
  RensaInts shape;
  gint64 distribution;
  double scale;
} Noise;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INTS (Noise, shape, .required = TRUE, .initial_text = "(10,)", .min = 1, .max = G_MAXINT32,
                   .title = N_ ("Shape"), .hint = N_ ("Shape of the noise for one example, such as 100 or 1, 28, 28")),
  RENSA_ATTR_CHOICE (Noise, distribution, .choices = distributions, .title = N_ ("Distribution"),
                     .hint = N_ ("normal has mean 0; uniform ranges from -scale to scale")),
  RENSA_ATTR_FLOAT (Noise, scale, .initial = 1, .min = 0, .max = 1e6, .title = N_ ("Scale"),
                    .hint = N_ ("Standard deviation of normal noise, or bound of uniform noise")),
};

/* Numbers that are given are returned unchanged. */
static const RensaSample samples[] = {
  { "shape=2", "[[1], [2]]; [[0.5, -1], [2, 0]]", "[[0.5, -1], [2, 0]]" },
};

static gboolean
infer (RensaInference *inference, GError **error)
{
  const Noise *self = rensa_inference_get_attrs (inference);
  const RensaType *x = rensa_inference_get_input (inference, 0);
  const RensaType *values =
      rensa_inference_get_n_inputs (inference) > 1 ? rensa_inference_get_input (inference, 1) : NULL;
  const RensaDtype dtype = values != NULL ? values->dtype : rensa_modes_get ()->dtype;
  const RensaShape example = rensa_ints_to_shape (&self->shape);
  RensaShape shape = { .ndim = example.ndim + 1 };

  if (!RENSA_EXPECT (inference, x->shape.ndim, >, 0, error)
      || !RENSA_EXPECT (inference, example.ndim, <, RENSA_MAX_NDIM, error))
    return FALSE;
  shape.dims[0] = x->shape.dims[0];
  memcpy (shape.dims + 1, example.dims, example.ndim * sizeof *example.dims);
  if (!rensa_shape_check (&shape, dtype, error))
    return FALSE;
  if (values != NULL && !rensa_shape_equal (&values->shape, &shape))
    {
      g_autofree char *found = rensa_shape_to_string (&values->shape);
      g_autofree char *expected = rensa_shape_to_string (&shape);

      return rensa_inference_fail_text (inference, error, "values.shape == (len(x),) + shape", "%s != %s", found,
                                        expected);
    }
  rensa_inference_set_output_shape (inference, 0, dtype, &shape);
  return TRUE;
}

static RensaArray *
draw (const Noise *self, const RensaType *type, GError **error)
{
  RensaRandom *random = rensa_random_get_default ();
  g_autoptr (RensaArray) y = rensa_array_new (type->dtype, &type->shape, error);

  if (y == NULL
      || !(self->distribution == NORMAL ? rensa_fill_normal (y, random, 0, self->scale, error)
                                        : rensa_fill_uniform (y, random, -self->scale, self->scale, error)))
    return NULL;
  return g_steal_pointer (&y);
}

static gboolean
forward (RensaCall *call, GError **error)
{
  RensaArray *values = rensa_call_get_input (call, 1);

  rensa_call_take_output (call, 0,
                          values != NULL
                              ? rensa_array_ref (values)
                              : draw (rensa_call_get_attrs (call), rensa_call_get_output_type (call, 0), error));
  return rensa_call_succeeded (call);
}

const RensaFunctionClass rensa_noise_class = {
  .name = "noise",
  .group = &rensa_noise_group,
  .title = N_ ("Noise"),
  .summary = N_ ("Random noise for each example, used as the input of a generator"),
  .words = N_ ("random;latent;sample;normal;uniform;z"),
  .stem = "z",
  .formula = "y ~ N(0, scale²) or U(-scale, scale)",
  .label = "Noise",
  .inputs = RENSA_INPUTS ("x:batch", "values?:const"),
  .n_outputs = 1,
  RENSA_ATTRS (Noise, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .forward = forward,
  RENSA_FORMS (
      { "chainer", "noise({x}, {shape:sequence}, distribution={distribution}, scale={scale}, values={values})" },
      { "chainer_class", chainer_class },
      { "torch", "noise({x}, {shape:sequence}, distribution={distribution}, scale={scale}, values={values})" },
      { "torch_class", torch_class }),
};

/**
 * rensa_noise:
 * @x: a batch, of which only the number of examples is used
 * @shape: shape of the numbers for one example
 * @scale: the standard deviation
 *
 * Returns normally distributed numbers of mean 0 and shape (n, …), in the dtype of the modes,
 * drawn by the generator of this thread, in test mode as well. RENSA_ERROR_TYPE_CHECK if @x has
 * no axis or the shape has too many.
 */
RENSA_API RensaVariable *
rensa_noise (RensaVariable *x, const RensaInts *shape, double scale, GError **error)
{
  const Noise self = { .shape = *shape, .distribution = NORMAL, .scale = scale };

  return rensa_apply1 (&rensa_noise_class, &self, x, error);
}
