/* mock-nccl.c: a mock of NCCL that checks the calls of each device against those of the others and
 * computes on the host.
 *
 * The calls of a group are performed in an arbitrary order, since no call may depend on another one
 * of the group. Each device marks in its stream that it has reached the call; when all have, the
 * data they send is read, and each of them continues when it has received the result.
 * SPDX-License-Identifier: MIT */

#include "mock-blas.h"

#include <string.h>

#include "rensa-dtype.h"

/* The devices that ncclCommInitAll () connects. */
typedef struct
{
  int ref_count;
  int n;
  gboolean is_aborted;
} Clique;

struct RensaNcclComm_
{
  Clique *clique;
  int rank;
  int device;
};

/* The request to one device. */
typedef struct
{
  const char *name; /* of the call */
  RensaNcclComm comm;
  RensaCudaStream stream;
  const char *from;
  char *to;
  gsize count;
  int type;
  int root;
} Call;

/* The calls of all devices together. */
typedef struct
{
  int ref_count;
  Clique *clique;
  Call *calls; /* by rank */
  int n_arrived;
  char *result; /* NULL until it is computed */
} Collective;

typedef struct
{
  Collective *collective;
  int rank;
} Member;

static GPtrArray *comms;
static _Thread_local int depth;
static _Thread_local GArray *asked; /* Calls since the group began */

static Clique *
clique_ref (Clique *clique)
{
  clique->ref_count++;
  return clique;
}

static void
clique_unref (Clique *clique)
{
  if (--clique->ref_count == 0)
    g_free (clique);
}

static void
collective_unref (Collective *collective)
{
  if (--collective->ref_count > 0)
    return;
  clique_unref (collective->clique);
  g_free (collective->calls);
  g_free (collective->result);
  g_free (collective);
}

static gsize
get_size (int type)
{
  return type == RENSA_NCCL_UINT8                                    ? 1
         : type == RENSA_NCCL_FLOAT16 || type == RENSA_NCCL_BFLOAT16 ? 2
         : type == RENSA_NCCL_FLOAT32                                ? 4
         : type == RENSA_NCCL_FLOAT64                                ? 8
                                                                     : 0;
}

static gboolean
is_reduction (const Call *call)
{
  return strcmp (call->name, "ncclReduce") == 0;
}

/* Adds to element @i of @sum, rounding to its type each time. */
static void
add_element (int type, char *sum, const char *from, gsize i)
{
  if (type == RENSA_NCCL_FLOAT64)
    ((double *) sum)[i] += ((const double *) from)[i];
  else if (type == RENSA_NCCL_FLOAT32)
    ((float *) sum)[i] += ((const float *) from)[i];
  else
    {
      const RensaDtype dtype = type == RENSA_NCCL_FLOAT16 ? RENSA_FLOAT16 : RENSA_BFLOAT16;
      const gint64 at = (gint64) i;

      mock_put_number (dtype, sum, at, mock_get_number (dtype, sum, at) + mock_get_number (dtype, from, at));
    }
}

/* The sum of devices 0 and 1, then of that and device 2, and so on; or the value of the root. */
static void
work_out (Collective *self)
{
  const Call *first = &self->calls[is_reduction (self->calls) ? 0 : self->calls->root];
  const gsize n_bytes = first->count * get_size (first->type);

  self->result = g_malloc (MAX (n_bytes, 1));
  memcpy (self->result, first->from, n_bytes);
  for (int rank = 1; is_reduction (first) && rank < self->clique->n; rank++)
    for (gsize i = 0; i < first->count; i++)
      add_element (first->type, self->result, self->calls[rank].from, i);
}

static gboolean
is_complete (const Collective *self)
{
  return self->n_arrived == self->clique->n;
}

static void
run_arrive (gconstpointer data)
{
  Collective *self = ((Member *) data)->collective;

  self->n_arrived++;
  collective_unref (self);
}

static gboolean
can_leave (gconstpointer data)
{
  const Member *member = data;

  return is_complete (member->collective) || member->collective->clique->is_aborted;
}

static void
run_leave (gconstpointer data)
{
  Collective *self = ((Member *) data)->collective;
  const Call *call = &self->calls[((Member *) data)->rank];

  if (is_complete (self) && self->result == NULL)
    work_out (self);
  if (is_complete (self) && (!is_reduction (call) || call->comm->rank == call->root))
    memcpy (call->to, self->result, call->count * get_size (call->type));
  collective_unref (self);
}

static const MockKind arrive_kind = { run_arrive };
static const MockKind leave_kind = { run_leave, .can_run = can_leave };

static gpointer
member_new (Collective *collective, int rank)
{
  Member *member = g_new (Member, 1);

  *member = (Member){ collective, rank };
  return member;
}

/* Calls that could not be made are not waited for once the communicators are aborted. */
static RensaCudaStatus
enqueue (Collective *self)
{
  const int n = self->clique->n;
  int n_failed = 0;

  for (int rank = 0; rank < n; rank++)
    {
      RensaCudaStream stream = self->calls[rank].stream;

      if (mock_enqueue (stream, &arrive_kind, member_new (self, rank)) != RENSA_CUDA_SUCCESS)
        n_failed++;
      if (mock_enqueue (stream, &leave_kind, member_new (self, rank)) != RENSA_CUDA_SUCCESS)
        n_failed++;
    }
  for (int i = 0; i < n_failed; i++)
    collective_unref (self);
  return n_failed > 0 ? RENSA_NCCL_UNHANDLED_CUDA_ERROR : RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus G_GNUC_PRINTF (1, 2) refuse (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  mock_report ("%s", text);
  return RENSA_NCCL_INVALID_USAGE;
}

static gboolean
is_comm (RensaNcclComm comm)
{
  return comm != NULL && comms != NULL && g_ptr_array_find (comms, comm, NULL);
}

static gboolean
check_memory (const Call *call)
{
  const gsize n_bytes = call->count * get_size (call->type);
  const gboolean receives = !is_reduction (call) || call->comm->rank == call->root;
  const gboolean sends = is_reduction (call) || call->comm->rank == call->root;
  const gsize between = (gsize) ABS (call->to - call->from);

  if (sends && receives && between > 0 && between < n_bytes)
    {
      mock_report ("%s: what is sent and what is received overlap", call->name);
      return FALSE;
    }
  return (!sends
          || mock_check_range (call->name, call->comm->device, (RensaCudaPointer) (guintptr) call->from, n_bytes))
         && (!receives
             || mock_check_range (call->name, call->comm->device, (RensaCudaPointer) (guintptr) call->to, n_bytes));
}

static RensaCudaStatus
ask (const Call *call)
{
  if (!is_comm (call->comm))
    return refuse ("%s was given a communicator that there is not", call->name);
  if (depth == 0 && call->comm->clique->n > 1)
    return refuse ("%s was called outside of a group: the thread would wait for devices that it has not asked yet",
                   call->name);
  if (mock_stream_get_device (call->stream) != call->comm->device)
    return refuse ("%s was given a stream of mock:%d with the communicator of mock:%d", call->name,
                   mock_stream_get_device (call->stream), call->comm->device);
  if (mock_is_captured (call->stream))
    return refuse ("%s was called while a stream is captured, which the stand-in does not do", call->name);
  if (get_size (call->type) == 0 || (is_reduction (call) && call->type == RENSA_NCCL_UINT8) || call->root < 0
      || call->root >= call->comm->clique->n)
    return refuse ("%s was given type %d and root %d", call->name, call->type, call->root);
  if (!check_memory (call))
    return RENSA_NCCL_INVALID_ARGUMENT;

  g_array_append_vals (asked, call, 1);
  return RENSA_CUDA_SUCCESS;
}

/* Requests of one device, in order. */
static GPtrArray *
list_calls (const Clique *clique, int rank)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < asked->len; i++)
    {
      Call *call = &g_array_index (asked, Call, i);

      if (call->comm->clique == clique && call->comm->rank == rank)
        g_ptr_array_add (list, call);
    }
  return list;
}

static gboolean
check_pair (const Call *first, const Call *call)
{
  if (call->name == first->name && call->count == first->count && call->type == first->type
      && call->root == first->root)
    return TRUE;
  mock_report ("mock:%d and mock:%d do not ask for the same: %s of %" G_GSIZE_FORMAT
               " elements of type %d with root %d, "
               "and %s of %" G_GSIZE_FORMAT " of type %d with root %d",
               first->comm->device, call->comm->device, first->name, first->count, first->type, first->root, call->name,
               call->count, call->type, call->root);
  return FALSE;
}

static Collective *
collective_new (Clique *clique, GPtrArray *const *calls, guint i)
{
  Collective *self = g_new0 (Collective, 1);

  self->ref_count = 2 * clique->n; /* one operation each for reaching and leaving the call */
  self->clique = clique_ref (clique);
  self->calls = g_new (Call, clique->n);
  for (int rank = 0; rank < clique->n; rank++)
    self->calls[rank] = *(const Call *) calls[rank]->pdata[i];
  return self;
}

/* Performs them in any order. */
static RensaCudaStatus
enqueue_all (Clique *clique, GPtrArray *const *calls)
{
  const guint n = calls[0]->len;
  g_autofree guint *order = g_new (guint, n + 1);
  RensaCudaStatus status = RENSA_CUDA_SUCCESS;

  for (guint i = 0; i < n; i++)
    {
      const guint place = mock_random (i + 1);

      order[i] = order[place];
      order[place] = i;
    }
  for (guint i = 0; status == RENSA_CUDA_SUCCESS && i < n; i++)
    {
      mock_counts.n_collectives++;
      status = enqueue (collective_new (clique, calls, order[i]));
    }
  return status;
}

static gboolean
check_calls (const Clique *clique, GPtrArray *const *calls)
{
  for (int rank = 1; rank < clique->n; rank++)
    {
      if (calls[rank]->len != calls[0]->len)
        {
          mock_report (
              "device %d of a group of %d is asked for %u exchanges, device 0 for %u: they would wait for ever", rank,
              clique->n, calls[rank]->len, calls[0]->len);
          return FALSE;
        }
      for (guint i = 0; i < calls[0]->len; i++)
        if (!check_pair (calls[0]->pdata[i], calls[rank]->pdata[i]))
          return FALSE;
    }
  return TRUE;
}

static RensaCudaStatus
begin (Clique *clique)
{
  g_autofree GPtrArray **calls = g_new (GPtrArray *, clique->n);
  RensaCudaStatus status;

  for (int rank = 0; rank < clique->n; rank++)
    calls[rank] = list_calls (clique, rank);
  status = check_calls (clique, calls) ? enqueue_all (clique, calls) : RENSA_NCCL_INVALID_USAGE;
  for (int rank = 0; rank < clique->n; rank++)
    g_ptr_array_unref (calls[rank]);
  return status;
}

static RensaCudaStatus
group_start (void)
{
  if (depth++ == 0)
    asked = g_array_new (FALSE, FALSE, sizeof (Call));
  return RENSA_CUDA_SUCCESS;
}

/* The context of the thread afterwards is unspecified. */
static RensaCudaStatus
group_end (void)
{
  LOCKED;
  RensaCudaStatus status = RENSA_CUDA_SUCCESS;
  g_autoptr (GPtrArray) begun = g_ptr_array_new ();

  if (depth == 0)
    return refuse ("ncclGroupEnd was called without ncclGroupStart");
  if (--depth > 0)
    return RENSA_CUDA_SUCCESS;
  for (guint i = 0; i < asked->len; i++)
    {
      Clique *clique = g_array_index (asked, Call, i).comm->clique;

      if (status != RENSA_CUDA_SUCCESS || g_ptr_array_find (begun, clique, NULL))
        continue;
      status = begin (clique);
      g_ptr_array_add (begun, clique);
    }
  g_clear_pointer (&asked, g_array_unref);
  mock_set_device ((int) mock_random (MOCK_N_DEVICES));
  return status;
}

static RensaCudaStatus
reduce (const void *from, void *to, gsize count, int type, int operation, int root, RensaNcclComm comm,
        RensaCudaStream stream)
{
  LOCKED;

  if (operation != RENSA_NCCL_SUM)
    return refuse ("ncclReduce was given operation %d", operation);
  return ask (&(Call){ "ncclReduce", comm, stream, from, to, count, type, root });
}

static RensaCudaStatus
broadcast (const void *from, void *to, gsize count, int type, int root, RensaNcclComm comm, RensaCudaStream stream)
{
  LOCKED;

  return ask (&(Call){ "ncclBroadcast", comm, stream, from, to, count, type, root });
}

static RensaCudaStatus
init_all (RensaNcclComm *made, int n, const int *devices)
{
  LOCKED;
  Clique *clique = g_new0 (Clique, 1);

  if (comms == NULL)
    comms = g_ptr_array_new ();
  clique->n = n;
  for (int rank = 0; rank < n; rank++)
    {
      if (devices[rank] < 0 || devices[rank] >= MOCK_N_DEVICES || (rank > 0 && devices[rank] == devices[rank - 1]))
        return refuse ("ncclCommInitAll was given device %d as number %d", devices[rank], rank);
      made[rank] = g_new (struct RensaNcclComm_, 1);
      *made[rank] = (struct RensaNcclComm_){ clique_ref (clique), rank, devices[rank] };
      g_ptr_array_add (comms, made[rank]);
    }
  mock_set_device (devices[mock_random ((guint32) n)]);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
abort_comm (RensaNcclComm comm)
{
  LOCKED;

  if (!is_comm (comm))
    return refuse ("ncclCommAbort was given a communicator that there is not");
  comm->clique->is_aborted = TRUE;
  mock_finish_all ();
  g_ptr_array_remove (comms, comm);
  clique_unref (comm->clique);
  g_free (comm);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_async_error (RensaNcclComm comm, RensaCudaStatus *status)
{
  LOCKED;

  if (!is_comm (comm))
    return refuse ("ncclCommGetAsyncError was given a communicator that there is not");
  *status = mock_get_status () == RENSA_CUDA_SUCCESS ? RENSA_CUDA_SUCCESS : RENSA_NCCL_UNHANDLED_CUDA_ERROR;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_version (int *version)
{
  *version = 22809;
  return RENSA_CUDA_SUCCESS;
}

static const char *
get_error_string (RensaCudaStatus status)
{
  return status == RENSA_NCCL_UNHANDLED_CUDA_ERROR ? "unhandled cuda error"
         : status == RENSA_NCCL_INVALID_ARGUMENT   ? "invalid argument"
                                                   : "invalid usage";
}

void
mock_fill_nccl (RensaCudaApi *api)
{
  api->ncclGetVersion = get_version;
  api->ncclGetErrorString = get_error_string;
  api->ncclCommInitAll = init_all;
  api->ncclCommAbort = abort_comm;
  api->ncclCommGetAsyncError = get_async_error;
  api->ncclGroupStart = group_start;
  api->ncclGroupEnd = group_end;
  api->ncclReduce = reduce;
  api->ncclBroadcast = broadcast;
}

void
rensa_mock_remove_nccl (RensaCudaApi *api)
{
#define REMOVE(type, name, arguments) api->name = NULL;
  RENSA_NCCL_CALLS (REMOVE)
#undef REMOVE
}
