/* cuda-private.h: entries of a GPU's backend table, and declarations shared by its files.
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

/* A device with all resources for calling it: all calls go to one stream, in call order, whichever
 * thread makes them. Only uploads from the host reach the device through another stream
 * (cuda-staging.c), and their destination through this one. */
struct _RensaCudaDevice
{
  RensaDevice base;
  const RensaCudaApi *api;
  RensaCudaContext context;
  RensaCudaStream stream;
  RensaCudaBlas blas;
  RensaCudaPointer blas_workspace;
  RensaLt *lt;                 /* NULL if cuBLASLt is not available */
  RensaDnn *dnn;               /* NULL if cuDNN is not available */
  RensaCudaFormulas *formulas; /* NULL if NVRTC is not available for the device */
  GPtrArray *modules;          /* RensaCudaModule; empty if @api has all kernels */
  GHashTable *functions;       /* name: RensaCudaFunction */
  GMutex lock;                 /* protects both */
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

/* Directs this thread's calls to @device, after running the deferred maps; calls on the stream may
 * be captured. Required before any call except those that cuda-device.c makes itself. */
gboolean rensa_cuda_enter (RensaCudaDevice *device, GError **error);
/* The same, but ahead of deferred maps. */
gboolean rensa_cuda_set_context (RensaCudaDevice *device, GError **error);
/* Called after library calls that may have made the context of another device current: the thread
 * must enter again. */
void rensa_cuda_leave (void);
/* The same for calls that cannot be captured, such as waiting and events: all earlier calls have
 * been submitted to the device, and nothing is captured until the result is freed. NULL with an
 * error. */
GMutexLocker *rensa_cuda_interrupt (RensaCudaDevice *device, GError **error);
/* FALSE, with the driver's message, if @status is not success: "CUDA's CALL failed on cuda:0: …". */
gboolean rensa_cuda_check (RensaCudaDevice *device, const char *call, RensaCudaStatus status, GError **error);

/* Workspace of cuBLAS and cuBLASLt in bytes, as large as cuBLAS allocates by default on the largest
 * devices. */
#define RENSA_CUBLAS_WORKSPACE (32 << 20)

#define RENSA_CUDA_CALL(device, call, error, ...) \
  rensa_cuda_check (device, #call, (device)->api->call (__VA_ARGS__), error)

/* Runs @kernel with @args, a struct of the kernel's type, with one thread for each of @count
 * elements, limited by the device's number of threads; each thread of the kernel then continues in
 * steps of that number. */
gboolean rensa_cuda_launch (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 count,
                            GError **error);
/* The same for a kernel function looked up before. */
gboolean rensa_cuda_launch_function (RensaCudaDevice *device, RensaCudaFunction function, gconstpointer args,
                                     gint64 count, GError **error);
/* Returns the number of threads of such a launch. */
gint64 rensa_cuda_count_threads (RensaCudaDevice *device, gint64 count);
/* Runs @n_blocks blocks, limited by the device's number of blocks, each of GPU_BLOCK threads. */
gboolean rensa_cuda_launch_blocks (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 n_blocks,
                                   GError **error);
/* The same, but ahead of deferred maps. */
gboolean rensa_cuda_launch_now (RensaCudaDevice *device, const char *kernel, gconstpointer args, gint64 n_blocks,
                                GError **error);

typedef struct
{
  char text[128];
} RensaCudaName;

/* Returns the name of the kernel for @dtype: "map_relu_float", or, if @kernel is NULL,
 * "softmax_double"; for dtypes that are not floating-point it is the integer kernel. */
RensaCudaName rensa_cuda_name_kernel (const char *loop, const char *kernel, RensaDtype dtype);

/* Returns cuBLAS's compute type for a product of @dtype; passed with each call, since modes are per
 * thread. */
int rensa_cuda_get_compute_type (RensaDtype dtype);
/* Returns cuBLAS's data type for @dtype. */
int rensa_cuda_get_data_type (RensaDtype dtype);

/* Allocates device memory that subsequent calls may use until it is released. */
RensaBuffer *rensa_cuda_get_scratch (RensaCudaDevice *device, gsize n_bytes, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaBuffer, rensa_buffer_unref)

/* @arg is argument @number of @walk, with data type @dtype. */
void rensa_cuda_set_arg (gpu_arg *arg, const RensaWalk *walk, int number, RensaDtype dtype);

/* Entries of the table, rensa_cuda_fill () and so on; documented in rensa-backend.h. */
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

extern const char rensa_cuda_name[];

/* Opens cuDNN, if a usable version is available. */
void rensa_cuda_open_dnn (RensaCudaDevice *device);
/* Loads the calls of cuDNN; FALSE if it is not installed. */
gboolean rensa_cuda_load_dnn (RensaCudaApi *api);
/* The same for NCCL. */
gboolean rensa_cuda_load_nccl (RensaCudaApi *api);
/* The same for NVRTC. */
gboolean rensa_cuda_load_nvrtc (RensaCudaApi *api);

/* The GPU code that the build compiled, NULL-terminated; empty if the build had no nvcc. */
const gconstpointer *rensa_cuda_get_images (void);

G_END_DECLS
