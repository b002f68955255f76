/* rensa-worker-private.h: shared by the parts of a worker.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <pthread.h>

#include "rensa-best-model.h"
#include "rensa-builder.h"
#include "rensa-queue.h"
#include "rensa-schedule.h"
#include "rensa-worker.h"

G_BEGIN_DECLS

/* Number of samples for the rate of the last seconds, and the interval between them in seconds. */
#define RENSA_RATE_SAMPLES 8
#define RENSA_RATE_INTERVAL 0.25

typedef enum
{
  RENSA_COMMAND_PAUSE,
  RENSA_COMMAND_RESUME,
  RENSA_COMMAND_STEP,
  RENSA_COMMAND_STOP,
  RENSA_COMMAND_SNAPSHOT,
  RENSA_COMMAND_SET,
  RENSA_COMMAND_ASK,
} RensaCommandKind;

/* A snapshot that the worker itself keeps in the folder. */
typedef struct
{
  char *path;
  gint64 iteration;
  gint64 saved_at; /* Monotonic; 0 for a snapshot from an earlier part of the run */
} RensaKeptSnapshot;

/* A snapshot of a document that does not specify how many to keep. */
typedef struct
{
  char *path;
  double score;    /* Lower is better; NaN for none */
  gint64 saved_at; /* monotonic */
} RensaTrimmedSnapshot;

typedef struct
{
  double elapsed;
  gint64 n_examples;
} RensaRateSample;

struct _RensaWorker
{
  int ref_count;    /* Atomic; references by the main thread and the training thread */
  int stop_asked;   /* Atomic; also checked while the trainer is being built */
  int is_abandoned; /* Atomic; TRUE if no further results are needed */

  /* Set before the thread starts. */
  RensaStore *store;
  RensaRecorder *recorder; /* NULL without a store */
  char *document;          /* Stored as text, because a RensaDocument belongs to one thread */
  char *place;
  char *dataset_root;
  int n_threads; /* 0 for the default of OpenMP */
  char *folder;
  char *snapshot;         /* Snapshot that the run resumes from; NULL for a new run */
  gint64 first_iteration; /* Iteration of the snapshot */
  GThread *thread;

  /* Shared. */
  RensaQueue *queue;
  RensaStatusBox status;
  char *error;          /* Set once, by the thread */
  char *error_record;   /* Used by the thread only; NULL if there is only the sentence */
  pthread_mutex_t lock; /* Unlike GMutex, supported by the thread sanitizer */
  pthread_cond_t given;
  GQueue commands;         /* Command; protected by the lock */
  int n_commands;          /* Atomic; number of commands, readable without the lock */
  RensaQuestion *question; /* This and the next are protected by the lock */
  RensaAnswer *answer;

  /* Main thread only; used to check new attribute values. */
  RensaDocument *checked;

  /* The training thread's. */
  RensaBuilder *builder;
  RensaTrainer *trainer;
  const RensaDevice *device; /* Device of the model */
  RensaWorkerStatus now;
  gboolean is_paused;  /* Paused by command; steps may be pending */
  gboolean is_waiting; /* TRUE while the clock is stopped */
  guint n_steps;
  RensaSchedule *replays; /* Changes made in the interrupted run */
  guint n_log_entries;
  RensaRateSample rates[RENSA_RATE_SAMPLES]; /* a ring */
  guint n_rates;
  GArray *held;        /* Values of the last iteration that are not reported yet */
  GArray *spare;       /* Swapped with held */
  double told_at;      /* Training time in seconds at the last report of values */
  GPtrArray *files;    /* ToldFile: written in this iteration, not reported yet */
  GHashTable *reports; /* Keys reported so far: RensaReportKey by interned key */
  GHashTable *told;    /* Paths and troubles already reported */
  GArray *kept;        /* RensaKeptSnapshot, newest last */
  GArray *trimmed;     /* RensaTrimmedSnapshot, newest last */
  gint64 n_params;
  RensaBestModel *best;
  gint64 snapshot_at; /* monotonic */
  gint64 snapshot_cost;
};

/* rensa-worker-commands.c */

void rensa_worker_give (RensaWorker *worker, RensaCommandKind kind, const char *path, const char *text);
void rensa_worker_clear_commands (RensaWorker *worker);
/* Called between iterations: executes pending commands, and waits for others while paused. */
void rensa_worker_obey (RensaWorker *worker);
/* Repeats the changes that were made in the run before its snapshot; reports those that fail. */
void rensa_worker_replay_until (RensaWorker *worker, gint64 iteration);
void rensa_worker_answer (RensaWorker *worker);

/* rensa-worker-report.c */

void rensa_worker_set_state (RensaWorker *worker, RensaWorkerState state);
/* Starts reporting the memory usage of @device in the status, if available; records which device it is. */
void rensa_worker_watch_device (RensaWorker *worker, const RensaDevice *device);
/* Publishes the current training status. */
void rensa_worker_publish (RensaWorker *worker);
/* Reports the values observed in this iteration, and new log entries. */
void rensa_worker_tell_values (RensaWorker *worker);
/* rensa_worker_tell_values () holds back values that a device has not computed yet, so that the
 * device already has the next iteration queued when the worker waits for them. This function
 * reports these values; reports about the run as a whole follow them. */
void rensa_worker_tell_held (RensaWorker *worker);
GArray *rensa_worker_held_new (void);
void rensa_worker_tell_event (RensaWorker *worker, const char *path, const char *text);
void rensa_worker_tell_artifact (RensaWorker *worker, const char *kind, const char *path, gint64 iteration);
gboolean rensa_worker_is_abandoned (RensaWorker *worker);
/* Reports each @trouble only once, until rensa_worker_end_trouble (). */
void rensa_worker_tell_trouble (RensaWorker *worker, const char *trouble, const char *sentence);
void rensa_worker_end_trouble (RensaWorker *worker, const char *trouble);

/* rensa-worker-watch.c */

extern const RensaTrainerWatch rensa_worker_watch;

/* Reports the files that extensions have written. */
void rensa_worker_tell_files (RensaWorker *worker);
void rensa_told_file_free (gpointer file);

/* rensa-worker-files.c */

void rensa_worker_keep_snapshot (RensaWorker *worker);
void rensa_worker_keep_snapshot_if_due (RensaWorker *worker);
void rensa_worker_take_snapshot_now (RensaWorker *worker);
void rensa_worker_save_model (RensaWorker *worker);
/* Keeps only the newest of the document's snapshots, @path, and the best. */
void rensa_worker_trim_snapshots (RensaWorker *worker, const char *path);
/* Same at the end, without waiting for the store. */
void rensa_worker_trim_last (RensaWorker *worker);
void rensa_trimmed_snapshot_clear (gpointer snapshot);
void rensa_kept_snapshot_clear (gpointer snapshot);
/* Finds snapshots from an earlier part of the run; removes those newer than the snapshot that it
 * resumes from. */
void rensa_worker_find_kept (RensaWorker *worker);

/* rensa-worker-record.c */

/* Creates a new row in the store. */
gboolean rensa_worker_begin (RensaWorker *worker, const char *parent, GError **error);
/* Finds the snapshot to resume from, and the changes to repeat. */
gboolean rensa_worker_continue (RensaWorker *worker, RensaRun *run, GError **error);
/* Records the verdict on the finished run. @is_not_finite: TRUE if it ended because a number was
 * not finite */
void rensa_worker_judge (RensaWorker *worker, gboolean is_not_finite);

G_END_DECLS
