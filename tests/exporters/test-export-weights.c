/* test-export-weights.c: programs find the parameters that they start with, in whichever form a document accepts them.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "export-fixture.h"
#include "rensa-archive.h"
#include "rensa-document-values.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"
#include "rensa-weights.h"

#define N_PARAMS 6

typedef struct
{
  char *folder;
  RensaDocument *document;
  RensaBuilder *builder;
  RensaLink *model;
} Fixture;

/* What a file of weights may be. @file: its name, in the folder of the document; @map: whether its names are mapped */
typedef struct
{
  const char *name;
  const char *file;
  gboolean is_snapshot;
  gboolean is_predictor;
  gboolean map;
} Form;

static const Form forms[] = {
  { "npz", "w.npz", FALSE, FALSE, FALSE },
  { "npz-without-prefix", "w.npz", FALSE, TRUE, FALSE },
  { "hdf5", "w.h5", FALSE, FALSE, FALSE },
  { "hdf5-without-prefix", "w.h5", FALSE, TRUE, FALSE },
  { "snapshot", "w.npz", TRUE, FALSE, FALSE },
  { "map", "w.npz", FALSE, FALSE, TRUE },
  { "map-without-prefix", "w.npz", FALSE, TRUE, TRUE },
};

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (RensaDocument) moons = load_document ("examples/moons.rensa");
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  path = g_build_filename (self->folder, "moons.rensa", NULL);
  self->document = rensa_document_copy_to (moons, path);
  g_assert_true (rensa_document_set (self->document, "seed=7", NULL));
  self->builder = rensa_builder_new (self->document, NULL, &error);
  self->model = rensa_builder_make_model (self->builder, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_document_set (self->document, "seed=8", NULL));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_pointer (&self->model, rensa_link_unref);
  g_clear_pointer (&self->builder, rensa_builder_free);
  rensa_document_unref (self->document);
  test_folder_free (self->folder);
}

static gboolean
write_snapshot (gpointer model, RensaSerializer *serializer, GError **error)
{
  RensaSerializer *updater = rensa_serializer_child (serializer, "updater");

  return rensa_link_serialize (model, rensa_serializer_child (updater, "model:main"), error);
}

static void
map_names (RensaDocument *document, const char *prefix)
{
  static const char *const names[][2] = { { "l1/W", "a/W" }, { "l1/b", "a/b" } };
  g_autoptr (GHashTable) map = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_hash_table_insert (map, g_strconcat (prefix, names[i][0], NULL), g_strconcat (prefix, names[i][1], NULL));
  rensa_document_set_weights_map (document, map);
}

/* The model's values under other names, where the form has a map. */
static gboolean
write_renamed (gpointer data, RensaSerializer *serializer, GError **error)
{
  g_autoptr (RensaDictionary) dictionary = rensa_dictionary_new ();
  gboolean ok = rensa_dictionary_save (dictionary, rensa_link_serialize, data, error);

  for (guint i = 0; ok && i < rensa_dictionary_get_n_keys (dictionary); i++)
    {
      g_autoptr (GString) key = g_string_new (rensa_dictionary_get_key (dictionary, i));
      RensaArray *array = rensa_dictionary_get_array (dictionary, key->str);

      g_string_replace (key, "l1/", "a/", 0);
      ok = rensa_serializer_array (serializer, key->str, &array, error);
    }
  return ok;
}

static void
write_weights (Fixture *self, const Form *form)
{
  g_autofree char *path = g_build_filename (self->folder, form->file, NULL);
  RensaLink *saved = form->is_predictor ? rensa_link_find (self->model, "predictor") : self->model;
  const RensaSerializeFunc write = form->is_snapshot ? write_snapshot
                                   : form->map       ? write_renamed
                                                     : rensa_link_serialize;
  g_autoptr (GError) error = NULL;

  rensa_save_file (path, write, saved, FALSE, &error);
  g_assert_no_error (error);
  json_object_object_add (rensa_document_change (self->document), "weights", json_object_new_string (form->file));
  if (form->map)
    map_names (self->document, form->is_predictor ? "" : "predictor/");
}

/* The file that the program begins with, by what it says of it. */
static char *
find_weights (const char *folder, const char *program)
{
  static const char *const names[] = { "model.npz", "model.h5", "program_weights.npz", "w.npz", "w.h5" };
  g_autofree char *text = test_file_read (folder, program);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *python = g_strdup_printf ("default=pathlib.Path(__file__).parent / '%s'", names[i]);
      g_autofree char *c = g_strdup_printf ("#define WEIGHTS \"%s\"", names[i]);

      if (strstr (text, python) != NULL || strstr (text, c) != NULL)
        return g_build_filename (folder, names[i], NULL);
    }
  g_assert_not_reached ();
}

static void
assert_equal (RensaArray *a, RensaArray *b)
{
  g_autoptr (RensaArray) first = rensa_array_cast (a, RENSA_FLOAT64, NULL);
  g_autoptr (RensaArray) second = rensa_array_cast (b, RENSA_FLOAT64, NULL);
  g_autofree double *numbers = rensa_attr_array_dup_numbers (first);
  g_autofree double *others = rensa_attr_array_dup_numbers (second);

  g_assert_cmpmem (numbers, rensa_array_get_n_bytes (first), others, rensa_array_get_n_bytes (second));
}

/* What NumPy finds there by the names of the whole model is what the weights were. */
static void
assert_found (Fixture *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaArchive) archive = rensa_archive_open (path, &error);
  g_autoptr (RensaDictionary) dictionary = rensa_dictionary_new ();
  guint n = 0;

  g_assert_no_error (error);
  g_assert_false (rensa_archive_is_hdf5 (archive));
  g_assert_true (rensa_dictionary_save (dictionary, rensa_link_serialize, self->model, NULL));
  for (guint i = 0; i < rensa_dictionary_get_n_keys (dictionary); i++)
    {
      const char *key = rensa_dictionary_get_key (dictionary, i);
      g_autoptr (RensaArray) found = rensa_archive_read (archive, key, &error);

      g_assert_no_error (error);
      assert_equal (found, rensa_dictionary_get_array (dictionary, key));
      n++;
    }
  g_assert_cmpuint (n, ==, N_PARAMS);
}

/* So does a program of librensa, in any form. */
static void
assert_loaded (Fixture *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_weights_load (self->model, path, NULL, &error));
  g_assert_no_error (error);
}

static void
export_form (Fixture *self, const RensaExporter *exporter, const Form *form)
{
  g_autofree char *name = g_strconcat ("program", exporter->ending, NULL);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *folder = g_build_filename (self->folder, exporter->name, NULL);
  g_autofree char *inside = rensa_export_dup_file_name (exporter, self->document);
  const RensaExportTarget beside = { .path = path, .overwrites = TRUE };
  const RensaExportTarget apart = { .path = folder };
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  g_test_message ("%s of %s", exporter->name, form->name);
  rensa_export_save (exporter, self->document, &beside, &error);
  g_assert_no_error (error);
  rensa_export_save_folder (exporter, self->document, &apart, NULL, &error);
  g_assert_no_error (error);
  first = find_weights (self->folder, name);
  second = find_weights (folder, inside);
  if (!exporter->takes_all_forms || form->map)
    {
      assert_found (self, first);
      assert_found (self, second);
    }
  else
    {
      assert_loaded (self, first);
      assert_loaded (self, second);
    }
  test_folder_remove (folder);
}

static void
every_form_is_found (Fixture *self, gconstpointer data)
{
  guint n;
  guint n_tried = 0;
  const RensaExporter *const *exporters = rensa_exporter_list (&n);

  write_weights (self, data);
  for (guint i = 0; i < n; i++)
    if (exporters[i]->write != NULL && exporters[i]->takes_weights)
      {
        export_form (self, exporters[i], data);
        n_tried++;
      }
  g_assert_cmpuint (n_tried, >=, 3);
}

/* A file that has all names is not copied; one that is not there is told. */
static void
only_what_differs_is_copied (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "program.py", NULL);
  g_autofree char *copy = g_build_filename (self->folder, "program_weights.npz", NULL);
  const RensaExportTarget target = { .path = path };
  const RensaExportTarget again = { .path = path, .overwrites = TRUE };
  g_autoptr (GError) error = NULL;

  write_weights (self, &forms[0]);
  g_assert_true (rensa_export_save (find_exporter ("torch"), self->document, &target, &error));
  g_assert_false (g_file_test (copy, G_FILE_TEST_EXISTS));
  json_object_object_add (rensa_document_change (self->document), "weights", json_object_new_string ("absent.npz"));
  g_assert_false (rensa_export_save (find_exporter ("torch"), self->document, &again, &error));
  g_assert_nonnull (strstr (error->message, "absent.npz"));
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *path = g_strconcat ("/exporters/export-weights/forms/", forms[i].name, NULL);

      g_test_add (path, Fixture, &forms[i], set_up, every_form_is_found, tear_down);
    }
  g_test_add ("/exporters/export-weights/copies", Fixture, NULL, set_up, only_what_differs_is_copied, tear_down);
  return g_test_run ();
}
