/* check-links.c: links with given parameters.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "conformance.h"
#include "models.h"
#include "rensa-error.h"
#include "rensa-link-hooks.h"
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

/* What the reference gives in the constructor and in the call are attributes of one component here; which method is called, its inputs
 * tell. */
static RensaLink *
make_plain (const RensaComponent *component, struct json_object *json, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);

  json_object_object_del (get (json, "call"), "method");
  if (!rensa_attrs_set_members (attrs, get (json, "ctor"), NULL, error)
      || !rensa_attrs_set_members (attrs, get (json, "call"), NULL, error))
    return NULL;
  return rensa_link_new (attrs, error);
}

static const RensaComponent *
find_hook (const char *name)
{
  for (guint i = 0; i < rensa_n_link_hooks_classes; i++)
    if (g_strcmp0 (rensa_link_hooks_classes[i]->name, name) == 0)
      return RENSA_COMPONENT (rensa_link_hooks_classes[i]);
  return NULL;
}

/* The reference gives a tree as nested lists, for which there is a text here. */
static RensaLink *
make_hierarchical_softmax (struct json_object *ctor, GError **error)
{
  g_autofree char *tree = g_strdup (json_object_to_json_string_ext (get (ctor, "tree"), JSON_C_TO_STRING_PLAIN));

  return rensa_binary_hierarchical_softmax_link_new (json_object_get_int64 (get (ctor, "in_size")),
                                                     g_strdelimit (g_strdelimit (tree, "[", '('), "]", ')'), error);
}

/* A link that has a hook. */
static RensaLink *
make_hooked (const RensaComponent *hook_class, struct json_object *ctor, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (hook_class);
  g_autoptr (RensaLink) link = model_layer_from_text (get_string (ctor, "link"), error);
  g_autoptr (RensaLinkHook) hook =
      rensa_attrs_set_members (attrs, get (ctor, "hook_args"), NULL, error) ? rensa_link_hook_new (attrs, error) : NULL;

  if (link == NULL || hook == NULL || !rensa_link_add_hook (link, hook, error))
    return NULL;
  return g_steal_pointer (&link);
}

static RensaLink *
make_link (const RensaComponent *component, struct json_object *json, GError **error)
{
  struct json_object *ctor = get (json, "ctor");

  if (find_hook (component->name) == component)
    return make_hooked (component, ctor, error);
  if (g_str_equal (component->name, "Classifier"))
    return model_classifier (model_layer_from_text (get_string (ctor, "predictor"), error), error);
  if (g_str_equal (component->name, "Sequential"))
    return model_sequential (get (ctor, "layers"), error);
  if (g_str_equal (component->name, "BinaryHierarchicalSoftmax"))
    return make_hierarchical_softmax (ctor, error);
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

static const char *
get_input_name (Case *self, int i)
{
  return json_object_get_string (json_object_array_get_idx (get (self->json, "input_names"), (gsize) i));
}

static gboolean
is_called_in_steps (RensaLink *link)
{
  const RensaLinkClass *class = rensa_link_get_class (link);
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];

  return class->n_carries > 0 || (rensa_inputs_parse (class->inputs, specs) == 1 && !specs[0].list);
}

/* How many inputs are called "xs.0", "xs.1" …: the first of each call. */
static int
count_steps (Case *self)
{
  int n = 0;

  while (is_called_in_steps (self->link) && n < self->n_inputs && g_str_has_prefix (get_input_name (self, n), "xs."))
    n++;
  return n;
}

/* What the reference has behind the steps: "c_last". */
static void
add_carried (Case *self)
{
  const RensaLinkClass *class = rensa_link_get_class (self->link);
  struct json_object *names = get (self->json, "output_names");

  for (int i = self->n_outputs; i < get_length (names) && i < MAX_VARIABLES; i++)
    for (guint k = 0; k < class->n_carries; k++)
      {
        g_autofree char *last = g_strdup_printf ("%s_last", class->carries[k]);

        if (g_strcmp0 (json_object_get_string (get_item (names, i)), last) == 0)
          self->outputs[self->n_outputs++] = rensa_variable_ref (rensa_link_get_carried (self->link, (int) k));
      }
}

/* Each call takes one of the steps, and its share of what is behind all of them. */
static gboolean
call_steps (Case *self, int n_steps, GError **error)
{
  const int n_more = self->n_inputs / n_steps - 1;

  for (int i = 0; i < n_steps; i++)
    {
      RensaVariable *inputs[MAX_VARIABLES] = { self->inputs[i] };

      for (int k = 0; k < n_more; k++)
        inputs[1 + k] = self->inputs[n_steps + i * n_more + k];
      if (rensa_link_call_n (self->link, inputs, 1 + n_more, &self->outputs[i], 1, error) != 1)
        return FALSE;
    }
  self->n_outputs = n_steps;
  add_carried (self);
  return TRUE;
}

/* The inputs in the order of the link's names, where the reference knows all that it gives by one of them. */
static int
arrange_inputs (Case *self, RensaVariable **inputs)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (rensa_link_get_class (self->link)->inputs, specs);
  int n_found = 0;
  int n_arranged = 0;

  for (int k = 0; k < n; k++)
    for (int i = 0; i < self->n_inputs; i++)
      if (g_strcmp0 (get_input_name (self, i), specs[k].name) == 0)
        {
          inputs[k] = self->inputs[i];
          n_arranged = k + 1;
          n_found++;
        }
  if (n_found == self->n_inputs)
    return n_arranged;
  memcpy (inputs, self->inputs, sizeof self->inputs);
  return self->n_inputs;
}

static gboolean
call_link (Case *self, GError **error)
{
  const int n_steps = count_steps (self);
  RensaVariable *inputs[MAX_VARIABLES] = { NULL };
  int n_inputs;

  if (n_steps > 0)
    return call_steps (self, n_steps, error);
  n_inputs = arrange_inputs (self, inputs);
  self->n_outputs = rensa_link_call_n (self->link, inputs, n_inputs, self->outputs, MAX_VARIABLES, error);
  return self->n_outputs > 0;
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

  /* Some calls have that as an argument of their own. */
  rensa_modes_get ()->train = json_object_get_boolean (get (self->json, "train"))
                              && g_strcmp0 (get_string (self->json, "note"), "train=False") != 0;
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
  const RensaComponent *component = g_str_has_prefix (name, "hook_")
                                        ? find_hook (name + strlen ("hook_"))
                                        : rensa_registry_find (RENSA_COMPONENT_LINK, name, NULL);

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
      rensa_variables_clear (self.inputs, MAX_VARIABLES);
      rensa_variables_clear (self.outputs, MAX_VARIABLES);
      g_clear_pointer (&self.link, rensa_link_unref);
    }
  report_end (report);
}

void
check_links (Report *report, const char *dir)
{
  foreach_case_file (report, dir, "links", check_link);
}
