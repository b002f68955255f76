/* rensa-run-record.c: the fields of a run and their columns in the table "runs".
 * SPDX-License-Identifier: MIT */

#include "rensa-run-private.h"

#include <string.h>

#include "rensa-language.h"

#define FIELD(Member, Kind)                                                                          \
  {                                                                                                  \
    .column = #Member, .kind = RENSA_KIND_##Kind, .offset = G_STRUCT_OFFSET (RensaRunRecord, Member) \
  }

const RensaRunField rensa_run_fields[RENSA_N_RUN_FIELDS] = {
  [RENSA_FIELD_NAME] = FIELD (name, TEXT),
  [RENSA_FIELD_NOTE] = FIELD (note, TEXT),
  [RENSA_FIELD_TAGS] = FIELD (tags, TEXT),
  [RENSA_FIELD_STARRED] = FIELD (starred, FLAG),
  [RENSA_FIELD_PROOFS] = FIELD (proofs, TEXT),
  [RENSA_FIELD_DELETED] = FIELD (deleted, TIME),
  [RENSA_N_EDITED_FIELDS] = FIELD (uuid, TEXT),
  FIELD (state, STATE),
  FIELD (started, TIME),
  FIELD (ended, TIME),
  FIELD (updated, TIME),
  FIELD (elapsed, AMOUNT),
  FIELD (iteration, COUNT),
  FIELD (epoch, AMOUNT),
  FIELD (dataset, TEXT),
  FIELD (optimizer, TEXT),
  FIELD (device, TEXT),
  FIELD (seed, INTEGER),
  FIELD (n_links, COUNT),
  FIELD (n_params, COUNT),
  FIELD (parent, MAYBE),
  FIELD (engine, TEXT),
  FIELD (message, MAYBE),
  FIELD (metric_name, MAYBE),
  FIELD (best_metric, REAL),
  FIELD (last_metric, REAL),
  FIELD (loss_name, MAYBE),
  FIELD (best_loss, REAL),
  FIELD (last_loss, REAL),
  FIELD (not_finite, FLAG),
  FIELD (verdict, MAYBE),
  FIELD (advice, MAYBE),
  FIELD (verdict_record, MAYBE),
  FIELD (message_record, MAYBE),
};

static const char *const state_names[RENSA_N_RUN_STATES] = {
  [RENSA_RUN_RUNNING] = N_ ("running"),   [RENSA_RUN_PAUSED] = N_ ("paused"),
  [RENSA_RUN_FINISHED] = N_ ("finished"), [RENSA_RUN_STOPPED] = N_ ("stopped"),
  [RENSA_RUN_FAILED] = N_ ("failed"),     [RENSA_RUN_INTERRUPTED] = N_ ("interrupted"),
};

const char *
rensa_run_state_get_name (RensaRunState state)
{
  return state_names[state];
}

/* An unknown name belongs to a run that cannot be active. */
RensaRunState
rensa_run_state_from_name (const char *name)
{
  for (guint i = 0; i < RENSA_N_RUN_STATES; i++)
    if (g_strcmp0 (name, state_names[i]) == 0)
      return i;

  return RENSA_RUN_INTERRUPTED;
}

#define MEMBER(record, field, Type) (*(Type *) G_STRUCT_MEMBER_P (record, (field)->offset))

static gboolean
is_text (const RensaRunField *field)
{
  return field->kind == RENSA_KIND_TEXT || field->kind == RENSA_KIND_MAYBE;
}

void
rensa_run_record_clear (RensaRunRecord *record)
{
  for (guint i = 0; i < RENSA_N_RUN_FIELDS; i++)
    if (is_text (&rensa_run_fields[i]))
      g_clear_pointer (&MEMBER (record, &rensa_run_fields[i], char *), g_free);
}

static gsize
get_size (const RensaRunField *field)
{
  switch (field->kind)
    {
    case RENSA_KIND_TIME:
    case RENSA_KIND_COUNT:
    case RENSA_KIND_INTEGER:
      return sizeof (gint64);
    case RENSA_KIND_AMOUNT:
    case RENSA_KIND_REAL:
      return sizeof (double);
    default:
      return sizeof (int);
    }
}

void
rensa_run_record_copy (RensaRunRecord *to, const RensaRunRecord *from, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    {
      const RensaRunField *field = &rensa_run_fields[i];

      if (is_text (field))
        {
          g_free (MEMBER (to, field, char *));
          MEMBER (to, field, char *) = g_strdup (MEMBER (from, field, char *));
        }
      else
        memcpy (G_STRUCT_MEMBER_P (to, field->offset), G_STRUCT_MEMBER_P (from, field->offset), get_size (field));
    }
}

gboolean
rensa_run_record_is_equal (const RensaRunRecord *a, const RensaRunRecord *b, guint at)
{
  const RensaRunField *field = &rensa_run_fields[at];

  if (is_text (field))
    return g_strcmp0 (MEMBER (a, field, char *), MEMBER (b, field, char *)) == 0;

  return memcmp (G_STRUCT_MEMBER_P (a, field->offset), G_STRUCT_MEMBER_P (b, field->offset), get_size (field)) == 0;
}

static GString *
join_columns (guint first, guint end, const char *after)
{
  GString *text = g_string_new (NULL);

  for (guint i = first; i < end; i++)
    g_string_append_printf (text, "%s%s%s", i > first ? ", " : "", rensa_run_fields[i].column, after);

  return text;
}

char *
rensa_run_record_list_columns (guint first)
{
  return g_string_free (join_columns (first, RENSA_N_RUN_FIELDS, ""), FALSE);
}

static void
read_field (RensaRunRecord *record, const RensaRunField *field, sqlite3_stmt *stmt, int column)
{
  switch (field->kind)
    {
    case RENSA_KIND_TEXT:
      MEMBER (record, field, char *) = rensa_sql_column_text (stmt, column);
      if (MEMBER (record, field, char *) == NULL)
        MEMBER (record, field, char *) = g_strdup ("");
      break;
    case RENSA_KIND_MAYBE:
      MEMBER (record, field, char *) = rensa_sql_column_text (stmt, column);
      break;
    case RENSA_KIND_FLAG:
      MEMBER (record, field, gboolean) = sqlite3_column_int (stmt, column) != 0;
      break;
    case RENSA_KIND_STATE:
      MEMBER (record, field, int) = rensa_run_state_from_name ((const char *) sqlite3_column_text (stmt, column));
      break;
    case RENSA_KIND_TIME:
      MEMBER (record, field, gint64) = rensa_sql_column_time (stmt, column);
      break;
    case RENSA_KIND_COUNT:
      MEMBER (record, field, gint64) = rensa_sql_column_count (stmt, column);
      break;
    case RENSA_KIND_INTEGER:
      MEMBER (record, field, gint64) = sqlite3_column_int64 (stmt, column);
      break;
    case RENSA_KIND_AMOUNT:
      MEMBER (record, field, double) = rensa_sql_column_amount (stmt, column);
      break;
    case RENSA_KIND_REAL:
      MEMBER (record, field, double) = rensa_sql_column_double (stmt, column);
      break;
    }
}

gboolean
rensa_run_record_read (RensaRunRecord *record, sqlite3_stmt *stmt)
{
  for (guint i = 0; i < RENSA_N_RUN_FIELDS; i++)
    read_field (record, &rensa_run_fields[i], stmt, (int) i);

  /* A clock may have been set back. */
  if (record->ended != 0)
    record->ended = MAX (record->ended, record->started);
  return g_uuid_string_is_valid (record->uuid);
}

void
rensa_run_record_bind (const RensaRunRecord *record, sqlite3_stmt *stmt, guint first, guint end, int at)
{
  for (guint i = first; i < end; i++, at++)
    {
      const RensaRunField *field = &rensa_run_fields[i];

      switch (field->kind)
        {
        case RENSA_KIND_TEXT:
        case RENSA_KIND_MAYBE:
          sqlite3_bind_text (stmt, at, MEMBER (record, field, char *), -1, SQLITE_TRANSIENT);
          break;
        case RENSA_KIND_FLAG:
          sqlite3_bind_int (stmt, at, MEMBER (record, field, gboolean));
          break;
        case RENSA_KIND_STATE:
          sqlite3_bind_text (stmt, at, state_names[MEMBER (record, field, int)], -1, SQLITE_STATIC);
          break;
        case RENSA_KIND_TIME:
        case RENSA_KIND_COUNT:
        case RENSA_KIND_INTEGER:
          sqlite3_bind_int64 (stmt, at, MEMBER (record, field, gint64));
          break;
        case RENSA_KIND_AMOUNT:
        case RENSA_KIND_REAL:
          sqlite3_bind_double (stmt, at, MEMBER (record, field, double));
          break;
        }
    }
}

gboolean
rensa_run_record_insert (const RensaRunRecord *record, sqlite3 *db, GError **error)
{
  g_autofree char *columns = rensa_run_record_list_columns (0);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (sqlite3_stmt) stmt = NULL;

  g_string_printf (sql, "INSERT OR IGNORE INTO runs (%s) VALUES (", columns);
  for (guint i = 0; i < RENSA_N_RUN_FIELDS; i++)
    g_string_append (sql, i > 0 ? ", ?" : "?");
  g_string_append_c (sql, ')');
  stmt = rensa_sql_prepare (db, error, sql->str, "");
  if (stmt == NULL)
    return FALSE;

  rensa_run_record_bind (record, stmt, 0, RENSA_N_RUN_FIELDS, 1);
  return rensa_sql_step_once (stmt, error);
}

gboolean
rensa_run_record_update (const RensaRunRecord *record, sqlite3 *db, guint first, guint end, GError **error)
{
  g_autoptr (GString) columns = join_columns (first, end, " = ?");
  g_autofree char *sql = g_strdup_printf ("UPDATE runs SET %s WHERE uuid = ?", columns->str);
  g_autoptr (sqlite3_stmt) stmt = rensa_sql_prepare (db, error, sql, "");

  if (stmt == NULL)
    return FALSE;

  rensa_run_record_bind (record, stmt, first, end, 1);
  sqlite3_bind_text (stmt, end - first + 1, record->uuid, -1, SQLITE_TRANSIENT);
  return rensa_sql_step_once (stmt, error);
}
