/* studio-settings.c: enumerates the settings of a document.
 * SPDX-License-Identifier: MIT */

#include "studio-settings.h"

#include <glib/gi18n.h>

#include "rensa-attrs.h"
#include "rensa-document-values.h"
#include "rensa-network.h"
#include "studio-format.h"
#include "studio-simple-form.h"

/* Members that do not affect training. */
static const char *const passed_over[] = { "position", "name", "description", "format", NULL };

/* @has_one_loss, @has_one_model: TRUE for a step with a single loss or model, whose paths are then
 *   those of a simple document. */
typedef struct
{
  StudioSettingFunc func;
  gpointer data;
  gboolean has_one_loss;
  gboolean has_one_model;
} Walk;

/* Returns "optimizer.alpha" for "losses.gen.optimizer.alpha"; NULL for other paths. */
static const char *
find_optimizer (const char *path)
{
  const char *dot = g_str_has_prefix (path, "losses.") ? strchr (path + strlen ("losses."), '.') : NULL;

  return dot != NULL && (g_str_has_prefix (dot, ".optimizer") || g_str_has_prefix (dot, ".hooks")) ? dot + 1 : NULL;
}

/* Returns "model.l1.out_size" for "models.gen.l1.out_size"; NULL for other paths. */
static char *
rename_model (const char *path)
{
  const char *dot = g_str_has_prefix (path, "models.") ? strchr (path + strlen ("models."), '.') : NULL;

  return dot != NULL ? g_strconcat ("model", dot, NULL) : NULL;
}

static void
tell (const Walk *walk, const char *path, const char *value)
{
  const char *of_loss = walk->has_one_loss ? find_optimizer (path) : NULL;
  g_autofree char *of_model = walk->has_one_model ? rename_model (path) : NULL;

  walk->func (of_loss != NULL ? of_loss : of_model != NULL ? of_model : path, value, walk->data);
}

static char *
join (const char *path, const char *name)
{
  return path[0] != '\0' ? g_strconcat (path, ".", name, NULL) : g_strdup (name);
}

static const char *
get_string (struct json_object *object, const char *name)
{
  struct json_object *value = NULL;

  if (!json_object_is_type (object, json_type_object) || !json_object_object_get_ex (object, name, &value))
    return NULL;
  return json_object_is_type (value, json_type_string) ? json_object_get_string (value) : NULL;
}

/* Returns the name of a list element, otherwise its type; for a loss of a step, otherwise the first
 * model that learns from it; otherwise its index. */
static char *
name_element (struct json_object *element, gsize i)
{
  const char *name = get_string (element, "name");
  const char *models = get_string (element, "models");
  g_auto (GStrv) learners = rensa_learners_split (models != NULL ? models : "");

  if (name == NULL)
    name = get_string (element, "type");
  if (name == NULL)
    name = learners[0];
  return name != NULL ? g_strdup (name) : g_strdup_printf ("%" G_GSIZE_FORMAT, i);
}

static void flatten (const Walk *walk, const char *path, struct json_object *json);

static void
flatten_object (const Walk *walk, const char *path, struct json_object *json)
{
  json_object_object_foreach (json, name, value)
  {
    g_autofree char *inner = NULL;

    if (g_strv_contains (passed_over, name))
      continue;
    inner = g_str_equal (name, "attrs") || g_str_equal (name, "nodes") ? g_strdup (path) : join (path, name);
    flatten (walk, inner, value);
  }
}

static void
flatten_array (const Walk *walk, const char *path, struct json_object *json)
{
  const gsize n = json_object_array_length (json);

  if (n > 0 && !json_object_is_type (json_object_array_get_idx (json, 0), json_type_object))
    {
      tell (walk, path, json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      struct json_object *element = json_object_array_get_idx (json, i);
      const char *from = get_string (element, "from");
      g_autofree char *name = from != NULL ? g_strdup (from) : name_element (element, i);
      g_autofree char *inner = join (path, name);

      flatten (walk, inner, element);
    }
}

static char *
format_epochs (double n)
{
  g_autofree char *text = studio_format_setting (n);

  return n == (gint64) n ? studio_format_epochs ((gint64) n)
                         : g_strdup_printf (ngettext ("%s epoch", "%s epochs", 2), text);
}

/* Returns "2,000 epochs" instead of a period and a unit. */
static char *
format_period (struct json_object *json)
{
  struct json_object *attrs = NULL;
  struct json_object *period = NULL;
  const char *unit;

  if (!json_object_object_get_ex (json, "attrs", &attrs) || !json_object_is_type (attrs, json_type_object)
      || !json_object_object_get_ex (attrs, "period", &period))
    return NULL;
  unit = get_string (attrs, "unit");
  if (unit == NULL || g_str_equal (unit, "epoch"))
    return format_epochs (json_object_get_double (period));
  return g_str_equal (unit, "iteration") ? studio_format_iterations ((gint64) json_object_get_double (period)) : NULL;
}

static void
flatten_number (const Walk *walk, const char *path, struct json_object *json)
{
  g_autofree char *text = studio_format_setting (json_object_get_double (json));

  tell (walk, path, text);
}

static void
flatten (const Walk *walk, const char *path, struct json_object *json)
{
  g_autofree char *period = json_object_is_type (json, json_type_object) ? format_period (json) : NULL;

  if (period != NULL)
    tell (walk, path, period);
  else if (json_object_is_type (json, json_type_object))
    flatten_object (walk, path, json);
  else if (json_object_is_type (json, json_type_array))
    flatten_array (walk, path, json);
  else if (json_object_is_type (json, json_type_string))
    tell (walk, path, json_object_get_string (json));
  else if (json_object_is_type (json, json_type_int) || json_object_is_type (json, json_type_double))
    flatten_number (walk, path, json);
  else
    tell (walk, path, json != NULL ? json_object_to_json_string (json) : "None");
}

static gboolean
has_one_loss (RensaDocument *document)
{
  return rensa_document_count_components (document, "losses") == 1;
}

static gboolean
has_one_model (RensaDocument *document)
{
  struct json_object *models = NULL;

  return json_object_object_get_ex (rensa_document_get_json (document), "models", &models)
         && json_object_is_type (models, json_type_object) && json_object_object_length (models) == 1;
}

/* Replaces "Adam(alpha=0.01)" with an object and its attributes, in a copy created on first use. */
static void
open_text (RensaDocument *document, const char *path, RensaDocument **copy)
{
  struct json_object *json = rensa_document_get (document, path);
  g_autofree char *assignment = NULL;

  if (!json_object_is_type (json, json_type_string))
    return;
  if (*copy == NULL)
    *copy = rensa_document_copy (document);
  assignment = g_strdup_printf ("%s=%s", path, json_object_get_string (json));
  rensa_document_set (*copy, assignment, NULL);
}

static void
open_texts_of_list (RensaDocument *document, const char *list, RensaDocument **copy)
{
  struct json_object *json = rensa_document_get (document, list);
  const gsize n = json_object_is_type (json, json_type_array) ? json_object_array_length (json) : 0;

  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%" G_GSIZE_FORMAT, list, i);

      open_text (document, path, copy);
    }
}

/* Returns NULL if no component is written as text. */
static RensaDocument *
open_texts (RensaDocument *document)
{
  static const char *const components[] = { "data.dataset", "data.iterator", "loss", "accuracy",
                                            "optimizer",    "updater",       "stop" };
  static const char *const lists[] = { "data.preprocessing", "hooks", "extensions" };
  const guint n_losses = rensa_document_count_components (document, "losses");
  RensaDocument *copy = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (components); i++)
    open_text (document, components[i], &copy);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    open_texts_of_list (document, lists[i], &copy);
  for (guint i = 0; i < n_losses; i++)
    {
      g_autofree char *optimizer = g_strdup_printf ("losses.%u.optimizer", i);
      g_autofree char *hooks = g_strdup_printf ("losses.%u.hooks", i);

      open_text (document, optimizer, &copy);
      open_texts_of_list (document, hooks, &copy);
    }
  return copy;
}

void
studio_settings_walk (RensaDocument *document, StudioSettingFunc func, gpointer data)
{
  g_autoptr (RensaDocument) opened = open_texts (document);
  RensaDocument *read = opened != NULL ? opened : document;
  g_autoptr (RensaDocument) simple = studio_simple_form_new (read);
  RensaDocument *walked = simple != NULL ? simple : read;
  const Walk walk = { func, data, has_one_loss (walked), has_one_model (walked) };

  flatten (&walk, "", rensa_document_get_json (walked));
}

/* Replaces indices in the path with the names of list elements. */
static char *
name_elements (RensaDocument *document, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, ".", -1);
  g_autoptr (GString) before = g_string_new (NULL);
  GString *named = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      struct json_object *element;
      g_autofree char *name = NULL;

      g_string_append_printf (before, "%s%s", i > 0 ? "." : "", parts[i]);
      element = g_ascii_isdigit (parts[i][0]) ? rensa_document_get (document, before->str) : NULL;
      name = element != NULL ? name_element (element, g_ascii_strtoull (parts[i], NULL, 10)) : g_strdup (parts[i]);
      g_string_append_printf (named, "%s%s", i > 0 ? "." : "", name);
    }
  return g_string_free (named, FALSE);
}

char *
studio_settings_find_path (RensaDocument *document, const char *path)
{
  g_autofree char *named = name_elements (document, path);
  const char *of_loss = has_one_loss (document) ? find_optimizer (named) : NULL;

  return g_strdup (of_loss != NULL ? of_loss : named);
}

/* The component may be of any kind. */
char *
studio_settings_get_default (const char *type, const char *name)
{
  for (int kind = 0; kind < RENSA_N_COMPONENT_KINDS; kind++)
    {
      const RensaComponent *component = rensa_registry_find (kind, type, NULL);
      const RensaAttrSpec *spec = component != NULL ? rensa_component_find_attr (component, name) : NULL;
      g_autoptr (RensaAttrs) attrs = spec != NULL ? rensa_attrs_new (component) : NULL;

      if (attrs == NULL || !rensa_attrs_is_set (attrs, spec))
        continue;
      return spec->type == RENSA_ATTR_TYPE_FLOAT && !spec->none ? studio_format_setting (spec->initial)
                                                                : rensa_attrs_get_text (attrs, spec);
    }
  return NULL;
}
