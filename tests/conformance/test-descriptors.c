/* test-descriptors.c: what every component promises, and that it keeps it.
 * SPDX-License-Identifier: MIT */

#include "check-descriptors.h"
#include "leak-scope.h"
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
  LEAK_SCOPE;

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
  RensaInputSpec specs[8];
  const int n = rensa_function_get_input_specs (class, specs);

  for (int i = 0; i < n; i++)
    {
      if (specs[i].integer)
        return TRUE;
    }
  return FALSE;
}

static void
add_function_tests (const RensaComponent *component)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) component;

  add_test ("functions", component, "samples", COMPONENT_CHECK (check_samples));
  if (class->backward != NULL)
    add_test ("functions", component, "gradient", COMPONENT_CHECK (check_gradient));
  if (class->backward != NULL && !class->first_order_only)
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
check_link_templates (const RensaComponent *component)
{
  const RensaLinkClass *class = (const RensaLinkClass *) component;
  const char *const children[] = { "predictor", NULL };

  g_assert_nonnull (class->chainer);
  check_template (component, class->chainer, children);
  check_template (component, class->chainer_call, children);
  check_template (component, class->torch, children);
}

/* Of the other kinds, where their classes keep what they are called in Chainer. */
static const struct
{
  RensaComponentKind kind;
  gsize offset;
} chainer_fields[] = {
  { RENSA_COMPONENT_INITIALIZER, G_STRUCT_OFFSET (RensaInitializerClass, chainer) },
  { RENSA_COMPONENT_OPTIMIZER, G_STRUCT_OFFSET (RensaOptimizerClass, chainer) },
  { RENSA_COMPONENT_OPTIMIZER_HOOK, G_STRUCT_OFFSET (RensaOptimizerHookClass, chainer) },
  { RENSA_COMPONENT_ITERATOR, G_STRUCT_OFFSET (RensaIteratorClass, chainer) },
  { RENSA_COMPONENT_UPDATER, G_STRUCT_OFFSET (RensaUpdaterClass, chainer) },
  { RENSA_COMPONENT_TRIGGER, G_STRUCT_OFFSET (RensaTriggerClass, chainer) },
  { RENSA_COMPONENT_EXTENSION, G_STRUCT_OFFSET (RensaExtensionClass, chainer) },
};

static const char *
get_chainer (RensaComponentKind kind, const RensaComponent *component)
{
  for (guint i = 0; i < G_N_ELEMENTS (chainer_fields); i++)
    {
      if (chainer_fields[i].kind == kind)
        return G_STRUCT_MEMBER (const char *, component, chainer_fields[i].offset);
    }
  return NULL;
}

static void
check_templates (const RensaComponent *component)
{
  /* Objects of the run, which are no attributes. */
  const char *const others[] = { "dataset", "iterator", "model", NULL };

  for (RensaComponentKind kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    {
      if (rensa_registry_find (kind, component->name, NULL) == component)
        check_template (component, get_chainer (kind, component), others);
    }
}

static void
add_component_tests (RensaComponentKind kind, const RensaComponent *component)
{
  const char *kind_name = kind == RENSA_COMPONENT_FUNCTION ? "functions" : rensa_component_kind_get_name (kind);

  add_test (kind_name, component, "texts", check_component_texts);
  add_test (kind_name, component, "attrs", check_component_attrs);
  if (kind == RENSA_COMPONENT_FUNCTION)
    add_function_tests (component);
  else if (kind == RENSA_COMPONENT_LINK)
    add_test (kind_name, component, "templates", check_link_templates);
  else if (get_chainer (kind, component) != NULL)
    add_test (kind_name, component, "templates", check_templates);
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
