/* cli-changes.c: option --change ITERATION:PATH=VALUE of rensa train.
 * SPDX-License-Identifier: MIT */

#include "cli-changes.h"

#include "cli.h"
#include "rensa-fault.h"

/* Validates the value as if it were in the document from the beginning. */
static gboolean
check_change (RensaDocument *document, const char *path, const char *text, GError **error)
{
  g_autofree char *setting = rensa_trainer_dup_setting (path, error);
  char *dot = setting != NULL ? strrchr (setting, '.') : NULL;
  g_autoptr (RensaAttrs) attrs = NULL;

  if (dot == NULL)
    return FALSE;
  *dot = '\0';
  attrs = rensa_document_get_attrs (document, setting, error);
  return attrs != NULL && rensa_attrs_set_text (attrs, dot + 1, text, error);
}

/* "600:optimizer.alpha=0.0001" */
static gboolean
read_change (RensaDocument *document, const char *change, RensaSchedule *schedule, GError **error)
{
  const char *colon = strchr (change, ':');
  const char *equals = colon != NULL ? strchr (colon, '=') : NULL;
  g_autofree char *number = g_strndup (change, colon != NULL ? colon - change : 0);
  g_autofree char *path = equals != NULL ? g_strndup (colon + 1, equals - colon - 1) : NULL;
  guint64 iteration;

  if (path == NULL || !g_ascii_string_to_unsigned (number, 10, 1, G_MAXINT64, &iteration, NULL))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("--change expects ITERATION:PATH=VALUE, such as 600:optimizer.alpha=0.0001, not %s"),
                       change);
      return FALSE;
    }
  if (!check_change (document, path, equals + 1, error))
    {
      g_prefix_error (error, "--change %s: ", change);
      return FALSE;
    }
  rensa_schedule_add (schedule, (gint64) iteration, path, equals + 1);
  return TRUE;
}

RensaSchedule *
cli_changes_read (char *const *changes, RensaDocument *document, GError **error)
{
  g_autoptr (RensaSchedule) schedule = rensa_schedule_new ();

  for (guint i = 0; changes != NULL && changes[i] != NULL; i++)
    if (!read_change (document, changes[i], schedule, error))
      return NULL;
  return g_steal_pointer (&schedule);
}

void
cli_changes_tell (const char *path, const char *text, const GError *error, gpointer data)
{
  if (error != NULL)
    cli_fail (g_error_copy (error));
}

void
cli_changes_tell_left (RensaSchedule *schedule)
{
  gint64 iteration;
  const char *path = rensa_schedule_get_next (schedule, &iteration);

  if (path != NULL)
    cli_tell (_ ("Training ended before iteration %lld, after which %s was to be changed."), (long long) iteration,
              path);
}
