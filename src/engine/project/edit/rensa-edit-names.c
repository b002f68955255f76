/* rensa-edit-names.c: names for new nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-edit-parts.h"
#include "rensa-language.h"

static char *
find_stem (const char *type)
{
  const RensaComponent *component = rensa_registry_find_node (type);

  return component != NULL && component->stem != NULL ? g_strdup (component->stem) : g_ascii_strdown (type, -1);
}

/* A node of a step must not have the name of a model. */
static gboolean
is_taken (RensaEdit *edit, const char *name)
{
  return rensa_model_find_node (edit->model, name) >= 0
         || (edit->model->is_step && rensa_network_find_called (edit->network, name) != NULL);
}

static gboolean
is_free (RensaEdit *edit, const char *name, GHashTable *taken)
{
  return !is_taken (edit, name) && (taken == NULL || !g_hash_table_contains (taken, name));
}

static char *
find_number (RensaEdit *edit, const char *stem, GHashTable *taken)
{
  for (guint i = 1;; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", stem, i);

      if (is_free (edit, name, taken))
        return g_steal_pointer (&name);
    }
}

char *
rensa_edit_name_for_type (RensaEdit *edit, const char *type)
{
  g_autofree char *stem = find_stem (type);

  /* A typical model has one input, x. */
  return strcmp (stem, "x") == 0 && is_free (edit, "x", NULL) ? g_strdup ("x") : find_number (edit, stem, NULL);
}

char *
rensa_edit_name_like (RensaEdit *edit, const char *like, GHashTable *taken)
{
  g_autofree char *stem = g_strndup (like, 60);

  if (is_free (edit, like, taken))
    return g_strdup (like);

  while (strlen (stem) > 1 && g_ascii_isdigit (stem[strlen (stem) - 1]))
    stem[strlen (stem) - 1] = '\0';
  return find_number (edit, stem, taken);
}

gboolean
rensa_edit_check_name (RensaEdit *edit, const char *name, GError **error)
{
  if (!rensa_node_name_check (name, NULL))
    {
      g_autofree char *given = rensa_excerpt (name);

      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          N_ ("Node names consist of up to 64 letters, digits and underscores and do not start with a digit; "
              "\"%s\" is not valid."),
          given);
      return FALSE;
    }
  if (!is_taken (edit, name))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("A node named %s already exists; choose another name."), name);
  return FALSE;
}
