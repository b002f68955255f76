/* rensa-action.c: document changes that repairs consist of.
 * SPDX-License-Identifier: MIT */

#include "rensa-analysis-private.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-node-types.h"

static const gsize texts[] = {
  G_STRUCT_OFFSET (RensaAction, path),       G_STRUCT_OFFSET (RensaAction, scope),
  G_STRUCT_OFFSET (RensaAction, name),       G_STRUCT_OFFSET (RensaAction, from),
  G_STRUCT_OFFSET (RensaAction, to),         G_STRUCT_OFFSET (RensaAction, type),
  G_STRUCT_OFFSET (RensaAction, attr),       G_STRUCT_OFFSET (RensaAction, value),
  G_STRUCT_OFFSET (RensaAction, loss),       G_STRUCT_OFFSET (RensaAction, accuracy),
  G_STRUCT_OFFSET (RensaAction, assignment),
};

static char **
get_text (RensaAction *action, guint i)
{
  return G_STRUCT_MEMBER_P (action, texts[i]);
}

RensaAction
rensa_action_copy (const RensaAction *action)
{
  RensaAction copy = *action;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *get_text (&copy, i) = g_strdup (*get_text (&copy, i));
  return copy;
}

void
rensa_action_clear (RensaAction *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (*get_text (action, i));
}

static gboolean
set (RensaDocument *document, const char *path, const char *value, GError **error)
{
  g_autofree char *assignment = g_strdup_printf ("%s=%s", path, value);

  return rensa_document_set (document, assignment, error);
}

static gboolean
apply_set (const RensaAction *action, RensaDocument *document, GError **error)
{
  return set (document, action->path, action->value, error);
}

static gboolean
apply_field (const RensaAction *action, RensaDocument *document, GError **error)
{
  const char *dot = strrchr (action->path, '.');
  g_autofree char *parent = dot != NULL ? g_strndup (action->path, dot - action->path) : NULL;
  struct json_object *json = parent != NULL ? rensa_document_get (document, parent) : rensa_document_change (document);

  if (!json_object_is_type (json, json_type_object))
    return FALSE;
  json_object_object_add (json, dot != NULL ? dot + 1 : action->path, json_tokener_parse (action->value));
  return TRUE;
}

static gboolean
apply_type (const RensaAction *action, RensaDocument *document, GError **error)
{
  struct json_object *json = rensa_document_get (document, action->path);

  if (!json_object_is_type (json, json_type_object))
    return set (document, action->path, action->type, error);
  json_object_object_add (json, "type", json_object_new_string (action->type));
  return TRUE;
}

static gboolean
apply_attr (const RensaAction *action, RensaDocument *document, GError **error)
{
  struct json_object *json = rensa_document_get (document, action->path);
  struct json_object *attrs = rensa_json_get_member (json, "attrs");

  if (!json_object_is_type (json, json_type_object))
    return FALSE;
  if (!json_object_is_type (attrs, json_type_object))
    {
      attrs = json_object_new_object ();
      json_object_object_add (json, "attrs", attrs);
    }
  json_object_object_add (attrs, action->attr, json_tokener_parse (action->value));
  return TRUE;
}

static gboolean
apply_reset (const RensaAction *action, RensaDocument *document, GError **error)
{
  struct json_object *json =
      action->path[0] != '\0' ? rensa_document_get (document, action->path) : rensa_document_change (document);
  struct json_object *attrs = rensa_json_get_member (json, "attrs");

  if (!json_object_is_type (json, json_type_object))
    return FALSE;
  json_object_object_del (json_object_is_type (attrs, json_type_object) ? attrs : json, action->attr);
  return TRUE;
}

static gboolean
apply_rename_attr (const RensaAction *action, RensaDocument *document, GError **error)
{
  struct json_object *attrs = rensa_json_get_member (rensa_document_get (document, action->path), "attrs");
  struct json_object *value = rensa_json_get_member (attrs, action->attr);

  if (value == NULL)
    return FALSE;
  json_object_object_add (attrs, action->to, json_object_get (value));
  json_object_object_del (attrs, action->attr);
  return TRUE;
}

static gboolean
apply_rename (const RensaAction *action, RensaDocument *document, GError **error)
{
  return rensa_document_rename_node (document, action->scope, action->name, action->to, error);
}

static gboolean
apply_remove (const RensaAction *action, RensaDocument *document, GError **error)
{
  const char *const names[] = { action->name, NULL };

  return rensa_document_remove_nodes (document, action->scope, names, error);
}

static gboolean
apply_output (const RensaAction *action, RensaDocument *document, GError **error)
{
  return rensa_document_set_output (document, action->scope, action->name, error);
}

static gboolean
apply_input (const RensaAction *action, RensaDocument *document, GError **error)
{
  g_autofree char *name =
      rensa_document_add_node (document, action->scope, rensa_input_component.name, NULL, 0, 0, error);

  return name != NULL && rensa_document_tidy (document, action->scope, error);
}

static gboolean
apply_connect (const RensaAction *action, RensaDocument *document, GError **error)
{
  return rensa_document_connect (document, action->scope, action->from, action->to, error);
}

static gboolean
apply_splice (const RensaAction *action, RensaDocument *document, GError **error)
{
  return rensa_document_splice (document, action->scope, action->from, action->to, action->name, error);
}

static gboolean
apply_disconnect (const RensaAction *action, RensaDocument *document, GError **error)
{
  return rensa_document_disconnect (document, action->wire, error);
}

/* Sets the attribute of the node @name. */
static gboolean
set_of_node (const RensaAction *action, RensaDocument *document, const char *scope, const char *name, GError **error)
{
  g_autofree char *node = g_strdup_printf ("%s%s%s", scope, scope[0] != '\0' ? "." : "", name);
  const RensaModelNode *found = rensa_network_find_node (rensa_document_get_network (document), node);
  g_autofree char *path = g_strdup_printf ("%s.%s", found != NULL ? found->place : node, action->attr);

  return set (document, path, action->value, error);
}

static gboolean
apply_insert (const RensaAction *action, RensaDocument *document, GError **error)
{
  g_autofree char *name = rensa_document_add_node (document, action->scope, action->type, NULL, 0, 0, error);

  return name != NULL && (action->attr == NULL || set_of_node (action, document, action->scope, name, error))
         && rensa_document_connect (document, action->scope, action->from, name, error)
         && rensa_document_connect (document, action->scope, name, action->to, error)
         && rensa_document_tidy (document, action->scope, error);
}

static gboolean
append_node (const RensaAction *action, RensaDocument *document, GError **error)
{
  g_autofree char *name = rensa_document_insert_after (document, "", action->name, action->type, 0, 0, error);

  return name != NULL && (action->attr == NULL || set_of_node (action, document, "", name, error))
         && rensa_document_tidy (document, "", error);
}

static gboolean
apply_fit (const RensaAction *action, RensaDocument *document, GError **error)
{
  return (action->name == NULL || append_node (action, document, error))
         && (action->loss == NULL || set (document, "loss", action->loss, error))
         && (action->accuracy == NULL || set (document, "accuracy", action->accuracy, error))
         && (action->assignment == NULL || rensa_document_set (document, action->assignment, error));
}

/* Adds a node of type @type after @from to the step. Returns its name; NULL with an error. */
static char *
append_to_step (RensaDocument *document, const char *type, const char *from, GError **error)
{
  g_autofree char *name = rensa_document_add_node (document, "", type, NULL, 0, 0, error);

  return name != NULL && rensa_document_connect (document, "", from, name, error)
                 && rensa_document_tidy (document, "", error)
             ? g_steal_pointer (&name)
             : NULL;
}

static gboolean
apply_loss (const RensaAction *action, RensaDocument *document, GError **error)
{
  g_autofree char *path = action->path != NULL ? g_strconcat (action->path, ".node", NULL) : NULL;
  g_autofree char *node =
      action->type != NULL ? append_to_step (document, action->type, action->name, error) : g_strdup (action->name);

  if (node == NULL)
    return FALSE;
  return path != NULL ? set (document, path, node, error) : rensa_document_add_loss (document, node, error);
}

static gboolean
apply_report (const RensaAction *action, RensaDocument *document, GError **error)
{
  return rensa_document_add_report (document, action->name, error);
}

static gboolean
apply_call (const RensaAction *action, RensaDocument *document, GError **error)
{
  g_autofree char *node = append_to_step (document, rensa_model_call_component.name, action->from, error);
  g_autofree char *path = node != NULL ? g_strdup_printf ("step.%s.model", node) : NULL;

  return path != NULL && set (document, path, action->name, error);
}

static gboolean
apply_remove_model (const RensaAction *action, RensaDocument *document, GError **error)
{
  return rensa_document_remove_model (document, action->name, error);
}

/* Returns a node of the step, other than a Field, that nothing depends on any more although it is
 * in @had_use; -1 if there is none. */
static int
find_unused (const RensaModel *step, GHashTable *had_use)
{
  for (int i = (int) step->nodes->len - 1; i >= 0; i--)
    {
      const RensaModelNode *node = rensa_model_get_node (step, i);

      if (node->kind != RENSA_MODEL_NODE_INPUT && g_hash_table_contains (had_use, node->name) && !node->is_output
          && !rensa_model_is_used (step, i))
        return i;
    }
  return -1;
}

/* Lists the names of the nodes that something depends on. */
static GHashTable *
list_used (const RensaModel *step)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (int i = 0; i < (int) step->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (step, i);

      if (node->is_output || rensa_model_is_used (step, i))
        g_hash_table_add (names, g_strdup (node->name));
    }
  return names;
}

/* Removes the element, and the nodes that become unused. */
static gboolean
apply_remove_element (const RensaAction *action, RensaDocument *document, GError **error)
{
  const char *dot = strrchr (action->path, '.');
  g_autofree char *list = dot != NULL ? g_strndup (action->path, dot - action->path) : NULL;
  g_autoptr (GHashTable) had_use = list_used (rensa_network_get_model (rensa_document_get_network (document)));
  int unused;

  if (list == NULL
      || !rensa_document_remove_component (document, list, (guint) g_ascii_strtoull (dot + 1, NULL, 10), error))
    return FALSE;
  while ((unused = find_unused (rensa_network_get_model (rensa_document_get_network (document)), had_use)) >= 0)
    {
      const RensaModel *step = rensa_network_get_model (rensa_document_get_network (document));
      g_autofree char *name = g_strdup (rensa_model_get_node (step, unused)->name);
      const char *const names[] = { name, NULL };

      if (!rensa_document_remove_nodes (document, "", names, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
rensa_action_apply (const RensaAction *action, RensaDocument *document, GError **error)
{
  static gboolean (*const functions[]) (const RensaAction *action, RensaDocument *document, GError **error) = {
    [RENSA_ACTION_SET] = apply_set,
    [RENSA_ACTION_SET_FIELD] = apply_field,
    [RENSA_ACTION_SET_TYPE] = apply_type,
    [RENSA_ACTION_SET_ATTR] = apply_attr,
    [RENSA_ACTION_RESET] = apply_reset,
    [RENSA_ACTION_RENAME_ATTR] = apply_rename_attr,
    [RENSA_ACTION_RENAME] = apply_rename,
    [RENSA_ACTION_REMOVE] = apply_remove,
    [RENSA_ACTION_OUTPUT] = apply_output,
    [RENSA_ACTION_ADD_INPUT] = apply_input,
    [RENSA_ACTION_CONNECT] = apply_connect,
    [RENSA_ACTION_SPLICE] = apply_splice,
    [RENSA_ACTION_DISCONNECT] = apply_disconnect,
    [RENSA_ACTION_INSERT] = apply_insert,
    [RENSA_ACTION_FIT] = apply_fit,
    [RENSA_ACTION_LOSS] = apply_loss,
    [RENSA_ACTION_REPORT] = apply_report,
    [RENSA_ACTION_CALL] = apply_call,
    [RENSA_ACTION_REMOVE_MODEL] = apply_remove_model,
    [RENSA_ACTION_REMOVE_ELEMENT] = apply_remove_element,
  };

  rensa_document_change (document);
  return functions[action->kind](action, document, error);
}
