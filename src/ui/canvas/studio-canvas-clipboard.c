/* studio-canvas-clipboard.c: nodes as text that other programs may keep.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>

/* From a node to its copy. */
#define SHIFT 30

static GdkClipboard *
get_clipboard (StudioCanvas *canvas)
{
  return gtk_widget_get_clipboard (GTK_WIDGET (canvas));
}

gboolean
studio_canvas_can_paste (StudioCanvas *canvas)
{
  return canvas->project != NULL
         && gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (get_clipboard (canvas)), G_TYPE_STRING);
}

static char *
copy_selected (StudioCanvas *canvas, GError **error)
{
  g_auto (GStrv) names = studio_canvas_list_selected (canvas);

  return rensa_document_copy_nodes (studio_project_get_document (canvas->project), canvas->scope,
                                    (const char *const *) names, error);
}

void
studio_canvas_copy (StudioCanvas *canvas)
{
  GError *error = NULL;
  g_autofree char *text = copy_selected (canvas, &error);

  if (text == NULL)
    {
      studio_canvas_commit (canvas, NULL, NULL, NULL, NULL, error);
      return;
    }
  gdk_clipboard_set_text (get_clipboard (canvas), text);
  canvas->n_pasted = 0;
}

/* The place that is left is where a paste puts it back. */
void
studio_canvas_cut (StudioCanvas *canvas)
{
  studio_canvas_copy (canvas);
  studio_canvas_delete (canvas);
  canvas->n_pasted = -1;
}

static void
paste_text (StudioCanvas *canvas, const char *text, int n_steps, const char *label)
{
  g_autoptr (RensaDocument) document = studio_project_begin (canvas->project);
  g_auto (GStrv) names = NULL;
  GError *error = NULL;

  names = rensa_document_paste_nodes (document, canvas->scope, text, n_steps * SHIFT, n_steps * SHIFT, &error);
  studio_canvas_commit (canvas, document, label, NULL, (const char *const *) names, error);
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
studio_canvas_paste (StudioCanvas *canvas)
{
  gdk_clipboard_read_text_async (get_clipboard (canvas), NULL, text_arrived, g_object_ref (canvas));
}

void
studio_canvas_duplicate (StudioCanvas *canvas)
{
  GError *error = NULL;
  g_autofree char *text = copy_selected (canvas, &error);

  if (text != NULL)
    paste_text (canvas, text, 1, _ ("Duplicate"));
  else
    studio_canvas_commit (canvas, NULL, NULL, NULL, NULL, error);
}
