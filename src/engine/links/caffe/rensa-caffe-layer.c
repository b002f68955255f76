/* rensa-caffe-layer.c: reads a layer from a Caffe file.
 * SPDX-License-Identifier: MIT */

#include "rensa-caffe-private.h"

#include <string.h>

#include "rensa-fault.h"

/* Field numbers of a layer, in current and in old files. */
typedef struct
{
  guint name;
  guint type;
  guint bottom;
  guint top;
  guint blobs;
} Fields;

static const Fields fields_of_today = { .name = 1, .type = 2, .bottom = 3, .top = 4, .blobs = 7 };
static const Fields old_fields = { .name = 4, .type = 5, .bottom = 2, .top = 3, .blobs = 6 };

/* Fields of a blob. */
enum
{
  BLOB_NUM = 1, /* channels, height and width follow */
  BLOB_DATA = 5,
  BLOB_SHAPE = 7,
};

#define BLOB_OLD_AXES 4
#define SHAPE_DIM 1

static gboolean
refuse_text (const char *what, const char *name, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s of layer “%s” is not valid UTF-8"), what, name);
  return FALSE;
}

static char **
read_names (const RensaWire *message, guint number, const char *what, const char *layer, GError **error)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  RensaWire rest = *message;
  RensaWire bytes;
  guint found;

  while (rensa_wire_next_bytes (&rest, &found, &bytes))
    {
      g_autofree char *name = NULL;

      if (found != number)
        continue;
      if (g_utf8_validate_len ((const char *) bytes.data, bytes.size, NULL))
        name = g_strndup ((const char *) bytes.data, bytes.size);
      if (name == NULL)
        {
          refuse_text (what, layer, error);
          return NULL;
        }
      g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

static gboolean
read_blobs (RensaCaffeLayer *layer, const RensaWire *message, guint number, GError **error)
{
  RensaWire rest = *message;
  RensaWire bytes;
  guint found;

  while (rensa_wire_next_bytes (&rest, &found, &bytes))
    {
      g_autofree char *what = NULL;

      if (found != number)
        continue;
      what = g_strdup_printf ("%s: blobs[%u]", layer->name, layer->n_blobs);
      if (!rensa_wire_check (&bytes, what, error))
        return FALSE;
      if (layer->n_blobs < RENSA_CAFFE_MAX_BLOBS)
        layer->blobs[layer->n_blobs] = bytes;
      layer->n_blobs++;
    }
  layer->n_blobs = MIN (layer->n_blobs, RENSA_CAFFE_MAX_BLOBS);
  return TRUE;
}

static gboolean
read_kind (RensaCaffeLayer *layer, const RensaWire *message, const Fields *fields, gboolean is_old, GError **error)
{
  const gint64 number = is_old ? rensa_wire_get_int (message, fields->type, 0) : 0;

  layer->type = is_old ? g_strdup_printf ("%" G_GINT64_FORMAT, number) : rensa_wire_dup_text (message, fields->type, 0);
  if (layer->type == NULL)
    return refuse_text ("type", layer->name, error);
  layer->kind = rensa_caffe_find_kind (is_old ? NULL : layer->type, number);
  return TRUE;
}

/* Reads the parameter message of the layer; the last one takes precedence. It is empty if there is none. */
static gboolean
read_param (RensaCaffeLayer *layer, const RensaWire *message, gboolean is_old, GError **error)
{
  const guint number = is_old ? layer->kind->old_param : layer->kind->param;
  g_autofree char *what = g_strdup_printf ("%s: param", layer->name);
  RensaWire rest = *message;
  RensaWire bytes;
  guint found;

  while (rensa_wire_next_bytes (&rest, &found, &bytes))
    if (found == number)
      layer->param = bytes;
  return rensa_wire_check (&layer->param, what, error);
}

gboolean
rensa_caffe_layer_init (RensaCaffeLayer *layer, const RensaWire *message, gboolean is_old, GError **error)
{
  const Fields *fields = is_old ? &old_fields : &fields_of_today;

  *layer = (RensaCaffeLayer){ .name = rensa_wire_dup_text (message, fields->name, 0) };
  if (layer->name == NULL)
    return refuse_text ("name", "?", error);
  layer->bottoms = read_names (message, fields->bottom, "bottom", layer->name, error);
  layer->tops = layer->bottoms != NULL ? read_names (message, fields->top, "top", layer->name, error) : NULL;
  return layer->tops != NULL && read_kind (layer, message, fields, is_old, error)
         && (layer->kind == NULL
             || (read_param (layer, message, is_old, error) && read_blobs (layer, message, fields->blobs, error)));
}

void
rensa_caffe_layer_clear (RensaCaffeLayer *layer)
{
  g_clear_pointer (&layer->name, g_free);
  g_clear_pointer (&layer->type, g_free);
  g_clear_pointer (&layer->bottoms, g_strfreev);
  g_clear_pointer (&layer->tops, g_strfreev);
}

/* Old files store four extents in separate fields. */
static guint
read_extents (const RensaWire *blob, gint64 extents[RENSA_MAX_NDIM])
{
  RensaWire shape;

  if (rensa_wire_get_bytes (blob, BLOB_SHAPE, 0, &shape) && rensa_wire_check (&shape, "", NULL))
    return rensa_wire_get_ints (&shape, SHAPE_DIM, extents, RENSA_MAX_NDIM);
  for (guint i = 0; i < BLOB_OLD_AXES; i++)
    extents[i] = rensa_wire_get_int (blob, BLOB_NUM + i, 0);
  return BLOB_OLD_AXES;
}

/* Number of values for these extents; -1 if they are invalid. */
static gint64
multiply (const gint64 *extents, guint n)
{
  gint64 count = 1;

  for (guint i = 0; i < n; i++)
    if (extents[i] < 1 || __builtin_mul_overflow (count, extents[i], &count))
      return -1;
  return count;
}

gboolean
rensa_caffe_layer_get_shape (const RensaCaffeLayer *layer, guint i, RensaShape *shape, GError **error)
{
  const RensaWire *blob = &layer->blobs[i];
  gint64 extents[RENSA_MAX_NDIM];
  gint64 count;
  gsize n_values;
  guint n;

  if (i >= layer->n_blobs)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("blob %u (counted from 0) is missing from the file"), i);
      return FALSE;
    }
  n = read_extents (blob, extents);
  count = n <= RENSA_MAX_NDIM ? multiply (extents, n) : -1;
  n_values = rensa_wire_get_floats (blob, BLOB_DATA, NULL, 0);
  if (count < 0 || (gsize) count != n_values)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the number of values in blob %u does not match its shape: %zu"),
                       i, n_values);
      return FALSE;
    }
  *shape = (RensaShape){ .ndim = (int) n };
  memcpy (shape->dims, extents, n * sizeof *extents);
  return TRUE;
}

RensaArray *
rensa_caffe_layer_get_array (const RensaCaffeLayer *layer, guint i, const RensaShape *shape, GError **error)
{
  RensaShape own;
  g_autofree float *values = NULL;

  if (!rensa_caffe_layer_get_shape (layer, i, &own, error))
    return NULL;
  if (rensa_shape_count (&own) != rensa_shape_count (shape))
    {
      g_autofree char *expected = rensa_shape_to_string (shape);
      g_autofree char *found = rensa_shape_to_string (&own);

      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("blob %u must have the shape %s, but has %s"), i, expected,
                       found);
      return NULL;
    }
  /* The file was checked to contain this many values. */
  values = g_new (float, rensa_shape_count (&own));
  rensa_wire_get_floats (&layer->blobs[i], BLOB_DATA, values, (gsize) rensa_shape_count (&own));
  return rensa_array_new_from_host (RENSA_FLOAT32, shape, values, error);
}
