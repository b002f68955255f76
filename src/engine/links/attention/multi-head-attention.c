/* multi-head-attention.c: multi-head attention between the steps of sequences.
 * SPDX-License-Identifier: MIT */

#include "multi-head-attention.py.inc"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-links.h"

typedef struct
{
  gint64 size;
  gint64 n_heads;
  gboolean causal;
  gboolean nobias;
  RensaAttrs *initialW;
  RensaAttrs *initial_bias;
  double dropout;
} MultiHeadAttention;

/* Inputs, and the children that project three of them. */
enum
{
  QUERY,
  KEY,
  VALUE,
  MASK,
  OUT = MASK,
};

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (MultiHeadAttention, size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"),
                  .hint = N_ ("Number of values per step in both the inputs and the output")),
  RENSA_ATTR_INT (MultiHeadAttention, n_heads, .initial = 8, .min = 1, .max = 1e6, .title = N_ ("Heads"),
                  .hint = N_ ("Number of attention heads; must divide the number of units")),
  RENSA_ATTR_BOOL (MultiHeadAttention, causal, .title = N_ ("Causal"),
                   .hint = N_ ("Each step attends only to itself and earlier steps")),
  RENSA_ATTR_NOBIAS (MultiHeadAttention),
  RENSA_ATTR_INITIALIZER (MultiHeadAttention, initialW, "GlorotUniform", N_ ("Initial Weights")),
  RENSA_ATTR_INITIALIZER (MultiHeadAttention, initial_bias, "Zero", N_ ("Initial Bias")),
  RENSA_ATTR_FLOAT (MultiHeadAttention, dropout, .min = 0, .max = 0.999, .title = N_ ("Dropout"),
                    .hint = N_ ("Fraction of weights set to 0 during training")),
};

#define LAYER \
  "in_size={size}, out_size={size}, n_batch_axes=2, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias}"

static const RensaChildSpec children[] = {
  [QUERY] = { "query", &rensa_linear_link_class, LAYER },
  [KEY] = { "key", &rensa_linear_link_class, LAYER },
  [VALUE] = { "value", &rensa_linear_link_class, LAYER },
  [OUT] = { "out", &rensa_linear_link_class, LAYER },
};

/* Computed with PyTorch 2.15 in float64. */
static const RensaSample samples[] = {
  { "size=2, n_heads=1, initialW=Identity(scale=0.5), initial_bias=Constant(fill_value=0.25)", "[[[1, -2], [0.5, 1]]]",
    "[[[0.5895856399652664, 0.08748616020840191], [0.541279806334168, 0.37732116199499266]]]" },
  { "size=4, n_heads=2, causal=True, initialW=Identity", "[[[1, -2, 0.5, 3], [0.5, 1, -1, 2], [2, 0, 1, -1]]]",
    "[[[1, -2, 0.5, 3], [0.5625747688148113, 0.6245513871111323, -0.11878149874058541, 2.58747900083961], "
    "[1.6897067371091359, -0.26879157067970283, 0.9261772499613701, -0.7632803493390402]]]" },
  { "size=4, n_heads=2, nobias=True, initialW=Identity",
    "[[[1, -2, 0.5, 3], [0.5, 1, -1, 2], [2, 0, 1, -1]]]; [[[0, 1, 1, -1], [3, -0.5, 0.25, 1]]]; "
    "[[[1, 2, 3, 4], [-1, -2, -3, -4]]]",
    "[[[-0.9716679282466232, -1.9433358564932464, -2.889669596147853, -3.8528927948638043], "
    "[0, 0, -2.7983426061295167, -3.731123474839356], "
    "[-0.9716679282466232, -1.9433358564932464, 2.2491027742222647, 2.9988036989630196]]]" },
};

static gboolean
settle (gpointer values, GError **error)
{
  const MultiHeadAttention *self = values;

  return rensa_link_expect_multiple ("size", self->size, "n_heads", self->n_heads, error);
}

/* (B, L, size) as heads: (B, n_heads, L, size / n_heads). */
static RensaVariable *
part (RensaLink *link, int child, RensaVariable *x, GError **error)
{
  const MultiHeadAttention *self = rensa_link_get_values (link);
  const RensaInts axes = { .n = 4, .values = { 0, 2, 1, 3 } };
  g_autoptr (RensaVariable) h = rensa_link_call (rensa_link_get_child (link, child), x, error);
  RensaType type;

  if (h == NULL)
    return NULL;
  type = rensa_variable_get_type (h);
  g_autoptr (RensaVariable) heads = rensa_reshape (
      h, &RENSA_SHAPE (type.shape.dims[0], type.shape.dims[1], self->n_heads, self->size / self->n_heads), error);

  return rensa_transpose (heads, &axes, error);
}

static RensaVariable *
join (RensaLink *link, RensaVariable *heads, GError **error)
{
  const MultiHeadAttention *self = rensa_link_get_values (link);
  const RensaInts axes = { .n = 4, .values = { 0, 2, 1, 3 } };
  g_autoptr (RensaVariable) steps = rensa_transpose (heads, &axes, error);
  RensaType type;

  if (steps == NULL)
    return NULL;
  type = rensa_variable_get_type (steps);
  g_autoptr (RensaVariable) h =
      rensa_reshape (steps, &RENSA_SHAPE (type.shape.dims[0], type.shape.dims[1], self->size), error);

  return rensa_link_call (rensa_link_get_child (link, OUT), h, error);
}

/* A mask per example, (B, L, S), applies to all heads. */
static RensaVariable *
spread_mask (RensaVariable *mask, GError **error)
{
  return rensa_variable_get_type (mask).shape.ndim == 3 ? rensa_expand_dims (mask, 1, error)
                                                        : rensa_variable_ref (mask);
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const MultiHeadAttention *self = rensa_link_get_values (link);
  RensaVariable *query = inputs[QUERY];
  RensaVariable *key = n_inputs > KEY && inputs[KEY] != NULL ? inputs[KEY] : query;
  RensaVariable *value = n_inputs > VALUE && inputs[VALUE] != NULL ? inputs[VALUE] : key;

  /* Axes: examples, steps and values. */
  if (!rensa_link_expect_ndim (link, query, 3, error) || !rensa_link_expect_ndim (link, key, 3, error)
      || !rensa_link_expect_ndim (link, value, 3, error))
    return -1;

  g_autoptr (RensaVariable) mask = n_inputs > MASK && inputs[MASK] != NULL ? spread_mask (inputs[MASK], error) : NULL;
  g_autoptr (RensaVariable) q = part (link, QUERY, query, error);
  g_autoptr (RensaVariable) k = part (link, KEY, key, error);
  g_autoptr (RensaVariable) v = part (link, VALUE, value, error);
  g_autoptr (RensaVariable) heads =
      rensa_scaled_dot_product_attention (q, k, v, mask, self->causal, NULL, self->dropout, error);

  outputs[0] = join (link, heads, error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_multi_head_attention_link_class = {
  .name = "MultiHeadAttention",
  .group = &rensa_connection_group,
  .title = N_ ("Multi-Head Attention"),
  .summary = N_ ("Lets the steps of a sequence attend to those of another or to each other, with several heads in "
                 "parallel"),
  .words = N_ ("transformer;self attention;cross attention;query;key;value;heads"),
  .stem = "attention",
  .formula = "y = [softmax(qᵢ kᵢᵀ / √d + mask) vᵢ]ᵢ Woᵀ + bo",
  .reference = "Vaswani et al., \"Attention Is All You Need\", NIPS 2017",
  RENSA_ATTRS (MultiHeadAttention, attrs),
  .inputs = RENSA_INPUTS ("query", "key?", "value?", "mask?"),
  .n_outputs = 1,
  RENSA_CHILDREN (children),
  RENSA_SAMPLES (samples),
  .settle = settle,
  .forward = forward,
  RENSA_FORMS (
      { "chainer",
        "MultiHeadAttention({size}, {n_heads}, causal={causal}, nobias={nobias}, initialW={initialW}, initial_bias={initial_bias}, dropout={dropout})" },
      { "chainer_class", chainer_class },
      { "torch",
        "MultiHeadAttention({size}, {n_heads}, causal={causal}, bias={nobias:not}, dropout={dropout}, initialW={initialW}, initial_bias={initial_bias})" },
      { "torch_class", torch_class }, { "torch_uses", "drawn" }),
};

/**
 * rensa_multi_head_attention_link_new:
 * @size: values of each step
 * @n_heads: a divisor of @size
 * @causal: step i attends to steps 0 … i only
 *
 * A MultiHeadAttention: maps queries of shape (B, L, @size) and keys and values of shape (B, S,
 * @size) to a result of shape (B, L, @size). Without keys it is self-attention; without values the
 * keys are the values. A mask of shape (L, S), (B, L, S) or (B, @n_heads, L, S) is either bool,
 * false for keys to ignore, or floating and added to the scores. Returns NULL with
 * RENSA_ERROR_INVALID if @n_heads does not divide @size.
 *
 * Vaswani et al., "Attention Is All You Need", NIPS 2017.
 */
RENSA_API RensaLink *
rensa_multi_head_attention_link_new (gint64 size, gint64 n_heads, gboolean causal, GError **error)
{
  const MultiHeadAttention self = { size, n_heads, causal };

  return rensa_link_new_from_values (&rensa_multi_head_attention_link_class, &self, error);
}
