/* spirals.c: interleaved arms of a spiral.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-points-private.h"

typedef struct
{
  RENSA_POINTS_FIELDS
  gint64 classes;
  double turns;
} Spirals;

static const RensaAttrSpec attrs[] = {
  RENSA_POINTS_SPECS (Spirals, 0.03),
  RENSA_ATTR_INT (Spirals, classes, .initial = 3, .min = 2, .max = 20, .title = N_ ("Arms"),
                  .hint = N_ ("One class each")),
  RENSA_ATTR_FLOAT (Spirals, turns, .initial = 0.75, .min = 0, .max = 10, .title = N_ ("Turns"),
                    .hint = N_ ("Number of turns of each arm around the center")),
};

static void
make (gconstpointer data, RensaRandom *random, float *x, double *t)
{
  const Spirals *self = data;
  const gint64 arm = rensa_random_below (random, self->classes);
  /* Omits the center, where all arms would meet. */
  const double radius = 0.1 + 0.9 * rensa_random_double (random);
  const double angle = 2 * G_PI * ((double) arm / self->classes + self->turns * radius);

  x[0] = radius * cos (angle) + rensa_points_noise (self, random);
  x[1] = radius * sin (angle) + rensa_points_noise (self, random);
  *t = arm;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Spirals *self = data;

  return rensa_points_load (self, make, 2, self->classes, bundle, error);
}

const RensaDatasetClass rensa_dataset_spirals_class = {
  .name = "spirals",
  .group = &rensa_points_group,
  .title = N_ ("Spirals"),
  .summary = N_ ("Intertwined spiral arms"),
  RENSA_ATTRS (Spirals, attrs),
  .load = load,
};
