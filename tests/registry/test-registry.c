/* test-registry.c: components are found by name, and described.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"

#include "registry-fixture.h"

static void
test_find (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_registry_find (RENSA_COMPONENT_LINK, "Linear", &error) == &linear);
  g_assert_no_error (error);
}

static void
test_missing (void)
{
  static const struct
  {
    RensaComponentKind kind;
    const char *name;
    const char *message;
  } cases[] = {
    { RENSA_COMPONENT_LINK, "Liner", "There is no link Liner; did you mean Linear?" },
    { RENSA_COMPONENT_LINK, "linear", "There is no link linear; did you mean Linear?" },
    { RENSA_COMPONENT_LINK, "Convolution2D", "There is no link Convolution2D." },
    { RENSA_COMPONENT_LINK, "", "There is no link \"\"." },
    { RENSA_COMPONENT_INITIALIZER, "Linear", "There is no initializer Linear." },
    { RENSA_COMPONENT_INITIALIZER, "Constnat", "There is no initializer Constnat; did you mean Constant?" },
    { RENSA_COMPONENT_OPTIMIZER_HOOK, "WeightDecay", "There is no optimizer hook WeightDecay." },
    { RENSA_COMPONENT_LINK,
      "Lin\xff"
      "ar",
      "There is no link \"Lin\xef\xbf\xbd"
      "ar\"; did you mean Linear?" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_registry_find (cases[i].kind, cases[i].name, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

static void
test_long_name (void)
{
  g_autofree char *name = g_strnfill (10000000, 'x');
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_registry_find (RENSA_COMPONENT_LINK, name, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_assert_cmpuint (strlen (error->message), <, 100);
}

/* What an old document says is read as the new. */
static void
test_old_names (void)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_LINK, "Dense(out_size=3)", NULL);
  g_autoptr (RensaJson) json = rensa_attrs_to_json (attrs);

  g_assert_true (rensa_attrs_get_component (attrs) == &linear);
  g_assert_true (rensa_registry_find (RENSA_COMPONENT_LINK, "FullyConnected", NULL) == &linear);
  g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "type")), ==, "Linear");
}

static void
test_forms (void)
{
  g_assert_cmpstr (rensa_component_get_form (&linear, "chainer"), ==, "L.Linear({out_size})");
  g_assert_cmpstr (rensa_component_get_form (&linear, "torch"), ==, "nn.LazyLinear({out_size})");
  g_assert_null (rensa_component_get_form (&linear, "onnx"));
}

/* Each is listed once, under the name that its object bears. */
static void
test_groups (void)
{
  g_assert_true (rensa_group_find ("connection") == &rensa_connection_group);
  g_assert_null (rensa_group_find ("nothing"));
  for (guint i = 0; rensa_groups[i] != NULL; i++)
    g_assert_true (rensa_group_find (rensa_groups[i]->name) == rensa_groups[i]);
}

static void
test_list (void)
{
  guint n;
  const RensaComponent *const *initializers = rensa_registry_list (RENSA_COMPONENT_INITIALIZER, &n);

  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (initializers[0]->name, ==, "Normal");
  g_assert_cmpstr (initializers[2]->name, ==, "Nest");

  rensa_registry_list (RENSA_COMPONENT_TRIGGER, &n);
  g_assert_cmpuint (n, ==, 0);
}

static void
test_kinds (void)
{
  static const char *const names[] = { "function", "link",      "initializer",  "optimizer",     "optimizer hook",
                                       "dataset",  "transform", "iterator",     "order sampler", "updater",
                                       "trigger",  "extension", "distribution", "input" };

  g_assert_cmpuint (G_N_ELEMENTS (names), ==, RENSA_N_COMPONENT_KINDS);
  for (RensaComponentKind kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    g_assert_cmpstr (rensa_component_kind_get_name (kind), ==, names[kind]);
}

static void
test_describe (void)
{
  static const struct
  {
    const char *attr;
    const char *json;
  } cases[] = {
    { "out_size", "{\"name\":\"out_size\",\"type\":\"int\",\"default\":null,\"required\":true,\"none\":false,\"min\":1,"
                  "\"max\":null,\"unit\":\"px\",\"choices\":null,\"title\":\"Units\",\"hint\":null}" },
    { "limit", "{\"name\":\"limit\",\"type\":\"int\",\"default\":null,\"required\":false,\"none\":true,\"min\":-2,"
               "\"max\":8,\"unit\":null,\"choices\":null,\"title\":null,\"hint\":null}" },
    { "rate", "{\"name\":\"rate\",\"type\":\"float\",\"default\":null,\"required\":false,\"none\":true,\"min\":0.001,"
              "\"max\":1.0,\"unit\":null,\"choices\":null,\"title\":null,\"hint\":null}" },
    { "reduce", "{\"name\":\"reduce\",\"type\":\"choice\",\"default\":\"mean\",\"required\":false,\"none\":false,"
                "\"min\":null,\"max\":null,\"unit\":null,\"choices\":[\"sum\",\"mean\",\"no\"],\"title\":null,"
                "\"hint\":null}" },
    { "initial", "{\"name\":\"initial\",\"type\":\"component\",\"kind\":\"initializer\",\"default\":"
                 "{\"type\":\"Normal\",\"scale\":0.25},\"required\":false,\"none\":false,\"min\":null,"
                 "\"max\":null,\"unit\":null,\"choices\":null,\"title\":null,\"hint\":null}" },
  };
  struct json_object *json = rensa_component_to_json (&linear);
  struct json_object *attrs = json_object_object_get (json, "attrs");

  g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "name")), ==, "Linear");
  g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "group")), ==, "connection");
  g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "summary")), ==, "Weighted sums");
  g_assert_cmpstr (json_object_get_string (json_object_object_get (json, "formula")), ==, "y = x Wᵀ + b");
  g_assert_true (json_object_object_get_ex (json, "reference", NULL));
  g_assert_cmpuint (json_object_array_length (attrs), ==, linear.n_attrs);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const RensaAttrSpec *spec = rensa_component_find_attr (&linear, cases[i].attr);
      struct json_object *attr = json_object_array_get_idx (attrs, spec - linear.attrs);

      g_assert_cmpstr (json_object_to_json_string_ext (attr, JSON_C_TO_STRING_PLAIN), ==, cases[i].json);
    }
  json_object_put (json);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_components_init ();

  g_test_add_func ("/registry/registry/find", test_find);
  g_test_add_func ("/registry/registry/missing", test_missing);
  g_test_add_func ("/registry/registry/long-name", test_long_name);
  g_test_add_func ("/registry/registry/old-names", test_old_names);
  g_test_add_func ("/registry/registry/list", test_list);
  g_test_add_func ("/registry/registry/kinds", test_kinds);
  g_test_add_func ("/registry/component/forms", test_forms);
  g_test_add_func ("/registry/component/to-json", test_describe);
  g_test_add_func ("/registry/group/find", test_groups);

  return g_test_run ();
}
