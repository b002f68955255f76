/* bench-classifier.c: networks that choose a class.
 * SPDX-License-Identifier: MIT */

#include "bench.h"

#define MAX_BATCHES 64

/* @layers: links and functions, in order; NULL if @build creates them. @n_classes: number of
 * classes of integer labels; 0 for labels of one column of zeros and ones. */
typedef struct
{
  const char *name;
  const char *layers;
  gboolean (*build) (RensaLink *network, GError **error);
  const char *loss;
  const char *optimizer;
  RensaShape input;
  int n_classes;
  int n_batches;
} Recipe;

#define MLP(units)                                                                                       \
  "Linear(in_size=784, out_size=" units "); relu; Linear(in_size=" units ", out_size=" units "); relu; " \
  "Linear(in_size=" units ", out_size=10)"
#define CONV3(in, out) "Convolution2D(in_channels=" in ", out_channels=" out ", ksize=3, pad=1); relu; "
#define POOL "max_pooling_2d(ksize=2); "

static gboolean build_resnet (RensaLink *network, GError **error);

static const Recipe recipes[] = {
  { .name = "mlp-mushrooms",
    .layers =
        "Linear(in_size=22, out_size=44); relu; Linear(in_size=44, out_size=44); relu; Linear(in_size=44, out_size=1)",
    .loss = "sigmoid_cross_entropy",
    .optimizer = "SGD(lr=0.01)",
    .input = { 2, { 100, 22 } },
    .n_batches = 56 },
  { .name = "mlp-mnist-100",
    .layers = MLP ("100"),
    .loss = "softmax_cross_entropy",
    .optimizer = "Adam",
    .input = { 2, { 100, 784 } },
    .n_classes = 10,
    .n_batches = 64 },
  { .name = "mlp-mnist-1000",
    .layers = MLP ("1000"),
    .loss = "softmax_cross_entropy",
    .optimizer = "Adam",
    .input = { 2, { 100, 784 } },
    .n_classes = 10,
    .n_batches = 64 },
  { .name = "lenet5",
    .layers = "Convolution2D(in_channels=1, out_channels=6, ksize=5); sigmoid; " POOL
              "Convolution2D(in_channels=6, out_channels=16, ksize=5); sigmoid; " POOL
              "Convolution2D(in_channels=16, out_channels=120, ksize=4); sigmoid; "
              "Linear(in_size=120, out_size=84); sigmoid; Linear(in_size=84, out_size=10)",
    .loss = "softmax_cross_entropy",
    .optimizer = "MomentumSGD(lr=0.01, momentum=0.9)",
    .input = { 4, { 128, 1, 28, 28 } },
    .n_classes = 10,
    .n_batches = 16 },
  { .name = "vgg-small",
    .layers = CONV3 ("3", "64") CONV3 ("64", "64") POOL CONV3 ("64", "128") CONV3 ("128", "128") POOL CONV3 (
        "128", "256") CONV3 ("256", "256") CONV3 ("256", "256") POOL "Linear(in_size=4096, out_size=512); relu; "
                                                                     "Linear(in_size=512, out_size=10)",
    .loss = "softmax_cross_entropy",
    .optimizer = "MomentumSGD(lr=0.01, momentum=0.9)",
    .input = { 4, { 64, 3, 32, 32 } },
    .n_classes = 10,
    .n_batches = 4 },
  { .name = "resnet-small",
    .build = build_resnet,
    .loss = "softmax_cross_entropy",
    .optimizer = "MomentumSGD(lr=0.01, momentum=0.9)",
    .input = { 4, { 32, 3, 32, 32 } },
    .n_classes = 10,
    .n_batches = 4 },
};

/* A convolution without bias, followed by normalization. */
static char *
describe_conv (int in, int out, int ksize, int stride)
{
  return g_strdup_printf ("Convolution2D(in_channels=%d, out_channels=%d, ksize=%d, stride=%d, pad=%d, nobias=true); "
                          "BatchNormalization(size=%d, eps=1e-5)",
                          in, out, ksize, stride, ksize / 2, out);
}

static RensaLink *
make_bottleneck_path (int in, int mid, int stride, GError **error)
{
  g_autoptr (RensaLink) path = rensa_sequential_new ();
  g_autofree char *a = describe_conv (in, mid, 1, stride);
  g_autofree char *b = describe_conv (mid, mid, 3, 1);
  g_autofree char *c = describe_conv (mid, 4 * mid, 1, 1);
  g_autofree char *all = g_strjoin ("; relu; ", a, b, c, NULL);

  return bench_append_layers (path, all, error) ? g_steal_pointer (&path) : NULL;
}

static RensaLink *
make_shortcut (int in, int out, int stride, GError **error)
{
  g_autoptr (RensaLink) path = rensa_sequential_new ();
  g_autofree char *layers = describe_conv (in, out, 1, stride);

  return bench_append_layers (path, layers, error) ? g_steal_pointer (&path) : NULL;
}

/* y = relu (path (x) + shortcut (x)), where the shortcut is x itself if nothing changes its shape. */
static RensaLink *
make_bottleneck (int in, int mid, int stride, GError **error)
{
  g_autoptr (RensaLink) block = rensa_chain_new ();
  g_autoptr (RensaAttrs) add = bench_parse_function ("op_add", error);
  g_autoptr (RensaAttrs) relu = bench_parse_function ("relu", error);
  int values[2] = { 0, 0 };
  int sum;

  if (add == NULL || relu == NULL
      || !rensa_link_take_child (block, "path", make_bottleneck_path (in, mid, stride, error), error))
    return NULL;
  values[0] = rensa_chain_plan_link (block, "path", (int[]){ 0 }, 1, 1, error);
  if (in != 4 * mid || stride != 1)
    {
      if (!rensa_link_take_child (block, "shortcut", make_shortcut (in, 4 * mid, stride, error), error))
        return NULL;
      values[1] = rensa_chain_plan_link (block, "shortcut", (int[]){ 0 }, 1, 1, error);
    }
  if (values[0] < 0 || values[1] < 0)
    return NULL;

  sum = rensa_chain_plan_function (block, "sum", add, values, 2, 1, error);
  if (sum < 0 || rensa_chain_plan_function (block, "relu", relu, &sum, 1, 1, error) < 0)
    return NULL;
  return g_steal_pointer (&block);
}

static gboolean
build_resnet (RensaLink *network, GError **error)
{
  g_autofree char *stem = describe_conv (3, 32, 3, 1);
  int channels = 32;

  if (!bench_append_layers (network, stem, error) || !bench_append_layers (network, "relu", error))
    return FALSE;
  for (int mid = 32; mid <= 128; mid *= 2)
    {
      if (!rensa_link_append_child (network, make_bottleneck (channels, mid, mid == 32 ? 1 : 2, error), error)
          || !rensa_link_append_child (network, make_bottleneck (4 * mid, mid, 1, error), error))
        return FALSE;
      channels = 4 * mid;
    }
  return bench_append_layers (network, "average_pooling_2d(ksize=8); Linear(in_size=512, out_size=10)", error);
}

static RensaLink *
make_model (const Recipe *recipe, GError **error)
{
  g_autofree char *text = g_strdup_printf ("Classifier(lossfun=%s, accfun=None)", recipe->loss);
  g_autoptr (RensaLink) model = rensa_link_new_from_text (text, error);
  RensaLink *network;

  if (model == NULL)
    return NULL;

  network = rensa_sequential_new ();
  if (!rensa_link_take_child (model, "predictor", network, error)
      || !(recipe->build != NULL ? recipe->build (network, error)
                                 : bench_append_layers (network, recipe->layers, error)))
    return NULL;
  return g_steal_pointer (&model);
}

typedef struct
{
  BenchWorkload base;
  RensaOptimizer *optimizer;
  RensaVariable *inputs[MAX_BATCHES];
  RensaVariable *labels[MAX_BATCHES];
  int n_batches;
} Classifier;

static gboolean
update (BenchWorkload *workload, gint64 i, GError **error)
{
  Classifier *self = (Classifier *) workload;
  const int batch = (int) (i % self->n_batches);
  RensaVariable *const inputs[] = { self->inputs[batch], self->labels[batch] };

  return rensa_optimizer_update_loss (self->optimizer, rensa_optimizer_get_target (self->optimizer), inputs, 2, error);
}

static void
classifier_free (BenchWorkload *workload)
{
  Classifier *self = (Classifier *) workload;

  rensa_variables_clear (self->inputs, self->n_batches);
  rensa_variables_clear (self->labels, self->n_batches);
  g_clear_pointer (&self->optimizer, rensa_optimizer_free);
  g_free (self);
}

static gboolean
make_batches (Classifier *self, const Recipe *recipe, GError **error)
{
  const gint64 n = recipe->input.dims[0];
  const RensaShape labels = recipe->n_classes > 0 ? RENSA_SHAPE (n) : RENSA_SHAPE (n, 1);
  RensaRandom random = rensa_random_init (1, 1);

  self->n_batches = recipe->n_batches;
  for (int i = 0; i < recipe->n_batches; i++)
    {
      self->inputs[i] = bench_draw_normal (&recipe->input, &random, error);
      self->labels[i] = bench_draw_ids (&labels, MAX (recipe->n_classes, 2), &random, error);
      if (self->inputs[i] == NULL || self->labels[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static const Recipe *
find_recipe (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    if (g_str_equal (recipes[i].name, name))
      return &recipes[i];

  g_return_val_if_reached (NULL);
}

BenchWorkload *
bench_classifier_new (const char *name, GError **error)
{
  const Recipe *recipe = find_recipe (name);
  g_autoptr (RensaLink) model = make_model (recipe, error);
  g_autoptr (BenchWorkload) workload = (BenchWorkload *) g_new0 (Classifier, 1);
  Classifier *self = (Classifier *) workload;

  *workload = (BenchWorkload){ "examples/s", (int) recipe->input.dims[0], update, classifier_free };
  self->optimizer = bench_make_optimizer (recipe->optimizer, model, error);
  if (self->optimizer == NULL || !make_batches (self, recipe, error))
    return NULL;
  return g_steal_pointer (&workload);
}
