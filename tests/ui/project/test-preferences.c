/* test-preferences.c: what a person has set for all projects.
 * SPDX-License-Identifier: MIT */

#define G_SETTINGS_ENABLE_BACKEND
#include <gio/gsettingsbackend.h>
#include <glib/gstdio.h>

#include "folder.h"
#include "project-fixture.h"
#include "rensa-error.h"
#include "rensa-init.h"
#include "studio-preferences.h"
#include "studio-project.h"
#include "studio-school.h"

#define PLACE "/org/rensa/Studio/"
#define GROUP "[org/rensa/Studio]\n"

/* Settings whose file holds @text. */
static GSettings *
load (const char *folder, const char *text)
{
  g_autofree char *path = g_build_filename (folder, "keyfile", NULL);
  g_autofree char *schemas = g_test_build_filename (G_TEST_BUILT, "..", "data", NULL);
  g_autoptr (GSettingsSchemaSource) source = NULL;
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsBackend) backend = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  source = g_settings_schema_source_new_from_directory (schemas, NULL, FALSE, &error);
  g_assert_no_error (error);
  schema = g_settings_schema_source_lookup (source, "org.rensa.Studio", FALSE);
  backend = g_keyfile_settings_backend_new (path, PLACE, "org/rensa/Studio");
  return g_settings_new_full (schema, backend, NULL);
}

static void
assert_values (int threads, const char *device, const char *runs, gboolean autosave)
{
  g_autofree char *found_device = studio_preferences_dup_device ();
  g_autofree char *found_runs = studio_preferences_dup_folder (STUDIO_PREFERENCE_RUNS);

  g_assert_cmpint (studio_preferences_get_threads (), ==, threads);
  g_assert_cmpstr (found_device, ==, device);
  g_assert_cmpstr (found_runs, ==, runs);
  g_assert_cmpint (studio_preferences_has_autosave (), ==, autosave);
}

static const struct
{
  const char *text;
  int threads;
  const char *device;
  const char *runs;
  gboolean autosave;
} files[] = {
  { "", 0, "cpu", NULL, TRUE },
  { GROUP "threads=3\ndevice='cuda:1'\nruns-folder='/there'\nautosave=false\n", 3, "cuda:1", "/there", FALSE },
  { GROUP "threads=-1\ndevice=''\nruns-folder='here'\n", 0, "cpu", NULL, TRUE },
  { GROUP "threads=100000\ndevice='$(true)'\nruns-folder='~/runs'\n", 0, "cpu", NULL, TRUE },
  { GROUP "threads='two'\ndevice=7\nruns-folder=['/a', '/b']\nautosave=1\n", 0, "cpu", NULL, TRUE },
  { "\xff\x01 no settings ]]", 0, "cpu", NULL, TRUE },
};

/* Whatever the file holds, each value is one that can be used. */
static void
test_files (void)
{
  g_autofree char *folder = test_folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GSettings) settings = load (folder, files[i].text);

      g_test_message ("%u", i);
      studio_preferences_set_settings (settings);
      assert_values (files[i].threads, files[i].device, files[i].runs, files[i].autosave);
      studio_preferences_set_settings (NULL);
    }
  assert_values (0, "cpu", NULL, TRUE);
  test_folder_remove (folder);
}

static const struct
{
  const char *key;
  const char *variable;
} variables[] = {
  { STUDIO_PREFERENCE_THREADS, "OMP_NUM_THREADS" },
  { STUDIO_PREFERENCE_RUNS, "RENSA_RUNS" },
  { STUDIO_PREFERENCE_DATASETS, "CHAINER_DATASET_ROOT" },
};

/* A variable overrides the setting; an empty one does not. */
static void
test_variables (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autoptr (GSettings) settings = load (folder, GROUP "threads=3\nruns-folder='/runs'\ndatasets-folder='/data'\n");

  studio_preferences_set_settings (settings);
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      g_setenv (variables[i].variable, "", TRUE);
      g_assert_null (studio_preferences_find_variable (variables[i].key));
      g_setenv (variables[i].variable, "1", TRUE);
      g_assert_cmpstr (studio_preferences_find_variable (variables[i].key), ==, variables[i].variable);
    }
  g_assert_cmpint (studio_preferences_get_threads (), ==, 0);
  g_assert_null (studio_preferences_dup_folder (STUDIO_PREFERENCE_RUNS));
  g_assert_null (studio_preferences_dup_folder (STUDIO_PREFERENCE_DATASETS));
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    g_unsetenv (variables[i].variable);
  assert_values (3, "cpu", "/runs", TRUE);
  studio_preferences_set_settings (NULL);
  test_folder_remove (folder);
}

/* Projects find data sets in the folder of the settings. */
static void
test_datasets (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autoptr (GSettings) settings = load (folder, GROUP "datasets-folder='/data'\n");
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (StudioProject) project = NULL;

  studio_preferences_set_settings (settings);
  project = studio_project_new (document, NULL);
  g_assert_cmpstr (studio_project_get_dataset_root (project), ==, "/data");
  studio_preferences_set_settings (NULL);
  test_folder_remove (folder);
}

static void
test_folder (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *missing = g_build_filename (folder, "missing", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = NULL;

  g_assert_true (studio_preferences_check_folder (folder, &error));
  dir = g_dir_open (folder, 0, NULL);
  g_assert_null (g_dir_read_name (dir));
  g_assert_false (studio_preferences_check_folder (missing, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "missing is not writable: No such file or directory"));
  g_clear_error (&error);
  g_assert_false (studio_preferences_check_folder ("/proc", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_IO);
  test_folder_remove (folder);
}

static const struct
{
  const char *text;
  const char *variable;
  gboolean is_simple;
} interfaces[] = {
  { "", NULL, TRUE }, /* started for the first time */
  { GROUP "window-size=(900, 600)\n", NULL, FALSE },
  { GROUP "window-size=(900, 600)\ninterface='simple'\n", NULL, TRUE },
  { GROUP "interface='full'\n", NULL, FALSE },
  { GROUP "window-size=(900, 600)\ninterface='other'\n", NULL, FALSE },
  { GROUP "interface='full'\n", "simple", TRUE },
  { "", "full", FALSE },
};

/* Who has used the studio before keeps what there was; what was chosen once stays. */
static void
test_interface (void)
{
  g_autofree char *folder = test_folder_new ();

  g_assert_false (studio_preferences_is_simple ());
  for (guint i = 0; i < G_N_ELEMENTS (interfaces); i++)
    {
      g_autoptr (GSettings) settings = load (folder, interfaces[i].text);

      g_test_message ("%u", i);
      if (interfaces[i].variable != NULL)
        g_setenv ("RENSA_INTERFACE", interfaces[i].variable, TRUE);
      studio_preferences_set_settings (settings);
      studio_preferences_choose_interface (settings);
      g_assert_cmpint (studio_preferences_is_simple (), ==, interfaces[i].is_simple);
      g_settings_set (settings, "window-size", "(ii)", 800, 600);
      studio_preferences_choose_interface (settings);
      g_assert_cmpint (studio_preferences_is_simple (), ==, interfaces[i].is_simple);
      studio_preferences_set_settings (NULL);
      g_unsetenv ("RENSA_INTERFACE");
    }
  test_folder_remove (folder);
}

/* Each word is that of a component; what has none bears its title. */
static void
test_school (void)
{
  g_autoptr (GPtrArray) layers = studio_school_list_layers ();

  g_assert_cmpuint (layers->len, ==, 12);
  g_assert_cmpstr (studio_school_name_type ("Linear"), ==, "Linear");
  g_setenv ("RENSA_INTERFACE", "simple", TRUE);
  for (guint i = 0; i < layers->len; i++)
    g_assert_cmpstr (studio_school_name (layers->pdata[i]), !=, ((const RensaComponent *) layers->pdata[i])->name);
  g_assert_cmpstr (studio_school_name_type ("Linear"), ==, "Fully connected");
  g_assert_cmpstr (studio_school_name (rensa_registry_find_node ("Linear")), ==, "Fully connected layer");
  g_assert_cmpstr (studio_school_name_type ("Maxout"), ==, rensa_registry_find_node ("Maxout")->title);
  g_assert_cmpstr (studio_school_name_type ("nothing_at_all"), ==, "nothing_at_all");
  g_unsetenv ("RENSA_INTERFACE");
}

int
main (int argc, char **argv)
{
  static const char *const unset[] = { "RENSA_INTERFACE", "OMP_NUM_THREADS", "RENSA_RUNS", "RENSA_DATASET_ROOT",
                                       "CHAINER_DATASET_ROOT" };

  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  for (guint i = 0; i < G_N_ELEMENTS (unset); i++)
    g_unsetenv (unset[i]);
  g_test_add_func ("/ui/project/preferences/files", test_files);
  g_test_add_func ("/ui/project/preferences/variables", test_variables);
  g_test_add_func ("/ui/project/preferences/datasets", test_datasets);
  g_test_add_func ("/ui/project/preferences/folder", test_folder);
  g_test_add_func ("/ui/project/preferences/interface", test_interface);
  g_test_add_func ("/ui/project/preferences/school", test_school);
  return g_test_run ();
}
