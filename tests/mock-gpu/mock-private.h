/* mock-private.h: what the parts of the stand-in share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "gpu/host-words.h"
#include "rensa-dtype.h"
#include "rensa-mock.h"

G_BEGIN_DECLS

#define MOCK_N_DEVICES 2

extern RensaMockCounts mock_counts;
extern RensaMockOptions mock_options;
/* 90 for sm_90. */
int mock_get_architecture (void);
/* Held by every call. */
extern GRecMutex mock_lock;
/* To the end of the block. */
#define LOCKED g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock)

/* A mistake of the program. */
void mock_report (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Below @bound; from the seed. */
guint32 mock_random (guint32 bound);
/* The one whose context the thread has; -1: none. */
int mock_get_device (void);
void mock_set_device (int device);
int mock_context_get_device (RensaCudaContext context);
/* Whether the thread has the context of @stream, as it must to have something done there. */
gboolean mock_have_stream (const char *call, RensaCudaStream stream);
/* The device is lost once so many operations were asked for. */
RensaCudaStatus mock_get_status (void);
/* Forgets the operations before, and whose turn it was. */
void mock_begin_anew (void);

/* mock-memory.c: device memory, which is open while operations run. */
RensaCudaStatus mock_allocate (int device, gsize n_bytes, RensaCudaPointer *memory);
RensaCudaStatus mock_free (RensaCudaPointer memory);
gsize mock_count_bytes (void);
gsize mock_count_free_bytes (int device);
void mock_memory_open (void);
void mock_memory_close (void);
/* Whether @address is one of device memory, in use or not. */
gboolean mock_is_in_arena (guint64 address);
/* Whether the @n_bytes at @memory are of one piece that is in use and @device's; else reports that @who was given them. */
gboolean mock_check_range (const char *who, int device, RensaCudaPointer memory, gsize n_bytes);
/* Whether @address, which @who was given among other numbers, may be used by @device: it is no address of the host's memory, and none of
 * device memory that is not in use or another device's. */
gboolean mock_check_word (const char *who, int device, guint64 address);
/* Looks at what stands between the pieces. */
void mock_check_red_zones (const char *who);
RensaCudaStatus mock_allocate_host (gsize n_bytes, void **memory);
RensaCudaStatus mock_free_host (void *memory);
/* Whether an operation may read or write there later. */
gboolean mock_is_pinned (const void *memory, gsize n_bytes);

/**
 * MockKind:
 * @run: does it
 * @check: (nullable): whether what it uses is there, which is reported otherwise
 * @can_run: (nullable): whether what the stream waits for has come
 * @clear: (nullable): lets go of what its data hold, whether it was done or not
 * @computes: makes numbers, and nothing that a program's way depends on
 * @arrives: brings something from the host
 *
 * A kind of operation.
 */
typedef struct
{
  void (*run) (gconstpointer data);
  gboolean (*check) (gconstpointer data);
  gboolean (*can_run) (gconstpointer data);
  void (*clear) (gpointer data);
  gboolean computes;
  gboolean arrives;
} MockKind;

/* What a stream is asked for, once or by each launch of a graph. */
typedef struct
{
  int ref_count;
  const MockKind *kind;
  gpointer data;  /* freed by g_free () */
  guint64 number; /* of the call that asked for it last */
} MockOperation;

MockOperation *mock_operation_ref (MockOperation *operation);
void mock_operation_unref (MockOperation *operation);

/* mock-copies.c */
void mock_fill_copies (RensaCudaApi *api);

/* mock-streams.c: what streams are asked for. */

/* Takes @data.  Now, or in the graph that the stream is captured in. */
RensaCudaStatus mock_enqueue (RensaCudaStream stream, const MockKind *kind, gpointer data);
/* The same of @operation, which is kept. */
RensaCudaStatus mock_enqueue_operation (RensaCudaStream stream, MockOperation *operation);
gboolean mock_is_stream (RensaCudaStream stream);
RensaCudaStatus mock_capture_begin (RensaCudaStream stream, int mode);
RensaCudaStatus mock_capture_end (RensaCudaStream stream, RensaCudaGraph *graph);
gboolean mock_is_captured (RensaCudaStream stream);
/* Whether @call may be made while streams are captured as they are; else reports it, and spoils the capture. */
gboolean mock_check_capture (const char *call);
RensaCudaStatus mock_stream_new (int device, RensaCudaStream *stream);
/* That of @stream; -1 where there is no such stream. */
int mock_stream_get_device (RensaCudaStream stream);
RensaCudaStatus mock_stream_free (RensaCudaStream stream);
RensaCudaStatus mock_stream_finish (RensaCudaStream stream);
/* Of all streams. */
void mock_finish_all (void);
RensaCudaStatus mock_event_new (int device, RensaCudaEvent *event);
RensaCudaStatus mock_event_free (RensaCudaEvent event);
RensaCudaStatus mock_event_record (RensaCudaEvent event, RensaCudaStream stream);
RensaCudaStatus mock_event_wait (RensaCudaStream stream, RensaCudaEvent event);
RensaCudaStatus mock_event_query (RensaCudaEvent event);
RensaCudaStatus mock_event_finish (RensaCudaEvent event);

/* mock-graph.c: graphs of operations, one after the other. */
RensaCudaGraph mock_graph_new (void);
void mock_graph_add (RensaCudaGraph graph, MockOperation *operation);
void mock_fill_graph (RensaCudaApi *api);
/* Whether the launch that is asked for now is the one that fails. */
gboolean mock_is_failing_launch (void);

/* mock-launch.c: kernels. */
const gpu_host_kernel *mock_find_kernel (const char *name);
/* That became known last. */
const gpu_host_kernel *mock_get_last_kernel (void);
void mock_run_kernel (const gpu_host_kernel *kernel, gconstpointer args, guint n_blocks, guint n_threads);

/* mock-blas.c */
/* As tensor cores round factors. */
double mock_round_to_tf32 (double x);
/* Element @i of floating numbers in memory. */
double mock_get_number (RensaDtype dtype, gconstpointer memory, gint64 i);
void mock_put_number (RensaDtype dtype, gpointer memory, gint64 i, double value);
void mock_fill_blas (RensaCudaApi *api);

/* mock-nvrtc.c */
/* The kernel of an image that nvrtcGetCUBIN () gave. */
const gpu_host_kernel *mock_load_kernel (gconstpointer image);

/* mock-lt.c */
void mock_fill_lt (RensaCudaApi *api);

/* mock-dnn.c */
void mock_fill_dnn (RensaCudaApi *api);

/* mock-nccl.c */
void mock_fill_nccl (RensaCudaApi *api);

G_END_DECLS
