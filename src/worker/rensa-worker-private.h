/* rensa-worker-private.h: the parts of a worker.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <pthread.h>

#include "rensa-best-model.h"
#include "rensa-builder.h"
#include "rensa-queue.h"
#include "rensa-schedule.h"
#include "rensa-worker.h"

G_BEGIN_DECLS

/* How many moments the rate of the last seconds is computed from, and how far apart they are. */
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

/* A snapshot of our own in the folder. */
typedef struct
{
  char *path;
  gint64 iteration;
  gint64 saved_at; /* monotonic; 0 for one of an earlier part of the run */
} RensaKeptSnapshot;

/* A snapshot that the document asks for without saying how many are to be kept. */
typedef struct
{
  char *path;
  double score;    /* lower is better; NaN for none */
  gint64 saved_at; /* monotonic */
} RensaTrimmedSnapshot;

typedef struct
{
  double elapsed;
  gint64 n_examples;
} RensaRateSample;

struct _RensaWorker
{
  int ref_count;    /* atomic: the main thread's, and the training thread's */
  int stop_asked;   /* atomic: also while the trainer is made */
  int is_abandoned; /* atomic: nobody wants anything of it any more */

  /* Made before the thread starts. */
  RensaStore *store;
  RensaRecorder *recorder; /* NULL without a store */
  char *document;          /* its text; a RensaDocument belongs to one thread */
  char *place;
  char *dataset_root;
  int n_threads; /* 0 for those that OpenMP offers */
  char *folder;
  char *snapshot;         /* what the run goes on from; NULL where it begins */
  gint64 first_iteration; /* that of the snapshot */
  GThread *thread;

  /* Shared. */
  RensaQueue *queue;
  RensaStatusBox status;
  char *error;          /* set once, by the thread */
  pthread_mutex_t lock; /* unlike GMutex, known to the thread sanitizer */
  pthread_cond_t given;
  GQueue commands;         /* Command, under the lock */
  int n_commands;          /* atomic: as many as there are, for a look without the lock */
  RensaQuestion *question; /* under the lock, as is the next one */
  RensaAnswer *answer;

  /* The main thread's: for checking what is to be set. */
  RensaDocument *checked;

  /* The training thread's. */
  RensaBuilder *builder;
  RensaTrainer *trainer;
  const RensaDevice *device; /* that the model lies on */
  RensaWorkerStatus now;
  gboolean is_paused;  /* by command; steps may be left */
  gboolean is_waiting; /* the clock stands still */
  guint n_steps;
  RensaSchedule *replays; /* what the run that was cut off had changed */
  guint n_log_entries;
  RensaRateSample rates[RENSA_RATE_SAMPLES]; /* a ring */
  guint n_rates;
  GArray *held;        /* values of the last iteration, which are not told yet */
  GArray *spare;       /* to change places with it */
  double told_at;      /* seconds of training, when values were told last */
  GPtrArray *files;    /* ToldFile: written in this iteration, not reported yet */
  GHashTable *reports; /* RensaReportKey by interned key: those that were reported */
  GHashTable *told;    /* paths and troubles that were reported already */
  GArray *kept;        /* RensaKeptSnapshot, the newest last */
  GArray *trimmed;     /* RensaTrimmedSnapshot, likewise */
  gint64 n_params;
  RensaBestModel *best;
  gint64 snapshot_at; /* monotonic */
  gint64 snapshot_cost;
};

/* rensa-worker-commands.c */

void rensa_worker_give (RensaWorker *worker, RensaCommandKind kind, const char *path, const char *text);
void rensa_worker_clear_commands (RensaWorker *worker);
/* Between two iterations: follows the commands that were given, and waits for others while it is paused. */
void rensa_worker_obey (RensaWorker *worker);
/* Sets what the run had changed up to its snapshot; what cannot be set is reported. */
void rensa_worker_replay_until (RensaWorker *worker, gint64 iteration);

/* rensa-worker-ask.c */

void rensa_worker_answer (RensaWorker *worker);

/* rensa-worker-report.c */

void rensa_worker_set_state (RensaWorker *worker, RensaWorkerState state);
/* From now on the status tells how much of the memory of @device is used, where that is counted; the record says which one it is. */
void rensa_worker_watch_device (RensaWorker *worker, const RensaDevice *device);
/* Where training stands now. */
void rensa_worker_publish (RensaWorker *worker);
/* What was observed in this iteration, and new entries of the log. */
void rensa_worker_tell_values (RensaWorker *worker);
/* rensa_worker_tell_values () holds values back that a device is yet to compute, so that the device has the next iteration to do before somebody
 * waits for them.  What is told of the run as a whole comes after them. */
void rensa_worker_tell_held (RensaWorker *worker);
GArray *rensa_worker_held_new (void);
void rensa_worker_tell_event (RensaWorker *worker, const char *path, const char *text);
void rensa_worker_tell_artifact (RensaWorker *worker, const char *kind, const char *path, gint64 iteration);
gboolean rensa_worker_is_abandoned (RensaWorker *worker);
/* Once for each @trouble, until rensa_worker_end_trouble (). */
void rensa_worker_tell_trouble (RensaWorker *worker, const char *trouble, const char *sentence);
void rensa_worker_end_trouble (RensaWorker *worker, const char *trouble);

/* rensa-worker-watch.c */

extern const RensaTrainerWatch rensa_worker_watch;

/* What extensions have written. */
void rensa_worker_tell_files (RensaWorker *worker);
void rensa_told_file_free (gpointer file);

/* rensa-worker-files.c */

void rensa_worker_keep_snapshot (RensaWorker *worker);
void rensa_worker_keep_snapshot_if_due (RensaWorker *worker);
void rensa_worker_take_snapshot_now (RensaWorker *worker);
void rensa_worker_save_model (RensaWorker *worker);
/* Of the document's snapshots, @path the newest, keeps this and the best. */
void rensa_worker_trim_snapshots (RensaWorker *worker, const char *path);
/* Without waiting for the store, at the end. */
void rensa_worker_trim_last (RensaWorker *worker);
void rensa_trimmed_snapshot_clear (gpointer snapshot);
void rensa_kept_snapshot_clear (gpointer snapshot);
/* Those of an earlier part of the run; what is newer than the snapshot that it goes on from is removed. */
void rensa_worker_find_kept (RensaWorker *worker);

/* rensa-worker-verdict.c */

/* Records the verdict on the run, which has ended. @is_not_finite: because a number was not finite */
void rensa_worker_judge (RensaWorker *worker, gboolean is_not_finite);

/* rensa-worker-record.c */

/* A new row of the store. */
gboolean rensa_worker_begin (RensaWorker *worker, const char *parent, GError **error);
/* Finds the snapshot to go on from, and what is to be changed again. */
gboolean rensa_worker_continue (RensaWorker *worker, RensaRun *run, GError **error);

G_END_DECLS
