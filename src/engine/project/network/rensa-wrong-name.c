/* rensa-wrong-name.c: attributes that refer to nothing in their document.
 * SPDX-License-Identifier: MIT */

#include "rensa-choices.h"

#include <string.h>

#include "rensa-extension.h"
#include "rensa-language.h"
#include "rensa-mistakes.h"
#include "rensa-registry-faults.h"
#include "rensa-wording.h"

/* Maximum number of names in a message. */
#define MOST_LISTED 10

typedef struct
{
  RensaCatalog *catalog;
  RensaWrongName *wrong;
} Search;

void
rensa_wrong_name_clear (RensaWrongName *wrong)
{
  g_clear_pointer (&wrong->name, g_free);
  g_clear_pointer (&wrong->choices, g_ptr_array_unref);
}

/* Returns the entries of a list; NULL for None, and if there is no value. */
static GStrv
split (RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  g_autoptr (RensaJson) value = rensa_attrs_get_json (attrs, spec);
  const char *text = json_object_get_string (value);

  if (text == NULL)
    return NULL;
  return spec->is_list ? rensa_split_names (text) : g_strdupv ((char *[]){ (char *) text, NULL });
}

/* The values that some extensions report are only known at run time. */
static gboolean
may_be_reported (const RensaProject *project)
{
  for (guint i = 0; i < project->extensions->len; i++)
    {
      RensaAttrs *attrs = ((const RensaExtensionPlan *) project->extensions->pdata[i])->attrs;

      if (attrs == NULL || ((const RensaExtensionClass *) rensa_attrs_get_component (attrs))->reports_more)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_wrong (Search *self, RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  g_auto (GStrv) names = split (attrs, spec);
  RensaWrongName *wrong = self->wrong;

  if (names == NULL && rensa_attrs_is_set (attrs, spec))
    return FALSE;
  wrong->choices = g_ptr_array_ref (rensa_catalog_list (self->catalog, spec->names));
  if (wrong->choices->len > 0 && (!rensa_attrs_is_set (attrs, spec) || (spec->required && names[0] == NULL)))
    return TRUE;
  for (guint i = 0; wrong->choices->len > 0 && names != NULL && names[i] != NULL; i++)
    if (!rensa_choices_contain (wrong->choices, names[i])
        && !((spec->names == RENSA_NAMES_REPORT || spec->names == RENSA_NAMES_LOGGED)
             && may_be_reported (self->catalog->project)))
      {
        wrong->name = g_strdup (names[i]);
        wrong->has_others = g_strv_length (names) > 1;
        return TRUE;
      }
  g_clear_pointer (&wrong->choices, g_ptr_array_unref);
  return FALSE;
}

static RensaAttrs *
get_inner (RensaAttrs *attrs, const RensaAttrSpec *spec)
{
  return *(RensaAttrs *const *) ((const char *) rensa_attrs_get_values (attrs) + spec->offset);
}

static gboolean
search (Search *self, RensaComponentKind kind, RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  RensaWrongName *wrong = self->wrong;
  const guint depth = wrong->depth;

  for (guint i = 0; depth < RENSA_WRONG_NAME_DEPTH && i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];

      wrong->specs[depth] = spec;
      wrong->depth = depth + 1;
      if (spec->type == RENSA_ATTR_TYPE_COMPONENT && rensa_attrs_is_set (attrs, spec) && get_inner (attrs, spec) != NULL
          && search (self, spec->component_kind, get_inner (attrs, spec)))
        return TRUE;
      if (spec->type == RENSA_ATTR_TYPE_STRING && is_wrong (self, attrs, spec))
        {
          wrong->component = component;
          wrong->ends_run = kind == RENSA_COMPONENT_TRIGGER;
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
rensa_wrong_name_find (RensaCatalog *catalog, RensaComponentKind kind, RensaAttrs *attrs, RensaWrongName *wrong)
{
  Search self = { catalog, wrong };

  *wrong = (RensaWrongName){ { NULL } };
  return search (&self, kind, attrs);
}

/* Returns "the name of a reported value (main/loss, main/accuracy)". */
static char *
describe (const RensaAttrSpec *spec, const RensaChoices *choices)
{
  g_autofree char *what = rensa_attr_describe (spec);
  GString *text = g_string_new (what);

  for (guint i = 0; i < MIN (choices->len, MOST_LISTED); i++)
    g_string_append_printf (text, "%s%s", i == 0 ? " (" : ", ", ((const RensaChoice *) choices->pdata[i])->name);
  g_string_append (text, choices->len > MOST_LISTED ? ", …)" : ")");
  return g_string_free (text, FALSE);
}

static const char *
get_name (gconstpointer choices, guint i)
{
  return ((const RensaChoice *) ((const RensaChoices *) choices)->pdata[i])->name;
}

const char *
rensa_wrong_name_find_nearest (const RensaWrongName *wrong)
{
  return wrong->name != NULL ? rensa_find_nearest (wrong->name, get_name, wrong->choices, wrong->choices->len) : NULL;
}

GError *
rensa_wrong_name_explain (const RensaWrongName *wrong)
{
  const RensaAttrSpec *spec = wrong->specs[wrong->depth - 1];
  g_autofree char *expected = describe (spec, wrong->choices);
  g_autofree char *found = wrong->name != NULL ? rensa_excerpt (wrong->name) : NULL;
  g_autofree char *quoted = found != NULL ? g_strdup_printf ("“%s”", found) : NULL;

  return rensa_error_new_fault (
      RENSA_ERROR_INVALID, &(RensaFault){ .code = found != NULL ? &rensa_fault_attr_value : &rensa_fault_attr_missing,
                                          .who = wrong->component->name,
                                          .attr = spec->name,
                                          .expected = expected,
                                          .found = quoted });
}

/* Replaces @old (nullable) by @name (nullable). */
static char *
replace_entry (RensaAttrs *attrs, const RensaAttrSpec *spec, const char *old, const char *name)
{
  g_auto (GStrv) names = split (attrs, spec);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  if (names == NULL || old == NULL)
    return g_strdup (name);
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], old) != 0)
      g_ptr_array_add (kept, names[i]);
    else if (name != NULL)
      g_ptr_array_add (kept, (gpointer) name);
  g_ptr_array_add (kept, NULL);
  return g_strjoinv (", ", (GStrv) kept->pdata);
}

static RensaAttrs *
mend (const RensaWrongName *wrong, guint level, RensaAttrs *attrs, const char *name)
{
  const RensaAttrSpec *spec = wrong->specs[level];
  RensaAttrs *copy = rensa_attrs_copy (attrs);
  g_autoptr (RensaJson) json = NULL;

  if (level + 1 == wrong->depth)
    {
      g_autofree char *text = replace_entry (attrs, spec, wrong->name, name);

      json = json_object_new_string (text);
    }
  else
    {
      g_autoptr (RensaAttrs) inner = mend (wrong, level + 1, get_inner (attrs, spec), name);

      json = rensa_attrs_to_json (inner);
    }
  rensa_attrs_set_json (copy, spec->name, json, NULL);
  return copy;
}

struct json_object *
rensa_wrong_name_mend (const RensaWrongName *wrong, RensaAttrs *attrs, const char *name)
{
  g_autoptr (RensaAttrs) mended = mend (wrong, 0, attrs, name);

  return rensa_attrs_get_json (mended, wrong->specs[0]);
}

void
rensa_attrs_fill_names (RensaAttrs *attrs, RensaCatalog *catalog, RensaComponentKind kind)
{
  /* Visits each attribute only once, so that the loop terminates. */
  for (guint i = 0; i < rensa_attrs_get_component (attrs)->n_attrs; i++)
    {
      g_auto (RensaWrongName) wrong = { { NULL } };
      g_autoptr (RensaJson) json = NULL;

      if (!rensa_wrong_name_find (catalog, kind, attrs, &wrong))
        return;
      json = rensa_wrong_name_mend (&wrong, attrs, get_name (wrong.choices, 0));
      rensa_attrs_set_json (attrs, wrong.specs[0]->name, json, NULL);
    }
}

/* Returns the attribute without a value that @fault is about; NULL if it does not hold a name. */
static const RensaAttrSpec *
find_missing (const RensaFault *fault, const RensaComponent **component)
{
  static const RensaComponentKind kinds[] = { RENSA_COMPONENT_EXTENSION, RENSA_COMPONENT_TRIGGER };

  *component = NULL;
  for (guint i = 0; *component == NULL && fault->code == &rensa_fault_attr_missing && i < G_N_ELEMENTS (kinds); i++)
    *component = rensa_registry_find (kinds[i], fault->who, NULL);
  return *component != NULL ? rensa_component_find_attr (*component, fault->attr) : NULL;
}

void
rensa_project_explain_names (RensaProject *project)
{
  g_auto (RensaCatalog) catalog = { .project = project };
  for (guint i = 0; i < project->mistakes->len; i++)
    {
      RensaMistake *mistake = project->mistakes->pdata[i];
      g_auto (RensaWrongName) wrong = { { NULL } };

      if (mistake->node != NULL || mistake->kind != RENSA_MISTAKE_ATTR)
        continue;
      wrong.specs[0] = find_missing (rensa_error_get_fault (mistake->error), &wrong.component);
      if (wrong.specs[0] == NULL)
        continue;
      wrong.depth = 1;
      wrong.choices = g_ptr_array_ref (rensa_catalog_list (&catalog, wrong.specs[0]->names));
      if (wrong.choices->len == 0)
        continue;
      g_error_free (mistake->error);
      mistake->error = rensa_wrong_name_explain (&wrong);
    }
}
