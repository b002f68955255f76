/* test-link-children.c: links made of links, and what a link carries from call to call.
 * SPDX-License-Identifier: MIT */

#include "far-device.h"
#include "link-fixture.h"
#include "rensa-device-find.h"
#include "rensa-functions.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

/* A kind of link for this test: x becomes "size" values, then comes each of "units" in turn, and a gate where there is one. */
typedef struct
{
  gint64 in_size;
  gint64 size;
  RensaInts units;
  gboolean gated;
} Tower;

enum
{
  BASE,
  FLOORS,
  GATE,
};

static const RensaAttrSpec tower_attrs[] = {
  RENSA_ATTR_SIZE (Tower, in_size, 1, .title = "In"),
  RENSA_ATTR_INT (Tower, size, .required = TRUE, .min = 1, .max = 100, .title = "Size"),
  RENSA_ATTR_INTS (Tower, units, .required = TRUE, .min = 1, .max = 100, .title = "Units"),
  RENSA_ATTR_BOOL (Tower, gated, .title = "Gated"),
};

static char *
describe_floor (gconstpointer values, int i)
{
  return g_strdup_printf ("out_size=%d", (int) ((const Tower *) values)->units.values[i]);
}

static const RensaChildSpec tower_children[] = {
  [BASE] = { "base", &rensa_linear_link_class, "in_size={in_size}, out_size={2*size}, nobias={gated}", .learns = TRUE },
  [FLOORS] = { "f{}", &rensa_linear_link_class, "in_size=None", .describe = describe_floor, .count = "units",
               .first = 1 },
  [GATE] = { "gate", &rensa_linear_link_class, "in_size=2, out_size={size}, initialW=One", .only_if = "gated" },
};

static RensaVariable *
tower_forward (RensaLink *link, RensaVariable *x, GError **error)
{
  g_autoptr (RensaVariable) h = rensa_link_call (rensa_link_get_child (link, BASE), x, error);
  RensaLink *gate = rensa_link_get_child (link, GATE);

  for (int i = 0; i < rensa_link_count_children_of (link, FLOORS); i++)
    {
      g_autoptr (RensaVariable) below = g_steal_pointer (&h);

      h = rensa_link_call (rensa_link_get_child_of (link, FLOORS, i), below, error);
    }
  return gate != NULL ? rensa_link_call (gate, h, error) : g_steal_pointer (&h);
}

static const RensaLinkClass tower_class = {
  .name = "Tower",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Tower, tower_attrs),
  RENSA_CHILDREN (tower_children),
  .learns = "in_size",
  .forward1 = tower_forward,
};

static RensaLink *
link_of_class (const RensaLinkClass *class, const char *text)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (class));
  g_autoptr (GError) error = NULL;
  RensaLink *link;

  rensa_attrs_parse (attrs, text, &error);
  g_assert_no_error (error);
  link = rensa_link_new (attrs, &error);
  g_assert_no_error (error);
  return link;
}

static void
assert_params (RensaLink *link, const char *want)
{
  g_autofree char *paths = list_params (link);

  g_assert_cmpstr (paths, ==, want);
}

/* In the order of names, of which the conditions leave some out. */
static void
test_rows (void)
{
  g_autoptr (RensaLink) plain = link_of_class (&tower_class, "in_size=3, size=2, units=(5, 4)");
  g_autoptr (RensaLink) gated = link_of_class (&tower_class, "in_size=3, size=2, units=7, gated=True");
  g_autoptr (RensaLink) copy = rensa_link_copy (gated, RENSA_COPY_COPY, NULL);

  assert_params (plain, "/base/W /base/b /f1/W /f1/b /f2/W /f2/b");
  assert_params (gated, "/base/W /f1/W /f1/b /gate/W /gate/b");
  g_assert_null (rensa_link_get_child (plain, GATE));
  g_assert_cmpint (rensa_link_count_children_of (plain, FLOORS), ==, 2);
  g_assert_cmpstr (rensa_link_get_name (rensa_link_get_child_of (plain, FLOORS, 1)), ==, "f2");
  g_assert_null (rensa_link_get_child_of (plain, FLOORS, 2));
  g_assert_cmpstr (rensa_link_get_name (rensa_link_get_child (gated, GATE)), ==, "gate");
  g_assert_true (rensa_link_get_child (copy, GATE) == rensa_link_find (copy, "gate"));
  g_assert_true (rensa_shape_equal (&(RensaShape){ 2, { 4, 3 } },
                                    rensa_array_get_shape (rensa_variable_get_array (find_param (gated, "base/W")))));
}

static gboolean
expect_nothing_learnt (RensaLink *link)
{
  return rensa_variable_get_array (find_param (link, "base/W")) == NULL
         && rensa_variable_get_array (find_param (link, "f1/W")) == NULL;
}

/* What the first children learnt before another one failed is taken back. */
static void
test_failure (void)
{
  g_autoptr (RensaLink) link = link_of_class (&tower_class, "size=2, units=3, gated=True");
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (1, 5));
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_link_call (link, x, &error));
  assert_message (
      &error, RENSA_ERROR_TYPE_CHECK,
      "gate: linear: Expect: x.shape[1] == W.shape[1], Actual: 3 != 2; gate expects 2 values per example, but 3 were given");
  g_assert_true (expect_nothing_learnt (link));
  g_assert_cmpint (rensa_link_get_learnt (link), ==, RENSA_INT_NONE);
}

static void
test_lazy (void)
{
  g_autoptr (RensaLink) link = link_of_class (&tower_class, "size=2, units=(3, 2), gated=True");
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (1, 5));
  g_autoptr (RensaVariable) y = NULL;

  g_assert_true (expect_nothing_learnt (link));
  y = rensa_link_call (link, x, NULL);
  g_assert_nonnull (y);
  g_assert_cmpint (rensa_link_get_learnt (link), ==, 5);
}

/* The children of another dtype, and one whose attributes are refused. */
static void
test_made (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&tower_class));
  g_autoptr (RensaLink) link = NULL;
  g_autoptr (GError) error = NULL;

  rensa_modes_get ()->dtype = RENSA_FLOAT64;
  link = link_of_class (&tower_class, "in_size=3, size=2, units=2");
  g_assert_cmpint (rensa_variable_get_type (find_param (link, "f1/b")).dtype, ==, RENSA_FLOAT64);

  g_assert_true (rensa_attrs_parse (attrs, "in_size=9000000000000000000, size=2, units=2", NULL));
  g_assert_null (rensa_link_new (attrs, &error));
  g_assert_true (g_str_has_prefix (error->message, "Tower.base: W: "));
}

/* y = x + h, where h is the y of the call before. */
typedef struct
{
  gint64 unused;
} Sum;

static const RensaAttrSpec sum_attrs[] = { RENSA_ATTR_INT (Sum, unused, .title = "Unused") };

static RensaVariable *
sum_forward (RensaLink *link, RensaVariable *x, GError **error)
{
  RensaVariable *h = rensa_link_get_carried (link, 0);
  g_autoptr (RensaVariable) y = h != NULL ? rensa_add (x, h, error) : rensa_variable_ref (x);

  if (y != NULL)
    rensa_link_set_carried (link, 0, y);
  return g_steal_pointer (&y);
}

static const RensaLinkClass sum_class = {
  .name = "Sum",
  .inputs = RENSA_INPUTS ("x"),
  .n_outputs = 1,
  RENSA_ATTRS (Sum, sum_attrs),
  RENSA_CARRIES ("unused", "h"),
  .forward1 = sum_forward,
};

static void
assert_call (RensaLink *link, double want)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_link_get_device (link));
  g_autoptr (RensaArray) host = ARRAY (RENSA_SHAPE (1), 3);
  g_autoptr (RensaArray) there = rensa_array_to_device (host, rensa_link_get_device (link), NULL);
  g_autoptr (RensaVariable) x = rensa_variable_new (there);
  g_autoptr (RensaVariable) y = rensa_link_call (link, x, NULL);

  g_assert_nonnull (y);
  assert_values_of (rensa_variable_get_array (y), RENSA_SHAPE (1), &want);
}

static void
test_carried (void)
{
  g_autoptr (RensaLink) chain = rensa_sequential_new ();
  g_autoptr (RensaLink) copy = NULL;

  g_assert_true (rensa_link_append_child (chain, link_of_class (&sum_class, NULL), NULL));
  g_assert_true (rensa_link_append_child (chain, link_of_class (&sum_class, NULL), NULL));
  assert_call (chain, 3);
  assert_call (chain, 9);
  assert_call (chain, 18);
  copy = rensa_link_copy (chain, RENSA_COPY_COPY, NULL);
  assert_call (copy, 3);
  assert_call (chain, 30);
  rensa_link_reset_state (chain);
  g_assert_null (rensa_link_get_carried (rensa_link_find (chain, "1"), 0));
  assert_call (chain, 3);
  assert_call (copy, 9);
}

static void
test_carried_away (void)
{
  const RensaDevice *far = rensa_device_find ("far:1", NULL);
  g_autoptr (RensaLink) link = link_of_class (&sum_class, NULL);

  assert_call (link, 3);
  assert_call (link, 6);
  g_assert_true (rensa_link_to_device (link, far, NULL));
  g_assert_true (rensa_array_get_device (rensa_variable_get_array (rensa_link_get_carried (link, 0))) == far);
  assert_call (link, 9);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  far_device_register ();
  g_test_add_func ("/links/link-children/rows", test_rows);
  g_test_add_func ("/links/link-children/failure", test_failure);
  g_test_add_func ("/links/link-children/lazy", test_lazy);
  g_test_add_func ("/links/link-children/made", test_made);
  g_test_add_func ("/links/link-children/carried", test_carried);
  g_test_add_func ("/links/link-children/carried-away", test_carried_away);
  return g_test_run ();
}
