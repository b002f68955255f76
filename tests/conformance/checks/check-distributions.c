/* check-distributions.c: members of distributions with their gradients, and what their samples are like.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "arrays.h"
#include "gradient-cases.h"
#include "rensa-distributions.h"
#include "rensa-error.h"
#include "rensa-primitives.h"

/* Where Chainer does not do what it promises: what it gave and what is right. */
static const struct
{
  const char *distribution;
  const char *member;
  const char *note;
  const char *reason;
} defects[] = {
  { "Exponential", "cdf", "x lies outside the support", "Chainer gives negative chances below 0" },
};

static const RensaDistributionClass *
find_class (const char *name, GError **error)
{
  return (const RensaDistributionClass *) rensa_registry_find (RENSA_COMPONENT_DISTRIBUTION, name, error);
}

/* Takes the parameters from the inputs called @prefix and their names. */
static RensaDistribution *
new_plain (Case *self, const char *name, const char *prefix, GError **error)
{
  const RensaDistributionClass *class = find_class (name, error);
  struct json_object *json = get (self->json, "attrs");
  g_autoptr (RensaAttrs) attrs = NULL;
  RensaVariable *params[RENSA_DISTRIBUTION_MAX_PARAMS] = { NULL };

  if (class == NULL)
    return NULL;
  attrs = rensa_attrs_new (RENSA_COMPONENT (class));
  if (get (json, "binary_check") != NULL
      && !rensa_attrs_set_json (attrs, "binary_check", get (json, "binary_check"), error))
    return NULL;
  for (guint k = 0; k < class->n_params; k++)
    {
      g_autofree char *wanted = g_strconcat (prefix, class->params[k].name, NULL);

      for (int i = 0; i < self->n_named; i++)
        if (g_str_equal (case_get_input_name (self, i), wanted))
          params[k] = self->named[i];
    }
  return rensa_distribution_new (class, params, rensa_attrs_get_values (attrs), error);
}

static RensaDistribution *
new_distribution (Case *self, const char *prefix, GError **error)
{
  struct json_object *attrs = get (self->json, "attrs");
  const char *inner = get_string (attrs, "distribution");
  g_autoptr (RensaDistribution) plain = new_plain (self, inner != NULL ? inner : self->data, prefix, error);
  struct json_object *n_axes = get (attrs, "reinterpreted_batch_ndims");

  if (inner == NULL)
    return g_steal_pointer (&plain);
  return rensa_independent_distribution_new (plain, n_axes != NULL ? json_object_get_int64 (n_axes) : RENSA_INT_NONE,
                                             error);
}

static gboolean
check_shape (const char *what, const RensaShape *got, struct json_object *want, GError **error)
{
  if (want == NULL)
    return TRUE;
  if (!check_int (what, got->ndim, get_length (want), error))
    return FALSE;
  for (int i = 0; i < got->ndim; i++)
    if (!check_int (what, got->dims[i], json_object_get_int64 (get_item (want, i)), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_facts (Case *self, RensaDistribution *distribution, GError **error)
{
  const char *support = get_string (self->json, "support");
  const char *found = rensa_distribution_get_support (distribution);

  if (support != NULL && g_strcmp0 (support, found) != 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "the support is %s, expected %s", found, support);
      return FALSE;
    }
  return check_shape ("the batch shape", rensa_distribution_get_batch_shape (distribution),
                      get (self->json, "batch_shape"), error)
         && check_shape ("the event shape", rensa_distribution_get_event_shape (distribution),
                         get (self->json, "event_shape"), error);
}

static gboolean
compute_pair (Case *self, GError **error)
{
  g_autoptr (RensaDistribution) p = new_distribution (self, "p_", error);
  g_autoptr (RensaDistribution) q = p != NULL ? new_distribution (self, "q_", error) : NULL;

  self->outputs[0] = rensa_kl_divergence (p, q, error);
  return self->outputs[0] != NULL;
}

static gboolean
compute (Case *self, GError **error)
{
  const char *member = get_string (self->json, "member");
  g_autoptr (RensaDistribution) distribution = NULL;
  RensaVariable *x = NULL;

  self->n_outputs = 1;
  if (g_str_equal (member, "kl_divergence"))
    return compute_pair (self, error);
  distribution = new_distribution (self, "", error);
  if (distribution == NULL || !check_facts (self, distribution, error))
    return FALSE;
  if (rensa_distribution_member_takes_value (member))
    x = self->named[self->n_named - 1];
  self->outputs[0] = rensa_distribution_compute (distribution, member, x, error);
  return self->outputs[0] != NULL;
}

/* What is wrong in Chainer, if this case is about it. */
static const char *
find_defect (const char *distribution, struct json_object *json)
{
  const char *note = get_string (json, "note");

  for (guint i = 0; i < G_N_ELEMENTS (defects) && note != NULL; i++)
    if (g_str_equal (defects[i].distribution, distribution)
        && g_str_equal (defects[i].member, get_string (json, "member")) && strstr (note, defects[i].note) != NULL)
      return defects[i].reason;
  return NULL;
}

static void
check_distribution (Report *report, const char *name, CaseFile *file)
{
  struct json_object *cases = get (file->json, "cases");
  const char *distribution = get_string (file->json, "distribution");

  if (distribution == NULL)
    return;
  report_begin (report, "distribution", name);
  for (int i = 0; i < get_length (cases); i++)
    if (find_defect (distribution, get_item (cases, i)) == NULL)
      case_report (&(Case){
          .report = report, .file = file, .json = get_item (cases, i), .compute = compute, .data = distribution });
  report_end (report);
}

/* Samples */

static void
append_numbers (GArray *numbers, struct json_object *json)
{
  const double number = json_object_get_double (json);

  if (!json_object_is_type (json, json_type_array))
    g_array_append_val (numbers, number);
  for (int i = 0; json_object_is_type (json, json_type_array) && i < get_length (json); i++)
    append_numbers (numbers, get_item (json, i));
}

static GArray *
read_numbers (struct json_object *json)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (double));

  if (json != NULL)
    append_numbers (numbers, json);
  return numbers;
}

static double
get_number (GArray *numbers, int i)
{
  return g_array_index (numbers, double, i);
}

static RensaVariable *
read_param (struct json_object *json, RensaDtype dtype)
{
  g_autoptr (GArray) numbers = read_numbers (json);
  g_autoptr (RensaArray) wide = NULL;
  g_autoptr (RensaArray) array = NULL;
  RensaShape shape = { .ndim = 0 };

  for (struct json_object *at = json; json_object_is_type (at, json_type_array); at = get_item (at, 0))
    shape.dims[shape.ndim++] = get_length (at);
  wide = rensa_array_new_from_host (RENSA_FLOAT64, &shape, numbers->data, NULL);
  array = rensa_array_cast (wide, dtype, NULL);
  return rensa_variable_new (array);
}

/* From the parameters that the JSON holds; they are what the samples depend on. */
static RensaDistribution *
read_distribution (struct json_object *json, RensaVariable **params, GError **error)
{
  const char *inner = get_string (get (json, "attrs"), "distribution");
  const RensaDistributionClass *class = find_class (inner != NULL ? inner : get_string (json, "distribution"), error);
  const gboolean wide = get (json, "dtype_for_float32_parameters") == NULL;
  g_autoptr (RensaDistribution) plain = NULL;

  if (class == NULL)
    return NULL;
  for (guint i = 0; i < class->n_params; i++)
    {
      struct json_object *values = get (get (json, "parameters"), class->params[i].name);

      params[i] = values != NULL ? read_param (values, wide ? RENSA_FLOAT64 : RENSA_FLOAT32) : NULL;
    }
  plain = rensa_distribution_new (class, params, NULL, error);
  return inner != NULL ? rensa_independent_distribution_new (plain, RENSA_INT_NONE, error) : g_steal_pointer (&plain);
}

static gboolean
check_sample_shapes (RensaDistribution *distribution, struct json_object *json, GError **error)
{
  static const struct
  {
    const char *name;
    RensaShape shape;
  } shapes[] = { { "()", { 0 } }, { "(2, 3)", { 2, { 2, 3 } } }, { "4", { 1, { 4 } } } };
  const char *dtype = get_string (json, "dtype_for_float32_parameters");

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (RensaVariable) sample = rensa_distribution_sample (distribution, &shapes[i].shape, NULL, error);
      RensaType type;

      if (sample == NULL)
        return FALSE;
      type = rensa_variable_get_type (sample);
      if (!check_shape ("the shape of a sample", &type.shape, get (get (json, "shape_of_sample"), shapes[i].name),
                        error)
          || !check_int ("whether samples depend on parameters", rensa_variable_get_requires_grad (sample),
                         get_boolean (json, "differentiable"), error))
        return FALSE;
      if (dtype != NULL && !g_str_equal (dtype, rensa_dtype_get_name (type.dtype)))
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "samples are %s, expected %s",
                       rensa_dtype_get_name (type.dtype), dtype);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_near (Report *report, const char *what, double got, GArray *want, GArray *allowed, int i, GError **error)
{
  return check_number (report, what, got, get_number (want, i), (Tolerance){ 0, get_number (allowed, i) }, error);
}

/* Mean and variance of column @i. */
static gboolean
check_moments (Report *report, struct json_object *json, const double *values, gint64 n, int n_columns, int i,
               GError **error)
{
  g_autoptr (GArray) means = read_numbers (get (json, "mean"));
  g_autoptr (GArray) mean_atol = read_numbers (get (json, "mean_atol"));
  g_autoptr (GArray) variances = read_numbers (get (json, "variance"));
  g_autoptr (GArray) variance_atol = read_numbers (get (json, "variance_atol"));
  double sum = 0;
  double squares = 0;

  if (means->len == 0)
    return TRUE;
  for (gint64 k = 0; k < n; k++)
    sum += values[k * n_columns + i];
  for (gint64 k = 0; k < n; k++)
    squares += (values[k * n_columns + i] - sum / (double) n) * (values[k * n_columns + i] - sum / (double) n);
  return check_near (report, "the mean", sum / (double) n, means, mean_atol, i, error)
         && check_near (report, "the variance", squares / (double) n, variances, variance_atol, i, error);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

/* For those without moments. */
static gboolean
check_quantiles (Report *report, struct json_object *json, const double *values, gint64 n, int n_columns, int i,
                 GError **error)
{
  g_autoptr (GArray) at = read_numbers (get (json, "quantiles"));
  g_autoptr (GArray) want = read_numbers (get (json, "values_at_quantiles"));
  g_autoptr (GArray) allowed = read_numbers (get (json, "quantile_atol"));
  g_autofree double *sorted = g_new (double, n);

  for (gint64 k = 0; k < n; k++)
    sorted[k] = values[k * n_columns + i];
  qsort (sorted, (size_t) n, sizeof *sorted, compare_doubles);
  for (guint q = 0; q < at->len; q++)
    if (!check_near (report, "a quantile", sorted[(gint64) (get_number (at, (int) q) * (double) n)], want, allowed,
                     (int) q * n_columns + i, error))
      return FALSE;
  return TRUE;
}

/* How often each class comes. */
static gboolean
check_fractions (Report *report, struct json_object *json, const double *values, gint64 n, int n_columns, int i,
                 GError **error)
{
  struct json_object *fractions = get (json, "fractions");
  struct json_object *row = fractions != NULL ? get_item (fractions, i) : NULL;

  for (int c = 0; c < get_length (row); c++)
    {
      const double expected = json_object_get_double (get_item (row, c));
      gint64 n_drawn = 0;

      for (gint64 k = 0; k < n; k++)
        n_drawn += values[k * n_columns + i] == c;
      if (!check_number (report, "how often a class is drawn", (double) n_drawn / (double) n, expected,
                         (Tolerance){ 0, 6 * sqrt (expected * (1 - expected) / (double) n) }, error))
        return FALSE;
    }
  return TRUE;
}

/* "whole numbers", "rows sum to one" */
static gboolean
check_values_of (Report *report, struct json_object *json, const double *values, gint64 n, int n_columns,
                 GError **error)
{
  const char *what = get_string (json, "values");
  const gboolean whole = g_strcmp0 (what, "whole numbers") == 0;
  struct json_object *shape = get (get (json, "shape_of_sample"), "()");
  const int width = (int) json_object_get_int64 (get_item (shape, get_length (shape) - 1));

  for (gint64 k = 0; what != NULL && k < n * n_columns; k += whole ? 1 : width)
    {
      double sum = 0;

      for (int j = 0; !whole && j < width; j++)
        sum += values[k + j];
      if (whole ? !check_number (report, "a sample", values[k], floor (values[k]), (Tolerance){ 0, 0 }, error)
                : !check_number (report, "the sum of a row", sum, 1, (Tolerance){ 0, 1e-5 }, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_samples (Report *report, RensaDistribution *distribution, struct json_object *json, GError **error)
{
  const gint64 n = get_int (json, "samples");
  RensaRandom random = rensa_random_init (7, 3);
  g_autoptr (RensaVariable) sample = rensa_distribution_sample (distribution, &RENSA_SHAPE (n), &random, error);
  g_autofree double *values = sample != NULL ? get_values (rensa_variable_get_array (sample)) : NULL;
  const int n_columns = values != NULL ? (int) (rensa_array_get_count (rensa_variable_get_array (sample)) / n) : 0;

  for (int i = 0; i < n_columns; i++)
    if (!check_moments (report, json, values, n, n_columns, i, error)
        || !check_quantiles (report, json, values, n, n_columns, i, error)
        || !check_fractions (report, json, values, n, n_columns, i, error))
      return FALSE;
  return values != NULL && check_values_of (report, json, values, n, n_columns, error);
}

static void
check_sampling (Report *report, struct json_object *json)
{
  g_autofree char *label = g_strdup_printf ("samples of %s", get_string (json, "distribution"));
  g_autoptr (GError) error = NULL;
  RensaVariable *params[RENSA_DISTRIBUTION_MAX_PARAMS] = { NULL };
  g_autoptr (RensaDistribution) distribution = read_distribution (json, params, &error);

  report_begin (report, "distribution", label);
  report_case (report, "shapes", distribution != NULL && check_sample_shapes (distribution, json, &error), &error);
  report_case (report, "statistics", distribution != NULL && check_samples (report, distribution, json, &error),
               &error);
  report_end (report);
  rensa_variables_clear (params, RENSA_DISTRIBUTION_MAX_PARAMS);
}

void
check_distributions (Report *report, const char *dir)
{
  g_autofree char *folder = g_build_filename (dir, "distributions", NULL);
  struct json_object *list;
  CaseFile file;

  foreach_case_file (report, dir, "distributions", check_distribution);
  if (!case_file_open (&file, folder, "sampling"))
    return;
  list = get (file.json, "distributions");
  for (int i = 0; i < get_length (list); i++)
    check_sampling (report, get_item (list, i));
  case_file_close (&file);
}
