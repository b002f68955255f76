/* studio-project.c: the open document as the pages see it.
 * SPDX-License-Identifier: MIT */

#include "studio-project.h"

#include <glib/gi18n.h>

#include "rensa-dataset.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-file.h"
#include "rensa-node-types.h"
#include "studio-analyst.h"
#include "studio-preferences.h"
#include "studio-setting.h"
#include "studio-step.h"

struct _StudioProject
{
  GObject parent_instance;
  RensaHistory *history;
  StudioAnalyst *analyst;
  RensaAnalysis *analysis;
  char *path;
  char *title;
  char *dataset_root;
  char *first_name; /* Name of the original document */
};

enum
{
  PROP_TITLE = 1,
  PROP_PATH,
  PROP_IS_SAVED,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_LABEL,
  PROP_REDO_LABEL,
  N_PROPS,
};

enum
{
  CHANGED,
  ANALYSED,
  SETTLE,
  MOVED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioProject, studio_project, G_TYPE_OBJECT)

gboolean
studio_project_is_beginning (StudioProject *self)
{
  RensaDocument *document = studio_project_get_document (self);
  struct json_object *nodes = rensa_document_get (document, "model.nodes");

  if (studio_document_has_step (document))
    return FALSE;
  for (gsize i = 0; json_object_is_type (nodes, json_type_array) && i < json_object_array_length (nodes); i++)
    {
      struct json_object *type = json_object_object_get (json_object_array_get_idx (nodes, i), "type");

      if (type == NULL || !rensa_type_is_input (json_object_get_string (type)))
        return FALSE;
    }
  return TRUE;
}

/* If a new project's data need another loss for their labels, selects that loss automatically. Does
 * not repeat this after an undo. */
static void
adapt (StudioProject *self)
{
  RensaAnalysis *analysis = self->analysis;
  const guint n = rensa_analysis_get_n_problems (analysis);

  if (rensa_history_get_undo_label (self->history) == NULL || rensa_history_get_redo_label (self->history) != NULL
      || !studio_analyst_is_done (self->analyst) || !studio_project_is_beginning (self))
    return;
  for (guint i = 0; i < n; i++)
    {
      const RensaProblem *problem = rensa_analysis_get_problem (analysis, i);

      if (strcmp (problem->place, "loss") != 0 || problem->repair == NULL)
        continue;
      studio_project_repair (self, problem, NULL);
      return;
    }
}

static void
on_analysed (RensaAnalysis *analysis, gpointer data)
{
  StudioProject *self = data;
  /* Keeps the old analysis until the signal has been handled, because handlers may still use it. */
  RensaAnalysis *old = self->analysis;

  self->analysis = rensa_analysis_ref (analysis);
  g_signal_emit (self, signals[ANALYSED], 0);
  g_clear_pointer (&old, rensa_analysis_unref);
  adapt (self);
}

/* Returns "moons" for "projects/moons.rensa". */
static char *
dup_stem (const char *path)
{
  char *base = rensa_file_dup_shown_basename (path);
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';
  return base;
}

/* Returns the document's name, or the file's name if it has none. */
static char *
make_title (StudioProject *self)
{
  struct json_object *name = rensa_document_get (studio_project_get_document (self), "name");

  if (json_object_is_type (name, json_type_string) && json_object_get_string_len (name) > 0)
    return rensa_file_dup_shown_name (json_object_get_string (name));
  if (self->path == NULL)
    return g_strdup (_ ("Untitled"));
  return dup_stem (self->path);
}

static void
update_title (StudioProject *self)
{
  g_autofree char *title = make_title (self);

  if (g_strcmp0 (title, self->title) == 0)
    return;
  g_free (self->title);
  self->title = g_steal_pointer (&title);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

static void
tell_of_change (StudioProject *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  update_title (self);
  for (int i = PROP_IS_SAVED; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
  studio_analyst_ask (self->analyst, studio_project_get_document (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

static const char *
get_name (StudioProject *self)
{
  return json_object_get_string (rensa_document_get (studio_project_get_document (self), "name"));
}

StudioProject *
studio_project_new (RensaDocument *document, const char *path)
{
  StudioProject *self = g_object_new (STUDIO_TYPE_PROJECT, NULL);

  self->history = rensa_history_new (document);
  self->path = g_strdup (path);
  self->first_name = g_strdup (get_name (self));
  self->title = make_title (self);
  studio_analyst_ask (self->analyst, document);
  return self;
}

RensaDocument *
studio_project_get_document (StudioProject *self)
{
  return rensa_history_get_document (self->history);
}

const char *
studio_project_get_title (StudioProject *self)
{
  return self->title;
}

const char *
studio_project_get_path (StudioProject *self)
{
  return self->path;
}

gboolean
studio_project_is_saved (StudioProject *self)
{
  return rensa_history_is_saved (self->history);
}

void
studio_project_settle (StudioProject *self)
{
  g_signal_emit (self, signals[SETTLE], 0);
}

RensaDocument *
studio_project_begin (StudioProject *self)
{
  return rensa_document_copy (studio_project_get_document (self));
}

void
studio_project_commit (StudioProject *self, RensaDocument *document, const char *label, const char *merge_key)
{
  if (rensa_history_push (self->history, document, label, merge_key))
    tell_of_change (self);
}

gboolean
studio_project_set (StudioProject *self, const char *path, const char *text, GError **error)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self);
  g_autofree char *assignment = g_strdup_printf ("%s=%s", path, text);
  g_autofree char *merge_key = g_strdup_printf ("set:%s", path);
  g_autofree char *label = NULL;

  if (!rensa_document_set (document, assignment, error))
    return FALSE;
  label = studio_setting_make_label (document, path);
  studio_project_commit (self, document, label, merge_key);
  return TRUE;
}

gboolean
studio_project_repair (StudioProject *self, const RensaProblem *problem, GError **error)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self);
  g_autofree char *label = g_strdup (problem->repair);

  if (!rensa_problem_repair (problem, document, error))
    return FALSE;
  studio_project_commit (self, document, label, NULL);
  return TRUE;
}

/* @label is borrowed from the history, which keeps it. */
static void
move_in_history (StudioProject *self, const char *label, gboolean (*go) (RensaHistory *history))
{
  g_autoptr (RensaDocument) before = rensa_document_ref (studio_project_get_document (self));

  if (!go (self->history))
    return;
  tell_of_change (self);
  g_signal_emit (self, signals[MOVED], 0, before, label, go == rensa_history_undo);
}

void
studio_project_undo (StudioProject *self)
{
  move_in_history (self, rensa_history_get_undo_label (self->history), rensa_history_undo);
}

void
studio_project_redo (StudioProject *self)
{
  move_in_history (self, rensa_history_get_redo_label (self->history), rensa_history_redo);
}

RensaDtype
studio_project_get_dtype (StudioProject *self)
{
  struct json_object *json = rensa_document_get (studio_project_get_document (self), "dtype");
  RensaDtype dtype = RENSA_FLOAT32;

  if (json != NULL)
    rensa_dtype_from_name (json_object_get_string (json), &dtype, NULL);
  return dtype;
}

RensaAnalysis *
studio_project_get_analysis (StudioProject *self)
{
  return self->analysis;
}

RensaAttrs *
studio_project_start (StudioProject *self, const RensaComponent *component)
{
  RensaAnalysis *analysis = studio_project_get_analysis (self);

  return analysis != NULL ? rensa_analysis_start (analysis, component) : rensa_component_start (component);
}

gboolean
studio_project_is_analysed (StudioProject *self)
{
  return studio_analyst_is_done (self->analyst);
}

RensaAnalysis *
studio_project_wait_for_analysis (StudioProject *self)
{
  studio_analyst_wait (self->analyst);
  return self->analysis;
}

void
studio_project_reload_data (StudioProject *self)
{
  studio_analyst_ask_anew (self->analyst, studio_project_get_document (self));
}

const char *
studio_project_get_dataset_root (StudioProject *self)
{
  return self->dataset_root;
}

/* Rewrites paths relative to the document's folder, so that data files are still found after saving
 * elsewhere. */
static void
move_files (StudioProject *self, const char *path)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self);
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_strcmp0 (folder, rensa_document_get_folder (document)) == 0)
    return;
  rensa_document_move_files (document, folder);
  studio_project_commit (self, document, _ ("Save to Another Location"), NULL);
}

/* Returns FALSE if the name comes from an example, the data or the file name. */
static gboolean
is_named_by_person (StudioProject *self)
{
  const char *name = get_name (self);
  g_autofree char *stem = self->path != NULL ? dup_stem (self->path) : g_strdup (self->first_name);

  return g_strcmp0 (name, stem) != 0 && g_strcmp0 (name, "Untitled") != 0 && g_strcmp0 (name, _ ("Untitled")) != 0;
}

/* Names the project after its file unless the user has named it. Returns the old name (owned), or
 * NULL if it is unchanged. */
static char *
name_after_file (StudioProject *self, const char *path)
{
  const char *name = get_name (self);
  g_autofree char *stem = dup_stem (path);
  char *old;

  if (name == NULL || g_str_equal (name, stem) || is_named_by_person (self))
    return NULL;
  old = g_strdup (name);
  rensa_history_set_name (self->history, stem);
  return old;
}

gboolean
studio_project_save (StudioProject *self, const char *path, GError **error)
{
  const gboolean is_new_path = g_strcmp0 (path, self->path) != 0;
  g_autofree char *old_name = NULL;

  if (is_new_path)
    move_files (self, path);
  old_name = name_after_file (self, path);
  if (!rensa_document_save (studio_project_get_document (self), path, error))
    {
      if (old_name != NULL)
        rensa_history_set_name (self->history, old_name);
      return FALSE;
    }

  rensa_history_mark_saved (self->history);
  if (old_name != NULL)
    tell_of_change (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_SAVED]);
  if (is_new_path)
    {
      g_free (self->path);
      self->path = g_strdup (path);
      /* From now on, data files are looked up relative to the new path. */
      rensa_history_set_place (self->history, path);
      update_title (self);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PATH]);
      studio_analyst_ask (self->analyst, studio_project_get_document (self));
    }
  return TRUE;
}

static void
studio_project_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioProject *self = STUDIO_PROJECT (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_IS_SAVED:
      g_value_set_boolean (value, studio_project_is_saved (self));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, rensa_history_get_undo_label (self->history) != NULL);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, rensa_history_get_redo_label (self->history) != NULL);
      break;
    case PROP_UNDO_LABEL:
      g_value_set_string (value, rensa_history_get_undo_label (self->history));
      break;
    case PROP_REDO_LABEL:
      g_value_set_string (value, rensa_history_get_redo_label (self->history));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_project_dispose (GObject *object)
{
  StudioProject *self = STUDIO_PROJECT (object);

  g_clear_pointer (&self->analyst, studio_analyst_free);
  G_OBJECT_CLASS (studio_project_parent_class)->dispose (object);
}

static void
studio_project_finalize (GObject *object)
{
  StudioProject *self = STUDIO_PROJECT (object);

  g_clear_pointer (&self->history, rensa_history_free);
  g_clear_pointer (&self->analysis, rensa_analysis_unref);
  g_free (self->path);
  g_free (self->title);
  g_free (self->dataset_root);
  g_free (self->first_name);
  G_OBJECT_CLASS (studio_project_parent_class)->finalize (object);
}

static GParamSpec *
make_string (const char *name)
{
  return g_param_spec_string (name, NULL, NULL, NULL,
                              G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
}

static GParamSpec *
make_boolean (const char *name)
{
  return g_param_spec_boolean (name, NULL, NULL, FALSE,
                               G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
}

static void
studio_project_class_init (StudioProjectClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = studio_project_get_property;
  object_class->dispose = studio_project_dispose;
  object_class->finalize = studio_project_finalize;

  properties[PROP_TITLE] = make_string ("title");
  properties[PROP_PATH] = make_string ("path");
  properties[PROP_IS_SAVED] = make_boolean ("is-saved");
  properties[PROP_CAN_UNDO] = make_boolean ("can-undo");
  properties[PROP_CAN_REDO] = make_boolean ("can-redo");
  properties[PROP_UNDO_LABEL] = make_string ("undo-label");
  properties[PROP_REDO_LABEL] = make_string ("redo-label");
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] =
      g_signal_new ("changed", STUDIO_TYPE_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ANALYSED] =
      g_signal_new ("analysed", STUDIO_TYPE_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLE] =
      g_signal_new ("settle", STUDIO_TYPE_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MOVED] = g_signal_new ("moved", STUDIO_TYPE_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                                 G_TYPE_POINTER, G_TYPE_STRING, G_TYPE_BOOLEAN);
}

static void
studio_project_init (StudioProject *self)
{
  self->dataset_root = studio_preferences_dup_folder (STUDIO_PREFERENCE_DATASETS);
  if (self->dataset_root == NULL)
    self->dataset_root = rensa_dataset_root_new ();
  self->analyst = studio_analyst_new (self->dataset_root, on_analysed, self);
}
