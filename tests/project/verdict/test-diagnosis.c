/* test-diagnosis.c: the iteration in which a number was not finite, and the example that it came of.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-init.h"
#include "verdict-fixture.h"

#define ZERO_ROW 37

/* All is above 0 but one number of one example. */
static void
fill_one_zero (Examples *self, GRand *random)
{
  for (int i = 0; i < self->n; i++)
    {
      self->t[i] = i % 2;
      for (int j = 0; j < self->n_columns; j++)
        examples_get_row (self, i)[j] = g_rand_double_range (random, 1, 2) + self->t[i];
    }
  examples_get_row (self, ZERO_ROW)[1] = 0;
}

static void
fill_line (Examples *self, GRand *random)
{
  examples_fill_noise (self, random);
  for (int i = 0; i < self->n; i++)
    self->t[i] = 3 * examples_get_row (self, i)[0];
  for (int i = 0; i < self->n; i += 3)
    examples_get_row (self, i)[0] = 0;
}

static char *
diagnose (const Kind *kind, int seed)
{
  g_autoptr (RensaVerdict) verdict = train_kind (kind, 1, seed);

  g_assert_cmpint (verdict->finding, ==, RENSA_FINDING_NOT_FINITE);
  return rensa_verdict_word (verdict->record);
}

/* The example is named by its number in the file, whatever the split and the order of batches are. */
static void
test_example (void)
{
  static const Kind kind = { "one zero",  .fill = fill_one_zero,   .n = 200,       .n_columns = 2, .n_out = 2,
                             .epochs = 2, .optimizer = "\"Adam\"", .before = "log" };
  g_autofree char *expected = g_strdup_printf ("Node “log0” (log) returns −∞ for 0 in example %d.", ZERO_ROW + 1);
  int n_named = 0;

  for (int seed = 0; seed < 4; seed++)
    {
      g_autoptr (RensaVerdict) verdict = train_kind (&kind, 1, seed);
      g_autofree char *words = rensa_verdict_word (verdict->record);

      if (verdict->finding == RENSA_FINDING_NOT_FINITE)
        {
          g_test_message ("%s", words);
          n_named++;
          g_assert_nonnull (strstr (words, expected));
        }
    }
  g_assert_cmpint (n_named, >, 0);
}

/* A node that is well with the first parameters, and with all data, is named in the iteration in which it is not. */
static void
test_later_iteration (void)
{
  static const Kind kind = { "leaves",
                             .fill = fill_line,
                             .n = 200,
                             .n_columns = 1,
                             .n_out = 1,
                             .epochs = 30,
                             .optimizer = "{\"type\": \"SGD\", \"attrs\": {\"lr\": 0.05}}",
                             .middle = "sigmoid exp log" };
  static const Kind gradient = { "root",
                                 .fill = fill_line,
                                 .n = 200,
                                 .n_columns = 1,
                                 .n_out = 1,
                                 .epochs = 3,
                                 .optimizer = "{\"type\": \"SGD\", \"attrs\": {\"lr\": 0.01}}",
                                 .middle = "square sqrt" };
  static const Kind rate = { "rate",
                             .fill = fill_line,
                             .n = 200,
                             .n_columns = 1,
                             .n_out = 1,
                             .epochs = 60,
                             .optimizer = "{\"type\": \"SGD\", \"attrs\": {\"lr\": 4}}",
                             .middle = "relu" };
  g_autoptr (RensaVerdict) well = train_kind (&kind, 1, 0);
  g_autofree char *root = diagnose (&gradient, 0);
  g_autofree char *fast = diagnose (&rate, 0);

  g_test_message ("%s", root);
  g_test_message ("%s", fast);
  g_assert_cmpint (well->finding, !=, RENSA_FINDING_NOT_FINITE);
  g_assert_nonnull (strstr (root, "The gradient of node “sqrt0” (sqrt) is the first that is NaN or infinite."));
  g_assert_nonnull (strstr (fast, "By then the weights had grown to "));
  g_assert_nonnull (strstr (fast, "Node “l"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/project/verdict/diagnosis/example", test_example);
  g_test_add_func ("/project/verdict/diagnosis/later-iteration", test_later_iteration);
  return g_test_run ();
}
