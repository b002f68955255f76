/* rensa-document-fields.c: the fields of a document and their contents.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-faults.h"
#include "rensa-document-fields.h"
#include "rensa-format.h"
#include "rensa-function.h"
#include "rensa-link.h"
#include "rensa-node-types.h"

static const RensaAttrSpec settings_attrs[] = {
  RENSA_ATTR_STRING (RensaSettings, name, .none = TRUE, .title = N_ ("Name")),
  RENSA_ATTR_STRING (RensaSettings, description, .none = TRUE, .title = N_ ("Description")),
  RENSA_ATTR_INT (RensaSettings, seed, .initial = 0, .min = 0, .max = 9007199254740992.0, .title = N_ ("Seed"),
                  .hint = N_ ("The same seed reproduces the same run")),
  RENSA_ATTR_STRING (RensaSettings, device, .initial_text = "cpu", .title = N_ ("Device")),
  RENSA_ATTR_DTYPE (RensaSettings, dtype, .initial = RENSA_FLOAT32, .title = N_ ("Parameter Data Type")),
  RENSA_ATTR_BOOL (RensaSettings, tf32, .title = N_ ("TF32"),
                   .hint =
                       N_ ("Rounds the factors of float32 products to 10 bits on a GPU: faster, but less accurate")),
  RENSA_ATTR_BOOL (RensaSettings, stop_at_nan, .initial = TRUE, .title = N_ ("Stop at NaN"),
                   .hint = N_ ("Stops training when a loss or parameter becomes NaN or infinite, and reports the "
                               "cause")),
  RENSA_ATTR_STRING (RensaSettings, weights, .none = TRUE, .allow_none = TRUE, .is_path = TRUE,
                     .title = N_ ("Initial Weights"),
                     .hint = N_ ("Trained model (NPZ or HDF5); matching values replace the random initial weights")),
};

static const RensaComponent settings = { .name = "document", RENSA_ATTRS (RensaSettings, settings_attrs) };

static const RensaAttrSpec split_attrs[] = {
  RENSA_ATTR_FLOAT (RensaSplit, fraction, .initial = 0.7, .min = 0, .max = 1, .title = N_ ("Training Share"),
                    .hint = N_ ("Applies to data without a separate test set")),
  RENSA_ATTR_BOOL (RensaSplit, shuffle, .initial = TRUE, .title = N_ ("Shuffle Before Splitting")),
  RENSA_ATTR_INT (RensaSplit, seed, .none = TRUE, .min = 0, .max = 9007199254740992.0, .title = N_ ("Split Seed"),
                  .hint = N_ ("None uses the seed of the document")),
  RENSA_ATTR_BOOL (RensaSplit, stratified, .title = N_ ("Stratified Split"),
                   .hint = N_ ("Keeps the class proportions equal in both sets")),
  RENSA_ATTR_INT (RensaSplit, parts, .none = TRUE, .allow_none = TRUE, .min = 2, .max = 1000,
                  .title = N_ ("Cross-Validation Folds"),
                  .hint = N_ ("One run per fold, which is held out for validation; None holds out a fixed share")),
  RENSA_ATTR_INT (RensaSplit, part, .initial = 1, .min = 1, .max = 1000, .title = N_ ("Validation Fold"),
                  .hint = N_ ("The first run of a cross-validation uses fold 1")),
  RENSA_ATTR_BOOL (RensaSplit, keep_together, .title = N_ ("Keep Equal Examples Together"),
                   .hint = N_ ("Puts examples with equal inputs into the same set, so that the model has not seen any "
                               "validation example")),
};

static const RensaComponent split = { .name = "split", RENSA_ATTRS (RensaSplit, split_attrs) };

#define FROZEN_HINT N_ ("Excluded from training: its parameters do not change, and it runs as in validation")

static const RensaAttrSpec node_attrs[] = {
  RENSA_ATTR_STRING (RensaNodeSettings, name, .required = TRUE, .title = N_ ("Name")),
  RENSA_ATTR_INT (RensaNodeSettings, repeat, .initial = 1, .min = 1, .max = 1000, .title = N_ ("Repeat"),
                  .hint = N_ ("Number of copies in sequence")),
  RENSA_ATTR_BOOL (RensaNodeSettings, frozen, .title = N_ ("Frozen"), .hint = FROZEN_HINT),
};

static const RensaComponent node_settings = { .name = "node", RENSA_ATTRS (RensaNodeSettings, node_attrs) };

static const RensaAttrSpec model_attrs[] = {
  RENSA_ATTR_BOOL (RensaModelSettings, frozen, .title = N_ ("Frozen"), .hint = FROZEN_HINT),
};

const RensaComponent rensa_model_settings = { .name = "model", RENSA_ATTRS (RensaModelSettings, model_attrs) };

static const RensaAttrSpec extension_attrs[] = {
  RENSA_ATTR_NAME (RensaExtensionSettings, name, .none = TRUE, .allow_none = TRUE, .title = N_ ("Name"),
                   .hint = N_ ("Name for its reported values and its state in snapshots; None uses the default name")),
  RENSA_ATTR_INT (RensaExtensionSettings, priority, .none = TRUE, .allow_none = TRUE, .min = -1e6, .max = 1e6,
                  .title = N_ ("Priority"),
                  .hint = N_ ("Higher priorities are called first; None uses the default: 300 for extensions that "
                              "report values, 100 for those that read them")),
  RENSA_ATTR_BOOL (RensaExtensionSettings, call_before_training, .title = N_ ("Call Before Training"),
                   .hint = N_ ("Also calls the extension before the first iteration, for example to evaluate the "
                               "untrained model")),
};

static const RensaComponent extension_settings = { .name = "extension",
                                                   RENSA_ATTRS (RensaExtensionSettings, extension_attrs) };

static const RensaAttrSpec loss_attrs[] = {
  RENSA_ATTR_NAME (RensaLossSettings, name, .none = TRUE, .allow_none = TRUE, .title = N_ ("Name"),
                   .hint = N_ ("Name of its optimizer and of the reported value; None uses the name of the first "
                               "model")),
  RENSA_ATTR_STRING (RensaLossSettings, node, .required = TRUE, .title = N_ ("Node"),
                     .hint = N_ ("Node of the step whose output is minimized")),
  RENSA_ATTR_STRING (RensaLossSettings, models, .none = TRUE, .allow_none = TRUE, .title = N_ ("Models"),
                     .hint = N_ ("Models trained on this loss, separated by commas; None trains all of them")),
  RENSA_ATTR_INT (RensaLossSettings, every, .initial = 1, .min = 1, .max = 1e6, .title = N_ ("Interval in Iterations"),
                  .hint = N_ ("Minimizes this loss only once in this many iterations")),
  RENSA_ATTR_BOOL (RensaLossSettings, fresh, .title = N_ ("Recompute"),
                   .hint = N_ ("Recomputes the loss with the current parameters right before minimizing it")),
};

static const RensaComponent loss_settings = { .name = "loss", RENSA_ATTRS (RensaLossSettings, loss_attrs) };

static const RensaAttrSpec report_attrs[] = {
  RENSA_ATTR_NAME (RensaReportSettings, name, .none = TRUE, .allow_none = TRUE, .title = N_ ("Name"),
                   .hint = N_ ("Name of the reported value; None uses the name of the node")),
  RENSA_ATTR_STRING (RensaReportSettings, node, .required = TRUE, .title = N_ ("Node"),
                     .hint = N_ ("Node of the step to report; an output with several values is averaged")),
};

static const RensaComponent report_settings = { .name = "report", RENSA_ATTRS (RensaReportSettings, report_attrs) };

static const RensaField data_members[] = {
  { .name = "dataset",
    .form = RENSA_FIELD_COMPONENT,
    .kind = RENSA_COMPONENT_DATASET,
    .fresh = "{\"type\": \"strokes\"}" },
  { .name = "split",
    .form = RENSA_FIELD_OBJECT,
    .settings = &split,
    .initial = "{}",
    .fresh = "{\"stratified\": true}" },
  { .name = "preprocessing", .form = RENSA_FIELD_COMPONENTS, .kind = RENSA_COMPONENT_TRANSFORM, .initial = "[]" },
  { .name = "iterator",
    .form = RENSA_FIELD_COMPONENT,
    .kind = RENSA_COMPONENT_ITERATOR,
    .initial = "{\"type\": \"SerialIterator\"}",
    .fresh = "{\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 100}}" },
  { NULL },
};

static const RensaField node_members[] = {
  { .name = "model", .form = RENSA_FIELD_MODEL },
  { NULL },
};

const RensaField rensa_node_field = {
  .name = "node",
  .form = RENSA_FIELD_COMPONENT,
  .keys = (const char *const[]){ "position", NULL },
  .settings = &node_settings,
  .members = node_members,
};

static const RensaField extension_members[] = {
  { .name = "trigger", .form = RENSA_FIELD_COMPONENT, .kind = RENSA_COMPONENT_TRIGGER, .allow_none = TRUE },
  { NULL },
};

static const RensaField loss_members[] = {
  { .name = "optimizer",
    .form = RENSA_FIELD_COMPONENT,
    .kind = RENSA_COMPONENT_OPTIMIZER,
    .initial = "{\"type\": \"Adam\"}" },
  { .name = "hooks", .form = RENSA_FIELD_COMPONENTS, .kind = RENSA_COMPONENT_OPTIMIZER_HOOK, .initial = "[]" },
  { NULL },
};

static const RensaField document_members[] = {
  { .name = "data", .form = RENSA_FIELD_OBJECT, .members = data_members },
  { .name = "models", .format = 2, .form = RENSA_FIELD_MODELS, .initial = "{}" },
  { .name = "step", .format = 2, .form = RENSA_FIELD_MODEL },
  { .name = "losses",
    .format = 2,
    .form = RENSA_FIELD_OBJECTS,
    .settings = &loss_settings,
    .members = loss_members,
    .initial = "[]" },
  { .name = "reports", .format = 2, .form = RENSA_FIELD_OBJECTS, .settings = &report_settings, .initial = "[]" },
  { .name = "model",
    .format = 1,
    .form = RENSA_FIELD_MODEL,
    .fresh = "{\"nodes\": [{\"name\": \"x\", \"type\": \"Input\", \"position\": [0, 0]}], \"edges\": [], "
             "\"outputs\": [\"x\"]}" },
  { .name = "loss",
    .format = 1,
    .form = RENSA_FIELD_COMPONENT,
    .kind = RENSA_COMPONENT_FUNCTION,
    .fresh = "{\"type\": \"softmax_cross_entropy\"}" },
  { .name = "accuracy",
    .format = 1,
    .form = RENSA_FIELD_COMPONENT,
    .kind = RENSA_COMPONENT_FUNCTION,
    .allow_none = TRUE,
    .fresh = "{\"type\": \"accuracy\"}" },
  { .name = "optimizer",
    .format = 1,
    .form = RENSA_FIELD_COMPONENT,
    .kind = RENSA_COMPONENT_OPTIMIZER,
    .fresh = "{\"type\": \"Adam\"}" },
  { .name = "hooks",
    .format = 1,
    .form = RENSA_FIELD_COMPONENTS,
    .kind = RENSA_COMPONENT_OPTIMIZER_HOOK,
    .initial = "[]" },
  { .name = "updater",
    .form = RENSA_FIELD_COMPONENT,
    .kind = RENSA_COMPONENT_UPDATER,
    .initial = "{\"type\": \"StandardUpdater\"}" },
  { .name = "stop",
    .form = RENSA_FIELD_COMPONENT,
    .kind = RENSA_COMPONENT_TRIGGER,
    .initial = "{\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 20, \"unit\": \"epoch\"}}" },
  { .name = "extensions",
    .form = RENSA_FIELD_COMPONENTS,
    .kind = RENSA_COMPONENT_EXTENSION,
    .settings = &extension_settings,
    .members = extension_members,
    .initial = "[{\"type\": \"Evaluator\"}, {\"type\": \"LogReport\"}, {\"type\": \"DumpGraph\"}, "
               "{\"type\": \"PlotReport\", \"attrs\": {\"y_keys\": \"main/loss, validation/main/loss\", "
               "\"x_key\": \"epoch\", \"filename\": \"loss.png\"}}, "
               "{\"type\": \"PlotReport\", \"attrs\": {\"y_keys\": \"main/accuracy, validation/main/accuracy\", "
               "\"x_key\": \"epoch\", \"filename\": \"accuracy.png\"}}]",
    /* No extension that plots: the studio plots the reported values itself. */
    .fresh = "[{\"type\": \"Evaluator\"}, {\"type\": \"LogReport\"}, {\"type\": \"DumpGraph\"}]" },
  { NULL },
};

const RensaField rensa_document_field = {
  .name = "document",
  .form = RENSA_FIELD_OBJECT,
  .keys = (const char *const[]){ "format", RENSA_WEIGHTS_MAP, NULL },
  .settings = &settings,
  .members = document_members,
};

static struct json_object *
get_element (struct json_object *array, const char *name)
{
  const int i = rensa_json_find_element (array, name);

  return i >= 0 ? json_object_array_get_idx (array, i) : NULL;
}

const RensaField *
rensa_field_find_list (const char *path, struct json_object **parent)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  const RensaField *field = names[0] != NULL ? &rensa_document_field : NULL;
  gboolean is_element = TRUE;

  for (guint i = 0; field != NULL && names[i] != NULL; i++)
    {
      if (!is_element)
        *parent = rensa_json_get_member (*parent, field->name);
      is_element = !is_element && field->form == RENSA_FIELD_OBJECTS;
      if (is_element)
        *parent = get_element (*parent, names[i]);
      else
        field = rensa_field_find (field, names[i]);
    }
  return field != NULL && (field->form == RENSA_FIELD_COMPONENTS || field->form == RENSA_FIELD_OBJECTS) ? field : NULL;
}

const RensaField *
rensa_field_find (const RensaField *field, const char *name)
{
  for (const RensaField *member = field->members; member != NULL && member->name != NULL; member++)
    if (strcmp (member->name, name) == 0)
      return member;
  return NULL;
}

int
rensa_json_get_format (struct json_object *document)
{
  gint64 format;

  return rensa_json_get_integer (rensa_json_get_member (document, "format"), &format) && format == RENSA_DOCUMENT_FORMAT
             ? RENSA_DOCUMENT_FORMAT
             : 1;
}

const RensaField *
rensa_field_find_in (const RensaField *field, struct json_object *json, const char *name)
{
  const RensaField *member = rensa_field_find (field, name);

  return member == NULL || member->format == 0 || member->format == rensa_json_get_format (json) ? member : NULL;
}

void
rensa_field_list_names (const RensaField *field, struct json_object *json, GPtrArray *names)
{
  for (const RensaField *member = field->members; member != NULL && member->name != NULL; member++)
    if (rensa_field_find_in (field, json, member->name) != NULL)
      g_ptr_array_add (names, (gpointer) member->name);
  for (guint i = 0; field->settings != NULL && i < field->settings->n_attrs; i++)
    g_ptr_array_add (names, (gpointer) field->settings->attrs[i].name);
}

RensaField
rensa_field_get_element (const RensaField *field)
{
  return (RensaField){
    .name = field->name,
    .form = field->form == RENSA_FIELD_OBJECTS ? RENSA_FIELD_OBJECT : RENSA_FIELD_COMPONENT,
    .kind = field->kind,
    .settings = field->settings,
    .members = field->members,
  };
}

struct json_object *
rensa_json_get_member (struct json_object *object, const char *name)
{
  struct json_object *value = NULL;

  if (json_object_is_type (object, json_type_object))
    json_object_object_get_ex (object, name, &value);
  return value;
}

struct json_object *
rensa_field_get (const RensaField *field, struct json_object *object, gboolean *is_none)
{
  struct json_object *value = NULL;
  const gboolean is_there =
      json_object_is_type (object, json_type_object) && json_object_object_get_ex (object, field->name, &value);

  *is_none = value == NULL && (is_there || field->allow_none);
  if (!is_there && field->initial != NULL)
    return json_tokener_parse (field->initial);
  return value != NULL ? json_object_get (value) : NULL;
}

static void
add_settings (struct json_object *object, const RensaComponent *component)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      struct json_object *value = rensa_attrs_get_json (attrs, &component->attrs[i]);

      if (value != NULL)
        json_object_object_add (object, component->attrs[i].name, value);
    }
}

struct json_object *
rensa_field_make_fresh (const RensaField *field)
{
  const char *text = field->fresh != NULL ? field->fresh : field->initial;
  struct json_object *object;

  if (field->form != RENSA_FIELD_OBJECT)
    return text != NULL ? json_tokener_parse (text) : NULL;
  if (field->members == NULL)
    return field->fresh != NULL ? json_tokener_parse (field->fresh) : NULL;

  object = json_object_new_object ();
  if (field->settings != NULL)
    add_settings (object, field->settings);
  for (const RensaField *member = field->members; member->name != NULL; member++)
    {
      struct json_object *value = member->format <= 1 ? rensa_field_make_fresh (member) : NULL;

      if (value != NULL)
        json_object_object_add (object, member->name, value);
    }
  return object;
}

gboolean
rensa_is_nesting_type (const char *type)
{
  const RensaComponent *link = rensa_registry_find (RENSA_COMPONENT_LINK, type, NULL);

  return link != NULL && link->group == &rensa_link_group;
}

gboolean
rensa_is_sequence_type (const char *type)
{
  const RensaComponent *link = rensa_registry_find (RENSA_COMPONENT_LINK, type, NULL);

  return link != NULL && ((const RensaLinkClass *) link)->numbers_children;
}

static void
set_unknown_type (GError **error, const char *type)
{
  g_autoptr (GError) no_link = NULL;
  g_autoptr (GError) no_function = NULL;
  g_autofree char *given = rensa_excerpt_name (type);
  const char *link;
  const char *function;

  rensa_registry_find (RENSA_COMPONENT_LINK, type, &no_link);
  rensa_registry_find (RENSA_COMPONENT_FUNCTION, type, &no_function);
  link = rensa_error_get_fault (no_link)->suggestion;
  function = rensa_error_get_fault (no_function)->suggestion;
  rensa_set_fault (error, RENSA_ERROR_NOT_FOUND,
                   &(RensaFault){ .code = &rensa_fault_no_link_or_function,
                                  .found = given,
                                  .suggestion = link != NULL && (function == NULL || !g_ascii_islower (type[0]))
                                                    ? link
                                                    : function });
}

const RensaComponent *
rensa_node_find_component (const char *type, RensaComponentKind *kind, GError **error)
{
  const RensaComponent *component = rensa_registry_find (RENSA_COMPONENT_LINK, type, NULL);

  if (rensa_type_is_input (type) || rensa_type_is_model_call (type))
    {
      *kind = RENSA_COMPONENT_INPUT;
      return rensa_registry_find (RENSA_COMPONENT_INPUT, type, NULL);
    }
  *kind = component != NULL ? RENSA_COMPONENT_LINK : RENSA_COMPONENT_FUNCTION;
  if (component == NULL)
    component = rensa_registry_find (RENSA_COMPONENT_FUNCTION, type, NULL);
  if (component == NULL)
    set_unknown_type (error, type);
  else if (*kind == RENSA_COMPONENT_FUNCTION && !rensa_function_can_be_node ((const RensaFunctionClass *) component))
    {
      rensa_set_fault (error, RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_lists, .who = type });
      return NULL;
    }
  return component;
}

/* Creates the component @type without attributes. */
static RensaAttrs *
new_component (const RensaField *field, const char *type, GError **error)
{
  RensaComponentKind kind = field->kind;
  const RensaComponent *component = field == &rensa_node_field ? rensa_node_find_component (type, &kind, error)
                                                               : rensa_registry_find (kind, type, error);

  return component != NULL ? rensa_attrs_new (component) : NULL;
}

static RensaAttrs *
read_text (const RensaField *field, const char *text, GError **error)
{
  g_autofree char *name = g_strndup (text, strcspn (text, "( "));
  RensaComponentKind kind = field->kind;

  if (field == &rensa_node_field && rensa_node_find_component (name, &kind, error) == NULL)
    return NULL;
  return rensa_attrs_new_from_text (kind, text, error);
}

/* Attributes that are components have the same form as all components in a document; the registry
 * expects their attributes next to the type. */
static struct json_object *
flatten (struct json_object *value)
{
  struct json_object *inner = rensa_json_get_member (value, "attrs");
  struct json_object *flat;

  if (!json_object_is_type (value, json_type_object) || !json_object_is_type (inner, json_type_object))
    return json_object_get (value);

  flat = json_object_new_object ();
  json_object_object_add (flat, "type", json_object_get (rensa_json_get_member (value, "type")));
  json_object_object_foreach (inner, name, member) json_object_object_add (flat, name, flatten (member));
  return flat;
}

static void
set_value (RensaAttrs *attrs, const char *name, struct json_object *value, RensaFieldFunc func, gpointer data)
{
  g_autoptr (RensaJson) flat = flatten (value);
  GError *error = NULL;

  if (!rensa_attrs_set_json (attrs, name, flat, &error))
    func (data, name, error);
}

static void
set_values (RensaAttrs *attrs, struct json_object *values, RensaFieldFunc func, gpointer data)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  GError *error = NULL;

  if (values != NULL && !json_object_is_type (values, json_type_object))
    {
      if (!rensa_attrs_set_members (attrs, values, NULL, &error))
        func (data, NULL, error);
    }
  else if (values != NULL)
    {
      json_object_object_foreach (values, name, value) set_value (attrs, name, value, func, data);
    }

  /* Missing attributes are None if that is allowed, even if Chainer requires them in a call. */
  for (guint i = 0; i < component->n_attrs; i++)
    if (component->attrs[i].allow_none && !rensa_attrs_is_set (attrs, &component->attrs[i]))
      set_value (attrs, component->attrs[i].name, NULL, func, data);
}

RensaAttrs *
rensa_field_read_tolerantly (const RensaField *field, struct json_object *json, RensaFieldFunc func, gpointer data)
{
  struct json_object *type = rensa_json_get_member (json, "type");
  RensaAttrs *attrs = NULL;
  GError *error = NULL;

  if (json_object_is_type (json, json_type_string))
    attrs = read_text (field, json_object_get_string (json), &error);
  else if (json_object_is_type (type, json_type_string))
    attrs = new_component (field, json_object_get_string (type), &error);
  else
    {
      g_autofree char *found = rensa_excerpt_json (json);

      rensa_set_fault (&error, RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_no_type, .found = found });
    }

  if (attrs != NULL)
    set_values (attrs, rensa_json_get_member (json, "attrs"), func, data);
  else
    func (data, NULL, error);
  return attrs;
}

/* Keeps the first. */
static void
keep_error (gpointer data, const char *attr, GError *error)
{
  GError **first = data;

  if (*first == NULL)
    *first = error;
  else
    g_error_free (error);
}

RensaAttrs *
rensa_field_read_component (const RensaField *field, struct json_object *json, GError **error)
{
  GError *problem = NULL;
  g_autoptr (RensaAttrs) attrs = rensa_field_read_tolerantly (field, json, keep_error, &problem);

  if (problem == NULL)
    return g_steal_pointer (&attrs);

  g_propagate_error (error, problem);
  return NULL;
}

const char *
rensa_attrs_find_missing (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    if (!rensa_attrs_is_set (attrs, &component->attrs[i]))
      return component->attrs[i].name;
  return NULL;
}

struct json_object *
rensa_attrs_to_document (RensaAttrs *attrs)
{
  g_autoptr (RensaJson) flat = rensa_attrs_to_json (attrs);
  g_autoptr (RensaJson) values = json_object_new_object ();
  struct json_object *json = json_object_new_object ();

  json_object_object_foreach (flat, name, value)
      json_object_object_add (strcmp (name, "type") == 0 ? json : values, name, json_object_get (value));
  if (json_object_object_length (values) > 0)
    json_object_object_add (json, "attrs", g_steal_pointer (&values));
  return json;
}

RensaAttrs *
rensa_settings_read (const RensaComponent *component, struct json_object *json, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      struct json_object *value;

      if (json_object_object_get_ex (json, component->attrs[i].name, &value)
          && !rensa_attrs_set_json (attrs, component->attrs[i].name, value, error))
        return NULL;
    }
  return rensa_attrs_check_complete (attrs, error) ? g_steal_pointer (&attrs) : NULL;
}

gboolean
rensa_prefix_place (GError **error, const char *place)
{
  char *message;

  if (error == NULL || *error == NULL)
    return FALSE;

  /* File names are bytes, names in documents are arbitrary text, and messages are displayed. */
  rensa_error_set_place (error, place);
  message = (*error)->message;
  (*error)->message = rensa_make_harmless (message, -1);
  g_free (message);
  return FALSE;
}
