/* studio-autosave.c: saves copies of unsaved changes, to survive a crash.
 * SPDX-License-Identifier: MIT */

#include "studio-autosave-private.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "studio-preferences.h"

#define DELAY_S 2

struct _StudioAutosave
{
  StudioProject *project;
  char *path;
  char *lock_path;
  int lock; /* A file descriptor; the system releases the lock however the program ends */
  guint timeout;
};

char *
studio_autosave_get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "rensa", "unsaved", NULL);
}

static gboolean
is_at (int file, const char *path)
{
  struct stat here;
  struct stat there;

  return fstat (file, &here) == 0 && stat (path, &there) == 0 && here.st_ino == there.st_ino
         && here.st_dev == there.st_dev;
}

/* Checks the path after locking, because another studio may have removed the file between opening
 * and locking. */
int
studio_autosave_take_lock (const char *path)
{
  int lock;

  while ((lock = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600)) >= 0)
    {
      const gboolean is_ours = flock (lock, LOCK_EX | LOCK_NB) == 0;

      if (is_ours && is_at (lock, path))
        return lock;
      close (lock);
      if (!is_ours)
        return -1;
    }
  return -1;
}

static void
remove_copy (StudioAutosave *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_unlink (self->path);
}

/* A path that is not valid UTF-8 cannot be stored in JSON, so its URI is stored instead. */
static RensaJson *
make_origin (const char *path)
{
  g_autofree char *uri =
      path != NULL && !g_utf8_validate (path, -1, NULL) ? g_filename_to_uri (path, NULL, NULL) : NULL;
  const char *text = uri != NULL ? uri : path;

  return text != NULL ? json_object_new_string (text) : NULL;
}

/* Fails silently: the user did not request it, and saving manually reports the error. */
static gboolean
write_copy (gpointer data)
{
  StudioAutosave *self = data;
  g_autoptr (RensaDocument) copy = rensa_document_copy (studio_project_get_document (self->project));

  self->timeout = 0;
  json_object_object_add (rensa_document_change (copy), STUDIO_AUTOSAVE_ORIGIN,
                          make_origin (studio_project_get_path (self->project)));
  rensa_document_save (copy, self->path, NULL);
  return G_SOURCE_REMOVE;
}

static void
project_changed (StudioAutosave *self)
{
  if (studio_project_is_saved (self->project) || !studio_preferences_has_autosave ())
    remove_copy (self);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add_seconds (DELAY_S, write_copy, self);
}

StudioAutosave *
studio_autosave_new (StudioProject *project)
{
  StudioAutosave *self = g_new0 (StudioAutosave, 1);
  g_autofree char *folder = studio_autosave_get_folder ();
  g_autofree char *name = g_uuid_string_random ();

  g_mkdir_with_parents (folder, 0700);
  self->project = g_object_ref (project);
  self->path = g_strconcat (folder, G_DIR_SEPARATOR_S, name, STUDIO_AUTOSAVE_SUFFIX, NULL);
  self->lock_path = g_strconcat (folder, G_DIR_SEPARATOR_S, name, STUDIO_AUTOSAVE_LOCK_SUFFIX, NULL);
  self->lock = studio_autosave_take_lock (self->lock_path);
  g_signal_connect_swapped (project, "changed", G_CALLBACK (project_changed), self);
  g_signal_connect_swapped (project, "notify::is-saved", G_CALLBACK (project_changed), self);
  if (!studio_project_is_saved (project) && studio_preferences_has_autosave ())
    write_copy (self);
  return self;
}

void
studio_autosave_free (StudioAutosave *self)
{
  remove_copy (self);
  g_signal_handlers_disconnect_by_data (self->project, self);
  g_object_unref (self->project);
  g_unlink (self->lock_path);
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->path);
  g_free (self->lock_path);
  g_free (self);
}
