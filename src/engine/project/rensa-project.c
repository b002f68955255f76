/* rensa-project.c: the fields of a document, read and checked one by one.
 * SPDX-License-Identifier: MIT */

#include "rensa-project-private.h"

static void
extension_plan_free (gpointer data)
{
  RensaExtensionPlan *plan = data;

  g_clear_pointer (&plan->attrs, rensa_attrs_unref);
  g_clear_pointer (&plan->trigger, rensa_attrs_unref);
  g_free (plan->name);
  g_free (plan);
}

void
rensa_project_free (RensaProject *project)
{
  RensaAttrs *const all[] = { project->settings, project->split,     project->dataset, project->iterator, project->loss,
                              project->accuracy, project->optimizer, project->updater, project->stop };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i] != NULL)
      rensa_attrs_unref (all[i]);
  g_clear_pointer (&project->model, rensa_model_free);
  g_ptr_array_unref (project->hooks);
  g_ptr_array_unref (project->extensions);
  g_free (project);
}

const RensaSettings *
rensa_project_get_settings (RensaProject *project)
{
  return rensa_attrs_get_values (project->settings);
}

/* "data.dataset: " before the message; just "dataset: " for the document's own fields. */
static gboolean
prefix_field (GError **error, const char *parent, const char *name)
{
  g_prefix_error (error, "%s%s%s: ", parent, parent[0] != '\0' ? "." : "", name);
  return FALSE;
}

/* NULL without an error for None. */
static RensaAttrs *
read_component (const RensaField *parent, struct json_object *json, const char *place, const char *name, GError **error)
{
  const RensaField *field = rensa_field_find (parent, name);
  gboolean is_none;
  g_autoptr (RensaJson) value = rensa_field_get (field, json, &is_none);
  g_autoptr (RensaAttrs) attrs = NULL;

  if (is_none && field->allow_none)
    return NULL;
  if (value == NULL)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "the name of %s was expected, but there is none.",
                   field->kind == RENSA_COMPONENT_FUNCTION ? "a function"
                                                           : rensa_component_kind_get_name (field->kind));
      prefix_field (error, place, name);
      return NULL;
    }

  attrs = rensa_field_read_component (field, value, error);
  if (attrs == NULL || !rensa_attrs_check_complete (attrs, error))
    {
      prefix_field (error, place, name);
      return NULL;
    }
  return g_steal_pointer (&attrs);
}

static gboolean
require_component (const RensaField *parent, struct json_object *json, const char *place, const char *name,
                   RensaAttrs **attrs, GError **error)
{
  *attrs = read_component (parent, json, place, name, error);
  return *attrs != NULL;
}

static struct json_object *
require_object (const RensaField *field, struct json_object *json, const char *place, GError **error)
{
  gboolean is_none;
  g_autoptr (RensaJson) value = rensa_field_get (field, json, &is_none);
  g_autofree char *found = NULL;

  if (json_object_is_type (value, json_type_object))
    return g_steal_pointer (&value);

  found = value != NULL ? rensa_excerpt_json (value) : g_strdup ("nothing");
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "an object was expected, but there is %s.", found);
  prefix_field (error, place, field->name);
  return NULL;
}

static gboolean
read_data (RensaProject *project, struct json_object *json, GError **error)
{
  const RensaField *field = rensa_field_find (&rensa_document_field, "data");
  g_autoptr (RensaJson) data = require_object (field, json, "", error);
  g_autoptr (RensaJson) split = NULL;

  if (data == NULL || !require_component (field, data, "data", "dataset", &project->dataset, error)
      || !require_component (field, data, "data", "iterator", &project->iterator, error))
    return FALSE;

  split = require_object (rensa_field_find (field, "split"), data, "data", error);
  if (split == NULL)
    return FALSE;

  project->split = rensa_settings_read (rensa_field_find (field, "split")->settings, split, error);
  return project->split != NULL || rensa_prefix_place (error, "data");
}

/* An array of components; @read_one adds one of them. */
static gboolean
read_list (RensaProject *project, struct json_object *json, const char *name,
           gboolean (*read_one) (RensaProject *project, const RensaField *field, struct json_object *json,
                                 GError **error),
           GError **error)
{
  const RensaField *field = rensa_field_find (&rensa_document_field, name);
  gboolean is_none;
  g_autoptr (RensaJson) list = rensa_field_get (field, json, &is_none);

  if (!json_object_is_type (list, json_type_array))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: an array was expected.", name);
      return FALSE;
    }
  for (size_t i = 0; i < json_object_array_length (list); i++)
    if (!read_one (project, field, json_object_array_get_idx (list, i), error))
      {
        g_prefix_error (error, "%s.%u: ", name, (guint) i);
        return FALSE;
      }
  return TRUE;
}

static RensaAttrs *
read_element (const RensaField *field, struct json_object *json, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_field_read_component (field, json, error);

  return attrs != NULL && rensa_attrs_check_complete (attrs, error) ? g_steal_pointer (&attrs) : NULL;
}

static gboolean
read_hook (RensaProject *project, const RensaField *field, struct json_object *json, GError **error)
{
  RensaAttrs *attrs = read_element (field, json, error);

  if (attrs != NULL)
    g_ptr_array_add (project->hooks, attrs);
  return attrs != NULL;
}

static gboolean
read_extension (RensaProject *project, const RensaField *field, struct json_object *json, GError **error)
{
  RensaExtensionPlan *plan = g_new0 (RensaExtensionPlan, 1);
  g_autoptr (GError) problem = NULL;
  g_autoptr (RensaAttrs) settings = NULL;

  g_ptr_array_add (project->extensions, plan);
  plan->attrs = read_element (field, json, error);
  if (plan->attrs == NULL || json_object_is_type (json, json_type_string))
    return plan->attrs != NULL;

  settings = rensa_settings_read (field->settings, json, error);
  if (settings == NULL)
    return FALSE;

  plan->name = g_strdup (((const RensaExtensionSettings *) rensa_attrs_get_values (settings))->name);
  plan->trigger = read_component (field, json, "", "trigger", &problem);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return error == NULL || *error == NULL;
}

static gboolean
check_device (RensaProject *project, GError **error)
{
  const char *device = rensa_project_get_settings (project)->device;

  if (strcmp (device, "cpu") == 0)
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "device: there is no device %s here, only cpu.", device);
  return FALSE;
}

static gboolean
check_dtype (RensaProject *project, GError **error)
{
  const RensaDtype dtype = rensa_project_get_settings (project)->dtype;

  if (rensa_dtype_is_floating (dtype))
    return TRUE;

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               "dtype: float16, float32 or float64 was expected, but %s was given.", rensa_dtype_get_name (dtype));
  return FALSE;
}

static gboolean
read_settings (RensaProject *project, struct json_object *json, GError **error)
{
  project->settings = rensa_settings_read (rensa_document_field.settings, json, error);
  return project->settings != NULL && check_device (project, error) && check_dtype (project, error);
}

static gboolean
read_accuracy (RensaProject *project, struct json_object *json, GError **error)
{
  g_autoptr (GError) problem = NULL;

  project->accuracy = read_component (&rensa_document_field, json, "", "accuracy", &problem);
  if (problem == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
read_all (RensaProject *project, struct json_object *json, GError **error)
{
  const RensaField *root = &rensa_document_field;

  if (!read_settings (project, json, error) || !read_data (project, json, error))
    return FALSE;

  project->model = rensa_model_new (rensa_json_get_member (json, "model"), "model", FALSE, error);
  return project->model != NULL && require_component (root, json, "", "loss", &project->loss, error)
         && read_accuracy (project, json, error)
         && require_component (root, json, "", "optimizer", &project->optimizer, error)
         && require_component (root, json, "", "updater", &project->updater, error)
         && require_component (root, json, "", "stop", &project->stop, error)
         && read_list (project, json, "hooks", read_hook, error)
         && read_list (project, json, "extensions", read_extension, error);
}

RensaProject *
rensa_project_new (RensaDocument *document, GError **error)
{
  g_autoptr (RensaProject) project = g_new0 (RensaProject, 1);

  project->hooks = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  project->extensions = g_ptr_array_new_with_free_func (extension_plan_free);
  if (!read_all (project, rensa_document_get_json (document), error))
    {
      rensa_prefix_place (error, rensa_document_get_place (document));
      return NULL;
    }
  return g_steal_pointer (&project);
}
