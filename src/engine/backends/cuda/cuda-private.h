/* cuda-private.h: the entries of a GPU's table, and what its files share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-api.h"
#include "gpu/args.h"
#include "rensa-primitives-private.h"
#include "rensa-walk.h"

G_BEGIN_DECLS

typedef struct _RensaCudaGraphs RensaCudaGraphs;
typedef struct _RensaCudaLists RensaCudaLists;
typedef struct _RensaCudaPosts RensaCudaPosts;
typedef struct _RensaCudaStaging RensaCudaStaging;
typedef struct _RensaDnn RensaDnn;
typedef struct _RensaCudaFormulas RensaCudaFormulas;
typedef struct _RensaLt RensaLt;
typedef struct _RensaCudaDevice RensaCudaDevice;

/* A device and what it takes to ask something of it: all of it goes to one stream, in the order of the calls, whichever thread makes
 * them.  Only what comes from the host gets to the device in another one (cuda-staging.c), and to its place in this. */
struct _RensaCudaDevice
{
  RensaDevice base;
  const RensaCudaApi *api;
  RensaCudaContext context;
  RensaCudaStream stream;
  RensaCudaBlas blas;
  RensaCudaPointer blas_workspace;
  RensaLt *lt;                 /* NULL where there is no cuBLASLt */
  RensaDnn *dnn;               /* NULL where there is no cuDNN */
  RensaCudaFormulas *formulas; /* NULL where there is no NVRTC for it */
  GPtrArray *modules;          /* RensaCudaModule; none where @api has all kernels */
  GHashTable *functions;       /* name: RensaCudaFunction */
  GMutex lock;                 /* of both */
  int n_multiprocessors;
  int architecture; /* 90 for sm_90 */
  RensaCudaGraphs *graphs;
  RensaCudaLists *lists;
  RensaCudaStaging *staging;
  RensaCudaPosts *posts;
  RensaCudaDevice *next;
};

static inline RensaCudaDevice *
rensa_cuda_get_device (RensaArray *array)
{
  return (RensaCudaDevice *) array->buffer->device;
}

static inline RensaCudaPointer
rensa_cuda_pointer (gconstpointer memory)
{
  return (RensaCudaPointer) (guintptr) memory;
}

/* Makes the calls of this thread go to @device, behind what was put off; what they ask of the stream may be captured.  Before any call but
 * those that cuda-device.c makes itself. */
gboolean rensa_cuda_enter (RensaCudaDevice *device, GError **error);
/* The same ahead of what was put off. */
gboolean rensa_cuda_set_context (RensaCudaDevice *device, GError **error);
/* After calls of a library that may have made the context of another device current: the thread enters anew. */
void rensa_cuda_leave (void);
/* The same for what cannot be captured, as waiting and events cannot: all that was asked for before is with the device, and nothing is captured
 * before the result is freed.  NULL with an error. */
GMutexLocker *rensa_cuda_interrupt (RensaCudaDevice *device, GError **error);
/* FALSE, with the words of the driver, where @status is not that of success: "CUDA's CALL failed on cuda:0: …". */
gboolean rensa_cuda_check (RensaCudaDevice *device, const char *call, RensaCudaStatus status, GError **error);

/* Bytes that cuBLAS and cuBLASLt have for what they do meanwhile, as many as cuBLAS takes by itself on the largest devices. */
#define RENSA_CUBLAS_WORKSPACE (32 << 20)

#define RENSA_CUDA_CALL(device, call, error, ...) \
  rensa_cuda_check (device, #call, (device)->api->call (__VA_ARGS__), error)

/* Has @kernel run with @args, a struct of the kernel's type, by a thread for each of @count elements, as far as the device has
 * threads; a kernel goes on from each by that number of threads. */
gboolean rensa_cuda_launch (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 count,
                            GError **error);
/* The same of a kernel that was found before. */
gboolean rensa_cuda_launch_function (RensaCudaDevice *device, RensaCudaFunction function, gconstpointer args,
                                     gint64 count, GError **error);
/* The number of threads that do so. */
gint64 rensa_cuda_count_threads (RensaCudaDevice *device, gint64 count);
/* By @n_blocks blocks, or as many as the device has, each of GPU_BLOCK threads. */
gboolean rensa_cuda_launch_blocks (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 n_blocks,
                                   GError **error);
/* The same ahead of what was put off. */
gboolean rensa_cuda_launch_now (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 n_blocks,
                                GError **error);

typedef struct
{
  char text[128];
} RensaCudaName;

/* The kernel for @dtype: "map_relu_float", or where @kernel is NULL "softmax_double"; of dtypes that are not floating it is that for integers. */
RensaCudaName rensa_cuda_name_kernel (const char *loop, const char *kernel, RensaDtype dtype);

/* What cuBLAS computes a product of @dtype with, told with each call, since modes belong to threads. */
int rensa_cuda_get_compute_type (RensaDtype dtype);
/* What it calls elements of @dtype. */
int rensa_cuda_get_data_type (RensaDtype dtype);

/* Memory of the device that what is asked for from here on may use, until it is released. */
RensaBuffer *rensa_cuda_get_scratch (RensaCudaDevice *device, gsize n_bytes, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaBuffer, rensa_buffer_unref)

/* @arg is argument @number of @walk, of @dtype. */
void rensa_cuda_set_arg (gpu_arg *arg, const RensaWalk *walk, int number, RensaDtype dtype);

/* The entries of the table, rensa_cuda_fill () and so on; what each does stands in rensa-backend.h. */
/* clang-format off */
#define RENSA_CUDA_ENTRIES(E)                                                                               \
  E (fill) E (assign) E (accumulate) E (map) E (run_program) E (index_map) E (reduce) E (scan) E (matmul)   \
  E (take_rows) E (scatter_rows) E (fill_uniform) E (fill_normal) E (fill_bernoulli) E (softmax)            \
  E (convolve) E (convolve_backward_x) E (convolve_backward_W) E (pool_max) E (pool_max_scatter)            \
  E (pool_max_gather) E (pool_sum) E (pool_sum_backward) E (normalize_forward) E (normalize_backward)       \
  E (normalize_rows) E (normalize_rows_backward) E (sum_patches) E (read_taps) E (spread_taps)              \
  E (match_taps) E (multiply_sparse) E (sample_product) E (has_collectives) E (reduce_peers)      \
  E (broadcast_peers) E (measure_recurrence) E (recur) E (recur_backward) E (attend) E (attend_backward)
/* clang-format on */

#define RENSA_CUDA_DECLARE(entry) extern __typeof__ (*((RensaBackend *) NULL)->entry) rensa_cuda_##entry;
RENSA_CUDA_ENTRIES (RENSA_CUDA_DECLARE)
#undef RENSA_CUDA_DECLARE

extern const RensaBackend rensa_cuda_backend;

extern const char rensa_cuda_name[];

/* Opens cuDNN, where there is one that can be used. */
void rensa_cuda_open_dnn (RensaCudaDevice *device);
/* Fills in the calls of cuDNN; FALSE where the machine does not have it. */
gboolean rensa_cuda_load_dnn (RensaCudaApi *api);
/* Likewise those of NCCL. */
gboolean rensa_cuda_load_nccl (RensaCudaApi *api);
/* Likewise those of NVRTC. */
gboolean rensa_cuda_load_nvrtc (RensaCudaApi *api);

/* The GPU code that the build made, NULL after the last image; empty where it had no nvcc. */
const gconstpointer *rensa_cuda_get_images (void);

G_END_DECLS
