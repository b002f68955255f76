/* rensa-analysis.h: all that is known of a document without running it, however wrong it is.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"
#include "rensa-dataset.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* Keeps the data sets that were analysed last, so that an edit of the model loads nothing. Belongs to one thread. */
typedef struct _RensaDataCache RensaDataCache;

RensaDataCache *rensa_data_cache_new (const char *dataset_root);
void rensa_data_cache_free (RensaDataCache *cache);
/* Forgets all of them: files may have changed. */
void rensa_data_cache_clear (RensaDataCache *cache);
/**
 * rensa_data_cache_load:
 * @train: (out): the part for training
 * @test: (out): the part for validation; NULL where there is none
 *
 * The data of @document, split and cast as for training, whatever is wrong with the rest of it. They are loaded once.
 */
gboolean rensa_data_cache_load (RensaDataCache *cache, RensaDocument *document, RensaDataset **train,
                                RensaDataset **test, GError **error);

typedef struct
{
  RensaDtype dtype;
  RensaShape shape; /* with the batch axis */
} RensaAnalysisType;

/* A port of a node where wires end. */
typedef struct
{
  char *name;
  gboolean is_optional;
  gboolean is_list;
} RensaAnalysisPort;

/**
 * RensaAnalysisNode:
 * @path: "block.l1"
 * @ports: RensaAnalysisPort, n_ports of them; Input has none
 * @n_outputs: 0 where they are not known
 * @outputs: known only where is_known
 * @is_known: whether the types of the outputs could be worked out
 * @n_params: elements of all parameters of all copies; -1 where not known
 * @n_bytes: of all values made of one batch; -1 likewise
 * @params: "W (100, 784)", "b (100,)": names and shapes of the parameters of one copy; NULL-terminated
 */
typedef struct
{
  char *path;
  char *type;
  guint n_ports;
  RensaAnalysisPort *ports;
  gboolean is_known;
  int n_outputs;
  RensaAnalysisType *outputs;
  gint64 n_params;
  gint64 n_bytes;
  char **params;
} RensaAnalysisNode;

/**
 * RensaProblem:
 * @node: the path of the node it concerns ("block.l2"); NULL where it is none
 * @edge: the wire into it that does not fit, as "from -> to" of its JSON texts; NULL where it is none
 * @place: the field, as in errors of the builder: "model.nodes.l2.in_size", "data.dataset"
 * @sentence: what is wrong, with the names and both shapes
 * @detail: (nullable): the type check behind the sentence, "relu: Expect: …, Actual: …"
 * @is_hint: the document can be trained, but may not be what was meant
 * @repair: (nullable): "Set in_size to 784", "Insert flatten": what rensa_problem_repair () does
 */
typedef struct
{
  char *node;
  char *edge;
  char *place;
  char *sentence;
  char *detail;
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

/* NULL where there is no node of that path. */
const RensaAnalysisNode *rensa_analysis_get_node (RensaAnalysis *analysis, const char *path);
guint rensa_analysis_get_n_problems (RensaAnalysis *analysis);
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
/* Changes @document as the problem's repair says. */
gboolean rensa_problem_repair (const RensaProblem *problem, RensaDocument *document, GError **error);

gint64 rensa_analysis_get_n_params (RensaAnalysis *analysis);
/* Of all values, parameters and gradients for one batch. */
gint64 rensa_analysis_get_n_bytes (RensaAnalysis *analysis);
gint64 rensa_analysis_get_batch_size (RensaAnalysis *analysis);
/* Whether the document can be trained: no problem of any kind. */
gboolean rensa_analysis_is_trainable (RensaAnalysis *analysis);

/* "3×32×32", without the batch axis; "scalar" where nothing is left. */
char *rensa_analysis_type_to_caption (const RensaAnalysisType *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaAnalysis, rensa_analysis_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDataCache, rensa_data_cache_free)

G_END_DECLS
