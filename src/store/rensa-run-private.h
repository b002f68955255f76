/* rensa-run-private.h: what a run is, in memory and as a row of the table "runs".
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-run.h"
#include "rensa-sql-private.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  char *note;
  char *tags;
  gboolean starred;
  char *proofs;   /* "onnx@1200 !c@1200": targets, what came of it, and of the model after which iteration */
  gint64 deleted; /* µs since 1970; 0 for a run that is not */
  char *uuid;
  int state;
  gint64 started;
  gint64 ended;
  gint64 updated; /* when the recorder last told how it goes */
  double elapsed;
  gint64 iteration;
  double epoch;
  char *dataset;
  char *optimizer;
  char *device;
  gint64 seed;
  gint64 n_links;
  gint64 n_params;
  char *parent;
  char *engine;
  char *message;
  char *metric_name;
  double best_metric;
  double last_metric;
  char *loss_name;
  double best_loss;
  double last_loss;
  gboolean not_finite; /* the newest loss is not */
  char *verdict;
  char *advice;
  char *verdict_record;
} RensaRunRecord;

/* What a row holds is brought into these ranges when it is read: anybody may have written it. */
typedef enum
{
  RENSA_KIND_TEXT,  /* UTF-8, "" for NULL */
  RENSA_KIND_MAYBE, /* UTF-8 or NULL */
  RENSA_KIND_FLAG,
  RENSA_KIND_STATE,
  RENSA_KIND_TIME,    /* µs since 1970, of the years that have four digits; 0 for none */
  RENSA_KIND_COUNT,   /* not negative */
  RENSA_KIND_INTEGER, /* any */
  RENSA_KIND_AMOUNT,  /* finite, not negative */
  RENSA_KIND_REAL,    /* any; NaN for NULL */
} RensaRunFieldKind;

/* A member of RensaRunRecord, a column of the table, and a property of RensaRun. */
typedef struct
{
  const char *column;
  RensaRunFieldKind kind;
  gsize offset;
} RensaRunField;

/* The fields of the person come first, then those that the recorder fills. */
enum
{
  RENSA_FIELD_NAME,
  RENSA_FIELD_NOTE,
  RENSA_FIELD_TAGS,
  RENSA_FIELD_PROOFS,
  RENSA_FIELD_STARRED,
  RENSA_FIELD_DELETED,
  RENSA_N_EDITED_FIELDS,
  RENSA_N_RUN_FIELDS = 33,
};

extern const RensaRunField rensa_run_fields[RENSA_N_RUN_FIELDS];

/* Ranges of fields are [first, end). */

void rensa_run_record_clear (RensaRunRecord *record);
void rensa_run_record_copy (RensaRunRecord *to, const RensaRunRecord *from, guint first, guint end);
gboolean rensa_run_record_is_equal (const RensaRunRecord *a, const RensaRunRecord *b, guint field);
/* "name, note, …" from the field @first on; SELECT all, and then read. */
char *rensa_run_record_list_columns (guint first);
/* FALSE for a row whose uuid is none: nothing can be done with it, because the uuid is the name of a folder. Clear
 * @record then, too. */
gboolean rensa_run_record_read (RensaRunRecord *record, sqlite3_stmt *stmt);
/* To the parameters from @at on. */
void rensa_run_record_bind (const RensaRunRecord *record, sqlite3_stmt *stmt, guint first, guint end, int at);
/* Nothing where there is such a row. */
gboolean rensa_run_record_insert (const RensaRunRecord *record, sqlite3 *db, GError **error);
gboolean rensa_run_record_update (const RensaRunRecord *record, sqlite3 *db, guint first, guint end, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaRunRecord, rensa_run_record_clear)

struct _RensaRun
{
  GObject parent_instance;
  RensaRunRecord record;
  /* The number of the last edit of each field of the person: what the writer read before that is out of date. */
  guint64 edits[RENSA_N_EDITED_FIELDS];
  /* While recorders of this program tell how it goes, rows of the database lag behind them. */
  guint n_recorders;
  gboolean is_foreign; /* of a store that can only be read */
  gint64 size;         /* bytes; -1 until they are counted */
  gint64 number;       /* the id of its row */
};

/* Takes the values over from @record. */
RensaRun *rensa_run_new (RensaRunRecord *record);
/* Notifies of what changes. */
void rensa_run_assign (RensaRun *self, const RensaRunRecord *from, guint first, guint end);
void rensa_run_set_size (RensaRun *self, gint64 size);
void rensa_run_set_number (RensaRun *self, gint64 number);
/* Newest first. */
int rensa_run_compare (RensaRun *a, RensaRun *b);

RensaRunState rensa_run_state_from_name (const char *name);

G_END_DECLS
