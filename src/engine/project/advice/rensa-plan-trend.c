/* rensa-plan-trend.c: tests whether a linear model explains the examples as well as a nonlinear
 * one.
 * Both are fitted to the examples in the preview: ridge regression on the inputs, and on Gaussian
 * bells around the examples (kernel ridge regression), with 5-fold cross-validation.
 * SPDX-License-Identifier: MIT */

#include "rensa-plan-private.h"

#include <math.h>

#define MOST_EXAMPLES 300
#define FEWEST_EXAMPLES 20
#define MOST_FEATURES 512
#define MOST_OUTPUTS 64
#define N_FOLDS 5
/* Fraction of the score */
#define AS_GOOD 0.01

/* @x: n rows of n_features numbers of mean 0 and deviation 1; @t: n rows of n_outputs numbers of mean 0; @kernel: n × n */
typedef struct
{
  const RensaPreview *preview;
  gsize n;
  gsize n_features;
  gsize n_outputs;
  double *x;
  double *t;
  double *means;
  double *kernel;
} Trial;

static void
trial_clear (Trial *self)
{
  g_free (self->x);
  g_free (self->t);
  g_free (self->means);
  g_free (self->kernel);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Trial, trial_clear)

static gsize
count_features (const RensaPreviewColumn *column)
{
  return column->categories != NULL ? g_strv_length (column->categories) : 1;
}

/* Centers every @stride-th element of @values to mean 0 and, if @scales, scales them to standard
 * deviation 1. Returns the original mean. */
static double
center (double *values, gsize n, gsize stride, gboolean scales)
{
  double mean = 0, squares = 0;

  for (gsize i = 0; i < n; i++)
    mean += values[i * stride] / (double) n;
  for (gsize i = 0; i < n; i++)
    {
      values[i * stride] -= mean;
      squares += values[i * stride] * values[i * stride];
    }
  for (gsize i = 0; scales && squares > 0 && i < n; i++)
    values[i * stride] /= sqrt (squares / (double) n);
  return mean;
}

static void
fill_inputs (Trial *self)
{
  const RensaPreview *preview = self->preview;
  gsize feature = 0;

  self->x = g_new0 (double, self->n * self->n_features);
  for (gsize j = 0; j < preview->n_values; j++)
    {
      const gsize n_own = count_features (&preview->columns[j]);

      for (gsize i = 0; i < self->n; i++)
        {
          const double value = preview->train.inputs[i * preview->n_values + j];
          double *row = self->x + i * self->n_features + feature;

          if (preview->columns[j].categories == NULL)
            row[0] = value;
          else if (value >= 0 && value < (double) n_own)
            row[(gsize) value] = 1;
        }
      feature += n_own;
    }
  for (gsize j = 0; j < self->n_features; j++)
    center (self->x + j, self->n, self->n_features, TRUE);
}

static void
fill_labels (Trial *self)
{
  const float *labels = self->preview->train.labels;

  self->t = g_new0 (double, self->n * self->n_outputs);
  self->means = g_new0 (double, self->n_outputs);
  for (gsize i = 0; i < self->n; i++)
    if (self->preview->n_classes == 0)
      self->t[i] = labels[i];
    else if (labels[i] >= 0 && labels[i] < (float) self->n_outputs)
      self->t[i * self->n_outputs + (gsize) labels[i]] = 1;
  for (gsize k = 0; k < self->n_outputs; k++)
    self->means[k] = center (self->t + k, self->n, self->n_outputs, self->preview->n_classes == 0);
}

/* A linear kernel if @width is 0, otherwise a Gaussian kernel of that width. */
static void
fill_kernel (Trial *self, double width)
{
  const gsize d = self->n_features;

  for (gsize i = 0; i < self->n; i++)
    for (gsize j = 0; j <= i; j++)
      {
        const double *a = self->x + i * d;
        const double *b = self->x + j * d;
        double sum = 0;

        for (gsize k = 0; k < d; k++)
          sum += width > 0 ? (a[k] - b[k]) * (a[k] - b[k]) : a[k] * b[k];
        sum /= (double) d;
        self->kernel[i * self->n + j] = self->kernel[j * self->n + i] = width > 0 ? exp (-sum / width) : sum;
      }
}

/* Overwrites the lower half of @a, n × n and positive definite, with its Cholesky factor, and @b, n rows of @m, with the solution. */
static void
solve (double *a, double *b, gsize n, gsize m)
{
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j <= i; j++)
      {
        double sum = a[i * n + j];

        for (gsize k = 0; k < j; k++)
          sum -= a[i * n + k] * a[j * n + k];
        a[i * n + j] = i == j ? sqrt (MAX (sum, 1e-12)) : sum / a[j * n + j];
      }
  for (gsize c = 0; c < m; c++)
    {
      for (gsize i = 0; i < n; i++)
        {
          for (gsize k = 0; k < i; k++)
            b[i * m + c] -= a[i * n + k] * b[k * m + c];
          b[i * m + c] /= a[i * n + i];
        }
      for (gsize i = n; i-- > 0;)
        {
          for (gsize k = i + 1; k < n; k++)
            b[i * m + c] -= a[k * n + i] * b[k * m + c];
          b[i * m + c] /= a[i * n + i];
        }
    }
}

/* Predicts the examples of @fold from the other folds. */
static void
predict_fold (const Trial *self, gsize fold, double ridge, double *predictions)
{
  const gsize m = self->n_outputs;
  g_autofree gsize *known = g_new (gsize, self->n);
  g_autofree double *a = NULL;
  g_autofree double *b = NULL;
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    if (i % N_FOLDS != fold)
      known[n++] = i;
  a = g_new (double, n *n);
  b = g_new (double, n *m);
  for (gsize i = 0; i < n; i++)
    {
      for (gsize j = 0; j < n; j++)
        a[i * n + j] = self->kernel[known[i] * self->n + known[j]] + (i == j ? ridge : 0);
      memcpy (b + i * m, self->t + known[i] * m, m * sizeof *b);
    }
  solve (a, b, n, m);
  for (gsize i = fold; i < self->n; i += N_FOLDS)
    for (gsize c = 0; c < m; c++)
      {
        predictions[i * m + c] = 0;
        for (gsize k = 0; k < n; k++)
          predictions[i * m + c] += self->kernel[i * self->n + known[k]] * b[k * m + c];
      }
}

static gsize
find_largest (const Trial *self, const double *row)
{
  gsize best = 0;

  for (gsize c = 1; c < self->n_outputs; c++)
    if (row[c] + self->means[c] > row[best] + self->means[best])
      best = c;
  return best;
}

/* Returns the accuracy for classes, or the fraction of the variance explained. */
static double
judge (const Trial *self, const double *predictions)
{
  const gsize m = self->n_outputs;
  double score = 0;

  for (gsize i = 0; i < self->n; i++)
    if (self->preview->n_classes > 0)
      score += find_largest (self, predictions + i * m) == find_largest (self, self->t + i * m);
    else
      score += 1 - pow (predictions[i] - self->t[i], 2);
  return score / (double) self->n;
}

static double
try_kernel (Trial *self, double width, const double *ridges, gsize n_ridges)
{
  g_autofree double *predictions = g_new (double, self->n * self->n_outputs);
  double best = -INFINITY;

  fill_kernel (self, width);
  for (gsize r = 0; r < n_ridges; r++)
    {
      for (gsize fold = 0; fold < N_FOLDS; fold++)
        predict_fold (self, fold, ridges[r], predictions);
      best = MAX (best, judge (self, predictions));
    }
  return best;
}

static gboolean
can_try (const Trial *self)
{
  const RensaPreview *preview = self->preview;

  return preview->columns != NULL && preview->train.labels != NULL && self->n >= FEWEST_EXAMPLES
         && self->n_features <= MOST_FEATURES && self->n_outputs <= MOST_OUTPUTS
         && rensa_shape_count (&preview->fields[1].shape) == 1;
}

/* Required advantage of a curve: for classes, more than the random variation with so few examples. */
static double
get_margin (const Trial *self)
{
  return self->preview->n_classes > 0 ? MAX (AS_GOOD, 0.25 / sqrt ((double) self->n)) : AS_GOOD;
}

RensaTrend
rensa_plan_find_trend (const RensaPreview *preview)
{
  static const double straight_ridges[] = { 0.1, 1, 10 };
  static const double curved_ridges[] = { 0.03, 0.3 };
  static const double widths[] = { 2, 0.125 };
  g_auto (Trial) self = { .preview = preview, .n = MIN (preview->train.n_shown, MOST_EXAMPLES) };
  RensaTrend trend = { 0 };
  double curved = -INFINITY;

  for (gsize j = 0; preview->columns != NULL && j < preview->n_values; j++)
    self.n_features += count_features (&preview->columns[j]);
  self.n_outputs = MAX (preview->n_classes, 1);
  trend.n_features = (gint64) self.n_features;
  if (!can_try (&self))
    return trend;

  fill_inputs (&self);
  fill_labels (&self);
  self.kernel = g_new (double, self.n *self.n);
  trend.score = try_kernel (&self, 0, straight_ridges, G_N_ELEMENTS (straight_ridges));
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    curved = MAX (curved, try_kernel (&self, widths[i], curved_ridges, G_N_ELEMENTS (curved_ridges)));
  trend.is_straight = isfinite (trend.score) && trend.score >= curved - get_margin (&self);
  return trend;
}
