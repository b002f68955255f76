/* mock-driver.c: the driver's calls, answered without a device.
 * SPDX-License-Identifier: MIT */

#include "mock-private.h"

#include <string.h>

#include "gpu/args.h"

struct RensaCudaContext_
{
  int device;
};

RensaMockCounts mock_counts;
RensaMockOptions mock_options;
GRecMutex mock_lock;

static struct RensaCudaContext_ contexts[MOCK_N_DEVICES] = { { 0 }, { 1 } };
static _Thread_local RensaCudaContext context;
static void (*report_mistake) (const char *text);
static guint64 random_state = 1;

void
mock_report (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (report_mistake == NULL)
    g_error ("the stand-in for a GPU: %s", text);
  report_mistake (text);
}

/* Marsaglia's xorshift64*. */
guint32
mock_random (guint32 bound)
{
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return (guint32) ((random_state * G_GUINT64_CONSTANT (0x2545F4914F6CDD1D) >> 32) % bound);
}

void
rensa_mock_set_options (const RensaMockOptions *options)
{
  g_rec_mutex_lock (&mock_lock);
  mock_finish_all ();
  mock_options = *options;
  mock_count_anew ();
  random_state = options->seed * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) + 1;
  g_rec_mutex_unlock (&mock_lock);
}

void
rensa_mock_get_counts (RensaMockCounts *counts)
{
  *counts = mock_counts;
}

void
rensa_mock_set_report (void (*report) (const char *text))
{
  report_mistake = report;
}

/* Every call from here on holds the lock until its end. */
#define LOCKED g_autoptr (GRecMutexLocker) locker G_GNUC_UNUSED = g_rec_mutex_locker_new (&mock_lock)

static RensaCudaStatus
init (unsigned flags)
{
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_version (int *version)
{
  *version = 13000;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_error_string (RensaCudaStatus status, const char **text)
{
  *text = status == RENSA_CUDA_ERROR_OUT_OF_MEMORY   ? "out of memory"
          : status == RENSA_CUDA_ERROR_LAUNCH_FAILED ? "unspecified launch failure"
          : status == RENSA_CUDA_ERROR_INVALID_VALUE ? "invalid argument"
          : status == RENSA_CUDA_ERROR_NOT_FOUND     ? "named symbol not found"
          : status == RENSA_CUDA_ERROR_NOT_SUPPORTED ? "operation not supported"
                                                     : "unknown error";
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_count (int *count)
{
  *count = MOCK_N_DEVICES;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_device (RensaCudaDeviceNumber *device, int ordinal)
{
  *device = ordinal;
  return ordinal < MOCK_N_DEVICES ? RENSA_CUDA_SUCCESS : RENSA_CUDA_ERROR_INVALID_DEVICE;
}

static RensaCudaStatus
get_name (char *name, int length, RensaCudaDeviceNumber device)
{
  g_strlcpy (name, "Stand-in on the host", length);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_attribute (int *value, int attribute, RensaCudaDeviceNumber device)
{
  *value = attribute == RENSA_CUDA_ATTRIBUTE_N_MULTIPROCESSORS ? 2 : attribute == RENSA_CUDA_ATTRIBUTE_MAJOR ? 9 : 0;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
retain_context (RensaCudaContext *retained, RensaCudaDeviceNumber device)
{
  *retained = &contexts[device];
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
set_context (RensaCudaContext wanted)
{
  context = wanted;
  return RENSA_CUDA_SUCCESS;
}

int
mock_get_device (void)
{
  return context != NULL ? context->device : -1;
}

void
mock_set_device (int device)
{
  context = &contexts[device];
}

static gboolean
have_context (const char *call)
{
  if (context == NULL)
    mock_report ("%s was called by a thread without a context", call);
  return context != NULL;
}

/* Whether the thread has the context of @stream, as it must to have something done there. */
static gboolean
have_stream (const char *call, RensaCudaStream stream)
{
  const int device = mock_stream_get_device (stream);

  if (device < 0 || !have_context (call))
    return FALSE;
  if (device != context->device)
    mock_report ("%s was given a stream of mock:%d by a thread with the context of mock:%d", call, device,
                 context->device);
  return device == context->device;
}

static RensaCudaStatus
get_total_memory (gsize *n_bytes, RensaCudaDeviceNumber device)
{
  LOCKED;

  *n_bytes = mock_count_bytes ();
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
get_memory_info (gsize *n_free, gsize *n_total)
{
  LOCKED;

  if (!have_context ("cuMemGetInfo"))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  *n_free = mock_count_free_bytes (context->device);
  *n_total = mock_count_bytes ();
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
allocate (RensaCudaPointer *memory, gsize n_bytes)
{
  LOCKED;

  if (!have_context ("cuMemAlloc"))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  return mock_check_capture ("cuMemAlloc") ? mock_allocate (context->device, n_bytes, memory)
                                           : RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

/* As the driver does, it waits for all that may use the memory. */
static RensaCudaStatus
release (RensaCudaPointer memory)
{
  LOCKED;

  if (!mock_check_capture ("cuMemFree"))
    return RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  mock_finish_all ();
  return mock_free (memory);
}

static RensaCudaStatus
allocate_host (void **memory, gsize n_bytes, unsigned flags)
{
  LOCKED;

  return mock_check_capture ("cuMemHostAlloc") ? mock_allocate_host (n_bytes, memory)
                                               : RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

static RensaCudaStatus
release_host (void *memory)
{
  LOCKED;

  if (!mock_check_capture ("cuMemFreeHost"))
    return RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  mock_finish_all ();
  return mock_free_host (memory);
}

typedef struct
{
  gpointer to;
  gconstpointer from;
  gsize n_bytes;
  const char *call;
  int to_device; /* those whose memory it is */
  int from_device;
  char kept[]; /* what was there when the call was made */
} Copy;

static void
run_copy (gconstpointer data)
{
  const Copy *copy = data;

  memmove (copy->to, copy->from, copy->n_bytes);
}

static gboolean
check_copy_in (gconstpointer data)
{
  const Copy *copy = data;

  return mock_check_range ("cuMemcpyHtoDAsync", copy->to_device, (RensaCudaPointer) (guintptr) copy->to, copy->n_bytes);
}

static gboolean
check_copy_out (gconstpointer data)
{
  const Copy *copy = data;

  return mock_check_range ("cuMemcpyDtoHAsync", copy->from_device, (RensaCudaPointer) (guintptr) copy->from,
                           copy->n_bytes);
}

static gboolean
check_copy_within (gconstpointer data)
{
  const Copy *copy = data;

  return mock_check_range (copy->call, copy->to_device, (RensaCudaPointer) (guintptr) copy->to, copy->n_bytes)
         && mock_check_range (copy->call, copy->from_device, (RensaCudaPointer) (guintptr) copy->from, copy->n_bytes);
}

static const MockKind copy_in_kind = { run_copy, check_copy_in };
static const MockKind copy_out_kind = { run_copy, check_copy_out };
static const MockKind copy_within_kind = { run_copy, check_copy_within };

/* A graph reads and writes host memory when it runs. */
static gboolean
check_host (const char *call, RensaCudaStream stream, gboolean is_pinned)
{
  if (is_pinned || !mock_is_captured (stream))
    return TRUE;

  mock_report ("%s: host memory of a copy that is captured is not pinned", call);
  return FALSE;
}

static Copy *
copy_new (gpointer to, gconstpointer from, gsize n_bytes, gboolean keeps)
{
  Copy *copy = g_malloc (sizeof *copy + (keeps ? n_bytes : 0));

  *copy = (Copy){ to, keeps ? copy->kept : from, n_bytes, NULL, mock_get_device (), mock_get_device () };
  if (keeps)
    memcpy (copy->kept, from, n_bytes);
  return copy;
}

/* Host memory that is not pinned is read before the call returns. */
static RensaCudaStatus
copy_in (RensaCudaPointer to, const void *from, gsize n_bytes, RensaCudaStream stream)
{
  LOCKED;

  const gboolean is_pinned = mock_is_pinned (from, n_bytes);

  mock_counts.n_copies_in++;
  if (!have_stream ("cuMemcpyHtoDAsync", stream) || !check_host ("cuMemcpyHtoDAsync", stream, is_pinned))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  return mock_enqueue (stream, &copy_in_kind, copy_new ((gpointer) (guintptr) to, from, n_bytes, !is_pinned));
}

static RensaCudaStatus
copy_out (void *to, RensaCudaPointer from, gsize n_bytes, RensaCudaStream stream)
{
  LOCKED;

  mock_counts.n_copies_out++;
  if (!have_stream ("cuMemcpyDtoHAsync", stream)
      || !check_host ("cuMemcpyDtoHAsync", stream, mock_is_pinned (to, n_bytes)))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  return mock_enqueue (stream, &copy_out_kind, copy_new (to, (gconstpointer) (guintptr) from, n_bytes, FALSE));
}

/* From memory of device @from_device to that of @to_device. */
static RensaCudaStatus
copy_on_devices (const char *call, int to_device, RensaCudaPointer to, int from_device, RensaCudaPointer from,
                 gsize n_bytes, RensaCudaStream stream)
{
  Copy *copy;

  if (!have_stream (call, stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;
  copy = copy_new ((gpointer) (guintptr) to, (gconstpointer) (guintptr) from, n_bytes, FALSE);
  copy->call = call;
  copy->to_device = to_device;
  copy->from_device = from_device;
  return mock_enqueue (stream, &copy_within_kind, copy);
}

static RensaCudaStatus
copy_within (RensaCudaPointer to, RensaCudaPointer from, gsize n_bytes, RensaCudaStream stream)
{
  LOCKED;

  mock_counts.n_copies_within++;
  return copy_on_devices ("cuMemcpyDtoDAsync", mock_get_device (), to, mock_get_device (), from, n_bytes, stream);
}

static RensaCudaStatus
copy_peer (RensaCudaPointer to, RensaCudaContext to_context, RensaCudaPointer from, RensaCudaContext from_context,
           gsize n_bytes, RensaCudaStream stream)
{
  LOCKED;

  mock_counts.n_copies_between++;
  return copy_on_devices ("cuMemcpyPeerAsync", to_context->device, to, from_context->device, from, n_bytes, stream);
}

typedef struct
{
  gpointer to;
  guint32 value;
  gsize size;
  gsize n;
  int device;
} Fill;

static void
run_fill (gconstpointer data)
{
  const Fill *fill = data;

  for (gsize i = 0; i < fill->n; i++)
    memcpy ((char *) fill->to + i * fill->size, &fill->value, fill->size);
}

static gboolean
check_fill (gconstpointer data)
{
  const Fill *fill = data;

  return mock_check_range ("cuMemsetAsync", fill->device, (RensaCudaPointer) (guintptr) fill->to, fill->n * fill->size);
}

static const MockKind fill_kind = { run_fill, check_fill };

static RensaCudaStatus
enqueue_fill (RensaCudaPointer to, guint32 value, gsize size, gsize n, RensaCudaStream stream)
{
  LOCKED;

  mock_counts.n_launches++;
  if (!have_stream ("cuMemsetAsync", stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;

  Fill *fill = g_new (Fill, 1);
  *fill = (Fill){ (gpointer) (guintptr) to, value, size, n, context->device };
  return mock_enqueue (stream, &fill_kind, fill);
}

static RensaCudaStatus
fill_8 (RensaCudaPointer to, unsigned char value, gsize n, RensaCudaStream stream)
{
  return enqueue_fill (to, value, 1, n, stream);
}

static RensaCudaStatus
fill_16 (RensaCudaPointer to, unsigned short value, gsize n, RensaCudaStream stream)
{
  return enqueue_fill (to, value, 2, n, stream);
}

static RensaCudaStatus
fill_32 (RensaCudaPointer to, unsigned value, gsize n, RensaCudaStream stream)
{
  return enqueue_fill (to, value, 4, n, stream);
}

static RensaCudaStatus
new_stream (RensaCudaStream *stream, unsigned flags)
{
  LOCKED;

  return have_context ("cuStreamCreate") ? mock_stream_new (context->device, stream) : RENSA_CUDA_ERROR_INVALID_VALUE;
}

static RensaCudaStatus
free_stream (RensaCudaStream stream)
{
  LOCKED;

  return mock_stream_free (stream);
}

static RensaCudaStatus
finish_stream (RensaCudaStream stream)
{
  LOCKED;

  mock_memory_open ();
  const RensaCudaStatus status = mock_stream_finish (stream);
  mock_check_red_zones ("cuStreamSynchronize");
  mock_memory_close ();
  return status;
}

static RensaCudaStatus
wait_for_event (RensaCudaStream stream, RensaCudaEvent event, unsigned flags)
{
  LOCKED;

  return mock_event_wait (stream, event);
}

static RensaCudaStatus
new_event (RensaCudaEvent *event, unsigned flags)
{
  LOCKED;

  return have_context ("cuEventCreate") ? mock_event_new (context->device, event) : RENSA_CUDA_ERROR_INVALID_VALUE;
}

static RensaCudaStatus
free_event (RensaCudaEvent event)
{
  LOCKED;

  return mock_event_free (event);
}

static RensaCudaStatus
record_event (RensaCudaEvent event, RensaCudaStream stream)
{
  LOCKED;

  return mock_event_record (event, stream);
}

static RensaCudaStatus
query_event (RensaCudaEvent event)
{
  LOCKED;

  return mock_event_query (event);
}

static RensaCudaStatus
finish_event (RensaCudaEvent event)
{
  LOCKED;

  return mock_event_finish (event);
}

/* Of one kernel. */
static RensaCudaStatus
load_module (RensaCudaModule *module, const void *image)
{
  LOCKED;

  *module = NULL;
  if (!mock_check_capture ("cuModuleLoadData"))
    return RENSA_CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  *module = (RensaCudaModule) mock_load_kernel (image);
  return *module != NULL ? RENSA_CUDA_SUCCESS : RENSA_CUDA_ERROR_INVALID_VALUE;
}

/* All other kernels are in the program. */
static RensaCudaStatus
get_function (RensaCudaFunction *function, RensaCudaModule module, const char *name)
{
  const gpu_host_kernel *kernel = module != NULL ? (const gpu_host_kernel *) module : mock_find_kernel (name);

  *function = kernel != NULL && strcmp (kernel->name, name) == 0 ? (RensaCudaFunction) kernel : NULL;
  return *function != NULL ? RENSA_CUDA_SUCCESS : RENSA_CUDA_ERROR_NOT_FOUND;
}

typedef struct
{
  const gpu_host_kernel *kernel;
  int device;
  guint n_blocks;
  guint n_threads;
  char args[] __attribute__ ((aligned (8)));
} Launch;

static gboolean
check_launch (gconstpointer data)
{
  const Launch *launch = data;
  const guint64 *words = (const guint64 *) launch->args;

  for (gsize i = 0; i < launch->kernel->args_size / sizeof *words; i++)
    if (!mock_check_word (launch->kernel->name, launch->device, words[i]))
      return FALSE;

  return TRUE;
}

static void
run_launch (gconstpointer data)
{
  const Launch *launch = data;

  if (check_launch (launch))
    mock_run_kernel (launch->kernel, launch->args, launch->n_blocks, launch->n_threads);
}

static const MockKind launch_kind = { run_launch, check_launch };

gboolean
mock_is_failing_launch (void)
{
  return mock_options.failing_launch > 0 && --mock_options.failing_launch == 0;
}

static RensaCudaStatus
launch_kernel (RensaCudaFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
               unsigned block_y, unsigned block_z, unsigned shared_bytes, RensaCudaStream stream, void **arguments,
               void **extra)
{
  const gpu_host_kernel *kernel = (const gpu_host_kernel *) function;
  LOCKED;

  mock_counts.n_launches++;
  if (!mock_is_captured (stream) && mock_is_failing_launch ())
    return RENSA_CUDA_ERROR_LAUNCH_FAILED;
  if (!have_context ("cuLaunchKernel") || grid_x == 0 || block_x == 0 || block_x > GPU_BLOCK || grid_y != 1
      || grid_z != 1 || block_y != 1 || block_z != 1)
    {
      mock_report ("%s: a launch of %u x %u x %u blocks of %u x %u x %u threads", kernel->name, grid_x, grid_y, grid_z,
                   block_x, block_y, block_z);
      return RENSA_CUDA_ERROR_INVALID_VALUE;
    }
  if (!have_stream ("cuLaunchKernel", stream))
    return RENSA_CUDA_ERROR_INVALID_VALUE;

  Launch *launch = g_malloc (sizeof *launch + kernel->args_size);
  *launch = (Launch){ kernel, context->device, grid_x, block_x };
  memcpy (launch->args, arguments[0], kernel->args_size);
  return mock_enqueue (stream, &launch_kind, launch);
}

void
rensa_mock_fill (RensaCudaApi *api)
{
  *api = (RensaCudaApi){
    .cuInit = init,
    .cuDriverGetVersion = get_version,
    .cuGetErrorString = get_error_string,
    .cuDeviceGetCount = get_count,
    .cuDeviceGet = get_device,
    .cuDeviceGetName = get_name,
    .cuDeviceTotalMem_v2 = get_total_memory,
    .cuDeviceGetAttribute = get_attribute,
    .cuDevicePrimaryCtxRetain = retain_context,
    .cuCtxSetCurrent = set_context,
    .cuMemGetInfo_v2 = get_memory_info,
    .cuMemAlloc_v2 = allocate,
    .cuMemFree_v2 = release,
    .cuMemHostAlloc = allocate_host,
    .cuMemFreeHost = release_host,
    .cuMemcpyHtoDAsync_v2 = copy_in,
    .cuMemcpyDtoHAsync_v2 = copy_out,
    .cuMemcpyDtoDAsync_v2 = copy_within,
    .cuMemcpyPeerAsync = copy_peer,
    .cuMemsetD8Async = fill_8,
    .cuMemsetD16Async = fill_16,
    .cuMemsetD32Async = fill_32,
    .cuStreamCreate = new_stream,
    .cuStreamDestroy_v2 = free_stream,
    .cuStreamSynchronize = finish_stream,
    .cuStreamWaitEvent = wait_for_event,
    .cuEventCreate = new_event,
    .cuEventDestroy_v2 = free_event,
    .cuEventRecord = record_event,
    .cuEventQuery = query_event,
    .cuEventSynchronize = finish_event,
    .cuModuleLoadData = load_module,
    .cuModuleGetFunction = get_function,
    .cuLaunchKernel = launch_kernel,
  };
  mock_fill_graph (api);
  mock_fill_blas (api);
  mock_fill_lt (api);
  mock_fill_dnn (api);
  mock_fill_nccl (api);
}
