/* rensa-plan-model.c: layers, preprocessing and loss of a plan, depending on the kind of the
 * examples.
 * SPDX-License-Identifier: MIT */

#include "rensa-plan-private.h"

#include <math.h>

#include "rensa-edit.h"
#include "rensa-fault.h"
#include "rensa-language.h"

#define N_UPDATES 1500
#define N_PICTURE_UPDATES 1000
/* With fewer examples, a model overfits quickly. */
#define FEW_EXAMPLES 200
#define MANY_EXAMPLES 5000
#define MANY_PICTURES 1000
#define FEW_COLUMNS 3
/* With fewer examples per column, or less explained variance, layers learn noise. */
#define EXAMPLES_PER_COLUMN 5
#define NOISY 0.9
/* Inputs of about 1 need no scaling. */
#define LARGE 3.0
#define SMALL 0.3
/* Adam's epsilon for gradients of about 1; gradients scale with the square of the labels. */
#define EPS 1e-8
/* Images with more pixels per side are halved once more. */
#define LARGE_PICTURE 48
/* Shift in pixels: height and width of the images divided by this number. */
#define SHIFT 10
#define MOST_VECTORS 64
#define N_LANGUAGE_UPDATES 2000
#define MOST_READERS 32
/* A reading position starts without state, and must read this many tokens for that to be negligible. */
#define TOKENS_OF_READER 2000
/* Number of tokens through which gradients are propagated back */
#define UNROLLED 20

/* Formats four digits, without an exponent if possible. */
static const char *
format (char *text, double value)
{
  g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.4g", value);
  return g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.12g", g_ascii_strtod (text, NULL));
}

/* The same number in the user's locale. */
static char *
dup_shown (const char *text)
{
  return g_strdup_printf ("%.12g", g_ascii_strtod (text, NULL));
}

static gboolean
set_optimizer (RensaPlanning *self, double rate, double decay, GError **error)
{
  char rate_text[G_ASCII_DTOSTR_BUF_SIZE];
  char decay_text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *shown = dup_shown (format (rate_text, rate));

  rensa_planning_tell (
      self, g_strdup_printf (_ ("AdamW with a learning rate of %s; its weight decay reduces overfitting."), shown));
  return rensa_planning_set (self, error, "optimizer=AdamW(alpha=%s, weight_decay_rate=%s)", rate_text,
                             format (decay_text, decay));
}

/* Tables */

static gboolean
has_words (const RensaPreview *preview)
{
  for (gsize i = 0; preview->columns != NULL && i < preview->n_values; i++)
    if (preview->columns[i].categories != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_far_from_one (double low, double high)
{
  return MAX (fabs (low), fabs (high)) > LARGE || (high > low && high - low < SMALL);
}

static gboolean
needs_scaling (const RensaPreview *preview)
{
  if (preview->columns == NULL)
    return is_far_from_one (preview->low, preview->high);
  for (gsize i = 0; i < preview->n_values; i++)
    if (preview->columns[i].categories == NULL && is_far_from_one (preview->columns[i].low, preview->columns[i].high))
      return TRUE;
  return FALSE;
}

static gboolean
prepare_table (RensaPlanning *self, GError **error)
{
  if (has_words (self->preview))
    {
      rensa_planning_tell (self, g_strdup (_ ("One Hot, because the words in a column have no order.")));
      if (!rensa_document_add_component (self->document, "data.preprocessing", "OneHot", error))
        return FALSE;
    }
  if (!needs_scaling (self->preview))
    return TRUE;
  rensa_planning_tell (self, g_strdup (_ ("Normalize, because networks learn best from inputs around 1.")));
  return rensa_document_add_component (self->document, "data.preprocessing", "Normalize", error);
}

static gint64
choose_n_units (gint64 n_examples)
{
  return n_examples < FEW_EXAMPLES ? 32 : n_examples < MANY_EXAMPLES ? 64 : 128;
}

/* Chooses learning rate and decay: steep curves of few columns need large steps and large weights,
 * noise the opposite. */
static gboolean
choose_steps (RensaPlanning *self, const RensaTrend *trend, gboolean has_layers, GError **error)
{
  self->n_updates = trend->is_straight ? N_UPDATES : 2 * N_UPDATES;
  if (!has_layers || (!trend->is_straight && trend->n_features <= FEW_COLUMNS))
    return set_optimizer (self, 0.01, 0.0003, error);
  return set_optimizer (self, 0.003, trend->is_straight ? 0.003 : 0.001, error);
}

static gboolean
add_layers (RensaPlanning *self, gint64 n_units, GError **error)
{
  g_autofree char *attrs = g_strdup_printf ("out_size=%lld", (long long) n_units);

  for (int i = 0; i < 2; i++)
    if (!rensa_planning_add (self, "Linear", attrs, error) || !rensa_planning_add (self, "relu", NULL, error))
      return FALSE;
  return TRUE;
}

/* Returns TRUE if layers that can fit curves would fit the noise. */
static gboolean
is_one_layer_better (const RensaPlanning *self, const RensaTrend *trend)
{
  const gint64 n = self->preview->train.n;

  return trend->is_straight && n < MANY_EXAMPLES
         && (trend->score < NOISY || trend->n_features * EXAMPLES_PER_COLUMN > n);
}

gboolean
rensa_planning_add_table (RensaPlanning *self, GError **error)
{
  const gint64 n = self->preview->train.n;
  const gint64 n_units = choose_n_units (n);
  const RensaTrend trend = rensa_plan_find_trend (self->preview);
  const gboolean is_plain = is_one_layer_better (self, &trend);

  if (is_plain)
    rensa_planning_tell (self, g_strdup (_ ("No hidden layer: a weighted sum of the columns fits these examples as "
                                            "well as a curve does, and the rest looks like noise.")));
  else
    rensa_planning_tell (self, g_strdup_printf (_ ("Two hidden layers with %lld units each, suitable for %'lld "
                                                   "examples."),
                                                (long long) n_units, (long long) n));
  return (is_plain || add_layers (self, n_units, error)) && prepare_table (self, error)
         && choose_steps (self, &trend, !is_plain, error);
}

/* Pictures */

static gboolean
prepare_pictures (RensaPlanning *self, GError **error)
{
  const RensaPicture *picture = &self->preview->picture;

  rensa_planning_tell (self, g_strdup (_ ("Normalize, because networks learn best from inputs around 1.")));
  rensa_planning_tell (self,
                       g_strdup (_ ("Images are shifted randomly, so that their exact position does not matter.")));
  return rensa_document_add_component (self->document, "data.preprocessing", "Normalize", error)
         && rensa_document_add_component (self->document, "data.preprocessing", "RandomShift", error)
         && rensa_planning_set (self, error, "data.preprocessing.1=RandomShift(down=%lld, across=%lld)",
                                (long long) MAX (picture->height / SHIFT, 1),
                                (long long) MAX (picture->width / SHIFT, 1));
}

static gboolean
add_convolution (RensaPlanning *self, int n_channels, GError **error)
{
  g_autofree char *attrs = g_strdup_printf ("out_channels=%d, ksize=3, pad=1", n_channels);

  return rensa_planning_add (self, "Convolution2D", attrs, error) && rensa_planning_add (self, "relu", NULL, error)
         && rensa_planning_add (self, "max_pooling_2d", "ksize=2", error);
}

gboolean
rensa_planning_add_pictures (RensaPlanning *self, GError **error)
{
  const RensaPicture *picture = &self->preview->picture;
  const gint64 size = MIN (picture->height, picture->width);
  const int n_stages = size > LARGE_PICTURE ? 3 : 2;
  const int n_channels = self->preview->train.n < MANY_PICTURES ? 8 : 16;

  self->n_updates = N_PICTURE_UPDATES;
  if (self->preview->fields[0].shape.ndim == 1)
    return rensa_planning_add_table (self, error);
  if (rensa_planning_suits_features (self))
    return rensa_planning_add_features (self, error) && set_optimizer (self, 0.001, 0.01, error);
  rensa_planning_tell (
      self, g_strdup_printf (ngettext ("%d convolution, which halves the size of images of %lld × %lld pixels.",
                                       "%d convolutions, each of which halves the size of images of %lld × %lld "
                                       "pixels.",
                                       (gulong) n_stages),
                             n_stages, (long long) picture->width, (long long) picture->height));
  if (self->preview->fields[0].shape.ndim == 2 && !rensa_planning_add (self, "expand_dims", "axis=1", error))
    return FALSE;
  for (int i = 0; i < n_stages; i++)
    if (!add_convolution (self, n_channels << i, error))
      return FALSE;
  return rensa_planning_add (self, "Linear", "out_size=64", error) && rensa_planning_add (self, "relu", NULL, error)
         && rensa_planning_add (self, "dropout", "ratio=0.3", error) && prepare_pictures (self, error)
         && set_optimizer (self, 0.001, 0.0003, error);
}

/* Texts */

gboolean
rensa_planning_add_texts (RensaPlanning *self, GError **error)
{
  g_autofree char *attrs = g_strdup_printf ("in_size=%u, out_size=%d, ignore_label=0, initialW=Normal(scale=0.1)",
                                            self->preview->n_tokens, MOST_VECTORS / 2);

  self->n_updates = N_UPDATES;
  rensa_planning_tell (
      self,
      g_strdup_printf (_ ("A learned vector for each of %'u tokens; their mean represents the content of a text."),
                       self->preview->n_tokens));
  return rensa_planning_add (self, "EmbedID", attrs, error) && rensa_planning_add (self, "average", "axis=1", error)
         && set_optimizer (self, 0.01, 0.0003, error);
}

/* Reads the text continuously, at as many positions in parallel as a batch has examples. */
static gboolean
read_on (RensaPlanning *self, GError **error)
{
  const gint64 n_tokens = self->preview->train.n * rensa_shape_count (&self->preview->fields[0].shape);
  const gint64 n_readers = CLAMP (n_tokens / TOKENS_OF_READER, 1, MOST_READERS);
  const gint64 n_updates = MAX (n_tokens / n_readers / UNROLLED, 1);
  const gint64 n_epochs = CLAMP (N_LANGUAGE_UPDATES / n_updates, 3, 100);

  rensa_planning_tell (
      self, g_strdup_printf (ngettext ("The text is read at %lld position, and the weights are updated every "
                                       "%d tokens: %'lld updates per epoch, %lld epochs.",
                                       "The text is read at %lld positions in parallel, and the weights "
                                       "are updated every %d tokens: %'lld updates per epoch, %lld "
                                       "epochs.",
                                       (gulong) n_readers),
                             (long long) n_readers, UNROLLED, (long long) n_updates, (long long) n_epochs));
  return (self->preview->fields[0].shape.ndim == 0 || rensa_planning_set (self, error, "data.dataset.length=None"))
         && rensa_planning_set (self, error, "data.iterator=ParallelSequentialIterator(batch_size=%lld)",
                                (long long) n_readers)
         && rensa_planning_set (self, error, "updater=BPTTUpdater(bprop_len=%d)", UNROLLED)
         && rensa_planning_set (self, error, "stop.period=%lld", (long long) n_epochs);
}

gboolean
rensa_planning_add_language (RensaPlanning *self, GError **error)
{
  const guint n = self->preview->n_tokens;
  g_autofree char *vectors = g_strdup_printf ("in_size=%u, out_size=%d", n, MOST_VECTORS);
  g_autofree char *units = g_strdup_printf ("out_size=%u", n);

  rensa_planning_tell (self, g_strdup (_ ("An LSTM, which remembers what it has read so far.")));
  rensa_planning_tell (self, g_strdup_printf (_ ("%u outputs, one for each possible next token, and softmax cross "
                                                 "entropy as the loss."),
                                              n));
  return rensa_planning_add (self, "EmbedID", vectors, error)
         && rensa_planning_add (self, "LSTM", "out_size=128", error)
         && rensa_planning_add (self, "Linear", units, error) && read_on (self, error)
         && rensa_planning_set (self, error, "optimizer=Adam(alpha=0.002)")
         && rensa_document_add_component (self->document, "hooks", "GradientClipping", error)
         && rensa_planning_set (self, error, "hooks.0.threshold=5");
}

/* Labels */

/* Computes the mean and the standard deviation of the labels shown. */
static void
measure_labels (const RensaPreview *preview, double *mean, double *deviation)
{
  const RensaPreviewPart *part = &preview->train;
  double squares = 0;

  *mean = 0;
  for (guint i = 0; i < part->n_shown; i++)
    *mean += (double) part->labels[i] / part->n_shown;
  for (guint i = 0; i < part->n_shown; i++)
    squares += pow (part->labels[i] - *mean, 2);
  *deviation = squares > 0 ? sqrt (squares / part->n_shown) : 1;
}

/* Initial outputs of a network are about 1, so it would take long to reach labels of a very
 * different scale. */
static gboolean
add_scale (RensaPlanning *self, GError **error)
{
  char mean_text[G_ASCII_DTOSTR_BUF_SIZE];
  char deviation_text[G_ASCII_DTOSTR_BUF_SIZE];
  char eps_text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *attrs = NULL;
  g_autofree char *shown_deviation = NULL;
  g_autofree char *shown_mean = NULL;
  double mean, deviation;

  measure_labels (self->preview, &mean, &deviation);
  if (deviation < SMALL
      && !rensa_planning_set (self, error, "optimizer.eps=%s", format (eps_text, EPS * deviation * deviation)))
    return FALSE;
  if (fabs (mean) < deviation && deviation > SMALL && deviation < LARGE)
    return TRUE;
  format (deviation_text, deviation);
  format (mean_text, mean);
  attrs = g_strdup_printf ("formula='%s * x + %s'", deviation_text, mean_text);
  shown_deviation = dup_shown (deviation_text);
  shown_mean = dup_shown (mean_text);
  rensa_planning_tell (
      self, g_strdup_printf (
                _ ("The output is scaled by %s and shifted by %s, the standard deviation and the mean of the labels."),
                shown_deviation, shown_mean));
  return rensa_planning_add (self, "elementwise", attrs, error);
}

static gboolean
add_values (RensaPlanning *self, GError **error)
{
  const RensaShape *shape = &self->preview->fields[1].shape;
  const gint64 n = rensa_shape_count (shape);
  g_autofree char *attrs = g_strdup_printf ("out_size=%lld", (long long) n);

  if (shape->ndim > 1)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("a model can only be chosen for labels that are a class, a number, or a list of numbers"));
      return FALSE;
    }
  rensa_planning_tell (self,
                       g_strdup (n == 1 ? _ ("One output and the mean squared error, because the label is a number.")
                                        : _ ("An output for each number of the label, and the mean squared error.")));
  return rensa_planning_add (self, "Linear", attrs, error)
         && (shape->ndim == 1 || rensa_planning_add (self, "reshape", "shape=(-1,)", error)) && add_scale (self, error)
         && rensa_planning_set (self, error, "loss=mean_squared_error")
         && rensa_planning_set (self, error, "accuracy=None");
}

gboolean
rensa_planning_add_output (RensaPlanning *self, GError **error)
{
  const RensaType *label = &self->preview->fields[1];
  const gint64 n_classes = self->preview->n_classes;
  g_autofree char *attrs = g_strdup_printf ("out_size=%lld", (long long) n_classes);

  if (rensa_dtype_is_floating (label->dtype))
    return add_values (self, error);
  if (n_classes == 1)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("all examples have the same class, so there is nothing to learn"));
      return FALSE;
    }
  if (n_classes == 0 || label->shape.ndim > 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("a model can only be chosen for labels that are a class, a number, or a list of numbers"));
      return FALSE;
    }
  rensa_planning_tell (self,
                       g_strdup_printf (_ ("%lld outputs, one for each class, and softmax cross entropy as the loss."),
                                        (long long) n_classes));
  return rensa_planning_add (self, "Linear", attrs, error)
         && rensa_planning_set (self, error, "loss=softmax_cross_entropy")
         && rensa_planning_set (self, error, "accuracy=accuracy");
}
