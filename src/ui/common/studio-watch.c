/* studio-watch.c: objects that a template or a widget watches.
 * SPDX-License-Identifier: MIT */

#include "studio-watch.h"

struct _StudioWatch
{
  GObject parent_instance;
  GObject *source;
  char *signals;
};

enum
{
  PROP_SIGNALS = 1,
  PROP_SOURCE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint emitted_signal;

G_DEFINE_FINAL_TYPE (StudioWatch, studio_watch, G_TYPE_OBJECT)

/* A marshaller, so that the arguments of the signal do not matter. */
static void
relay (GClosure *closure, GValue *result, guint n_values, const GValue *values, gpointer hint, gpointer data)
{
  g_signal_emit (closure->data, emitted_signal, 0);
  g_object_notify_by_pspec (closure->data, properties[PROP_SOURCE]);
}

static void
connect_source (StudioWatch *self)
{
  g_auto (GStrv) names = g_strsplit (self->signals, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      GClosure *closure = g_closure_new_object (sizeof (GClosure), G_OBJECT (self));

      g_closure_set_marshal (closure, relay);
      g_signal_connect_closure (self->source, names[i], closure, FALSE);
    }
}

static void
set_source (StudioWatch *self, GObject *source)
{
  if (self->source != NULL)
    g_signal_handlers_disconnect_by_data (self->source, self);
  g_set_object (&self->source, source);
  if (source != NULL)
    connect_source (self);
}

void
studio_watch_keep (GtkWidgetClass *klass, const char *id)
{
  g_type_ensure (STUDIO_TYPE_WATCH);
  gtk_widget_class_bind_template_child_full (klass, id, FALSE, 0);
}

static void
studio_watch_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, STUDIO_WATCH (object)->source);
}

static void
studio_watch_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  StudioWatch *self = STUDIO_WATCH (object);

  if (id == PROP_SIGNALS)
    self->signals = g_value_dup_string (value);
  else
    set_source (self, g_value_get_object (value));
}

static void
studio_watch_dispose (GObject *object)
{
  set_source (STUDIO_WATCH (object), NULL);
  G_OBJECT_CLASS (studio_watch_parent_class)->dispose (object);
}

static void
studio_watch_finalize (GObject *object)
{
  g_free (STUDIO_WATCH (object)->signals);
  G_OBJECT_CLASS (studio_watch_parent_class)->finalize (object);
}

static void
studio_watch_class_init (StudioWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = studio_watch_get_property;
  object_class->set_property = studio_watch_set_property;
  object_class->dispose = studio_watch_dispose;
  object_class->finalize = studio_watch_finalize;
  properties[PROP_SIGNALS] = g_param_spec_string ("signals", NULL, NULL, "",
                                                  G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SOURCE] =
      g_param_spec_object ("source", NULL, NULL, G_TYPE_OBJECT, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  emitted_signal =
      g_signal_new ("emitted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_watch_init (StudioWatch *self)
{
}

gboolean
studio_source_set (GObject **place, GObject *object, gpointer listener)
{
  if (*place == object)
    return FALSE;

  if (*place != NULL)
    g_signal_handlers_disconnect_by_data (*place, listener);
  return g_set_object (place, object);
}
