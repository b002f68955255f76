/* studio-settings-list.c: rows for document fields that belong to no component.
 * SPDX-License-Identifier: MIT */

#include "studio-settings-list.h"
#include "rensa-document-values.h"
#include "studio-attr-list.h"
#include "studio-watch.h"

/* Integers from 0 to this are exact in JSON. */
#define LARGEST_SEED 9007199254740992.0
#define MOST_COPIES 1000

typedef struct
{
  gint64 seed;
  RensaDtype dtype;
  char *weights;
} DocumentSettings;

typedef struct
{
  gint64 repeat;
} ChainSettings;

static const RensaAttrSpec document_attrs[] = {
  RENSA_ATTR_INT (DocumentSettings, seed, .initial = 0, .min = 0, .max = LARGEST_SEED, .title = N_ ("Seed"),
                  .hint = N_ ("The same seed reproduces the same run")),
  RENSA_ATTR_DTYPE (DocumentSettings, dtype, .initial = RENSA_FLOAT32, .title = N_ ("Parameter Data Type")),
  RENSA_ATTR_STRING (DocumentSettings, weights, .none = TRUE, .allow_none = TRUE, .is_path = TRUE,
                     .title = N_ ("Initial Weights"),
                     .hint = N_ ("Trained model (NPZ or HDF5); matching values replace the random initial weights")),
};

const RensaComponent studio_document_settings = { .name = "document", RENSA_ATTRS (DocumentSettings, document_attrs) };

static const RensaAttrSpec chain_attrs[] = {
  RENSA_ATTR_INT (ChainSettings, repeat, .initial = 1, .min = 1, .max = MOST_COPIES, .title = N_ ("Copies"),
                  .hint = N_ ("Number of copies in sequence, each with its own parameters")),
};

const RensaComponent studio_chain_settings = { .name = "node", RENSA_ATTRS (ChainSettings, chain_attrs) };

typedef struct
{
  char *name;
  gint64 every;
  gboolean fresh;
} LossSettings;

static const RensaAttrSpec loss_attrs[] = {
  RENSA_ATTR_INT (LossSettings, every, .initial = 1, .min = 1, .max = 1e6, .title = N_ ("Interval in Iterations"),
                  .hint = N_ ("Minimizes this loss only once in this many iterations")),
  RENSA_ATTR_BOOL (LossSettings, fresh, .title = N_ ("Recompute"),
                   .hint = N_ ("Recomputes the loss with the current parameters right before minimizing it")),
  RENSA_ATTR_NAME (LossSettings, name, .none = TRUE, .allow_none = TRUE, .title = N_ ("Name"),
                   .hint = N_ ("Name of its optimizer and of the reported value; None uses the name of the first "
                               "model")),
};

const RensaComponent studio_loss_settings = { .name = "loss", RENSA_ATTRS (LossSettings, loss_attrs) };

typedef struct
{
  char *name;
} ReportSettings;

static const RensaAttrSpec report_attrs[] = {
  RENSA_ATTR_NAME (ReportSettings, name, .none = TRUE, .allow_none = TRUE, .title = N_ ("Name"),
                   .hint = N_ ("Name of the reported value; None uses the name of the node")),
};

const RensaComponent studio_report_settings = { .name = "report", RENSA_ATTRS (ReportSettings, report_attrs) };

struct _StudioSettingsList
{
  AdwBin parent_instance;

  GtkWidget *list;
  StudioProject *project;
  char *path;
};

G_DEFINE_FINAL_TYPE (StudioSettingsList, studio_settings_list, ADW_TYPE_BIN)

static void
set_project (StudioSettingsList *self, StudioProject *project)
{
  if (!studio_source_replace (&self->project, project, self->list))
    return;
  if (project != NULL)
    g_signal_connect_object (project, "settle", G_CALLBACK (studio_attr_list_settle), self->list, G_CONNECT_SWAPPED);
}

static RensaAttrs *
read_settings (StudioSettingsList *self, const RensaComponent *settings)
{
  RensaDocument *document = studio_project_get_document (self->project);
  struct json_object *json =
      self->path[0] != '\0' ? rensa_document_get (document, self->path) : rensa_document_get_json (document);
  RensaAttrs *attrs = rensa_attrs_new (settings);

  /* Shows the default for an invalid value, which is reported as a problem. */
  for (guint i = 0; i < settings->n_attrs; i++)
    {
      struct json_object *value;

      if (json_object_object_get_ex (json, settings->attrs[i].name, &value))
        rensa_attrs_set_json (attrs, settings->attrs[i].name, value, NULL);
    }
  return attrs;
}

static gboolean
set (gpointer owner, const RensaAttrSpec *spec, const char *text, GError **error)
{
  StudioSettingsList *self = owner;
  g_autofree char *path =
      self->path[0] != '\0' ? g_strdup_printf ("%s.%s", self->path, spec->name) : g_strdup (spec->name);

  return studio_project_set (self->project, path, text, error);
}

static void
settled (gpointer owner, const RensaAttrSpec *spec, const char *text)
{
}

static const StudioAttrTarget target = { set, settled };

void
studio_settings_list_show (StudioSettingsList *self, StudioProject *project, const RensaComponent *settings,
                           const char *path)
{
  g_autoptr (RensaAttrs) attrs = NULL;

  if (project != self->project || g_strcmp0 (path, self->path) != 0)
    {
      studio_attr_list_settle (STUDIO_ATTR_LIST (self->list));
      studio_attr_list_show (STUDIO_ATTR_LIST (self->list), NULL);
    }
  set_project (self, project);
  g_free (self->path);
  self->path = g_strdup (path);

  if (project != NULL)
    attrs = read_settings (self, settings);
  studio_attr_list_show (STUDIO_ATTR_LIST (self->list), attrs);
}

static void
studio_settings_list_finalize (GObject *object)
{
  StudioSettingsList *self = STUDIO_SETTINGS_LIST (object);

  g_clear_object (&self->project);
  g_free (self->path);
  G_OBJECT_CLASS (studio_settings_list_parent_class)->finalize (object);
}

static void
studio_settings_list_class_init (StudioSettingsListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_settings_list_finalize;
}

static void
studio_settings_list_init (StudioSettingsList *self)
{
  self->list = studio_attr_list_new ("boxed-list", &target, self);
  adw_bin_set_child (ADW_BIN (self), self->list);
}
