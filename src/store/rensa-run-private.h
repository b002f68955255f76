/* rensa-run-private.h: a run in memory and as a row of the table "runs".
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
  char *proofs;   /* "onnx@1200 !c@1200": targets, result of the comparison, and iteration of the model compared */
  gint64 deleted; /* µs since 1970; 0 for a run that is not deleted */
  char *uuid;
  int state;
  gint64 started;
  gint64 ended;
  gint64 updated; /* time of the recorder's last report */
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
  gboolean not_finite; /* the newest loss is not finite */
  char *verdict;
  char *advice;
  char *verdict_record;
  char *message_record;
} RensaRunRecord;

/* Ranges to which the values of a row are clamped when they are read, since the database is untrusted. */
typedef enum
{
  RENSA_KIND_TEXT,  /* UTF-8, "" for NULL */
  RENSA_KIND_MAYBE, /* UTF-8 or NULL */
  RENSA_KIND_FLAG,
  RENSA_KIND_STATE,
  RENSA_KIND_TIME,    /* µs since 1970, of years with four digits; 0 for none */
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

/* The fields that the user edits come first, then those that the recorder fills. */
enum
{
  RENSA_FIELD_NAME,
  RENSA_FIELD_NOTE,
  RENSA_FIELD_TAGS,
  RENSA_FIELD_PROOFS,
  RENSA_FIELD_STARRED,
  RENSA_FIELD_DELETED,
  RENSA_N_EDITED_FIELDS,
  RENSA_N_RUN_FIELDS = 34,
};

extern const RensaRunField rensa_run_fields[RENSA_N_RUN_FIELDS];

/* Ranges of fields are [first, end). */

void rensa_run_record_clear (RensaRunRecord *record);
void rensa_run_record_copy (RensaRunRecord *to, const RensaRunRecord *from, guint first, guint end);
gboolean rensa_run_record_is_equal (const RensaRunRecord *a, const RensaRunRecord *b, guint field);
/* Returns "name, note, …" starting at the field @first; to read a record, SELECT all of them. */
char *rensa_run_record_list_columns (guint first);
/* Returns FALSE for a row without a valid uuid: it is unusable, because the uuid is the name of a
 * folder. Clear
 * @record in that case, too. */
gboolean rensa_run_record_read (RensaRunRecord *record, sqlite3_stmt *stmt);
/* Binds to the parameters starting at @at. */
void rensa_run_record_bind (const RensaRunRecord *record, sqlite3_stmt *stmt, guint first, guint end, int at);
/* Does nothing if the row exists. */
gboolean rensa_run_record_insert (const RensaRunRecord *record, sqlite3 *db, GError **error);
gboolean rensa_run_record_update (const RensaRunRecord *record, sqlite3 *db, guint first, guint end, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaRunRecord, rensa_run_record_clear)

struct _RensaRun
{
  GObject parent_instance;
  RensaRunRecord record;
  /* Number of the last edit of each field edited by the user: rows that the writer read before it are
   * out of date. */
  guint64 edits[RENSA_N_EDITED_FIELDS];
  /* While recorders of this program report, rows of the database are older than their values. */
  guint n_recorders;
  gboolean is_foreign; /* TRUE in a read-only store */
  gint64 size;         /* bytes; -1 until they are counted */
  gint64 number;       /* id of its row */
};

/* Takes ownership of the values of @record. */
RensaRun *rensa_run_new (RensaRunRecord *record);
/* Emits notify for each property that changes. */
void rensa_run_assign (RensaRun *self, const RensaRunRecord *from, guint first, guint end);
void rensa_run_set_size (RensaRun *self, gint64 size);
void rensa_run_set_number (RensaRun *self, gint64 number);
/* Newest first. */
int rensa_run_compare (RensaRun *a, RensaRun *b);

RensaRunState rensa_run_state_from_name (const char *name);

G_END_DECLS
