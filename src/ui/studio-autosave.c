/* studio-autosave.c: what is not saved yet survives a crash.
 * SPDX-License-Identifier: MIT */

#include "studio-autosave.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "studio-window.h"

#define DELAY_S 2
/* Where the copy came from stands in a field of its own, which other readers of documents pass over. */
#define ORIGIN "unsaved_changes_of"
#define SUFFIX ".rensa"
#define LOCK_SUFFIX ".lock"

struct _StudioAutosave
{
  StudioProject *project;
  char *path;
  char *lock_path;
  int lock; /* a descriptor; the system gives the lock back however the program ends */
  guint timeout;
};

static char *
get_folder (void)
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

/* -1 where somebody else holds it. Between opening and locking, another studio may have removed the file. */
static int
take_lock (const char *path)
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

/* Without a word where it fails: the person has not asked for it, and saving by hand will tell. */
static gboolean
write_copy (gpointer data)
{
  StudioAutosave *self = data;
  g_autoptr (RensaDocument) copy = rensa_document_copy (studio_project_get_document (self->project));
  const char *origin = studio_project_get_path (self->project);

  self->timeout = 0;
  json_object_object_add (rensa_document_get_json (copy), ORIGIN,
                          origin != NULL ? json_object_new_string (origin) : NULL);
  rensa_document_save (copy, self->path, NULL);
  return G_SOURCE_REMOVE;
}

static void
project_changed (StudioAutosave *self)
{
  if (studio_project_is_saved (self->project))
    remove_copy (self);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add_seconds (DELAY_S, write_copy, self);
}

StudioAutosave *
studio_autosave_new (StudioProject *project)
{
  StudioAutosave *self = g_new0 (StudioAutosave, 1);
  g_autofree char *folder = get_folder ();
  g_autofree char *name = g_uuid_string_random ();

  g_mkdir_with_parents (folder, 0700);
  self->project = g_object_ref (project);
  self->path = g_strconcat (folder, G_DIR_SEPARATOR_S, name, SUFFIX, NULL);
  self->lock_path = g_strconcat (folder, G_DIR_SEPARATOR_S, name, LOCK_SUFFIX, NULL);
  self->lock = take_lock (self->lock_path);
  g_signal_connect_swapped (project, "changed", G_CALLBACK (project_changed), self);
  g_signal_connect_swapped (project, "notify::is-saved", G_CALLBACK (project_changed), self);
  if (!studio_project_is_saved (project))
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

/* Owned; NULL where the project was never saved. */
static char *
take_origin (RensaDocument *document)
{
  struct json_object *json = rensa_document_get_json (document);
  struct json_object *value = NULL;
  char *origin = NULL;

  if (json_object_object_get_ex (json, ORIGIN, &value) && json_object_is_type (value, json_type_string))
    origin = g_strdup (json_object_get_string (value));
  json_object_object_del (json, ORIGIN);
  return origin;
}

/* The relative paths in a document start from where it was, not from where its copy lies. */
static RensaDocument *
move_to (RensaDocument *document, const char *place)
{
  g_autofree char *text = rensa_document_to_text (document);

  return rensa_document_parse (text, -1, place, NULL);
}

static gboolean
recover_one (StudioApplication *application, const char *path)
{
  g_autoptr (RensaDocument) copy = rensa_document_load (path, NULL);
  g_autofree char *origin = copy != NULL ? take_origin (copy) : NULL;
  RensaDocument *document = copy != NULL ? move_to (copy, origin != NULL ? origin : "") : NULL;
  StudioWindow *window;

  if (document == NULL)
    return FALSE;

  window = studio_window_new (application);
  gtk_window_present (GTK_WINDOW (window));
  studio_window_take_recovered (window, document, origin);
  return TRUE;
}

static gboolean
recover_and_remove (StudioApplication *application, const char *path)
{
  if (!recover_one (application, path))
    return FALSE;
  g_unlink (path);
  return TRUE;
}

/* A copy that nobody holds is read, shown as a project with unsaved changes, which then has a copy of its own, and
 * removed. One that cannot be read stays, for the person to look at. */
static gboolean
recover_in (StudioApplication *application, const char *folder, const char *lock_name)
{
  g_autofree char *base = g_strndup (lock_name, strlen (lock_name) - strlen (LOCK_SUFFIX));
  g_autofree char *path = g_strconcat (folder, G_DIR_SEPARATOR_S, base, SUFFIX, NULL);
  g_autofree char *lock_path = g_build_filename (folder, lock_name, NULL);
  int lock = take_lock (lock_path);
  gboolean is_recovered;

  if (lock < 0)
    return FALSE;

  is_recovered = recover_and_remove (application, path);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_unlink (lock_path);
  close (lock);
  return is_recovered;
}

gboolean
studio_autosave_recover (StudioApplication *application)
{
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean is_any = FALSE;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, LOCK_SUFFIX))
      g_ptr_array_add (names, g_strdup (name));
  for (guint i = 0; i < names->len; i++)
    is_any = recover_in (application, folder, names->pdata[i]) || is_any;
  return is_any;
}
