/* test-bad-attrs.c: whatever is wrong with an attribute is reported in a sentence.
 * SPDX-License-Identifier: MIT */

#include "registry-fixture.h"
#include "rensa-registry-faults.h"

#define DTYPES \
  "\"bool\", \"int8\", \"int16\", \"int32\", \"int64\", \"uint8\", \"float16\", \"bfloat16\", \"float32\" or \"float64\""
#define INTEGERS "integers greater than -2^63 and less than 2^63"
#define KSIZE "an integer or a tuple of integers of at least 1"
#define INDEX "integers, slices, lists of integers, None and at most one ellipsis"

typedef struct
{
  const char *attr;
  const char *given;
  const char *message;
} Case;

static const Case json_cases[] = {
  { "out_size", "0", "Linear: out_size expects an integer of at least 1, but 0 was given." },
  { "out_size", "2.5", "Linear: out_size expects an integer of at least 1, but 2.5 was given." },
  { "out_size", "\"3\"", "Linear: out_size expects an integer of at least 1, but \"3\" was given." },
  { "out_size", "true", "Linear: out_size expects an integer of at least 1, but true was given." },
  { "out_size", "null", "Linear: out_size expects an integer of at least 1, but None was given." },
  { "out_size", "[1]", "Linear: out_size expects an integer of at least 1, but [1] was given." },
  { "out_size", "NaN", "Linear: out_size expects an integer of at least 1, but NaN was given." },
  { "out_size", "9223372036854775808", "Linear: out_size expects " INTEGERS ", but 9223372036854775808 was given." },
  { "out_size", "1e30", "Linear: out_size expects " INTEGERS ", but 1e30 was given." },
  { "limit", "-9223372036854775808", "Linear: limit expects " INTEGERS ", but -9223372036854775808 was given." },
  { "limit", "9", "Linear: limit expects an integer from -2 to 8 or None, but 9 was given." },
  { "nobias", "1", "Linear: nobias expects true or false, but 1 was given." },
  { "nobias", "null", "Linear: nobias expects true or false, but None was given." },
  { "scale", "-0.5", "Linear: scale expects a number of at least 0, but -0.5 was given." },
  { "scale", "\"-inf\"", "Linear: scale expects a number of at least 0, but \"-inf\" was given." },
  { "scale", "\"nan\"", "Linear: scale expects a number of at least 0, but \"nan\" was given." },
  { "scale", "NaN", "Linear: scale expects a number of at least 0, but NaN was given." },
  { "scale", "1e999", "Linear: scale expects a number of at least 0, but 1e999 was given." },
  { "scale", "null", "Linear: scale expects a number of at least 0, but None was given." },
  { "rate", "2", "Linear: rate expects a number from 0.001 to 1 or None, but 2 was given." },
  { "rate", "false", "Linear: rate expects a number from 0.001 to 1 or None, but false was given." },
  { "label", "5", "Linear: label expects UTF-8 text, but 5 was given." },
  { "label", "null", "Linear: label expects UTF-8 text, but None was given." },
  { "label", "\"a\\u0000b\"", "Linear: label expects UTF-8 text, but \"a\\u0000b\" was given." },
  { "label", "\"\xff\"", "Linear: label expects UTF-8 text, but \"�\" was given." },
  { "reduce", "\"max\"", "Linear: reduce expects \"sum\", \"mean\" or \"no\", but \"max\" was given." },
  { "reduce", "null", "Linear: reduce expects \"sum\", \"mean\" or \"no\", but None was given." },
  { "reduce", "0", "Linear: reduce expects \"sum\", \"mean\" or \"no\", but 0 was given." },
  { "ksize", "[1, 0]", "Linear: ksize expects " KSIZE ", but [1,0] was given." },
  { "ksize", "[1, [2]]", "Linear: ksize expects " KSIZE ", but [1,[2]] was given." },
  { "ksize", "[1, null]", "Linear: ksize expects " KSIZE ", but [1,null] was given." },
  { "ksize", "[1,2,3,4,5,6,7,8,9]", "Linear: ksize accepts a tuple of at most 8 entries, but 9 were given." },
  { "axis", "8", "Linear: axis expects an integer or a tuple of integers of at most 7 or None, but 8 was given." },
  { "pair", "[1, 1e300]", "Linear: pair expects " INTEGERS ", but 1e300 was given." },
  { "typ", "\"float31\"", "Linear: typ expects " DTYPES ", but \"float31\" was given." },
  { "typ", "{\"dtype\": 3}", "Linear: typ expects " DTYPES ", but {\"dtype\":3} was given." },
  { "slices", "1.5", "Linear: slices expects " INDEX ", but 1.5 was given." },
  { "slices", "[{\"slice\": [1, 2]}]", "Linear: slices expects " INDEX ", but [{\"slice\":[1,2]}] was given." },
  { "slices", "{\"slice\": [1, 2, 0]}", "Linear: slices expects " INDEX ", but {\"slice\":[1,2,0]} was given." },
  { "slices", "[{\"ellipsis\": true}, {\"ellipsis\": true}]",
    "Linear: slices expects " INDEX ", but [{\"ellipsis\":true},{\"ellipsis\":true}] was given." },
  { "slices", "[[1, [2]]]", "Linear: slices expects " INDEX ", but [[1,[2]]] was given." },
  { "slices", "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "Linear: slices accepts at most 16 entries, but 17 were given." },
  { "initial", "3", "Linear: initial expects an initializer, but 3 was given." },
  { "initial", "null", "Linear: initial expects an initializer, but None was given." },
  { "extra", "true", "Linear: extra expects an initializer or None, but true was given." },
  { "initial", "\"Nomal\"", "Linear: initial: There is no initializer Nomal; did you mean Normal?" },
  { "initial", "{\"scale\": 1}",
    "Linear: initial: {\"scale\":1} is not an initializer: expected a name or an object with a \"type\"." },
  { "initial", "{\"type\": \"Normal\", \"scale\": -1}",
    "Linear: initial: Normal: scale expects a number of at least 0, but -1 was given." },
  { "initial", "{\"type\": \"Normal\", \"sacle\": 1}",
    "Linear: initial: Normal has no attribute sacle; did you mean scale?" },
  { "out_sise", "1", "Linear has no attribute out_sise; did you mean out_size?" },
  { "momentum", "1", "Linear has no attribute momentum." },
};

static const Case text_cases[] = {
  { "out_size", "0", "Linear: out_size expects an integer of at least 1, but 0 was given." },
  { "out_size", "", "Linear: out_size expects an integer of at least 1, but \"\" was given." },
  { "out_size", "3 4", "Linear: out_size expects an integer of at least 1, but \"3 4\" was given." },
  { "out_size", "0x10", "Linear: out_size expects an integer of at least 1, but \"0x10\" was given." },
  { "out_size", "99999999999999999999", "Linear: out_size expects " INTEGERS ", but 99999999999999999999 was given." },
  { "out_size", "\xff", "Linear: out_size expects an integer of at least 1, but \"�\" was given." },
  { "scale", "nan", "Linear: scale expects a number of at least 0, but \"nan\" was given." },
  { "scale", "1e999", "Linear: scale expects a number of at least 0, but 1e999 was given." },
  { "scale", "1.5.2", "Linear: scale expects a number of at least 0, but \"1.5.2\" was given." },
  { "scale", "0,05", "Linear: scale expects a number of at least 0, but \"0,05\" was given." },
  { "out_size", "(3, 4)", "Linear: out_size expects an integer of at least 1, but \"(3, 4)\" was given." },
  { "nobias", "yes", "Linear: nobias expects true or false, but \"yes\" was given." },
  { "label", "None", "Linear: label expects UTF-8 text, but None was given." },
  { "label", "'open", "Linear: label: \"'open\": unterminated quote." },
  { "label", "'a'b", "Linear: label: \"'a'b\": unexpected text after the closing quote." },
  { "label", "\xc3(", "Linear: label expects UTF-8 text, but \"�(\" was given." },
  { "ksize", "(2, 2", "Linear: ksize: \"(2, 2\": unmatched opening bracket." },
  { "ksize", "(2, 2]", "Linear: ksize: \"(2, 2]\": unmatched closing bracket." },
  { "ksize", "1,,2", "Linear: ksize expects " KSIZE ", but [1,\"\",2] was given." },
  { "slices", "1:2:3:4", "Linear: slices expects " INDEX ", but {\"slice\":[1,2,3,4]} was given." },
  { "slices", "::0", "Linear: slices expects " INDEX ", but {\"slice\":[null,null,0]} was given." },
  { "initial", "Normal(0.5)", "Linear: initial: Normal expects attributes as name=value, but found \"0.5\"." },
  { "initial", "Normal(scale=1", "Linear: initial: \"Normal(scale=1\": unmatched opening bracket." },
  { "initial", "{\"type\": ", "Linear: initial: \"{\"type\":\" is not valid JSON: unexpected end." },
  { "initial", "{\"type\": \"Normal\"} x",
    "Linear: initial: \"{\"type\": \"Normal\"} x\" is not valid JSON: unexpected text after the end." },
};

static const Case lists[] = {
  { NULL, "3", "Linear expects attributes as name=value, but found \"3\"" },
  { NULL, "=3", "Linear expects attributes as name=value, but found \"=3\"" },
  { NULL, "out_size=3,, scale=1", "Linear expects attributes as name=value, but found \"\"" },
  { NULL, "out_size=3, out_size=4", "Linear: out_size is specified twice" },
  { NULL, "out_size=3, label='x", "Linear: \"out_size=3, label='x\": unterminated quote" },
  { NULL, "kzise=3", "Linear has no attribute kzise; did you mean ksize?" },
  { NULL, "ksize=3)", "Linear: \"ksize=3)\": unmatched closing bracket" },
};

static void
assert_failed (gboolean done, GError *const *failure, const Case *test)
{
  const GError *error = *failure;

  g_test_message ("%s", error != NULL ? error->message : test->message);
  g_assert_false (done);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, test->message);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
test_json (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (json_cases); i++)
    {
      const Case *test = &json_cases[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);
      struct json_object *json = parse_json (test->given);

      assert_failed (rensa_attrs_set_json (attrs, test->attr, json, &error), &error, test);
      json_object_put (json);
    }
}

static void
test_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (text_cases); i++)
    {
      const Case *test = &text_cases[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);

      assert_failed (rensa_attrs_set_text (attrs, test->attr, test->given, &error), &error, test);
    }
}

static void
test_lists (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);

      assert_failed (rensa_attrs_parse (attrs, lists[i].given, &error), &error, &lists[i]);
    }
}

static void
test_not_an_object (void)
{
  const Case test = { NULL, "[1]", "Linear expects attributes as a JSON object, but found [1]" };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);
  struct json_object *json = parse_json (test.given);

  assert_failed (rensa_attrs_set_members (attrs, json, NULL, &error), &error, &test);
  json_object_put (json);
}

static char *
repeat (const char *before, const char *middle, const char *after, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (text, before);
  g_string_append (text, middle);
  for (guint i = 0; i < n; i++)
    g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static void
assert_short_sentence (const char *attr, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);

  g_assert_false (rensa_attrs_set_text (attrs, attr, text, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpuint (strlen (error->message), <, 400);
  g_assert_true (g_str_has_suffix (error->message, "."));
}

static void
test_deep_text (void)
{
  g_autofree char *round = repeat ("(", "1", ")", 100000);
  g_autofree char *nested = repeat ("Nest(inner=", "Normal", ")", 100000);
  g_autofree char *objects = repeat ("{\"type\":\"Nest\",\"inner\":", "\"Normal\"", "}", 100000);
  g_autofree char *mixed = repeat ("Nest(inner={\"type\":\"Nest\",\"inner\":", "null", "})", 20);
  g_autofree char *groups = repeat ("(", "1", ")", 32);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);

  assert_short_sentence ("ksize", round);
  assert_short_sentence ("slices", round);
  assert_short_sentence ("extra", nested);
  assert_short_sentence ("extra", objects);
  assert_short_sentence ("extra", mixed);
  g_assert_true (rensa_attrs_set_text (attrs, "ksize", groups, NULL));
}

static void
test_deep_json (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);
  struct json_object *list = json_object_new_array ();
  struct json_object *nest = NULL;

  /* json-c frees by recursion, too, so that the test must not go to the end of the stack itself. */
  for (int i = 0; i < 1000; i++)
    {
      struct json_object *outer_list = json_object_new_array ();
      struct json_object *outer_nest = json_object_new_object ();

      json_object_array_add (outer_list, list);
      json_object_object_add (outer_nest, "type", json_object_new_string ("Nest"));
      json_object_object_add (outer_nest, "inner", nest);
      list = outer_list;
      nest = outer_nest;
    }

  g_assert_false (rensa_attrs_set_json (attrs, "ksize", list, &error));
  g_assert_cmpstr (error->message, ==, "Linear: ksize expects " KSIZE ", but a value of too many levels was given.");
  g_clear_error (&error);
  g_assert_false (rensa_attrs_set_json (attrs, "extra", nest, &error));
  g_assert_cmpstr (error->message, ==,
                   "Linear: extra: a value of too many levels is not an initializer: expected a name or an object "
                   "with a \"type\".");
  json_object_put (list);
  json_object_put (nest);
}

static void
test_long (void)
{
  g_autofree char *word = g_strnfill (10000000, 'x');
  g_autofree char *digits = g_strnfill (1000000, '9');
  g_autofree char *list = repeat ("1,", "1", "", 300000);
  g_autofree char *wide = repeat ("ü", "", "", 300);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);

  assert_short_sentence ("out_size", word);
  assert_short_sentence ("out_size", digits);
  assert_short_sentence ("scale", digits);
  assert_short_sentence ("reduce", word);
  assert_short_sentence ("initial", word);
  assert_short_sentence ("ksize", list);
  assert_short_sentence ("slices", list);
  assert_short_sentence ("typ", wide);
  g_assert_false (rensa_attrs_parse (attrs, word, &error));
  g_assert_cmpuint (strlen (error->message), <, 400);

  g_assert_true (rensa_attrs_set_text (attrs, "label", word, NULL));
  g_assert_cmpuint (strlen (((const Linear *) rensa_attrs_get_values (attrs))->label), ==, 10000000);
}

/* A function refuses a value; the attribute is known, and what is before it belongs to the sentence. */
static void
test_refused (void)
{
  g_autofree char *long_text = g_strnfill (5000, 'x');
  g_autofree char *sentence = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) cut = NULL;

  g_assert_false (rensa_refuse_value (&error, "ksize", N_ ("odd integers"), "%d and %d", 2, 3));
  g_assert_cmpstr (rensa_error_get_fault (error)->attr, ==, "ksize");
  g_prefix_error (&error, "shift: ");
  g_assert_cmpstr (error->message, ==, "shift: ksize expects odd integers, but 2 and 3 was given.");
  sentence = rensa_error_to_sentence (error);
  g_assert_cmpstr (sentence, ==, error->message);

  rensa_refuse_value (&cut, "ksize", N_ ("odd integers"), "“%s”", long_text);
  g_assert_cmpuint (strlen (cut->message), <, 600);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_components_init ();

  g_test_add_func ("/registry/bad-attrs/json", test_json);
  g_test_add_func ("/registry/bad-attrs/text", test_text);
  g_test_add_func ("/registry/bad-attrs/lists", test_lists);
  g_test_add_func ("/registry/bad-attrs/not-an-object", test_not_an_object);
  g_test_add_func ("/registry/bad-attrs/deep-text", test_deep_text);
  g_test_add_func ("/registry/bad-attrs/deep-json", test_deep_json);
  g_test_add_func ("/registry/bad-attrs/long", test_long);
  g_test_add_func ("/registry/bad-attrs/refused", test_refused);

  return g_test_run ();
}
