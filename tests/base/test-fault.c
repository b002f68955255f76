/* test-fault.c: faults, and the errors that carry them.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-base-faults.h"
#include "rensa-language.h"

/* Kinds such as a layer above declares. */
static const RensaFaultCode no_node = { "NO_NODE", "node {found} does not exist" };
static const RensaFaultCode open_input = { "OPEN", "input {port} of {who} is not connected" };
static const RensaFaultCode shapes = { "SHAPES",
                                       "{who} expects inputs of the same shape, but they are {expected} and {found}" };
static const RensaFaultCode attr_value = { "ATTR_VALUE", "{attr} expects {expected}, but {found} was given" };
static const RensaFaultCode extents = {
  "EXTENTS", "two sizes in the inputs of {who} must match, but they are {expected} and {found}"
};
static const RensaCountUnit given = { "given", "{n} was given", "{n} were given" };

/* What each of them says where nothing stands before it. */
static void
test_sentences (void)
{
  const RensaFaultInput inputs[] = { { "x", { RENSA_FLOAT32, RENSA_SHAPE (10, 100) } },
                                     { "", { RENSA_INT32, RENSA_SHAPE (10) } } };
  const struct
  {
    RensaFault fault;
    const char *sentence;
  } cases[] = {
    { { .code = &open_input, .who = "l1", .port = "x" }, "Input x of l1 is not connected." },
    { { .code = &no_node, .found = "l9", .suggestion = "l1" }, "Node l9 does not exist; did you mean l1?" },
    { { .code = &no_node, .found = "l9", .from = "x", .to = "l9" },
      "The connection from x to l9: node l9 does not exist." },
    { { .code = &rensa_fault_values,
        .who = "l1",
        .n_expected = { &rensa_count_values, 784 },
        .n_found = { &given, 1 } },
      "l1 expects 784 values, but 1 was given." },
    { { .code = &shapes,
        .who = "add1",
        .expected = "(2,)",
        .found = "(3,)",
        .n_inputs = 2,
        .inputs = inputs,
        .attr = "axis",
        .value = "7" },
      "add1 expects inputs of the same shape, but they are (2,) and (3,); x outputs float32 (10, 100) and the input outputs int32 (10,); leave axis empty instead of 7 to infer it from the input." },
    { { .code = &attr_value, .who = "Linear", .attr = "nobias", .expected = "true or false", .found = "3" },
      "Linear: nobias expects true or false, but 3 was given." },
    { { .code = &extents, .who = "f", .n_expected = { .n = 2 }, .n_found = { .n = 3 } },
      "Two sizes in the inputs of f must match, but they are 2 and 3." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = rensa_error_new_fault (RENSA_ERROR_INVALID, &cases[i].fault);
      g_autofree char *sentence = rensa_error_to_sentence (error);

      g_assert_cmpstr (sentence, ==, cases[i].sentence);
      g_assert_true (rensa_error_get_fault (error)->code == cases[i].fault.code);
    }
}

/* What stands before a part is a part of it, too, for whoever names the whole. */
static void
test_prefix (void)
{
  GError *error = NULL;
  g_autofree char *sentence = NULL;

  rensa_set_words (&error, RENSA_ERROR_INVALID, "a square matrix is needed");
  rensa_error_prefix (&error, "Identity");
  rensa_error_prefix (&error, "W");
  rensa_error_name (&error, "Linear");
  g_assert_cmpstr (error->message, ==, "Linear: W: Identity: a square matrix is needed");
  sentence = rensa_error_to_sentence (error);
  g_assert_cmpstr (sentence, ==, "Linear: W: Identity: a square matrix is needed.");
  g_clear_error (&error);

  rensa_error_prefix (&error, "nothing");
  g_assert_no_error (error);
  error = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_FAILED, "no");
  rensa_error_prefix (&error, "file");
  g_assert_cmpstr (error->message, ==, "file: no");
  g_error_free (error);
}

/* A copy has texts of its own, and a place does not belong to the sentence. */
static void
test_place (void)
{
  GError *error = rensa_error_new_fault (RENSA_ERROR_INVALID, &(RensaFault){ .code = &no_node, .found = "l9" });
  g_autoptr (GError) copy = NULL;
  g_autofree char *sentence = NULL;

  rensa_error_set_place (&error, "model");
  copy = g_error_copy (error);
  g_error_free (error);
  g_assert_cmpstr (copy->message, ==, "model: node l9 does not exist.");
  g_assert_cmpstr (rensa_error_get_fault (copy)->place, ==, "model");
  sentence = rensa_error_to_sentence (copy);
  g_assert_cmpstr (sentence, ==, "Node l9 does not exist.");
  rensa_error_drop_place (copy);
  g_assert_cmpstr (copy->message, ==, "node l9 does not exist.");
}

/* The innermost link is named, once; what a link makes of a type check follows it. */
static void
test_link (void)
{
  g_autoptr (GError) error = g_error_new_literal (RENSA_ERROR, RENSA_ERROR_TYPE_CHECK, "f: Expect: a, Actual: b");
  g_autofree char *check = NULL;
  g_autofree char *explained = NULL;

  rensa_error_attach (error, &(RensaFault){ .code = &open_input, .who = "f", .check = error->message });
  rensa_error_set_link (&error, "block/l1", NULL);
  rensa_error_set_link (&error, "block", NULL);
  g_assert_cmpstr (error->message, ==, "block/l1: f: Expect: a, Actual: b");
  check = rensa_error_get_check (error);
  g_assert_cmpstr (check, ==, "block/l1: f: Expect: a, Actual: b");

  rensa_error_explain (
      &error,
      &(RensaFault){ .code = &rensa_fault_values, .who = "l1", .expected = "3 channels", .n_found = { &given, 2 } });
  g_assert_cmpstr (error->message, ==, "block/l1: f: Expect: a, Actual: b; l1 expects 3 channels, but 2 were given");
  explained = rensa_error_get_check (error);
  g_assert_null (explained);
}

static void
assert_says (GError **error, const char *message, const char *said)
{
  g_autofree char *sentence = rensa_error_to_sentence (*error);

  g_assert_cmpstr ((*error)->message, ==, message);
  g_assert_cmpstr (sentence, ==, said);
  g_clear_error (error);
}

/* A word gets a capital letter where nothing stands before it, and what does belongs to the sentence. */
static void
test_words (void)
{
  GError *error = NULL;

  for (int n = 1; n <= 2; n++)
    {
      rensa_set_words (&error, RENSA_ERROR_INVALID, ngettext ("room for %d axis", "room for %d axes", n), n);
      assert_says (&error, n == 1 ? "room for 1 axis" : "room for 2 axes",
                   n == 1 ? "Room for 1 axis." : "Room for 2 axes.");
    }
  rensa_set_words (&error, RENSA_ERROR_INVALID, N_ ("no room for %d"), 3);
  rensa_error_set_link (&error, "block/l1", NULL);
  assert_says (&error, "block/l1: no room for 3", "block/l1: no room for 3.");
  rensa_set_words (&error, RENSA_ERROR_INVALID, N_ ("no room for %d"), 3);
  g_prefix_error (&error, "W: ");
  rensa_error_name (&error, "Linear");
  rensa_error_name (&error, "l1");
  assert_says (&error, "l1: W: no room for 3", "l1: W: no room for 3.");
  rensa_set_words (&error, RENSA_ERROR_INVALID, N_ ("%s is full"), "box");
  assert_says (&error, "box is full", "box is full.");
}

/* A text of somebody else is cut in the middle, wherever it stands. */
static void
test_long_values (void)
{
  g_autofree char *long_text = g_strnfill (5000, 'x');
  g_autofree char *middle = g_strdup_printf ("%.200s…%.199s", long_text, long_text);
  g_autofree char *expected = g_strdup_printf ("“%s” is no “%s”, but “a”", middle, middle);
  g_autoptr (GError) quoted = NULL;
  g_autoptr (GError) bare = NULL;

  rensa_set_words (&quoted, RENSA_ERROR_INVALID, N_ ("“%s” is no “%s”, but “%s”"), long_text, long_text, "a");
  g_assert_cmpstr (quoted->message, ==, expected);
  rensa_set_words (&bare, RENSA_ERROR_INVALID, N_ ("%s is full"), long_text);
  g_assert_cmpint (g_utf8_strlen (bare->message, -1), ==, 3000);
  g_assert_true (g_str_has_suffix (bare->message, "x is full"));
}

/* Other errors say nothing but their message. */
static void
test_foreign (void)
{
  g_autoptr (GError) error = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_NOENT, "No such file");
  g_autofree char *sentence = rensa_error_to_sentence (error);

  g_assert_null (rensa_error_get_fault (error)->code);
  rensa_error_set_place (&error, "data");
  g_assert_cmpstr (error->message, ==, "data: No such file");
  g_assert_cmpstr (sentence, ==, "No such file.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/fault/sentences", test_sentences);
  g_test_add_func ("/base/fault/prefix", test_prefix);
  g_test_add_func ("/base/fault/place", test_place);
  g_test_add_func ("/base/fault/link", test_link);
  g_test_add_func ("/base/fault/words", test_words);
  g_test_add_func ("/base/fault/long-values", test_long_values);
  g_test_add_func ("/base/fault/foreign", test_foreign);
  return g_test_run ();
}
