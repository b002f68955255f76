/* check-caffe.c: nets of Caffe, with what Chainer makes of them.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "conformance.h"
#include "models.h"
#include "rensa-caffe-function.h"
#include "rensa-error.h"
#include "rensa-modes.h"

#define MAX_OUTPUTS 64

static char *
dup_path (CaseFile *file, const char *name)
{
  return g_build_filename (file->dir, name, NULL);
}

/* A list of texts. */
static gboolean
check_names (const char *what, const char *const *got, struct json_object *want, GError **error)
{
  if (!check_int (what, g_strv_length ((char **) got), get_length (want), error))
    return FALSE;
  for (int i = 0; i < get_length (want); i++)
    if (!g_str_equal (got[i], json_object_get_string (get_item (want, i))))
      {
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s %d is %s, expected %s", what, i, got[i],
                     json_object_get_string (get_item (want, i)));
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_order (RensaLink *net, struct json_object *order, GError **error)
{
  if (order == NULL)
    return TRUE;
  if (!check_int ("the number of layers", rensa_caffe_function_get_n_layers (net), get_length (order), error))
    return FALSE;
  for (int i = 0; i < get_length (order); i++)
    {
      struct json_object *want = get_item (order, i);
      const char *const *bottoms;
      const char *const *tops;
      const char *name = rensa_caffe_function_get_layer (net, (guint) i, &bottoms, &tops);
      const char *names[] = { name, NULL };
      struct json_object *first = json_object_new_array ();
      gboolean ok;

      json_object_array_add (first, json_object_get (get_item (want, 0)));
      ok = check_names ("layer", names, first, error) && check_names (name, bottoms, get_item (want, 1), error)
           && check_names (name, tops, get_item (want, 2), error);
      json_object_put (first);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  struct json_object *wanted; /* [path, shape] */
  int n;
} Params;

static gboolean
check_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  Params *params = data;
  struct json_object *want = get_item (params->wanted, params->n++);
  const RensaShape shape = rensa_variable_get_type (param).shape;

  if (want == NULL || !g_str_equal (path, json_object_get_string (get_item (want, 0)))
      || !check_int (path, shape.ndim, get_length (get_item (want, 1)), error))
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "parameter %d is %s", params->n - 1, path);
      return FALSE;
    }
  for (int axis = 0; axis < shape.ndim; axis++)
    if (!check_int (path, shape.dims[axis], json_object_get_int64 (get_item (get_item (want, 1), axis)), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_params (RensaLink *net, struct json_object *wanted, GError **error)
{
  Params params = { .wanted = wanted };

  return wanted == NULL
         || (rensa_link_foreach_param (net, check_param, &params, error)
             && check_int ("the number of parameters", params.n, get_length (wanted), error));
}

/* What the file has as "x" is called "data" by the net. */
static gboolean
take_inputs (CaseFile *file, const char *names[3], RensaVariable *values[2], GError **error)
{
  static const char *const keys[][2] = { { "x", "data" }, { "label", "label" } };
  int n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (RensaArray) array = NULL;

      if (get (get (file->json, "io_keys"), keys[i][0]) == NULL)
        continue;
      array = case_array_named (file, keys[i][0], error);
      if (array == NULL)
        return FALSE;
      names[n] = keys[i][1];
      values[n++] = rensa_variable_new (array);
    }
  names[n] = NULL;
  return TRUE;
}

/* Every "y.NAME" is asked for in one call. */
static int
list_outputs (CaseFile *file, const char *names[MAX_OUTPUTS])
{
  int n = 0;

  json_object_object_foreach (get (file->json, "io_keys"), key, shape)
  {
    if (g_str_has_prefix (key, "y.") && shape != NULL && n < MAX_OUTPUTS - 1)
      names[n++] = key + strlen ("y.");
  }
  names[n] = NULL;
  return n;
}

static gboolean
check_grads (Report *report, CaseFile *file, RensaLink *net, GError **error)
{
  json_object_object_foreach (get (file->json, "io_keys"), key, shape)
  {
    if (g_str_has_prefix (key, "grad.") && shape != NULL)
      {
        g_autofree char *path = g_strdelimit (g_strdup (key + strlen ("grad")), ".", '/');
        g_autoptr (RensaArray) want = case_array_named (file, key, error);

        if (want == NULL
            || !check_array (report, key, rensa_variable_get_grad (model_find_param (net, path)), want,
                             get_tolerance (file->json), error))
          return FALSE;
      }
  }
  return TRUE;
}

static gboolean
check_results (Report *report, CaseFile *file, RensaLink *net, const char *const *names, RensaVariable *const *results,
               GError **error)
{
  for (int i = 0; names[i] != NULL; i++)
    {
      g_autofree char *key = g_strconcat ("y.", names[i], NULL);
      g_autoptr (RensaArray) want = case_array_named (file, key, error);

      if (want == NULL
          || !check_array (report, key, rensa_variable_get_array (results[i]), want, get_tolerance (file->json), error))
        return FALSE;
      if (g_str_equal (names[i], "loss")
          && (!rensa_variable_backward (results[i], NULL, error) || !check_grads (report, file, net, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_call (Report *report, CaseFile *file, RensaLink *net, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  const char *names[3];
  const char *wanted[MAX_OUTPUTS];
  RensaVariable *values[2] = { NULL };
  RensaVariable *results[MAX_OUTPUTS] = { NULL };
  const int n = list_outputs (file, wanted);
  gboolean ok;

  rensa_modes_get ()->train = FALSE;
  ok = take_inputs (file, names, values, error)
       && rensa_caffe_function_call (net, names, values, wanted, NULL, results, error)
       && check_results (report, file, net, wanted, results, error);
  rensa_variables_clear (values, 2);
  rensa_variables_clear (results, n);
  return ok;
}

static void
check_refused (Report *report, CaseFile *file)
{
  struct json_object *list = get (file->json, "refused");

  for (int i = 0; i < get_length (list); i++)
    {
      const char *name = get_string (get_item (list, i), "file");
      g_autofree char *path = dup_path (file, name);
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaLink) net = rensa_caffe_function_new (path, &error);
      const gboolean ok = net == NULL && g_error_matches (error, RENSA_ERROR, RENSA_ERROR_FORMAT);

      if (ok)
        g_clear_error (&error);
      report_case (report, name, ok, &error);
    }
}

void
check_caffe (Report *report, CaseFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr (RensaLink) net = NULL;
  g_autoptr (RensaLink) copy = NULL;

  if (get (file->json, "refused") != NULL)
    {
      check_refused (report, file);
      return;
    }
  path = dup_path (file, get_string (file->json, "file"));
  net = rensa_caffe_function_new (path, &error);
  report_case (report, "load", net != NULL, &error);
  if (net == NULL)
    return;
  case_file_set_arrays (file, get_string (file->json, "io"));
  report_case (report, "layers", check_order (net, get (file->json, "run_order"), &error), &error);
  report_case (report, "parameters", check_params (net, get (file->json, "params"), &error), &error);
  report_case (report, "outputs", check_call (report, file, net, &error), &error);
  copy = rensa_link_copy (net, RENSA_COPY_COPY, &error);
  report_case (report, "copy", copy != NULL && check_call (report, file, copy, &error), &error);
}
