/* rensa-librensa-call.c: function calls in a program, based on the prototypes in rensa-functions.h.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-ctext-private.h"
#include "rensa-function.h"
#include "rensa-functions-prototypes.h"
#include "rensa-librensa-private.h"

void
rensa_librensa_call_clear (RensaLibrensaCall *call)
{
  g_clear_pointer (&call->head, g_free);
  g_clear_pointer (&call->arguments, g_ptr_array_unref);
}

static void
call_init (RensaLibrensaCall *call, const char *function)
{
  call->head = g_strconcat (function, " (", NULL);
  call->arguments = g_ptr_array_new_with_free_func (g_free);
}

char *
rensa_librensa_write_variables (const char *const *values, guint n)
{
  GString *text = g_string_new ("(RensaVariable *[]){ ");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", values[i] != NULL ? values[i] : "NULL");
  g_string_append (text, " }");
  return g_string_free (text, FALSE);
}

/* Attributes as values of a parameter type; NULL if not representable */

static char *
write_int (gint64 value, const char *type)
{
  if (value == RENSA_INT_NONE)
    return g_str_equal (type, "gint64") ? g_strdup ("RENSA_INT_NONE") : NULL;
  return value >= G_MININT && value <= G_MAXINT ? g_strdup_printf ("%d", (int) value) : NULL;
}

static char *
write_ints (const RensaInts *ints, const char *type)
{
  const gboolean is_shape = g_str_equal (type, "const RensaShape *");
  GString *text;

  if (ints->n == RENSA_INTS_NONE)
    return is_shape ? NULL : g_strdup ("NULL");
  if (ints->n == RENSA_INTS_SCALAR)
    return is_shape ? NULL
                    : g_strdup_printf ("&(RensaInts){ RENSA_INTS_SCALAR, { %" G_GINT64_FORMAT " } }", ints->values[0]);
  if (ints->n == 0)
    return NULL;

  text = g_string_new (NULL);
  for (int i = 0; i < ints->n; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", ints->values[i]);
  if (is_shape)
    {
      g_string_prepend (text, "&RENSA_SHAPE (");
      g_string_append_c (text, ')');
    }
  else
    {
      g_autofree char *head = g_strdup_printf ("&(RensaInts){ %d, { ", ints->n);

      g_string_prepend (text, head);
      g_string_append (text, " } }");
    }
  return g_string_free (text, FALSE);
}

static char *
write_dtype (RensaDtype dtype)
{
  g_autofree char *name = g_ascii_strup (rensa_dtype_get_name (dtype), -1);

  return g_strconcat ("RENSA_", name, NULL);
}

static char *
write_string (const char *string)
{
  return string != NULL ? rensa_ctext_quote (string) : g_strdup ("NULL");
}

static char *
write_attr (const RensaAttrSpec *spec, gconstpointer field, const char *type)
{
  const gboolean is_whole = g_str_equal (type, "int") || g_str_equal (type, "gint64");
  const gboolean is_tuple = g_str_equal (type, "const RensaInts *") || g_str_equal (type, "const RensaShape *");

  if (spec->type == RENSA_ATTR_TYPE_BOOL && g_str_equal (type, "gboolean"))
    return g_strdup (*(const gboolean *) field ? "TRUE" : "FALSE");
  if (spec->type == RENSA_ATTR_TYPE_INT && is_whole)
    return write_int (*(const gint64 *) field, type);
  if (spec->type == RENSA_ATTR_TYPE_FLOAT && g_str_equal (type, "double"))
    return isfinite (*(const double *) field) ? rensa_format_double (*(const double *) field) : NULL;
  if (spec->type == RENSA_ATTR_TYPE_INTS && is_tuple)
    return write_ints (field, type);
  if (spec->type == RENSA_ATTR_TYPE_DTYPE && g_str_equal (type, "RensaDtype"))
    return write_dtype (*(const RensaDtype *) field);
  if (spec->type == RENSA_ATTR_TYPE_STRING && g_str_equal (type, "const char *"))
    return write_string (*(char *const *) field);
  return NULL;
}

/**
 * Match: a node while its arguments are matched one by one
 * @n_attrs: number of matched attributes that do not have their default values
 */
typedef struct
{
  const RensaModelNode *node;
  const char *const *values;
  guint n_values;
  guint n_attrs;
  GPtrArray *arguments;
} Match;

/* Matches the input or attribute @name with a parameter of @type. */
static gboolean
take_parameter (Match *self, const char *type, const char *name)
{
  const RensaComponent *component = rensa_attrs_get_component (self->node->attrs);
  const RensaModelPort *port =
      self->n_values < self->node->ports->len ? rensa_model_node_get_port (self->node, self->n_values) : NULL;
  const RensaAttrSpec *spec = rensa_component_find_attr (component, name);
  char *text = NULL;

  if (g_str_equal (type, "RensaVariable *") && port != NULL && !port->list && g_str_equal (port->name, name))
    {
      const char *value = self->values[self->n_values++];

      text = g_strdup (value != NULL ? value : "NULL");
    }
  else if (spec != NULL)
    {
      text = write_attr (spec, (const char *) rensa_attrs_get_values (self->node->attrs) + spec->offset, type);
      self->n_attrs += !rensa_attrs_is_default (self->node->attrs, spec);
    }
  if (text != NULL)
    g_ptr_array_add (self->arguments, text);
  return text != NULL;
}

/* Matches the list at the end of the inputs, and its length, specified by @length. */
static gboolean
take_list (Match *self, const char *name, const char *length)
{
  const guint n = self->node->sources->len - self->n_values;
  const RensaModelPort *port =
      self->n_values < self->node->ports->len ? rensa_model_node_get_port (self->node, self->n_values) : NULL;

  if (port == NULL || !port->list || !g_str_equal (port->name, name) || n == 0 || g_strcmp0 (length, "int n") != 0)
    return FALSE;
  g_ptr_array_add (self->arguments, rensa_librensa_write_variables (self->values + self->n_values, n));
  g_ptr_array_add (self->arguments, g_strdup_printf ("%u", n));
  self->n_values += n;
  return TRUE;
}

static guint
count_attrs (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  guint n = 0;

  for (guint i = 0; i < component->n_attrs; i++)
    n += !rensa_attrs_is_default (attrs, &component->attrs[i]);
  return n;
}

/* Returns TRUE if @parameters match exactly the inputs and attributes of the node. */
static gboolean
match (Match *self, const char *parameters)
{
  g_auto (GStrv) list = g_strsplit (parameters, ", ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    {
      const gsize type_length = strcspn (list[i], "*") < strlen (list[i])
                                    ? (gsize) (strrchr (list[i], '*') - list[i]) + 1
                                    : (gsize) (strrchr (list[i], ' ') - list[i]);
      g_autofree char *type = g_strndup (list[i], type_length);
      const char *name = list[i] + type_length + (list[i][type_length] == ' ');

      if (g_str_equal (type, "RensaVariable *const *"))
        {
          if (!take_list (self, name, list[i + 1]))
            return FALSE;
          i++;
        }
      else if (!take_parameter (self, type, name))
        return FALSE;
    }
  return self->n_values == self->node->sources->len && self->n_attrs == count_attrs (self->node->attrs);
}

static const char *
find_parameters (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rensa_functions_prototypes); i++)
    if (g_str_equal (rensa_functions_prototypes[i].name, name))
      return rensa_functions_prototypes[i].parameters;
  return NULL;
}

/* Writes "rensa_concat", or "rensa_add_n" for a list if "rensa_add" takes two inputs. */
static gboolean
write_typed (const RensaModelNode *node, const char *const *values, RensaLibrensaCall *call)
{
  static const char *const endings[] = { "", "_n" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("rensa_", rensa_attrs_get_component (node->attrs)->name, endings[i], NULL);
      const char *parameters = find_parameters (name);
      Match self = { .node = node, .values = values };

      call_init (call, name);
      self.arguments = call->arguments;
      if (parameters != NULL && match (&self, parameters))
        return TRUE;
      rensa_librensa_call_clear (call);
    }
  return FALSE;
}

void
rensa_librensa_write_function (RensaLibrensaProgram *program, const RensaModelNode *node, const char *const *values,
                               gboolean is_wired, RensaLibrensaCall *call)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (node->attrs);

  if (!is_wired && class->updates == 0 && write_typed (node, values, call))
    return;

  program->helpers |= RENSA_LIBRENSA_APPLY1;
  call_init (call, "apply");
  g_ptr_array_add (call->arguments, rensa_librensa_describe (node->attrs));
  g_ptr_array_add (call->arguments, rensa_librensa_write_variables (values, node->sources->len));
  g_ptr_array_add (call->arguments, g_strdup_printf ("%u", node->sources->len));
}
