/* rensa-fault-words.c: faults as texts in the user's language.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault-private.h"

#include <string.h>

#include "rensa-base-faults.h"
#include "rensa-language.h"

gboolean
rensa_fault_is_text (const RensaFault *fault)
{
  return fault->code == NULL || fault->code == &rensa_fault_words;
}

static char *
word_count (RensaCount count)
{
  g_autofree char *n = g_strdup_printf ("%" G_GINT64_FORMAT, count.n);
  g_autoptr (GString) text = NULL;

  if (count.unit == NULL)
    return g_steal_pointer (&n);
  text = g_string_new (ngettext (count.unit->one, count.unit->many, (gulong) count.n));
  g_string_replace (text, "{n}", n, 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The text of the expected value comes from the code that reported the fault. */
static char *
word_expected (const RensaFault *fault)
{
  if (fault->expected == NULL)
    return word_count (fault->n_expected);
  return g_strdup (fault->expected[0] != '\0' ? _ (fault->expected) : "");
}

static char *
get_member (const RensaFault *fault, const char *name, gsize length)
{
  const struct
  {
    const char *name;
    const char *text;
  } members[] = { { "who", fault->who },     { "other", fault->other }, { "attr", fault->attr },
                  { "value", fault->value }, { "port", fault->port },   { "text", fault->text },
                  { "found", fault->found } };

  if (strncmp (name, "expected", length) == 0)
    return word_expected (fault);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (strlen (members[i].name) == length && strncmp (members[i].name, name, length) == 0 && members[i].text != NULL)
      return g_strdup (members[i].text);
  return word_count (fault->n_found);
}

static void
fill (GString *text, const char *template, const RensaFault *fault)
{
  for (const char *at = template; *at != '\0';)
    {
      const gsize plain = strcspn (at, "{");
      const gsize length = at[plain] != '\0' ? strcspn (at + plain + 1, "}") : 0;
      g_autofree char *member = length > 0 ? get_member (fault, at + plain + 1, length) : NULL;

      g_string_append_len (text, at, (gssize) plain);
      if (member == NULL)
        return;
      g_string_append (text, member);
      at += plain + length + 2;
    }
}

static void
capitalise (GString *text, gsize at)
{
  const char *first = text->str + at;
  char capital[6];
  const int length = g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (first)), capital);

  g_string_erase (text, (gssize) at, g_utf8_next_char (first) - first);
  g_string_insert_len (text, (gssize) at, capital, length);
}

/* Appends "; relu1 outputs float32 (100, 10) and x outputs float32 (100, 2)". */
static void
append_inputs (GString *text, const RensaFault *fault)
{
  for (guint i = 0; i < fault->n_inputs; i++)
    {
      const RensaFaultInput *input = &fault->inputs[i];
      g_autofree char *shape = rensa_type_to_string (&input->type);
      g_autofree char *type = g_strdup_printf ("%s %s", rensa_dtype_get_name (input->type.dtype), shape);
      const char *name = input->name[0] != '\0' ? input->name : _ ("the input");

      g_string_append (text, i == 0 ? "; " : i + 1 < fault->n_inputs ? ", " : _ (" and "));
      g_string_append_printf (text, _ ("%s outputs %s"), name, type);
    }
}

/* Braces contain members of the fault; {expected} and {found} may be counted items: "2 inputs". A
 * text that begins with a lowercase letter is capitalized if nothing precedes it. */
static char *
word_whole (const RensaFault *fault, gboolean is_alone)
{
  const char *template = fault->code != NULL ? _ (fault->code->text) : "{text}";
  GString *text = g_string_new (NULL);
  gboolean is_word = is_alone;

  if (fault->from != NULL)
    {
      g_string_append_printf (text, _ ("the connection from %.80s to %.80s: "), fault->from, fault->to);
      if (is_word)
        capitalise (text, 0);
      is_word = FALSE;
    }
  if (fault->who != NULL && strstr (template, "{who}") == NULL)
    {
      g_string_append_printf (text, "%s: ", fault->who);
      is_word = FALSE;
    }
  is_word = is_word && (template[0] != '{' || fault->code == &rensa_fault_words);
  fill (text, template, fault);
  if (is_word)
    capitalise (text, 0);
  if (rensa_fault_is_text (fault) && fault->n_inputs > 0 && g_str_has_suffix (text->str, "."))
    g_string_truncate (text, text->len - 1);
  append_inputs (text, fault);
  if (fault->value != NULL && fault->n_inputs > 0)
    g_string_append_printf (text, _ ("; leave %s empty instead of %s to infer it from the input"), fault->attr,
                            fault->value);
  if (fault->suggestion != NULL)
    g_string_append_printf (text, _ ("; did you mean %s?"), fault->suggestion);
  return g_string_free (text, FALSE);
}

char *
rensa_fault_end (const char *text)
{
  if (g_str_has_suffix (text, ".") || g_str_has_suffix (text, "?") || g_str_has_suffix (text, "。"))
    return g_strdup (text);
  return g_strdup_printf (_ ("%s."), text);
}

char *
rensa_fault_word (const RensaFault *fault)
{
  return word_whole (fault, FALSE);
}

char *
rensa_fault_word_message (const RensaFault *fault)
{
  g_autofree char *text = word_whole (fault, FALSE);

  return rensa_fault_is_text (fault) && fault->n_inputs == 0 ? g_steal_pointer (&text) : rensa_fault_end (text);
}

char *
rensa_fault_word_sentence (const RensaFault *fault)
{
  g_autofree char *text = word_whole (fault, TRUE);

  return rensa_fault_end (text);
}

char *
rensa_fault_word_values (const RensaShape *shape)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (shape->ndim < 2)
    return g_strdup (_ ("a single number"));
  if (shape->ndim == 2)
    return word_count ((RensaCount){ &rensa_count_values, shape->dims[1] });
  for (int i = 1; i < shape->ndim; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 1 ? "×" : "", shape->dims[i]);
  return g_strdup_printf (_ ("%s values"), text->str);
}
