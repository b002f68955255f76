/* rensa-repair-step.c: repairs for training steps and their losses.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-private.h"

#include <string.h>

#include "rensa-network-faults.h"
#include "rensa-node-types.h"

/* Maximum number of nodes to try. */
#define MAX_NODES 4

static const RensaProject *
get_project (const RensaRepairing *self)
{
  return self->findings->project;
}

/* Returns "losses.1" for "losses.1.models"; NULL if the mistake is not in an element of a list. */
static char *
dup_element (const RensaRepairing *self)
{
  const char *dot = strchr (self->mistake->place, '.');

  return dot != NULL ? g_strndup (self->mistake->place, dot + 1 + strcspn (dot + 1, ".") - self->mistake->place) : NULL;
}

/* Returns the loss at @place, "losses.1"; NULL if there is none. */
static const RensaLossPlan *
find_loss (const RensaRepairing *self, const char *place)
{
  const GPtrArray *losses = get_project (self)->losses;

  for (guint i = 0; i < losses->len; i++)
    if (g_strcmp0 (((const RensaLossPlan *) losses->pdata[i])->place, place) == 0)
      return losses->pdata[i];
  return NULL;
}

/* Returns the name of the node that computes @loss; NULL if the node does not exist. */
static const char *
get_node_name (const RensaRepairing *self, const RensaLossPlan *loss)
{
  return loss->source.node >= 0 ? rensa_model_get_node (get_project (self)->model, loss->source.node)->name : NULL;
}

/* Returns TRUE if node @i outputs a single number that backpropagation can start from. */
static gboolean
gives_number (const RensaRepairing *self, int i)
{
  const RensaModelNode *node = rensa_model_get_node (self->model, i);
  const RensaModelSource source = { i, node->main_output };
  const RensaType *type = rensa_facts_get_type (get_project (self)->facts, self->model, &source);

  return node->kind != RENSA_MODEL_NODE_INPUT && type != NULL && rensa_shape_count (&type->shape) == 1
         && rensa_dtype_is_floating (type->dtype);
}

/* @place: (nullable): place of the loss that gets another node. */
static void
offer_loss (RensaRepairing *self, const char *name, const char *place)
{
  rensa_repairing_add (self, g_strdup_printf (_ ("Use %s as Loss"), name),
                       &(RensaAction){ .kind = RENSA_ACTION_LOSS, .name = name, .path = place });
}

/* Offers the nodes that output a single number and have no consumers, the last first. */
static void
offer_losses (RensaRepairing *self, const char *place)
{
  for (int i = (int) self->model->nodes->len - 1; i >= 0 && self->repairs->len < MAX_NODES; i--)
    if (!rensa_model_is_used (self->model, i) && !rensa_model_get_node (self->model, i)->is_output
        && gives_number (self, i))
      offer_loss (self, rensa_model_get_node (self->model, i)->name, place);
}

/* Takes ownership of @label. */
static void
offer_removal_of (RensaRepairing *self, char *label, const char *place)
{
  rensa_repairing_add (self, label, &(RensaAction){ .kind = RENSA_ACTION_REMOVE_ELEMENT, .path = place });
}

void
rensa_repairs_for_lost_output (RensaRepairing *self)
{
  g_autofree char *place = dup_element (self);
  const RensaLossPlan *loss = find_loss (self, place);
  const char *suggestion = self->fault->suggestion;

  if (place == NULL)
    return;
  if (suggestion != NULL)
    {
      g_autofree char *path = g_strconcat (place, ".node", NULL);

      rensa_repairing_add (self, g_strdup_printf (_ ("Replace With %s"), suggestion),
                           &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = suggestion });
    }
  if (loss == NULL)
    {
      offer_removal_of (self, g_strdup_printf (_ ("Remove Report of %s"), self->fault->found), place);
      return;
    }
  offer_losses (self, place);
  offer_removal_of (self, g_strdup_printf (_ ("Remove Loss %s"), loss->name), place);
}

/* Offers to train @names, except for @without (nullable), with @loss. */
static void
offer_learners (RensaRepairing *self, const RensaLossPlan *loss, GStrv names, const char *without, char *label)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) kept = NULL;
  g_autofree char *path = g_strconcat (loss->place, ".models", NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    if (g_strcmp0 (names[i], without) != 0)
      g_strv_builder_add (builder, names[i]);
  kept = g_strv_builder_end (builder);
  text = g_strjoinv (", ", kept);
  if (kept[0] == NULL)
    g_free (label);
  else
    rensa_repairing_add (self, label, &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = text });
}

/* Offers to keep the first of its two losses, then the second. */
static void
offer_for_learnt_twice (RensaRepairing *self, const RensaLossPlan *later)
{
  const GPtrArray *losses = get_project (self)->losses;
  const char *learner = self->fault->who;

  for (guint i = 0; losses->pdata[i] != later; i++)
    {
      const RensaLossPlan *earlier = losses->pdata[i];
      const char *first = get_node_name (self, earlier);
      const char *second = get_node_name (self, later);

      if (first == NULL || second == NULL || !rensa_loss_teaches (earlier, learner))
        continue;
      offer_learners (self, later, later->models, learner,
                      g_strdup_printf (_ ("Train %s to Minimize %s Only"), learner, first));
      offer_learners (self, earlier, earlier->models, learner,
                      g_strdup_printf (_ ("Train %s to Minimize %s Only"), learner, second));
    }
}

/* Returns TRUE if a loss other than @loss trains @learner. */
static gboolean
is_taught (const RensaRepairing *self, const RensaLossPlan *loss, const char *learner)
{
  const GPtrArray *losses = get_project (self)->losses;

  for (guint i = 0; i < losses->len; i++)
    {
      const RensaLossPlan *other = losses->pdata[i];

      if (other != loss && rensa_loss_teaches (other, learner))
        return TRUE;
    }
  return FALSE;
}

/* Offers the models and links that @loss reaches and no other loss trains. */
static void
offer_reached (RensaRepairing *self, const RensaLossPlan *loss)
{
  g_auto (GStrv) all = rensa_network_list_learners (get_project (self)->network);
  g_autofree gboolean *is_reached = rensa_step_list_reached (get_project (self)->model, loss->source.node);

  for (guint i = 0; all[i] != NULL; i++)
    if (rensa_step_learns (get_project (self)->model, is_reached, all[i]) && !is_taught (self, loss, all[i]))
      {
        char *one[] = { all[i], NULL };

        offer_learners (self, loss, one, NULL,
                        g_strdup_printf (_ ("Train %s to Minimize %s"), all[i], get_node_name (self, loss)));
      }
}

static void
offer_name (RensaRepairing *self, const RensaLossPlan *loss)
{
  g_autofree char *path = g_strconcat (loss->place, ".name", NULL);
  const char *names[] = { loss->models[0], get_node_name (self, loss) };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL && strcmp (names[i], loss->name) != 0)
      rensa_repairing_add (self, g_strdup_printf (_ ("Rename to %s"), names[i]),
                           &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = names[i] });
}

/* Offers the mean of the node's output, for a loss that does not reduce it to one number itself. */
static void
offer_mean (RensaRepairing *self, const RensaLossPlan *loss)
{
  rensa_repairing_add (
      self, g_strdup_printf (_ ("Use the Mean of %s as Loss"), get_node_name (self, loss)),
      &(RensaAction){
          .kind = RENSA_ACTION_LOSS, .name = get_node_name (self, loss), .type = "average", .path = loss->place });
}

void
rensa_repairs_for_loss (RensaRepairing *self)
{
  g_autofree char *place = dup_element (self);
  const RensaLossPlan *loss = find_loss (self, place);
  const RensaFaultCode *code = self->fault->code;

  if (loss == NULL || get_node_name (self, loss) == NULL)
    {
      if (code == &rensa_fault_no_losses && self->model != NULL)
        offer_losses (self, NULL);
      return;
    }
  if (code == &rensa_fault_loss_size)
    offer_mean (self, loss);
  if (code == &rensa_fault_learnt_twice)
    offer_for_learnt_twice (self, loss);
  if (code == &rensa_fault_loss_name)
    offer_name (self, loss);
  if (code == &rensa_fault_no_such_model)
    offer_learners (self, loss, loss->models, self->fault->found,
                    g_strdup_printf (_ ("Remove %s"), self->fault->found));
  if (code == &rensa_fault_learners_frozen)
    rensa_repairs_for_frozen (self);
  if (code == &rensa_fault_no_such_model || code == &rensa_fault_learnt_by_nobody)
    offer_reached (self, loss);
  if (code == &rensa_fault_learnt_by_nobody)
    offer_losses (self, loss->place);
  if (get_project (self)->losses->len > 1)
    offer_removal_of (self, g_strdup_printf (_ ("Remove Loss %s"), loss->name), loss->place);
}

/* Returns TRUE if another Field of the step uses value @i of an example. */
static gboolean
is_taken (const RensaRepairing *self, int i)
{
  for (guint j = 0; j < self->model->inputs->len; j++)
    if (rensa_model_get_input (self->model, j) != self->number && rensa_step_get_field (self->model, j) == i)
      return TRUE;
  return FALSE;
}

/* Offers the values that no other Field uses first. */
void
rensa_repairs_for_field (RensaRepairing *self)
{
  const int n = self->findings->n_fields;
  g_autofree char *path = g_strconcat (self->node->place, ".index", NULL);

  for (int i = 0; i < 2 * n && self->repairs->len < MAX_NODES; i++)
    if (is_taken (self, i % n) == (i >= n))
      {
        g_autofree char *value = g_strdup_printf ("%d", i % n);

        rensa_repairing_add (self, g_strdup_printf (_ ("Set %s to %s"), "index", value),
                             &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = value });
      }
  rensa_repairs_offer_removal (self);
}

void
rensa_repairs_for_uncalled (RensaRepairing *self)
{
  const RensaModel *step = get_project (self)->model;
  const char *model = self->node->name;

  for (int i = (int) step->nodes->len - 1; i >= 0 && self->repairs->len < MAX_NODES; i--)
    if (self->node->model->inputs->len == 1 && !rensa_model_is_used (step, i)
        && !rensa_model_get_node (step, i)->is_output)
      rensa_repairing_add (
          self, g_strdup_printf (_ ("Call %s With %s"), model, rensa_model_get_node (step, i)->name),
          &(RensaAction){ .kind = RENSA_ACTION_CALL, .name = model, .from = rensa_model_get_node (step, i)->name });
  rensa_repairing_add (self, g_strdup_printf (_ ("Remove Model %s"), model),
                       &(RensaAction){ .kind = RENSA_ACTION_REMOVE_MODEL, .name = model });
}

/* A node without consumers can become a loss or a report. */
void
rensa_repairs_for_end (RensaRepairing *self)
{
  if (gives_number (self, self->number))
    offer_loss (self, self->name, NULL);
  rensa_repairing_add (self, g_strdup_printf (_ ("Report %s"), self->name),
                       &(RensaAction){ .kind = RENSA_ACTION_REPORT, .name = self->name });
}
