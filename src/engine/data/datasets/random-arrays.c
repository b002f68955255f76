/* random-arrays.c: random numbers as dummy data.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-random.h"
#include "rensa-source-private.h"

typedef struct
{
  char *x;
  char *t;
  gint64 n;
  gint64 seed;
} RandomArrays;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (RandomArrays, x, .initial_text = "float32 (8)", .title = N_ ("Inputs"),
                     .hint = N_ ("Type and shape of an example, such as float32 (3, 32, 32); separate several with "
                                 "semicolons")),
  RENSA_ATTR_STRING (RandomArrays, t, .initial_text = "float32 (1)", .title = N_ ("Label"),
                     .hint = N_ ("Same "
                                 "format as "
                                 "for the "
                                 "inputs")),
  RENSA_ATTR_INT (RandomArrays, n, .initial = 64, .min = 1, .max = 1e6, .title = N_ ("Examples")),
  RENSA_ATTR_INT (RandomArrays, seed, .initial = 0, .min = 0, .max = 9007199254740992, .title = N_ ("Seed"),
                  .hint = N_ ("A different seed produces different examples")),
};

/* Parses the numbers between the parentheses, "3, 32, 32", after the axis of the examples. FALSE if
 * they are invalid. */
static gboolean
parse_extents (const char *text, RensaShape *shape)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *part = g_strstrip (parts[i]);

      if (*part == '\0' && parts[i + 1] == NULL)
        return TRUE;
      if (shape->ndim == RENSA_MAX_NDIM
          || !g_ascii_string_to_signed (part, 10, 0, G_MAXINT32, &shape->dims[shape->ndim], NULL))
        return FALSE;
      shape->ndim++;
    }
  return TRUE;
}

/* "float32 (3, 32, 32)" of @n examples. */
static gboolean
parse_type (char *text, gint64 n, RensaType *type, GError **error)
{
  char *open = strchr (g_strstrip (text), '(');
  char *close = open != NULL ? strchr (open, ')') : NULL;
  g_autofree char *name = open != NULL ? g_strchomp (g_strndup (text, open - text)) : NULL;

  *type = (RensaType){ .shape = { .ndim = 1, .dims = { n } } };
  if (close != NULL && close[1] == '\0')
    {
      *close = '\0';
      if (rensa_dtype_from_name (name, &type->dtype, NULL) && parse_extents (open + 1, &type->shape))
        return TRUE;
    }
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("expected a type and a shape, such as float32 (3, 32, 32), but “%s” was given"), text);
  return FALSE;
}

/* Returns normal numbers or, for integer types, 0 and 1: valid as class labels, and as IDs for any
 * embedding table. */
static RensaArray *
make_array (const RensaType *type, RensaRandom *random, GError **error)
{
  const gboolean is_floating = rensa_dtype_is_floating (type->dtype);
  g_autoptr (RensaArray) array = NULL;
  g_autofree float *values = NULL;

  if (!rensa_shape_check (&type->shape, type->dtype, error))
    return NULL;
  values = rensa_memory_try_new (float, rensa_shape_count (&type->shape), "random_arrays", error);
  if (values == NULL)
    return NULL;
  for (gint64 i = 0; i < rensa_shape_count (&type->shape); i++)
    values[i] = is_floating ? (float) rensa_random_normal (random) : (float) rensa_random_below (random, 2);
  array = rensa_array_new_from_host (RENSA_FLOAT32, &type->shape, values, error);
  return array != NULL ? rensa_array_cast (array, type->dtype, error) : NULL;
}

static gboolean
make_fields (const RandomArrays *self, char **texts, RensaArray **fields, GError **error)
{
  for (guint i = 0; texts[i] != NULL; i++)
    {
      RensaRandom random = rensa_random_init (self->seed, RENSA_STREAM_TRAIN + i);
      RensaType type;

      if (i == RENSA_MAX_FIELDS)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("at most %d inputs are allowed, but more were given"),
                           RENSA_MAX_FIELDS - 1);
          return FALSE;
        }
      fields[i] = parse_type (texts[i], self->n, &type, error) ? make_array (&type, &random, error) : NULL;
      if (fields[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const RandomArrays *self = data;
  g_autofree char *all = g_strconcat (self->x, ";", self->t, NULL);
  g_auto (GStrv) texts = g_strsplit (all, ";", -1);
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };

  if (make_fields (self, texts, fields, error))
    bundle->train = rensa_tuple_dataset_new (fields, (int) g_strv_length (texts), error);
  rensa_arrays_clear (fields, RENSA_MAX_FIELDS);
  return bundle->train != NULL;
}

const RensaDatasetClass rensa_dataset_random_arrays_class = {
  .name = "random_arrays",
  .group = &rensa_files_group,
  .title = N_ ("Random Numbers"),
  .summary = N_ ("Random numbers of given shapes, for models whose data is not available yet"),
  RENSA_ATTRS (RandomArrays, attrs),
  .load = load,
};
