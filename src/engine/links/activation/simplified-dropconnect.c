/* simplified-dropconnect.c: linear layer that drops weights at random.
 * SPDX-License-Identifier: MIT */

#include "rensa-dense-link-private.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "simplified-dropconnect.py.inc"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
  double ratio;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
  gboolean use_batchwise_mask;
} SimplifiedDropconnect;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_IN_SIZE (SimplifiedDropconnect),
  RENSA_ATTR_INT (SimplifiedDropconnect, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE,
                  .title = N_ ("Units")),
  RENSA_ATTR_FLOAT (SimplifiedDropconnect, ratio, .initial = 0.5, .min = 0, .max = 1, .title = N_ ("Ratio"),
                    .hint = N_ ("Probability that a weight is set to 0; below 1")),
  RENSA_ATTR_NOBIAS (SimplifiedDropconnect),
  RENSA_DENSE_INITIAL (SimplifiedDropconnect),
  RENSA_ATTR_BOOL (SimplifiedDropconnect, use_batchwise_mask, .initial = TRUE, .title = N_ ("Mask per Example"),
                   .hint = N_ ("If off, all examples of a batch share one mask")),
};

static const RensaParamSpec params[] = RENSA_DENSE_PARAMS;

/* Computed by hand; if half of the weights are dropped, the others are doubled. */
static const RensaSample samples[] = {
  { "in_size=2, out_size=1, ratio=0, initialW=Constant(fill_value=3), initial_bias=One", "[[1, 2]]", "[[10]]" },
  { "in_size=None, out_size=1, initialW=One, nobias=True", "[[1, 2], [3, 4]]; [[[1, 0]], [[1, 1]]]", "[[2], [14]]" },
};

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const SimplifiedDropconnect *self = rensa_link_get_values (link);
  RensaVariable *mask = n_inputs > 1 ? inputs[1] : NULL;
  /* For an explicit mask, derive this from its number of axes. */
  const gboolean is_batchwise =
      mask != NULL ? rensa_variable_get_type (mask).shape.ndim == 3 : self->use_batchwise_mask;

  outputs[0] =
      rensa_simplified_dropconnect (inputs[0], rensa_link_get_param (link, RENSA_DENSE_W),
                                    rensa_link_get_param (link, RENSA_DENSE_B), mask, self->ratio, is_batchwise, error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_simplified_dropconnect_link_class = {
  .name = "SimplifiedDropconnect",
  RENSA_DENSE_LINK (SimplifiedDropconnect, "1:"),
  .title = N_ ("Simplified DropConnect"),
  .summary = N_ ("Fully connected layer that randomly sets weights to 0 during training"),
  .words = N_ ("dropout;regularization;dense"),
  .stem = "dropconnect",
  .formula = "y = x (mask ⊙ W)ᵀ / (1 - ratio) + b",
  .reference = "Wan et al., \"Regularization of Neural Networks using DropConnect\", ICML 2013",
  .inputs = RENSA_INPUTS ("x", "mask?"),
  .forward = forward,
  RENSA_FORMS ({ "chainer", "SimplifiedDropconnect({in_size}, {out_size}, ratio={ratio}, nobias={nobias}, "
                            "initialW={initialW}, initial_bias={initial_bias})" },
               { "chainer_class", chainer_class }, { "chainer_call", "use_batchwise_mask={use_batchwise_mask}" }),
};

/**
 * rensa_simplified_dropconnect_link_new:
 * @in_size: values per example; %RENSA_INT_NONE to infer it from the first batch
 * @out_size: units
 * @ratio: probability that a weight is set to zero
 *
 * A SimplifiedDropconnect: y = x (mask ⊙ W)ᵀ / (1 - @ratio) + b, with a mask for each example; test
 * mode keeps all weights. Returns NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_simplified_dropconnect_link_new (gint64 in_size, gint64 out_size, double ratio, GError **error)
{
  const SimplifiedDropconnect self = { in_size, out_size, ratio, .use_batchwise_mask = TRUE };

  return rensa_link_new_from_values (&rensa_simplified_dropconnect_link_class, &self, error);
}
