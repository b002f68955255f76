/* scale-range.c: scaling of the range of values to a fixed interval.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "k.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-statistics-groups-private.h"
#include "rensa-transforms-kernels.h"
#include "scale-range.py.inc"

typedef struct
{
  double low;
  double high;
  int per;
} ScaleRange;

enum
{
  SMALLEST,
  LARGEST,
  N_FIGURES
};

static const char *const figures[] = { "smallest", "largest", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (ScaleRange, low, .initial = 0, .min = -1e6, .max = 1e6, .title = N_ ("Minimum"),
                    .hint = N_ ("Value that the smallest training value is mapped to")),
  RENSA_ATTR_FLOAT (ScaleRange, high, .initial = 1, .min = -1e6, .max = 1e6, .title = N_ ("Maximum"),
                    .hint = N_ ("Value that the largest training value is mapped to")),
  RENSA_ATTR_PER (ScaleRange, per, RENSA_PER_AUTO),
};

/* kernel: scale_to_range (x, smallest, span; width, low) -> y */
KERNEL real
scale_to_range (real x, real smallest, real span, real width, real low)
{
  return (x - smallest) / span * width + low;
}
/* end kernel */

static RensaGroups
get_groups (const RensaTransformCall *call)
{
  return rensa_groups_of (((const ScaleRange *) call->attrs)->per, call->before);
}

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  const ScaleRange *self = call->attrs;

  if (self->low >= self->high)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("the minimum of the range, %g, must be less than the "
                           "maximum, %g"),
                       self->low, self->high);
      return FALSE;
    }
  form->picture.black = self->low;
  form->picture.white = self->high;
  return TRUE;
}

typedef struct
{
  RensaGroups groups;
  double *smallest;
  double *largest;
} Extremes;

static void
add_examples (const double *values, gint64 n, gint64 size, gpointer data)
{
  Extremes *self = data;

  for (gint64 i = 0; i < n * size; i++)
    {
      const gint64 group = i % size / self->groups.size;

      self->smallest[group] = MIN (self->smallest[group], values[i]);
      self->largest[group] = MAX (self->largest[group], values[i]);
    }
}

static gboolean
fit (const RensaTransformCall *call, RensaDataset *examples, GCancellable *cancellable, RensaArray **made,
     GError **error)
{
  const RensaGroups groups = get_groups (call);
  g_autofree double *smallest = g_new (double, groups.n);
  g_autofree double *largest = g_new (double, groups.n);
  Extremes extremes = { groups, smallest, largest };

  for (gint64 i = 0; i < groups.n; i++)
    {
      smallest[i] = INFINITY;
      largest[i] = -INFINITY;
    }
  if (!rensa_transform_survey (examples, add_examples, &extremes, cancellable, error))
    return FALSE;
  made[SMALLEST] = rensa_groups_make_figure (groups, smallest, error);
  made[LARGEST] = made[SMALLEST] != NULL ? rensa_groups_make_figure (groups, largest, error) : NULL;
  return made[LARGEST] != NULL;
}

static gboolean
check (const RensaTransformCall *call, GError **error)
{
  const RensaGroups groups = get_groups (call);
  g_autofree double *smallest = NULL;
  g_autofree double *largest = NULL;

  if (!rensa_groups_check (groups, call, N_FIGURES, error))
    return FALSE;
  smallest = rensa_transform_get_doubles (call->figures[SMALLEST], error);
  largest = smallest != NULL ? rensa_transform_get_doubles (call->figures[LARGEST], error) : NULL;
  for (gint64 i = 0; largest != NULL && i < groups.n; i++)
    if (smallest[i] > largest[i])
      {
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("a minimum is greater than the maximum"));
        return FALSE;
      }
  return largest != NULL;
}

/* Constant values become the lower end. */
static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  const ScaleRange *self = call->attrs;
  const RensaGroups groups = get_groups (call);
  g_autofree double *lows = rensa_transform_get_doubles (call->figures[SMALLEST], error);
  g_autofree double *spans = lows != NULL ? rensa_transform_get_doubles (call->figures[LARGEST], error) : NULL;
  g_autoptr (RensaArray) divided = spans != NULL ? rensa_groups_divide (groups, x, error) : NULL;
  g_autoptr (RensaArray) smallest = NULL;
  g_autoptr (RensaArray) span = NULL;
  g_autoptr (RensaArray) y = NULL;

  for (gint64 i = 0; divided != NULL && i < groups.n; i++)
    spans[i] = spans[i] > lows[i] ? spans[i] - lows[i] : 1;
  smallest = divided != NULL ? rensa_groups_spread (groups, lows, x, error) : NULL;
  span = smallest != NULL ? rensa_groups_spread (groups, spans, x, error) : NULL;
  if (span != NULL)
    y = rensa_map3 (RENSA_KERNEL_SCALE_TO_RANGE, divided, smallest, span,
                    (double[]){ self->high - self->low, self->low }, error);
  return rensa_array_reshape (y, rensa_array_get_shape (x), error);
}

const RensaTransformClass rensa_scale_range_transform_class = {
  .name = "ScaleRange",
  .title = N_ ("Scale to Range"),
  .summary = N_ ("Scales values linearly, based on the minimum and maximum of the training set"),
  .words = N_ ("min-max;rescale;zero to one;range"),
  .formula = "y = (x - smallest) / (largest - smallest) (high - low) + low",
  RENSA_ATTRS (ScaleRange, attrs),
  .figures = figures,
  .infer = infer,
  .fit = fit,
  .check = check,
  .apply = apply,
  RENSA_FORMS ({ "python", "scale_range({x}, {smallest}, {largest}, low={low}, high={high})" },
               { "python_function", python_function },
               { "onnx", "t = Reshape (x, [0, count (smallest), -1]); s = largest - smallest; u = (t - column "
                         "(smallest)) / column (s + (s == 0)); Reshape (u * (high - low) + low, [0, slice (shape "
                         "(out), 1, ndim (out))])" }),
};
