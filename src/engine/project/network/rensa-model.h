/* rensa-model.h: reading of a network, and inference of its properties.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document-fields.h"
#include "rensa-facts.h"
#include "rensa-link.h"
#include "rensa-mistakes.h"

G_BEGIN_DECLS

/* Parsed form of a link or function without mistakes; shared between successive networks. @json: a
 * private copy, since json-c counts references without a lock. */
struct _RensaNodePart
{
  int ref_count;
  struct json_object *json;
  RensaAttrs *attrs;
};

/* @models, @losses, @reports: parts of a step; @called: the models by name. @mistakes: all
 *   mistakes that do not depend on types: names, components, connections, cycles. If there are
 *   none, the model can be built. @n_nodes, @n_wires: of all levels. */
struct _RensaNetwork
{
  int ref_count; /* the thread sanitizer does not support gatomicrefcount */
  RensaModel *model;
  GPtrArray *models;
  GHashTable *called;
  GArray *losses;
  GArray *reports;
  RensaMistakes *mistakes;
  guint n_nodes;
  guint n_wires;
};

/* Reads as much as possible of @document, and reuses nodes that are unchanged since @before (nullable). */
RensaNetwork *rensa_network_new (struct json_object *document, const RensaNetwork *before);

/* For the network: its outermost model, and the levels of a step. */
RensaModel *rensa_model_new (struct json_object *json, RensaNetwork *network, RensaModel *before);
RensaModel *rensa_step_new_level (struct json_object *document, RensaNetwork *network, RensaModel *before);
RensaModelNode *rensa_model_new_called (const char *name, struct json_object *json, RensaNetwork *network,
                                        const RensaModelNode *before);
/* Reads the model and the models inside it; @before (nullable) is the model before the last change
 * of the document. */
RensaModel *rensa_model_read (struct json_object *json, const char *place, const char *scope, gboolean is_sequence,
                              gboolean is_frozen, RensaNetwork *network, RensaModel *before);
void rensa_model_free (RensaModel *model);
RensaModelNode *rensa_model_node_new (RensaModel *model, const char *name, const char *type);
/* Reads the node @json, number @number of the list; @before as above. */
RensaModelNode *rensa_model_read_node (RensaModel *model, struct json_object *json, guint number, RensaModel *before);
void rensa_model_node_free (gpointer node);
/* Returns NULL if no node has that name. */
RensaModelNode *rensa_network_find_called (const RensaNetwork *network, const char *name);
/* Lists the models that nodes of the step call (element-type RensaModelNode); owned by the caller. */
GHashTable *rensa_step_list_called (const RensaModel *step);
/* Returns for each node of the step if a gradient of node @from reaches it. */
gboolean *rensa_step_list_reached (const RensaModel *step, int from);
/* Returns TRUE if one of the nodes marked in @is_reached is the link @learner, or calls that model. */
gboolean rensa_step_learns (const RensaModel *step, const gboolean *is_reached, const char *learner);
/* Returns TRUE if one call of the network computes more than @n gradients: functions that record
 * the gradient of a value. */
gboolean rensa_network_takes_gradients (const RensaNetwork *network, gint64 n);
/* Reads the outputs of a step: the nodes of its losses and reports. */
void rensa_step_read_outputs (RensaModel *step, struct json_object *document);

gboolean rensa_node_name_check (const char *name, GError **error);
/* Returns FALSE if the node has no position. */
gboolean rensa_json_get_position (struct json_object *node, double *x, double *y);

/* "l1:1" split into its two parts; @suffix is NULL if there is none. */
typedef struct
{
  char *name;
  char *suffix;
} RensaEnding;

RensaEnding rensa_ending_parse (const char *text);
void rensa_ending_clear (RensaEnding *ending);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaEnding, rensa_ending_clear)

/* Resolves "l1" or "l1:1", one output of a node. */
gboolean rensa_model_resolve_source (const RensaModel *model, const char *text, RensaModelSource *source,
                                     GError **error);
/* Reports that the node has no input @suffix, and lists its inputs; returns FALSE. */
gboolean rensa_model_node_refuse_port (const RensaModelNode *node, const char *suffix, GError **error);

/* Add mistakes in a model. @node may be NULL. */
RensaMistake *rensa_model_take_mistake_to (RensaMistakes *mistakes, RensaModel *model, const RensaModelNode *node,
                                           RensaMistakeKind kind, const char *place, GError *error);
RensaMistake *rensa_model_add_mistake_to (RensaMistakes *mistakes, RensaModel *model, const RensaModelNode *node,
                                          RensaMistakeKind kind, const RensaFault *fault);
/* For the readers of a model: add to the mistakes of its network. */
RensaMistake *rensa_model_take_mistake (RensaModel *model, const RensaModelNode *node, RensaMistakeKind kind,
                                        const char *place, GError *error);
RensaMistake *rensa_model_add_mistake (RensaModel *model, const RensaModelNode *node, RensaMistakeKind kind,
                                       const RensaFault *fault);
void rensa_model_connect (RensaModel *model, struct json_object *edges);
void rensa_model_chain_up (RensaModel *model);
void rensa_model_read_outputs (RensaModel *model, struct json_object *outputs);
/* Fills in @order. */
void rensa_model_sort (RensaModel *model);

/* @dtype: data type of the parameters; @nodes: facts by node id */
struct _RensaFacts
{
  int ref_count;
  RensaNetwork *network;
  RensaDtype dtype;
  RensaNodeFacts *nodes;
};

/* Creates empty facts; the parameters have the dtype of this thread's modes. */
RensaFacts *rensa_facts_new (RensaNetwork *network);
/* Discards the facts about @model, at any depth. */
void rensa_facts_forget (RensaFacts *facts, const RensaModel *model);
/* Infers the types of all outputs and the sizes of all parameters as far as possible, by a call on
 * the meta device under the modes of this thread; adds mismatches to @mistakes. @inputs NULL:
 * unknown. A node that is unchanged since @before (nullable) and has the same inputs is not called
 * again. */
RensaFacts *rensa_network_infer (RensaNetwork *network, const RensaFacts *before, const RensaType *inputs, int n_inputs,
                                 RensaMistakes *mistakes);
/* Returns the number of nodes with outputs of known types. */
guint rensa_facts_count_known (const RensaFacts *facts);
/* Builds the Chain, or Sequential, that the model describes. */
RensaLink *rensa_model_build (RensaModel *model, const RensaFacts *facts, GError **error);
/* Builds the Step, with its models, that takes the @n_fields values of an example; @values receives
 * the numbers of its outputs in the plan, whose names are still to be set. */
RensaLink *rensa_step_build (RensaModel *step, const RensaFacts *facts, int n_fields, int *values, GError **error);

G_END_DECLS
