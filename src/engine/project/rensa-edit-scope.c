/* rensa-edit-scope.c: the model that an edit is about, and what stands for its parts.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-private.h"

#include <math.h>

/* The member, an empty array where there is none and @make says so. */
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
get_model (struct json_object *json, gboolean make)
{
  struct json_object *model = rensa_json_get_member (json, "model");

  if (model == NULL && make)
    {
      model = json_object_new_object ();
      json_object_object_add (json, "model", model);
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
  g_autofree char *suggestion = NULL;

  for (guint i = 0; i < rensa_edit_get_n_nodes (edit); i++)
    if (strcmp (rensa_edit_get_node (edit, i)->name, name) == 0)
      return (int) i;

  given = rensa_excerpt_name (name);
  suggestion = rensa_suggest (name, get_name, edit, rensa_edit_get_n_nodes (edit));
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "There is no node %s%s", given,
               suggestion[0] != '\0' ? suggestion : ".");
  return -1;
}

static gboolean
use_model (RensaEdit *edit, struct json_object *json, gboolean make, GError **error)
{
  if (json != NULL)
    {
      edit->json = json;
      edit->nodes = get_array (json, "nodes", make);
      edit->first = edit->is_sequence ? 1 : 0;
      edit->edges = get_array (json, "edges", make && !edit->is_sequence);
    }
  if (json != NULL && (!make || (edit->nodes != NULL && (edit->edges != NULL || edit->is_sequence))))
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "%s cannot be changed here, since it is not an object with an array of nodes and one of edges.",
               edit->model->place);
  return FALSE;
}

/* Goes into the node @name of the model that @edit is at. */
static gboolean
enter (RensaEdit *edit, const char *name, gboolean make, GError **error)
{
  const int i = rensa_edit_find (edit, name, error);
  RensaModelNode *node = i >= 0 ? rensa_edit_get_node (edit, i) : NULL;

  if (node == NULL)
    return FALSE;
  if (node->kind != RENSA_MODEL_NODE_NESTED)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is a %s, which has no nodes of its own.", name,
                   node->type);
      return FALSE;
    }
  edit->model = node->model;
  edit->is_sequence = node->is_sequence;
  edit->depth++;
  return use_model (edit, get_model (rensa_edit_get_json (edit, i), make), make, error);
}

static gboolean
open_scope (RensaEdit *edit, RensaDocument *document, const char *scope, gboolean make, GError **error)
{
  struct json_object *json = rensa_document_get_json (document);
  g_auto (GStrv) names = g_strsplit (scope, ".", -1);

  *edit = (RensaEdit){ .mistakes = rensa_mistakes_new () };
  edit->root = edit->model = rensa_model_new (rensa_json_get_member (json, "model"), edit->mistakes);
  if (!use_model (edit, get_model (json, make), make, error))
    return FALSE;
  for (guint i = 0; names[i] != NULL; i++)
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
  g_clear_pointer (&edit->root, rensa_model_free);
  g_clear_pointer (&edit->mistakes, g_ptr_array_unref);
}

guint
rensa_edit_get_n_nodes (RensaEdit *edit)
{
  return edit->model->nodes->len - edit->first;
}

RensaModelNode *
rensa_edit_get_node (RensaEdit *edit, guint i)
{
  return rensa_model_get_node (edit->model, (int) (i + edit->first));
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

  g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "No node is selected.");
  return NULL;
}

gboolean
rensa_edit_is_output (RensaEdit *edit, guint i)
{
  for (guint j = 0; j < edit->model->outputs->len; j++)
    if (g_array_index (edit->model->outputs, RensaModelSource, j).node == (int) (i + edit->first))
      return TRUE;
  return FALSE;
}

gboolean
rensa_edit_need_wires (RensaEdit *edit, GError **error)
{
  if (!edit->is_sequence)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "%s calls its nodes one after the other, so it has no wires that could be changed.", edit->model->scope);
  return FALSE;
}

RensaModelWire *
rensa_edit_get_wire (RensaEdit *edit, guint i)
{
  return &g_array_index (edit->model->wires, RensaModelWire, i);
}

gboolean
rensa_edit_leads (RensaEdit *edit, int from, int to)
{
  g_autofree gboolean *is_reached = g_new0 (gboolean, edit->model->nodes->len);
  gboolean grows = TRUE;

  is_reached[from] = TRUE;
  while (grows && !is_reached[to])
    {
      grows = FALSE;
      for (guint i = 0; i < edit->model->wires->len; i++)
        {
          const RensaModelWire *wire = rensa_edit_get_wire (edit, i);

          if (wire->source.node < 0 || wire->target < 0 || !is_reached[wire->source.node] || is_reached[wire->target])
            continue;
          is_reached[wire->target] = TRUE;
          grows = TRUE;
        }
    }
  return is_reached[to];
}

void
rensa_json_set_position (struct json_object *node, double x, double y)
{
  struct json_object *position = json_object_new_array_ext (2);

  /* NaN and what no screen shows are no places. */
  json_object_array_add (position, json_object_new_int64 (isfinite (x) ? llround (CLAMP (x, -1e6, 1e6)) : 0));
  json_object_array_add (position, json_object_new_int64 (isfinite (y) ? llround (CLAMP (y, -1e6, 1e6)) : 0));
  json_object_object_add (node, "position", position);
}

static gboolean
is_number (struct json_object *json)
{
  return json_object_is_type (json, json_type_int) || json_object_is_type (json, json_type_double);
}

gboolean
rensa_json_get_position (struct json_object *node, double *x, double *y)
{
  struct json_object *position = rensa_json_get_member (node, "position");

  if (!json_object_is_type (position, json_type_array) || json_object_array_length (position) != 2
      || !is_number (json_object_array_get_idx (position, 0)) || !is_number (json_object_array_get_idx (position, 1)))
    return FALSE;

  *x = CLAMP (json_object_get_double (json_object_array_get_idx (position, 0)), -1e6, 1e6);
  *y = CLAMP (json_object_get_double (json_object_array_get_idx (position, 1)), -1e6, 1e6);
  return TRUE;
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

      if (g_strcmp0 (type, "Input") == 0 || !rensa_json_get_position (node, &x, &y))
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

/* A node of the outermost model is on the fourth level, one of a Chain in it three below. */
gboolean
rensa_edit_check_depth (RensaEdit *edit, struct json_object *node, guint deeper, GError **error)
{
  const guint levels = 3 + 3 * (edit->depth + deeper) + rensa_json_count_levels (node);

  if (levels < RENSA_DOCUMENT_MAX_DEPTH)
    return TRUE;

  g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "Chains cannot lie so deep within one another.");
  return FALSE;
}
