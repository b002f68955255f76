/* worker-fixture.h: what the tests of workers share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "folder.h"
#include "rensa-npz.h"
#include "rensa-trainer.h"
#include "rensa-worker.h"

/* g_test_init (), with everything in the registry. */
void worker_tests_init (int *argc, char ***argv);
/* Whether sanitizers or valgrind make everything slow. */
gboolean tests_are_slow (void);

/* A document that trains on moons: Adam, WeightDecay, dropout, shuffling, a last batch that reaches into the next
 * epoch. @epochs: until it stops. */
char *make_document (int epochs);
/* @text, which is freed, with the first @find replaced, which must be there. */
char *replaced (char *text, const char *find, const char *replacement);
RensaDocument *document_of (const char *text);

/* A folder of its own for each test. */
typedef struct
{
  char *path;
  RensaWorker *worker;
  GArray *messages; /* RensaMessage: all that came so far */
} Desk;

void desk_set_up (Desk *desk, gconstpointer data);
void desk_tear_down (Desk *desk, gconstpointer data);
#define ADD_DESK_TEST(name, func) g_test_add (name, Desk, NULL, desk_set_up, func, desk_tear_down)
char *desk_path (Desk *desk, const char *name);

/* Starts @text in the folder @name, without a store. */
void desk_start (Desk *desk, const char *text, const char *name, gboolean paused);
void desk_close_worker (Desk *desk);
/* Waits until the worker is in @state, or past it, and @iteration is reached; all messages are read then. */
void desk_wait (Desk *desk, RensaWorkerState state, gint64 iteration);
/* Waits until it is paused and has told that the model is written. */
void desk_wait_paused (Desk *desk, gint64 iteration);
void desk_wait_end (Desk *desk, RensaWorkerState state);
RensaWorkerStatus desk_status (Desk *desk);
guint desk_count (Desk *desk, RensaMessageKind kind);
/* The first message of @kind; NULL where none came. */
const RensaMessage *desk_find (Desk *desk, RensaMessageKind kind);

/* Training without a worker. */
typedef struct
{
  gint64 at; /* after this iteration @path is set; 0 for never */
  const char *path;
  const char *text;
  GArray *messages; /* (nullable): what each iteration reported */
} Plain;

/* Trains @text in the folder @name, and writes model.npz there. */
void train_plainly (Desk *desk, const char *text, const char *name, Plain *plain);

/* The worker has told each of these values once, in this order, with its place. */
void assert_same_values (Desk *desk, GArray *expected);

/* Both files hold the same bytes. */
void assert_same_file (const char *a, const char *b);
/* model.npz of both folders. */
void assert_same_model (Desk *desk, const char *a, const char *b);

/* The store in the desk's folder. */
RensaStore *desk_open_store (Desk *desk);
/* All is on the disk, and the objects know it. */
void flush_store (RensaStore *store);
/* The store holds of each iteration what a plain run reports, once. */
void assert_series (RensaStore *store, RensaRun *run, GArray *expected);
