/* mock-graph.c: graphs of the operations requested from a stream during capture.
 *
 * A graph is a chain, since the operations of one stream follow each other. Each launch requests
 * them from the stream again, so that operations of other streams may be interleaved.
 * SPDX-License-Identifier: MIT */

#include "mock-private.h"

struct RensaCudaGraph_
{
  GPtrArray *operations; /* MockOperation */
};

struct RensaCudaGraphExec_
{
  GPtrArray *operations;
};

/* Existing graphs of both kinds. */
static GHashTable *graphs;

static void
operation_free (gpointer operation)
{
  mock_operation_unref (operation);
}

static gpointer
note (gpointer graph)
{
  if (graphs == NULL)
    graphs = g_hash_table_new (NULL, NULL);
  g_hash_table_add (graphs, graph);
  return graph;
}

static gboolean
is_there (gconstpointer graph, const char *call)
{
  if (graphs != NULL && g_hash_table_contains (graphs, graph))
    return TRUE;

  mock_report ("%s was given a graph that there is not", call);
  return FALSE;
}

RensaCudaGraph
mock_graph_new (void)
{
  RensaCudaGraph graph = g_new (struct RensaCudaGraph_, 1);

  graph->operations = g_ptr_array_new_with_free_func (operation_free);
  return note (graph);
}

void
mock_graph_add (RensaCudaGraph graph, MockOperation *operation)
{
  g_ptr_array_add (graph->operations, mock_operation_ref (operation));
}

static void
graph_free (RensaCudaGraph graph)
{
  g_hash_table_remove (graphs, graph);
  g_ptr_array_unref (graph->operations);
  g_free (graph);
}

static RensaCudaStatus
begin_capture (RensaCudaStream stream, int mode)
{
  LOCKED;

  return mock_capture_begin (stream, mode);
}

/* An invalidated capture has no graph. */
static RensaCudaStatus
end_capture (RensaCudaStream stream, RensaCudaGraph *graph)
{
  LOCKED;

  *graph = NULL;
  const RensaCudaStatus status = mock_capture_end (stream, graph);
  if (status != RENSA_CUDA_SUCCESS)
    g_clear_pointer (graph, graph_free);
  return status;
}

static RensaCudaStatus
get_nodes (RensaCudaGraph graph, RensaCudaGraphNode *nodes, gsize *n_nodes)
{
  LOCKED;

  if (!is_there (graph, "cuGraphGetNodes"))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  *n_nodes = graph->operations->len;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
destroy_graph (RensaCudaGraph graph)
{
  LOCKED;

  if (!is_there (graph, "cuGraphDestroy"))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  graph_free (graph);
  return RENSA_CUDA_SUCCESS;
}

/* Later changes of the graph do not affect the executable one. */
static void
take_over (RensaCudaGraphExec executable, RensaCudaGraph graph)
{
  executable->operations = g_ptr_array_new_with_free_func (operation_free);
  for (guint i = 0; i < graph->operations->len; i++)
    g_ptr_array_add (executable->operations, mock_operation_ref (graph->operations->pdata[i]));
}

static RensaCudaStatus
instantiate (RensaCudaGraphExec *executable, RensaCudaGraph graph, unsigned long long flags)
{
  LOCKED;

  if (!is_there (graph, "cuGraphInstantiate"))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  if (mock_get_status () != RENSA_CUDA_SUCCESS)
    return mock_get_status ();
  *executable = note (g_new (struct RensaCudaGraphExec_, 1));
  take_over (*executable, graph);
  return RENSA_CUDA_SUCCESS;
}

static gboolean
is_alike (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (((const MockOperation *) a->pdata[i])->kind != ((const MockOperation *) b->pdata[i])->kind)
      return FALSE;

  return TRUE;
}

static RensaCudaStatus
update (RensaCudaGraphExec executable, RensaCudaGraph graph, RensaCudaGraphUpdate *info)
{
  LOCKED;

  if (!is_there (executable, "cuGraphExecUpdate") || !is_there (graph, "cuGraphExecUpdate"))
    return RENSA_CUDA_ERROR_INVALID_VALUE;

  *info = (RensaCudaGraphUpdate){ .result = RENSA_CUDA_GRAPH_EXEC_UPDATE_SUCCESS };
  if (mock_get_status () != RENSA_CUDA_SUCCESS)
    return mock_get_status ();
  if (!is_alike (executable->operations, graph->operations))
    {
      info->result = RENSA_CUDA_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
      return RENSA_CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    }
  g_ptr_array_unref (executable->operations);
  take_over (executable, graph);
  return RENSA_CUDA_SUCCESS;
}

/* Memory may have been freed since the capture. */
static gboolean
check (RensaCudaGraphExec executable)
{
  for (guint i = 0; i < executable->operations->len; i++)
    {
      const MockOperation *operation = executable->operations->pdata[i];

      if (operation->kind->check != NULL && !operation->kind->check (operation->data))
        return FALSE;
    }
  return TRUE;
}

static RensaCudaStatus
launch (RensaCudaGraphExec executable, RensaCudaStream stream)
{
  RensaCudaStatus status = RENSA_CUDA_SUCCESS;
  LOCKED;

  if (!is_there (executable, "cuGraphLaunch") || mock_is_captured (stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  mock_counts.n_graphs++;
  mock_counts.n_in_graphs += executable->operations->len;
  if (mock_is_failing_launch ())
    return RENSA_CUDA_ERROR_LAUNCH_FAILED;
  if (!check (executable))
    return RENSA_CUDA_ERROR_INVALID_VALUE;

  for (guint i = 0; status == RENSA_CUDA_SUCCESS && i < executable->operations->len; i++)
    status = mock_enqueue_operation (stream, executable->operations->pdata[i]);
  return status;
}

static RensaCudaStatus
destroy_executable (RensaCudaGraphExec executable)
{
  LOCKED;

  if (!is_there (executable, "cuGraphExecDestroy"))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  g_hash_table_remove (graphs, executable);
  g_ptr_array_unref (executable->operations);
  g_free (executable);
  return RENSA_CUDA_SUCCESS;
}

void
mock_fill_graph (RensaCudaApi *api)
{
  api->cuStreamBeginCapture_v2 = begin_capture;
  api->cuStreamEndCapture = end_capture;
  api->cuGraphGetNodes = get_nodes;
  api->cuGraphDestroy = destroy_graph;
  api->cuGraphInstantiateWithFlags = instantiate;
  api->cuGraphExecUpdate_v2 = update;
  api->cuGraphLaunch = launch;
  api->cuGraphExecDestroy = destroy_executable;
}
