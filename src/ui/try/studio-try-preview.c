/* studio-try-preview.c: page that generates one preview with a trained model.
 * SPDX-License-Identifier: MIT */

#include "studio-try-preview.h"

#include <glib/gi18n.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "studio-attr-list.h"
#include "studio-component-view.h"
#include "studio-file-chooser.h"
#include "studio-run.h"
#include "studio-try-picture.h"

struct _StudioTryPreview
{
  AdwBin parent_instance;
  GtkStack *states;
  StudioTryPicture *picture;
  GtkTextView *text;
  AdwStatusPage *failure;
  GtkSpinner *spinner;
  GtkLabel *note;
  GtkWidget *cancel; /* Visible while a preview is being generated */
  GtkWidget *again;  /* Visible after that was cancelled */
  StudioComponentView *what;
  GtkBox *settings;
  GtkWidget *list;

  RensaAttrs *attrs;
  RensaPredictor *predictor; /* borrowed */
  gboolean is_stale;         /* TRUE if settings have changed since the last request */
  guint number;              /* Number of the last request; 0 if it has been answered */
  RensaPreviewed made;
};

G_DEFINE_FINAL_TYPE (StudioTryPreview, studio_try_preview, ADW_TYPE_BIN)

static guint made_signal;

static const RensaAttrSpec *
find_file (const RensaComponent *component)
{
  for (guint i = 0; i < component->n_attrs; i++)
    if (component->attrs[i].role == RENSA_STRING_FILE_PATTERN)
      return &component->attrs[i];
  return NULL;
}

char *
studio_try_preview_dup_name (RensaAttrs *attrs)
{
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  const RensaAttrSpec *spec = find_file (component);
  const char *pattern =
      spec != NULL ? *(char *const *) G_STRUCT_MEMBER_P (rensa_attrs_get_values (attrs), spec->offset) : NULL;
  g_autofree char *file = NULL;

  if (pattern == NULL)
    return g_strdup (component->name);
  /* Names the file as if it were made in iteration 0. */
  file = g_strdup_printf ("%.*s0", (int) strcspn (pattern, "{"), pattern);
  return studio_previewed_dup_name (file);
}

/* Results */

static void
set_note (StudioTryPreview *self, const char *note)
{
  gtk_label_set_label (self->note, note);
}

static void
enable (StudioTryPreview *self, gboolean is_enabled)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "preview.copy", is_enabled);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "preview.save", is_enabled);
}

static void
show_failure (StudioTryPreview *self, const GError *error)
{
  g_autofree char *sentence = rensa_error_to_sentence (error);
  g_autofree char *text = g_markup_escape_text (sentence, -1);

  rensa_previewed_clear (&self->made);
  adw_status_page_set_description (self->failure, text);
  gtk_stack_set_visible_child_name (self->states, "failure");
}

static void
take_previewed (StudioTryPreview *self, const RensaPreviewed *previewed)
{
  const gsize n = (gsize) previewed->width * (gsize) previewed->height;

  rensa_previewed_clear (&self->made);
  self->made.width = previewed->width;
  self->made.height = previewed->height;
  self->made.pixels = g_memdup2 (previewed->pixels, previewed->pixels != NULL ? n * sizeof *previewed->pixels : 0);
  self->made.text = g_strdup (previewed->text);
}

static void
show_previewed (StudioTryPreview *self)
{
  if (self->made.text != NULL)
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), self->made.text, -1);
  else
    studio_try_picture_show (self->picture, &self->made);
  gtk_stack_set_visible_child_name (self->states, self->made.text != NULL ? "text" : "picture");
}

/* Shows whether a preview is being generated, was cancelled, or neither. */
static void
show_work (StudioTryPreview *self, gboolean is_made, gboolean was_cancelled)
{
  gtk_spinner_set_spinning (self->spinner, is_made);
  set_note (self, is_made ? _ ("Generating…") : was_cancelled ? _ ("Cancelled") : NULL);
  gtk_widget_set_visible (self->cancel, is_made);
  gtk_widget_set_visible (self->again, was_cancelled);
}

/* Also shows answers to earlier requests while the last one is pending, to give feedback. */
static void
answered (const RensaPreviewed *previewed, guint number, const GError *error, gpointer data)
{
  StudioTryPreview *self = data;

  if (error != NULL)
    show_failure (self, error);
  else
    {
      take_previewed (self, previewed);
      show_previewed (self);
    }
  enable (self, error == NULL);
  if (number != self->number)
    return;

  self->number = 0;
  show_work (self, FALSE, FALSE);
  g_signal_emit (self, made_signal, 0);
}

/* Generates a preview only while the page is visible. */
static void
make (StudioTryPreview *self)
{
  if (!self->is_stale || self->predictor == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  self->is_stale = FALSE;
  self->number = rensa_predictor_ask_preview (self->predictor, self->attrs, answered, self);
  show_work (self, TRUE, FALSE);
}

/* Keeps showing the previous preview. */
static void
cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioTryPreview *self = STUDIO_TRY_PREVIEW (widget);

  if (self->number == 0 || self->predictor == NULL)
    return;
  rensa_predictor_cancel_preview (self->predictor, self->number);
  self->number = 0;
  show_work (self, FALSE, TRUE);
  gtk_widget_grab_focus (self->again);
}

static void
make_again (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioTryPreview *self = STUDIO_TRY_PREVIEW (widget);

  self->is_stale = TRUE;
  make (self);
  gtk_widget_grab_focus (self->cancel);
}

static void
studio_try_preview_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (studio_try_preview_parent_class)->map (widget);
  make (STUDIO_TRY_PREVIEW (widget));
}

void
studio_try_preview_set_predictor (StudioTryPreview *self, RensaPredictor *predictor)
{
  self->predictor = predictor;
  self->is_stale = TRUE;
  make (self);
}

const RensaPreviewed *
studio_try_preview_get_made (StudioTryPreview *self)
{
  return &self->made;
}

/* Settings */

static gboolean
set (gpointer owner, const RensaAttrSpec *spec, const char *text, GError **error)
{
  StudioTryPreview *self = owner;
  g_autoptr (RensaAttrs) attrs = rensa_attrs_copy (self->attrs);
  g_autofree char *before = rensa_attrs_is_set (attrs, spec) ? rensa_attrs_get_text (attrs, spec) : NULL;
  g_autofree char *after = NULL;

  if (!rensa_attrs_set_text (attrs, spec->name, text, error))
    return FALSE;

  after = rensa_attrs_get_text (attrs, spec);
  self->is_stale |= g_strcmp0 (before, after) != 0;
  rensa_attrs_unref (self->attrs);
  self->attrs = g_steal_pointer (&attrs);
  studio_attr_list_show (STUDIO_ATTR_LIST (self->list), self->attrs);
  return TRUE;
}

static void
settled (gpointer owner, const RensaAttrSpec *spec, const char *text)
{
  make (owner);
}

static const StudioAttrTarget target = { set, settled };

/* Hides the file name, because no file is written automatically. */
static void
show_settings (StudioTryPreview *self)
{
  const RensaComponent *component = rensa_attrs_get_component (self->attrs);
  const RensaAttrSpec *file = find_file (component);
  StudioAttrRow *row;

  studio_component_view_set_component (self->what, component);
  self->list = studio_attr_list_new ("boxed-list", &target, self);
  gtk_box_append (self->settings, self->list);
  studio_attr_list_show (STUDIO_ATTR_LIST (self->list), self->attrs);
  row = file != NULL ? studio_attr_list_get_row (STUDIO_ATTR_LIST (self->list), file->name) : NULL;
  if (row != NULL)
    gtk_widget_set_visible (GTK_WIDGET (row), FALSE);
}

/* Taking it along */

static GdkTexture *
make_texture (const RensaPreviewed *made)
{
  const gsize n = (gsize) made->width * (gsize) made->height;
  guint32 *points = g_new (guint32, n);
  g_autoptr (GBytes) bytes = NULL;

  for (gsize i = 0; i < n; i++)
    points[i] = 0xff000000 | made->pixels[i];
  bytes = g_bytes_new_take (points, n * sizeof *points);
  return gdk_memory_texture_new (made->width, made->height, GDK_MEMORY_DEFAULT, bytes,
                                 (gsize) made->width * sizeof *points);
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioTryPreview *self = STUDIO_TRY_PREVIEW (widget);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (widget);

  if (self->made.text != NULL)
    gdk_clipboard_set_text (clipboard, self->made.text);
  else
    {
      g_autoptr (GdkTexture) texture = make_texture (&self->made);

      gdk_clipboard_set_texture (clipboard, texture);
    }
  set_note (self, _ ("Copied"));
}

gboolean
studio_try_preview_save (StudioTryPreview *self, const char *path, GError **error)
{
  return rensa_previewed_save (&self->made, path, error);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, StudioTryPreview *self)
{
  g_autoptr (GFile) file = studio_file_chooser_dup_file (dialog, response);
  const char *path = file != NULL ? g_file_peek_path (file) : NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;

  if (path != NULL)
    {
      g_autofree char *shown = rensa_file_dup_shown_name (path);

      note = studio_try_preview_save (self, path, &error) ? g_strdup_printf (_ ("Saved as “%s”"), shown)
                                                          : rensa_error_to_sentence (error);
      set_note (self, note);
    }
  g_object_unref (dialog);
}

static void
save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  StudioTryPreview *self = STUDIO_TRY_PREVIEW (widget);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_ ("Save As"), GTK_WINDOW (gtk_widget_get_root (widget)),
                                                              GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  g_autofree char *name = studio_try_preview_dup_name (self->attrs);
  g_autofree char *file = g_strconcat (name, self->made.text != NULL ? ".txt" : ".png", NULL);

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), file);
  studio_file_chooser_show (dialog, G_CALLBACK (file_chosen), self);
}

GtkWidget *
studio_try_preview_new (RensaAttrs *attrs)
{
  StudioTryPreview *self = g_object_new (STUDIO_TYPE_TRY_PREVIEW, NULL);
  const char *title = _ (rensa_attrs_get_component (attrs)->title);

  self->attrs = rensa_attrs_copy (attrs);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  show_settings (self);
  return GTK_WIDGET (self);
}

static void
studio_try_preview_dispose (GObject *object)
{
  STUDIO_TRY_PREVIEW (object)->predictor = NULL;
  G_OBJECT_CLASS (studio_try_preview_parent_class)->dispose (object);
}

static void
studio_try_preview_finalize (GObject *object)
{
  StudioTryPreview *self = STUDIO_TRY_PREVIEW (object);

  g_clear_pointer (&self->attrs, rensa_attrs_unref);
  rensa_previewed_clear (&self->made);
  G_OBJECT_CLASS (studio_try_preview_parent_class)->finalize (object);
}

static void
studio_try_preview_class_init (StudioTryPreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_try_preview_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_try_preview_finalize;
  widget_class->map = studio_try_preview_map;
  g_type_ensure (STUDIO_TYPE_TRY_PICTURE);
  g_type_ensure (STUDIO_TYPE_COMPONENT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-try-preview.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, states);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, picture);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, text);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, failure);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, spinner);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, note);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, what);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, settings);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, cancel);
  gtk_widget_class_bind_template_child (widget_class, StudioTryPreview, again);
  gtk_widget_class_install_action (widget_class, "preview.cancel", NULL, cancel);
  gtk_widget_class_install_action (widget_class, "preview.again", NULL, make_again);
  gtk_widget_class_install_action (widget_class, "preview.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "preview.save", NULL, save);
  made_signal =
      g_signal_new ("made", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_try_preview_init (StudioTryPreview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  enable (self, FALSE);
}
