/* studio-run-settings.c: settings of all runs, for a table.
 * SPDX-License-Identifier: MIT */

#include "studio-run-settings.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "studio-setting.h"
#include "studio-settings.h"

#define ARROW " → "

/* Both strings are interned, so that they can be compared by address. */
typedef struct
{
  const char *path;
  const char *value;
} Setting;

/* The data read for a run. */
typedef struct
{
  GArray *settings; /* Setting */
  const char *rate; /* Value for STUDIO_LEARNING_RATE; NULL if there is none */
  gboolean is_final;
  gint64 read_at; /* monotonic */
  guint n_events;
} Known;

struct _StudioRunSettings
{
  RensaStore *store;
  GHashTable *texts;    /* char *, owned */
  GHashTable *by_run;   /* RensaRun, owned, to Known */
  GHashTable *numbers;  /* Interned text to the number at its start */
  GHashTable *first;    /* Path to the first value found */
  GHashTable *varying;  /* paths */
  GHashTable *counts;   /* Path to the number of runs that have it */
  GHashTable *defaults; /* "Adam.alpha", owned, to its default; NULL if there is none */
  guint n_read;         /* Number of runs in the store's list that were read while idle */
};

static void
known_free (gpointer data)
{
  Known *known = data;

  g_array_unref (known->settings);
  g_free (known);
}

StudioRunSettings *
studio_run_settings_new (RensaStore *store)
{
  StudioRunSettings *self = g_new0 (StudioRunSettings, 1);

  self->store = g_object_ref (store);
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_run = g_hash_table_new_full (NULL, NULL, g_object_unref, known_free);
  self->numbers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->first = g_hash_table_new (NULL, NULL);
  self->varying = g_hash_table_new (NULL, NULL);
  self->counts = g_hash_table_new (NULL, NULL);
  self->defaults = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
studio_run_settings_free (StudioRunSettings *self)
{
  g_hash_table_unref (self->defaults);
  g_hash_table_unref (self->counts);
  g_hash_table_unref (self->varying);
  g_hash_table_unref (self->first);
  g_hash_table_unref (self->numbers);
  g_hash_table_unref (self->by_run);
  g_hash_table_unref (self->texts);
  g_object_unref (self->store);
  g_free (self);
}

static const char *
intern (StudioRunSettings *self, const char *text)
{
  char *known = g_hash_table_lookup (self->texts, text);

  if (known != NULL)
    return known;
  known = g_strdup (text);
  g_hash_table_add (self->texts, known);
  return known;
}

typedef struct
{
  StudioRunSettings *self;
  GArray *settings;
  gboolean is_first; /* TRUE when the run is read for the first time */
} Reading;

static void
count_setting (StudioRunSettings *self, const Setting *setting)
{
  const char *first = g_hash_table_lookup (self->first, setting->path);

  g_hash_table_insert (self->counts, (gpointer) setting->path,
                       GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, setting->path)) + 1));
  if (first == NULL)
    g_hash_table_insert (self->first, (gpointer) setting->path, (gpointer) setting->value);
  else if (first != setting->value)
    g_hash_table_add (self->varying, (gpointer) setting->path);
}

static void
add_setting (const char *path, const char *value, gpointer data)
{
  Reading *reading = data;
  const Setting setting = { intern (reading->self, path), intern (reading->self, value) };

  g_array_append_val (reading->settings, setting);
  if (reading->is_first)
    count_setting (reading->self, &setting);
}

static const char *
find (StudioRunSettings *self, GArray *settings, const char *path)
{
  const char *interned = settings != NULL ? g_hash_table_lookup (self->texts, path) : NULL;

  for (guint i = 0; interned != NULL && i < settings->len; i++)
    if (g_array_index (settings, Setting, i).path == interned)
      return g_array_index (settings, Setting, i).value;
  return NULL;
}

static const char *
get_default (StudioRunSettings *self, const char *type, const char *name)
{
  char *key = g_strconcat (type, ".", name, NULL);
  g_autofree char *initial = NULL;
  gpointer known;

  if (g_hash_table_lookup_extended (self->defaults, key, NULL, &known))
    {
      g_free (key);
      return known;
    }
  initial = studio_settings_get_default (type, name);
  g_hash_table_insert (self->defaults, key, initial != NULL ? (gpointer) intern (self, initial) : NULL);
  return g_hash_table_lookup (self->defaults, key);
}

static const char *
find_or_default (StudioRunSettings *self, GArray *settings, const char *path)
{
  const char *value = find (self, settings, path);
  const char *dot = strrchr (path, '.');
  g_autofree char *place = NULL;
  const char *type;

  if (value != NULL || dot == NULL)
    return value;
  place = g_strdup_printf ("%.*s.type", (int) (dot - path), path);
  type = find (self, settings, place);
  return type != NULL ? get_default (self, type, dot + 1) : NULL;
}

/* Returns the learning rate of the optimizer at @place: "optimizer", "losses.gen.optimizer". */
static const char *
find_rate (StudioRunSettings *self, GArray *settings, const char *place)
{
  const char *value = NULL;

  for (guint i = 0; studio_learning_rates[i] != NULL && value == NULL; i++)
    {
      g_autofree char *rate = g_strconcat (place, ".", studio_learning_rates[i], NULL);

      value = find_or_default (self, settings, rate);
    }
  return value;
}

/* Returns "0.001, 0.0002" for the losses of a step; NULL if there are none. */
static const char *
find_rates_of_losses (StudioRunSettings *self, GArray *settings)
{
  g_autoptr (GString) rates = g_string_new (NULL);

  for (guint i = 0; settings != NULL && i < settings->len; i++)
    {
      const char *path = g_array_index (settings, Setting, i).path;
      g_autofree char *place = g_str_has_prefix (path, "losses.") && g_str_has_suffix (path, ".optimizer.type")
                                   ? g_strndup (path, strlen (path) - strlen (".type"))
                                   : NULL;
      const char *rate = place != NULL ? find_rate (self, settings, place) : NULL;

      if (rate != NULL)
        g_string_append_printf (rates, "%s%s", rates->len > 0 ? ", " : "", rate);
    }
  return rates->len > 0 ? intern (self, rates->str) : NULL;
}

/* Records a change as "0.001 → 0.0005": the first value and the last one. */
static void
add_change (StudioRunSettings *self, GArray *settings, const char *path, const char *text)
{
  const char *before = find_or_default (self, settings, path);
  const char *arrow = before != NULL ? strstr (before, ARROW) : NULL;
  g_autofree char *value =
      before != NULL ? g_strdup_printf ("%.*s" ARROW "%s",
                                        (int) (arrow != NULL ? arrow - before : (int) strlen (before)), before, text)
                     : g_strdup (text);
  const Setting changed = { intern (self, path), intern (self, value) };

  for (guint i = 0; i < settings->len; i++)
    if (g_array_index (settings, Setting, i).path == changed.path)
      {
        g_array_index (settings, Setting, i).value = changed.value;
        return;
      }
  g_array_append_val (settings, changed);
}

static void
add_changes (StudioRunSettings *self, GArray *settings, RensaDocument *document, const GPtrArray *events)
{
  for (guint i = 0; events != NULL && i < events->len; i++)
    {
      const RensaRunEvent *event = events->pdata[i];
      g_autofree char *path = studio_settings_find_path (document, event->what);

      add_change (self, settings, path, event->text);
    }
}

static const char *
find_any_rate (StudioRunSettings *self, GArray *settings)
{
  const char *value = find_rate (self, settings, "optimizer");

  return value != NULL ? value : find_rates_of_losses (self, settings);
}

/* The settings of an active run may change; checks once per second. */
static gboolean
is_up_to_date (StudioRunSettings *self, RensaRun *run, Known *known)
{
  const gint64 now = g_get_monotonic_time ();
  g_autoptr (GPtrArray) events = NULL;

  if (known->is_final || now - known->read_at < G_USEC_PER_SEC)
    return TRUE;
  events = rensa_store_load_events (self->store, run, NULL);
  if (events != NULL && events->len != known->n_events)
    return FALSE;
  known->is_final = !rensa_run_is_active (run);
  known->read_at = now;
  return TRUE;
}

static Known *
read_known (StudioRunSettings *self, RensaRun *run, const char *text, gboolean is_first)
{
  g_autoptr (RensaDocument) document = rensa_document_parse (text, -1, "", NULL);
  g_autoptr (GPtrArray) events = rensa_store_load_events (self->store, run, NULL);
  Known *known = g_new0 (Known, 1);

  known->settings = g_array_new (FALSE, FALSE, sizeof (Setting));
  known->is_final = !rensa_run_is_active (run);
  known->read_at = g_get_monotonic_time ();
  known->n_events = events != NULL ? events->len : 0;
  if (document != NULL)
    {
      studio_settings_walk (document, add_setting, &(Reading){ self, known->settings, is_first });
      add_changes (self, known->settings, document, events);
    }
  known->rate = find_any_rate (self, known->settings);
  return known;
}

/* Returns NULL if the document cannot be read, for example because the run has just started; the
 * next call tries again. */
static Known *
get_known (StudioRunSettings *self, RensaRun *run)
{
  Known *known = g_hash_table_lookup (self->by_run, run);
  const gboolean is_first = known == NULL;
  g_autofree char *text =
      is_first || !is_up_to_date (self, run, known) ? rensa_store_load_document (self->store, run, NULL) : NULL;

  if (text == NULL)
    return known;
  known = read_known (self, run, text, is_first);
  g_hash_table_insert (self->by_run, g_object_ref (run), known);
  return known;
}

static const char *
get_value (StudioRunSettings *self, const Known *known, const char *path)
{
  if (known == NULL)
    return NULL;
  return g_str_equal (path, STUDIO_LEARNING_RATE) ? known->rate : find_or_default (self, known->settings, path);
}

const char *
studio_run_settings_get (StudioRunSettings *self, RensaRun *run, const char *path)
{
  return get_value (self, get_known (self, run), path);
}

const char *
studio_run_settings_peek (StudioRunSettings *self, RensaRun *run, const char *path)
{
  return get_value (self, g_hash_table_lookup (self->by_run, run), path);
}

/* Skips digit group separators. */
static double
read_number (const char *text)
{
  const char point = localeconv ()->decimal_point[0];
  g_autoptr (GString) digits = g_string_new (NULL);
  char *end;
  double value;

  if (!(g_ascii_isdigit (*text) || *text == '-'))
    return NAN;
  for (; *text != '\0' && *text != ' '; text++)
    if (*text == point)
      g_string_append_c (digits, '.');
    else if (g_ascii_isdigit (*text) || strchr ("+-e", *text) != NULL)
      g_string_append_c (digits, *text);
  value = g_ascii_strtod (digits->str, &end);
  return end > digits->str ? value : NAN;
}

double
studio_run_settings_get_number (StudioRunSettings *self, const char *text)
{
  double *number = text != NULL ? g_hash_table_lookup (self->numbers, text) : NULL;

  if (text == NULL)
    return NAN;
  if (number == NULL)
    {
      number = g_new (double, 1);
      *number = read_number (text);
      g_hash_table_insert (self->numbers, (gpointer) intern (self, text), number);
    }
  return *number;
}

static gint64
get_started_at (GListModel *runs, guint position)
{
  g_autoptr (RensaRun) run = g_list_model_get_item (runs, position);

  return run != NULL ? rensa_run_get_started (run) : G_MININT64;
}

/* The list is sorted by time, newest first. */
gboolean
studio_run_settings_shares_minute (StudioRunSettings *self, RensaRun *run)
{
  const gint64 minute = 60 * G_USEC_PER_SEC;
  const gint64 end = (rensa_run_get_started (run) / minute + 1) * minute;
  GListModel *runs = rensa_store_get_runs (self->store);
  guint low = 0;
  guint high = g_list_model_get_n_items (runs);

  /* Finds the first run that started before the end of the minute. */
  while (low < high)
    {
      const guint middle = (low + high) / 2;

      if (get_started_at (runs, middle) >= end)
        low = middle + 1;
      else
        high = middle;
    }
  return get_started_at (runs, low + 1) >= end - minute;
}

gboolean
studio_run_settings_read_some (StudioRunSettings *self, gint64 deadline)
{
  GListModel *runs = rensa_store_get_runs (self->store);
  const guint n = g_list_model_get_n_items (runs);

  for (; self->n_read < n && g_get_monotonic_time () < deadline; self->n_read++)
    {
      g_autoptr (RensaRun) run = g_list_model_get_item (runs, self->n_read);

      get_known (self, run);
    }
  return self->n_read < n;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
studio_run_settings_list_varying (StudioRunSettings *self)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  const guint n_runs = g_hash_table_size (self->by_run);
  GHashTableIter iter;
  gpointer path;
  gpointer count;

  g_hash_table_iter_init (&iter, self->counts);
  while (g_hash_table_iter_next (&iter, &path, &count))
    if (g_hash_table_contains (self->varying, path) || GPOINTER_TO_UINT (count) < n_runs)
      g_ptr_array_add (paths, g_strdup (path));
  g_ptr_array_sort (paths, compare_names);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_steal (paths, NULL);
}
