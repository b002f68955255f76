/* blobs.c: round clouds of points.
 * SPDX-License-Identifier: MIT */

#include "rensa-points-private.h"

typedef struct
{
  RENSA_POINTS_FIELDS
  gint64 classes;
  gint64 dims;
  double spread;
} Blobs;

static const RensaAttrSpec attrs[] = {
  RENSA_POINTS_SPECS (Blobs, 1),
  RENSA_ATTR_INT (Blobs, classes, .initial = 3, .min = 1, .max = 1000, .title = N_ ("Clusters"),
                  .hint = N_ ("One class each")),
  RENSA_ATTR_INT (Blobs, dims, .initial = 2, .min = 1, .max = 1000, .title = N_ ("Coordinates"),
                  .hint = N_ ("Number of coordinates of each point")),
  RENSA_ATTR_FLOAT (Blobs, spread, .initial = 4, .min = 0, .max = 1000, .title = N_ ("Spread"),
                    .hint = N_ ("Each cluster center lies between this value and its negative")),
};

static void
make (gconstpointer data, RensaRandom *random, float *x, double *t)
{
  const Blobs *self = data;
  const gint64 cloud = rensa_random_below (random, self->classes);
  RensaRandom middle = rensa_random_init (self->seed, cloud);

  for (gint64 i = 0; i < self->dims; i++)
    x[i] = self->spread * (2 * rensa_random_double (&middle) - 1) + rensa_points_noise (self, random);
  *t = cloud;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Blobs *self = data;

  return rensa_points_load (self, make, self->dims, self->classes, bundle, error);
}

const RensaDatasetClass rensa_dataset_blobs_class = {
  .name = "blobs",
  .group = &rensa_points_group,
  .title = N_ ("Blobs"),
  .summary = N_ ("Round clusters of points"),
  RENSA_ATTRS (Blobs, attrs),
  .load = load,
};
