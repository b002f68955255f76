/* test-chain.c: plans, and what runs by them.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"
#include "rensa-modes.h"
#include "rensa-pool.h"
#include "rensa-sanitizer.h"

/* W1 = [[1, 2], [3, 4], [-1, -1]], b1 = 0, W2 = [[1, 10, 100]], b2 = [0.5] */
static void
set_mlp (RensaLink *mlp)
{
  set_param (mlp, "l1/W", RENSA_SHAPE (3, 2), 1, 2, 3, 4, -1, -1);
  set_param (mlp, "l1/b", RENSA_SHAPE (3), 0, 0, 0);
  set_param (mlp, "l2/W", RENSA_SHAPE (1, 3), 1, 10, 100);
  set_param (mlp, "l2/b", RENSA_SHAPE (1), 0.5);
}

static void
test_plan (void)
{
  g_autoptr (RensaLink) mlp = mlp_new ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2, 2), 1, 1, -1, 0);
  g_autoptr (RensaVariable) y = NULL;

  set_mlp (mlp);
  y = rensa_link_call (mlp, x, NULL);
  /* relu ([3, 7, -2]), relu ([-1, -3, 1]) */
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (2, 1), 73.5, 100.5);
}

/* (a - b, a * (a - b)): two inputs, a value that is used twice, two outputs. */
static void
test_branches (void)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaAttrs) subtract = function_of ("op_sub");
  g_autoptr (RensaAttrs) multiply = function_of ("op_mul");
  g_autoptr (RensaVariable) a = VARIABLE (RENSA_SHAPE (2), 5, 7);
  g_autoptr (RensaVariable) b = VARIABLE (RENSA_SHAPE (2), 2, 9);
  RensaVariable *const inputs[] = { a, b };
  RensaVariable *outputs[2] = { NULL, NULL };
  g_autoptr (GError) error = NULL;

  rensa_chain_set_n_inputs (chain, 2);
  g_assert_cmpint (rensa_chain_plan_function (chain, "difference", subtract, (int[]){ 0, 1 }, 2, 1, &error), ==, 2);
  g_assert_cmpint (rensa_chain_plan_function (chain, "product", multiply, (int[]){ 0, 2 }, 2, 1, &error), ==, 3);
  g_assert_true (rensa_chain_set_outputs (chain, (int[]){ 3, 2 }, 2, &error));
  g_assert_cmpint (rensa_link_call_n (chain, inputs, 2, outputs, 2, &error), ==, 2);
  g_assert_no_error (error);
  assert_values (rensa_variable_get_array (outputs[0]), RENSA_SHAPE (2), 15, -14);
  assert_values (rensa_variable_get_array (outputs[1]), RENSA_SHAPE (2), 3, -2);
  rensa_variable_unref (outputs[0]);
  rensa_variable_unref (outputs[1]);

  g_assert_cmpint (rensa_link_call_n (chain, inputs, 1, outputs, 2, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_INVALID, "Chain requires 2 inputs, but has 1.");
  g_assert_cmpint (rensa_link_call_n (chain, inputs, 2, outputs, 1, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_INVALID, "Chain returns too many values: 2 instead of 1");
}

/* More wires into one node than a stack has room for. */
static void
test_many_wires (void)
{
  const int n = 200000;
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaAttrs) concat = function_of ("concat");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 1), 2);
  g_autofree int *wires = g_new0 (int, n);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_chain_plan_function (chain, "all", concat, wires, n, 1, &error), ==, 1);
  y = rensa_link_call (chain, x, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_dim (rensa_variable_get_array (y), 1), ==, n);
}

/* What a node is wired to belongs to others: the running statistics that a function writes over are a copy. */
static void
test_wired_arrays_stay (void)
{
  static const char *const functions[] = { "batch_normalization",
                                           "batch_renormalization(rmax=2, dmax=1, update_statistics=True)" };
  const float ones[] = { 1, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      g_autoptr (RensaLink) chain = rensa_chain_new ();
      g_autoptr (RensaAttrs) function = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, functions[i], NULL);
      g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2, 2), 1, 2, 4, 8);
      g_autoptr (RensaVariable) shared = VARIABLE (RENSA_SHAPE (2), 1, 1);
      RensaVariable *const inputs[] = { x, shared };
      RensaVariable *y = NULL;
      float found[2];

      rensa_chain_set_n_inputs (chain, 2);
      g_assert_cmpint (rensa_chain_plan_function (chain, "n", function, (int[]){ 0, 1, 1, 1, 1 }, 5, 1, NULL), ==, 2);
      g_assert_cmpint (rensa_link_call_n (chain, inputs, 2, &y, 1, NULL), ==, 1);
      g_assert_true (rensa_array_to_host (rensa_variable_get_array (shared), found, NULL));
      g_assert_cmpmem (found, sizeof found, ones, sizeof ones);
      rensa_variable_unref (y);
    }
}

/* An input may be an output, and a link may be called twice. */
static void
test_shared_link (void)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 1), 2);
  RensaVariable *outputs[2] = { NULL, NULL };

  g_assert_true (rensa_link_take_child (chain, "l", link_of ("Linear(in_size=1, out_size=1)"), NULL));
  set_param (chain, "l/W", RENSA_SHAPE (1, 1), 3);
  set_param (chain, "l/b", RENSA_SHAPE (1), 1);
  g_assert_cmpint (rensa_chain_plan_link (chain, "l", (int[]){ 0 }, 1, 1, NULL), ==, 1);
  g_assert_cmpint (rensa_chain_plan_link (chain, "l", (int[]){ 1 }, 1, 1, NULL), ==, 2);
  g_assert_true (rensa_chain_set_outputs (chain, (int[]){ 2, 0 }, 2, NULL));
  g_assert_cmpint (rensa_link_call_n (chain, &x, 1, outputs, 2, NULL), ==, 2);
  assert_values (rensa_variable_get_array (outputs[0]), RENSA_SHAPE (1, 1), 22);
  g_assert_true (outputs[1] == x);

  /* d/dW of W (W x + b) + b = 2 W x + b */
  g_assert_true (rensa_variable_backward (outputs[0], NULL, NULL));
  assert_values (rensa_variable_get_grad (find_param (chain, "l/W")), RENSA_SHAPE (1, 1), 13);
  rensa_variable_unref (outputs[0]);
  rensa_variable_unref (outputs[1]);
}

static void
test_bad_plan (void)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaAttrs) relu = function_of ("relu");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1), 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_link_call (chain, x, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "Chain has no plan for its calls");
  g_assert_cmpint (rensa_chain_plan_link (chain, "l9", (int[]){ 0 }, 1, 1, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_NOT_FOUND, "Chain has no link “l9”");
  g_assert_cmpint (rensa_chain_plan_function (chain, "f", relu, (int[]){ 1 }, 1, 1, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_INVALID, "f takes value 1, but only 1 values precede it");
  g_assert_false (rensa_chain_set_outputs (chain, (int[]){ -1 }, 1, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "outputs takes value -1, but only 1 values precede it");

  g_assert_cmpint (rensa_chain_plan_function (chain, "f", relu, (int[]){ 0 }, 1, 2, &error), ==, 1);
  g_assert_null (rensa_link_call (chain, x, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "f returns too few values: 1 instead of 2");
}

static void
test_error_place (void)
{
  g_autoptr (RensaLink) root = rensa_chain_new ();
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (4, 5));
  g_autoptr (RensaVariable) ids = zeros_of (RENSA_INT32, RENSA_SHAPE (4, 2));
  g_autoptr (RensaAttrs) exp = function_of ("exp");
  g_autoptr (GError) error = NULL;
  RensaLink *predictor = mlp_new ();

  g_assert_true (rensa_link_take_child (root, "predictor", predictor, NULL));
  g_assert_cmpint (rensa_chain_plan_link (root, "predictor", (int[]){ 0 }, 1, 1, NULL), ==, 1);
  g_assert_null (rensa_link_call (root, x, &error));
  assert_message (
      &error, RENSA_ERROR_TYPE_CHECK,
      "predictor/l1: linear: Expect: x.shape[1] == W.shape[1], Actual: 5 != 2; l1 expects 2 values per example, but 5 were given");

  /* A function is named by its step, unless that says the same. */
  rensa_chain_set_n_inputs (predictor = rensa_chain_new (), 1);
  g_assert_cmpint (rensa_chain_plan_function (predictor, "squash", exp, (int[]){ 0 }, 1, 1, NULL), ==, 1);
  g_assert_true (rensa_link_take_child (root, "second", predictor, NULL));
  g_assert_null (rensa_link_call (predictor, ids, &error));
  assert_message (&error, RENSA_ERROR_TYPE_CHECK, "second/squash: exp: Expect: x.dtype.kind == f, Actual: i != f");

  rensa_link_call_n (rensa_link_find (root, "predictor/l2"), (RensaVariable *[]){ x, x }, 2, NULL, 0, &error);
  assert_message (&error, RENSA_ERROR_INVALID, "predictor/l2: Linear requires 1 input, but has 2.");
}

static void
test_errors_pass_through (void)
{
  g_autoptr (RensaLink) mlp = mlp_new ();
  g_autoptr (RensaVariable) bad = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (4, 5));
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) first = rensa_link_call (mlp, bad, &error);
  g_autofree char *message = g_strdup (error->message);
  g_autoptr (RensaVariable) second = rensa_link_call (mlp, first, &error);
  g_autoptr (RensaVariable) third = rensa_link_call (mlp, bad, &error);

  g_assert_null (second);
  g_assert_null (third);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_null (rensa_link_call (mlp, NULL, NULL));
}

typedef struct
{
  GString *names;
  guint n_arrays;
} Record;

static void
record_step (const char *step_name, RensaVariable *const *outputs, int n_outputs, gpointer data)
{
  Record *record = data;
  g_autofree char *shape = rensa_shape_to_string (rensa_array_get_shape (rensa_variable_get_array (outputs[0])));

  g_string_append_printf (record->names, "%s%s ", step_name, shape);
  record->n_arrays = rensa_array_count_alive ();
}

static void
test_observer (void)
{
  g_autoptr (RensaLink) mlp = mlp_new ();
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (4, 2));
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (RensaVariable) first = NULL;
  g_autoptr (RensaVariable) second = NULL;
  Record record = { names, 0 };

  rensa_chain_observe (mlp, record_step, &record);
  first = rensa_link_call (mlp, x, NULL);
  rensa_chain_observe (mlp, NULL, NULL);
  second = rensa_link_call (mlp, x, NULL);
  g_assert_cmpstr (names->str, ==, "l1(4, 3) relu(4, 3) l2(4, 1) ");
}

/* Without a graph, each value goes when the last step that needs it is done. */
static void
test_values_are_let_go (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaAttrs) exp = function_of ("exp");
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (4, 2));
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  Record record = { names, 0 };
  const guint before = rensa_array_count_alive ();

  rensa_modes_get ()->enable_backprop = FALSE;
  for (int i = 0; i < 10; i++)
    g_assert_cmpint (rensa_chain_plan_function (chain, "exp", exp, (int[]){ i }, 1, 1, NULL), ==, i + 1);
  rensa_chain_observe (chain, record_step, &record);
  y = rensa_link_call (chain, x, NULL);
  g_assert_nonnull (y);
  g_assert_cmpuint (record.n_arrays, ==, before + 2);
}

static void
test_sequential (void)
{
  g_autoptr (RensaLink) sequential = rensa_sequential_new ();
  g_autoptr (RensaAttrs) relu = function_of ("relu");
  g_autoptr (RensaAttrs) subtract = function_of ("op_sub");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, -5);
  g_autoptr (RensaVariable) zero = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (1, 2));
  g_autoptr (RensaVariable) bad = zeros_of (RENSA_INT32, RENSA_SHAPE (1, 2));
  RensaVariable *const inputs[] = { x, zero };
  RensaVariable *y = NULL;
  g_autofree char *params = NULL;
  g_autoptr (GError) error = NULL;

  /* The first layer takes all inputs. */
  rensa_sequential_append_function (sequential, subtract);
  g_assert_true (rensa_link_append_child (sequential,
                                          link_of ("Linear(in_size=2, out_size=2, initialW=Identity(scale=2))"), NULL));
  rensa_sequential_append_function (sequential, relu);
  g_assert_true (rensa_link_append_child (
      sequential, link_of ("Linear(in_size=2, out_size=2, nobias=True, initialW=Identity)"), NULL));

  params = list_params (sequential);
  g_assert_cmpstr (params, ==, "/0/W /0/b /1/W");
  g_assert_cmpint (rensa_link_call_n (sequential, inputs, 2, &y, 1, &error), ==, 1);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (1, 2), 2, 0);
  rensa_variable_unref (y);

  g_assert_cmpint (rensa_link_call_n (sequential, (RensaVariable *[]){ x, bad }, 2, &y, 1, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_TYPE_CHECK, "op_sub: Expect: a.dtype == b.dtype, Actual: float32 != int32");
}

static void
test_empty_sequential (void)
{
  g_autoptr (RensaLink) sequential = rensa_sequential_new ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1), 1);
  g_autoptr (RensaVariable) y = rensa_link_call (sequential, x, NULL);
  RensaVariable *outputs[1];
  g_autoptr (GError) error = NULL;

  g_assert_true (x == y);
  g_assert_cmpint (rensa_link_call_n (sequential, (RensaVariable *[]){ x, x }, 2, outputs, 1, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_INVALID, "Sequential returns too many values: 2 instead of 1");
}

static void
test_chain_list (void)
{
  g_autoptr (RensaLink) list = rensa_chain_list_new ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 1), 1);
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_link_append_child (list, link_of ("Linear(in_size=1, out_size=1)"), NULL));
  g_assert_cmpstr (rensa_link_get_name (rensa_link_find (list, "0")), ==, "0");
  g_assert_null (rensa_link_call (list, x, &error));
  assert_message (&error, RENSA_ERROR_INVALID,
                  "ChainList cannot be called: it only holds links that are called individually");
}

/* A steady loop asks the device for nothing; under the address sanitizer nothing is cached. */
static void
test_steady_loop (void)
{
  g_autoptr (RensaLink) mlp = mlp_new ();
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (1, 2));
  RensaPoolFigures before;
  RensaPoolFigures after;

  for (int i = 0; i < 20; i++)
    {
      g_autoptr (RensaVariable) y = rensa_link_call (mlp, x, NULL);

      rensa_link_cleargrads (mlp);
      g_assert_true (rensa_variable_backward (y, NULL, NULL));
      if (i == 4)
        rensa_pool_get_figures (&before);
    }
  rensa_pool_get_figures (&after);
  if (!RENSA_SANITIZED)
    g_assert_cmpuint (before.n_system_allocations, ==, after.n_system_allocations);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/chain/plan", test_plan);
  g_test_add_func ("/links/chain/branches", test_branches);
  g_test_add_func ("/links/chain/many-wires", test_many_wires);
  g_test_add_func ("/links/chain/wired-arrays-stay", test_wired_arrays_stay);
  g_test_add_func ("/links/chain/shared-link", test_shared_link);
  g_test_add_func ("/links/chain/bad-plan", test_bad_plan);
  g_test_add_func ("/links/chain/error-place", test_error_place);
  g_test_add_func ("/links/chain/errors-pass-through", test_errors_pass_through);
  g_test_add_func ("/links/chain/observer", test_observer);
  g_test_add_func ("/links/chain/values-are-let-go", test_values_are_let_go);
  g_test_add_func ("/links/chain/steady-loop", test_steady_loop);
  g_test_add_func ("/links/sequential/layers", test_sequential);
  g_test_add_func ("/links/sequential/empty", test_empty_sequential);
  g_test_add_func ("/links/chain-list/children", test_chain_list);
  return g_test_run ();
}
