/* rensa-model-private.h: the network of a document: nodes, the wires between them, and what becomes of it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document-private.h"
#include "rensa-link.h"

G_BEGIN_DECLS

typedef struct _RensaModel RensaModel;

/* Output @output of node @node; @node -1 stands for nothing. */
typedef struct
{
  int node;
  int output;
} RensaModelSource;

typedef enum
{
  RENSA_MODEL_NODE_INPUT,
  RENSA_MODEL_NODE_LINK,
  RENSA_MODEL_NODE_FUNCTION,
  RENSA_MODEL_NODE_NESTED,
} RensaModelNodeKind;

/* A place where a wire may end. @list: it takes any number of them; it is the last of its node. */
typedef struct
{
  char *name;
  gboolean optional;
  gboolean list;
} RensaModelPort;

/**
 * RensaModelNode:
 * @place: "model.nodes.l1", for messages
 * @type: as the document has it
 * @attrs: of a link or function
 * @model: of a nested node
 * @is_sequence: the nested model calls one layer after the other
 * @repeat: how many copies follow one another
 * @ports: RensaModelPort
 * @sources: RensaModelSource in call order, one for each port, or more where the last is a list
 * @n_outputs: 0 where it is not known before the call
 * @outputs: their types, by rensa_model_infer ()
 * @n_params: the elements of all parameters of all copies, likewise
 * @n_bytes: of all that is made inside, likewise
 */
typedef struct
{
  RensaModelNodeKind kind;
  char *name;
  char *place;
  char *type;
  RensaAttrs *attrs;
  RensaModel *model;
  gboolean is_sequence;
  int repeat;
  GArray *ports;
  GArray *sources;
  int n_outputs;
  RensaType outputs[RENSA_MAX_OUTPUTS];
  gint64 n_params;
  gint64 n_bytes;
} RensaModelNode;

/* @order: the nodes in an order in which they can be called; @inputs: those that are inputs. */
struct _RensaModel
{
  char *place;
  GPtrArray *nodes; /* RensaModelNode */
  GArray *inputs;   /* int */
  GArray *outputs;  /* RensaModelSource */
  GArray *order;    /* int */
  gint64 n_nodes;   /* with all repetitions */
};

/* Reads and checks all that can be checked without types: names, components, wires, cycles. */
RensaModel *rensa_model_new (struct json_object *json, const char *place, gboolean is_sequence, GError **error);
void rensa_model_free (RensaModel *model);
RensaModelNode *rensa_model_get_node (RensaModel *model, int i);
/* Errors begin with the place of the model or the node. */
gboolean rensa_model_connect (RensaModel *model, struct json_object *edges, GError **error);
gboolean rensa_model_chain_up (RensaModel *model, GError **error);
gboolean rensa_model_read_outputs (RensaModel *model, struct json_object *outputs, GError **error);
/* Fills in @order.  RENSA_ERROR_INVALID for a cycle and for nodes that lead nowhere. */
gboolean rensa_model_sort (RensaModel *model, GError **error);

/* The types of all outputs and the sizes of all parameters, by a call on the meta device under the modes of this
 * thread. */
gboolean rensa_model_infer (RensaModel *model, const RensaType *inputs, int n_inputs, GError **error);
/* The Chain, or Sequential, that the model describes; after rensa_model_infer (). */
RensaLink *rensa_model_build (RensaModel *model, gboolean is_sequence, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaModel, rensa_model_free)

G_END_DECLS
