/* rensa-points.c: small synthetic data sets of points.
 * SPDX-License-Identifier: MIT */

#include "rensa-points-private.h"

#include "rensa-primitives.h"

double
rensa_points_noise (gconstpointer attrs, RensaRandom *random)
{
  return ((const RensaPoints *) attrs)->noise * rensa_random_normal (random);
}

static RensaDataset *
make_part (gconstpointer attrs, RensaPointsFunc make, int n_inputs, gint64 n_classes, gint64 n, guint64 first_stream,
           GError **error)
{
  g_autofree float *inputs = g_new (float, n *n_inputs);
  g_autofree float *values = g_new (float, n);
  g_autofree gint32 *classes = g_new (gint32, n);
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;

  for (gint64 i = 0; i < n; i++)
    {
      RensaRandom random = rensa_random_init (((const RensaPoints *) attrs)->seed, first_stream + i);
      double label = 0;

      make (attrs, &random, inputs + i * n_inputs, &label);
      values[i] = label;
      classes[i] = n_classes > 0 ? label : 0;
    }

  x = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n, n_inputs), inputs, error);
  if (x != NULL)
    t = n_classes > 0 ? rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), classes, error)
                      : rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n, 1), values, error);
  return rensa_source_make_pairs (x, t, error);
}

gboolean
rensa_points_load (gconstpointer attrs, RensaPointsFunc make, int n_inputs, gint64 n_classes, RensaDataBundle *bundle,
                   GError **error)
{
  const RensaPoints *points = attrs;

  bundle->n_classes = n_classes;
  bundle->train = make_part (attrs, make, n_inputs, n_classes, points->n, RENSA_STREAM_TRAIN, error);
  if (bundle->train == NULL || points->n_test == 0)
    return bundle->train != NULL;

  bundle->test = make_part (attrs, make, n_inputs, n_classes, points->n_test, RENSA_STREAM_TEST, error);
  return bundle->test != NULL;
}
