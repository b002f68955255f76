/* one-hot.c: replaces a class number by one column for each class.
 *
 *   classes  (n)        classes of the first column in increasing order, then of the second, …
 *   counts   (columns)  number of classes of each column; 0: the column remains a number
 *
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "one-hot.py.inc"
#include "rensa-fault.h"
#include "rensa-format.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-transforms.h"

/* A column with more different values is unlikely to contain classes. */
#define MOST_CLASSES 1000

typedef struct
{
  char *columns;
} OneHot;

enum
{
  CLASSES,
  COUNTS,
  N_FIGURES
};

static const char *const figures[] = { "classes", "counts", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (OneHot, columns, .none = TRUE, .allow_none = TRUE, .title = N_ ("Columns"),
                     .hint = N_ ("Names or numbers starting at 0, separated by commas; None selects all text columns")),
};

static gint64
count_columns (const RensaTransformCall *call)
{
  return rensa_shape_count (&call->before->type.shape);
}

static gint64
find_column (const RensaExampleForm *form, gint64 n, const char *name)
{
  guint64 number;

  for (gint64 i = 0; form->names != NULL && i < n; i++)
    if (g_str_equal (form->names[i], name))
      return i;
  return g_ascii_string_to_unsigned (name, 10, 0, (guint64) n - 1, &number, NULL) ? (gint64) number : -1;
}

static gboolean
choose_named (const RensaTransformCall *call, gboolean *is_chosen, gint64 n, GError **error)
{
  g_auto (GStrv) names = g_strsplit (((const OneHot *) call->attrs)->columns, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const gint64 column = find_column (call->before, n, g_strstrip (names[i]));

      if (column < 0)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the inputs have no column “%s”"), names[i]);
          return FALSE;
        }
      is_chosen[column] = TRUE;
    }
  return TRUE;
}

static gboolean
choose_words (const RensaExampleForm *form, gboolean *is_chosen, gint64 n, GError **error)
{
  gboolean any = FALSE;

  for (gint64 i = 0; form->categories != NULL && i < MIN (n, form->categories->len); i++)
    any |= is_chosen[i] = form->categories->pdata[i] != NULL;
  if (!any)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("there are no text columns; specify which columns contain "
                         "classes"));
  return any;
}

/* Chooses the columns that contain classes; NULL with an error. */
static gboolean *
choose_columns (const RensaTransformCall *call, GError **error)
{
  const gint64 n = count_columns (call);
  g_autofree gboolean *is_chosen = g_new0 (gboolean, n);
  const gboolean ok = ((const OneHot *) call->attrs)->columns != NULL
                          ? choose_named (call, is_chosen, n, error)
                          : choose_words (call->before, is_chosen, n, error);

  return ok ? g_steal_pointer (&is_chosen) : NULL;
}

/* Classes found so far in each chosen column. */
typedef struct
{
  gint64 n;
  gboolean *is_chosen;
  GArray **classes;
} Collection;

static gboolean
has_many (const Collection *self, gint64 column)
{
  return self->classes[column]->len > MOST_CLASSES;
}

/* Returns the position of @value, or the position to insert it. */
static guint
find_class (const double *classes, guint n, double value)
{
  guint low = 0;

  while (low < n)
    {
      const guint middle = low + (n - low) / 2;

      if (classes[middle] < value)
        low = middle + 1;
      else
        n = middle;
    }
  return low;
}

static void
add_class (GArray *classes, double value)
{
  const double *all = (const double *) (gpointer) classes->data;
  const guint at = find_class (all, classes->len, value);

  if (!isnan (value) && (at == classes->len || all[at] != value))
    g_array_insert_val (classes, at, value);
}

static void
add_examples (const double *values, gint64 n, gint64 size, gpointer data)
{
  Collection *self = data;

  for (gint64 i = 0; i < n; i++)
    for (gint64 column = 0; column < self->n; column++)
      if (self->is_chosen[column] && !has_many (self, column))
        add_class (self->classes[column], values[i * size + column]);
}

static gboolean
make_figures (const Collection *self, RensaArray **made, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree double *counts = g_new0 (double, self->n);

  for (gint64 i = 0; i < self->n; i++)
    {
      if (has_many (self, i))
        {
          rensa_set_words (error, RENSA_ERROR_INVALID,
                           N_ ("column %d has more than %d distinct values, too many for classes"), (int) i,
                           MOST_CLASSES);
          return FALSE;
        }
      counts[i] = self->classes[i]->len;
      g_array_append_vals (all, self->classes[i]->data, self->classes[i]->len);
    }
  made[CLASSES] = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (all->len), all->data, error);
  made[COUNTS] =
      made[CLASSES] != NULL ? rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (self->n), counts, error) : NULL;
  return made[COUNTS] != NULL;
}

static gboolean
check_axes (const RensaTransformCall *call, GError **error)
{
  if (call->before->type.shape.ndim == 1)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("only available for tables"));
  return FALSE;
}

static gboolean
fit (const RensaTransformCall *call, RensaDataset *examples, GCancellable *cancellable, RensaArray **made,
     GError **error)
{
  g_autofree gboolean *is_chosen = check_axes (call, error) ? choose_columns (call, error) : NULL;
  Collection self = { count_columns (call), is_chosen, NULL };
  gboolean ok;

  if (is_chosen == NULL)
    return FALSE;
  self.classes = g_new0 (GArray *, self.n);
  for (gint64 i = 0; i < self.n; i++)
    self.classes[i] = g_array_new (FALSE, FALSE, sizeof (double));
  ok = rensa_transform_survey (examples, add_examples, &self, cancellable, error) && make_figures (&self, made, error);
  for (gint64 i = 0; i < self.n; i++)
    g_array_unref (self.classes[i]);
  g_free (self.classes);
  return ok;
}

/* Returns both statistics as numbers. */
typedef struct
{
  gint64 n;
  double *counts;
  double *classes;
  gint64 n_classes;
  gint64 width; /* number of output columns */
} Plan;

static void
plan_clear (Plan *plan)
{
  g_free (plan->counts);
  g_free (plan->classes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plan, plan_clear)

static gboolean
plan_init (Plan *plan, const RensaTransformCall *call, GError **error)
{
  plan->n = count_columns (call);
  plan->n_classes = rensa_array_get_count (call->figures[CLASSES]);
  plan->counts = rensa_transform_get_doubles (call->figures[COUNTS], error);
  plan->classes = plan->counts != NULL ? rensa_transform_get_doubles (call->figures[CLASSES], error) : NULL;
  for (gint64 i = 0; plan->classes != NULL && i < plan->n; i++)
    plan->width += plan->counts[i] > 0 ? (gint64) MIN (plan->counts[i], MOST_CLASSES) : 1;
  return plan->classes != NULL;
}

/* Returns "colour=red", or the number if there is no word. */
static char *
name_class (const RensaExampleForm *form, gint64 column, double class)
{
  char **words = form->categories != NULL && column < form->categories->len ? form->categories->pdata[column] : NULL;
  g_autofree char *name =
      form->names != NULL ? g_strdup (form->names[column]) : g_strdup_printf ("x%" G_GINT64_FORMAT, column);
  g_autofree char *number = rensa_format_digits (class, 6);

  if (words != NULL && class >= 0 && class < g_strv_length (words))
    return g_strdup_printf ("%s=%s", name, words[(gsize) class]);
  return g_strdup_printf ("%s=%s", name, number);
}

static void
name_columns (const Plan *plan, const RensaTransformCall *call, RensaExampleForm *form)
{
  char **names = g_new0 (char *, plan->width + 1);
  gint64 at = 0;
  gint64 class = 0;

  for (gint64 i = 0; i < plan->n; i++)
    if (plan->counts[i] == 0)
      names[at++] =
          call->before->names != NULL ? g_strdup (call->before->names[i]) : g_strdup_printf ("x%" G_GINT64_FORMAT, i);
    else
      for (gint64 k = 0; k < (gint64) plan->counts[i]; k++)
        names[at++] = name_class (call->before, i, plan->classes[class ++]);
  g_strfreev (form->names);
  form->names = names;
  g_clear_pointer (&form->categories, g_ptr_array_unref);
}

static gboolean
infer (const RensaTransformCall *call, RensaExampleForm *form, GError **error)
{
  g_auto (Plan) plan = { 0 };

  if (!plan_init (&plan, call, error))
    return FALSE;
  form->type.shape.dims[0] = plan.width;
  form->picture = (RensaPicture){ 0 };
  name_columns (&plan, call, form);
  return TRUE;
}

/* Checks that the classes are increasing within each column, and that their total number matches
 * the output columns. */
static gboolean
are_classes (const Plan *plan, const RensaTransformCall *call)
{
  gint64 at = 0;

  for (gint64 i = 0; i < plan->n; i++)
    {
      if (plan->counts[i] != floor (plan->counts[i]) || plan->counts[i] < 0
          || plan->counts[i] > (double) (plan->n_classes - at))
        return FALSE;
      for (gint64 k = 1; k < (gint64) plan->counts[i]; k++)
        if (plan->classes[at + k] <= plan->classes[at + k - 1])
          return FALSE;
      at += (gint64) plan->counts[i];
    }
  return at == plan->n_classes && plan->width == call->after->type.shape.dims[0];
}

static gboolean
check (const RensaTransformCall *call, GError **error)
{
  g_auto (Plan) plan = { 0 };

  if (rensa_shape_equal (rensa_array_get_shape (call->figures[COUNTS]), &RENSA_SHAPE (count_columns (call)))
      && rensa_array_get_shape (call->figures[CLASSES])->ndim == 1)
    {
      if (!plan_init (&plan, call, error))
        return FALSE;
      if (are_classes (&plan, call))
        return TRUE;
    }
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("invalid classes for these columns"));
  return FALSE;
}

/* A class that does not occur in training becomes all zeros. */
static void
fill_row (const Plan *plan, const double *x, double *y)
{
  const double *classes = plan->classes;

  for (gint64 i = 0; i < plan->n; i++)
    {
      const guint n = (guint) plan->counts[i];
      const guint at = find_class (classes, n, x[i]);

      if (n == 0)
        *y = x[i];
      else if (at < n && classes[at] == x[i])
        y[at] = 1;
      y += MAX (n, 1);
      classes += n;
    }
}

static RensaArray *
apply (const RensaTransformCall *call, RensaArray *x, GError **error)
{
  const gint64 n = rensa_array_get_dim (x, 0);
  g_auto (Plan) plan = { 0 };
  g_autofree double *values = rensa_transform_get_doubles (x, error);
  g_autofree double *rows = NULL;
  g_autoptr (RensaArray) y = NULL;

  if (values == NULL || !plan_init (&plan, call, error))
    return NULL;
  rows = rensa_memory_try_new (double, n *plan.width + 1, "the columns of the classes", error);
  if (rows == NULL)
    return NULL;
  memset (rows, 0, (gsize) (n * plan.width) * sizeof *rows);
  for (gint64 i = 0; i < n; i++)
    fill_row (&plan, values + i * plan.n, rows + i * plan.width);
  y = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n, plan.width), rows, error);
  return rensa_array_cast (y, rensa_array_get_dtype (x), error);
}

const RensaTransformClass rensa_one_hot_transform_class = {
  .name = "OneHot",
  .title = N_ ("One-Hot"),
  .summary = N_ ("Replaces a class number with one column per class"),
  .words = N_ ("dummy variables;categories;categorical;encode;indicator"),
  RENSA_ATTRS (OneHot, attrs),
  .figures = figures,
  .shapes_by_figures = TRUE,
  .infer = infer,
  .fit = fit,
  .check = check,
  .apply = apply,
  RENSA_FORMS ({ "python", "one_hot({x}, {classes}, {counts})" }, { "python_function", python_function },
               { "onnx", "Concat (each (i, range (0, count (counts)), at (counts, i) == 0 ? Slice (x, [i], [i + "
                         "1], [1]) : Cast (Slice (x, [i], [i + 1], [1]) == slice (classes, sum (slice (counts, 0, "
                         "i)), sum (slice (counts, 0, i + 1))), to=dtype (x))), axis=1)" }),
};
