/* rensa-distribution-sample.c: noise, and samples made from it.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-distribution-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

RensaDtype
rensa_distribution_get_sample_dtype (const RensaDistributionClass *klass, RensaDtype dtype)
{
  if (klass->sample_dtype != NULL)
    rensa_dtype_from_name (klass->sample_dtype, &dtype, NULL);
  return dtype;
}

RensaArray *
rensa_distribution_draw (RensaDistribution *self, const RensaShape *sample_shape, RensaRandom *random, GError **error)
{
  RensaShape shape;

  if (!rensa_shape_join (sample_shape, &self->batch, &shape, error)
      || !rensa_shape_join (&shape, &self->event, &shape, error))
    return NULL;
  return self->klass->draw (self, &shape, random, error);
}

/* Converts a sample of a discrete distribution to a constant in the dtype of its values. */
static RensaVariable *
finish_discrete (RensaDistribution *self, RensaVariable *sample, GError **error)
{
  g_autoptr (RensaArray) cast = NULL;
  RensaDtype dtype;

  if (sample == NULL)
    return NULL;
  dtype = rensa_distribution_get_sample_dtype (self->klass, rensa_variable_get_type (sample).dtype);
  cast = rensa_array_cast (rensa_variable_get_array (sample), dtype, error);
  return rensa_variable_new_constant (cast);
}

RensaVariable *
rensa_distribution_make_sample (RensaDistribution *self, RensaArray *noise, GError **error)
{
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (noise);
  g_autoptr (RensaVariable) sample = NULL;

  if (x == NULL)
    return NULL;
  sample = rensa_distribution_compute (self, "sample", x, error);
  return self->klass->is_discrete ? finish_discrete (self, sample, error) : g_steal_pointer (&sample);
}

RensaVariable *
rensa_distribution_sample (RensaDistribution *self, const RensaShape *sample_shape, RensaRandom *random, GError **error)
{
  g_autoptr (RensaArray) noise = NULL;

  if (self == NULL)
    return NULL;
  if (self->inner != NULL)
    return rensa_distribution_sample (self->inner, sample_shape, random, error);

  noise = rensa_distribution_draw (self, sample_shape, random != NULL ? random : rensa_random_get_default (), error);
  return rensa_distribution_make_sample (self, noise, error);
}

RensaArray *
rensa_draw_normal (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  g_autoptr (RensaArray) noise = rensa_array_new (rensa_distribution_get_dtype (self), shape, error);

  return noise != NULL && rensa_fill_normal (noise, random, 0, 1, error) ? g_steal_pointer (&noise) : NULL;
}

RensaArray *
rensa_draw_uniform (RensaDistribution *self, const RensaShape *shape, RensaRandom *random, GError **error)
{
  g_autoptr (RensaArray) noise = rensa_array_new (rensa_distribution_get_dtype (self), shape, error);

  return noise != NULL && rensa_fill_uniform (noise, random, 0, 1, error) ? g_steal_pointer (&noise) : NULL;
}

/* Draws sequentially, because the number of random numbers for each value is not known in advance. */
RensaArray *
rensa_draw_each (RensaArray *param, const RensaShape *shape, RensaRandom *random, RensaDrawFunc draw, GError **error)
{
  g_autoptr (RensaArray) wide = param != NULL ? rensa_array_cast (param, RENSA_FLOAT64, error) : NULL;
  g_autoptr (RensaArray) spread = wide != NULL ? rensa_array_view_broadcast (wide, shape) : NULL;
  g_autoptr (RensaArray) drawn = NULL;
  g_autofree double *values = NULL;
  gint64 count;

  if (spread == NULL)
    return NULL;
  count = rensa_array_get_count (spread);
  values = g_try_new (double, MAX (count, 1));
  if (values == NULL)
    {
      rensa_set_words (
          error, RENSA_ERROR_NO_MEMORY,
          ngettext ("not enough memory for %lld sample", "not enough memory for %lld samples", (gulong) count),
          (long long) count);
      return NULL;
    }
  if (!rensa_array_to_host (spread, values, error))
    return NULL;
  for (gint64 i = 0; i < count; i++)
    values[i] = draw (random, values[i]);
  drawn = rensa_array_new_from_host (RENSA_FLOAT64, shape, values, error);
  return drawn != NULL ? rensa_array_cast (drawn, rensa_array_get_dtype (param), error) : NULL;
}

/* Returns a number in (0, 1]. */
static double
draw_positive (RensaRandom *random)
{
  return 1 - rensa_random_double (random);
}

double
rensa_draw_one_gamma (RensaRandom *random, double k)
{
  const double d = MAX (k, 1) - 1.0 / 3 + (k < 1 ? k : 0);
  const double c = 1 / sqrt (9 * d);

  if (!(k > 0) || isinf (k))
    return k > 0 ? INFINITY : NAN;

  for (;;)
    {
      const double normal = rensa_random_normal (random);
      const double root = 1 + c * normal;
      const double v = root * root * root;

      if (root > 0 && log (draw_positive (random)) < 0.5 * normal * normal + d - d * v + d * log (v))
        /* Below 1, Γ (k) is Γ (k + 1) multiplied by a power of a uniform number. */
        return k < 1 ? d * v * pow (draw_positive (random), 1 / k) : d * v;
    }
}

RensaArray *
rensa_draw_gamma (RensaArray *k, const RensaShape *shape, RensaRandom *random, GError **error)
{
  return rensa_draw_each (k, shape, random, rensa_draw_one_gamma, error);
}

RensaArray *
rensa_draw_classes_of (RensaVariable *log_p, const RensaShape *shape, RensaRandom *random, GError **error)
{
  RensaType type;
  RensaShape all;
  g_autoptr (RensaArray) noise = NULL;
  g_autoptr (RensaVariable) x = NULL;
  g_autoptr (RensaVariable) p = NULL;
  g_autoptr (RensaVariable) score = NULL;

  if (log_p == NULL)
    return NULL;
  type = rensa_variable_get_type (log_p);
  if (!rensa_shape_join (shape, &RENSA_SHAPE (type.shape.dims[type.shape.ndim - 1]), &all, error))
    return NULL;
  noise = rensa_array_new (type.dtype, &all, error);
  if (noise == NULL || !rensa_fill_uniform (noise, random, 0, 1, error))
    return NULL;

  x = rensa_variable_new_constant (noise);
  p = rensa_variable_new_constant (rensa_variable_get_array (log_p));
  score = rensa_evaluate_formula ("log_p - log (max (-log1p (-x), 1e-30))", "log_p, x", (RensaVariable *[]){ p, x }, 2,
                                  error);
  return score != NULL
             ? rensa_reduce (RENSA_REDUCE_ARGMAX, rensa_variable_get_array (score), 1u << shape->ndim, FALSE, error)
             : NULL;
}
