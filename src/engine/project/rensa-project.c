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
  g_ptr_array_unref (project->mistakes);
  g_free (project);
}

const RensaSettings *
rensa_project_get_settings (RensaProject *project)
{
  static const RensaSettings usual = { .device = (char *) "cpu", .dtype = RENSA_FLOAT32 };

  return project->settings != NULL ? rensa_attrs_get_values (project->settings) : &usual;
}

/* "data.dataset"; just "loss" for the document's own fields. */
static char *
join_place (const char *parent, const char *name)
{
  return parent[0] != '\0' ? g_strconcat (parent, ".", name, NULL) : g_strdup (name);
}

typedef struct
{
  RensaMistakes *mistakes;
  const char *place;
  guint n_mistakes;
} Reading;

static void
take_mistake (gpointer data, const char *attr, GError *error)
{
  Reading *reading = data;
  const RensaMistakeKind kind = attr != NULL                                                  ? RENSA_MISTAKE_ATTR
                                : g_error_matches (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND) ? RENSA_MISTAKE_TYPE
                                                                                              : RENSA_MISTAKE_FIELD;
  RensaMistake *mistake = rensa_mistakes_take (reading->mistakes, kind, reading->place, error);

  mistake->detail = g_strdup (attr);
  reading->n_mistakes++;
}

/* NULL with a mistake where anything is wrong with it. */
static RensaAttrs *
read_value (RensaProject *project, const RensaField *field, struct json_object *json, const char *place)
{
  Reading reading = { project->mistakes, place, 0 };
  g_autoptr (RensaAttrs) attrs = rensa_field_read_tolerantly (field, json, take_mistake, &reading);
  GError *error = NULL;

  if (reading.n_mistakes > 0)
    return NULL;
  if (!rensa_attrs_check_complete (attrs, &error))
    {
      take_mistake (&reading, rensa_attrs_find_missing (attrs), error);
      return NULL;
    }
  return g_steal_pointer (&attrs);
}

/* NULL without a mistake for None. */
static RensaAttrs *
read_component (RensaProject *project, const RensaField *parent, struct json_object *json, const char *place,
                const char *name)
{
  const RensaField *field = rensa_field_find (parent, name);
  g_autofree char *own_place = join_place (place, name);
  gboolean is_none;
  g_autoptr (RensaJson) value = rensa_field_get (field, json, &is_none);

  if (value != NULL)
    return read_value (project, field, value, own_place);
  if (!is_none || !field->allow_none)
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, own_place, RENSA_ERROR_INVALID,
                        "the name of %s was expected, but there is none.",
                        field->kind == RENSA_COMPONENT_FUNCTION ? "a function"
                                                                : rensa_component_kind_get_name (field->kind));
  return NULL;
}

/* NULL with a mistake where there is none. */
static struct json_object *
read_object (RensaProject *project, const RensaField *field, struct json_object *json, const char *place)
{
  gboolean is_none;
  g_autoptr (RensaJson) value = rensa_field_get (field, json, &is_none);
  g_autofree char *own_place = join_place (place, field->name);
  g_autofree char *found = NULL;

  if (json_object_is_type (value, json_type_object))
    return g_steal_pointer (&value);

  found = value != NULL ? rensa_excerpt_json (value) : g_strdup ("nothing");
  rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, own_place, RENSA_ERROR_INVALID,
                      "an object was expected, but there is %s.", found);
  return NULL;
}

static RensaAttrs *
read_settings (RensaProject *project, const RensaComponent *settings, struct json_object *json, const char *place)
{
  g_autoptr (GError) error = NULL;
  RensaAttrs *attrs = rensa_settings_read (settings, json, &error);
  g_autofree char *own = g_strconcat (place, ": ", NULL);

  /* The component of the document's own settings is called like their place. */
  if (attrs == NULL)
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, place, error->code, "%s",
                        error->message + (g_str_has_prefix (error->message, own) ? strlen (own) : 0));
  return attrs;
}

static void
read_data (RensaProject *project, struct json_object *json)
{
  const RensaField *field = rensa_field_find (&rensa_document_field, "data");
  const RensaField *split_field = rensa_field_find (field, "split");
  g_autoptr (RensaJson) data = read_object (project, field, json, "");
  g_autoptr (RensaJson) split = NULL;

  if (data == NULL)
    return;

  project->dataset = read_component (project, field, data, "data", "dataset");
  project->iterator = read_component (project, field, data, "data", "iterator");
  split = read_object (project, split_field, data, "data");
  if (split != NULL)
    project->split = read_settings (project, split_field->settings, split, "data");
}

/* An array of components; @read_one adds one of them. */
static void
read_list (RensaProject *project, struct json_object *json, const char *name,
           void (*read_one) (RensaProject *project, const RensaField *field, struct json_object *json,
                             const char *place))
{
  const RensaField *field = rensa_field_find (&rensa_document_field, name);
  gboolean is_none;
  g_autoptr (RensaJson) list = rensa_field_get (field, json, &is_none);
  const gsize n = json_object_is_type (list, json_type_array) ? json_object_array_length (list) : 0;

  if (!json_object_is_type (list, json_type_array))
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, name, RENSA_ERROR_INVALID, "an array was expected.");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *place = g_strdup_printf ("%s.%" G_GSIZE_FORMAT, name, i);

      read_one (project, field, json_object_array_get_idx (list, i), place);
    }
}

static void
read_hook (RensaProject *project, const RensaField *field, struct json_object *json, const char *place)
{
  RensaAttrs *attrs = read_value (project, field, json, place);

  if (attrs != NULL)
    g_ptr_array_add (project->hooks, attrs);
}

static void
read_extension (RensaProject *project, const RensaField *field, struct json_object *json, const char *place)
{
  RensaExtensionPlan *plan = g_new0 (RensaExtensionPlan, 1);
  g_autoptr (RensaAttrs) settings = NULL;

  g_ptr_array_add (project->extensions, plan);
  plan->attrs = read_value (project, field, json, place);
  if (!json_object_is_type (json, json_type_object))
    return;

  settings = read_settings (project, field->settings, json, place);
  if (settings != NULL)
    plan->name = g_strdup (((const RensaExtensionSettings *) rensa_attrs_get_values (settings))->name);
  plan->trigger = read_component (project, field, json, place, "trigger");
}

static void
check_settings (RensaProject *project)
{
  const RensaSettings *settings = rensa_project_get_settings (project);

  if (strcmp (settings->device, "cpu") != 0)
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, "device", RENSA_ERROR_NOT_FOUND,
                        "there is no device %s here, only cpu.", settings->device);
  if (!rensa_dtype_is_floating (settings->dtype))
    {
      rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, "dtype", RENSA_ERROR_INVALID,
                          "float16, float32 or float64 was expected, but %s was given.",
                          rensa_dtype_get_name (settings->dtype));
      g_clear_pointer (&project->settings, rensa_attrs_unref);
    }
}

static void
read_all (RensaProject *project, RensaDocument *document)
{
  const RensaField *root = &rensa_document_field;
  struct json_object *json = rensa_document_get_json (document);

  project->settings = read_settings (project, root->settings, json, "document");
  if (project->settings != NULL)
    check_settings (project);
  read_data (project, json);
  project->model = rensa_model_new (rensa_json_get_member (json, "model"), project->mistakes);
  project->loss = read_component (project, root, json, "", "loss");
  project->accuracy = read_component (project, root, json, "", "accuracy");
  project->optimizer = read_component (project, root, json, "", "optimizer");
  project->updater = read_component (project, root, json, "", "updater");
  project->stop = read_component (project, root, json, "", "stop");
  read_list (project, json, "hooks", read_hook);
  read_list (project, json, "extensions", read_extension);
}

RensaProject *
rensa_project_new (RensaDocument *document)
{
  RensaProject *project = g_new0 (RensaProject, 1);

  project->mistakes = rensa_mistakes_new ();
  project->hooks = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  project->extensions = g_ptr_array_new_with_free_func (extension_plan_free);
  read_all (project, document);
  return project;
}
