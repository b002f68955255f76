/* check-noise.c: the statistics of functions that draw at random.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "conformance.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "rensa-random.h"

#define N_DRAWS 100000
#define N_SIGMAS 4

static RensaVariable *
full (double value, RensaShape shape, GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_full (RENSA_FLOAT32, &shape, value, error);

  return rensa_variable_new_constant (array);
}

/* N_SIGMAS standard errors of a mean of so many numbers with standard deviation @std. */
static Tolerance
of_mean (double std, double n)
{
  return (Tolerance){ 0, N_SIGMAS * std / sqrt (n) };
}

static gboolean
check_fraction (Report *report, const char *what, double n_found, double n, double expected, GError **error)
{
  return check_number (report, what, n_found / n, expected, of_mean (sqrt (expected * (1 - expected)), n), error);
}

/* The mean, and the standard deviation where @json has one; its error is that of normal numbers, which is large enough for the
 * others here. */
static gboolean
check_moments (Report *report, struct json_object *json, const double *values, gint64 n, GError **error)
{
  const double mean = get_double (json, "mean", 0);
  const double std = get_double (json, "std", NAN);
  double sum = 0;
  double squares = 0;

  for (gint64 i = 0; i < n; i++)
    {
      sum += values[i];
      squares += (values[i] - mean) * (values[i] - mean);
    }
  if (isnan (std))
    return check_number (report, "the mean", sum / (double) n, mean, of_mean (sqrt (squares / (double) n), n), error);
  return check_number (report, "the mean", sum / (double) n, mean, of_mean (std, n), error)
         && check_number (report, "the standard deviation", sqrt (squares / (double) n), std, of_mean (std, 2.0 * n),
                          error);
}

static gboolean
check_range (const double *values, double low, double high, GError **error)
{
  for (int i = 0; i < N_DRAWS; i++)
    if (!(values[i] >= low - 1e-6 && values[i] <= high + 1e-6))
      {
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "a value is %g, outside of %g to %g", values[i], low,
                     high);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_dropout (Report *report, struct json_object *json, GError **error)
{
  const double kept = get_double (json, "kept_value", 0);
  g_autoptr (RensaVariable) x = full (1, RENSA_SHAPE (N_DRAWS), error);
  g_autoptr (RensaVariable) y = rensa_dropout (x, get_double (json, "ratio", 0), error);
  g_autofree double *values = y != NULL ? get_values (rensa_variable_get_array (y)) : NULL;
  double n_zeros = 0;

  for (int i = 0; values != NULL && i < N_DRAWS; i++)
    {
      n_zeros += values[i] == 0;
      if (values[i] != 0 && !check_number (report, "a kept value", values[i], kept, (Tolerance){ 1e-6, 0 }, error))
        return FALSE;
    }
  return values != NULL
         && check_fraction (report, "the fraction of zeros", n_zeros, N_DRAWS, get_double (json, "zero_fraction", 0),
                            error)
         && check_moments (report, json, values, N_DRAWS, error);
}

static gboolean
check_gaussian (Report *report, struct json_object *json, GError **error)
{
  g_autoptr (RensaVariable) mean = full (get_double (json, "mean_input", 0), RENSA_SHAPE (N_DRAWS), error);
  g_autoptr (RensaVariable) ln_var = full (get_double (json, "ln_var_input", 0), RENSA_SHAPE (N_DRAWS), error);
  g_autoptr (RensaVariable) y = rensa_gaussian (mean, ln_var, error);
  g_autofree double *values = y != NULL ? get_values (rensa_variable_get_array (y)) : NULL;

  return values != NULL && check_moments (report, json, values, N_DRAWS, error);
}

static gboolean
check_rrelu (Report *report, struct json_object *json, GError **error)
{
  g_autoptr (RensaVariable) x = full (-1, RENSA_SHAPE (N_DRAWS), error);
  g_autoptr (RensaVariable) y = rensa_rrelu (x, get_double (json, "l", 0), get_double (json, "u", 0), error);
  g_autofree double *values = y != NULL ? get_values (rensa_variable_get_array (y)) : NULL;

  return values != NULL && check_range (values, get_double (json, "low", 0), get_double (json, "high", 0), error)
         && check_moments (report, json, values, N_DRAWS, error);
}

static gboolean
check_zoneout (Report *report, struct json_object *json, GError **error)
{
  g_autoptr (RensaVariable) h = full (0, RENSA_SHAPE (N_DRAWS), error);
  g_autoptr (RensaVariable) x = full (1, RENSA_SHAPE (N_DRAWS), error);
  g_autoptr (RensaVariable) y = rensa_zoneout (h, x, NULL, get_double (json, "ratio", 0), error);
  g_autofree double *values = y != NULL ? get_values (rensa_variable_get_array (y)) : NULL;

  for (int i = 0; values != NULL && i < N_DRAWS; i++)
    if (values[i] != 0 && values[i] != 1)
      {
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "a value is %g, neither 0 nor 1", values[i]);
        return FALSE;
      }
  return values != NULL && check_moments (report, json, values, N_DRAWS, error);
}

static RensaVariable *
draw_gumbel (struct json_object *json, int n_classes, GError **error)
{
  float log_pi[8];

  g_assert_cmpint (n_classes, <=, (int) G_N_ELEMENTS (log_pi));
  for (int i = 0; i < n_classes; i++)
    log_pi[i] = (float) log (json_object_get_double (get_item (get (json, "pi"), i)));

  g_autoptr (RensaArray) row = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n_classes), log_pi, error);
  g_autoptr (RensaArray) rows = rensa_array_view_broadcast (row, &RENSA_SHAPE (N_DRAWS, n_classes));
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (rows);

  return rensa_gumbel_softmax (x, get_double (json, "tau", 1), 1, error);
}

static gboolean
check_gumbel_softmax (Report *report, struct json_object *json, GError **error)
{
  struct json_object *fractions = get (json, "argmax_fractions");
  const int n_classes = get_length (fractions);
  g_autoptr (RensaVariable) y = draw_gumbel (json, n_classes, error);
  g_autofree double *values = y != NULL ? get_values (rensa_variable_get_array (y)) : NULL;
  double n_largest[8] = { 0 };

  for (int i = 0; values != NULL && i < N_DRAWS; i++)
    {
      const double *row = values + i * n_classes;
      double sum = 0;
      int largest = 0;

      for (int j = 0; j < n_classes; j++)
        {
          sum += row[j];
          largest = row[j] > row[largest] ? j : largest;
        }
      n_largest[largest]++;
      if (!check_number (report, "the sum of a row", sum, get_double (json, "row_sum", 0), (Tolerance){ 1e-5, 0 },
                         error))
        return FALSE;
    }
  for (int j = 0; values != NULL && j < n_classes; j++)
    if (!check_fraction (report, "how often a class is the largest", n_largest[j], N_DRAWS,
                         json_object_get_double (get_item (fractions, j)), error))
      return FALSE;
  return values != NULL;
}

/* A mask for each row of the batch. */
static gboolean
check_dropconnect (Report *report, struct json_object *json, GError **error)
{
  const gint64 n_features = 50;
  const gint64 n = N_DRAWS / 10;
  g_autoptr (RensaVariable) x = full (1, RENSA_SHAPE (n, n_features), error);
  g_autoptr (RensaVariable) W = full (1, RENSA_SHAPE (1, n_features), error);
  g_autoptr (RensaVariable) y =
      rensa_simplified_dropconnect (x, W, NULL, NULL, get_double (json, "ratio", 0), TRUE, error);
  g_autofree double *values = y != NULL ? get_values (rensa_variable_get_array (y)) : NULL;

  return values != NULL && check_moments (report, json, values, n, error);
}

/* Walker's alias method: classes by their weights. */
static gboolean
check_alias (Report *report, struct json_object *json, GError **error)
{
  struct json_object *weights_json = get (json, "probs");
  const gint64 n_rows = 100;
  const gint64 n_samples = N_DRAWS / n_rows;
  const int n = get_length (weights_json);
  g_autofree double *weights = g_new (double, n);
  g_autofree double *n_drawn = g_new0 (double, n);
  double total = 0;

  for (int i = 0; i < n; i++)
    total += weights[i] = json_object_get_double (get_item (weights_json, i));

  g_autoptr (RensaArray) labels = rensa_array_zeros (RENSA_INT32, &RENSA_SHAPE (n_rows), error);
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (n), weights, error);
  g_autoptr (RensaArray) classes = rensa_draw_classes (labels, array, 1, n_samples, error);
  g_autofree double *values = classes != NULL ? get_values (classes) : NULL;

  for (gint64 i = 0; values != NULL && i < n_rows; i++)
    for (gint64 j = 1; j <= n_samples; j++)
      n_drawn[(int) values[i * (1 + n_samples) + j]]++;
  for (int i = 0; values != NULL && i < n; i++)
    if (!check_fraction (report, "how often a class is drawn", n_drawn[i], N_DRAWS, weights[i] / total, error))
      return FALSE;
  return values != NULL;
}

static CheckFunc
find_check (const char *function)
{
  static const struct
  {
    const char *function;
    CheckFunc check;
  } checks[] = {
    { "dropout", check_dropout },
    { "gaussian", check_gaussian },
    { "gumbel_softmax", check_gumbel_softmax },
    { "rrelu", check_rrelu },
    { "simplified_dropconnect", check_dropconnect },
    { "zoneout", check_zoneout },
  };

  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (g_str_equal (checks[i].function, function))
      return checks[i].check;
  return NULL;
}

static gboolean
check_function (Report *report, struct json_object *json, GError **error)
{
  const CheckFunc check = find_check (get_string (json, "function"));

  if (check == NULL)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "no check knows %s", get_string (json, "function"));
      return FALSE;
    }

  *rensa_random_get_default () = rensa_random_init (1, 0);
  return check (report, json, error);
}

void
check_noise (Report *report, struct json_object *json)
{
  struct json_object *functions = get (json, "random_functions");

  for (int i = 0; i < get_length (functions); i++)
    {
      struct json_object *function = get_item (functions, i);
      g_autofree char *label = g_strdup_printf ("statistics of %s", get_string (function, "function"));
      g_autoptr (GError) error = NULL;

      report_single (report, "behaviour", label, check_function (report, function, &error), &error);
    }
  report_list (report, "behaviour", "WalkerAlias", get (json, "walker_alias"), check_alias);
}
