/* rensa-analysis.h: analyzes a document, which may have any mistakes, without running it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-choices.h"
#include "rensa-data-cache.h"
#include "rensa-facts.h"
#include "rensa-pace.h"

G_BEGIN_DECLS

/**
 * RensaProblem:
 * @node: path of the node it concerns ("block.l2"); NULL if none
 * @wire: id of the mismatched connection into it, in rensa_analysis_get_network (); -1 if none
 * @place: the field, in the form used in errors of the builder: "model.nodes.l2.in_size",
 *   "data.dataset"
 * @sentence: description of the problem, with the names and both shapes
 * @detail: (nullable): the type check behind the sentence, "relu: Expect: …, Actual: …"
 * @is_missing: TRUE if nothing is wrong, but something required for training does not exist yet
 * @is_hint: TRUE if the document can be trained, but may not be what was intended
 * @repair: (nullable): description of what rensa_problem_repair () does: "Set in_size to 784",
 *   "Insert flatten"
 */
typedef struct
{
  char *node;
  int wire;
  char *place;
  char *sentence;
  char *detail;
  gboolean is_missing;
  gboolean is_hint;
  char *repair;
} RensaProblem;

/* Immutable; the reference count is atomic, so it can be passed between threads. */
typedef struct _RensaAnalysis RensaAnalysis;

/**
 * rensa_analysis_new:
 *
 * Reads the document, infers the types of every node that can be reached without a mistake, and
 * collects all mistakes. Never fails: mistakes become problems. A model without data is analyzed as
 * far as possible.
 */
RensaAnalysis *rensa_analysis_new (RensaDocument *document, RensaDataCache *cache);
RensaAnalysis *rensa_analysis_ref (RensaAnalysis *analysis);
void rensa_analysis_unref (RensaAnalysis *analysis);

/* Returns the network of the document as analyzed; borrowed. If the document has since got
 * another network, the ids may differ. */
RensaNetwork *rensa_analysis_get_network (RensaAnalysis *analysis);
/* Returns the facts about a node ("block.l1"); NULL if there is no node with that path. */
const RensaNodeFacts *rensa_analysis_get_facts (RensaAnalysis *analysis, const char *path);
/* Returns how often that node is called; once if there is no such node. */
RensaPace rensa_analysis_get_pace (RensaAnalysis *analysis, const char *path);
guint rensa_analysis_get_n_problems (RensaAnalysis *analysis);
/* Number of problems that are mistakes; the others are missing parts. */
guint rensa_analysis_count_mistakes (RensaAnalysis *analysis);
const RensaProblem *rensa_analysis_get_problem (RensaAnalysis *analysis, guint i);
/* Hints do not prevent training and are not among the problems. */
guint rensa_analysis_get_n_hints (RensaAnalysis *analysis);
const RensaProblem *rensa_analysis_get_hint (RensaAnalysis *analysis, guint i);
/* Returns the first problem of the node or, with @path NULL, of the document; NULL if there is none. */
const RensaProblem *rensa_analysis_find_problem (RensaAnalysis *analysis, const char *path);
/**
 * rensa_analysis_rank:
 * @function: a loss or a metric, with its usual attributes
 *
 * Returns: how well it suits the labels: 2 for the usual choice, 1 if some model could be trained
 * with it, otherwise 0; also 0 if the labels are unknown
 */
int rensa_analysis_rank (RensaAnalysis *analysis, const RensaComponent *function);
/* Called when @name has become the end of the model in @document. If it is a link with a free
 * number of outputs, such as a Linear, sets that number to the one that the labels require. If
 * no such link precedes it, it is unchanged, since other nodes may follow. */
void rensa_analysis_fit_end (RensaAnalysis *analysis, RensaDocument *document, const char *name);
/* Applies the repair of the problem to @document. If it concerns a single connection, @document
 * must be unchanged since the analysis. */
gboolean rensa_problem_repair (const RensaProblem *problem, RensaDocument *document, GError **error);

/* Returns the initial attributes of a new @component: an extension or trigger gets names that
 * exist in the document, and the values that its class suggests. They are complete, except for
 * values that only the user can provide. */
RensaAttrs *rensa_analysis_start (RensaAnalysis *analysis, const RensaComponent *component);
/* Returns the possible values of an attribute that refers to names; borrowed. Empty if unknown. */
const RensaChoices *rensa_analysis_get_choices (RensaAnalysis *analysis, RensaNames names);

/* Explains why a new extension or preprocessing step with these initial attributes would not work;
 * NULL if it would, or if this is unknown. */
const char *rensa_analysis_get_misfit (RensaAnalysis *analysis, const RensaComponent *component);

gint64 rensa_analysis_get_n_params (RensaAnalysis *analysis);
/* Returns the number of frozen parameters. */
gint64 rensa_analysis_get_n_frozen (RensaAnalysis *analysis);
/* Memory for all values, parameters and gradients of one batch. */
gint64 rensa_analysis_get_n_bytes (RensaAnalysis *analysis);
gint64 rensa_analysis_get_batch_size (RensaAnalysis *analysis);
/* Returns TRUE if the document can be trained: it has no problems of any kind. */
gboolean rensa_analysis_is_trainable (RensaAnalysis *analysis);

/* "3×32×32", without the batch axis, "n×200" for sequences; "scalar" if no axes remain. */
char *rensa_analysis_type_to_caption (const RensaType *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaAnalysis, rensa_analysis_unref)

G_END_DECLS
