/* studio-differences.c: settings that differ between runs.
 * SPDX-License-Identifier: MIT */

#include "studio-differences.h"

#include <glib/gi18n.h>
#include <string.h>

#include "rensa-run.h"
#include "studio-format.h"
#include "studio-settings.h"

typedef struct
{
  guint n_runs;
  guint run;
  GPtrArray *settings; /* StudioDifference, owned */
  GHashTable *by_path;
} Table;

static void
difference_free (gpointer data)
{
  StudioDifference *difference = data;

  for (guint i = 0; i < difference->n; i++)
    g_free (difference->values[i]);
  g_free (difference->values);
  g_free (difference->path);
  g_free (difference->name);
  g_free (difference);
}

static StudioDifference *
get_setting (Table *table, const char *path)
{
  StudioDifference *setting = g_hash_table_lookup (table->by_path, path);

  if (setting != NULL)
    return setting;
  setting = g_new0 (StudioDifference, 1);
  setting->path = g_strdup (path);
  setting->n = table->n_runs;
  setting->values = g_new0 (char *, table->n_runs);
  g_ptr_array_add (table->settings, setting);
  g_hash_table_insert (table->by_path, setting->path, setting);
  return setting;
}

static void
put (const char *path, const char *value, gpointer data)
{
  Table *table = data;
  char **place = &get_setting (table, path)->values[table->run];

  g_free (*place);
  *place = g_strdup (value);
}

/* Returns the default of a setting: for "optimizer.alpha", that of the component in "optimizer.type". */
static char *
find_default (Table *table, const char *path)
{
  const char *dot = strrchr (path, '.');
  g_autofree char *place = dot != NULL ? g_strdup_printf ("%.*s.type", (int) (dot - path), path) : NULL;
  const StudioDifference *type = place != NULL ? g_hash_table_lookup (table->by_path, place) : NULL;

  if (type == NULL || type->values[table->run] == NULL)
    return NULL;
  return studio_settings_get_default (type->values[table->run], dot + 1);
}

static void
fill_in_defaults (Table *table)
{
  for (guint i = 0; i < table->settings->len; i++)
    {
      StudioDifference *setting = table->settings->pdata[i];

      if (setting->values[table->run] == NULL)
        setting->values[table->run] = find_default (table, setting->path);
    }
}

/* "0.001 → 0.05 (from iteration 22,663)" */
static void
add_event (Table *table, const RensaRunEvent *event, const char *path)
{
  char **place = &get_setting (table, path)->values[table->run];
  g_autofree char *iteration = studio_format_count (event->iteration);
  char *text;

  if (*place == NULL)
    *place = find_default (table, path);
  text = g_strdup_printf (_ ("%s → %s (from iteration %s)"), *place != NULL ? *place : "–", event->text, iteration);
  g_free (*place);
  *place = text;
}

static gboolean
differs (const StudioDifference *setting, GHashTable *changed)
{
  if (g_hash_table_contains (changed, setting->path))
    return TRUE;
  for (guint i = 1; i < setting->n; i++)
    if (g_strcmp0 (setting->values[0], setting->values[i]) != 0)
      return TRUE;
  return FALSE;
}

/* Returns the last @n parts of a path, or the whole path if it has fewer. */
static const char *
get_end (const char *path, guint n)
{
  const char *at = path + strlen (path);

  while (at > path && n > 0)
    if (*--at == '.' && --n == 0)
      return at + 1;
  return path;
}

static gboolean
is_unique (const GPtrArray *differences, const char *path, guint n)
{
  const char *end = get_end (path, n);

  for (guint i = 0; i < differences->len; i++)
    {
      const StudioDifference *other = differences->pdata[i];

      if (!g_str_equal (other->path, path) && g_str_equal (get_end (other->path, n), end))
        return FALSE;
    }
  return TRUE;
}

/* Returns "alpha" for "optimizer.alpha", "l1.out_size" if there are several sizes, "optimizer" for
 * "optimizer.type". */
static char *
shorten (const GPtrArray *differences, const char *path)
{
  const gboolean is_type = g_str_has_suffix (path, ".type");
  guint n = is_type ? 2 : 1;
  const char *end;

  while (!is_unique (differences, path, n) && get_end (path, n) != path)
    n++;
  end = get_end (path, n);
  return g_strndup (end, strlen (end) - (is_type ? strlen (".type") : 0));
}

GPtrArray *
studio_differences_new (const StudioCompared *runs, guint n)
{
  g_autoptr (GHashTable) by_path = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *settings = g_ptr_array_new_with_free_func (difference_free);
  Table table = { n, 0, settings, by_path };

  for (table.run = 0; table.run < n; table.run++)
    {
      studio_settings_walk (runs[table.run].document, put, &table);
      if (runs[table.run].device != NULL)
        put ("device", runs[table.run].device, &table);
    }
  for (table.run = 0; table.run < n; table.run++)
    for (guint i = 0; runs[table.run].events != NULL && i < runs[table.run].events->len; i++)
      {
        const RensaRunEvent *event = runs[table.run].events->pdata[i];
        char *path = studio_settings_find_path (runs[table.run].document, event->what);

        add_event (&table, event, path);
        g_hash_table_add (changed, path);
      }
  for (table.run = 0; table.run < n; table.run++)
    fill_in_defaults (&table);
  for (guint i = settings->len; i > 0; i--)
    if (!differs (settings->pdata[i - 1], changed))
      g_ptr_array_remove_index (settings, i - 1);
  for (guint i = 0; i < settings->len; i++)
    {
      StudioDifference *setting = settings->pdata[i];

      setting->name = shorten (settings, setting->path);
    }
  return settings;
}

char *
studio_differences_describe (const GPtrArray *differences, guint i)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < differences->len; k++)
    {
      const StudioDifference *difference = differences->pdata[k];

      if (difference->values[i] != NULL)
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", difference->name, difference->values[i]);
    }
  return g_string_free (text, FALSE);
}
