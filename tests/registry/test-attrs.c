/* test-attrs.c: attribute values and their two ways of being written.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"

#include "registry-fixture.h"

#include <math.h>

static RensaAttrs *
new_linear (const char *text)
{
  g_autoptr (GError) error = NULL;
  RensaAttrs *attrs = rensa_attrs_new (&linear);

  rensa_attrs_parse (attrs, text, &error);
  g_assert_no_error (error);
  return attrs;
}

static char *
to_json_text (RensaAttrs *attrs)
{
  struct json_object *json = rensa_attrs_to_json (attrs);
  char *text = g_strdup (json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));

  json_object_put (json);
  return text;
}

static char *
get_json_text (RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  struct json_object *json = rensa_attrs_get_json (attrs, spec);
  char *text = g_strdup (json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));

  json_object_put (json);
  return text;
}

static void
test_defaults (void)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);
  const Linear *values = rensa_attrs_get_values (attrs);

  g_assert_true (rensa_attrs_get_component (attrs) == &linear);
  g_assert_false (values->nobias);
  g_assert_cmpint (values->limit, ==, RENSA_INT_NONE);
  g_assert_cmpfloat (values->scale, ==, 0.5);
  g_assert_true (isnan (values->rate));
  g_assert_cmpstr (values->label, ==, "plain");
  g_assert_null (values->note);
  g_assert_cmpint (values->reduce, ==, 1);
  g_assert_cmpint (values->ksize.n, ==, RENSA_INTS_SCALAR);
  g_assert_cmpint (values->ksize.values[0], ==, 3);
  g_assert_cmpint (values->pair.n, ==, 2);
  g_assert_cmpint (values->pair.values[1], ==, 3);
  g_assert_cmpint (values->axis.n, ==, RENSA_INTS_NONE);
  g_assert_cmpint (values->typ, ==, RENSA_FLOAT32);
  g_assert_cmpint (values->slices.n, ==, 0);
  g_assert_cmpstr (rensa_attrs_get_component (values->initial)->name, ==, "Normal");
  g_assert_cmpfloat (*(const double *) rensa_attrs_get_values (values->initial), ==, 0.25);
  g_assert_null (values->extra);

  for (guint i = 1; i < linear.n_attrs; i++)
    {
      g_assert_true (rensa_attrs_is_set (attrs, &linear.attrs[i]));
      g_assert_true (rensa_attrs_is_default (attrs, &linear.attrs[i]));
    }
}

static void
test_required (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);
  const RensaAttrSpec *spec = rensa_component_find_attr (&linear, "out_size");
  g_autofree char *unset = rensa_attrs_get_text (attrs, spec);

  g_assert_false (rensa_attrs_is_set (attrs, spec));
  g_assert_cmpstr (unset, ==, "");
  g_assert_false (rensa_attrs_check_complete (attrs, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "Linear: out_size requires a value: an integer of at least 1.");
  g_clear_error (&error);

  g_assert_true (rensa_attrs_set_text (attrs, "out_size", "4", &error));
  g_assert_true (rensa_attrs_is_set (attrs, spec));
  g_assert_true (rensa_attrs_check_complete (attrs, &error));

  g_assert_true (rensa_attrs_set_text (attrs, "extra", "Nest(inner=Constant)", &error));
  g_assert_false (rensa_attrs_check_complete (attrs, &error));
  g_assert_cmpstr (error->message, ==, "Linear: extra: Nest: inner: Constant: fill_value requires a value: a number.");
}

/* One value of every attribute: as JSON and as text. */
static const struct
{
  const char *attr;
  const char *json;
  const char *text;
} values[] = {
  { "out_size", "9223372036854775807", "9223372036854775807" },
  { "out_size", "7", "7" },
  { "nobias", "true", "True" },
  { "nobias", "false", "False" },
  { "limit", "-2", "-2" },
  { "limit", "null", "None" },
  { "scale", "0.1", "0.1" },
  { "scale", "1e-05", "1e-05" },
  { "scale", "5e-324", "5e-324" },
  { "scale", "1.7976931348623157e+308", "1.7976931348623157e+308" },
  { "scale", "0.30000000000000004", "0.30000000000000004" },
  { "scale", "123456789012345.6", "123456789012345.6" },
  { "scale", "1e+16", "1e+16" },
  { "scale", "2.1036443446500784e+16", "2.1036443446500784e+16" },
  { "scale", "100.0", "100.0" },
  { "scale", "0.0", "0.0" },
  { "scale", "\"inf\"", "float('inf')" },
  { "rate", "null", "None" },
  { "rate", "0.001", "0.001" },
  { "label", "\"\"", "''" },
  { "label", "\"None\"", "'None'" },
  { "label", "\"it's \\\"ü\\\", (\\n\\t\\\\ \\u0001\"", "'it\\'s \"ü\", (\\n\\t\\\\ \\x01'" },
  { "note", "null", "None" },
  { "note", "\"a, b=c\"", "'a, b=c'" },
  { "reduce", "\"no\"", "'no'" },
  { "ksize", "5", "5" },
  { "ksize", "[1,2]", "(1, 2)" },
  { "pair", "[]", "()" },
  { "pair", "[4]", "(4,)" },
  { "pair", "[1,2,3,4,5,6,7,8]", "(1, 2, 3, 4, 5, 6, 7, 8)" },
  { "axis", "null", "None" },
  { "axis", "-1", "-1" },
  { "typ", "\"float16\"", "'float16'" },
  { "typ", "\"bool\"", "'bool'" },
  { "slices", "[]", "()" },
  { "slices", "2", "2" },
  { "slices", "null", "None" },
  { "slices", "[-1]", "(-1,)" },
  { "slices", "{\"ellipsis\":true}", "Ellipsis" },
  { "slices", "{\"slice\":[null,null,-1]}", "slice(None, None, -1)" },
  { "slices", "[{\"ellipsis\":true},null,1]", "(Ellipsis, None, 1)" },
  { "slices", "[0,[1,1],{\"slice\":[0,2,null]}]", "(0, [1, 1], slice(0, 2, None))" },
  { "slices", "[[0,2,2]]", "([0, 2, 2],)" },
  { "slices", "[[]]", "([],)" },
  { "initial", "{\"type\":\"Normal\"}", "Normal" },
  { "initial", "{\"type\":\"Constant\",\"fill_value\":2.0}", "Constant(fill_value=2.0)" },
  { "extra", "null", "None" },
  { "extra", "{\"type\":\"Nest\",\"inner\":{\"type\":\"Nest\",\"inner\":{\"type\":\"Normal\",\"scale\":3.0}}}",
    "Nest(inner=Nest(inner=Normal(scale=3.0)))" },
};

static void
assert_value (RensaAttrs *attrs, const RensaAttrSpec *spec, const char *expected_json, const char *expected_text)
{
  g_autofree char *json = get_json_text (attrs, spec);
  g_autofree char *text = rensa_attrs_get_text (attrs, spec);

  /* json-c escapes the slash and nothing else that is used here. */
  g_assert_cmpstr (json, ==, expected_json);
  g_assert_cmpstr (text, ==, expected_text);
}

static void
test_values (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) by_json = rensa_attrs_new (&linear);
      g_autoptr (RensaAttrs) by_text = rensa_attrs_new (&linear);
      const RensaAttrSpec *spec = rensa_component_find_attr (&linear, values[i].attr);
      struct json_object *json = strcmp (values[i].json, "null") == 0 ? NULL : parse_json (values[i].json);

      rensa_attrs_set_json (by_json, values[i].attr, json, &error);
      g_assert_no_error (error);
      assert_value (by_json, spec, values[i].json, values[i].text);

      rensa_attrs_set_text (by_text, values[i].attr, values[i].text, &error);
      g_assert_no_error (error);
      assert_value (by_text, spec, values[i].json, values[i].text);
      json_object_put (json);
    }
}

/* Other ways to write the same. */
static void
test_spellings (void)
{
  static const struct
  {
    const char *attr;
    const char *text;
    const char *python;
  } cases[] = {
    { "nobias", "true", "True" },
    { "out_size", " 2.0 ", "2" },
    { "out_size", "1e3", "1000" },
    { "out_size", "(3)", "3" },
    { "scale", "2", "2.0" },
    { "scale", ".5", "0.5" },
    { "scale", "inf", "float('inf')" },
    { "scale", "99999999999999999999", "1e+20" },
    { "limit", "null", "None" },
    { "label", "two words, and more", "'two words, and more'" },
    { "label", "\"double \\u00fc \\x41\"", "'double ü A'" },
    { "label", "Bob's", "'Bob\\'s'" },
    { "reduce", "sum", "'sum'" },
    { "ksize", "2, 2", "(2, 2)" },
    { "ksize", "[2, 2]", "(2, 2)" },
    { "ksize", "(2, 2,)", "(2, 2)" },
    { "ksize", "4,", "(4,)" },
    { "typ", "int64", "'int64'" },
    { "slices", "1:3, ::2", "(slice(1, 3, None), slice(None, None, 2))" },
    { "slices", "(..., None, 1)", "(Ellipsis, None, 1)" },
    { "slices", "slice(4)", "slice(None, 4, None)" },
    { "slices", "[0, 2]", "([0, 2],)" },
    { "slices", "[0, 2], [1, 0]", "([0, 2], [1, 0])" },
    { "initial", "Normal()", "Normal" },
    { "initial", "Normal( scale = 0.05 )", "Normal" },
    { "initial", "{\"type\": \"Normal\", \"scale\": 1}", "Normal(scale=1.0)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);
      g_autofree char *text = NULL;

      rensa_attrs_set_text (attrs, cases[i].attr, cases[i].text, &error);
      g_assert_no_error (error);
      text = rensa_attrs_get_text (attrs, rensa_component_find_attr (&linear, cases[i].attr));
      g_assert_cmpstr (text, ==, cases[i].python);
    }
}

static void
test_json_numbers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&linear);
  const Linear *linear_values = rensa_attrs_get_values (attrs);
  struct json_object *json = parse_json ("{\"type\": \"Linear\", \"out_size\": 2.0, \"scale\": 18446744073709551615,"
                                         " \"pair\": [1.0, -3], \"typ\": {\"dtype\": \"int8\"},"
                                         " \"initial\": \"Normal\"}");

  g_assert_true (rensa_attrs_set_members (attrs, json, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (linear_values->out_size, ==, 2);
  g_assert_cmpfloat (linear_values->scale, ==, 18446744073709551616.0);
  g_assert_cmpint (linear_values->pair.values[0], ==, 1);
  g_assert_cmpint (linear_values->pair.values[1], ==, -3);
  g_assert_cmpint (linear_values->typ, ==, RENSA_INT8);
  g_assert_cmpfloat (*(const double *) rensa_attrs_get_values (linear_values->initial), ==, 0.05);
  json_object_put (json);
}

#define EVERYTHING                                                                                                \
  "out_size=4, nobias=true, limit=-1, scale=0.1, rate=1, label='a, (b', note=\"x=1\", reduce=sum, ksize=(1, 2), " \
  "pair=5, axis=(0, -1), typ=float64, slices=(1:3, ..., [2, 0], None), initial=Constant(fill_value=-inf), "       \
  "extra=Nest(inner=Normal(scale=2)),"

static void
test_round_trip (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) first = new_linear (EVERYTHING);
  g_autofree char *written = to_json_text (first);
  struct json_object *json = parse_json (written);
  g_autoptr (RensaAttrs) second = rensa_attrs_new_from_json (RENSA_COMPONENT_LINK, json, NULL, &error);
  g_autoptr (RensaAttrs) third = rensa_attrs_new (&linear);
  g_autofree char *again = NULL;
  g_autofree char *from_text = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (json_object_object_length (json), ==, linear.n_attrs + 1);
  for (guint i = 0; i < linear.n_attrs; i++)
    {
      g_autofree char *text = rensa_attrs_get_text (second, &linear.attrs[i]);

      g_assert_false (rensa_attrs_is_default (second, &linear.attrs[i]));
      g_assert_true (rensa_attrs_set_text (third, linear.attrs[i].name, text, &error));
    }
  again = to_json_text (second);
  from_text = to_json_text (third);
  g_assert_cmpstr (again, ==, written);
  g_assert_cmpstr (from_text, ==, written);
  json_object_put (json);
}

static void
test_only_differences (void)
{
  g_autoptr (RensaAttrs) attrs = new_linear ("out_size=3, scale=0.5, ksize=3, initial=Normal(scale=0.25)");
  g_autofree char *text = to_json_text (attrs);

  g_assert_cmpstr (text, ==, "{\"type\":\"Linear\",\"out_size\":3}");
}

static void
test_text_of_component (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs =
      rensa_attrs_new_from_text (RENSA_COMPONENT_LINK, " Linear(out_size=2, ksize=(1, 2), label=')') ", &error);
  const Linear *linear_values;

  g_assert_no_error (error);
  linear_values = rensa_attrs_get_values (attrs);
  g_assert_cmpint (linear_values->out_size, ==, 2);
  g_assert_cmpint (linear_values->ksize.n, ==, 2);
  g_assert_cmpstr (linear_values->label, ==, ")");
}

static void
test_skip (void)
{
  static const char *const skip[] = { "x", "y", NULL };
  g_autoptr (GError) error = NULL;
  struct json_object *json = parse_json ("{\"x\": 3, \"type\": \"Linear\", \"out_size\": 9, \"y\": {}}");
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_json (RENSA_COMPONENT_LINK, json, skip, &error);

  g_assert_no_error (error);
  g_assert_cmpint (((const Linear *) rensa_attrs_get_values (attrs))->out_size, ==, 9);
  json_object_put (json);
}

static void
test_copy (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = new_linear (EVERYTHING);
  g_autofree char *before = to_json_text (attrs);
  g_autoptr (RensaAttrs) copy = rensa_attrs_copy (attrs);
  g_autofree char *copied = to_json_text (copy);
  const Linear *linear_values = rensa_attrs_get_values (attrs);
  const Linear *copied_values = rensa_attrs_get_values (copy);
  g_autofree char *after = NULL;

  g_assert_cmpstr (copied, ==, before);
  g_assert_true (copied_values->label != linear_values->label);
  g_assert_true (copied_values->initial != linear_values->initial);

  rensa_attrs_parse (copy, "out_size=1, label=other, initial=Normal, slices=0, extra=None", &error);
  g_assert_no_error (error);
  after = to_json_text (attrs);
  g_assert_cmpstr (after, ==, before);
}

static void
test_values_by_value (void)
{
  g_autoptr (RensaAttrs) attrs = new_linear (EVERYTHING);
  Linear held;

  rensa_attr_values_copy (&linear, &held, rensa_attrs_get_values (attrs));
  g_clear_pointer (&attrs, rensa_attrs_unref);
  g_assert_cmpstr (held.note, ==, "x=1");
  g_assert_cmpint (rensa_array_get_count (held.slices.arrays[2]), ==, 2);
  g_assert_cmpstr (rensa_attrs_get_component (held.extra)->name, ==, "Nest");
  rensa_attr_values_clear (&linear, &held);
  g_assert_cmpuint (rensa_array_count_alive (), ==, 0);
}

/* A struct as a program in C fills it; NULL is None, or the default where None is not allowed. */
static void
test_from_values (void)
{
  Linear given = {
    .out_size = 3,
    .limit = RENSA_INT_NONE,
    .scale = 0.25,
    .rate = NAN,
    .note = (char *) "mine",
    .reduce = 2,
    .ksize = { .n = RENSA_INTS_SCALAR, .values = { 5 } },
    .pair = { .n = 2, .values = { 1, 4 } },
    .axis = { .n = RENSA_INTS_NONE },
    .typ = RENSA_FLOAT64,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_values (&linear, &given, &error);
  const Linear *held = attrs != NULL ? rensa_attrs_get_values (attrs) : NULL;

  g_assert_no_error (error);
  g_assert_cmpint (held->out_size, ==, 3);
  g_assert_cmpfloat (held->scale, ==, 0.25);
  g_assert_cmpstr (held->note, ==, "mine");
  g_assert_true (held->note != given.note);
  g_assert_cmpstr (held->label, ==, "plain");
  g_assert_cmpint (held->reduce, ==, 2);
  g_assert_cmpint (held->pair.values[1], ==, 4);
  g_assert_cmpint (held->typ, ==, RENSA_FLOAT64);
  g_assert_nonnull (held->initial);
  g_assert_null (held->extra);

  given.out_size = 0;
  g_assert_null (rensa_attrs_new_from_values (&linear, &given, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
}

static void
test_reference (void)
{
  g_autoptr (RensaAttrs) attrs = new_linear ("out_size=2");
  RensaAttrs *second = rensa_attrs_ref (attrs);

  g_assert_true (second == attrs);
  rensa_attrs_unref (second);
  g_assert_cmpint (((const Linear *) rensa_attrs_get_values (attrs))->out_size, ==, 2);
}

static void
test_failure_keeps_value (void)
{
  g_autoptr (RensaAttrs) attrs = new_linear (EVERYTHING);
  g_autofree char *before = to_json_text (attrs);
  g_autofree char *after = NULL;

  g_assert_false (rensa_attrs_set_text (attrs, "slices", "([1, 2], [3, x])", NULL));
  g_assert_false (rensa_attrs_set_text (attrs, "initial", "Constant(fill_value=x)", NULL));
  g_assert_false (rensa_attrs_set_text (attrs, "ksize", "(1, 0)", NULL));
  g_assert_false (rensa_attrs_set_json (attrs, "label", NULL, NULL));
  after = to_json_text (attrs);
  g_assert_cmpstr (after, ==, before);
}

static void
test_expand (void)
{
  static const RensaInts scalar = { RENSA_INTS_SCALAR, { 3 } };
  static const RensaInts none = { RENSA_INTS_NONE };
  static const RensaInts tuple = { 2, { 4, 5 } };
  g_autoptr (GError) error = NULL;
  gint64 expanded[3];

  g_assert_true (rensa_ints_expand (&scalar, 3, 9, "pad", expanded, &error));
  g_assert_cmpint (expanded[0] + 10 * expanded[1] + 100 * expanded[2], ==, 333);
  g_assert_true (rensa_ints_expand (&none, 2, 9, "pad", expanded, &error));
  g_assert_cmpint (expanded[0] + 10 * expanded[1], ==, 99);
  g_assert_true (rensa_ints_expand (&tuple, 2, 9, "pad", expanded, &error));
  g_assert_cmpint (expanded[0] + 10 * expanded[1], ==, 54);
  g_assert_false (rensa_ints_expand (&tuple, 3, 9, "pad", expanded, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "pad expects an integer or a tuple of 3, but (4, 5) was given.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_components_init ();

  g_test_add_func ("/registry/attrs/defaults", test_defaults);
  g_test_add_func ("/registry/attrs/required", test_required);
  g_test_add_func ("/registry/attrs/values", test_values);
  g_test_add_func ("/registry/attrs/spellings", test_spellings);
  g_test_add_func ("/registry/attrs/json-numbers", test_json_numbers);
  g_test_add_func ("/registry/attrs/round-trip", test_round_trip);
  g_test_add_func ("/registry/attrs/only-differences", test_only_differences);
  g_test_add_func ("/registry/attrs/text-of-component", test_text_of_component);
  g_test_add_func ("/registry/attrs/skip", test_skip);
  g_test_add_func ("/registry/attrs/copy", test_copy);
  g_test_add_func ("/registry/attrs/values-by-value", test_values_by_value);
  g_test_add_func ("/registry/attrs/from-values", test_from_values);
  g_test_add_func ("/registry/attrs/reference", test_reference);
  g_test_add_func ("/registry/attrs/failure-keeps-value", test_failure_keeps_value);
  g_test_add_func ("/registry/ints/expand", test_expand);

  return g_test_run ();
}
