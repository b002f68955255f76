/* rensa-attr-name.c: strings that are names of objects, and strings that become part of a path.
 * SPDX-License-Identifier: MIT */

#include "rensa-attrs-private.h"
#include "rensa-language.h"
#include "rensa-registry-faults.h"

/* File systems allow 255 bytes; this leaves room for numbers, a second extension and that of the
 * temporary file. */
#define MAX_BYTES 180

/* Fields that are replaced by numbers. */
static const char *const fields[] = { "{.updater.iteration}", "{.updater.epoch}" };

/* Other files in the folder of a run: its lock, its model, and the state to resume from. */
static const struct
{
  const char *text;
  gboolean is_prefix;
} reserved[] = { { "lock", FALSE }, { "model.npz", FALSE }, { "resume_iter_", TRUE } };

/* Descriptions of a single name, and of a list of them. */
static const char *const names[RENSA_N_NAMES][2] = {
  [RENSA_NAMES_REPORT] = { N_ ("the name of a reported value"), N_ ("comma-separated names of reported values") },
  [RENSA_NAMES_LOGGED] = { N_ ("the name of a log column"), N_ ("comma-separated names of log columns") },
  [RENSA_NAMES_NEW_REPORT] = { N_ ("a name for the reported value") },
  [RENSA_NAMES_SETTING] = { N_ ("the name of a numeric optimizer setting") },
  [RENSA_NAMES_OPTIMIZER] = { N_ ("the name of an optimizer") },
  [RENSA_NAMES_LINK] = { N_ ("the path of a link") },
  [RENSA_NAMES_WORD_LINK] = { N_ ("the path of a link with one row per word") },
  [RENSA_NAMES_TARGET_LINK] = { N_ ("the path of a link"), N_ ("comma-separated paths of links") },
  [RENSA_NAMES_MODEL] = { N_ ("the name of a model") },
  [RENSA_NAMES_NODE] = { N_ ("the name of a node"), N_ ("comma-separated names of nodes") },
  [RENSA_NAMES_WORD] = { N_ ("a word of the vocabulary"), N_ ("comma-separated words of the vocabulary") },
  [RENSA_NAMES_LOG] = { N_ ("the name of a LogReport") },
};

char *
rensa_string_describe (const RensaAttrSpec *spec)
{
  static const char *const roles[] = { N_ ("UTF-8 text"), N_ ("a valid name"), N_ ("a file name"), N_ ("a file name") };

  if (spec->is_path)
    return g_strdup (spec->is_folder ? _ ("the path of a folder") : _ ("the path of a file"));
  return g_strdup (_ (spec->names != RENSA_NAMES_NOTHING ? names[spec->names][spec->is_list] : roles[spec->role]));
}

static gboolean
is_reserved (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    if (g_ascii_strncasecmp (text, reserved[i].text, strlen (reserved[i].text)) == 0
        && (reserved[i].is_prefix || strlen (text) == strlen (reserved[i].text)))
      return TRUE;
  return FALSE;
}

static gboolean
has_control (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_unichar_iscntrl (g_utf8_get_char (at)))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if all braces belong to known fields. */
static gboolean
has_good_fields (const char *text)
{
  for (const char *at = text; (at = strpbrk (at, "{}")) != NULL;)
    {
      guint i = 0;

      while (i < G_N_ELEMENTS (fields) && !g_str_has_prefix (at, fields[i]))
        i++;
      if (i == G_N_ELEMENTS (fields))
        return FALSE;
      at += strlen (fields[i]);
    }
  return TRUE;
}

static const char *
find_fault_of_name (const char *text)
{
  if (text[0] == '\0')
    return N_ ("it is empty");
  if (text[0] == '.')
    return N_ ("it starts with a dot");
  if (strpbrk (text, "/\\") != NULL)
    return N_ ("it contains a slash");
  if (has_control (text))
    return N_ ("it contains a control character");
  return strlen (text) > MAX_BYTES ? N_ ("it is longer than 180 bytes") : NULL;
}

static const char *
find_fault (const char *text, RensaStringRole role)
{
  const char *fault = find_fault_of_name (text);

  if (fault != NULL || role == RENSA_STRING_NAME)
    return fault;
  if (is_reserved (text))
    return N_ ("it is reserved by Rensa");
  if (role == RENSA_STRING_FILE_NAME && strpbrk (text, "{}") != NULL)
    return N_ ("it contains a brace");
  return has_good_fields (text) ? NULL : N_ ("the only placeholders are {.updater.iteration} and {.updater.epoch}");
}

gboolean
rensa_string_check_role (const char *text, RensaStringRole role, GError **error)
{
  const char *fault = role != RENSA_STRING_TEXT ? find_fault (text, role) : NULL;
  g_autofree char *given = NULL;
  g_autofree char *quoted = NULL;

  if (fault == NULL)
    return TRUE;

  given = rensa_excerpt (text);
  quoted = g_strdup_printf ("\"%s\"", given);
  return rensa_set_fault (error, RENSA_ERROR_INVALID,
                          &(RensaFault){ .code = &rensa_fault_attr_name,
                                         .expected = role == RENSA_STRING_NAME
                                                         ? N_ ("a valid name")
                                                         : N_ ("the name of a file in the output folder, without a "
                                                               "path"),
                                         .found = quoted,
                                         .text = _ (fault) });
}
