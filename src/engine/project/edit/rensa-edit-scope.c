/* rensa-edit-scope.c: finds the model to edit and the JSON of its parts.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-language.h"
#include "rensa-network-faults.h"
#include "rensa-node-types.h"

#include <math.h>

/* Returns the member; if it is missing and @make is set, a new empty array. */
static struct json_object *
get_array (struct json_object *json, const char *name, gboolean make)
{
  struct json_object *array = rensa_json_get_member (json, name);

  if (array == NULL && make)
    {
      array = json_object_new_array ();
      json_object_object_add (json, name, array);
    }
  return json_object_is_type (array, json_type_array) ? array : NULL;
}

static struct json_object *
get_model (struct json_object *json, const char *name, gboolean make)
{
  struct json_object *model = rensa_json_get_member (json, name);

  if (model == NULL && make)
    {
      model = json_object_new_object ();
      json_object_object_add (json, name, model);
    }
  return json_object_is_type (model, json_type_object) ? model : NULL;
}

static const char *
get_name (gconstpointer edit, guint i)
{
  return rensa_edit_get_node ((RensaEdit *) edit, i)->name;
}

int
rensa_edit_find (RensaEdit *edit, const char *name, GError **error)
{
  g_autofree char *given = NULL;

  for (guint i = 0; i < rensa_edit_get_n_nodes (edit); i++)
    if (strcmp (rensa_edit_get_node (edit, i)->name, name) == 0)
      return (int) i;

  given = rensa_excerpt_name (name);
  rensa_set_fault (
      error, RENSA_ERROR_NOT_FOUND,
      &(RensaFault){ .code = &rensa_fault_no_node,
                     .found = given,
                     .suggestion = rensa_find_nearest (name, get_name, edit, rensa_edit_get_n_nodes (edit)) });
  rensa_error_stand_alone (error);
  return -1;
}

static gboolean
use_model (RensaEdit *edit, struct json_object *json, gboolean make, GError **error)
{
  if (json != NULL)
    {
      edit->json = json;
      edit->nodes = get_array (json, "nodes", make);
      edit->edges = get_array (json, "edges", make && !edit->model->is_sequence);
    }
  if (json != NULL && (!make || (edit->nodes != NULL && (edit->edges != NULL || edit->model->is_sequence))))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s cannot be edited here because it is not an object with arrays of nodes and edges."),
                   edit->model->place);
  return FALSE;
}

/* Enters the node @name of the current model of @edit. */
static gboolean
enter (RensaEdit *edit, const char *name, gboolean make, GError **error)
{
  const int i = rensa_edit_find (edit, name, error);
  RensaModelNode *node = i >= 0 ? rensa_edit_get_node (edit, i) : NULL;

  if (node == NULL)
    return FALSE;
  if (node->kind != RENSA_MODEL_NODE_NESTED)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s is a %s, which contains no nodes."), name, node->type);
      return FALSE;
    }
  edit->model = node->model;
  edit->depth++;
  return use_model (edit, get_model (rensa_edit_get_json (edit, i), "model", make), make, error);
}

/* The outermost level of a document with a step is the step, or one of the models next to it. */
static gboolean
open_outermost (RensaEdit *edit, struct json_object *json, const char *name, gboolean make, GError **error)
{
  RensaModelNode *called = name != NULL ? rensa_network_find_called (edit->network, name) : NULL;

  if (!edit->model->is_step)
    return use_model (edit, get_model (json, "model", make), make, error);
  edit->root = json;
  if (called == NULL)
    return use_model (edit, get_model (json, "step", make), make, error);
  edit->model = called->model;
  edit->depth = 1;
  return use_model (edit, rensa_json_get_member (rensa_json_get_member (json, "models"), name), make, error);
}

static gboolean
open_scope (RensaEdit *edit, RensaDocument *document, const char *scope, gboolean make, GError **error)
{
  RensaNetwork *network = rensa_network_ref (rensa_document_get_network (document));
  struct json_object *json = make ? rensa_document_change (document) : rensa_document_get_json (document);
  g_auto (GStrv) names = g_strsplit (scope, ".", -1);

  *edit = (RensaEdit){ .document = make ? document : NULL, .network = network, .model = network->model };
  if (!open_outermost (edit, json, names[0], make, error))
    return FALSE;
  for (guint i = edit->depth; names[i] != NULL; i++)
    if (!enter (edit, names[i], make, error))
      return FALSE;
  return TRUE;
}

gboolean
rensa_edit_open (RensaEdit *edit, RensaDocument *document, const char *scope, GError **error)
{
  return open_scope (edit, document, scope, TRUE, error);
}

gboolean
rensa_edit_read (RensaEdit *edit, RensaDocument *document, const char *scope, GError **error)
{
  return open_scope (edit, document, scope, FALSE, error);
}

void
rensa_edit_clear (RensaEdit *edit)
{
  if (edit->document != NULL)
    rensa_document_change (edit->document);
  g_clear_pointer (&edit->network, rensa_network_unref);
}

guint
rensa_edit_get_n_nodes (RensaEdit *edit)
{
  return edit->model->nodes->len - edit->model->n_hidden;
}

RensaModelNode *
rensa_edit_get_node (RensaEdit *edit, guint i)
{
  return rensa_model_get_node (edit->model, (int) (i + edit->model->n_hidden));
}

struct json_object *
rensa_edit_get_json (RensaEdit *edit, guint i)
{
  return json_object_array_get_idx (edit->nodes, i);
}

GArray *
rensa_edit_find_all (RensaEdit *edit, const char *const *names, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint i = 0; names[i] != NULL; i++)
    if (rensa_edit_find (edit, names[i], error) < 0)
      return NULL;
  for (int i = 0; i < (int) rensa_edit_get_n_nodes (edit); i++)
    if (g_strv_contains (names, rensa_edit_get_node (edit, i)->name))
      g_array_append_val (numbers, i);
  if (numbers->len > 0)
    return g_steal_pointer (&numbers);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("No node is selected."));
  return NULL;
}

gboolean
rensa_edit_need_wires (RensaEdit *edit, GError **error)
{
  if (!edit->model->is_sequence)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s calls its nodes in sequence, so it has no connections to edit."),
                   edit->model->scope);
  return FALSE;
}

void
rensa_json_insert (struct json_object *array, guint at, struct json_object *element)
{
  json_object_array_add (array, element);
  for (gsize i = json_object_array_length (array) - 1; i > at; i--)
    {
      struct json_object *before = json_object_get (json_object_array_get_idx (array, i - 1));

      json_object_array_put_idx (array, i - 1, json_object_get (json_object_array_get_idx (array, i)));
      json_object_array_put_idx (array, i, before);
    }
}

void
rensa_json_set_position (struct json_object *node, double x, double y)
{
  struct json_object *position = json_object_new_array_ext (2);

  /* Positions must be finite and within a reasonable range. */
  json_object_array_add (position, json_object_new_int64 (isfinite (x) ? llround (CLAMP (x, -1e6, 1e6)) : 0));
  json_object_array_add (position, json_object_new_int64 (isfinite (y) ? llround (CLAMP (y, -1e6, 1e6)) : 0));
  json_object_object_add (node, "position", position);
}

gboolean
rensa_json_find_middle (struct json_object *nodes, RensaPlace *middle)
{
  const gsize n = json_object_is_type (nodes, json_type_array) ? json_object_array_length (nodes) : 0;
  guint n_placed = 0;

  *middle = (RensaPlace){ 0, 0 };
  for (gsize i = 0; i < n; i++)
    {
      struct json_object *node = json_object_array_get_idx (nodes, i);
      const char *type = json_object_get_string (rensa_json_get_member (node, "type"));
      double x;
      double y;

      if (rensa_type_is_input (type) || !rensa_json_get_position (node, &x, &y))
        continue;
      middle->x += x;
      middle->y += y;
      n_placed++;
    }
  if (n_placed > 0)
    *middle = (RensaPlace){ round (middle->x / n_placed), round (middle->y / n_placed) };
  return n_placed > 0;
}

guint
rensa_json_count_levels (struct json_object *json)
{
  struct json_object_iter member;
  guint most = 0;

  if (json_object_is_type (json, json_type_object))
    json_object_object_foreachC (json, member) most = MAX (most, rensa_json_count_levels (member.val));
  else if (json_object_is_type (json, json_type_array))
    for (size_t i = 0; i < json_object_array_length (json); i++)
      most = MAX (most, rensa_json_count_levels (json_object_array_get_idx (json, i)));
  else
    return 0;
  return most + 1;
}

/* A node of the outermost model is on the fourth level, one of a Chain in it three levels deeper. */
gboolean
rensa_edit_check_depth (RensaEdit *edit, struct json_object *node, guint deeper, GError **error)
{
  const guint levels = 3 + 3 * (edit->depth + deeper) + rensa_json_count_levels (node);

  if (levels < RENSA_DOCUMENT_MAX_DEPTH)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("Chains cannot be nested this deep."));
  return FALSE;
}
