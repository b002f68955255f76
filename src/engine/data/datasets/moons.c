/* moons.c: two interleaving half circles.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-points-private.h"

typedef struct
{
  RENSA_POINTS_FIELDS
} Moons;

static const RensaAttrSpec attrs[] = {
  RENSA_POINTS_SPECS (Moons, 0.1),
};

static void
make (gconstpointer data, RensaRandom *random, float *x, double *t)
{
  const gint64 inner = rensa_random_below (random, 2);
  const double angle = G_PI * rensa_random_double (random);

  x[0] = (inner ? 1 - cos (angle) : cos (angle)) + rensa_points_noise (data, random);
  x[1] = (inner ? 0.5 - sin (angle) : sin (angle)) + rensa_points_noise (data, random);
  *t = inner;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  return rensa_points_load (data, make, 2, 2, bundle, error);
}

const RensaDatasetClass rensa_dataset_moons_class = {
  .name = "moons",
  .group = &rensa_points_group,
  .title = N_ ("Moons"),
  .summary = N_ ("Two interleaving half circles"),
  RENSA_ATTRS (Moons, attrs),
  .load = load,
};
