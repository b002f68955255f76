/* black-out.c: softmax over the correct word and a few sampled ones, with learned weights.
 * SPDX-License-Identifier: MIT */

#include "black-out.py.inc"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-sampled-link-private.h"

typedef struct
{
  gint64 in_size;
  RensaArray *counts;
  gint64 sample_size;
} BlackOut;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (BlackOut, in_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Inputs"),
                  .hint = N_ ("Values per example")),
  RENSA_ATTR_ARRAY (BlackOut, counts, .required = TRUE, .title = N_ ("Counts"),
                    .hint = N_ ("Number of occurrences of each word; frequent words are drawn more often")),
  RENSA_ATTR_INT (BlackOut, sample_size, .required = TRUE, .min = 1, .max = 1000000, .title = N_ ("Samples"),
                  .hint = N_ ("Number of negative samples per correct word")),
};

static gboolean
get_shape (gconstpointer values, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  const BlackOut *self = values;

  *shape = RENSA_SHAPE (rensa_array_get_count (self->counts), self->in_size);
  return TRUE;
}

static const RensaParamSpec params[] = { { "W", .get_shape = get_shape, .first = "LeCunNormal" } };

/* Computed by hand. The weights are LeCunNormal, so only results independent of them are tested:
 * with zero input, all words of an example are equally likely: ln 2 + ln 2 for one sample, ln 3 + 2
 * ln (3 / 2) for two. */
static const RensaSample samples[] = {
  { "in_size=2, counts=(1, 3), sample_size=1", "[[0, 0], [0, 0]]; [0, 1]; [[1], [0]]", "1.38629436111989062" },
  { "in_size=1, counts=(2, 1, 1), sample_size=2", "[[0]]; [2]", "1.90954250488443845" },
};

static gboolean
settle (gpointer values, GError **error)
{
  return rensa_sampled_link_check_counts (((const BlackOut *) values)->counts, error);
}

/* Draws wrong words for each of @t. */
static RensaArray *
draw (const BlackOut *self, RensaVariable *t, GError **error)
{
  RensaArray *labels = rensa_variable_get_array (t);
  g_autoptr (RensaArray) classes = NULL;

  if (rensa_device_get_current ()->klass->is_virtual)
    return rensa_array_new (RENSA_INT32, &RENSA_SHAPE (rensa_array_get_count (labels), self->sample_size), error);
  classes = rensa_draw_classes (labels, self->counts, 1, self->sample_size, error);
  return classes != NULL ? rensa_array_view_range (classes, 1, 1, self->sample_size) : NULL;
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  RensaVariable *given = n_inputs > 2 ? inputs[2] : NULL;
  g_autoptr (RensaArray) drawn = given == NULL ? draw (rensa_link_get_values (link), inputs[1], error) : NULL;
  g_autoptr (RensaVariable) words = drawn != NULL ? rensa_variable_new_constant (drawn) : NULL;

  outputs[0] =
      rensa_black_out (inputs[0], inputs[1], rensa_link_get_param (link, 0), given != NULL ? given : words, error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_black_out_link_class = {
  .name = "BlackOut",
  .group = &rensa_loss_group,
  .title = N_ ("BlackOut"),
  .summary = N_ ("Loss of words compared with a few randomly drawn ones, with a learned vector for each word"),
  .words = N_ ("word vector;sampled softmax;language model"),
  .stem = "blackout",
  .formula = "L = -Σ (ln p₀ + Σₖ ln(1 - pₖ)) / N, p = softmax(x·W[t, s])",
  .reference =
      "Ji et al., \"BlackOut: Speeding up Recurrent Neural Network Language Models with very Large Vocabularies\", "
      "ICLR 2016",
  RENSA_ATTRS (BlackOut, attrs),
  .inputs = RENSA_INPUTS ("x", "t:int", "samples?:int"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .settle = settle,
  .forward = forward,
  RENSA_FORMS ({ "chainer", "BlackOut({in_size}, {counts}, {sample_size})" }, { "chainer_class", chainer_class }),
};

/**
 * rensa_black_out_link_new:
 * @in_size: values per example
 * @counts: number of occurrences of each word; shape (V,)
 * @sample_size: number of wrong words sampled for each correct one
 *
 * A BlackOut: the loss rensa_black_out () of examples and labels, with weights W of shape (V,
 * @in_size), against words that are sampled by frequency, or given as its third input. Returns
 * Returns NULL with RENSA_ERROR_INVALID if a size is less than one or the counts are invalid.
 */
RENSA_API RensaLink *
rensa_black_out_link_new (gint64 in_size, RensaArray *counts, gint64 sample_size, GError **error)
{
  const BlackOut self = { in_size, counts, sample_size };

  return rensa_link_new_from_values (&rensa_black_out_link_class, &self, error);
}
