/* test-wire-call.c: sequences on wires.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-wire-call.h"

/* Rows of @n_columns values, as sequences of these lengths. */
static RensaVariable *
sequence_of (RensaDtype dtype, const gint64 *lengths, gint64 n, gint64 n_columns, const double *values)
{
  g_autoptr (RensaLengths) all = rensa_lengths_new (lengths, n);
  const gint64 total = rensa_lengths_get_total (all);
  RensaVariable *variable =
      variable_of (dtype, n_columns > 0 ? RENSA_SHAPE (total, n_columns) : RENSA_SHAPE (total), values);

  rensa_array_set_lengths (rensa_variable_get_array (variable), all);
  return variable;
}

static void
assert_lengths (RensaVariable *value, int n, const gint64 *wanted)
{
  const RensaLengths *lengths = rensa_array_get_lengths (rensa_variable_get_array (value));

  g_assert_nonnull (lengths);
  g_assert_cmpint (rensa_lengths_count (lengths), ==, n);
  for (int i = 0; i < n; i++)
    g_assert_cmpint (rensa_lengths_get (lengths, i), ==, wanted[i]);
}

#define assert_no_lengths(value) g_assert_null (rensa_array_get_lengths (rensa_variable_get_array (value)))

static const double counting[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };

static void
test_lengths (void)
{
  g_autoptr (RensaLengths) three = rensa_lengths_new ((gint64[]){ 2, 0, 3 }, 3);
  g_autoptr (RensaLengths) chosen = rensa_lengths_select (three, (gint64[]){ 2, 0, 2 }, 3);
  g_autoptr (RensaLengths) even = rensa_lengths_new_even (8, 3);
  g_autoptr (RensaLengths) same = rensa_lengths_new ((gint64[]){ 3, 3, 2 }, 3);

  g_assert_cmpint (rensa_lengths_get_total (three), ==, 5);
  g_assert_cmpint (rensa_lengths_get_start (three, 2), ==, 2);
  g_assert_cmpint (rensa_lengths_get_start (three, 3), ==, 5);
  g_assert_cmpint (rensa_lengths_get (chosen, 0), ==, 3);
  g_assert_cmpint (rensa_lengths_get (chosen, 1), ==, 2);
  g_assert_cmpint (rensa_lengths_get_total (chosen), ==, 8);
  g_assert_true (rensa_lengths_equal (even, same));
  g_assert_false (rensa_lengths_equal (even, chosen));
}

/* What has a value for each step is a sequence again, a sum is not. */
static void
test_all_steps (void)
{
  g_autoptr (RensaLink) linear = link_of ("Linear(in_size=2, out_size=1, initialW=Constant(fill_value=1))");
  g_autoptr (RensaAttrs) sum = function_of ("sum");
  g_autoptr (RensaAttrs) concat = function_of ("concat(axis=1)");
  g_autoptr (RensaVariable) x = sequence_of (RENSA_FLOAT32, (gint64[]){ 1, 3 }, 2, 2, counting);
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (RensaVariable) total = NULL;
  g_autoptr (RensaVariable) both = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_link_call_wired (linear, &x, 1, &y, 1, &error), ==, 1);
  assert_values (rensa_variable_get_array (y), RENSA_SHAPE (4, 1), 3, 7, 11, 15);
  assert_lengths (y, 2, (gint64[]){ 1, 3 });
  g_assert_cmpint (rensa_function_call_wired (sum, &y, 1, &total, 1, &error), ==, 1);
  assert_values (rensa_variable_get_array (total), RENSA_SHAPE_SCALAR, 36);
  assert_no_lengths (total);
  /* Two of them are two values of each step. */
  g_assert_cmpint (rensa_function_call_wired (concat, (RensaVariable *[]){ x, y }, 2, &both, 1, &error), ==, 1);
  assert_values (rensa_variable_get_array (both), RENSA_SHAPE (4, 3), 1, 2, 3, 3, 4, 7, 5, 6, 11, 7, 8, 15);
  assert_lengths (both, 2, (gint64[]){ 1, 3 });
  g_assert_no_error (error);
}

/* @wired: what came of @x with the states @before. */
static void
assert_goes_on (RensaLink *link, RensaVariable *const *before, RensaVariable *x, RensaVariable *const *wired)
{
  RensaVariable *parts[2] = { NULL };
  RensaVariable *made[4] = { NULL };

  g_assert_cmpint (rensa_split_at (x, (gint64[]){ 1 }, 1, 0, parts, 2, NULL), ==, 2);
  g_assert_cmpint (
      rensa_link_call_n (link, (RensaVariable *[]){ before[0], before[1], parts[0], parts[1] }, 4, made, 4, NULL), ==,
      4);
  for (int i = 0; i < 2; i++)
    {
      g_autofree double *values = get_values (rensa_variable_get_array (made[i]));

      assert_values (rensa_variable_get_array (wired[i]), RENSA_SHAPE (1, 2, 1), values[0], values[1]);
    }
  rensa_variables_clear (parts, 2);
  rensa_variables_clear (made, 4);
}

/* In documents sequences stand in any order, and states come back in it. */
static void
test_n_step (void)
{
  g_autoptr (RensaLink) link = link_of ("NStepLSTM(n_layers=1, in_size=1, out_size=1, dropout=0, "
                                        "initialW=Constant(fill_value=0.5), initial_bias=Constant(fill_value=0.25))");
  g_autoptr (RensaVariable) x = sequence_of (RENSA_FLOAT32, (gint64[]){ 1, 2 }, 2, 1, (double[]){ 0.5, -1, 0.25 });
  RensaVariable *const alone[] = { NULL, NULL, x };
  RensaVariable *first[3] = { NULL };
  RensaVariable *second[3] = { NULL };
  g_autoptr (GError) error = NULL;

  /* The figures of the link's own sample. */
  g_assert_cmpint (rensa_link_call_wired (link, alone, 3, first, 3, &error), ==, 3);
  g_assert_no_error (error);
  assert_values (rensa_variable_get_array (first[0]), RENSA_SHAPE (1, 2, 1), 0.27606824370176347, 0.2255686657310424);
  assert_values (rensa_variable_get_array (first[2]), RENSA_SHAPE (3, 1), 0.27606824370176347, 0, 0.2255686657310424);
  assert_lengths (first[2], 2, (gint64[]){ 1, 2 });
  assert_no_lengths (first[0]);

  /* With states it goes on from them, as a call without wires does. */
  g_assert_cmpint (rensa_link_call_wired (link, (RensaVariable *[]){ first[0], first[1], x }, 3, second, 3, &error), ==,
                   3);
  assert_goes_on (link, first, x, second);
  rensa_variables_clear (first, 3);
  rensa_variables_clear (second, 3);
}

/* An array is as many sequences as it has rows, and what it gives is a sequence. */
static void
test_rows (void)
{
  g_autoptr (RensaLink) link = link_of ("NStepGRU(n_layers=1, in_size=2, out_size=3, dropout=0)");
  g_autoptr (RensaVariable) x = variable_of (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 2), counting);
  g_autoptr (RensaVariable) flat = VARIABLE (RENSA_SHAPE (3), 1, 2, 3);
  RensaVariable *outputs[2] = { NULL };
  GError *error = NULL;

  g_assert_cmpint (rensa_link_call_wired (link, (RensaVariable *[]){ NULL, x }, 2, outputs, 2, &error), ==, 2);
  g_assert_no_error (error);
  assert_lengths (outputs[1], 2, (gint64[]){ 3, 3 });
  rensa_variables_clear (outputs, 2);
  g_assert_cmpint (rensa_link_call_wired (link, (RensaVariable *[]){ NULL, flat }, 2, outputs, 2, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_TYPE_CHECK, "NStepGRU expects sequences, but its input has no time steps");
}

/* The gradient of a packed sequence is that of its parts. */
static void
test_gradient (void)
{
  g_autoptr (RensaLink) embed = link_of ("EmbedID(in_size=4, out_size=1, initialW=Constant(fill_value=0.5))");
  g_autoptr (RensaAttrs) pad = function_of ("pad_sequence");
  g_autoptr (RensaVariable) words = sequence_of (RENSA_INT32, (gint64[]){ 2, 3 }, 2, 0, (double[]){ 0, 1, 1, 1, 3 });
  g_autoptr (RensaVariable) vectors = NULL;
  g_autoptr (RensaVariable) padded = NULL;
  g_autoptr (RensaVariable) total = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_link_call_wired (embed, &words, 1, &vectors, 1, &error), ==, 1);
  g_assert_cmpint (rensa_function_call_wired (pad, &vectors, 1, &padded, 1, &error), ==, 1);
  assert_values (rensa_variable_get_array (padded), RENSA_SHAPE (2, 3, 1), 0.5, 0.5, 0, 0.5, 0.5, 0.5);
  assert_no_lengths (padded);
  total = rensa_sum (padded, NULL, FALSE, &error);
  g_assert_true (rensa_variable_backward (total, NULL, &error));
  assert_values (rensa_variable_get_grad (find_param (embed, "W")), RENSA_SHAPE (4, 1), 1, 3, 0, 1);
}

static void
test_crf (void)
{
  g_autoptr (RensaLink) link = link_of ("CRF1d(n_label=2, transpose=True)");
  g_autoptr (RensaVariable) scores =
      sequence_of (RENSA_FLOAT32, (gint64[]){ 1, 2 }, 2, 2, (double[]){ 0, 2, 1, 2, 3, 0 });
  g_autoptr (RensaVariable) labels = sequence_of (RENSA_INT32, (gint64[]){ 1, 2 }, 2, 0, (double[]){ 1, 1, 0 });
  RensaVariable *outputs[2] = { NULL };
  g_autoptr (GError) error = NULL;

  set_param (link, "cost", RENSA_SHAPE (2, 2), 0.5, 0.5, 0.5, 0.5);
  g_assert_cmpint (rensa_link_call_wired (link, (RensaVariable *[]){ scores, labels }, 2, outputs, 2, &error), ==, 1);
  assert_no_lengths (outputs[0]);
  g_assert_cmpint (rensa_variable_get_type (outputs[0]).shape.ndim, ==, 0);
  rensa_variables_clear (outputs, 1);
  g_assert_cmpint (rensa_link_call_wired (link, &scores, 1, outputs, 2, &error), ==, 2);
  assert_values (rensa_variable_get_array (outputs[0]), RENSA_SHAPE (2), 5.5, 2);
  assert_values (rensa_variable_get_array (outputs[1]), RENSA_SHAPE (3), 1, 1, 0);
  assert_lengths (outputs[1], 2, (gint64[]){ 1, 2 });
  rensa_variables_clear (outputs, 2);
  g_assert_no_error (error);
}

static void
test_faults (void)
{
  g_autoptr (RensaLink) link = link_of ("NStepLSTM(n_layers=1, in_size=2, out_size=2, dropout=0)");
  g_autoptr (RensaAttrs) add = function_of ("add");
  g_autoptr (RensaVariable) x = sequence_of (RENSA_FLOAT32, (gint64[]){ 1, 3 }, 2, 2, counting);
  g_autoptr (RensaVariable) other = sequence_of (RENSA_FLOAT32, (gint64[]){ 2, 2 }, 2, 2, counting);
  g_autoptr (RensaVariable) state = variable_of (RENSA_FLOAT32, RENSA_SHAPE (1, 2, 2), counting);
  RensaVariable *outputs[3] = { NULL };
  GError *error = NULL;

  g_assert_cmpint (rensa_link_call_wired (link, (RensaVariable *[]){ x, NULL, x }, 3, outputs, 3, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_TYPE_CHECK, "the input hx of NStepLSTM expects an array, but is a sequence");
  g_assert_cmpint (rensa_link_call_wired (link, (RensaVariable *[]){ NULL, state, x }, 3, outputs, 3, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_TYPE_CHECK, "input cx of NStepLSTM is connected, but an earlier one is not");
  g_assert_cmpint (rensa_link_call_wired (link, (RensaVariable *[]){ NULL, NULL, x }, 3, outputs, 2, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_INVALID, "NStepLSTM returns too many values: 3 instead of 2");
  g_assert_cmpint (rensa_function_call_wired (add, (RensaVariable *[]){ x, other }, 2, outputs, 1, &error), ==, -1);
  assert_message_has (&error, RENSA_ERROR_TYPE_CHECK,
                      "add expects sequences of the same lengths, but those of its inputs differ");
}

static RensaVariable *
sequences_of_two (const gint64 *lengths, gint64 n)
{
  return sequence_of (RENSA_FLOAT64, lengths, n, 2, counting);
}

/* What gives several lists gives as many sequences; of lists that go through a call side by side all have as many parts. */
static void
test_lists (void)
{
  g_autoptr (RensaAttrs) attention = function_of ("sequence_attention");
  g_autoptr (RensaVariable) q = sequences_of_two ((gint64[]){ 1, 2 }, 2);
  g_autoptr (RensaVariable) k = sequences_of_two ((gint64[]){ 3, 1 }, 2);
  g_autoptr (RensaVariable) one = sequences_of_two ((gint64[]){ 4 }, 1);
  g_autoptr (RensaVariable) three = sequences_of_two ((gint64[]){ 1, 1, 2 }, 3);
  g_autoptr (RensaVariable) row = variable_of (RENSA_FLOAT64, RENSA_SHAPE (4), counting);
  RensaVariable *outputs[2] = { NULL };
  GError *error = NULL;

  g_assert_cmpint (rensa_function_call_wired (attention, (RensaVariable *[]){ q, k, k }, 3, outputs, 2, &error), ==, 2);
  g_assert_no_error (error);
  assert_lengths (outputs[0], 2, (gint64[]){ 1, 2 });
  assert_lengths (outputs[1], 2, (gint64[]){ 1, 2 });
  g_assert_cmpint (rensa_variable_get_type (outputs[0]).shape.dims[1], ==, 2);
  g_assert_cmpint (rensa_variable_get_type (outputs[1]).shape.dims[1], ==, 3);
  rensa_variables_clear (outputs, 2);

  g_assert_cmpint (rensa_function_call_wired (attention, (RensaVariable *[]){ q, one, three }, 3, outputs, 2, &error),
                   ==, -1);
  assert_message_has (&error, RENSA_ERROR_TYPE_CHECK,
                      "sequence_attention expects sequences of the same lengths, but those of its inputs differ");
  g_assert_cmpint (rensa_function_call_wired (attention, (RensaVariable *[]){ q, k, row }, 3, outputs, 2, &error), ==,
                   -1);
  assert_message_has (&error, RENSA_ERROR_TYPE_CHECK,
                      "sequence_attention expects sequences, but its input has no time steps");
}

/* The plan of a Chain may leave an input out that stands before another. */
static void
test_chain (void)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaVariable) x = sequence_of (RENSA_FLOAT32, (gint64[]){ 1, 3 }, 2, 2, counting);
  g_autoptr (GError) error = NULL;
  RensaVariable *outputs[1] = { NULL };
  int first;

  g_assert_true (
      rensa_link_take_child (chain, "gru", link_of ("NStepGRU(n_layers=1, in_size=2, out_size=3, dropout=0)"), &error));
  first = rensa_chain_plan_link (chain, "gru", (int[]){ RENSA_CHAIN_NOTHING, 0 }, 2, 2, &error);
  g_assert_cmpint (first, ==, 1);
  g_assert_true (rensa_chain_set_outputs (chain, (int[]){ first + 1 }, 1, &error));
  g_assert_cmpint (rensa_link_call_n (chain, &x, 1, outputs, 1, &error), ==, 1);
  g_assert_no_error (error);
  assert_lengths (outputs[0], 2, (gint64[]){ 1, 3 });
  rensa_variables_clear (outputs, 1);
}

/* A link without inputs gives what it has. */
static void
test_no_inputs (void)
{
  g_autoptr (RensaLink) link = link_of ("Parameter(shape=(2,), initialW=Constant(fill_value=3))");
  RensaVariable *outputs[1] = { NULL };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_link_call_wired (link, NULL, 0, outputs, 1, &error), ==, 1);
  g_assert_no_error (error);
  assert_values (rensa_variable_get_array (outputs[0]), RENSA_SHAPE (2), 3, 3);
  rensa_variables_clear (outputs, 1);
}

static void
test_deal_out (void)
{
  g_autoptr (RensaVariable) x = sequence_of (RENSA_FLOAT32, (gint64[]){ 1, 3, 2 }, 3, 0, counting);
  g_autoptr (RensaVariable) even = rensa_sequences_deal_out (x, 0, 2, NULL);
  g_autoptr (RensaVariable) odd = rensa_sequences_deal_out (x, 1, 2, NULL);

  assert_values (rensa_variable_get_array (even), RENSA_SHAPE (3), 1, 5, 6);
  assert_lengths (even, 2, (gint64[]){ 1, 2 });
  assert_values (rensa_variable_get_array (odd), RENSA_SHAPE (3), 2, 3, 4);
  assert_lengths (odd, 1, (gint64[]){ 3 });
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);

  g_test_add_func ("/links/wire-call/lengths", test_lengths);
  g_test_add_func ("/links/wire-call/all-steps", test_all_steps);
  g_test_add_func ("/links/wire-call/n-step", test_n_step);
  g_test_add_func ("/links/wire-call/rows", test_rows);
  g_test_add_func ("/links/wire-call/gradient", test_gradient);
  g_test_add_func ("/links/wire-call/crf", test_crf);
  g_test_add_func ("/links/wire-call/faults", test_faults);
  g_test_add_func ("/links/wire-call/lists", test_lists);
  g_test_add_func ("/links/wire-call/chain", test_chain);
  g_test_add_func ("/links/wire-call/no-inputs", test_no_inputs);
  g_test_add_func ("/links/wire-call/deal-out", test_deal_out);
  return g_test_run ();
}
