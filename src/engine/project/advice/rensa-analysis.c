/* rensa-analysis.c: analyzes a document, which may have any mistakes, without running it.
 * SPDX-License-Identifier: MIT */

#include "rensa-analysis-private.h"

#include "rensa-advice-faults.h"
#include "rensa-choices.h"
#include "rensa-comparison.h"
#include "rensa-edit-parts.h"
#include "rensa-preprocessing.h"
#include "rensa-rehearsal.h"
#include "rensa-repair-trial.h"
#include "rensa-roles.h"
#include "rensa-updater.h"

/* More would not be read, and each one requires a pass over the whole model. */
#define MOST_PROBLEMS 200

/* @repair: (nullable); @network: network of the analyzed document, borrowed */
typedef struct
{
  RensaProblem public;
  RensaRepair *repair;
  RensaNetwork *network;
} Problem;

/* An extension, trigger or transform with its initial values @attrs. @misfit: (nullable): why it would fail with them */
typedef struct
{
  RensaAttrs *attrs;
  char *misfit;
} Offer;

struct _RensaAnalysis
{
  int ref_count; /* the thread sanitizer does not support gatomicrefcount */
  RensaFacts *facts;
  GPtrArray *problems; /* Problem */
  GPtrArray *hints;    /* same element type */
  GHashTable *offers;  /* RensaComponent: Offer */
  RensaChoices *choices[RENSA_N_NAMES];
  gint64 n_params;
  gint64 n_frozen;
  gint64 n_bytes;
  gint64 batch_size;
  gboolean knows_labels;
  gboolean keeps_state; /* across batches */
  RensaLabels labels;
};

static void
problem_free (gpointer data)
{
  Problem *problem = data;

  g_free (problem->public.node);
  g_free (problem->public.place);
  g_free (problem->public.sentence);
  g_free (problem->public.detail);
  g_free (problem->public.repair);
  g_clear_pointer (&problem->repair, rensa_repair_free);
  g_free (problem);
}

static Problem *
problem_new (const RensaMistake *mistake)
{
  Problem *problem = g_new0 (Problem, 1);
  const gboolean is_of_attr = mistake->kind == RENSA_MISTAKE_ATTR || mistake->kind == RENSA_MISTAKE_NAME;
  const char *attr = is_of_attr ? rensa_error_get_fault (mistake->error)->attr : NULL;

  problem->public.node = mistake->node != NULL                                 ? g_strdup (mistake->node)
                         : mistake->scope != NULL && mistake->scope[0] != '\0' ? g_strdup (mistake->scope)
                                                                               : NULL;
  problem->public.wire = mistake->wire;
  problem->public.place = attr != NULL ? g_strconcat (mistake->place, ".", attr, NULL) : g_strdup (mistake->place);
  problem->public.sentence = rensa_error_to_sentence (mistake->error);
  problem->public.detail = rensa_error_get_check (mistake->error);
  problem->public.is_hint = mistake->is_hint;
  problem->public.is_missing = mistake->kind == RENSA_MISTAKE_NOTHING;
  return problem;
}

static Problem *
find_repair (RensaTrial *trial, const RensaMistake *mistake, RensaMistakes **left)
{
  Problem *problem = problem_new (mistake);
  g_autofree char *reason = NULL;

  problem->repair = rensa_trial_find_repair (trial, mistake, left, &reason);
  problem->network = trial->findings->project->network;
  if (problem->repair != NULL)
    problem->public.repair = g_strdup (problem->repair->label);
  else if (reason != NULL)
    {
      char *sentence = g_strdup_printf ("%s %s", problem->public.sentence, reason);

      g_free (problem->public.sentence);
      problem->public.sentence = sentence;
    }
  return problem;
}

/* Open inputs and cycles first, then dead ends: the repair of one may fix other mistakes of the
 * same chain. */
static guint
get_turn (const RensaMistake *mistake)
{
  switch (mistake->kind)
    {
    case RENSA_MISTAKE_OPEN:
    case RENSA_MISTAKE_CYCLE:
      return 0;
    case RENSA_MISTAKE_DEAD:
      return 1;
    default:
      return 2;
    }
}

/* A mistake that disappears with the repair of another one, which adds a connection, is not
 * reported as a separate problem. */
static void
add_problems (RensaAnalysis *analysis, const RensaFindings *findings, RensaDocument *document, RensaDataCache *cache)
{
  const RensaMistakes *mistakes = findings->project->mistakes;
  const guint n = MIN (mistakes->len, MOST_PROBLEMS);
  RensaTrial trial = { findings, document, cache };
  g_autofree Problem **problems = g_new0 (Problem *, n);
  g_autofree gboolean *is_told = g_new0 (gboolean, n);

  for (guint turn = 0; turn < 3; turn++)
    for (guint i = 0; i < n; i++)
      {
        const RensaMistake *mistake = mistakes->pdata[i];
        g_autoptr (RensaMistakes) left = NULL;

        if (get_turn (mistake) != turn || is_told[i] || rensa_mistake_follows (mistake, findings->project))
          continue;
        problems[i] = find_repair (&trial, mistake, &left);
        is_told[i] = TRUE;
        for (guint j = 0; left != NULL && j < n; j++)
          is_told[j] = is_told[j] || rensa_mistakes_lack (left, mistakes, mistakes->pdata[j]);
      }
  for (guint i = 0; i < n; i++)
    if (problems[i] != NULL)
      g_ptr_array_add (problems[i]->public.is_hint ? analysis->hints : analysis->problems, problems[i]);
}

static void
offer_free (gpointer data)
{
  Offer *offer = data;

  rensa_attrs_unref (offer->attrs);
  g_free (offer->misfit);
  g_free (offer);
}

/* Uses the values suggested by its class, or existing names. */
static RensaAttrs *
start (RensaCatalog *catalog, RensaComponentKind kind, const RensaComponent *component)
{
  const RensaExtensionClass *class = kind == RENSA_COMPONENT_EXTENSION ? (const RensaExtensionClass *) component : NULL;
  g_autoptr (RensaAttrs) attrs = rensa_component_start (component);
  g_autoptr (RensaAttrs) suggested = rensa_attrs_copy (attrs);

  if (class != NULL && class->suggest != NULL && class->suggest (catalog->subject, suggested))
    return g_steal_pointer (&suggested);
  rensa_attrs_fill_names (attrs, catalog, kind);
  return g_steal_pointer (&attrs);
}

/* Explains why it would not work with @attrs; NULL if it would, or if this is unknown. @bundle,
 * @rehearsal: (nullable) */
static GError *
try_offer (RensaComponentKind kind, RensaAttrs *attrs, const RensaDataBundle *bundle, RensaRehearsal *rehearsal)
{
  if (kind == RENSA_COMPONENT_EXTENSION && rehearsal != NULL)
    return rensa_rehearsal_try (rehearsal, attrs);
  if (kind == RENSA_COMPONENT_TRANSFORM && bundle != NULL && bundle->preprocessing != NULL)
    return rensa_preprocessing_refuse (bundle->preprocessing, attrs);
  return NULL;
}

/* @bundle, @rehearsal: (nullable) */
static void
add_offers (RensaAnalysis *analysis, RensaCatalog *catalog, const RensaDataBundle *bundle, RensaRehearsal *rehearsal)
{
  static const RensaComponentKind kinds[] = { RENSA_COMPONENT_EXTENSION, RENSA_COMPONENT_TRIGGER,
                                              RENSA_COMPONENT_TRANSFORM };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kinds[k], &n);

      for (guint i = 0; i < n; i++)
        {
          Offer *offer = g_new0 (Offer, 1);
          g_autoptr (GError) error = NULL;

          offer->attrs = start (catalog, kinds[k], components[i]);
          error = try_offer (kinds[k], offer->attrs, bundle, rehearsal);
          offer->misfit = error != NULL ? rensa_error_to_sentence (error) : NULL;
          g_hash_table_insert (analysis->offers, (gpointer) components[i], offer);
        }
    }
}

/* Returns TRUE if the extension at @place of @document would work. */
static gboolean
would_work (RensaRehearsal *rehearsal, RensaDocument *document, const char *place)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, place, NULL);
  g_autoptr (GError) error = NULL;

  if (attrs == NULL || !rensa_attrs_check_complete (attrs, NULL))
    return FALSE;
  if (rensa_registry_find (RENSA_COMPONENT_EXTENSION, rensa_attrs_get_component (attrs)->name, NULL)
      != rensa_attrs_get_component (attrs))
    return TRUE;
  error = rensa_rehearsal_try (rehearsal, attrs);
  return error == NULL;
}

/* Chooses the first repair that works; the last one, removal, always does. */
static guint
choose_repair (const GPtrArray *repairs, RensaRehearsal *rehearsal, RensaDocument *document, const char *place)
{
  for (guint i = 0; i + 1 < repairs->len; i++)
    {
      g_autoptr (RensaDocument) copy = rensa_document_copy (document);

      if (rensa_action_apply (&((const RensaRepair *) repairs->pdata[i])->action, copy, NULL)
          && would_work (rehearsal, copy, place))
        return i;
    }
  return repairs->len - 1;
}

static void
add_rehearsed (RensaAnalysis *analysis, RensaFindings *findings, RensaDocument *document, RensaRehearsal *rehearsal)
{
  g_autoptr (RensaMistakes) mistakes = rensa_mistakes_new ();

  findings->rehearsal = rehearsal;
  rensa_rehearsal_check (rehearsal, mistakes);
  for (guint i = 0; i < mistakes->len; i++)
    {
      const RensaMistake *mistake = mistakes->pdata[i];
      Problem *problem = problem_new (mistake);
      g_autoptr (GPtrArray) repairs = rensa_repairs_for (findings, document, mistake);

      if (repairs->len > 0)
        problem->repair =
            g_ptr_array_steal_index (repairs, choose_repair (repairs, rehearsal, document, mistake->place));
      problem->public.repair = problem->repair != NULL ? g_strdup (problem->repair->label) : NULL;
      problem->network = findings->project->network;
      g_ptr_array_add (problem->public.is_hint ? analysis->hints : analysis->problems, problem);
    }
  findings->rehearsal = NULL;
}

/* Checks extensions only if everything else is correct. */
static void
rehearse (RensaAnalysis *analysis, RensaFindings *findings, RensaDocument *document)
{
  g_autoptr (RensaRehearsal) rehearsal =
      analysis->problems->len == 0 && findings->bundle != NULL
          ? rensa_rehearsal_new (findings->project, findings->bundle, findings->batch_size)
          : NULL;
  RensaPreviewSubject roles = { NULL };
  g_auto (RensaCatalog) bare = { .project = findings->project, .subject = &roles };
  RensaCatalog *catalog = rehearsal != NULL ? rensa_rehearsal_get_catalog (rehearsal) : &bare;

  rensa_roles_find (analysis->facts, &roles);
  if (rehearsal != NULL)
    add_rehearsed (analysis, findings, document, rehearsal);
  add_offers (analysis, catalog, findings->bundle, rehearsal);
  for (RensaNames names = 0; names < RENSA_N_NAMES; names++)
    analysis->choices[names] = g_ptr_array_ref (rensa_catalog_list (catalog, names));
}

/* The number of operations of a batch can only be determined by a call. */
static void
check_operations (RensaAnalysis *analysis, const RensaFindings *findings)
{
  RensaProject *project = findings->project;
  g_autoptr (RensaMistakes) mistakes = rensa_mistakes_new ();
  GError *error = NULL;

  if (analysis->problems->len > 0 || findings->bundle == NULL
      || rensa_operations_check (project, findings->bundle, findings->batch_size, &error))
    return;
  rensa_mistakes_take (mistakes, RENSA_MISTAKE_MODEL, rensa_project_has_step (project) ? "step" : "model", error);
  g_ptr_array_add (analysis->problems, problem_new (mistakes->pdata[0]));
}

static void
sum_up (RensaAnalysis *analysis, const RensaFindings *findings)
{
  const RensaNeeds needs = rensa_project_count_needs (findings->project);

  analysis->n_params = needs.n_params;
  analysis->n_frozen = needs.n_frozen;
  analysis->n_bytes = needs.n_bytes;
  analysis->batch_size = findings->batch_size;
  analysis->keeps_state =
      findings->project->updater != NULL
      && ((const RensaUpdaterClass *) rensa_attrs_get_component (findings->project->updater))->keeps_state;
  analysis->knows_labels = findings->n_fields > 0;
  if (analysis->knows_labels)
    analysis->labels = (RensaLabels){ findings->types[findings->n_fields - 1], findings->n_classes,
                                      rensa_project_get_settings (findings->project)->dtype };
}

RensaAnalysis *
rensa_analysis_new (RensaDocument *document, RensaDataCache *cache)
{
  RensaAnalysis *analysis = g_new0 (RensaAnalysis, 1);
  g_auto (RensaFindings) findings = { 0 };

  analysis->ref_count = 1;
  analysis->problems = g_ptr_array_new_with_free_func (problem_free);
  analysis->hints = g_ptr_array_new_with_free_func (problem_free);
  analysis->offers = g_hash_table_new_full (NULL, NULL, NULL, offer_free);

  rensa_findings_init (&findings, document, cache, rensa_data_cache_get_facts (cache));
  analysis->facts = rensa_facts_ref (findings.project->facts);
  add_problems (analysis, &findings, document, cache);
  check_operations (analysis, &findings);
  rehearse (analysis, &findings, document);
  sum_up (analysis, &findings);
  rensa_data_cache_set_facts (cache, analysis->facts);
  return analysis;
}

RensaAnalysis *
rensa_analysis_ref (RensaAnalysis *analysis)
{
  g_atomic_int_inc (&analysis->ref_count);
  return analysis;
}

void
rensa_analysis_unref (RensaAnalysis *analysis)
{
  if (!g_atomic_int_dec_and_test (&analysis->ref_count))
    return;

  rensa_facts_unref (analysis->facts);
  g_ptr_array_unref (analysis->problems);
  g_ptr_array_unref (analysis->hints);
  g_hash_table_unref (analysis->offers);
  for (RensaNames names = 0; names < RENSA_N_NAMES; names++)
    g_ptr_array_unref (analysis->choices[names]);
  g_free (analysis);
}

RensaNetwork *
rensa_analysis_get_network (RensaAnalysis *analysis)
{
  return rensa_facts_get_network (analysis->facts);
}

const RensaNodeFacts *
rensa_analysis_get_facts (RensaAnalysis *analysis, const char *path)
{
  const RensaModelNode *node = rensa_network_find_node (rensa_analysis_get_network (analysis), path);

  return node != NULL ? rensa_facts_get (analysis->facts, node) : NULL;
}

RensaPace
rensa_analysis_get_pace (RensaAnalysis *analysis, const char *path)
{
  const RensaNetwork *network = rensa_analysis_get_network (analysis);
  const RensaModelNode *node = rensa_network_find_node (network, path);
  const char *dot = strrchr (path, '.');
  g_autofree char *scope = g_strndup (path, dot != NULL ? (gsize) (dot - path) : 0);
  const RensaModel *model = node != NULL ? rensa_network_find_model (network, scope) : NULL;
  const RensaPace pace = model != NULL ? rensa_pace_of (analysis->facts, model, node) : RENSA_PACE_ONCE;

  return pace == RENSA_PACE_CARRIES && analysis->keeps_state ? RENSA_PACE_GOES_ON : pace;
}

guint
rensa_analysis_get_n_problems (RensaAnalysis *analysis)
{
  return analysis->problems->len;
}

guint
rensa_analysis_count_mistakes (RensaAnalysis *analysis)
{
  guint n = 0;

  for (guint i = 0; i < analysis->problems->len; i++)
    n += !((const Problem *) analysis->problems->pdata[i])->public.is_missing;
  return n;
}

const RensaProblem *
rensa_analysis_get_problem (RensaAnalysis *analysis, guint i)
{
  return analysis->problems->pdata[i];
}

guint
rensa_analysis_get_n_hints (RensaAnalysis *analysis)
{
  return analysis->hints->len;
}

const RensaProblem *
rensa_analysis_get_hint (RensaAnalysis *analysis, guint i)
{
  return analysis->hints->pdata[i];
}

const RensaProblem *
rensa_analysis_find_problem (RensaAnalysis *analysis, const char *path)
{
  for (guint i = 0; i < analysis->problems->len; i++)
    {
      const RensaProblem *problem = analysis->problems->pdata[i];

      if (path == NULL || g_strcmp0 (problem->node, path) == 0)
        return problem;
    }
  return NULL;
}

int
rensa_analysis_rank (RensaAnalysis *analysis, const RensaComponent *function)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (function);
  RensaType y;

  if (!analysis->knows_labels || !rensa_labels_suit (&analysis->labels, attrs, &y)
      || !rensa_labels_fit (&analysis->labels, attrs, &y))
    return 0;
  return g_strv_contains (rensa_usual_losses, function->name) || g_strv_contains (rensa_usual_measures, function->name)
             ? 2
             : 1;
}

/* Number of outputs per example that the loss requires or, if that does not fit the labels, a usual
 * loss; 0 if unknown. */
static gint64
count_outputs (RensaAnalysis *analysis, RensaDocument *document)
{
  g_autoptr (RensaAttrs) loss = rensa_document_get_attrs (document, "loss", NULL);
  RensaType y;

  for (guint i = 0; analysis->knows_labels && loss != NULL; i++)
    {
      if (rensa_labels_suit (&analysis->labels, loss, &y) && y.shape.ndim == 2)
        return y.shape.dims[1];
      rensa_attrs_unref (loss);
      loss = rensa_usual_losses[i] != NULL ? rensa_attrs_new (rensa_registry_find_node (rensa_usual_losses[i])) : NULL;
    }
  return 0;
}

static gboolean
has_free_size (const RensaModelNode *node)
{
  return node->kind == RENSA_MODEL_NODE_LINK && node->attrs != NULL
         && rensa_component_find_attr (rensa_attrs_get_component (node->attrs), "out_size") != NULL;
}

void
rensa_analysis_fit_end (RensaAnalysis *analysis, RensaDocument *document, const char *name)
{
  RensaNetwork *network = rensa_document_get_network (document);
  RensaModelNode *node = rensa_network_find_node (network, name);
  RensaModel *model = rensa_network_get_model (network);
  const gint64 n = node != NULL && node->is_output && has_free_size (node) && !model->is_step
                       ? count_outputs (analysis, document)
                       : 0;
  guint n_free = 0;

  for (guint i = 0; n > 0 && i < model->nodes->len; i++)
    n_free += has_free_size (rensa_model_get_node (model, (int) i));
  if (n_free > 1)
    {
      g_autofree char *assignment = g_strdup_printf ("%s.out_size=%" G_GINT64_FORMAT, node->place, n);

      rensa_document_set (document, assignment, NULL);
    }
}

gboolean
rensa_problem_repair (const RensaProblem *problem, RensaDocument *document, GError **error)
{
  const RensaRepair *repair = ((const Problem *) problem)->repair;
  /* The id may belong to another connection in the meantime. */
  const gboolean is_stale = repair != NULL && repair->action.kind == RENSA_ACTION_DISCONNECT
                            && rensa_document_get_network (document) != ((const Problem *) problem)->network;

  if (repair != NULL && !is_stale)
    return rensa_action_apply (&repair->action, document, error);
  rensa_set_fault (error, RENSA_ERROR_INVALID,
                   &(RensaFault){ .code = is_stale ? &rensa_fault_changed : &rensa_fault_no_repair });
  rensa_error_stand_alone (error);
  return FALSE;
}

RensaAttrs *
rensa_analysis_start (RensaAnalysis *analysis, const RensaComponent *component)
{
  const Offer *offer = g_hash_table_lookup (analysis->offers, component);

  return offer != NULL ? rensa_attrs_copy (offer->attrs) : rensa_component_start (component);
}

const char *
rensa_analysis_get_misfit (RensaAnalysis *analysis, const RensaComponent *component)
{
  const Offer *offer = g_hash_table_lookup (analysis->offers, component);

  return offer != NULL ? offer->misfit : NULL;
}

const RensaChoices *
rensa_analysis_get_choices (RensaAnalysis *analysis, RensaNames names)
{
  return analysis->choices[names];
}

gint64
rensa_analysis_get_n_params (RensaAnalysis *analysis)
{
  return analysis->n_params;
}

gint64
rensa_analysis_get_n_frozen (RensaAnalysis *analysis)
{
  return analysis->n_frozen;
}

gint64
rensa_analysis_get_n_bytes (RensaAnalysis *analysis)
{
  return analysis->n_bytes;
}

gint64
rensa_analysis_get_batch_size (RensaAnalysis *analysis)
{
  return analysis->batch_size;
}

gboolean
rensa_analysis_is_trainable (RensaAnalysis *analysis)
{
  return analysis->problems->len == 0;
}

char *
rensa_analysis_type_to_caption (const RensaType *type)
{
  g_autoptr (GString) text = g_string_new (type->n_sequences > 0 ? "n" : NULL);

  for (int i = 1; i < type->shape.ndim; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? "×" : "", type->shape.dims[i]);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : g_strdup ("scalar");
}
