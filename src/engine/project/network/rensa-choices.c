/* rensa-choices.c: names in a document that an attribute can refer to.
 * SPDX-License-Identifier: MIT */

#include "rensa-choices.h"

#include <string.h>

#include "rensa-extensions.h"
#include "rensa-language.h"
#include "rensa-model.h"
#include "rensa-optimizer.h"
#include "rensa-preview-words.h"

static void
choice_free (gpointer data)
{
  RensaChoice *choice = data;

  g_free (choice->name);
  g_free (choice->title);
  g_free (choice);
}

/* Takes ownership of @name, which must not be in the list. */
static void
append (RensaChoices *choices, char *name, const char *title)
{
  RensaChoice *choice = g_new (RensaChoice, 1);

  *choice = (RensaChoice){ name, g_strdup (title != NULL ? _ (title) : NULL) };
  g_ptr_array_add (choices, choice);
}

/* The same, unless the name is in the list. */
static void
add (RensaChoices *choices, char *name, const char *title)
{
  if (rensa_choices_contain (choices, name))
    g_free (name);
  else
    append (choices, name, title);
}

gboolean
rensa_choices_contain (const RensaChoices *choices, const char *name)
{
  for (guint i = 0; i < choices->len; i++)
    if (strcmp (((const RensaChoice *) choices->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

static const RensaExtensionPlan *
get_plan (const RensaProject *project, guint i)
{
  return project->extensions->pdata[i];
}

/* Returns NULL if its attributes are invalid. */
static const RensaExtensionClass *
get_class (const RensaProject *project, guint i)
{
  RensaAttrs *attrs = get_plan (project, i)->attrs;

  return attrs != NULL ? (const RensaExtensionClass *) rensa_attrs_get_component (attrs) : NULL;
}

static const char *
get_own_name (const RensaProject *project, guint i)
{
  const RensaExtensionPlan *plan = get_plan (project, i);
  const RensaExtensionClass *class = get_class (project, i);

  if (plan->name != NULL || class == NULL)
    return plan->name;
  return class->default_name != NULL ? class->default_name : class->name;
}

/* Returns the name that a trainer gives the extension, with numbers to distinguish duplicates; NULL
 * if unknown. */
static char *
name_extension (const RensaProject *project, guint i)
{
  const char *name = get_own_name (project, i);
  guint n = 0;

  for (guint j = 0; name != NULL && j < i; j++)
    n += g_strcmp0 (get_own_name (project, j), name) == 0;
  return n > 0 ? g_strdup_printf ("%s_%u", name, n) : g_strdup (name);
}

static void
add_targets_reports (const RensaProject *project, const char *prefix, RensaChoices *choices)
{
  const gboolean is_whole = !rensa_project_has_step (project) || rensa_project_learns_whole (project);
  g_auto (GStrv) names = rensa_project_has_step (project) ? rensa_project_list_values (project) : NULL;

  if (names == NULL)
    names = project->accuracy != NULL ? g_strsplit ("loss/accuracy", "/", -1) : g_strsplit ("loss", "/", -1);
  for (guint i = 0; names[i] != NULL; i++)
    add (choices, g_strconcat (prefix, is_whole ? RENSA_MAIN "/" : "", names[i], NULL), NULL);
}

static void
add_reports_of (const RensaProject *project, guint i, RensaChoices *choices)
{
  const RensaExtensionClass *class = get_class (project, i);

  for (guint j = 0; class->reports != NULL && class->reports[j] != NULL; j++)
    add (choices, g_strdup (class->reports[j]), class->title);
  for (guint j = 0; j < class->n_attrs; j++)
    if (class->attrs[j].names == RENSA_NAMES_NEW_REPORT)
      {
        g_autoptr (RensaJson) value = rensa_attrs_get_json (get_plan (project, i)->attrs, &class->attrs[j]);

        add (choices, g_strdup (json_object_get_string (value)), class->title);
      }
}

static void
add_reports (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  add_targets_reports (project, "", choices);
  for (guint i = 0; i < project->extensions->len; i++)
    {
      const RensaExtensionClass *class = get_class (project, i);
      g_autofree char *name = name_extension (project, i);
      g_autofree char *prefix = g_strconcat (name, "/", NULL);

      if (class != NULL && class->is_evaluation)
        add_targets_reports (project, prefix, choices);
    }
  for (guint i = 0; i < project->extensions->len; i++)
    if (get_class (project, i) != NULL)
      add_reports_of (project, i, choices);
}

static void
add_columns (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  add (choices, g_strdup ("epoch"), NULL);
  add (choices, g_strdup ("iteration"), NULL);
  add_reports (project, subject, choices);
  add (choices, g_strdup ("elapsed_time"), NULL);
}

/* Returns NULL if there is no main optimizer. */
static RensaAttrs *
get_optimizer (const RensaProject *project)
{
  if (!rensa_project_has_step (project))
    return project->optimizer;
  return rensa_project_learns_whole (project) ? ((const RensaLossPlan *) project->losses->pdata[0])->optimizer : NULL;
}

static void
add_settings (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  RensaAttrs *optimizer = get_optimizer (project);
  const RensaComponent *component = optimizer != NULL ? rensa_attrs_get_component (optimizer) : NULL;
  const char *rate = component != NULL ? rensa_optimizer_find_learning_rate (component) : NULL;

  if (rate != NULL)
    add (choices, g_strdup (rate), rensa_component_find_attr (component, rate)->title);
  for (guint i = 0; component != NULL && i < component->n_attrs; i++)
    if (component->attrs[i].type == RENSA_ATTR_TYPE_FLOAT)
      add (choices, g_strdup (component->attrs[i].name), component->attrs[i].title);
}

static void
add_optimizers (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  RensaAttrs *optimizer = get_optimizer (project);

  if (optimizer != NULL)
    add (choices, g_strdup (RENSA_MAIN), rensa_attrs_get_component (optimizer)->title);
  for (guint i = 0; optimizer == NULL && i < project->losses->len; i++)
    {
      const RensaLossPlan *loss = project->losses->pdata[i];

      add (choices, g_strdup (loss->name),
           loss->optimizer != NULL ? rensa_attrs_get_component (loss->optimizer)->title : NULL);
    }
}

static gboolean
add_link (const char *path, RensaLink *link, gpointer data, GError **error)
{
  char *name = rensa_link_dup_path (link);

  if (name[0] != '\0')
    append (data, name, rensa_link_get_class (link)->title);
  else
    g_free (name);
  return TRUE;
}

static void
add_links (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  if (subject != NULL && subject->target != NULL)
    rensa_link_foreach_link (subject->target, add_link, choices, NULL);
}

static void
add_target_links (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (choice_free);

  add_links (project, subject, links);
  for (guint i = 0; i < links->len; i++)
    {
      const RensaChoice *choice = links->pdata[i];

      append (choices, g_strconcat (RENSA_MAIN "/", choice->name, NULL), choice->title);
    }
  if (links->len > 0)
    append (choices, g_strdup (RENSA_MAIN), NULL);
}

typedef struct
{
  RensaChoices *choices;
  gint64 n_words;
} Rows;

static gboolean
add_rows (const char *path, RensaLink *link, gpointer data, GError **error)
{
  const Rows *rows = data;

  return !rensa_preview_has_rows (link, rows->n_words) || add_link (path, link, rows->choices, error);
}

static void
add_word_links (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  Rows rows = { choices, 0 };

  if (subject == NULL || subject->target == NULL || subject->label_names == NULL)
    return;
  rows.n_words = g_strv_length ((char **) subject->label_names);
  rensa_link_foreach_link (subject->target, add_rows, &rows, NULL);
}

static void
add_models (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  const GPtrArray *models = project->network->models;

  if (!rensa_project_has_step (project))
    add (choices, g_strdup ("predictor"), NULL);
  for (guint i = 0; i < models->len; i++)
    add (choices, g_strdup (((const RensaModelNode *) models->pdata[i])->name), NULL);
}

/* @names: names of the nodes that are among @choices */
static void
add_nodes_of (const RensaModel *model, GHashTable *names, RensaChoices *choices)
{
  for (guint i = 0; model != NULL && i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      if (node->name != NULL && node->name[0] != '\0' && g_hash_table_add (names, node->name))
        append (choices, g_strdup (node->name), node->type);
    }
}

static void
add_nodes (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  const GPtrArray *models = project->network->models;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < models->len; i++)
    add_nodes_of (((const RensaModelNode *) models->pdata[i])->model, names, choices);
  add_nodes_of (project->model, names, choices);
}

static void
add_words (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  for (guint i = 0; subject != NULL && subject->label_names != NULL && subject->label_names[i] != NULL; i++)
    append (choices, g_strdup (subject->label_names[i]), NULL);
}

static void
add_logs (const RensaProject *project, const RensaPreviewSubject *subject, RensaChoices *choices)
{
  for (guint i = 0; i < project->extensions->len; i++)
    if (get_class (project, i) == &rensa_log_report_class)
      add (choices, name_extension (project, i), NULL);
}

void
rensa_catalog_clear (RensaCatalog *catalog)
{
  for (RensaNames names = 0; names < RENSA_N_NAMES; names++)
    g_clear_pointer (&catalog->lists[names], g_ptr_array_unref);
}

RensaChoices *
rensa_catalog_list (RensaCatalog *catalog, RensaNames names)
{
  static void (*const functions[RENSA_N_NAMES]) (const RensaProject *project, const RensaPreviewSubject *subject,
                                                 RensaChoices *choices) = {
    [RENSA_NAMES_REPORT] = add_reports,
    [RENSA_NAMES_LOGGED] = add_columns,
    [RENSA_NAMES_SETTING] = add_settings,
    [RENSA_NAMES_OPTIMIZER] = add_optimizers,
    [RENSA_NAMES_LINK] = add_links,
    [RENSA_NAMES_WORD_LINK] = add_word_links,
    [RENSA_NAMES_TARGET_LINK] = add_target_links,
    [RENSA_NAMES_MODEL] = add_models,
    [RENSA_NAMES_NODE] = add_nodes,
    [RENSA_NAMES_WORD] = add_words,
    [RENSA_NAMES_LOG] = add_logs,
  };

  if (catalog->lists[names] != NULL)
    return catalog->lists[names];
  catalog->lists[names] = g_ptr_array_new_with_free_func (choice_free);
  if (functions[names] != NULL)
    functions[names](catalog->project, catalog->subject, catalog->lists[names]);
  return catalog->lists[names];
}
