/* test-caffe-nets.c: nets of Caffe made layer by layer, with answers worked out by hand.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "arrays.h"
#include "folder.h"
#include "rensa-error.h"
#include "rensa-importer.h"
#include "rensa-init.h"

/* Field numbers of Caffe's messages. */
enum
{
  NET_INPUT = 3,
  NET_INPUT_DIM = 4,
  NET_INPUT_SHAPE = 8,
  NET_LAYER = 100,
  LAYER_BLOB = 7,
  BLOB_DATA = 5,
  BLOB_SHAPE = 7,
  CONVOLUTION = 106,
  ELTWISE = 110,
  INNER_PRODUCT = 117,
  POOLING = 121,
  RESHAPE = 133,
  INPUT = 143,
};

static void
put_varint (GByteArray *message, guint64 value)
{
  for (; value >= 0x80; value >>= 7)
    g_byte_array_append (message, &(guint8){ (guint8) (value | 0x80) }, 1);
  g_byte_array_append (message, &(guint8){ (guint8) value }, 1);
}

static void
put_int (GByteArray *message, guint field, guint64 value)
{
  put_varint (message, (guint64) field << 3);
  put_varint (message, value);
}

static void
put_bytes (GByteArray *message, guint field, gconstpointer bytes, gsize n)
{
  put_varint (message, (guint64) field << 3 | 2);
  put_varint (message, n);
  g_byte_array_append (message, bytes, (guint) n);
}

static void
put_text (GByteArray *message, guint field, const char *text)
{
  put_bytes (message, field, text, strlen (text));
}

/* Takes @child. */
static void
put_child (GByteArray *message, guint field, GByteArray *child)
{
  put_bytes (message, field, child->data, child->len);
  g_byte_array_unref (child);
}

/* @dims: ended by 0 */
static GByteArray *
make_shape (const gint64 *dims)
{
  GByteArray *shape = g_byte_array_new ();

  for (; *dims != 0; dims++)
    put_int (shape, 1, (guint64) *dims);
  return shape;
}

static GByteArray *
make_layer (const char *name, const char *type, const char *bottom, const char *top)
{
  GByteArray *layer = g_byte_array_new ();

  put_text (layer, 1, name);
  put_text (layer, 2, type);
  if (bottom != NULL)
    put_text (layer, 3, bottom);
  put_text (layer, 4, top);
  return layer;
}

static void
put_blob (GByteArray *layer, const gint64 *dims, const float *values, gsize n)
{
  GByteArray *blob = g_byte_array_new ();

  put_child (blob, BLOB_SHAPE, make_shape (dims));
  put_bytes (blob, BLOB_DATA, values, n * sizeof *values);
  put_child (layer, LAYER_BLOB, blob);
}

/* y = x · (1, 10, 100) */
static GByteArray *
make_product (const char *bottom, const char *top)
{
  GByteArray *layer = make_layer ("product", "InnerProduct", bottom, top);
  GByteArray *param = g_byte_array_new ();

  put_int (param, 2, FALSE); /* bias_term */
  put_child (layer, INNER_PRODUCT, param);
  put_blob (layer, (const gint64[]){ 1, 3, 0 }, (const float[]){ 1, 10, 100 }, 3);
  return layer;
}

static RensaImported *
import (GByteArray *net, GError **error)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "net.caffemodel", NULL);
  RensaImported *imported;

  test_file_write (folder, "net.caffemodel", (const char *) net->data, (gssize) net->len);
  imported = rensa_import (path, error);
  test_folder_remove (folder);
  return imported;
}

/* Returns the first output for @x. */
static void
assert_answer (RensaImported *imported, RensaShape shape, const double *x, const double *y, gint64 n)
{
  g_autoptr (RensaArray) input = array_of (RENSA_FLOAT32, shape, x);
  RensaArray *found[2] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree double *values = NULL;

  rensa_imported_ask (imported, &input, found, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rensa_array_get_count (found[0]), ==, n);
  values = get_values (found[0]);
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (values[i], y[i], 1e-5);
  rensa_arrays_clear (found, 2);
}

typedef enum
{
  AS_DIMS,
  AS_SHAPE,
  AS_LAYER,
  NOWHERE,
} Place;

/* Where a file says how large its input is, if it does. */
static void
sizes (void)
{
  for (Place place = AS_DIMS; place <= NOWHERE; place++)
    {
      g_autoptr (GByteArray) net = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaImported) imported = NULL;

      if (place != AS_LAYER)
        put_text (net, NET_INPUT, "data");
      if (place == AS_DIMS)
        for (int i = 0; i < 2; i++)
          put_int (net, NET_INPUT_DIM, i == 0 ? 7 : 3);
      if (place == AS_SHAPE)
        put_child (net, NET_INPUT_SHAPE, make_shape ((const gint64[]){ 7, 3, 0 }));
      if (place == AS_LAYER)
        {
          GByteArray *layer = make_layer ("data", "Input", NULL, "data");
          GByteArray *param = g_byte_array_new ();

          put_child (param, 1, make_shape ((const gint64[]){ 7, 3, 0 }));
          put_child (layer, INPUT, param);
          put_child (net, NET_LAYER, layer);
        }
      put_child (net, NET_LAYER, make_product ("data", "y"));
      imported = import (net, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (imported->inputs[0], ==, "data");
      g_assert_cmpstr (imported->outputs[0], ==, "y");
      g_assert_cmpint (imported->types[0].shape.dims[1], ==, 3);
      g_assert_cmpuint (imported->notes->len, ==, 1);
      assert_answer (imported, RENSA_SHAPE (2, 3), (const double[]){ 1, 2, 3, 4, 5, 6 }, (const double[]){ 321, 654 },
                     2);
    }
}

/* A net with one layer on a picture (1, 1, 3, 3) of 1 to 9. */
static void
assert_layer (GByteArray *layer, const double *y, gint64 n)
{
  g_autoptr (GByteArray) net = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  put_text (net, NET_INPUT, "x");
  put_child (net, NET_INPUT_SHAPE, make_shape ((const gint64[]){ 1, 1, 3, 3, 0 }));
  put_child (net, NET_LAYER, layer);
  imported = import (net, &error);
  g_assert_no_error (error);
  assert_answer (imported, RENSA_SHAPE (1, 1, 3, 3), (const double[]){ 1, 2, 3, 4, 5, 6, 7, 8, 9 }, y, n);
}

/* Between the elements of a window lies one that it leaves out. */
static void
dilation (void)
{
  GByteArray *layer = make_layer ("c", "Convolution", "x", "y");
  GByteArray *param = g_byte_array_new ();

  put_int (param, 1, 1);     /* num_output */
  put_int (param, 2, FALSE); /* bias_term */
  put_int (param, 4, 2);     /* kernel_size */
  put_int (param, 18, 2);    /* dilation */
  put_child (layer, CONVOLUTION, param);
  put_blob (layer, (const gint64[]){ 1, 1, 2, 2, 0 }, (const float[]){ 1, 10, 100, 1000 }, 4);
  assert_layer (layer, (const double[]){ 1 + 30 + 700 + 9000 }, 1);
}

static void
pooling (void)
{
  for (int pool = 0; pool <= 1; pool++)
    for (int is_global = 0; is_global <= 1; is_global++)
      {
        GByteArray *layer = make_layer ("p", "Pooling", "x", "y");
        GByteArray *param = g_byte_array_new ();
        const double expected[2][4] = { { 5, 6, 8, 9 }, { 3, 4, 6, 7 } };

        put_int (param, 1, (guint64) pool);
        if (is_global)
          put_int (param, 12, TRUE);
        else
          put_int (param, 2, 2);
        put_child (layer, POOLING, param);
        assert_layer (layer, is_global ? (const double[]){ pool == 0 ? 9 : 5 } : expected[pool], is_global ? 1 : 4);
      }
}

/* Coefficients stand in sums alone. */
static void
combinations (void)
{
  static const float coefficients[] = { 2, -0.5f };
  static const double expected[3][3] = { { 1, 4, 9 }, { 1.5, 3, 4.5 }, { 1, 2, 3 } };

  for (int operation = 0; operation <= 2; operation++)
    {
      GByteArray *layer = make_layer ("e", "Eltwise", "x", "y");
      GByteArray *param = g_byte_array_new ();
      g_autoptr (GByteArray) net = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (RensaImported) imported = NULL;

      put_text (layer, 3, "x");
      put_int (param, 1, (guint64) operation);
      if (operation == 1)
        put_bytes (param, 2, coefficients, sizeof coefficients);
      put_child (layer, ELTWISE, param);
      put_text (net, NET_INPUT, "x");
      put_child (net, NET_INPUT_SHAPE, make_shape ((const gint64[]){ 1, 3, 0 }));
      put_child (net, NET_LAYER, layer);
      imported = import (net, &error);
      g_assert_no_error (error);
      assert_answer (imported, RENSA_SHAPE (1, 3), (const double[]){ 1, 2, 3 }, expected[operation], 3);
    }
}

/* A note reports an unknown layer and the layers after it. */
static void
omissions (void)
{
  g_autoptr (GByteArray) net = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  put_text (net, NET_INPUT, "x");
  put_child (net, NET_INPUT_SHAPE, make_shape ((const gint64[]){ 1, 3, 0 }));
  put_child (net, NET_LAYER, make_product ("x", "y"));
  put_child (net, NET_LAYER, make_layer ("odd", "Frobnicate", "y", "z"));
  put_child (net, NET_LAYER, make_layer ("behind", "ReLU", "z", "end"));
  imported = import (net, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (imported->outputs), ==, 1);
  g_assert_cmpuint (imported->notes->len, ==, 3);
  g_assert_nonnull (strstr (imported->notes->pdata[1], "odd"));
  g_assert_cmpstr (imported->notes->pdata[2], ==, "Layer “behind” was omitted: no layer produces its input");
  assert_answer (imported, RENSA_SHAPE (1, 3), (const double[]){ 1, 2, 3 }, (const double[]){ 321 }, 1);
}

/* Values that a layer computes for the batch of the file are valid for no other. */
static void
batch_of_the_file (void)
{
  GByteArray *layer = make_layer ("r", "Reshape", "x", "y");
  GByteArray *param = g_byte_array_new ();
  g_autoptr (GByteArray) net = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;

  put_child (param, 1, make_shape ((const gint64[]){ 4, 3, 0 }));
  put_child (layer, RESHAPE, param);
  put_text (net, NET_INPUT, "x");
  put_child (net, NET_INPUT_SHAPE, make_shape ((const gint64[]){ 2, 6, 0 }));
  put_child (net, NET_LAYER, layer);
  imported = import (net, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (imported->notes->len, ==, 2);
  g_assert_nonnull (strstr (imported->notes->pdata[1], "A batch must have 2 examples"));
}

/* Takes @layer; one sentence with the path and @sentence in it. */
static void
assert_refused (GByteArray *layer, const char *sentence)
{
  g_autoptr (GByteArray) net = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  put_text (net, NET_INPUT, "x");
  put_child (net, NET_LAYER, layer);
  g_assert_null (import (net, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == RENSA_ERROR);
  g_assert_nonnull (strstr (error->message, "net.caffemodel: "));
  if (strstr (error->message, sentence) == NULL)
    g_error ("“%s” was expected in “%s”", sentence, error->message);
}

static void
refused (void)
{
  GByteArray *layer = make_layer ("w", "InnerProduct", "x", "y");
  GByteArray *param = g_byte_array_new ();

  assert_refused (make_layer ("odd", "Frobnicate", "x", "y"), "there is no layer that can be called");
  assert_refused (make_layer ("", "ReLU", "x", "y"), "each layer needs a unique name");
  assert_refused (make_layer ("f", "ReLU", NULL, "y"), "the file does not specify its input size");
  assert_refused (make_layer ("r", "Reshape", "x", "y"), "the target shape is missing");
  assert_refused (make_layer ("w", "InnerProduct", "x", "y"), "blob 0 (counted from 0) is missing from the file");
  assert_refused (make_layer ("\xff", "ReLU", "x", "y"), "UTF-8");
  put_blob (layer, (const gint64[]){ 2, 3, 0 }, (const float[]){ 1, 2, 3 }, 3);
  assert_refused (layer, "the number of values in blob 0 does not match its shape: 3");
  layer = make_layer ("e", "Eltwise", "x", "y");
  put_int (param, 1, 7);
  put_child (layer, ELTWISE, param);
  assert_refused (layer, "expected a product, a sum, or a maximum");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/importers/caffe/nets/sizes", sizes);
  g_test_add_func ("/importers/caffe/nets/dilation", dilation);
  g_test_add_func ("/importers/caffe/nets/pooling", pooling);
  g_test_add_func ("/importers/caffe/nets/combinations", combinations);
  g_test_add_func ("/importers/caffe/nets/omissions", omissions);
  g_test_add_func ("/importers/caffe/nets/batch", batch_of_the_file);
  g_test_add_func ("/importers/caffe/nets/refused", refused);
  return g_test_run ();
}
