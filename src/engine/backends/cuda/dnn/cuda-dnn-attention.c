/* cuda-dnn-attention.c: attention with cuDNN, in one call per direction.
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn-attention.h"

#include <math.h>

/* Older versions read beyond the last key if the number of keys is not a multiple of 128. */
#define LEAST_VERSION 91600

/* float32 values that a pass has in host and device memory, besides the arrays. */
typedef struct
{
  float scale, one, hidden;
  RensaArray *totals;
  RensaArray *along;
} Further;

/* On other architectures cuDNN does not guarantee that its gradient engines are deterministic. */
static gboolean
has_steady_gradients (RensaCudaDevice *device)
{
  const int generation = device->architecture / 10;

  return generation == 8 || generation == 9 || generation == 12;
}

static gboolean
is_for_dnn (RensaCudaDevice *device, const RensaFusedAttention *attention)
{
  return device->dnn != NULL && rensa_dnn_can_attend (attention) && device->api->cudnnGetVersion () >= LEAST_VERSION;
}

static void
tell (const RensaCudaDevice *device, const RensaDnnAttention *attention, const char *what)
{
  const gint64 *q = attention->arrays[RENSA_ATTENTION_Q].dims;
  const gint64 *v = attention->arrays[RENSA_ATTENTION_V].dims;

  g_debug ("cuDNN on device %s, attention%s, %d × %d heads, queries %d × %d, values %d × %d: %s", device->base.name,
           attention->is_backward ? " backwards" : "", (int) q[0], (int) q[1], (int) q[2], (int) q[3], (int) v[2],
           (int) v[3], what);
}

/* Returns NULL if there is none. The device is entered, and no other thread uses its cuDNN. */
static const RensaDnnPlan *
find_plan (RensaCudaDevice *device, const RensaDnnAttention *attention)
{
  RensaDnn *self = device->dnn;
  g_autoptr (GBytes) key = g_bytes_new (attention, sizeof *attention);
  gpointer plan;

  if (g_hash_table_lookup_extended (self->attentions, key, NULL, &plan))
    return plan;

  /* Compiling may load code. */
  g_autoptr (GMutexLocker) pause G_GNUC_UNUSED = rensa_cuda_interrupt (device, NULL);
  g_autofree char *why_not = NULL;
  plan = rensa_dnn_attention_plan_new (device->api, self->handle, NULL, attention, &why_not);
  tell (device, attention, plan != NULL ? "a plan" : why_not);
  g_hash_table_insert (self->attentions, g_bytes_ref (key), plan);
  return plan;
}

/* Sets *@is_done to FALSE, without any effect, if cuDNN has no plan. */
static gboolean
run (RensaCudaDevice *device, gboolean causal, RensaArray *const arrays[RENSA_ATTENTION_N_ARRAYS], Further *further,
     gboolean *is_done, GError **error)
{
  gint64 numbers[RENSA_ATTENTION_END];
  gpointer memory[RENSA_ATTENTION_END] = { NULL };
  RensaDnnAttention attention;
  gint64 n = 0;

  *is_done = FALSE;
  rensa_dnn_attention_init (&attention, causal, further->along != NULL, arrays);
  if (!rensa_cuda_enter (device, error))
    return FALSE;

  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&device->dnn->lock);
  const RensaDnnPlan *plan = find_plan (device, &attention);
  if (plan == NULL)
    return TRUE;

  for (int i = RENSA_ATTENTION_Q; i < RENSA_ATTENTION_N_ARRAYS; i++)
    memory[i] = arrays[i] != NULL ? arrays[i]->data : NULL;
  memory[RENSA_ATTENTION_TOTALS] = further->totals->data;
  memory[RENSA_ATTENTION_ALONG] = further->along != NULL ? further->along->data : NULL;
  memory[RENSA_ATTENTION_SCALE] = &further->scale;
  memory[RENSA_ATTENTION_ONE] = further->along != NULL ? &further->one : NULL;
  memory[RENSA_ATTENTION_HIDDEN] = causal ? &further->hidden : NULL;
  for (int i = RENSA_ATTENTION_Q; i < RENSA_ATTENTION_END; i++)
    if (memory[i] != NULL)
      {
        numbers[n] = i;
        memory[n++] = memory[i];
      }
  *is_done = rensa_dnn_execute (device, plan, numbers, memory, n, error);
  return *is_done;
}

static gboolean
take_inputs (const RensaFusedAttention *attention, RensaArray *arrays[RENSA_ATTENTION_N_ARRAYS], GError **error)
{
  arrays[RENSA_ATTENTION_Q] = rensa_dnn_take_heads (attention->q, error);
  arrays[RENSA_ATTENTION_K] = arrays[RENSA_ATTENTION_Q] != NULL ? rensa_dnn_take_heads (attention->k, error) : NULL;
  arrays[RENSA_ATTENTION_V] = arrays[RENSA_ATTENTION_K] != NULL ? rensa_dnn_take_heads (attention->v, error) : NULL;
  return arrays[RENSA_ATTENTION_V] != NULL;
}

/* Creates an array with the memory layout of @like. */
static RensaArray *
new_like (RensaArray *like, RensaShape shape, GError **error)
{
  return rensa_array_new_ordered (like->dtype, &shape, like, error);
}

/* Creates a float32 array with one element per row. */
static RensaArray *
new_rows (RensaArray *q, GError **error)
{
  RensaShape shape = q->shape;

  shape.dims[3] = 1;
  return rensa_array_new_on (q->buffer->device, RENSA_FLOAT32, &shape, error);
}

static Further
get_further (const RensaFusedAttention *attention)
{
  return (Further){ .scale = (float) attention->scale, .one = 1, .hidden = -INFINITY };
}

static gboolean
attend (RensaCudaDevice *device, const RensaFusedAttention *attention, RensaArray *arrays[RENSA_ATTENTION_N_ARRAYS],
        Further *further, gboolean *is_done, GError **error)
{
  RensaShape shape = attention->q->shape;

  shape.dims[3] = attention->v->shape.dims[3];
  if (!take_inputs (attention, arrays, error)
      || (arrays[RENSA_ATTENTION_Y] = new_like (arrays[RENSA_ATTENTION_Q], shape, error)) == NULL
      || (further->totals = new_rows (attention->q, error)) == NULL)
    return FALSE;

  return run (device, attention->causal, arrays, further, is_done, error);
}

gboolean
rensa_cuda_attend (const RensaFusedAttention *attention, RensaArray **y, RensaArray **totals, GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (attention->q);
  RensaArray *arrays[RENSA_ATTENTION_N_ARRAYS] = { NULL };
  Further further = get_further (attention);
  gboolean is_done;
  gboolean ok;

  if (!is_for_dnn (device, attention))
    return TRUE;

  ok = attend (device, attention, arrays, &further, &is_done, error);
  if (ok && is_done)
    {
      *y = g_steal_pointer (&arrays[RENSA_ATTENTION_Y]);
      *totals = g_steal_pointer (&further.totals);
    }
  rensa_arrays_clear (arrays, RENSA_ATTENTION_N_ARRAYS);
  g_clear_pointer (&further.totals, rensa_array_unref);
  return ok;
}

static gboolean
attend_backward (RensaCudaDevice *device, const RensaFusedAttention *attention, RensaArray *y, RensaArray *gy,
                 RensaArray *arrays[RENSA_ATTENTION_N_ARRAYS], Further *further, gboolean *is_done, GError **error)
{
  if (!take_inputs (attention, arrays, error) || (arrays[RENSA_ATTENTION_Y] = rensa_dnn_take_heads (y, error)) == NULL
      || (arrays[RENSA_ATTENTION_GY] = rensa_dnn_take_heads (gy, error)) == NULL)
    return FALSE;
  for (int i = 0; i < 3; i++)
    {
      RensaArray *input = arrays[RENSA_ATTENTION_Q + i];

      arrays[RENSA_ATTENTION_GQ + i] = new_like (input, input->shape, error);
      if (arrays[RENSA_ATTENTION_GQ + i] == NULL)
        return FALSE;
    }
  further->along = new_rows (attention->q, error);
  return further->along != NULL && run (device, attention->causal, arrays, further, is_done, error);
}

gboolean
rensa_cuda_attend_backward (const RensaFusedAttention *attention, RensaArray *y, RensaArray *totals, RensaArray *gy,
                            RensaArray *grads[3], GError **error)
{
  RensaCudaDevice *device = rensa_cuda_get_device (attention->q);
  RensaArray *arrays[RENSA_ATTENTION_N_ARRAYS] = { NULL };
  Further further = get_further (attention);
  gboolean is_done;
  gboolean ok;

  if (!is_for_dnn (device, attention) || !has_steady_gradients (device))
    return TRUE;

  further.totals = totals;
  ok = attend_backward (device, attention, y, gy, arrays, &further, &is_done, error);
  for (int i = 0; ok && is_done && i < 3; i++)
    grads[i] = g_steal_pointer (&arrays[RENSA_ATTENTION_GQ + i]);
  rensa_arrays_clear (arrays, RENSA_ATTENTION_N_ARRAYS);
  g_clear_pointer (&further.along, rensa_array_unref);
  return ok;
}
