/* studio-frozen-row.c: a row that freezes nodes.
 * SPDX-License-Identifier: MIT */

#include "studio-frozen-row.h"

#include "rensa-edit.h"
#include "studio-setting.h"
#include "studio-widget.h"

#include <glib/gi18n.h>

struct _StudioFrozenRow
{
  AdwBin parent_instance;

  GtkWidget *row;
  GtkWidget *control;
  StudioProject *project;
  char *scope;
  GStrv names; /* names of the nodes that can be frozen */
  gboolean is_showing;
};

G_DEFINE_FINAL_TYPE (StudioFrozenRow, studio_frozen_row, ADW_TYPE_BIN)

static void
on_toggled (StudioFrozenRow *self)
{
  const gboolean is_frozen = gtk_switch_get_active (GTK_SWITCH (self->control));
  g_autoptr (RensaDocument) document = NULL;
  g_autofree char *label = NULL;
  g_autoptr (GError) error = NULL;

  if (self->is_showing || self->project == NULL)
    return;
  document = studio_project_begin (self->project);
  label = studio_setting_make_frozen_label ((const char *const *) self->names, is_frozen);
  if (rensa_document_set_frozen (document, self->scope, (const char *const *) self->names, is_frozen, &error))
    studio_project_commit (self->project, document, label, NULL);
  else
    studio_toast_error (GTK_WIDGET (self), error);
}

/* Nodes inside a frozen Chain are frozen with it. */
static void
show_state (StudioFrozenRow *self, gboolean freezes, gboolean is_inside)
{
  self->is_showing = TRUE;
  gtk_switch_set_active (GTK_SWITCH (self->control), freezes || is_inside);
  self->is_showing = FALSE;
  gtk_widget_set_sensitive (self->control, !is_inside);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->row),
                               is_inside ? _ ("Part of a frozen Chain or model") : _ ("Excluded from training"));
}

void
studio_frozen_row_show (StudioFrozenRow *self, StudioProject *project, const GPtrArray *nodes)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  gboolean freezes = TRUE;
  gboolean is_inside = FALSE;

  g_set_object (&self->project, project);
  g_clear_pointer (&self->scope, g_free);
  g_clear_pointer (&self->names, g_strfreev);
  for (guint i = 0; i < nodes->len; i++)
    {
      const RensaModelNode *node = nodes->pdata[i];
      const RensaModelNode *freezable = rensa_model_node_get_freezable (node);
      const char *dot = strrchr (node->path, '.');

      if (freezable == NULL)
        continue;
      if (self->scope == NULL)
        self->scope = g_strndup (node->path, dot != NULL ? dot - node->path : 0);
      g_strv_builder_add (names, node->name);
      freezes = freezes && freezable->freezes;
      is_inside = is_inside || (freezable->is_frozen && !freezable->freezes);
    }
  self->names = g_strv_builder_end (names);
  gtk_widget_set_visible (GTK_WIDGET (self), self->names[0] != NULL);
  show_state (self, freezes, is_inside);
}

GtkWidget *
studio_frozen_row_new (void)
{
  return g_object_new (STUDIO_TYPE_FROZEN_ROW, NULL);
}

static void
studio_frozen_row_finalize (GObject *object)
{
  StudioFrozenRow *self = STUDIO_FROZEN_ROW (object);

  g_clear_object (&self->project);
  g_free (self->scope);
  g_strfreev (self->names);
  G_OBJECT_CLASS (studio_frozen_row_parent_class)->finalize (object);
}

static void
studio_frozen_row_class_init (StudioFrozenRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_frozen_row_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-frozen-row.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioFrozenRow, row);
  gtk_widget_class_bind_template_child (widget_class, StudioFrozenRow, control);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
}

static void
studio_frozen_row_init (StudioFrozenRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
