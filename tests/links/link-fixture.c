/* link-fixture.c: what the tests of links share.
 * SPDX-License-Identifier: MIT */

#include "link-fixture.h"

#include <math.h>
#include <string.h>

#include "rensa-functions.h"
#include "rensa-initializers.h"
#include "rensa-primitives.h"

void
link_tests_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_FUNCTION, (const RensaComponent *const *) rensa_functions_classes,
                      rensa_n_functions_classes);
  rensa_registry_add (RENSA_COMPONENT_LINK, (const RensaComponent *const *) rensa_links_classes, rensa_n_links_classes);
  rensa_registry_add (RENSA_COMPONENT_INITIALIZER, (const RensaComponent *const *) rensa_initializers_classes,
                      rensa_n_initializers_classes);
}

RensaLink *
link_of (const char *text)
{
  GError *error = NULL;
  RensaLink *link = rensa_link_new_from_text (text, &error);

  g_assert_no_error (error);
  return link;
}

RensaAttrs *
function_of (const char *text)
{
  GError *error = NULL;
  RensaAttrs *attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, &error);

  g_assert_no_error (error);
  return attrs;
}

RensaLink *
mlp_new (void)
{
  RensaLink *chain = rensa_chain_new ();
  g_autoptr (RensaAttrs) relu = function_of ("relu");

  g_assert_true (rensa_link_take_child (chain, "l1", link_of ("Linear(in_size=2, out_size=3)"), NULL));
  g_assert_true (rensa_link_take_child (chain, "l2", link_of ("Linear(in_size=3, out_size=1)"), NULL));
  g_assert_cmpint (rensa_chain_plan_link (chain, "l1", (int[]){ 0 }, 1, 1, NULL), ==, 1);
  g_assert_cmpint (rensa_chain_plan_function (chain, "relu", relu, (int[]){ 1 }, 1, 1, NULL), ==, 2);
  g_assert_cmpint (rensa_chain_plan_link (chain, "l2", (int[]){ 2 }, 1, 1, NULL), ==, 3);
  return chain;
}

void
assert_values_of (RensaArray *array, RensaShape shape, const double *expected)
{
  g_autofree double *values = NULL;

  g_assert_nonnull (array);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (array), &shape));
  values = get_values (array);
  for (gint64 i = 0; i < rensa_array_get_count (array); i++)
    if (!(isnan (values[i]) && isnan (expected[i])))
      g_assert_cmpfloat_with_epsilon (values[i], expected[i], 1e-5);
}

typedef struct
{
  const char *path;
  RensaVariable *found;
  GString *list;
} Search;

static gboolean
look_at_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  Search *search = data;

  if (search->list != NULL)
    g_string_append_printf (search->list, "%s%s", search->list->len > 0 ? " " : "", path);
  if (search->path != NULL && strcmp (path + 1, search->path) == 0)
    search->found = param;
  return TRUE;
}

RensaVariable *
find_param (RensaLink *link, const char *path)
{
  Search search = { .path = path };

  g_assert_true (rensa_link_foreach_param (link, look_at_param, &search, NULL));
  return search.found;
}

void
set_param_to (RensaLink *link, const char *path, RensaShape shape, const double *values)
{
  g_autoptr (RensaArray) array = array_of (RENSA_FLOAT32, shape, values);

  rensa_variable_set_array (find_param (link, path), array);
}

char *
list_params (RensaLink *link)
{
  Search search = { .list = g_string_new (NULL) };

  g_assert_true (rensa_link_foreach_param (link, look_at_param, &search, NULL));
  return g_string_free (search.list, FALSE);
}
