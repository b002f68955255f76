/* rensa-analysis.h: all that is known of a document without running it, however wrong it is.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-choices.h"
#include "rensa-data-cache.h"
#include "rensa-facts.h"
#include "rensa-pace.h"

G_BEGIN_DECLS

/**
 * RensaProblem:
 * @node: the path of the node it concerns ("block.l2"); NULL where it is none
 * @wire: the id of the wire into it that does not fit, as of rensa_analysis_get_network (); -1 where it is none
 * @place: the field, as in errors of the builder: "model.nodes.l2.in_size", "data.dataset"
 * @sentence: what is wrong, with the names and both shapes
 * @detail: (nullable): the type check behind the sentence, "relu: Expect: …, Actual: …"
 * @is_missing: nothing is wrong; what a model needs to be trained is not there yet
 * @is_hint: the document can be trained, but may not be what was meant
 * @repair: (nullable): "Set in_size to 784", "Insert flatten": what rensa_problem_repair () does
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

/* Immutable; the count of references is atomic, so it may go from thread to thread. */
typedef struct _RensaAnalysis RensaAnalysis;

/**
 * rensa_analysis_new:
 *
 * Reads the document, works out the types of every node that can be reached without a mistake, and gathers all mistakes.
 * Never fails: what is wrong becomes a problem. A model without data is analysed as far as it goes.
 */
RensaAnalysis *rensa_analysis_new (RensaDocument *document, RensaDataCache *cache);
RensaAnalysis *rensa_analysis_ref (RensaAnalysis *analysis);
void rensa_analysis_unref (RensaAnalysis *analysis);

/* That of the document when it was analysed; borrowed. Where it is not that of the document any more, neither are its ids. */
RensaNetwork *rensa_analysis_get_network (RensaAnalysis *analysis);
/* What is known of a node ("block.l1"); NULL where there is no node of that path. */
const RensaNodeFacts *rensa_analysis_get_facts (RensaAnalysis *analysis, const char *path);
/* How often that node is called; once where there is none. */
RensaPace rensa_analysis_get_pace (RensaAnalysis *analysis, const char *path);
guint rensa_analysis_get_n_problems (RensaAnalysis *analysis);
/* The number of problems that are mistakes; the others name missing parts. */
guint rensa_analysis_count_mistakes (RensaAnalysis *analysis);
const RensaProblem *rensa_analysis_get_problem (RensaAnalysis *analysis, guint i);
/* Those that keep nobody from training are not among the problems. */
guint rensa_analysis_get_n_hints (RensaAnalysis *analysis);
const RensaProblem *rensa_analysis_get_hint (RensaAnalysis *analysis, guint i);
/* The first problem of the node or, with @path NULL, of the document; NULL where there is none. */
const RensaProblem *rensa_analysis_find_problem (RensaAnalysis *analysis, const char *path);
/**
 * rensa_analysis_rank:
 * @function: a loss or a measure, with its usual attributes
 *
 * Returns: how well it suits the labels: 2 for what most people take, 1 where some model could be trained with it, else 0;
 * also 0 where the labels are not known
 */
int rensa_analysis_rank (RensaAnalysis *analysis, const RensaComponent *function);
/* @name has just become the end of the model in @document: where it is a link whose number of outputs is free, as of a Linear, it gets
 * as many as the labels need. One that no such link comes before keeps its own: others may follow. */
void rensa_analysis_fit_end (RensaAnalysis *analysis, RensaDocument *document, const char *name);
/* Changes @document as the problem's repair says. Where that is about one wire, @document has to be what was analysed. */
gboolean rensa_problem_repair (const RensaProblem *problem, RensaDocument *document, GError **error);

/* What a new @component of the document begins with: an extension or trigger with names that there are in the document, and with what its class
 * suggests for it. Complete, except for what only a person can know. */
RensaAttrs *rensa_analysis_start (RensaAnalysis *analysis, const RensaComponent *component);
/* What an attribute can name; borrowed. Empty where nobody can tell. */
const RensaChoices *rensa_analysis_get_choices (RensaAnalysis *analysis, RensaNames names);

/* Why an extension, or a further step of preprocessing, that is added with that beginning would not work; NULL where it would, or nobody can tell. */
const char *rensa_analysis_get_misfit (RensaAnalysis *analysis, const RensaComponent *component);

gint64 rensa_analysis_get_n_params (RensaAnalysis *analysis);
/* Of those, the ones that are frozen. */
gint64 rensa_analysis_get_n_frozen (RensaAnalysis *analysis);
/* Of all values, parameters and gradients for one batch. */
gint64 rensa_analysis_get_n_bytes (RensaAnalysis *analysis);
gint64 rensa_analysis_get_batch_size (RensaAnalysis *analysis);
/* Whether the document can be trained: no problem of any kind. */
gboolean rensa_analysis_is_trainable (RensaAnalysis *analysis);

/* "3×32×32", without the batch axis, "n×200" of sequences; "scalar" where nothing is left. */
char *rensa_analysis_type_to_caption (const RensaType *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaAnalysis, rensa_analysis_unref)

G_END_DECLS
