/* rensa-chainer-template.c: components as their descriptors say that Chainer writes them.
 * SPDX-License-Identifier: MIT */

#include "rensa-chainer-private.h"
#include "rensa-formula.h"
#include "rensa-initializer.h"
#include "rensa-optimizer.h"
#include "rensa-python-private.h"
#include "rensa-trainer.h"

#include <string.h>

const char *
rensa_chainer_get_template (RensaComponentKind kind, const RensaComponent *component)
{
  switch (kind)
    {
    case RENSA_COMPONENT_FUNCTION:
      return ((const RensaFunctionClass *) component)->chainer;
    case RENSA_COMPONENT_LINK:
      return ((const RensaLinkClass *) component)->chainer;
    case RENSA_COMPONENT_INITIALIZER:
      return ((const RensaInitializerClass *) component)->chainer;
    case RENSA_COMPONENT_OPTIMIZER:
      return ((const RensaOptimizerClass *) component)->chainer;
    case RENSA_COMPONENT_OPTIMIZER_HOOK:
      return ((const RensaOptimizerHookClass *) component)->chainer;
    case RENSA_COMPONENT_ITERATOR:
      return ((const RensaIteratorClass *) component)->chainer;
    case RENSA_COMPONENT_UPDATER:
      return ((const RensaUpdaterClass *) component)->chainer;
    case RENSA_COMPONENT_TRIGGER:
      return ((const RensaTriggerClass *) component)->chainer;
    case RENSA_COMPONENT_EXTENSION:
      return ((const RensaExtensionClass *) component)->chainer;
    default:
      return NULL;
    }
}

/* "main/loss, validation/main/loss" as a list of strings. */
static char *
write_list (const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);
  g_autoptr (GString) list = g_string_new ("[");

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *quoted = rensa_python_quote (g_strstrip (names[i]));

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", quoted);
    }
  g_string_append_c (list, ']');
  return g_strdup (list->str);
}

/* "main/predictor/0/l1" is model.predictor[0].l1. */
static char *
write_link (const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  GString *link = g_string_new ("model");

  for (guint i = 1; names[0] != NULL && names[i] != NULL; i++)
    g_string_append_printf (link, g_ascii_isdigit (names[i][0]) ? "[%s]" : ".%s", names[i]);
  return g_string_free (link, FALSE);
}

static char *
write_component (RensaChainerProgram *program, RensaComponentKind kind, RensaAttrs *attrs)
{
  RensaTemplateScope scope = { program };

  return kind == RENSA_COMPONENT_FUNCTION ? rensa_chainer_write_function (program, attrs)
                                          : rensa_chainer_write (kind, attrs, &scope, NULL);
}

/* The function that a typed formula stands for becomes one of the program; gives its name. */
static char *
write_formula (RensaChainerProgram *program, RensaAttrs *attrs)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (attrs);
  g_autoptr (RensaFormula) formula = class->get_formula (rensa_attrs_get_values (attrs), NULL);
  g_autofree char *wanted = g_strconcat ("_", class->name, NULL);
  g_autofree char *head = NULL;
  char *name = rensa_chainer_program_dup_name (program, wanted);

  /* The project has checked it. */
  g_auto (GStrv) lines = formula != NULL ? rensa_formula_to_python (formula, rensa_chainer_is_reserved) : NULL;

  if (lines == NULL)
    return name;
  head = g_strdup_printf ("def %s(%s):", name, lines[0]);
  rensa_python_append (program->functions, 0, head);
  for (guint i = 1; lines[i] != NULL; i++)
    rensa_python_append (program->functions, 4, lines[i]);
  g_string_append (program->functions, "\n\n");
  return name;
}

/* Chainer takes no single number here. */
static char *
write_sequence (const char *text)
{
  return g_ascii_isdigit (text[0]) || text[0] == '-' ? g_strdup_printf ("(%s,)", text) : g_strdup (text);
}

/* An attribute in the form that @suffix asks for; NULL for None. */
static char *
write_attr (RensaChainerProgram *program, RensaAttrs *attrs, const RensaAttrSpec *spec, const char *suffix)
{
  const char *field = (const char *) rensa_attrs_get_values (attrs) + spec->offset;
  char *text = rensa_attrs_get_text (attrs, spec);

  if (text[0] == '\0' || g_str_equal (text, "None"))
    {
      g_free (text);
      return NULL;
    }
  if (spec->type == RENSA_ATTR_TYPE_COMPONENT)
    {
      g_free (text);
      text = write_component (program, spec->component_kind, *(RensaAttrs *const *) field);
    }
  else if (spec->type == RENSA_ATTR_TYPE_DTYPE)
    {
      g_free (text);
      text = g_strconcat ("np.", rensa_dtype_get_name (*(const RensaDtype *) field), NULL);
    }
  else if (g_str_equal (suffix, "list") || g_str_equal (suffix, "columns") || g_str_equal (suffix, "link"))
    {
      const char *string = *(char *const *) field;

      g_free (text);
      text = g_str_equal (suffix, "link") ? write_link (string) : write_list (string);
    }
  else if (g_str_equal (suffix, "function"))
    {
      g_free (text);
      text = write_formula (program, attrs);
    }
  else if (g_str_equal (suffix, "sequence"))
    {
      g_autofree char *single = text;

      text = write_sequence (single);
    }
  else if (g_str_equal (suffix, "number") && g_str_has_suffix (text, ".0"))
    text[strlen (text) - 2] = '\0';
  return text;
}

/* A place in a template: "{axis}" or "{y_keys:list}". */
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

static const RensaBinding *
find_binding (const RensaTemplateScope *scope, const char *name)
{
  for (guint i = 0; i < scope->n_bindings; i++)
    if (g_str_equal (scope->bindings[i].name, name))
      return &scope->bindings[i];
  return NULL;
}

/* NULL for None; *@is_default tells whether it may be left out. */
static char *
get_value (const Place *place, RensaAttrs *attrs, RensaTemplateScope *scope, gboolean *is_default)
{
  const RensaAttrSpec *spec =
      attrs != NULL ? rensa_component_find_attr (rensa_attrs_get_component (attrs), place->name) : NULL;
  const RensaBinding *binding = find_binding (scope, spec != NULL ? place->suffix : place->name);
  char *text = spec != NULL ? write_attr (scope->program, attrs, spec, place->suffix) : NULL;

  if (text == NULL && binding != NULL)
    text = g_strdup (binding->text);
  if (g_str_equal (place->suffix, "tuple") && g_strcmp0 (text, "True") == 0)
    scope->gives_tuple = TRUE;
  *is_default =
      spec != NULL ? rensa_attrs_is_default (attrs, spec) && !g_str_equal (place->suffix, "always") : text == NULL;
  return text;
}

/* @template with all places filled in; *@n_given tells how many hold something else than a default. */
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

/* The bracket of a call that is all of @template; NULL for "{a} + {b}". */
static const char *
find_arguments (const char *template)
{
  const gsize length = strspn (template, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.");
  const char *bracket = template + length;

  return length > 0 && *bracket == '(' && rensa_python_skip_bracket (bracket)[1] == '\0' ? bracket : NULL;
}

/* Arguments separated by commas. */
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
rensa_chainer_fill (const char *template, RensaAttrs *attrs, RensaTemplateScope *scope)
{
  const char *bracket = find_arguments (template);
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

char *
rensa_chainer_write (RensaComponentKind kind, RensaAttrs *attrs, RensaTemplateScope *scope, GError **error)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  const char *template = rensa_chainer_get_template (kind, component);

  if (template != NULL)
    return rensa_chainer_fill (template, attrs, scope);

  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "Chainer has no %s.", component->name);
  return NULL;
}

gboolean
rensa_chainer_check_function (RensaAttrs *function, const char *place, GError **error)
{
  const RensaComponent *component = rensa_attrs_get_component (function);

  if (rensa_chainer_get_template (RENSA_COMPONENT_FUNCTION, component) != NULL)
    return TRUE;
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s: Chainer has no %s.", place, component->name);
  return FALSE;
}

/* Below a node: its copies, then its links, which have numbers in a sequence. */
static gboolean
is_link (const RensaModelNode *node, char **names)
{
  const gboolean is_nested = node->kind == RENSA_MODEL_NODE_NESTED;

  if (names[0] != NULL && node->repeat > 1)
    {
      if (strspn (names[0], G_CSET_DIGITS) != strlen (names[0]) || g_ascii_strtoll (names[0], NULL, 10) >= node->repeat)
        return FALSE;
      names++;
    }
  if (names[0] == NULL)
    return is_nested || node->kind == RENSA_MODEL_NODE_LINK;
  if (!is_nested)
    return FALSE;

  for (guint i = 0, n_links = 0; i < node->model->nodes->len; i++)
    {
      const RensaModelNode *inner = rensa_model_get_node (node->model, (int) i);
      g_autofree char *number = g_strdup_printf ("%u", n_links);

      n_links += inner->kind == RENSA_MODEL_NODE_LINK || inner->kind == RENSA_MODEL_NODE_NESTED;
      if (g_str_equal (names[0], node->is_sequence ? number : inner->name))
        {
          if (inner->kind == RENSA_MODEL_NODE_LINK || inner->kind == RENSA_MODEL_NODE_NESTED)
            return is_link (inner, names + 1);
        }
    }
  return FALSE;
}

gboolean
rensa_chainer_check_links (const char *template, RensaAttrs *attrs, RensaModel *model, GError **error)
{
  const RensaModelNode whole = { .kind = RENSA_MODEL_NODE_NESTED, .model = model, .repeat = 1 };

  for (const char *brace = strchr (template, '{'); brace != NULL; brace = strchr (brace + 1, '{'))
    {
      g_auto (Place) place = read_place (brace);
      const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (attrs), place.name);
      const char *path = "main";
      g_auto (GStrv) names = NULL;

      if (spec != NULL && g_str_equal (place.suffix, "link"))
        path = *(char *const *) ((const char *) rensa_attrs_get_values (attrs) + spec->offset);
      names = g_strsplit (path, "/", -1);
      if (g_strcmp0 (names[0], "main") == 0
          && (names[1] == NULL || (g_str_equal (names[1], "predictor") && is_link (&whole, names + 2))))
        continue;
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s: the model has no link “%s”.", place.name, path);
      return FALSE;
    }
  return TRUE;
}

/* The inputs that have to be given, by name, as they stand in a call and among the parameters of a lambda. */
static guint
bind_inputs (const RensaFunctionClass *class, RensaInputSpec *specs, char **lists, RensaBinding *bindings,
             GString *parameters)
{
  const int n = rensa_function_get_input_specs (class, specs);
  guint n_bindings = 0;

  for (int i = 0; i < n; i++)
    {
      if (specs[i].optional)
        continue;
      lists[i] = specs[i].list ? g_strdup_printf ("[%s]", specs[i].name) : NULL;
      bindings[n_bindings++] = (RensaBinding){ specs[i].name, lists[i] != NULL ? lists[i] : specs[i].name };
      g_string_append_printf (parameters, "%s%s", parameters->len > 0 ? ", " : "", specs[i].name);
    }
  return n_bindings;
}

char *
rensa_chainer_write_function (RensaChainerProgram *program, RensaAttrs *function)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);
  g_autoptr (GString) parameters = g_string_new (NULL);
  RensaInputSpec specs[8];
  RensaBinding bindings[8];
  char *lists[8] = { NULL };
  RensaTemplateScope scope = { program, bindings, bind_inputs (class, specs, lists, bindings, parameters), FALSE };
  g_autofree char *call = rensa_chainer_fill (class->chainer, function, &scope);
  const char *bracket = find_arguments (call);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  if (bracket != NULL && strlen (bracket) == parameters->len + 2
      && strncmp (bracket + 1, parameters->str, parameters->len) == 0)
    return g_strndup (call, bracket - call);
  return g_strdup_printf ("lambda %s: %s", parameters->str, call);
}
