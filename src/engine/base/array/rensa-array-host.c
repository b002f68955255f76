/* rensa-array-host.c: transfer of elements from and to host memory.
 * SPDX-License-Identifier: MIT */

#include "rensa-array-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

#include <math.h>
#include <string.h>

#define LARGEST_ELEMENT 8

/* Byte range covered by a strided array, relative to its first element. */
typedef struct
{
  gint64 first;
  gint64 end;
} Span;

static Span
get_span (RensaArray *array)
{
  Span span = { 0, (gint64) rensa_dtype_get_size (array->dtype) };

  for (int i = 0; i < array->shape.ndim; i++)
    {
      const gint64 reach = (array->shape.dims[i] - 1) * array->strides[i];

      span.first += MIN (reach, 0);
      span.end += MAX (reach, 0);
    }

  return span;
}

/* Returns the offset of the next element in C order; advances @index accordingly. */
static gint64
advance (RensaArray *array, gint64 *index, gint64 offset)
{
  for (int i = array->shape.ndim - 1; i >= 0; i--)
    {
      offset += array->strides[i];
      if (++index[i] < array->shape.dims[i])
        break;
      offset -= array->strides[i] * array->shape.dims[i];
      index[i] = 0;
    }

  return offset;
}

/* @origin is the address of the first element of @array in host memory. */
static void
gather (RensaArray *array, const char *origin, char *packed)
{
  const gsize size = rensa_dtype_get_size (array->dtype);
  gint64 index[RENSA_MAX_NDIM] = { 0 };
  gint64 offset = 0;

  for (gint64 i = 0; i < array->count; i++)
    {
      memcpy (packed + i * (gint64) size, origin + offset, size);
      offset = advance (array, index, offset);
    }
}

static void
scatter (RensaArray *array, char *origin, const char *packed)
{
  const gsize size = rensa_dtype_get_size (array->dtype);
  gint64 index[RENSA_MAX_NDIM] = { 0 };
  gint64 offset = 0;

  for (gint64 i = 0; i < array->count; i++)
    {
      memcpy (origin + offset, packed + i * (gint64) size, size);
      offset = advance (array, index, offset);
    }
}

/* @offset: relative to the first element. */
static gboolean
copy_out (RensaArray *array, gpointer host, gint64 offset, gsize n_bytes, GError **error)
{
  const RensaDevice *device = rensa_array_get_device (array);

  return device->klass->copy_out (device, host, (const char *) array->data + offset, n_bytes, error);
}

static gboolean
copy_in (RensaArray *array, gconstpointer host, gint64 offset, gsize n_bytes, GError **error)
{
  const RensaDevice *device = rensa_array_get_device (array);

  return device->klass->copy_in (device, (char *) array->data + offset, host, n_bytes, error);
}

/* Returns a copy of all bytes covered by @array; NULL with an error. */
static char *
copy_span (RensaArray *array, const Span *span, GError **error)
{
  const gsize n_bytes = (gsize) (span->end - span->first);
  g_autofree char *copy = g_try_malloc (n_bytes);

  if (copy == NULL)
    {
      g_autofree char *size = g_format_size_full (n_bytes, G_FORMAT_SIZE_IEC_UNITS);

      rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("not enough memory for %s to copy a strided array"), size);
      return NULL;
    }
  if (!copy_out (array, copy, span->first, n_bytes, error))
    return NULL;

  return g_steal_pointer (&copy);
}

gboolean
rensa_array_to_host (RensaArray *array, gpointer data, GError **error)
{
  if (array->count == 0)
    return TRUE;
  if (rensa_array_is_c_contiguous (array))
    return copy_out (array, data, 0, rensa_array_get_n_bytes (array), error);

  const Span span = get_span (array);
  g_autofree char *copy = copy_span (array, &span, error);

  if (copy == NULL)
    return FALSE;

  gather (array, copy - span.first, data);
  return TRUE;
}

gboolean
rensa_array_from_host (RensaArray *array, gconstpointer data, GError **error)
{
  if (array->count == 0)
    return TRUE;
  if (rensa_array_is_c_contiguous (array))
    return copy_in (array, data, 0, rensa_array_get_n_bytes (array), error);

  /* The bytes between the elements are written back unchanged. */
  const Span span = get_span (array);
  g_autofree char *copy = copy_span (array, &span, error);

  if (copy == NULL)
    return FALSE;

  scatter (array, copy - span.first, data);
  return copy_in (array, copy, span.first, (gsize) (span.end - span.first), error);
}

RensaArray *
rensa_array_new_from_host (RensaDtype dtype, const RensaShape *shape, gconstpointer data, GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_new (dtype, shape, error);

  if (array == NULL || !rensa_array_from_host (array, data, error))
    return NULL;

  return g_steal_pointer (&array);
}

/* Casting a value out of range would be undefined behavior. */
static gint64
saturate (double value, gint64 min, gint64 max)
{
  if (isnan (value))
    return 0;
  if (value <= (double) min)
    return min;
  if (value >= (double) max)
    return max;

  return (gint64) value;
}

#define STORE(Type, value)                      \
  do                                            \
    {                                           \
      const Type stored = (Type) (value);       \
      memcpy (element, &stored, sizeof stored); \
    }                                           \
  while (0)

void
rensa_element_from_double (RensaDtype dtype, double value, gpointer element)
{
  switch (dtype)
    {
    case RENSA_BOOL:
      STORE (guint8, value != 0);
      break;
    case RENSA_INT8:
      STORE (gint8, saturate (value, G_MININT8, G_MAXINT8));
      break;
    case RENSA_INT16:
      STORE (gint16, saturate (value, G_MININT16, G_MAXINT16));
      break;
    case RENSA_INT32:
      STORE (gint32, saturate (value, G_MININT32, G_MAXINT32));
      break;
    case RENSA_INT64:
      STORE (gint64, saturate (value, G_MININT64, G_MAXINT64));
      break;
    case RENSA_UINT8:
      STORE (guint8, saturate (value, 0, G_MAXUINT8));
      break;
    case RENSA_FLOAT16:
      STORE (guint16, rensa_double_to_half (value));
      break;
    case RENSA_BFLOAT16:
      STORE (guint16, rensa_double_to_bfloat (value));
      break;
    case RENSA_FLOAT32:
      STORE (float, value);
      break;
    case RENSA_FLOAT64:
      STORE (double, value);
      break;
    }
}

/* Represents all integers of up to 64 bits, without the loss of precision of a double. */
static gint64
load_integer (RensaDtype dtype, gconstpointer element)
{
  gint8 i8;
  gint16 i16;
  gint32 i32;
  gint64 i64;

  switch (rensa_dtype_get_size (dtype))
    {
    case 1:
      memcpy (&i8, element, sizeof i8);
      return dtype == RENSA_INT8 ? i8 : (guint8) i8;
    case 2:
      memcpy (&i16, element, sizeof i16);
      return i16;
    case 4:
      memcpy (&i32, element, sizeof i32);
      return i32;
    default:
      memcpy (&i64, element, sizeof i64);
      return i64;
    }
}

double
rensa_element_to_double (RensaDtype dtype, gconstpointer element)
{
  guint16 half;
  float single;
  double value;

  switch (dtype)
    {
    case RENSA_FLOAT16:
      memcpy (&half, element, sizeof half);
      return rensa_half_to_float (half);
    case RENSA_BFLOAT16:
      memcpy (&half, element, sizeof half);
      return rensa_bfloat_to_float (half);
    case RENSA_FLOAT32:
      memcpy (&single, element, sizeof single);
      return single;
    case RENSA_FLOAT64:
      memcpy (&value, element, sizeof value);
      return value;
    default:
      return (double) load_integer (dtype, element);
    }
}

RensaArray *
rensa_array_new_scalar (RensaDtype dtype, double value, GError **error)
{
  guint8 element[LARGEST_ELEMENT];

  rensa_element_from_double (dtype, value, element);
  return rensa_array_new_from_host (dtype, &RENSA_SHAPE_SCALAR, element, error);
}

double
rensa_array_get_scalar (RensaArray *array)
{
  guint8 element[LARGEST_ELEMENT];

  if (array->count != 1 || !rensa_array_to_host (array, element, NULL))
    return NAN;

  return rensa_element_to_double (array->dtype, element);
}

/* Appends the shortest decimal number that is read back as the same value in the dtype. */
static void
append_float (GString *text, RensaDtype dtype, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  /* The shortest form of 20 would be 2e+01. */
  if (fabs (value) < 1e16 && value == trunc (value))
    {
      g_string_append (text, g_ascii_formatd (digits, sizeof digits, "%.0f", value));
      return;
    }

  for (int precision = 1; precision <= 17; precision++)
    {
      char format[8];
      guint8 element[LARGEST_ELEMENT];

      g_snprintf (format, sizeof format, "%%.%dg", precision);
      g_ascii_formatd (digits, sizeof digits, format, value);
      rensa_element_from_double (dtype, g_ascii_strtod (digits, NULL), element);
      if (rensa_element_to_double (dtype, element) == value)
        break;
    }

  g_string_append (text, digits);
}

static void
append_element (GString *text, RensaDtype dtype, gconstpointer element)
{
  if (rensa_dtype_is_integer (dtype))
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT, load_integer (dtype, element));
      return;
    }

  const double value = rensa_element_to_double (dtype, element);
  if (dtype == RENSA_BOOL)
    g_string_append (text, value != 0 ? "True" : "False");
  else if (isnan (value))
    g_string_append (text, "nan");
  else if (isinf (value))
    g_string_append (text, value < 0 ? "-inf" : "inf");
  else
    append_float (text, dtype, value);
}

/* State of printing: the next element and how many more may be printed. */
typedef struct
{
  GString *text;
  const RensaArray *array;
  const char *next;
  gint64 left;
} Printer;

/* FALSE once the limit has truncated the text. */
static gboolean
print_axis (Printer *printer, int axis)
{
  const RensaDtype dtype = printer->array->dtype;

  if (axis == printer->array->shape.ndim)
    {
      if (printer->left-- <= 0)
        {
          g_string_append (printer->text, "…");
          return FALSE;
        }
      append_element (printer->text, dtype, printer->next);
      printer->next += rensa_dtype_get_size (dtype);
      return TRUE;
    }

  gboolean whole = TRUE;
  g_string_append_c (printer->text, '[');
  for (gint64 i = 0; i < printer->array->shape.dims[axis] && whole; i++)
    {
      if (i > 0)
        g_string_append (printer->text, ", ");
      if (i > 0 && printer->left <= 0)
        {
          g_string_append (printer->text, "…");
          whole = FALSE;
        }
      else
        whole = print_axis (printer, axis + 1);
    }
  g_string_append_c (printer->text, ']');

  return whole;
}

char *
rensa_array_to_string (RensaArray *array, gint64 limit)
{
  g_autofree char *elements = g_try_malloc (MAX (rensa_array_get_n_bytes (array), 1));
  g_autoptr (GError) error = NULL;

  if (elements == NULL)
    return g_strdup ("[…]");
  if (!rensa_array_to_host (array, elements, &error))
    return g_strdup_printf ("[%s]", error->message);

  Printer printer = { g_string_new (NULL), array, elements, limit };
  print_axis (&printer, 0);
  return g_string_free (printer.text, FALSE);
}
