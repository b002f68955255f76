/* rensa-caffe-kinds.c: converts Caffe layer types to links and functions.
 * SPDX-License-Identifier: MIT */

#include "rensa-caffe-private.h"

#include "rensa-autograd-faults.h"
#include "rensa-base-faults.h"
#include "rensa-format.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-primitives.h"

/* Field numbers, grouped by message. */
enum
{
  CONCAT_DIM = 1,
  CONCAT_AXIS = 2,

  CONVOLUTION_BIAS_TERM = 2,
  CONVOLUTION_GROUP = 5,

  INNER_PRODUCT_BIAS_TERM = 2,
  INNER_PRODUCT_AXIS = 5,

  LRN_LOCAL_SIZE = 1,
  LRN_ALPHA = 2,
  LRN_BETA = 3,
  LRN_NORM_REGION = 4,
  LRN_K = 5,

  POOLING_POOL = 1,
  POOLING_GLOBAL = 12,

  SLICE_DIM = 1,
  SLICE_POINT = 2,
  SLICE_AXIS = 3,

  BATCH_NORM_USE_GLOBAL_STATS = 1,
  BATCH_NORM_FRACTION = 2,
  BATCH_NORM_EPS = 3,

  SCALE_AXIS = 1,
  SCALE_BIAS_TERM = 4,

  ELTWISE_OPERATION = 1,
  ELTWISE_COEFF = 2,

  DROPOUT_RATIO = 1,
  RELU_SLOPE = 1,
  SOFTMAX_AXIS = 2,
  RESHAPE_SHAPE = 1,
};

/* Field numbers of a setting for both axes, or for each one (0, which no field has, if there are none);
 * they differ between convolution and pooling messages. */
typedef struct
{
  guint both;
  guint height;
  guint width;
  gint64 fallback;
} Pair;

static const Pair convolution_ksize = { 4, 11, 12, 0 };
static const Pair convolution_stride = { 6, 13, 14, 1 };
static const Pair convolution_pad = { 3, 9, 10, 0 };
static const Pair convolution_dilation = { 18, 0, 0, 1 };
static const Pair pooling_ksize = { 2, 5, 6, 0 };
static const Pair pooling_stride = { 3, 7, 8, 1 };
static const Pair pooling_pad = { 4, 9, 10, 0 };

/* Reports @words, which are marked with N_() and follow the name of the layer. */
static gboolean
refuse (const char *words, GError **error)
{
  return rensa_set_fault (error, RENSA_ERROR_FORMAT, &(RensaFault){ .code = &rensa_fault_words, .text = _ (words) });
}

static RensaInts
get_pair (const RensaCaffeLayer *layer, const Pair *pair)
{
  const gint64 height = rensa_wire_get_int (&layer->param, pair->height, 0);
  const gint64 width = rensa_wire_get_int (&layer->param, pair->width, 0);
  RensaInts ints = { .n = 2, .values = { pair->fallback, pair->fallback } };
  gint64 values[2];
  guint n;

  if (height > 0 || width > 0)
    return (RensaInts){ .n = 2, .values = { height, width } };
  n = rensa_wire_get_ints (&layer->param, pair->both, values, 2);
  if (n > 0)
    ints = (RensaInts){ .n = 2, .values = { values[0], values[n > 1 ? 1 : 0] } };
  return ints;
}

G_GNUC_PRINTF (3, 4)
static gboolean
make_link (RensaCaffeStep *step, GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = rensa_format_plain (format, arguments);
  va_end (arguments);
  step->link = rensa_link_new_from_text (text, error);
  return step->link != NULL;
}

G_GNUC_PRINTF (3, 4)
static gboolean
make_function (RensaCaffeStep *step, GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = rensa_format_plain (format, arguments);
  va_end (arguments);
  step->function = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, error);
  return step->function != NULL;
}

/* Fills parameter @index of @link with blob @i. */
static gboolean
fill_param (const RensaCaffeLayer *layer, guint i, RensaLink *link, int index, GError **error)
{
  RensaVariable *param = rensa_link_get_param (link, index);
  const RensaShape shape = rensa_variable_get_type (param).shape;
  g_autoptr (RensaArray) array = rensa_caffe_layer_get_array (layer, i, &shape, error);

  if (array == NULL)
    return FALSE;
  rensa_variable_set_array (param, array);
  return TRUE;
}

/* Convolutions */

/* Grouped filters are expanded with zeros to @n_groups times their size in the file; without a
 * limit, a small file could exhaust memory. */
#define MAX_FILTER_ELEMENTS (1 << 28)

/* Fills W: each group sees only its own channels; the rest is zero. */
static gboolean
fill_filters (const RensaCaffeLayer *layer, RensaLink *link, gint64 n_groups, const RensaShape *blob, GError **error)
{
  RensaVariable *W = rensa_link_get_param (link, 0);
  const RensaShape shape = rensa_variable_get_type (W).shape;
  const gint64 n_rows = shape.dims[0] / n_groups;
  const gint64 n_columns = shape.dims[1] / n_groups;
  g_autoptr (RensaArray) filters = rensa_array_zeros (RENSA_FLOAT32, &shape, error);
  g_autoptr (RensaArray) values = filters != NULL ? rensa_caffe_layer_get_array (layer, 0, blob, error) : NULL;

  for (gint64 i = 0; values != NULL && i < n_groups; i++)
    {
      g_autoptr (RensaArray) rows = rensa_array_view_range (filters, 0, i * n_rows, n_rows);
      g_autoptr (RensaArray) own = rensa_array_view_range (rows, 1, i * n_columns, n_columns);
      g_autoptr (RensaArray) given = rensa_array_view_range (values, 0, i * n_rows, n_rows);

      if (!rensa_array_assign (own, given, error))
        return FALSE;
    }
  if (values == NULL)
    return FALSE;
  rensa_variable_set_array (W, filters);
  return TRUE;
}

/* ", dilate=(2, 2)", or nothing for the usual windows. */
static char *
write_dilation (const RensaCaffeLayer *layer)
{
  const RensaInts dilate = get_pair (layer, &convolution_dilation);

  if (dilate.values[0] == 1 && dilate.values[1] == 1)
    return g_strdup ("");
  return g_strdup_printf (", dilate=(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", dilate.values[0], dilate.values[1]);
}

/* Filters of shape (first, second / groups, height, width). */
static gboolean
set_up_filters (const RensaCaffeLayer *layer, RensaCaffeStep *step, const char *class, gboolean is_transposed,
                GError **error)
{
  const gint64 n_groups = rensa_wire_get_int (&layer->param, CONVOLUTION_GROUP, 1);
  const gboolean has_bias = rensa_wire_get_int (&layer->param, CONVOLUTION_BIAS_TERM, TRUE) != 0;
  const RensaInts ksize = get_pair (layer, &convolution_ksize);
  const RensaInts stride = get_pair (layer, &convolution_stride);
  const RensaInts pad = get_pair (layer, &convolution_pad);
  g_autofree char *dilation = write_dilation (layer);
  RensaShape blob;
  gint64 second;

  if (!rensa_caffe_layer_get_shape (layer, 0, &blob, error))
    return FALSE;
  if (blob.ndim != 4 || n_groups < 1 || blob.dims[0] % n_groups != 0 || blob.dims[2] != ksize.values[0]
      || blob.dims[3] != ksize.values[1] || __builtin_mul_overflow (blob.dims[1], n_groups, &second))
    return refuse (N_ ("the filters do not match the groups and the window size"), error);
  if (n_groups > MAX_FILTER_ELEMENTS / rensa_shape_count (&blob))
    return refuse (N_ ("there are too many groups to combine"), error);
  if (!make_link (step, error,
                  "%s(in_channels=%" G_GINT64_FORMAT ", out_channels=%" G_GINT64_FORMAT ", ksize=(%" G_GINT64_FORMAT
                  ", %" G_GINT64_FORMAT "), stride=(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "), pad=(%" G_GINT64_FORMAT
                  ", %" G_GINT64_FORMAT ")%s, nobias=%s, initialW=Zero())",
                  class, is_transposed ? blob.dims[0] : second, is_transposed ? second : blob.dims[0], ksize.values[0],
                  ksize.values[1], stride.values[0], stride.values[1], pad.values[0], pad.values[1], dilation,
                  has_bias ? "False" : "True"))
    return FALSE;
  return fill_filters (layer, step->link, n_groups, &blob, error)
         && (!has_bias || fill_param (layer, 1, step->link, 1, error));
}

static gboolean
set_up_convolution (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  return set_up_filters (layer, step, "Convolution2D", FALSE, error);
}

static gboolean
set_up_deconvolution (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  return set_up_filters (layer, step, "Deconvolution2D", TRUE, error);
}

/* Other layers with weights */

static gboolean
set_up_inner_product (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  const gboolean has_bias = rensa_wire_get_int (&layer->param, INNER_PRODUCT_BIAS_TERM, TRUE) != 0;
  RensaShape blob;

  if (rensa_wire_get_int (&layer->param, INNER_PRODUCT_AXIS, 1) != 1)
    return refuse (N_ ("only products over axis 1 and later are supported"), error);
  if (!rensa_caffe_layer_get_shape (layer, 0, &blob, error))
    return FALSE;
  if (blob.ndim != 2 && blob.ndim != 4)
    return refuse (N_ ("expected weights with 2 or 4 axes"), error);
  return make_link (step, error,
                    "Linear(in_size=%" G_GINT64_FORMAT ", out_size=%" G_GINT64_FORMAT ", nobias=%s, initialW=Zero())",
                    blob.dims[blob.ndim - 1], blob.dims[blob.ndim - 2], has_bias ? "False" : "True")
         && fill_param (layer, 0, step->link, 0, error) && (!has_bias || fill_param (layer, 1, step->link, 1, error));
}

/* If there is a third blob, the statistics are sums and it holds their divisor. */
static gboolean
fill_statistics (const RensaCaffeLayer *layer, guint i, const RensaShape *shape, double divisor, RensaLink *link,
                 int persistent, GError **error)
{
  g_autoptr (RensaArray) sums = rensa_caffe_layer_get_array (layer, i, shape, error);
  g_autoptr (RensaVariable) variable = sums != NULL ? rensa_variable_new_constant (sums) : NULL;
  g_autoptr (RensaVariable) means = rensa_multiply_scalar (variable, 1 / divisor, error);

  if (means == NULL)
    return FALSE;
  rensa_link_set_persistent (link, persistent, rensa_variable_get_array (means));
  return TRUE;
}

static gboolean
get_divisor (const RensaCaffeLayer *layer, double *divisor, GError **error)
{
  g_autoptr (RensaArray) array = NULL;

  *divisor = 1;
  if (layer->n_blobs < 3)
    return TRUE;
  array = rensa_caffe_layer_get_array (layer, 2, &RENSA_SHAPE (1), error);
  if (array == NULL)
    return FALSE;
  *divisor = rensa_array_get_scalar (array);
  return TRUE;
}

/* Indices of the persistent values of BatchNormalization. */
enum
{
  STATISTICS_MEAN = 1,
  STATISTICS_VAR = 2,
};

static gboolean
set_up_batch_norm (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  RensaShape blob;
  double divisor;

  if (!rensa_caffe_layer_get_shape (layer, 0, &blob, error) || !get_divisor (layer, &divisor, error))
    return FALSE;
  if (blob.ndim < 1 || blob.dims[0] != rensa_shape_count (&blob))
    return refuse (N_ ("expected one mean for each channel"), error);
  step->for_inference = rensa_wire_get_int (&layer->param, BATCH_NORM_USE_GLOBAL_STATS, FALSE) != 0;
  return make_link (step, error,
                    "BatchNormalization(size=%" G_GINT64_FORMAT
                    ", decay=%.17g, eps=%.17g, use_gamma=False, use_beta=False)",
                    blob.dims[0], rensa_wire_get_float (&layer->param, BATCH_NORM_FRACTION, 0.999f),
                    rensa_wire_get_float (&layer->param, BATCH_NORM_EPS, 1e-5f))
         && fill_statistics (layer, 0, &RENSA_SHAPE (blob.dims[0]), divisor, step->link, STATISTICS_MEAN, error)
         && fill_statistics (layer, 1, &RENSA_SHAPE (blob.dims[0]), divisor, step->link, STATISTICS_VAR, error);
}

/* With one bottom, W is a blob; with two, it is the second bottom. */
static gboolean
set_up_scale (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  const gboolean has_bias = rensa_wire_get_int (&layer->param, SCALE_BIAS_TERM, FALSE) != 0;
  const gboolean has_W = step->n_bottoms == 1;
  const gint64 axis = (gint32) rensa_wire_get_int (&layer->param, SCALE_AXIS, 1);
  g_autofree char *extents = NULL;
  RensaShape blob = { 0 };

  if ((has_W || has_bias) && !rensa_caffe_layer_get_shape (layer, 0, &blob, error))
    return FALSE;
  extents = rensa_shape_to_string (&blob);
  if (!make_link (step, error, "Scale(axis=%" G_GINT64_FORMAT ", W_shape=%s, bias_term=%s, bias_shape=%s)", axis,
                  has_W ? extents : "None", has_bias ? "True" : "False", has_bias && !has_W ? extents : "None"))
    return FALSE;
  return (!has_W || fill_param (layer, 0, step->link, 0, error))
         && (!has_bias || fill_param (layer, has_W ? 1 : 0, rensa_link_get_child (step->link, 0), 0, error));
}

/* Layers without weights */

static gboolean
set_up_concat (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  const gint64 dim = rensa_wire_get_int (&layer->param, CONCAT_DIM, 1);
  const gint64 axis = (gint32) rensa_wire_get_int (&layer->param, CONCAT_AXIS, 1);

  return make_function (step, error, "concat(axis=%" G_GINT64_FORMAT ")", axis == 1 ? dim : axis);
}

static gboolean
set_up_dropout (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  return make_function (step, error, "dropout(ratio=%.17g)", rensa_wire_get_float (&layer->param, DROPOUT_RATIO, 0.5));
}

static gboolean
set_up_lrn (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  const gint64 n = rensa_wire_get_int (&layer->param, LRN_LOCAL_SIZE, 5);

  if (rensa_wire_get_int (&layer->param, LRN_NORM_REGION, 0) != 0)
    return refuse (N_ ("normalization within a channel is not supported"), error);
  return make_function (step, error,
                        "local_response_normalization(n=%" G_GINT64_FORMAT ", k=%.17g, alpha=%.17g, beta=%.17g)", n,
                        rensa_wire_get_float (&layer->param, LRN_K, 1),
                        n != 0 ? rensa_wire_get_float (&layer->param, LRN_ALPHA, 1) / (double) n : 0,
                        rensa_wire_get_float (&layer->param, LRN_BETA, 0.75));
}

enum
{
  POOL_MAX,
  POOL_AVERAGE,
};

/* Global pooling: a single window covers the whole input. */
static RensaVariable *
pool_all (const RensaCaffeStep *step, RensaVariable *const *inputs, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (inputs[0]).shape;
  const RensaInts ksize = { .n = 2, .values = { shape.dims[2], shape.dims[3] } };

  if (shape.ndim != 4)
    {
      rensa_set_fault (error, RENSA_ERROR_TYPE_CHECK,
                       &(RensaFault){ .code = &rensa_fault_pictures,
                                      .who = step->name,
                                      .n_found = { &rensa_count_axes, shape.ndim } });
      return NULL;
    }
  return step->operation == POOL_MAX ? rensa_max_pooling_2d (inputs[0], &ksize, &step->stride, &step->pad, TRUE, error)
                                     : rensa_average_pooling_2d (inputs[0], &ksize, &step->stride, &step->pad, error);
}

static gboolean
set_up_pooling (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  const gint64 pool = rensa_wire_get_int (&layer->param, POOLING_POOL, POOL_MAX);
  const RensaInts ksize = get_pair (layer, &pooling_ksize);

  step->stride = get_pair (layer, &pooling_stride);
  step->pad = get_pair (layer, &pooling_pad);
  step->operation = (int) pool;
  if (pool != POOL_MAX && pool != POOL_AVERAGE)
    return refuse (N_ ("stochastic pooling is not supported"), error);
  if (rensa_wire_get_int (&layer->param, POOLING_GLOBAL, FALSE) != 0 && ksize.values[0] == 0)
    {
      step->run = pool_all;
      return make_function (step, error, "%s(axis=(2, 3), keepdims=True)", pool == POOL_MAX ? "max" : "mean");
    }
  return make_function (step, error,
                        "%s_pooling_2d(ksize=(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "), stride=(%" G_GINT64_FORMAT
                        ", %" G_GINT64_FORMAT "), pad=(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "))",
                        pool == POOL_MAX ? "max" : "average", ksize.values[0], ksize.values[1], step->stride.values[0],
                        step->stride.values[1], step->pad.values[0], step->pad.values[1]);
}

static gboolean
set_up_relu (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  const double slope = rensa_wire_get_float (&layer->param, RELU_SLOPE, 0);

  return slope == 0 ? make_function (step, error, "relu")
                    : make_function (step, error, "leaky_relu(slope=%.17g)", slope);
}

static gboolean
set_up_reshape (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  g_autoptr (GString) extents = g_string_new (NULL);
  gint64 dims[RENSA_MAX_NDIM];
  RensaWire shape;
  guint n;

  if (!rensa_wire_get_bytes (&layer->param, RESHAPE_SHAPE, 0, &shape) || !rensa_wire_check (&shape, "", NULL))
    return refuse (N_ ("the target shape is missing"), error);
  n = rensa_wire_get_ints (&shape, 1, dims, RENSA_MAX_NDIM);
  if (n > RENSA_MAX_NDIM)
    return refuse (N_ ("the target shape has more axes than an array can have"), error);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (extents, "%" G_GINT64_FORMAT ",", dims[i]);
  return make_function (step, error, "reshape(shape=(%s))", extents->str);
}

/* Splits at the given points, or into one part per top. */
static gboolean
set_up_slice (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  g_autoptr (GString) points = g_string_new (NULL);
  gint64 values[RENSA_MAX_OUTPUTS];
  const guint n_tops = g_strv_length (step->tops);
  const guint n = rensa_wire_get_ints (&layer->param, SLICE_POINT, values, RENSA_MAX_OUTPUTS);
  const gint64 axis =
      (gint32) rensa_wire_get_int (&layer->param, SLICE_AXIS, rensa_wire_get_int (&layer->param, SLICE_DIM, 1));

  if (n_tops < 1 || n_tops > RENSA_MAX_OUTPUTS || (n > 0 && n + 1 != n_tops))
    return refuse (N_ ("the number of tops must equal the number of parts, at most 16"), error);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (points, "%" G_GINT64_FORMAT ",", values[i]);
  return n > 0 ? make_function (step, error, "split_axis(indices_or_sections=(%s), axis=%" G_GINT64_FORMAT ")",
                                points->str, axis)
               : make_function (step, error, "split_axis(indices_or_sections=%u, axis=%" G_GINT64_FORMAT ")", n_tops,
                                axis);
}

static gboolean
set_up_softmax (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  if (rensa_wire_get_int (&layer->param, SOFTMAX_AXIS, 1) != 1)
    return refuse (N_ ("only the channel axis is supported"), error);
  return make_function (step, error, "softmax");
}

static gboolean
set_up_softmax_loss (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  if (rensa_wire_get_int (&layer->param, SOFTMAX_AXIS, 1) != 1)
    return refuse (N_ ("only the channel axis is supported"), error);
  return make_function (step, error, "softmax_cross_entropy");
}

static gboolean
set_up_sigmoid (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  return make_function (step, error, "sigmoid");
}

enum
{
  ELTWISE_PRODUCT,
  ELTWISE_SUM,
  ELTWISE_MAX,
};

static RensaVariable *
combine_two (const RensaCaffeStep *step, RensaVariable *a, RensaVariable *b, GError **error)
{
  if (step->operation == ELTWISE_PRODUCT)
    return rensa_multiply (a, b, error);
  return step->operation == ELTWISE_SUM ? rensa_add (a, b, error) : rensa_maximum (a, b, error);
}

static RensaVariable *
combine (const RensaCaffeStep *step, RensaVariable *const *inputs, GError **error)
{
  g_autoptr (RensaVariable) result = NULL;

  for (int i = 0; i < step->n_bottoms; i++)
    {
      g_autoptr (RensaVariable) before = g_steal_pointer (&result);
      g_autoptr (RensaVariable) input = step->coefficients[i] != 1
                                            ? rensa_multiply_scalar (inputs[i], step->coefficients[i], error)
                                            : rensa_variable_ref (inputs[i]);

      if (input == NULL)
        return NULL;
      result = before != NULL ? combine_two (step, before, input, error) : g_steal_pointer (&input);
      if (result == NULL)
        return NULL;
    }
  return g_steal_pointer (&result);
}

/* Writes the operation as a formula of x0, x1, …: "1 * x0 + 0.5 * x1". */
static gboolean
describe (RensaCaffeStep *step, GError **error)
{
  g_autoptr (GString) formula = g_string_new (NULL);
  g_autoptr (GString) names = g_string_new (NULL);

  for (int i = 0; i < step->n_bottoms; i++)
    {
      g_autofree char *factor = rensa_format_double (step->coefficients[i]);

      g_string_append_printf (names, "%sx%d", i > 0 ? ", " : "", i);
      if (step->operation == ELTWISE_MAX && i > 0)
        {
          g_string_prepend (formula, "max(");
          g_string_append_printf (formula, ", x%d)", i);
        }
      else
        g_string_append_printf (formula, "%s%s%sx%d",
                                i == 0                           ? ""
                                : step->operation == ELTWISE_SUM ? " + "
                                                                 : " * ",
                                step->coefficients[i] != 1 ? factor : "", step->coefficients[i] != 1 ? " * " : "", i);
    }
  return make_function (step, error, "elementwise(formula='%s', inputs='%s')", formula->str, names->str);
}

static gboolean
set_up_eltwise (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error)
{
  const gint64 operation = rensa_wire_get_int (&layer->param, ELTWISE_OPERATION, ELTWISE_SUM);
  const gsize n = rensa_wire_get_floats (&layer->param, ELTWISE_COEFF, NULL, 0);

  if (operation < ELTWISE_PRODUCT || operation > ELTWISE_MAX)
    return refuse (N_ ("expected a product, a sum, or a maximum"), error);
  if (step->n_bottoms < 1 || (operation == ELTWISE_SUM && n > 0 && n != (gsize) step->n_bottoms))
    return refuse (N_ ("the number of coefficients must equal the number of bottoms"), error);
  for (int i = 0; i < step->n_bottoms; i++)
    step->coefficients[i] = 1;
  if (operation == ELTWISE_SUM)
    rensa_wire_get_floats (&layer->param, ELTWISE_COEFF, step->coefficients, RENSA_CAFFE_MAX_BOTTOMS);
  step->operation = (int) operation;
  step->run = combine;
  return describe (step, error);
}

static const RensaCaffeKind kinds[] = {
  { "BatchNorm", 0, 139, 0, set_up_batch_norm },
  { "Concat", 3, 104, 9, set_up_concat },
  { "Convolution", 4, 106, 10, set_up_convolution },
  { "Data", 5, 0, 0, NULL },
  { "Deconvolution", 39, 106, 10, set_up_deconvolution },
  { "Dropout", 6, 108, 12, set_up_dropout },
  { "Eltwise", 25, 110, 24, set_up_eltwise },
  { "InnerProduct", 14, 117, 17, set_up_inner_product },
  { "LRN", 15, 118, 18, set_up_lrn },
  { "Pooling", 17, 121, 19, set_up_pooling },
  { "ReLU", 18, 123, 30, set_up_relu },
  { "Reshape", 0, 133, 0, set_up_reshape },
  { "Scale", 0, 142, 0, set_up_scale },
  { "Sigmoid", 19, 124, 38, set_up_sigmoid },
  { "Slice", 33, 126, 31, set_up_slice },
  { "Softmax", 20, 125, 39, set_up_softmax },
  { "SoftmaxWithLoss", 21, 125, 39, set_up_softmax_loss },
};

const RensaCaffeKind rensa_caffe_split = { "Split", 22, 0, 0, NULL };

static gboolean
is_kind (const RensaCaffeKind *kind, const char *name, gint64 number)
{
  return name != NULL ? g_str_equal (kind->name, name) : kind->old_number != 0 && kind->old_number == number;
}

const RensaCaffeKind *
rensa_caffe_find_kind (const char *name, gint64 number)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (is_kind (&kinds[i], name, number))
      return &kinds[i];
  return is_kind (&rensa_caffe_split, name, number) ? &rensa_caffe_split : NULL;
}
