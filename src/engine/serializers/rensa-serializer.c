/* rensa-serializer.c: saves and loads the values of an object, to and from memory.
 * SPDX-License-Identifier: MIT */

#include "rensa-serializer.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-hdf5-private.h"
#include "rensa-primitives.h"
#include "rensa-language.h"
#include "rensa-walk-private.h"

/* Chainer removes the leading slash of parameter paths. */
static char *
join (RensaSerializer *serializer, const char *key)
{
  while (*key == '/')
    key++;
  return g_strconcat (serializer->path, key, NULL);
}

gboolean
rensa_serializer_is_reading (RensaSerializer *serializer)
{
  return serializer->walk->reading;
}

char *
rensa_serializer_describe (RensaSerializer *serializer, const char *key)
{
  g_autofree char *path = join (serializer, key);

  return g_strdup_printf ("%s: %s", rensa_values_get_place (serializer->walk->values), path);
}

RensaSerializer *
rensa_serializer_child (RensaSerializer *serializer, const char *key)
{
  g_autofree char *path = join (serializer, key);
  g_autofree char *below = g_str_has_suffix (path, "/") ? g_strdup (path) : g_strconcat (path, "/", NULL);

  return rensa_walk_get_place (serializer->walk, below);
}

gboolean
rensa_serializer_has (RensaSerializer *serializer, const char *key)
{
  RensaValues *values = serializer->walk->values;
  g_autofree char *path = join (serializer, key);
  const gsize length = strlen (path);
  gboolean is_mapped;
  g_autofree char *source = rensa_walk_find_source (serializer->walk, path, &is_mapped);

  if (!serializer->walk->reading || is_mapped || rensa_values_find (values, source) != NULL)
    return TRUE;

  for (guint i = 0; i < rensa_values_get_n (values); i++)
    {
      const char *other = rensa_values_get_key (values, i);

      if (strncmp (other, path, length) == 0 && other[length] == '/')
        return TRUE;
    }
  return FALSE;
}

void
rensa_serializer_pass_over (RensaSerializer *serializer)
{
  RensaWalk *walk = serializer->walk;

  for (guint i = 0; walk->reading && i < rensa_values_get_n (walk->values); i++)
    {
      const char *key = rensa_values_get_key (walk->values, i);

      if (g_str_has_prefix (key, serializer->path))
        g_hash_table_add (walk->asked, g_strdup (key));
    }
}

static gboolean
disagree (RensaSerializer *serializer, const char *key, GError **error, const char *expected, const char *found)
{
  g_autofree char *place = rensa_serializer_describe (serializer, key);

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected %s, but the file contains %s"), place, expected, found);
  return FALSE;
}

static gboolean
is_ignored (RensaWalk *walk, const char *path)
{
  for (guint i = 0; walk->options.ignore != NULL && walk->options.ignore[i] != NULL; i++)
    if (g_pattern_match_simple (walk->options.ignore[i], path + strlen (walk->options.path)))
      return TRUE;
  return FALSE;
}

/* Result of looking up a value. */
typedef enum
{
  FAILED,
  KEEP, /* keep the present value */
  FOUND,
} Lookup;

/* Finds the value to read and marks it as requested; *@again is TRUE if it was requested before.
 * @old is the present value. */
static Lookup
look_up (RensaSerializer *serializer, const char *key, const RensaWant *want, const RensaValue *old, RensaValue **value,
         gboolean *again, GError **error)
{
  RensaWalk *walk = serializer->walk;
  g_autofree char *path = join (serializer, key);
  gboolean is_mapped;
  g_autofree char *source = rensa_walk_find_source (walk, path, &is_mapped);

  if (is_ignored (walk, path))
    {
      g_hash_table_add (walk->asked, g_steal_pointer (&source));
      return KEEP;
    }
  if (walk->options.allow_missing && !is_mapped && rensa_values_find (walk->values, source) == NULL)
    {
      rensa_walk_note (walk, path, RENSA_LOAD_MISSING, NULL, old, NULL);
      return KEEP;
    }
  *value = rensa_values_fetch (walk->values, source, want, error);
  if (*value == NULL)
    return FAILED;
  *again = !g_hash_table_add (walk->asked, g_steal_pointer (&source));
  return FOUND;
}

/* Records that a value is used; with a map, each may be used only once. */
static gboolean
take (RensaSerializer *serializer, const char *key, const RensaValue *value, GError **error)
{
  RensaWalk *walk = serializer->walk;
  g_autofree char *path = join (serializer, key);
  gboolean is_mapped;
  g_autofree char *source = rensa_walk_find_source (walk, path, &is_mapped);
  const char *other = walk->taken != NULL ? g_hash_table_lookup (walk->taken, source) : NULL;

  if (other != NULL && !g_str_equal (other, path))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: “%s” is mapped to both “%s” and “%s”"),
                       rensa_values_get_place (walk->values), source, other, path);
      return FALSE;
    }
  rensa_walk_note (walk, path, RENSA_LOAD_MATCHED, NULL, value, value);
  if (walk->taken != NULL)
    g_hash_table_insert (walk->taken, g_steal_pointer (&source), g_steal_pointer (&path));
  return TRUE;
}

/* Returns "float32 of shape (4, 5)", with a note that it would match if it has the axis order of
 * other frameworks; owned by the caller. */
static char *
describe_found (const RensaValue *old, const RensaValue *value)
{
  g_autofree char *found = rensa_value_describe (value);
  const RensaShape *wanted = old->array != NULL ? rensa_array_get_shape (old->array) : NULL;
  const RensaShape *own = value->array != NULL ? rensa_array_get_shape (value->array) : &value->type.shape;
  const RensaShape turned = rensa_kernel_turn_shape (own);

  if (value->kind != RENSA_VALUE_ARRAY || wanted == NULL || wanted->ndim < 2 || !rensa_shape_equal (&turned, wanted)
      || rensa_shape_equal (own, wanted))
    return g_steal_pointer (&found);
  return g_strdup_printf (_ ("%s, which would match with its axes transposed, as between Keras and Chainer"), found);
}

/* Records that the value is not the expected one, which may be allowed. */
static gboolean
differ (RensaSerializer *serializer, const char *key, const char *expected, const RensaValue *old,
        const RensaValue *value, GError **error)
{
  RensaWalk *walk = serializer->walk;
  g_autofree char *path = join (serializer, key);
  g_autofree char *found = describe_found (old, value);
  gboolean is_mapped;
  g_autofree char *source = rensa_walk_find_source (walk, path, &is_mapped);
  RensaLoadEntry *entry;

  if (is_mapped)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: “%s” cannot be loaded into “%s”: expected %s, but it is %s"),
                       rensa_values_get_place (walk->values), source, path, expected, found);
      return FALSE;
    }
  if (!walk->options.allow_other)
    return disagree (serializer, key, error, expected, found);
  entry = rensa_walk_note (walk, path, RENSA_LOAD_OTHER, expected, old, value);
  while (entry != NULL && !g_str_equal (rensa_values_get_key (walk->values, entry->position), path))
    entry->position++;
  return TRUE;
}

static RensaValue *
enter (RensaSerializer *serializer, const char *key, RensaValueKind kind)
{
  g_autofree char *path = join (serializer, key);
  RensaValue *value = rensa_values_add (serializer->walk->values, path);

  value->kind = kind;
  return value;
}

static gboolean
fits (RensaArray *found, RensaArray *old)
{
  return found != NULL
         && (old == NULL
             || (rensa_shape_equal (rensa_array_get_shape (old), rensa_array_get_shape (found))
                 && rensa_dtype_get_kind (rensa_array_get_dtype (old))
                        == rensa_dtype_get_kind (rensa_array_get_dtype (found))));
}

/* Converts the array of the file, which fits, so that it can replace @old. */
static RensaArray *
convert (RensaArray *found, RensaArray *old, gboolean again, GError **error)
{
  if (old != NULL && rensa_array_get_dtype (old) != rensa_array_get_dtype (found))
    return rensa_array_cast (found, rensa_array_get_dtype (old), error);
  /* With a shared array, two owners would see each other's changes. */
  return again ? rensa_array_copy (found, error) : rensa_array_ref (found);
}

static gboolean
read_array (RensaSerializer *serializer, const char *key, RensaArray **array, GError **error)
{
  const RensaWant want = { RENSA_VALUE_ARRAY, *array != NULL ? rensa_array_get_shape (*array) : NULL };
  const RensaValue old = { .kind = *array != NULL ? RENSA_VALUE_ARRAY : RENSA_VALUE_NONE, .array = *array };
  g_autofree char *expected = *array != NULL ? rensa_value_describe (&old) : g_strdup (_ ("an array"));
  RensaArray *fitted = NULL;
  RensaValue *value = NULL;
  gboolean again = FALSE;
  const Lookup lookup = look_up (serializer, key, &want, &old, &value, &again, error);

  if (lookup != FOUND)
    return lookup == KEEP;
  if (value->kind == RENSA_VALUE_NONE ? *array != NULL && !serializer->walk->restoring : !fits (value->array, *array))
    return differ (serializer, key, value->kind == RENSA_VALUE_TEXT ? _ ("an array") : expected, &old, value, error);
  if (value->kind == RENSA_VALUE_ARRAY)
    {
      fitted = convert (value->array, *array, again, error);
      if (fitted == NULL)
        return FALSE;
    }

  g_clear_pointer (array, rensa_array_unref);
  *array = fitted;
  return take (serializer, key, value, error);
}

gboolean
rensa_serializer_array (RensaSerializer *serializer, const char *key, RensaArray **array, GError **error)
{
  RensaValue *value;

  if (serializer->walk->reading)
    return read_array (serializer, key, array, error);

  value = enter (serializer, key, *array != NULL ? RENSA_VALUE_ARRAY : RENSA_VALUE_NONE);
  value->array = *array != NULL ? rensa_array_ref (*array) : NULL;
  return TRUE;
}

static gboolean
write_scalar (RensaSerializer *serializer, const char *key, RensaDtype dtype, gconstpointer data, GError **error)
{
  g_autoptr (RensaArray) array = rensa_array_new_from_host (dtype, &RENSA_SHAPE_SCALAR, data, error);

  return array != NULL && rensa_serializer_array (serializer, key, &array, error);
}

/* Reads a 0-d array of one of the @kinds, the first of which is that of the present value; *@array
 * is NULL for None if 'N' is among them.
 * @array is borrowed. */
static Lookup
read_scalar (RensaSerializer *serializer, const char *key, const char *kinds, const char *expected, RensaArray **array,
             GError **error)
{
  static const RensaShape scalar = { 0 };
  const RensaWant want = { RENSA_VALUE_ARRAY, &scalar };
  const RensaDtype dtype = kinds[0] == 'f' ? RENSA_FLOAT64 : kinds[0] == 'b' ? RENSA_BOOL : RENSA_INT64;
  const RensaValue old = { .kind = RENSA_VALUE_ARRAY, .type = { .dtype = dtype } };
  RensaValue *value = NULL;
  gboolean again;
  const Lookup lookup = look_up (serializer, key, &want, &old, &value, &again, error);

  if (lookup != FOUND)
    return lookup;
  *array = value->array;
  if ((value->kind == RENSA_VALUE_NONE && strchr (kinds, 'N') != NULL)
      || (value->array != NULL && rensa_array_get_ndim (value->array) == 0
          && strchr (kinds, rensa_dtype_get_kind (rensa_array_get_dtype (value->array))) != NULL))
    return take (serializer, key, value, error) ? FOUND : FAILED;
  return differ (serializer, key, _ (expected), &old, value, error) ? KEEP : FAILED;
}

/* A double cannot represent every int64. */
static gboolean
get_integer (RensaArray *array, gint64 *value, GError **error)
{
  if (rensa_array_get_dtype (array) == RENSA_INT64)
    return rensa_array_to_host (array, value, error);

  *value = rensa_array_get_scalar (array);
  return TRUE;
}

gboolean
rensa_serializer_int (RensaSerializer *serializer, const char *key, gint64 *value, GError **error)
{
  RensaArray *array = NULL;
  Lookup lookup;

  if (!serializer->walk->reading)
    return write_scalar (serializer, key, RENSA_INT64, value, error);

  lookup = read_scalar (serializer, key, "iu", N_ ("an integer"), &array, error);
  return lookup == FOUND ? get_integer (array, value, error) : lookup == KEEP;
}

gboolean
rensa_serializer_double (RensaSerializer *serializer, const char *key, double *value, GError **error)
{
  RensaArray *array = NULL;
  Lookup lookup;

  if (!serializer->walk->reading)
    return write_scalar (serializer, key, RENSA_FLOAT64, value, error);

  lookup = read_scalar (serializer, key, "fiuN", N_ ("a number"), &array, error);
  if (lookup != FOUND)
    return lookup == KEEP;
  *value = array != NULL ? rensa_array_get_scalar (array) : NAN;
  return TRUE;
}

gboolean
rensa_serializer_bool (RensaSerializer *serializer, const char *key, gboolean *value, GError **error)
{
  const guint8 byte = *value != FALSE;
  RensaArray *array = NULL;
  Lookup lookup;

  if (!serializer->walk->reading)
    return write_scalar (serializer, key, RENSA_BOOL, &byte, error);

  lookup = read_scalar (serializer, key, "b", N_ ("a Boolean"), &array, error);
  if (lookup != FOUND)
    return lookup == KEEP;
  *value = rensa_array_get_scalar (array) != 0;
  return TRUE;
}

static gboolean
read_string (RensaSerializer *serializer, const char *key, char **string, GError **error)
{
  const RensaWant want = { RENSA_VALUE_TEXT, NULL };
  const RensaValue old = { .kind = RENSA_VALUE_TEXT };
  RensaValue *value = NULL;
  gboolean again;
  const Lookup lookup = look_up (serializer, key, &want, &old, &value, &again, error);

  if (lookup != FOUND)
    return lookup == KEEP;
  if (value->kind == RENSA_VALUE_ARRAY)
    return differ (serializer, key, _ ("a string"), &old, value, error);

  g_free (*string);
  *string = g_strdup (value->text);
  return take (serializer, key, value, error);
}

gboolean
rensa_serializer_string (RensaSerializer *serializer, const char *key, char **string, GError **error)
{
  RensaValue *value;

  if (serializer->walk->reading)
    return read_string (serializer, key, string, error);

  value = enter (serializer, key, *string != NULL ? RENSA_VALUE_TEXT : RENSA_VALUE_NONE);
  value->text = g_strdup (*string);
  return TRUE;
}

gboolean
rensa_serializer_number (RensaSerializer *serializer, const char *key, double *value, GError **error)
{
  const gboolean is_whole = *value == floor (*value) && fabs (*value) < 0x1p53;
  gint64 integer;

  if (rensa_serializer_is_reading (serializer) || !is_whole)
    return rensa_serializer_double (serializer, key, value, error);
  integer = (gint64) *value;
  return rensa_serializer_int (serializer, key, &integer, error);
}
