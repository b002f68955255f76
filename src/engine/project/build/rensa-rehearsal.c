/* rensa-rehearsal.c: checks before training that extensions will work.
 * SPDX-License-Identifier: MIT */

#include "rensa-rehearsal.h"

#include <math.h>

#include "rensa-builder-parts.h"
#include "rensa-choices.h"
#include "rensa-language.h"
#include "rensa-meta-device.h"
#include "rensa-modes.h"
#include "rensa-roles.h"
#include "rensa-triggers.h"

/* With more nodes, a rehearsal after each edit in the studio would take too long. */
#define MOST_NODES 1500
/* Minimum fractions of the initial learning rate after a run, and after most of it; and its maximum
 * growth. */
#define LEAST_LAST 1e-4
#define LEAST_LATE 1e-3
#define MOST_LAST 30
/* This file does not exist and cannot be created. */
#define OUT "/dev/null/rehearsal"

struct _RensaRehearsal
{
  RensaBuilder builder; /* its data are borrowed */
  RensaTrainer *trainer;
  RensaPreviewSubject subject;
  RensaCatalog catalog;
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

/* Counts the nodes with all copies. */
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

/* Type inference needs no copies of repeated nodes, but a rehearsal does. */
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

/* Returns the number of iterations of a run; 0 if unknown. */
static double
count_iterations (const RensaRehearsal *self, RensaTrigger *stop)
{
  const double n_examples = (double) rensa_dataset_get_length (self->builder.bundle.train);
  double length;
  const char *unit;

  if (!rensa_trigger_get_training_length (stop, &length, &unit))
    return 0;
  return strcmp (unit, "epoch") == 0 ? ceil (length * n_examples / (double) MAX (self->builder.batch_size, 1)) : length;
}

/* Does not use the meta device, which cannot compute gradients of gradients. */
gboolean
rensa_operations_check (RensaProject *project, const RensaDataBundle *bundle, gint64 batch_size, GError **error)
{
  RensaBuilder builder = { .project = project, .bundle = *bundle, .batch_size = batch_size };
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->dtype = rensa_project_get_settings (project)->dtype;
  return rensa_builder_check_operations (&builder, error);
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
                                         .n_calls = (gint64) MIN (count_iterations (self, stop), G_MAXINT32),
                                         .label_names = (const char *const *) bundle->label_names,
                                         .tokens = (const char *const *) bundle->tokens,
                                         .examples = bundle->test,
                                         .picture = *rensa_builder_get_picture (&self->builder) };
  rensa_roles_find (project->facts, &self->subject);
  self->catalog = (RensaCatalog){ .project = project, .subject = &self->subject };
  return g_steal_pointer (&self);
}

void
rensa_rehearsal_free (RensaRehearsal *rehearsal)
{
  rensa_catalog_clear (&rehearsal->catalog);
  g_clear_pointer (&rehearsal->trainer, rensa_trainer_free);
  g_free (rehearsal);
}

RensaCatalog *
rensa_rehearsal_get_catalog (RensaRehearsal *rehearsal)
{
  return &rehearsal->catalog;
}

/* Creates the extension and adds it to the trainer; NULL with an error. */
static RensaExtension *
take (RensaRehearsal *self, const RensaExtensionPlan *plan, GError **error)
{
  RensaExtension *extension = rensa_builder_make_extension (&self->builder, plan, error);

  return extension != NULL && rensa_trainer_take_extension (self->trainer, extension, error) ? extension : NULL;
}

/* Initializing a schedule sets the learning rate; restores the document's rate for the next extension. */
static gboolean
rehearse (RensaRehearsal *self, RensaExtension *extension, GError **error)
{
  RensaOptimizer *optimizer = self->subject.optimizer;
  const char *name =
      optimizer != NULL
          ? rensa_optimizer_find_learning_rate (rensa_attrs_get_component (rensa_optimizer_get_attrs (optimizer)))
          : NULL;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double rate = 0;
  gboolean ok;

  if (name != NULL)
    rensa_optimizer_get_learning_rate (optimizer, &rate);
  ok = rensa_trainer_rehearse (self->trainer, extension, error);
  if (name != NULL)
    rensa_optimizer_set_attr_text (optimizer, name, g_ascii_dtostr (text, sizeof text, rate), NULL);
  return ok;
}

/* Names of values and words are looked up during a run, so a rehearsal does not report them.
 * Defaults of the document need not fit it, and a column of the log may stay empty. */
static gboolean
is_to_be_told (const RensaRehearsal *self, RensaAttrs *attrs, const RensaWrongName *wrong, const GError *error)
{
  const RensaNames names = wrong->specs[wrong->depth - 1]->names;
  const gboolean is_usual = self->builder.project->has_usual_extensions
                            || (wrong->depth == 1 && rensa_attrs_is_default (attrs, wrong->specs[0]));

  return error != NULL || (!is_usual && (names == RENSA_NAMES_REPORT || names == RENSA_NAMES_WORD));
}

/* Takes ownership of @error; replaces it by an error about the wrong name that caused it, if there is one. */
static void
take_mistake (RensaRehearsal *self, RensaMistakes *mistakes, guint i, GError *error)
{
  const RensaExtensionPlan *plan = self->builder.project->extensions->pdata[i];
  const RensaExtensionClass *class = (const RensaExtensionClass *) rensa_attrs_get_component (plan->attrs);
  g_autofree char *place = g_strdup_printf ("extensions.%u", i);
  g_auto (RensaWrongName) wrong = { { NULL } };
  const gboolean is_named = rensa_wrong_name_find (&self->catalog, RENSA_COMPONENT_EXTENSION, plan->attrs, &wrong)
                            && is_to_be_told (self, plan->attrs, &wrong, error);
  const gboolean is_hint = class->preview != NULL || (error == NULL && !wrong.ends_run);

  if (is_named)
    g_clear_error (&error);
  if (is_named)
    error = rensa_wrong_name_explain (&wrong);
  if (error != NULL)
    rensa_mistakes_take (mistakes, is_named ? RENSA_MISTAKE_NAME : RENSA_MISTAKE_EXTENSION, place, error)->is_hint =
        is_hint;
}

/* A wrong name in a trigger only fails during a run. */
static void
check_trigger (RensaRehearsal *self, RensaMistakes *mistakes, RensaAttrs *trigger, const char *place)
{
  g_auto (RensaWrongName) wrong = { { NULL } };

  if (trigger != NULL && rensa_wrong_name_find (&self->catalog, RENSA_COMPONENT_TRIGGER, trigger, &wrong))
    rensa_mistakes_take (mistakes, RENSA_MISTAKE_NAME, place, rensa_wrong_name_explain (&wrong));
}

/* Returns how often @extension is called in a run; 0 if unknown. */
static gint64
count_calls (RensaRehearsal *self, const RensaExtensionPlan *plan, RensaExtension *extension)
{
  const RensaComponent *usual = RENSA_COMPONENT (&rensa_interval_trigger_class);
  RensaTrigger *stop = rensa_trainer_get_stop_trigger (self->trainer);
  const double n_examples = (double) rensa_dataset_get_length (self->builder.bundle.train);
  double period;
  const char *unit;

  if ((plan->trigger != NULL && rensa_attrs_get_component (plan->trigger) != usual)
      || !rensa_trigger_get_training_length (rensa_extension_get_trigger (extension), &period, &unit))
    return 0;
  if (strcmp (unit, "epoch") == 0)
    period *= n_examples / (double) MAX (self->builder.batch_size, 1);
  return (gint64) MIN (floor (count_iterations (self, stop) / MAX (period, 1)), G_MAXINT32);
}

/* Returns TRUE if the rate is useless at the end of a run; @own: that of the optimizer. */
static gboolean
is_ruinous (RensaExtension *extension, gint64 n, double own, double *last)
{
  const RensaExtensionClass *class = rensa_extension_get_class (extension);
  const double first = class->foresee (extension, 0);
  const double late = class->foresee (extension, n - n / 4);

  *last = class->foresee (extension, n);
  return (*last < LEAST_LAST * first && late < LEAST_LATE * first) || !(*last <= MOST_LAST * MAX (first, own));
}

static void
check_schedule (RensaRehearsal *self, RensaMistakes *mistakes, RensaExtension *extension, guint i)
{
  const RensaExtensionClass *class = rensa_extension_get_class (extension);
  const RensaExtensionPlan *plan = self->builder.project->extensions->pdata[i];
  RensaOptimizer *optimizer = self->subject.optimizer;
  const gint64 n = class->foresee != NULL && optimizer != NULL ? count_calls (self, plan, extension) : 0;
  const RensaAttrSpec *attr = rensa_component_find_attr (RENSA_COMPONENT (class), "attr");
  g_autofree char *place = g_strdup_printf ("extensions.%u", i);
  g_autoptr (RensaJson) setting = NULL;
  GError *error = NULL;
  double own;
  double last;

  if (n == 0 || attr == NULL || !rensa_optimizer_get_learning_rate (optimizer, &own)
      || !is_ruinous (extension, n, own, &last))
    return;
  setting = rensa_attrs_get_json (rensa_extension_get_attrs (extension), attr);
  if (g_strcmp0 (json_object_get_string (setting),
                 rensa_optimizer_find_learning_rate (rensa_attrs_get_component (rensa_optimizer_get_attrs (optimizer))))
      != 0)
    return;
  rensa_set_words (&error, RENSA_ERROR_INVALID,
                   N_ ("%s: the learning rate is %.2g at the end of the run, but the optimizer is set to %.2g"),
                   class->name, last, own);
  rensa_mistakes_take (mistakes, RENSA_MISTAKE_SCHEDULE, place, error)->is_hint = TRUE;
}

static void
check_plan (RensaRehearsal *self, RensaMistakes *mistakes, guint i, RensaExtension *extension, GError *error)
{
  const RensaExtensionPlan *plan = self->builder.project->extensions->pdata[i];
  g_autofree char *place = g_strdup_printf ("extensions.%u.trigger", i);

  if (extension != NULL && rehearse (self, extension, &error))
    check_schedule (self, mistakes, extension, i);
  take_mistake (self, mistakes, i, error);
  check_trigger (self, mistakes, plan->trigger, place);
}

/* Adds all extensions first, because some look for others anywhere in the list. */
void
rensa_rehearsal_check (RensaRehearsal *rehearsal, RensaMistakes *mistakes)
{
  const GPtrArray *plans = rehearsal->builder.project->extensions;
  g_auto (Scope) scope = enter (rehearsal);
  g_autofree RensaExtension **extensions = g_new0 (RensaExtension *, MAX (plans->len, 1));
  g_autofree GError **errors = g_new0 (GError *, MAX (plans->len, 1));

  for (guint i = 0; i < plans->len; i++)
    extensions[i] = take (rehearsal, plans->pdata[i], &errors[i]);
  for (guint i = 0; i < plans->len; i++)
    check_plan (rehearsal, mistakes, i, extensions[i], errors[i]);
  check_trigger (rehearsal, mistakes, rehearsal->builder.project->stop, "stop");
}

RensaAttrs *
rensa_rehearsal_mend_schedule (RensaRehearsal *rehearsal, guint i)
{
  const RensaExtensionPlan *plan = rehearsal->builder.project->extensions->pdata[i];
  const RensaExtensionClass *class = (const RensaExtensionClass *) rensa_attrs_get_component (plan->attrs);
  g_auto (Scope) scope = enter (rehearsal);
  RensaExtension *extension = take (rehearsal, plan, NULL);
  RensaAttrs *attrs = extension != NULL ? rensa_attrs_copy (plan->attrs) : NULL;
  RensaPreviewSubject subject = rehearsal->subject;

  if (extension == NULL)
    return NULL;
  subject.n_calls = count_calls (rehearsal, plan, extension);
  rensa_trainer_drop_extension (rehearsal->trainer, extension);
  if (subject.n_calls == 0 || class->suggest == NULL || !class->suggest (&subject, attrs))
    g_clear_pointer (&attrs, rensa_attrs_unref);
  return attrs;
}

GError *
rensa_rehearsal_try (RensaRehearsal *rehearsal, RensaAttrs *attrs)
{
  const RensaExtensionPlan plan = { .attrs = attrs, .priority = RENSA_INT_NONE };
  g_auto (Scope) scope = enter (rehearsal);
  GError *error = NULL;
  RensaExtension *extension = take (rehearsal, &plan, &error);

  if (extension != NULL)
    {
      rehearse (rehearsal, extension, &error);
      rensa_trainer_drop_extension (rehearsal->trainer, extension);
    }
  return error;
}

gboolean
rensa_builder_check_extensions (RensaBuilder *builder, GPtrArray *hints, GError **error)
{
  g_autoptr (RensaMistakes) mistakes = rensa_mistakes_new ();
  g_autoptr (RensaRehearsal) rehearsal = NULL;

  if (!rensa_builder_prepare_for (builder, TRUE, error))
    return FALSE;
  /* Placeholder data does not show if there is a validation set. */
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
