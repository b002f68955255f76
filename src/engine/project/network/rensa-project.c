/* rensa-project.c: reads and checks the fields of a document one by one.
 * SPDX-License-Identifier: MIT */

#include "rensa-project-parts.h"

#include "rensa-choices.h"
#include "rensa-device-find.h"
#include "rensa-language.h"
#include "rensa-network-faults.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-updater.h"

static void
extension_plan_free (gpointer data)
{
  RensaExtensionPlan *plan = data;

  g_clear_pointer (&plan->attrs, rensa_attrs_unref);
  g_clear_pointer (&plan->trigger, rensa_attrs_unref);
  g_free (plan->name);
  g_free (plan);
}

static void
loss_plan_free (gpointer data)
{
  RensaLossPlan *plan = data;

  g_clear_pointer (&plan->optimizer, rensa_attrs_unref);
  g_ptr_array_unref (plan->hooks);
  g_hash_table_unref (plan->learners);
  g_strfreev (plan->models);
  g_free (plan->name);
  g_free (plan->place);
  g_free (plan);
}

static void
report_plan_free (gpointer data)
{
  g_free (((RensaReportPlan *) data)->name);
  g_free (data);
}

void
rensa_project_free (RensaProject *project)
{
  RensaAttrs *const all[] = { project->settings, project->split,     project->dataset, project->iterator, project->loss,
                              project->accuracy, project->optimizer, project->updater, project->stop };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i] != NULL)
      rensa_attrs_unref (all[i]);
  g_clear_pointer (&project->facts, rensa_facts_unref);
  rensa_network_unref (project->network);
  g_ptr_array_unref (project->transforms);
  g_ptr_array_unref (project->hooks);
  g_ptr_array_unref (project->extensions);
  g_ptr_array_unref (project->losses);
  g_ptr_array_unref (project->reports);
  g_ptr_array_unref (project->mistakes);
  g_free (project);
}

const RensaSettings *
rensa_project_get_settings (RensaProject *project)
{
  static const RensaSettings usual = { .device = (char *) "cpu", .dtype = RENSA_FLOAT32 };

  return project->settings != NULL ? rensa_attrs_get_values (project->settings) : &usual;
}

/* Returns "data.dataset"; just "loss" for the document's own fields. */
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

  rensa_mistakes_take (reading->mistakes, kind, reading->place, error);
  reading->n_mistakes++;
}

/* Returns NULL and adds a mistake if it is invalid. */
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

/* Returns NULL without a mistake for None. */
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
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, own_place,
                        &(RensaFault){ .code = &rensa_fault_no_name,
                                       .expected = field->kind == RENSA_COMPONENT_FUNCTION
                                                       ? N_ ("a function")
                                                       : rensa_component_kind_get_name (field->kind) });
  return NULL;
}

/* Returns NULL and adds a mistake if there is none. */
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
  rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, own_place,
                      &(RensaFault){ .code = &rensa_fault_no_object, .found = found });
  return NULL;
}

static RensaAttrs *
read_settings (RensaProject *project, const RensaComponent *settings, struct json_object *json, const char *place)
{
  GError *error = NULL;
  RensaAttrs *attrs = rensa_settings_read (settings, json, &error);

  /* The component of the document's own settings has the same name as its place, so the message need
   * not repeat it. */
  if (attrs == NULL && g_strcmp0 (rensa_error_get_fault (error)->who, place) == 0)
    rensa_error_name (&error, NULL);
  if (attrs == NULL)
    rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_FIELD, place, error);
  return attrs;
}

typedef void (*ReadFunc) (RensaProject *project, const RensaField *field, struct json_object *json, const char *place,
                          GPtrArray *list);

/* Reads an array; @read_one adds each element to @target. @parent, @at: the object that contains
 * it, and its place. */
static void
read_list (RensaProject *project, const RensaField *parent, struct json_object *json, const char *at, const char *name,
           ReadFunc read_one, GPtrArray *target)
{
  const RensaField *field = rensa_field_find (parent, name);
  g_autofree char *list_place = join_place (at, name);
  gboolean is_none;
  g_autoptr (RensaJson) list = rensa_field_get (field, json, &is_none);
  const gsize n = json_object_is_type (list, json_type_array) ? json_object_array_length (list) : 0;

  if (!json_object_is_type (list, json_type_array))
    rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, list_place,
                        &(RensaFault){ .code = &rensa_fault_no_array });
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *place = g_strdup_printf ("%s.%" G_GSIZE_FORMAT, list_place, i);

      read_one (project, field, json_object_array_get_idx (list, i), place, target);
    }
}

static void
read_attrs (RensaProject *project, const RensaField *field, struct json_object *json, const char *place,
            GPtrArray *list)
{
  RensaAttrs *attrs = read_value (project, field, json, place);

  if (attrs != NULL)
    g_ptr_array_add (list, attrs);
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
  read_list (project, field, data, "data", "preprocessing", read_attrs, project->transforms);
  split = read_object (project, split_field, data, "data");
  if (split != NULL)
    project->split = read_settings (project, split_field->settings, split, "data");
}

static void
take_extension_settings (RensaExtensionPlan *plan, const RensaExtensionSettings *settings)
{
  plan->name = g_strdup (settings->name);
  plan->priority = settings->priority;
  plan->before_training = settings->call_before_training;
}

static void
read_extension (RensaProject *project, const RensaField *field, struct json_object *json, const char *place,
                GPtrArray *list)
{
  RensaExtensionPlan *plan = g_new0 (RensaExtensionPlan, 1);
  g_autoptr (RensaAttrs) settings = NULL;

  plan->priority = RENSA_INT_NONE;
  g_ptr_array_add (list, plan);
  plan->attrs = read_value (project, field, json, place);
  if (!json_object_is_type (json, json_type_object))
    return;

  settings = read_settings (project, field->settings, json, place);
  if (settings != NULL)
    take_extension_settings (plan, rensa_attrs_get_values (settings));
  plan->trigger = read_component (project, field, json, place, "trigger");
}

static RensaModelSource
get_source (const GArray *sources, guint i)
{
  return i < sources->len ? g_array_index (sources, RensaModelSource, i) : (RensaModelSource){ -1, 0 };
}

static void
read_loss (RensaProject *project, const RensaField *field, struct json_object *json, const char *place, GPtrArray *list)
{
  g_autoptr (RensaAttrs) settings = read_settings (project, field->settings, json, place);
  const RensaLossSettings *values = settings != NULL ? rensa_attrs_get_values (settings) : NULL;
  RensaLossPlan *plan = g_new0 (RensaLossPlan, 1);

  plan->place = g_strdup (place);
  plan->source = get_source (project->network->losses, list->len);
  plan->models = values != NULL && values->models != NULL ? rensa_learners_split (values->models)
                                                          : rensa_network_list_learners (project->network);
  plan->learners = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; plan->models[i] != NULL; i++)
    g_hash_table_add (plan->learners, plan->models[i]);
  plan->name = g_strdup (values != NULL && values->name != NULL ? values->name
                         : plan->models[0] != NULL              ? plan->models[0]
                                                                : "loss");
  plan->every = values != NULL ? values->every : 1;
  plan->is_fresh = values != NULL && values->fresh;
  plan->hooks = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  g_ptr_array_add (list, plan);
  if (values == NULL)
    return;
  plan->optimizer = read_component (project, field, json, place, "optimizer");
  read_list (project, field, json, place, "hooks", read_attrs, plan->hooks);
}

static void
read_report (RensaProject *project, const RensaField *field, struct json_object *json, const char *place,
             GPtrArray *list)
{
  g_autoptr (RensaAttrs) settings = read_settings (project, field->settings, json, place);
  const RensaReportSettings *values = settings != NULL ? rensa_attrs_get_values (settings) : NULL;
  RensaReportPlan *plan = g_new0 (RensaReportPlan, 1);

  plan->source = get_source (project->network->reports, list->len);
  if (values != NULL)
    plan->name = g_strdup (values->name != NULL ? values->name : values->node);
  g_ptr_array_add (list, plan);
}

gboolean
rensa_project_has_step (const RensaProject *project)
{
  return project->model->is_step;
}

gboolean
rensa_project_learns_whole (const RensaProject *project)
{
  const RensaLossPlan *loss = project->losses->len == 1 ? project->losses->pdata[0] : NULL;
  g_auto (GStrv) all = loss != NULL ? rensa_network_list_learners (project->network) : NULL;

  for (guint i = 0; all != NULL && all[i] != NULL; i++)
    if (!rensa_loss_teaches (loss, all[i]))
      return FALSE;
  return loss != NULL && loss->every == 1;
}

gboolean
rensa_loss_teaches (const RensaLossPlan *loss, const char *name)
{
  return g_hash_table_contains (loss->learners, name);
}

gboolean
rensa_project_is_learnt (const RensaProject *project, const char *name)
{
  for (guint i = 0; i < project->losses->len; i++)
    if (rensa_loss_teaches (project->losses->pdata[i], name))
      return TRUE;
  return FALSE;
}

GStrv
rensa_project_list_values (const RensaProject *project)
{
  const gboolean is_whole = rensa_project_learns_whole (project);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < project->losses->len; i++)
    {
      const RensaLossPlan *loss = project->losses->pdata[i];
      g_autofree char *name = is_whole ? g_strdup ("loss") : g_strconcat (loss->name, "/loss", NULL);

      g_strv_builder_add (names, name);
    }
  for (guint i = 0; i < project->reports->len; i++)
    g_strv_builder_add (names, ((const RensaReportPlan *) project->reports->pdata[i])->name);
  return g_strv_builder_end (names);
}

static void
check_settings (RensaProject *project)
{
  const RensaSettings *settings = rensa_project_get_settings (project);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = rensa_devices_find (settings->device, &error);

  if (devices == NULL)
    rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_DEVICE, "device", g_steal_pointer (&error));
  if (!rensa_dtype_is_floating (settings->dtype))
    {
      rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_FIELD, "dtype",
                          &(RensaFault){ .code = &rensa_fault_float_dtype,
                                         .expected = N_ ("float16, bfloat16, float32 or float64"),
                                         .found = rensa_dtype_get_name (settings->dtype) });
      g_clear_pointer (&project->settings, rensa_attrs_unref);
    }
}

/* Most updaters have a single model, on a single device. */
static void
check_updater (RensaProject *project)
{
  const RensaUpdaterClass *updater =
      project->updater != NULL ? (const RensaUpdaterClass *) rensa_attrs_get_component (project->updater) : NULL;
  g_autoptr (GPtrArray) devices = rensa_devices_find (rensa_project_get_settings (project)->device, NULL);
  GError *error = NULL;

  if (updater == NULL || updater->is_parallel || devices == NULL || devices->len < 2)
    return;
  rensa_set_words (&error, RENSA_ERROR_INVALID, N_ ("%s trains on one device, but %u are specified"), updater->name,
                   devices->len);
  rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_FIELD, "updater", error);
}

static gboolean
has_wide_steps (const GPtrArray *hooks)
{
  for (guint i = 0; i < hooks->len; i++)
    if (rensa_attrs_get_component (hooks->pdata[i]) == RENSA_COMPONENT (&rensa_fp32_update_hook_class))
      return TRUE;
  return FALSE;
}

/* An update that is small relative to the parameter is lost when the sum is rounded to half
 * precision, and moments of small gradients underflow to 0. */
static void
check_steps (RensaProject *project, const RensaAttrs *optimizer, const GPtrArray *hooks, const char *place)
{
  const RensaDtype dtype = rensa_project_get_settings (project)->dtype;
  GError *error = NULL;

  if (optimizer == NULL || !rensa_dtype_is_half (dtype) || has_wide_steps (hooks))
    return;
  rensa_set_words (&error, RENSA_ERROR_INVALID,
                   N_ ("in %s, updates that are small relative to the parameters are lost; add %s to update them "
                       "in float32"),
                   rensa_dtype_get_name (dtype), rensa_fp32_update_hook_class.name);
  rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_STEPS, place, error)->is_hint = TRUE;
}

static void
check_all_steps (RensaProject *project)
{
  check_steps (project, project->optimizer, project->hooks, "hooks");
  for (guint i = 0; i < project->losses->len; i++)
    {
      const RensaLossPlan *loss = project->losses->pdata[i];
      g_autofree char *place = g_strconcat (loss->place, ".hooks", NULL);

      check_steps (project, loss->optimizer, loss->hooks, place);
    }
}

/* Returns the path of the node that contains the field @place, "gen.l1" for
 * "models.gen.nodes.l1.repaet"; NULL if it is elsewhere. */
static char *
find_node (const RensaProject *project, const char *place)
{
  g_auto (GStrv) names = g_strsplit (place, ".", -1);
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL && names[i + 1] != NULL; i++)
    if (strcmp (names[i], "nodes") == 0 || (i == 0 && strcmp (names[i], "models") == 0))
      g_string_append_printf (path, "%s%s", path->len > 0 ? "." : "", names[++i]);
  return rensa_network_find_node (project->network, path->str) != NULL ? g_string_free (g_steal_pointer (&path), FALSE)
                                                                       : NULL;
}

/* The field may come from a newer version, so the document can be used without it. */
static void
add_unknown (const char *place, const RensaFault *fault, gpointer data)
{
  RensaProject *project = data;
  RensaMistake *mistake = rensa_mistakes_add (project->mistakes, RENSA_MISTAKE_UNKNOWN_FIELD, place, fault);

  mistake->node = find_node (project, place);
  mistake->is_hint = TRUE;
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
  project->network = rensa_network_ref (rensa_document_get_network (document));
  project->model = project->network->model;
  rensa_mistakes_share (project->mistakes, project->network->mistakes);
  if (rensa_project_has_step (project))
    {
      read_list (project, root, json, "", "losses", read_loss, project->losses);
      read_list (project, root, json, "", "reports", read_report, project->reports);
    }
  else
    {
      project->loss = read_component (project, root, json, "", "loss");
      project->accuracy = read_component (project, root, json, "", "accuracy");
      project->optimizer = read_component (project, root, json, "", "optimizer");
      read_list (project, root, json, "", "hooks", read_attrs, project->hooks);
    }
  check_all_steps (project);
  project->updater = read_component (project, root, json, "", "updater");
  check_updater (project);
  project->stop = read_component (project, root, json, "", "stop");
  project->has_usual_extensions = rensa_json_get_member (json, "extensions") == NULL;
  read_list (project, root, json, "", "extensions", read_extension, project->extensions);
  rensa_document_foreach_unknown (document, add_unknown, project);
}

RensaProject *
rensa_project_new (RensaDocument *document)
{
  RensaProject *project = g_new0 (RensaProject, 1);

  project->mistakes = rensa_mistakes_new ();
  project->transforms = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  project->hooks = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  project->extensions = g_ptr_array_new_with_free_func (extension_plan_free);
  project->losses = g_ptr_array_new_with_free_func (loss_plan_free);
  project->reports = g_ptr_array_new_with_free_func (report_plan_free);
  read_all (project, document);
  rensa_project_explain_names (project);
  return project;
}

static void
raise_mistake (const RensaMistake *mistake, GError **error)
{
  GError *copy = g_error_copy (mistake->error);
  g_autofree char *check = rensa_error_get_check (copy);

  if (check != NULL)
    {
      const char *message = mistake->error->message;
      const int n = (int) strlen (message) - (g_str_has_suffix (message, ".") ? 1 : 0);

      g_free (copy->message);
      copy->message = g_strdup_printf ("%.*s (%s).", n, message, check);
    }
  g_propagate_prefixed_error (error, copy, "%s: ", mistake->place);
}

gboolean
rensa_project_check (RensaProject *project, GError **error)
{
  for (guint i = 0; i < project->mistakes->len; i++)
    {
      const RensaMistake *mistake = project->mistakes->pdata[i];

      if (mistake->is_hint)
        continue;
      raise_mistake (mistake, error);
      return FALSE;
    }
  return TRUE;
}
