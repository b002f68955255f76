/* cuda-dnn.c: convolutions with cuDNN.
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn.h"

#include <string.h>

#include "rensa-cuda-class.h"

static guint
hash (gconstpointer key)
{
  const guint8 *bytes = key;
  guint value = 5381;

  for (gsize i = 0; i < sizeof (RensaDnnConvolution); i++)
    value = value * 33 + bytes[i];
  return value;
}

static gboolean
is_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (RensaDnnConvolution)) == 0;
}

void
rensa_cuda_open_dnn (RensaCudaDevice *device)
{
  const RensaCudaApi *api = device->api;
  RensaCudnn handle;

  /* A version that does not match the driver counts as absent. */
  if (api->cudnnCreate == NULL || api->cudnnCreate (&handle) != RENSA_CUDA_SUCCESS)
    return;
  if (api->cudnnSetStream (handle, device->stream) != RENSA_CUDA_SUCCESS)
    {
      api->cudnnDestroy (handle);
      return;
    }

  device->dnn = g_new (RensaDnn, 1);
  *device->dnn = (RensaDnn){
    .handle = handle,
    .plans = g_hash_table_new (hash, is_equal),
    .recurrences = g_hash_table_new (g_bytes_hash, g_bytes_equal),
    .attentions = g_hash_table_new (g_bytes_hash, g_bytes_equal),
  };
  g_mutex_init (&device->dnn->lock);
}

gsize
rensa_cuda_get_dnn_version (const RensaDevice *base)
{
  const RensaCudaDevice *device = (const RensaCudaDevice *) base;

  return device->dnn != NULL ? device->api->cudnnGetVersion () : 0;
}

static const RensaDnnPlan *
find_plan (RensaCudaDevice *device, const RensaDnnConvolution *convolution)
{
  RensaDnn *self = device->dnn;
  gpointer plan;

  if (g_hash_table_lookup_extended (self->plans, convolution, NULL, &plan))
    return plan;

  /* cuDNN may load code while it searches for a plan. */
  g_autoptr (GMutexLocker) pause G_GNUC_UNUSED = rensa_cuda_interrupt (device, NULL);
  g_autofree char *why_not = NULL;
  g_autofree char *text = rensa_dnn_convolution_to_string (convolution);
  plan = rensa_dnn_plan_new (device->api, self->handle, NULL, convolution, &why_not);
  g_debug ("cuDNN on device %s, %s: %s", device->base.name, plan != NULL ? "a plan" : why_not, text);
  g_hash_table_insert (self->plans, g_memdup2 (convolution, sizeof *convolution), plan);
  return plan;
}

/* The arguments of a plan are set for each run. */
static gboolean
execute (RensaCudaDevice *device, const RensaDnnPlan *plan, RensaCudnnDescriptor arguments, const gint64 *numbers,
         gpointer const *memory, gint64 n, GError **error)
{
  g_autoptr (RensaBuffer) workspace = rensa_cuda_get_scratch (device, (gsize) MAX (plan->workspace, 1), error);

  return workspace != NULL
         && RENSA_CUDA_CALL (device, cudnnBackendSetAttribute, error, arguments,
                             RENSA_CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, RENSA_CUDNN_TYPE_INT64, n, numbers)
         && RENSA_CUDA_CALL (device, cudnnBackendSetAttribute, error, arguments,
                             RENSA_CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, RENSA_CUDNN_TYPE_VOID_PTR, n, memory)
         && RENSA_CUDA_CALL (device, cudnnBackendSetAttribute, error, arguments,
                             RENSA_CUDNN_ATTR_VARIANT_PACK_WORKSPACE, RENSA_CUDNN_TYPE_VOID_PTR, 1, &workspace->data)
         && RENSA_CUDA_CALL (device, cudnnBackendFinalize, error, arguments)
         && RENSA_CUDA_CALL (device, cudnnBackendExecute, error, device->dnn->handle, plan->plan, arguments);
}

gboolean
rensa_dnn_execute (RensaCudaDevice *device, const RensaDnnPlan *plan, const gint64 *numbers, gpointer const *memory,
                   gint64 n, GError **error)
{
  RensaCudnnDescriptor arguments;
  gboolean is_done;

  if (!RENSA_CUDA_CALL (device, cudnnBackendCreateDescriptor, error, RENSA_CUDNN_VARIANT_PACK, &arguments))
    return FALSE;

  is_done = execute (device, plan, arguments, numbers, memory, n, error);
  device->api->cudnnBackendDestroyDescriptor (arguments);
  return is_done;
}

gboolean
rensa_dnn_run (RensaCudaDevice *device, const RensaDnnConvolution *convolution, RensaArray *x, RensaArray *W,
               RensaArray *b, RensaArray *y, gboolean *is_done, GError **error)
{
  static const gint64 numbers[] = { RENSA_DNN_X, RENSA_DNN_W, RENSA_DNN_Y, RENSA_DNN_BIAS };
  gpointer const memory[] = { x->data, W->data, y->data, b != NULL ? b->data : NULL };

  *is_done = FALSE;
  if (device->dnn == NULL || !rensa_cuda_enter (device, error))
    return device->dnn == NULL;

  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&device->dnn->lock);
  const RensaDnnPlan *plan = find_plan (device, convolution);

  if (plan == NULL)
    return TRUE;

  *is_done = rensa_dnn_execute (device, plan, numbers, memory, b != NULL ? 4 : 3, error);
  return *is_done;
}
