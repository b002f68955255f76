/* cpu-dnnl.c: oneDNN convolutions, created once for each geometry.
 *
 * Compiling a primitive takes milliseconds and executing it may take microseconds, so every thread
 * caches those that it has used. A primitive is created for a number of threads, which is therefore
 * part of the key.
 * SPDX-License-Identifier: MIT */

#include "cpu-dnnl.h"

#include "rensa-fault.h"
#include "rensa-language.h"

#include <dnnl_debug.h>
#include <omp.h>
#include <string.h>

#define MAX_CACHED 256
#define KEY_SIZE G_STRUCT_OFFSET (RensaDnnlConv, primitive)

/* Cache of one thread. */
typedef struct
{
  dnnl_stream_t stream;
  GHashTable *convs;
} Thread;

static void free_thread (gpointer data);

static GPrivate thread_key = G_PRIVATE_INIT (free_thread);

/* oneDNN's CPU engine is stateless; all threads share one, since primitives and streams must belong
 * to the same engine. */
static dnnl_engine_t
get_engine (void)
{
  static gsize once;
  static dnnl_engine_t engine;

  if (g_once_init_enter (&once))
    {
      if (dnnl_engine_create (&engine, dnnl_cpu, 0) != dnnl_success)
        engine = NULL;
      g_once_init_leave (&once, 1);
    }

  return engine;
}

static void
free_conv (gpointer data)
{
  RensaDnnlConv *conv = data;

  dnnl_primitive_destroy (conv->primitive);
  dnnl_primitive_destroy (conv->reorder);
  g_free (conv);
}

static guint
hash_conv (gconstpointer key)
{
  const guint64 *words = key;
  guint64 hash = 0;

  for (gsize i = 0; i < KEY_SIZE / sizeof *words; i++)
    hash = (hash ^ words[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (hash >> 32);
}

static gboolean
conv_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, KEY_SIZE) == 0;
}

static void
free_thread (gpointer data)
{
  Thread *thread = data;

  g_hash_table_unref (thread->convs);
  dnnl_stream_destroy (thread->stream);
  g_free (thread);
}

static Thread *
get_thread (void)
{
  Thread *thread = g_private_get (&thread_key);

  if (G_UNLIKELY (thread == NULL))
    {
      thread = g_new0 (Thread, 1);
      thread->convs = g_hash_table_new_full (hash_conv, conv_equal, free_conv, NULL);
      if (dnnl_stream_create (&thread->stream, get_engine (), dnnl_stream_default_flags) != dnnl_success)
        thread->stream = NULL;
      g_private_set (&thread_key, thread);
    }

  return thread;
}

void
rensa_dnnl_trim (void)
{
  Thread *thread = get_thread ();

  if (g_hash_table_size (thread->convs) > MAX_CACHED)
    g_hash_table_remove_all (thread->convs);
}

gboolean
rensa_dnnl_check (dnnl_status_t status, RensaCpuConvKind kind, GError **error)
{
  static const char *const results[] = { "y", "gx", "gW" };

  if (status == dnnl_success)
    return TRUE;

  rensa_set_words (error, status == dnnl_out_of_memory ? RENSA_ERROR_NO_MEMORY : RENSA_ERROR_INVALID,
                   N_ ("oneDNN failed to compute %s of a convolution: %s"), results[kind], dnnl_status2str (status));
  return FALSE;
}

typedef struct
{
  dnnl_memory_desc_t x;
  dnnl_memory_desc_t weights;
  dnnl_memory_desc_t plain_weights;
  dnnl_memory_desc_t bias;
  dnnl_memory_desc_t y;
  dnnl_dims_t stride;
  dnnl_dims_t dilate;
  dnnl_dims_t pad_before;
  dnnl_dims_t pad_after;
} Layouts;

/* Returns the padding after the last element: equal to the padding before the first one if the
 * stride allows it, since the fast kernels expect that; otherwise exactly as much as the outputs
 * need with cover_all. */
static gint64
get_pad_after (const RensaCpuConv *conv, int i)
{
  const gint64 reach = (conv->out[i] - 1) * conv->stride[i] + (conv->kernel[i] - 1) * conv->dilate[i] + 1;
  const gint64 needed = reach - conv->in[i] - conv->pad[i];

  return needed < conv->pad[i] && conv->pad[i] < needed + conv->stride[i] ? conv->pad[i] : needed;
}

static dnnl_status_t
describe_layouts (const RensaCpuConv *conv, Layouts *layouts)
{
  static const dnnl_format_tag_t last[] = { dnnl_nwc, dnnl_nhwc, dnnl_ndhwc };
  static const dnnl_format_tag_t plain[][2] = { { dnnl_oiw, dnnl_goiw },
                                                { dnnl_oihw, dnnl_goihw },
                                                { dnnl_oidhw, dnnl_goidhw } };
  const gboolean grouped = conv->groups > 1;
  const int n = (int) conv->n;
  dnnl_dims_t x = { conv->batch, conv->channels };
  dnnl_dims_t y = { conv->batch, conv->maps };
  dnnl_dims_t w = { conv->groups, conv->maps / conv->groups, conv->channels / conv->groups };
  dnnl_dims_t b = { conv->maps };
  dnnl_status_t status;

  if (n > (int) G_N_ELEMENTS (last))
    return dnnl_unimplemented;

  for (int i = 0; i < n; i++)
    {
      x[2 + i] = conv->in[i];
      y[2 + i] = conv->out[i];
      w[3 + i] = conv->kernel[i];
      layouts->stride[i] = conv->stride[i];
      layouts->dilate[i] = conv->dilate[i] - 1;
      layouts->pad_before[i] = conv->pad[i];
      layouts->pad_after[i] = get_pad_after (conv, i);
    }

  const dnnl_dim_t *w_dims = grouped ? w : w + 1;
  const int w_ndim = n + (grouped ? 3 : 2);
  status = dnnl_memory_desc_init_by_tag (&layouts->x, n + 2, x, dnnl_f32, last[n - 1]);
  if (status == dnnl_success)
    status = dnnl_memory_desc_init_by_tag (&layouts->y, n + 2, y, dnnl_f32, last[n - 1]);
  if (status == dnnl_success)
    status = dnnl_memory_desc_init_by_tag (&layouts->weights, w_ndim, w_dims, dnnl_f32, dnnl_format_tag_any);
  if (status == dnnl_success)
    status = dnnl_memory_desc_init_by_tag (&layouts->plain_weights, w_ndim, w_dims, dnnl_f32, plain[n - 1][grouped]);
  if (status == dnnl_success)
    status = dnnl_memory_desc_init_by_tag (&layouts->bias, 1, b, dnnl_f32, dnnl_a);
  return status;
}

static dnnl_status_t
make_forward_desc (const Layouts *layouts, gboolean with_bias, dnnl_primitive_attr_t attr, dnnl_primitive_desc_t *desc)
{
  dnnl_convolution_desc_t conv;
  dnnl_status_t status = dnnl_dilated_convolution_forward_desc_init (
      &conv, dnnl_forward_training, dnnl_convolution_direct, &layouts->x, &layouts->weights,
      with_bias ? &layouts->bias : NULL, &layouts->y, layouts->stride, layouts->dilate, layouts->pad_before,
      layouts->pad_after);

  return status != dnnl_success ? status : dnnl_primitive_desc_create (desc, &conv, attr, get_engine (), NULL);
}

static dnnl_status_t
make_backward_desc (RensaCpuConvKind kind, const Layouts *layouts, dnnl_primitive_attr_t attr,
                    const_dnnl_primitive_desc_t forward, dnnl_primitive_desc_t *desc)
{
  dnnl_convolution_desc_t conv;
  dnnl_status_t status;

  if (kind == RENSA_CPU_CONV_BACKWARD_X)
    status = dnnl_dilated_convolution_backward_data_desc_init (
        &conv, dnnl_convolution_direct, &layouts->x, &layouts->weights, &layouts->y, layouts->stride, layouts->dilate,
        layouts->pad_before, layouts->pad_after);
  else
    status = dnnl_dilated_convolution_backward_weights_desc_init (
        &conv, dnnl_convolution_direct, &layouts->x, &layouts->weights, NULL, &layouts->y, layouts->stride,
        layouts->dilate, layouts->pad_before, layouts->pad_after);

  return status != dnnl_success ? status : dnnl_primitive_desc_create (desc, &conv, attr, get_engine (), forward);
}

/* The caller provides the scratch memory of a primitive. */
static dnnl_status_t
make_desc (RensaCpuConvKind kind, const Layouts *layouts, gboolean with_bias, dnnl_primitive_desc_t *desc)
{
  dnnl_primitive_attr_t attr = NULL;
  dnnl_primitive_desc_t forward = NULL;
  dnnl_status_t status = dnnl_primitive_attr_create (&attr);

  if (status == dnnl_success)
    status = dnnl_primitive_attr_set_scratchpad_mode (attr, dnnl_scratchpad_mode_user);
  if (status == dnnl_success)
    status = make_forward_desc (layouts, with_bias, attr, &forward);
  if (status == dnnl_success && kind == RENSA_CPU_CONV_FORWARD)
    *desc = g_steal_pointer (&forward);
  else if (status == dnnl_success)
    status = make_backward_desc (kind, layouts, attr, forward, desc);

  dnnl_primitive_desc_destroy (forward);
  dnnl_primitive_attr_destroy (attr);
  return status;
}

static dnnl_status_t
make_reorder (RensaDnnlConv *self)
{
  const gboolean give = self->kind == RENSA_CPU_CONV_BACKWARD_W;
  const dnnl_memory_desc_t *from = give ? &self->weights : &self->plain_weights;
  const dnnl_memory_desc_t *to = give ? &self->plain_weights : &self->weights;
  dnnl_primitive_desc_t desc = NULL;
  dnnl_status_t status;

  if (dnnl_memory_desc_equal (from, to))
    return dnnl_success;

  status = dnnl_reorder_primitive_desc_create (&desc, from, get_engine (), to, get_engine (), NULL);
  if (status == dnnl_success)
    status = dnnl_primitive_create (&self->reorder, desc);

  dnnl_primitive_desc_destroy (desc);
  return status;
}

/* TRUE for oneDNN's fallback implementations: the reference one is slower than unfolding, and in
 * those based on matrix products the order of addition depends on the number of threads, except for
 * the gradient of the weights, which always uses one thread. */
static gboolean
is_better_unfolded (RensaCpuConvKind kind, const_dnnl_primitive_desc_t desc)
{
  const char *name = "";

  if (dnnl_primitive_desc_query (desc, dnnl_query_impl_info_str, 0, &name) != dnnl_success)
    return FALSE;
  return g_str_has_prefix (name, "ref")
         || (kind != RENSA_CPU_CONV_BACKWARD_W
             && (g_str_has_prefix (name, "gemm:") || g_str_has_prefix (name, "x64:gemm:")));
}

static dnnl_status_t
make_primitive (RensaDnnlConv *self)
{
  const gboolean gives_W = self->kind == RENSA_CPU_CONV_BACKWARD_W;
  dnnl_primitive_desc_t desc = NULL;
  Layouts layouts;
  dnnl_status_t status = describe_layouts (&self->conv, &layouts);

  if (status == dnnl_success)
    status = make_desc ((RensaCpuConvKind) self->kind, &layouts, self->with_bias, &desc);
  if (status != dnnl_success)
    return status;

  self->x = layouts.x;
  self->y = layouts.y;
  self->bias = layouts.bias;
  self->plain_weights = layouts.plain_weights;
  self->weights = *dnnl_primitive_desc_query_md (desc, gives_W ? dnnl_query_diff_weights_md : dnnl_query_weights_md, 0);
  self->scratch = *dnnl_primitive_desc_query_md (desc, dnnl_query_scratchpad_md, 0);
  status = is_better_unfolded ((RensaCpuConvKind) self->kind, desc) ? dnnl_unimplemented : make_reorder (self);
  if (status == dnnl_success)
    status = dnnl_primitive_create (&self->primitive, desc);

  dnnl_primitive_desc_destroy (desc);
  return status;
}

/* oneDNN queries OpenMP for the number of threads. */
static dnnl_status_t
make_for_threads (RensaDnnlConv *self)
{
  const int n_threads = omp_get_max_threads ();
  dnnl_status_t status;

  if (get_engine () == NULL || get_thread ()->stream == NULL)
    return dnnl_unimplemented;

  omp_set_num_threads ((int) self->n_threads);
  status = make_primitive (self);
  omp_set_num_threads (n_threads);
  return status;
}

const RensaDnnlConv *
rensa_dnnl_find_conv (RensaCpuConvKind kind, const RensaCpuConv *conv, gboolean with_bias, int n_threads,
                      GError **error)
{
  GHashTable *convs = get_thread ()->convs;
  const RensaDnnlConv key = { .kind = kind, .n_threads = n_threads, .with_bias = with_bias, .conv = *conv };
  RensaDnnlConv *found = g_hash_table_lookup (convs, &key);

  if (found != NULL)
    return found;

  found = g_new0 (RensaDnnlConv, 1);
  memcpy (found, &key, KEY_SIZE);
  const dnnl_status_t status = make_for_threads (found);
  if (status != dnnl_success && status != dnnl_unimplemented && status != dnnl_invalid_arguments)
    {
      rensa_dnnl_check (status, kind, error);
      free_conv (found);
      return NULL;
    }

  g_hash_table_add (convs, found);
  return found;
}

dnnl_status_t
rensa_dnnl_execute (dnnl_primitive_t primitive, const RensaDnnlArgument *arguments, int n_arguments)
{
  dnnl_exec_arg_t args[RENSA_DNNL_MAX_ARGUMENTS];
  dnnl_stream_t stream = get_thread ()->stream;
  g_auto (RensaCpuQuiet) quiet = rensa_cpu_begin_quiet ();
  dnnl_status_t status = dnnl_success;
  int n = 0;

  for (; n < n_arguments && status == dnnl_success; n++)
    {
      args[n].arg = arguments[n].name;
      args[n].memory = NULL;
      status = dnnl_memory_create (&args[n].memory, arguments[n].layout, get_engine (), arguments[n].data);
    }
  if (status == dnnl_success)
    status = dnnl_primitive_execute (primitive, stream, n, args);
  if (status == dnnl_success)
    status = dnnl_stream_wait (stream);

  while (n-- > 0)
    dnnl_memory_destroy (args[n].memory);
  return status;
}
