/* studio-window.h: a window with one project.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-leftover.h"
#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* Properties: project (NULL shows the welcome page), run (the current one, or NULL), store; the pages are bound to
 * them once they are seen. Everything that a person can do in it is an action of the groups "win" and "run". */
#define STUDIO_TYPE_WINDOW (studio_window_get_type ())
G_DECLARE_FINAL_TYPE (StudioWindow, studio_window, STUDIO, WINDOW, AdwApplicationWindow)

/* Makes one more window for what comes while this one has a project. */
typedef StudioWindow *(*StudioWindowMaker) (GtkApplication *application);

/* @store: (nullable). */
StudioWindow *studio_window_new (GtkApplication *application, RensaStore *store, StudioWindowMaker maker);

/* Borrowed; NULL as long as the welcome page is shown. */
StudioProject *studio_window_get_project (StudioWindow *window);

/* Each of these shows a project in @window, or in a new one where it has a project already. */

/* @document is taken over. @path: (nullable): the file it is from. */
void studio_window_take_document (StudioWindow *window, RensaDocument *document, const char *path);
/* Where the file cannot be read, a dialog says why; where a window shows it already, that one comes to the front. A model of
 * another program is imported first. Returns: the window that shows the project; NULL where none does yet. */
StudioWindow *studio_window_open (StudioWindow *window, GFile *file);
/* Asks for the file. */
void studio_window_choose_project (StudioWindow *window);
/* Asks for data of the person's own. @kind: "table", "pictures", "text". */
void studio_window_choose_data (StudioWindow *window, const char *kind);
/* @name: of a file among the examples, "moons.rensa". */
void studio_window_open_example (StudioWindow *window, const char *name);
/* The same, as a project that has no name yet; "" is an empty one. */
void studio_window_create (StudioWindow *window, const char *name);
/* Asks which of these it shall be. */
void studio_window_choose_recipe (StudioWindow *window);
/* Shows that there is something to be recovered, and recovers it where the person wants it. @leftover is taken over. */
void studio_window_offer (StudioWindow *window, StudioLeftover *leftover);
/* What was not saved when a program ended badly; it becomes a step of undo over the saved file. @document is taken over. */
void studio_window_take_recovered (StudioWindow *window, RensaDocument *document, const char *path);

/* Tells one sentence in passing. */
void studio_window_toast (StudioWindow *window, const char *sentence);
/* Tells it until it is put away by the person. @sentence, which may be NULL, is taken over. */
void studio_window_take_notice (StudioWindow *window, char *sentence);
/* Tells it until it is over, or put away by the person; NULL when it is over. */
void studio_window_show_trouble (StudioWindow *window, const char *sentence);

G_END_DECLS
