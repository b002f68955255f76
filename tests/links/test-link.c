/* test-link.c: what links own, and how it is named and walked.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "link-fixture.h"
#include "rensa-modes.h"

static void
test_paths (void)
{
  g_autoptr (RensaLink) root = rensa_chain_new ();
  g_autofree char *root_path = rensa_link_dup_path (root);
  g_autofree char *path = NULL;
  RensaLink *l2;

  g_assert_null (rensa_link_get_name (root));
  g_assert_cmpstr (root_path, ==, "");

  g_assert_true (rensa_link_take_child (root, "predictor", mlp_new (), NULL));
  l2 = rensa_link_find (root, "predictor/l2");
  g_assert_nonnull (l2);
  g_assert_cmpstr (rensa_link_get_name (l2), ==, "l2");
  path = rensa_link_dup_path (l2);
  g_assert_cmpstr (path, ==, "predictor/l2");
  g_assert_true (rensa_link_find (root, "/predictor/l2") == l2);
  g_assert_true (rensa_link_find (root, "") == root);
  g_assert_true (rensa_link_find (root, "/") == root);
  g_assert_null (rensa_link_find (root, "predictor/l"));
  g_assert_null (rensa_link_find (root, "predictor/l22"));
  g_assert_null (rensa_link_find (root, "l2"));
}

/* A child outlives its parent, without a name. */
static void
test_orphan (void)
{
  g_autoptr (RensaLink) child = link_of ("Linear(in_size=1, out_size=1)");
  RensaLink *chain = rensa_chain_new ();

  g_assert_true (rensa_link_take_child (chain, "l", rensa_link_ref (child), NULL));
  rensa_link_unref (chain);
  g_assert_null (rensa_link_get_name (child));

  g_autoptr (RensaLink) other = rensa_chain_new ();

  g_assert_true (rensa_link_take_child (other, "again", rensa_link_ref (child), NULL));
}

/* Chainer walks parameters and the links of a Chain by name, those of a ChainList by number. */
static void
test_order (void)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  RensaLink *list = rensa_chain_list_new ();
  g_autofree char *params = NULL;

  g_assert_true (rensa_link_take_child (chain, "b", link_of ("BatchNormalization(size=2)"), NULL));
  for (int i = 0; i < 11; i++)
    g_assert_true (rensa_link_append_child (list, link_of ("Linear(in_size=1, out_size=1, nobias=True)"), NULL));
  g_assert_true (rensa_link_take_child (chain, "a", list, NULL));

  params = list_params (chain);
  g_assert_cmpstr (params, ==,
                   "/a/0/W /a/1/W /a/2/W /a/3/W /a/4/W /a/5/W /a/6/W /a/7/W /a/8/W /a/9/W /a/10/W /b/beta /b/gamma");
  g_assert_cmpuint (rensa_link_get_n_children (chain), ==, 2);
  g_assert_cmpstr (rensa_link_get_name (rensa_link_get_child (chain, 0)), ==, "b");
}

static gboolean
collect_link (const char *path, RensaLink *link, gpointer data, GError **error)
{
  g_string_append_printf (data, "%s=%s ", path, rensa_link_get_class (link)->name);
  return TRUE;
}

static gboolean
collect_persistent (const char *path, RensaLink *owner, int index, gpointer data, GError **error)
{
  g_string_append_printf (data, "%s%s ", path, rensa_link_persistent_is_int (owner, index) ? ":int" : "");
  return TRUE;
}

static gboolean
refuse_at_l2 (const char *path, RensaLink *link, gpointer data, GError **error)
{
  g_string_append_printf (data, "%s ", path);
  return strcmp (path, "/l2") != 0;
}

static void
test_walks (void)
{
  g_autoptr (RensaLink) chain = mlp_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_true (rensa_link_take_child (chain, "a", link_of ("BatchNormalization(size=2)"), NULL));
  rensa_link_foreach_link (chain, collect_link, text, NULL);
  g_assert_cmpstr (text->str, ==, "/=Chain /a=BatchNormalization /l1=Linear /l2=Linear ");

  g_string_truncate (text, 0);
  rensa_link_foreach_persistent (chain, collect_persistent, text, NULL);
  g_assert_cmpstr (text->str, ==, "/a/N:int /a/avg_mean /a/avg_var ");

  g_string_truncate (text, 0);
  g_assert_false (rensa_link_foreach_link (chain, refuse_at_l2, text, NULL));
  g_assert_cmpstr (text->str, ==, "/ /a /l1 /l2 ");
}

static void
test_bad_children (void)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  g_autoptr (RensaLink) list = rensa_chain_list_new ();
  g_autoptr (RensaLink) linear = link_of ("Linear(in_size=1, out_size=1)");
  RensaLink *inner = rensa_chain_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_link_take_child (chain, "a/b", rensa_chain_new (), &error));
  assert_message (&error, RENSA_ERROR_INVALID,
                  "Chain: the name of a link must have at least one character and no slash, but is “a/b”");
  g_assert_false (rensa_link_take_child (chain, "", rensa_chain_new (), &error));
  g_clear_error (&error);

  g_assert_true (rensa_link_take_child (chain, "inner", inner, &error));
  g_assert_false (rensa_link_take_child (chain, "inner", rensa_chain_new (), &error));
  assert_message (&error, RENSA_ERROR_INVALID, "Chain: the name “inner” is already in use");
  g_assert_false (rensa_link_take_child (linear, "W", rensa_chain_new (), &error));
  assert_message (&error, RENSA_ERROR_INVALID, "Linear: the name “W” is already in use");

  g_assert_false (rensa_link_append_child (list, rensa_link_ref (inner), &error));
  assert_message (&error, RENSA_ERROR_INVALID, "ChainList: the link for “0” already belongs to a Chain as “inner”");
  g_assert_false (rensa_link_take_child (inner, "root", rensa_link_ref (chain), &error));
  assert_message (&error, RENSA_ERROR_INVALID, "Chain: “root” cannot contain itself");

  g_assert_false (rensa_link_take_child (list, "name", rensa_chain_new (), &error));
  assert_message (&error, RENSA_ERROR_INVALID, "ChainList numbers its links, so “name” cannot be added by name");
  g_assert_false (rensa_link_append_child (chain, rensa_chain_new (), &error));
  assert_message (&error, RENSA_ERROR_INVALID, "Chain names its links, so links cannot be added by number");

  g_assert_false (rensa_link_take_child (chain, "none", NULL, &error));
  g_assert_no_error (error);
}

static void
test_bad_attrs (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "Linear()", "Linear: out_size expects an integer, but None was given." },
    { "Convolution2D(ksize=3)", "Convolution2D: out_channels requires a value: an integer of at least 1." },
    { "Linear(in_size=3, out_size=2, initial_bias=LeCunNormal)",
      "Linear: b: LeCunNormal: expected a shape with at least two axes, but it is (2,)" },
    { "Convolution2D(in_channels=3, out_channels=4, ksize=3, groups=2)",
      "Convolution2D: in_channels is 3, but must be a multiple of groups, which is 2" },
    { "Convolution2D(in_channels=4, out_channels=3, ksize=3, groups=2)",
      "Convolution2D: out_channels is 3, but must be a multiple of groups, which is 2" },
    { "BatchNormalization()", "BatchNormalization: size or axis must be given, but both are None" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_link_new_from_text (cases[i].text, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

static void
test_count (void)
{
  g_autoptr (RensaLink) mlp = mlp_new ();
  g_autoptr (RensaLink) lazy = link_of ("Linear(in_size=None, out_size=5)");

  g_assert_cmpint (rensa_link_count_param_elements (mlp), ==, 2 * 3 + 3 + 3 * 1 + 1);
  g_assert_cmpint (rensa_link_count_param_elements (lazy), ==, 5);
}

static void
test_dtype (void)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaLink) link = NULL;

  rensa_modes_get ()->dtype = RENSA_FLOAT64;
  link = link_of ("Linear(in_size=2, out_size=2)");
  g_assert_cmpint (rensa_variable_get_type (find_param (link, "W")).dtype, ==, RENSA_FLOAT64);
}

static void
test_cleargrads (void)
{
  g_autoptr (RensaLink) mlp = mlp_new ();
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, 2);
  g_autoptr (RensaVariable) y = rensa_link_call (mlp, x, NULL);

  g_assert_true (rensa_variable_backward (y, NULL, NULL));
  g_assert_nonnull (rensa_variable_get_grad (find_param (mlp, "l1/W")));
  rensa_link_cleargrads (mlp);
  g_assert_null (rensa_variable_get_grad (find_param (mlp, "l1/W")));
  g_assert_null (rensa_variable_get_grad (find_param (mlp, "l2/b")));
}

static void
test_persistents (void)
{
  g_autoptr (RensaLink) link = rensa_chain_new ();
  g_autoptr (RensaArray) second = ARRAY (RENSA_SHAPE (1), 7);

  rensa_link_take_persistent (link, "mean", ARRAY (RENSA_SHAPE (2), 1, 2));
  rensa_link_add_persistent_int (link, "N", 3);
  rensa_link_take_persistent (link, "later", NULL);
  assert_values (rensa_link_get_persistent (link, 0), RENSA_SHAPE (2), 1, 2);
  g_assert_null (rensa_link_get_persistent (link, 1));
  g_assert_null (rensa_link_get_persistent (link, 2));
  g_assert_cmpint (rensa_link_get_persistent_int (link, "N"), ==, 3);

  rensa_link_set_persistent_int (link, "N", 4);
  rensa_link_set_persistent (link, 2, second);
  g_assert_cmpint (rensa_link_get_persistent_int (link, "N"), ==, 4);
  g_assert_true (rensa_link_get_persistent (link, 2) == second);
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/link/paths", test_paths);
  g_test_add_func ("/links/link/orphan", test_orphan);
  g_test_add_func ("/links/link/order", test_order);
  g_test_add_func ("/links/link/walks", test_walks);
  g_test_add_func ("/links/link/bad-children", test_bad_children);
  g_test_add_func ("/links/link/bad-attributes", test_bad_attrs);
  g_test_add_func ("/links/link/count", test_count);
  g_test_add_func ("/links/link/dtype", test_dtype);
  g_test_add_func ("/links/link/cleargrads", test_cleargrads);
  g_test_add_func ("/links/link/persistents", test_persistents);
  return g_test_run ();
}
