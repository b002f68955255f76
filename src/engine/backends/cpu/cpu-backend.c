/* cpu-backend.c: the CPU's table.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

const RensaBackend rensa_cpu_backend = {
  .name = "cpu",
  .fill = rensa_cpu_fill,
  .assign = rensa_cpu_assign,
  .accumulate = rensa_cpu_accumulate,
  .map = rensa_cpu_map,
  .index_map = rensa_cpu_index_map,
  .reduce = rensa_cpu_reduce,
  .softmax = rensa_cpu_softmax,
  .matmul = rensa_cpu_matmul,
  .take_rows = rensa_cpu_take_rows,
  .scatter_rows = rensa_cpu_scatter_rows,
  .convolve = rensa_cpu_convolve,
  .convolve_backward_x = rensa_cpu_convolve_backward_x,
  .convolve_backward_W = rensa_cpu_convolve_backward_W,
  .pool_max = rensa_cpu_pool_max,
  .pool_max_scatter = rensa_cpu_pool_max_scatter,
  .pool_max_gather = rensa_cpu_pool_max_gather,
  .pool_average = rensa_cpu_pool_average,
  .pool_average_backward = rensa_cpu_pool_average_backward,
  .normalize_forward = rensa_cpu_normalize_forward,
  .normalize_backward = rensa_cpu_normalize_backward,
  .fill_uniform = rensa_cpu_fill_uniform,
  .fill_normal = rensa_cpu_fill_normal,
  .fill_bernoulli = rensa_cpu_fill_bernoulli,
};
