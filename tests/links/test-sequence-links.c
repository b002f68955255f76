/* test-sequence-links.c: links that take as many inputs as there are steps, sequences or children.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "link-fixture.h"
#include "rensa-error.h"

static RensaVariable *
labels_of (int n, const double *values)
{
  return variable_of (RENSA_INT32, RENSA_SHAPE (n), values);
}

/* Decodes with the costs that it has learnt a loss with, and puts the labels where their sequences were given. */
static void
test_crf (void)
{
  g_autoptr (RensaLink) link = rensa_crf_1d_link_new (2, TRUE, NULL);
  g_autoptr (RensaVariable) one = VARIABLE (RENSA_SHAPE (1, 2), 0, 1);
  g_autoptr (RensaVariable) three = VARIABLE (RENSA_SHAPE (3, 2), 5, 0, 1, 0, 0, 1);
  g_autoptr (RensaVariable) label = labels_of (1, (double[]){ 1 });
  g_autoptr (RensaVariable) labels = labels_of (3, (double[]){ 0, 1, 1 });
  RensaVariable *const inputs[] = { one, three, label, labels };
  RensaVariable *outputs[3] = { NULL };

  set_param (link, "cost", RENSA_SHAPE (2, 2), 0, 3, 0, 0.5);
  g_assert_cmpint (rensa_link_call_n (link, inputs, 4, outputs, 1, NULL), ==, 1);
  g_assert_cmpint (rensa_variable_get_type (outputs[0]).shape.ndim, ==, 0);
  g_assert_true (rensa_variable_backward (outputs[0], NULL, NULL));
  g_assert_nonnull (rensa_variable_get_grad (find_param (link, "cost")));
  rensa_variables_clear (outputs, 1);

  g_assert_cmpint (rensa_link_call_n (link, inputs, 2, outputs, 3, NULL), ==, 3);
  assert_values (rensa_variable_get_array (outputs[0]), RENSA_SHAPE (2), 10, 1);
  g_assert_cmpint (rensa_variable_get_type (outputs[1]).shape.dims[0], ==, 1);
  g_assert_cmpint (rensa_variable_get_type (outputs[2]).shape.dims[0], ==, 3);
  rensa_variables_clear (outputs, 3);
}

static void
test_crf_faults (void)
{
  g_autoptr (RensaLink) steps = link_of ("CRF1d(n_label=2)");
  g_autoptr (RensaLink) sequences = link_of ("CRF1d(n_label=2, transpose=True)");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 0, 1);
  g_autoptr (RensaVariable) y = labels_of (1, (double[]){ 1 });
  g_autoptr (RensaVariable) more = labels_of (2, (double[]){ 1, 0 });
  RensaVariable *outputs[3] = { NULL };
  GError *error = NULL;

  g_assert_cmpint (rensa_link_call_n (steps, (RensaVariable *[]){ y }, 1, outputs, 3, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID, "CRF1d requires at least 1 input, but has 0.");
  g_assert_cmpint (rensa_link_call_n (steps, (RensaVariable *[]){ x, x, y }, 3, outputs, 3, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID,
                      "CRF1d expects the same number of label arrays as score arrays, or none, but there are 1 and 2");
  g_assert_cmpint (rensa_link_call_n (steps, (RensaVariable *[]){ x, x }, 2, outputs, 2, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID, "returns too many values: 3 instead of 2");
  g_assert_cmpint (rensa_link_call_n (sequences, (RensaVariable *[]){ x, more }, 2, outputs, 3, &error), ==, -1);
  assert_message_has (
      &error, RENSA_ERROR_TYPE_CHECK,
      "CRF1d expects one label per step, but scores number 1 have the shape (1, 2) and their labels (2,)");
}

/* The order of children does not count, and x is as if it were zero where it is left out. */
static void
test_tree (void)
{
  g_autoptr (RensaLink) link = link_of ("ChildSumTreeLSTM(in_size=1, out_size=2)");
  g_autoptr (RensaVariable) a = VARIABLE (RENSA_SHAPE (1, 2), 1, -2);
  g_autoptr (RensaVariable) b = VARIABLE (RENSA_SHAPE (1, 2), 0.5, 3);
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 1), 0);
  RensaVariable *first[2] = { NULL };
  RensaVariable *second[2] = { NULL };

  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ a, b, b, a, x }, 5, first, 2, NULL), ==, 2);
  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ b, a, a, b }, 4, second, 2, NULL), ==, 2);
  for (int i = 0; i < 2; i++)
    {
      g_autofree double *values = get_values (rensa_variable_get_array (first[i]));

      assert_values (rensa_variable_get_array (second[i]), RENSA_SHAPE (1, 2), values[0], values[1]);
    }
  rensa_variables_clear (first, 2);
  rensa_variables_clear (second, 2);
}

static void
test_tree_without_size (void)
{
  g_autoptr (RensaLink) link = link_of ("ChildSumTreeLSTM(in_size=None, out_size=2)");
  g_autoptr (RensaVariable) a = VARIABLE (RENSA_SHAPE (1, 2), 1, -2);
  RensaVariable *outputs[2] = { NULL };
  GError *error = NULL;

  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ a, a }, 2, outputs, 2, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID,
                      "ChildSumTreeLSTM infers in_size from x, but its first call has only cells and outputs");
  g_assert_cmpint (rensa_link_call_n (link, NULL, 0, outputs, 2, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID, "ChildSumTreeLSTM requires at least 1 input, but has 0.");
}

static const char *const n_step_links[] = { "NStepGRU",     "NStepBiGRU",     "NStepLSTM",    "NStepBiLSTM",
                                            "NStepRNNReLU", "NStepBiRNNReLU", "NStepRNNTanh", "NStepBiRNNTanh" };

static void
assert_same_values (RensaVariable *got, RensaVariable *expected)
{
  g_autofree double *a = get_values (rensa_variable_get_array (got));
  g_autofree double *b = get_values (rensa_variable_get_array (expected));
  const gint64 n = rensa_array_get_count (rensa_variable_get_array (expected));

  g_assert_cmpint (rensa_array_get_count (rensa_variable_get_array (got)), ==, n);
  g_assert_cmpmem (a, (gsize) n * sizeof *a, b, (gsize) n * sizeof *b);
}

/* States that are NULL are zero, as states that are left out; also one of two. */
static void
test_states (gconstpointer data)
{
  const char *name = data;
  const int n_states = strstr (name, "LSTM") != NULL ? 2 : 1;
  g_autofree char *text = g_strconcat (name, "(n_layers=2, in_size=3, out_size=2, dropout=0)", NULL);
  g_autoptr (RensaLink) link = link_of (text);
  g_autoptr (RensaVariable) a = VARIABLE (RENSA_SHAPE (2, 3), 1, -2, 0.5, 3, 0.25, -1);
  g_autoptr (RensaVariable) b = VARIABLE (RENSA_SHAPE (1, 3), 0.5, 3, -0.5);
  const gint64 n_layers = strstr (name, "Bi") != NULL ? 4 : 2;
  g_autoptr (RensaVariable) zeros = variable_of (RENSA_FLOAT32, RENSA_SHAPE (n_layers, 2, 2), (double[16]){ 0 });
  RensaVariable *const inputs[] = { NULL, NULL, a, b };
  RensaVariable *first[4] = { NULL };
  RensaVariable *second[4] = { NULL };
  RensaVariable *third[4] = { NULL };
  RensaVariable *none[4] = { NULL };
  GError *error = NULL;

  g_assert_true (rensa_link_draw_params (link, 1, NULL));
  g_assert_cmpint (rensa_link_call_n (link, inputs + 2, 2, first, 4, NULL), ==, n_states + 2);
  g_assert_cmpint (rensa_link_call_n (link, inputs + 2 - n_states, 2 + n_states, second, 4, NULL), ==, n_states + 2);
  for (int i = 0; i < n_states + 2; i++)
    assert_same_values (first[i], second[i]);
  rensa_variables_clear (second, 4);
  if (n_states == 2)
    {
      g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ first[0], NULL, a, b }, 4, second, 4, NULL), ==,
                       4);
      g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ first[0], zeros, a, b }, 4, third, 4, NULL), ==,
                       4);
      for (int i = 0; i < 4; i++)
        assert_same_values (second[i], third[i]);
    }
  /* As for every required input, nothing is computed without a sequence. */
  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ a, NULL }, 2, none, 4, &error), ==, -1);
  g_assert_no_error (error);
  rensa_variables_clear (first, 4);
  rensa_variables_clear (second, 4);
  rensa_variables_clear (third, 4);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/sequence-links/crf", test_crf);
  g_test_add_func ("/links/sequence-links/crf-faults", test_crf_faults);
  g_test_add_func ("/links/sequence-links/tree", test_tree);
  g_test_add_func ("/links/sequence-links/tree-without-size", test_tree_without_size);
  for (guint i = 0; i < G_N_ELEMENTS (n_step_links); i++)
    {
      g_autofree char *path = g_strconcat ("/links/sequence-links/states/", n_step_links[i], NULL);

      g_test_add_data_func (path, n_step_links[i], test_states);
    }
  return g_test_run ();
}
