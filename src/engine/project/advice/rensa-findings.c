/* rensa-findings.c: collects all facts about a document that can be determined without running it.
 * SPDX-License-Identifier: MIT */

#include "rensa-analysis-private.h"
#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-late-check.h"
#include "rensa-modes.h"
#include "rensa-shipped.h"

static void
take_data_error (RensaProject *project, GError *error)
{
  const char *place = rensa_error_get_fault (error)->place;

  rensa_error_drop_place (error);
  rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_DATA, place != NULL ? place : "data", error);
}

/* If the iterator cannot be created, uses the batch size in its attributes. */
static gint64
guess_batch_size (RensaProject *project)
{
  const RensaAttrSpec *spec =
      project->iterator != NULL
          ? rensa_component_find_attr (rensa_attrs_get_component (project->iterator), "batch_size")
          : NULL;

  if (spec == NULL || spec->type != RENSA_ATTR_TYPE_INT)
    return 1;
  return *(const gint64 *) ((const char *) rensa_attrs_get_values (project->iterator) + spec->offset);
}

static gint64
find_batch_size (RensaProject *project, RensaDataset *train, GError **error)
{
  g_autoptr (RensaIterator) iterator =
      project->iterator != NULL ? rensa_project_make_iterator (project, train, error) : NULL;

  return iterator != NULL ? rensa_iterator_get_batch_size (iterator) : guess_batch_size (project);
}

/* An iterator that rejects the examples reports the same error in both calls. */
static void
look_at_batches (RensaFindings *findings, RensaDataset *train)
{
  RensaProject *project = findings->project;
  GError *error = NULL;
  GError *type_error = NULL;

  findings->batch_size = find_batch_size (project, train, &error);
  findings->n_fields =
      rensa_project_get_batch_types (project, train, findings->batch_size, findings->types, &type_error);
  if (error != NULL && type_error != NULL && g_str_equal (error->message, type_error->message))
    g_clear_error (&error);
  if (error != NULL)
    take_data_error (project, error);
  if (type_error != NULL)
    take_data_error (project, type_error);
}

static void
look_at_split (RensaProject *project, const RensaDataBundle *bundle)
{
  const RensaDataNote *note = rensa_data_notes_find_classes (bundle->notes);
  GError *error = NULL;

  if (note == NULL)
    return;
  g_set_error_literal (&error, RENSA_ERROR, RENSA_ERROR_INVALID, note->text);
  rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_SPLIT, "data.split", error)->is_hint = TRUE;
}

static void
look_at_data (RensaFindings *findings, RensaDocument *document, RensaDataCache *cache)
{
  RensaProject *project = findings->project;
  const RensaDataBundle *bundle;
  GError *error = NULL;

  findings->batch_size = guess_batch_size (project);
  if (project->dataset == NULL || project->split == NULL)
    return;

  bundle = rensa_data_cache_get (cache, project, rensa_document_get_folder (document), &error);
  if (bundle != NULL)
    {
      findings->bundle = bundle;
      findings->n_classes = bundle->n_classes;
      findings->n_tokens = bundle->tokens != NULL ? g_strv_length (bundle->tokens) : 0;
      findings->n_train = rensa_dataset_get_length (bundle->train);
      look_at_batches (findings, bundle->train);
      look_at_split (project, bundle);
    }
  if (error != NULL)
    take_data_error (project, error);
}

/* The contents are read only on request, because the file may be from an untrusted source. */
static void
look_for_weights (RensaProject *project, RensaDocument *document)
{
  const char *path = rensa_project_get_settings (project)->weights;
  g_autofree char *full = path != NULL ? rensa_document_find_file (document, path) : NULL;
  GError *error = NULL;

  if (full == NULL)
    return;
  if (rensa_shipped_check (path, &error) && !g_file_test (full, G_FILE_TEST_IS_REGULAR))
    rensa_set_words (&error, RENSA_ERROR_NOT_FOUND,
                     g_file_test (full, G_FILE_TEST_EXISTS)
                         ? N_ ("the initial weights are loaded from “%s”, which is not a file")
                         : N_ ("the initial weights are loaded from “%s”, which does not exist"),
                     path);
  if (error != NULL)
    rensa_mistakes_take (project->mistakes, RENSA_MISTAKE_WEIGHTS, "weights", error);
}

/* Collects the findings with separate modes. */
static void
find_out (RensaFindings *findings, RensaDocument *document, RensaDataCache *cache, const RensaFacts *before)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  findings->project = rensa_project_new (document);
  rensa_modes_get ()->enable_backprop = FALSE;
  rensa_modes_get ()->dtype = rensa_project_get_settings (findings->project)->dtype;
  if (cache != NULL)
    look_at_data (findings, document, cache);
  rensa_project_infer (findings->project, before, findings->types, findings->n_fields, findings->n_classes);
  rensa_project_check_tokens (findings->project, findings->n_tokens);
  rensa_project_check_trainable (findings->project, findings->batch_size);
  look_for_weights (findings->project, document);
  /* No values were computed, so pending checks are discarded. */
  rensa_late_checks_read (NULL);
}

void
rensa_findings_init (RensaFindings *findings, RensaDocument *document, RensaDataCache *cache, const RensaFacts *before)
{
  *findings = (RensaFindings){ 0 };
  find_out (findings, document, cache, before);
}

void
rensa_findings_init_assuming (RensaFindings *findings, RensaDocument *document, const RensaFindings *before,
                              const RensaShape *shape)
{
  *findings = *before;
  findings->bundle = NULL;
  findings->types[0].shape = *shape;
  find_out (findings, document, NULL, before->project->facts);
}

void
rensa_findings_clear (RensaFindings *findings)
{
  g_clear_pointer (&findings->project, rensa_project_free);
}
