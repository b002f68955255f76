/* studio-preferences.h: preferences for all projects.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Keys of the settings schema. */
#define STUDIO_PREFERENCE_INTERFACE "interface"
#define STUDIO_PREFERENCE_THREADS "threads"
#define STUDIO_PREFERENCE_DEVICE "device"
#define STUDIO_PREFERENCE_RUNS "runs-folder"
#define STUDIO_PREFERENCE_DATASETS "datasets-folder"
#define STUDIO_PREFERENCE_AUTOSAVE "autosave"

/* Main thread only. @settings: (nullable): if NULL, all preferences have their defaults. */
void studio_preferences_set_settings (GSettings *settings);

/* Returns the environment variable that overrides the preference @key; NULL if none does. */
const char *studio_preferences_find_variable (const char *key);

/* Number of threads for training on the CPU; 0 if neither the user nor the system limits it. */
int studio_preferences_get_threads (void);
/* Returns the device for new projects, such as "cpu" or "cuda:0". Never empty; the device may be missing. */
char *studio_preferences_dup_device (void);
/* Returns NULL if @key is unset, is not an absolute path, or is overridden by a variable. */
char *studio_preferences_dup_folder (const char *key);
gboolean studio_preferences_has_autosave (void);

/* Returns TRUE for the Simple interface, which shows a dozen layers under school-book names and the
 * main settings; FALSE for Full, the default without settings, which shows everything. Both show
 * all contents of a document. */
gboolean studio_preferences_is_simple (void);
/* Calls @func with @object after each change of the interface, until @object is finalized. */
void studio_preferences_follow_interface (GObject *object, void (*func) (gpointer object));
/* Sets the initial interface if the user has not chosen one: Simple when the studio is started for
 * the first time. */
void studio_preferences_choose_interface (GSettings *settings);

/* Fails with RENSA_ERROR_IO and a sentence if no file can be created in @path. */
gboolean studio_preferences_check_folder (const char *path, GError **error);

G_END_DECLS
