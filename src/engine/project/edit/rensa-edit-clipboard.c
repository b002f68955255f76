/* rensa-edit-clipboard.c: nodes as text, for copying within and between documents.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-language.h"

/* Distinguishes our text from that of other programs. */
#define MARKER "rensa-nodes"

static gboolean
contains (GArray *numbers, int number)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, int, i) == number)
      return TRUE;
  return FALSE;
}

static struct json_object *
deep_copy (struct json_object *json)
{
  struct json_object *copy = NULL;

  json_object_deep_copy (json, &copy, NULL);
  return copy;
}

char *
rensa_document_copy_nodes (RensaDocument *document, const char *scope, const char *const *names, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_autoptr (RensaJson) json = json_object_new_object ();
  g_autoptr (GArray) numbers = NULL;
  struct json_object *nodes = json_object_new_array ();
  struct json_object *edges = json_object_new_array ();

  json_object_object_add (json, MARKER, json_object_new_int (RENSA_DOCUMENT_FORMAT));
  json_object_object_add (json, "nodes", nodes);
  json_object_object_add (json, "edges", edges);
  if (!rensa_edit_read (&edit, document, scope, error))
    return NULL;
  numbers = rensa_edit_find_all (&edit, names, error);
  if (numbers == NULL)
    return NULL;

  for (guint i = 0; i < numbers->len; i++)
    json_object_array_add (nodes, deep_copy (rensa_edit_get_json (&edit, g_array_index (numbers, int, i))));
  for (guint i = 0; i < edit.model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (edit.model, i);
      g_autofree char *from = NULL;
      g_autofree char *to = NULL;

      if (wire->slot < 0 || !contains (numbers, wire->source.node) || !contains (numbers, wire->target))
        continue;
      from = rensa_edit_output_text (&edit, wire->source);
      to = rensa_edit_slot_text (&edit, wire->target, wire->slot);
      json_object_array_add (edges, rensa_edge_new (from, to));
    }
  return rensa_document_write_json (json);
}

static struct json_object *
parse_nodes (const char *text, GError **error)
{
  g_autoptr (RensaJson) json = rensa_document_parse_json (text, strlen (text), NULL);
  gint64 format;

  if (rensa_json_get_integer (rensa_json_get_member (json, MARKER), &format)
      && json_object_is_type (rensa_json_get_member (json, "nodes"), json_type_array)
      && json_object_array_length (rensa_json_get_member (json, "nodes")) > 0)
    return g_steal_pointer (&json);

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("The clipboard contains no nodes; copy some from a canvas first."));
  return NULL;
}

/* Pastes the node under its new name, which @names maps its old one to. */
static gboolean
paste_node (RensaEdit *edit, struct json_object *json, GHashTable *names, GHashTable *taken, RensaPlace shift,
            GError **error)
{
  const char *old = json_object_get_string (rensa_json_get_member (json, "name"));
  g_autofree char *name = NULL;
  double x;
  double y;

  if (!json_object_is_type (json, json_type_object) || old == NULL || !rensa_node_name_check (old, error)
      || !rensa_edit_check_depth (edit, json, 0, error))
    {
      if (error != NULL && *error == NULL)
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("The clipboard contains a node without a name."));
      return FALSE;
    }

  name = rensa_edit_name_like (edit, old, taken);
  g_hash_table_insert (names, g_strdup (old), g_strdup (name));
  json_object_object_add (json, "name", json_object_new_string (name));
  g_hash_table_add (taken, g_steal_pointer (&name));
  if (rensa_json_get_position (json, &x, &y))
    rensa_json_set_position (json, x + shift.x, y + shift.y);
  return TRUE;
}

/* Returns @key of @edge with the new name; NULL if that node was not pasted. */
static char *
translate (struct json_object *edge, const char *key, GHashTable *names)
{
  const char *text = json_object_get_string (rensa_json_get_member (edge, key));
  g_auto (RensaEnding) ending = rensa_ending_parse (text != NULL ? text : "");
  const char *name = g_hash_table_lookup (names, ending.name);

  if (name == NULL)
    return NULL;
  return ending.suffix != NULL ? g_strconcat (name, ":", ending.suffix, NULL) : g_strdup (name);
}

static void
paste_edges (RensaEdit *edit, struct json_object *edges, GHashTable *names)
{
  const gsize n = json_object_is_type (edges, json_type_array) ? json_object_array_length (edges) : 0;

  for (gsize i = 0; edit->edges != NULL && i < n; i++)
    {
      struct json_object *edge = json_object_array_get_idx (edges, i);
      g_autofree char *from = translate (edge, "from", names);
      g_autofree char *to = translate (edge, "to", names);

      if (from != NULL && to != NULL)
        json_object_array_add (edit->edges, rensa_edge_new (from, to));
    }
}

char **
rensa_document_paste_nodes (RensaDocument *document, const char *scope, const char *text, double dx, double dy,
                            GError **error)
{
  g_auto (RensaEdit) edit = { 0 };
  g_autoptr (RensaJson) json = parse_nodes (text, error);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GStrvBuilder) added = g_strv_builder_new ();
  struct json_object *nodes = rensa_json_get_member (json, "nodes");

  if (json == NULL || !rensa_edit_open (&edit, document, scope, error))
    return NULL;
  for (size_t i = 0; i < json_object_array_length (nodes); i++)
    if (!paste_node (&edit, json_object_array_get_idx (nodes, i), names, taken, (RensaPlace){ dx, dy }, error))
      return NULL;

  rensa_edit_pin_outputs (&edit);
  for (size_t i = 0; i < json_object_array_length (nodes); i++)
    {
      struct json_object *node = json_object_array_get_idx (nodes, i);

      g_strv_builder_add (added, json_object_get_string (rensa_json_get_member (node, "name")));
      json_object_array_add (edit.nodes, json_object_get (node));
    }
  paste_edges (&edit, rensa_json_get_member (json, "edges"), names);
  return g_strv_builder_end (added);
}
