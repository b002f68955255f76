/* cuda-device.c: GPU with its memory, its stream and the table of its operations.
 * SPDX-License-Identifier: MIT */

#include "cuda-private.h"

#include "cuda-formula.h"
#include "cuda-graphs.h"
#include "cuda-lists.h"
#include "cuda-lt.h"
#include "cuda-posts.h"
#include "cuda-staging.h"
#include "rensa-cuda-class.h"

/* Device whose context is current on this thread. */
static _Thread_local RensaCudaDevice *entered;

gboolean
rensa_cuda_check (RensaCudaDevice *device, const char *call, RensaCudaStatus status, GError **error)
{
  const char *text = NULL;

  if (G_LIKELY (status == RENSA_CUDA_SUCCESS))
    return TRUE;

  /* The libraries' status codes differ from the driver's. */
  if (g_str_has_prefix (call, "cublas"))
    text = device->api->cublasGetStatusString (status);
  else if (g_str_has_prefix (call, "cudnn"))
    text = device->api->cudnnGetErrorString (status);
  else if (g_str_has_prefix (call, "nccl"))
    text = device->api->ncclGetErrorString (status);
  else if (!g_str_has_prefix (call, "cu") || device->api->cuGetErrorString (status, &text) != RENSA_CUDA_SUCCESS)
    text = NULL;
  if (text != NULL)
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s failed on device %s: %s"), call, device->base.name, text);
  else
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s failed on device %s with status %d"), call, device->base.name,
                     status);
  return FALSE;
}

gboolean
rensa_cuda_set_context (RensaCudaDevice *device, GError **error)
{
  if (G_LIKELY (entered == device))
    return TRUE;
  if (!RENSA_CUDA_CALL (device, cuCtxSetCurrent, error, device->context))
    return FALSE;

  entered = device;
  return TRUE;
}

gboolean
rensa_cuda_enter (RensaCudaDevice *device, GError **error)
{
  return rensa_cuda_set_context (device, error) && rensa_cuda_run_lists (device, error)
         && rensa_cuda_note_call (device, error);
}

void
rensa_cuda_leave (void)
{
  entered = NULL;
}

/* Returns NULL if there is not enough memory; the pool then frees its cached memory and tries again. */
static gpointer
allocate (const RensaDevice *base, gsize n_bytes)
{
  RensaCudaDevice *device = (RensaCudaDevice *) base;
  RensaCudaPointer memory;

  if (!rensa_cuda_set_context (device, NULL))
    return NULL;
  if (device->api->cuMemAlloc_v2 (&memory, n_bytes) == RENSA_CUDA_SUCCESS)
    return (gpointer) (guintptr) memory;

  /* Freeing the memory that waits for a graph launch may be enough. */
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, NULL);
  if (pause == NULL || device->api->cuMemAlloc_v2 (&memory, n_bytes) != RENSA_CUDA_SUCCESS)
    return NULL;
  return (gpointer) (guintptr) memory;
}

/* Nothing is freed on a device that is lost. */
static void
release (const RensaDevice *base, gpointer memory, gsize n_bytes)
{
  RensaCudaDevice *device = (RensaCudaDevice *) base;

  if (rensa_cuda_set_context (device, NULL) && rensa_cuda_run_lists (device, NULL))
    rensa_cuda_give_back (device, rensa_cuda_pointer (memory));
}

static gboolean
copy_in (const RensaDevice *base, gpointer to, gconstpointer host, gsize n_bytes, GError **error)
{
  return n_bytes == 0 || rensa_cuda_upload ((RensaCudaDevice *) base, rensa_cuda_pointer (to), host, n_bytes, error);
}

static gboolean
copy_out (const RensaDevice *base, gpointer host, gconstpointer from, gsize n_bytes, GError **error)
{
  return n_bytes == 0
         || rensa_cuda_download ((RensaCudaDevice *) base, host, rensa_cuda_pointer (from), n_bytes, error);
}

static gboolean
record (RensaCudaDevice *device, RensaCudaEvent event, GError **error)
{
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, error);

  return pause != NULL && RENSA_CUDA_CALL (device, cuEventRecord, error, event, device->stream);
}

static gboolean
wait_for_event (RensaCudaDevice *device, RensaCudaEvent event, GError **error)
{
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, error);

  return pause != NULL && RENSA_CUDA_CALL (device, cuStreamWaitEvent, error, device->stream, event, 0);
}

/* Makes later calls on @second wait for all earlier calls on @first. */
static gboolean
wait_for (RensaCudaDevice *first, RensaCudaDevice *second, GError **error)
{
  RensaCudaEvent event;

  if (!rensa_cuda_set_context (first, error)
      || !RENSA_CUDA_CALL (first, cuEventCreate, error, &event, RENSA_CUDA_EVENT_DISABLE_TIMING))
    return FALSE;

  const gboolean waits = record (first, event, error) && wait_for_event (second, event, error);
  first->api->cuEventDestroy_v2 (event);
  return waits;
}

static gboolean
copy_from (RensaCudaDevice *to_device, gpointer to, RensaCudaDevice *from_device, gconstpointer from, gsize n_bytes,
           GError **error)
{
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (to_device, error);

  return pause != NULL
         && RENSA_CUDA_CALL (to_device, cuMemcpyPeerAsync, error, rensa_cuda_pointer (to), to_device->context,
                             rensa_cuda_pointer (from), from_device->context, n_bytes, to_device->stream);
}

static gboolean
copy_peer (const RensaDevice *to_base, gpointer to, const RensaDevice *from_base, gconstpointer from, gsize n_bytes,
           GError **error)
{
  RensaCudaDevice *to_device = (RensaCudaDevice *) to_base;
  RensaCudaDevice *from_device = (RensaCudaDevice *) from_base;

  if (n_bytes == 0)
    return TRUE;
  if (to_device == from_device)
    return rensa_cuda_enter (to_device, error)
           && RENSA_CUDA_CALL (to_device, cuMemcpyDtoDAsync_v2, error, rensa_cuda_pointer (to),
                               rensa_cuda_pointer (from), n_bytes, to_device->stream);
  return wait_for (from_device, to_device, error) && copy_from (to_device, to, from_device, from, n_bytes, error)
         && wait_for (to_device, from_device, error);
}

static gboolean
synchronize (const RensaDevice *base, GError **error)
{
  RensaCudaDevice *device = (RensaCudaDevice *) base;
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, error);

  return pause != NULL && RENSA_CUDA_CALL (device, cuStreamSynchronize, error, device->stream);
}

static void
begin_iteration (const RensaDevice *base)
{
  rensa_cuda_begin_iteration ((RensaCudaDevice *) base);
}

static gboolean
end_iteration (const RensaDevice *base, GError **error)
{
  return rensa_cuda_end_iteration ((RensaCudaDevice *) base, error);
}

RensaBuffer *
rensa_cuda_get_scratch (RensaCudaDevice *device, gsize n_bytes, GError **error)
{
  return rensa_buffer_new (&device->base, n_bytes, error);
}

/* The images of GPU code cover all devices; the driver selects the matching code from each. */
static gboolean
load_modules (RensaCudaDevice *device, gboolean is_own, GError **error)
{
  const gconstpointer *images = rensa_cuda_get_images ();

  device->modules = g_ptr_array_new ();
  for (guint i = 0; !is_own && images[i] != NULL; i++)
    {
      RensaCudaModule module;

      if (!RENSA_CUDA_CALL (device, cuModuleLoadData, error, &module, images[i]))
        return FALSE;
      g_ptr_array_add (device->modules, module);
    }
  return TRUE;
}

/* With its own workspace cuBLAS allocates none while a stream is captured, and sums in the same
 * order each time. */
static gboolean
open_blas (RensaCudaDevice *device, GError **error)
{
  return RENSA_CUDA_CALL (device, cublasCreate_v2, error, &device->blas)
         && RENSA_CUDA_CALL (device, cublasSetStream_v2, error, device->blas, device->stream)
         && RENSA_CUDA_CALL (device, cuMemAlloc_v2, error, &device->blas_workspace, RENSA_CUBLAS_WORKSPACE)
         && RENSA_CUDA_CALL (device, cublasSetWorkspace_v2, error, device->blas,
                             (gpointer) (guintptr) device->blas_workspace, RENSA_CUBLAS_WORKSPACE)
         && RENSA_CUDA_CALL (device, cublasSetMathMode, error, device->blas,
                             RENSA_CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION);
}

static gboolean
read_attributes (RensaCudaDevice *device, RensaCudaDeviceNumber number, GError **error)
{
  int major, minor;

  if (!RENSA_CUDA_CALL (device, cuDeviceGetAttribute, error, &device->n_multiprocessors,
                        RENSA_CUDA_ATTRIBUTE_N_MULTIPROCESSORS, number)
      || !RENSA_CUDA_CALL (device, cuDeviceGetAttribute, error, &major, RENSA_CUDA_ATTRIBUTE_MAJOR, number)
      || !RENSA_CUDA_CALL (device, cuDeviceGetAttribute, error, &minor, RENSA_CUDA_ATTRIBUTE_MINOR, number))
    return FALSE;

  device->architecture = 10 * major + minor;
  return TRUE;
}

static gboolean
open_device (RensaCudaDevice *device, gboolean is_own, GError **error)
{
  RensaCudaDeviceNumber number;

  return RENSA_CUDA_CALL (device, cuDeviceGet, error, &number, device->base.number)
         && RENSA_CUDA_CALL (device, cuDevicePrimaryCtxRetain, error, &device->context, number)
         && rensa_cuda_set_context (device, error) && read_attributes (device, number, error)
         && RENSA_CUDA_CALL (device, cuStreamCreate, error, &device->stream, RENSA_CUDA_STREAM_NON_BLOCKING)
         && open_blas (device, error) && rensa_cuda_make_staging (device, error)
         && rensa_cuda_make_posts (device, error) && load_modules (device, is_own, error);
}

/* Devices that share one API table. */
typedef struct
{
  RensaDeviceClass base;
  gboolean is_own;
  const RensaCudaApi *(*find) (GError **error);
  gboolean is_sought;
  const RensaCudaApi *api; /* NULL before loading, and if there is none */
  GError *why_not;
  int n_devices;
  RensaCudaDevice *devices; /* open devices */
} CudaClass;

static GMutex class_lock;

static void
find_api (CudaClass *class)
{
  if (class->is_sought)
    return;

  class->is_sought = TRUE;
  class->api = class->find (&class->why_not);
  if (class->api != NULL && class->api->cuDeviceGetCount (&class->n_devices) != RENSA_CUDA_SUCCESS)
    class->n_devices = 0;
  if (class->api != NULL && class->n_devices == 0)
    rensa_set_words (&class->why_not, RENSA_ERROR_NOT_FOUND, N_ ("No GPU available: the driver found none."));
}

static int
count (const RensaDeviceClass *klass)
{
  CudaClass *class = (CudaClass *) klass;

  g_mutex_lock (&class_lock);
  find_api (class);
  g_mutex_unlock (&class_lock);
  return class->n_devices;
}

/* 13000 as "13.0". */
static char *
print_version (int version)
{
  return g_strdup_printf ("%d.%d", version / 1000, version % 1000 / 10);
}

/* "9.19.0" of 91900. */
static char *
print_library_version (int version)
{
  return g_strdup_printf ("%d.%d.%d", version / 10000, version % 10000 / 100, version % 100);
}

/* Library that affects only speed. */
static char *
print_optional_library (const char *name, int version)
{
  g_autofree char *text = print_library_version (version);

  return version > 0 ? g_strdup_printf ("%s %s", name, text) : g_strdup_printf (_ ("no %s"), name);
}

/* Returns 130000 for 13.0; 0 if there is none. */
static int
get_nvrtc_version (const RensaCudaApi *api)
{
  int major = 0;
  int minor = 0;

  if (api->nvrtcVersion != NULL)
    api->nvrtcVersion (&major, &minor);
  return major * 10000 + minor * 100;
}

static char *
list_libraries (RensaCudaDevice *device)
{
  int nccl = 0;
  int driver = 0;
  int blas = 0;

  device->api->cuDriverGetVersion (&driver);
  device->api->cublasGetVersion_v2 (device->blas, &blas);
  if (device->api->ncclGetVersion != NULL)
    device->api->ncclGetVersion (&nccl);

  g_autofree char *version = print_version (driver);
  g_autofree char *blas_version = print_library_version (blas);
  g_autofree char *of_dnn = print_optional_library ("cuDNN", (int) rensa_cuda_get_dnn_version (&device->base));
  g_autofree char *of_nccl = print_optional_library ("NCCL", nccl);
  g_autofree char *of_nvrtc = print_optional_library ("NVRTC", get_nvrtc_version (device->api));
  return g_strdup_printf ("sm_%d, CUDA %s, cuBLAS %s, %s, %s, %s", device->architecture, version, blas_version, of_dnn,
                          of_nccl, of_nvrtc);
}

/* Creates no context, which would take time and memory on each device. */
static gboolean
describe (const RensaDeviceClass *klass, int number, RensaDeviceFacts *facts, GError **error)
{
  const RensaCudaApi *api = ((const CudaClass *) klass)->api;
  RensaCudaDeviceNumber device;
  char name[256];
  gsize n_bytes;

  if (api->cuDeviceGet (&device, number) != RENSA_CUDA_SUCCESS
      || api->cuDeviceGetName (name, sizeof name, device) != RENSA_CUDA_SUCCESS
      || api->cuDeviceTotalMem_v2 (&n_bytes, device) != RENSA_CUDA_SUCCESS)
    {
      rensa_set_words (error, RENSA_ERROR_IO, N_ ("the driver reports no information about device %s:%d"), klass->name,
                       number);
      return FALSE;
    }

  facts->model = g_strdup (name);
  facts->n_bytes = n_bytes;
  return TRUE;
}

static gboolean
get_facts (const RensaDevice *base, RensaDeviceFacts *facts, GError **error)
{
  RensaCudaDevice *device = (RensaCudaDevice *) base;
  gsize n_free, n_total;

  if (!rensa_cuda_enter (device, error) || !RENSA_CUDA_CALL (device, cuMemGetInfo_v2, error, &n_free, &n_total)
      || !describe (base->klass, base->number, facts, error))
    return FALSE;

  facts->n_free_bytes = n_free;
  facts->libraries = list_libraries (device);
  return TRUE;
}

static void
explain (const RensaDeviceClass *klass, GError **error)
{
  const CudaClass *class = (const CudaClass *) klass;

  if (count (klass) == 0 && class->why_not != NULL)
    g_propagate_error (error, g_error_copy (class->why_not));
}

static RensaCudaDevice *
device_new (const CudaClass *class, int number)
{
  RensaCudaDevice *self = g_new0 (RensaCudaDevice, 1);

  self->base = (RensaDevice){ &class->base, number, g_strdup_printf ("%s:%d", class->base.name, number),
                              g_new0 (RensaDeviceUse, 1) };
  self->api = class->api;
  self->functions = g_hash_table_new (g_str_hash, g_str_equal);
  g_mutex_init (&self->lock);
  rensa_cuda_make_graphs (self);
  rensa_cuda_make_lists (self);
  return self;
}

/* Frees a device that could not be opened completely. */
static void
device_free (RensaCudaDevice *self)
{
  const RensaCudaApi *api = self->api;

  rensa_cuda_free_posts (self);
  rensa_cuda_free_staging (self);
  if (self->blas != NULL)
    api->cublasDestroy_v2 (self->blas);
  if (self->blas_workspace != 0)
    api->cuMemFree_v2 (self->blas_workspace);
  if (self->stream != NULL)
    api->cuStreamDestroy_v2 (self->stream);
  if (entered == self)
    entered = NULL;
  g_clear_pointer (&self->modules, g_ptr_array_unref);
  g_hash_table_unref (self->functions);
  rensa_cuda_free_graphs (self);
  rensa_cuda_free_lists (self);
  g_mutex_clear (&self->lock);
  g_free ((char *) self->base.name);
  g_free (self->base.use);
  g_free (self);
}

/* Devices exist until the program ends; one that could not be opened is retried. */
static const RensaDevice *
open_by_number (const RensaDeviceClass *klass, int number, GError **error)
{
  CudaClass *class = (CudaClass *) klass;
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&class_lock);

  for (RensaCudaDevice *device = class->devices; device != NULL; device = device->next)
    if (device->base.number == number)
      return &device->base;

  RensaCudaDevice *device = device_new (class, number);
  if (!open_device (device, class->is_own, error))
    {
      device_free (device);
      return NULL;
    }

  rensa_cuda_open_lt (device);
  rensa_cuda_open_dnn (device);
  rensa_cuda_open_formulas (device);
  device->next = class->devices;
  class->devices = device;
  return &device->base;
}

#define ENTRY(entry) .entry = rensa_cuda_##entry,

static const RensaBackend backend = { RENSA_CUDA_ENTRIES (ENTRY).takes_halves = TRUE };

void
rensa_cuda_register (const char *name, gboolean is_own, gboolean is_hidden,
                     const RensaCudaApi *(*find) (GError **error))
{
  CudaClass *class = g_new0 (CudaClass, 1);

  *class = (CudaClass){
    .base = {
      .name = name,
      .is_hidden = is_hidden,
      .count = count,
      .explain = explain,
      .open = open_by_number,
      .describe = describe,
      .get_facts = get_facts,
      .allocate = allocate,
      .release = release,
      .copy_in = copy_in,
      .copy_out = copy_out,
      .copy_peer = copy_peer,
      .post = rensa_cuda_post,
      .receive = rensa_cuda_receive,
      .synchronize = synchronize,
      .begin_iteration = begin_iteration,
      .end_iteration = end_iteration,
      .backend = &backend,
    },
    .is_own = is_own,
    .find = find,
  };
  rensa_device_register (&class->base);
}
