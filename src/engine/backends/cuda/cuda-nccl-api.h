/* cuda-nccl-api.h: calls of NCCL, which exchanges arrays between devices. Part of cuda-api.h.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One device's handle to a group. */
typedef struct RensaNcclComm_ *RensaNcclComm;

/* Statuses, types and operations. */
enum
{
  RENSA_NCCL_UNHANDLED_CUDA_ERROR = 1,
  RENSA_NCCL_INVALID_ARGUMENT = 4,
  RENSA_NCCL_INVALID_USAGE = 5,
  RENSA_NCCL_UINT8 = 1,
  RENSA_NCCL_FLOAT16 = 6,
  RENSA_NCCL_FLOAT32 = 7,
  RENSA_NCCL_FLOAT64 = 8,
  RENSA_NCCL_BFLOAT16 = 9,
  RENSA_NCCL_SUM = 0,
};

/* clang-format off */
/* Type, name in the library, and arguments; NULL in the table if NCCL is not available. */
#define RENSA_NCCL_CALLS(C)                                                                                          \
  C (RensaCudaStatus, ncclGetVersion, (int *version))                                                                \
  C (const char *, ncclGetErrorString, (RensaCudaStatus status))                                                     \
  C (RensaCudaStatus, ncclCommInitAll, (RensaNcclComm *comms, int n, const int *devices))                            \
  C (RensaCudaStatus, ncclCommAbort, (RensaNcclComm comm))                                                           \
  C (RensaCudaStatus, ncclCommGetAsyncError, (RensaNcclComm comm, RensaCudaStatus *status))                          \
  C (RensaCudaStatus, ncclGroupStart, (void))                                                                        \
  C (RensaCudaStatus, ncclGroupEnd, (void))                                                                          \
  C (RensaCudaStatus, ncclReduce, (const void *from, void *to, gsize count, int type, int operation, int root,       \
                                   RensaNcclComm comm, RensaCudaStream stream))                                      \
  C (RensaCudaStatus, ncclBroadcast, (const void *from, void *to, gsize count, int type, int root,                   \
                                      RensaNcclComm comm, RensaCudaStream stream))
/* clang-format on */

G_END_DECLS
