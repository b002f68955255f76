/* spectral-normalization.c: limits weights by their largest singular value.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-functions.h"
#include "rensa-initializers.h"
#include "rensa-link-hooks.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

typedef struct
{
  gint64 n_power_iteration;
  double eps;
  gboolean use_gamma;
  double factor;
  char *weight_name;
} SpectralNormalization;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (SpectralNormalization, n_power_iteration, .initial = 1, .min = 1, .max = G_MAXINT,
                  .title = N_ ("Iterations"),
                  .hint = N_ ("Power iterations per call to estimate the largest "
                              "singular value")),
  RENSA_ATTR_FLOAT (SpectralNormalization, eps, .initial = 1e-6, .min = 0, .max = 1, .title = N_ ("Epsilon"),
                    .hint = N_ ("Added to norms to prevent division by zero")),
  RENSA_ATTR_BOOL (SpectralNormalization, use_gamma, .title = N_ ("Learn a Scale")),
  RENSA_ATTR_FLOAT (SpectralNormalization, factor, .none = TRUE, .allow_none = TRUE, .title = N_ ("Factor"),
                    .hint = N_ ("Target for the largest singular value; None uses 1")),
  RENSA_ATTR_NAME (SpectralNormalization, weight_name, .initial_text = "W", .title = N_ ("Parameter")),
};

static char *
dup_vector_name (const SpectralNormalization *self)
{
  return g_strconcat (self->weight_name, "_u", NULL);
}

/* Returns W as a matrix with one row per output. */
static RensaVariable *
get_matrix (RensaLink *link, RensaVariable *W, GError **error)
{
  const RensaInts outputs = { RENSA_INTS_SCALAR, { rensa_link_get_class (link)->output_axis } };
  const RensaInts first = { RENSA_INTS_SCALAR, { 0 } };
  g_autoptr (RensaVariable) turned =
      outputs.values[0] != 0 ? rensa_moveaxis (W, &outputs, &first, error) : rensa_variable_ref (W);
  RensaShape shape;

  if (turned == NULL)
    return NULL;
  shape = rensa_variable_get_type (turned).shape;
  return rensa_reshape (turned, &RENSA_SHAPE (shape.dims[0], rensa_shape_count (&shape) / MAX (shape.dims[0], 1)),
                        error);
}

/* Returns the product, normalized to length 1. */
static RensaArray *
multiply (RensaArray *vector, RensaArray *matrix, gboolean transposed, double eps, GError **error)
{
  g_autoptr (RensaArray) product = rensa_matmul_arrays (vector, matrix, FALSE, transposed, error);
  const gint64 n = product != NULL ? rensa_array_get_count (product) : 0;
  g_autoptr (RensaArray) wide = rensa_array_cast (product, RENSA_FLOAT64, error);
  g_autofree double *values = g_new (double, n + 1);
  double sum = 0;

  if (wide == NULL || !rensa_array_to_host (wide, values, error))
    return NULL;
  for (gint64 i = 0; i < n; i++)
    sum += values[i] * values[i];
  for (gint64 i = 0; i < n; i++)
    values[i] /= sqrt (sum) + eps;
  return rensa_initializer_write (product, values, error) ? g_steal_pointer (&product) : NULL;
}

/* Power iteration for rows u and v such that u W vᵀ approximates the largest singular value of @matrix. */
static gboolean
iterate (const SpectralNormalization *self, RensaArray *matrix, gint64 times, RensaArray **u, RensaArray **v,
         GError **error)
{
  for (gint64 i = 0; i < times; i++)
    {
      RensaArray *next;

      g_clear_pointer (v, rensa_array_unref);
      *v = multiply (*u, matrix, FALSE, self->eps, error);
      next = *v != NULL ? multiply (*v, matrix, TRUE, self->eps, error) : NULL;
      if (next == NULL)
        return FALSE;
      rensa_array_unref (*u);
      *u = next;
    }
  return TRUE;
}

/* u W vᵀ, of shape (1, 1). */
static RensaVariable *
measure (RensaVariable *matrix, RensaArray *u, RensaArray *v, GError **error)
{
  g_autoptr (RensaVariable) left = rensa_variable_new_constant (u);
  g_autoptr (RensaVariable) right = rensa_variable_new_constant (v);
  g_autoptr (RensaVariable) row = rensa_matmul (left, matrix, FALSE, FALSE, error);

  return rensa_matmul (row, right, FALSE, TRUE, error);
}

/* Initializes gamma with the largest singular value, so that the scaling initially has no effect. */
static gboolean
add_gamma (const SpectralNormalization *self, RensaLink *link, RensaArray *matrix, GError **error)
{
  g_autoptr (RensaArray) squares = rensa_matmul_arrays (matrix, matrix, FALSE, TRUE, error);
  g_autoptr (RensaArray) values = NULL;
  g_autoptr (RensaArray) vectors = NULL;
  g_autofree double *found = NULL;
  g_autoptr (RensaAttrs) initializer = NULL;

  if (squares == NULL || !rensa_decompose_symmetric (squares, &values, &vectors, error))
    return FALSE;
  found = g_new (double, rensa_array_get_count (values));
  if (!rensa_array_to_host (values, found, error))
    return FALSE;
  initializer = rensa_constant_new_attrs (sqrt (MAX (found[rensa_array_get_count (values) - 1], 0)), error);
  return initializer != NULL && rensa_link_add_param (link, "gamma", &RENSA_SHAPE_SCALAR, initializer, error);
}

/* Adds a random vector, and the scale, once the weight exists. */
static gboolean
prepare (const SpectralNormalization *self, RensaLink *link, RensaVariable *W, GError **error)
{
  g_autofree char *name = dup_vector_name (self);
  g_autoptr (RensaVariable) matrix = get_matrix (link, W, error);
  RensaArray *array = matrix != NULL ? rensa_variable_get_array (matrix) : NULL;
  g_autoptr (RensaArray) u = NULL;

  if (array == NULL)
    return FALSE;
  u = rensa_array_new (rensa_array_get_dtype (array), &RENSA_SHAPE (rensa_array_get_dim (array, 0)), error);
  if (u == NULL || !rensa_fill_normal (u, rensa_random_get_default (), 0, 1, error)
      || (self->use_gamma && !add_gamma (self, link, array, error)))
    return FALSE;
  rensa_link_take_persistent (link, name, g_steal_pointer (&u));
  return TRUE;
}

static gboolean
added (RensaLinkHook *hook, RensaLink *link, GError **error)
{
  const SpectralNormalization *self = rensa_link_hook_get_values (hook);
  RensaVariable *W = rensa_link_hook_find_param (link, self->weight_name, error);

  return W != NULL && (rensa_variable_get_array (W) == NULL || prepare (self, link, W, error));
}

static void
deleted (RensaLinkHook *hook, RensaLink *link)
{
  const SpectralNormalization *self = rensa_link_hook_get_values (hook);
  g_autofree char *name = dup_vector_name (self);

  rensa_link_remove_persistent (link, name);
  if (self->use_gamma)
    rensa_link_remove_param (link, "gamma");
}

/* @W divided by its largest singular value, times the target value. */
static RensaVariable *
normalize (const SpectralNormalization *self, RensaLink *link, RensaVariable *W, RensaVariable *sigma, GError **error)
{
  g_autoptr (RensaVariable) scalar = rensa_reshape (sigma, &RENSA_SHAPE_SCALAR, error);
  g_autoptr (RensaVariable) divisor =
      isnan (self->factor) ? g_steal_pointer (&scalar) : rensa_divide_scalar (scalar, self->factor, error);
  g_autoptr (RensaVariable) scaled =
      self->use_gamma ? rensa_multiply (rensa_link_find_param (link, "gamma"), W, error) : rensa_variable_ref (W);

  return rensa_divide (scaled, divisor, error);
}

/* The vectors are treated as constants in the backward pass. */
static gboolean
before (RensaLinkHook *hook, RensaLink *link, GError **error)
{
  const SpectralNormalization *self = rensa_link_hook_get_values (hook);
  g_autofree char *name = dup_vector_name (self);
  RensaVariable *W = rensa_link_find_param (link, self->weight_name);
  g_autoptr (RensaVariable) matrix = NULL;
  g_autoptr (RensaVariable) sigma = NULL;
  g_autoptr (RensaVariable) even = NULL;
  g_autoptr (RensaArray) u = NULL;
  g_autoptr (RensaArray) v = NULL;
  RensaArray *known;

  if (rensa_link_find_persistent (link, name) == NULL && !prepare (self, link, W, error))
    return FALSE;
  known = rensa_link_find_persistent (link, name);
  matrix = get_matrix (link, W, error);
  u = rensa_array_reshape (known, &RENSA_SHAPE (1, rensa_array_get_count (known)), error);
  if (matrix == NULL || u == NULL
      || !iterate (self, rensa_variable_get_array (matrix), self->n_power_iteration, &u, &v, error))
    return FALSE;
  if (rensa_modes_get ()->train)
    {
      g_autoptr (RensaArray) flat = rensa_array_reshape (u, rensa_array_get_shape (known), error);

      if (flat == NULL || !rensa_array_assign (known, flat, error))
        return FALSE;
    }
  sigma = measure (matrix, u, v, error);
  even = normalize (self, link, W, sigma, error);
  if (even == NULL)
    return FALSE;
  rensa_link_lend_param (link, self->weight_name, even);
  return TRUE;
}

const RensaLinkHookClass rensa_spectral_normalization_hook_class = {
  .name = "SpectralNormalization",
  .title = N_ ("Spectral Normalization"),
  .summary = N_ ("Divides a weight by its largest singular value at each call"),
  .formula = "Ŵ = W / σ(W), σ(W) ≈ u W vᵀ",
  .reference = "Miyato et al., \"Spectral Normalization for Generative Adversarial Networks\", ICLR 2018",
  RENSA_ATTRS (SpectralNormalization, attrs),
  .added = added,
  .deleted = deleted,
  .before = before,
};
