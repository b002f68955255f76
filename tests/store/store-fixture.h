/* store-fixture.h: what the tests of the store share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <sqlite3.h>

#include "folder.h"
#include "rensa-store.h"

/* The last argument is the program store-child. */
void store_tests_init (int *argc, char ***argv);

char *database_of (const char *folder);

RensaStore *open_store (const char *folder);
RensaRecorder *begin_run (RensaStore *store, const char *name);
/* The loss and the accuracy of "main", while learning and by an evaluation. begin_run () has said it. */
void describe_usual (RensaRecorder *recorder);
/* Ends the run and frees the recorder; all is on the disk then. */
void finish_run (RensaStore *store, RensaRecorder *recorder);
void flush (RensaStore *store);
/* The run that stands first in the list. */
RensaRun *first_run (RensaStore *store);
guint count_runs (RensaStore *store);
RensaRunSeries *load_series (RensaStore *store, RensaRun *run, const char *key);

/* Runs the main loop until @condition holds; fails after a minute. */
#define wait_until(condition)                                              \
  G_STMT_START                                                             \
  {                                                                        \
    const gint64 test_end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC; \
    while (!(condition))                                                   \
      {                                                                    \
        g_assert_cmpint (g_get_monotonic_time (), <, test_end);            \
        if (!g_main_context_iteration (NULL, FALSE))                       \
          g_usleep (2000);                                                 \
      }                                                                    \
  }                                                                        \
  G_STMT_END

/* The database of @folder itself, with another connection. */
void run_sql (const char *folder, const char *sql);
/* Another program that writes until its connection is closed. */
sqlite3 *lock_database (const char *folder);
/* The same where it may be refused. */
gboolean try_sql (const char *folder, const char *sql);
/* Each of the runs has a document with 20 settings, 20 entries of a log with 4 keys, and one series. */
void fill_store (const char *folder, guint n_runs);
gint64 ask_integer (const char *folder, const char *sql);
char *ask_text (const char *folder, const char *sql);

/* The program store-child, spoken to by lines. */
typedef struct _Child Child;

Child *child_new (const char *folder);
/* Says @command and returns what it answers; free it. */
char *child_ask (Child *child, const char *command);
/* SIGKILL, and waits until it is gone. */
void child_kill (Child *child);
void child_free (Child *child);
