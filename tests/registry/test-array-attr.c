/* test-array-attr.c: attributes that are numbers or nested tuples of numbers.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs.h"
#include "rensa-error.h"

#include "registry-fixture.h"

#include <math.h>

typedef struct
{
  RensaArray *width;
  RensaArray *values;
  RensaArray *weights;
} Pad;

static const RensaAttrSpec pad_attrs[] = {
  RENSA_ATTR_ARRAY (Pad, width, .required = TRUE, .min = 0, .max = 100),
  RENSA_ATTR_ARRAY (Pad, values, .initial = 2),
  RENSA_ATTR_ARRAY (Pad, weights, .none = TRUE),
};

static const RensaComponent pad = { .name = "Pad", RENSA_ATTRS (Pad, pad_attrs) };

static const char *const round_trips[][2] = {
  /* JSON, text */
  { "3", "3" },
  { "[3]", "(3,)" },
  { "[]", "()" },
  { "[1, 2]", "(1, 2)" },
  { "[[1, 2], [3, 4]]", "((1, 2), (3, 4))" },
  { "[[], []]", "((), ())" },
  { "[[[1], [2]]]", "(((1,), (2,)),)" },
};

static void
test_round_trip (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (round_trips); i++)
    {
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&pad);
      g_autoptr (RensaAttrs) typed = rensa_attrs_new (&pad);
      g_autoptr (RensaJson) given = parse_json (round_trips[i][0]);
      g_autoptr (RensaJson) got = NULL;
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      rensa_attrs_set_json (attrs, "width", given, &error);
      g_assert_no_error (error);
      got = rensa_attrs_get_json (attrs, &pad_attrs[0]);
      g_assert_true (json_object_equal (got, given));
      text = rensa_attrs_get_text (attrs, &pad_attrs[0]);
      g_assert_cmpstr (text, ==, round_trips[i][1]);

      rensa_attrs_set_text (typed, "width", text, &error);
      g_assert_no_error (error);
      json_object_put (g_steal_pointer (&got));
      got = rensa_attrs_get_json (typed, &pad_attrs[0]);
      g_assert_true (json_object_equal (got, given));
    }
}

static void
test_values (void)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&pad);
  g_autoptr (RensaAttrs) copy = NULL;
  const Pad *values = rensa_attrs_get_values (attrs);
  gint64 integer;
  double numbers[4];
  g_autofree char *text = NULL;

  /* Defaults. */
  g_assert_cmpint (rensa_array_get_ndim (values->values), ==, 0);
  g_assert_true (rensa_array_to_host (values->values, &integer, NULL));
  g_assert_cmpint (integer, ==, 2);
  g_assert_null (values->weights);
  g_assert_true (rensa_attrs_is_default (attrs, &pad_attrs[1]));

  /* One real makes all of them real. */
  g_assert_true (rensa_attrs_set_text (attrs, "weights", "((1, 2.5), (-inf, 4))", NULL));
  g_assert_cmpstr (rensa_dtype_get_name (rensa_array_get_dtype (values->weights)), ==, "float64");
  g_assert_cmpint (rensa_array_get_dim (values->weights, 1), ==, 2);
  g_assert_true (rensa_array_to_host (values->weights, numbers, NULL));
  g_assert_cmpfloat (numbers[1], ==, 2.5);
  g_assert_cmpfloat (numbers[2], ==, -INFINITY);
  text = rensa_attrs_get_text (attrs, &pad_attrs[2]);
  g_assert_cmpstr (text, ==, "((1.0, 2.5), (float('-inf'), 4.0))");

  /* What is written into a copy is not seen here. */
  copy = rensa_attrs_copy (attrs);
  g_assert_true (rensa_attrs_set_text (copy, "weights", "None", NULL));
  g_assert_nonnull (values->weights);
  g_assert_true (rensa_attrs_is_default (copy, &pad_attrs[2]));
  g_assert_false (rensa_attrs_is_default (attrs, &pad_attrs[2]));
}

static const char *const bad[][2] = {
  { "null", "Pad: width expects a number or a tuple of numbers from 0 to 100, but None was given." },
  { "\"3\"", "Pad: width expects a number or a tuple of numbers from 0 to 100, but \"3\" was given." },
  { "true", "Pad: width expects a number or a tuple of numbers from 0 to 100, but true was given." },
  { "[1, [2]]", "Pad: width expects a number or a tuple of numbers from 0 to 100, but [1,[2]] was given." },
  { "[[1, 2], [3]]", "Pad: width expects a number or a tuple of numbers from 0 to 100, but [[1,2],[3]] was given." },
  { "[[1], 2]", "Pad: width expects a number or a tuple of numbers from 0 to 100, but [[1],2] was given." },
  { "[1, -1]", "Pad: width expects a number or a tuple of numbers from 0 to 100, but [1,-1] was given." },
  { "[[[[[[[[[1]]]]]]]]]",
    "Pad: width expects a number or a tuple of numbers from 0 to 100, but [[[[[[[[[1]]]]]]]]] was given." },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (&pad);
      g_autoptr (RensaJson) json = parse_json (bad[i][0]);
      g_autoptr (GError) error = NULL;

      g_assert_false (rensa_attrs_set_json (attrs, "width", json, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, bad[i][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_components_init ();
  g_test_add_func ("/registry/array/round-trip", test_round_trip);
  g_test_add_func ("/registry/array/values", test_values);
  g_test_add_func ("/registry/array/bad", test_bad);
  return g_test_run ();
}
