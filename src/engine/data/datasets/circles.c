/* circles.c: concentric rings.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-points-private.h"

typedef struct
{
  RENSA_POINTS_FIELDS
  gint64 classes;
  double factor;
} Circles;

static const RensaAttrSpec attrs[] = {
  RENSA_POINTS_SPECS (Circles, 0.05),
  RENSA_ATTR_INT (Circles, classes, .initial = 2, .min = 2, .max = 20, .title = N_ ("Rings"),
                  .hint = N_ ("One class each")),
  RENSA_ATTR_FLOAT (Circles, factor, .initial = 0.5, .min = 0.01, .max = 0.99, .title = N_ ("Factor"),
                    .hint = N_ ("Radius of the innermost ring; the outermost ring has radius 1")),
};

static void
make (gconstpointer data, RensaRandom *random, float *x, double *t)
{
  const Circles *self = data;
  const gint64 ring = rensa_random_below (random, self->classes);
  const double radius = 1 - (1 - self->factor) * ring / (self->classes - 1);
  const double angle = 2 * G_PI * rensa_random_double (random);

  x[0] = radius * cos (angle) + rensa_points_noise (self, random);
  x[1] = radius * sin (angle) + rensa_points_noise (self, random);
  *t = ring;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Circles *self = data;

  return rensa_points_load (self, make, 2, self->classes, bundle, error);
}

const RensaDatasetClass rensa_dataset_circles_class = {
  .name = "circles",
  .group = &rensa_points_group,
  .title = N_ ("Circles"),
  .summary = N_ ("Concentric rings"),
  RENSA_ATTRS (Circles, attrs),
  .load = load,
};
