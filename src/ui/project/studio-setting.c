/* studio-setting.c: describes a setting of a document in words, and finds its page.
 * SPDX-License-Identifier: MIT */

#include "studio-setting.h"

#include <glib/gi18n.h>
#include <json-c/json.h>

#include "rensa-document-values.h"

const char *const studio_learning_rates[] = { "lr", "alpha", NULL };

const RensaAttrSpec *
studio_find_learning_rate (const RensaComponent *component)
{
  const RensaAttrSpec *spec = NULL;

  if (rensa_registry_find (RENSA_COMPONENT_OPTIMIZER, component->name, NULL) != component)
    return NULL;
  for (guint i = 0; studio_learning_rates[i] != NULL && spec == NULL; i++)
    spec = rensa_component_find_attr (component, studio_learning_rates[i]);
  return spec;
}

/* Returns "optimizer" for "optimizer.attrs.alpha"; "" for "seed". */
static char *
get_owner_path (const char *path)
{
  const char *dot = strrchr (path, '.');
  char *owner = dot != NULL ? g_strndup (path, (gsize) (dot - path)) : g_strdup ("");

  if (g_str_has_suffix (owner, ".attrs"))
    owner[strlen (owner) - strlen (".attrs")] = '\0';
  return owner;
}

/* Returns the owner's name, as for nodes, or the name of its type; NULL if neither is shown to
 * the user. */
static char *
name_owner (RensaDocument *document, const char *path, RensaAttrs *attrs)
{
  struct json_object *json = path[0] != '\0' ? rensa_document_get (document, path) : NULL;
  struct json_object *name = NULL;
  const char *type = attrs != NULL ? rensa_attrs_get_component (attrs)->name : NULL;

  if (json_object_is_type (json, json_type_object) && json_object_object_get_ex (json, "name", &name)
      && json_object_is_type (name, json_type_string))
    return g_strdup (json_object_get_string (name));
  /* "split" and the document itself are not components. */
  return path[0] == '\0' || g_str_has_suffix (path, type != NULL ? type : "") ? NULL : g_strdup (type);
}

char *
studio_setting_make_label (RensaDocument *document, const char *path)
{
  g_autoptr (RensaAttrs) chosen = rensa_document_get_attrs (document, path, NULL);
  g_autofree char *owner_path = get_owner_path (path);
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, owner_path, NULL);
  g_autofree char *owner = name_owner (document, owner_path, attrs);
  const char *name = strrchr (path, '.') != NULL ? strrchr (path, '.') + 1 : path;
  const RensaAttrSpec *spec =
      attrs != NULL ? rensa_component_find_attr (rensa_attrs_get_component (attrs), name) : NULL;
  const char *title = spec != NULL && spec->title != NULL ? _ (spec->title) : name;

  if (chosen != NULL)
    return g_strdup_printf (_ ("Choose %s"), rensa_attrs_get_component (chosen)->name);
  /* Translators: Change “Learning rate” of Adam */
  return owner != NULL ? g_strdup_printf (_ ("Change “%s” of %s"), title, owner)
                       : g_strdup_printf (_ ("Change “%s”"), title);
}

char *
studio_setting_make_frozen_label (const char *const *names, gboolean is_frozen)
{
  g_autofree char *joined = g_strjoinv (", ", (char **) names);

  return g_strdup_printf (is_frozen ? _ ("Freeze %s") : _ ("Unfreeze %s"), joined);
}

const char *
studio_place_get_page (const char *place)
{
  static const char *const of_training[] = { "optimizer", "hooks", "updater", "stop", "extensions", "device", "tf32" };

  if (g_str_has_prefix (place, "data"))
    return "data";
  for (guint i = 0; i < G_N_ELEMENTS (of_training); i++)
    if (g_str_has_prefix (place, of_training[i]))
      return "training";
  return "model";
}
