/* mock-streams.c: runs the operations of streams later, in an order that no program should depend
 * on.
 * SPDX-License-Identifier: MIT */

#include "mock-private.h"

/* On average, one of this many calls runs some operations; making the memory accessible takes
 * longer than most of them. */
#define CALLS_TO_PROGRESS 32
#define MOST_AT_ONCE 64
/* After about this many operations of one stream, another one runs: by then the first may be far
 * ahead. */
#define OPERATIONS_TO_CHANGE 32

struct RensaCudaStream_
{
  int device;
  GQueue operations;      /* MockOperation */
  RensaCudaGraph capture; /* NULL unless captured */
  int mode;
  const GThread *thread; /* thread that began the capture */
  gboolean is_spoilt;
};

struct RensaCudaEvent_
{
  int device;
  int ref_count;
  guint64 n_recorded; /* asked for */
  guint64 n_done;
  guint64 n_before; /* launches and library calls that were requested before the last record */
  gboolean is_captured;
};

/* An event that is recorded or waited for. */
typedef struct
{
  RensaCudaEvent event;
  guint64 number;
} Mark;

static GPtrArray *streams;
static guint64 n_asked;
static guint favourite; /* selects the next stream */

MockOperation *
mock_operation_ref (MockOperation *operation)
{
  operation->ref_count++;
  return operation;
}

void
mock_operation_unref (MockOperation *operation)
{
  if (--operation->ref_count > 0)
    return;
  if (operation->kind->clear != NULL)
    operation->kind->clear (operation->data);
  g_free (operation->data);
  g_free (operation);
}

static guint64
count_work (void)
{
  return mock_counts.n_launches + mock_counts.n_blas_calls + mock_counts.n_dnn_calls;
}

static void
event_unref (RensaCudaEvent event)
{
  if (--event->ref_count == 0)
    g_free (event);
}

static void
run_record (gconstpointer data)
{
  const Mark *mark = data;

  mark->event->n_done = MAX (mark->event->n_done, mark->number);
}

static gboolean
is_recorded (gconstpointer data)
{
  const Mark *mark = data;

  return mark->event->n_done >= mark->number;
}

/* Nothing remains to be done: the wait is over before this is called. */
static void
run_wait (gconstpointer data)
{
}

static void
clear_mark (gpointer data)
{
  event_unref (((Mark *) data)->event);
}

static const MockKind record_kind = { run_record, .clear = clear_mark };
static const MockKind wait_kind = { run_wait, .can_run = is_recorded, .clear = clear_mark };

static gboolean
can_go_on (RensaCudaStream stream)
{
  const MockOperation *operation = g_queue_peek_head (&stream->operations);

  return operation != NULL && (operation->kind->can_run == NULL || operation->kind->can_run (operation->data));
}

/* Returns TRUE if another stream of the device has unfinished operations that were requested
 * before @operation. */
static gboolean
is_early (RensaCudaStream stream, const MockOperation *operation)
{
  for (guint i = 0; i < streams->len; i++)
    {
      RensaCudaStream other = streams->pdata[i];
      const MockOperation *waiting = g_queue_peek_head (&other->operations);

      if (other != stream && other->device == stream->device && waiting != NULL && waiting->number < operation->number)
        return TRUE;
    }
  return FALSE;
}

/* Finds the next operation of any stream that can run; FALSE if there is none. */
static gboolean
run_one (void)
{
  const guint n = streams != NULL ? streams->len : 0;

  if (mock_random (OPERATIONS_TO_CHANGE) == 0)
    favourite = mock_random (G_MAXUINT16);

  for (guint i = 0; i < n; i++)
    {
      RensaCudaStream stream = streams->pdata[(favourite + i) % n];

      if (!can_go_on (stream))
        continue;
      MockOperation *operation = g_queue_pop_head (&stream->operations);
      if (operation->kind->arrives && is_early (stream, operation))
        mock_counts.n_early_copies++;
      if (!operation->kind->computes || !mock_options.only_counts)
        operation->kind->run (operation->data);
      mock_operation_unref (operation);
      return TRUE;
    }
  return FALSE;
}

gboolean
mock_is_stream (RensaCudaStream stream)
{
  if (stream != NULL && streams != NULL && g_ptr_array_find (streams, stream, NULL))
    return TRUE;

  mock_report ("a call was given a stream that there is not");
  return FALSE;
}

void
mock_begin_anew (void)
{
  n_asked = 0;
  favourite = mock_random (G_MAXUINT16);
}

RensaCudaStatus
mock_get_status (void)
{
  return mock_options.lost_after > 0 && n_asked >= mock_options.lost_after ? RENSA_CUDA_ERROR_LAUNCH_FAILED
                                                                           : RENSA_CUDA_SUCCESS;
}

int
mock_stream_get_device (RensaCudaStream stream)
{
  return mock_is_stream (stream) ? stream->device : -1;
}

gboolean
mock_is_captured (RensaCudaStream stream)
{
  return mock_is_stream (stream) && stream->capture != NULL;
}

/* Invalidates the capture. */
static RensaCudaStatus
spoil (RensaCudaStream stream, const char *call)
{
  mock_report ("%s was called while a stream is captured", call);
  stream->is_spoilt = TRUE;
  return RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

gboolean
mock_check_capture (const char *call)
{
  for (guint i = 0; streams != NULL && i < streams->len; i++)
    {
      RensaCudaStream stream = streams->pdata[i];

      if (stream->capture != NULL
          && (stream->mode == RENSA_CUDA_STREAM_CAPTURE_MODE_GLOBAL
              || (stream->mode == RENSA_CUDA_STREAM_CAPTURE_MODE_THREAD_LOCAL && stream->thread == g_thread_self ())))
        {
          spoil (stream, call);
          return FALSE;
        }
    }
  return TRUE;
}

RensaCudaStatus
mock_capture_begin (RensaCudaStream stream, int mode)
{
  if (!mock_is_stream (stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  if (stream->capture != NULL)
    return spoil (stream, "cuStreamBeginCapture");
  if (mock_options.refuses_capture || mock_get_status () != RENSA_CUDA_SUCCESS)
    return mock_options.refuses_capture ? RENSA_CUDA_ERROR_NOT_SUPPORTED : mock_get_status ();

  stream->capture = mock_graph_new ();
  stream->mode = mode;
  stream->thread = g_thread_self ();
  stream->is_spoilt = FALSE;
  return RENSA_CUDA_SUCCESS;
}

RensaCudaStatus
mock_capture_end (RensaCudaStream stream, RensaCudaGraph *graph)
{
  if (!mock_is_captured (stream))
    {
      mock_report ("cuStreamEndCapture: the stream is not captured");
      return RENSA_CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    }
  if (stream->mode != RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED && stream->thread != g_thread_self ())
    {
      mock_report ("cuStreamEndCapture: another thread began the capture");
      return RENSA_CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    }

  *graph = g_steal_pointer (&stream->capture);
  return stream->is_spoilt ? RENSA_CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : mock_get_status ();
}

RensaCudaStatus
mock_enqueue (RensaCudaStream stream, const MockKind *kind, gpointer data)
{
  MockOperation *operation = g_new (MockOperation, 1);
  RensaCudaStatus status = RENSA_CUDA_ERROR_INVALID_VALUE;

  *operation = (MockOperation){ 1, kind, data };
  if (kind->check == NULL || kind->check (data))
    status = mock_enqueue_operation (stream, operation);
  mock_operation_unref (operation);
  return status;
}

RensaCudaStatus
mock_enqueue_operation (RensaCudaStream stream, MockOperation *operation)
{
  n_asked++;
  if (!mock_is_stream (stream) || mock_get_status () != RENSA_CUDA_SUCCESS)
    return mock_get_status () != RENSA_CUDA_SUCCESS ? mock_get_status () : RENSA_CUDA_ERROR_INVALID_VALUE;
  if (stream->capture != NULL)
    {
      mock_graph_add (stream->capture, operation);
      return stream->is_spoilt ? RENSA_CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : RENSA_CUDA_SUCCESS;
    }

  operation->number = n_asked;
  g_queue_push_tail (&stream->operations, mock_operation_ref (operation));
  if (mock_random (CALLS_TO_PROGRESS) == 0)
    {
      mock_memory_open ();
      for (guint n = 1 + mock_random (MOST_AT_ONCE); n > 0 && run_one (); n--)
        ;
      mock_memory_close ();
    }
  return RENSA_CUDA_SUCCESS;
}

RensaCudaStatus
mock_stream_new (int device, RensaCudaStream *stream)
{
  *stream = g_new0 (struct RensaCudaStream_, 1);
  (*stream)->device = device;
  g_queue_init (&(*stream)->operations);
  if (streams == NULL)
    streams = g_ptr_array_new ();
  g_ptr_array_add (streams, *stream);
  return RENSA_CUDA_SUCCESS;
}

RensaCudaStatus
mock_stream_finish (RensaCudaStream stream)
{
  mock_counts.n_synchronizations++;
  mock_counts.n_idle_waits++;
  if (!mock_is_stream (stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  if (stream->capture != NULL)
    return spoil (stream, "cuStreamSynchronize");

  mock_memory_open ();
  while (!g_queue_is_empty (&stream->operations))
    if (!run_one ())
      {
        mock_report ("a stream waits for what nobody will do");
        break;
      }
  mock_memory_close ();
  return mock_get_status ();
}

RensaCudaStatus
mock_stream_free (RensaCudaStream stream)
{
  const RensaCudaStatus status = mock_stream_finish (stream);

  if (status == RENSA_CUDA_SUCCESS)
    {
      g_ptr_array_remove (streams, stream);
      g_free (stream);
    }
  return status;
}

void
mock_finish_all (void)
{
  mock_memory_open ();
  while (run_one ())
    ;
  mock_memory_close ();
}

RensaCudaStatus
mock_event_new (int device, RensaCudaEvent *event)
{
  *event = g_new0 (struct RensaCudaEvent_, 1);
  (*event)->device = device;
  (*event)->ref_count = 1;
  return RENSA_CUDA_SUCCESS;
}

RensaCudaStatus
mock_event_free (RensaCudaEvent event)
{
  event_unref (event);
  return RENSA_CUDA_SUCCESS;
}

static Mark *
mark_new (RensaCudaEvent event)
{
  Mark *mark = g_new (Mark, 1);

  event->ref_count++;
  *mark = (Mark){ event, event->n_recorded };
  return mark;
}

RensaCudaStatus
mock_event_record (RensaCudaEvent event, RensaCudaStream stream)
{
  if (mock_is_stream (stream) && stream->device != event->device)
    {
      mock_report ("cuEventRecord: the event is of mock:%d, the stream of mock:%d", event->device, stream->device);
      return RENSA_CUDA_ERROR_INVALID_VALUE;
    }
  event->is_captured = mock_is_captured (stream);
  if (event->is_captured)
    return RENSA_CUDA_SUCCESS;

  event->n_recorded++;
  event->n_before = count_work ();
  const RensaCudaStatus status = mock_enqueue (stream, &record_kind, mark_new (event));
  /* No stream waits for an event that could not be recorded. */
  event->n_recorded -= status != RENSA_CUDA_SUCCESS;
  return status;
}

/* An event that was never recorded is not waited for. The mock does not support events that draw
 * a second stream into a capture. */
RensaCudaStatus
mock_event_wait (RensaCudaStream stream, RensaCudaEvent event)
{
  if (event->is_captured != mock_is_captured (stream))
    {
      mock_report ("cuStreamWaitEvent: either the event or the stream belongs to a capture, and the other does not");
      return RENSA_CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
  return event->is_captured ? RENSA_CUDA_SUCCESS : mock_enqueue (stream, &wait_kind, mark_new (event));
}

static gboolean
check_event (RensaCudaEvent event, const char *call)
{
  if (event->is_captured)
    mock_report ("%s: the event was recorded in a capture", call);
  return !event->is_captured && mock_check_capture (call);
}

RensaCudaStatus
mock_event_query (RensaCudaEvent event)
{
  if (!check_event (event, "cuEventQuery"))
    return RENSA_CUDA_ERROR_CAPTURED_EVENT;
  if (event->n_done < event->n_recorded)
    {
      mock_memory_open ();
      run_one ();
      mock_memory_close ();
    }
  return event->n_done >= event->n_recorded ? mock_get_status () : RENSA_CUDA_ERROR_NOT_READY;
}

RensaCudaStatus
mock_event_finish (RensaCudaEvent event)
{
  mock_counts.n_synchronizations++;
  mock_counts.n_idle_waits += event->n_before == count_work ();
  if (!check_event (event, "cuEventSynchronize"))
    return RENSA_CUDA_ERROR_CAPTURED_EVENT;
  mock_memory_open ();
  while (event->n_done < event->n_recorded && run_one ())
    ;
  mock_memory_close ();
  return mock_get_status ();
}
