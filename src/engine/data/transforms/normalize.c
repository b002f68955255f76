/* normalize.c: normalization to mean 0 and deviation 1.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "k.h"
#include "normalize.py.inc"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-statistics-groups-private.h"
#include "rensa-transforms-kernels.h"

typedef struct
{
  int per;
} Normalize;

enum
{
  MEAN,
  STD,
  N_FIGURES
};

static const char *const figures[] = { "mean", "std", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_PER (Normalize, per, RENSA_PER_AUTO),
};

/* kernel: normalize_example (x, mean, std) -> y */
KERNEL real
normalize_example (real x, real mean, real std)
{
  return (x - mean) / std;
}
/* end kernel */

static RensaGroups
get_groups (const RensaTransformCall *call)
{
  return rensa_groups_of (((const Normalize *) call->attrs)->per, call->before);
}

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  form->picture.white = form->picture.black = 0;
  return TRUE;
}

/* For each group: the mean, and the sum of squared deviations from it (Welford, Technometrics 4, 1962). */
typedef struct
{
  RensaGroups groups;
  double *means;
  double *squares;
  gint64 n;
} Moments;

static void
add_examples (const double *values, gint64 n, gint64 size, gpointer data)
{
  Moments *self = data;

  for (gint64 i = 0; i < n; i++)
    for (gint64 group = 0; group < self->groups.n; group++)
      for (gint64 k = 0; k < self->groups.size; k++)
        {
          const double value = values[i * size + group * self->groups.size + k];
          const double count = (double) ((self->n + i) * self->groups.size + k + 1);
          const double distance = value - self->means[group];

          self->means[group] += distance / count;
          self->squares[group] += distance * (value - self->means[group]);
        }
  self->n += n;
}

/* Constant values are divided by 1. */
static gboolean
fit (const RensaTransformCall *call, RensaDataset *examples, GCancellable *cancellable, RensaArray **made,
     GError **error)
{
  const RensaGroups groups = get_groups (call);
  g_autofree double *means = g_new0 (double, groups.n);
  g_autofree double *squares = g_new0 (double, groups.n);
  Moments moments = { groups, means, squares, 0 };

  if (!rensa_transform_survey (examples, add_examples, &moments, cancellable, error))
    return FALSE;
  for (gint64 i = 0; i < groups.n; i++)
    {
      const double std = sqrt (squares[i] / (double) (moments.n * groups.size));

      squares[i] = std > 0 ? std : 1;
    }
  made[MEAN] = rensa_groups_make_figure (groups, means, error);
  made[STD] = made[MEAN] != NULL ? rensa_groups_make_figure (groups, squares, error) : NULL;
  return made[STD] != NULL;
}

static gboolean
check (const RensaTransformCall *call, GError **error)
{
  const RensaGroups groups = get_groups (call);
  g_autofree double *std = NULL;

  if (!rensa_groups_check (groups, call, N_FIGURES, error))
    return FALSE;
  std = rensa_transform_get_doubles (call->figures[STD], error);
  for (gint64 i = 0; std != NULL && i < groups.n; i++)
    if (std[i] <= 0)
      {
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("standard deviations must be positive"));
        return FALSE;
      }
  return std != NULL;
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  const RensaGroups groups = get_groups (call);
  g_autofree double *means = rensa_transform_get_doubles (call->figures[MEAN], error);
  g_autofree double *deviations = means != NULL ? rensa_transform_get_doubles (call->figures[STD], error) : NULL;
  g_autoptr (RensaArray) divided = deviations != NULL ? rensa_groups_divide (groups, x, error) : NULL;
  g_autoptr (RensaArray) mean = divided != NULL ? rensa_groups_spread (groups, means, x, error) : NULL;
  g_autoptr (RensaArray) std = mean != NULL ? rensa_groups_spread (groups, deviations, x, error) : NULL;
  g_autoptr (RensaArray) y =
      std != NULL ? rensa_map3 (RENSA_KERNEL_NORMALIZE_EXAMPLE, divided, mean, std, NULL, error) : NULL;

  return rensa_array_reshape (y, rensa_array_get_shape (x), error);
}

const RensaTransformClass rensa_normalize_transform_class = {
  .name = "Normalize",
  .title = N_ ("Normalize"),
  .summary = N_ ("Scales to mean 0 and standard deviation 1, based on the training set"),
  .words = N_ ("standardize;standard score;z-score;whiten;mean;standard deviation"),
  .formula = "y = (x - mean) / std",
  RENSA_ATTRS (Normalize, attrs),
  .figures = figures,
  .infer = infer,
  .fit = fit,
  .check = check,
  .apply = apply,
  RENSA_FORMS ({ "python", "normalize({x}, {mean}, {std})" }, { "python_function", python_function },
               { "onnx", "t = Reshape (x, [0, count (mean), -1]); Reshape ((t - column (mean)) / column (std), "
                         "[0, slice (shape (out), 1, ndim (out))])" }),
};
