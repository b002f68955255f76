/* rensa-repair.c: changes that might mend what is wrong with a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-repair-private.h"

#include "rensa-edit-private.h"

void
rensa_repair_free (RensaRepair *repair)
{
  g_free (repair->label);
  g_strfreev (repair->args);
  g_free (repair);
}

static void
repair_free (gpointer repair)
{
  rensa_repair_free (repair);
}

RensaRepair *
rensa_repairing_add (RensaRepairing *self, RensaRepairFunc apply, char *label, ...)
{
  RensaRepair *repair = g_new0 (RensaRepair, 1);
  g_autoptr (GStrvBuilder) args = g_strv_builder_new ();
  const char *arg;
  va_list list;

  va_start (list, label);
  while ((arg = va_arg (list, const char *)) != NULL)
    g_strv_builder_add (args, arg);
  va_end (list);

  repair->label = label;
  repair->apply = apply;
  repair->args = g_strv_builder_end (args);
  g_ptr_array_add (self->repairs, repair);
  return repair;
}

/* Path and text, as rensa_document_set () takes them. */
gboolean
rensa_repair_set (RensaDocument *document, char **args, GError **error)
{
  g_autofree char *assignment = g_strdup_printf ("%s=%s", args[0], args[1]);

  return rensa_document_set (document, assignment, error);
}

/* The path of an object, the name of a member. */
static gboolean
apply_reset (RensaDocument *document, char **args, GError **error)
{
  struct json_object *json =
      args[0][0] != '\0' ? rensa_document_get (document, args[0]) : rensa_document_get_json (document);
  struct json_object *attrs = rensa_json_get_member (json, "attrs");

  if (!json_object_is_type (json, json_type_object))
    return FALSE;
  json_object_object_del (json_object_is_type (attrs, json_type_object) ? attrs : json, args[1]);
  return TRUE;
}

/* The path of a component, the name of an attribute and JSON; whatever else is wrong with the component. */
gboolean
rensa_repair_set_attr (RensaDocument *document, char **args, GError **error)
{
  struct json_object *json = rensa_document_get (document, args[0]);
  struct json_object *attrs = rensa_json_get_member (json, "attrs");

  if (!json_object_is_type (json, json_type_object))
    return FALSE;
  if (!json_object_is_type (attrs, json_type_object))
    {
      attrs = json_object_new_object ();
      json_object_object_add (json, "attrs", attrs);
    }
  json_object_object_add (attrs, args[1], json_tokener_parse (args[2]));
  return TRUE;
}

/* The path of a component, the names of an attribute that there is not and of one that there is. */
static gboolean
apply_rename_attr (RensaDocument *document, char **args, GError **error)
{
  struct json_object *attrs = rensa_json_get_member (rensa_document_get (document, args[0]), "attrs");
  struct json_object *value = rensa_json_get_member (attrs, args[1]);

  if (value == NULL)
    return FALSE;
  json_object_object_add (attrs, args[2], json_object_get (value));
  json_object_object_del (attrs, args[1]);
  return TRUE;
}

/* The path of a component, and its type; the attributes stay. */
static gboolean
apply_type (RensaDocument *document, char **args, GError **error)
{
  struct json_object *json = rensa_document_get (document, args[0]);

  if (!json_object_is_type (json, json_type_object))
    return rensa_repair_set (document, args, error);
  json_object_object_add (json, "type", json_object_new_string (args[1]));
  return TRUE;
}

/* The path of a field, and JSON. */
static gboolean
apply_field (RensaDocument *document, char **args, GError **error)
{
  const char *dot = strrchr (args[0], '.');
  g_autofree char *parent = dot != NULL ? g_strndup (args[0], dot - args[0]) : NULL;
  struct json_object *json =
      parent != NULL ? rensa_document_get (document, parent) : rensa_document_get_json (document);

  if (!json_object_is_type (json, json_type_object))
    return FALSE;
  json_object_object_add (json, dot != NULL ? dot + 1 : args[0], json_tokener_parse (args[1]));
  return TRUE;
}

/* Scope and name. */
gboolean
rensa_repair_remove (RensaDocument *document, char **args, GError **error)
{
  const char *const names[] = { args[1], NULL };

  return rensa_document_remove_nodes (document, args[0], names, error);
}

static gboolean
apply_rename (RensaDocument *document, char **args, GError **error)
{
  return rensa_document_rename_node (document, args[0], args[1], args[2], error);
}

/* "did you mean Linear?" */
static char *
find_suggestion (const char *message)
{
  const char *at = strstr (message, "did you mean ");
  const char *name = at != NULL ? at + strlen ("did you mean ") : "";

  return name[0] != '\0' ? g_strndup (name, strcspn (name, "?")) : NULL;
}

/* The path of a mistake's component for rensa_document_set (). */
static char *
find_path (const RensaMistake *mistake)
{
  return mistake->node != NULL ? g_strconcat ("model.", mistake->node, NULL) : g_strdup (mistake->place);
}

void
rensa_repairs_offer_removal (RensaRepairing *self)
{
  if (self->node != NULL)
    rensa_repairing_add (self, rensa_repair_remove, g_strdup_printf (_ ("Remove %s"), self->name), self->scope,
                         self->name, NULL);
}

static void
offer_for_attr (RensaRepairing *self)
{
  const char *attr = self->mistake->detail;
  g_autofree char *path = find_path (self->mistake);
  g_autofree char *suggestion = find_suggestion (self->mistake->error->message);
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (self->document, path, NULL);
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  const RensaAttrSpec *spec = component != NULL && attr != NULL ? rensa_component_find_attr (component, attr) : NULL;
  g_autoptr (RensaJson) guesses = spec != NULL ? rensa_component_guess_attrs (component) : NULL;
  struct json_object *guess = spec != NULL ? rensa_json_get_member (guesses, attr) : NULL;

  if (attr == NULL)
    return;
  if (spec == NULL && suggestion != NULL)
    rensa_repairing_add (self, apply_rename_attr, g_strdup_printf (_ ("Rename %s to %s"), attr, suggestion), path, attr,
                         suggestion, NULL);
  if (guess != NULL)
    rensa_repairing_add (self, rensa_repair_set_attr,
                         g_strdup_printf (_ ("Set %s to %s"), attr, json_object_get_string (guess)), path, attr,
                         json_object_to_json_string (guess), NULL);
  else
    rensa_repairing_add (self, apply_reset, g_strdup_printf (spec != NULL ? _ ("Reset %s") : _ ("Remove %s"), attr),
                         path, attr, NULL);
}

static void
offer_for_type (RensaRepairing *self)
{
  g_autofree char *path = find_path (self->mistake);
  g_autofree char *suggestion = find_suggestion (self->mistake->error->message);

  if (suggestion != NULL)
    rensa_repairing_add (self, apply_type, g_strdup_printf (_ ("Replace by %s"), suggestion), path, suggestion, NULL);
  rensa_repairs_offer_removal (self);
}

/* What a new document has there. */
static void
offer_usual_field (RensaRepairing *self)
{
  g_autoptr (RensaDocument) usual = rensa_document_new_empty ("");
  struct json_object *json = rensa_document_get (usual, self->mistake->place);
  const char *type = json_object_get_string (rensa_json_get_member (json, "type"));

  if (json != NULL && (type != NULL || json_object_is_type (json, json_type_string)))
    rensa_repairing_add (self, apply_field,
                         g_strdup_printf (_ ("Use %s"), type != NULL ? type : json_object_get_string (json)),
                         self->mistake->place, json_object_to_json_string (json), NULL);
}

static void
offer_for_field (RensaRepairing *self)
{
  g_auto (RensaEdit) edit = { 0 };
  g_autofree char *name = NULL;

  offer_usual_field (self);
  if (self->node == NULL || !rensa_edit_open (&edit, self->document, self->scope, NULL))
    return;

  name = rensa_edit_name_for_type (&edit, self->node->type[0] != '\0' ? self->node->type : "node");
  rensa_repairing_add (self, apply_rename, g_strdup_printf (_ ("Rename to %s"), name), self->scope, self->name, name,
                       NULL);
  rensa_repairs_offer_removal (self);
}

static void
offer_for_repeat (RensaRepairing *self)
{
  g_autofree char *path = g_strdup_printf ("model.%s.repeat", self->mistake->node);

  rensa_repairing_add (self, rensa_repair_set, g_strdup (_ ("Set repeat to 1")), path, "1", NULL);
}

/* Finds the node that the mistake is about, and the model it is in. */
static void
find_node (RensaRepairing *self)
{
  const RensaMistake *mistake = self->mistake;
  RensaModel *model = self->findings->project->model;
  g_auto (GStrv) names = g_strsplit (self->scope, ".", -1);
  const char *name = mistake->node != NULL ? strrchr (mistake->node, '.') : NULL;
  int i;

  for (guint j = 0; names[j] != NULL && model != NULL; j++)
    {
      i = rensa_model_find_node (model, names[j]);
      model = i >= 0 ? rensa_model_get_node (model, i)->model : NULL;
    }
  self->model = model;
  i = model != NULL && mistake->node != NULL ? rensa_model_find_node (model, name != NULL ? name + 1 : mistake->node)
                                             : -1;
  self->node = i >= 0 ? rensa_model_get_node (model, i) : NULL;
  self->number = i;
  self->name = self->node != NULL ? self->node->name : NULL;
}

GPtrArray *
rensa_repairs_for (const RensaFindings *findings, RensaDocument *document, const RensaMistake *mistake)
{
  RensaRepairing self = { findings, document, mistake, mistake->scope != NULL ? mistake->scope : "" };

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
    case RENSA_MISTAKE_REPEAT:
      offer_for_repeat (&self);
      break;
    case RENSA_MISTAKE_SHAPES:
    case RENSA_MISTAKE_DATA:
    case RENSA_MISTAKE_MEMORY:
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
