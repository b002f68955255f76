/* rensa-template.c: filling in templates.
 * SPDX-License-Identifier: MIT */

#include "rensa-template-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-python-private.h"

/* A placeholder in a template: "{axis}" or "{y_keys:list}". */
typedef struct
{
  char *name;
  char *suffix;
  const char *end;
} Place;

static void
place_clear (Place *place)
{
  g_free (place->name);
  g_free (place->suffix);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static Place
read_place (const char *brace)
{
  const char *end = strchr (brace, '}');
  const char *colon = memchr (brace, ':', end - brace);

  return (Place){ g_strndup (brace + 1, (colon != NULL ? colon : end) - brace - 1),
                  colon != NULL ? g_strndup (colon + 1, end - colon - 1) : g_strdup (""), end + 1 };
}

gboolean
rensa_template_has_place (const char *form, const char *name, const char *suffix)
{
  const char *brace = form != NULL ? strchr (form, '{') : NULL;

  while (brace != NULL)
    {
      g_auto (Place) place = read_place (brace);

      if ((name == NULL || g_str_equal (place.name, name)) && (suffix == NULL || g_str_equal (place.suffix, suffix)))
        return TRUE;
      brace = strchr (place.end, '{');
    }
  return FALSE;
}

static const RensaBinding *
find_binding (const RensaTemplateScope *scope, const char *name)
{
  for (guint i = 0; i < scope->n_bindings; i++)
    if (g_str_equal (scope->bindings[i].name, name))
      return &scope->bindings[i];
  return NULL;
}

/* Returns NULL for None; *@is_default is TRUE if it can be omitted. */
static char *
get_value (const Place *place, RensaAttrs *attrs, RensaTemplateScope *scope, gboolean *is_default)
{
  const RensaAttrSpec *spec =
      attrs != NULL ? rensa_component_find_attr (rensa_attrs_get_component (attrs), place->name) : NULL;
  const RensaBinding *binding = find_binding (scope, spec != NULL ? place->suffix : place->name);
  char *text = spec != NULL ? scope->writer->write_attr (scope->writer, attrs, spec, place->suffix) : NULL;

  if (text == NULL && binding != NULL)
    text = g_strdup (binding->text);
  if (g_str_equal (place->suffix, "tuple") && g_strcmp0 (text, "True") == 0)
    scope->gives_tuple = TRUE;
  *is_default =
      spec != NULL ? rensa_attrs_is_default (attrs, spec) && !g_str_equal (place->suffix, "always") : text == NULL;
  return text;
}

/* Returns @template with all placeholders filled in; *@n_given is the number of values that are not
 * defaults. */
static char *
substitute (const char *template, RensaAttrs *attrs, RensaTemplateScope *scope, guint *n_places, guint *n_given)
{
  GString *text = g_string_new (NULL);

  *n_places = *n_given = 0;
  for (const char *c = template; *c != '\0';)
    {
      const char *brace = strchr (c, '{');
      gboolean is_default;

      g_string_append_len (text, c, brace != NULL ? brace - c : (gssize) strlen (c));
      if (brace == NULL)
        break;

      g_auto (Place) place = read_place (brace);
      g_autofree char *value = get_value (&place, attrs, scope, &is_default);
      const gboolean spread = text->len > 0 && text->str[text->len - 1] == '*' && value != NULL && value[0] == '[';

      /* F.add (*[a, b]) is F.add (a, b). */
      if (spread)
        {
          g_string_truncate (text, text->len - 1);
          g_string_append_len (text, value + 1, strlen (value) - 2);
        }
      else
        g_string_append (text, value != NULL ? value : "None");
      *n_places += 1;
      *n_given += !is_default;
      c = place.end;
    }
  return g_string_free (text, FALSE);
}

static gboolean
is_keyword_argument (const char *argument)
{
  const gsize length = strspn (argument, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");

  return length > 0 && argument[length] == '=';
}

/* Fills in a list of arguments separated by commas. */
static char *
fill_arguments (const char *list, gsize length, RensaAttrs *attrs, RensaTemplateScope *scope)
{
  g_autoptr (GPtrArray) arguments = rensa_python_split (list, length);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < arguments->len; i++)
    {
      guint n_places;
      guint n_given;
      g_autofree char *argument = substitute (arguments->pdata[i], attrs, scope, &n_places, &n_given);

      if (is_keyword_argument (arguments->pdata[i]) && n_places > 0 && n_given == 0)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", argument);
    }
  return g_string_free (text, FALSE);
}

char *
rensa_template_fill (const char *template, RensaAttrs *attrs, RensaTemplateScope *scope)
{
  const char *bracket = rensa_python_find_arguments (template);
  g_autofree char *arguments = NULL;
  guint n_places;
  guint n_given;

  if (is_keyword_argument (template))
    return fill_arguments (template, strlen (template), attrs, scope);
  if (bracket == NULL)
    return substitute (template, attrs, scope, &n_places, &n_given);

  arguments = fill_arguments (bracket + 1, strlen (bracket + 1) - 1, attrs, scope);
  return g_strdup_printf ("%.*s%s)", (int) (bracket + 1 - template), template, arguments);
}

/* Checks that components contained in @attrs, for which @form has a placeholder, have forms, too. */
static gboolean
check_inner (const RensaTemplateWriter *writer, RensaAttrs *attrs, const char *form, const char *place, GError **error)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      RensaAttrs *inner = spec->type == RENSA_ATTR_TYPE_COMPONENT
                              ? *(RensaAttrs *const *) ((const char *) rensa_attrs_get_values (attrs) + spec->offset)
                              : NULL;

      if (inner != NULL && rensa_template_has_place (form, spec->name, NULL)
          && rensa_template_get_form (writer, inner, place, error) == NULL)
        return FALSE;
    }
  return TRUE;
}

static const char *
get_form (const RensaTemplateWriter *writer, RensaAttrs *attrs, const RensaTemplateScope *scope, const char *place,
          GError **error)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  g_autoptr (GError) reason = NULL;
  const char *form = writer->get_form != NULL ? writer->get_form (writer, attrs, scope, &reason)
                                              : rensa_component_get_form (component, writer->target);

  if (form != NULL)
    return check_inner (writer, attrs, form, place, error) ? form : NULL;
  if (reason != NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  else
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no %s"), writer->title, component->name);
  if (place != NULL)
    g_prefix_error (error, "%s: ", place);
  return NULL;
}

const char *
rensa_template_get_form (const RensaTemplateWriter *writer, RensaAttrs *attrs, const char *place, GError **error)
{
  return get_form (writer, attrs, NULL, place, error);
}

char *
rensa_template_write (RensaAttrs *attrs, RensaTemplateScope *scope, GError **error)
{
  const char *form = get_form (scope->writer, attrs, scope, NULL, error);

  return form != NULL ? rensa_template_fill (form, attrs, scope) : NULL;
}
