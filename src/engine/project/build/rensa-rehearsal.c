/* rensa-rehearsal.c: whether extensions will work, before anything is trained.
 * SPDX-License-Identifier: MIT */

#include "rensa-rehearsal.h"

#include "rensa-builder-private.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-roles.h"

/* Of more, an edit in the studio would take too long to look at. */
#define MOST_NODES 1500
/* No file is there, and none can be written. */
#define OUT "/dev/null/rehearsal"

struct _RensaRehearsal
{
  RensaBuilder builder; /* of which the data are borrowed */
  RensaTrainer *trainer;
  RensaPreviewSubject subject;
};

typedef struct G_GNUC_UNUSED
{
  RensaDeviceScope device;
  RensaModesScope modes;
} Scope;

static Scope
enter (const RensaRehearsal *self)
{
  const Scope scope = { rensa_device_enter (&rensa_meta_device), rensa_modes_enter () };

  rensa_modes_get ()->enable_backprop = FALSE;
  rensa_modes_get ()->dtype = rensa_project_get_settings (self->builder.project)->dtype;
  return scope;
}

static void
leave (Scope *scope)
{
  rensa_modes_leave (&scope->modes);
  rensa_device_leave (&scope->device);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scope, leave)

/* With all copies. */
static double
count_nodes (const RensaModel *model)
{
  double n = 0;

  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      n += node->repeat * (node->model != NULL ? count_nodes (node->model) : 1);
    }
  return n;
}

/* Types are worked out without copies, which a rehearsal has to make. */
static gboolean
is_small (const RensaProject *project)
{
  const GPtrArray *models = project->network->models;
  double n = count_nodes (project->model);

  for (guint i = 0; i < models->len; i++)
    n += count_nodes (((const RensaModelNode *) models->pdata[i])->model);
  return n <= MOST_NODES;
}

static RensaUpdater *
make_updater (RensaRehearsal *self)
{
  g_autoptr (RensaLink) target = rensa_builder_make_target (&self->builder, NULL);

  return target != NULL ? rensa_builder_make_updater (&self->builder, target, NULL, NULL) : NULL;
}

RensaRehearsal *
rensa_rehearsal_new (RensaProject *project, const RensaDataBundle *bundle, gint64 batch_size)
{
  g_autoptr (RensaRehearsal) self = g_new0 (RensaRehearsal, 1);
  g_auto (Scope) scope = { 0 };
  RensaUpdater *updater;
  RensaTrigger *stop;

  if (!is_small (project))
    return NULL;
  self->builder = (RensaBuilder){ .project = project, .bundle = *bundle, .batch_size = batch_size };
  scope = enter (self);
  updater = make_updater (self);
  if (updater == NULL)
    return NULL;
  stop = rensa_trigger_new (project->stop, NULL);
  if (stop == NULL)
    {
      rensa_updater_free (updater);
      return NULL;
    }
  self->trainer = rensa_trainer_new (updater, stop, OUT);
  self->subject = (RensaPreviewSubject){ .target = rensa_updater_get_target (updater, RENSA_MAIN),
                                         .optimizer = rensa_updater_get_optimizer (updater, RENSA_MAIN),
                                         .label_names = (const char *const *) bundle->label_names,
                                         .tokens = (const char *const *) bundle->tokens,
                                         .examples = bundle->test,
                                         .picture = *rensa_builder_get_picture (&self->builder) };
  rensa_roles_find (project->facts, &self->subject);
  return g_steal_pointer (&self);
}

void
rensa_rehearsal_free (RensaRehearsal *rehearsal)
{
  g_clear_pointer (&rehearsal->trainer, rensa_trainer_free);
  g_free (rehearsal);
}

const RensaPreviewSubject *
rensa_rehearsal_get_subject (RensaRehearsal *rehearsal)
{
  return &rehearsal->subject;
}

/* As the trainer gets it; NULL with an error. */
static RensaExtension *
take (RensaRehearsal *self, const RensaExtensionPlan *plan, GError **error)
{
  RensaExtension *extension = rensa_builder_make_extension (&self->builder, plan, error);

  return extension != NULL && rensa_trainer_take_extension (self->trainer, extension, error) ? extension : NULL;
}

static void
take_mistake (RensaMistakes *mistakes, guint i, const RensaExtensionPlan *plan, GError *error)
{
  const RensaExtensionClass *class = (const RensaExtensionClass *) rensa_attrs_get_component (plan->attrs);
  g_autofree char *place = g_strdup_printf ("extensions.%u", i);

  rensa_mistakes_take (mistakes, RENSA_MISTAKE_EXTENSION, place, error)->is_hint = class->preview != NULL;
}

/* Some look for others, wherever these are in the list. */
void
rensa_rehearsal_check (RensaRehearsal *rehearsal, RensaMistakes *mistakes)
{
  const GPtrArray *plans = rehearsal->builder.project->extensions;
  g_auto (Scope) scope = enter (rehearsal);
  g_autofree RensaExtension **extensions = g_new0 (RensaExtension *, MAX (plans->len, 1));

  for (guint i = 0; i < plans->len; i++)
    {
      GError *error = NULL;

      extensions[i] = take (rehearsal, plans->pdata[i], &error);
      if (error != NULL)
        take_mistake (mistakes, i, plans->pdata[i], error);
    }
  for (guint i = 0; i < plans->len; i++)
    {
      GError *error = NULL;

      if (extensions[i] != NULL && !rensa_trainer_rehearse (rehearsal->trainer, extensions[i], &error))
        take_mistake (mistakes, i, plans->pdata[i], error);
    }
}

GError *
rensa_rehearsal_try (RensaRehearsal *rehearsal, RensaAttrs *attrs)
{
  const RensaExtensionPlan plan = { .attrs = attrs, .priority = RENSA_INT_NONE };
  g_auto (Scope) scope = enter (rehearsal);
  GError *error = NULL;
  RensaExtension *extension = take (rehearsal, &plan, &error);

  if (extension == NULL)
    return error;
  rensa_trainer_rehearse (rehearsal->trainer, extension, &error);
  rensa_trainer_drop_extension (rehearsal->trainer, extension);
  return error;
}

gboolean
rensa_builder_check_extensions (RensaBuilder *builder, GPtrArray *hints, GError **error)
{
  g_autoptr (RensaMistakes) mistakes = rensa_mistakes_new ();
  g_autoptr (RensaRehearsal) rehearsal = NULL;

  if (!rensa_builder_prepare_for (builder, TRUE, error))
    return FALSE;
  /* Stand-ins do not tell whether there is a test part. */
  if (!builder->bundle.is_stand_in)
    rehearsal = rensa_rehearsal_new (builder->project, &builder->bundle, builder->batch_size);
  if (rehearsal != NULL)
    rensa_rehearsal_check (rehearsal, mistakes);
  for (guint i = 0; i < mistakes->len; i++)
    {
      const RensaMistake *mistake = mistakes->pdata[i];

      if (mistake->is_hint)
        {
          g_ptr_array_add (hints, rensa_error_to_sentence (mistake->error));
          continue;
        }
      g_propagate_prefixed_error (error, g_error_copy (mistake->error), "%s: ", mistake->place);
      return rensa_builder_fail (builder, error);
    }
  return TRUE;
}
