/* test-link-expect.c: what links ask of their attributes and calls, in the words that they share.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"
#include "rensa-fault.h"

static void
assert_refused (const char *text, RensaVariable *const *inputs, int n_inputs, int max_outputs, const char *message)
{
  g_autoptr (RensaLink) link = link_of (text);
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_link_call_n (link, inputs, n_inputs, outputs, max_outputs, &error), ==, -1);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_inputs (void)
{
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 1), 1);
  RensaVariable *xs[5] = { x, x, x, x, x };

  assert_refused ("Linear(in_size=1, out_size=1)", xs, 2, 1, "Linear requires 1 input, but has 2.");
  assert_refused ("NaryTreeLSTM(in_size=1, out_size=1, n_ary=2)", xs, 4, 2,
                  "NaryTreeLSTM requires 5 inputs, but "
                  "has 4.");
  assert_refused ("MultiHeadAttention(size=1, n_heads=1)", xs, 0, 1,
                  "MultiHeadAttention requires at least 1 input, but has 0.");
  assert_refused ("MultiHeadAttention(size=1, n_heads=1)", xs, 5, 1,
                  "MultiHeadAttention accepts at most 4 inputs, but has 5.");
}

static void
test_room (void)
{
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 1), 1);

  assert_refused ("Linear(in_size=1, out_size=1)", &x, 1, 0, "Linear returns too many values: 1 instead of 0");
}

static void
test_ndim (void)
{
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, 2);

  assert_refused ("PositionalEncoding()", &x, 1, 1,
                  "PositionalEncoding expects an array with 3 axes, but its input has 2 axes.");
}

/* Of the attributes of a class, the one that is no multiple is named. */
static void
test_multiple (void)
{
  static const char *const cases[][2] = {
    { "MultiHeadAttention(size=6, n_heads=4)",
      "MultiHeadAttention: size is 6, but must be a multiple of n_heads, which is 4" },
    { "DecorrelatedBatchNormalization(size=3, groups=2)",
      "DecorrelatedBatchNormalization: size is 3, but must be a multiple of groups, which is 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_link_new_from_text (cases[i][0], &error));
      g_assert_cmpstr (error->message, ==, cases[i][1]);
    }
}

/* A sentence by itself says no less than the message. */
static void
test_sentence (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *sentence = NULL;

  g_assert_null (rensa_link_new_from_text ("Linear(in_size=3, out_size=2, initial_bias=LeCunNormal)", &error));
  sentence = rensa_error_to_sentence (error);
  g_assert_cmpstr (sentence, ==, "Linear: b: LeCunNormal: expected a shape with at least two axes, but it is (2,).");
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/link-expect/inputs", test_inputs);
  g_test_add_func ("/links/link-expect/room", test_room);
  g_test_add_func ("/links/link-expect/ndim", test_ndim);
  g_test_add_func ("/links/link-expect/multiple", test_multiple);
  g_test_add_func ("/links/link-expect/sentence", test_sentence);
  return g_test_run ();
}
