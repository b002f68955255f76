/* test-traces.c: every optimizer and hook in float32 goes where it goes in float64.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-initializers.h"
#include "rensa-modes.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizers.h"
#include "rensa-primitives.h"
#include "rensa-random.h"

#define N_STEPS 300
#define N_ELEMENTS 7
#define MAX_STATES 8

/* Of the largest value of an array. */
#define BOUND 1e-5

/* Parameters, states: what a run ends with. */
typedef struct
{
  double values[1 + MAX_STATES][N_ELEMENTS];
} Trace;

/* From -1 to 1, a number of few bits, so that both types hold the same. */
static double
make_noise (int step, int i)
{
  return (double) ((step * 37 + i * 101 + step * step * 13) % 257 - 128) / 128;
}

static void
read_doubles (RensaArray *array, double *values)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (array, RENSA_FLOAT64, NULL);

  g_assert_true (rensa_array_to_host (wide, values, NULL));
}

/* A noisy bowl, the bottom of which is elsewhere for each element. */
static void
set_grad (RensaVariable *param, int step)
{
  RensaArray *array = rensa_variable_get_array (param);
  double values[N_ELEMENTS];

  read_doubles (array, values);
  for (int i = 0; i < N_ELEMENTS; i++)
    values[i] = 0.5 * (values[i] - i) + make_noise (step, i);

  g_autoptr (RensaArray) wide = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (N_ELEMENTS), values, NULL);
  g_autoptr (RensaArray) grad = rensa_array_cast (wide, rensa_array_get_dtype (array), NULL);

  rensa_variable_set_grad (param, grad);
}

static void
set_required (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      if (component->attrs[i].required)
        g_assert_true (rensa_attrs_set_text (attrs, component->attrs[i].name, "0.1", NULL));
    }
}

static RensaOptimizer *
new_optimizer (const char *text, const char *hook, RensaLink *link)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER, text, NULL);
  RensaOptimizer *optimizer;

  g_assert_nonnull (attrs);
  set_required (attrs);
  optimizer = rensa_optimizer_new (attrs, NULL);
  rensa_optimizer_setup (optimizer, link);
  if (hook != NULL)
    {
      g_autoptr (RensaAttrs) hook_attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, hook, NULL);

      set_required (hook_attrs);
      g_assert_true (rensa_optimizer_add_hook (optimizer, hook_attrs, NULL));
    }
  return optimizer;
}

static void
run (const char *text, const char *hook, RensaDtype dtype, Trace *trace)
{
  g_auto (RensaModesScope) modes = rensa_modes_enter ();
  g_autoptr (RensaAttrs) ones = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, "One", NULL);
  g_autoptr (RensaLink) link = rensa_chain_new ();
  g_autoptr (RensaOptimizer) optimizer = NULL;
  const char *const *states;
  RensaVariable *param;

  *rensa_random_get_default () = rensa_random_init (1, 0);
  rensa_modes_get ()->dtype = dtype;
  g_assert_true (rensa_link_add_param (link, "p", &RENSA_SHAPE (N_ELEMENTS), ones, NULL));
  optimizer = new_optimizer (text, hook, link);
  param = rensa_link_get_param (link, 0);
  g_assert_cmpint (rensa_array_get_dtype (rensa_variable_get_array (param)), ==, dtype);
  for (int step = 1; step <= N_STEPS; step++)
    {
      set_grad (param, step);
      g_assert_true (rensa_optimizer_update (optimizer, NULL));
    }

  memset (trace, 0, sizeof *trace);
  read_doubles (rensa_variable_get_array (param), trace->values[0]);
  states = ((const RensaOptimizerClass *) rensa_attrs_get_component (rensa_optimizer_get_attrs (optimizer)))->states;
  for (int i = 0; states != NULL && states[i] != NULL; i++)
    {
      RensaArray *state = rensa_optimizer_get_state (optimizer, "/p", states[i]);

      g_assert_cmpint (i, <, MAX_STATES);
      if (state != NULL)
        read_doubles (state, trace->values[1 + i]);
    }
}

/* The largest difference of an array's values, relative to its largest value; the most of all arrays. */
static double
compare (const Trace *a, const Trace *b)
{
  double most = 0;

  for (int k = 0; k < 1 + MAX_STATES; k++)
    {
      double difference = 0;
      double size = 0;

      for (int i = 0; i < N_ELEMENTS; i++)
        {
          g_assert_true (isfinite (a->values[k][i]) && isfinite (b->values[k][i]));
          difference = fmax (difference, fabs (a->values[k][i] - b->values[k][i]));
          size = fmax (size, fabs (b->values[k][i]));
        }
      most = fmax (most, size > 0 ? difference / size : 0);
    }
  return most;
}

static void
check (const char *text, const char *hook)
{
  double difference;
  Trace single;
  Trace wide;

  run (text, hook, RENSA_FLOAT32, &single);
  run (text, hook, RENSA_FLOAT64, &wide);
  difference = compare (&single, &wide);
  g_test_message ("%s, %s: %g", text, hook != NULL ? hook : "no hook", difference);
  g_assert_cmpfloat (difference, <=, BOUND);
}

/* Each flag set; each share near one, where 1 - share has few digits left in float. */
static void
check_attribute (const char *optimizer, const RensaAttrSpec *spec)
{
  const gboolean is_share = spec->type == RENSA_ATTR_TYPE_FLOAT && spec->min == 0 && spec->max == 1;
  g_autofree char *text =
      g_strdup_printf ("%s(%s=%s)", optimizer, spec->name, spec->type == RENSA_ATTR_TYPE_BOOL ? "True" : "0.9999");

  if (is_share || spec->type == RENSA_ATTR_TYPE_BOOL)
    check (text, NULL);
}

static void
test_optimizers (void)
{
  guint n;
  const RensaComponent *const *all = rensa_registry_list (RENSA_COMPONENT_OPTIMIZER, &n);

  for (guint i = 0; i < n; i++)
    {
      check (all[i]->name, NULL);
      for (guint k = 0; k < all[i]->n_attrs; k++)
        check_attribute (all[i]->name, &all[i]->attrs[k]);
    }
}

static void
test_hooks (void)
{
  guint n;
  const RensaComponent *const *all = rensa_registry_list (RENSA_COMPONENT_OPTIMIZER_HOOK, &n);

  for (guint i = 0; i < n; i++)
    check ("SGD(lr=0.1)", all[i]->name);
}

/* What a share formed in float does: it is that of another beta, and these runs would not pass. */
static void
test_control (void)
{
  const float beta = 0.999f;
  g_autofree char *text = g_strdup_printf ("Adam(beta2=%.17g)", 1 - (double) (1 - beta));
  Trace formed_in_float;
  Trace right;

  run (text, NULL, RENSA_FLOAT64, &formed_in_float);
  run ("Adam(beta2=0.999)", NULL, RENSA_FLOAT64, &right);
  g_assert_cmpfloat (compare (&formed_in_float, &right), >, BOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_OPTIMIZER, (const RensaComponent *const *) rensa_optimizers_classes,
                      rensa_n_optimizers_classes);
  rensa_registry_add (RENSA_COMPONENT_OPTIMIZER_HOOK, (const RensaComponent *const *) rensa_optimizer_hooks_classes,
                      rensa_n_optimizer_hooks_classes);
  rensa_registry_add (RENSA_COMPONENT_INITIALIZER, (const RensaComponent *const *) rensa_initializers_classes,
                      rensa_n_initializers_classes);
  g_test_add_func ("/optimizers/traces/optimizers", test_optimizers);
  g_test_add_func ("/optimizers/traces/hooks", test_hooks);
  g_test_add_func ("/optimizers/traces/control", test_control);
  return g_test_run ();
}
