/* cuda-normalize.c: normalization by the statistics of arrays and of their rows.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#include <string.h>

#include "gpu/normalize-args.h"
#include "k.h"
#include "rensa-backends-kernels.h"

/* Minimum number of elements in a chunk, and maximum number of chunks. */
#define LEAST_CHUNK 4096
#define MOST_CHUNKS 64

/* kernel: apply_statistics (x, gamma, beta, mean, inv_std) -> y */
KERNEL real
apply_statistics (real x, real gamma, real beta, real mean, real inv_std)
{
  return (x - mean) * (gamma * inv_std) + beta;
}
/* end kernel */

/* With x' = (x - mean) inv_std and sums over the m = 1 / share elements of a statistic:
 *   gx = gamma inv_std (gy - Σ gy / m - x' Σ gy x' / m) */

/* kernel: apply_statistics_grad (x, gamma, gy, mean, inv_std, sum, product; share) -> gx */
KERNEL real
apply_statistics_grad (real x, real gamma, real gy, real mean, real inv_std, real sum, real product, real share)
{
  return gamma * inv_std * (gy - share * (sum + (x - mean) * inv_std * product));
}
/* end kernel */

/* For rows, with gamma inside the sums: gx = inv_std (gamma gy - Σ gamma gy / m - x' Σ gamma gy
 * x' / m) */

/* kernel: apply_row_statistics_grad (x, gamma, gy, mean, inv_std, sum, product; share) -> gx */
KERNEL real
apply_row_statistics_grad (real x, real gamma, real gy, real mean, real inv_std, real sum, real product, real share)
{
  return inv_std * (gamma * gy - share * (sum + (x - mean) * inv_std * product));
}
/* end kernel */

/* Arrays that broadcast to the shape of the first; NULL for absent ones. */
typedef struct
{
  RensaArray *arrays[GPU_TERMS_N_ARGS];
  guint mask; /* mask of the summed axes */
  gboolean centre_is_own;
  double eps;
} Terms;

static void
set_walks (const Terms *terms, gpu_terms_args *args, RensaWalk *kept, RensaWalk *reduced)
{
  const RensaShape *shape = &terms->arrays[GPU_TERMS_X]->shape;

  rensa_walk_start (kept, GPU_TERMS_N_ARGS);
  rensa_walk_start (reduced, GPU_TERMS_N_INPUTS);
  for (int axis = 0; axis < shape->ndim; axis++)
    {
      const gboolean is_summed = terms->mask >> axis & 1;
      gint64 strides[GPU_TERMS_N_ARGS] = { 0 };

      for (int i = 0; i < GPU_TERMS_N_ARGS; i++)
        if (terms->arrays[i] != NULL)
          strides[i] = rensa_walk_get_stride (terms->arrays[i], shape, axis);
      /* The center belongs to a whole sequence. */
      if (terms->centre_is_own && is_summed)
        strides[GPU_TERMS_CENTRE] = 0;
      rensa_walk_add_axis (is_summed ? reduced : kept, shape->dims[axis], strides, TRUE);
    }
  rensa_walk_finish (kept);
  rensa_walk_finish (reduced);

  for (int i = 0; i < GPU_TERMS_N_ARGS; i++)
    {
      RensaArray *array = terms->arrays[i];

      kept->data[i] = array != NULL ? array->data : NULL;
      reduced->data[i] = kept->data[i];
      rensa_cuda_set_arg (&args->kept[i], kept, i, array != NULL ? array->dtype : RENSA_FLOAT64);
      if (i < GPU_TERMS_N_INPUTS)
        rensa_cuda_set_arg (&args->reduced[i], reduced, i, args->kept[i].dtype);
    }
}

/* Adjacent threads read adjacent elements. */
static void
choose_columns (gpu_terms_args *args, const RensaWalk *kept, const RensaWalk *reduced)
{
  const gint64 kept_stride = ABS (kept->strides[kept->ndim - 1][GPU_TERMS_X]);
  const gint64 reduced_stride = ABS (reduced->strides[reduced->ndim - 1][GPU_TERMS_X]);

  args->is_columns_first = kept->count > 1 && (kept_stride < reduced_stride || reduced->count == 1);
  args->n_columns = args->is_columns_first ? GPU_WARP : reduced->count < GPU_BLOCK ? GPU_BLOCK / GPU_WARP : 1;
}

static gboolean
sum_terms (const Terms *terms, const char *finish, GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (terms->arrays[GPU_TERMS_X]);
  gpu_terms_args args = { .centre_is_own = terms->centre_is_own, .eps = terms->eps };
  RensaWalk kept, reduced;

  set_walks (terms, &args, &kept, &reduced);
  args.n_kept = kept.count;
  args.n_reduced = reduced.count;
  args.kept_ndim = kept.ndim;
  args.reduced_ndim = reduced.ndim;
  memcpy (args.kept_shape, kept.shape, kept.ndim * sizeof *kept.shape);
  memcpy (args.reduced_shape, reduced.shape, reduced.ndim * sizeof *reduced.shape);
  choose_columns (&args, &kept, &reduced);
  args.chunk = MAX (LEAST_CHUNK, (args.n_reduced + MOST_CHUNKS - 1) / MOST_CHUNKS);
  args.n_chunks = (args.n_reduced + args.chunk - 1) / args.chunk;

  g_autoptr (RensaBuffer) partials =
      rensa_cuda_get_scratch (device, (gsize) (2 * args.n_chunks * args.n_kept) * sizeof (double), error);
  if (partials == NULL)
    return FALSE;

  args.partials = partials->data;
  return rensa_cuda_launch_blocks (device, "sum_terms", &args,
                                   (args.n_kept + args.n_columns - 1) / args.n_columns * args.n_chunks, error)
         && rensa_cuda_launch (device, finish, &args, args.n_kept, error);
}

/* Expands statistics over the axes outside @mask to arrays that broadcast to the whole. */
#define SPREAD(name, array, mask) g_autoptr (RensaArray) name = rensa_array_view_expand (array, mask)

/* Computes the mean and variance of @x, and y; the arrays for the former already have a shape that
 * broadcasts to it. */
static gboolean
find_and_apply (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps, gboolean centred,
                RensaArray *y, RensaArray *mean, RensaArray *var, RensaArray *inv_std, GError **error)
{
  const Terms terms = {
    .arrays = { [GPU_TERMS_X] = x,
                [GPU_TERMS_CENTRE] = centred ? x : NULL,
                [GPU_TERMS_MEAN] = mean,
                [GPU_TERMS_VAR] = var,
                [GPU_TERMS_INV_STD] = inv_std },
    .mask = mask,
    .centre_is_own = centred,
    .eps = eps,
  };

  return sum_terms (&terms, "finish_statistics", error)
         && rensa_cuda_map (RENSA_KERNEL_APPLY_STATISTICS, rensa_dtype_widen (y->dtype),
                            (RensaArray *[]){ x, gamma, beta, mean, inv_std }, &y, NULL, error);
}

gboolean
rensa_cuda_normalize_forward (RensaArray *x, RensaArray *gamma, RensaArray *beta, guint mask, double eps, RensaArray *y,
                              RensaArray *mean, RensaArray *var, RensaArray *inv_std, GError **error)
{
  SPREAD (wide_gamma, gamma, mask);
  SPREAD (wide_beta, beta, mask);
  SPREAD (wide_mean, mean, mask);
  SPREAD (wide_var, var, mask);
  SPREAD (wide_inv_std, inv_std, mask);

  return find_and_apply (x, wide_gamma, wide_beta, mask, eps, TRUE, y, wide_mean, wide_var, wide_inv_std, error);
}

gboolean
rensa_cuda_normalize_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean, RensaArray *inv_std,
                               guint mask, RensaArray *gx, RensaArray *ggamma, RensaArray *gbeta, GError **error)
{
  SPREAD (wide_gamma, gamma, mask);
  SPREAD (wide_mean, mean, mask);
  SPREAD (wide_inv_std, inv_std, mask);
  SPREAD (wide_ggamma, ggamma, mask);
  SPREAD (wide_gbeta, gbeta, mask);
  const Terms terms = {
    .arrays = { [GPU_TERMS_X] = x,
                [GPU_TERMS_GY] = gy,
                [GPU_TERMS_CENTRE] = wide_mean,
                [GPU_TERMS_SCALE] = wide_inv_std,
                [GPU_TERMS_SUM] = wide_gbeta,
                [GPU_TERMS_PRODUCT] = wide_ggamma },
    .mask = mask,
  };
  const double share = (double) ggamma->count / (double) x->count;

  return sum_terms (&terms, "finish_sums", error)
         && rensa_cuda_map (RENSA_KERNEL_APPLY_STATISTICS_GRAD, rensa_dtype_widen (gx->dtype),
                            (RensaArray *[]){ x, wide_gamma, gy, wide_mean, wide_inv_std, wide_gbeta, wide_ggamma },
                            &gx, &share, error);
}

/* Rows (N, G, K, S): axes of one row, and axes that share a gamma and beta. */
#define OF_ROW (1u << 2 | 1u << 3)
#define OF_FACTOR (1u << 0 | 1u << 3)

gboolean
rensa_cuda_normalize_rows (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred,
                           RensaArray *y, RensaArray *mean, RensaArray *inv_std, GError **error)
{
  SPREAD (wide_gamma, gamma, OF_FACTOR);
  SPREAD (wide_beta, beta, OF_FACTOR);
  SPREAD (wide_mean, mean, OF_ROW);
  SPREAD (wide_inv_std, inv_std, OF_ROW);

  return find_and_apply (x, wide_gamma, wide_beta, OF_ROW, eps, centred, y, wide_mean, NULL, wide_inv_std, error);
}

gboolean
rensa_cuda_normalize_rows_backward (RensaArray *x, RensaArray *gamma, RensaArray *gy, RensaArray *mean,
                                    RensaArray *inv_std, gboolean centred, RensaArray *gx, RensaArray *ggamma,
                                    RensaArray *gbeta, GError **error)
{
  g_autoptr (RensaArray) sum = rensa_full_beside (x, RENSA_FLOAT64, &mean->shape, 0, error);
  g_autoptr (RensaArray) product = sum != NULL ? rensa_new_beside (x, RENSA_FLOAT64, &mean->shape, error) : NULL;

  if (product == NULL)
    return FALSE;

  SPREAD (wide_gamma, gamma, OF_FACTOR);
  SPREAD (wide_ggamma, ggamma, OF_FACTOR);
  SPREAD (wide_gbeta, gbeta, OF_FACTOR);
  SPREAD (wide_mean, mean, OF_ROW);
  SPREAD (wide_inv_std, inv_std, OF_ROW);
  SPREAD (wide_sum, sum, OF_ROW);
  SPREAD (wide_product, product, OF_ROW);
  Terms terms = {
    .arrays = { [GPU_TERMS_X] = x,
                [GPU_TERMS_GY] = gy,
                [GPU_TERMS_CENTRE] = wide_mean,
                [GPU_TERMS_SCALE] = wide_inv_std,
                [GPU_TERMS_SUM] = wide_gbeta,
                [GPU_TERMS_PRODUCT] = wide_ggamma },
    .mask = OF_FACTOR,
  };
  const double share = (double) mean->count / (double) x->count;

  if (!sum_terms (&terms, "finish_sums", error))
    return FALSE;

  terms.mask = OF_ROW;
  terms.arrays[GPU_TERMS_WEIGHT] = wide_gamma;
  terms.arrays[GPU_TERMS_SUM] = centred ? wide_sum : NULL;
  terms.arrays[GPU_TERMS_PRODUCT] = wide_product;
  return sum_terms (&terms, "finish_sums", error)
         && rensa_cuda_map (RENSA_KERNEL_APPLY_ROW_STATISTICS_GRAD, rensa_dtype_widen (gx->dtype),
                            (RensaArray *[]){ x, wide_gamma, gy, wide_mean, wide_inv_std, wide_sum, wide_product }, &gx,
                            &share, error);
}
