/* studio-leftover.c: recovers unsaved copies left by a crashed studio.
 * SPDX-License-Identifier: MIT */

#include "studio-leftover.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "rensa-document-values.h"
#include "rensa-file.h"
#include "studio-autosave-private.h"

struct _StudioLeftover
{
  RensaDocument *document;
  char *origin;
  char *title;
  char *path;
  char *lock_path;
  int lock;
};

void
studio_leftover_free (StudioLeftover *self)
{
  g_clear_pointer (&self->document, rensa_document_unref);
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->origin);
  g_free (self->title);
  g_free (self->path);
  g_free (self->lock_path);
  g_free (self);
}

/* Owned; NULL if the project was never saved. */
static char *
take_origin (RensaDocument *document)
{
  struct json_object *json = rensa_document_change (document);
  struct json_object *value = NULL;
  char *origin = NULL;

  if (json_object_object_get_ex (json, STUDIO_AUTOSAVE_ORIGIN, &value) && json_object_is_type (value, json_type_string))
    origin = g_filename_from_uri (json_object_get_string (value), NULL, NULL);
  if (origin == NULL && json_object_is_type (value, json_type_string))
    origin = g_strdup (json_object_get_string (value));
  json_object_object_del (json, STUDIO_AUTOSAVE_ORIGIN);
  return origin;
}

/* Resolves relative paths from the document's original location, not from that of its copy. */
static RensaDocument *
move_to (RensaDocument *document, const char *place)
{
  g_autofree char *text = rensa_document_to_text (document);

  return rensa_document_parse (text, -1, place, NULL);
}

static char *
make_title (RensaDocument *document, const char *origin)
{
  struct json_object *name = rensa_document_get (document, "name");

  if (json_object_is_type (name, json_type_string) && json_object_get_string_len (name) > 0)
    return rensa_file_dup_shown_name (json_object_get_string (name));
  return origin != NULL ? rensa_file_dup_shown_basename (origin) : g_strdup (_ ("Untitled"));
}

static gboolean
read_copy (StudioLeftover *self)
{
  g_autoptr (RensaDocument) copy = rensa_document_load (self->path, NULL);

  if (copy == NULL)
    return FALSE;

  self->origin = take_origin (copy);
  self->document = move_to (copy, self->origin != NULL ? self->origin : "");
  if (self->document == NULL)
    return FALSE;

  self->title = make_title (self->document, self->origin);
  return TRUE;
}

/* Returns NULL if there is no readable copy, or if another studio holds it. */
static StudioLeftover *
find (const char *folder, const char *name)
{
  g_autoptr (StudioLeftover) self = g_new0 (StudioLeftover, 1);

  self->path = g_strconcat (folder, G_DIR_SEPARATOR_S, name, STUDIO_AUTOSAVE_SUFFIX, NULL);
  self->lock_path = g_strconcat (folder, G_DIR_SEPARATOR_S, name, STUDIO_AUTOSAVE_LOCK_SUFFIX, NULL);
  self->lock = studio_autosave_take_lock (self->lock_path);
  if (self->lock < 0)
    return NULL;
  if (g_file_test (self->path, G_FILE_TEST_EXISTS))
    return read_copy (self) ? g_steal_pointer (&self) : NULL;

  g_unlink (self->lock_path);
  return NULL;
}

/* "NAME.rensa.XXXXXX" is a partial copy whose writer was killed; a running writer has such a file
 * only briefly. */
static gboolean
is_unfinished (const char *name)
{
  const char *suffix = strstr (name, STUDIO_AUTOSAVE_SUFFIX ".");

  return suffix != NULL && strchr (suffix + strlen (STUDIO_AUTOSAVE_SUFFIX "."), '.') == NULL;
}

/* Removes a partial copy unless its writer is still running. */
static void
clear (const char *folder, const char *name)
{
  g_autofree char *base = g_strndup (name, strstr (name, STUDIO_AUTOSAVE_SUFFIX) - name);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *lock_path = g_strconcat (folder, G_DIR_SEPARATOR_S, base, STUDIO_AUTOSAVE_LOCK_SUFFIX, NULL);
  int lock = studio_autosave_take_lock (lock_path);

  if (lock < 0)
    return;
  g_unlink (path);
  close (lock);
}

/* Returns the unique names without extensions; removes partial copies. */
static GHashTable *
list_names (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      const gboolean is_copy = g_str_has_suffix (name, STUDIO_AUTOSAVE_SUFFIX);
      const gboolean is_lock = g_str_has_suffix (name, STUDIO_AUTOSAVE_LOCK_SUFFIX);

      if (is_unfinished (name))
        clear (folder, name);
      if (is_copy || is_lock || is_unfinished (name))
        g_hash_table_add (names, g_strndup (name, strcspn (name, ".")));
    }
  return names;
}

GPtrArray *
studio_leftover_list (void)
{
  g_autofree char *folder = studio_autosave_get_folder ();
  g_autoptr (GHashTable) names = list_names (folder);
  GPtrArray *leftovers = g_ptr_array_new_with_free_func ((GDestroyNotify) studio_leftover_free);
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      StudioLeftover *leftover = find (folder, name);

      if (leftover != NULL)
        g_ptr_array_add (leftovers, leftover);
    }
  return leftovers;
}

RensaDocument *
studio_leftover_get_document (StudioLeftover *self)
{
  return self->document;
}

const char *
studio_leftover_get_origin (StudioLeftover *self)
{
  return self->origin;
}

const char *
studio_leftover_get_title (StudioLeftover *self)
{
  return self->title;
}

void
studio_leftover_discard (StudioLeftover *self)
{
  g_unlink (self->path);
  g_unlink (self->lock_path);
}
