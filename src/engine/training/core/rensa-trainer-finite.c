/* rensa-trainer-finite.c: checks that reported values are finite, and explains why one is not.
 * SPDX-License-Identifier: MIT */

#include "rensa-trainer-private.h"

#include <math.h>
#include <string.h>

#include "rensa-bad-numbers-private.h"
#include "rensa-late-check.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-not-finite.h"

/* Growth of a loss, relative to the first one, that explains a value that is not finite. */
#define GROWTH 10
/* Number of first updates that are considered too large if the loss becomes NaN during them
 * without having grown before. */
#define FIRST_UPDATES 3

/* History of one reported value. @first, @last: finite ones of @n_finite; @evaluation: (nullable):
 * extension that reports it */
typedef struct
{
  gboolean is_loss;
  RensaExtension *evaluation;
  gboolean was_told;
  gint64 n_finite;
  double first;
  double last;
} Value;

typedef struct
{
  const char *key;
  gint64 iteration;
  RensaLateNumber *number;
} Awaited;

struct _RensaFiniteWatch
{
  GHashTable *values; /* interned key -> Value */
  GArray *awaited;    /* values of the last iteration */
  GArray *spare;      /* empty */
  RensaNotFinite found;
  gboolean is_found;
  gboolean is_learned; /* it is a loss or a parameter */
};

static void
awaited_clear (gpointer awaited)
{
  rensa_late_number_unref (((Awaited *) awaited)->number);
}

static GArray *
awaited_new (void)
{
  GArray *awaited = g_array_new (FALSE, FALSE, sizeof (Awaited));

  g_array_set_clear_func (awaited, awaited_clear);
  return awaited;
}

RensaFiniteWatch *
rensa_finite_watch_new (void)
{
  RensaFiniteWatch *self = g_new0 (RensaFiniteWatch, 1);

  self->values = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->awaited = awaited_new ();
  self->spare = awaited_new ();
  return self;
}

void
rensa_finite_watch_free (RensaFiniteWatch *self)
{
  g_hash_table_unref (self->values);
  g_array_unref (self->awaited);
  g_array_unref (self->spare);
  g_free (self);
}

/* Returns the evaluation that reports "validation/main/loss"; NULL for values reported during training. */
static RensaExtension *
find_evaluation (RensaTrainer *trainer, const RensaReportKey *report)
{
  g_autofree char *name = rensa_report_key_dup_prefix (report);

  return report->prefix > 0 ? rensa_trainer_get_extension (trainer, name) : NULL;
}

static Value *
get_value (RensaTrainer *trainer, const char *key)
{
  Value *value = g_hash_table_lookup (trainer->finite->values, key);
  g_autoptr (RensaReportKey) report = NULL;

  if (value != NULL)
    return value;
  report = rensa_trainer_describe_report (trainer, key);
  value = g_new0 (Value, 1);
  value->is_loss = report->measure == RENSA_MEASURE_LOSS && report->prefix == 0;
  value->evaluation = find_evaluation (trainer, report);
  g_hash_table_insert (trainer->finite->values, (gpointer) key, value);
  return value;
}

/* Causes */

typedef struct
{
  char *path;
  char *optimizer;
  double n;
} BadParam;

static void
bad_param_clear (BadParam *bad)
{
  g_free (bad->path);
  g_free (bad->optimizer);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BadParam, bad_param_clear)

static gboolean
collect (const char *path, RensaVariable *param, gpointer arrays, GError **error)
{
  g_ptr_array_add (arrays, rensa_variable_get_array (param));
  return TRUE;
}

/* Stops at the first parameter that is not finite and stores its path. */
static gboolean
look_at_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  BadParam *bad = data;
  RensaArray *array = rensa_variable_get_array (param);

  if (!rensa_count_not_finite (&array, 1, &bad->n, error))
    return FALSE;
  if (bad->n > 0)
    bad->path = g_strdup (path + strspn (path, "/"));
  return !(bad->n > 0);
}

/* Returns FALSE only with an error; sets no path if all parameters are finite. */
static gboolean
find_bad_param (RensaTrainer *trainer, BadParam *bad, GError **error)
{
  g_autoptr (GPtrArray) arrays = g_ptr_array_new ();
  g_autoptr (GError) reason = NULL;
  const char *name;
  double n;

  for (guint i = 0; (name = rensa_updater_get_optimizer_name (trainer->updater, i)) != NULL; i++)
    rensa_link_foreach_param (rensa_updater_get_target (trainer->updater, name), collect, arrays, NULL);
  if (!rensa_count_not_finite ((RensaArray *const *) arrays->pdata, arrays->len, &n, error))
    return FALSE;

  for (guint i = 0; n > 0 && (name = rensa_updater_get_optimizer_name (trainer->updater, i)) != NULL; i++)
    if (!rensa_link_foreach_param (rensa_updater_get_target (trainer->updater, name), look_at_param, bad, &reason))
      {
        bad->optimizer = g_strdup (name);
        break;
      }
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Returns the loss, or one of several. */
static const Value *
find_loss (RensaTrainer *trainer)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, trainer->finite->values);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((Value *) value)->is_loss)
      return value;
  return NULL;
}

/* Explains the value from its history, if the data and the initial parameters are finite. */
static char *
describe_course (const Value *loss)
{
  if (loss != NULL && loss->n_finite > 0 && fabs (loss->last) > GROWTH * fabs (loss->first))
    return g_strdup_printf (
        _ ("the data is finite, and the value had grown from %.4g to %.4g; a lower learning rate prevents this"),
        loss->first, loss->last);
  if (loss != NULL && loss->n_finite > 0 && loss->n_finite <= FIRST_UPDATES)
    return g_strdup (_ ("the data and the initial parameters are finite, so the first updates were too large; "
                        "lower the learning rate"));
  if (loss != NULL && loss->n_finite > 0)
    return g_strdup_printf (_ ("the data is finite, and the value was %.4g before; “rensa train --debug” shows "
                               "which function first returns such a value"),
                            loss->last);
  return g_strdup (_ ("the data and the parameters are finite; “rensa train --debug” shows which function first "
                      "returns such a value"));
}

/* @is_late: the present batch belongs to a later iteration. */
static char *
explain_training (RensaTrainer *trainer, const Value *loss, gboolean is_late)
{
  RensaIterator *iterator = rensa_updater_get_iterator (trainer->updater, RENSA_MAIN);
  const gboolean may_be_data = iterator != NULL
                               && (is_late
                                   || rensa_batch_has_bad_numbers (rensa_iterator_get_batch (iterator),
                                                                   rensa_updater_get_converter (trainer->updater)));
  g_autofree char *columns = may_be_data ? rensa_dataset_describe_bad_numbers (rensa_iterator_get_dataset (iterator),
                                                                               (const char *const *) trainer->columns)
                                         : NULL;

  if (columns != NULL)
    return g_strdup_printf (_ ("the data contains NaN or infinite values: %s"), columns);
  return describe_course (loss);
}

static char *
explain_evaluation (RensaTrainer *trainer, RensaExtension *evaluation)
{
  RensaIterator *iterator = rensa_extension_get_iterator (evaluation, "validation");
  g_autofree char *columns = iterator != NULL ? rensa_dataset_describe_bad_numbers (
                                 rensa_iterator_get_dataset (iterator), (const char *const *) trainer->columns)
                                              : NULL;
  g_auto (BadParam) bad = { 0 };

  if (columns != NULL)
    return g_strdup_printf (_ ("the data contains NaN or infinite values: %s"), columns);
  if (find_bad_param (trainer, &bad, NULL) && bad.path != NULL)
    return g_strdup_printf (_ ("parameter %s contains NaN or infinite values"), bad.path);
  return g_strdup (_ ("the data and the parameters are finite"));
}

static gboolean
set_not_finite (GError **error, const char *key, double number, gint64 iteration, const char *cause)
{
  const char *text = isnan (number) ? "NaN" : _ ("infinite");

  if (cause == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FINITE, N_ ("“%s” became %s at iteration %lld"), key, text,
                     (long long) iteration);
  else if (g_str_equal (key, RENSA_MAIN "/loss"))
    rensa_set_words (error, RENSA_ERROR_NOT_FINITE, N_ ("The loss became %s at iteration %lld: %s"), text,
                     (long long) iteration, cause);
  else
    rensa_set_words (error, RENSA_ERROR_NOT_FINITE, N_ ("“%s” became %s at iteration %lld: %s"), key, text,
                     (long long) iteration, cause);
  return FALSE;
}

/* Values */

/* Records the value, if it is the first one, or the first loss or parameter. @loss: (nullable) */
static void
note (RensaTrainer *trainer, const char *key, const char *param, const Value *loss, double number, gint64 iteration)
{
  RensaFiniteWatch *self = trainer->finite;
  const gboolean has_course = loss != NULL && loss->n_finite > 0;
  const gboolean is_learned = key == NULL || get_value (trainer, key)->is_loss;

  if (self->is_found && (!is_learned || self->is_learned))
    return;
  self->is_found = TRUE;
  self->is_learned = is_learned;
  self->found = (RensaNotFinite){
    .key = key,
    .param = g_intern_string (param),
    .iteration = iteration,
    .number = number,
    .first = has_course ? loss->first : NAN,
    .last = has_course ? loss->last : NAN,
  };
}

const RensaNotFinite *
rensa_trainer_get_not_finite (RensaTrainer *trainer)
{
  return trainer->finite->is_found ? &trainer->finite->found : NULL;
}

static gboolean
tell (RensaTrainer *trainer, const char *key, Value *value, double number, gint64 iteration, GError **error)
{
  const gboolean is_late = iteration < rensa_updater_get_iteration (trainer->updater);
  g_autofree char *cause = value->is_loss              ? explain_training (trainer, value, is_late)
                           : value->evaluation != NULL ? explain_evaluation (trainer, value->evaluation)
                                                       : NULL;
  g_autoptr (GError) reason = NULL;

  value->was_told = TRUE;
  note (trainer, key, NULL, value->is_loss ? value : find_loss (trainer), number, iteration);
  set_not_finite (&reason, key, number, iteration, cause);
  if (value->is_loss && trainer->stops_at_nan)
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  if (trainer->watch != NULL && trainer->watch->trouble != NULL)
    trainer->watch->trouble (trainer, reason, trainer->watch_data);
  return TRUE;
}

static gboolean
look_at (RensaTrainer *trainer, const char *key, double number, gint64 iteration, GError **error)
{
  Value *value = get_value (trainer, key);

  if (!isfinite (number))
    return value->was_told || tell (trainer, key, value, number, iteration, error);
  if (value->n_finite++ == 0)
    value->first = number;
  value->last = number;
  return TRUE;
}

/* Empties it. */
static gboolean
look_at_awaited (RensaTrainer *trainer, GArray *awaited, GError **error)
{
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < awaited->len; i++)
    {
      const Awaited *late = &g_array_index (awaited, Awaited, i);

      ok = look_at (trainer, late->key, rensa_late_number_get (late->number), late->iteration, error);
    }
  g_array_set_size (awaited, 0);
  return ok;
}

static gboolean
is_wanted (RensaTrainer *trainer)
{
  return trainer->stops_at_nan || (trainer->watch != NULL && trainer->watch->trouble != NULL);
}

gboolean
rensa_trainer_check_values (RensaTrainer *trainer, GError **error)
{
  RensaFiniteWatch *self = trainer->finite;
  RensaObservation *observation = trainer->observation;
  const gint64 iteration = rensa_updater_get_iteration (trainer->updater);
  GArray *last = self->awaited;

  if (!is_wanted (trainer))
    return TRUE;
  self->awaited = self->spare;
  self->spare = last;
  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    {
      const Awaited late = { rensa_observation_get_key (observation, i), iteration,
                             rensa_observation_get_late (observation, i) };

      if (late.number != NULL)
        g_array_append_val (self->awaited, late);
      else if (!look_at (trainer, late.key, rensa_observation_get_value (observation, i), iteration, error))
        return FALSE;
    }
  return look_at_awaited (trainer, last, error);
}

gboolean
rensa_trainer_check_before (RensaTrainer *trainer, GError **error)
{
  g_auto (BadParam) bad = { 0 };

  if (!trainer->stops_at_nan)
    return TRUE;
  if (!find_bad_param (trainer, &bad, error))
    return FALSE;
  if (bad.path == NULL)
    return TRUE;
  note (trainer, NULL, bad.path, NULL, NAN, 0);
  rensa_set_words (error, RENSA_ERROR_NOT_FINITE,
                   N_ ("Parameter %s contains NaN or infinite values before training (%.0f of them)"), bad.path, bad.n);
  return FALSE;
}

gboolean
rensa_trainer_check_after (RensaTrainer *trainer, GError **error)
{
  return look_at_awaited (trainer, trainer->finite->awaited, error)
         && (!trainer->stops_at_nan || rensa_trainer_check_params (trainer, NULL, error));
}

gboolean
rensa_trainer_check_params (RensaTrainer *trainer, const char *who, GError **error)
{
  g_auto (BadParam) bad = { 0 };
  g_autofree char *cause = NULL;

  if (!find_bad_param (trainer, &bad, error))
    return FALSE;
  if (bad.path == NULL)
    return TRUE;

  note (trainer, NULL, bad.path, find_loss (trainer), NAN, rensa_updater_get_iteration (trainer->updater));
  cause = explain_training (trainer, find_loss (trainer), FALSE);
  rensa_set_words (error, RENSA_ERROR_NOT_FINITE,
                   N_ ("%.0f of the values in %s of optimizer “%s” are NaN or infinite after iteration %lld: %s"),
                   bad.n, bad.path, bad.optimizer, (long long) rensa_updater_get_iteration (trainer->updater), cause);
  if (who != NULL)
    rensa_error_name (error, who);
  return FALSE;
}

void
rensa_trainer_set_stops_at_nan (RensaTrainer *trainer, gboolean stops_at_nan, const char *const *columns)
{
  trainer->stops_at_nan = stops_at_nan;
  g_strfreev (trainer->columns);
  trainer->columns = g_strdupv ((GStrv) columns);
}
