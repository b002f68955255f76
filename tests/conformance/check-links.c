/* check-links.c: links with given parameters.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "conformance.h"
#include "models.h"
#include "rensa-error.h"
#include "rensa-links.h"
#include "rensa-modes.h"

#define MAX_VARIABLES 16

typedef struct
{
  Report *report;
  CaseFile *file;
  struct json_object *json;
  RensaLink *link;
  int n_inputs;
  RensaVariable *inputs[MAX_VARIABLES];
  int n_outputs;
  RensaVariable *outputs[MAX_VARIABLES];
} Case;

static void
clear_all (RensaVariable **variables)
{
  for (int i = 0; i < MAX_VARIABLES; i++)
    g_clear_pointer (&variables[i], rensa_variable_unref);
}

/* What the reference gives in the constructor and in the call are attributes of one component here. */
static RensaLink *
make_plain (const RensaComponent *component, struct json_object *json, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);

  if (!rensa_attrs_set_members (attrs, get (json, "ctor"), NULL, error)
      || !rensa_attrs_set_members (attrs, get (json, "call"), NULL, error))
    return NULL;
  return rensa_link_new (attrs, error);
}

static RensaLink *
make_link (const RensaComponent *component, struct json_object *json, GError **error)
{
  struct json_object *ctor = get (json, "ctor");

  if (g_str_equal (component->name, "Classifier"))
    return model_classifier (model_layer_from_text (get_string (ctor, "predictor"), error), error);
  if (g_str_equal (component->name, "Sequential"))
    return model_sequential (get (ctor, "layers"), error);
  return make_plain (component, json, error);
}

typedef gboolean (*SetFunc) (RensaLink *root, const char *path, RensaArray *array, GError **error);

/* Entries {"path", "key": array}. */
static gboolean
load_entries (Case *self, struct json_object *entries, SetFunc set, GError **error)
{
  for (int i = 0; i < get_length (entries); i++)
    {
      struct json_object *entry = get_item (entries, i);
      g_autoptr (RensaArray) array = case_array (self->file, get (entry, "key"), error);

      if (array == NULL || !set (self->link, get_string (entry, "path"), array, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
load_values (Case *self, GError **error)
{
  return load_entries (self, get (self->json, "params"), model_set_param, error)
         && load_entries (self, get (self->json, "persistents"), model_set_persistent, error);
}

static gboolean
load_inputs (Case *self, GError **error)
{
  struct json_object *keys = get (self->json, "inputs");

  self->n_inputs = (int) json_object_array_length (keys);
  for (int i = 0; i < self->n_inputs; i++)
    {
      g_autoptr (RensaArray) array = case_array (self->file, json_object_array_get_idx (keys, (gsize) i), error);

      if (array == NULL)
        return FALSE;
      self->inputs[i] = rensa_variable_new (array);
    }
  return TRUE;
}

/* "xs.0", "xs.1" … are calls one after the other. */
static gboolean
call_link (Case *self, GError **error)
{
  struct json_object *names = get (self->json, "input_names");
  const char *first = self->n_inputs > 0 ? json_object_get_string (json_object_array_get_idx (names, 0)) : "";

  if (!g_str_has_prefix (first, "xs."))
    {
      self->n_outputs =
          rensa_link_call_n (self->link, self->inputs, self->n_inputs, self->outputs, MAX_VARIABLES, error);
      return self->n_outputs > 0;
    }
  for (int i = 0; i < self->n_inputs; i++)
    {
      if (rensa_link_call_n (self->link, &self->inputs[i], 1, &self->outputs[i], 1, error) != 1)
        return FALSE;
    }
  self->n_outputs = self->n_inputs;
  return TRUE;
}

/* The reference looks at a Classifier's accuracy and predictions as well. */
static void
add_classifier_outputs (Case *self)
{
  if (!g_str_equal (rensa_link_get_class (self->link)->name, "Classifier"))
    return;

  self->outputs[1] = rensa_variable_ref (rensa_classifier_get_accuracy (self->link));
  self->outputs[2] = rensa_variable_ref (rensa_classifier_get_y (self->link));
  self->n_outputs = 3;
}

static gboolean
check_outputs (Case *self, Tolerance tolerance, GError **error)
{
  struct json_object *keys = get (self->json, "outputs");

  if (self->n_outputs != (int) json_object_array_length (keys))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%d outputs, expected %d", self->n_outputs,
                   (int) json_object_array_length (keys));
      return FALSE;
    }
  for (int i = 0; i < self->n_outputs; i++)
    {
      g_autofree char *what = g_strdup_printf ("output %d", i);
      g_autoptr (RensaArray) want = case_array (self->file, json_object_array_get_idx (keys, (gsize) i), error);

      if (want == NULL
          || !check_array (self->report, what, rensa_variable_get_array (self->outputs[i]), want, tolerance, error))
        return FALSE;
    }
  return TRUE;
}

/* Backward from all outputs at once: Σ y · gy, by giving each its gradient and walking from the sum of the graphs. */
static gboolean
run_backward (Case *self, GError **error)
{
  struct json_object *keys = get (self->json, "grad_outputs");

  rensa_link_cleargrads (self->link);
  for (int i = 0; i < self->n_outputs; i++)
    {
      struct json_object *name = json_object_array_get_idx (keys, (gsize) i);
      g_autoptr (RensaArray) gy = case_array (self->file, name, error);

      if (name == NULL || !rensa_variable_get_requires_grad (self->outputs[i]))
        continue;
      if (gy == NULL)
        return FALSE;
      rensa_variable_set_grad (self->outputs[i], gy);
      if (!rensa_variable_backward (self->outputs[i], NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_grads (Case *self, Tolerance tolerance, GError **error)
{
  struct json_object *params = get (self->json, "params");
  struct json_object *grads = get (self->json, "grad_inputs");

  for (gsize i = 0; i < json_object_array_length (params); i++)
    {
      struct json_object *entry = json_object_array_get_idx (params, i);
      const char *path = get_string (entry, "path");
      g_autofree char *what = g_strdup_printf ("the gradient of %s", path);
      g_autoptr (RensaArray) want = case_array (self->file, get (entry, "grad"), error);

      if (get (entry, "grad") == NULL)
        continue;
      if (want == NULL
          || !check_array (self->report, what, rensa_variable_get_grad (model_find_param (self->link, path)), want,
                           tolerance, error))
        return FALSE;
    }
  for (gsize i = 0; grads != NULL && i < json_object_array_length (grads); i++)
    {
      struct json_object *name = json_object_array_get_idx (grads, i);
      g_autofree char *what = g_strdup_printf ("the gradient of input %d", (int) i);
      g_autoptr (RensaArray) want = case_array (self->file, name, error);

      if (name == NULL)
        continue;
      if (want == NULL
          || !check_array (self->report, what, rensa_variable_get_grad (self->inputs[i]), want, tolerance, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_persistents (Case *self, Tolerance tolerance, GError **error)
{
  struct json_object *entries = get (self->json, "persistents");

  for (int i = 0; i < get_length (entries); i++)
    {
      struct json_object *entry = get_item (entries, i);
      const char *path = get_string (entry, "path");
      g_autoptr (RensaArray) want = case_array (self->file, get (entry, "after"), error);
      g_autoptr (RensaArray) got = model_get_persistent (self->link, path, error);

      if (want == NULL || got == NULL || !check_array (self->report, path, got, want, tolerance, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run_case (Case *self, const RensaComponent *component, GError **error)
{
  const Tolerance tolerance = get_tolerance (self->json);
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->train = json_object_get_boolean (get (self->json, "train"));
  if (!rensa_dtype_from_name (get_string (self->json, "dtype"), &rensa_modes_get ()->dtype, error))
    return FALSE;
  self->link = make_link (component, self->json, error);
  if (self->link == NULL || !load_values (self, error) || !load_inputs (self, error) || !call_link (self, error))
    return FALSE;

  add_classifier_outputs (self);
  return check_outputs (self, tolerance, error) && check_persistents (self, tolerance, error)
         && run_backward (self, error) && check_grads (self, tolerance, error);
}

static void
check_link (Report *report, const char *name, CaseFile *file)
{
  struct json_object *cases = get (file->json, "cases");
  const RensaComponent *component = rensa_registry_find (RENSA_COMPONENT_LINK, name, NULL);

  if (component == NULL)
    {
      report_skip (report, "link", name, "not implemented");
      return;
    }

  report_begin (report, "link", name);
  for (gsize i = 0; i < json_object_array_length (cases); i++)
    {
      Case self = { .report = report, .file = file, .json = json_object_array_get_idx (cases, i) };
      g_autoptr (GError) error = NULL;
      const gboolean ok = run_case (&self, component, &error);

      report_case (report, get_string (self.json, "id"), ok, &error);
      clear_all (self.inputs);
      clear_all (self.outputs);
      g_clear_pointer (&self.link, rensa_link_unref);
    }
  report_end (report);
}

void
check_links (Report *report, const char *dir)
{
  foreach_case_file (report, dir, "links", check_link);
}
