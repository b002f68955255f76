/* rensa-mock.h: a stand-in for a GPU, its driver and its libraries, that does on the host what they do.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-api.h"

G_BEGIN_DECLS

/* Devices mock:0 and mock:1 run the backend of CUDA as it is.  Their memory cannot be read by the host; what a stream is asked for is done
 * later, in any order that streams and events allow; kernels are those of the GPU, compiled for the host, whose blocks and threads run in any
 * order; and what a library is given is checked, down to each address, before it answers.  The order follows from a seed.
 *
 * A mistake that a real device would answer with rubbish ends the program with a sentence. */
void rensa_mock_fill (RensaCudaApi *api);
/* As on a machine that has no cuDNN. */
void rensa_mock_remove_dnn (RensaCudaApi *api);
/* Likewise NCCL. */
void rensa_mock_remove_nccl (RensaCudaApi *api);
/* Likewise cuBLASLt. */
void rensa_mock_remove_lt (RensaCudaApi *api);
/* As where NVRTC is installed; the program lets shared objects see its symbols. */
void rensa_mock_add_compiler (RensaCudaApi *api);

/**
 * RensaMockCounts:
 * @n_launches: of kernels, one by one or in a graph
 * @n_graphs: launched
 * @n_in_graphs: launches, library calls and copies that these were made of
 * @n_idle_waits: synchronizations behind which no launch or call of a library had been asked for, so that a device had nothing to do afterwards
 * @n_early_copies: from the host, done before all that another stream of the device had been asked for earlier
 *
 * What a device was asked for.
 */
typedef struct
{
  guint64 n_launches;
  guint64 n_graphs;
  guint64 n_in_graphs;
  guint64 n_blas_calls;
  guint64 n_dnn_calls;
  guint64 n_synchronizations;
  guint64 n_idle_waits;
  guint64 n_copies_in;
  guint64 n_early_copies;
  guint64 n_copies_out;
  guint64 n_copies_within;
  guint64 n_copies_between;
  guint64 n_collectives;
  guint64 n_allocations;
  guint64 n_compilations;
} RensaMockCounts;

/* Since the program began. */
void rensa_mock_get_counts (RensaMockCounts *counts);

/**
 * RensaMockOptions:
 * @seed: of all orders
 * @failing_allocation: the number, from 1 on, of the allocation from now on that finds no memory; 0: none
 * @failing_launch: likewise of the launch, of a kernel or a graph, that fails
 * @lost_after: after so many operations from now on the device is lost; 0: never
 * @n_bytes: of memory that a device has; 0: as many as usual
 * @architecture: of a device that is opened from now on, 90 for sm_90, which 0 means, too
 * @refuses_convolutions: cuDNN has no engine for those that it is asked about from now on
 * @refuses_capture: no stream can be captured
 * @only_counts: kernels, products and convolutions are looked at, but not computed
 *
 * What goes wrong.
 */
typedef struct
{
  guint seed;
  guint64 failing_allocation;
  guint64 failing_launch;
  guint64 lost_after;
  guint64 n_bytes;
  int architecture;
  gboolean refuses_convolutions;
  gboolean refuses_capture;
  gboolean only_counts;
} RensaMockOptions;

void rensa_mock_set_options (const RensaMockOptions *options);

/* Has @report called, in place of the program's end, for each mistake.  For tests. */
void rensa_mock_set_report (void (*report) (const char *text));

G_END_DECLS
