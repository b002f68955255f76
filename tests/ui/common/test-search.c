/* test-search.c: finding components, stepping numbers and starting components.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit.h"
#include "rensa-init.h"
#include "studio-attr-step.h"
#include "studio-search.h"

/* The best match among links and functions; NULL where nothing matches. */
static const RensaComponent *
find_best (const char *text)
{
  const RensaComponentKind kinds[] = { RENSA_COMPONENT_LINK, RENSA_COMPONENT_FUNCTION };
  const RensaComponent *best = NULL;
  guint best_score = 0;

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kinds[kind], &n);

      for (guint i = 0; i < n; i++)
        if (studio_search_score (components[i], text) > best_score)
          {
            best = components[i];
            best_score = studio_search_score (best, text);
          }
    }
  return best;
}

static void
test_best (void)
{
  static const struct
  {
    const char *text;
    const char *name;
  } cases[] = {
    { "Linear", "Linear" },
    { "lin", "Linear" },
    { "dense", "Linear" },
    { "fully connected", "Linear" },
    { "FC", "Linear" },
    { "conv", "Convolution2D" },
    { "cnn", "Convolution2D" },
    { "batchnorm", "BatchNormalization" },
    { "batch norm", "BatchNormalization" },
    { "embedding", "EmbedID" },
    { "rel", "relu" },
    { "RELU", "relu" },
    { "drop", "dropout" },
    { "softmax", "softmax" },
    { "maxpool", "max_pooling_2d" },
    { "pooling max 2", "max_pooling_2d" },
    { "mse", "mean_squared_error" },
    { "view", "flatten" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const RensaComponent *best = find_best (cases[i].text);

      g_assert_nonnull (best);
      g_assert_cmpstr (best->name, ==, cases[i].name);
    }
  g_assert_null (find_best ("quaternion"));
  g_assert_null (find_best ("linear quaternion"));
  g_assert_nonnull (find_best (""));
}

static const RensaAttrSpec *
find_attr (RensaComponentKind kind, const char *name, const char *attr)
{
  return rensa_component_find_attr (rensa_registry_find (kind, name, NULL), attr);
}

static void
test_step (void)
{
  static const struct
  {
    RensaComponentKind kind;
    const char *component;
    const char *attr;
    const char *text;
    int n;
    const char *expected;
  } cases[] = {
    { RENSA_COMPONENT_LINK, "Linear", "out_size", "100", 1, "101" },
    { RENSA_COMPONENT_LINK, "Linear", "out_size", "100", -10, "90" },
    { RENSA_COMPONENT_LINK, "Linear", "n_batch_axes", "1", -1, "1" },
    { RENSA_COMPONENT_LINK, "Linear", "in_size", "", 1, "1" },
    { RENSA_COMPONENT_OPTIMIZER, "Adam", "alpha", "0.001", 1, "0.002" },
    { RENSA_COMPONENT_OPTIMIZER, "Adam", "alpha", "1e-3", -1, "0.0005" },
    { RENSA_COMPONENT_OPTIMIZER, "Adam", "alpha", "0.005", 1, "0.01" },
    { RENSA_COMPONENT_OPTIMIZER, "Adam", "alpha", "0.003", 1, "0.005" },
    { RENSA_COMPONENT_OPTIMIZER, "Adam", "weight_decay_rate", "0", 1, "0.001" },
    { RENSA_COMPONENT_OPTIMIZER, "Adam", "alpha", "nonsense", 1, "0.002" },
    { RENSA_COMPONENT_FUNCTION, "dropout", "ratio", "0.5", 1, "0.55" },
    { RENSA_COMPONENT_FUNCTION, "dropout", "ratio", "0.15", -1, "0.1" },
    { RENSA_COMPONENT_FUNCTION, "dropout", "ratio", "1", 1, "1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const RensaAttrSpec *spec = find_attr (cases[i].kind, cases[i].component, cases[i].attr);
      g_autofree char *text = studio_attr_step (spec, cases[i].text, cases[i].n);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* Whatever is chosen can be put into a document at once. */
static void
test_start (void)
{
  for (RensaComponentKind kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kind, &n);

      for (guint i = 0; i < n; i++)
        {
          g_autoptr (RensaAttrs) started = rensa_component_start (components[i]);
          g_autofree char *text = rensa_attrs_to_text (started);
          g_autoptr (GError) error = NULL;
          g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (kind, text, &error);

          g_assert_no_error (error);
          g_assert_true (rensa_attrs_get_component (attrs) == components[i]);
          g_assert_true (rensa_attrs_check_complete (attrs, NULL));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/ui/common/search/best", test_best);
  g_test_add_func ("/ui/common/attr-step/step", test_step);
  g_test_add_func ("/ui/common/component-start/complete", test_start);
  return g_test_run ();
}
