/* studio-canvas-clipboard.c: nodes as text on the clipboard, which other programs can keep.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>

/* Distance from a node to its copy. */
#define SHIFT 30

static GdkClipboard *
get_clipboard (StudioCanvas *self)
{
  return gtk_widget_get_clipboard (GTK_WIDGET (self));
}

gboolean
studio_canvas_can_paste (StudioCanvas *self)
{
  return self->project != NULL
         && gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (get_clipboard (self)), G_TYPE_STRING);
}

static char *
copy_selected (StudioCanvas *self, GError **error)
{
  g_auto (GStrv) names = studio_canvas_list_selected (self);

  return rensa_document_copy_nodes (studio_project_get_document (self->project), self->scope,
                                    (const char *const *) names, error);
}

void
studio_canvas_copy (StudioCanvas *self)
{
  GError *error = NULL;
  g_autofree char *text = copy_selected (self, &error);

  if (text == NULL)
    {
      studio_canvas_commit (self, NULL, NULL, NULL, NULL, error);
      return;
    }
  gdk_clipboard_set_text (get_clipboard (self), text);
  self->n_pasted = 0;
}

/* The first paste puts the nodes back in their place. */
void
studio_canvas_cut (StudioCanvas *self)
{
  studio_canvas_copy (self);
  studio_canvas_delete (self);
  self->n_pasted = -1;
}

static void
paste_text (StudioCanvas *self, const char *text, int n_steps, const char *label)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_auto (GStrv) names = NULL;
  GError *error = NULL;

  names = rensa_document_paste_nodes (document, self->scope, text, n_steps * SHIFT, n_steps * SHIFT, &error);
  studio_canvas_commit (self, document, label, NULL, (const char *const *) names, error);
}

static void
text_arrived (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (StudioCanvas) canvas = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);

  if (text == NULL || canvas->project == NULL)
    return;
  canvas->n_pasted++;
  paste_text (canvas, text, canvas->n_pasted, _ ("Paste"));
}

void
studio_canvas_paste (StudioCanvas *self)
{
  gdk_clipboard_read_text_async (get_clipboard (self), NULL, text_arrived, g_object_ref (self));
}

void
studio_canvas_duplicate (StudioCanvas *self)
{
  GError *error = NULL;
  g_autofree char *text = copy_selected (self, &error);

  if (text != NULL)
    paste_text (self, text, 1, _ ("Duplicate"));
  else
    studio_canvas_commit (self, NULL, NULL, NULL, NULL, error);
}
