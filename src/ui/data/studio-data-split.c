/* studio-data-split.c: settings of the validation set.
 * SPDX-License-Identifier: MIT */

#include "studio-data-split.h"

#include "rensa-document-values.h"
#include "rensa-preview.h"
#include "studio-attr-list.h"

struct _StudioDataSplit
{
  AdwBin parent_instance;
  GtkWidget *list;
  StudioProject *project;
};

G_DEFINE_FINAL_TYPE (StudioDataSplit, studio_data_split, ADW_TYPE_BIN)

static gboolean
set (gpointer owner, const RensaAttrSpec *spec, const char *text, GError **error)
{
  StudioDataSplit *self = owner;
  g_autofree char *path = g_strconcat ("data.split.", spec->name, NULL);

  return self->project == NULL || studio_project_set (self->project, path, text, error);
}

static void
settled (gpointer owner, const RensaAttrSpec *spec, const char *text)
{
}

static const StudioAttrTarget target = { set, settled };

void
studio_data_split_show (StudioDataSplit *self, StudioProject *project)
{
  g_autoptr (RensaAttrs) attrs =
      project != NULL ? rensa_document_get_split (studio_project_get_document (project), NULL) : NULL;

  g_set_object (&self->project, project);
  studio_attr_list_show (STUDIO_ATTR_LIST (self->list), attrs);
}

void
studio_data_split_settle (StudioDataSplit *self)
{
  studio_attr_list_settle (STUDIO_ATTR_LIST (self->list));
}

static void
studio_data_split_dispose (GObject *object)
{
  g_clear_object (&STUDIO_DATA_SPLIT (object)->project);
  G_OBJECT_CLASS (studio_data_split_parent_class)->dispose (object);
}

static void
studio_data_split_class_init (StudioDataSplitClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_data_split_dispose;
}

static void
studio_data_split_init (StudioDataSplit *self)
{
  self->list = studio_attr_list_new ("boxed-list", &target, self);
  adw_bin_set_child (ADW_BIN (self), self->list);
}
