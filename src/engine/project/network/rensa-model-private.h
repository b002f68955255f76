/* rensa-model-private.h: how a network is read, and what is found out about it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document-private.h"
#include "rensa-facts.h"
#include "rensa-link.h"
#include "rensa-mistakes-private.h"

G_BEGIN_DECLS

/* What was read of a link or function without a mistake; networks that were made of one another share it. @json: a copy
 * that nobody else sees, since json-c counts references without a lock. */
struct _RensaNodePart
{
  int ref_count;
  struct json_object *json;
  RensaAttrs *attrs;
};

/* @models, @losses, @reports: of a step; @called: the models by their names. @mistakes: all that is wrong without regard to types: names, components, wires, cycles. Where nothing is, the model can
 * be built. @n_nodes, @n_wires: of all levels. */
struct _RensaNetwork
{
  int ref_count; /* gatomicrefcount is not known to the thread sanitizer */
  RensaModel *model;
  GPtrArray *models;
  GHashTable *called;
  GArray *losses;
  GArray *reports;
  RensaMistakes *mistakes;
  guint n_nodes;
  guint n_wires;
};

/* Reads what can be read of @document, but for the nodes that are as they were in @before (nullable). */
RensaNetwork *rensa_network_new (struct json_object *document, const RensaNetwork *before);

/* For the network: its outermost model, and the levels of a step. */
RensaModel *rensa_model_new (struct json_object *json, RensaNetwork *network, RensaModel *before);
RensaModel *rensa_step_new_level (struct json_object *document, RensaNetwork *network, RensaModel *before);
RensaModelNode *rensa_model_new_called (const char *name, struct json_object *json, RensaNetwork *network,
                                        const RensaModelNode *before);
/* That and any inside it; @before (nullable) is what it was like before the document changed last. */
RensaModel *rensa_model_read (struct json_object *json, const char *place, const char *scope, gboolean is_sequence,
                              gboolean is_frozen, RensaNetwork *network, RensaModel *before);
void rensa_model_free (RensaModel *model);
RensaModelNode *rensa_model_node_new (RensaModel *model, const char *name, const char *type);
/* The node @json, number @number of the list; @before likewise. */
RensaModelNode *rensa_model_read_node (RensaModel *model, struct json_object *json, guint number, RensaModel *before);
void rensa_model_node_free (gpointer node);
/* NULL where there is none of that name. */
RensaModelNode *rensa_network_find_called (const RensaNetwork *network, const char *name);
/* The models that nodes of the step call (element-type RensaModelNode), the caller's. */
GHashTable *rensa_step_list_called (const RensaModel *step);
/* For each node of the step whether a gradient of node @from reaches it. */
gboolean *rensa_step_list_reached (const RensaModel *step, int from);
/* Whether one of the nodes that @is_reached tells is the link @learner, or calls that model. */
gboolean rensa_step_learns (const RensaModel *step, const gboolean *is_reached, const char *learner);
/* Whether one call of the network takes more than @n gradients: functions that record the gradient of a value. */
gboolean rensa_network_takes_gradients (const RensaNetwork *network, gint64 n);
/* The outputs of a step: what its losses and reports name. */
void rensa_step_read_outputs (RensaModel *step, struct json_object *document);

gboolean rensa_node_name_check (const char *name, GError **error);
/* FALSE where the node has no position. */
gboolean rensa_json_get_position (struct json_object *node, double *x, double *y);

/* "l1:1" in its two parts; @suffix is NULL where there is none. */
typedef struct
{
  char *name;
  char *suffix;
} RensaEnding;

RensaEnding rensa_ending_parse (const char *text);
void rensa_ending_clear (RensaEnding *ending);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaEnding, rensa_ending_clear)

/* "l1" or "l1:1": one output of a node. */
gboolean rensa_model_resolve_source (const RensaModel *model, const char *text, RensaModelSource *source,
                                     GError **error);
/* Says that the node has no input @suffix, and which it has; returns FALSE. */
gboolean rensa_model_node_refuse_port (const RensaModelNode *node, const char *suffix, GError **error);

/* Mistakes in a model. @node may be NULL. */
RensaMistake *rensa_model_take_mistake_to (RensaMistakes *mistakes, RensaModel *model, const RensaModelNode *node,
                                           RensaMistakeKind kind, const char *place, GError *error);
RensaMistake *rensa_model_add_mistake_to (RensaMistakes *mistakes, RensaModel *model, const RensaModelNode *node,
                                          RensaMistakeKind kind, const RensaFault *fault);
/* For those who read a model: among those of its network. */
RensaMistake *rensa_model_take_mistake (RensaModel *model, const RensaModelNode *node, RensaMistakeKind kind,
                                        const char *place, GError *error);
RensaMistake *rensa_model_add_mistake (RensaModel *model, const RensaModelNode *node, RensaMistakeKind kind,
                                       const RensaFault *fault);
void rensa_model_connect (RensaModel *model, struct json_object *edges);
void rensa_model_chain_up (RensaModel *model);
void rensa_model_read_outputs (RensaModel *model, struct json_object *outputs);
/* Fills in @order. */
void rensa_model_sort (RensaModel *model);

/* @dtype: of parameters; @nodes: by the id of a node */
struct _RensaFacts
{
  int ref_count;
  RensaNetwork *network;
  RensaDtype dtype;
  RensaNodeFacts *nodes;
};

/* Nothing is known; the parameters are of the dtype of this thread's modes. */
RensaFacts *rensa_facts_new (RensaNetwork *network);
/* … of @model any more, at any depth. */
void rensa_facts_forget (RensaFacts *facts, const RensaModel *model);
/* The types of all outputs and the sizes of all parameters, by a call on the meta device under the modes of this
 * thread, as far as they can be worked out; what does not fit is added to @mistakes. @inputs NULL: not known. A node that
 * is as it was in @before (nullable) and takes the same is not called again. */
RensaFacts *rensa_network_infer (RensaNetwork *network, const RensaFacts *before, const RensaType *inputs, int n_inputs,
                                 RensaMistakes *mistakes);
/* How many nodes have outputs of known types. */
guint rensa_facts_count_known (const RensaFacts *facts);
/* The Chain, or Sequential, that the model describes. */
RensaLink *rensa_model_build (RensaModel *model, const RensaFacts *facts, GError **error);
/* The Step, with its models, that takes the @n_fields values of an example; in @values the numbers of its outputs in the plan, whose names it
 * is still to be told. */
RensaLink *rensa_step_build (RensaModel *step, const RensaFacts *facts, int n_fields, int *values, GError **error);

G_END_DECLS
