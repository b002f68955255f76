/* check-functions.c: functions, their gradients and the gradients of those.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "conformance.h"
#include "rensa-error.h"
#include "rensa-function.h"
#include "rensa-modes.h"

#define MAX_VARIABLES 128

/* One case while it runs. */
typedef struct
{
  Report *report;
  CaseFile *file;
  struct json_object *json;
  const RensaFunctionClass *class;
  RensaAttrs *attrs;
  int n_inputs;
  RensaVariable *inputs[MAX_VARIABLES];
  int input_of[MAX_VARIABLES]; /* place among the inputs of the i-th name in the case */
  int n_named;
  int n_outputs;
  RensaVariable *outputs[MAX_VARIABLES];
} Case;

/* Whether the case calls an array "xs.1" or "ws.0.2", which is in the list "xs*" or "ws*", or by the name of the input. */
static gboolean
is_named (const RensaInputSpec *spec, const char *name)
{
  const gsize length = strlen (spec->name);

  if (strncmp (spec->name, name, length) != 0)
    return FALSE;
  return name[length] == '\0' || (spec->list && name[length] == '.');
}

/* Where each named array stands in the call: in the order of the declared inputs, those of a list in the order in which they
 * are named. An optional input that is not named leaves its place empty. */
static gboolean
find_places (Case *self, struct json_object *names, GError **error)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_function_get_input_specs (self->class, specs);
  int place = 0;
  int n_found = 0;

  for (int k = 0; k < n; k++)
    {
      const int start = place;

      for (int i = 0; i < self->n_named; i++)
        {
          const char *name = json_object_get_string (json_object_array_get_idx (names, (gsize) i));

          /* The reference names the operand of a method "self" or "a"; a function of one array means that. */
          if (!is_named (&specs[k], name) && !(n == 1 && !specs[0].list && self->n_named == 1))
            continue;
          self->input_of[i] = place++;
          n_found++;
        }
      if (place == start && !specs[k].list)
        place++;
    }
  if (n_found == self->n_named)
    return TRUE;
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "the case names %d inputs, the function knows %d of them",
               self->n_named, n_found);
  return FALSE;
}

static gboolean
load_inputs (Case *self, GError **error)
{
  struct json_object *keys = get (self->json, "inputs");
  struct json_object *names = get (self->json, "input_names");

  self->n_named = (int) json_object_array_length (keys);
  g_assert_cmpint (self->n_named, <=, MAX_VARIABLES);
  if (!find_places (self, names, error))
    return FALSE;
  for (int i = 0; i < self->n_named; i++)
    {
      const int place = self->input_of[i];
      g_autoptr (RensaArray) array = case_array (self->file, json_object_array_get_idx (keys, (gsize) i), error);

      if (array == NULL)
        return FALSE;
      self->inputs[place] = rensa_variable_new (array);
      self->n_inputs = MAX (self->n_inputs, place + 1);
    }
  return TRUE;
}

static gboolean
load_attrs (Case *self, GError **error)
{
  self->attrs = rensa_attrs_new (RENSA_COMPONENT (self->class));
  json_object_object_foreach (get (self->json, "attrs"), name, value)
  {
    if (!rensa_attrs_set_json (self->attrs, name, value, error))
      return FALSE;
  }
  return rensa_attrs_check_complete (self->attrs, error);
}

static gboolean
check_outputs (Case *self, Tolerance tolerance, GError **error)
{
  struct json_object *keys = get (self->json, "outputs");
  const int n = (int) json_object_array_length (keys);

  if (self->n_outputs != n)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%d outputs, expected %d", self->n_outputs, n);
      return FALSE;
    }
  for (int i = 0; i < n; i++)
    {
      g_autofree char *what = g_strdup_printf ("output %d", i);
      g_autoptr (RensaArray) want = case_array (self->file, json_object_array_get_idx (keys, (gsize) i), error);

      if (want == NULL
          || !check_array (self->report, what, rensa_variable_get_array (self->outputs[i]), want, tolerance, error))
        return FALSE;
    }
  return TRUE;
}

static RensaVariable *
find_input (Case *self, const char *name)
{
  struct json_object *names = get (self->json, "input_names");

  for (int i = 0; i < self->n_named; i++)
    if (g_str_equal (json_object_get_string (json_object_array_get_idx (names, (gsize) i)), name))
      return self->inputs[self->input_of[i]];
  g_return_val_if_reached (NULL);
}

/* Inputs that the function changes in place. */
static gboolean
check_updated (Case *self, Tolerance tolerance, GError **error)
{
  struct json_object *updated = get (self->json, "updated");

  for (gsize i = 0; updated != NULL && i < json_object_array_length (updated); i++)
    {
      struct json_object *entry = json_object_array_get_idx (updated, i);
      const char *name = get_string (entry, "input");
      g_autoptr (RensaArray) want = case_array (self->file, get (entry, "key"), error);
      RensaVariable *input = find_input (self, name);

      if (want == NULL || !check_array (self->report, name, rensa_variable_get_array (input), want, tolerance, error))
        return FALSE;
    }
  return TRUE;
}

/* Loads the arrays named by the member @key into variables; null gives NULL.  Returns how many; -1 with an error. */
static int
load_variables (Case *self, struct json_object *holder, const char *key, RensaVariable **variables, GError **error)
{
  struct json_object *keys = get (holder, key);
  const int n = keys != NULL ? (int) json_object_array_length (keys) : 0;

  for (int i = 0; i < n; i++)
    {
      struct json_object *name = json_object_array_get_idx (keys, (gsize) i);
      g_autoptr (RensaArray) array = case_array (self->file, name, error);

      if (name != NULL && array == NULL)
        return -1;
      variables[i] = array != NULL ? rensa_variable_new (array) : NULL;
    }
  return n;
}

static void
clear_all (RensaVariable **variables, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&variables[i], rensa_variable_unref);
}

/* Compares gradients with the arrays that the member @key of @holder names, in order; null asks for nothing. */
static gboolean
check_grads (Case *self, struct json_object *holder, const char *key, RensaVariable *const *grads, Tolerance tolerance,
             GError **error)
{
  struct json_object *keys = get (holder, key);

  for (gsize i = 0; keys != NULL && i < json_object_array_length (keys); i++)
    {
      struct json_object *name = json_object_array_get_idx (keys, i);
      g_autofree char *what = g_strdup_printf ("%s %d%s", key, (int) i, holder == self->json ? "" : " of second order");
      g_autoptr (RensaArray) want = case_array (self->file, name, error);

      if (name == NULL)
        continue;
      if (want == NULL
          || !check_array (self->report, what, grads[i] != NULL ? rensa_variable_get_array (grads[i]) : NULL, want,
                           tolerance, error))
        return FALSE;
    }
  return TRUE;
}

/* Σ gx · ggx differentiated with respect to the inputs and the upstream gradients. */
static gboolean
check_second_order (Case *self, RensaVariable *const *gxs, RensaVariable *const *xs, RensaVariable *const *gys,
                    GError **error)
{
  struct json_object *second = get (self->json, "second_order");
  const Tolerance tolerance = get_tolerance (second);
  RensaVariable *weights[MAX_VARIABLES] = { NULL };
  RensaVariable *outputs[MAX_VARIABLES];
  RensaVariable *output_weights[MAX_VARIABLES];
  RensaVariable *targets[2 * MAX_VARIABLES];
  RensaVariable *found[2 * MAX_VARIABLES] = { NULL };
  RensaVariable *grads[2 * MAX_VARIABLES] = { NULL };
  int place[2 * MAX_VARIABLES];
  int n_outputs = 0;
  int n_targets = 0;
  gboolean ok = load_variables (self, second, "ggx", weights, error) >= 0;

  for (int i = 0; i < self->n_named; i++)
    {
      if (gxs[i] != NULL && weights[i] != NULL)
        {
          outputs[n_outputs] = gxs[i];
          output_weights[n_outputs++] = weights[i];
        }
    }
  for (int i = 0; i < self->n_named + self->n_outputs; i++)
    {
      RensaVariable *target = i < self->n_named ? xs[i] : gys[i - self->n_named];

      if (target == NULL || !rensa_variable_get_requires_grad (target))
        continue;
      targets[n_targets] = target;
      place[n_targets++] = i;
    }

  ok = ok && rensa_grad (outputs, n_outputs, targets, n_targets, output_weights, FALSE, found, error);
  for (int i = 0; ok && i < n_targets; i++)
    grads[place[i]] = found[i];
  ok = ok && check_grads (self, second, "grad_inputs", grads, tolerance, error)
       && check_grads (self, second, "grad_grad_outputs", grads + self->n_named, tolerance, error);
  clear_all (weights, MAX_VARIABLES);
  clear_all (found, 2 * MAX_VARIABLES);
  return ok;
}

static gboolean
check_gradients (Case *self, Tolerance tolerance, GError **error)
{
  const gboolean second = get (self->json, "second_order") != NULL;
  RensaVariable *gys[MAX_VARIABLES] = { NULL };
  RensaVariable *xs[MAX_VARIABLES] = { NULL };
  RensaVariable *targets[MAX_VARIABLES];
  RensaVariable *found[MAX_VARIABLES] = { NULL };
  RensaVariable *gxs[MAX_VARIABLES] = { NULL };
  int place[MAX_VARIABLES];
  int n_targets = 0;
  gboolean ok;

  if (get (self->json, "grad_inputs") == NULL)
    return TRUE;
  for (int i = 0; i < self->n_named; i++)
    {
      xs[i] = self->inputs[self->input_of[i]];
      if (!rensa_variable_get_requires_grad (xs[i]))
        continue;
      targets[n_targets] = xs[i];
      place[n_targets++] = i;
    }

  ok = load_variables (self, self->json, "grad_outputs", gys, error) >= 0
       && rensa_grad (self->outputs, self->n_outputs, targets, n_targets, gys, second, found, error);
  for (int i = 0; ok && i < n_targets; i++)
    gxs[place[i]] = found[i];
  ok = ok && check_grads (self, self->json, "grad_inputs", gxs, tolerance, error);
  if (ok && second)
    ok = check_second_order (self, gxs, xs, gys, error);
  clear_all (gys, MAX_VARIABLES);
  clear_all (found, MAX_VARIABLES);
  return ok;
}

static gboolean
run_case (Case *self, GError **error)
{
  const Tolerance tolerance = get_tolerance (self->json);
  struct json_object *train = get (self->json, "train");
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  gboolean ok;

  if (train != NULL)
    rensa_modes_get ()->train = json_object_get_boolean (train);
  ok = load_inputs (self, error) && load_attrs (self, error);
  if (ok)
    {
      self->n_outputs = rensa_function_apply (self->class, rensa_attrs_get_values (self->attrs), self->inputs,
                                              self->n_inputs, self->outputs, MAX_VARIABLES, error);
      ok = self->n_outputs >= 0;
    }
  return ok && check_outputs (self, tolerance, error) && check_updated (self, tolerance, error)
         && check_gradients (self, tolerance, error);
}

static void
check_function (Report *report, const char *name, CaseFile *file)
{
  struct json_object *cases = get (file->json, "cases");
  const RensaComponent *component = rensa_registry_find (RENSA_COMPONENT_FUNCTION, name, NULL);

  if (component == NULL)
    {
      report_skip (report, "function", name, "not implemented");
      return;
    }

  report_begin (report, "function", name);
  for (gsize i = 0; i < json_object_array_length (cases); i++)
    {
      Case self = {
        .report = report,
        .file = file,
        .json = json_object_array_get_idx (cases, i),
        .class = (const RensaFunctionClass *) component,
      };
      g_autoptr (GError) error = NULL;
      const gboolean ok = run_case (&self, &error);

      report_case (report, get_string (self.json, "id"), ok, &error);
      clear_all (self.inputs, MAX_VARIABLES);
      clear_all (self.outputs, MAX_VARIABLES);
      g_clear_pointer (&self.attrs, rensa_attrs_unref);
    }
  report_end (report);
}

void
check_functions (Report *report, const char *dir)
{
  foreach_case_file (report, dir, "functions", check_function);
}
