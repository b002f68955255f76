/* studio-attr-form.c: rows for the attributes of a component, built from its descriptor.
 * SPDX-License-Identifier: MIT */

#include "studio-attr-form.h"
#include "rensa-document-values.h"
#include "studio-attr-list.h"
#include "studio-setting.h"
#include "studio-watch.h"

struct _StudioAttrForm
{
  AdwBin parent_instance;

  GtkWidget *list;
  StudioProject *project;
  char *path;
  GStrv others;       /* paths of components that are changed as well; NULL if none */
  gboolean is_beside; /* shows the settings of the component in the document, not its attributes */
};

G_DEFINE_FINAL_TYPE (StudioAttrForm, studio_attr_form, ADW_TYPE_BIN)

enum
{
  ENTERED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static RensaAttrs *
read_attrs (StudioAttrForm *self)
{
  if (self->project == NULL || self->path == NULL)
    return NULL;
  if (self->is_beside)
    return rensa_document_get_settings (studio_project_get_document (self->project), self->path);
  return rensa_document_get_attrs (studio_project_get_document (self->project), self->path, NULL);
}

static gboolean
is_equal (RensaDocument *document, const char *path, const RensaAttrSpec *spec, const char *text)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, NULL);
  g_autofree char *value = attrs != NULL ? rensa_attrs_get_text (attrs, spec) : NULL;

  return g_strcmp0 (value, text) == 0;
}

/* @text: value as returned by the attribute */
static gboolean
is_same_everywhere (StudioAttrForm *self, const RensaAttrSpec *spec, const char *text)
{
  for (guint i = 0; self->others != NULL && self->others[i] != NULL; i++)
    if (!is_equal (studio_project_get_document (self->project), self->others[i], spec, text))
      return FALSE;
  return TRUE;
}

static gboolean
set_everywhere (StudioAttrForm *self, const char *path, const char *name, const char *text, GError **error)
{
  g_autoptr (RensaDocument) document = studio_project_begin (self->project);
  g_autofree char *joined = g_strjoinv (" ", self->others);
  g_autofree char *merge_key = g_strdup_printf ("set:%s %s", path, joined);
  g_autofree char *assignment = g_strdup_printf ("%s=%s", path, text);
  g_autofree char *label = NULL;

  if (!rensa_document_set (document, assignment, error))
    return FALSE;
  for (guint i = 0; self->others[i] != NULL; i++)
    {
      g_autofree char *other = g_strdup_printf ("%s.attrs.%s=%s", self->others[i], name, text);

      if (!rensa_document_set (document, other, error))
        return FALSE;
    }
  label = studio_setting_make_label (document, path);
  studio_project_commit (self->project, document, label, merge_key);
  return TRUE;
}

/* The path contains "attrs", because extensions have a trigger in addition to the attribute of that name. */
static gboolean
set (gpointer owner, const RensaAttrSpec *spec, const char *text, GError **error)
{
  StudioAttrForm *self = owner;
  g_autoptr (RensaAttrs) attrs = read_attrs (self);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *path = NULL;

  if (attrs == NULL)
    return TRUE;

  before = rensa_attrs_is_set (attrs, spec) ? rensa_attrs_get_text (attrs, spec) : NULL;
  if (!rensa_attrs_set_text (attrs, spec->name, text, error))
    return FALSE;

  after = rensa_attrs_get_text (attrs, spec);
  if (g_strcmp0 (before, after) == 0 && is_same_everywhere (self, spec, after))
    return TRUE;

  path = g_strdup_printf ("%s.%s%s", self->path, self->is_beside ? "" : "attrs.", spec->name);
  if (self->others != NULL)
    return set_everywhere (self, path, spec->name, text, error);
  return studio_project_set (self->project, path, text, error);
}

static void
settled (gpointer owner, const RensaAttrSpec *spec, const char *text)
{
  StudioAttrForm *self = owner;
  g_autofree char *path = NULL;

  if (self->path == NULL)
    return;

  path = g_strdup_printf ("%s.%s", self->path, spec->name);
  g_signal_emit (self, signals[ENTERED], 0, path, text);
}

static const StudioAttrTarget target = { set, settled };

static void
refresh (StudioAttrForm *self)
{
  g_autoptr (RensaAttrs) attrs = read_attrs (self);

  studio_attr_list_show (STUDIO_ATTR_LIST (self->list), attrs);
}

static void
unbind (StudioAttrForm *self)
{
  studio_source_clear (&self->project, self);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->others, g_strfreev);
}

void
studio_attr_form_settle (StudioAttrForm *self)
{
  studio_attr_list_settle (STUDIO_ATTR_LIST (self->list));
}

void
studio_attr_form_bind (StudioAttrForm *self, StudioProject *project, const char *path)
{
  if (project == self->project && g_strcmp0 (path, self->path) == 0)
    return;

  /* Settling may cause the caller to bind again, and then this is done. */
  studio_attr_form_settle (self);
  if (project == self->project && g_strcmp0 (path, self->path) == 0)
    return;

  /* Clear the rows first, so that rows of the new component do not keep text typed for the old one. */
  studio_attr_list_show (STUDIO_ATTR_LIST (self->list), NULL);
  unbind (self);
  self->path = g_strdup (path);
  if (project != NULL)
    {
      self->project = g_object_ref (project);
      g_signal_connect_swapped (project, "changed", G_CALLBACK (refresh), self);
      g_signal_connect_swapped (project, "settle", G_CALLBACK (studio_attr_form_settle), self);
    }
  refresh (self);
}

void
studio_attr_form_bind_several (StudioAttrForm *self, StudioProject *project, const char *const *paths)
{
  if (self->others != NULL && !g_strv_equal ((const char *const *) self->others, paths + 1))
    studio_attr_form_bind (self, project, NULL);
  studio_attr_form_bind (self, project, paths[0]);
  if (self->others == NULL)
    self->others = g_strdupv ((char **) paths + 1);
}

void
studio_attr_form_bind_settings (StudioAttrForm *self, StudioProject *project, const char *path)
{
  self->is_beside = TRUE;
  studio_attr_form_bind (self, project, path);
}

void
studio_attr_form_set_inferred (StudioAttrForm *self, const char *name, const char *text)
{
  StudioAttrRow *row = studio_attr_list_get_row (STUDIO_ATTR_LIST (self->list), name);

  if (row != NULL)
    studio_attr_row_set_inferred (row, text);
}

const RensaChoices *
studio_attr_form_get_choices (StudioAttrForm *self, RensaNames names)
{
  RensaAnalysis *analysis = self->project != NULL ? studio_project_get_analysis (self->project) : NULL;

  return analysis != NULL ? rensa_analysis_get_choices (analysis, names) : NULL;
}

GtkWidget *
studio_attr_form_get_control (StudioAttrForm *self, const char *name)
{
  return studio_attr_list_reveal (STUDIO_ATTR_LIST (self->list), name);
}

GtkWidget *
studio_attr_form_new (void)
{
  return g_object_new (STUDIO_TYPE_ATTR_FORM, NULL);
}

static void
studio_attr_form_dispose (GObject *object)
{
  StudioAttrForm *self = STUDIO_ATTR_FORM (object);

  unbind (self);
  G_OBJECT_CLASS (studio_attr_form_parent_class)->dispose (object);
}

static void
studio_attr_form_class_init (StudioAttrFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_attr_form_dispose;
  signals[ENTERED] = g_signal_new ("entered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
studio_attr_form_init (StudioAttrForm *self)
{
  self->list = studio_attr_list_new ("boxed-list", &target, self);
  adw_bin_set_child (ADW_BIN (self), self->list);
}
