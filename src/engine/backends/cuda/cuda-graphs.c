/* cuda-graphs.c: the device operations of an iteration, as graphs.
 *
 * An iteration of training runs nearly the same operations as the previous one. So the stream is
 * captured instead of started until a result is needed or the iteration ends, and the whole capture
 * is then launched at once:
 *
 *   iteration     | upload | call call call … call | download | call call |
 *   segment            0               1                 2          3
 *   on the stream   directly         graph           directly   directly
 *
 * The graph of this iteration updates the executable graph of an earlier iteration, so addresses
 * and numbers are always the current ones. A segment is captured only if it had the same number of
 * calls in each of the last two iterations: a segment whose length changes would have to be
 * instantiated each time, and in the first iterations libraries load code and allocate memory.
 * SPDX-License-Identifier: MIT */

#include "cuda-graphs.h"

#include "cuda-lists.h"

#define FEWEST_CALLS 4 /* minimum for which a graph pays off */
#define MAX_SEGMENTS 16
#define MAX_EXECUTABLES 8

typedef struct
{
  guint n_calls; /* number of calls in the last iteration */
  gboolean repeats;
} Segment;

typedef struct
{
  RensaCudaGraphExec graph; /* NULL in a free slot */
  guint segment;
  gsize n_nodes;
  guint64 last_used;
} Executable;

struct _RensaCudaGraphs
{
  GMutex lock;
  gboolean is_off;
  gboolean is_iterating;
  gboolean is_capturing;
  guint segment; /* current segment of the iteration, and the number of calls in it */
  guint n_calls;
  Segment segments[MAX_SEGMENTS];
  Executable executables[MAX_EXECUTABLES];
  guint64 n_launched;
  GArray *unused;  /* RensaCudaPointer: memory returned to the driver after the launch */
  GError *failure; /* until it can be reported */
};

/* Device of this thread's current iteration. */
static _Thread_local RensaCudaDevice *iterating;

void
rensa_cuda_make_graphs (RensaCudaDevice *device)
{
  RensaCudaGraphs *self = g_new0 (RensaCudaGraphs, 1);

  g_mutex_init (&self->lock);
  self->unused = g_array_new (FALSE, FALSE, sizeof (RensaCudaPointer));
  /* For debugging, each call can be a separate launch. */
  self->is_off = g_strcmp0 (g_getenv ("RENSA_CUDA_GRAPHS"), "0") == 0;
  device->graphs = self;
}

/* Called before the first iteration. */
void
rensa_cuda_free_graphs (RensaCudaDevice *device)
{
  g_mutex_clear (&device->graphs->lock);
  g_array_unref (device->graphs->unused);
  g_clear_pointer (&device->graphs, g_free);
}

/* After any failure: continue without graphs. */
static void
turn_off (RensaCudaDevice *device, const char *reason)
{
  device->graphs->is_off = TRUE;
  g_debug ("device %s goes on without graphs: %s", device->base.name, reason);
}

static gboolean
is_worth_a_graph (const RensaCudaGraphs *self)
{
  return !self->is_off && self->segment < MAX_SEGMENTS && self->segments[self->segment].repeats
         && self->segments[self->segment].n_calls >= FEWEST_CALLS;
}

/* Any thread may end the capture, and the libraries may allocate memory meanwhile. */
static void
begin_capture (RensaCudaDevice *device)
{
  g_autoptr (GError) error = NULL;

  device->graphs->is_capturing =
      RENSA_CUDA_CALL (device, cuStreamBeginCapture_v2, &error, device->stream, RENSA_CUDA_STREAM_CAPTURE_MODE_RELAXED);
  if (error != NULL)
    turn_off (device, error->message);
}

/* Returns the executable of this segment with the same number of nodes, or the least recently used one. */
static Executable *
find_executable (RensaCudaGraphs *self, gsize n_nodes)
{
  Executable *oldest = self->executables;

  for (guint i = 0; i < MAX_EXECUTABLES; i++)
    {
      Executable *executable = &self->executables[i];

      if (executable->graph != NULL && executable->segment == self->segment && executable->n_nodes == n_nodes)
        return executable;
      if (executable->last_used < oldest->last_used)
        oldest = executable;
    }
  return oldest;
}

/* A running graph completes before it is freed. */
static gboolean
instantiate (RensaCudaDevice *device, Executable *executable, RensaCudaGraph graph, GError **error)
{
  if (executable->graph != NULL)
    device->api->cuGraphExecDestroy (executable->graph);
  executable->graph = NULL;
  return RENSA_CUDA_CALL (device, cuGraphInstantiateWithFlags, error, &executable->graph, graph, 0);
}

static gboolean
update (RensaCudaDevice *device, Executable *executable, RensaCudaGraph graph)
{
  RensaCudaGraphUpdate why_not;

  return executable->graph != NULL
         && device->api->cuGraphExecUpdate_v2 (executable->graph, graph, &why_not) == RENSA_CUDA_SUCCESS;
}

/* Returns an executable graph for @graph; NULL with an error. */
static Executable *
make_executable (RensaCudaDevice *device, RensaCudaGraph graph, gsize n_nodes, GError **error)
{
  RensaCudaGraphs *self = device->graphs;
  Executable *executable = find_executable (self, n_nodes);

  if (!update (device, executable, graph) && !instantiate (device, executable, graph, error))
    return NULL;
  *executable = (Executable){ executable->graph, self->segment, n_nodes, ++self->n_launched };
  return executable;
}

/* Launches the captured calls; if that fails, they are lost and cannot be repeated. */
static void
end_capture (RensaCudaDevice *device)
{
  RensaCudaGraphs *self = device->graphs;
  g_autoptr (GError) error = NULL;
  RensaCudaGraph graph = NULL;
  Executable *executable = NULL;
  gsize n_nodes;

  self->is_capturing = FALSE;
  if (RENSA_CUDA_CALL (device, cuStreamEndCapture, &error, device->stream, &graph)
      && RENSA_CUDA_CALL (device, cuGraphGetNodes, &error, graph, NULL, &n_nodes) && n_nodes > 0)
    executable = make_executable (device, graph, n_nodes, &error);
  if (executable != NULL)
    RENSA_CUDA_CALL (device, cuGraphLaunch, &error, executable->graph, device->stream);
  else if (error != NULL)
    turn_off (device, error->message);
  if (graph != NULL)
    device->api->cuGraphDestroy (graph);
  for (guint i = 0; i < self->unused->len; i++)
    device->api->cuMemFree_v2 (g_array_index (self->unused, RensaCudaPointer, i));
  g_array_set_size (self->unused, 0);
  if (self->failure == NULL)
    self->failure = g_steal_pointer (&error);
}

static void
end_segment (RensaCudaDevice *device)
{
  RensaCudaGraphs *self = device->graphs;

  if (self->n_calls == 0)
    return;
  if (self->is_capturing)
    end_capture (device);
  if (self->segment < MAX_SEGMENTS)
    {
      Segment *segment = &self->segments[self->segment];

      *segment = (Segment){ self->n_calls, self->n_calls == segment->n_calls };
    }
  self->segment++;
  self->n_calls = 0;
}

static gboolean
tell_failure (RensaCudaGraphs *self, GError **error)
{
  if (self->failure == NULL)
    return TRUE;
  if (error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->failure));
  return FALSE;
}

void
rensa_cuda_begin_iteration (RensaCudaDevice *device)
{
  RensaCudaGraphs *self = device->graphs;

  g_mutex_lock (&self->lock);
  if (iterating == NULL && !self->is_iterating && !self->is_off)
    {
      iterating = device;
      self->is_iterating = TRUE;
      self->segment = 0;
      self->n_calls = 0;
    }
  g_mutex_unlock (&self->lock);
}

gboolean
rensa_cuda_end_iteration (RensaCudaDevice *device, GError **error)
{
  RensaCudaGraphs *self = device->graphs;
  gboolean ok;

  if (iterating != device)
    return TRUE;

  ok = rensa_cuda_set_context (device, error) && rensa_cuda_run_lists (device, error);
  g_mutex_lock (&self->lock);
  end_segment (device);
  self->is_iterating = FALSE;
  iterating = NULL;
  ok = tell_failure (self, ok ? error : NULL) && ok;
  /* A caller that already has an error does not need this one, nor does the next iteration. */
  g_clear_error (&self->failure);
  g_mutex_unlock (&self->lock);
  return ok;
}

gboolean
rensa_cuda_note_call (RensaCudaDevice *device, GError **error)
{
  RensaCudaGraphs *self = device->graphs;
  gboolean ok;

  if (G_LIKELY (iterating != device && __atomic_load_n (&self->failure, __ATOMIC_ACQUIRE) == NULL))
    return TRUE;

  g_mutex_lock (&self->lock);
  if (iterating == device && self->n_calls++ == 0 && is_worth_a_graph (self))
    begin_capture (device);
  ok = tell_failure (self, error);
  g_mutex_unlock (&self->lock);
  return ok;
}

GMutexLocker *
rensa_cuda_interrupt (RensaCudaDevice *device, GError **error)
{
  RensaCudaGraphs *self = device->graphs;
  g_autoptr (GMutexLocker) locker = NULL;

  if (!rensa_cuda_set_context (device, error) || !rensa_cuda_run_lists (device, error))
    return NULL;

  locker = g_mutex_locker_new (&self->lock);
  end_segment (device);
  return tell_failure (self, error) ? g_steal_pointer (&locker) : NULL;
}

void
rensa_cuda_give_back (RensaCudaDevice *device, RensaCudaPointer memory)
{
  RensaCudaGraphs *self = device->graphs;

  g_mutex_lock (&self->lock);
  if (self->is_capturing)
    g_array_append_val (self->unused, memory);
  else
    device->api->cuMemFree_v2 (memory);
  g_mutex_unlock (&self->lock);
}
