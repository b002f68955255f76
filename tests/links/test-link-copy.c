/* test-link-copy.c: copies of links, and values carried between them.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"
#include "rensa-primitives.h"

static RensaArray *
get_array (RensaLink *link, const char *path)
{
  return rensa_variable_get_array (find_param (link, path));
}

static double
get_first (RensaArray *array)
{
  g_autofree double *values = get_values (array);

  return values[0];
}

/* A ChainList of the MLP, a lazy layer and a normalization whose N is 3. */
static RensaLink *
composite_new (void)
{
  RensaLink *list = rensa_chain_list_new ();
  RensaLink *normalization = link_of ("BatchNormalization(size=2)");

  rensa_link_set_persistent_int (normalization, "N", 3);
  g_assert_true (rensa_link_append_child (list, mlp_new (), NULL));
  g_assert_true (rensa_link_append_child (list, link_of ("Linear(in_size=None, out_size=2)"), NULL));
  g_assert_true (rensa_link_append_child (list, normalization, NULL));
  return list;
}

static void
test_share (void)
{
  g_autoptr (RensaLink) link = composite_new ();
  g_autoptr (RensaLink) copy = rensa_link_copy (link, RENSA_COPY_SHARE, NULL);
  g_autofree char *paths = list_params (link);
  g_autofree char *copied_paths = list_params (copy);

  g_assert_cmpstr (paths, ==, copied_paths);
  g_assert_true (get_array (copy, "0/l1/W") == get_array (link, "0/l1/W"));
  g_assert_true (find_param (copy, "0/l1/W") != find_param (link, "0/l1/W"));
  g_assert_null (get_array (copy, "1/W"));
  g_assert_true (rensa_link_get_persistent (rensa_link_find (copy, "2"), 1)
                 == rensa_link_get_persistent (rensa_link_find (link, "2"), 1));
  g_assert_cmpint (rensa_link_get_persistent_int (rensa_link_find (copy, "2"), "N"), ==, 3);
}

static void
test_copy (void)
{
  g_autoptr (RensaLink) link = composite_new ();
  g_autoptr (RensaLink) copy = rensa_link_copy (link, RENSA_COPY_COPY, NULL);
  RensaArray *array = get_array (link, "0/l1/W");
  RensaArray *copied = get_array (copy, "0/l1/W");
  RensaArray *mean = rensa_link_get_persistent (rensa_link_find (copy, "2"), 1);

  g_assert_cmpfloat (get_first (array), ==, get_first (copied));
  g_assert_true (rensa_array_fill (array, 42, NULL));
  g_assert_cmpfloat (get_first (copied), !=, 42);
  g_assert_true (mean != rensa_link_get_persistent (rensa_link_find (link, "2"), 1));
  assert_values (mean, RENSA_SHAPE (2), 0, 0);
}

static void
test_init (void)
{
  g_autoptr (RensaLink) link = composite_new ();
  g_autoptr (RensaLink) copy = NULL;

  set_param (link, "0/l1/b", RENSA_SHAPE (3), 1, 2, 3);
  copy = rensa_link_copy (link, RENSA_COPY_INIT, NULL);
  g_assert_cmpfloat (get_first (get_array (link, "0/l1/W")), !=, get_first (get_array (copy, "0/l1/W")));
  assert_values (get_array (copy, "0/l1/b"), RENSA_SHAPE (3), 0, 0, 0);
  g_assert_null (get_array (copy, "1/W"));
  g_assert_cmpint (rensa_link_get_persistent_int (rensa_link_find (copy, "2"), "N"), ==, 3);
}

/* The plan of a copy calls the children of the copy. */
static void
test_copied_plan (void)
{
  g_autoptr (RensaLink) link = mlp_new ();
  g_autoptr (RensaLink) copy = rensa_link_copy (link, RENSA_COPY_COPY, NULL);
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, 1);
  g_autoptr (RensaVariable) y = NULL;

  g_assert_true (rensa_array_fill (get_array (copy, "l2/W"), 0, NULL));
  set_param (copy, "l2/b", RENSA_SHAPE (1), 8);
  g_clear_pointer (&link, rensa_link_unref);
  y = rensa_link_call (copy, x, NULL);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (1, 1), 8);
}

static void
test_copied_outputs (void)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaLink) copy = NULL;
  g_autoptr (RensaAttrs) multiply = function_of ("op_mul");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1), 3);
  RensaVariable *outputs[2] = { NULL, NULL };

  rensa_chain_set_n_inputs (chain, 2);
  g_assert_cmpint (rensa_chain_plan_function (chain, "f", multiply, (int[]){ 0, 1 }, 2, 1, NULL), ==, 2);
  g_assert_true (rensa_chain_set_outputs (chain, (int[]){ 2, 1 }, 2, NULL));
  copy = rensa_link_copy (chain, RENSA_COPY_SHARE, NULL);
  g_assert_cmpint (rensa_link_call_n (copy, (RensaVariable *[]){ x, x }, 2, outputs, 2, NULL), ==, 2);
  assert_values (rensa_variable_get_array (outputs[0]), RENSA_SHAPE (1), 9);
  g_assert_true (outputs[1] == x);
  rensa_variable_unref (outputs[0]);
  rensa_variable_unref (outputs[1]);
}

static void
test_repeat (void)
{
  g_autoptr (RensaLink) block = rensa_sequential_new ();
  g_autoptr (RensaAttrs) relu = function_of ("relu");
  g_autoptr (RensaLink) repeated = NULL;
  g_autoptr (RensaLink) none = NULL;
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 1), 1);
  g_autoptr (RensaVariable) y = NULL;
  g_autofree char *paths = NULL;

  g_assert_true (rensa_link_append_child (
      block, link_of ("Linear(in_size=1, out_size=1, initialW=Constant(fill_value=2))"), NULL));
  rensa_sequential_append_function (block, relu);
  repeated = rensa_link_repeat (block, 3, RENSA_COPY_INIT, NULL);
  paths = list_params (repeated);
  g_assert_cmpstr (paths, ==, "/0/0/W /0/0/b /1/0/W /1/0/b /2/0/W /2/0/b");
  y = rensa_link_call (repeated, x, NULL);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (1, 1), 8);

  none = rensa_link_repeat (block, 0, RENSA_COPY_COPY, NULL);
  g_assert_cmpuint (rensa_link_get_n_children (none), ==, 0);
}

static void
test_copy_params (void)
{
  g_autoptr (RensaLink) link = composite_new ();
  g_autoptr (RensaLink) source = composite_new ();
  RensaArray *array = get_array (link, "0/l1/W");

  set_param (source, "1/W", RENSA_SHAPE (2, 2), 1, 2, 3, 4);
  rensa_link_set_persistent_int (rensa_link_find (source, "2"), "N", 9);
  g_assert_true (rensa_array_fill (rensa_link_get_persistent (rensa_link_find (source, "2"), 2), 5, NULL));
  g_assert_true (rensa_link_copy_params (link, source, NULL));

  g_assert_true (get_array (link, "0/l1/W") == array);
  g_assert_cmpfloat (get_first (array), ==, get_first (get_array (source, "0/l1/W")));
  assert_values (get_array (link, "1/W"), RENSA_SHAPE (2, 2), 1, 2, 3, 4);
  g_assert_true (get_array (link, "1/W") != get_array (source, "1/W"));
  g_assert_cmpint (rensa_link_get_persistent_int (rensa_link_find (link, "2"), "N"), ==, 9);
  assert_values (rensa_link_get_persistent (rensa_link_find (link, "2"), 2), RENSA_SHAPE (2), 5, 5);
}

static void
test_unlike_links (void)
{
  g_autoptr (RensaLink) mlp = mlp_new ();
  g_autoptr (RensaLink) other = rensa_chain_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_link_take_child (other, "l1", link_of ("Linear(in_size=2, out_size=4)"), NULL));
  g_assert_false (rensa_link_copy_params (mlp, other, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "l1/W: the source has the shape (4, 2), not (3, 2)");
  g_assert_false (rensa_link_add_grads (mlp, other, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "/l2: the source has no such link");
  g_assert_false (rensa_link_add_grads (other, mlp, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "/l2: the source has this link, but the target does not");

  g_autoptr (RensaLink) plain = link_of ("Linear(in_size=2, out_size=4, nobias=True)");
  g_autoptr (RensaLink) biased = link_of ("Linear(in_size=2, out_size=4)");

  g_assert_false (rensa_link_copy_params (biased, plain, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "/b: the source has no such parameter");
  g_assert_false (rensa_link_copy_params (plain, biased, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "/b: the source has this parameter, but the target does not");
}

static void
test_add_grads (void)
{
  g_autoptr (RensaLink) link = mlp_new ();
  g_autoptr (RensaLink) source = mlp_new ();
  g_autoptr (RensaArray) one = ARRAY (RENSA_SHAPE (1), 1);
  g_autoptr (RensaArray) ten = ARRAY (RENSA_SHAPE (1), 10);

  rensa_variable_set_grad (find_param (link, "l2/b"), one);
  rensa_variable_set_grad (find_param (source, "l2/b"), ten);
  g_assert_true (rensa_link_add_grads (link, source, NULL));
  assert_values (rensa_variable_get_grad (find_param (link, "l2/b")), RENSA_SHAPE (1), 11);
  assert_values (rensa_variable_get_grad (find_param (source, "l2/b")), RENSA_SHAPE (1), 10);
  g_assert_null (rensa_variable_get_grad (find_param (link, "l1/b")));
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/copy/share", test_share);
  g_test_add_func ("/links/copy/copy", test_copy);
  g_test_add_func ("/links/copy/init", test_init);
  g_test_add_func ("/links/copy/plan", test_copied_plan);
  g_test_add_func ("/links/copy/outputs", test_copied_outputs);
  g_test_add_func ("/links/copy/repeat", test_repeat);
  g_test_add_func ("/links/copy-params/values", test_copy_params);
  g_test_add_func ("/links/copy-params/unlike-links", test_unlike_links);
  g_test_add_func ("/links/add-grads/values", test_add_grads);
  return g_test_run ();
}
