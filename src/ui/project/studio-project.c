/* studio-project.c: the open document, as the pages see it.
 * SPDX-License-Identifier: MIT */

#include "studio-project.h"

#include <glib/gi18n.h>

#include "rensa-dataset.h"
#include "studio-analyst.h"
#include "studio-setting.h"

struct _StudioProject
{
  GObject parent_instance;
  RensaHistory *history;
  StudioAnalyst *analyst;
  RensaAnalysis *analysis;
  char *path;
  char *title;
  char *dataset_root;
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
  N_SIGNALS,
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioProject, studio_project, G_TYPE_OBJECT)

/* Nobody has built anything yet. */
static gboolean
has_only_inputs (RensaDocument *document)
{
  struct json_object *nodes = rensa_document_get (document, "model.nodes");

  for (gsize i = 0; json_object_is_type (nodes, json_type_array) && i < json_object_array_length (nodes); i++)
    {
      struct json_object *type = json_object_object_get (json_object_array_get_idx (nodes, i), "type");

      if (type == NULL || strcmp (json_object_get_string (type), "Input") != 0)
        return FALSE;
    }
  return TRUE;
}

/* Where data have been chosen whose labels another loss is for, a fresh project takes that one by itself. What was undone
 * is not done again. */
static void
adapt (StudioProject *project)
{
  RensaAnalysis *analysis = project->analysis;
  const guint n = rensa_analysis_get_n_problems (analysis);

  if (rensa_history_get_undo_label (project->history) == NULL || rensa_history_get_redo_label (project->history) != NULL
      || !studio_analyst_is_done (project->analyst) || !has_only_inputs (studio_project_get_document (project)))
    return;
  for (guint i = 0; i < n; i++)
    {
      const RensaProblem *problem = rensa_analysis_get_problem (analysis, i);

      if (strcmp (problem->place, "loss") != 0 || problem->repair == NULL)
        continue;
      studio_project_repair (project, problem, NULL);
      return;
    }
}

static void
on_analysed (RensaAnalysis *analysis, gpointer data)
{
  StudioProject *project = data;
  /* Whoever still looks at the old one may do so until the signal is over. */
  RensaAnalysis *old = project->analysis;

  project->analysis = rensa_analysis_ref (analysis);
  g_signal_emit (project, signals[ANALYSED], 0);
  g_clear_pointer (&old, rensa_analysis_unref);
  adapt (project);
}

/* The document's name; without one that of the file. */
static char *
make_title (StudioProject *project)
{
  struct json_object *name = rensa_document_get (studio_project_get_document (project), "name");
  g_autofree char *base = NULL;
  char *dot;

  if (json_object_is_type (name, json_type_string) && json_object_get_string_len (name) > 0)
    return g_strdup (json_object_get_string (name));
  if (project->path == NULL)
    return g_strdup (_ ("Untitled"));

  base = g_path_get_basename (project->path);
  dot = strrchr (base, '.');
  if (dot != NULL && dot != base)
    *dot = '\0';
  return g_filename_display_name (base);
}

static void
update_title (StudioProject *project)
{
  g_autofree char *title = make_title (project);

  if (g_strcmp0 (title, project->title) == 0)
    return;
  g_free (project->title);
  project->title = g_steal_pointer (&title);
  g_object_notify_by_pspec (G_OBJECT (project), props[PROP_TITLE]);
}

static void
tell_of_change (StudioProject *project)
{
  g_object_freeze_notify (G_OBJECT (project));
  update_title (project);
  for (int i = PROP_IS_SAVED; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (project), props[i]);
  g_object_thaw_notify (G_OBJECT (project));
  studio_analyst_ask (project->analyst, studio_project_get_document (project));
  g_signal_emit (project, signals[CHANGED], 0);
}

StudioProject *
studio_project_new (RensaDocument *document, const char *path)
{
  StudioProject *project = g_object_new (STUDIO_TYPE_PROJECT, NULL);

  project->history = rensa_history_new (document);
  project->path = g_strdup (path);
  project->title = make_title (project);
  studio_analyst_ask (project->analyst, document);
  return project;
}

RensaDocument *
studio_project_get_document (StudioProject *project)
{
  return rensa_history_get_document (project->history);
}

const char *
studio_project_get_title (StudioProject *project)
{
  return project->title;
}

const char *
studio_project_get_path (StudioProject *project)
{
  return project->path;
}

gboolean
studio_project_is_saved (StudioProject *project)
{
  return rensa_history_is_saved (project->history);
}

void
studio_project_settle (StudioProject *project)
{
  g_signal_emit (project, signals[SETTLE], 0);
}

RensaDocument *
studio_project_begin (StudioProject *project)
{
  return rensa_document_copy (studio_project_get_document (project));
}

void
studio_project_commit (StudioProject *project, RensaDocument *document, const char *label, const char *merge_key)
{
  if (rensa_history_push (project->history, document, label, merge_key))
    tell_of_change (project);
}

gboolean
studio_project_set (StudioProject *project, const char *path, const char *text, GError **error)
{
  g_autoptr (RensaDocument) document = studio_project_begin (project);
  g_autofree char *assignment = g_strdup_printf ("%s=%s", path, text);
  g_autofree char *merge_key = g_strdup_printf ("set:%s", path);
  g_autofree char *label = NULL;

  if (!rensa_document_set (document, assignment, error))
    return FALSE;
  label = studio_setting_make_label (document, path);
  studio_project_commit (project, document, label, merge_key);
  return TRUE;
}

gboolean
studio_project_repair (StudioProject *project, const RensaProblem *problem, GError **error)
{
  g_autoptr (RensaDocument) document = studio_project_begin (project);
  g_autofree char *label = g_strdup (problem->repair);

  if (!rensa_problem_repair (problem, document, error))
    return FALSE;
  studio_project_commit (project, document, label, NULL);
  return TRUE;
}

void
studio_project_undo (StudioProject *project)
{
  if (rensa_history_undo (project->history))
    tell_of_change (project);
}

void
studio_project_redo (StudioProject *project)
{
  if (rensa_history_redo (project->history))
    tell_of_change (project);
}

RensaAnalysis *
studio_project_get_analysis (StudioProject *project)
{
  return project->analysis;
}

gboolean
studio_project_is_analysed (StudioProject *project)
{
  return studio_analyst_is_done (project->analyst);
}

RensaAnalysis *
studio_project_wait_for_analysis (StudioProject *project)
{
  studio_analyst_wait (project->analyst);
  return project->analysis;
}

void
studio_project_reload_data (StudioProject *project)
{
  studio_analyst_ask_anew (project->analyst, studio_project_get_document (project));
}

const char *
studio_project_get_dataset_root (StudioProject *project)
{
  return project->dataset_root;
}

/* Data files that the document names from its own folder are still found from the new one. */
static void
move_files (StudioProject *project, const char *path)
{
  g_autoptr (RensaDocument) document = studio_project_begin (project);
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_strcmp0 (folder, rensa_document_get_folder (document)) == 0)
    return;
  rensa_document_move_files (document, folder);
  studio_project_commit (project, document, _ ("Save Elsewhere"), NULL);
}

gboolean
studio_project_save (StudioProject *project, const char *path, GError **error)
{
  const gboolean is_new_path = g_strcmp0 (path, project->path) != 0;

  if (is_new_path)
    move_files (project, path);
  if (!rensa_document_save (studio_project_get_document (project), path, error))
    return FALSE;

  rensa_history_mark_saved (project->history);
  g_object_notify_by_pspec (G_OBJECT (project), props[PROP_IS_SAVED]);
  if (is_new_path)
    {
      g_free (project->path);
      project->path = g_strdup (path);
      /* Files of the data are looked for from the new place on. */
      rensa_history_set_place (project->history, path);
      update_title (project);
      g_object_notify_by_pspec (G_OBJECT (project), props[PROP_PATH]);
      studio_analyst_ask (project->analyst, studio_project_get_document (project));
    }
  return TRUE;
}

static void
studio_project_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioProject *project = STUDIO_PROJECT (object);

  switch (id)
    {
    case PROP_TITLE:
      g_value_set_string (value, project->title);
      break;
    case PROP_PATH:
      g_value_set_string (value, project->path);
      break;
    case PROP_IS_SAVED:
      g_value_set_boolean (value, studio_project_is_saved (project));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, rensa_history_get_undo_label (project->history) != NULL);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, rensa_history_get_redo_label (project->history) != NULL);
      break;
    case PROP_UNDO_LABEL:
      g_value_set_string (value, rensa_history_get_undo_label (project->history));
      break;
    case PROP_REDO_LABEL:
      g_value_set_string (value, rensa_history_get_redo_label (project->history));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
studio_project_dispose (GObject *object)
{
  StudioProject *project = STUDIO_PROJECT (object);

  g_clear_pointer (&project->analyst, studio_analyst_free);
  G_OBJECT_CLASS (studio_project_parent_class)->dispose (object);
}

static void
studio_project_finalize (GObject *object)
{
  StudioProject *project = STUDIO_PROJECT (object);

  g_clear_pointer (&project->history, rensa_history_free);
  g_clear_pointer (&project->analysis, rensa_analysis_unref);
  g_free (project->path);
  g_free (project->title);
  g_free (project->dataset_root);
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
studio_project_class_init (StudioProjectClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = studio_project_get_property;
  object_class->dispose = studio_project_dispose;
  object_class->finalize = studio_project_finalize;

  props[PROP_TITLE] = make_string ("title");
  props[PROP_PATH] = make_string ("path");
  props[PROP_IS_SAVED] = make_boolean ("is-saved");
  props[PROP_CAN_UNDO] = make_boolean ("can-undo");
  props[PROP_CAN_REDO] = make_boolean ("can-redo");
  props[PROP_UNDO_LABEL] = make_string ("undo-label");
  props[PROP_REDO_LABEL] = make_string ("redo-label");
  g_object_class_install_properties (object_class, N_PROPS, props);

  signals[CHANGED] =
      g_signal_new ("changed", STUDIO_TYPE_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ANALYSED] =
      g_signal_new ("analysed", STUDIO_TYPE_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SETTLE] =
      g_signal_new ("settle", STUDIO_TYPE_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_project_init (StudioProject *project)
{
  project->dataset_root = rensa_dataset_root_new ();
  project->analyst = studio_analyst_new (project->dataset_root, on_analysed, project);
}
