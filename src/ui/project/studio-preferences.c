/* studio-preferences.c: preferences for all projects.
 * SPDX-License-Identifier: MIT */

#include "studio-preferences.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "rensa-error.h"
#include "rensa-fault.h"
#include "rensa-file.h"

#define DEFAULT_DEVICE "cpu"
#define SIMPLE "simple"
#define FULL "full"
#define DEVICE_NAME "^[a-z]{1,16}(:[0-9]{1,4})?$"

static const struct
{
  const char *key;
  const char *variable;
} variables[] = {
  { STUDIO_PREFERENCE_INTERFACE, "RENSA_INTERFACE" },
  { STUDIO_PREFERENCE_THREADS, "OMP_NUM_THREADS" },
  { STUDIO_PREFERENCE_RUNS, "RENSA_RUNS" },
  { STUDIO_PREFERENCE_DATASETS, "RENSA_DATASET_ROOT" },
  { STUDIO_PREFERENCE_DATASETS, "CHAINER_DATASET_ROOT" },
};

static GSettings *current;

void
studio_preferences_set_settings (GSettings *settings)
{
  g_set_object (&current, settings);
}

const char *
studio_preferences_find_variable (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const char *value = g_str_equal (variables[i].key, key) ? g_getenv (variables[i].variable) : NULL;

      if (value != NULL && *value != '\0')
        return variables[i].variable;
    }
  return NULL;
}

/* The schema has the range, so GSettings returns the default for a stored value outside it. */
int
studio_preferences_get_threads (void)
{
  if (current == NULL || studio_preferences_find_variable (STUDIO_PREFERENCE_THREADS) != NULL)
    return 0;
  return g_settings_get_int (current, STUDIO_PREFERENCE_THREADS);
}

char *
studio_preferences_dup_device (void)
{
  g_autofree char *name = current != NULL ? g_settings_get_string (current, STUDIO_PREFERENCE_DEVICE) : NULL;

  if (name == NULL || !g_regex_match_simple (DEVICE_NAME, name, 0, 0))
    return g_strdup (DEFAULT_DEVICE);
  return g_steal_pointer (&name);
}

char *
studio_preferences_dup_folder (const char *key)
{
  g_autofree char *path = NULL;

  if (current == NULL || studio_preferences_find_variable (key) != NULL)
    return NULL;
  path = g_settings_get_string (current, key);
  return g_path_is_absolute (path) ? g_steal_pointer (&path) : NULL;
}

gboolean
studio_preferences_has_autosave (void)
{
  return current == NULL || g_settings_get_boolean (current, STUDIO_PREFERENCE_AUTOSAVE);
}

gboolean
studio_preferences_is_simple (void)
{
  g_autofree char *interface = NULL;

  if (studio_preferences_find_variable (STUDIO_PREFERENCE_INTERFACE) != NULL)
    return g_str_equal (g_getenv ("RENSA_INTERFACE"), SIMPLE);
  interface = current != NULL ? g_settings_get_string (current, STUDIO_PREFERENCE_INTERFACE) : NULL;
  return g_strcmp0 (interface, SIMPLE) == 0;
}

void
studio_preferences_follow_interface (GObject *object, void (*func) (gpointer object))
{
  if (current != NULL)
    g_signal_connect_object (current, "changed::" STUDIO_PREFERENCE_INTERFACE, G_CALLBACK (func), object,
                             G_CONNECT_SWAPPED);
}

/* A stored window size means that the studio was used before, because it is saved on every exit. */
void
studio_preferences_choose_interface (GSettings *settings)
{
  g_autoptr (GVariant) chosen = g_settings_get_user_value (settings, STUDIO_PREFERENCE_INTERFACE);
  g_autoptr (GVariant) size = g_settings_get_user_value (settings, "window-size");

  if (chosen == NULL)
    g_settings_set_string (settings, STUDIO_PREFERENCE_INTERFACE, size != NULL ? FULL : SIMPLE);
}

/* Creates a file, because permissions are not enough: the file system may be read-only or full. */
gboolean
studio_preferences_check_folder (const char *path, GError **error)
{
  g_autofree char *probe = g_build_filename (path, ".rensa-XXXXXX", NULL);
  g_autofree char *shown = rensa_file_dup_shown_name (path);

  if (!rensa_file_check_name (path, error))
    return FALSE;
  if (g_mkdtemp (probe) != NULL)
    {
      g_rmdir (probe);
      return TRUE;
    }
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("The folder %s is not writable: %s"), shown, g_strerror (errno));
  return FALSE;
}
