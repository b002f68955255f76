/* rensa-model-wires.c: what is connected with what.
 * SPDX-License-Identifier: MIT */

#include "rensa-model-private.h"

/* "l1:1" in its two parts; @suffix is NULL where there is none. */
typedef struct
{
  char *name;
  char *suffix;
} Ending;

static void
ending_clear (Ending *ending)
{
  g_free (ending->name);
  g_free (ending->suffix);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ending, ending_clear)

static Ending
ending_parse (const char *text)
{
  const char *colon = strchr (text, ':');

  if (colon == NULL)
    return (Ending){ g_strdup (text), NULL };
  return (Ending){ g_strndup (text, colon - text), g_strdup (colon + 1) };
}

static const char *
get_node_name (gconstpointer model, guint i)
{
  return rensa_model_get_node ((RensaModel *) model, i)->name;
}

static int
find_node (RensaModel *model, const char *name, GError **error)
{
  g_autofree char *given = NULL;
  g_autofree char *suggestion = NULL;

  for (guint i = 0; i < model->nodes->len; i++)
    if (strcmp (rensa_model_get_node (model, i)->name, name) == 0)
      return (int) i;

  given = rensa_excerpt_name (name);
  suggestion = rensa_suggest (name, get_node_name, model, model->nodes->len);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "there is no node %s%s", given,
               suggestion[0] != '\0' ? suggestion : ".");
  return -1;
}

/* A small number without sign; -1 for other text. */
static int
parse_number (const char *text)
{
  if (text[0] == '\0' || strlen (text) > 4 || strspn (text, G_CSET_DIGITS) != strlen (text))
    return -1;
  return (int) g_ascii_strtoll (text, NULL, 10);
}

/* "l1" or "l1:1": one output of a node. */
static gboolean
resolve_source (RensaModel *model, const char *text, RensaModelSource *source, GError **error)
{
  g_auto (Ending) ending = ending_parse (text);
  RensaModelNode *node;
  int most;

  source->node = find_node (model, ending.name, error);
  if (source->node < 0)
    return FALSE;

  node = rensa_model_get_node (model, source->node);
  most = node->n_outputs > 0 ? node->n_outputs : RENSA_MAX_OUTPUTS;
  source->output = ending.suffix != NULL ? parse_number (ending.suffix) : 0;
  if (source->output >= 0 && source->output < most)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s has %d output%s, counted from 0, so there is no %s.",
               node->name, most, most == 1 ? "" : "s", text);
  return FALSE;
}

static RensaModelPort *
get_port (RensaModelNode *node, guint i)
{
  return &g_array_index (node->ports, RensaModelPort, i);
}

static RensaModelSource *
get_source (RensaModelNode *node, guint i)
{
  return &g_array_index (node->sources, RensaModelSource, i);
}

static gboolean
has_list (RensaModelNode *node)
{
  return node->ports->len > 0 && get_port (node, node->ports->len - 1)->list;
}

static int
find_free_slot (RensaModelNode *node)
{
  for (guint i = 0; i < node->sources->len; i++)
    if (get_source (node, i)->node < 0)
      return (int) i;
  return has_list (node) ? (int) node->sources->len : -1;
}

static int
find_named_slot (RensaModelNode *node, const char *name)
{
  for (guint i = 0; i < node->ports->len; i++)
    if (strcmp (get_port (node, i)->name, name) == 0)
      return get_port (node, i)->list ? (int) MAX (node->sources->len, i) : (int) i;
  return -1;
}

static gboolean
fail_no_port (RensaModelNode *node, const char *suffix, GError **error)
{
  GString *names = g_string_new (NULL);
  g_autofree char *given = rensa_excerpt_name (suffix);

  for (guint i = 0; i < node->ports->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", get_port (node, i)->name);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s has no input %s; it takes %s.", node->name, given,
               names->str);
  g_string_free (names, TRUE);
  return FALSE;
}

/* Where among the inputs of its node a wire ends; -1 with an error. */
static int
resolve_slot (RensaModel *model, RensaModelNode *node, const char *suffix, GError **error)
{
  int slot = suffix == NULL ? find_free_slot (node) : parse_number (suffix);

  if (node->ports->len == 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s is an Input, into which no wire leads.", node->name);
      return -1;
    }
  if (suffix == NULL && slot < 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s takes %u input%s, which %s connected already.",
                   node->name, node->ports->len, node->ports->len == 1 ? "" : "s",
                   node->ports->len == 1 ? "is" : "are");
      return -1;
    }
  if (slot < 0)
    slot = find_named_slot (node, suffix);
  if (slot < 0 || (slot >= (int) node->sources->len && !(has_list (node) && slot == (int) node->sources->len)))
    {
      fail_no_port (node, suffix, error);
      return -1;
    }
  if (slot < (int) node->sources->len && get_source (node, slot)->node >= 0)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "the input %s of %s is connected already, with %s.",
                   get_port (node, MIN (slot, (int) node->ports->len - 1))->name, node->name,
                   rensa_model_get_node (model, get_source (node, slot)->node)->name);
      return -1;
    }
  return slot;
}

static gboolean
connect_one (RensaModel *model, const char *from, const char *to, GError **error)
{
  g_auto (Ending) ending = ending_parse (to);
  RensaModelSource source;
  int target;
  int slot;

  if (!resolve_source (model, from, &source, error))
    return FALSE;
  target = find_node (model, ending.name, error);
  slot = target >= 0 ? resolve_slot (model, rensa_model_get_node (model, target), ending.suffix, error) : -1;
  if (slot < 0)
    return FALSE;

  if (slot == (int) rensa_model_get_node (model, target)->sources->len)
    g_array_append_val (rensa_model_get_node (model, target)->sources, source);
  else
    *get_source (rensa_model_get_node (model, target), slot) = source;
  return TRUE;
}

static gboolean
check_connected (RensaModel *model, GError **error)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, i);

      for (guint j = 0; j < node->ports->len; j++)
        {
          const RensaModelPort *port = get_port (node, j);

          if (port->optional || (j < node->sources->len && get_source (node, j)->node >= 0))
            continue;
          g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: the input %s of %s is not connected.", node->place,
                       port->name, node->name);
          return FALSE;
        }
      while (node->sources->len > 0 && get_source (node, node->sources->len - 1)->node < 0)
        g_array_set_size (node->sources, node->sources->len - 1);
    }
  return TRUE;
}

static gboolean
connect_edge (RensaModel *model, struct json_object *edge, GError **error)
{
  struct json_object *from = rensa_json_get_member (edge, "from");
  struct json_object *to = rensa_json_get_member (edge, "to");
  g_autofree char *found = NULL;

  if (json_object_is_type (from, json_type_string) && json_object_is_type (to, json_type_string))
    {
      if (connect_one (model, json_object_get_string (from), json_object_get_string (to), error))
        return TRUE;
      g_prefix_error (error, "the wire from %.80s to %.80s: ", json_object_get_string (from),
                      json_object_get_string (to));
      return FALSE;
    }

  found = rensa_excerpt_json (edge);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "a wire is an object with the texts \"from\" and \"to\", but %s was given.", found);
  return FALSE;
}

gboolean
rensa_model_connect (RensaModel *model, struct json_object *edges, GError **error)
{
  const gsize n = json_object_is_type (edges, json_type_array) ? json_object_array_length (edges) : 0;

  if (edges != NULL && !json_object_is_type (edges, json_type_array))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s.edges: an array of wires was expected.", model->place);
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    if (!connect_edge (model, json_object_array_get_idx (edges, i), error))
      {
        g_prefix_error (error, "%s.edges.%" G_GSIZE_FORMAT ": ", model->place, i);
        return FALSE;
      }
  return check_connected (model, error);
}

gboolean
rensa_model_chain_up (RensaModel *model, GError **error)
{
  const RensaModelSource last = { (int) model->nodes->len - 1, 0 };

  for (guint i = 1; i < model->nodes->len; i++)
    {
      RensaModelNode *node = rensa_model_get_node (model, i);
      const RensaModelSource source = { (int) i - 1, 0 };

      if (node->sources->len == 0)
        g_array_append_val (node->sources, source);
      else
        *get_source (node, 0) = source;
    }
  g_array_append_val (model->outputs, last);
  return check_connected (model, error);
}

/* Without "outputs" the model gives what its only end gives. */
static gboolean
find_end (RensaModel *model, GError **error)
{
  g_autofree gboolean *is_used = g_new0 (gboolean, model->nodes->len);
  RensaModelSource end = { -1, 0 };
  guint n_ends = 0;

  for (guint i = 0; i < model->nodes->len; i++)
    for (guint j = 0; j < rensa_model_get_node (model, i)->sources->len; j++)
      if (get_source (rensa_model_get_node (model, i), j)->node >= 0)
        is_used[get_source (rensa_model_get_node (model, i), j)->node] = TRUE;

  for (guint i = 0; i < model->nodes->len; i++)
    if (!is_used[i])
      {
        end.node = (int) i;
        n_ends++;
      }
  g_array_append_val (model->outputs, end);
  if (n_ends == 1)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "%s: %u nodes lead nowhere, so \"outputs\" has to say what the model gives.", model->place, n_ends);
  return FALSE;
}

gboolean
rensa_model_read_outputs (RensaModel *model, struct json_object *outputs, GError **error)
{
  if (outputs == NULL)
    return find_end (model, error);

  if (!json_object_is_type (outputs, json_type_array) || json_object_array_length (outputs) == 0
      || json_object_array_length (outputs) > RENSA_MAX_OUTPUTS)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   "%s.outputs: an array of 1 to %d names of nodes was expected.", model->place, RENSA_MAX_OUTPUTS);
      return FALSE;
    }
  for (size_t i = 0; i < json_object_array_length (outputs); i++)
    {
      const char *text = json_object_get_string (json_object_array_get_idx (outputs, i));
      RensaModelSource source;

      if (!resolve_source (model, text != NULL ? text : "null", &source, error))
        {
          g_prefix_error (error, "%s.outputs: ", model->place);
          return FALSE;
        }
      g_array_append_val (model->outputs, source);
    }
  return TRUE;
}
