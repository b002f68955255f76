/* mock-driver.c: the driver's calls, implemented without a device.
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
  random_state = options->seed * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) + 1;
  mock_begin_anew ();
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

int
mock_get_architecture (void)
{
  return mock_options.architecture > 0 ? mock_options.architecture : 90;
}

static RensaCudaStatus
get_attribute (int *value, int attribute, RensaCudaDeviceNumber device)
{
  *value = attribute == RENSA_CUDA_ATTRIBUTE_N_MULTIPROCESSORS ? 2
           : attribute == RENSA_CUDA_ATTRIBUTE_MAJOR           ? mock_get_architecture () / 10
                                                               : mock_get_architecture () % 10;
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

int
mock_context_get_device (RensaCudaContext of)
{
  return of->device;
}

gboolean
mock_have_stream (const char *call, RensaCudaStream stream)
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

/* Like the driver, waits for all operations that may use the memory. */
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

/* Attributes of one kernel. */
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

static const MockKind launch_kind = { run_launch, check_launch, .computes = TRUE };

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
  if (!mock_have_stream ("cuLaunchKernel", stream))
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
  mock_fill_copies (api);
  mock_fill_graph (api);
  mock_fill_blas (api);
  mock_fill_lt (api);
  mock_fill_dnn (api);
  mock_fill_nccl (api);
}
