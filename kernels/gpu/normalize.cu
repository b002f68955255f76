/* normalize.cu: normalization sums.
 *
 * A block sums a chunk of the elements of one result or of several adjacent results: its lanes
 * stride over the elements and are combined pairwise. The chunks are then added in order. All sums
 * are computed in double.
 * SPDX-License-Identifier: MIT */

#include "gpu/cast.h"
#include "gpu/normalize-args.h"

GPU_FUNCTION bool
is_finite (double x)
{
  return x - x == 0;
}

/* Returns the value of @arg at byte offset @at + @offset, or @other if @arg has no data. */
GPU_FUNCTION double
get (const gpu_arg *arg, k_index at, k_index offset, double other)
{
  return arg->data != NULL ? gpu_load<double> (arg->data + at + offset, arg->dtype) : other;
}

/* Returns a value near the elements to sum: without it, the square of the mean would swamp a small
 * variance. */
GPU_FUNCTION double
get_centre (const gpu_terms_args *args, const k_index *kept, const k_index *reduced)
{
  const double centre = get (&args->kept[GPU_TERMS_CENTRE], kept[GPU_TERMS_CENTRE], reduced[GPU_TERMS_CENTRE], 0);

  return is_finite (centre) || !args->centre_is_own ? centre : 0;
}

/* Adds the contribution of element @i to both sums. */
GPU_FUNCTION void
add_term (const gpu_terms_args *args, const k_index *kept, k_index i, double *sum, double *product)
{
  const gpu_arg *own = args->kept;
  k_index offsets[GPU_TERMS_N_INPUTS];

  gpu_seek<GPU_TERMS_N_INPUTS> (i, args->n_reduced, args->reduced_ndim, args->reduced_shape, args->reduced, offsets);

  const double x = get (&own[GPU_TERMS_X], kept[GPU_TERMS_X], offsets[GPU_TERMS_X], 0);
  const double scale = get (&own[GPU_TERMS_SCALE], kept[GPU_TERMS_SCALE], offsets[GPU_TERMS_SCALE], 1);
  const double deviation = (x - get_centre (args, kept, offsets)) * scale;
  const double weight = get (&own[GPU_TERMS_WEIGHT], kept[GPU_TERMS_WEIGHT], offsets[GPU_TERMS_WEIGHT], 1);
  const double term = weight * get (&own[GPU_TERMS_GY], kept[GPU_TERMS_GY], offsets[GPU_TERMS_GY], deviation);

  *sum += term;
  *product += term * deviation;
}

GPU_BLOCK_KERNEL (sum_terms, gpu_terms_args, args)
{
  GPU_SHARED (double, sums, GPU_BLOCK);
  GPU_SHARED (double, products, GPU_BLOCK);

  const int n_columns = (int) args.n_columns;
  const int n_lanes = GPU_BLOCK / n_columns;
  const int thread = (int) threadIdx.x;
  const int column = args.is_columns_first ? thread % n_columns : thread / n_lanes;
  const int lane = args.is_columns_first ? thread / n_columns : thread % n_lanes;
  const int slot = lane * n_columns + column;
  const k_index n_tiles = (args.n_kept + n_columns - 1) / n_columns;

  for (k_index block = blockIdx.x; block < n_tiles * args.n_chunks; block += gridDim.x)
    {
      const k_index chunk = block / n_tiles;
      const k_index result = block % n_tiles * n_columns + column;
      const k_index first = chunk * args.chunk;
      const k_index end = args.n_reduced - first < args.chunk ? args.n_reduced : first + args.chunk;
      double sum = 0;
      double product = 0;

      if (result < args.n_kept)
        {
          k_index kept[GPU_TERMS_N_ARGS];

          gpu_seek<GPU_TERMS_N_ARGS> (result, args.n_kept, args.kept_ndim, args.kept_shape, args.kept, kept);
          for (k_index i = first + lane; i < end; i += n_lanes)
            add_term (&args, kept, i, &sum, &product);
        }

      sums[slot] = sum;
      products[slot] = product;
      __syncthreads ();
      for (int width = n_lanes / 2; width > 0; width /= 2)
        {
          if (lane < width)
            {
              sums[slot] += sums[slot + width * n_columns];
              products[slot] += products[slot + width * n_columns];
            }
          __syncthreads ();
        }
      if (lane == 0 && result < args.n_kept)
        {
          args.partials[2 * chunk * args.n_kept + result] = sums[slot];
          args.partials[(2 * chunk + 1) * args.n_kept + result] = products[slot];
        }
      __syncthreads ();
    }
}

GPU_FUNCTION void
put (const gpu_arg *arg, k_index offset, double value)
{
  if (arg->data != NULL)
    gpu_store<double> (arg->data + offset, arg->dtype, value);
}

/* Computes both sums of result @i. */
GPU_FUNCTION void
join_chunks (const gpu_terms_args *args, k_index i, double *sum, double *product)
{
  *sum = 0;
  *product = 0;
  for (k_index chunk = 0; chunk < args->n_chunks; chunk++)
    {
      *sum += args->partials[2 * chunk * args->n_kept + i];
      *product += args->partials[(2 * chunk + 1) * args->n_kept + i];
    }
}

GPU_KERNEL (finish_sums, gpu_terms_args, args)
{
  for (k_index i = gpu_first (); i < args.n_kept; i += gpu_step ())
    {
      k_index kept[GPU_TERMS_N_ARGS];
      double sum, product;

      gpu_seek<GPU_TERMS_N_ARGS> (i, args.n_kept, args.kept_ndim, args.kept_shape, args.kept, kept);
      join_chunks (&args, i, &sum, &product);
      put (&args.kept[GPU_TERMS_SUM], kept[GPU_TERMS_SUM], sum);
      put (&args.kept[GPU_TERMS_PRODUCT], kept[GPU_TERMS_PRODUCT], product);
    }
}

/* Without a center, values are not centered: their mean counts as 0. */
GPU_KERNEL (finish_statistics, gpu_terms_args, args)
{
  for (k_index i = gpu_first (); i < args.n_kept; i += gpu_step ())
    {
      const k_index start[GPU_TERMS_N_INPUTS] = { 0 };
      k_index kept[GPU_TERMS_N_ARGS];
      double sum, product;

      gpu_seek<GPU_TERMS_N_ARGS> (i, args.n_kept, args.kept_ndim, args.kept_shape, args.kept, kept);
      join_chunks (&args, i, &sum, &product);

      const double shift = args.centre_is_own ? sum / (double) args.n_reduced : 0;
      const double square = product / (double) args.n_reduced - shift * shift;
      const double var = square < 0 ? 0 : square;
      put (&args.kept[GPU_TERMS_MEAN], kept[GPU_TERMS_MEAN], get_centre (&args, kept, start) + shift);
      put (&args.kept[GPU_TERMS_VAR], kept[GPU_TERMS_VAR], var);
      put (&args.kept[GPU_TERMS_INV_STD], kept[GPU_TERMS_INV_STD], 1 / sqrt (var + args.eps));
    }
}
