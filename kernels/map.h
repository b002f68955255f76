/* map.h: runs a map kernel over elements with any layout. Part of loops.h.
 * SPDX-License-Identifier: MIT */

/* A kernel has one loop, over contiguous elements whose number is a multiple of K_LANES. Everything
 * else is converted to that form through small buffers. So the same vector code computes every
 * element: a result depends neither on its position in the array, nor on strides, nor on how the
 * work was split. */

#define k_map_loop K_REAL (k_map_loop)
#define k_map_gather K_REAL (k_map_gather)
#define k_map_scatter K_REAL (k_map_scatter)
#define k_map_block K_REAL (k_map_block)
#define k_map_is_contiguous K_REAL (k_map_is_contiguous)
#define k_map K_REAL (k_map)

typedef void (*k_map_loop) (k_index n, real *const *args, const double *params);

/* Pads by repeating the last element: another value might be slow to compute, such as NaN for a
 * logarithm. A single element broadcast to a whole row has a separate loop, which the compiler
 * vectorizes. */
static inline void
k_map_gather (real *buffer, const char *from, k_index stride, k_index n, k_index padded)
{
  if (stride == 0)
    n = 1;
  for (k_index i = 0; i < n; i++)
    buffer[i] = *(const real *) (from + i * stride);

  const real last = buffer[n - 1];

  for (k_index i = n; i < padded; i++)
    buffer[i] = last;
}

static inline void
k_map_scatter (const real *buffer, char *to, k_index stride, k_index n)
{
  for (k_index i = 0; i < n; i++)
    *(real *) (to + i * stride) = buffer[i];
}

/* Processes at most K_BLOCK elements. Buffers of inputs with stride 0 are filled by the first block
 * and reused. */
static __attribute__ ((unused)) void
k_map_block (k_map_loop loop, int n_inputs, int n_args, k_index n, char *const *args, const k_index *strides,
             const double *params, real (*buffers)[K_BLOCK], int is_first)
{
  const k_index padded = (n + K_LANES - 1) / K_LANES * K_LANES;
  real *direct[K_MAX_ARGS] = { 0 };

  for (int a = 0; a < n_args; a++)
    {
      direct[a] = buffers[a];
      if (strides[a] == (k_index) sizeof (real) && n == padded)
        direct[a] = (real *) args[a];
      else if (a < n_inputs && (strides[a] != 0 || is_first))
        k_map_gather (buffers[a], args[a], strides[a], n, padded);
    }

  loop (padded, direct, params);

  for (int a = n_inputs; a < n_args; a++)
    if (direct[a] == buffers[a])
      k_map_scatter (buffers[a], args[a], strides[a], n);
}

static inline int
k_map_is_contiguous (int n_args, const k_index *strides)
{
  for (int a = 0; a < n_args; a++)
    if (strides[a] != (k_index) sizeof (real))
      return 0;
  return 1;
}

static __attribute__ ((unused)) void
k_map (k_map_loop loop, int n_inputs, int n_outputs, k_index n, char *const *args, const k_index *strides,
       const double *params)
{
  const int n_args = n_inputs + n_outputs;
  char *rest[K_MAX_ARGS];
  real buffers[K_MAX_ARGS][K_BLOCK] __attribute__ ((aligned (64)));
  k_index done = 0;

  if (k_map_is_contiguous (n_args, strides))
    {
      done = n / K_LANES * K_LANES;
      if (done > 0)
        loop (done, (real *const *) args, params);
    }

  for (int is_first = 1; done < n; is_first = 0)
    {
      const k_index block = n - done < K_BLOCK ? n - done : K_BLOCK;

      for (int a = 0; a < n_args; a++)
        rest[a] = args[a] + done * strides[a];
      k_map_block (loop, n_inputs, n_args, block, rest, strides, params, buffers, is_first);
      done += block;
    }
}

#undef k_map_loop
#undef k_map_gather
#undef k_map_scatter
#undef k_map_block
#undef k_map_is_contiguous
#undef k_map
#define k_map K_REAL (k_map)
