/* studio-canvas-find.c: searches for a node by name or type.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-private.h"

#include <glib/gi18n.h>

static gboolean
holds (const char *text, const char *folded)
{
  g_autofree char *lower = g_utf8_casefold (text, -1);

  return strstr (lower, folded) != NULL;
}

/* Searches nodes of every level, because a match may be inside a Chain. */
static void
find_matches (StudioCanvas *self, const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *folded = g_utf8_casefold (stripped, -1);
  g_autoptr (GPtrArray) nodes = self->network != NULL ? rensa_network_list_nodes (self->network) : NULL;

  g_ptr_array_set_size (self->matches, 0);
  for (guint i = 0; folded[0] != '\0' && nodes != NULL && i < nodes->len; i++)
    {
      const RensaModelNode *node = nodes->pdata[i];

      if (holds (node->path, folded) || holds (node->type, folded))
        g_ptr_array_add (self->matches, g_strdup (node->path));
    }
}

static void
show_match (StudioCanvas *self)
{
  const gboolean searches = gtk_editable_get_text (GTK_EDITABLE (self->find_entry))[0] != '\0';
  g_autofree char *text = self->matches->len > 0 ? g_strdup_printf (_ ("%u of %u"), self->match + 1, self->matches->len)
                                                 : g_strdup (searches ? _ ("no matches") : "");
  StudioCanvasNode *node;

  gtk_label_set_label (GTK_LABEL (self->find_matches), text);
  if (self->matches->len == 0)
    return;
  studio_canvas_select (self, self->matches->pdata[self->match]);
  node = studio_canvas_get_single (self);
  if (node != NULL)
    studio_canvas_make_readable (self, node);
}

static void
step (StudioCanvas *self, int n)
{
  if (self->matches->len == 0)
    return;
  self->match = (self->match + self->matches->len + n) % self->matches->len;
  show_match (self);
}

void
studio_canvas_find_next (StudioCanvas *self)
{
  step (self, 1);
}

void
studio_canvas_find_previous (StudioCanvas *self)
{
  step (self, -1);
}

void
studio_canvas_find_changed (GtkSearchEntry *entry, StudioCanvas *self)
{
  find_matches (self, gtk_editable_get_text (GTK_EDITABLE (entry)));
  self->match = 0;
  show_match (self);
}

void
studio_canvas_find (StudioCanvas *self)
{
  gtk_widget_set_visible (self->find, TRUE);
  gtk_widget_grab_focus (self->find_entry);
}

/* The last match stays selected and gets the focus. */
void
studio_canvas_find_stop (StudioCanvas *self)
{
  if (!gtk_widget_get_visible (self->find))
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->find_entry), "");
  gtk_widget_set_visible (self->find, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}
