/* check-descriptors.c: what holds for every function, whichever it is.
 * SPDX-License-Identifier: MIT */

#include "check-descriptors.h"

#include <omp.h>
#include <string.h>

#include "calls.h"
#include "conformance.h"
#include "rensa-error.h"
#include "rensa-gradient-check.h"
#include "rensa-primitives.h"
#include "rensa-sanitizer.h"

/* Runs what must succeed. */
static void
apply (const Call *call, gboolean double_backprop, Results *results)
{
  g_autoptr (GError) error = NULL;

  call_apply (call, double_backprop, results, &error);
  g_assert_no_error (error);
}

void
check_samples (const RensaFunctionClass *class)
{
  g_assert_cmpuint (class->n_samples, >, 0);
  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Call) call = { 0 };
      g_auto (Results) got = { 0 };
      Results want = { 0 };
      g_auto (GStrv) texts = g_strsplit (class->samples[i].outputs, ";", -1);

      call_init (&call, class, i);
      apply (&call, FALSE, &got);
      for (; texts[want.n_outputs] != NULL; want.n_outputs++)
        want.outputs[want.n_outputs] = rensa_array_new_from_text (texts[want.n_outputs], RENSA_FLOAT64, NULL);
      got.n_grads = 0;
      /* The digits that a sample has, but no allowance for a result of zero. */
      assert_results_equal (&got, &want, 1e-12, 1e-30);
      results_clear (&want);
    }
}

/* A call as a function of those of its inputs that have a gradient. */
typedef struct
{
  const Call *call;
  int n_moving;
  int moving[MAX_INPUTS];
} Differentiable;

static int
apply_differentiable (gpointer data, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                      GError **error)
{
  const Differentiable *self = data;
  RensaVariable *all[MAX_INPUTS];
  RensaVariable *results[MAX_OUTPUTS];
  int n_floating = 0;
  int n;

  for (int i = 0; i < self->call->n_inputs; i++)
    all[i] = self->call->inputs[i] != NULL ? rensa_variable_new_constant (self->call->inputs[i]) : NULL;
  for (int i = 0; i < n_inputs; i++)
    {
      rensa_variable_unref (all[self->moving[i]]);
      all[self->moving[i]] = rensa_variable_ref (inputs[i]);
    }
  n = rensa_function_apply (self->call->class, rensa_example_get_values (self->call), all, self->call->n_inputs,
                            results, MAX_OUTPUTS, error);
  for (int i = 0; i < n; i++)
    {
      if (rensa_dtype_is_floating (rensa_variable_get_type (results[i]).dtype))
        outputs[n_floating++] = results[i];
      else
        rensa_variable_unref (results[i]);
    }
  for (int i = 0; i < self->call->n_inputs; i++)
    g_clear_pointer (&all[i], rensa_variable_unref);
  return n < 0 ? -1 : n_floating;
}

/* A floating input that must be given has a gradient; one that may be missing, a mask for instance, need not. */
static void
find_moving (Differentiable *self)
{
  g_auto (Results) results = { 0 };
  int grad = 0;

  apply (self->call, FALSE, &results);
  for (int i = 0; i < self->call->n_inputs; i++)
    {
      const RensaInputSpec spec = rensa_example_get_input_spec (self->call, i);

      if (self->call->inputs[i] == NULL || !rensa_dtype_is_floating (rensa_array_get_dtype (self->call->inputs[i])))
        continue;
      if (results.grads[grad++] != NULL)
        self->moving[self->n_moving++] = i;
      else
        g_assert_true (spec.optional || spec.constant);
    }
}

/* The gradients of the floating outputs.  FALSE where an output is rounded to fewer digits than differences need. */
static gboolean
make_grad_outputs (const Call *call, RensaArray *grad_outputs[RENSA_CHECK_MAX])
{
  RensaType types[MAX_OUTPUTS];
  const int n = rensa_example_infer (call, types, NULL);
  gboolean precise = TRUE;
  int n_floating = 0;

  for (int i = 0; i < n; i++)
    {
      if (!rensa_dtype_is_floating (types[i].dtype))
        continue;
      precise = precise && types[i].dtype == RENSA_FLOAT64;
      grad_outputs[n_floating++] = make_weights (&types[i]);
    }
  return precise;
}

typedef gboolean (*GradientCheck) (RensaCheckedFunc func, gpointer data, RensaArray *const *inputs, int n_inputs,
                                   RensaArray *const *grad_outputs, const RensaCheckTolerance *tolerance,
                                   GError **error);

/* Returns whether sample @i was fit for it. */
static gboolean
check_differences (const RensaFunctionClass *class, guint i, GradientCheck check)
{
  static const RensaCheckTolerance tolerance = { .eps = 1e-4, .rtol = 1e-5, .atol = 1e-6 };
  g_auto (Call) call = { 0 };
  Differentiable self = { .call = &call };
  RensaArray *inputs[MAX_INPUTS];
  RensaArray *grad_outputs[RENSA_CHECK_MAX] = { NULL };
  g_autoptr (GError) error = NULL;
  gboolean precise;

  call_init (&call, class, i);
  call_move_away (&call);
  find_moving (&self);
  for (int j = 0; j < self.n_moving; j++)
    inputs[j] = call.inputs[self.moving[j]];
  precise = make_grad_outputs (&call, grad_outputs);
  if (precise)
    check (apply_differentiable, &self, inputs, self.n_moving, grad_outputs, &tolerance, &error);
  for (int j = 0; j < RENSA_CHECK_MAX; j++)
    g_clear_pointer (&grad_outputs[j], rensa_array_unref);
  g_assert_no_error (error);
  return precise;
}

static void
check_all_differences (const RensaFunctionClass *class, GradientCheck check)
{
  guint n_checked = 0;

  for (guint i = 0; i < class->n_samples; i++)
    n_checked += check_differences (class, i, check);
  if (n_checked == 0)
    g_test_skip ("the outputs have too few digits for differences");
}

void
check_gradient (const RensaFunctionClass *class)
{
  check_all_differences (class, rensa_check_backward);
}

/* A backward that can be differentiated is often written apart from the one that cannot. */
static void
check_recorded (const RensaFunctionClass *class, guint i)
{
  g_auto (Call) call = { 0 };
  g_auto (Results) got = { 0 };
  g_auto (Results) want = { 0 };

  call_init (&call, class, i);
  call_move_away (&call);
  apply (&call, FALSE, &want);
  apply (&call, TRUE, &got);
  assert_results_equal (&got, &want, 1e-12, 1e-14);
}

void
check_second_gradient (const RensaFunctionClass *class)
{
  for (guint i = 0; i < class->n_samples; i++)
    check_recorded (class, i);
  check_all_differences (class, rensa_check_double_backward);
}

/* The same numbers in float32 and in halves give what they give in float64, but for the digits. */
void
check_dtypes (const RensaFunctionClass *class)
{
  static const struct
  {
    RensaDtype dtype;
    double tolerance;
  } narrow[] = { { RENSA_FLOAT32, 1e-5 }, { RENSA_FLOAT16, 1e-2 }, { RENSA_BFLOAT16, 8e-2 } };

  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Call) call = { 0 };
      g_auto (Call) wide_call = { 0 };
      g_auto (Results) want = { 0 };

      call_init (&call, class, i);
      call_move_away (&call);
      call_cast (&call, RENSA_FLOAT64, &wide_call);
      apply (&wide_call, FALSE, &want);
      for (guint j = 0; j < G_N_ELEMENTS (narrow); j++)
        {
          g_auto (Call) narrow_call = { 0 };
          g_auto (Results) got = { 0 };

          call_cast (&call, narrow[j].dtype, &narrow_call);
          apply (&narrow_call, FALSE, &got);
          assert_results_equal (&got, &want, narrow[j].tolerance, narrow[j].tolerance);
        }
    }
}

/* The elements of @array, in memory backwards. */
static RensaArray *
reverse (RensaArray *array)
{
  RensaSlice slices[RENSA_MAX_NDIM];
  g_autoptr (RensaArray) backwards = NULL;
  g_autoptr (RensaArray) copy = NULL;

  for (int axis = 0; axis < RENSA_MAX_NDIM; axis++)
    slices[axis] = (RensaSlice){ RENSA_SLICE_RANGE, RENSA_SLICE_NONE, RENSA_SLICE_NONE, -1 };
  backwards = rensa_array_view_slice (array, slices, rensa_array_get_ndim (array), NULL);
  copy = rensa_array_copy (backwards, NULL);
  return rensa_array_view_slice (copy, slices, rensa_array_get_ndim (array), NULL);
}

/* The first axis varies fastest in memory. */
static RensaArray *
turn (RensaArray *array)
{
  const int ndim = rensa_array_get_ndim (array);
  int axes[RENSA_MAX_NDIM];
  g_autoptr (RensaArray) turned = NULL;
  g_autoptr (RensaArray) copy = NULL;

  for (int axis = 0; axis < ndim; axis++)
    axes[axis] = ndim - 1 - axis;
  turned = rensa_array_view_transpose (array, axes);
  copy = rensa_array_copy (turned, NULL);
  return rensa_array_view_transpose (copy, axes);
}

/* Every second element of an array that is twice as wide. */
static RensaArray *
spread (RensaArray *array)
{
  const int last = rensa_array_get_ndim (array) - 1;
  RensaSlice slices[RENSA_MAX_NDIM];
  RensaShape shape = *rensa_array_get_shape (array);
  g_autoptr (RensaArray) wide = NULL;
  RensaArray *view;

  if (last < 0)
    return rensa_array_ref (array);
  shape.dims[last] = 2 * shape.dims[last] + 1;
  wide = rensa_array_full (rensa_array_get_dtype (array), &shape, 77, NULL);
  for (int axis = 0; axis <= last; axis++)
    slices[axis] = (RensaSlice){ RENSA_SLICE_RANGE, axis < last ? 0 : 1, RENSA_SLICE_NONE, axis < last ? 1 : 2 };
  view = rensa_array_view_slice (wide, slices, last + 1, NULL);
  g_assert_true (rensa_array_assign (view, array, NULL));
  return view;
}

void
check_strided (const RensaFunctionClass *class)
{
  RensaArray *(*const rearrange[]) (RensaArray * array) = { reverse, turn, spread };

  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Call) call = { 0 };
      g_auto (Results) want = { 0 };

      call_init (&call, class, i);
      call_move_away (&call);
      apply (&call, FALSE, &want);
      for (guint j = 0; j < G_N_ELEMENTS (rearrange); j++)
        {
          g_auto (Call) strided = { 0 };
          g_auto (Results) got = { 0 };
          RensaArray *inputs[MAX_INPUTS];

          for (int k = 0; k < call.n_inputs; k++)
            inputs[k] = call.inputs[k] != NULL ? rearrange[j](call.inputs[k]) : NULL;
          rensa_example_init_with (&strided, &call, inputs, call.n_inputs);
          apply (&strided, FALSE, &got);
          assert_results_equal (&got, &want, 1e-12, 1e-14);
        }
    }
}

/* So many elements that loops are shared out among threads, but no more than the memory has room for. The sanitizers, which are slow, look
 * at one sample of a quarter of the size: where it reads and writes is for them, whether the bits are equal for the plain test. */
#define LEAST_ELEMENTS (RENSA_SANITIZED ? 175000 : 700000)
#define MOST_ELEMENTS (RENSA_SANITIZED ? 625000 : 2500000)

/* FALSE where what is computed on the way, pairs of all elements for instance, has no room. */
static gboolean
try_large (const Call *call, Results *results)
{
  g_autoptr (GError) error = NULL;

  if (call_apply (call, FALSE, results, &error))
    return TRUE;
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY);
  return FALSE;
}

/* One thread and two give the same bits. */
void
check_threads (const RensaFunctionClass *class)
{
  const int n_threads = omp_get_max_threads ();
  guint n_checked = 0;

  for (guint i = 0; i < class->n_samples && !(RENSA_SANITIZED && n_checked > 0); i++)
    {
      g_auto (Call) call = { 0 };
      g_auto (Call) large = { 0 };
      g_auto (Call) narrow = { 0 };
      g_auto (Results) one = { 0 };
      g_auto (Results) two = { 0 };

      call_init (&call, class, i);
      if (!rensa_example_enlarge (&call, LEAST_ELEMENTS, MOST_ELEMENTS, &large, NULL))
        continue;
      call_move_away (&large);
      call_cast (&large, RENSA_FLOAT32, &narrow);
      omp_set_num_threads (1);
      if (!try_large (&narrow, &one))
        {
          omp_set_num_threads (n_threads);
          continue;
        }
      omp_set_num_threads (2);
      apply (&narrow, FALSE, &two);
      omp_set_num_threads (n_threads);
      assert_results_equal (&two, &one, 0, 0);
      n_checked++;
    }
  if (n_checked == 0)
    g_test_skip ("the attributes of its samples fit no larger inputs");
}

void
check_function_texts (const RensaFunctionClass *class)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (class->inputs, specs);
  const char *names[RENSA_MAX_INPUT_SPECS + 1] = { NULL };

  for (int i = 0; i < n; i++)
    names[i] = specs[i].name;
  check_forms (RENSA_COMPONENT (class), names);
  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Call) call = { 0 };

      call_init (&call, class, i);
      check_round_trip (call.attrs);
    }
}
