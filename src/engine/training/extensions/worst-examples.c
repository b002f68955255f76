/* worst-examples.c: WorstExamples, examples with the largest errors of a model.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-plot.h"
#include "rensa-preview-tiles.h"
#include "rensa-primitives.h"

#define EXAMPLES "validation"

typedef struct
{
  gint64 n;
  gint64 n_examples;
  gint64 columns;
  char *filename;
} WorstExamples;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (WorstExamples, n, .initial = 16, .min = 1, .max = 1000, .title = N_ ("Examples"),
                  .hint = N_ ("Number of examples shown")),
  RENSA_ATTR_INT (WorstExamples, n_examples, .initial = 1000, .min = 1, .max = 1e6, .title = N_ ("Examples to Search"),
                  .hint = N_ ("Maximum number of validation examples to search, from the first")),
  RENSA_ATTR_INT (WorstExamples, columns, .initial = 4, .min = 1, .max = 64, .title = N_ ("Columns"),
                  .hint = N_ ("Number of image columns")),
  RENSA_ATTR_FILE_PATTERN (
      WorstExamples, filename, .initial_text = "worst_iter_{.updater.iteration}", .title = N_ ("File Name"),
      .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values; a missing .png or .txt "
                  "is appended")),
};

/* Limits for answers with several numbers and for names. */
#define DIGITS 3
#define MOST_NUMBERS 4
#define MOST_LABELS 8
#define MOST_INPUTS 8
#define MOST_TOKENS 30
#define MOST_CHARACTERS 24
/* Two answers are written in one line if neither has more characters. */
#define SHORT 6

/**
 * Example:
 * @number: index in the data
 * @right, @given: both answers as text; NULL if they have too many numbers
 * @sure: probability of the only answer; NaN if there are several, or none is a probability
 * @input: input as text; NULL for an image
 */
typedef struct
{
  gint64 number;
  double loss;
  char *right;
  char *given;
  double sure;
  char *input;
} Example;

static void
example_free (gpointer data)
{
  Example *example = data;

  g_free (example->right);
  g_free (example->given);
  g_free (example->input);
  g_free (example);
}

/* @names: names of the labels; @worst: Example, the worst first; @n_seen: number of examples processed */
typedef struct
{
  const WorstExamples *values;
  RensaExtension *extension;
  RensaLink *target;
  const char *const *names;
  gboolean has_pictures;
  GPtrArray *worst;
  gint64 n_seen;
} Search;

/* A batch and its predictions: @y for the loss, @said as numbers, @n_said per example; @right has @n_right each. */
typedef struct
{
  RensaVariable *const *inputs;
  const gint64 *numbers;
  gint64 n;
  RensaVariable *y;
  RensaVariable *t;
  RensaPrediction prediction;
  double *said;
  gint64 n_said;
  double *right;
  gint64 n_right;
} Batch;

/* In words */

static char *
write_numbers (const double *values, gint64 n, gint64 most)
{
  GString *text = g_string_new (NULL);

  for (gint64 i = 0; i < MIN (n, most); i++)
    {
      g_autofree char *number = rensa_plot_format_value (values[i], DIGITS);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", number);
    }
  g_string_append (text, n > most ? " …" : "");
  return g_string_free (text, FALSE);
}

/* Makes an answer visible that is a blank or a new line. */
static char *
make_visible (GString *text)
{
  if (text->len > 0 && strspn (text->str, " ") == text->len)
    g_string_replace (text, " ", "␣", 0);
  g_string_replace (text, "\n", "↵", 0);
  for (gsize i = 0; i < text->len; i++)
    if (g_ascii_iscntrl (text->str[i]))
      text->str[i] = ' ';
  return g_string_free (text, FALSE);
}

static char *
write_tokens (const char *const *names, const GArray *tokens, guint most)
{
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (gint32));
  GString *text = g_string_new (NULL);

  if (tokens->len > 0)
    g_array_append_vals (first, tokens->data, MIN (tokens->len, most));
  rensa_preview_add_tokens (text, names, first);
  g_string_append (text, tokens->len > most ? " …" : "");
  return make_visible (text);
}

static gint32
to_token (double value)
{
  return value >= G_MININT32 && value <= G_MAXINT32 ? (gint32) value : -1;
}

static char *
write_values_as_tokens (const char *const *names, const double *values, gint64 n, guint most)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (gint64 i = 0; i < MIN (n, (gint64) most + 1); i++)
    {
      const gint32 token = to_token (values[i]);

      g_array_append_val (tokens, token);
    }
  return write_tokens (names, tokens, most);
}

/* Finds the best class at each place, from scores of shape (classes, places). */
static void
describe_classes (const Search *self, const Batch *batch, gint64 i, Example *example)
{
  const gint64 n_places = batch->n_right;
  const gint64 n_classes = batch->n_said / n_places;
  const double *scores = batch->said + i * batch->n_said;
  g_autofree double *best = g_new0 (double, n_places);

  for (gint64 place = 0; place < n_places; place++)
    for (gint64 class = 1; class < n_classes; class ++)
      if (scores[class * n_places + place] > scores[(gint64) best[place] * n_places + place])
        best[place] = (double) class;
  example->right = write_values_as_tokens (self->names, batch->right + i * n_places, n_places, MOST_LABELS);
  example->given = write_values_as_tokens (self->names, best, n_places, MOST_LABELS);
  if (n_places == 1)
    example->sure = scores[(gint64) best[0]];
}

/* Writes the labels whose probability is more than one half. */
static char *
write_labels (const char *const *names, const double *values, gint64 n)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (gint32 i = 0; i < n && tokens->len <= MOST_LABELS; i++)
    if (values[i] >= 0.5)
      g_array_append_val (tokens, i);
  return tokens->len > 0 ? write_tokens (names, tokens, MOST_LABELS) : g_strdup ("–");
}

static void
describe_labels (const Search *self, const Batch *batch, gint64 i, Example *example)
{
  const double *said = batch->said + i * batch->n_said;
  const double *right = batch->right + i * batch->n_right;

  if (batch->n_right > 1)
    {
      example->right = write_labels (self->names, right, batch->n_right);
      example->given = write_labels (self->names, said, batch->n_said);
      return;
    }
  example->right = write_values_as_tokens (self->names, right, 1, 1);
  example->given = write_values_as_tokens (self->names, &(double){ said[0] >= 0.5 }, 1, 1);
  example->sure = fmax (said[0], 1 - said[0]);
}

static void
describe_numbers (const Batch *batch, gint64 i, Example *example)
{
  if (batch->n_right > MOST_NUMBERS || batch->n_said > MOST_NUMBERS)
    return;
  example->right = write_numbers (batch->right + i * batch->n_right, batch->n_right, MOST_NUMBERS);
  example->given = write_numbers (batch->said + i * batch->n_said, batch->n_said, MOST_NUMBERS);
}

/* Describes the first field. */
static char *
describe_input (const Search *self, const Batch *batch, gint64 i, GError **error)
{
  const char *const *tokens = rensa_extension_get_tokens (self->extension);
  RensaArray *array = rensa_variable_get_array (batch->inputs[0]);
  g_autoptr (RensaArray) row = rensa_array_view_range (array, 0, i, 1);
  const gint64 n = rensa_array_get_count (row);
  g_autofree double *values = rensa_preview_dup_numbers (row, error);

  if (values == NULL)
    return NULL;
  if (tokens == NULL || !rensa_dtype_is_integer (rensa_array_get_dtype (array)))
    return write_numbers (values, n, MOST_INPUTS);
  return write_values_as_tokens (tokens, values, n, MOST_TOKENS);
}

/* Search */

static gboolean
measure_loss (const Search *self, const Batch *batch, gint64 i, double *loss, GError **error)
{
  g_autoptr (RensaArray) row_y = rensa_array_view_range (rensa_variable_get_array (batch->y), 0, i, 1);
  g_autoptr (RensaArray) row_t = rensa_array_view_range (rensa_variable_get_array (batch->t), 0, i, 1);
  g_autoptr (RensaVariable) y = rensa_variable_new_constant (row_y);
  g_autoptr (RensaVariable) t = rensa_variable_new_constant (row_t);
  g_autoptr (RensaVariable) value = rensa_classifier_compare (self->target, y, t, error);
  g_autofree double *numbers =
      value != NULL ? rensa_preview_dup_numbers (rensa_variable_get_array (value), error) : NULL;
  const gint64 n = value != NULL ? rensa_array_get_count (rensa_variable_get_array (value)) : 0;
  double sum = 0;

  for (gint64 j = 0; numbers != NULL && j < n; j++)
    sum += numbers[j];
  *loss = sum / (double) MAX (n, 1);
  return numbers != NULL;
}

/* NaN is worst. Equal losses keep their order. */
static gboolean
is_worse (double a, double b)
{
  return isnan (b) ? FALSE : isnan (a) || a > b;
}

static gboolean
take_example (Search *self, const Batch *batch, gint64 i, double loss, GError **error)
{
  Example *example = g_new0 (Example, 1);
  guint place = self->worst->len;

  *example = (Example){ .number = batch->numbers[i], .loss = loss, .sure = NAN };
  if (batch->prediction == RENSA_PREDICTION_SOFTMAX)
    describe_classes (self, batch, i, example);
  else if (batch->prediction == RENSA_PREDICTION_SIGMOID)
    describe_labels (self, batch, i, example);
  else
    describe_numbers (batch, i, example);
  example->input = self->has_pictures ? NULL : describe_input (self, batch, i, error);
  while (place > 0 && is_worse (loss, ((const Example *) self->worst->pdata[place - 1])->loss))
    place--;
  g_ptr_array_insert (self->worst, (int) place, example);
  if (self->worst->len > self->values->n)
    g_ptr_array_set_size (self->worst, (int) self->values->n);
  return self->has_pictures || example->input != NULL;
}

static gboolean
search_examples (Search *self, const Batch *batch, GError **error)
{
  for (gint64 i = 0; i < batch->n && self->n_seen < self->values->n_examples; i++, self->n_seen++)
    {
      const Example *last = self->worst->len > 0 ? self->worst->pdata[self->worst->len - 1] : NULL;
      double loss;

      if (!measure_loss (self, batch, i, &loss, error))
        return FALSE;
      if ((self->worst->len < self->values->n || is_worse (loss, last->loss))
          && !take_example (self, batch, i, loss, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_examples (RensaVariable *variable, gint64 n)
{
  RensaArray *array = rensa_variable_get_array (variable);

  return rensa_array_get_lengths (array) == NULL && rensa_array_get_ndim (array) > 0
         && rensa_array_get_shape (array)->dims[0] == n;
}

/* Checks that there is an answer for each example, and for each place that has a label. */
static gboolean
check_answers (const Batch *batch, GError **error)
{
  g_autofree char *shape = NULL;

  if (has_examples (batch->y, batch->n) && has_examples (batch->t, batch->n)
      && has_examples (batch->inputs[0], batch->n) && batch->n_right > 0 && batch->n_said > 0
      && (batch->prediction == RENSA_PREDICTION_IDENTITY || batch->n_said % batch->n_right == 0))
    return TRUE;
  shape = rensa_shape_to_string (rensa_array_get_shape (rensa_variable_get_array (batch->y)));
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: expected one prediction per example, but for a batch of %lld the model returns %s"),
                   "WorstExamples", (long long) batch->n, shape);
  return FALSE;
}

static gint64
count_of_each (RensaVariable *variable, gint64 n)
{
  return rensa_array_get_count (rensa_variable_get_array (variable)) / MAX (n, 1);
}

static gboolean
search_batch (Search *self, RensaVariable *const *inputs, int n_inputs, const RensaBatch *row_numbers, GError **error)
{
  Batch batch = { .inputs = inputs, .numbers = row_numbers->indices, .n = row_numbers->n };
  g_autoptr (RensaVariable) y = rensa_classifier_predict (self->target, inputs, n_inputs, &batch.t, error);
  g_autoptr (RensaVariable) said = NULL;
  gboolean ok;

  batch.prediction = rensa_classifier_get_prediction (self->target);
  batch.y = y;
  said = y != NULL ? rensa_prediction_make (y, batch.prediction, error) : NULL;
  if (said == NULL)
    return FALSE;
  batch.n_said = count_of_each (said, batch.n);
  batch.n_right = count_of_each (batch.t, batch.n);
  if (!check_answers (&batch, error))
    return FALSE;
  batch.said = rensa_preview_dup_numbers (rensa_variable_get_array (said), error);
  batch.right = batch.said != NULL ? rensa_preview_dup_numbers (rensa_variable_get_array (batch.t), error) : NULL;
  ok = batch.right != NULL && search_examples (self, &batch, error);
  g_free (batch.said);
  g_free (batch.right);
  return ok;
}

static gboolean
search_all (Search *self, RensaIterator *iterator, GError **error)
{
  gboolean ok = TRUE;
  int n = 1;

  rensa_iterator_reset (iterator);
  while (ok && n > 0 && self->n_seen < self->values->n_examples)
    {
      RensaVariable *inputs[RENSA_MAX_FIELDS] = { NULL };

      n = rensa_batch_next (iterator, NULL, rensa_link_get_device (self->target), inputs, error);
      ok = n >= 0 && (n == 0 || search_batch (self, inputs, n, rensa_iterator_get_batch (iterator), error));
      rensa_variables_clear (inputs, MAX (n, 0));
    }
  return ok;
}

/* Showing */

/* Returns TRUE if both answers fit into one line of each caption. */
static gboolean
are_short (const GPtrArray *worst)
{
  for (guint i = 0; i < worst->len; i++)
    {
      const Example *example = worst->pdata[i];

      if (example->right != NULL && g_utf8_strlen (example->right, -1) + g_utf8_strlen (example->given, -1) > SHORT)
        return FALSE;
    }
  return TRUE;
}

/* "7 → 1", "98 % sure"; the loss if there is no probability. */
static char *
write_caption (const Example *example, gboolean is_short)
{
  GString *text = g_string_new (NULL);

  if (example->right != NULL)
    g_string_append_printf (text, is_short ? "%s → %s\n" : "%s\n→ %s\n", example->right, example->given);
  if (isnan (example->sure))
    {
      g_autofree char *loss = rensa_plot_format_value (example->loss, DIGITS);

      /* Translators: below a picture: how wrong the model is. */
      g_string_append_printf (text, _ ("loss %s"), loss);
    }
  else
    /* Translators: below a picture: how sure the model is of its wrong answer. */
    g_string_append_printf (text, _ ("%.0f %% sure"), 100 * example->sure);
  return g_string_free (text, FALSE);
}

static gboolean
show_pictures (const Search *self, RensaDataset *dataset, RensaPreviewed *previewed, GError **error)
{
  const RensaPicture *picture = rensa_extension_get_picture (self->extension);
  g_autofree gint64 *numbers = g_new (gint64, self->worst->len);
  g_autoptr (GPtrArray) captions = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (RensaArray) pictures = NULL;
  const gboolean is_short = are_short (self->worst);
  RensaTiles tiles = { (int) self->values->columns, picture->black, picture->white };

  for (guint i = 0; i < self->worst->len; i++)
    {
      numbers[i] = ((const Example *) self->worst->pdata[i])->number;
      g_ptr_array_add (captions, write_caption (self->worst->pdata[i], is_short));
    }
  tiles.range = picture->black < picture->white ? RENSA_TILES_GIVEN : RENSA_TILES_COMMON;
  tiles.picture = picture;
  tiles.captions = (const char *const *) captions->pdata;
  pictures = rensa_dataset_get_field (dataset, 0, numbers, self->worst->len, error);
  return pictures != NULL && rensa_previewed_tile (previewed, &tiles, &pictures, 1, error);
}

enum
{
  RIGHT,
  GIVEN,
  SURE,
  LOSS,
  NUMBER,
  INPUT,
  N_COLUMNS,
};

/* Column titles of a table whose columns are separated by blanks. */
static const char *const titles[N_COLUMNS] = { N_ ("correct"), N_ ("predicted"), N_ ("confidence"),
                                               N_ ("loss"),    N_ ("example"),   N_ ("input") };

static char *
write_cell (const Example *example, int column)
{
  switch (column)
    {
    case RIGHT:
      return g_strdup (example->right);
    case GIVEN:
      return g_strdup (example->given);
    case SURE:
      return isnan (example->sure) ? NULL : g_strdup_printf ("%.0f %%", 100 * example->sure);
    case LOSS:
      return rensa_plot_format_value (example->loss, DIGITS);
    case NUMBER:
      return g_strdup_printf ("%lld", (long long) example->number);
    default:
      return g_strdup (example->input);
    }
}

/* The last column is not shortened. */
static char *
cut (char *text, int column)
{
  char *shorter;

  if (text == NULL || column == INPUT || g_utf8_strlen (text, -1) <= MOST_CHARACTERS)
    return text;
  g_utf8_offset_to_pointer (text, MOST_CHARACTERS - 1)[0] = '\0';
  shorter = g_strconcat (text, "…", NULL);
  g_free (text);
  return shorter;
}

/* Measures in monospaced columns; wide characters such as Chinese and Japanese take two. */
static int
measure (const char *text)
{
  int width = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_utf8_get_char (text);

      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

/* Adds the title and the cell of each example to the lines; omits an empty column. */
static void
add_column (GPtrArray *lines, const GPtrArray *worst, int column)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  gboolean is_empty = TRUE;
  int width = 0;

  for (guint i = 0; i <= worst->len; i++)
    {
      char *cell = i == 0 ? g_strdup (_ (titles[column])) : cut (write_cell (worst->pdata[i - 1], column), column);

      is_empty = is_empty && (i == 0 || cell == NULL);
      g_ptr_array_add (cells, cell != NULL ? cell : g_strdup (""));
      width = MAX (width, measure (cells->pdata[i]));
    }
  for (guint i = 0; !is_empty && i <= worst->len; i++)
    {
      const char *cell = cells->pdata[i];
      const int n_blanks = column == INPUT ? 0 : width - measure (cell) + 2;

      g_string_append_printf (lines->pdata[i], "%s%*s", cell, n_blanks, "");
    }
}

static void
free_line (gpointer line)
{
  g_string_free (line, TRUE);
}

static void
show_table (const Search *self, RensaPreviewed *previewed)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (free_line);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i <= self->worst->len; i++)
    g_ptr_array_add (lines, g_string_new (NULL));
  for (int column = 0; column < N_COLUMNS; column++)
    add_column (lines, self->worst, column);
  for (guint i = 0; i <= self->worst->len; i++)
    g_string_append_printf (text, "%s\n", ((const GString *) lines->pdata[i])->str);
  previewed->text = g_string_free (text, FALSE);
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  RensaIterator *iterator = rensa_extension_get_iterator (extension, EXAMPLES);
  g_autoptr (GPtrArray) worst = g_ptr_array_new_with_free_func (example_free);
  Search self = { rensa_extension_get_values (extension), extension, target,
                  rensa_extension_get_label_names (extension), .worst = worst };

  if (rensa_link_get_class (target) != &rensa_classifier_link_class)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s: expected a document with one model and one loss, but this one has a training step"),
                       "WorstExamples");
      return FALSE;
    }
  self.has_pictures =
      rensa_extension_get_picture (extension)->n_channels > 0 && rensa_extension_get_tokens (extension) == NULL;
  if (!search_all (&self, iterator, error))
    return FALSE;
  if (self.has_pictures)
    return show_pictures (&self, rensa_iterator_get_dataset (iterator), previewed, error);
  show_table (&self, previewed);
  return TRUE;
}

/* Suggested for one model with one answer for each example; for a text, single tokens are not
 * useful as worst examples. */
static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return subject->examples != NULL && subject->target != NULL
         && rensa_link_get_class (subject->target) == &rensa_classifier_link_class
         && !rensa_preview_is_of_language (subject) && !rensa_preview_takes_sequences (subject);
}

const RensaExtensionClass rensa_worst_examples_class = {
  .name = "WorstExamples",
  .title = N_ ("Worst Examples"),
  .summary = N_ ("Shows the validation examples with the largest loss"),
  .words = N_ ("preview;mistakes;errors;hard examples;top losses"),
  RENSA_ATTRS (WorstExamples, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("iterator:" EXAMPLES, "target:" RENSA_MAIN),
  .preview = preview,
  .suggest = suggest,
  .is_general = TRUE,
  .call = rensa_preview_call,
};
