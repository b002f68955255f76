/* rensa-covariance.c: covariance losses.
 * SPDX-License-Identifier: MIT */

#include "rensa-covariance-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-functions.h"
#include "rensa-mean-private.h"

const char *const rensa_covariance_reductions[3] = { "half_squared_sum", "no", NULL };

/* index kernel: off_diagonal () -> y */
KERNEL real
off_diagonal (const k_index *at)
{
  return at[0] == at[1] ? 0 : 1;
}
/* end kernel */

gboolean
rensa_covariance_infer (RensaInference *inference, int reduce, GError **error)
{
  const int last = rensa_inference_get_n_inputs (inference) - 1;
  const RensaType *y = rensa_inference_get_input (inference, 0);
  const RensaType *z = rensa_inference_get_input (inference, last);
  const RensaShape matrix = RENSA_SHAPE (y->shape.dims[1], z->shape.dims[1]);

  if (!rensa_expect_floating (inference, 0, error) || !rensa_expect_same_dtype (inference, 0, last, error)
      || !RENSA_EXPECT (inference, y->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, z->shape.ndim, ==, 2, error)
      || !RENSA_EXPECT (inference, y->shape.dims[0], ==, z->shape.dims[0], error))
    return FALSE;

  rensa_inference_set_output_shape (inference, 0, y->dtype,
                                    reduce == RENSA_COVARIANCE_NO ? &matrix : &RENSA_SHAPE_SCALAR);
  return TRUE;
}

/* The two factors of the product, with their means subtracted, and the product itself. */
typedef struct
{
  RensaVariable *y;
  RensaVariable *z;
  RensaVariable *C;
  RensaVariable *mask; /* NULL if all elements count */
} Covariance;

static void
covariance_clear (Covariance *self)
{
  g_clear_pointer (&self->y, rensa_variable_unref);
  g_clear_pointer (&self->z, rensa_variable_unref);
  g_clear_pointer (&self->C, rensa_variable_unref);
  g_clear_pointer (&self->mask, rensa_variable_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Covariance, covariance_clear)

static gint64
count_rows (RensaVariable *y)
{
  return rensa_variable_get_type (y).shape.dims[0];
}

static RensaVariable *
subtract_mean (RensaVariable *y, GError **error)
{
  const RensaInts rows = { .n = 1, .values = { 0 } };
  g_autoptr (RensaVariable) mean = rensa_average (y, NULL, &rows, TRUE, error);

  return rensa_subtract (y, mean, error);
}

static RensaVariable *
new_mask (RensaDtype dtype, gint64 extent, GError **error)
{
  g_autoptr (RensaArray) mask =
      rensa_index_map1 (RENSA_KERNEL_OFF_DIAGONAL, dtype, &RENSA_SHAPE (extent, extent), NULL, NULL, error);

  return rensa_variable_new_constant (mask);
}

/* @z is NULL for the covariance of @y with itself. */
static gboolean
covariance_init (Covariance *self, RensaVariable *y, RensaVariable *z, GError **error)
{
  const RensaType type = rensa_variable_get_type (y);
  g_autoptr (RensaVariable) product = NULL;
  g_autoptr (RensaVariable) mean = NULL;

  self->y = subtract_mean (y, error);
  self->z = z != NULL ? subtract_mean (z, error) : self->y != NULL ? rensa_variable_ref (self->y) : NULL;
  product = rensa_matmul (self->y, self->z, TRUE, FALSE, error);
  mean = rensa_multiply_scalar (product, 1 / (double) type.shape.dims[0], error);
  if (z == NULL && mean != NULL)
    self->mask = new_mask (type.dtype, type.shape.dims[1], error);
  self->C = z != NULL ? g_steal_pointer (&mean) : rensa_multiply (mean, self->mask, error);
  return self->C != NULL;
}

static RensaArray *
half_squared_sum (RensaArray *C, GError **error)
{
  const guint all = (1u << rensa_array_get_ndim (C)) - 1;
  g_autoptr (RensaArray) wide = rensa_array_widen (C, error);
  g_autoptr (RensaArray) sum = wide != NULL ? rensa_reduce (RENSA_REDUCE_SUM_SQUARE, wide, all, FALSE, error) : NULL;
  const double half = 0.5;
  g_autoptr (RensaArray) y = rensa_map1 (RENSA_KERNEL_OP_MUL_SCALAR, sum, &half, error);

  return y != NULL ? rensa_array_cast (y, rensa_array_get_dtype (C), error) : NULL;
}

gboolean
rensa_covariance_forward (RensaCall *call, int reduce, GError **error)
{
  const gboolean has_z = rensa_call_get_n_inputs (call) > 1;
  g_autoptr (RensaVariable) y = rensa_variable_new_constant (rensa_call_get_input (call, 0));
  g_autoptr (RensaVariable) z = has_z ? rensa_variable_new_constant (rensa_call_get_input (call, 1)) : NULL;
  g_auto (Covariance) self = { NULL };
  RensaArray *C;

  if (!covariance_init (&self, y, z, error))
    return FALSE;

  for (int i = 0; i < rensa_call_get_n_inputs (call); i++)
    rensa_call_retain_input (call, i);
  C = rensa_variable_get_array (self.C);
  rensa_call_take_output (call, 0, reduce == RENSA_COVARIANCE_NO ? rensa_array_ref (C) : half_squared_sum (C, error));
  return rensa_call_succeeded (call);
}

/* With gC = C gy, or gy itself: gy = z gCᵀ / N, gz = y gC / N; if y is z, the sum of both. The
 * means have no effect, because the columns of the centered y and z sum to zero. */
gboolean
rensa_covariance_backward (RensaBackward *backward, int reduce, GError **error)
{
  const gboolean has_z = rensa_backward_get_n_inputs (backward) > 1;
  RensaVariable *y = rensa_backward_get_input (backward, 0);
  RensaVariable *gy = rensa_backward_get_grad_output (backward, 0);
  g_auto (Covariance) self = { NULL };

  if (!covariance_init (&self, y, has_z ? rensa_backward_get_input (backward, 1) : NULL, error))
    return FALSE;

  g_autoptr (RensaVariable) whole =
      reduce == RENSA_COVARIANCE_NO ? rensa_variable_ref (gy) : rensa_multiply (self.C, gy, error);
  g_autoptr (RensaVariable) masked = self.mask != NULL ? rensa_multiply (whole, self.mask, error) : NULL;
  g_autoptr (RensaVariable) gC =
      rensa_multiply_scalar (self.mask != NULL ? masked : whole, 1 / (double) count_rows (y), error);
  g_autoptr (RensaVariable) of_y = rensa_matmul (self.z, gC, FALSE, TRUE, error);
  g_autoptr (RensaVariable) of_z = rensa_matmul (self.y, gC, FALSE, FALSE, error);

  if (has_z)
    rensa_backward_take_grad_input (backward, 1, g_steal_pointer (&of_z));
  rensa_backward_take_grad_input (backward, 0, has_z ? g_steal_pointer (&of_y) : rensa_add (of_y, of_z, error));
  return rensa_backward_succeeded (backward);
}
