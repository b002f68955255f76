/* registry-fixture.c: components for the tests of the registry.
 * SPDX-License-Identifier: MIT */

#include "registry-fixture.h"

#include "host-device.h"

static const char *const reductions[] = { "sum", "mean", "no", NULL };

static const RensaAttrSpec linear_attrs[] = {
  RENSA_ATTR_INT (Linear, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .unit = "px",
                  .title = N_ ("Units")),
  RENSA_ATTR_BOOL (Linear, nobias, .title = N_ ("No Bias")),
  RENSA_ATTR_INT (Linear, limit, .none = TRUE, .min = -2, .max = 8),
  RENSA_ATTR_FLOAT (Linear, scale, .initial = 0.5, .min = 0, .max = G_MAXDOUBLE, .hint = N_ ("Larger is larger")),
  RENSA_ATTR_FLOAT (Linear, rate, .none = TRUE, .min = 1e-3, .max = 1),
  RENSA_ATTR_STRING (Linear, label, .initial_text = "plain"),
  RENSA_ATTR_STRING (Linear, note, .none = TRUE),
  RENSA_ATTR_CHOICE (Linear, reduce, .initial = 1, .choices = reductions),
  RENSA_ATTR_INTS (Linear, ksize, .initial = 3, .min = 1, .max = G_MAXDOUBLE),
  RENSA_ATTR_INTS (Linear, pair, .initial_text = "(2, 3)"),
  RENSA_ATTR_INTS (Linear, axis, .none = TRUE, .min = -G_MAXDOUBLE, .max = 7),
  RENSA_ATTR_DTYPE (Linear, typ, .initial = RENSA_FLOAT32),
  RENSA_ATTR_INDEX (Linear, slices),
  RENSA_ATTR_COMPONENT (Linear, initial, .component_kind = RENSA_COMPONENT_INITIALIZER,
                        .initial_text = "Normal(scale=0.25)"),
  RENSA_ATTR_COMPONENT (Linear, extra, .component_kind = RENSA_COMPONENT_INITIALIZER, .allow_none = TRUE),
};

const RensaComponent linear = {
  .name = "Linear",
  RENSA_OLD_NAMES ("FullyConnected", "Dense"),
  .group = &rensa_connection_group,
  .title = N_ ("Linear"),
  .summary = N_ ("Weighted sums"),
  .formula = "y = x Wᵀ + b",
  RENSA_FORMS ({ "chainer", "L.Linear({out_size})" }, { "torch", "nn.LazyLinear({out_size})" }),
  RENSA_ATTRS (Linear, linear_attrs),
};

typedef struct
{
  double scale;
} Normal;

static const RensaAttrSpec normal_attrs[] = {
  RENSA_ATTR_FLOAT (Normal, scale, .initial = 0.05, .min = 0, .max = G_MAXDOUBLE),
};

static const RensaComponent normal = { .name = "Normal", RENSA_ATTRS (Normal, normal_attrs) };

typedef struct
{
  double fill_value;
} Constant;

static const RensaAttrSpec constant_attrs[] = { RENSA_ATTR_FLOAT (Constant, fill_value, .required = TRUE) };

static const RensaComponent constant = { .name = "Constant", RENSA_ATTRS (Constant, constant_attrs) };

typedef struct
{
  RensaAttrs *inner;
} Nest;

static const RensaAttrSpec nest_attrs[] = {
  RENSA_ATTR_COMPONENT (Nest, inner, .component_kind = RENSA_COMPONENT_INITIALIZER, .allow_none = TRUE),
};

static const RensaComponent nest = { .name = "Nest", RENSA_ATTRS (Nest, nest_attrs) };

void
test_components_init (void)
{
  static const RensaComponent *const links[] = { &linear };
  static const RensaComponent *const initializers[] = { &normal, &constant, &nest };

  rensa_device_set_host (&host_device);
  rensa_registry_add (RENSA_COMPONENT_LINK, links, G_N_ELEMENTS (links));
  rensa_registry_add (RENSA_COMPONENT_INITIALIZER, initializers, G_N_ELEMENTS (initializers));
}

struct json_object *
parse_json (const char *text)
{
  enum json_tokener_error problem;
  struct json_object *json = json_tokener_parse_verbose (text, &problem);

  g_assert_cmpint (problem, ==, json_tokener_success);
  return json;
}
