/* studio-preferences.h: what a person has set for all projects.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Keys of the schema of settings. */
#define STUDIO_PREFERENCE_INTERFACE "interface"
#define STUDIO_PREFERENCE_THREADS "threads"
#define STUDIO_PREFERENCE_DEVICE "device"
#define STUDIO_PREFERENCE_RUNS "runs-folder"
#define STUDIO_PREFERENCE_DATASETS "datasets-folder"
#define STUDIO_PREFERENCE_AUTOSAVE "autosave"

/* The main thread's. @settings: (nullable): without it, all preferences have their defaults. */
void studio_preferences_set_settings (GSettings *settings);

/* The environment variable that is set and overrides the preference @key; NULL where none is. */
const char *studio_preferences_find_variable (const char *key);

/* For training on the CPU; 0 where neither the person nor this computer limits them. */
int studio_preferences_get_threads (void);
/* What new projects train on: "cpu", "cuda:0". Never empty; the device may be missing. */
char *studio_preferences_dup_device (void);
/* NULL where @key is not set, is no absolute path, or a variable overrides it. */
char *studio_preferences_dup_folder (const char *key);
gboolean studio_preferences_has_autosave (void);

/* Whether the studio shows a dozen layers in the words of a school book and the main settings, or everything, as it does without settings. What a
 * document holds can be seen in both. */
gboolean studio_preferences_is_simple (void);
/* Calls @func with @object after each change of that, as long as @object lives. */
void studio_preferences_follow_interface (GObject *object, void (*func) (gpointer object));
/* Chooses what a person begins with who has not chosen: Simple where the studio is started for the first time. */
void studio_preferences_choose_interface (GSettings *settings);

/* RENSA_ERROR_IO with a sentence where no file can be created in @path. */
gboolean studio_preferences_check_folder (const char *path, GError **error);

G_END_DECLS
