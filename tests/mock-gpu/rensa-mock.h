/* rensa-mock.h: a mock of a GPU, its driver and its libraries that does their work on the host.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-api.h"

G_BEGIN_DECLS

/* Devices mock:0 and mock:1 run the unchanged CUDA backend. The host cannot read their memory.
 * Requests to a stream are performed later, in any order that streams and events allow. Kernels are
 * those of the GPU, compiled for the host; their blocks and threads run in any order. Libraries
 * check their arguments, including each address, before they return. The order is derived from a
 * seed.
 *
 * A mistake that would give undefined results on a real device ends the program with a message. */
void rensa_mock_fill (RensaCudaApi *api);
/* Removes cuDNN. */
void rensa_mock_remove_dnn (RensaCudaApi *api);
/* Same for NCCL. */
void rensa_mock_remove_nccl (RensaCudaApi *api);
/* Same for cuBLASLt. */
void rensa_mock_remove_lt (RensaCudaApi *api);
/* Adds NVRTC; the program must export its symbols to shared objects. */
void rensa_mock_add_compiler (RensaCudaApi *api);

/**
 * RensaMockCounts:
 * @n_launches: launches of kernels, single or in a graph
 * @n_graphs: launched graphs
 * @n_in_graphs: launches, library calls and copies in these graphs
 * @n_idle_waits: synchronizations after which no launch or library call was pending, so that a
 *   device was idle
 * @n_early_copies: copies from the host that were performed before earlier operations of another
 *   stream of the device
 *
 * Counts of the requests to a device.
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

/* Counts since the program began. */
void rensa_mock_get_counts (RensaMockCounts *counts);

/**
 * RensaMockOptions:
 * @seed: seed of all orders
 * @failing_allocation: number, from 1 on, of the next allocations that fails; 0: none
 * @failing_launch: the same for launches of a kernel or a graph
 * @lost_after: number of operations from now on after which the device is lost; 0: never
 * @n_bytes: memory of a device in bytes; 0: the default
 * @architecture: architecture of devices that are opened from now on, 90 for sm_90; 0 means 90
 * @refuses_convolutions: from now on, cuDNN has no engine for convolutions
 * @refuses_capture: no stream can be captured
 * @only_counts: kernels, products and convolutions are checked, but not computed
 *
 * Simulated failures.
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

/* Calls @report for each mistake instead of ending the program. For tests. */
void rensa_mock_set_report (void (*report) (const char *text));

G_END_DECLS
