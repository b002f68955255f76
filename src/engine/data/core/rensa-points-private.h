/* rensa-points-private.h: small synthetic data sets of points.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-random.h"
#include "rensa-source-private.h"

G_BEGIN_DECLS

/* First fields of the attribute structs of these data sets. */
#define RENSA_POINTS_FIELDS \
  gint64 n;                 \
  gint64 n_test;            \
  double noise;             \
  gint64 seed;

typedef struct
{
  RENSA_POINTS_FIELDS
} RensaPoints;

/* Their specs; @usual_noise is the default. */
#define RENSA_POINTS_SPECS(Struct, usual_noise)                                                             \
  RENSA_ATTR_INT (Struct, n, .initial = 1000, .min = 1, .max = 1e6, .title = N_ ("Examples"),               \
                  .hint = N_ ("Number of training examples")),                                              \
      RENSA_ATTR_INT (Struct, n_test, .initial = 200, .min = 0, .max = 1e6, .title = N_ ("Test Examples")), \
      RENSA_ATTR_FLOAT (Struct, noise, .initial = usual_noise, .min = 0, .max = 10, .title = N_ ("Noise"),  \
                        .hint = N_ ("Standard deviation of the noise added to each value")),                \
      RENSA_ATTR_INT (Struct, seed, .initial = 0, .min = 0, .max = 9007199254740992, .title = N_ ("Seed"),  \
                      .hint = N_ ("A different seed produces different examples"))

/* Makes one example: its inputs, and its class or, for regression, its value. @attrs begins with
 * RENSA_POINTS_FIELDS. */
typedef void (*RensaPointsFunc) (gconstpointer attrs, RensaRandom *random, float *x, double *t);

/* Fills @bundle with examples of @n_inputs inputs. @n_classes 0: regression, with labels of shape (1,). */
gboolean rensa_points_load (gconstpointer attrs, RensaPointsFunc make, int n_inputs, gint64 n_classes,
                            RensaDataBundle *bundle, GError **error);

/* Returns normal noise with the deviation in @attrs. */
double rensa_points_noise (gconstpointer attrs, RensaRandom *random);

G_END_DECLS
