/* rensa-onnx-form.c: parser of the language for the ONNX forms of functions.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-form-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

/* The text, the current position, and the first error, after which parsing stops. */
typedef struct
{
  const char *text;
  const char *at;
  GError *error;
} Reader;

void
rensa_onnx_form_free (RensaOnnxForm *form)
{
  g_free (form->text);
  g_ptr_array_unref (form->children);
  g_free (form);
}

static void
free_child (gpointer form)
{
  g_clear_pointer ((RensaOnnxForm **) &form, rensa_onnx_form_free);
}

static RensaOnnxForm *
form_new (RensaOnnxFormKind kind, char *text)
{
  RensaOnnxForm *form = g_new0 (RensaOnnxForm, 1);

  form->kind = kind;
  form->text = text;
  form->children = g_ptr_array_new_with_free_func (free_child);
  return form;
}

static void
fail (Reader *reader, const char *wanted)
{
  if (reader->error == NULL)
    rensa_set_words (&reader->error, RENSA_ERROR_FORMAT, N_ ("the ONNX form “%s” expects “%s” at “%s”"), reader->text,
                     wanted, reader->at);
  reader->at += strlen (reader->at);
}

static void
skip_space (Reader *reader)
{
  reader->at += strspn (reader->at, " \n");
}

/* Consumes @token if it is next. */
static gboolean
take (Reader *reader, const char *token)
{
  skip_space (reader);
  if (!g_str_has_prefix (reader->at, token))
    return FALSE;
  reader->at += strlen (token);
  return TRUE;
}

static void
expect (Reader *reader, const char *token)
{
  if (!take (reader, token))
    fail (reader, token);
}

static char *
read_name (Reader *reader)
{
  const gsize length = strspn (reader->at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
  char *name = length > 0 && !g_ascii_isdigit (*reader->at) ? g_strndup (reader->at, length) : NULL;

  reader->at += name != NULL ? length : 0;
  return name;
}

static RensaOnnxForm *read_value (Reader *reader);

/* Matches "name=", but not "name==". */
static gboolean
is_attr (const Reader *reader)
{
  const gsize length = strspn (reader->at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");

  return length > 0 && reader->at[length] == '=' && reader->at[length + 1] != '=';
}

static RensaOnnxForm *
read_argument (Reader *reader, gboolean takes_attrs)
{
  RensaOnnxForm *attr;

  skip_space (reader);
  if (!takes_attrs || !is_attr (reader))
    return read_value (reader);
  attr = form_new (RENSA_ONNX_FORM_ATTR, read_name (reader));
  expect (reader, "=");
  g_ptr_array_add (attr->children, read_value (reader));
  return attr;
}

/* Parses up to the closing bracket @end. Only operators take attributes. */
static void
read_arguments (Reader *reader, const char *end, RensaOnnxForm *form)
{
  const gboolean takes_attrs = form->kind == RENSA_ONNX_FORM_CALL && g_ascii_isupper (form->text[0]);

  if (take (reader, end))
    return;
  do
    g_ptr_array_add (form->children, read_argument (reader, takes_attrs));
  while (take (reader, ","));
  expect (reader, end);
}

static gboolean
is_name (const GPtrArray *forms, guint i)
{
  return ((RensaOnnxForm *) forms->pdata[i])->kind == RENSA_ONNX_FORM_NAME;
}

static void
read_call (Reader *reader, RensaOnnxForm *form)
{
  read_arguments (reader, ")", form);
  if (g_str_equal (form->text, "each") && (form->children->len != 3 || !is_name (form->children, 0)))
    fail (reader, "each (name, list, form)");
}

static RensaOnnxForm *
read_number (Reader *reader)
{
  RensaOnnxForm *form = form_new (RENSA_ONNX_FORM_NUMBER, NULL);
  char *end;

  form->number = g_ascii_strtod (reader->at, &end);
  form->is_whole = strcspn (reader->at, ".e") >= (gsize) (end - reader->at);
  reader->at = end;
  return form;
}

static RensaOnnxForm *
read_text (Reader *reader)
{
  const char *end = strchr (reader->at, '\'');
  RensaOnnxForm *form;

  if (end == NULL)
    {
      fail (reader, "'");
      return form_new (RENSA_ONNX_FORM_TEXT, g_strdup (""));
    }
  form = form_new (RENSA_ONNX_FORM_TEXT, g_strndup (reader->at, end - reader->at));
  reader->at = end + 1;
  return form;
}

static RensaOnnxForm *
read_primary (Reader *reader)
{
  RensaOnnxForm *form;
  char *name;

  if (take (reader, "("))
    {
      form = read_value (reader);
      expect (reader, ")");
      return form;
    }
  if (take (reader, "["))
    {
      form = form_new (RENSA_ONNX_FORM_LIST, NULL);
      read_arguments (reader, "]", form);
      return form;
    }
  if (take (reader, "'"))
    return read_text (reader);
  if (g_ascii_isdigit (*reader->at))
    return read_number (reader);

  name = read_name (reader);
  if (name == NULL)
    {
      fail (reader, "value");
      return form_new (RENSA_ONNX_FORM_NAME, g_strdup (""));
    }
  form = form_new (take (reader, "(") ? RENSA_ONNX_FORM_CALL : RENSA_ONNX_FORM_NAME, name);
  if (form->kind == RENSA_ONNX_FORM_CALL)
    read_call (reader, form);
  return form;
}

/* -x is 0 - x with one operand. */
static RensaOnnxForm *
read_unary (Reader *reader)
{
  RensaOnnxForm *form;

  if (!take (reader, "-"))
    return read_primary (reader);
  form = form_new (RENSA_ONNX_FORM_BINARY, g_strdup ("-"));
  g_ptr_array_add (form->children, read_unary (reader));
  return form;
}

/* Levels of increasing precedence; an operator precedes its own prefixes. */
static const char *const levels[][7] = {
  { "==", "!=", "<=", ">=", "<", ">", NULL },
  { "+", "-", NULL },
  { "*", "/", NULL },
};

static RensaOnnxForm *
read_binary (Reader *reader, guint level)
{
  RensaOnnxForm *left;
  guint i = 0;

  if (level == G_N_ELEMENTS (levels))
    return read_unary (reader);
  left = read_binary (reader, level + 1);
  while (levels[level][i] != NULL)
    if (take (reader, levels[level][i]))
      {
        RensaOnnxForm *form = form_new (RENSA_ONNX_FORM_BINARY, g_strdup (levels[level][i]));

        g_ptr_array_add (form->children, left);
        g_ptr_array_add (form->children, read_binary (reader, level + 1));
        left = form;
        i = 0;
      }
    else
      i++;
  return left;
}

static RensaOnnxForm *
read_value (Reader *reader)
{
  RensaOnnxForm *value = read_binary (reader, 0);
  RensaOnnxForm *choice;

  if (!take (reader, "?"))
    return value;
  choice = form_new (RENSA_ONNX_FORM_CHOICE, NULL);
  g_ptr_array_add (choice->children, value);
  g_ptr_array_add (choice->children, read_value (reader));
  expect (reader, ":");
  g_ptr_array_add (choice->children, read_value (reader));
  return choice;
}

/* "a, b" is a list, "a, b = …" is an assignment. */
static RensaOnnxForm *
read_statement (Reader *reader)
{
  RensaOnnxForm *list = form_new (RENSA_ONNX_FORM_LIST, NULL);

  do
    g_ptr_array_add (list->children, read_value (reader));
  while (take (reader, ","));
  if (!take (reader, "="))
    return list;
  for (guint i = 0; i < list->children->len; i++)
    if (!is_name (list->children, i))
      fail (reader, "name = value");
  list->kind = RENSA_ONNX_FORM_ASSIGN;
  g_ptr_array_add (list->children, read_value (reader));
  return list;
}

RensaOnnxForm *
rensa_onnx_form_parse (const char *text, GError **error)
{
  Reader reader = { text, text, NULL };
  g_autoptr (RensaOnnxForm) form = form_new (RENSA_ONNX_FORM_FORM, NULL);

  do
    g_ptr_array_add (form->children, read_statement (&reader));
  while (take (&reader, ";"));
  skip_space (&reader);
  if (*reader.at != '\0')
    fail (&reader, "operator");
  if (reader.error == NULL)
    return g_steal_pointer (&form);
  g_propagate_error (error, reader.error);
  return NULL;
}
