/* rensa-run.h: one run of the store, as an item of a list.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib-object.h>

#include "rensa-report-key.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_RUN_RUNNING,
  RENSA_RUN_PAUSED,
  RENSA_RUN_FINISHED,
  RENSA_RUN_STOPPED,
  RENSA_RUN_FAILED,
  RENSA_RUN_INTERRUPTED,
} RensaRunState;

#define RENSA_N_RUN_STATES (RENSA_RUN_INTERRUPTED + 1)

/* Returns "running", "paused", …, as in the database. */
const char *rensa_run_state_get_name (RensaRunState state);

/* Properties, all readable, with notify: uuid, name, state (int), started, ended and updated
 * (gint64, µs since 1970; 0 if not yet), elapsed (double, seconds of training), iteration (gint64),
 * epoch (double), dataset, optimizer, device, engine (its version), seed, n-links, n-params
 * (gint64), tags, note, proofs, starred, deleted (gint64, µs since 1970; 0 if it is not), parent,
 * message (why it failed), best-metric, last-metric (double; NaN if none) and metric-name
 * ("validation/main/accuracy"), number (gint64), best-loss, last-loss and loss-name, not-finite
 * (boolean), verdict, advice, verdict_record, message_record, and size (gint64). */
#define RENSA_TYPE_RUN (rensa_run_get_type ())
G_DECLARE_FINAL_TYPE (RensaRun, rensa_run, RENSA, RUN, GObject)

const char *rensa_run_get_uuid (RensaRun *run);
/* Counts from 1, in the order in which runs were added to the store; for a run that is not on disk
 * yet, the number that it gets unless another program adds one first. */
gint64 rensa_run_get_number (RensaRun *run);
const char *rensa_run_get_name (RensaRun *run);
RensaRunState rensa_run_get_state (RensaRun *run);
/* Running or paused. */
gboolean rensa_run_is_active (RensaRun *run);
gint64 rensa_run_get_started (RensaRun *run);
gint64 rensa_run_get_ended (RensaRun *run);
double rensa_run_get_elapsed (RensaRun *run);
gint64 rensa_run_get_iteration (RensaRun *run);
double rensa_run_get_epoch (RensaRun *run);
const char *rensa_run_get_dataset (RensaRun *run);
const char *rensa_run_get_optimizer (RensaRun *run);
gint64 rensa_run_get_n_links (RensaRun *run);
gint64 rensa_run_get_n_params (RensaRun *run);
gint64 rensa_run_get_seed (RensaRun *run);
const char *rensa_run_get_device (RensaRun *run);
/* Version of the program that trained it. */
const char *rensa_run_get_engine (RensaRun *run);
const char *rensa_run_get_tags (RensaRun *run);
const char *rensa_run_get_note (RensaRun *run);
/* Lists the targets, a name each, whose export was compared with the run's model as it is now:
 * those that agree, or those that do not. The caller frees it. */
char **rensa_run_list_proofs (RensaRun *run, gboolean agree);
gboolean rensa_run_get_starred (RensaRun *run);
const char *rensa_run_get_parent (RensaRun *run);
/* Return why the run failed, in the language of the program that trained it, and as codes with
 * arguments (see rensa_error_word_record ()); NULL if there are none. */
const char *rensa_run_get_message (RensaRun *run);
const char *rensa_run_get_message_record (RensaRun *run);
/* Main accuracy (of the validation set if there is one) and loss; NaN if nothing was reported yet. */
double rensa_run_get_best_metric (RensaRun *run);
double rensa_run_get_last_metric (RensaRun *run);
const char *rensa_run_get_metric_name (RensaRun *run);
double rensa_run_get_best_loss (RensaRun *run);
double rensa_run_get_last_loss (RensaRun *run);
const char *rensa_run_get_loss_name (RensaRun *run);
/* Returns TRUE if a last reported loss is NaN or infinite: training has diverged. */
gboolean rensa_run_get_not_finite (RensaRun *run);
/* Return the verdict at the end of the run, codes with arguments (see rensa_verdict_word ()) or,
 * from an older version, a sentence; and the name of its advice (see rensa_advice_from_name ()).
 * NULL if there is none. */
const char *rensa_run_get_verdict_record (RensaRun *run);
const char *rensa_run_get_verdict (RensaRun *run);
const char *rensa_run_get_advice (RensaRun *run);
/* Returns the bytes of its files and values, as last counted by rensa_store_measure (), or -1 before that. */
gint64 rensa_run_get_size (RensaRun *run);

/* All values of a key; n of each. @iterations are doubles because plots need them as such. */
typedef struct
{
  char *key;
  gsize n;
  double *iterations;
  double *epochs;
  double *elapsed;
  double *values;
} RensaRunSeries;

void rensa_run_series_free (RensaRunSeries *series);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaRunSeries, rensa_run_series_free)

/* Freed with the arrays that the functions of the store return. */
typedef struct
{
  gint64 iteration;
  double epoch;
  double elapsed;
  gint64 time; /* µs since 1970 */
  char *what;
  char *text;
} RensaRunEvent;

/* A setting that was changed during the run. Until iterations[0] it has the document's value. */
typedef struct
{
  char *path; /* "optimizer.alpha" */
  guint n;
  gint64 *iterations; /* iteration after which it was texts[i]; ascending */
  double *epochs;
  char **texts;
} RensaRunChange;

typedef struct
{
  gint64 entry;
  guint n;
  char **keys; /* interned by the store */
  double *values;
} RensaRunLogRow;

typedef struct
{
  char *kind;
  char *path; /* absolute */
  gint64 iteration;
  gint64 time;
  gint64 size;
} RensaRunArtifact;

G_END_DECLS
