/* cuda-api.h: calls to CUDA's driver and libraries made by the backend.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-dnn-api.h"
#include "cuda-nccl-api.h"

G_BEGIN_DECLS

/* The backend calls CUDA only through this table, which is filled from the driver and the libraries
 * when the first device is requested (cuda-load.c), or by the mock device (tests/mock-gpu). So
 * nothing is linked with CUDA, and a machine without CUDA can build and start the program. The
 * types match those of CUDA's headers at the binary level; tests/backends/cuda/test-headers.c
 * compares them with the headers if these are installed. */

/* Every call returns a status: 0, or an error code that the library can describe. */
typedef int RensaCudaStatus;
typedef int RensaCudaDeviceNumber;
typedef guint64 RensaCudaPointer;
typedef struct RensaCudaContext_ *RensaCudaContext;
typedef struct RensaCudaStream_ *RensaCudaStream;
typedef struct RensaCudaEvent_ *RensaCudaEvent;
typedef struct RensaCudaModule_ *RensaCudaModule;
typedef struct RensaCudaFunction_ *RensaCudaFunction;
typedef struct RensaCudaGraph_ *RensaCudaGraph;
typedef struct RensaCudaGraphNode_ *RensaCudaGraphNode;
typedef struct RensaCudaGraphExec_ *RensaCudaGraphExec;
typedef struct RensaCudaBlas_ *RensaCudaBlas;
typedef struct RensaNvrtcProgram_ *RensaNvrtcProgram;
typedef struct RensaCublasLt_ *RensaCublasLt;
typedef struct RensaLtMatmul_ *RensaLtMatmul;
typedef struct RensaLtLayout_ *RensaLtLayout;
typedef struct RensaLtPreference_ *RensaLtPreference;

/* Reason why an executable graph could not be updated. */
typedef struct
{
  int result;
  RensaCudaGraphNode node;
  RensaCudaGraphNode from_node;
} RensaCudaGraphUpdate;

/* Algorithm of a cuBLASLt product. */
typedef struct
{
  guint64 data[8];
} RensaLtAlgorithm;

typedef struct
{
  RensaLtAlgorithm algorithm;
  gsize workspace;
  RensaCudaStatus state;
  float waves;
  int reserved[4];
} RensaLtHeuristic;

/* Statuses with special handling. */
enum
{
  RENSA_CUDA_SUCCESS = 0,
  RENSA_CUDA_ERROR_INVALID_VALUE = 1,
  RENSA_CUDA_ERROR_OUT_OF_MEMORY = 2,
  RENSA_CUDA_ERROR_NOT_INITIALIZED = 3,
  RENSA_CUDA_ERROR_NO_DEVICE = 100,
  RENSA_CUDA_ERROR_INVALID_DEVICE = 101,
  RENSA_CUDA_ERROR_NOT_FOUND = 500,
  RENSA_CUDA_ERROR_NOT_READY = 600,
  RENSA_CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  RENSA_CUDA_ERROR_LAUNCH_FAILED = 719,
  RENSA_CUDA_ERROR_NOT_SUPPORTED = 801,
  RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
  RENSA_CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
  RENSA_CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
  RENSA_CUDA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
  RENSA_CUDA_ERROR_CAPTURED_EVENT = 907,
  RENSA_CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
  RENSA_CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
};

/* Arguments. */
enum
{
  RENSA_CUDA_ATTRIBUTE_N_MULTIPROCESSORS = 16,
  RENSA_CUDA_ATTRIBUTE_MAJOR = 75,
  RENSA_CUDA_ATTRIBUTE_MINOR = 76,
  RENSA_CUDA_STREAM_NON_BLOCKING = 1,
  RENSA_CUDA_EVENT_DISABLE_TIMING = 2,
  RENSA_CUDA_STREAM_CAPTURE_MODE_GLOBAL = 0,
  RENSA_CUDA_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED = 2,
  RENSA_CUDA_GRAPH_EXEC_UPDATE_SUCCESS = 0,
  RENSA_CUDA_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED = 2,
  RENSA_CUBLAS_OP_N = 0,
  RENSA_CUBLAS_OP_T = 1,
  RENSA_CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
  RENSA_CUBLAS_COMPUTE_32F = 68,
  RENSA_CUBLAS_COMPUTE_64F = 70,
  RENSA_CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  RENSA_CUBLAS_GEMM_DEFAULT = -1,
  RENSA_CUBLAS_STATUS_INVALID_VALUE = 7,
  RENSA_CUBLAS_STATUS_EXECUTION_FAILED = 13,
  RENSA_CUBLAS_STATUS_NOT_SUPPORTED = 15,
  RENSA_CUBLASLT_MATMUL_DESC_TRANSA = 3,
  RENSA_CUBLASLT_MATMUL_DESC_TRANSB = 4,
  RENSA_CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
  RENSA_CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
  RENSA_CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
  RENSA_CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
  RENSA_CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2,
  RENSA_CUBLASLT_REDUCTION_SCHEME_MASK = 7,
  RENSA_CUBLASLT_EPILOGUE_BIAS = 4,
  RENSA_CUDA_R_32F = 0,
  RENSA_CUDA_R_64F = 1,
  RENSA_CUDA_R_16F = 2,
  RENSA_CUDA_R_16BF = 14,
};

/* clang-format off */
/* Name in the library, and arguments. */
#define RENSA_CUDA_DRIVER_CALLS(C)                                                                                   \
  C (cuInit, (unsigned flags))                                                                                       \
  C (cuDriverGetVersion, (int *version))                                                                             \
  C (cuGetErrorString, (RensaCudaStatus status, const char **text))                                                  \
  C (cuDeviceGetCount, (int *count))                                                                                 \
  C (cuDeviceGet, (RensaCudaDeviceNumber *device, int ordinal))                                                      \
  C (cuDeviceGetName, (char *name, int length, RensaCudaDeviceNumber device))                                        \
  C (cuDeviceTotalMem_v2, (gsize *n_bytes, RensaCudaDeviceNumber device))                                            \
  C (cuDeviceGetAttribute, (int *value, int attribute, RensaCudaDeviceNumber device))                                \
  C (cuDevicePrimaryCtxRetain, (RensaCudaContext *context, RensaCudaDeviceNumber device))                            \
  C (cuCtxSetCurrent, (RensaCudaContext context))                                                                    \
  C (cuMemGetInfo_v2, (gsize *n_free, gsize *n_total))                                                               \
  C (cuMemAlloc_v2, (RensaCudaPointer *memory, gsize n_bytes))                                                       \
  C (cuMemFree_v2, (RensaCudaPointer memory))                                                                        \
  C (cuMemHostAlloc, (void **memory, gsize n_bytes, unsigned flags))                                                 \
  C (cuMemFreeHost, (void *memory))                                                                                  \
  C (cuMemcpyHtoDAsync_v2, (RensaCudaPointer to, const void *from, gsize n_bytes, RensaCudaStream stream))           \
  C (cuMemcpyDtoHAsync_v2, (void *to, RensaCudaPointer from, gsize n_bytes, RensaCudaStream stream))                 \
  C (cuMemcpyDtoDAsync_v2, (RensaCudaPointer to, RensaCudaPointer from, gsize n_bytes, RensaCudaStream stream))      \
  C (cuMemcpyPeerAsync, (RensaCudaPointer to, RensaCudaContext to_context, RensaCudaPointer from,                    \
                         RensaCudaContext from_context, gsize n_bytes, RensaCudaStream stream))                      \
  C (cuMemsetD8Async, (RensaCudaPointer to, unsigned char value, gsize n, RensaCudaStream stream))                   \
  C (cuMemsetD16Async, (RensaCudaPointer to, unsigned short value, gsize n, RensaCudaStream stream))                 \
  C (cuMemsetD32Async, (RensaCudaPointer to, unsigned value, gsize n, RensaCudaStream stream))                       \
  C (cuStreamCreate, (RensaCudaStream *stream, unsigned flags))                                                      \
  C (cuStreamDestroy_v2, (RensaCudaStream stream))                                                                   \
  C (cuStreamSynchronize, (RensaCudaStream stream))                                                                  \
  C (cuStreamWaitEvent, (RensaCudaStream stream, RensaCudaEvent event, unsigned flags))                              \
  C (cuStreamBeginCapture_v2, (RensaCudaStream stream, int mode))                                                    \
  C (cuStreamEndCapture, (RensaCudaStream stream, RensaCudaGraph *graph))                                            \
  C (cuGraphGetNodes, (RensaCudaGraph graph, RensaCudaGraphNode *nodes, gsize *n_nodes))                             \
  C (cuGraphDestroy, (RensaCudaGraph graph))                                                                         \
  C (cuGraphInstantiateWithFlags, (RensaCudaGraphExec *executable, RensaCudaGraph graph, unsigned long long flags))  \
  C (cuGraphExecUpdate_v2, (RensaCudaGraphExec executable, RensaCudaGraph graph, RensaCudaGraphUpdate *update))      \
  C (cuGraphLaunch, (RensaCudaGraphExec executable, RensaCudaStream stream))                                         \
  C (cuGraphExecDestroy, (RensaCudaGraphExec executable))                                                            \
  C (cuEventCreate, (RensaCudaEvent *event, unsigned flags))                                                         \
  C (cuEventDestroy_v2, (RensaCudaEvent event))                                                                      \
  C (cuEventRecord, (RensaCudaEvent event, RensaCudaStream stream))                                                  \
  C (cuEventQuery, (RensaCudaEvent event))                                                                           \
  C (cuEventSynchronize, (RensaCudaEvent event))                                                                     \
  C (cuModuleLoadData, (RensaCudaModule *module, const void *image))                                                 \
  C (cuModuleGetFunction, (RensaCudaFunction *function, RensaCudaModule module, const char *name))                   \
  C (cuLaunchKernel, (RensaCudaFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, \
                      unsigned block_y, unsigned block_z, unsigned shared_bytes, RensaCudaStream stream,             \
                      void **arguments, void **extra))

#define RENSA_CUDA_BLAS_CALLS(C)                                                                                     \
  C (const char *, cublasGetStatusString, (RensaCudaStatus status))                                                  \
  C (RensaCudaStatus, cublasCreate_v2, (RensaCudaBlas *handle))                                                      \
  C (RensaCudaStatus, cublasDestroy_v2, (RensaCudaBlas handle))                                                      \
  C (RensaCudaStatus, cublasGetVersion_v2, (RensaCudaBlas handle, int *version))                                     \
  C (RensaCudaStatus, cublasSetStream_v2, (RensaCudaBlas handle, RensaCudaStream stream))                            \
  C (RensaCudaStatus, cublasSetMathMode, (RensaCudaBlas handle, int mode))                                           \
  C (RensaCudaStatus, cublasSetWorkspace_v2, (RensaCudaBlas handle, void *memory, gsize n_bytes))                    \
  C (RensaCudaStatus, cublasGemmStridedBatchedEx,                                                                    \
     (RensaCudaBlas handle, int transa, int transb, int m, int n, int k, const void *alpha, const void *a, int a_type, \
      int lda, long long a_step, const void *b, int b_type, int ldb, long long b_step, const void *beta, void *c,    \
      int c_type, int ldc, long long c_step, int n_batch, int compute_type, int algorithm))

/* NULL in the table if NVRTC is not available. */
#define RENSA_NVRTC_CALLS(C)                                                                                         \
  C (nvrtcVersion, (int *major, int *minor))                                                                         \
  C (nvrtcGetNumSupportedArchs, (int *n))                                                                            \
  C (nvrtcGetSupportedArchs, (int *architectures))                                                                   \
  C (nvrtcCreateProgram, (RensaNvrtcProgram *program, const char *source, const char *name, int n_headers,           \
                          const char *const *headers, const char *const *names))                                     \
  C (nvrtcCompileProgram, (RensaNvrtcProgram program, int n_options, const char *const *options))                    \
  C (nvrtcDestroyProgram, (RensaNvrtcProgram *program))                                                              \
  C (nvrtcGetCUBINSize, (RensaNvrtcProgram program, gsize *n_bytes))                                                 \
  C (nvrtcGetCUBIN, (RensaNvrtcProgram program, char *cubin))                                                        \
  C (nvrtcGetPTXSize, (RensaNvrtcProgram program, gsize *n_bytes))                                                   \
  C (nvrtcGetPTX, (RensaNvrtcProgram program, char *ptx))                                                            \
  C (nvrtcGetProgramLogSize, (RensaNvrtcProgram program, gsize *n_bytes))                                            \
  C (nvrtcGetProgramLog, (RensaNvrtcProgram program, char *log))

#define RENSA_CUDA_LT_CALLS(C)                                                                                       \
  C (cublasLtCreate, (RensaCublasLt *handle))                                                                        \
  C (cublasLtDestroy, (RensaCublasLt handle))                                                                        \
  C (cublasLtMatmulDescCreate, (RensaLtMatmul *matmul, int compute_type, int scale_type))                            \
  C (cublasLtMatmulDescDestroy, (RensaLtMatmul matmul))                                                              \
  C (cublasLtMatmulDescSetAttribute, (RensaLtMatmul matmul, int name, const void *value, gsize n_bytes))             \
  C (cublasLtMatrixLayoutCreate, (RensaLtLayout *layout, int type, guint64 rows, guint64 columns, gint64 ld))        \
  C (cublasLtMatrixLayoutDestroy, (RensaLtLayout layout))                                                            \
  C (cublasLtMatmulPreferenceCreate, (RensaLtPreference *preference))                                                \
  C (cublasLtMatmulPreferenceDestroy, (RensaLtPreference preference))                                                \
  C (cublasLtMatmulPreferenceSetAttribute, (RensaLtPreference preference, int name, const void *value,               \
                                            gsize n_bytes))                                                          \
  C (cublasLtMatmulAlgoGetHeuristic, (RensaCublasLt handle, RensaLtMatmul matmul, RensaLtLayout a, RensaLtLayout b,  \
                                      RensaLtLayout c, RensaLtLayout d, RensaLtPreference preference, int n_wanted,  \
                                      RensaLtHeuristic *found, int *n_found))                                        \
  C (cublasLtMatmul, (RensaCublasLt handle, RensaLtMatmul matmul, const void *alpha, const void *a,                  \
                      RensaLtLayout a_layout, const void *b, RensaLtLayout b_layout, const void *beta, const void *c, \
                      RensaLtLayout c_layout, void *d, RensaLtLayout d_layout, const RensaLtAlgorithm *algorithm,    \
                      void *workspace, gsize n_bytes, RensaCudaStream stream))
/* clang-format on */

typedef struct
{
#define RENSA_CUDA_MEMBER(name, arguments) RensaCudaStatus (*name) arguments;
  RENSA_CUDA_DRIVER_CALLS (RENSA_CUDA_MEMBER)
  RENSA_NVRTC_CALLS (RENSA_CUDA_MEMBER)
  RENSA_CUDA_LT_CALLS (RENSA_CUDA_MEMBER)
#undef RENSA_CUDA_MEMBER
#define RENSA_CUDA_TYPED_MEMBER(type, name, arguments) type (*name) arguments;
  RENSA_CUDA_BLAS_CALLS (RENSA_CUDA_TYPED_MEMBER)
  RENSA_CUDNN_CALLS (RENSA_CUDA_TYPED_MEMBER)
  RENSA_NCCL_CALLS (RENSA_CUDA_TYPED_MEMBER)
#undef RENSA_CUDA_TYPED_MEMBER
} RensaCudaApi;

G_END_DECLS
