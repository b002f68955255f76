/* test-archive.c: what may be missing, of another shape or left alone when a file is loaded.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "arrays.h"
#include "record.h"
#include "rensa-archive.h"
#include "rensa-error.h"

/* Two layers, of which either may be left out. */
typedef struct
{
  RensaArray *first;
  RensaArray *second;
  gint64 count;
  gboolean has_count;
} Model;

static gboolean
serialize (gpointer object, RensaSerializer *serializer, GError **error)
{
  Model *self = object;

  return (self->first == NULL || rensa_serializer_array (serializer, "l1/W", &self->first, error))
         && (self->second == NULL || rensa_serializer_array (serializer, "l2/W", &self->second, error))
         && (!self->has_count || rensa_serializer_int (serializer, "count", &self->count, error));
}

static RensaArray *
full (gint64 n, float value)
{
  g_autofree float *values = g_new (float, n);

  for (gint64 i = 0; i < n; i++)
    values[i] = value;
  return rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n), values, NULL);
}

static void
model_clear (Model *self)
{
  g_clear_pointer (&self->first, rensa_array_unref);
  g_clear_pointer (&self->second, rensa_array_unref);
}

static double
get_first (RensaArray *array)
{
  g_autofree double *values = get_values (array);

  return values[0];
}

/* Saves l1/W (2), l2/W (3) and count. */
static void
save (const char *path)
{
  Model model = { full (2, 1), full (3, 1), 7, TRUE };
  g_autoptr (GError) error = NULL;

  rensa_save_file (path, serialize, &model, TRUE, &error);
  g_assert_no_error (error);
  model_clear (&model);
}

static const RensaLoadEntry *
find (GPtrArray *entries, const char *key)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal (((RensaLoadEntry *) entries->pdata[i])->key, key))
      return entries->pdata[i];
  g_assert_not_reached ();
}

static void
test_what_fits (TestFile *fixture, gconstpointer data)
{
  Model model = { full (2, 0), full (4, 0), 0, FALSE };
  g_autoptr (RensaArchive) archive = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  save (fixture->path);
  archive = rensa_archive_open (fixture->path, &error);
  g_assert_no_error (error);
  entries = rensa_load_what_fits (archive, NULL, NULL, serialize, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 3);
  g_assert_cmpint (find (entries, "l1/W")->status, ==, RENSA_LOAD_MATCHED);
  g_assert_cmpint (find (entries, "l2/W")->status, ==, RENSA_LOAD_OTHER);
  g_assert_cmpstr (find (entries, "l2/W")->here, ==, "float32 of shape (4,)");
  g_assert_cmpstr (find (entries, "l2/W")->found, ==, "float32 of shape (3,)");
  g_assert_cmpint (find (entries, "count")->status, ==, RENSA_LOAD_EXTRA);
  g_assert_cmpfloat (get_first (model.first), ==, 1);
  g_assert_cmpfloat (get_first (model.second), ==, 0);
  model_clear (&model);
}

static void
test_nothing_fits (TestFile *fixture, gconstpointer data)
{
  Model model = { full (5, 0), NULL, 0, FALSE };
  g_autoptr (RensaArchive) archive = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;

  save (fixture->path);
  archive = rensa_archive_open (fixture->path, &error);
  entries = rensa_load_what_fits (archive, NULL, NULL, serialize, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpint (find (entries, "l1/W")->status, ==, RENSA_LOAD_OTHER);
  g_assert_cmpint (find (entries, "l2/W")->status, ==, RENSA_LOAD_EXTRA);
  g_assert_cmpstr (find (entries, "l2/W")->found, ==, "float32 of shape (3,)");
  g_assert_cmpuint (find (entries, "l2/W")->position, >, find (entries, "l1/W")->position);
  g_assert_cmpfloat (get_first (model.first), ==, 0);
  model_clear (&model);
}

/* strict=False: what the file lacks stays; what has another shape is refused all the same, and everything put back. */
static void
test_missing (TestFile *fixture, gconstpointer data)
{
  Model saved = { full (2, 1), NULL, 0, FALSE };
  Model model = { full (2, 0), full (3, 5), 9, TRUE };
  const RensaLoadOptions options = { .allow_missing = TRUE };
  g_autoptr (GError) error = NULL;

  rensa_save_file (fixture->path, serialize, &saved, FALSE, &error);
  g_assert_no_error (error);
  g_assert_false (rensa_load_file (fixture->path, NULL, serialize, &model, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpfloat (get_first (model.first), ==, 0);

  rensa_load_file (fixture->path, &options, serialize, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_first (model.first), ==, 1);
  g_assert_cmpfloat (get_first (model.second), ==, 5);
  g_assert_cmpint (model.count, ==, 9);

  rensa_array_unref (model.first);
  model.first = full (4, 0);
  g_assert_false (rensa_load_file (fixture->path, &options, serialize, &model, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
  model_clear (&model);
  model_clear (&saved);
}

static void
test_ignore (TestFile *fixture, gconstpointer data)
{
  Model model = { full (2, 0), full (4, 0), 3, TRUE };
  const char *const ignore[] = { "l2/*", "count", NULL };
  const RensaLoadOptions options = { .ignore = ignore };
  g_autoptr (GError) error = NULL;

  save (fixture->path);
  rensa_load_file (fixture->path, &options, serialize, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_first (model.first), ==, 1);
  g_assert_cmpfloat (get_first (model.second), ==, 0);
  g_assert_cmpint (model.count, ==, 3);
  model_clear (&model);
}

static gboolean
serialize_below (gpointer object, RensaSerializer *serializer, GError **error)
{
  return serialize (object, rensa_serializer_child (serializer, "main"), error);
}

/* l1/W (2) is 1, l2/W (3) is 5. */
static RensaArchive *
save_two (const char *path)
{
  Model model = { full (2, 1), full (3, 5), 0, FALSE };
  g_autoptr (GError) error = NULL;
  RensaArchive *archive;

  rensa_save_file (path, serialize, &model, TRUE, &error);
  g_assert_no_error (error);
  archive = rensa_archive_open (path, &error);
  g_assert_no_error (error);
  model_clear (&model);
  return archive;
}

/* Ended by NULL: name, entry, … */
static GHashTable *
map_of (const char *name, ...)
{
  GHashTable *map = g_hash_table_new (g_str_hash, g_str_equal);
  va_list args;

  va_start (args, name);
  for (; name != NULL; name = va_arg (args, const char *))
    g_hash_table_insert (map, (gpointer) name, va_arg (args, char *));
  va_end (args);
  return map;
}

static void
test_map (TestFile *fixture, gconstpointer data)
{
  g_autoptr (RensaArchive) archive = save_two (fixture->path);
  Model model = { full (3, 0), full (2, 0), 0, FALSE };
  g_autoptr (GHashTable) map = map_of ("l1/W", "l2/W", "l2/W", "l1/W", NULL);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree double *first = NULL;
  g_autofree double *second = NULL;

  entries = rensa_load_what_fits (archive, NULL, map, serialize, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpint (find (entries, "l1/W")->status, ==, RENSA_LOAD_MATCHED);
  g_assert_cmpint (find (entries, "l2/W")->status, ==, RENSA_LOAD_MATCHED);
  first = get_values (model.first);
  second = get_values (model.second);
  g_assert_cmpmem (first, 3 * sizeof *first, ((double[]){ 5, 5, 5 }), 3 * sizeof *first);
  g_assert_cmpmem (second, 2 * sizeof *second, ((double[]){ 1, 1 }), 2 * sizeof *second);
  model_clear (&model);
}

/* What is mapped has left its own name to others. */
static void
test_map_leaves (TestFile *fixture, gconstpointer data)
{
  g_autoptr (RensaArchive) archive = save_two (fixture->path);
  Model model = { full (3, 0), NULL, 0, FALSE };
  g_autoptr (GHashTable) map = map_of ("l1/W", "l2/W", NULL);
  g_autoptr (GPtrArray) entries = rensa_load_what_fits (archive, NULL, map, serialize, &model, NULL);

  g_assert_nonnull (entries);
  g_assert_cmpint (find (entries, "l1/W")->status, ==, RENSA_LOAD_MATCHED);
  g_assert_cmpint (((RensaLoadEntry *) entries->pdata[1])->status, ==, RENSA_LOAD_EXTRA);
  g_assert_cmpstr (((RensaLoadEntry *) entries->pdata[1])->key, ==, "l1/W");
  g_assert_cmpfloat (get_first (model.first), ==, 5);
  model_clear (&model);
}

/* Loads @model, which stays as it was, and takes it over. */
static void
refuse_map (RensaArchive *archive, Model model, GHashTable *map, int code, const char *sentence)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_load_what_fits (archive, NULL, map, serialize, &model, &error));
  g_assert_error (error, RENSA_ERROR, code);
  g_assert_true (g_str_has_suffix (error->message, sentence));
  g_assert_cmpfloat (get_first (model.first), ==, 0);
  model_clear (&model);
  g_hash_table_unref (map);
}

static void
test_map_refused (TestFile *fixture, gconstpointer data)
{
  g_autoptr (RensaArchive) archive = save_two (fixture->path);

  refuse_map (archive, (Model){ full (2, 0), NULL, 0, FALSE }, map_of ("l1/W", "l2/W", NULL), RENSA_ERROR_FORMAT,
              ": “l2/W” cannot be loaded into “l1/W”: expected float32 of shape (2,), but it is float32 of shape (3,)");
  refuse_map (archive, (Model){ full (2, 0), NULL, 0, FALSE }, map_of ("l1/W", "l3/W", NULL), RENSA_ERROR_NOT_FOUND,
              " does not contain “l3/W”");
  refuse_map (archive, (Model){ full (2, 0), NULL, 0, FALSE }, map_of ("l4/W", "l2/W", NULL), RENSA_ERROR_NOT_FOUND,
              ": “l2/W” is mapped to “l4/W”, which does not exist");
  refuse_map (archive, (Model){ full (3, 0), full (3, 0), 0, FALSE }, map_of ("l1/W", "l2/W", NULL),
              RENSA_ERROR_INVALID, ": “l2/W” is mapped to both “l1/W” and “l2/W”");
  refuse_map (archive, (Model){ full (2, 0), full (2, 0), 0, FALSE }, map_of ("l1/W", "l1/W", "l2/W", "l1/W", NULL),
              RENSA_ERROR_INVALID, ": “l1/W” is mapped to both “l1/W” and “l2/W”");
}

static void
test_path (TestFile *fixture, gconstpointer data)
{
  Model saved = { full (2, 1), NULL, 0, FALSE };
  Model model = { full (2, 0), NULL, 0, FALSE };
  const RensaLoadOptions options = { .path = "main" };
  g_autoptr (GError) error = NULL;

  rensa_save_file (fixture->path, serialize_below, &saved, FALSE, &error);
  g_assert_no_error (error);
  rensa_load_file (fixture->path, &options, serialize, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_first (model.first), ==, 1);
  model_clear (&model);
  model_clear (&saved);
}

static void
test_dictionary (void)
{
  Model saved = { full (2, 1), full (3, 1), 7, TRUE };
  Model model = { full (2, 0), full (3, 0), 0, TRUE };
  g_autoptr (RensaDictionary) dictionary = rensa_dictionary_new ();
  g_autoptr (RensaArray) other = full (3, 8);
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_dictionary_save (dictionary, serialize, &saved, NULL));
  g_assert_cmpuint (rensa_dictionary_get_n_keys (dictionary), ==, 3);
  g_assert_cmpstr (rensa_dictionary_get_key (dictionary, 1), ==, "l2/W");
  g_assert_true (rensa_dictionary_get_array (dictionary, "l1/W") == saved.first);
  g_assert_null (rensa_dictionary_get_array (dictionary, "l3/W"));
  rensa_dictionary_set_array (dictionary, "l2/W", other);
  rensa_dictionary_load (dictionary, NULL, serialize, &model, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_first (model.first), ==, 1);
  g_assert_cmpfloat (get_first (model.second), ==, 8);
  g_assert_cmpint (model.count, ==, 7);
  model_clear (&model);
  model_clear (&saved);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "a.npz", "a.h5" };
  static const struct
  {
    const char *name;
    void (*test) (TestFile *fixture, gconstpointer data);
  } tests[] = {
    { "what-fits", test_what_fits },
    { "nothing-fits", test_nothing_fits },
    { "missing", test_missing },
    { "ignore", test_ignore },
    { "path", test_path },
    { "map", test_map },
    { "map-leaves", test_map_leaves },
    { "map-refused", test_map_refused },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint k = 0; k < G_N_ELEMENTS (tests); k++)
      {
        g_autofree char *path = g_strdup_printf ("/serializers/archive/%s/%s", names[i] + 2, tests[k].name);

        g_test_add (path, TestFile, names[i], test_file_set_up, tests[k].test, test_file_tear_down);
      }
  g_test_add_func ("/serializers/archive/dictionary", test_dictionary);
  return g_test_run ();
}
