/* xor.c: four squares; diagonally opposite ones form a class.
 * SPDX-License-Identifier: MIT */

#include "rensa-points-private.h"

typedef struct
{
  RENSA_POINTS_FIELDS
} Xor;

static const RensaAttrSpec attrs[] = {
  RENSA_POINTS_SPECS (Xor, 0.05),
};

static void
make (gconstpointer data, RensaRandom *random, float *x, double *t)
{
  const double a = 2 * rensa_random_double (random) - 1;
  const double b = 2 * rensa_random_double (random) - 1;

  x[0] = a + rensa_points_noise (data, random);
  x[1] = b + rensa_points_noise (data, random);
  *t = (a > 0) != (b > 0);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  return rensa_points_load (data, make, 2, 2, bundle, error);
}

const RensaDatasetClass rensa_dataset_xor_class = {
  .name = "xor",
  .group = &rensa_points_group,
  .title = N_ ("XOR"),
  .summary = N_ ("Four squares; diagonally opposite ones belong to the same class"),
  RENSA_ATTRS (Xor, attrs),
  .load = load,
};
