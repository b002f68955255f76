/* forms.c: what was recorded of forms, and what is given to those who run them.
 * SPDX-License-Identifier: MIT */

#include "forms.h"

#include "conformance.h"
#include "rensa-document-fields.h"
#include "rensa-json.h"

struct json_object *
array_to_json (RensaArray *array)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *shape = json_object_new_array ();
  struct json_object *list = json_object_new_array ();
  g_autofree double *values = NULL;

  if (array == NULL)
    {
      json_object_put (json);
      json_object_put (shape);
      json_object_put (list);
      return NULL;
    }
  values = get_values (array);
  for (int i = 0; i < rensa_array_get_shape (array)->ndim; i++)
    json_object_array_add (shape, json_object_new_int64 (rensa_array_get_dim (array, i)));
  for (gint64 i = 0; i < rensa_array_get_count (array); i++)
    json_object_array_add (list, json_object_new_double (values[i]));
  json_object_object_add (json, "dtype", json_object_new_string (rensa_dtype_get_name (rensa_array_get_dtype (array))));
  json_object_object_add (json, "shape", shape);
  json_object_object_add (json, "values", list);
  return json;
}

struct json_object *
arrays_to_json (RensaArray *const *arrays, int n)
{
  struct json_object *json = json_object_new_array ();

  for (int i = 0; i < n; i++)
    json_object_array_add (json, array_to_json (arrays[i]));
  return json;
}

static struct json_object *recorded;

void
check_form (const char *name, guint n_samples, const char *library, char *hash)
{
  struct json_object *function = rensa_json_get_member (recorded, name);
  struct json_object *form = function != NULL ? rensa_json_get_member (function, library) : NULL;
  const char *known = form != NULL ? json_object_get_string (rensa_json_get_member (form, "hash")) : NULL;
  struct json_object *samples = form != NULL ? rensa_json_get_member (form, "samples") : NULL;
  g_autofree char *wanted = hash;

  if (g_strcmp0 (known, wanted) != 0)
    g_test_message ("The form of %s in %s was not run as it stands; build-aux/record-forms.py runs it.", name, library);
  g_assert_cmpstr (known, ==, wanted);
  g_assert_cmpuint (json_object_array_length (samples), ==, n_samples);
  for (guint i = 0; i < n_samples; i++)
    {
      const char *status = json_object_get_string (json_object_array_get_idx (samples, i));

      g_test_message ("%s, sample %u in %s: %s", name, i, library, status);
      g_assert_true (g_str_equal (status, "equal") || g_str_has_prefix (status, "limit: "));
    }
}

void
check_no_form (const char *name, const char *library)
{
  struct json_object *component = rensa_json_get_member (recorded, name);

  if (component != NULL && rensa_json_get_member (component, library) != NULL)
    {
      g_test_message ("The form of %s in %s is recorded, but missing.", name, library);
      g_test_fail ();
    }
}

void
forms_open (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "reference", "forms.json", NULL);

  recorded = json_object_from_file (path);
  g_assert_nonnull (recorded);
}

void
forms_close (void)
{
  g_clear_pointer (&recorded, json_object_put);
}
