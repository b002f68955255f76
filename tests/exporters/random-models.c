/* random-models.c: documents that nobody thought of.
 * SPDX-License-Identifier: MIT */

#include "export-fixture.h"

/* What a layer may be. */
typedef struct
{
  const char *type;
  const char *attrs;
} Layer;

static const Layer of_pictures[] = {
  { "Convolution2D", "'out_channels': 4, 'ksize': 3, 'pad': 1" },
  { "Convolution2D", "'out_channels': 6, 'ksize': [3, 2], 'stride': [2, 1], 'nobias': true" },
  { "DilatedConvolution2D", "'out_channels': 3, 'ksize': 3, 'pad': 2, 'dilate': 2" },
  { "Deconvolution2D", "'out_channels': 2, 'ksize': 3, 'stride': 2, 'pad': 1" },
  { "DepthwiseConvolution2D", "'channel_multiplier': 2, 'ksize': 3" },
  { "max_pooling_2d", "'ksize': 3, 'stride': 2, 'pad': 1" },
  { "average_pooling_2d", "'ksize': 2" },
  { "BatchNormalization", "'axis': [0, 2, 3]" },
  { "local_response_normalization", "" },
  { "leaky_relu", "" },
  { "clipped_relu", "'z': 0.4" },
  { "transpose", "'axes': [0, 1, 3, 2]" },
  { "flip", "'axis': 2" },
  { "softmax", "'axis': 1" },
};

static const Layer of_rows[] = {
  { "Linear", "'out_size': 7" },
  { "Linear", "'out_size': 5, 'nobias': true" },
  { "Maxout", "'out_size': 4, 'pool_size': 3" },
  { "LayerNormalization", "" },
  { "relu", "" },
  { "elu", "" },
  { "gelu", "" },
  { "selu", "" },
  { "tanh", "" },
  { "sigmoid", "" },
  { "softplus", "'beta': 2" },
  { "softmax", "" },
  { "log_softmax", "" },
  { "dropout", "" },
  { "normalize", "" },
  { "cumsum", "'axis': 1" },
  { "square", "" },
  { "erf", "" },
};

static void
append_layer (GString *nodes, GString *edges, const Layer *layer, guint *n)
{
  g_string_append_printf (nodes, ", {'name': 'n%u', 'type': '%s', 'attrs': {%s}}", *n, layer->type, layer->attrs);
  g_string_append_printf (edges, "%s{'from': '%s%.0u', 'to': 'n%u'}", *n > 1 ? ", " : "", *n > 1 ? "n" : "x", *n - 1,
                          *n);
  (*n)++;
}

RensaDocument *
make_random_document (guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const gboolean are_pictures = seed % 2 == 0;
  g_autoptr (GString) nodes = g_string_new ("{'name': 'x', 'type': 'Input'}");
  g_autoptr (GString) edges = g_string_new (NULL);
  g_autoptr (GString) text = NULL;
  g_autoptr (GError) error = NULL;
  RensaDocument *document;
  guint n = 1;

  for (int i = 0; are_pictures && i < 4; i++)
    append_layer (nodes, edges, &of_pictures[g_rand_int_range (random, 0, G_N_ELEMENTS (of_pictures))], &n);
  for (int i = 0; i < 5; i++)
    {
      const Layer *layer = &of_rows[g_rand_int_range (random, 0, G_N_ELEMENTS (of_rows))];

      append_layer (nodes, edges, i == 0 ? &of_rows[0] : layer, &n);
    }
  append_layer (nodes, edges, &(Layer){ "Linear", "'out_size': 10" }, &n);
  text = g_string_new (NULL);
  g_string_printf (text,
                   "{'format': 1, 'seed': %u, 'data': {'dataset': {'type': '%s', 'attrs': {%s}}}, 'model': {'nodes': "
                   "[%s], 'edges': [%s]}, 'loss': 'softmax_cross_entropy', 'optimizer': 'SGD', 'extensions': []}",
                   seed, are_pictures ? "strokes" : "moons",
                   are_pictures ? "'ndim': 3, 'n_train': 120, 'n_test': 20" : "", nodes->str, edges->str);
  g_string_replace (text, "'", "\"", 0);
  g_test_message ("%s", text->str);
  document = rensa_document_parse (text->str, -1, "random.rensa", &error);
  g_assert_no_error (error);
  return document;
}
