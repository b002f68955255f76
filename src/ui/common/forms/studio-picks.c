/* studio-picks.c: favorite and recently used components.
 * SPDX-License-Identifier: MIT */

#include "studio-picks.h"

#include <string.h>

#define FAVOURITES "favourite-components"
#define RECENT "recent-components"
#define CHOSEN "recent-choices"
#define N_CHOSEN 12

/* Names, possibly of components that this version lacks. @chosen: chosen in dialogs, of all
 * kinds other than nodes */
struct _StudioPicks
{
  GObject parent_instance;

  GSettings *settings;
  GPtrArray *favourites;
  GPtrArray *recent;
  GPtrArray *chosen;
};

G_DEFINE_FINAL_TYPE (StudioPicks, studio_picks, G_TYPE_OBJECT)

enum
{
  FAVOURITES_CHANGED,
  RECENT_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gboolean
find (GPtrArray *names, const char *name, guint *at)
{
  return g_ptr_array_find_with_equal_func (names, name, g_str_equal, at);
}

static void
take_texts (GPtrArray *names, GStrv texts)
{
  g_ptr_array_set_size (names, 0);
  for (guint i = 0; texts[i] != NULL; i++)
    if (!find (names, texts[i], NULL))
      g_ptr_array_add (names, g_strdup (texts[i]));
}

static void
keep (StudioPicks *self, const char *key, GPtrArray *names)
{
  g_autofree const char **texts = g_new0 (const char *, names->len + 1);

  if (self->settings == NULL)
    return;

  for (guint i = 0; i < names->len; i++)
    texts[i] = names->pdata[i];
  g_settings_set_strv (self->settings, key, texts);
}

static GPtrArray *
list (GPtrArray *names)
{
  GPtrArray *components = g_ptr_array_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const RensaComponent *component = rensa_registry_find_node (names->pdata[i]);

      if (component != NULL)
        g_ptr_array_add (components, (gpointer) component);
    }
  return components;
}

StudioPicks *
studio_picks_get (void)
{
  static StudioPicks *picks;

  if (picks == NULL)
    picks = g_object_new (STUDIO_TYPE_PICKS, NULL);
  return picks;
}

void
studio_picks_set_settings (StudioPicks *self, GSettings *settings)
{
  g_auto (GStrv) favourites = settings != NULL ? g_settings_get_strv (settings, FAVOURITES) : g_new0 (char *, 1);
  g_auto (GStrv) recent = settings != NULL ? g_settings_get_strv (settings, RECENT) : g_new0 (char *, 1);
  g_auto (GStrv) chosen = settings != NULL ? g_settings_get_strv (settings, CHOSEN) : g_new0 (char *, 1);

  g_set_object (&self->settings, settings);
  take_texts (self->favourites, favourites);
  take_texts (self->recent, recent);
  take_texts (self->chosen, chosen);
  g_signal_emit (self, signals[FAVOURITES_CHANGED], 0);
  g_signal_emit (self, signals[RECENT_CHANGED], 0);
}

gboolean
studio_picks_is_favourite (StudioPicks *self, const RensaComponent *component)
{
  return find (self->favourites, component->name, NULL);
}

void
studio_picks_set_favourite (StudioPicks *self, const RensaComponent *component, gboolean is_favourite)
{
  guint at;
  const gboolean was_favourite = find (self->favourites, component->name, &at);

  if (was_favourite == is_favourite)
    return;

  if (is_favourite)
    g_ptr_array_add (self->favourites, g_strdup (component->name));
  else
    g_ptr_array_remove_index (self->favourites, at);
  keep (self, FAVOURITES, self->favourites);
  g_signal_emit (self, signals[FAVOURITES_CHANGED], 0);
}

/* Returns FALSE if it is already the first of @names. */
static gboolean
put_first (StudioPicks *self, GPtrArray *names, const char *key, guint n_most, const char *name)
{
  guint at;
  const gboolean was_there = find (names, name, &at);

  if (was_there && at == 0)
    return FALSE;

  if (was_there)
    g_ptr_array_remove_index (names, at);
  g_ptr_array_insert (names, 0, g_strdup (name));
  g_ptr_array_set_size (names, MIN (names->len, n_most));
  keep (self, key, names);
  return TRUE;
}

void
studio_picks_use (StudioPicks *self, const char *name)
{
  if (put_first (self, self->recent, RECENT, STUDIO_PICKS_N_RECENT, name))
    g_signal_emit (self, signals[RECENT_CHANGED], 0);
}

void
studio_picks_choose (StudioPicks *self, const char *name)
{
  put_first (self, self->chosen, CHOSEN, N_CHOSEN, name);
}

gboolean
studio_picks_has (StudioPicks *self, const RensaComponent *component)
{
  return find (self->favourites, component->name, NULL) || find (self->recent, component->name, NULL)
         || find (self->chosen, component->name, NULL);
}

GPtrArray *
studio_picks_list_favourites (StudioPicks *self)
{
  return list (self->favourites);
}

GPtrArray *
studio_picks_list_recent (StudioPicks *self)
{
  return list (self->recent);
}

static void
studio_picks_finalize (GObject *object)
{
  StudioPicks *self = STUDIO_PICKS (object);

  g_clear_object (&self->settings);
  g_ptr_array_unref (self->favourites);
  g_ptr_array_unref (self->recent);
  g_ptr_array_unref (self->chosen);
  G_OBJECT_CLASS (studio_picks_parent_class)->finalize (object);
}

static void
studio_picks_class_init (StudioPicksClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_picks_finalize;
  signals[FAVOURITES_CHANGED] = g_signal_new ("favourites-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                              NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RECENT_CHANGED] = g_signal_new ("recent-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 0);
}

static void
studio_picks_init (StudioPicks *self)
{
  self->favourites = g_ptr_array_new_with_free_func (g_free);
  self->recent = g_ptr_array_new_with_free_func (g_free);
  self->chosen = g_ptr_array_new_with_free_func (g_free);
}
