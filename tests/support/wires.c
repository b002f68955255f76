/* wires.c: the connections of a document as text, for tests.
 * SPDX-License-Identifier: MIT */

#include "wires.h"

#include "rensa-document-values.h"

/* Returns "edges" of a scope; NULL if there are none. */
static struct json_object *
get_edges (RensaDocument *document, const char *scope)
{
  g_autofree char *path = scope[0] != '\0' ? g_strdup_printf ("model.%s", scope) : NULL;
  struct json_object *json = path != NULL ? rensa_document_get (document, path) : rensa_document_get_json (document);

  json = json != NULL ? json_object_object_get (json, "model") : NULL;
  return json_object_is_type (json, json_type_object) ? json_object_object_get (json, "edges") : NULL;
}

static const char *
get_text (struct json_object *edge, const char *key)
{
  return json_object_get_string (json_object_object_get (edge, key));
}

GPtrArray *
nodes_of (RensaDocument *document, const char *scope)
{
  const RensaModel *model = rensa_network_find_model (rensa_document_get_network (document), scope);
  GPtrArray *nodes = g_ptr_array_new ();

  for (guint i = model != NULL ? model->n_hidden : 0; model != NULL && i < model->nodes->len; i++)
    g_ptr_array_add (nodes, rensa_model_get_node (model, (int) i));
  return nodes;
}

char *
wires_to_text (RensaDocument *document, const char *scope)
{
  const RensaModel *model = rensa_network_find_model (rensa_document_get_network (document), scope);
  struct json_object *edges = get_edges (document, scope);
  GString *text = g_string_new (NULL);

  for (guint i = 0; model != NULL && i < model->wires->len; i++)
    {
      struct json_object *edge = json_object_array_get_idx (edges, i);

      g_string_append_printf (text, "%s%s>%s", i > 0 ? " " : "", get_text (edge, "from"), get_text (edge, "to"));
    }
  for (guint i = 2; model != NULL && model->is_sequence && i < model->nodes->len; i++)
    g_string_append_printf (text, "%s%s>%s", i > 2 ? " " : "", rensa_model_get_node (model, (int) i - 1)->name,
                            rensa_model_get_node (model, (int) i)->name);
  return g_string_free (text, FALSE);
}

int
wires_find (RensaDocument *document, const char *scope, const char *text)
{
  const RensaModel *model = rensa_network_find_model (rensa_document_get_network (document), scope);
  g_autofree char *all = wires_to_text (document, scope);
  g_auto (GStrv) texts = g_strsplit (all, " ", -1);

  for (guint i = 0; model != NULL && i < model->wires->len; i++)
    if (g_str_equal (texts[i], text))
      return (int) (model->first_wire + i);
  return -1;
}
