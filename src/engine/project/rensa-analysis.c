/* rensa-analysis.c: all that is known of a document without running it, however wrong it is.
 * SPDX-License-Identifier: MIT */

#include "rensa-analysis-private.h"

#include "rensa-comparison-private.h"
#include "rensa-edit.h"

/* So many changes are tried, at most, before problems are told without a repair. */
#define MAX_TRIALS 24
/* Nobody reads on, and each costs a walk over the whole model. */
#define MOST_PROBLEMS 200

/* @repair: (nullable) */
typedef struct
{
  RensaProblem public;
  RensaRepair *repair;
} Problem;

struct _RensaAnalysis
{
  int ref_count;       /* gatomicrefcount is not known to the thread sanitizer */
  GPtrArray *nodes;    /* RensaAnalysisNode */
  GHashTable *by_path; /* of the same */
  GPtrArray *problems; /* Problem */
  GPtrArray *hints;    /* likewise */
  gint64 n_params;
  gint64 n_bytes;
  gint64 batch_size;
  gboolean knows_labels;
  RensaLabels labels;
};

static void
node_free (gpointer data)
{
  RensaAnalysisNode *node = data;

  for (guint i = 0; i < node->n_ports; i++)
    g_free (node->ports[i].name);
  g_free (node->ports);
  g_free (node->outputs);
  g_strfreev (node->params);
  g_free (node->path);
  g_free (node->type);
  g_free (node);
}

static void
problem_free (gpointer data)
{
  Problem *problem = data;

  g_free (problem->public.node);
  g_free (problem->public.edge);
  g_free (problem->public.place);
  g_free (problem->public.sentence);
  g_free (problem->public.detail);
  g_free (problem->public.repair);
  g_clear_pointer (&problem->repair, rensa_repair_free);
  g_free (problem);
}

static RensaAnalysisNode *
node_new (const RensaModelNode *node)
{
  RensaAnalysisNode *result = g_new0 (RensaAnalysisNode, 1);

  result->path = g_strdup (node->path);
  result->type = g_strdup (node->type);
  result->n_ports = node->ports->len;
  result->ports = g_new0 (RensaAnalysisPort, node->ports->len + 1);
  for (guint i = 0; i < node->ports->len; i++)
    {
      const RensaModelPort *port = &g_array_index (node->ports, RensaModelPort, i);

      result->ports[i] = (RensaAnalysisPort){ g_strdup (port->name), port->optional, port->list };
    }

  result->is_known = node->is_known;
  result->n_outputs = node->n_outputs;
  result->outputs = g_new0 (RensaAnalysisType, node->n_outputs + 1);
  for (int i = 0; node->is_known && i < node->n_outputs; i++)
    result->outputs[i] = (RensaAnalysisType){ node->outputs[i].dtype, node->outputs[i].shape };
  result->n_params = node->is_known ? node->n_params : -1;
  result->n_bytes = node->is_known ? node->n_bytes : -1;
  result->params = node->params != NULL ? g_strdupv (node->params) : g_new0 (char *, 1);
  return result;
}

static void
add_nodes (RensaAnalysis *analysis, RensaModel *model)
{
  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, i);
      RensaAnalysisNode *result = node->name[0] != '\0' ? node_new (node) : NULL;

      if (result != NULL)
        {
          g_ptr_array_add (analysis->nodes, result);
          g_hash_table_insert (analysis->by_path, result->path, result);
        }
      if (node->model != NULL)
        add_nodes (analysis, node->model);
    }
}

/* A message that begins with a word and not with the name of the node gets a capital letter; a sentence ends with a
 * point. */
static char *
make_sentence (const char *message, const char *node)
{
  const char *dot = node != NULL ? strrchr (node, '.') : NULL;
  const char *name = dot != NULL ? dot + 1 : node;
  static const char *const words[] = { "a",   "all",   "an",   "examples", "field", "it",   "no", "of",
                                       "the", "there", "this", "two",      "what",  "with", NULL };
  g_autofree char *word = g_strndup (message, strcspn (message, " "));
  const gboolean is_ended = g_str_has_suffix (message, ".") || g_str_has_suffix (message, "?");
  char *sentence = g_strconcat (message, is_ended ? "" : ".", NULL);

  if (g_strv_contains (words, word) && g_strcmp0 (word, name) != 0)
    sentence[0] = g_ascii_toupper (sentence[0]);
  return sentence;
}

/* "relu1 -> l2", as in the JSON of the document. */
static char *
dup_edge (RensaDocument *document, const RensaMistake *mistake)
{
  g_autoptr (GPtrArray) edges = mistake->edge >= 0 ? rensa_document_list_edges (document, mistake->scope) : NULL;
  const RensaOutlineEdge *edge = edges != NULL && mistake->edge < (int) edges->len ? edges->pdata[mistake->edge] : NULL;

  return edge != NULL ? g_strdup_printf ("%s -> %s", edge->from_text, edge->to_text) : NULL;
}

static Problem *
problem_new (RensaDocument *document, const RensaMistake *mistake)
{
  Problem *problem = g_new0 (Problem, 1);
  const gboolean is_attr = mistake->kind == RENSA_MISTAKE_ATTR && mistake->detail != NULL;

  problem->public.node = mistake->node != NULL                                 ? g_strdup (mistake->node)
                         : mistake->scope != NULL && mistake->scope[0] != '\0' ? g_strdup (mistake->scope)
                                                                               : NULL;
  problem->public.edge = dup_edge (document, mistake);
  problem->public.place =
      is_attr ? g_strconcat (mistake->place, ".", mistake->detail, NULL) : g_strdup (mistake->place);
  problem->public.sentence = make_sentence (mistake->error->message, mistake->node);
  problem->public.detail = g_strdup (mistake->raw);
  problem->public.is_hint = mistake->is_hint;
  return problem;
}

static guint
count_known (RensaModel *model)
{
  guint n = 0;

  for (guint i = 0; i < model->nodes->len; i++)
    {
      const RensaModelNode *node = rensa_model_get_node (model, (int) i);

      n += (node->is_known ? 1 : 0) + (node->model != NULL ? count_known (node->model) : 0);
    }
  return n;
}

static guint
count_alike (const RensaMistakes *mistakes, const char *message)
{
  guint n = 0;

  for (guint i = 0; i < mistakes->len; i++)
    n += strcmp (((RensaMistake *) mistakes->pdata[i])->error->message, message) == 0 ? 1 : 0;
  return n;
}

/* Whether @mistake is gone in @after, and nothing else is wrong at its place that was not before. */
static gboolean
is_mended (const RensaMistake *mistake, const RensaMistakes *before, const RensaMistakes *after)
{
  const char *message = mistake->error->message;

  if (count_alike (after, message) >= count_alike (before, message))
    return FALSE;
  for (guint i = 0; i < after->len; i++)
    {
      const RensaMistake *other = after->pdata[i];

      if (strcmp (other->place, mistake->place) == 0
          && count_alike (after, other->error->message) > count_alike (before, other->error->message))
        return FALSE;
    }
  return TRUE;
}

/* Whether less is wrong with the document after @repair, and nothing in place of @mistake; or as much, but further on. */
static gboolean
helps (const RensaFindings *before, RensaDocument *document, RensaDataCache *cache, const RensaMistake *mistake,
       const RensaRepair *repair)
{
  g_autoptr (RensaDocument) copy = rensa_document_copy (document);
  g_auto (RensaFindings) findings = { 0 };

  if (!repair->apply (copy, repair->args, NULL))
    return FALSE;

  if (repair->assumes_shape)
    rensa_findings_init_assuming (&findings, copy, before, &repair->shape);
  else
    rensa_findings_init (&findings, copy, cache);
  if (!is_mended (mistake, before->project->mistakes, findings.project->mistakes))
    return FALSE;
  if (findings.project->mistakes->len != before->project->mistakes->len)
    return findings.project->mistakes->len < before->project->mistakes->len;
  return count_known (findings.project->model) > count_known (before->project->model);
}

static void
find_repair (Problem *problem, const RensaFindings *findings, RensaDocument *document, RensaDataCache *cache,
             const RensaMistake *mistake, guint *n_trials)
{
  g_autoptr (GPtrArray) repairs = rensa_repairs_for (findings, document, mistake);

  for (guint i = 0; i < repairs->len && *n_trials < MAX_TRIALS; i++)
    {
      (*n_trials)++;
      if (!helps (findings, document, cache, mistake, repairs->pdata[i]))
        continue;
      problem->repair = g_ptr_array_steal_index (repairs, i);
      problem->public.repair = g_strdup (problem->repair->label);
      return;
    }
}

static void
add_problems (RensaAnalysis *analysis, const RensaFindings *findings, RensaDocument *document, RensaDataCache *cache)
{
  const RensaMistakes *mistakes = findings->project->mistakes;
  guint n_trials = 0;

  for (guint i = 0; i < MIN (mistakes->len, MOST_PROBLEMS); i++)
    {
      Problem *problem = problem_new (document, mistakes->pdata[i]);

      if (n_trials < MAX_TRIALS)
        find_repair (problem, findings, document, cache, mistakes->pdata[i], &n_trials);
      g_ptr_array_add (problem->public.is_hint ? analysis->hints : analysis->problems, problem);
    }
}

static void
sum_up (RensaAnalysis *analysis, const RensaFindings *findings)
{
  const RensaNeeds needs = rensa_project_count_needs (findings->project);

  analysis->n_params = needs.n_params;
  analysis->n_bytes = needs.n_bytes;
  analysis->batch_size = findings->batch_size;
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
  analysis->nodes = g_ptr_array_new_with_free_func (node_free);
  analysis->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  analysis->problems = g_ptr_array_new_with_free_func (problem_free);
  analysis->hints = g_ptr_array_new_with_free_func (problem_free);

  rensa_findings_init (&findings, document, cache);
  add_nodes (analysis, findings.project->model);
  add_problems (analysis, &findings, document, cache);
  sum_up (analysis, &findings);
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

  g_hash_table_unref (analysis->by_path);
  g_ptr_array_unref (analysis->nodes);
  g_ptr_array_unref (analysis->problems);
  g_ptr_array_unref (analysis->hints);
  g_free (analysis);
}

const RensaAnalysisNode *
rensa_analysis_get_node (RensaAnalysis *analysis, const char *path)
{
  return g_hash_table_lookup (analysis->by_path, path);
}

guint
rensa_analysis_get_n_problems (RensaAnalysis *analysis)
{
  return analysis->problems->len;
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

gboolean
rensa_problem_repair (const RensaProblem *problem, RensaDocument *document, GError **error)
{
  const RensaRepair *repair = ((const Problem *) problem)->repair;

  if (repair != NULL)
    return repair->apply (document, repair->args, error);

  g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_INVALID, "For this problem no repair is known.");
  return FALSE;
}

gint64
rensa_analysis_get_n_params (RensaAnalysis *analysis)
{
  return analysis->n_params;
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
rensa_analysis_type_to_caption (const RensaAnalysisType *type)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 1; i < type->shape.ndim; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 1 ? "×" : "", type->shape.dims[i]);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : g_strdup ("scalar");
}
