/* check-initializers.c: first values, exactly or by their statistics.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "conformance.h"
#include "rensa-error.h"
#include "rensa-initializer.h"

/* A correct generator leaves four standard errors once in 16,000 draws, and the seed is fixed. */
#define N_SIGMAS 4
#define N_FILLS 20

static gboolean
read_shape (struct json_object *list, RensaShape *shape, GError **error)
{
  if (get_length (list) > RENSA_MAX_NDIM)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "too many axes");
      return FALSE;
    }

  *shape = (RensaShape){ .ndim = get_length (list) };
  for (int i = 0; i < shape->ndim; i++)
    shape->dims[i] = json_object_get_int64 (get_item (list, i));
  return TRUE;
}

/* A filled array of the case's shape, float32 where it names no dtype. */
static RensaArray *
fill (struct json_object *json, RensaAttrs *initializer, GError **error)
{
  const char *dtype_name = get_string (json, "dtype");
  g_autoptr (RensaArray) array = NULL;
  RensaDtype dtype = RENSA_FLOAT32;
  RensaShape shape;

  if ((dtype_name != NULL && !rensa_dtype_from_name (dtype_name, &dtype, error))
      || !read_shape (get (json, "shape"), &shape, error))
    return NULL;

  array = rensa_array_new (dtype, &shape, error);
  if (array == NULL || !rensa_initializer_fill (initializer, array, error))
    return NULL;
  return g_steal_pointer (&array);
}

static gboolean
check_exact (Report *report, struct json_object *json, RensaAttrs *initializer, GError **error)
{
  g_autoptr (RensaArray) array = fill (json, initializer, error);

  return array != NULL
         && check_values (report, "the array", array, get (json, "values"), (Tolerance){ 1e-6, 0 }, error);
}

typedef struct
{
  double n;
  double sum;
  double sum_square;
  double low;
  double high;
} Moments;

static gboolean
add_moments (Moments *moments, struct json_object *json, RensaAttrs *initializer, GError **error)
{
  g_autoptr (RensaArray) array = fill (json, initializer, error);
  g_autofree double *values = array != NULL ? get_values (array) : NULL;

  if (array == NULL)
    return FALSE;
  for (gint64 i = 0; i < rensa_array_get_count (array); i++)
    {
      moments->n++;
      moments->sum += values[i];
      moments->sum_square += values[i] * values[i];
      moments->low = MIN (moments->low, values[i]);
      moments->high = MAX (moments->high, values[i]);
    }
  return TRUE;
}

/* The spread of a uniform distribution shows better than that of a normal one: its kurtosis is 1.8, not 3. */
static gboolean
check_moments (Report *report, struct json_object *json, const Moments *moments, GError **error)
{
  const gboolean uniform = g_str_equal (get_string (json, "distribution"), "uniform");
  const double std = get_double (json, "std", 0);
  const double mean = moments->sum / moments->n;
  const double std_error = std * sqrt ((uniform ? 0.8 : 2) / (4 * moments->n));
  const Tolerance mean_tolerance = { 0, N_SIGMAS * std / sqrt (moments->n) };
  const Tolerance std_tolerance = { 0, N_SIGMAS * std_error };
  /* Some values come close to the ends, and none goes beyond but for rounding. */
  const Tolerance end_tolerance = { 2e-3, 0 };

  if (!check_number (report, "the mean", mean, get_double (json, "mean", 0), mean_tolerance, error)
      || !check_number (report, "the deviation", sqrt (moments->sum_square / moments->n - mean * mean), std,
                        std_tolerance, error))
    return FALSE;
  return !uniform
         || (check_number (report, "the smallest value", moments->low, get_double (json, "low", 0), end_tolerance,
                           error)
             && check_number (report, "the largest value", moments->high, get_double (json, "high", 0), end_tolerance,
                              error));
}

static gboolean
check_random (Report *report, struct json_object *json, RensaAttrs *initializer, GError **error)
{
  Moments moments = { .low = INFINITY, .high = -INFINITY };

  *rensa_random_get_default () = rensa_random_init (1, 0);
  for (int i = 0; i < N_FILLS; i++)
    {
      if (!add_moments (&moments, json, initializer, error))
        return FALSE;
    }
  return check_moments (report, json, &moments, error);
}

/* The product of vectors @i and @j of @values, rows of @n numbers or the columns where there are fewer of them. */
static double
multiply_vectors (const double *values, gint64 n_rows, gint64 n, gint64 i, gint64 j)
{
  double sum = 0;

  if (n_rows > n)
    for (gint64 k = 0; k < n_rows; k++)
      sum += values[k * n + i] * values[k * n + j];
  else
    for (gint64 k = 0; k < n; k++)
      sum += values[i * n + k] * values[j * n + k];
  return sum;
}

/* They are at right angles and of one length. */
static gboolean
check_orthogonal (Report *report, struct json_object *json, RensaAttrs *initializer, GError **error)
{
  g_autoptr (RensaArray) array = fill (json, initializer, error);
  g_autofree double *values = array != NULL ? get_values (array) : NULL;
  const gint64 n_rows = array != NULL ? rensa_array_get_dim (array, 0) : 0;
  const gint64 n = array != NULL ? rensa_array_get_count (array) / n_rows : 0;
  const Tolerance tolerance = { 1e-6, 1e-6 };

  if (get (json, "error") != NULL)
    {
      g_clear_error (error);
      return array == NULL;
    }
  if (array == NULL)
    return FALSE;
  for (gint64 i = 0; i < MIN (n_rows, n); i++)
    for (gint64 j = 0; j <= i; j++)
      if (!check_number (report, "a product", multiply_vectors (values, n_rows, n, i, j),
                         i == j ? get_double (json, "gram_diagonal", 0) : 0, tolerance, error))
        return FALSE;
  return TRUE;
}

/* Its cases are not named, being all of one. */
static void
run_orthogonal (Report *report, struct json_object *list)
{
  report_begin (report, "initializer", "Orthogonal");
  for (int i = 0; i < get_length (list); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) attrs = make_attrs (RENSA_COMPONENT_INITIALIZER, "Orthogonal", get (json, "args"), &error);
      g_autofree char *id = g_strdup_printf ("%s %s", get_string (json, "args"), get_string (json, "shape"));

      report_case (report, id, attrs != NULL && check_orthogonal (report, json, attrs, &error), &error);
    }
  report_end (report);
}

typedef gboolean (*FillCheck) (Report *report, struct json_object *json, RensaAttrs *initializer, GError **error);

/* The cases of the list from @start on that name the same initializer; returns the first that does not. */
static int
run_entry (Report *report, struct json_object *list, int start, FillCheck check)
{
  const char *name = get_string (get_item (list, start), "initializer");
  const gboolean known = rensa_registry_find (RENSA_COMPONENT_INITIALIZER, name, NULL) != NULL;
  int i;

  if (known)
    report_begin (report, "initializer", name);
  else
    report_skip (report, "initializer", name, "not implemented");
  for (i = start; i < get_length (list) && g_str_equal (get_string (get_item (list, i), "initializer"), name); i++)
    {
      struct json_object *json = get_item (list, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) attrs =
          known ? make_attrs (RENSA_COMPONENT_INITIALIZER, name, get (json, "args"), &error) : NULL;
      g_autofree char *id = g_strdup_printf ("%s %s", get_string (json, "args"), get_string (json, "shape"));

      if (known)
        report_case (report, id, attrs != NULL && check (report, json, attrs, &error), &error);
    }
  if (known)
    report_end (report);
  return i;
}

static void
run_all (Report *report, struct json_object *list, FillCheck check)
{
  for (int start = 0; start < get_length (list);)
    start = run_entry (report, list, start, check);
}

void
check_initializers (Report *report, const char *dir)
{
  CaseFile file;

  if (!case_file_open (&file, dir, "initializers"))
    return;

  run_all (report, get (file.json, "exact"), check_exact);
  run_all (report, get (file.json, "random"), check_random);
  run_orthogonal (report, get (file.json, "orthogonal"));
  case_file_close (&file);
}
