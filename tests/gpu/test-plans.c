/* test-plans.c: cuDNN itself has a plan for each convolution of the reference suite and for attention, on a device that is not
 * there, and takes layers of recurrent networks.
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn-attention.h"
#include "rensa-meta-device.h"

#include <dlfcn.h>
#include <string.h>

typedef struct
{
  RensaCudaApi api;
  RensaCudnnDescriptor device;
} Library;

static char *
read_reference (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "reference", "cuda", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* FALSE, with the test skipped, where cuDNN is not installed or cannot be told of a device. */
static gboolean
library_open (Library *self)
{
  g_autofree char *description = read_reference ("device-h100.json");

  *self = (Library){ .device = NULL };
  if (!rensa_cuda_load_dnn (&self->api))
    {
      g_test_skip ("cuDNN 9 is not installed");
      return FALSE;
    }
  if (self->api.cudnnBackendCreateDescriptor (RENSA_CUDNN_DEVICEPROP, &self->device) != RENSA_CUDA_SUCCESS
      || self->api.cudnnBackendSetAttribute (self->device, RENSA_CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION,
                                             RENSA_CUDNN_TYPE_CHAR, (gint64) strlen (description), description)
             != RENSA_CUDA_SUCCESS
      || self->api.cudnnBackendFinalize (self->device) != RENSA_CUDA_SUCCESS)
    {
      g_test_skip ("this cuDNN makes no plans for a device that is not there");
      return FALSE;
    }
  return TRUE;
}

static void
library_close (Library *self)
{
  if (self->device != NULL)
    self->api.cudnnBackendDestroyDescriptor (self->device);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Library, library_close)

/* Whether there is a plan; else tells why not. */
static gboolean
has_plan (const Library *self, const RensaDnnConvolution *convolution)
{
  g_autofree char *why_not = NULL;
  g_autofree char *text = rensa_dnn_convolution_to_string (convolution);
  g_autoptr (RensaDnnPlan) plan = rensa_dnn_plan_new (&self->api, NULL, self->device, convolution, &why_not);

  if (plan == NULL)
    g_test_message ("refused, %s: %s", why_not, text);
  return plan != NULL;
}

static void
test_reference (void)
{
  g_auto (Library) library = { .device = NULL };
  g_autofree char *text = read_reference ("convolutions.txt");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_refused = 0;
  guint n = 0;

  if (!library_open (&library))
    return;
  for (; lines[n] != NULL && lines[n][0] != '\0'; n++)
    {
      RensaDnnConvolution convolution;

      g_assert_true (rensa_dnn_convolution_parse (&convolution, lines[n]));
      n_refused += !has_plan (&library, &convolution);
    }
  g_test_message ("cuDNN %d has plans for %u of %u convolutions", (int) library.api.cudnnGetVersion (), n - n_refused,
                  n);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n_refused, ==, 0);
}

/* Layers of networks: ResNet-50, VGG-16, MobileNet, with strides, groups, dilation, one axis and three. */
static const struct
{
  RensaShape x;
  RensaShape W;
  gint64 stride, pad, dilate, groups;
} layers[] = {
  { { 4, { 32, 3, 224, 224 } }, { 4, { 64, 3, 7, 7 } }, 2, 3, 1, 1 },
  { { 4, { 32, 64, 56, 56 } }, { 4, { 256, 64, 1, 1 } }, 1, 0, 1, 1 },
  { { 4, { 32, 256, 56, 56 } }, { 4, { 512, 256, 1, 1 } }, 2, 0, 1, 1 },
  { { 4, { 32, 128, 28, 28 } }, { 4, { 128, 128, 3, 3 } }, 1, 1, 1, 1 },
  { { 4, { 32, 512, 14, 14 } }, { 4, { 512, 512, 3, 3 } }, 1, 1, 1, 1 },
  { { 4, { 32, 64, 112, 112 } }, { 4, { 64, 1, 3, 3 } }, 1, 1, 1, 64 },
  { { 4, { 16, 64, 33, 33 } }, { 4, { 64, 16, 3, 3 } }, 1, 4, 4, 4 },
  { { 3, { 32, 64, 1000 } }, { 3, { 64, 64, 9 } }, 1, 4, 1, 1 },
  { { 5, { 4, 16, 16, 32, 32 } }, { 5, { 32, 16, 3, 3, 3 } }, 1, 1, 1, 1 },
};

static RensaWindow
get_window (guint layer)
{
  RensaWindow window = { .n = layers[layer].x.ndim - 2, .groups = layers[layer].groups };

  for (int i = 0; i < window.n; i++)
    {
      window.kernel[i] = layers[layer].W.dims[i + 2];
      window.stride[i] = layers[layer].stride;
      window.pad[i] = layers[layer].pad;
      window.dilate[i] = layers[layer].dilate;
    }
  return window;
}

/* Whether all of a layer's convolutions have plans, as @dtype, with x as it comes from a data set or from another layer. */
static gboolean
has_plans (const Library *library, guint layer, RensaDtype dtype, gboolean is_first)
{
  const RensaWindow window = get_window (layer);
  RensaShape y_shape = layers[layer].x;
  gboolean has_all = TRUE;

  y_shape.dims[1] = layers[layer].W.dims[0];
  for (int i = 0; i < window.n; i++)
    y_shape.dims[i + 2] = rensa_window_get_output_size (&window, i, y_shape.dims[i + 2]);

  g_autoptr (RensaArray) W = rensa_array_new_on (&rensa_meta_device, dtype, &layers[layer].W, NULL);
  g_autoptr (RensaArray) plain = rensa_array_new_on (&rensa_meta_device, dtype, &layers[layer].x, NULL);
  g_autoptr (RensaArray) last = rensa_new_channels_last (plain, dtype, &layers[layer].x, NULL);
  g_autoptr (RensaArray) y = rensa_new_channels_last (plain, dtype, &y_shape, NULL);
  for (RensaDnnOperation operation = RENSA_DNN_FORWARD; operation <= RENSA_DNN_BACKWARD_W; operation++)
    {
      RensaDnnConvolution convolution;

      g_assert_true (rensa_dnn_convolution_init (&convolution, operation, is_first ? plain : last, W, y,
                                                 operation == RENSA_DNN_FORWARD, &window));
      has_all = has_plan (library, &convolution) && has_all;
    }
  return has_all;
}

static void
test_networks (void)
{
  g_auto (Library) library = { .device = NULL };
  gboolean has_all = TRUE;

  if (!library_open (&library))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    for (int is_first = 0; is_first < 2; is_first++)
      {
        has_all = has_plans (&library, i, RENSA_FLOAT32, is_first) && has_all;
        has_all = has_plans (&library, i, RENSA_FLOAT64, is_first) && has_all;
        has_all = has_plans (&library, i, RENSA_FLOAT16, is_first) && has_all;
        has_all = has_plans (&library, i, RENSA_BFLOAT16, is_first) && has_all;
      }
  g_assert_true (has_all);
}

#define PLAIN "forward float32" REST
#define TF32 "forward tf32" REST
#define REST                                                                                       \
  " bias stride 1,1 dilate 1,1 before 1,1 behind 1,1 x 8,16,12,12 of-x 2304,144,12,1 W 32,16,3,3 " \
  "of-W 144,9,3,1 y 8,32,12,12 of-y 4608,1,384,32"

/* Which cuDNN says of the engine of a plan. */
static gboolean
uses_tensor_cores (const Library *self, const RensaDnnPlan *plan)
{
  RensaCudnnDescriptor config;
  RensaCudnnDescriptor engine;
  int notes[RENSA_CUDNN_NUMERICAL_NOTE_TYPE_COUNT];
  gboolean found = FALSE;
  gint64 n;

  g_assert_cmpint (self->api.cudnnBackendCreateDescriptor (RENSA_CUDNN_ENGINECFG, &config), ==, 0);
  g_assert_cmpint (self->api.cudnnBackendCreateDescriptor (RENSA_CUDNN_ENGINE, &engine), ==, 0);
  g_assert_cmpint (self->api.cudnnBackendGetAttribute (plan->plan, RENSA_CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG,
                                                       RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &n, &config),
                   ==, 0);
  g_assert_cmpint (self->api.cudnnBackendGetAttribute (config, RENSA_CUDNN_ATTR_ENGINECFG_ENGINE,
                                                       RENSA_CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &n, &engine),
                   ==, 0);
  g_assert_cmpint (self->api.cudnnBackendGetAttribute (engine, RENSA_CUDNN_ATTR_ENGINE_NUMERICAL_NOTE,
                                                       RENSA_CUDNN_TYPE_NUMERICAL_NOTE, G_N_ELEMENTS (notes), &n,
                                                       notes),
                   ==, 0);
  for (gint64 i = 0; i < n; i++)
    found = found || notes[i] == RENSA_CUDNN_NUMERICAL_NOTE_TENSOR_CORE;
  self->api.cudnnBackendDestroyDescriptor (engine);
  self->api.cudnnBackendDestroyDescriptor (config);
  return found;
}

/* A layer of ResNet-50. */
#define LAYER                                                                                               \
  " plain stride 1,1 dilate 1,1 before 1,1 behind 1,1 x 32,128,28,28 of-x 100352,1,3584,128 W 128,128,3,3 " \
  "of-W 1152,9,3,1 y 32,128,28,28 of-y 100352,1,3584,128"

/* Tensor cores take float16, and float32 where it may be rounded to TF32, and only there. */
static void
test_tensor_cores (void)
{
  static const char *const lines[] = { "forward float32" LAYER, "forward tf32" LAYER, "forward float16" LAYER };
  g_auto (Library) library = { .device = NULL };

  if (!library_open (&library))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *why_not = NULL;
      RensaDnnConvolution convolution;

      g_assert_true (rensa_dnn_convolution_parse (&convolution, lines[i]));
      g_autoptr (RensaDnnPlan) plan = rensa_dnn_plan_new (&library.api, NULL, library.device, &convolution, &why_not);
      g_assert_cmpstr (why_not, ==, NULL);
      g_assert_cmpint (uses_tensor_cores (&library, plan), ==, i > 0);
    }
}

/* One that cannot be: W has other channels than x. */
static void
test_mistake (void)
{
  g_auto (Library) library = { .device = NULL };
  RensaDnnConvolution convolution;

  if (!library_open (&library))
    return;
  g_assert_true (rensa_dnn_convolution_parse (&convolution, PLAIN));
  g_assert_true (has_plan (&library, &convolution));
  convolution.W.dims[1] = 12;
  g_assert_false (has_plan (&library, &convolution));
}

/* Whether cuDNN takes @n steps of so many rows each. */
static gboolean
takes_rows (const RensaCudaApi *api, RensaDtype dtype, gint64 n_batch, const gint64 *starts, int n)
{
  const RensaRecurrence recurrence = { .dtype = dtype, .n_steps = n, .n_batch = n_batch, .starts = starts };
  RensaCudnnRnnData data;
  gboolean fits;

  g_assert_cmpint (api->cudnnCreateRNNDataDescriptor (&data), ==, RENSA_CUDA_SUCCESS);
  fits = rensa_dnn_set_rows (api, data, &recurrence, 5) == RENSA_CUDA_SUCCESS;
  api->cudnnDestroyRNNDataDescriptor (data);
  return fits;
}

/* Steps of 3, 2 and 1 rows, and one of none; but no sequence without a step, which the engine keeps from cuDNN. */
static void
test_sequences (void)
{
  static const gint64 starts[] = { 0, 3, 5, 6, 6 };
  RensaCudaApi api = { NULL };

  if (!rensa_cuda_load_dnn (&api))
    {
      g_test_skip ("cuDNN 9 is not installed");
      return;
    }
  g_assert_true (takes_rows (&api, RENSA_FLOAT32, 3, starts, 3));
  g_assert_true (takes_rows (&api, RENSA_FLOAT64, 3, starts, 4));
  g_assert_false (takes_rows (&api, RENSA_FLOAT32, 4, starts, 3));
}

/* float32 as TF32 first. */
static void
test_recurrences (void)
{
  static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_FLOAT32, RENSA_FLOAT64, RENSA_FLOAT16, RENSA_BFLOAT16 };
  RensaCudaApi api = { NULL };

  if (!rensa_cuda_load_dnn (&api))
    {
      g_test_skip ("cuDNN 9 is not installed");
      return;
    }
  for (int kind = RENSA_RECURRENCE_TANH; kind <= RENSA_RECURRENCE_LSTM; kind++)
    for (guint i = 0; i < 2 * G_N_ELEMENTS (dtypes); i++)
      {
        const RensaRecurrence recurrence = {
          .kind = (RensaRecurrenceKind) kind,
          .dtype = dtypes[i / 2],
          .n_directions = 1 + (int) i % 2,
          .n_in = 5,
          .n_units = 7,
        };
        RensaCudnnRnn rnn;

        g_assert_cmpint (api.cudnnCreateRNNDescriptor (&rnn), ==, RENSA_CUDA_SUCCESS);
        g_assert_cmpint (rensa_dnn_set_rnn (&api, rnn, &recurrence, i < 2), ==, RENSA_CUDA_SUCCESS);
        api.cudnnDestroyRNNDescriptor (rnn);
      }
}

/* Attention of so many heads, queries, keys and values of each; the memory of @is_joined is (B, L, H, E), of others
 * (B, H, L, E). */
typedef struct
{
  gint64 n_batch, n_heads, n_queries, n_keys, key_size, value_size;
  gboolean is_causal, is_joined;
  RensaDtype dtype;
} Heads;

static const Heads heads[] = {
  { 2, 4, 64, 64, 64, 64, TRUE, TRUE, RENSA_FLOAT16 },
  { 1, 1, 8, 24, 32, 40, FALSE, FALSE, RENSA_FLOAT16 },
  { 3, 2, 40, 16, 128, 128, TRUE, FALSE, RENSA_BFLOAT16 },
};

static RensaArray *
new_heads (const Heads *of, gint64 n_rows, gint64 size)
{
  static const int axes[] = { 0, 2, 1, 3 };
  const RensaShape shape = of->is_joined ? RENSA_SHAPE (of->n_batch, n_rows, of->n_heads, size)
                                         : RENSA_SHAPE (of->n_batch, of->n_heads, n_rows, size);
  g_autoptr (RensaArray) plain = rensa_array_new_on (&rensa_meta_device, of->dtype, &shape, NULL);

  return of->is_joined ? rensa_array_view_transpose (plain, axes) : g_steal_pointer (&plain);
}

/* cuDNN compiles attention, and looks for the driver's library, of which this is enough. */
static gboolean
load_compiler (RensaCudaApi *api)
{
  if (g_getenv ("RENSA_TEST_DRIVER") != NULL && dlopen (g_getenv ("RENSA_TEST_DRIVER"), RTLD_NOW) != NULL
      && rensa_cuda_load_nvrtc (api))
    return TRUE;

  g_test_skip ("NVRTC, by which cuDNN compiles attention, is not installed");
  return FALSE;
}

static RensaDnnPlan *
plan_attention (const Library *library, const Heads *of, gboolean is_backward)
{
  RensaArray *arrays[RENSA_ATTENTION_N_ARRAYS] = {
    [RENSA_ATTENTION_Q] = new_heads (of, of->n_queries, of->key_size),
    [RENSA_ATTENTION_K] = new_heads (of, of->n_keys, of->key_size),
    [RENSA_ATTENTION_V] = new_heads (of, of->n_keys, of->value_size),
    [RENSA_ATTENTION_Y] = new_heads (of, of->n_queries, of->value_size),
  };
  g_autofree char *why_not = NULL;
  RensaDnnAttention attention;
  RensaDnnPlan *plan;

  if (is_backward)
    {
      arrays[RENSA_ATTENTION_GY] = rensa_array_ref (arrays[RENSA_ATTENTION_Y]);
      for (int i = 0; i < 3; i++)
        arrays[RENSA_ATTENTION_GQ + i] = rensa_array_ref (arrays[RENSA_ATTENTION_Q + i]);
    }
  rensa_dnn_attention_init (&attention, of->is_causal, is_backward, arrays);
  plan = rensa_dnn_attention_plan_new (&library->api, NULL, library->device, &attention, &why_not);
  rensa_arrays_clear (arrays, RENSA_ATTENTION_N_ARRAYS);
  if (plan == NULL)
    g_test_message ("attention%s is refused: %s", is_backward ? ", backwards" : "", why_not);
  return plan;
}

/* Forwards without memory for the scores, backwards with that for float16. */
static void
test_attention (void)
{
  RensaCudaApi compiler = { NULL };
  g_auto (Library) library = { .device = NULL };

  if (!load_compiler (&compiler) || !library_open (&library))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      const gint64 n_scores = heads[i].n_batch * heads[i].n_heads * heads[i].n_queries * heads[i].n_keys;
      g_autoptr (RensaDnnPlan) forward = plan_attention (&library, &heads[i], FALSE);
      g_autoptr (RensaDnnPlan) backward = plan_attention (&library, &heads[i], TRUE);

      g_assert_nonnull (forward);
      g_assert_nonnull (backward);
      g_assert_cmpint (forward->workspace, <, 1024);
      g_assert_cmpint (backward->workspace, >=, 2 * n_scores);
    }
}

/* Rows whose length is not a multiple of 8. */
static void
test_odd_attention (void)
{
  static const Heads odd = { 2, 4, 64, 64, 60, 60, FALSE, FALSE, RENSA_FLOAT16 };
  RensaCudaApi compiler = { NULL };
  g_auto (Library) library = { .device = NULL };

  if (!load_compiler (&compiler) || !library_open (&library))
    return;
  g_assert_null (plan_attention (&library, &odd, FALSE));
  g_assert_null (plan_attention (&library, &odd, TRUE));
}

static void
test_text (void)
{
  static const char *const lines[] = { PLAIN, TF32 };
  static const char *const mistakes[] = {
    "", "forward", "sideways" PLAIN, PLAIN " 1", "forward float16 bias", "forward int32" REST
  };
  RensaDnnConvolution convolution;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_assert_true (rensa_dnn_convolution_parse (&convolution, lines[i]));
      g_autofree char *text = rensa_dnn_convolution_to_string (&convolution);
      g_assert_cmpstr (text, ==, lines[i]);
      g_assert_cmpint (convolution.dtype, ==, RENSA_FLOAT32);
      g_assert_cmpint (convolution.allows_tf32, ==, i);
    }
  g_assert_cmpint (convolution.n_axes, ==, 2);
  g_assert_cmpint (convolution.y.strides[2], ==, 384);
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    g_assert_false (rensa_dnn_convolution_parse (&convolution, mistakes[i]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/plans/text", test_text);
  g_test_add_func ("/gpu/plans/reference", test_reference);
  g_test_add_func ("/gpu/plans/networks", test_networks);
  g_test_add_func ("/gpu/plans/mistake", test_mistake);
  g_test_add_func ("/gpu/plans/tensor-cores", test_tensor_cores);
  g_test_add_func ("/gpu/plans/recurrences", test_recurrences);
  g_test_add_func ("/gpu/plans/sequences", test_sequences);
  g_test_add_func ("/gpu/plans/attention", test_attention);
  g_test_add_func ("/gpu/plans/odd-attention", test_odd_attention);
  return g_test_run ();
}
