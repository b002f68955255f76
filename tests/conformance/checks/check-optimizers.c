/* check-optimizers.c: six updates by every optimizer, with hooks and without.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "models.h"
#include "rensa-error.h"
#include "rensa-primitives.h"
#include "rensa-random.h"
#include "runs.h"

typedef struct
{
  Report *report;
  CaseFile *file;
  struct json_object *json;
  RensaLink *link;
  RensaOptimizer *optimizer;
} Case;

/* "Adam", "SGD, WeightDecay" …: consecutive cases of one kind and name are one entry. */
static char *
name_entry (struct json_object *json)
{
  GString *name = g_string_new (get_string (json, "optimizer"));
  struct json_object *hooks = get (json, "hooks");

  for (int i = 0; i < get_length (hooks); i++)
    g_string_append_printf (name, ", %s", get_string (get_item (hooks, i), "name"));
  return g_string_free (name, FALSE);
}

/* NULL where it can be checked. */
static const char *
why_skip (struct json_object *json)
{
  struct json_object *hooks = get (json, "hooks");

  if (rensa_registry_find (RENSA_COMPONENT_OPTIMIZER, get_string (json, "optimizer"), NULL) == NULL)
    return "not implemented";
  for (int i = 0; i < get_length (hooks); i++)
    {
      const char *name = get_string (get_item (hooks, i), "name");

      if (rensa_registry_find (RENSA_COMPONENT_OPTIMIZER_HOOK, name, NULL) == NULL)
        return "not implemented";
    }
  return NULL;
}

static gboolean
make_link (Case *self, GError **error)
{
  struct json_object *params = get (self->json, "params");
  g_autoptr (RensaAttrs) zero = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, "Zero", error);

  self->link = rensa_chain_new ();
  for (int i = 0; i < get_length (params); i++)
    {
      struct json_object *param = get_item (params, i);
      const char *path = get_string (param, "path");
      g_autoptr (RensaArray) init = case_array (self->file, get (param, "init"), error);

      if (init == NULL || !rensa_link_add_param (self->link, path + 1, NULL, zero, error)
          || !model_set_param (self->link, path, init, error))
        return FALSE;
    }
  return TRUE;
}

/* Variants of Adam do not take what they fix; their updates show whether they fix it rightly. */
static gboolean
is_fixed (const RensaComponent *component, const char *name)
{
  const RensaComponent *adam = rensa_registry_find (RENSA_COMPONENT_OPTIMIZER, "Adam", NULL);

  return component != adam && component->attrs_size == adam->attrs_size
         && rensa_component_find_attr (component, name) == NULL && rensa_component_find_attr (adam, name) != NULL;
}

/* What the case does not give is left at its default, which must be the one of the reference. */
static gboolean
check_hyperparameters (RensaAttrs *attrs, struct json_object *wanted, GError **error)
{
  json_object_object_foreach (wanted, name, want)
  {
    const RensaComponent *component = rensa_attrs_get_component (attrs);
    const RensaAttrSpec *spec = rensa_component_find_attr (component, name);
    struct json_object *got = spec != NULL ? rensa_attrs_get_json (attrs, spec) : NULL;
    const gboolean ok = got != NULL && json_object_get_double (got) == json_object_get_double (want);

    if (spec == NULL && is_fixed (component, name))
      continue;
    if (!ok)
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is %s, expected %s", name,
                   got != NULL ? json_object_get_string (got) : "missing", json_object_get_string (want));
    json_object_put (got);
    if (!ok)
      return FALSE;
  }
  return TRUE;
}

static gboolean
make_optimizer (Case *self, GError **error)
{
  self->optimizer = run_new_optimizer (self->link, get_string (self->json, "optimizer"), get (self->json, "given"),
                                       get (self->json, "hooks"), error);
  return self->optimizer != NULL
         && check_hyperparameters (rensa_optimizer_get_attrs (self->optimizer), get (self->json, "hyperparameters"),
                                   error);
}

static gboolean
set_grads (Case *self, int update, GError **error)
{
  struct json_object *params = get (self->json, "params");

  for (int i = 0; i < get_length (params); i++)
    {
      struct json_object *param = get_item (params, i);
      g_autoptr (RensaArray) grad = case_array (self->file, get_item (get (param, "grads"), update), error);

      if (grad == NULL)
        return FALSE;
      rensa_variable_set_grad (model_find_param (self->link, get_string (param, "path")), grad);
    }
  return TRUE;
}

/* @got against what item @update of the member @key names, if it names anything. */
static gboolean
check_item (Case *self, struct json_object *param, const char *key, int update, RensaArray *got, GError **error)
{
  struct json_object *name = get_item (get (param, key), update);
  g_autoptr (RensaArray) want = case_array (self->file, name, error);
  g_autofree char *what = g_strdup_printf ("%s of %s in update %d", key, get_string (param, "path"), update + 1);

  return name == NULL
         || (want != NULL && check_array (self->report, what, got, want, get_tolerance (self->json), error));
}

static gboolean
check_update (Case *self, int update, GError **error)
{
  struct json_object *params = get (self->json, "params");

  for (int i = 0; i < get_length (params); i++)
    {
      struct json_object *param = get_item (params, i);
      RensaVariable *variable = model_find_param (self->link, get_string (param, "path"));

      if (!check_item (self, param, "after", update, rensa_variable_get_array (variable), error)
          || !check_item (self, param, "hooked_grads", update, rensa_variable_get_grad (variable), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_state (Case *self, GError **error)
{
  struct json_object *params = get (self->json, "params");

  for (int i = 0; i < get_length (params); i++)
    {
      struct json_object *param = get_item (params, i);

      json_object_object_foreach (get (param, "state"), name, key)
      {
        g_autofree char *what = g_strdup_printf ("state %s of %s", name, get_string (param, "path"));
        g_autoptr (RensaArray) want = case_array (self->file, key, error);
        RensaArray *got = rensa_optimizer_get_state (self->optimizer, get_string (param, "path"), name);

        if (want == NULL || !check_array (self->report, what, got, want, get_tolerance (self->json), error))
          return FALSE;
      }
    }
  return check_int ("t", rensa_optimizer_get_t (self->optimizer), get_int (self->json, "t"), error);
}

static int
count_updates (Case *self)
{
  return get_length (get (get_item (get (self->json, "params"), 0), "grads"));
}

static gboolean
run_case (Case *self, GError **error)
{
  if (!make_link (self, error) || !make_optimizer (self, error))
    return FALSE;
  for (int update = 0; update < count_updates (self); update++)
    {
      if (!set_grads (self, update, error) || !rensa_optimizer_update (self->optimizer, error)
          || !check_update (self, update, error))
        return FALSE;
    }
  return check_state (self, error);
}

/* Item @update of the member @key names, as double. */
static double *
read_item (Case *self, struct json_object *param, const char *key, int update, GError **error)
{
  g_autoptr (RensaArray) array = case_array (self->file, get_item (get (param, key), update), error);

  return array != NULL ? get_values (array) : NULL;
}

/* The noise of the case is z d with its own draws z: our gradient must be g + z' d with what @random draws, and the parameter, were it
 * not for other draws, that of the case, which it then becomes. */
static gboolean
check_noise_of (Case *self, struct json_object *param, int update, RensaRandom *random, GError **error)
{
  const double lr = get_double (get (self->json, "given"), "lr", 0);
  RensaVariable *variable = model_find_param (self->link, get_string (param, "path"));
  RensaArray *grad = rensa_variable_get_grad (variable);
  g_autoptr (RensaArray) draws = rensa_array_new (RENSA_FLOAT32, rensa_array_get_shape (grad), error);
  g_autoptr (RensaArray) after = case_array (self->file, get_item (get (param, "after"), update), error);
  g_autofree double *g = read_item (self, param, "grads", update, error);
  g_autofree double *h = read_item (self, param, "hooked_grads", update, error);
  g_autofree double *z = read_item (self, param, "noise", update, error);
  g_autofree double *next = read_item (self, param, "after", update, error);
  const gboolean ok = g != NULL && h != NULL && z != NULL && next != NULL && draws != NULL
                      && rensa_fill_normal (draws, random, 0, 1, error);
  g_autofree double *own_z = ok ? get_values (draws) : NULL;
  g_autofree double *own_h = get_values (grad);
  g_autofree double *own_next = get_values (rensa_variable_get_array (variable));

  for (gint64 i = 0; ok && i < rensa_array_get_count (grad); i++)
    if (!check_number (self->report, "a noisy gradient", own_h[i], g[i] + own_z[i] * (h[i] - g[i]) / z[i],
                       (Tolerance){ 1e-4, 1e-3 }, error)
        || !check_number (self->report, "a parameter", own_next[i] + lr * (own_h[i] - h[i]), next[i],
                          get_tolerance (self->json), error))
      return FALSE;
  return ok && model_set_param (self->link, get_string (param, "path"), after, error);
}

static gboolean
run_noisy_case (Case *self, GError **error)
{
  struct json_object *params = get (self->json, "params");

  if (!make_link (self, error) || !make_optimizer (self, error))
    return FALSE;
  for (int update = 0; update < count_updates (self); update++)
    {
      RensaRandom random = *rensa_random_get_default ();

      if (!set_grads (self, update, error) || !rensa_optimizer_update (self->optimizer, error))
        return FALSE;
      for (int i = 0; i < get_length (params); i++)
        if (!check_noise_of (self, get_item (params, i), update, &random, error))
          return FALSE;
    }
  return check_state (self, error);
}

static void
run_and_report (Report *report, CaseFile *file, struct json_object *json)
{
  Case self = { .report = report, .file = file, .json = json };
  g_autoptr (GError) error = NULL;
  const gboolean is_noisy = get (get_item (get (json, "params"), 0), "noise") != NULL;
  const gboolean ok = is_noisy ? run_noisy_case (&self, &error) : run_case (&self, &error);

  report_case (report, get_string (json, "id"), ok, &error);
  g_clear_pointer (&self.optimizer, rensa_optimizer_free);
  g_clear_pointer (&self.link, rensa_link_unref);
}

/* The first of the cases from @start on that belongs to another entry. */
static int
find_end (struct json_object *cases, int start, const char *name)
{
  for (int i = start; i < get_length (cases); i++)
    {
      g_autofree char *other = name_entry (get_item (cases, i));

      if (!g_str_equal (name, other))
        return i;
    }
  return get_length (cases);
}

void
check_optimizers (Report *report, const char *dir)
{
  struct json_object *cases;
  CaseFile file;
  int end;

  if (!case_file_open (&file, dir, "optimizers"))
    return;

  cases = get (file.json, "cases");
  for (int start = 0; start < get_length (cases); start = end)
    {
      struct json_object *first = get_item (cases, start);
      g_autofree char *name = name_entry (first);
      const char *reason = why_skip (first);

      end = find_end (cases, start, name);
      if (reason != NULL)
        {
          report_skip (report, get_string (first, "kind"), name, reason);
          continue;
        }
      report_begin (report, get_string (first, "kind"), name);
      for (int i = start; i < end; i++)
        run_and_report (report, &file, get_item (cases, i));
      report_end (report);
    }
  case_file_close (&file);
}
