/* rensa-edit-step.c: edits the models and losses of a training step.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-language.h"
#include "rensa-node-types.h"

void
rensa_json_rename_ending (struct json_object *json, const char *key, const char *name, const char *to)
{
  struct json_object *value = rensa_json_get_member (json, key);
  g_auto (RensaEnding) ending = { 0 };
  g_autofree char *text = NULL;

  if (!json_object_is_type (value, json_type_string))
    return;
  ending = rensa_ending_parse (json_object_get_string (value));
  if (strcmp (ending.name, name) != 0)
    return;

  text = ending.suffix != NULL ? g_strconcat (to, ":", ending.suffix, NULL) : g_strdup (to);
  rensa_edge_set (json, key, text);
}

void
rensa_edit_rename_in_losses (RensaEdit *edit, const char *name, const char *to)
{
  static const char *const lists[] = { "losses", "reports" };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      struct json_object *list = rensa_json_get_member (edit->root, lists[i]);
      const gsize n = json_object_is_type (list, json_type_array) ? json_object_array_length (list) : 0;

      for (gsize j = n; j-- > 0;)
        {
          struct json_object *element = json_object_array_get_idx (list, j);
          const char *node = json_object_get_string (rensa_json_get_member (element, "node"));
          g_auto (RensaEnding) ending = rensa_ending_parse (node != NULL ? node : "");

          if (strcmp (ending.name, name) != 0)
            continue;
          if (to != NULL)
            rensa_json_rename_ending (element, "node", name, to);
          else if (i == 1)
            json_object_array_del_idx (list, j, 1);
        }
    }
}

static char *
rename_in_list (const char *text, const char *name, const char *to)
{
  g_auto (GStrv) names = rensa_learners_split (text);
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) != 0)
      g_strv_builder_add (kept, names[i]);
    else if (to != NULL)
      g_strv_builder_add (kept, to);
  list = g_strv_builder_end (kept);
  return g_strjoinv (", ", list);
}

void
rensa_json_rename_learner (struct json_object *document, const char *name, const char *to)
{
  struct json_object *losses = rensa_json_get_member (document, "losses");
  const gsize n = json_object_is_type (losses, json_type_array) ? json_object_array_length (losses) : 0;

  for (gsize i = 0; i < n; i++)
    {
      struct json_object *loss = json_object_array_get_idx (losses, i);
      const char *models = json_object_get_string (rensa_json_get_member (loss, "models"));
      g_autofree char *renamed = models != NULL ? rename_in_list (models, name, to) : NULL;

      if (renamed != NULL && strcmp (renamed, models) != 0)
        json_object_object_add (loss, "models", json_object_new_string (renamed));
    }
}

/* Renames the model @name in the calls of the step. */
static void
rename_calls (struct json_object *document, const char *name, const char *to)
{
  struct json_object *nodes = rensa_json_get_member (rensa_json_get_member (document, "step"), "nodes");
  const gsize n = json_object_is_type (nodes, json_type_array) ? json_object_array_length (nodes) : 0;

  for (gsize i = 0; i < n; i++)
    {
      struct json_object *node = json_object_array_get_idx (nodes, i);
      struct json_object *attrs = rensa_json_get_member (node, "attrs");
      const char *type = json_object_get_string (rensa_json_get_member (node, "type"));
      const char *model = json_object_get_string (rensa_json_get_member (attrs, "model"));

      if (rensa_type_is_model_call (type) && g_strcmp0 (model, name) == 0)
        json_object_object_add (attrs, "model", json_object_new_string (to));
    }
}

/* Returns the object of the models; NULL with an error if the document has no step. */
static struct json_object *
get_models (RensaDocument *document, GError **error)
{
  struct json_object *json = rensa_document_change (document);
  struct json_object *models = rensa_json_get_member (json, "models");

  if (rensa_json_get_format (json) < 2)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The document has one model and no custom step."));
      return NULL;
    }
  if (models == NULL)
    {
      models = json_object_new_object ();
      json_object_object_add (json, "models", models);
    }
  if (json_object_is_type (models, json_type_object))
    return models;
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s is not an object, so it cannot be edited."), "models");
  return NULL;
}

/* Checks that neither a model nor a node of the step has the name. */
static gboolean
check_name (RensaDocument *document, const char *name, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };

  return rensa_edit_read (&edit, document, "", error) && rensa_edit_check_name (&edit, name, error);
}

static char *
find_free_name (RensaDocument *document)
{
  for (guint i = 1;; i++)
    {
      char *name = g_strdup_printf ("model%u", i);

      if (check_name (document, name, NULL))
        return name;
      g_free (name);
    }
}

char *
rensa_document_add_model (RensaDocument *document, const char *name, GError **error)
{
  g_autofree char *chosen = NULL;
  struct json_object *models = get_models (document, error);

  if (models == NULL)
    return NULL;
  chosen = name != NULL ? g_strdup (name) : find_free_name (document);
  if (!check_name (document, chosen, error))
    return NULL;
  json_object_object_add (rensa_json_get_member (rensa_document_change (document), "models"), chosen,
                          rensa_field_make_fresh (rensa_field_find (&rensa_document_field, "model")));
  return g_steal_pointer (&chosen);
}

/* Returns NULL with an error if there is no model of that name. */
static struct json_object *
find_model (RensaDocument *document, const char *name, GError **error)
{
  struct json_object *models = get_models (document, error);

  if (models == NULL)
    return NULL;
  if (json_object_object_get_ex (models, name, NULL))
    return models;
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("There is no model %s."), name);
  return NULL;
}

gboolean
rensa_document_rename_model (RensaDocument *document, const char *name, const char *to, GError **error)
{
  struct json_object *models = find_model (document, name, error);
  g_autoptr (RensaJson) renamed = NULL;

  if (models == NULL)
    return FALSE;
  if (strcmp (name, to) == 0)
    return TRUE;
  if (!check_name (document, to, error))
    return FALSE;

  /* Copies the members, so that their order is kept. */
  renamed = json_object_new_object ();
  json_object_object_foreach (models, key, value)
      json_object_object_add (renamed, strcmp (key, name) == 0 ? to : key, json_object_get (value));
  rename_calls (rensa_document_change (document), name, to);
  rensa_json_rename_learner (rensa_document_change (document), name, to);
  json_object_object_add (rensa_document_change (document), "models", g_steal_pointer (&renamed));
  return TRUE;
}

/* Lists the nodes of the step that call the model @name; empty if there are none. */
static GStrv
list_calls (RensaDocument *document, const char *name)
{
  const RensaNetwork *network = rensa_document_get_network (document);
  const RensaModelNode *called = rensa_network_find_called (network, name);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; called != NULL && i < network->model->nodes->len; i++)
    if (rensa_model_get_node (network->model, (int) i)->called == called)
      g_strv_builder_add (names, rensa_model_get_node (network->model, (int) i)->name);
  return g_strv_builder_end (names);
}

gboolean
rensa_document_remove_model (RensaDocument *document, const char *name, GError **error)
{
  g_auto (GStrv) calls = NULL;

  if (find_model (document, name, error) == NULL)
    return FALSE;
  calls = list_calls (document, name);
  if (calls[0] != NULL && !rensa_document_remove_nodes (document, "", (const char *const *) calls, error))
    return FALSE;
  rensa_json_rename_learner (rensa_document_change (document), name, NULL);
  json_object_object_del (rensa_json_get_member (rensa_document_change (document), "models"), name);
  return TRUE;
}

/* Takes ownership of @element and adds it to the list, which is created if missing. */
static gboolean
append_to (RensaDocument *document, const char *list, struct json_object *element, GError **error)
{
  struct json_object *json = rensa_document_change (document);
  struct json_object *array = rensa_json_get_member (json, list);

  if (array == NULL)
    {
      array = json_object_new_array ();
      json_object_object_add (json, list, array);
    }
  if (json_object_is_type (array, json_type_array))
    {
      json_object_array_add (array, element);
      return TRUE;
    }
  json_object_put (element);
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s is not an array, so it cannot be edited."), list);
  return FALSE;
}

static gboolean
add_output (RensaDocument *document, const char *list, const char *node, struct json_object *element, GError **error)
{
  g_auto (RensaEdit) edit = { 0 };

  if (get_models (document, error) == NULL || !rensa_edit_read (&edit, document, "", error)
      || rensa_edit_find (&edit, node, error) < 0)
    {
      json_object_put (element);
      return FALSE;
    }
  json_object_object_add (element, "node", json_object_new_string (node));
  return append_to (document, list, element, error);
}

/* Lists the learners that a gradient of node @from reaches, without those in @taught. */
static GStrv
list_learners (const RensaNetwork *network, int from, const char *const *taught)
{
  g_auto (GStrv) all = rensa_network_list_learners (network);
  g_autofree gboolean *is_reached = rensa_step_list_reached (network->model, from);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (!g_strv_contains (taught, all[i]) && rensa_step_learns (network->model, is_reached, all[i]))
      g_strv_builder_add (names, all[i]);
  return g_strv_builder_end (names);
}

/* Stores the learners of a loss; an empty list means all of them and is omitted. */
static void
set_learners (struct json_object *loss, const char *const *names)
{
  g_autofree char *text = g_strjoinv (", ", (char **) names);

  if (names[0] != NULL)
    json_object_object_add (loss, "models", json_object_new_string (text));
}

/* Lists all learners of the existing losses. A loss that trains all of them is limited to those
 * that it reaches. */
static GStrv
settle_learners (RensaDocument *document, const RensaNetwork *network)
{
  static const char *const nobody[] = { NULL };
  struct json_object *losses = rensa_json_get_member (rensa_document_change (document), "losses");
  const GArray *sources = rensa_network_get_losses (network);
  g_autoptr (GStrvBuilder) taught = g_strv_builder_new ();

  for (guint i = 0; i < sources->len; i++)
    {
      struct json_object *loss = json_object_array_get_idx (losses, i);
      const char *models = json_object_get_string (rensa_json_get_member (loss, "models"));
      const int from = g_array_index (sources, RensaModelSource, i).node;
      g_auto (GStrv) names = NULL;

      if (models != NULL)
        names = rensa_learners_split (models);
      else if (from >= 0)
        {
          names = list_learners (network, from, nobody);
          set_learners (loss, (const char *const *) names);
        }
      if (names != NULL)
        g_strv_builder_addv (taught, (const char **) names);
    }
  return g_strv_builder_end (taught);
}

/* Chooses the learners of another loss at node @from: those that no other loss trains or, if there
 * are none, all that it reaches. */
static void
choose_learners (RensaDocument *document, const RensaNetwork *network, int from, struct json_object *loss)
{
  static const char *const nobody[] = { NULL };
  g_auto (GStrv) taught = settle_learners (document, network);
  g_auto (GStrv) free_ones = list_learners (network, from, (const char *const *) taught);
  g_auto (GStrv) reached = list_learners (network, from, nobody);

  set_learners (loss, (const char *const *) (free_ones[0] != NULL ? free_ones : reached));
}

/* Returns a loss whose node no longer exists; NULL if there is none. */
static struct json_object *
find_lost (RensaDocument *document, const RensaNetwork *network)
{
  struct json_object *losses = rensa_json_get_member (rensa_document_change (document), "losses");
  const GArray *sources = rensa_network_get_losses (network);

  for (guint i = 0; i < sources->len; i++)
    if (g_array_index (sources, RensaModelSource, i).node < 0)
      return json_object_array_get_idx (losses, i);
  return NULL;
}

/* Returns TRUE if a gradient of node @from reaches one of the learners that @loss names. */
static gboolean
teaches (const RensaNetwork *network, int from, struct json_object *loss)
{
  static const char *const nobody[] = { NULL };
  const char *models = json_object_get_string (rensa_json_get_member (loss, "models"));
  g_auto (GStrv) names = rensa_learners_split (models != NULL ? models : "");
  g_auto (GStrv) reached = list_learners (network, from, nobody);

  for (guint i = 0; names[i] != NULL; i++)
    if (g_strv_contains ((const char *const *) reached, names[i]))
      return TRUE;
  return FALSE;
}

/* Keeps the optimizer and all other settings of @loss, and its learners as far as possible. */
static void
take_loss_over (RensaDocument *document, const RensaNetwork *network, int from, struct json_object *loss)
{
  json_object_object_add (loss, "node", json_object_new_string (rensa_model_get_node (network->model, from)->name));
  if (teaches (network, from, loss))
    return;
  json_object_object_del (loss, "models");
  if (rensa_network_get_losses (network)->len > 1)
    choose_learners (document, network, from, loss);
}

gboolean
rensa_document_add_loss (RensaDocument *document, const char *node, GError **error)
{
  g_autoptr (RensaNetwork) network = rensa_network_ref (rensa_document_get_network (document));
  const int from = network->model->is_step ? rensa_model_find_node (network->model, node) : -1;
  struct json_object *lost = from >= 0 ? find_lost (document, network) : NULL;
  struct json_object *loss;

  if (lost != NULL)
    {
      take_loss_over (document, network, from, lost);
      return TRUE;
    }
  loss = json_object_new_object ();
  json_object_object_add (loss, "optimizer",
                          rensa_field_make_fresh (rensa_field_find (&rensa_document_field, "optimizer")));
  if (from >= 0 && rensa_network_get_losses (network)->len > 0)
    choose_learners (document, network, from, loss);
  return add_output (document, "losses", node, loss, error);
}

gboolean
rensa_document_add_report (RensaDocument *document, const char *node, GError **error)
{
  return add_output (document, "reports", node, json_object_new_object (), error);
}
