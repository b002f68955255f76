/* rensa-row-normalization.c: common code of layer, group, instance and RMS normalization.
 * SPDX-License-Identifier: MIT */

#include "rensa-row-normalization-private.h"

#include "rensa-composed-private.h"
#include "rensa-functions.h"

enum
{
  X,
  GAMMA,
  BETA,
};

enum
{
  KEPT_MEAN,
  KEPT_INV_STD,
};

static gboolean
expect_factor (RensaInference *inference, int i, gint64 n, GError **error)
{
  const RensaType *gamma = rensa_inference_get_input (inference, GAMMA);

  if (rensa_inference_get_input (inference, i) == NULL)
    return TRUE;
  if (i == BETA && gamma != NULL)
    return rensa_expect_same_dtype (inference, i, GAMMA, error) && rensa_expect_same_shape (inference, i, GAMMA, error);

  gamma = rensa_inference_get_input (inference, i);
  return rensa_expect_floating (inference, i, error) && RENSA_EXPECT (inference, gamma->shape.ndim, ==, 1, error)
         && RENSA_EXPECT (inference, gamma->shape.dims[0], ==, n, error);
}

gboolean
rensa_expect_row_factors (RensaInference *inference, gint64 n, GError **error)
{
  return expect_factor (inference, GAMMA, n, error) && expect_factor (inference, BETA, n, error);
}

static RensaShape
get_factors_shape (const RensaRowNormalization *self)
{
  return RENSA_SHAPE (self->shape.dims[1], self->shape.dims[2]);
}

/* Has shape (G, K); NULL if it is missing, which is not an error. */
static gboolean
take_factor (RensaArray *array, const RensaRowNormalization *self, RensaArray **factor, GError **error)
{
  const RensaShape shape = get_factors_shape (self);

  if (array == NULL)
    return TRUE;
  *factor = rensa_array_reshape (array, &shape, error);
  return *factor != NULL;
}

gboolean
rensa_row_normalization_forward (RensaCall *call, GError **error)
{
  const RensaRowRule *rule = rensa_call_get_rule (call);
  RensaArray *x = rensa_call_get_input (call, X);
  const RensaRowNormalization self = rule->get_normalization (rensa_call_get_attrs (call), rensa_array_get_shape (x));
  RensaArray *mean = NULL;
  RensaArray *inv_std = NULL;
  g_autoptr (RensaArray) gamma = NULL;
  g_autoptr (RensaArray) beta = NULL;
  g_autoptr (RensaArray) rows = NULL;
  g_autoptr (RensaArray) y = NULL;

  for (int i = 0; i < rensa_call_get_n_inputs (call); i++)
    rensa_call_retain_input (call, i);
  /* An empty array has no statistics. */
  if (rensa_array_get_count (x) == 0)
    {
      rensa_call_take_output (call, 0, rensa_array_ref (x));
      return TRUE;
    }

  rows = rensa_array_reshape (x, &self.shape, error);
  if (rows == NULL || !take_factor (rensa_call_get_input (call, GAMMA), &self, &gamma, error)
      || !take_factor (rensa_call_get_input (call, BETA), &self, &beta, error))
    return FALSE;

  y = rensa_normalize_rows (rows, gamma, beta, self.eps, self.centred, &mean, &inv_std, error);
  if (y == NULL)
    return FALSE;

  rensa_call_keep (call, KEPT_MEAN, mean);
  rensa_call_keep (call, KEPT_INV_STD, inv_std);
  rensa_call_take_output (call, 0, rensa_array_reshape (y, rensa_array_get_shape (x), error));
  return rensa_call_succeeded (call);
}

/* Takes ownership of @grad, in the shape of input @i. */
static void
take_grad (RensaBackward *backward, int i, RensaArray *grad, GError **error)
{
  g_autoptr (RensaArray) owned = grad;

  if (i < rensa_backward_get_n_inputs (backward) && rensa_backward_get_input (backward, i) != NULL)
    {
      const RensaType type = rensa_backward_get_input_type (backward, i);

      rensa_backward_take_grad_array (backward, i, rensa_array_reshape (owned, &type.shape, error));
    }
}

static RensaArray *
get_array (RensaBackward *backward, int i)
{
  RensaVariable *input = rensa_backward_get_input (backward, i);

  return input != NULL ? rensa_variable_get_array (input) : NULL;
}

static gboolean
backward_arrays (RensaBackward *backward, const RensaRowNormalization *self, GError **error)
{
  g_autoptr (RensaArray) rows = rensa_array_reshape (get_array (backward, X), &self->shape, error);
  g_autoptr (RensaArray) gy = rensa_array_reshape (
      rensa_variable_get_array (rensa_backward_get_grad_output (backward, 0)), &self->shape, error);
  g_autoptr (RensaArray) gamma = NULL;
  RensaArray *gx = NULL;
  RensaArray *ggamma = NULL;
  RensaArray *gbeta = NULL;

  if (rows == NULL || gy == NULL || !take_factor (get_array (backward, GAMMA), self, &gamma, error)
      || !rensa_normalize_rows_backward (rows, gamma, gy, rensa_backward_get_kept (backward, KEPT_MEAN),
                                         rensa_backward_get_kept (backward, KEPT_INV_STD), self->centred, &gx, &ggamma,
                                         &gbeta, error))
    return FALSE;

  take_grad (backward, X, gx, error);
  take_grad (backward, GAMMA, ggamma, error);
  take_grad (backward, BETA, gbeta, error);
  return rensa_backward_succeeded (backward);
}

/* Computes (x - mean) / sqrt (var + eps), as (N, G, K, S). */
static RensaVariable *
compose_rows (const RensaRowNormalization *self, RensaVariable *x, GError **error)
{
  const gint64 *dims = self->shape.dims;
  const RensaShape shape = RENSA_SHAPE (dims[0], dims[1], dims[2] * dims[3]);
  const RensaInts axis = { .n = 1, .values = { 2 } };
  g_autoptr (RensaVariable) rows = rensa_reshape (x, &shape, error);
  g_autoptr (RensaVariable) mean = self->centred ? rensa_average (rows, NULL, &axis, TRUE, error) : NULL;
  g_autoptr (RensaVariable) centred = NULL;

  if (rows == NULL || (self->centred && mean == NULL))
    return NULL;
  centred = self->centred ? rensa_subtract (rows, mean, error) : rensa_variable_ref (rows);

  g_autoptr (RensaVariable) square = rensa_multiply (centred, centred, error);
  g_autoptr (RensaVariable) var = rensa_average (square, NULL, &axis, TRUE, error);
  g_autoptr (RensaVariable) raised = rensa_add_scalar (var, self->eps, error);
  g_autoptr (RensaVariable) inv_std = rensa_power_scalar (raised, -0.5, error);
  g_autoptr (RensaVariable) normalized = rensa_multiply (centred, inv_std, error);

  return rensa_reshape (normalized, &self->shape, error);
}

/* Takes ownership of @y; a missing factor changes nothing. */
static RensaVariable *
apply_factor (RensaVariable *y, RensaVariable *factor, const RensaRowNormalization *self, RensaDtype dtype,
              gboolean add, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (self->shape.dims[1], self->shape.dims[2], 1);
  g_autoptr (RensaVariable) owned = y;

  if (factor == NULL)
    return g_steal_pointer (&owned);

  g_autoptr (RensaVariable) wide = rensa_cast (factor, dtype, error);
  g_autoptr (RensaVariable) shaped = rensa_reshape (wide, &shape, error);

  return add ? rensa_add (owned, shaped, error) : rensa_multiply (owned, shaped, error);
}

static gboolean
compose (gconstpointer attrs, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, GError **error)
{
  const RensaRowNormalization *self = attrs;
  const RensaType type = rensa_variable_get_type (inputs[X]);
  RensaDtype dtype = rensa_dtype_promote (RENSA_FLOAT32, type.dtype);
  g_autoptr (RensaVariable) y = NULL;

  for (int i = GAMMA; i < n_inputs; i++)
    if (inputs[i] != NULL)
      dtype = rensa_dtype_promote (dtype, rensa_variable_get_type (inputs[i]).dtype);

  g_autoptr (RensaVariable) x = rensa_cast (inputs[X], dtype, error);

  y = compose_rows (self, x, error);
  for (int i = GAMMA; i < n_inputs; i++)
    y = apply_factor (g_steal_pointer (&y), inputs[i], self, dtype, i == BETA, error);

  g_autoptr (RensaVariable) shaped = rensa_reshape (y, &type.shape, error);

  outputs[0] = rensa_cast (shaped, type.dtype, error);
  return outputs[0] != NULL;
}

gboolean
rensa_row_normalization_backward (RensaBackward *backward, GError **error)
{
  const RensaRowRule *rule = rensa_backward_get_rule (backward);
  const RensaType x = rensa_backward_get_input_type (backward, X);
  const RensaRowNormalization self = rule->get_normalization (rensa_backward_get_attrs (backward), &x.shape);
  const RensaComposition composition = { .compose = compose, .attrs = &self, .attrs_size = sizeof self };

  if (rensa_shape_count (&self.shape) == 0)
    return rensa_backward_nothing (backward, error);

  return rensa_backward_is_recorded (backward) ? rensa_backward_composed (backward, &composition, error)
                                               : backward_arrays (backward, &self, error);
}
