/* studio-live-changes.c: changes to settings of a project that also apply to its live run.
 * SPDX-License-Identifier: MIT */

#include "studio-live-changes.h"

#include "rensa-document-values.h"

/* @value: current value in the project; @sent: last value sent to the run; @values: all values that
 *   both have had since the first change. */
typedef struct
{
  char *path;
  char *run_path;
  char *value;
  char *sent;
  GHashTable *values;
} Change;

struct _StudioLiveChanges
{
  StudioProject *project;
  StudioRun *run;
  GPtrArray *changes; /* Change */
};

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->path);
  g_free (change->run_path);
  g_free (change->value);
  g_free (change->sent);
  g_hash_table_unref (change->values);
  g_free (change);
}

/* Returns the attribute at @path, or its default; NULL if there is none. */
static char *
read_value (RensaDocument *document, const char *path)
{
  const char *dot = strrchr (path, '.');
  g_autofree char *owner = g_strndup (path, dot != NULL ? (gsize) (dot - path) : 0);
  g_autoptr (RensaAttrs) attrs = dot != NULL ? rensa_document_get_attrs (document, owner, NULL) : NULL;
  const RensaAttrSpec *spec =
      attrs != NULL ? rensa_component_find_attr (rensa_attrs_get_component (attrs), dot + 1) : NULL;

  return spec != NULL && rensa_attrs_is_set (attrs, spec) ? rensa_attrs_get_text (attrs, spec) : NULL;
}

static gboolean
send (StudioLiveChanges *self, Change *change, GError **error)
{
  if (g_strcmp0 (change->value, change->sent) == 0)
    return TRUE;
  g_free (change->sent);
  change->sent = g_strdup (change->value);
  return studio_run_set (self->run, change->run_path, change->value, error);
}

/* Takes ownership of @value. */
static void
set_value (Change *change, char *value)
{
  g_free (change->value);
  change->value = value;
}

/* A change between two values that both have had is an undo or redo, which applies to both. */
static void
project_changed (StudioLiveChanges *self)
{
  if (!studio_run_is_live (self->run))
    return;
  for (guint i = 0; i < self->changes->len; i++)
    {
      Change *change = self->changes->pdata[i];
      char *value = read_value (studio_project_get_document (self->project), change->path);
      const gboolean was_shared = g_hash_table_contains (change->values, change->value);

      if (value == NULL)
        continue;
      set_value (change, value);
      if (was_shared && g_hash_table_contains (change->values, value))
        send (self, change, NULL);
    }
}

StudioLiveChanges *
studio_live_changes_new (StudioProject *project, StudioRun *run)
{
  StudioLiveChanges *self = g_new0 (StudioLiveChanges, 1);

  self->project = g_object_ref (project);
  self->run = g_object_ref (run);
  self->changes = g_ptr_array_new_with_free_func (change_free);
  g_signal_connect_swapped (project, "changed", G_CALLBACK (project_changed), self);
  return self;
}

void
studio_live_changes_free (StudioLiveChanges *self)
{
  g_signal_handlers_disconnect_by_data (self->project, self);
  g_object_unref (self->project);
  g_object_unref (self->run);
  g_ptr_array_unref (self->changes);
  g_free (self);
}

/* At the first change, the run still has the original value. */
static Change *
require_change (StudioLiveChanges *self, const char *path, const char *run_path)
{
  Change *change;
  char *before;

  for (guint i = 0; i < self->changes->len; i++)
    if (g_str_equal (((Change *) self->changes->pdata[i])->path, path))
      return self->changes->pdata[i];
  change = g_new0 (Change, 1);
  change->path = g_strdup (path);
  change->run_path = g_strdup (run_path);
  change->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  before = read_value (studio_run_get_settings (self->run), run_path);
  if (before != NULL)
    g_hash_table_add (change->values, before);
  change->sent = g_strdup (before);
  g_ptr_array_add (self->changes, change);
  return change;
}

gboolean
studio_live_changes_enter (StudioLiveChanges *self, const char *path, const char *run_path, const char *text,
                           GError **error)
{
  char *value = read_value (studio_project_get_document (self->project), path);
  Change *change;

  if (value == NULL)
    return studio_run_set (self->run, run_path, text, error);
  change = require_change (self, path, run_path);
  set_value (change, value);
  g_hash_table_add (change->values, g_strdup (value));
  return send (self, change, error);
}
