/* rensa-attention.c: blockwise attention.
 * SPDX-License-Identifier: MIT */

#include "rensa-attention-private.h"

#include "k.h"
#include "rensa-functions-kernels.h"
#include "rensa-memory.h"

/* Block size of the scores; a block covers as many matrices as fit, so that it stays in the L2 cache. */
#define BLOCK_ROWS 256
#define BLOCK_COLUMNS 512
#define BLOCK_SCORES (1 << 18)

/* kernel: attention_hide (score, row, column) -> y */
KERNEL real
attention_hide (real score, real row, real column)
{
  return column > row ? -K_INFINITY : score;
}
/* end kernel */

/* kernel: attention_choose (score, chosen) -> y */
KERNEL real
attention_choose (real score, real chosen)
{
  return chosen != 0 ? score : -K_INFINITY;
}
/* end kernel */

/* kernel: attention_larger (a, b) -> y */
KERNEL real
attention_larger (real a, real b)
{
  return k_max (a, b);
}
/* end kernel */

/* In a fully masked row the maximum score is -infinity. Masked scores would make exp () leave its
 * fast path; below the smallest exponent a weight is negligible compared to the largest, which is
 * 1. */
/* kernel: attention_weigh (score, largest) -> y */
KERNEL real
attention_weigh (real score, real largest)
{
  const real least = -80;
  const real exponent = score - (largest == -K_INFINITY ? 0 : largest);
  const real weight = k_exp (k_max (exponent, least));

  return exponent < least ? 0 : weight;
}
/* end kernel */

/* kernel: attention_bound (largest) -> y */
KERNEL real
attention_bound (real largest)
{
  return largest == -K_INFINITY ? 0 : largest;
}
/* end kernel */

/* kernel: attention_is_empty (total) -> y */
KERNEL real
attention_is_empty (real total)
{
  return total == 0 ? 1 : 0;
}
/* end kernel */

/* kernel: attention_renew (total, sum, before, after) -> (y, factor) */
KERNEL void
attention_renew (real total, real sum, real before, real after, real *y, real *factor)
{
  *factor = before == -K_INFINITY ? 0 : k_exp (before - after);
  *y = total * *factor + sum;
}
/* end kernel */

/* kernel: attention_divide (gathered, total) -> y */
KERNEL real
attention_divide (real gathered, real total)
{
  return total == 0 ? 0 : gathered / total;
}
/* end kernel */

/* kernel: attention_log_total (total, largest) -> y */
KERNEL real
attention_log_total (real total, real largest)
{
  return total == 0 ? 0 : largest + k_log (total);
}
/* end kernel */

/* kernel: attention_score_grad (weight, gweight, along) -> gscore */
KERNEL real
attention_score_grad (real weight, real gweight, real along)
{
  return weight * (gweight - along);
}
/* end kernel */

/* Position of a block in the scores. */
typedef struct
{
  gint64 matrix;
  gint64 n_matrices;
  gint64 row;
  gint64 n_rows;
  gint64 column;
  gint64 n_columns;
} Block;

/* Returns first, first + 1, … along axis @axis of two. */
static RensaArray *
count_up (gint64 first, gint64 n, int axis, RensaDtype dtype, GError **error)
{
  g_autofree double *numbers = rensa_memory_try_new (double, (guint64) n, "scaled_dot_product_attention", error);
  g_autoptr (RensaArray) wide = NULL;

  if (numbers == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    numbers[i] = (double) (first + i);
  wide =
      rensa_array_new_from_host (RENSA_FLOAT64, axis == 0 ? &RENSA_SHAPE (n, 1) : &RENSA_SHAPE (1, n), numbers, error);
  return wide != NULL ? rensa_array_cast (wide, dtype, error) : NULL;
}

gboolean
rensa_attention_hide (RensaArray **scores, gint64 first_row, gint64 first_column, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (*scores);
  const int last = rensa_array_get_ndim (*scores) - 1;
  const gint64 n_rows = rensa_array_get_dim (*scores, last - 1);
  const gint64 n_columns = rensa_array_get_dim (*scores, last);

  if (n_rows == 0 || first_column + n_columns - 1 <= first_row)
    return TRUE;

  g_autoptr (RensaArray) rows = count_up (first_row, n_rows, 0, dtype, error);
  g_autoptr (RensaArray) columns = rows != NULL ? count_up (first_column, n_columns, 1, dtype, error) : NULL;

  return rensa_map (RENSA_KERNEL_ATTENTION_HIDE, (RensaArray *[]){ *scores, rows, columns }, scores, NULL, error);
}

gboolean
rensa_attention_bound (RensaArray **largest, GError **error)
{
  return rensa_map (RENSA_KERNEL_ATTENTION_BOUND, (RensaArray *[]){ *largest }, largest, NULL, error);
}

gboolean
rensa_attention_apply_mask (RensaArray **scores, RensaArray *mask, GError **error)
{
  const gboolean is_added = rensa_dtype_is_floating (rensa_array_get_dtype (mask));
  const RensaKernel *kernel = is_added ? RENSA_KERNEL_OP_ADD : RENSA_KERNEL_ATTENTION_CHOOSE;

  return rensa_map (kernel, (RensaArray *[]){ *scores, mask }, scores, NULL, error);
}

/* TRUE if all matrices have the same mask. */
static gboolean
is_shared (RensaArray *mask)
{
  for (int axis = 0; axis < rensa_array_get_ndim (mask) - 2; axis++)
    if (rensa_array_get_dim (mask, axis) > 1 && rensa_array_get_strides (mask)[axis] != 0)
      return FALSE;
  return TRUE;
}

/* Returns (rows, columns) of the mask, for the first matrix of @block. */
static RensaArray *
take_mask (RensaArray *mask, const Block *block, GError **error)
{
  const int n_leading = rensa_array_get_ndim (mask) - 2;
  RensaSlice slices[RENSA_MAX_NDIM];
  gint64 index = block->matrix;

  for (int axis = n_leading - 1; axis >= 0; axis--)
    {
      const gint64 dim = rensa_array_get_dim (mask, axis);

      slices[axis] = (RensaSlice){ .kind = RENSA_SLICE_INDEX, .start = index % dim };
      index /= dim;
    }
  slices[n_leading] = (RensaSlice){ RENSA_SLICE_RANGE, block->row, block->row + block->n_rows, 1 };
  slices[n_leading + 1] = (RensaSlice){ RENSA_SLICE_RANGE, block->column, block->column + block->n_columns, 1 };
  return rensa_array_view_slice (mask, slices, n_leading + 2, error);
}

/* Returns the rows of @array that correspond to the rows of @block, or, for k and v, to its columns. */
static RensaArray *
take_rows (RensaArray *array, const Block *block, gboolean of_columns)
{
  g_autoptr (RensaArray) matrices = rensa_array_view_range (array, 0, block->matrix, block->n_matrices);

  return rensa_array_view_range (matrices, 1, of_columns ? block->column : block->row,
                                 of_columns ? block->n_columns : block->n_rows);
}

/* (matrices, rows, columns) */
static RensaArray *
compute_scores (const RensaAttention *self, const Block *block, GError **error)
{
  g_autoptr (RensaArray) q = take_rows (self->q, block, FALSE);
  g_autoptr (RensaArray) k = take_rows (self->k, block, TRUE);
  g_autoptr (RensaArray) scores = rensa_matmul_arrays (q, k, FALSE, TRUE, error);

  if (scores == NULL)
    return NULL;
  if (self->mask != NULL)
    {
      g_autoptr (RensaArray) mask = take_mask (self->mask, block, error);

      if (mask == NULL || !rensa_attention_apply_mask (&scores, mask, error))
        return NULL;
    }
  if (self->causal && !rensa_attention_hide (&scores, block->row, block->column, error))
    return NULL;
  return g_steal_pointer (&scores);
}

/* Draws the dropout factors of a block's weights; NULL if there is no dropout. Blocks are visited
 * in the same order each time. */
static gboolean
draw_kept (const RensaAttention *self, const Block *block, RensaArray **kept, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (block->n_matrices, block->n_rows, block->n_columns);

  if (self->dropout == 0)
    return TRUE;
  *kept = rensa_array_new (rensa_array_get_dtype (self->q), &shape, error);
  return *kept != NULL && rensa_fill_bernoulli (*kept, self->random, 1 - self->dropout, 1 / (1 - self->dropout), error);
}

static gboolean
drop (RensaArray **weights, RensaArray *kept, GError **error)
{
  return kept == NULL || rensa_map (RENSA_KERNEL_OP_MUL, (RensaArray *[]){ *weights, kept }, weights, NULL, error);
}

/* Advances to the next block of columns that the rows of @block attend to; FALSE after the last one. */
static gboolean
next_columns (const RensaAttention *self, Block *block)
{
  const gint64 n_columns = rensa_array_get_dim (self->k, 1);
  const gint64 end = self->causal ? MIN (block->row + block->n_rows, n_columns) : n_columns;

  block->column += block->n_columns;
  block->n_columns = MIN (BLOCK_COLUMNS, end - block->column);
  return block->n_columns > 0;
}

/* Advances to the next block of rows, before its first columns. */
static gboolean
next_rows (const RensaAttention *self, Block *block)
{
  const gint64 n_matrices = rensa_array_get_dim (self->q, 0);
  const gint64 n_rows = rensa_array_get_dim (self->q, 1);
  const gint64 n_columns = rensa_array_get_dim (self->k, 1);

  block->row += block->n_rows;
  block->column = block->n_columns = 0;
  if (block->row >= n_rows)
    {
      block->row = 0;
      block->matrix += block->n_matrices;
    }
  if (n_rows == 0 || block->matrix >= n_matrices)
    return FALSE;

  block->n_rows = MIN (BLOCK_ROWS, n_rows - block->row);
  if (block->row == 0)
    {
      const gint64 area = MAX (MIN (BLOCK_ROWS, n_rows) * MIN (BLOCK_COLUMNS, n_columns), 1);
      const gint64 room = self->mask != NULL && !is_shared (self->mask) ? 1 : MAX (BLOCK_SCORES / area, 1);

      block->n_matrices = MIN (room, n_matrices - block->matrix);
    }
  return TRUE;
}

/* Position before the first block. */
static const Block start = { 0 };

/* Accumulated values of the rows of a block; before the first columns, only the memory of the sums is set. */
typedef struct
{
  RensaArray *largest; /* (matrices, rows, 1) */
  RensaArray *total;   /* Σ exp (score - largest) */
  RensaArray *sum;     /* Σ exp (score - largest) v, stored in the rows of y */
} Gathered;

static void
gathered_clear (Gathered *gathered)
{
  g_clear_pointer (&gathered->largest, rensa_array_unref);
  g_clear_pointer (&gathered->total, rensa_array_unref);
  g_clear_pointer (&gathered->sum, rensa_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Gathered, gathered_clear)

/* If a block contains a larger score than previous ones, rescales the accumulated values. *@total,
 * of the block, becomes the overall total. */
static gboolean
shrink (Gathered *gathered, RensaArray *largest, RensaArray **total, GError **error)
{
  RensaArray *const totals[] = { gathered->total, *total, gathered->largest, largest };
  RensaArray *renewed[2] = { *total, NULL };

  if (!rensa_map (RENSA_KERNEL_ATTENTION_RENEW, totals, renewed, NULL, error))
    return FALSE;

  g_autoptr (RensaArray) factor = renewed[1];

  return rensa_map (RENSA_KERNEL_OP_MUL, (RensaArray *[]){ gathered->sum, factor }, &gathered->sum, NULL, error);
}

/* Accumulates one block of columns. */
static gboolean
gather (Gathered *gathered, const RensaAttention *self, const Block *block, GError **error)
{
  const gboolean is_first = gathered->total == NULL;
  g_autoptr (RensaArray) scores = compute_scores (self, block, error);
  g_autoptr (RensaArray) of_block =
      scores != NULL ? rensa_reduce (RENSA_REDUCE_MAX, scores, 1u << 2, TRUE, error) : NULL;
  g_autoptr (RensaArray) largest =
      is_first ? g_steal_pointer (&of_block)
               : rensa_map2 (RENSA_KERNEL_ATTENTION_LARGER, gathered->largest, of_block, NULL, error);

  if (largest == NULL
      || !rensa_map (RENSA_KERNEL_ATTENTION_WEIGH, (RensaArray *[]){ scores, largest }, &scores, NULL, error))
    return FALSE;

  /* The total includes all weights, dropped or not. */
  g_autoptr (RensaArray) v = take_rows (self->v, block, TRUE);
  g_autoptr (RensaArray) total = rensa_reduce (RENSA_REDUCE_SUM, scores, 1u << 2, TRUE, error);
  g_autoptr (RensaArray) kept = NULL;

  if (total == NULL || (!is_first && !shrink (gathered, largest, &total, error))
      || !draw_kept (self, block, &kept, error) || !drop (&scores, kept, error))
    return FALSE;

  g_clear_pointer (&gathered->total, rensa_array_unref);
  g_clear_pointer (&gathered->largest, rensa_array_unref);
  gathered->total = g_steal_pointer (&total);
  gathered->largest = g_steal_pointer (&largest);
  return rensa_matmul_into (gathered->sum, scores, v, FALSE, FALSE, NULL, !is_first, error);
}

/* Computes y from the sums. */
static gboolean
finish_rows (const Gathered *gathered, const Block *block, RensaArray *totals, GError **error)
{
  g_autoptr (RensaArray) total_rows = take_rows (totals, block, FALSE);
  RensaArray *y_rows = gathered->sum;

  /* There are no columns. */
  if (gathered->total == NULL)
    return rensa_array_fill (y_rows, 0, error) && rensa_array_fill (total_rows, 0, error);

  return rensa_map (RENSA_KERNEL_ATTENTION_DIVIDE, (RensaArray *[]){ y_rows, gathered->total }, &y_rows, NULL, error)
         && rensa_map (RENSA_KERNEL_ATTENTION_LOG_TOTAL, (RensaArray *[]){ gathered->total, gathered->largest },
                       &total_rows, NULL, error);
}

RensaArray *
rensa_attention_forward (const RensaAttention *self, RensaArray **totals, GError **error)
{
  const RensaDtype dtype = rensa_array_get_dtype (self->q);
  const gint64 n_matrices = rensa_array_get_dim (self->q, 0);
  const gint64 n_rows = rensa_array_get_dim (self->q, 1);
  const RensaShape shape = RENSA_SHAPE (n_matrices, n_rows, rensa_array_get_dim (self->v, 2));
  g_autoptr (RensaArray) y = rensa_array_new (dtype, &shape, error);
  g_autoptr (RensaArray) made = y != NULL ? rensa_array_new (dtype, &RENSA_SHAPE (n_matrices, n_rows, 1), error) : NULL;
  Block block = start;

  if (made == NULL)
    return NULL;
  while (next_rows (self, &block))
    {
      g_auto (Gathered) gathered = { .sum = take_rows (y, &block, FALSE) };

      while (next_columns (self, &block))
        if (!gather (&gathered, self, &block, error))
          return NULL;
      if (!finish_rows (&gathered, &block, made, error))
        return NULL;
    }

  *totals = g_steal_pointer (&made);
  return g_steal_pointer (&y);
}

/* Computes @rows += op (a) b, where @rows are the rows of @grad that correspond to @block. */
static gboolean
add_product (RensaArray *grad, const Block *block, gboolean of_columns, RensaArray *a, gboolean transa, RensaArray *b,
             GError **error)
{
  g_autoptr (RensaArray) rows = take_rows (grad, block, of_columns);

  return rensa_matmul_into (rows, a, b, transa, FALSE, NULL, TRUE, error);
}

RensaArray *
rensa_attention_draw_kept (const RensaAttention *self, GError **error)
{
  const RensaShape shape = RENSA_SHAPE (rensa_array_get_dim (self->q, 0), rensa_array_get_dim (self->q, 1),
                                        rensa_array_get_dim (self->k, 1));
  g_autoptr (RensaArray) all = rensa_array_zeros (rensa_array_get_dtype (self->q), &shape, error);
  Block block = start;

  while (all != NULL && next_rows (self, &block))
    while (next_columns (self, &block))
      {
        g_autoptr (RensaArray) rows = take_rows (all, &block, FALSE);
        g_autoptr (RensaArray) place = rensa_array_view_range (rows, 2, block.column, block.n_columns);
        g_autoptr (RensaArray) kept = NULL;

        if (!draw_kept (self, &block, &kept, error) || !rensa_array_assign (place, kept, error))
          return NULL;
      }
  return g_steal_pointer (&all);
}

/* With weights w = exp (scores - totals), their multipliers m, and along = Σ gy y:
 *   gv = (m w)ᵀ gy, gscores = w (m gy vᵀ - along), gq = gscores k, gk = gscoresᵀ q */
static gboolean
undo_block (const RensaAttention *self, const Block *block, RensaArray *totals, RensaArray *along, RensaArray *gy,
            RensaArray *const grads[3], GError **error)
{
  g_autoptr (RensaArray) q = take_rows (self->q, block, FALSE);
  g_autoptr (RensaArray) k = take_rows (self->k, block, TRUE);
  g_autoptr (RensaArray) v = take_rows (self->v, block, TRUE);
  g_autoptr (RensaArray) gy_rows = take_rows (gy, block, FALSE);
  g_autoptr (RensaArray) total_rows = take_rows (totals, block, FALSE);
  g_autoptr (RensaArray) along_rows = take_rows (along, block, FALSE);
  g_autoptr (RensaArray) weights = compute_scores (self, block, error);
  g_autoptr (RensaArray) gscores = weights != NULL ? rensa_matmul_arrays (gy_rows, v, FALSE, TRUE, error) : NULL;
  g_autoptr (RensaArray) kept = NULL;

  return gscores != NULL && draw_kept (self, block, &kept, error) && drop (&gscores, kept, error)
         && rensa_map (RENSA_KERNEL_ATTENTION_WEIGH, (RensaArray *[]){ weights, total_rows }, &weights, NULL, error)
         && rensa_map (RENSA_KERNEL_ATTENTION_SCORE_GRAD, (RensaArray *[]){ weights, gscores, along_rows }, &gscores,
                       NULL, error)
         && add_product (grads[0], block, FALSE, gscores, FALSE, k, error)
         && add_product (grads[1], block, TRUE, gscores, TRUE, q, error) && drop (&weights, kept, error)
         && add_product (grads[2], block, TRUE, weights, TRUE, gy_rows, error);
}

static RensaArray *
zeros_like (RensaArray *array, GError **error)
{
  return rensa_array_zeros (rensa_array_get_dtype (array), rensa_array_get_shape (array), error);
}

gboolean
rensa_attention_backward (const RensaAttention *self, RensaArray *y, RensaArray *totals, RensaArray *gy,
                          RensaArray *grads[3], GError **error)
{
  g_autoptr (RensaArray) products = rensa_map2 (RENSA_KERNEL_OP_MUL, y, gy, NULL, error);
  g_autoptr (RensaArray) along =
      products != NULL ? rensa_reduce (RENSA_REDUCE_SUM, products, 1u << 2, TRUE, error) : NULL;
  Block block = start;

  if (along == NULL || (grads[0] = zeros_like (self->q, error)) == NULL
      || (grads[1] = zeros_like (self->k, error)) == NULL || (grads[2] = zeros_like (self->v, error)) == NULL)
    return FALSE;

  while (next_rows (self, &block))
    while (next_columns (self, &block))
      if (!undo_block (self, &block, totals, along, gy, grads, error))
        return FALSE;
  return TRUE;
}
