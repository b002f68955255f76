/* gradient-cases.c: a call with its outputs, its gradients and the gradients of those.
 * SPDX-License-Identifier: MIT */

#include "gradient-cases.h"

#include "far-device.h"
#include "rensa-detours.h"
#include "rensa-error.h"
#include "rensa-late-check.h"
#include "rensa-modes.h"

const char *
case_get_input_name (Case *self, int i)
{
  return json_object_get_string (get_item (get (self->json, "input_names"), i));
}

static gboolean
load_named (Case *self, GError **error)
{
  struct json_object *keys = get (self->json, "inputs");

  self->n_named = get_length (keys);
  g_assert_cmpint (self->n_named, <=, MAX_VARIABLES);
  for (int i = 0; i < self->n_named; i++)
    {
      g_autoptr (RensaArray) array = case_array (self->file, get_item (keys, i), error);

      if (array == NULL)
        return FALSE;
      self->named[i] = rensa_variable_new (array);
    }
  return TRUE;
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
  for (int i = 0; i < self->n_named; i++)
    if (g_str_equal (case_get_input_name (self, i), name))
      return self->named[i];
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

/* How often memory has been copied to the host, and by whom. */
typedef struct
{
  guint n_copies;
  guint64 n_detours;
} Stops;

static Stops
count_stops (void)
{
  return (Stops){ far_device_count_copies (), rensa_count_detours () };
}

/* Nobody waits for a device within a function.  Where the host's primitives have stood in, theirs cannot be told from other copies. */
static gboolean
check_stops (Case *self, Stops before, GError **error)
{
  const Stops after = count_stops ();

  if (after.n_copies == before.n_copies || after.n_detours != before.n_detours || self->may_wait)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "the host waited for the device %u times",
               after.n_copies - before.n_copies);
  return FALSE;
}

/* Gradients, which nobody waits for. */
static gboolean
differentiate (Case *self, RensaVariable *const *outputs, int n_outputs, RensaVariable *const *targets, int n_targets,
               RensaVariable *const *weights, gboolean is_recorded, RensaVariable **found, GError **error)
{
  const Stops before = count_stops ();

  return rensa_grad (outputs, n_outputs, targets, n_targets, weights, is_recorded, found, error)
         && check_stops (self, before, error);
}

static gboolean
compute (Case *self, GError **error)
{
  const Stops before = count_stops ();

  return self->compute (self, error) && check_stops (self, before, error) && rensa_late_checks_read (error);
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

  ok = ok && differentiate (self, outputs, n_outputs, targets, n_targets, output_weights, FALSE, found, error);
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
      xs[i] = self->named[i];
      if (!rensa_variable_get_requires_grad (xs[i]))
        continue;
      targets[n_targets] = xs[i];
      place[n_targets++] = i;
    }

  ok = load_variables (self, self->json, "grad_outputs", gys, error) >= 0
       && differentiate (self, self->outputs, self->n_outputs, targets, n_targets, gys, second, found, error);
  for (int i = 0; ok && i < n_targets; i++)
    gxs[place[i]] = found[i];
  ok = ok && check_grads (self, self->json, "grad_inputs", gxs, tolerance, error);
  if (ok && second)
    ok = check_second_order (self, gxs, xs, gys, error);
  clear_all (gys, MAX_VARIABLES);
  clear_all (found, MAX_VARIABLES);
  return ok;
}

gboolean
case_run (Case *self, GError **error)
{
  const Tolerance tolerance = get_tolerance (self->json);
  struct json_object *train = get (self->json, "train");
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  if (train != NULL)
    rensa_modes_get ()->train = json_object_get_boolean (train);
  return load_named (self, error) && compute (self, error) && check_outputs (self, tolerance, error)
         && check_updated (self, tolerance, error) && check_gradients (self, tolerance, error);
}

void
case_report (Case *self)
{
  g_autoptr (GError) error = NULL;
  const gboolean ok = case_run (self, &error);

  report_case (self->report, get_string (self->json, "id"), ok, &error);
  clear_all (self->named, MAX_VARIABLES);
  clear_all (self->outputs, MAX_VARIABLES);
}
