/* csv.c: text table with one example per row.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-memory.h"
#include "rensa-source-private.h"
#include "rensa-table-reading-private.h"
#include "rensa-wording.h"
#include "rensa-fault.h"
#include "rensa-language.h"

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
  int decimal;
  int thousands;
  int header;
  int encoding;
  char *label;
  int label_kind;
  int label_shape;
  char *leave_out;
  char *categorical;
  char *numeric;
  int missing;
  char *missing_text;
  int cache;
} Csv;

/* Meanings of the choices below, in the same order. */
static const char decimal_signs[] = { RENSA_FORM_GUESS, '.', ',' };
static const char thousands_signs[] = { RENSA_FORM_GUESS, '\0', '.', ',', ' ', '\'' };
static const int header_rows[] = { -1, TRUE, FALSE };
static const RensaEncoding encoding_kinds[] = { RENSA_ENCODING_AUTO, RENSA_ENCODING_UTF_8, RENSA_ENCODING_WINDOWS_1252,
                                                RENSA_ENCODING_UTF_16_LE };

/* Minimum size in bytes for which a table is cached, because reading it takes noticeably long. */
static const guint64 cached_from[] = { 64 << 20, 0, G_MAXUINT64 };

static const char *const decimals[] = { "auto", "point", "comma", NULL };
static const char *const thousands[] = { "auto", "none", "point", "comma", "space", "apostrophe", NULL };
static const char *const headers[] = { "auto", "true", "false", NULL };
static const char *const encodings[] = { "auto", "UTF-8", "Windows-1252", "UTF-16", NULL };
static const char *const label_kinds[] = { "auto", "class", "value", NULL };
static const char *const label_shapes[] = { "auto", "scalar", "column", NULL };
static const char *const missings[] = { "error", "zero", "mean", "drop", NULL };
static const char *const caches[] = { "auto", "always", "never", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Csv, path, .required = TRUE, .is_path = TRUE, .title = N_ ("File"),
                     .hint = N_ ("Relative to the document or the data set folder")),
  RENSA_ATTR_STRING (Csv, delimiter, .allow_none = TRUE, .none = TRUE, .title = N_ ("Delimiter"),
                     .hint = N_ ("One character, “tab” or “space”; None to detect automatically")),
  RENSA_ATTR_CHOICE (Csv, decimal, .is_rare = TRUE, .choices = decimals, .title = N_ ("Decimal Separator"),
                     .hint = N_ ("Auto chooses the one that makes more texts numeric")),
  RENSA_ATTR_CHOICE (Csv, thousands, .is_rare = TRUE, .choices = thousands, .title = N_ ("Thousands Separator"),
                     .hint = N_ ("Auto detects it")),
  RENSA_ATTR_CHOICE (Csv, header, .choices = headers, .title = N_ ("Header"),
                     .hint = N_ ("Whether the first row contains column names; auto detects it")),
  RENSA_ATTR_CHOICE (Csv, encoding, .is_rare = TRUE, .choices = encodings, .title = N_ ("Encoding"),
                     .hint = N_ ("For files without a byte order mark; auto uses UTF-8, or Windows-1252 if the "
                                 "file is not valid UTF-8")),
  RENSA_ATTR_STRING (Csv, label, .initial_text = "-1", .allow_none = TRUE, .title = N_ ("Label"),
                     .hint =
                         N_ ("Name or number of the column to predict; -1 is the last column, None means no label")),
  RENSA_ATTR_CHOICE (Csv, label_kind, .choices = label_kinds, .title = N_ ("Label Type"),
                     .hint = N_ ("Classes are numbered in sorted order; auto treats text and integers with few "
                                 "distinct values as classes")),
  RENSA_ATTR_CHOICE (
      Csv, label_shape, .is_rare = TRUE, .choices = label_shapes, .title = N_ ("Label Shape"),
      .hint = N_ ("A column, (1,), suits sigmoid cross entropy; auto uses scalar for classes and column for values")),
  RENSA_ATTR_STRING (Csv, leave_out, .initial_text = "", .title = N_ ("Excluded Columns"),
                     .hint = N_ ("Column names or numbers, separated by commas")),
  RENSA_ATTR_STRING (Csv, categorical, .is_rare = TRUE, .initial_text = "", .title = N_ ("Categorical"),
                     .hint = N_ ("Columns whose numbers identify categories; columns with more text than numbers "
                                 "are always categorical")),
  RENSA_ATTR_STRING (Csv, numeric, .is_rare = TRUE, .initial_text = "", .title = N_ ("Numeric"),
                     .hint = N_ ("Columns in which text is an error; * means all")),
  RENSA_ATTR_CHOICE (
      Csv, missing, .choices = missings, .title = N_ ("Missing Values"),
      .hint = N_ ("Reject them, replace them with zero or the column mean (or most frequent category), or drop the "
                  "row; rows without a label are dropped or rejected")),
  RENSA_ATTR_STRING (Csv, missing_text, .is_rare = TRUE, .allow_none = TRUE, .none = TRUE,
                     .title = N_ ("Missing "
                                  "Value "
                                  "Markers"),
                     .hint = N_ ("Text that marks a missing value, like an empty field; separated by commas. None "
                                 "means NA, n/a, NULL and the like, and in numeric columns also ? and -")),
  RENSA_ATTR_CHOICE (Csv, cache, .choices = caches, .title = N_ ("Cache Numbers"),
                     .hint = N_ ("Stores a cache next to the file for faster loading; auto applies to files larger "
                                 "than 64 MiB")),
};

/* A table being read, and information on its columns. */
typedef struct
{
  const Csv *self;
  RensaReading reading;
  char **missing_texts;
  RensaColumnKind *kinds;
  char ***categories; /* categories of each column; NULL for numbers */
  guint32 **ranks;    /* rank of each word in the order of the categories */
  RensaCell *means;   /* replacement of missing values in each column */
  gint64 n_rows;      /* number of rows in the result */
} Plan;

static void
plan_clear (Plan *plan)
{
  for (guint i = 0; i < plan->reading.n_columns; i++)
    {
      if (plan->categories != NULL)
        g_strfreev (plan->categories[i]);
      if (plan->ranks != NULL)
        g_free (plan->ranks[i]);
    }
  g_free (plan->categories);
  g_free (plan->ranks);
  g_free (plan->means);
  g_free (plan->kinds);
  g_strfreev (plan->missing_texts);
  rensa_reading_clear (&plan->reading);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plan, plan_clear)

static gboolean
get_delimiter (const Csv *self, char *delimiter, GError **error)
{
  if (self->delimiter == NULL)
    *delimiter = RENSA_FORM_GUESS;
  else if (g_str_equal (self->delimiter, "tab") || g_str_equal (self->delimiter, "\\t"))
    *delimiter = '\t';
  else if (g_str_equal (self->delimiter, "space"))
    *delimiter = ' ';
  else if (strlen (self->delimiter) == 1 && strchr ("\"\r\n?", *self->delimiter) == NULL)
    *delimiter = *self->delimiter;
  else
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("csv: the delimiter must be one character, “tab” or “space”, not “%s”"), self->delimiter);
      return FALSE;
    }
  return TRUE;
}

static gboolean
begin (Plan *plan, const Csv *self, const RensaDataPlaces *places, GError **error)
{
  RensaReading *reading = &plan->reading;

  plan->self = self;
  reading->label = -1;
  reading->path = rensa_source_find_file (places, self->path, error);
  if (reading->path == NULL || !get_delimiter (self, &reading->form.delimiter, error))
    return FALSE;

  reading->form.number = (RensaNumberForm){ decimal_signs[self->decimal], thousands_signs[self->thousands] };
  reading->form.header = header_rows[self->header];
  reading->encoding = encoding_kinds[self->encoding];
  reading->cached_from = cached_from[self->cache];
  plan->missing_texts = self->missing_text != NULL ? g_strsplit (self->missing_text, ",", -1) : NULL;
  rensa_missing_init (&reading->missing, (const char *const *) plan->missing_texts);
  return rensa_reading_begin (reading, error);
}

/* Columns */

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
      column = rensa_reading_find_column (&plan->reading, names[i], error);
      if (column < 0)
        return FALSE;
      mark (plan, column);
    }
  return TRUE;
}

static void
mark_left_out (Plan *plan, guint column)
{
  plan->reading.left_out[column] = TRUE;
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
find_label (Plan *plan, GError **error)
{
  RensaReading *reading = &plan->reading;

  if (plan->self->label == NULL)
    return TRUE;
  reading->label = rensa_reading_find_column (reading, plan->self->label, error);
  return reading->label >= 0;
}

static gboolean
check_inputs (const RensaReading *reading, GError **error)
{
  const char sign[] = { reading->form.delimiter, '\0' };
  const char *delimiter = *sign == '\t' ? "tab" : *sign == ' ' ? "space" : sign;

  for (guint i = 0; i < reading->n_columns; i++)
    if (!reading->left_out[i] && (int) i != reading->label)
      return TRUE;
  if (reading->n_columns == 1 && reading->label == 0)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s: with the delimiter “%s”, the table has only one column, which leaves no input columns"),
                     reading->path, delimiter);
  else
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: no input columns remain"), reading->path);
  return FALSE;
}

static gboolean
plan_columns (Plan *plan, GError **error)
{
  const Csv *self = plan->self;
  RensaReading *reading = &plan->reading;
  const gboolean is_all_numeric = g_str_equal (self->numeric, "*");

  reading->stage = RENSA_READING_COLUMNS;
  plan->kinds = g_new0 (RensaColumnKind, reading->n_columns);
  if (!find_label (plan, error))
    return FALSE;

  for (guint i = 0; is_all_numeric && i < reading->n_columns; i++)
    plan->kinds[i] = RENSA_COLUMN_NUMBERS;
  if (reading->label >= 0)
    plan->kinds[reading->label] = RENSA_COLUMN_LABEL;
  if ((!is_all_numeric && !for_columns (plan, self->numeric, mark_numeric, error))
      || !for_columns (plan, self->categorical, mark_categorical, error)
      || !for_columns (plan, self->leave_out, mark_left_out, error))
    return FALSE;

  if (reading->label >= 0)
    {
      reading->left_out[reading->label] = FALSE;
      if (self->label_kind != LABEL_AUTO)
        plan->kinds[reading->label] = self->label_kind == LABEL_CLASS ? RENSA_COLUMN_CLASSES : RENSA_COLUMN_NUMBERS;
    }
  for (guint i = 0; i < reading->n_columns; i++)
    rensa_column_init (&reading->columns[i], plan->kinds[i]);
  return check_inputs (reading, error);
}

/* Checks */

/* Explains why a text is not a category, if the kind of the column is not specified. */
#define MOSTLY_NUMBERS \
  N_ (", while most other rows contain numbers; mark the column as categorical if this is intended")

static gboolean
check_numbers (Plan *plan, GError **error)
{
  plan->reading.stage = RENSA_READING_NUMBERS;
  for (guint i = 0; i < plan->reading.n_columns; i++)
    {
      const RensaColumn *column = &plan->reading.columns[i];
      const gboolean is_guess = plan->kinds[i] == RENSA_COLUMN_AUTO || plan->kinds[i] == RENSA_COLUMN_LABEL;

      if (!plan->reading.left_out[i] && rensa_column_is_bad (column))
        {
          g_autofree char *what = rensa_reading_word (_ ("expected a number, but found “{text}”"), column->bad_text);

          return rensa_reading_refuse (&plan->reading, i, column->bad_line, what, is_guess ? _ (MOSTLY_NUMBERS) : "",
                                       error);
        }
    }
  return TRUE;
}

static gboolean
check_missing (Plan *plan, GError **error)
{
  const Missing missing = plan->self->missing;
  const RensaReading *reading = &plan->reading;
  g_autofree char *more = reading->n_incomplete > 1 ? g_strdup_printf (_ ("; values are missing in %lld rows"),
                                                                       (long long) reading->n_incomplete)
                                                    : g_strdup ("");

  plan->reading.stage = RENSA_READING_MISSING;
  for (guint i = 0; i < reading->n_columns; i++)
    {
      const RensaColumn *column = &reading->columns[i];
      const gboolean is_label = (int) i == reading->label;

      if (!reading->left_out[i] && column->n_missing > 0
          && (missing == MISSING_ERROR || (is_label && missing != MISSING_DROP)))
        {
          const char *text = column->missing_text;
          g_autofree char *what = rensa_reading_word (
              text[0] != '\0' ? _ ("the value is missing: found “{text}”") : _ ("the value is missing"), text);

          return rensa_reading_refuse (&plan->reading, i, column->missing_line, what, more, error);
        }
    }

  plan->n_rows = reading->n_rows - (missing == MISSING_DROP ? reading->n_incomplete : 0);
  if (plan->n_rows == 0)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: every row has a missing value, so no rows remain"),
                     reading->path);
  return plan->n_rows > 0;
}

/* Numbers */

static void
sort_words (Plan *plan)
{
  const RensaReading *reading = &plan->reading;

  plan->categories = g_new0 (char **, reading->n_columns);
  plan->ranks = g_new0 (guint32 *, reading->n_columns);
  plan->means = g_new0 (RensaCell, reading->n_columns);
  for (guint i = 0; i < reading->n_columns; i++)
    if (!reading->left_out[i])
      {
        plan->categories[i] = rensa_column_sort_words (&reading->columns[i], &reading->form.number, &plan->ranks[i]);
        plan->means[i] = rensa_column_get_mean (&reading->columns[i], plan->ranks[i]);
      }
}

static float
rank (const Plan *plan, guint column, RensaCell cell)
{
  return plan->ranks[column] != NULL ? plan->ranks[column][cell.word] : cell.number;
}

/* Returns the replacement of a missing value. */
static float
get_fill (const Plan *plan, guint column)
{
  return plan->self->missing == MISSING_ZERO ? 0 : rank (plan, column, plan->means[column]);
}

static float
get_value (const Plan *plan, guint column, RensaCell cell)
{
  return rensa_column_is_missing (&plan->reading.columns[column], cell) ? get_fill (plan, column)
                                                                        : rank (plan, column, cell);
}

static gboolean
is_dropped (const Plan *plan, const guint *kept, const RensaCell *cells)
{
  if (plan->self->missing != MISSING_DROP)
    return FALSE;
  for (guint i = 0; i < plan->reading.n_kept; i++)
    if (rensa_column_is_missing (&plan->reading.columns[kept[i]], cells[i]))
      return TRUE;
  return FALSE;
}

/* Converts @n rows; @labels may be NULL. Returns the number of rows that are not dropped. */
static gint64
convert_rows (const Plan *plan, const guint *kept, const RensaCell *cells, gint64 n, float *features, float *labels)
{
  const guint n_kept = plan->reading.n_kept;
  const guint n_features = n_kept - (labels != NULL);
  gint64 n_left = 0;

  for (gint64 row = 0; row < n; row++, cells += n_kept)
    {
      if (is_dropped (plan, kept, cells))
        continue;
      for (guint i = 0; i < n_features; i++)
        *features++ = get_value (plan, kept[i], cells[i]);
      if (labels != NULL)
        labels[n_left] = get_value (plan, kept[n_features], cells[n_features]);
      n_left++;
    }
  return n_left;
}

/* Converts block by block, and frees each block once its values are in @x and @labels, which may be NULL. */
static gboolean
convert (Plan *plan, RensaArray *x, float *labels, GError **error)
{
  RensaReading *reading = &plan->reading;
  const gint64 block_rows = rensa_reading_get_block_rows (reading);
  const guint n_features = reading->n_kept - (labels != NULL);
  g_autofree guint *kept = rensa_reading_list_kept (reading);
  g_autofree float *features = g_new (float, block_rows *n_features);
  gint64 n_done = 0;

  for (guint i = 0; i < reading->blocks->len; i++)
    {
      const gint64 n = MIN (block_rows, reading->n_rows - i * block_rows);
      const gint64 n_left =
          convert_rows (plan, kept, reading->blocks->pdata[i], n, features, labels != NULL ? labels + n_done : NULL);
      g_autoptr (RensaArray) rows = NULL;

      rensa_memory_unmap (g_steal_pointer (&reading->blocks->pdata[i]));
      if (n_left == 0)
        continue;
      rows = rensa_array_view_range (x, 0, n_done, n_left);
      if (!rensa_array_from_host (rows, features, error))
        return FALSE;
      n_done += n_left;
    }
  return TRUE;
}

static RensaArray *
make_label (const Plan *plan, const float *labels, GError **error)
{
  const gboolean classes = plan->categories[plan->reading.label] != NULL;
  const LabelShape label_shape = plan->self->label_shape;
  RensaShape shape = RENSA_SHAPE (plan->n_rows, 1);
  g_autofree gint32 *numbers = NULL;

  if (label_shape == SHAPE_SCALAR || (label_shape == SHAPE_AUTO && classes))
    shape.ndim = 1;
  if (!classes)
    return rensa_array_new_from_host (RENSA_FLOAT32, &shape, labels, error);

  numbers = g_new (gint32, plan->n_rows);
  for (gint64 i = 0; i < plan->n_rows; i++)
    numbers[i] = (gint32) labels[i];
  return rensa_array_new_from_host (RENSA_INT32, &shape, numbers, error);
}

static void
describe_features (const Plan *plan, RensaDataBundle *bundle)
{
  const RensaReading *reading = &plan->reading;
  guint n = 0;

  if (reading->form.has_fractions || decimal_signs[plan->self->decimal] != RENSA_FORM_GUESS)
    bundle->feature_numbers = reading->form.number;
  bundle->feature_names = g_new0 (char *, reading->n_columns + 1);
  bundle->feature_missing = g_strdupv (plan->missing_texts);
  if (plan->self->missing == MISSING_ZERO || plan->self->missing == MISSING_MEAN)
    bundle->feature_fills = g_array_new (FALSE, FALSE, sizeof (float));
  bundle->feature_categories = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 0; i < reading->n_columns; i++)
    if (!reading->left_out[i] && (int) i != reading->label)
      {
        bundle->feature_names[n++] = g_strdup (reading->names[i]);
        g_ptr_array_add (bundle->feature_categories, g_strdupv (plan->categories[i]));
        if (bundle->feature_fills != NULL)
          g_array_append_val (bundle->feature_fills, (float){ get_fill (plan, i) });
      }
}

static gboolean
make_bundle (Plan *plan, RensaDataBundle *bundle, GError **error)
{
  const gboolean has_label = plan->reading.label >= 0;
  const RensaShape shape = RENSA_SHAPE (plan->n_rows, plan->reading.n_kept - has_label);
  g_autofree float *labels = has_label ? g_new (float, plan->n_rows) : NULL;
  g_autoptr (RensaArray) x = rensa_array_new (RENSA_FLOAT32, &shape, error);
  g_autoptr (RensaArray) t = NULL;

  if (x == NULL || !convert (plan, x, labels, error))
    return FALSE;

  describe_features (plan, bundle);
  if (!has_label)
    {
      bundle->train = rensa_tuple_dataset_new (&x, 1, error);
      return bundle->train != NULL;
    }
  t = make_label (plan, labels, error);
  bundle->train = rensa_source_make_pairs (x, t, error);
  bundle->label_names = g_strdupv (plan->categories[plan->reading.label]);
  bundle->n_classes = bundle->label_names != NULL ? g_strv_length (bundle->label_names) : 0;
  return bundle->train != NULL;
}

static gboolean
read_table (Plan *plan, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  if (!rensa_reading_read (&plan->reading, places, error) || !check_numbers (plan, error)
      || !check_missing (plan, error))
    return FALSE;
  sort_words (plan);
  return make_bundle (plan, bundle, error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Csv *self = data;
  g_auto (Plan) plan = { 0 };
  const gboolean ok =
      begin (&plan, self, places, error) && plan_columns (&plan, error) && read_table (&plan, places, bundle, error);

  bundle->notes = rensa_data_notes_new ();
  bundle->how_far = rensa_reading_get_how_far (&plan.reading);
  if (ok)
    rensa_reading_tell (&plan.reading, missings[self->missing], self->categorical, bundle->notes);
  else
    rensa_reading_advise (&plan.reading, missings[self->missing], self->categorical, bundle->notes);
  return ok;
}

static const char *const endings[] = { ".csv", ".tsv", ".txt", ".dat", ".data", NULL };

const RensaDatasetClass rensa_dataset_csv_class = {
  .name = "csv",
  .group = &rensa_files_group,
  .title = N_ ("CSV File"),
  .summary = N_ ("A text table with one example per row; text columns are converted to numbers"),
  RENSA_ATTRS (Csv, attrs),
  .load = load,
  .endings = endings,
};
