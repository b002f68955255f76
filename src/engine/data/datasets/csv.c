/* csv.c: a table of text, one example a row.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-source-private.h"
#include "rensa-table-private.h"
#include "rensa-wording.h"

/* A column of at most as many different whole numbers is taken for classes. */
#define MOST_CLASSES 20

typedef enum
{
  LABEL_AUTO,
  LABEL_CLASS,
  LABEL_VALUE,
} LabelKind;

typedef enum
{
  SHAPE_AUTO,
  SHAPE_SCALAR,
  SHAPE_COLUMN,
} LabelShape;

typedef enum
{
  MISSING_ERROR,
  MISSING_ZERO,
  MISSING_MEAN,
  MISSING_DROP,
} Missing;

typedef struct
{
  char *path;
  char *delimiter;
  gboolean header;
  char *label;
  int label_kind;
  int label_shape;
  char *leave_out;
  char *categorical;
  char *numeric;
  int missing;
  char *missing_text;
} Csv;

static const char *const label_kinds[] = { "auto", "class", "value", NULL };
static const char *const label_shapes[] = { "auto", "scalar", "column", NULL };
static const char *const missings[] = { "error", "zero", "mean", "drop", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Csv, path, .required = TRUE, .is_path = TRUE, .title = N_ ("File"),
                     .hint = N_ ("Relative to the document, or to the folder of data sets")),
  RENSA_ATTR_STRING (Csv, delimiter, .initial_text = ",", .title = N_ ("Delimiter"),
                     .hint = N_ ("One character, or “tab”")),
  RENSA_ATTR_BOOL (Csv, header, .initial = TRUE, .title = N_ ("Header"),
                   .hint = N_ ("The first row names the columns")),
  RENSA_ATTR_STRING (
      Csv, label, .initial_text = "-1", .allow_none = TRUE, .title = N_ ("Label"),
      .hint = N_ ("Name or number of the column to predict; -1 is the last one, None means that there is none")),
  RENSA_ATTR_CHOICE (Csv, label_kind, .choices = label_kinds, .title = N_ ("Kind of label"),
                     .hint =
                         N_ ("Classes are numbered in sorted order; auto means classes for text and for few different "
                             "whole numbers")),
  RENSA_ATTR_CHOICE (
      Csv, label_shape, .choices = label_shapes, .title = N_ ("Shape of label"),
      .hint = N_ ("A column, (1,), suits sigmoid cross entropy; auto means scalar for classes, column for values")),
  RENSA_ATTR_STRING (Csv, leave_out, .initial_text = "", .title = N_ ("Leave out"),
                     .hint = N_ ("Names or numbers of columns, separated by commas")),
  RENSA_ATTR_STRING (Csv, categorical, .initial_text = "", .title = N_ ("Categorical"),
                     .hint = N_ ("Columns whose numbers are names of categories; columns with more text than numbers "
                                 "always are")),
  RENSA_ATTR_STRING (Csv, numeric, .initial_text = "", .title = N_ ("Numeric"),
                     .hint = N_ ("Columns in which text is an error; * means all")),
  RENSA_ATTR_CHOICE (
      Csv, missing, .choices = missings, .title = N_ ("Missing values"),
      .hint = N_ ("Refuse them, or put zero or the column's mean (or most frequent category) in their place, or "
                  "drop the row; rows without a label are dropped or refused")),
  RENSA_ATTR_STRING (Csv, missing_text, .initial_text = "NA,NaN", .title = N_ ("Missing text"),
                     .hint = N_ ("What stands for a missing value, as an empty field does; separated by commas")),
};

/* The table with what is known of each column. */
typedef struct
{
  RensaTable *table;
  int label; /* -1: none */
  gboolean *left_out;
  RensaColumnKind *kinds;
  RensaColumn *columns;
  gint64 n_rows; /* that are kept */
  gboolean *dropped;
} Plan;

static void
plan_clear (Plan *plan)
{
  for (guint i = 0; plan->columns != NULL && i < plan->table->n_columns; i++)
    rensa_column_clear (&plan->columns[i]);
  g_free (plan->columns);
  g_free (plan->left_out);
  g_free (plan->kinds);
  g_free (plan->dropped);
  g_clear_pointer (&plan->table, rensa_table_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plan, plan_clear)

static gboolean
get_delimiter (const Csv *self, char *delimiter, GError **error)
{
  if (g_str_equal (self->delimiter, "tab") || g_str_equal (self->delimiter, "\\t"))
    *delimiter = '\t';
  else if (strlen (self->delimiter) == 1 && strchr ("\"\r\n", *self->delimiter) == NULL)
    *delimiter = *self->delimiter;
  else
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "csv: the delimiter is one character or “tab”, not “%s”",
                   self->delimiter);
      return FALSE;
    }
  return TRUE;
}

/* Calls @mark for each column that @list names. */
static gboolean
for_columns (Plan *plan, const char *list, void (*mark) (Plan *plan, guint column), GError **error)
{
  g_auto (GStrv) names = g_strsplit (list, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      int column;

      g_strstrip (names[i]);
      if (*names[i] == '\0')
        continue;
      column = rensa_table_find_column (plan->table, names[i], error);
      if (column < 0)
        return FALSE;
      mark (plan, column);
    }
  return TRUE;
}

static void
mark_left_out (Plan *plan, guint column)
{
  plan->left_out[column] = TRUE;
}

static void
mark_categorical (Plan *plan, guint column)
{
  plan->kinds[column] = RENSA_COLUMN_CATEGORIES;
}

static void
mark_numeric (Plan *plan, guint column)
{
  plan->kinds[column] = RENSA_COLUMN_NUMBERS;
}

static gboolean
plan_columns (Plan *plan, const Csv *self, GError **error)
{
  const guint n = plan->table->n_columns;
  guint n_features = 0;

  plan->left_out = g_new0 (gboolean, n);
  plan->kinds = g_new0 (RensaColumnKind, n);
  plan->label = self->label != NULL ? rensa_table_find_column (plan->table, self->label, error) : -1;
  if (self->label != NULL && plan->label < 0)
    return FALSE;

  if (g_str_equal (self->numeric, "*"))
    for (guint i = 0; i < n; i++)
      plan->kinds[i] = i == plan->label ? RENSA_COLUMN_AUTO : RENSA_COLUMN_NUMBERS;
  else if (!for_columns (plan, self->numeric, mark_numeric, error))
    return FALSE;
  if (!for_columns (plan, self->categorical, mark_categorical, error)
      || !for_columns (plan, self->leave_out, mark_left_out, error))
    return FALSE;

  if (plan->label >= 0)
    {
      plan->left_out[plan->label] = FALSE;
      if (self->label_kind != LABEL_AUTO)
        plan->kinds[plan->label] = self->label_kind == LABEL_CLASS ? RENSA_COLUMN_CLASSES : RENSA_COLUMN_NUMBERS;
    }

  for (guint i = 0; i < n; i++)
    n_features += !plan->left_out[i] && i != plan->label;
  if (n_features == 0)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: no column is left to learn from", plan->table->place);
  return n_features > 0;
}

static gboolean
are_classes (const RensaColumn *column, gint64 n_rows)
{
  double seen[MOST_CLASSES];
  int n = 0;

  for (gint64 row = 0; row < n_rows; row++)
    {
      const double value = column->values[row];
      int i = 0;

      if (isnan (value))
        continue;
      while (i < n && seen[i] != value)
        i++;
      if (i < n)
        continue;
      if (value != floor (value) || n == MOST_CLASSES)
        return FALSE;
      seen[n++] = value;
    }
  return TRUE;
}

static void
read_columns (Plan *plan, const char *const *missing)
{
  plan->columns = g_new0 (RensaColumn, plan->table->n_columns);

#pragma omp parallel for schedule(dynamic)
  for (guint i = 0; i < plan->table->n_columns; i++)
    if (!plan->left_out[i])
      rensa_column_read (&plan->columns[i], plan->table, i, plan->kinds[i], missing);

  if (plan->label >= 0 && plan->kinds[plan->label] == RENSA_COLUMN_AUTO)
    {
      RensaColumn *label = &plan->columns[plan->label];

      if (label->categories == NULL && label->bad_row < 0 && are_classes (label, plan->table->n_rows))
        {
          rensa_column_clear (label);
          rensa_column_read (label, plan->table, plan->label, RENSA_COLUMN_CLASSES, missing);
        }
    }
}

static gboolean
refuse_field (const Plan *plan, gint64 row, guint column, const char *what, const char *advice, GError **error)
{
  g_autofree char *excerpt = rensa_excerpt (rensa_table_get (plan->table, row, column));

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s, line %u, column “%s”: %s “%s”%s", plan->table->place,
               g_array_index (plan->table->lines, guint, row), plan->table->names[column], what, excerpt, advice);
  return FALSE;
}

/* Why a text is no category, where nobody has said what the column holds. */
#define MOSTLY_NUMBERS ", while most other rows have numbers; list the column as categorical if that is meant"

static gboolean
check_columns (const Plan *plan, Missing missing, GError **error)
{
  for (guint i = 0; i < plan->table->n_columns; i++)
    {
      const RensaColumn *column = &plan->columns[i];

      if (plan->left_out[i])
        continue;
      if (column->bad_row >= 0)
        return refuse_field (plan, column->bad_row, i, "a number was expected, but there is",
                             plan->kinds[i] == RENSA_COLUMN_AUTO ? MOSTLY_NUMBERS : "", error);
      if (column->first_missing >= 0 && (missing == MISSING_ERROR || (i == plan->label && missing != MISSING_DROP)))
        return refuse_field (plan, column->first_missing, i, "the value is missing: there is", "", error);
    }
  return TRUE;
}

static gboolean
settle_missing (Plan *plan, Missing missing, GError **error)
{
  const gint64 n = plan->table->n_rows;

  plan->dropped = g_new0 (gboolean, n);
  plan->n_rows = n;
  for (guint i = 0; i < plan->table->n_columns; i++)
    {
      RensaColumn *column = &plan->columns[i];

      if (plan->left_out[i] || column->first_missing < 0)
        continue;
      if (missing == MISSING_MEAN)
        rensa_column_fill_with_mean (column, n);
      else if (missing == MISSING_ZERO)
        rensa_column_fill_with_zero (column, n);
      else
        for (gint64 row = 0; row < n; row++)
          if (isnan (column->values[row]) && !plan->dropped[row])
            {
              plan->dropped[row] = TRUE;
              plan->n_rows--;
            }
    }

  if (plan->n_rows == 0)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT, "%s: a value is missing in every row, so that none is left",
                 plan->table->place);
  return plan->n_rows > 0;
}

/* Returns how many features there are. */
static guint
describe_features (const Plan *plan, RensaDataBundle *bundle)
{
  const guint n_columns = plan->table->n_columns;
  guint n = 0;

  bundle->feature_names = g_new0 (char *, n_columns + 1);
  bundle->feature_categories = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 0; i < n_columns; i++)
    if (!plan->left_out[i] && i != plan->label)
      {
        bundle->feature_names[n++] = g_strdup (plan->table->names[i]);
        g_ptr_array_add (bundle->feature_categories, g_strdupv (plan->columns[i].categories));
      }
  return n;
}

static RensaArray *
make_features (const Plan *plan, guint n_features, GError **error)
{
  const guint n_columns = plan->table->n_columns;
  g_autofree float *values = NULL;
  float *at;

  at = values = g_new (float, plan->n_rows *n_features);
  for (gint64 row = 0; row < plan->table->n_rows; row++)
    for (guint i = 0; !plan->dropped[row] && i < n_columns; i++)
      if (!plan->left_out[i] && i != plan->label)
        *at++ = plan->columns[i].values[row];

  return rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (plan->n_rows, n_features), values, error);
}

static RensaArray *
make_label (const Plan *plan, LabelShape label_shape, GError **error)
{
  const RensaColumn *column = &plan->columns[plan->label];
  const gboolean classes = column->categories != NULL;
  RensaShape shape = RENSA_SHAPE (plan->n_rows, 1);
  g_autofree float *values = g_new (float, plan->n_rows);
  g_autofree gint32 *numbers = g_new (gint32, plan->n_rows);
  gint64 n = 0;

  for (gint64 row = 0; row < plan->table->n_rows; row++)
    if (!plan->dropped[row])
      {
        values[n] = column->values[row];
        numbers[n++] = classes ? column->values[row] : 0;
      }

  if (label_shape == SHAPE_SCALAR || (label_shape == SHAPE_AUTO && classes))
    shape.ndim = 1;
  if (classes)
    return rensa_array_new_from_host (RENSA_INT32, &shape, numbers, error);
  return rensa_array_new_from_host (RENSA_FLOAT32, &shape, values, error);
}

static gboolean
make_bundle (const Plan *plan, const Csv *self, RensaDataBundle *bundle, GError **error)
{
  g_autoptr (RensaArray) x = make_features (plan, describe_features (plan, bundle), error);
  g_autoptr (RensaArray) t = NULL;

  if (plan->label < 0)
    {
      bundle->train = x != NULL ? rensa_tuple_dataset_new (&x, 1, error) : NULL;
      return bundle->train != NULL;
    }

  t = x != NULL ? make_label (plan, self->label_shape, error) : NULL;
  bundle->train = rensa_source_make_pairs (x, t, error);
  bundle->n_classes = plan->columns[plan->label].n_categories;
  bundle->label_names = g_strdupv (plan->columns[plan->label].categories);
  return bundle->train != NULL;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Csv *self = data;
  g_autofree char *path = rensa_source_find_file (places, self->path, error);
  g_auto (GStrv) missing = g_strsplit (self->missing_text, ",", -1);
  g_auto (Plan) plan = { 0 };
  char delimiter;

  if (path == NULL || !get_delimiter (self, &delimiter, error))
    return FALSE;

  plan.table = rensa_table_read (path, delimiter, self->header, error);
  if (plan.table == NULL || !plan_columns (&plan, self, error))
    return FALSE;

  read_columns (&plan, (const char *const *) missing);
  return check_columns (&plan, self->missing, error) && settle_missing (&plan, self->missing, error)
         && make_bundle (&plan, self, bundle, error);
}

static const char *const endings[] = { ".csv", ".txt", NULL };

const RensaDatasetClass rensa_dataset_csv_class = {
  .name = "csv",
  .group = "files",
  .title = N_ ("CSV file"),
  .summary = N_ ("A table of text with one example in each row; columns of words become numbers"),
  RENSA_ATTRS (Csv, attrs),
  .load = load,
  .endings = endings,
};
