/* test-descriptors.c: what every component promises, and that it keeps it.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>

#include "check-descriptors.h"
#include "rensa-init.h"
#include "rensa-initializer.h"
#include "rensa-trainer.h"

/* One check of one component. */
typedef struct
{
  const RensaComponent *component;
  void (*check) (const RensaComponent *component);
} Test;

/* Classes begin with the component. */
#define COMPONENT_CHECK(check) ((void (*) (const RensaComponent *)) (check))

static void
run_test (gconstpointer data)
{
  const Test *test = data;

  test->check (test->component);
}

static void
add_test (const char *kind, const RensaComponent *component, const char *name, void (*check) (const RensaComponent *))
{
  g_autofree char *path = g_strdup_printf ("/%s/%s/%s", kind, component->name, name);
  const Test test = { component, check };

  g_test_add_data_func_full (g_strdelimit (path, " ", '-'), g_memdup2 (&test, sizeof test), (GTestDataFunc) run_test,
                             g_free);
}

static gboolean
takes_integers (const RensaFunctionClass *class)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (class->inputs, specs);

  for (int i = 0; i < n; i++)
    {
      if (specs[i].integer)
        return TRUE;
    }
  return FALSE;
}

/* What takes a gradient itself needs a graph before it. */
static gboolean
is_differentiable (const RensaFunctionClass *class)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (class->inputs, specs);

  for (int i = 0; i < n; i++)
    {
      if (specs[i].leaf)
        return FALSE;
    }
  return class->backward != NULL || class->apply != NULL;
}

static void
add_function_tests (const RensaComponent *component)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) component;

  add_test ("functions", component, "samples", COMPONENT_CHECK (check_samples));
  if (is_differentiable (class))
    add_test ("functions", component, "gradient", COMPONENT_CHECK (check_gradient));
  if (is_differentiable (class) && !class->first_order_only)
    add_test ("functions", component, "second-gradient", COMPONENT_CHECK (check_second_gradient));
  add_test ("functions", component, "dtypes", COMPONENT_CHECK (check_dtypes));
  add_test ("functions", component, "strided", COMPONENT_CHECK (check_strided));
  add_test ("functions", component, "empty", COMPONENT_CHECK (check_empty));
  add_test ("functions", component, "threads", COMPONENT_CHECK (check_threads));
  add_test ("functions", component, "rejects", COMPONENT_CHECK (check_rejects));
  if (takes_integers (class))
    add_test ("functions", component, "wild-labels", COMPONENT_CHECK (check_wild_labels));
  add_test ("functions", component, "templates", COMPONENT_CHECK (check_function_texts));
}

static void
check_component_forms (const RensaComponent *component)
{
  /* Objects of the program, which are no attributes; of a transform, what it is given and what was worked out for it. */
  const char *const others[] = { "batch",    "batches",   "classes",    "columns", "counts",    "dataset", "evaluator",
                                 "fill",     "iterator",  "largest",    "levels",  "log",       "mean",    "model",
                                 "object",   "optimizer", "parameters", "picture", "predictor", "prefix",  "size",
                                 "smallest", "std",       "t",          "w",       "when",      "x",       NULL };

  check_forms (component, others);
}

/* Too large for samples; tests/links/test-layer-set.c holds the figures there against what it gives. */
static gboolean
has_figures_of_its_own (const RensaLinkClass *class)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "reference", "layer-sets.json", NULL);
  struct json_object *sets = json_object_from_file (path);
  const gboolean is_there = json_object_object_get_ex (sets, class->name, NULL);

  json_object_put (sets);
  return is_there;
}

/* Of parameters, its own or those of its parts; Chain and its like have whatever is added. */
static gboolean
is_made_of_rows (const RensaLinkClass *class)
{
  return class->n_params > 0 || class->n_children > 0;
}

static void
add_component_tests (RensaComponentKind kind, const RensaComponent *component)
{
  const char *kind_name = kind == RENSA_COMPONENT_FUNCTION ? "functions" : rensa_component_kind_get_name (kind);

  add_test (kind_name, component, "texts", check_component_texts);
  add_test (kind_name, component, "attrs", check_component_attrs);
  if (kind == RENSA_COMPONENT_FUNCTION)
    add_function_tests (component);
  else if (kind == RENSA_COMPONENT_LINK && is_made_of_rows ((const RensaLinkClass *) component)
           && !has_figures_of_its_own ((const RensaLinkClass *) component))
    {
      add_test (kind_name, component, "samples", COMPONENT_CHECK (check_link_samples));
      add_test (kind_name, component, "frozen", COMPONENT_CHECK (check_link_frozen));
    }
  if (kind != RENSA_COMPONENT_FUNCTION && component->forms != NULL)
    add_test (kind_name, component, "templates", check_component_forms);
}

static void
add_tests_of_kind (RensaComponentKind kind)
{
  const RensaComponent *const *components;
  guint n;

  components = rensa_registry_list (kind, &n);
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    add_component_tests (kind, components[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  for (RensaComponentKind kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    add_tests_of_kind (kind);
  return g_test_run ();
}
