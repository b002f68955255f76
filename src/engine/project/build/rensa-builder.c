/* rensa-builder.c: a document, its data, and checks that they fit together.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-parts.h"
#include "rensa-comparison.h"
#include "rensa-data-inspect.h"
#include "rensa-budget.h"
#include "rensa-extensions.h"
#include "rensa-modes.h"
#include "rensa-language.h"

/* Maximum number of gradients per step that are accepted without a trial call. */
#define FEW_GRADIENTS 2

RensaBuilder *
rensa_builder_new (RensaDocument *document, const char *dataset_root, GError **error)
{
  g_autoptr (RensaProject) project = rensa_project_new (document);
  RensaBuilder *builder;

  if (!rensa_project_check (project, error))
    {
      rensa_prefix_place (error, rensa_document_get_place (document));
      return NULL;
    }

  builder = g_new0 (RensaBuilder, 1);
  builder->document = rensa_document_ref (document);
  builder->project = g_steal_pointer (&project);
  builder->root = dataset_root != NULL ? g_strdup (dataset_root) : rensa_dataset_root_new ();
  rensa_modes_get ()->dtype = rensa_project_get_settings (builder->project)->dtype;
  rensa_modes_get ()->allow_tf32 = rensa_project_get_settings (builder->project)->tf32;
  return builder;
}

void
rensa_builder_free (RensaBuilder *builder)
{
  rensa_data_bundle_clear (&builder->bundle);
  g_clear_pointer (&builder->weights, g_ptr_array_unref);
  rensa_project_free (builder->project);
  rensa_document_unref (builder->document);
  g_free (builder->root);
  g_free (builder);
}

void
rensa_builder_allow_download (RensaBuilder *builder)
{
  builder->may_download = TRUE;
}

void
rensa_builder_expect_snapshot (RensaBuilder *builder)
{
  builder->resumes = TRUE;
}

gboolean
rensa_builder_fail (RensaBuilder *builder, GError **error)
{
  return rensa_prefix_place (error, rensa_document_get_place (builder->document));
}

RensaDataset *
rensa_builder_get_train (RensaBuilder *builder)
{
  return builder->bundle.train;
}

RensaDataset *
rensa_builder_get_test (RensaBuilder *builder)
{
  return builder->bundle.test;
}

const char *const *
rensa_builder_get_label_names (RensaBuilder *builder)
{
  return (const char *const *) builder->bundle.label_names;
}

RensaPreprocessing *
rensa_builder_get_preprocessing (RensaBuilder *builder)
{
  return builder->bundle.preprocessing;
}

GPtrArray *
rensa_builder_get_data_notes (RensaBuilder *builder)
{
  return builder->bundle.notes;
}

gint64
rensa_builder_get_batch_size (RensaBuilder *builder)
{
  return builder->batch_size;
}

guint64
rensa_builder_get_seed (RensaBuilder *builder)
{
  return (guint64) rensa_project_get_settings (builder->project)->seed;
}

/* One more gradient at least doubles the graph of a batch. The total for gradients of gradients is
 * only known from a call. */
gboolean
rensa_builder_check_operations (RensaBuilder *builder, GError **error)
{
  RensaProject *project = builder->project;
  const gboolean is_step = rensa_project_has_step (project);
  g_autoptr (RensaLink) link = NULL;

  if (!rensa_network_takes_gradients (project->network, FEW_GRADIENTS))
    return TRUE;
  link = is_step ? rensa_builder_make_step (builder, error) : rensa_model_build (project->model, project->facts, error);
  return link != NULL && rensa_builder_call_with_zeros (builder, link, is_step ? 0 : 1, RENSA_BUDGET_TRIAL, error);
}

static gboolean
infer (RensaBuilder *builder, GError **error)
{
  RensaProject *project = builder->project;
  RensaType types[RENSA_MAX_FIELDS];
  const int n = rensa_project_get_batch_types (project, builder->bundle.train, builder->batch_size, types, error);

  if (n == 0)
    return FALSE;

  g_ptr_array_set_size (project->mistakes, 0);
  rensa_project_infer (project, NULL, types, n, builder->bundle.n_classes);
  rensa_project_check_tokens (project, builder->bundle.tokens != NULL ? g_strv_length (builder->bundle.tokens) : 0);
  return rensa_project_check (project, error) && rensa_builder_check_operations (builder, error);
}

static void
inspect_data (RensaBuilder *builder)
{
  RensaDataUse use = { 0 };

  rensa_loss_find_label_range (builder->project->loss, &use);
  rensa_data_inspect (&builder->bundle, &use, NULL);
}

static gboolean
prepare (RensaBuilder *builder, gboolean for_shapes, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaIterator) iterator = NULL;
  const RensaDataPlaces places = {
    .root = builder->root,
    .base = rensa_document_get_folder (builder->document),
    .may_download = builder->may_download && !for_shapes,
    .for_shapes = for_shapes,
  };

  rensa_modes_get ()->enable_backprop = FALSE;
  if (!rensa_project_load_data (builder->project, &places, &builder->bundle, error))
    return FALSE;

  iterator = rensa_project_make_iterator (builder->project, builder->bundle.train, error);
  if (iterator == NULL)
    return FALSE;
  builder->batch_size = rensa_iterator_get_batch_size (iterator);
  if (!infer (builder, error))
    return FALSE;
  if (!for_shapes)
    inspect_data (builder);
  return TRUE;
}

/* Placeholder data is only good for shapes. */
gboolean
rensa_builder_prepare_for (RensaBuilder *builder, gboolean for_shapes, GError **error)
{
  if (builder->is_prepared && (for_shapes || !builder->bundle.is_stand_in))
    return TRUE;

  rensa_data_bundle_clear (&builder->bundle);
  builder->is_prepared = prepare (builder, for_shapes, error);
  if (!builder->is_prepared)
    {
      rensa_data_bundle_clear (&builder->bundle);
      return rensa_builder_fail (builder, error);
    }
  return TRUE;
}

gboolean
rensa_builder_prepare (RensaBuilder *builder, GError **error)
{
  return rensa_builder_prepare_for (builder, FALSE, error);
}

/* Missing data is acceptable if the data set can provide its shapes. */
const RensaFacts *
rensa_builder_get_facts (RensaBuilder *builder, GError **error)
{
  return rensa_builder_prepare_for (builder, TRUE, error) ? builder->project->facts : NULL;
}

gboolean
rensa_builder_evaluate (RensaBuilder *builder, RensaLink *model, RensaObservation *result, GError **error)
{
  g_autoptr (RensaIterator) iterator = NULL;

  if (!rensa_builder_prepare (builder, error))
    return FALSE;
  if (builder->bundle.test == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("data: there is no test set."));
      return rensa_builder_fail (builder, error);
    }
  iterator = rensa_iterator_new_once (builder->project->iterator, builder->bundle.test, error);
  return (iterator != NULL && rensa_evaluate (model, iterator, NULL, NULL, result, error))
         || rensa_builder_fail (builder, error);
}
