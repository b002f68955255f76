/* test-recurrence.c: recurrent networks over whole sequences by cuDNN, beside those of the host.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"
#include "rensa-attrs.h"
#include "rensa-cuda-class.h"
#include "rensa-function.h"
#include "rensa-init.h"
#include "rensa-random.h"

#include <math.h>

#define BATCH 4
#define N_IN 3
#define N_UNITS 2
#define MOST_STEPS 4
#define MOST 128 /* inputs of 3 layers of an LSTM in both directions are 98 and the steps */

typedef struct
{
  const char *name;
  const char *further; /* attributes */
  int n_weights;
  int n_states;
  int n_directions;
} Kind;

static const Kind kinds[] = {
  { "n_step_lstm", "", 8, 2, 1 },
  { "n_step_bilstm", "", 8, 2, 2 },
  { "n_step_gru", "", 6, 1, 1 },
  { "n_step_bigru", "", 6, 1, 2 },
  { "n_step_rnn", ", activation='tanh'", 2, 1, 1 },
  { "n_step_birnn", ", activation='relu'", 2, 1, 2 },
};

/* Sequences that are alike, that are not, that end long before the last step, and one without a step, which cuDNN
 * refuses. */
static const int rows_of_steps[][MOST_STEPS] = {
  { 4, 4, 4, 4 },
  { 4, 3, 3, 1 },
  { 4, 2, 0, 0 },
  { 3, 3, 1, 1 },
};

/* One call, and what came of it. */
typedef struct
{
  const Kind *kind;
  const int *rows;
  RensaDtype dtype; /* of the numbers */
  RensaDtype as;    /* that they have */
  int n_layers;
  double dropout;
  int n_inputs;
  int n_outputs;
  RensaVariable *inputs[MOST];
  RensaVariable *outputs[MOST];
  RensaVariable *grads[MOST];
} Call;

static void
call_clear (Call *self)
{
  rensa_variables_clear (self->grads, MOST);
  rensa_variables_clear (self->outputs, MOST);
  rensa_variables_clear (self->inputs, MOST);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)

/* A state has gaps in memory, as a view may have. */
static void
add_input (Call *self, const RensaDevice *device, RensaShape shape)
{
  g_autoptr (RensaArray) numbers = noise (self->dtype, shape, (guint) self->n_inputs + 1);
  g_autoptr (RensaArray) plain = rensa_array_cast (numbers, self->as, NULL);
  g_autoptr (RensaArray) laid_out = self->n_inputs == 0 ? spread_out (plain) : rensa_array_ref (plain);
  g_autoptr (RensaArray) there = gpu_copy_to (device, laid_out);

  self->inputs[self->n_inputs++] = rensa_variable_new (there);
}

static void
add_inputs (Call *self, const RensaDevice *device)
{
  const Kind *kind = self->kind;
  const int n_runs = self->n_layers * kind->n_directions;

  for (int i = 0; i < kind->n_states; i++)
    add_input (self, device, RENSA_SHAPE (n_runs, BATCH, N_UNITS));
  for (int i = 0; i < n_runs * kind->n_weights; i++)
    {
      const gboolean of_x = i % kind->n_weights < kind->n_weights / 2;
      const gboolean is_first = i < kind->n_directions * kind->n_weights;

      add_input (self, device, RENSA_SHAPE (N_UNITS, !of_x ? N_UNITS : is_first ? N_IN : N_UNITS * kind->n_directions));
    }
  for (int i = 0; i < n_runs * kind->n_weights; i++)
    add_input (self, device, RENSA_SHAPE (N_UNITS));
  for (int t = 0; t < MOST_STEPS; t++)
    add_input (self, device, RENSA_SHAPE (self->rows[t], N_IN));
}

/* The gradients of all inputs from arbitrary ones of the @n variables @of, into @grads. */
static void
differentiate (const Call *self, RensaVariable *const *of, int n, gboolean is_recorded, RensaVariable **grads)
{
  g_autoptr (GError) error = NULL;
  RensaVariable *grad_outputs[MOST] = { NULL };

  for (int i = 0; i < n; i++)
    {
      RensaArray *array = rensa_variable_get_array (of[i]);
      g_autoptr (RensaArray) numbers = noise (self->dtype, *rensa_array_get_shape (array), 1000 + (guint) i);
      g_autoptr (RensaArray) plain = rensa_array_cast (numbers, self->as, NULL);
      g_autoptr (RensaArray) there = gpu_copy_to (rensa_array_get_device (array), plain);

      grad_outputs[i] = rensa_variable_new (there);
    }
  rensa_grad (of, n, self->inputs, self->n_inputs, grad_outputs, is_recorded, grads, &error);
  rensa_variables_clear (grad_outputs, MOST);
  g_assert_no_error (error);
}

static void
call_run (Call *self, const RensaDevice *device)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("%s(n_layers=%d, dropout_ratio=%g%s)", self->kind->name, self->n_layers,
                                           self->dropout, self->kind->further);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, &error);
  g_auto (RensaDeviceScope) scope = rensa_device_enter (device);

  g_assert_no_error (error);
  add_inputs (self, device);
  *rensa_random_get_default () = rensa_random_init (7, 0);
  self->n_outputs =
      rensa_function_apply ((const RensaFunctionClass *) rensa_attrs_get_component (attrs),
                            rensa_attrs_get_values (attrs), self->inputs, self->n_inputs, self->outputs, MOST, &error);
  g_assert_no_error (error);
}

/* Rounding grows with what is added, of which that of halves is seen. */
static double
get_tolerance (RensaDtype dtype, const double *expected, gint64 n)
{
  double largest = 1;

  for (gint64 i = 0; i < n; i++)
    largest = MAX (largest, fabs (expected[i]));
  return dtype == RENSA_FLOAT64    ? 1e-12
         : dtype == RENSA_FLOAT32  ? 2e-5
         : dtype == RENSA_BFLOAT16 ? 0x1p-5 * largest
                                   : 0x1p-8 * largest;
}

/* A zero gradient may be none at all. */
static void
assert_near (const Call *here, RensaVariable *const *of_here, RensaVariable *const *of_there, int n)
{
  for (int i = 0; i < n; i++)
    {
      g_assert_true ((of_here[i] == NULL) == (of_there[i] == NULL));
      if (of_here[i] == NULL)
        continue;

      RensaArray *array = rensa_variable_get_array (of_here[i]);
      g_autofree double *expected = get_values (array);
      assert_values_of (rensa_variable_get_array (of_there[i]), here->dtype, *rensa_array_get_shape (array),
                        get_tolerance (here->dtype, expected, rensa_array_get_count (array)), expected);
    }
}

static guint64
count_calls (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts.n_dnn_calls;
}

/* Whether all steps are done at once. */
static gboolean
is_fast (const int *rows)
{
  return rensa_cuda_get_dnn_version (MOCK) != 0 && rows[0] == BATCH;
}

/* The outputs and all gradients, twice from what forward left; and by cuDNN where that takes the sequences.  What halves are is
 * worked out as float64. */
static void
compare (const Kind *kind, const int *rows, RensaDtype dtype, int n_layers, double dropout)
{
  const Call form = {
    .kind = kind, .rows = rows, .dtype = dtype, .as = dtype, .n_layers = n_layers, .dropout = dropout
  };
  const guint64 n_before = count_calls ();
  g_auto (Call) here = form;
  g_auto (Call) there = form;

  if (rensa_dtype_is_half (dtype))
    here.as = RENSA_FLOAT64;
  call_run (&here, gpu_find ("cpu"));
  differentiate (&here, here.outputs, here.n_outputs, FALSE, here.grads);
  call_run (&there, MOCK);
  for (int times = 0; times < 2; times++)
    {
      rensa_variables_clear (there.grads, MOST);
      differentiate (&there, there.outputs, there.n_outputs, FALSE, there.grads);
      assert_near (&here, here.outputs, there.outputs, here.n_outputs);
      assert_near (&here, here.grads, there.grads, here.n_inputs);
    }
  g_assert_cmpuint (count_calls () - n_before, ==, is_fast (rows) ? (guint64) n_layers * (1 + 2 * 2) : 0);
}

static void
test_kind (gconstpointer data)
{
  const Kind *kind = data;

  for (guint i = 0; i < G_N_ELEMENTS (rows_of_steps); i++)
    {
      /* Through more layers of such weights, and from step to step, what is rounded grows too far. */
      if (is_fast (rows_of_steps[i]))
        {
          compare (kind, rows_of_steps[i], RENSA_FLOAT16, 1, 0);
          compare (kind, rows_of_steps[i], RENSA_BFLOAT16, 1, 0);
        }
      for (int n_layers = 1; n_layers <= 3; n_layers += 2)
        {
          compare (kind, rows_of_steps[i], RENSA_FLOAT32, n_layers, 0);
          compare (kind, rows_of_steps[i], RENSA_FLOAT64, n_layers, 0.5);
        }
    }
}

/* The gradients of the gradients, of those that there are. */
static void
differentiate_twice (Call *self)
{
  RensaVariable *firsts[MOST] = { NULL };
  int n = 0;

  differentiate (self, self->outputs, self->n_outputs, TRUE, self->grads);
  for (int i = 0; i < self->n_inputs; i++)
    if (self->grads[i] != NULL)
      firsts[n++] = g_steal_pointer (&self->grads[i]);
  differentiate (self, firsts, n, FALSE, self->grads);
  rensa_variables_clear (firsts, MOST);
}

/* Gradients of gradients, which are made of other functions. */
static void
test_double_backward (gconstpointer data)
{
  const Call form = {
    .kind = data,
    .rows = rows_of_steps[1],
    .dtype = RENSA_FLOAT64,
    .as = RENSA_FLOAT64,
    .n_layers = 2,
    .dropout = 0.5,
  };
  g_auto (Call) here = form;
  g_auto (Call) there = form;

  call_run (&here, gpu_find ("cpu"));
  differentiate_twice (&here);
  call_run (&there, MOCK);
  differentiate_twice (&there);
  assert_near (&here, here.grads, there.grads, here.n_inputs);
}

int
main (int argc, char **argv)
{
  rensa_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/recurrence/%s", kinds[i].name);
      g_autofree char *twice = g_strdup_printf ("/gpu/recurrence/%s/double-backward", kinds[i].name);

      g_test_add_data_func (path, &kinds[i], test_kind);
      g_test_add_data_func (twice, &kinds[i], test_double_backward);
    }
  return run_tests ();
}
