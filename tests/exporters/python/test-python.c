/* test-python.c: quoting, taking apart and breaking lines of Python.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-python-private.h"

static void
assert_quoted (const char *text, const char *expected)
{
  g_autofree char *quoted = rensa_python_quote (text);

  g_assert_cmpstr (quoted, ==, expected);
}

static void
test_quote (void)
{
  assert_quoted ("", "''");
  assert_quoted ("it's", "'it\\'s'");
  assert_quoted ("a\\b", "'a\\\\b'");
  assert_quoted ("Größe 学習", "'Größe 学習'");
  assert_quoted ("a\nb", "'a\\x0ab'");
  /* It turns the direction of what follows. */
  assert_quoted ("\xe2\x80\xae", "'\\u202e'");
  assert_quoted ("a\xff", "'a\\udcff'");
}

static void
test_keywords (void)
{
  g_assert_true (rensa_python_is_keyword ("lambda"));
  g_assert_true (rensa_python_is_keyword ("None"));
  g_assert_false (rensa_python_is_keyword ("none"));
  g_assert_false (rensa_python_is_keyword ("relu"));
}

static void
test_brackets (void)
{
  g_assert_cmpstr (rensa_python_skip_bracket ("(a, [b]) + c"), ==, ") + c");
  g_assert_cmpstr (rensa_python_skip_bracket ("(')', \"]\") x"), ==, ") x");
  g_assert_cmpstr (rensa_python_skip_bracket ("(a"), ==, "");
  g_assert_cmpstr (rensa_python_find_arguments ("F.relu(x)"), ==, "(x)");
  g_assert_null (rensa_python_find_arguments ("F.relu(x) + y"));
  g_assert_null (rensa_python_find_arguments ("(x)"));
}

static void
assert_pieces (const char *list, const char *expected)
{
  g_autoptr (GPtrArray) pieces = rensa_python_split (list, strlen (list));
  g_autofree char *joined = NULL;

  g_ptr_array_add (pieces, NULL);
  joined = g_strjoinv ("|", (char **) pieces->pdata);
  g_assert_cmpstr (joined, ==, expected);
}

static void
test_split (void)
{
  assert_pieces ("", "");
  assert_pieces ("a, b(c, d), e", "a|b(c, d)|e");
  assert_pieces ("'a, b', [c, d]", "'a, b'|[c, d]");
  assert_pieces ("lambda x, y: x + y, z", "lambda x, y: x + y|z");
  assert_pieces ("f(i) for i in range(3)", "f(i)|for i in range(3)");
}

static void
assert_lines (int indent, const char *line, const char *expected)
{
  g_autoptr (GString) out = g_string_new (NULL);

  rensa_python_append (out, indent, line);
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_lines (void)
{
  assert_lines (4, "x = 1", "    x = 1\n");
  assert_lines (0, "y = F.convolution_2d(some_variable, some_weights, some_bias, stride=2, pad=1, dilate=2)",
                "y = F.convolution_2d(\n"
                "    some_variable, some_weights, some_bias, stride=2, pad=1, dilate=2)\n");
  /* What is set stays whole. */
  assert_lines (0, "optimizers['a_long_name'] = Adam(model.a_long_name.parameters(), alpha=0.001, eps=0)",
                "optimizers['a_long_name'] = Adam(\n"
                "    model.a_long_name.parameters(), alpha=0.001, eps=0)\n");
  /* The first argument of a definition is not in line with its body. */
  assert_lines (0, "def forward(self, the_first_argument, the_second_argument, the_third_argument, x):",
                "def forward(\n"
                "        self, the_first_argument, the_second_argument, the_third_argument, x):\n");
}

/* Exactly 79 characters stay, one more goes on. */
static void
test_width (void)
{
  g_autofree char *name = g_strnfill (RENSA_PYTHON_WIDTH - 3, 'n');
  g_autofree char *full = g_strdup_printf ("%s(x)", name);
  g_autoptr (GString) out = g_string_new (NULL);

  rensa_python_append (out, 0, full);
  g_assert_cmpint ((int) out->len, ==, RENSA_PYTHON_WIDTH + 1);
  g_string_truncate (out, 0);
  rensa_python_append (out, 1, full);
  g_assert_cmpstr (strchr (out->str, '\n'), ==, "\n     x)\n");
}

static void
test_docstring (void)
{
  g_autoptr (GString) out = g_string_new (NULL);

  rensa_python_append_docstring (out, "Says \"no\".\n\n    $ run it\n\none two");
  g_assert_cmpstr (out->str, ==, "\"\"\"Says \\\"no\\\".\n\n    $ run it\n\none two\n\"\"\"\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exporters/python/quote", test_quote);
  g_test_add_func ("/exporters/python/keywords", test_keywords);
  g_test_add_func ("/exporters/python/brackets", test_brackets);
  g_test_add_func ("/exporters/python/split", test_split);
  g_test_add_func ("/exporters/python/lines", test_lines);
  g_test_add_func ("/exporters/python/width", test_width);
  g_test_add_func ("/exporters/python/docstring", test_docstring);
  return g_test_run ();
}
