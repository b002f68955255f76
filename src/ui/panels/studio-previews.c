/* studio-previews.c: files that extensions wrote about a model, by iteration.
 * SPDX-License-Identifier: MIT */

#include "studio-previews.h"

#include <glib/gi18n.h>
#include <string.h>

#include "studio-run.h"
#include "studio-watch.h"

/* Longer texts would not be read next to the curves. */
#define MOST_BYTES 100000
/* A picture with a larger ratio of height to width fills the width and scrolls. */
#define TALL 1.6

struct _StudioPreviews
{
  AdwBin parent_instance;
  StudioRun *run;
  GtkDropDown *names; /* Visible if there are several names */
  GtkStringList *list;
  GtkStack *forms;
  GtkPicture *picture;
  GtkPicture *tall;
  GtkLabel *text;
  GtkLabel *moment;
  GtkScale *scale;
  GPtrArray *shown; /* StudioPreviewed items of the chosen name */
};

enum
{
  PROP_RUN = 1,
  PROP_AVAILABLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StudioPreviews, studio_previews, ADW_TYPE_BIN)

static GListModel *
get_all (StudioPreviews *self)
{
  return self->run != NULL ? studio_run_get_previews (self->run) : NULL;
}

static guint
count_all (StudioPreviews *self)
{
  return self->run != NULL ? g_list_model_get_n_items (get_all (self)) : 0;
}

/* Inserts names alphabetically, because files written at the same time have no defined order in the store. */
static void
add_name (StudioPreviews *self, const char *name)
{
  const char *const added[] = { name, NULL };
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  guint i = 0;

  while (i < n && strcmp (gtk_string_list_get_string (self->list, i), name) < 0)
    i++;
  if (i == n || strcmp (gtk_string_list_get_string (self->list, i), name) != 0)
    gtk_string_list_splice (self->list, i, 0, added);
}

static const char *
get_chosen_name (StudioPreviews *self)
{
  const guint selected = gtk_drop_down_get_selected (self->names);

  return selected != GTK_INVALID_LIST_POSITION ? gtk_string_list_get_string (self->list, selected) : NULL;
}

/* Reads only the part of the file that is shown, regardless of its size. */
static char *
read_text (const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *text = g_malloc (MOST_BYTES);
  gsize length;

  if (stream == NULL || !g_input_stream_read_all (G_INPUT_STREAM (stream), text, MOST_BYTES, &length, NULL, error))
    return NULL;
  return g_utf8_make_valid (text, (gssize) length);
}

static void
show_text (StudioPreviews *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = read_text (path, &error);

  gtk_label_set_label (self->text, text != NULL ? text : error->message);
  gtk_stack_set_visible_child_name (self->forms, "text");
}

static gboolean
is_tall (GdkPaintable *paintable)
{
  return paintable != NULL
         && gdk_paintable_get_intrinsic_height (paintable) > TALL * gdk_paintable_get_intrinsic_width (paintable);
}

/* Draws small pictures with sharp pixels: they were already enlarged when they were saved. */
static void
show_picture (StudioPreviews *self, StudioPreviewed *previewed)
{
  g_autofree char *words = g_strdup_printf (_ ("%s after iteration %lld"), studio_previewed_get_name (previewed),
                                            (long long) studio_previewed_get_iteration (previewed));
  GdkPaintable *paintable;

  gtk_picture_set_filename (self->picture, studio_previewed_get_path (previewed));
  paintable = gtk_picture_get_paintable (self->picture);
  gtk_picture_set_paintable (self->tall, paintable);
  gtk_picture_set_alternative_text (self->picture, words);
  gtk_picture_set_alternative_text (self->tall, words);
  gtk_stack_set_visible_child_name (self->forms, is_tall (paintable) ? "tall" : "picture");
}

static void
show_chosen (StudioPreviews *self)
{
  const guint i = (guint) gtk_range_get_value (GTK_RANGE (self->scale));
  StudioPreviewed *previewed = self->shown->len > 0 ? self->shown->pdata[MIN (i, self->shown->len - 1)] : NULL;
  g_autofree char *moment = NULL;

  if (previewed == NULL)
    return;
  if (g_str_has_suffix (studio_previewed_get_path (previewed), ".txt"))
    show_text (self, studio_previewed_get_path (previewed));
  else
    show_picture (self, previewed);
  moment = g_strdup_printf (_ ("Iteration %lld"), (long long) studio_previewed_get_iteration (previewed));
  gtk_label_set_label (self->moment, moment);
}

/* Follows newer pictures if the newest was shown; otherwise keeps the position. */
static void
list_shown (StudioPreviews *self)
{
  const char *name = get_chosen_name (self);
  const gboolean follows = gtk_range_get_value (GTK_RANGE (self->scale)) >= (double) self->shown->len - 1;

  g_ptr_array_set_size (self->shown, 0);
  for (guint i = 0; name != NULL && i < count_all (self); i++)
    {
      g_autoptr (StudioPreviewed) previewed = g_list_model_get_item (get_all (self), i);

      if (g_str_equal (studio_previewed_get_name (previewed), name))
        g_ptr_array_add (self->shown, g_steal_pointer (&previewed));
    }
  gtk_range_set_range (GTK_RANGE (self->scale), 0, MAX (self->shown->len, 2) - 1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->scale), self->shown->len > 1);
  if (follows)
    gtk_range_set_value (GTK_RANGE (self->scale), (double) self->shown->len - 1);
  show_chosen (self);
}

static void
list_names (StudioPreviews *self)
{
  for (guint i = 0; i < count_all (self); i++)
    {
      g_autoptr (StudioPreviewed) previewed = g_list_model_get_item (get_all (self), i);

      add_name (self, studio_previewed_get_name (previewed));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->names), g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 1);
}

static void
update (StudioPreviews *self)
{
  list_names (self);
  list_shown (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AVAILABLE]);
}

static void
on_name_chosen (StudioPreviews *self)
{
  g_ptr_array_set_size (self->shown, 0);
  list_shown (self);
}

static void
set_run (StudioPreviews *self, StudioRun *run)
{
  if (!g_set_object (&self->run, run))
    return;
  g_ptr_array_set_size (self->shown, 0);
  gtk_string_list_splice (self->list, 0, g_list_model_get_n_items (G_LIST_MODEL (self->list)), NULL);
  update (self);
}

static void
studio_previews_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  StudioPreviews *self = STUDIO_PREVIEWS (object);

  if (id == PROP_RUN)
    g_value_set_object (value, self->run);
  else
    g_value_set_boolean (value, count_all (self) > 0);
}

static void
studio_previews_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  set_run (STUDIO_PREVIEWS (object), g_value_get_object (value));
}

static void
studio_previews_dispose (GObject *object)
{
  g_clear_object (&STUDIO_PREVIEWS (object)->run);
  G_OBJECT_CLASS (studio_previews_parent_class)->dispose (object);
}

static void
studio_previews_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_PREVIEWS (object)->shown);
  G_OBJECT_CLASS (studio_previews_parent_class)->finalize (object);
}

static void
studio_previews_class_init (StudioPreviewsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_STATIC_STRINGS;

  object_class->get_property = studio_previews_get_property;
  object_class->set_property = studio_previews_set_property;
  object_class->dispose = studio_previews_dispose;
  object_class->finalize = studio_previews_finalize;
  properties[PROP_RUN] = g_param_spec_object ("run", NULL, NULL, STUDIO_TYPE_RUN, G_PARAM_READWRITE | flags);
  properties[PROP_AVAILABLE] = g_param_spec_boolean ("available", NULL, NULL, FALSE, G_PARAM_READABLE | flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-previews.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPreviews, names);
  gtk_widget_class_bind_template_child (widget_class, StudioPreviews, list);
  gtk_widget_class_bind_template_child (widget_class, StudioPreviews, forms);
  gtk_widget_class_bind_template_child (widget_class, StudioPreviews, picture);
  gtk_widget_class_bind_template_child (widget_class, StudioPreviews, tall);
  gtk_widget_class_bind_template_child (widget_class, StudioPreviews, text);
  gtk_widget_class_bind_template_child (widget_class, StudioPreviews, moment);
  gtk_widget_class_bind_template_child (widget_class, StudioPreviews, scale);
  gtk_widget_class_bind_template_callback (widget_class, show_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_name_chosen);
  gtk_widget_class_bind_template_callback (widget_class, update);
  studio_watch_keep (widget_class, "run_watch");
}

static void
studio_previews_init (StudioPreviews *self)
{
  self->shown = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
}
