/* mock-private.h: common code of the parts of the mock.
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
/* Held during every call. */
extern GRecMutex mock_lock;
/* Held to the end of the block. */
#define LOCKED g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock)

/* Reports a mistake of the program. */
void mock_report (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Returns a number below @bound, derived from the seed. */
guint32 mock_random (guint32 bound);
/* Returns the device whose context is current on this thread; -1 if there is none. */
int mock_get_device (void);
void mock_set_device (int device);
int mock_context_get_device (RensaCudaContext context);
/* Checks that the context of @stream is current on this thread, as calls on the stream require. */
gboolean mock_have_stream (const char *call, RensaCudaStream stream);
/* Returns an error if the device is lost, after the given number of operations. */
RensaCudaStatus mock_get_status (void);
/* Forgets all previous operations, and the current order of streams. */
void mock_begin_anew (void);

/* mock-memory.c: device memory, which is accessible only while operations run. */
RensaCudaStatus mock_allocate (int device, gsize n_bytes, RensaCudaPointer *memory);
RensaCudaStatus mock_free (RensaCudaPointer memory);
gsize mock_count_bytes (void);
gsize mock_count_free_bytes (int device);
void mock_memory_open (void);
void mock_memory_close (void);
/* Returns TRUE if @address is in the range of device memory, used or not. */
gboolean mock_is_in_arena (guint64 address);
/* Checks that the @n_bytes at @memory belong to one used piece of @device; otherwise reports
 * that they were passed to @who. */
gboolean mock_check_range (const char *who, int device, RensaCudaPointer memory, gsize n_bytes);
/* Checks that @device may use @address, which was passed to @who among other numbers: it is
 * neither an address of host memory, nor of unused device memory, nor of another device's
 * memory. */
gboolean mock_check_word (const char *who, int device, guint64 address);
/* Checks the red zones between the pieces. */
void mock_check_red_zones (const char *who);
RensaCudaStatus mock_allocate_host (gsize n_bytes, void **memory);
RensaCudaStatus mock_free_host (void *memory);
/* Returns TRUE if an operation may read or write there later. */
gboolean mock_is_pinned (const void *memory, gsize n_bytes);

/**
 * MockKind:
 * @run: performs the operation
 * @check: (nullable): checks that everything it uses exists, and reports mistakes
 * @can_run: (nullable): returns TRUE if the events that the stream waits for have occurred
 * @clear: (nullable): releases its data, whether it was performed or not
 * @computes: only computes numbers, which do not affect the control flow of a program
 * @arrives: transfers data from the host
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

/* A request to a stream, made once or by each launch of a graph. */
typedef struct
{
  int ref_count;
  const MockKind *kind;
  gpointer data;  /* freed by g_free () */
  guint64 number; /* number of the call that last requested it */
} MockOperation;

MockOperation *mock_operation_ref (MockOperation *operation);
void mock_operation_unref (MockOperation *operation);

/* mock-copies.c */
void mock_fill_copies (RensaCudaApi *api);

/* mock-streams.c: requests to streams. */

/* Takes ownership of @data. Performs the operation, or adds it to the graph that the stream is
 * captured in. */
RensaCudaStatus mock_enqueue (RensaCudaStream stream, const MockKind *kind, gpointer data);
/* Same for @operation, which the caller keeps. */
RensaCudaStatus mock_enqueue_operation (RensaCudaStream stream, MockOperation *operation);
gboolean mock_is_stream (RensaCudaStream stream);
RensaCudaStatus mock_capture_begin (RensaCudaStream stream, int mode);
RensaCudaStatus mock_capture_end (RensaCudaStream stream, RensaCudaGraph *graph);
gboolean mock_is_captured (RensaCudaStream stream);
/* Checks that @call is allowed while streams are captured in their modes; otherwise reports it,
 * and invalidates the capture. */
gboolean mock_check_capture (const char *call);
RensaCudaStatus mock_stream_new (int device, RensaCudaStream *stream);
/* Returns the device of @stream; -1 if there is no such stream. */
int mock_stream_get_device (RensaCudaStream stream);
RensaCudaStatus mock_stream_free (RensaCudaStream stream);
RensaCudaStatus mock_stream_finish (RensaCudaStream stream);
/* Runs the operations of all streams. */
void mock_finish_all (void);
RensaCudaStatus mock_event_new (int device, RensaCudaEvent *event);
RensaCudaStatus mock_event_free (RensaCudaEvent event);
RensaCudaStatus mock_event_record (RensaCudaEvent event, RensaCudaStream stream);
RensaCudaStatus mock_event_wait (RensaCudaStream stream, RensaCudaEvent event);
RensaCudaStatus mock_event_query (RensaCudaEvent event);
RensaCudaStatus mock_event_finish (RensaCudaEvent event);

/* mock-graph.c: graphs of operations in sequence. */
RensaCudaGraph mock_graph_new (void);
void mock_graph_add (RensaCudaGraph graph, MockOperation *operation);
void mock_fill_graph (RensaCudaApi *api);
/* Returns TRUE if the current launch is the one that fails. */
gboolean mock_is_failing_launch (void);

/* mock-launch.c: kernels. */
const gpu_host_kernel *mock_find_kernel (const char *name);
/* Returns the kernel that was registered last. */
const gpu_host_kernel *mock_get_last_kernel (void);
void mock_run_kernel (const gpu_host_kernel *kernel, gconstpointer args, guint n_blocks, guint n_threads);

/* mock-blas.c */
/* Rounds factors as tensor cores do. */
double mock_round_to_tf32 (double x);
/* Returns element @i of floating-point numbers in memory. */
double mock_get_number (RensaDtype dtype, gconstpointer memory, gint64 i);
void mock_put_number (RensaDtype dtype, gpointer memory, gint64 i, double value);
void mock_fill_blas (RensaCudaApi *api);

/* mock-nvrtc.c */
/* Returns the kernel of an image from nvrtcGetCUBIN (). */
const gpu_host_kernel *mock_load_kernel (gconstpointer image);

/* mock-lt.c */
void mock_fill_lt (RensaCudaApi *api);

/* mock-dnn.c */
void mock_fill_dnn (RensaCudaApi *api);

/* mock-nccl.c */
void mock_fill_nccl (RensaCudaApi *api);

G_END_DECLS
