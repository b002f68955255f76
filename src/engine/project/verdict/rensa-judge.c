/* rensa-judge.c: collects the facts that a verdict depends on.
 * SPDX-License-Identifier: MIT */

#include "rensa-judge.h"

#include <math.h>
#include <string.h>

#include "rensa-builder-parts.h"
#include "rensa-diagnose-private.h"
#include "rensa-extensions.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-not-finite.h"
#include "rensa-primitives.h"
#include "rensa-plain-rows-private.h"
#include "rensa-variable.h"

#define CHUNK 64
#define MOST_TIME (2 * G_USEC_PER_SEC)
#define MOST_TARGETS 4096
/* Limit for creating a second model to measure how far the parameters have moved. */
#define MOST_PARAMS (4 << 20)

/* The log */

static const char *
find_loss (RensaTrainer *trainer, RensaLog *log, gboolean is_validation)
{
  const guint last = rensa_log_get_n_entries (log) - 1;

  for (guint i = 0; i < rensa_log_get_n_values (log, last); i++)
    {
      const char *key = rensa_log_get_key (log, last, i);
      g_autoptr (RensaReportKey) report = rensa_trainer_describe_report (trainer, key);

      if (report->measure == RENSA_MEASURE_LOSS && (report->prefix > 0) == is_validation)
        return key;
    }
  return NULL;
}

static double
look_up (RensaLog *log, guint entry, const char *key)
{
  double value = NAN;

  if (key != NULL)
    rensa_log_lookup (log, entry, key, &value, NULL);
  return value;
}

static void
note_reported (RensaVerdictFacts *facts, RensaLog *log, const char *key)
{
  const guint n = rensa_log_get_n_entries (log);
  double first = NAN;

  for (guint i = 0; i < n && !isfinite (first); i++)
    first = look_up (log, i, key);
  if (facts->n_reported < RENSA_MOST_REPORTED && isfinite (first) && isfinite (look_up (log, n - 1, key)))
    facts->reported[facts->n_reported++] = (RensaReported){ g_strdup (key), first, look_up (log, n - 1, key) };
}

/* The losses that are learned from, and then the score of an evaluation. */
static void
read_reports (RensaVerdictFacts *facts, RensaTrainer *trainer)
{
  RensaLog *log = rensa_trainer_get_log (trainer, NULL);
  const guint last = log != NULL ? rensa_log_get_n_entries (log) : 0;
  const char *score = NULL;

  for (guint i = 0; last > 0 && i < rensa_log_get_n_values (log, last - 1); i++)
    {
      const char *key = rensa_log_get_key (log, last - 1, i);
      g_autoptr (RensaReportKey) report = rensa_trainer_describe_report (trainer, key);

      if (report->measure == RENSA_MEASURE_LOSS && report->prefix == 0)
        {
          facts->n_losses++;
          note_reported (facts, log, key);
        }
      else if (report->measure == RENSA_MEASURE_SCORE && report->prefix > 0 && score == NULL)
        score = key;
    }
  if (score != NULL)
    note_reported (facts, log, score);
}

/* Skips entries without a training loss, such as that before the first iteration. */
static void
read_log (RensaVerdictFacts *facts, RensaTrainer *trainer)
{
  RensaLog *log = rensa_trainer_get_log (trainer, NULL);
  const guint n = log != NULL ? rensa_log_get_n_entries (log) : 0;
  const char *loss = n > 0 ? find_loss (trainer, log, FALSE) : NULL;
  const char *validation = n > 0 ? find_loss (trainer, log, TRUE) : NULL;
  gboolean has_all = validation != NULL;

  facts->unit = n > 1 && look_up (log, 0, "epoch") < look_up (log, 1, "epoch") ? "epoch" : "iteration";
  if (loss == NULL)
    return;
  facts->places = g_new (double, n);
  facts->losses = g_new (double, n);
  facts->validation = g_new (double, n);
  for (guint i = 0; i < n; i++)
    {
      const guint at = facts->n_entries;

      facts->places[at] = look_up (log, i, facts->unit);
      facts->losses[at] = look_up (log, i, loss);
      facts->validation[at] = look_up (log, i, validation);
      if (!isfinite (facts->losses[at]))
        continue;
      has_all = has_all && isfinite (facts->validation[at]);
      facts->n_entries++;
    }
  if (!has_all)
    g_clear_pointer (&facts->validation, g_free);
}

/* Predictions of the model */

typedef struct
{
  RensaLink *target;
  RensaPrediction prediction;
  gint64 n_classes;
  GHashTable *confusions; /* true class * n_classes + prediction -> count */
  double sum;             /* sum of distances */
  gint64 n_numbers;
  gint64 n;
  gint64 n_right;
} Answers;

static gint64
find_class (const Answers *self, const double *said, gint64 n_said)
{
  gint64 best = 0;

  if (self->prediction == RENSA_PREDICTION_SIGMOID)
    return said[0] >= 0.5;
  for (gint64 i = 1; i < n_said; i++)
    if (said[i] > said[best])
      best = i;
  return best;
}

/* Labels below 0 are ignored by losses. */
static void
count_class (Answers *self, const double *said, gint64 n_said, double right)
{
  const gint64 class = find_class (self, said, n_said);
  gpointer key;

  if (right < 0)
    return;
  self->n++;
  self->n_right += class == (gint64) right;
  if (class == (gint64) right)
    return;
  self->n_classes = MAX (n_said, 2);
  key = GSIZE_TO_POINTER ((gsize) ((gint64) right * self->n_classes + class) + 1);
  g_hash_table_insert (self->confusions, key,
                       GINT_TO_POINTER (GPOINTER_TO_INT (g_hash_table_lookup (self->confusions, key)) + 1));
}

static gboolean
take_answers (Answers *self, RensaVariable *said, RensaVariable *t, gint64 n)
{
  g_autofree double *numbers = rensa_preview_dup_numbers (rensa_variable_get_array (said), NULL);
  g_autofree double *right = rensa_preview_dup_numbers (rensa_variable_get_array (t), NULL);
  const gint64 n_said = rensa_array_get_count (rensa_variable_get_array (said)) / n;
  const gint64 n_right = rensa_array_get_count (rensa_variable_get_array (t)) / n;
  const gboolean is_number = self->prediction == RENSA_PREDICTION_IDENTITY;

  if (numbers == NULL || right == NULL || (is_number ? n_said != n_right || n_right > MOST_TARGETS : n_right != 1)
      || (self->prediction == RENSA_PREDICTION_SIGMOID && n_said != 1))
    return FALSE;
  for (gint64 i = 0; i < n && !is_number; i++)
    count_class (self, numbers + i * n_said, n_said, right[i]);
  for (gint64 i = 0; i < n * n_said && is_number; i++)
    self->sum += fabs (numbers[i] - right[i]);
  self->n_numbers += n * n_said;
  self->n += is_number ? n : 0;
  return TRUE;
}

static gboolean
ask_about (Answers *self, RensaArray *const *fields, int n_fields, gint64 n)
{
  RensaVariable *inputs[RENSA_MAX_FIELDS] = { NULL };
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) said = NULL;
  RensaVariable *t = NULL;
  gboolean ok = TRUE;

  for (int i = 0; i < n_fields && ok; i++)
    {
      g_autoptr (RensaArray) placed = rensa_array_to_device (fields[i], rensa_link_get_device (self->target), NULL);

      inputs[i] = rensa_variable_new_constant (placed);
      ok = inputs[i] != NULL;
    }
  y = ok ? rensa_classifier_predict (self->target, inputs, n_fields, &t, NULL) : NULL;
  said = y != NULL ? rensa_prediction_make (y, self->prediction, NULL) : NULL;
  ok = said != NULL && take_answers (self, said, t, n);
  rensa_variables_clear (inputs, n_fields);
  return ok;
}

static gboolean
ask_all (Answers *self, RensaDataset *dataset, gint64 length)
{
  const int n_fields = rensa_dataset_get_n_fields (dataset);
  const gint64 until = g_get_monotonic_time () + MOST_TIME;
  gboolean ok = TRUE;

  for (gint64 begin = 0; ok && begin < length && g_get_monotonic_time () < until; begin += CHUNK)
    {
      const gint64 n = MIN (CHUNK, length - begin);
      RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
      gint64 indices[CHUNK];

      for (gint64 i = 0; i < n; i++)
        indices[i] = begin + i;
      ok = rensa_dataset_get_batch (dataset, indices, n, fields, NULL) && ask_about (self, fields, n_fields, n);
      rensa_arrays_clear (fields, n_fields);
    }
  return ok && self->n > 0;
}

static char *
name_class (RensaBuilder *builder, gint64 class)
{
  const char *const *names = rensa_builder_get_label_names (builder);

  return names != NULL && class < (gint64) g_strv_length ((GStrv) names) ? g_strdup (names[class])
                                                                         : g_strdup_printf ("%" G_GINT64_FORMAT, class);
}

/* Ties are resolved in favor of the first classes; a single mistake is not reported. */
static void
find_confusion (RensaVerdictFacts *facts, const Answers *answers, RensaBuilder *builder)
{
  GHashTableIter iter;
  gpointer key, value;
  gsize found = 0;
  int most = 1;

  g_hash_table_iter_init (&iter, answers->confusions);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (GPOINTER_TO_INT (value) > most || (GPOINTER_TO_INT (value) == most && GPOINTER_TO_SIZE (key) < found))
      {
        most = GPOINTER_TO_INT (value);
        found = GPOINTER_TO_SIZE (key);
      }
  if (found == 0 || 2 * most < answers->n - answers->n_right)
    return;
  facts->n_confused = most;
  facts->confused = name_class (builder, (gint64) (found - 1) / answers->n_classes);
  facts->confused_with = name_class (builder, (gint64) (found - 1) % answers->n_classes);
}

static void
compare_classes (RensaVerdictFacts *facts, const RensaRows *train, const RensaRows *others)
{
  const double commonest = rensa_rows_find_commonest (train, &facts->is_constant);

  for (gint64 i = 0; i < others->n; i++)
    facts->n_guessed += others->targets[i] == commonest;
  facts->n_simple = rensa_rows_count_nearest (train, others);
}

static void
compare_numbers (RensaVerdictFacts *facts, const RensaRows *train, const RensaRows *others)
{
  rensa_rows_find_commonest (train, &facts->is_constant);
  facts->off_guessed = rensa_rows_measure_mean (train, others);
  facts->off_simple = rensa_rows_measure_linear (train, others);
}

static void
measure (RensaVerdictFacts *facts, RensaBuilder *builder, RensaLink *target, RensaDataset *train, RensaDataset *others)
{
  g_auto (RensaRows) seen = { 0 };
  g_auto (RensaRows) unseen = { 0 };
  g_autoptr (GHashTable) confusions = g_hash_table_new (NULL, NULL);
  Answers answers = { .target = target,
                      .prediction = rensa_classifier_get_prediction (target),
                      .confusions = confusions };

  if (!rensa_rows_read (&seen, train) || !rensa_rows_read (&unseen, others))
    return;
  facts->is_unscaled = rensa_rows_are_unscaled (&seen);
  if (facts->is_not_finite || !ask_all (&answers, others, unseen.n))
    return;
  facts->n = answers.n;
  facts->n_right = answers.n_right;
  if (answers.prediction == RENSA_PREDICTION_IDENTITY)
    {
      facts->task = RENSA_TASK_NUMBERS;
      facts->off = answers.sum / (double) answers.n_numbers;
      compare_numbers (facts, &seen, &unseen);
      return;
    }
  facts->task = RENSA_TASK_CLASSES;
  find_confusion (facts, &answers, builder);
  compare_classes (facts, &seen, &unseen);
}

/* The parameters */

typedef struct
{
  GHashTable *first; /* path -> RensaVariable */
  double added;
  double length;
  gint64 n;
  char *bad; /* a path with numbers that are not finite */
} Movement;

static gboolean
note_first (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  Movement *self = data;

  if (rensa_variable_get_array (param) != NULL)
    self->n += rensa_array_get_count (rensa_variable_get_array (param));
  if (self->first != NULL)
    g_hash_table_insert (self->first, g_strdup (path), rensa_variable_ref (param));
  return TRUE;
}

static gboolean
add_movement (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  Movement *self = data;
  RensaVariable *first = g_hash_table_lookup (self->first, path);
  RensaArray *before = first != NULL ? rensa_variable_get_array (first) : NULL;
  /* Frozen parameters do not move. */
  RensaArray *now = rensa_variable_get_requires_grad (param) ? rensa_variable_get_array (param) : NULL;
  g_autofree double *a = before != NULL && now != NULL ? rensa_preview_dup_numbers (before, NULL) : NULL;
  g_autofree double *b = a != NULL ? rensa_preview_dup_numbers (now, NULL) : NULL;

  if (b == NULL || rensa_array_get_count (before) != rensa_array_get_count (now))
    return TRUE;
  for (gint64 i = 0; i < rensa_array_get_count (now); i++)
    {
      self->added += (b[i] - a[i]) * (b[i] - a[i]);
      self->length += a[i] * a[i];
    }
  if (!isfinite (self->added) && self->bad == NULL)
    self->bad = g_strdup (path + strspn (path, "/"));
  return TRUE;
}

/* The initial values of the parameters depend only on the seed, so they are computed again. */
static void
measure_movement (RensaVerdictFacts *facts, RensaBuilder *builder, RensaLink *target)
{
  g_autoptr (GHashTable) first =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) rensa_variable_unref);
  Movement self = { 0 };
  g_autoptr (RensaLink) model = NULL;

  rensa_link_foreach_param (target, note_first, &self, NULL);
  if (self.n > MOST_PARAMS)
    return;
  model = rensa_builder_make_model (builder, NULL);
  if (model == NULL)
    return;
  self.first = first;
  rensa_link_foreach_param (model, note_first, &self, NULL);
  rensa_link_foreach_param (target, add_movement, &self, NULL);
  if (self.length > 0)
    facts->weight_change = sqrt (self.added / self.length);
  if (self.bad != NULL)
    {
      facts->is_not_finite = TRUE;
      facts->diagnosis.param = self.bad;
    }
}

/* Uses the trainer's record, which is more useful than the final state of the parameters. */
static void
take_not_finite (RensaVerdictFacts *facts, RensaTrainer *trainer)
{
  const RensaNotFinite *found = rensa_trainer_get_not_finite (trainer);
  RensaDiagnosis *diagnosis = &facts->diagnosis;

  diagnosis->first = diagnosis->last = diagnosis->growth = diagnosis->input = diagnosis->output = NAN;
  if (found == NULL)
    return;
  g_free (diagnosis->param);
  diagnosis->key = g_strdup (found->key);
  diagnosis->param = g_strdup (found->param);
  diagnosis->iteration = found->iteration;
  diagnosis->number = found->number;
  diagnosis->first = found->first;
  diagnosis->last = found->last;
}

static RensaDataset *
find_validation (RensaTrainer *trainer)
{
  RensaExtension *evaluation = rensa_trainer_get_extension (trainer, RENSA_VALIDATION);
  RensaIterator *iterator = evaluation != NULL ? rensa_extension_get_iterator (evaluation, RENSA_VALIDATION) : NULL;

  return iterator != NULL ? rensa_iterator_get_dataset (iterator) : NULL;
}

static void
set_modes (void)
{
  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  rensa_modes_get ()->debug = FALSE;
}

RensaVerdict *
rensa_builder_judge (RensaBuilder *builder, RensaTrainer *trainer, gboolean is_not_finite, const char *snapshot)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_auto (RensaVerdictFacts) facts = { .n_simple = -1,
                                       .off_simple = NAN,
                                       .off_guessed = NAN,
                                       .off = NAN,
                                       .weight_change = NAN,
                                       .is_not_finite = is_not_finite };
  const RensaRandom random = *rensa_random_get_default ();
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaLink *target = rensa_updater_get_target (updater, RENSA_MAIN);
  RensaIterator *iterator = rensa_updater_get_iterator (updater, RENSA_MAIN);
  RensaDataset *train = iterator != NULL ? rensa_iterator_get_dataset (iterator) : NULL;
  RensaDataset *validation = find_validation (trainer);
  const gboolean is_classifier =
      target != NULL && train != NULL && rensa_link_get_class (target) == &rensa_classifier_link_class;

  set_modes ();
  facts.is_validation = validation != NULL;
  read_log (&facts, trainer);
  read_reports (&facts, trainer);
  if (is_classifier)
    {
      measure_movement (&facts, builder, target);
      measure (&facts, builder, target, train, validation != NULL ? validation : train);
    }
  if (facts.is_not_finite)
    {
      take_not_finite (&facts, trainer);
      rensa_diagnose (&facts.diagnosis, builder, snapshot);
    }
  *rensa_random_get_default () = random;
  return rensa_verdict_new (&facts);
}
