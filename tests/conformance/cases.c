/* cases.c: reading cases and comparing arrays.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "rensa-error.h"
#include "rensa-primitives.h"

struct json_object *
get (struct json_object *object, const char *key)
{
  struct json_object *value = NULL;

  if (object != NULL)
    json_object_object_get_ex (object, key, &value);
  return value;
}

const char *
get_string (struct json_object *object, const char *key)
{
  struct json_object *value = get (object, key);

  return value != NULL ? json_object_get_string (value) : NULL;
}

double
get_double (struct json_object *object, const char *key, double fallback)
{
  struct json_object *value = get (object, key);

  return value != NULL ? json_object_get_double (value) : fallback;
}

Tolerance
get_tolerance (struct json_object *object)
{
  return (Tolerance){ get_double (object, "rtol", 0), get_double (object, "atol", 0) };
}

gboolean
get_boolean (struct json_object *object, const char *key)
{
  return json_object_get_boolean (get (object, key));
}

gint64
get_int (struct json_object *object, const char *key)
{
  return json_object_get_int64 (get (object, key));
}

int
get_length (struct json_object *list)
{
  return list != NULL ? (int) json_object_array_length (list) : 0;
}

struct json_object *
get_item (struct json_object *list, int i)
{
  return i < get_length (list) ? json_object_array_get_idx (list, (gsize) i) : NULL;
}

static void
give_up (const char *path, const char *reason)
{
  g_printerr ("conformance: %s cannot be read: %s\n", path, reason);
  exit (2);
}

gboolean
case_file_set_arrays (CaseFile *file, const char *npz_name)
{
  g_autofree char *path = g_build_filename (file->dir, npz_name, NULL);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&file->arrays, rensa_npz_free);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;

  file->arrays = rensa_npz_open (path, &error);
  if (file->arrays == NULL)
    give_up (path, error->message);
  return TRUE;
}

gboolean
case_file_open (CaseFile *file, const char *dir, const char *name)
{
  g_autofree char *json_name = g_strconcat (name, ".json", NULL);
  g_autofree char *npz_name = g_strconcat (name, ".npz", NULL);
  g_autofree char *path = g_build_filename (dir, json_name, NULL);

  *file = (CaseFile){ .dir = NULL };
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;

  file->dir = g_strdup (dir);
  file->json = json_object_from_file (path);
  if (file->json == NULL)
    give_up (path, "it is not a JSON file");
  case_file_set_arrays (file, npz_name);
  return TRUE;
}

void
case_file_close (CaseFile *file)
{
  json_object_put (file->json);
  g_free (file->dir);
  g_clear_pointer (&file->arrays, rensa_npz_free);
}

RensaArray *
case_array (CaseFile *file, struct json_object *name, GError **error)
{
  return name != NULL ? case_array_named (file, json_object_get_string (name), error) : NULL;
}

RensaArray *
case_array_named (CaseFile *file, const char *key, GError **error)
{
  return rensa_npz_read (file->arrays, key, error);
}

static gboolean
set_in_order (RensaAttrs *attrs, struct json_object *values, GError **error)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);

  for (int i = 0; i < get_length (values); i++)
    {
      if (i >= (int) component->n_attrs)
        {
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s takes %u arguments, but %d are given",
                       component->name, component->n_attrs, get_length (values));
          return FALSE;
        }
      if (!rensa_attrs_set_json (attrs, component->attrs[i].name, get_item (values, i), error))
        return FALSE;
    }
  return TRUE;
}

RensaAttrs *
make_attrs (RensaComponentKind kind, const char *name, struct json_object *args, GError **error)
{
  const RensaComponent *component = rensa_registry_find (kind, name, error);
  g_autoptr (RensaAttrs) attrs = component != NULL ? rensa_attrs_new (component) : NULL;

  if (attrs == NULL)
    return NULL;
  if (json_object_is_type (args, json_type_array) ? !set_in_order (attrs, args, error)
                                                  : args != NULL && !rensa_attrs_set_members (attrs, args, NULL, error))
    return NULL;
  return g_steal_pointer (&attrs);
}

static gboolean
is_close (Report *report, double got, double want, Tolerance tolerance)
{
  const double allowed = tolerance.atol + tolerance.rtol * fabs (want);
  const double difference = fabs (got - want);

  if (got == want || (isnan (got) && isnan (want)))
    return TRUE;
  if (allowed > 0 && difference <= allowed)
    {
      report->largest_error = MAX (report->largest_error, difference / allowed);
      return TRUE;
    }
  return FALSE;
}

gboolean
check_number (Report *report, const char *what, double got, double want, Tolerance tolerance, GError **error)
{
  if (is_close (report, got, want, tolerance))
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is %.9g, expected %.9g", what, got, want);
  return FALSE;
}

gboolean
check_int (const char *what, gint64 got, gint64 want, GError **error)
{
  if (got == want)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT, what,
               got, want);
  return FALSE;
}

gboolean
check_values (Report *report, const char *what, RensaArray *got, struct json_object *want, Tolerance tolerance,
              GError **error)
{
  const int n = get_length (want);
  g_autofree double *values = get_values (got);

  if (!check_int (what, rensa_array_get_count (got), n, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      struct json_object *item = get_item (want, i);
      g_autofree char *element = g_strdup_printf ("element %d of %s", i, what);

      if (!check_number (report, element, values[i], item != NULL ? json_object_get_double (item) : NAN, tolerance,
                         error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_type (const char *what, RensaArray *got, RensaArray *want, GError **error)
{
  const RensaType got_type = rensa_array_get_type (got);
  const RensaType want_type = rensa_array_get_type (want);
  g_autofree char *got_shape = rensa_shape_to_string (&got_type.shape);
  g_autofree char *want_shape = rensa_shape_to_string (&want_type.shape);

  if (rensa_shape_equal (&got_type.shape, &want_type.shape) && got_type.dtype == want_type.dtype)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is %s of shape %s, expected %s of %s", what,
               rensa_dtype_get_name (got_type.dtype), got_shape, rensa_dtype_get_name (want_type.dtype), want_shape);
  return FALSE;
}

gboolean
check_array (Report *report, const char *what, RensaArray *got, RensaArray *want, Tolerance tolerance, GError **error)
{
  const gint64 count = rensa_array_get_count (want);
  g_autofree double *got_values = NULL;
  g_autofree double *want_values = NULL;

  if (got != NULL && !check_type (what, got, want, error))
    return FALSE;

  got_values = got != NULL ? get_values (got) : g_new0 (double, MAX (count, 1));
  want_values = get_values (want);
  for (gint64 i = 0; i < count; i++)
    {
      if (is_close (report, got_values[i], want_values[i], tolerance))
        continue;
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "element %" G_GINT64_FORMAT " of %s is %.9g, expected %.9g",
                   i, what, got_values[i], want_values[i]);
      return FALSE;
    }
  return TRUE;
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

void
foreach_case_file (Report *report, const char *dir, const char *sub,
                   void (*func) (Report *report, const char *name, CaseFile *file))
{
  g_autofree char *folder = g_build_filename (dir, sub, NULL);
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *entry;

  while (entries != NULL && (entry = g_dir_read_name (entries)) != NULL)
    {
      if (g_str_has_suffix (entry, ".json"))
        g_ptr_array_add (names, g_strndup (entry, strlen (entry) - strlen (".json")));
    }
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      CaseFile file;

      case_file_open (&file, folder, g_ptr_array_index (names, i));
      func (report, g_ptr_array_index (names, i), &file);
      case_file_close (&file);
    }
}
