/* studio-window.h: a window with one project.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-leftover.h"
#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* Properties: project (NULL shows the welcome page), run (the current one, or NULL), store; pages
 * are bound to them when first shown. All user commands are actions of the groups "win" and "run". */
#define STUDIO_TYPE_WINDOW (studio_window_get_type ())
G_DECLARE_FINAL_TYPE (StudioWindow, studio_window, STUDIO, WINDOW, AdwApplicationWindow)

/* Creates another window for a project if this one already has one. */
typedef StudioWindow *(*StudioWindowMaker) (GtkApplication *application);

/* @store: (nullable). */
StudioWindow *studio_window_new (GtkApplication *application, RensaStore *store, StudioWindowMaker maker);

/* Borrowed; NULL while the welcome page is shown. */
StudioProject *studio_window_get_project (StudioWindow *window);

/* Each of these shows a project in @window, or in a new one if it already has a project. */

/* Takes ownership of @document. @path: (nullable): the file it was loaded from. */
void studio_window_take_document (StudioWindow *window, RensaDocument *document, const char *path);
/* Opens a project, or imports a model of another program. If the file cannot be read, shows an
 * error dialog; if a window already shows it, raises that window. Returns the window that shows the
 * project; NULL if none does yet. */
StudioWindow *studio_window_open (StudioWindow *window, GFile *file);
/* Opens a file chooser for a project. */
void studio_window_choose_project (StudioWindow *window);
/* Opens a chooser for the user's own data. @kind: "table", "pictures", "text". */
void studio_window_choose_data (StudioWindow *window, const char *kind);
/* @name: file name of an example, such as "moons.rensa". */
void studio_window_open_example (StudioWindow *window, const char *name);
/* Same, as a project without a name; "" for an empty project. */
void studio_window_create (StudioWindow *window, const char *name);
/* Opens a dialog to choose one of these. */
void studio_window_choose_recipe (StudioWindow *window);
/* Offers a copy for recovery, and recovers it if the user agrees. Takes ownership of @leftover. */
void studio_window_offer (StudioWindow *window, StudioLeftover *leftover);
/* Opens the unsaved state of a program that crashed, as an undo step on top of the saved file.
 * Takes ownership of @document. */
void studio_window_take_recovered (StudioWindow *window, RensaDocument *document, const char *path);

/* Shows a sentence temporarily. */
void studio_window_toast (StudioWindow *window, const char *sentence);
/* Shows a sentence until the user dismisses it. Takes ownership of @sentence, which may be NULL. */
void studio_window_take_notice (StudioWindow *window, char *sentence);
/* Shows a sentence until the trouble is over (NULL) or the user dismisses it. */
void studio_window_show_trouble (StudioWindow *window, const char *sentence);

G_END_DECLS
