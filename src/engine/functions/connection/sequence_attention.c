/* sequence_attention.c: attention over sequences of different lengths.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-functions.h"
#include "rensa-lists-private.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "sequence_attention.py.inc"

typedef struct
{
  gboolean causal;
  double scale;
} SequenceAttention;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_BOOL (SequenceAttention, causal, .title = N_ ("Causal"),
                   .hint = N_ ("Each element attends only to itself and earlier elements")),
  RENSA_ATTR_FLOAT (SequenceAttention, scale, .allow_none = TRUE, .none = TRUE, .title = N_ ("Scale"),
                    .hint = N_ ("Factor applied to the scores; None uses 1 / √E")),
};

/* Computed independently with 40 digits. */
static const RensaSample samples[] = {
  { "",
    "[[1, 0], [-1, 2], [0.5, 0.5]]; [[0, -1]]; [[0, 1], [2, -1], [1, 1], [-1, 0]]; [[1, 2], [-1, 0.5]]; "
    "[[1, 2, 0], [-1, 0, 3], [0.5, 1, 1], [2, -2, 0]]; [[1, 0, -1], [0, 4, 2]]",
    "[[-0.145794108327197377, 0.398454892426447483, 1.88198182346737728], [1.10886997936821799, 0.753274707118360507, "
    "0.268020799390809482], [0.433524512449546853, 0.622380599714778241, 1.12941205426465677]]; "
    "[[0.257183315226807012, 2.97126673909277195, 1.22845005431957896]]; "
    "[[0.130985478846446739, 0.538776070480210187, 0.265653612026746718, 0.0645848386465963563], "
    "[0.499873287400076389, 0.00718297723633907044, 0.24647186768179227, 0.24647186768179227], "
    "[0.255285187693064027, 0.255285187693064027, 0.363556491185464693, 0.125873133428407253]]; "
    "[[0.257183315226807012, 0.742816684773192988, 0, 0]]" },
  { "scale=0.5", "[[0, -1]]; [[1, 2], [-1, 0.5]]; [[1, 0, -1], [0, 4, 2]]",
    "[[0.320821300824607027, 2.71671479670157189, 1.03753609752617892]]; [[0.320821300824607027, 0.679178699175392973]]" },
  { "causal=True",
    "[[1, 0], [-1, 2], [0.5, 0.5]]; [[2, 1], [0, -1]]; [[1, 0], [-1, 2], [0.5, 0.5]]; [[2, 1], [0, -1]]; "
    "[[1, 0], [-1, 2], [0.5, 0.5]]; [[2, 1], [0, -1]]",
    "[[1, 0], [-0.971667928246623194, 1.97166792824662319], [0.166666666666666667, 0.833333333333333333]]; "
    "[[2, 1], [0.39114063498608619, -0.60885936501391381]]; "
    "[[1, 0, 0], [0.0141660358766884028, 0.985833964123311597, 0], [0.333333333333333333, 0.333333333333333333, "
    "0.333333333333333333]]; [[1, 0, 0], [0.195570317493043095, 0.804429682506956905, 0]]" },
};

#define N_LISTS 3

static gboolean
count_lists (gconstpointer values, int n_arrays, int *counts)
{
  for (int i = 0; i < N_LISTS; i++)
    counts[i] = n_arrays / N_LISTS;
  return n_arrays % N_LISTS == 0;
}

static gint64
find_longest (RensaInference *inference, int first, int n)
{
  gint64 longest = 0;

  for (int i = first; i < first + n; i++)
    longest = MAX (longest, rensa_inference_get_input (inference, i)->shape.dims[0]);
  return longest;
}

static gboolean
infer_lists (RensaInference *inference, int n, GError **error)
{
  static const char *const lists[N_LISTS] = { "qs", "ks", "vs" };

  for (int i = 0; i < N_LISTS * n; i++)
    {
      const RensaType *x = rensa_inference_get_input (inference, i);

      if (!rensa_expect_sequence (inference, i, i / n * n, lists[i / n], error)
          || !rensa_expect_same_dtype (inference, i, 0, error)
          || !RENSA_EXPECT (inference, x->shape.ndim, ==, 2, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
infer (RensaInference *inference, GError **error)
{
  const int n = rensa_inference_get_n_inputs (inference) / N_LISTS;
  gint64 longest;

  if (!rensa_expect_any_input (inference, error) || !infer_lists (inference, n, error))
    return FALSE;

  longest = find_longest (inference, n, n);
  for (int i = 0; i < n; i++)
    {
      const RensaType *q = rensa_inference_get_input (inference, i);
      const RensaType *k = rensa_inference_get_input (inference, n + i);
      const RensaType *v = rensa_inference_get_input (inference, 2 * n + i);

      if (!RENSA_EXPECT (inference, k->shape.dims[0], >, 0, error)
          || !RENSA_EXPECT (inference, k->shape.dims[1], ==, q->shape.dims[1], error)
          || !RENSA_EXPECT (inference, v->shape.dims[0], ==, k->shape.dims[0], error))
        return FALSE;
      rensa_inference_set_output_shape (inference, i, q->dtype, &RENSA_SHAPE (q->shape.dims[0], v->shape.dims[1]));
      rensa_inference_set_output_shape (inference, n + i, q->dtype, &RENSA_SHAPE (q->shape.dims[0], longest));
    }
  return TRUE;
}

static gint64
get_length (RensaVariable *sequence)
{
  return rensa_variable_get_type (sequence).shape.dims[0];
}

/* Returns the mask to add to @scores, (n, L, S): -infinity at keys that a query must not attend to. */
static RensaVariable *
make_bars (const SequenceAttention *self, RensaVariable *scores, RensaVariable *const *ks, GError **error)
{
  const RensaType type = rensa_variable_get_type (scores);
  const gint64 n_rows = type.shape.dims[1];
  const gint64 n_columns = type.shape.dims[2];
  g_autofree float *bars =
      rensa_memory_try_new (float, (guint64) rensa_shape_count (&type.shape) + 1, "sequence_attention", error);
  g_autoptr (RensaArray) host = NULL;
  g_autoptr (RensaArray) placed = NULL;
  g_autoptr (RensaArray) cast = NULL;

  if (bars == NULL)
    return NULL;
  for (gint64 i = 0; i < type.shape.dims[0]; i++)
    for (gint64 row = 0; row < n_rows; row++)
      for (gint64 column = 0; column < n_columns; column++)
        bars[(i * n_rows + row) * n_columns + column] =
            column >= get_length (ks[i]) || (self->causal && column > row) ? -INFINITY : 0;
  host = rensa_array_new_from_host (RENSA_FLOAT32, &type.shape, bars, error);
  placed = host != NULL
               ? rensa_array_to_device (host, rensa_array_get_device (rensa_variable_get_array (scores)), error)
               : NULL;
  cast = placed != NULL ? rensa_array_cast (placed, type.dtype, error) : NULL;
  return rensa_variable_new_constant (cast);
}

/* softmax (scale q kᵀ), of shape (n, L, S). */
static RensaVariable *
weigh (const SequenceAttention *self, RensaVariable *q, RensaVariable *const *ks, int n, GError **error)
{
  const double scale =
      isnan (self->scale) ? 1 / sqrt ((double) MAX (rensa_variable_get_type (q).shape.dims[2], 1)) : self->scale;
  g_autoptr (RensaVariable) k = rensa_pad_sequence (ks, n, RENSA_INT_NONE, 0, error);
  g_autoptr (RensaVariable) scaled = rensa_multiply_scalar (q, scale, error);
  g_autoptr (RensaVariable) scores = rensa_matmul (scaled, k, FALSE, TRUE, error);
  g_autoptr (RensaVariable) bars = scores != NULL ? make_bars (self, scores, ks, error) : NULL;
  g_autoptr (RensaVariable) barred = rensa_add (scores, bars, error);

  return rensa_softmax (barred, 2, error);
}

/* Cuts row i of @padded to the length of sequence i of @qs. */
static gboolean
cut (RensaVariable *padded, RensaVariable *const *qs, int n, RensaVariable **outputs, GError **error)
{
  g_autofree RensaVariable **rows = g_new0 (RensaVariable *, n);
  gboolean ok = rensa_separate (padded, 0, rows, n, error) == n;

  for (int i = 0; ok && i < n; i++)
    {
      const RensaIndex head = { .n = 1, .slices = { { RENSA_SLICE_RANGE, 0, get_length (qs[i]), 1 } } };

      outputs[i] = rensa_get_item (rows[i], &head, error);
      ok = outputs[i] != NULL;
    }
  rensa_variables_clear (rows, n);
  if (!ok)
    rensa_variables_clear (outputs, n);
  return ok;
}

static gboolean
apply (gconstpointer values, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const int n = n_inputs / N_LISTS;
  g_autoptr (RensaVariable) q = rensa_pad_sequence (inputs, n, RENSA_INT_NONE, 0, error);
  g_autoptr (RensaVariable) weights = q != NULL ? weigh (values, q, inputs + n, n, error) : NULL;
  g_autoptr (RensaVariable) v = rensa_pad_sequence (inputs + (gsize) 2 * n, n, RENSA_INT_NONE, 0, error);
  g_autoptr (RensaVariable) y = rensa_matmul (weights, v, FALSE, FALSE, error);

  if (y == NULL || !cut (y, inputs, n, outputs, error))
    return FALSE;
  if (cut (weights, inputs, n, outputs + n, error))
    return TRUE;
  rensa_variables_clear (outputs, n);
  return FALSE;
}

const RensaFunctionClass rensa_sequence_attention_class = {
  .name = "sequence_attention",
  .group = &rensa_connection_group,
  .title = N_ ("Sequence Attention"),
  .summary = N_ ("For each step of a sequence, averages the values of another, weighted by how well their keys match"),
  .words = N_ ("attention;alignment;dot product;Luong;encoder decoder;seq2seq;query;key;value"),
  .stem = "attention",
  .formula = "wᵢ = softmax(scale qᵢ kᵢᵀ), yᵢ = wᵢ vᵢ",
  .reference = "Luong et al., \"Effective Approaches to Attention-based Neural Machine Translation\", EMNLP 2015",
  .label = "SequenceAttention",
  .inputs = RENSA_INPUTS ("qs*:sequence", "ks*:sequence", "vs*:sequence"),
  .count_lists = count_lists,
  .outputs = RENSA_OUTPUTS ("ys*", "weights*"),
  RENSA_ATTRS (SequenceAttention, attrs),
  RENSA_SAMPLES (samples),
  .infer = infer,
  .apply = apply,
  RENSA_FORMS ({ "chainer", "sequence_attention({qs}, {ks}, {vs}, causal={causal}, scale={scale})" },
               { "chainer_class", chainer_class },
               { "torch", "sequence_attention({qs}, {ks}, {vs}, causal={causal}, scale={scale})" },
               { "torch_class", torch_class }),
};

/**
 * rensa_sequence_attention:
 * @qs: queries, @n variables of shape (Lᵢ, E)
 * @ks: keys, @n of shape (Sᵢ, E), Sᵢ > 0
 * @vs: values, @n of shape (Sᵢ, D)
 * @causal: query t attends only to keys 0 … t
 * @scale: (nullable): factor of the scores; NULL for 1 / √E
 * @ys: receives @n variables of shape (Lᵢ, D), owned by the caller
 * @weights: receives @n variables of shape (Lᵢ, max S), with zeros after the last key, owned by the
 *   caller
 *
 * wᵢ = softmax (scale qᵢ kᵢᵀ) and yᵢ = wᵢ vᵢ, for each sequence separately. Not in Chainer.
 * RENSA_ERROR_TYPE_CHECK if shapes or dtypes do not fit.
 *
 * Luong et al., "Effective Approaches to Attention-based Neural Machine Translation", EMNLP 2015.
 *
 * Returns: FALSE with an error
 */
RENSA_API gboolean
rensa_sequence_attention (RensaVariable *const *qs, RensaVariable *const *ks, RensaVariable *const *vs, int n,
                          gboolean causal, const double *scale, RensaVariable **ys, RensaVariable **weights,
                          GError **error)
{
  const SequenceAttention self = { causal, scale != NULL ? *scale : NAN };
  RensaVariable *const *const lists[N_LISTS] = { qs, ks, vs };
  g_autofree RensaVariable **inputs = g_new (RensaVariable *, N_LISTS * (gsize) n + 1);
  g_autofree RensaVariable **outputs = g_new0 (RensaVariable *, 2 * (gsize) n + 1);

  for (int i = 0; i < N_LISTS * n; i++)
    {
      inputs[i] = lists[i / n][i % n];
      if (inputs[i] == NULL)
        return FALSE;
    }
  if (rensa_function_apply (&rensa_sequence_attention_class, &self, inputs, N_LISTS * n, outputs, 2 * n, error) < 0)
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      ys[i] = outputs[i];
      weights[i] = outputs[n + i];
    }
  return TRUE;
}
