/* waves.c: a sum of sines, to be learned from noisy values.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-points-private.h"

typedef struct
{
  RENSA_POINTS_FIELDS
  gint64 waves;
} Waves;

static const RensaAttrSpec attrs[] = {
  RENSA_POINTS_SPECS (Waves, 0.1),
  RENSA_ATTR_INT (Waves, waves, .initial = 3, .min = 1, .max = 100, .title = N_ ("Waves"),
                  .hint = N_ ("Wave k has 2k - 1 periods between -π and π and amplitude 1 / k")),
};

static void
make (gconstpointer data, RensaRandom *random, float *x, double *t)
{
  const Waves *self = data;
  const double at = G_PI * (2 * rensa_random_double (random) - 1);

  x[0] = at;
  *t = rensa_points_noise (self, random);
  for (gint64 k = 1; k <= self->waves; k++)
    *t += sin ((2 * k - 1) * at) / k;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  return rensa_points_load (data, make, 1, 0, bundle, error);
}

const RensaDatasetClass rensa_dataset_waves_class = {
  .name = "waves",
  .group = &rensa_points_group,
  .title = N_ ("Waves"),
  .summary = N_ ("A sum of sine waves to learn from noisy values"),
  RENSA_ATTRS (Waves, attrs),
  .load = load,
};
