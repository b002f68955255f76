/* window-fixture.h: a studio within the test, and the ways in which a person acts on it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "folder.h"
#include "studio-application.h"
#include "studio-window-private.h"
#include "wait-for.h"

G_BEGIN_DECLS

/* One studio and a folder of its own. */
typedef struct _Desk Desk;
typedef void (*DeskFunc) (Desk *desk, StudioWindow *window);

struct _Desk
{
  StudioApplication *application;
  char *folder;
  DeskFunc body;
};

/* g_test_init and gtk_init, with a home that is empty and no animations. */
void window_tests_init (int *argc, char ***argv);
/* gtk_init for a program that such a test has started. */
void window_program_init (void);
/* What is left by a program that was killed is in here; each test finds it empty. */
char *get_unsaved_folder (void);

void desk_set_up (Desk *desk, gconstpointer data);
void desk_tear_down (Desk *desk, gconstpointer data);
/* The studio from the start to the end. @path: (nullable): of a file on the command line. @body gets the window that it
 * opens with. */
void desk_run (Desk *desk, const char *path, DeskFunc body);
void desk_run_test (Desk *desk, gconstpointer body);
/* A test that is the body of one such run. */
#define ADD_DESK_TEST(name, body) \
  g_test_add (name, Desk, (gpointer) body, desk_set_up, (gpointer) desk_run_test, desk_tear_down)
/* A test of several. */
#define ADD_LONG_TEST(name, func) g_test_add (name, Desk, NULL, desk_set_up, func, desk_tear_down)
char *desk_path (Desk *desk, const char *name);
/* As a person who starts the program again does. */
StudioWindow *desk_activate (Desk *desk);
void desk_open (Desk *desk, const char *path);
guint desk_count_windows (Desk *desk);
/* The window that shows the example. */
StudioWindow *desk_open_example (Desk *desk, const char *name);
/* As a new project of that example, or of none where @name is "". */
void desk_create (Desk *desk, const char *name);
/* The first window that is not @window. */
StudioWindow *desk_find_other (Desk *desk, StudioWindow *window);

/* A project that trains for @epochs epochs of a few milliseconds, written to @path. */
void write_project (const char *path, const char *name, int epochs);
/* The same, with @find replaced. */
void write_changed_project (const char *path, const char *find, const char *replacement);
void change_name (StudioWindow *window, const char *name);

void act (StudioWindow *window, const char *action);
void act_on (StudioWindow *window, const char *action, const char *target);
gboolean can_act (StudioWindow *window, const char *action);
/* "model": of the page that is seen. */
const char *get_page_name (StudioWindow *window);
GtkWidget *get_page (StudioWindow *window);
/* The text of the toast that is seen; NULL where there is none. */
const char *get_toast (StudioWindow *window);
/* The button of that toast. */
void press_toast (StudioWindow *window);
/* What the notice below the header says; NULL where it is hidden. */
const char *get_notice (StudioWindow *window);

/* The dialog over @window with this heading; NULL where there is none. */
AdwMessageDialog *find_dialog (StudioWindow *window, const char *heading);
AdwMessageDialog *wait_for_dialog (StudioWindow *window, const char *heading);
void answer (AdwMessageDialog *dialog, const char *response);
/* The dialog that chooses a file; NULL where there is none. */
GtkWidget *find_chooser (void);
/* Waits for it, and cancels it. */
void close_chooser (void);
/* Waits for it too, and chooses this file. */
void choose_file (const char *path);

/* The run that training has begun with, live. */
StudioRun *train (StudioWindow *window);
void wait_for_state (StudioRun *run, RensaWorkerState state);
void stop (StudioWindow *window);

G_END_DECLS
