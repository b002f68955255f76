/* test-template.c: components filled into the forms of a target.
 * SPDX-License-Identifier: MIT */

#include "export-fixture.h"
#include "messages.h"
#include "rensa-template-private.h"

/* Values as in text; what is asked for as "shout" gets a mark. */
static char *
write_attr (RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaAttrSpec *spec, const char *suffix)
{
  g_autofree char *text = rensa_attrs_get_text (attrs, spec);

  if (g_str_equal (text, "None"))
    return NULL;
  return g_strconcat (text, g_str_equal (suffix, "shout") ? "!" : NULL, NULL);
}

static RensaTemplateWriter writer = { .target = "chainer", .title = "Chainer", .write_attr = write_attr };

static RensaAttrs *
attrs_of (RensaComponentKind kind, const char *text)
{
  g_autoptr (GError) error = NULL;
  RensaAttrs *attrs = rensa_attrs_new_from_text (kind, text, &error);

  g_assert_no_error (error);
  return attrs;
}

static void
assert_filled (const char *template, const char *function, const char *expected)
{
  const RensaBinding bindings[] = { { "x", "h" }, { "xs", "[a, b]" }, { "t", NULL }, { "n_in", "784" } };
  RensaTemplateScope scope = { &writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  g_autoptr (RensaAttrs) attrs = attrs_of (RENSA_COMPONENT_FUNCTION, function);
  g_autofree char *text = rensa_template_fill (template, attrs, &scope);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_bindings (void)
{
  assert_filled ("F.relu({x})", "relu", "F.relu(h)");
  assert_filled ("{x} + {x}", "relu", "h + h");
  assert_filled ("F.add(*{xs})", "relu", "F.add(a, b)");
  assert_filled ("F.loss({x}, {t})", "relu", "F.loss(h, None)");
  assert_filled ("F.loss({x}, t={t})", "relu", "F.loss(h)");
}

/* Keyword arguments alone are left out, and not where they must stand. */
static void
test_defaults (void)
{
  assert_filled ("F.f({x}, axis={axis})", "softmax", "F.f(h)");
  assert_filled ("F.f({x}, axis={axis})", "softmax(axis=2)", "F.f(h, axis=2)");
  assert_filled ("F.f({x}, {axis})", "softmax", "F.f(h, 1)");
  assert_filled ("F.f({x}, axis={axis:always})", "softmax", "F.f(h, axis=1)");
  assert_filled ("F.f({x}, axis=(0, {axis}))", "softmax(axis=2)", "F.f(h, axis=(0, 2))");
  assert_filled ("F.f({x}, axis=3)", "softmax", "F.f(h, axis=3)");
  assert_filled ("axis={axis}", "softmax", "");
  assert_filled ("axis={axis}", "softmax(axis=2)", "axis=2");
}

static void
test_suffixes (void)
{
  assert_filled ("F.f({x}, {axis:shout})", "softmax(axis=2)", "F.f(h, 2!)");
  /* Where an attribute is None, what is bound to its suffix stands for it. */
  assert_filled ("F.f({x}, {axis:n_in})", "sum", "F.f(h, 784)");
  assert_filled ("F.f({x}, {axis:n_in})", "sum(axis=1)", "F.f(h, 1)");
  assert_filled ("F.f({x}, {axis})", "sum", "F.f(h, None)");
}

static gboolean
gives_tuple (const char *function)
{
  const RensaBinding x = { "x", "h" };
  RensaTemplateScope scope = { &writer, &x, 1, FALSE };
  g_autoptr (RensaAttrs) attrs = attrs_of (RENSA_COMPONENT_FUNCTION, function);
  g_autofree char *text = rensa_template_fill ("F.f({x}, keepdims={keepdims:tuple})", attrs, &scope);

  g_assert_nonnull (text);
  return scope.gives_tuple;
}

static void
test_tuple (void)
{
  g_assert_true (gives_tuple ("sum(keepdims=true)"));
  g_assert_false (gives_tuple ("sum"));
}

static void
test_forms (void)
{
  RensaTemplateWriter other = { .target = "abacus", .title = "the abacus", .write_attr = write_attr };
  const RensaBinding x = { "x", "h" };
  RensaTemplateScope scope = { &writer, &x, 1, FALSE };
  g_autoptr (RensaAttrs) attrs = attrs_of (RENSA_COMPONENT_FUNCTION, "leaky_relu(slope=0.5)");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = rensa_template_write (attrs, &scope, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, "F.leaky_relu(h, slope=0.5)");
  g_assert_null (rensa_template_get_form (&other, attrs, "r1", &error));
  assert_message (&error, RENSA_ERROR_NOT_FOUND, "r1: the abacus has no leaky_relu");
  scope.writer = &other;
  g_assert_null (rensa_template_write (attrs, &scope, &error));
  assert_message (&error, RENSA_ERROR_NOT_FOUND, "the abacus has no leaky_relu");
}

static void
test_inner_forms (void)
{
  g_autoptr (RensaAttrs) good = attrs_of (RENSA_COMPONENT_LINK, "Highway(in_out_size=2, activate=tanh)");
  g_autoptr (RensaAttrs) bad = attrs_of (RENSA_COMPONENT_LINK, "Highway(in_out_size=2, activate=gelu)");
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (rensa_template_get_form (&writer, good, "l1", &error));
  g_assert_no_error (error);
  g_assert_null (rensa_template_get_form (&writer, bad, "l1", &error));
  g_assert_true (g_str_has_suffix (error->message, " has no gelu"));
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/template/bindings", test_bindings);
  g_test_add_func ("/exporters/template/inner-forms", test_inner_forms);
  g_test_add_func ("/exporters/template/defaults", test_defaults);
  g_test_add_func ("/exporters/template/suffixes", test_suffixes);
  g_test_add_func ("/exporters/template/tuple", test_tuple);
  g_test_add_func ("/exporters/template/forms", test_forms);
  return g_test_run ();
}
