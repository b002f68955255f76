/* studio-search.c: finding components by what people call them.
 * SPDX-License-Identifier: MIT */

#include "studio-search.h"

#include <glib/gi18n.h>
#include <string.h>

/* Other names, separated by ";"; translators may add those of their language. */
static const struct
{
  const char *component;
  const char *names;
} synonyms[] = {
  { "BatchNormalization", N_ ("batchnorm;batch norm;bn;normalise;normalize") },
  { "Chain", N_ ("block;group;module;subgraph;container;residual") },
  { "ChainList", N_ ("module list;block list") },
  { "Convolution2D", N_ ("conv;conv2d;cnn;filter;kernel;image") },
  { "EmbedID", N_ ("embedding;word vector;lookup table") },
  { "Input", N_ ("data;source;placeholder") },
  { "Linear", N_ ("dense;fully connected;fc;affine;perceptron;mlp;gemm") },
  { "Parameter", N_ ("weight;variable;trainable") },
  { "Sequential", N_ ("pipeline;stack;layers in a row") },
  { "average_pooling_2d", N_ ("avgpool;mean pooling;cnn;downsample") },
  { "max_pooling_2d", N_ ("maxpool;cnn;downsample;subsample") },
  { "dropout", N_ ("regularization;regularisation;noise") },
  { "flatten", N_ ("view;vector;ravel") },
  { "reshape", N_ ("view;resize") },
  { "concat", N_ ("concatenate;join;merge;cat") },
  { "split_axis", N_ ("chunk;slice;divide") },
  { "transpose", N_ ("permute;swap axes") },
  { "get_item", N_ ("index;slice;gather;crop") },
  { "add", N_ ("residual;skip connection;shortcut;plus;merge") },
  { "matmul", N_ ("dot;gemm;matrix multiplication") },
  { "relu", N_ ("rectifier;ramp") },
  { "leaky_relu", N_ ("rectifier;lrelu") },
  { "sigmoid", N_ ("logistic;squash") },
  { "tanh", N_ ("hyperbolic tangent;squash") },
  { "softmax", N_ ("probabilities;normalized exponential") },
  { "softmax_cross_entropy", N_ ("classification;nll;log loss;categorical") },
  { "sigmoid_cross_entropy", N_ ("bce;binary classification;logistic loss") },
  { "mean_squared_error", N_ ("mse;l2 loss;regression") },
  { "absolute", N_ ("abs") },
  { "sum", N_ ("reduce;total") },
  { "average", N_ ("mean;reduce") },
  { "SGD", N_ ("gradient descent;stochastic") },
  { "MomentumSGD", N_ ("heavy ball;gradient descent") },
  { "Adam", N_ ("adaptive;adamw;amsgrad;adabound") },
  { "WeightDecay", N_ ("l2;regularization;regularisation;ridge") },
  { "GradientClipping", N_ ("clip;exploding gradients") },
  { "HeNormal", N_ ("kaiming;msra") },
  { "HeUniform", N_ ("kaiming;msra") },
  { "GlorotNormal", N_ ("xavier") },
  { "GlorotUniform", N_ ("xavier") },
  { "snapshot", N_ ("checkpoint;save") },
  { "snapshot_object", N_ ("checkpoint;save;weights") },
  { "Evaluator", N_ ("validation;test") },
  { "IntervalTrigger", N_ ("epochs;iterations;every") },
};

enum
{
  IN_SUMMARY = 10,
  INSIDE = 20,
  WORD_OF_SYNONYM = 40,
  WORD = 50,
  SYNONYM = 60,
  BEGINNING_OF_TITLE = 80,
  BEGINNING_OF_NAME = 90,
  NAME = 100,
};

static char *
fold (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);

  return g_utf8_casefold (normal != NULL ? normal : "", -1);
}

/* Whether a word of @text begins with @wanted; the words of names are parted by "_". */
static gboolean
has_word (const char *text, const char *wanted)
{
  for (const char *hit = strstr (text, wanted); hit != NULL; hit = strstr (hit + 1, wanted))
    if (hit == text || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (hit))))
      return TRUE;
  return FALSE;
}

static guint
score_text (const char *text, const char *wanted, guint beginning, guint word, guint inside)
{
  g_autofree char *folded = NULL;

  if (text == NULL)
    return 0;

  folded = fold (text);
  if (g_str_has_prefix (folded, wanted))
    return beginning;
  if (has_word (folded, wanted))
    return word;
  return strstr (folded, wanted) != NULL ? inside : 0;
}

static guint
score_synonyms (const char *names, const char *wanted)
{
  g_auto (GStrv) each = g_strsplit (names, ";", -1);
  guint best = 0;

  for (guint i = 0; each[i] != NULL; i++)
    best = MAX (best, score_text (each[i], wanted, SYNONYM, WORD_OF_SYNONYM, 0));
  return best;
}

static guint
score_word (const RensaComponent *component, const char *wanted)
{
  g_autofree char *name = fold (component->name);
  guint best = strcmp (name, wanted) == 0 ? NAME : score_text (name, wanted, BEGINNING_OF_NAME, WORD, INSIDE);

  best = MAX (best, score_text (component->title, wanted, BEGINNING_OF_TITLE, WORD, INSIDE));
  if (component->title != NULL)
    best = MAX (best, score_text (_ (component->title), wanted, BEGINNING_OF_TITLE, WORD, INSIDE));
  for (guint i = 0; i < G_N_ELEMENTS (synonyms); i++)
    if (strcmp (synonyms[i].component, component->name) == 0)
      best =
          MAX (best, MAX (score_synonyms (synonyms[i].names, wanted), score_synonyms (_ (synonyms[i].names), wanted)));

  best = MAX (best, score_text (component->summary, wanted, IN_SUMMARY, IN_SUMMARY, 0));
  if (component->summary != NULL)
    best = MAX (best, score_text (_ (component->summary), wanted, IN_SUMMARY, IN_SUMMARY, 0));
  return best;
}

guint
studio_search_score (const RensaComponent *component, const char *text)
{
  g_autofree char *folded = fold (text);
  g_auto (GStrv) words = NULL;
  guint worst;
  guint best;

  g_strstrip (folded);
  worst = score_word (component, folded);
  if (worst > 0 || strchr (folded, ' ') == NULL)
    return worst;

  words = g_strsplit (folded, " ", -1);
  worst = NAME;
  best = 0;
  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      {
        const guint score = score_word (component, words[i]);

        worst = MIN (worst, score);
        best = MAX (best, score);
      }
  /* Of those whose worst word fits as well, one with a better word comes first. */
  return worst > 0 && best > worst ? worst + 1 : worst;
}
