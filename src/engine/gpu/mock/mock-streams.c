/* mock-streams.c: what streams are asked for is done later, in an order that nobody should count on.
 * SPDX-License-Identifier: MIT */

#include "mock-private.h"

/* Of so many calls, about one lets some operations run; opening the memory takes longer than most of them. */
#define CALLS_TO_PROGRESS 32
#define MOST_AT_ONCE 64

struct RensaCudaStream_
{
  int device;
  GQueue operations; /* MockOperation */
};

struct RensaCudaEvent_
{
  int device;
  int ref_count;
  guint64 n_recorded; /* asked for */
  guint64 n_done;
};

/* What is recorded, or waited for. */
typedef struct
{
  RensaCudaEvent event;
  guint64 number;
} Mark;

static GPtrArray *streams;
static guint64 n_asked;

static void
event_unref (RensaCudaEvent event)
{
  if (--event->ref_count == 0)
    g_free (event);
}

static void
run_record (gpointer data)
{
  const Mark *mark = data;

  mark->event->n_done = MAX (mark->event->n_done, mark->number);
  event_unref (mark->event);
}

static gboolean
is_recorded (gconstpointer data)
{
  const Mark *mark = data;

  return mark->event->n_done >= mark->number;
}

static void
run_wait (gpointer data)
{
  event_unref (((const Mark *) data)->event);
}

static gboolean
can_go_on (RensaCudaStream stream)
{
  const MockOperation *operation = g_queue_peek_head (&stream->operations);

  return operation != NULL && (operation->can_run == NULL || operation->can_run (operation->data));
}

/* The next operation of some stream that can go on; FALSE where there is none. */
static gboolean
run_one (void)
{
  const guint n = streams != NULL ? streams->len : 0;
  const guint first = n > 0 ? mock_random (n) : 0;

  for (guint i = 0; i < n; i++)
    {
      RensaCudaStream stream = streams->pdata[(first + i) % n];

      if (!can_go_on (stream))
        continue;
      MockOperation *operation = g_queue_pop_head (&stream->operations);
      operation->run (operation->data);
      g_free (operation->data);
      g_free (operation);
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_stream (RensaCudaStream stream)
{
  if (stream != NULL && streams != NULL && g_ptr_array_find (streams, stream, NULL))
    return TRUE;

  mock_report ("a call was given a stream that there is not");
  return FALSE;
}

void
mock_count_anew (void)
{
  n_asked = 0;
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
  return is_stream (stream) ? stream->device : -1;
}

RensaCudaStatus
mock_enqueue (RensaCudaStream stream, void (*run) (gpointer data), gpointer data)
{
  return mock_enqueue_when (stream, NULL, run, data);
}

RensaCudaStatus
mock_enqueue_when (RensaCudaStream stream, gboolean (*can_run) (gconstpointer data), void (*run) (gpointer data),
                   gpointer data)
{
  MockOperation *operation;

  n_asked++;
  if (!is_stream (stream) || mock_get_status () != RENSA_CUDA_SUCCESS)
    {
      g_free (data);
      return mock_get_status () != RENSA_CUDA_SUCCESS ? mock_get_status () : RENSA_CUDA_ERROR_INVALID_VALUE;
    }

  operation = g_new (MockOperation, 1);
  *operation = (MockOperation){ can_run, run, data };
  g_queue_push_tail (&stream->operations, operation);
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
  if (!is_stream (stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;

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
  if (is_stream (stream) && stream->device != event->device)
    {
      mock_report ("cuEventRecord: the event is of mock:%d, the stream of mock:%d", event->device, stream->device);
      return RENSA_CUDA_ERROR_INVALID_VALUE;
    }
  event->n_recorded++;
  return mock_enqueue (stream, run_record, mark_new (event));
}

/* One that was never recorded is not waited for. */
RensaCudaStatus
mock_event_wait (RensaCudaStream stream, RensaCudaEvent event)
{
  return mock_enqueue_when (stream, is_recorded, run_wait, mark_new (event));
}

RensaCudaStatus
mock_event_query (RensaCudaEvent event)
{
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
  mock_memory_open ();
  while (event->n_done < event->n_recorded && run_one ())
    ;
  mock_memory_close ();
  return mock_get_status ();
}
