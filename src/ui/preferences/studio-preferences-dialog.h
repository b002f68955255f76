/* studio-preferences-dialog.h: preferences for all projects.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_PREFERENCES_DIALOG (studio_preferences_dialog_get_type ())
G_DECLARE_FINAL_TYPE (StudioPreferencesDialog, studio_preferences_dialog, STUDIO, PREFERENCES_DIALOG,
                      AdwPreferencesWindow)

/* @runs: (nullable): folder of the open store. */
GtkWidget *studio_preferences_dialog_new (GtkWindow *parent, GSettings *settings, const char *runs);

G_END_DECLS
