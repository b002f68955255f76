/* test-ctext.c: strings, arrays, comments and names of C.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "export-fixture.h"
#include "rensa-ctext-private.h"

/* Reads one character as a C compiler does: itself, or a backslash and three octal digits. */
static char
read_character (const char **at)
{
  const char *c = *at;

  g_assert_cmpint (*c, !=, '"');
  g_assert_cmpint (*c, !=, '?');
  if (*c != '\\')
    {
      g_assert_true (g_ascii_isprint (*c));
      *at = c + 1;
      return *c;
    }
  for (int i = 1; i <= 3; i++)
    g_assert_true (c[i] >= '0' && c[i] <= '7');
  *at = c + 4;
  return (char) ((c[1] - '0') * 64 + (c[2] - '0') * 8 + c[3] - '0');
}

static void
assert_literal (const char *literal, const char *expected)
{
  const char *at = literal + 1;

  g_assert_cmpint (literal[0], ==, '"');
  for (; *expected != '\0'; expected++)
    g_assert_cmpint (read_character (&at), ==, *expected);
  g_assert_cmpstr (at, ==, "\"");
}

static void
assert_array (const char *array, const char *expected)
{
  const char *at = array + 1;

  g_assert_cmpint (array[0], ==, '{');
  for (; *expected != '\0'; expected++)
    {
      at += strspn (at, " \n");
      g_assert_cmpint (*at++, ==, '\'');
      g_assert_cmpint (read_character (&at), ==, *expected);
      g_assert_true (g_str_has_prefix (at, "',"));
      at += 2;
    }
  g_assert_cmpstr (at + strspn (at, " \n"), ==, "0 }");
}

/* Every byte but zero, twice, so that each digit of an escape meets a digit that is none of it. */
static char *
write_all_bytes (void)
{
  GString *text = g_string_new ("?"
                                "?/x\\\"%d7");

  for (int i = 1; i < 256; i++)
    g_string_append_printf (text, "%c7", i);
  return g_string_free (text, FALSE);
}

static void
test_quote (void)
{
  g_autofree char *text = write_all_bytes ();
  g_autofree char *literal = rensa_ctext_quote (text);
  g_autofree char *array = rensa_ctext_write_array (text);
  g_autofree char *empty = rensa_ctext_quote ("");

  assert_literal (literal, text);
  assert_array (array, text);
  g_assert_cmpstr (empty, ==, "\"\"");
}

/* C99 promises 4,095 characters, so one more makes an array of them. */
static void
test_long (void)
{
  g_autofree char *text = g_strnfill (4096, 'a');
  g_autofree char *longer = rensa_ctext_quote (text);
  g_autofree char *longest = NULL;

  g_assert_true (rensa_ctext_is_long (text));
  g_assert_true (g_str_has_prefix (longer, "(const char[]){ "));
  assert_array (longer + strlen ("(const char[])"), text);
  text[4095] = '\0';
  longest = rensa_ctext_quote (text);
  g_assert_false (rensa_ctext_is_long (text));
  assert_literal (longest, text);
}

static void
assert_comment (const char *text, const char *expected)
{
  g_autofree char *comment = rensa_ctext_write_comment (text);

  g_assert_cmpstr (comment, ==, expected);
}

static void
test_comment (void)
{
  g_autofree char *many = g_strnfill (81, 'x');

  assert_comment ("Moons (1,000), 2.5: a_b-c", "Moons (1,000), 2.5: a_b-c");
  assert_comment ("a */ b // c \\", "a __ b __ c _");
  assert_comment ("a\nb\tc?"
                  "?/",
                  "a_b_c___");
  assert_comment ("Größe 重み", "Größe 重み");
  /* An override of the direction of writing is no letter, and a byte that is no text is shown as a mark. */
  assert_comment ("a\u202eb", "a_b");
  assert_comment ("a\xff", "a_");
  assert_comment (many, many + 1);
}

static void
test_keywords (void)
{
  static const char *const keywords[] = { "int", "typeof", "linux", "main", "stdout", "thread_local" };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    g_assert_true (rensa_ctext_is_keyword (keywords[i]));
  g_assert_false (rensa_ctext_is_keyword ("l1"));
  g_assert_false (rensa_ctext_is_keyword ("Int"));
  g_assert_false (rensa_ctext_is_keyword (""));
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/ctext/quote", test_quote);
  g_test_add_func ("/exporters/ctext/long", test_long);
  g_test_add_func ("/exporters/ctext/comment", test_comment);
  g_test_add_func ("/exporters/ctext/keywords", test_keywords);
  return g_test_run ();
}
