/* rensa-fault.c: faults attached to errors.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault-private.h"

#include <string.h>

#include "rensa-base-faults.h"
#include "rensa-format.h"
#include "rensa-language.h"
#include "rensa-phrase-private.h"

/* @sentence: (nullable): message without the place that was prepended. */
typedef struct
{
  RensaFault fault;
  char *sentence;
} RensaErrorPrivate;

/* String members of a fault. */
static const gsize texts[] = {
  G_STRUCT_OFFSET (RensaFault, place), G_STRUCT_OFFSET (RensaFault, link),       G_STRUCT_OFFSET (RensaFault, from),
  G_STRUCT_OFFSET (RensaFault, to),    G_STRUCT_OFFSET (RensaFault, who),        G_STRUCT_OFFSET (RensaFault, other),
  G_STRUCT_OFFSET (RensaFault, attr),  G_STRUCT_OFFSET (RensaFault, value),      G_STRUCT_OFFSET (RensaFault, port),
  G_STRUCT_OFFSET (RensaFault, text),  G_STRUCT_OFFSET (RensaFault, expected),   G_STRUCT_OFFSET (RensaFault, found),
  G_STRUCT_OFFSET (RensaFault, check), G_STRUCT_OFFSET (RensaFault, suggestion),
};

static char **
get_text (RensaFault *fault, guint i)
{
  return G_STRUCT_MEMBER_P (fault, texts[i]);
}

static void
fault_copy (const RensaFault *from, RensaFault *to)
{
  RensaFaultInput *inputs = g_memdup2 (from->inputs, from->n_inputs * sizeof *inputs);

  *to = *from;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *get_text (to, i) = g_strdup (*get_text (to, i));
  for (guint i = 0; i < from->n_inputs; i++)
    inputs[i].name = g_strdup (inputs[i].name);
  to->inputs = inputs;
  to->phrase = (const char *const *) g_strdupv ((char **) from->phrase);
}

static void
fault_clear (RensaFault *fault)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (*get_text (fault, i));
  for (guint i = 0; i < fault->n_inputs; i++)
    g_free ((char *) fault->inputs[i].name);
  g_free ((RensaFaultInput *) fault->inputs);
  g_strfreev ((char **) fault->phrase);
}

static void
rensa_error_private_init (RensaErrorPrivate *priv)
{
  *priv = (RensaErrorPrivate){ 0 };
}

static void
rensa_error_private_copy (const RensaErrorPrivate *from, RensaErrorPrivate *to)
{
  fault_copy (&from->fault, &to->fault);
  to->sentence = g_strdup (from->sentence);
}

static void
rensa_error_private_clear (RensaErrorPrivate *priv)
{
  fault_clear (&priv->fault);
  g_free (priv->sentence);
}

G_DEFINE_EXTENDED_ERROR (RensaError, rensa_error)

/* GLib creates a domain, and the lock of all domains, on first use; do so before there are threads. */
__attribute__ ((constructor)) static void
register_domain (void)
{
  rensa_error_quark ();
}

static RensaErrorPrivate *
get_private (GError **error)
{
  return error != NULL && *error != NULL && (*error)->domain == RENSA_ERROR ? rensa_error_get_private (*error) : NULL;
}

static void
replace_text (const char **text, const char *by)
{
  char *copy = g_strdup (by);

  g_free ((char *) *text);
  *text = copy;
}

static void
take_message (GError *error, char *message)
{
  g_free (error->message);
  error->message = message;
}

GError *
rensa_error_new_fault (RensaError code, const RensaFault *fault)
{
  g_autofree char *words = rensa_fault_word_message (fault);
  g_autofree char *message = g_utf8_make_valid (words, -1);
  GError *error = g_error_new_literal (RENSA_ERROR, code, message);

  fault_copy (fault, &rensa_error_get_private (error)->fault);
  return error;
}

/* When several arrays of a call cannot be allocated, the first one is reported. */
gboolean
rensa_set_fault (GError **error, RensaError code, const RensaFault *fault)
{
  if (error != NULL && (*error == NULL || !g_error_matches (*error, RENSA_ERROR, RENSA_ERROR_NO_MEMORY)))
    g_propagate_error (error, rensa_error_new_fault (code, fault));
  return FALSE;
}

void
rensa_set_words (GError **error, RensaError code, const char *format, ...)
{
  g_auto (GStrv) phrase = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  phrase = rensa_phrase_new (format, args);
  whole = g_strdup_vprintf (_ (format), args);
  va_end (args);
  text = rensa_shorten_sentence (whole);
  rensa_set_fault (error, code,
                   &(RensaFault){ .code = g_str_has_prefix (format, "%s") ? NULL : &rensa_fault_words,
                                  .text = text,
                                  .phrase = (const char *const *) phrase });
}

char *
rensa_fault_word_phrase (const char *const *phrase)
{
  g_autofree char *whole = rensa_phrase_word (phrase);

  return whole != NULL ? rensa_shorten_sentence (whole) : NULL;
}

const char *
rensa_fault_find_phrase (const char *text, const char *const *phrase)
{
  g_autofree char *end = rensa_fault_word_phrase (phrase);

  return end != NULL && g_str_has_suffix (text, end) ? text + strlen (text) - strlen (end) : NULL;
}

const RensaFault *
rensa_error_get_fault (const GError *error)
{
  static const RensaFault nothing = { .code = NULL };

  return error->domain == RENSA_ERROR ? &rensa_error_get_private (error)->fault : &nothing;
}

void
rensa_error_attach (GError *error, const RensaFault *fault)
{
  RensaErrorPrivate *priv = rensa_error_get_private (error);
  RensaFault before = priv->fault;

  /* @fault may share texts with the error's own fault. */
  fault_copy (fault, &priv->fault);
  fault_clear (&before);
}

/* TRUE if a place was prepended to the text of the fault; a type check gets its place only from the link. */
static gboolean
is_prefixed (const RensaFault *fault, const char *message)
{
  g_autofree char *own = rensa_fault_word_message (fault);

  return fault->check == NULL && strcmp (own, message) != 0;
}

void
rensa_error_name (GError **error, const char *who)
{
  RensaErrorPrivate *priv = get_private (error);

  if (priv == NULL)
    return;
  if (rensa_fault_is_text (&priv->fault) && is_prefixed (&priv->fault, (*error)->message))
    {
      priv->fault.code = NULL;
      replace_text (&priv->fault.text, (*error)->message);
    }
  replace_text (&priv->fault.who, who);
  take_message (*error, rensa_fault_word_message (&priv->fault));
}

void
rensa_error_prefix (GError **error, const char *name)
{
  RensaErrorPrivate *priv = get_private (error);
  g_autofree char *text = NULL;
  RensaFault whole;

  g_prefix_error (error, "%s: ", name);
  if (priv == NULL)
    return;
  text = g_strdup ((*error)->message);
  whole =
      (RensaFault){ .link = priv->fault.link, .check = priv->fault.check, .text = text, .phrase = priv->fault.phrase };
  rensa_error_attach (*error, &whole);
}

void
rensa_error_set_attr (GError **error, const char *who, const char *attr)
{
  RensaErrorPrivate *priv = get_private (error);

  if (priv != NULL)
    replace_text (&priv->fault.attr, attr);
  rensa_error_name (error, who);
}

void
rensa_error_set_ends (GError **error, const char *from, const char *to)
{
  RensaErrorPrivate *priv = get_private (error);

  if (priv == NULL)
    return;
  replace_text (&priv->fault.from, from);
  replace_text (&priv->fault.to, to);
  take_message (*error, rensa_fault_word_message (&priv->fault));
}

void
rensa_error_explain (GError **error, const RensaFault *fault)
{
  RensaErrorPrivate *priv = get_private (error);
  g_autofree char *words = rensa_fault_word (fault);
  RensaFault whole = *fault;

  if (priv == NULL)
    return;
  whole.check = priv->fault.check;
  take_message (*error, g_strdup_printf ("%s; %s", (*error)->message, words));
  rensa_error_attach (*error, &whole);
}

char *
rensa_fault_join_link (const char *path, const char *part)
{
  return part != NULL && path[0] != '\0' ? g_strconcat (path, "/", part, NULL) : g_strdup (part != NULL ? part : path);
}

void
rensa_error_set_link (GError **error, const char *path, const char *part)
{
  RensaErrorPrivate *priv = get_private (error);
  g_autofree char *whole = rensa_fault_join_link (path, part);

  if (priv != NULL && priv->fault.link != NULL)
    return;
  if (priv != NULL)
    replace_text (&priv->fault.link, whole);
  if (whole[0] != '\0')
    g_prefix_error (error, "%s: ", whole);
}

gboolean
rensa_error_set_place (GError **error, const char *place)
{
  RensaErrorPrivate *priv = get_private (error);

  if (priv != NULL && priv->fault.place == NULL)
    {
      replace_text (&priv->fault.place, place);
      priv->sentence = g_strdup ((*error)->message);
    }
  if (place[0] != '\0')
    g_prefix_error (error, "%s: ", place);
  return FALSE;
}

void
rensa_error_drop_place (GError *error)
{
  RensaErrorPrivate *priv = get_private (&error);

  if (priv != NULL && priv->sentence != NULL)
    take_message (error, g_steal_pointer (&priv->sentence));
}

char *
rensa_error_to_sentence (const GError *error)
{
  const RensaErrorPrivate *priv = error->domain == RENSA_ERROR ? rensa_error_get_private (error) : NULL;

  const char *message = priv != NULL && priv->sentence != NULL ? priv->sentence : error->message;

  if (priv != NULL && priv->fault.code != NULL && !is_prefixed (&priv->fault, message))
    return rensa_fault_word_sentence (&priv->fault);
  return rensa_fault_end (message);
}

void
rensa_error_stand_alone (GError **error)
{
  if (get_private (error) != NULL)
    take_message (*error, rensa_error_to_sentence (*error));
}

char *
rensa_error_get_check (const GError *error)
{
  const RensaFault *fault = rensa_error_get_fault (error);

  if (fault->check == NULL || fault->code == &rensa_fault_values)
    return NULL;
  return fault->link != NULL && fault->link[0] != '\0' ? g_strdup_printf ("%s: %s", fault->link, fault->check)
                                                       : g_strdup (fault->check);
}
