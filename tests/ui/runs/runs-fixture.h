/* runs-fixture.h: what tests of the page of the runs share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-store.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  RensaStore *store;
  GtkWidget *window;
  GtkWidget *page;
} RunsFixture;

void runs_tests_init (int *argc, char ***argv);

/* A window with the page of three runs: "small net", "large net" and "Größer", the newest. */
void runs_setup (RunsFixture *fixture, gconstpointer data);
void runs_teardown (RunsFixture *fixture, gconstpointer data);
#define ADD_RUNS_TEST(path, func) g_test_add (path, RunsFixture, NULL, runs_setup, func, runs_teardown)

/* The loss of training and the accuracy of the validation. */
void runs_describe (RensaRecorder *recorder);
/* A finished run with ten values of each of two keys. */
void runs_add (RensaStore *store, const char *name, const char *optimizer, const char *device, double last);
/* What the writer has done comes to the objects through the main context. */
void runs_wait_until_finished (RensaStore *store);

/* The first widget of the type below @root. */
GtkWidget *runs_find (GtkWidget *root, GType type);
/* The rows of the table. */
GListModel *runs_get_shown (RunsFixture *fixture);
const char *runs_get_name_at (RunsFixture *fixture, guint position);
void runs_select (RunsFixture *fixture, guint first, guint n);
void runs_filter (RunsFixture *fixture, const char *text);

/* Until nothing waits to be done now. */
void runs_settle (void);
void runs_wait_for_frames (RunsFixture *fixture);

G_END_DECLS
