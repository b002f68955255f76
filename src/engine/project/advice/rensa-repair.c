/* rensa-repair.c: candidate repairs for the mistakes in a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-private.h"

#include "rensa-choices.h"
#include "rensa-document-values.h"
#include "rensa-edit-parts.h"
#include "rensa-network-faults.h"
#include "rensa-optimizer-hooks.h"

/* Maximum number of choices to offer. */
#define MOST_NAMES 8

void
rensa_repair_free (RensaRepair *repair)
{
  g_free (repair->label);
  rensa_action_clear (&repair->action);
  g_free (repair);
}

static void
repair_free (gpointer repair)
{
  rensa_repair_free (repair);
}

RensaRepair *
rensa_repairing_add (RensaRepairing *self, char *label, const RensaAction *action)
{
  RensaRepair *repair = g_new0 (RensaRepair, 1);

  repair->label = label;
  repair->action = rensa_action_copy (action);
  g_ptr_array_add (self->repairs, repair);
  return repair;
}

/* Returns the path of the mistake's component for rensa_document_set (). */
static const char *
find_path (const RensaRepairing *self)
{
  return self->node != NULL ? self->node->place : self->mistake->place;
}

void
rensa_repairs_offer_removal (RensaRepairing *self)
{
  if (self->node != NULL)
    rensa_repairing_add (self, g_strdup_printf (_ ("Remove %s"), self->name),
                         &(RensaAction){ .kind = RENSA_ACTION_REMOVE, .scope = self->scope, .name = self->name });
}

/* Offers to replace the wrong name by @name, or to remove it if @name is NULL. */
static void
offer_name (RensaRepairing *self, const char *path, RensaAttrs *attrs, const RensaWrongName *wrong, const char *name)
{
  g_autoptr (RensaJson) value = rensa_wrong_name_mend (wrong, attrs, name);

  rensa_repairing_add (
      self, name != NULL ? g_strdup_printf (_ ("Use %s"), name) : g_strdup_printf (_ ("Remove %s"), wrong->name),
      &(RensaAction){ .kind = RENSA_ACTION_SET_ATTR,
                      .path = path,
                      .attr = wrong->specs[0]->name,
                      .value = json_object_to_json_string (value) });
}

/* Offers the most similar name; without one, the available names for a single name, or removal of
 * the wrong name from a list. */
static void
offer_names (RensaRepairing *self, const char *path, RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  const gboolean is_trigger = rensa_registry_find (RENSA_COMPONENT_TRIGGER, component->name, NULL) == component;
  RensaRehearsal *rehearsal = self->findings->rehearsal;
  g_auto (RensaCatalog) bare = { .project = self->findings->project };
  RensaCatalog *catalog = rehearsal != NULL ? rensa_rehearsal_get_catalog (rehearsal) : &bare;
  g_auto (RensaWrongName) wrong = { { NULL } };
  const char *nearest;

  if (!rensa_wrong_name_find (catalog, is_trigger ? RENSA_COMPONENT_TRIGGER : RENSA_COMPONENT_EXTENSION, attrs, &wrong))
    return;
  nearest = rensa_wrong_name_find_nearest (&wrong);
  if (nearest != NULL)
    offer_name (self, path, attrs, &wrong, nearest);
  else if (wrong.has_others)
    offer_name (self, path, attrs, &wrong, NULL);
  for (guint i = 0; !wrong.has_others && i < MIN (wrong.choices->len, MOST_NAMES); i++)
    offer_name (self, path, attrs, &wrong, ((const RensaChoice *) wrong.choices->pdata[i])->name);
}

static void
offer_for_attr (RensaRepairing *self)
{
  const char *attr = self->fault->attr;
  const char *suggestion = self->fault->suggestion;
  const char *path = find_path (self);
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (self->document, path, NULL);
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  const RensaAttrSpec *spec = component != NULL && attr != NULL ? rensa_component_find_attr (component, attr) : NULL;
  g_autoptr (RensaJson) guesses = spec != NULL ? rensa_component_guess_attrs (component) : NULL;
  struct json_object *guess = spec != NULL ? rensa_json_get_member (guesses, attr) : NULL;

  if (attr == NULL)
    return;
  if (spec != NULL && spec->names != RENSA_NAMES_NOTHING)
    offer_names (self, path, attrs);
  if (spec == NULL && suggestion != NULL)
    rensa_repairing_add (
        self, g_strdup_printf (_ ("Rename %s to %s"), attr, suggestion),
        &(RensaAction){ .kind = RENSA_ACTION_RENAME_ATTR, .path = path, .attr = attr, .to = suggestion });
  if (guess != NULL)
    rensa_repairing_add (
        self, g_strdup_printf (_ ("Set %s to %s"), attr, json_object_get_string (guess)),
        &(RensaAction){
            .kind = RENSA_ACTION_SET_ATTR, .path = path, .attr = attr, .value = json_object_to_json_string (guess) });
  else
    rensa_repairing_add (self, g_strdup_printf (spec != NULL ? _ ("Reset %s") : _ ("Remove %s"), attr),
                         &(RensaAction){ .kind = RENSA_ACTION_RESET, .path = path, .attr = attr });
}

static void
offer_for_type (RensaRepairing *self)
{
  const char *path = find_path (self);
  const char *suggestion = self->fault->suggestion;

  if (suggestion != NULL)
    rensa_repairing_add (self, g_strdup_printf (_ ("Replace With %s"), suggestion),
                         &(RensaAction){ .kind = RENSA_ACTION_SET_TYPE, .path = path, .type = suggestion });
  rensa_repairs_offer_removal (self);
}

void
rensa_repairs_offer_usual (RensaRepairing *self)
{
  g_autoptr (RensaDocument) usual = rensa_document_new_empty ("");
  struct json_object *json = rensa_document_get (usual, self->mistake->place);
  const char *type = json_object_get_string (rensa_json_get_member (json, "type"));

  if (json != NULL && (type != NULL || json_object_is_type (json, json_type_string)))
    rensa_repairing_add (self, g_strdup_printf (_ ("Use %s"), type != NULL ? type : json_object_get_string (json)),
                         &(RensaAction){ .kind = RENSA_ACTION_SET_FIELD,
                                         .path = self->mistake->place,
                                         .value = json_object_to_json_string (json) });
}

static void
offer_unfreezing (RensaRepairing *self, const RensaModelNode *node)
{
  g_autofree char *path = g_strconcat (node->place, ".frozen", NULL);

  rensa_repairing_add (self, g_strdup_printf (_ ("Unfreeze %s"), node->name),
                       &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = "false" });
}

static void
offer_for_field (RensaRepairing *self)
{
  g_auto (RensaEdit) edit = { 0 };
  g_autofree char *name = NULL;

  rensa_repairs_offer_usual (self);
  if (self->fault->code == &rensa_fault_node_frozen)
    {
      offer_unfreezing (self, self->node);
      return;
    }
  if (self->node == NULL || !rensa_edit_read (&edit, self->document, self->scope, NULL))
    return;

  name = rensa_edit_name_for_type (&edit, self->node->type[0] != '\0' ? self->node->type : "node");
  rensa_repairing_add (
      self, g_strdup_printf (_ ("Rename to %s"), name),
      &(RensaAction){ .kind = RENSA_ACTION_RENAME, .scope = self->scope, .name = self->name, .to = name });
  rensa_repairs_offer_removal (self);
}

/* Offers the last parts of the network first: usually the head is trained. */
void
rensa_repairs_for_frozen (RensaRepairing *self)
{
  const RensaProject *project = self->findings->project;
  g_autoptr (GPtrArray) nodes = rensa_network_list_nodes (project->network);

  for (guint i = nodes->len; i-- > 0;)
    {
      const RensaModelNode *node = nodes->pdata[i];

      if (node->freezes && rensa_facts_get (project->facts, node)->n_params > 0)
        offer_unfreezing (self, node);
    }
}

static void
offer_for_repeat (RensaRepairing *self)
{
  g_autofree char *path = g_strconcat (find_path (self), ".repeat", NULL);

  rensa_repairing_add (self, g_strdup (_ ("Set repeat to 1")),
                       &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = "1" });
}

/* Appends to the existing hooks. */
static void
offer_wide_steps (RensaRepairing *self)
{
  const char *name = rensa_fp32_update_hook_class.name;
  struct json_object *hooks = rensa_document_get (self->document, self->mistake->place);
  const gsize n = json_object_is_type (hooks, json_type_array) ? json_object_array_length (hooks) : 0;
  g_autoptr (RensaJson) more = json_object_new_array ();

  for (gsize i = 0; i < n; i++)
    json_object_array_add (more, json_object_get (json_object_array_get_idx (hooks, i)));
  json_object_array_add (more, json_object_new_string (name));
  rensa_repairing_add (self, g_strdup_printf (_ ("Add %s"), name),
                       &(RensaAction){ .kind = RENSA_ACTION_SET_FIELD,
                                       .path = self->mistake->place,
                                       .value = json_object_to_json_string (more) });
}

/* Returns the path of the list element that contains the mistake, "extensions.2". */
static char *
dup_element (const RensaRepairing *self)
{
  g_auto (GStrv) parts = g_strsplit (self->mistake->place, ".", -1);

  return parts[0] != NULL && parts[1] != NULL ? g_strconcat (parts[0], ".", parts[1], NULL) : NULL;
}

static void
offer_without_extension (RensaRepairing *self)
{
  g_autofree char *place = dup_element (self);
  g_autoptr (RensaAttrs) attrs = place != NULL ? rensa_document_get_attrs (self->document, place, NULL) : NULL;

  if (attrs != NULL)
    rensa_repairing_add (self, g_strdup_printf (_ ("Remove %s"), _ (rensa_attrs_get_component (attrs)->title)),
                         &(RensaAction){ .kind = RENSA_ACTION_REMOVE_ELEMENT, .path = place });
}

static void
offer_for_name (RensaRepairing *self)
{
  const char *place = self->mistake->place;
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (self->document, place, NULL);

  if (attrs != NULL)
    offer_names (self, place, attrs);
  offer_without_extension (self);
}

static void
offer_for_schedule (RensaRepairing *self)
{
  const char *dot = strrchr (self->mistake->place, '.');
  g_autoptr (RensaAttrs) attrs =
      self->findings->rehearsal != NULL
          ? rensa_rehearsal_mend_schedule (self->findings->rehearsal, (guint) g_ascii_strtoull (dot + 1, NULL, 10))
          : NULL;
  g_autoptr (RensaJson) json = attrs != NULL ? rensa_attrs_to_document (attrs) : NULL;
  g_autofree char *path = g_strconcat (self->mistake->place, ".attrs", NULL);

  if (json_object_is_type (rensa_json_get_member (json, "attrs"), json_type_object))
    rensa_repairing_add (self, g_strdup (_ ("Fit Schedule to Run Length")),
                         &(RensaAction){ .kind = RENSA_ACTION_SET_FIELD,
                                         .path = path,
                                         .value = json_object_to_json_string (rensa_json_get_member (json, "attrs")) });
  offer_without_extension (self);
}

/* Finds the node with the mistake, and its model. */
static void
find_node (RensaRepairing *self)
{
  const RensaNetwork *network = self->findings->project->network;
  const char *path = self->mistake->node;

  self->model = rensa_network_find_model (network, self->scope);
  self->node = self->model != NULL && path != NULL ? rensa_network_find_node (network, path) : NULL;
  self->name = self->node != NULL ? self->node->name : NULL;
  self->number = self->node != NULL ? rensa_model_find_node (self->model, self->name) : -1;
}

/* Offers the one value that is known to work for a setting of the document. */
static void
offer_for_setting (RensaRepairing *self)
{
  if (self->mistake->kind == RENSA_MISTAKE_WEIGHTS)
    rensa_repairing_add (self, g_strdup (_ ("Start From Random Weights")),
                         &(RensaAction){ .kind = RENSA_ACTION_RESET, .path = "", .attr = "weights" });
  else if (self->mistake->kind == RENSA_MISTAKE_DEVICE)
    rensa_repairing_add (self, g_strdup (_ ("Train on the CPU")),
                         &(RensaAction){ .kind = RENSA_ACTION_SET_FIELD, .path = "device", .value = "\"cpu\"" });
  else
    rensa_repairing_add (self, g_strdup (_ ("Stratified Split")),
                         &(RensaAction){ .kind = RENSA_ACTION_SET, .path = "data.split.stratified", .value = "true" });
}

GPtrArray *
rensa_repairs_for (const RensaFindings *findings, RensaDocument *document, const RensaMistake *mistake)
{
  RensaRepairing self = { findings, document, mistake, rensa_error_get_fault (mistake->error),
                          mistake->scope != NULL ? mistake->scope : "" };

  self.repairs = g_ptr_array_new_with_free_func (repair_free);
  find_node (&self);
  switch (mistake->kind)
    {
    case RENSA_MISTAKE_ATTR:
      offer_for_attr (&self);
      break;
    case RENSA_MISTAKE_TYPE:
      offer_for_type (&self);
      break;
    case RENSA_MISTAKE_FIELD:
      offer_for_field (&self);
      break;
    case RENSA_MISTAKE_UNKNOWN_FIELD:
      break;
    case RENSA_MISTAKE_FROZEN:
      rensa_repairs_for_frozen (&self);
      break;
    case RENSA_MISTAKE_REPEAT:
      offer_for_repeat (&self);
      break;
    case RENSA_MISTAKE_WEIGHTS:
    case RENSA_MISTAKE_DEVICE:
    case RENSA_MISTAKE_SPLIT:
      offer_for_setting (&self);
      break;
    case RENSA_MISTAKE_STEPS:
      offer_wide_steps (&self);
      break;
    case RENSA_MISTAKE_NAME:
      offer_for_name (&self);
      break;
    case RENSA_MISTAKE_SCHEDULE:
      offer_for_schedule (&self);
      break;
    case RENSA_MISTAKE_EXTENSION:
      offer_without_extension (&self);
      break;
    case RENSA_MISTAKE_SHAPES:
    case RENSA_MISTAKE_DATA:
    case RENSA_MISTAKE_MEMORY:
    case RENSA_MISTAKE_LOSS:
      rensa_repairs_for_shapes (&self);
      break;
    case RENSA_MISTAKE_COMPARISON:
    case RENSA_MISTAKE_CLASSES:
    case RENSA_MISTAKE_NOTHING:
      rensa_repairs_for_comparison (&self);
      break;
    default:
      rensa_repairs_for_wires (&self);
    }
  return self.repairs;
}
