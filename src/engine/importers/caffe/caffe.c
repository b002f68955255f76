/* caffe.c: imports trained Caffe networks as documents.
 * SPDX-License-Identifier: MIT */

#include "rensa-caffe-function.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-format.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-sketch.h"
#include "rensa-wire.h"
#include "rensa-wire-call.h"

/* Field numbers of Caffe's protocol buffer messages. */
enum
{
  NET_INPUT_DIM = 4,
  NET_INPUT_SHAPE = 8,
  NET_LAYERS = 100,
  LAYER_TYPE = 2,
  LAYER_INPUT = 143,
  INPUT_SHAPE = 1,
  SHAPE_DIM = 1,
};

#define LARGEST_SIZE 512
/* Batch sizes to try. */
static const gint64 batch_sizes[RENSA_SKETCH_PROBES] = { 2, 3 };
/* Image heights and widths to try before all others. */
static const gint64 usual_sizes[] = { 224, 227, 299, 28, 32, 256 };

typedef struct
{
  RensaLink *net;
  const char *input; /* input of the first layer */
  RensaShape shape;  /* shape of the input, including the batch axis */
  GPtrArray *notes;
} Import;

/* Input shape */

static gboolean
read_shape (const RensaWire *message, guint field, RensaShape *shape)
{
  gint64 dims[RENSA_MAX_NDIM];
  const guint n = rensa_wire_get_ints (message, field, dims, RENSA_MAX_NDIM);

  if (n < 2 || n > RENSA_MAX_NDIM)
    return FALSE;
  shape->ndim = (int) n;
  for (guint i = 0; i < n; i++)
    {
      shape->dims[i] = dims[i];
      if (dims[i] < 1 || dims[i] > G_MAXINT32)
        return FALSE;
    }
  return TRUE;
}

/* Reads a shape from a nested message that holds the lengths. */
static gboolean
read_inner_shape (const RensaWire *message, guint field, RensaShape *shape)
{
  RensaWire inner;

  return rensa_wire_get_bytes (message, field, 0, &inner) && rensa_wire_check (&inner, "shape", NULL)
         && read_shape (&inner, SHAPE_DIM, shape);
}

/* Finds the input shape if the file has it, as deployment networks do. */
static gboolean
find_shape (const RensaWire *net, RensaShape *shape)
{
  RensaWire rest = *net;
  RensaWire layer;
  guint number;

  if (read_inner_shape (net, NET_INPUT_SHAPE, shape) || read_shape (net, NET_INPUT_DIM, shape))
    return TRUE;
  while (rensa_wire_next_bytes (&rest, &number, &layer))
    if (number == NET_LAYERS && rensa_wire_check (&layer, "layer", NULL))
      {
        g_autofree char *type = rensa_wire_dup_text (&layer, LAYER_TYPE, 0);
        RensaWire param;

        if (g_strcmp0 (type, "Input") == 0 && rensa_wire_get_bytes (&layer, LAYER_INPUT, 0, &param)
            && rensa_wire_check (&param, "input_param", NULL) && read_inner_shape (&param, INPUT_SHAPE, shape))
          return TRUE;
      }
  return FALSE;
}

/* Infers the outputs of layer @i from types alone. Returns -1 and sets an error on failure. */
static int
infer_layer (RensaLink *net, guint i, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
             GError **error)
{
  RensaLink *link = rensa_caffe_function_get_link (net, i);
  g_autoptr (RensaLink) twin = NULL;

  if (link == NULL)
    return rensa_function_call_wired (rensa_caffe_function_get_function (net, i), inputs, n_inputs, outputs,
                                      RENSA_MAX_OUTPUTS, error);
  twin = rensa_link_new (rensa_link_get_attrs (link), error);
  return twin != NULL ? rensa_link_call_wired (twin, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error) : -1;
}

/* Returns TRUE if all layers that can be called accept an input of @shape; values keep their names
 * from the file. Sets an error only if memory is short. */
static gboolean
fits (Import *self, const RensaShape *shape, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_meta_device);
  g_autoptr (GHashTable) values =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) rensa_variable_unref);
  g_autoptr (RensaArray) array = rensa_array_new (RENSA_FLOAT32, shape, &reason);
  gboolean ok = array != NULL;

  g_hash_table_insert (values, (char *) self->input, rensa_variable_new_constant (array));
  for (guint i = 0; ok && i < rensa_caffe_function_get_n_layers (self->net); i++)
    {
      const char *const *bottoms;
      const char *const *tops;
      g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
      RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
      int n;

      rensa_caffe_function_get_layer (self->net, i, &bottoms, &tops);
      for (guint k = 0; bottoms[k] != NULL; k++)
        g_ptr_array_add (inputs, g_hash_table_lookup (values, bottoms[k]));
      if (g_ptr_array_find (inputs, NULL, NULL))
        continue;
      n = infer_layer (self->net, i, (RensaVariable *const *) inputs->pdata, (int) inputs->len, outputs, &reason);
      ok = n >= 0;
      for (int k = 0; k < n && tops[k] != NULL; k++)
        g_hash_table_insert (values, (char *) tops[k], rensa_variable_ref (outputs[k]));
      rensa_variables_clear (outputs, MAX (n, 0));
    }
  if (g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NO_MEMORY))
    g_propagate_error (error, g_steal_pointer (&reason));
  return ok;
}

/* Number of channels, or values, that the first layer expects. */
static gint64
count_channels (Import *self)
{
  for (guint i = 0; i < rensa_caffe_function_get_n_layers (self->net); i++)
    {
      RensaLink *link = rensa_caffe_function_get_link (self->net, i);
      RensaAttrs *attrs = link != NULL ? rensa_link_get_attrs (link) : NULL;
      const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
      const RensaAttrSpec *spec = component != NULL ? rensa_component_find_attr (component, "in_channels") : NULL;

      if (spec == NULL && component != NULL)
        spec = rensa_component_find_attr (component, "in_size");
      if (spec != NULL)
        return rensa_attr_value_count (spec, (const char *) rensa_attrs_get_values (attrs) + spec->offset);
    }
  return 1;
}

static gboolean
fail_size (GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   N_ ("the file does not specify its input size, and no suitable size was found"));
  return FALSE;
}

/* Finds a shape that all layers accept if the file has none: vectors, or square images. */
static gboolean
guess_shape (Import *self, GError **error)
{
  g_autoptr (GError) shortage = NULL;
  const gint64 n_channels = count_channels (self);

  self->shape = RENSA_SHAPE (batch_sizes[0], n_channels);
  if (fits (self, &self->shape, &shortage))
    return TRUE;
  for (gint64 i = -(gint64) G_N_ELEMENTS (usual_sizes); i <= LARGEST_SIZE && shortage == NULL; i++)
    {
      const gint64 size = i < 0 ? usual_sizes[i + (gint64) G_N_ELEMENTS (usual_sizes)] : MAX (i, 1);

      self->shape = RENSA_SHAPE (batch_sizes[0], n_channels, size, size);
      if (fits (self, &self->shape, &shortage))
        {
          g_ptr_array_add (self->notes,
                           g_strdup_printf (_ ("The file does not specify its input size: %lld × %lld fits"),
                                            (long long) size, (long long) size));
          return TRUE;
        }
    }
  if (shortage == NULL)
    return fail_size (error);
  g_propagate_error (error, g_steal_pointer (&shortage));
  return FALSE;
}

/* The document */

static gboolean
add_weight (GPtrArray *paths, GArray *weights, const char *path, RensaArray *array)
{
  const RensaSketchWeight weight = { g_strdup (path + 1), array };

  g_ptr_array_add (paths, (gpointer) weight.path);
  g_array_append_val (weights, weight);
  return TRUE;
}

typedef struct
{
  GPtrArray *paths;
  GArray *weights;
} Weights;

static gboolean
add_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  const Weights *weights = data;

  return add_weight (weights->paths, weights->weights, path, rensa_variable_get_array (param));
}

static gboolean
add_persistent (const char *path, RensaLink *owner, int index, gpointer data, GError **error)
{
  const Weights *weights = data;

  return rensa_link_persistent_is_int (owner, index)
         || add_weight (weights->paths, weights->weights, path, rensa_link_get_persistent (owner, index));
}

static int
add_layer (Import *self, RensaSketch *sketch, guint i, GPtrArray *inputs, RensaSketchValue **outputs, GError **error)
{
  const char *const *bottoms;
  const char *const *tops;
  const char *name = rensa_caffe_function_get_layer (self->net, i, &bottoms, &tops);
  RensaLink *link = rensa_caffe_function_get_link (self->net, i);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (RensaSketchWeight));
  Weights weights = { paths, array };

  if (link == NULL)
    return rensa_sketch_call (sketch, name, rensa_caffe_function_get_function (self->net, i),
                              (RensaSketchValue *const *) inputs->pdata, (int) inputs->len, outputs, RENSA_MAX_OUTPUTS,
                              error);
  rensa_link_foreach_param (link, add_param, &weights, NULL);
  rensa_link_foreach_persistent (link, add_persistent, &weights, NULL);
  return rensa_sketch_call_link (sketch, name, rensa_link_get_attrs (link), (const RensaSketchWeight *) array->data,
                                 array->len, (RensaSketchValue *const *) inputs->pdata, (int) inputs->len, outputs,
                                 RENSA_MAX_OUTPUTS, error);
}

/* Adds all layers whose inputs are available; collects unused values in @ends, with the names that
 * @values has for them. */
static gboolean
add_layers (Import *self, RensaSketch *sketch, GHashTable *values, GPtrArray *ends, GPtrArray *names, GError **error)
{
  for (guint i = 0; i < rensa_caffe_function_get_n_layers (self->net); i++)
    {
      const char *const *bottoms;
      const char *const *tops;
      const char *name = rensa_caffe_function_get_layer (self->net, i, &bottoms, &tops);
      g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
      RensaSketchValue *outputs[RENSA_MAX_OUTPUTS] = { NULL };
      guint at;
      int n;

      for (guint k = 0; bottoms[k] != NULL; k++)
        g_ptr_array_add (inputs, g_hash_table_lookup (values, bottoms[k]));
      if (g_ptr_array_find (inputs, NULL, NULL))
        {
          g_ptr_array_add (self->notes,
                           g_strdup_printf (_ ("Layer “%s” was omitted: no layer produces its input"), name));
          continue;
        }
      n = add_layer (self, sketch, i, inputs, outputs, error);
      if (n < 0)
        return FALSE;
      for (guint k = 0; k < inputs->len; k++)
        if (g_ptr_array_find (ends, inputs->pdata[k], &at))
          {
            g_ptr_array_remove_index (ends, at);
            g_ptr_array_remove_index (names, at);
          }
      for (int k = 0; k < n && tops[k] != NULL; k++)
        {
          g_hash_table_insert (values, (char *) tops[k], outputs[k]);
          g_ptr_array_add (ends, outputs[k]);
          g_ptr_array_add (names, (char *) tops[k]);
        }
    }
  return TRUE;
}

static RensaImported *
make_document (Import *self, const char *path, const gint64 sizes[RENSA_SKETCH_PROBES], GError **error)
{
  g_autoptr (RensaSketch) sketch = rensa_sketch_new (RENSA_FLOAT32, 1);
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) ends = g_ptr_array_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  RensaType types[RENSA_SKETCH_PROBES];
  RensaSketchValue *input;

  for (int i = 0; i < RENSA_SKETCH_PROBES; i++)
    {
      types[i] = (RensaType){ RENSA_FLOAT32, self->shape };
      types[i].shape.dims[0] = sizes[i];
    }
  input = rensa_sketch_add_input (sketch, self->input, types, error);
  if (input == NULL)
    return NULL;
  g_hash_table_insert (values, (char *) self->input, input);
  if (!add_layers (self, sketch, values, ends, names, error))
    return NULL;
  if (ends->len > 0 && ends->len <= RENSA_MAX_OUTPUTS)
    return rensa_sketch_finish (sketch, path, (RensaSketchValue *const *) ends->pdata,
                                (const char *const *) names->pdata, ends->len, error);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("expected 1 to %d outputs (values that no layer uses), found %u"),
                   RENSA_MAX_OUTPUTS, ends->len);
  return NULL;
}

static RensaImported *
import_net (Import *self, const RensaWire *wire, const char *path, GError **error)
{
  const char *const *bottoms;
  const char *const *tops;
  g_autoptr (GError) reason = NULL;
  RensaImported *imported;

  rensa_caffe_function_get_layer (self->net, 0, &bottoms, &tops);
  self->input = bottoms[0];
  if (self->input == NULL ? !fail_size (error) : !find_shape (wire, &self->shape) && !guess_shape (self, error))
    return NULL;
  for (const char *const *skipped = rensa_caffe_function_get_skipped (self->net); *skipped != NULL; skipped++)
    if (!g_str_has_suffix (*skipped, ": Input"))
      g_ptr_array_add (self->notes,
                       g_strdup_printf (_ ("Layer “%s” was omitted because its type is unknown"), *skipped));
  imported = make_document (self, path, batch_sizes, &reason);
  if (imported == NULL)
    {
      /* A layer may depend on the batch size. */
      imported = make_document (self, path, (gint64[]){ self->shape.dims[0], self->shape.dims[0] }, error);
      if (imported != NULL)
        g_ptr_array_add (imported->notes, g_strdup_printf (_ ("A batch must have %lld examples, as in the file: %s"),
                                                           (long long) self->shape.dims[0], reason->message));
    }
  if (imported != NULL)
    g_ptr_array_extend_and_steal (imported->notes, g_ptr_array_ref (self->notes));
  return imported;
}

static RensaImported *
read_caffe (const char *path, GError **error)
{
  gsize size;
  char *data = rensa_file_read (path, G_MAXINT32, &size, error);
  g_autoptr (GBytes) bytes = data != NULL ? g_bytes_new_take (data, size) : NULL;
  g_autoptr (RensaLink) net = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  Import self = { .notes = notes };
  RensaImported *imported = NULL;

  if (bytes == NULL)
    return NULL;
  net = self.net = rensa_caffe_function_new_from_bytes (bytes, error);
  if (net != NULL)
    imported = import_net (&self, &(RensaWire){ (const guint8 *) data, size }, path, error);
  if (imported == NULL)
    g_prefix_error (error, "%s: ", path);
  return imported;
}

const RensaImporter rensa_caffe_importer = {
  .name = "caffe",
  .title = N_ ("Caffe"),
  .ending = ".caffemodel",
  .read = read_caffe,
};
