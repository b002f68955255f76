/* studio-run-items.c: items of the lists of a run.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "rensa-file.h"
#include "studio-run-private.h"

struct _StudioSeries
{
  GObject parent_instance;

  const char *key; /* interned */
  RensaReportKey *report;
  RensaSeries *points;
  gboolean has_changed;
};

G_DEFINE_FINAL_TYPE (StudioSeries, studio_series, G_TYPE_OBJECT)

enum
{
  PROP_KEY = 1,
  PROP_LATEST,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
studio_series_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  StudioSeries *self = STUDIO_SERIES (object);
  const gsize n = rensa_series_get_n_points (self->points);

  switch (id)
    {
    case PROP_KEY:
      g_value_set_string (value, self->key);
      break;
    case PROP_LATEST:
      g_value_set_double (value, n > 0 ? rensa_series_get_values (self->points)[n - 1] : NAN);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
studio_series_finalize (GObject *object)
{
  g_clear_pointer (&STUDIO_SERIES (object)->report, rensa_report_key_free);
  rensa_series_unref (STUDIO_SERIES (object)->points);
  G_OBJECT_CLASS (studio_series_parent_class)->finalize (object);
}

static void
studio_series_class_init (StudioSeriesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = studio_series_get_property;
  object_class->finalize = studio_series_finalize;
  properties[PROP_KEY] = g_param_spec_string ("key", NULL, NULL, NULL, flags);
  properties[PROP_LATEST] = g_param_spec_double ("latest", NULL, NULL, -INFINITY, INFINITY, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
studio_series_init (StudioSeries *self)
{
  self->points = rensa_series_new ();
}

StudioSeries *
studio_series_new (const RensaReportKey *report)
{
  StudioSeries *self = g_object_new (STUDIO_TYPE_SERIES, NULL);

  self->key = g_intern_string (report->key);
  self->report = rensa_report_key_copy (report);
  return self;
}

void
studio_series_append (StudioSeries *self, double iteration, double epoch, double elapsed, double value)
{
  rensa_series_append (self->points, iteration, epoch, elapsed, value);
  self->has_changed = TRUE;
}

void
studio_series_notify (StudioSeries *self)
{
  if (self->has_changed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LATEST]);
  self->has_changed = FALSE;
}

const char *
studio_series_get_key (StudioSeries *self)
{
  return self->key;
}

const RensaReportKey *
studio_series_get_report (StudioSeries *self)
{
  return self->report;
}

RensaSeries *
studio_series_get_points (StudioSeries *self)
{
  return self->points;
}

/* An entry of the log */

typedef struct
{
  const char *key; /* interned */
  double value;
} Item;

struct _StudioLogEntry
{
  GObject parent_instance;

  GArray *items; /* Item */
};

G_DEFINE_FINAL_TYPE (StudioLogEntry, studio_log_entry, G_TYPE_OBJECT)

static void
studio_log_entry_finalize (GObject *object)
{
  g_array_unref (STUDIO_LOG_ENTRY (object)->items);
  G_OBJECT_CLASS (studio_log_entry_parent_class)->finalize (object);
}

static void
studio_log_entry_class_init (StudioLogEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_log_entry_finalize;
}

static void
studio_log_entry_init (StudioLogEntry *self)
{
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
}

StudioLogEntry *
studio_log_entry_new (void)
{
  return g_object_new (STUDIO_TYPE_LOG_ENTRY, NULL);
}

void
studio_log_entry_add (StudioLogEntry *self, const char *key, double value)
{
  const Item item = { key, value };

  g_array_append_val (self->items, item);
}

static const Item *
find_item (StudioLogEntry *self, const char *key)
{
  for (guint i = 0; i < self->items->len; i++)
    if (g_str_equal (g_array_index (self->items, Item, i).key, key))
      return &g_array_index (self->items, Item, i);
  return NULL;
}

double
studio_log_entry_get_value (StudioLogEntry *self, const char *key)
{
  const Item *item = find_item (self, key);

  return item != NULL ? item->value : NAN;
}

gboolean
studio_log_entry_has (StudioLogEntry *self, const char *key)
{
  return find_item (self, key) != NULL;
}

/* Changes during the run */

struct _StudioEvent
{
  GObject parent_instance;

  double places[RENSA_SERIES_ELAPSED + 1];
  char *text;
};

G_DEFINE_FINAL_TYPE (StudioEvent, studio_event, G_TYPE_OBJECT)

static void
studio_event_finalize (GObject *object)
{
  g_free (STUDIO_EVENT (object)->text);
  G_OBJECT_CLASS (studio_event_parent_class)->finalize (object);
}

static void
studio_event_class_init (StudioEventClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_event_finalize;
}

static void
studio_event_init (StudioEvent *self)
{
}

StudioEvent *
studio_event_new (double iteration, double epoch, double elapsed, char *text)
{
  StudioEvent *self = g_object_new (STUDIO_TYPE_EVENT, NULL);

  self->places[RENSA_SERIES_ITERATION] = iteration;
  self->places[RENSA_SERIES_EPOCH] = epoch;
  self->places[RENSA_SERIES_ELAPSED] = elapsed;
  self->text = text;
  return self;
}

double
studio_event_get_place (StudioEvent *self, RensaSeriesAxis axis)
{
  return self->places[axis];
}

const char *
studio_event_get_text (StudioEvent *self)
{
  return self->text;
}

/* Results of the run */

struct _StudioPreviewed
{
  GObject parent_instance;

  char *path;
  char *name;
  gint64 iteration;
};

G_DEFINE_FINAL_TYPE (StudioPreviewed, studio_previewed, G_TYPE_OBJECT)

static void
studio_previewed_finalize (GObject *object)
{
  g_free (STUDIO_PREVIEWED (object)->path);
  g_free (STUDIO_PREVIEWED (object)->name);
  G_OBJECT_CLASS (studio_previewed_parent_class)->finalize (object);
}

static void
studio_previewed_class_init (StudioPreviewedClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_previewed_finalize;
}

static void
studio_previewed_init (StudioPreviewed *self)
{
}

/* Returns the file name without the iteration number, its prefix and the extension. */
char *
studio_previewed_dup_name (const char *path)
{
  static GRegex *number;
  g_autofree char *shown = rensa_file_dup_shown_basename (path);

  if (g_once_init_enter (&number))
    g_once_init_leave (&number, g_regex_new ("(_iter|_epoch)?[_-]?[0-9]+(?=[^0-9]*$)|\\.[a-z]+$", 0, 0, NULL));
  return g_regex_replace_literal (number, shown, -1, 0, "", 0, NULL);
}

StudioPreviewed *
studio_previewed_new (const char *path, gint64 iteration)
{
  StudioPreviewed *self = g_object_new (STUDIO_TYPE_PREVIEWED, NULL);

  self->path = g_strdup (path);
  self->name = studio_previewed_dup_name (path);
  self->iteration = iteration;
  return self;
}

const char *
studio_previewed_get_path (StudioPreviewed *self)
{
  return self->path;
}

const char *
studio_previewed_get_name (StudioPreviewed *self)
{
  return self->name;
}

gint64
studio_previewed_get_iteration (StudioPreviewed *self)
{
  return self->iteration;
}
