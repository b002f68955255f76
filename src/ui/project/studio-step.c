/* studio-step.c: names for a document's training step and its models.
 * SPDX-License-Identifier: MIT */

#include "studio-step.h"

#include <glib/gi18n.h>
#include <json-c/json.h>

#include "rensa-document-values.h"

gboolean
studio_document_has_step (RensaDocument *document)
{
  return rensa_network_get_model (rensa_document_get_network (document))->is_step;
}

gboolean
studio_document_can_predict (RensaDocument *document)
{
  GPtrArray *models = rensa_network_get_models (rensa_document_get_network (document));

  if (!studio_document_has_step (document))
    return TRUE;
  return models->len == 1 && strcmp (((RensaModelNode *) models->pdata[0])->name, "predictor") == 0;
}

const RensaModelNode *
studio_step_find_model (RensaDocument *document, const char *scope)
{
  GPtrArray *models = rensa_network_get_models (rensa_document_get_network (document));
  const gsize length = strcspn (scope, ".");

  for (guint i = 0; i < models->len; i++)
    {
      const RensaModelNode *model = models->pdata[i];

      if (strlen (model->name) == length && strncmp (model->name, scope, length) == 0)
        return model;
    }
  return NULL;
}

/* Returns a member of element @i of a list; NULL if it is not a string. */
static const char *
get_text (RensaDocument *document, const char *list, guint i, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s.%u", list, i);
  struct json_object *element = rensa_document_get (document, path);
  struct json_object *text = NULL;

  if (!json_object_is_type (element, json_type_object) || !json_object_object_get_ex (element, name, &text))
    return NULL;
  return json_object_is_type (text, json_type_string) ? json_object_get_string (text) : NULL;
}

static char *
dup_first (GStrv names, const char *otherwise)
{
  return g_strdup (names[0] != NULL ? names[0] : otherwise);
}

char *
studio_step_name_loss (RensaDocument *document, guint i)
{
  const char *name = get_text (document, "losses", i, "name");
  g_auto (GStrv) models = studio_step_list_learning (document, i);

  return name != NULL ? g_strdup (name) : dup_first (models, "loss");
}

char *
studio_step_title_loss (RensaDocument *document, guint i)
{
  const char *name = get_text (document, "losses", i, "name");
  const char *node = get_text (document, "losses", i, "node");

  return name != NULL || node == NULL ? studio_step_name_loss (document, i) : g_strdup (node);
}

char *
studio_step_title_learning (RensaDocument *document, guint i)
{
  g_auto (GStrv) learning = studio_step_list_learning (document, i);

  return learning[0] != NULL ? g_strjoinv (", ", learning) : studio_step_title_loss (document, i);
}

char *
studio_step_get_loss_path (RensaDocument *document, guint i)
{
  g_autofree char *name = studio_step_name_loss (document, i);
  g_autofree char *by_name = g_strconcat ("losses.", name, NULL);
  g_autofree char *by_number = g_strdup_printf ("losses.%u", i);

  return g_strdup (rensa_document_get (document, by_name) == rensa_document_get (document, by_number) ? by_name
                                                                                                      : by_number);
}

/* Returns "optimizer.alpha" for "losses.gen.optimizer.alpha" and for itself: settings that each
 * loss of a step has, and a simple document has once. Returns NULL for any other setting. */
static const char *
find_member_of_loss (const char *path)
{
  const char *dot = g_str_has_prefix (path, "losses.") ? strchr (path + strlen ("losses."), '.') : NULL;
  const char *member = dot != NULL ? dot + 1 : path;

  return g_str_has_prefix (member, "optimizer") || g_str_has_prefix (member, "hooks") ? member : NULL;
}

static gboolean
has_loss (RensaDocument *document, const char *path, const char *member)
{
  g_autofree char *loss = member > path ? g_strndup (path, (gsize) (member - path - 1)) : NULL;

  return loss != NULL && rensa_document_get (document, loss) != NULL;
}

char *
studio_step_find_path (RensaDocument *document, const char *path)
{
  const char *member = find_member_of_loss (path);
  g_autofree char *loss = NULL;

  if (member == NULL)
    return g_strdup (path);
  if (!studio_document_has_step (document))
    return g_strdup (member);
  if (has_loss (document, path, member))
    return g_strdup (path);
  if (rensa_document_count_components (document, "losses") != 1)
    return NULL;
  loss = studio_step_get_loss_path (document, 0);
  return g_strconcat (loss, ".", member, NULL);
}

char *
studio_step_name_report (RensaDocument *document, guint i)
{
  const char *name = get_text (document, "reports", i, "name");
  const char *node = get_text (document, "reports", i, "node");

  return g_strdup (name != NULL ? name : node != NULL ? node : "");
}

GStrv
studio_step_list_learning (RensaDocument *document, guint i)
{
  const char *models = get_text (document, "losses", i, "models");

  return models != NULL ? rensa_learners_split (models)
                        : rensa_network_list_learners (rensa_document_get_network (document));
}

GStrv
studio_step_list_nodes (RensaDocument *document)
{
  const RensaModel *step = rensa_network_get_model (rensa_document_get_network (document));
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < step->nodes->len; i++)
    g_strv_builder_add (names, rensa_model_get_node (step, (int) i)->name);
  return g_strv_builder_end (names);
}

const char *
studio_step_suggest_node (RensaDocument *document)
{
  const RensaModel *step = rensa_network_get_model (rensa_document_get_network (document));

  for (int i = (int) step->nodes->len; i-- > 0;)
    if (!rensa_model_get_node (step, i)->is_output && !rensa_model_is_used (step, i))
      return rensa_model_get_node (step, i)->name;
  return step->nodes->len > 0 ? rensa_model_get_node (step, (int) step->nodes->len - 1)->name : NULL;
}

static gboolean
is_among (const GArray *sources, const RensaModel *step, const RensaModelNode *node)
{
  for (guint i = 0; i < sources->len; i++)
    {
      const int number = g_array_index (sources, RensaModelSource, i).node;

      if (number >= 0 && rensa_model_get_node (step, number) == node)
        return TRUE;
    }
  return FALSE;
}

gboolean
studio_step_is_loss (const RensaNetwork *network, const RensaModelNode *node)
{
  return is_among (rensa_network_get_losses (network), rensa_network_get_model (network), node);
}

const char *
studio_step_describe_node (const RensaNetwork *network, const RensaModelNode *node)
{
  if (studio_step_is_loss (network, node))
    return _ ("loss");
  if (!is_among (rensa_network_get_reports (network), rensa_network_get_model (network), node))
    return NULL;
  /* Translators: on the card of a node whose value is reported while training. */
  return _ ("report");
}
