/* rensa-serializer.c: the walk over an object, to and from values in memory.
 * SPDX-License-Identifier: MIT */

#include "rensa-serializer.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-primitives.h"
#include "rensa-values-private.h"
#include "rensa-language.h"

/* What the places of one walk have in common. */
typedef struct
{
  RensaValues *values;
  gboolean reading;
  gboolean restoring; /* reading what was there before */
  RensaLoadOptions options;
  GHashTable *places; /* by path */
  GHashTable *asked;  /* the keys that were read */
} Walk;

struct _RensaSerializer
{
  Walk *walk;
  char *path; /* "" or ending in a slash */
};

static void
serializer_free (gpointer data)
{
  RensaSerializer *serializer = data;

  g_free (serializer->path);
  g_free (serializer);
}

static RensaSerializer *
walk_get_place (Walk *walk, const char *path)
{
  RensaSerializer *serializer = g_hash_table_lookup (walk->places, path);

  if (serializer == NULL)
    {
      serializer = g_new0 (RensaSerializer, 1);
      serializer->walk = walk;
      serializer->path = g_strdup (path);
      g_hash_table_insert (walk->places, serializer->path, serializer);
    }
  return serializer;
}

/* Chainer drops the slash with which paths of parameters begin. */
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

  return walk_get_place (serializer->walk, below);
}

gboolean
rensa_serializer_has (RensaSerializer *serializer, const char *key)
{
  RensaValues *values = serializer->walk->values;
  g_autofree char *path = join (serializer, key);
  const gsize length = strlen (path);

  if (!serializer->walk->reading || rensa_values_find (values, path) != NULL)
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
  Walk *walk = serializer->walk;

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

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s was expected, but the file holds %s"), place, expected,
                   found);
  return FALSE;
}

static char *
describe_value (const RensaValue *value)
{
  const RensaType type = value->array != NULL ? rensa_array_get_type (value->array) : value->type;
  g_autofree char *shape = NULL;

  if (value->kind == RENSA_VALUE_NONE)
    return g_strdup ("None");
  if (value->kind == RENSA_VALUE_TEXT)
    return g_strdup (_ ("a text"));

  shape = rensa_shape_to_string (&type.shape);
  return g_strdup_printf (_ ("%s of shape %s"), rensa_dtype_get_name (type.dtype), shape);
}

/* Takes both texts over. */
static void
note (Walk *walk, const char *path, RensaLoadStatus status, char *here, char *found)
{
  RensaLoadEntry *entry;

  if (walk->options.entries == NULL)
    {
      g_free (here);
      g_free (found);
      return;
    }
  entry = g_new0 (RensaLoadEntry, 1);
  *entry = (RensaLoadEntry){ g_strdup (path + strlen (walk->options.path)), status, here, found };
  g_ptr_array_add (walk->options.entries, entry);
}

static gboolean
is_ignored (Walk *walk, const char *path)
{
  for (guint i = 0; walk->options.ignore != NULL && walk->options.ignore[i] != NULL; i++)
    if (g_pattern_match_simple (walk->options.ignore[i], path + strlen (walk->options.path)))
      return TRUE;
  return FALSE;
}

/* What is to become of a value that is read. */
typedef enum
{
  FAILED,
  KEEP, /* it stays as it is */
  FOUND,
} Lookup;

/* The value to be read, entered as asked for; *@again tells whether it had been before. @old is what is there. */
static Lookup
look_up (RensaSerializer *serializer, const char *key, const RensaWant *want, const RensaValue *old, RensaValue **value,
         gboolean *again, GError **error)
{
  Walk *walk = serializer->walk;
  g_autofree char *path = join (serializer, key);

  if (is_ignored (walk, path))
    {
      g_hash_table_add (walk->asked, g_steal_pointer (&path));
      return KEEP;
    }
  if (walk->options.allow_missing && rensa_values_find (walk->values, path) == NULL)
    {
      note (walk, path, RENSA_LOAD_MISSING, describe_value (old), NULL);
      return KEEP;
    }
  *value = rensa_values_fetch (walk->values, path, want, error);
  if (*value == NULL)
    return FAILED;
  *again = !g_hash_table_add (walk->asked, g_steal_pointer (&path));
  return FOUND;
}

/* Of a value that was found: notes that it was taken. */
static gboolean
take (RensaSerializer *serializer, const char *key, const RensaValue *value)
{
  g_autofree char *path = join (serializer, key);

  note (serializer->walk, path, RENSA_LOAD_MATCHED, describe_value (value), describe_value (value));
  return TRUE;
}

/* … that it is another than was expected, which may be allowed. */
static gboolean
differ (RensaSerializer *serializer, const char *key, const char *expected, const RensaValue *value, GError **error)
{
  g_autofree char *path = join (serializer, key);
  g_autofree char *found = describe_value (value);

  if (!serializer->walk->options.allow_other)
    return disagree (serializer, key, error, expected, found);
  note (serializer->walk, path, RENSA_LOAD_OTHER, g_strdup (expected), g_steal_pointer (&found));
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

/* The array of the file, which fits, as one that may take the place of @old. */
static RensaArray *
convert (RensaArray *found, RensaArray *old, gboolean again, GError **error)
{
  if (old != NULL && rensa_array_get_dtype (old) != rensa_array_get_dtype (found))
    return rensa_array_cast (found, rensa_array_get_dtype (old), error);
  /* Two owners would see each other's changes. */
  return again ? rensa_array_copy (found, error) : rensa_array_ref (found);
}

static gboolean
read_array (RensaSerializer *serializer, const char *key, RensaArray **array, GError **error)
{
  const RensaWant want = { RENSA_VALUE_ARRAY, *array != NULL ? rensa_array_get_shape (*array) : NULL };
  const RensaValue old = { .kind = *array != NULL ? RENSA_VALUE_ARRAY : RENSA_VALUE_NONE, .array = *array };
  g_autofree char *expected = *array != NULL ? describe_value (&old) : g_strdup (_ ("an array"));
  RensaArray *fitted = NULL;
  RensaValue *value = NULL;
  gboolean again = FALSE;
  const Lookup lookup = look_up (serializer, key, &want, &old, &value, &again, error);

  if (lookup != FOUND)
    return lookup == KEEP;
  if (value->kind == RENSA_VALUE_NONE ? *array != NULL && !serializer->walk->restoring : !fits (value->array, *array))
    return differ (serializer, key, value->kind == RENSA_VALUE_TEXT ? _ ("an array") : expected, value, error);
  if (value->kind == RENSA_VALUE_ARRAY)
    {
      fitted = convert (value->array, *array, again, error);
      if (fitted == NULL)
        return FALSE;
    }

  g_clear_pointer (array, rensa_array_unref);
  *array = fitted;
  return take (serializer, key, value);
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

/* A 0-d array of one of the @kinds, of which the first is what is there; *@array is NULL for None where 'N' is among them.
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
    {
      take (serializer, key, value);
      return FOUND;
    }
  return differ (serializer, key, _ (expected), value, error) ? KEEP : FAILED;
}

/* A double does not hold every int64. */
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

  lookup = read_scalar (serializer, key, "b", N_ ("a bool"), &array, error);
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
    return differ (serializer, key, _ ("a text"), value, error);

  g_free (*string);
  *string = g_strdup (value->text);
  return take (serializer, key, value);
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

static void
walk_begin (Walk *walk, RensaValues *values, gboolean reading)
{
  walk->values = values;
  walk->reading = reading;
  walk->options.path = "";
  walk->places = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, serializer_free);
  walk->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
walk_end (Walk *walk)
{
  g_hash_table_unref (walk->places);
  g_hash_table_unref (walk->asked);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_end)

gboolean
rensa_values_save (RensaValues *values, RensaSerializeFunc serialize, gpointer object, GError **error)
{
  g_auto (Walk) walk = { 0 };

  walk_begin (&walk, values, FALSE);
  return serialize (object, walk_get_place (&walk, ""), error);
}

static gboolean
check_all_asked (Walk *walk, const char *prefix, GError **error)
{
  const char *first = NULL;
  guint n = 0;

  for (guint i = 0; i < rensa_values_get_n (walk->values); i++)
    {
      const char *key = rensa_values_get_key (walk->values, i);

      if (!g_str_has_prefix (key, prefix) || g_hash_table_contains (walk->asked, key))
        continue;
      first = first != NULL ? first : key;
      n++;
    }

  if (n == 1)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s holds “%s”, which belongs to nothing here"),
                     rensa_values_get_place (walk->values), first);
  else if (n > 1)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     ngettext ("%s holds “%s” and %u other key, which belong to nothing here",
                               "%s holds “%s” and %u other keys, which belong to nothing here", n - 1),
                     rensa_values_get_place (walk->values), first, n - 1);
  return n == 0;
}

/* What nobody asked for. */
static void
note_extra (Walk *walk)
{
  for (guint i = 0; walk->options.entries != NULL && i < rensa_values_get_n (walk->values); i++)
    {
      const char *key = rensa_values_get_key (walk->values, i);

      if (g_str_has_prefix (key, walk->options.path) && !g_hash_table_contains (walk->asked, key))
        note (walk, key, RENSA_LOAD_EXTRA, NULL, NULL);
    }
}

static gboolean
load_once (RensaValues *values, const RensaLoadOptions *options, RensaSerializeFunc serialize, gpointer object,
           GError **error)
{
  g_auto (Walk) walk = { 0 };

  walk_begin (&walk, values, TRUE);
  walk.options = *options;
  if (!serialize (object, walk_get_place (&walk, options->path), error)
      || !(options->allow_extra || check_all_asked (&walk, options->path, error)))
    return FALSE;
  note_extra (&walk);
  return TRUE;
}

/* The sentence about the file is what the person needs; that this cannot fail as well, nobody can promise. */
static void
restore (RensaValues *before, RensaSerializeFunc serialize, gpointer object)
{
  g_auto (Walk) walk = { 0 };

  walk_begin (&walk, before, TRUE);
  walk.restoring = TRUE;
  serialize (object, walk_get_place (&walk, ""), NULL);
}

gboolean
rensa_values_load (RensaValues *values, const RensaLoadOptions *options, RensaSerializeFunc serialize, gpointer object,
                   GError **error)
{
  g_autoptr (RensaValues) before = rensa_values_new ("what was there before");
  RensaLoadOptions own = options != NULL ? *options : (RensaLoadOptions){ 0 };
  g_autofree char *start = NULL;

  own.path = own.path != NULL ? own.path : "";
  start = g_strconcat (own.path, *own.path == '\0' || g_str_has_suffix (own.path, "/") ? NULL : "/", NULL);
  own.path = start;

  if (!rensa_values_save (before, serialize, object, error))
    return FALSE;
  if (load_once (values, &own, serialize, object, error))
    return TRUE;

  restore (before, serialize, object);
  return FALSE;
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
