/* test-fit.c: what could come next in a model.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-fit.h"

/* "Linear+ Convolution2D-": which of the components take values of that type, and which do not. */
static void
check (RensaDtype dtype, RensaDtype params, const RensaShape *shape, const char *expected)
{
  const RensaType type = { dtype, *shape };
  g_auto (GStrv) each = g_strsplit (expected, " ", -1);

  for (guint i = 0; each[i] != NULL; i++)
    {
      const gsize last = strlen (each[i]) - 1;
      const gboolean fits = each[i][last] == '+';

      each[i][last] = '\0';
      g_test_message ("%s %s", each[i], fits ? "fits" : "does not fit");
      g_assert_true (rensa_component_fits (rensa_registry_find_node (each[i]), &type, params) == fits);
    }
}

static void
test_rows (void)
{
  check (RENSA_FLOAT32, RENSA_FLOAT32, &RENSA_SHAPE (7, 784),
         "Linear+ relu+ BatchNormalization+ dropout+ softmax+ concat+ op_add+ Chain+ Sequential+ Convolution2D- "
         "max_pooling_2d- EmbedID- Input- Parameter- lstm- NStepLSTM-");
}

static void
test_pictures (void)
{
  check (
      RENSA_FLOAT32, RENSA_FLOAT32, &RENSA_SHAPE (7, 3, 32, 32),
      "Linear+ Convolution2D+ max_pooling_2d+ flatten+ BatchNormalization+ relu+ Convolution1D- Convolution3D- LSTM+");
}

/* Windows are not larger than what they slide over. */
static void
test_small_pictures (void)
{
  check (RENSA_FLOAT32, RENSA_FLOAT32, &RENSA_SHAPE (7, 3, 2, 2), "Convolution2D- max_pooling_2d+ relu+");
}

static void
test_numbers_of_words (void)
{
  check (RENSA_INT32, RENSA_FLOAT32, &RENSA_SHAPE (7, 20), "EmbedID+ relu- Linear- dropout-");
}

static void
test_precision (void)
{
  check (RENSA_FLOAT64, RENSA_FLOAT64, &RENSA_SHAPE (7, 4), "Linear+ relu+");
  check (RENSA_FLOAT64, RENSA_FLOAT32, &RENSA_SHAPE (7, 4), "Linear- relu+");
}

/* As an idle moment does it: all of them, whatever they are. */
static void
test_every_one (void)
{
  const RensaComponentKind kinds[] = { RENSA_COMPONENT_LINK, RENSA_COMPONENT_FUNCTION, RENSA_COMPONENT_INPUT };
  const RensaType type = { RENSA_FLOAT32, RENSA_SHAPE (100, 3, 32, 32) };
  const gint64 begin = g_get_monotonic_time ();
  guint n_fitting = 0;
  guint n_all = 0;

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kinds[kind], &n);

      for (guint i = 0; i < n; i++)
        n_fitting += rensa_component_fits (components[i], &type, RENSA_FLOAT32);
      n_all += n;
    }
  g_test_message ("%u of %u in %.1f ms", n_fitting, n_all, 1e-3 * (g_get_monotonic_time () - begin));
  g_assert_cmpuint (n_fitting, >, n_all / 4);
  g_assert_cmpuint (n_fitting, <, n_all);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/advice/fit/rows", test_rows);
  g_test_add_func ("/project/advice/fit/pictures", test_pictures);
  g_test_add_func ("/project/advice/fit/small-pictures", test_small_pictures);
  g_test_add_func ("/project/advice/fit/numbers-of-words", test_numbers_of_words);
  g_test_add_func ("/project/advice/fit/precision", test_precision);
  g_test_add_func ("/project/advice/fit/every-one", test_every_one);
  return g_test_run ();
}
