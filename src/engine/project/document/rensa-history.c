/* rensa-history.c: unlimited undo and redo of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-history.h"

#include "rensa-document-values.h"

#define MERGE_TIME (2 * G_USEC_PER_SEC)

/* Text takes a tenth of the memory of a document, so that all states can be kept. @label: the
 * change that led to this state. */
typedef struct
{
  char *text;
  char *label;
  char *merge_key;
} State;

/* @saved: number of the state that was marked; -1 if it no longer exists. */
struct _RensaHistory
{
  RensaDocument *document;
  GPtrArray *states; /* State */
  guint present;
  int saved;
  gint64 pushed_at;
};

static State *
state_new (RensaDocument *document, const char *label, const char *merge_key)
{
  State *state = g_new0 (State, 1);

  state->text = rensa_document_to_text (document);
  state->label = g_strdup (label);
  state->merge_key = g_strdup (merge_key);
  return state;
}

static void
state_free (gpointer data)
{
  State *state = data;

  g_free (state->text);
  g_free (state->label);
  g_free (state->merge_key);
  g_free (state);
}

static State *
get_state (RensaHistory *history, guint i)
{
  return history->states->pdata[i];
}

RensaHistory *
rensa_history_new (RensaDocument *document)
{
  RensaHistory *history = g_new0 (RensaHistory, 1);

  history->document = rensa_document_ref (document);
  history->states = g_ptr_array_new_with_free_func (state_free);
  g_ptr_array_add (history->states, state_new (document, NULL, NULL));
  return history;
}

void
rensa_history_free (RensaHistory *history)
{
  rensa_document_unref (history->document);
  g_ptr_array_unref (history->states);
  g_free (history);
}

RensaDocument *
rensa_history_get_document (RensaHistory *history)
{
  return history->document;
}

static gboolean
continues (RensaHistory *history, const char *merge_key, gint64 now)
{
  const State *state = get_state (history, history->present);

  return merge_key != NULL && g_strcmp0 (state->merge_key, merge_key) == 0 && now - history->pushed_at < MERGE_TIME;
}

gboolean
rensa_history_push (RensaHistory *history, RensaDocument *document, const char *label, const char *merge_key)
{
  const gint64 now = g_get_monotonic_time ();
  const gboolean merges = continues (history, merge_key, now);
  State *state = state_new (document, label, merge_key);

  if (strcmp (state->text, get_state (history, history->present)->text) == 0)
    {
      state_free (state);
      return FALSE;
    }

  g_ptr_array_set_size (history->states, (int) history->present + (merges ? 0 : 1));
  if (history->saved >= (int) history->states->len)
    history->saved = -1;
  g_ptr_array_add (history->states, state);
  history->present = history->states->len - 1;
  history->pushed_at = now;

  rensa_document_ref (document);
  rensa_document_unref (history->document);
  history->document = document;
  return TRUE;
}

const char *
rensa_history_get_undo_label (RensaHistory *history)
{
  return history->present > 0 ? get_state (history, history->present)->label : NULL;
}

const char *
rensa_history_get_redo_label (RensaHistory *history)
{
  return history->present + 1 < history->states->len ? get_state (history, history->present + 1)->label : NULL;
}

static gboolean
go_to (RensaHistory *history, guint i)
{
  g_autofree char *place = g_strdup (rensa_document_get_place (history->document));
  RensaDocument *document = rensa_document_parse (get_state (history, i)->text, -1, place, NULL);

  if (document == NULL)
    return FALSE;

  rensa_document_unref (history->document);
  history->document = document;
  history->present = i;
  history->pushed_at = 0;
  return TRUE;
}

gboolean
rensa_history_undo (RensaHistory *history)
{
  return history->present > 0 && go_to (history, history->present - 1);
}

gboolean
rensa_history_redo (RensaHistory *history)
{
  return history->present + 1 < history->states->len && go_to (history, history->present + 1);
}

void
rensa_history_mark_saved (RensaHistory *history)
{
  history->saved = (int) history->present;
  /* The next change is a separate step, so that undo leads back to the saved state. */
  history->pushed_at = 0;
}

gboolean
rensa_history_is_saved (RensaHistory *history)
{
  return history->saved == (int) history->present;
}

void
rensa_history_set_place (RensaHistory *history, const char *place)
{
  RensaDocument *document = rensa_document_copy_to (history->document, place);

  rensa_document_unref (history->document);
  history->document = document;
}

static RensaDocument *
rename_copy (RensaDocument *document, const char *name)
{
  RensaDocument *copy = rensa_document_copy (document);

  json_object_object_add (rensa_document_change (copy), "name", json_object_new_string (name));
  return copy;
}

void
rensa_history_set_name (RensaHistory *history, const char *name)
{
  g_autofree char *place = g_strdup (rensa_document_get_place (history->document));
  RensaDocument *document = rename_copy (history->document, name);

  for (guint i = 0; i < history->states->len; i++)
    {
      State *state = get_state (history, i);
      g_autoptr (RensaDocument) before = rensa_document_parse (state->text, -1, place, NULL);
      g_autoptr (RensaDocument) after = before != NULL ? rename_copy (before, name) : NULL;

      if (after == NULL)
        continue;
      g_free (state->text);
      state->text = rensa_document_to_text (after);
    }
  rensa_document_unref (history->document);
  history->document = document;
}
