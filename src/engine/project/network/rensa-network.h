/* rensa-network.h: the model of a document, or its models and its training step, parsed once: nodes
 * and the connections between them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* The nodes and connections of a document, which may have any mistakes. Immutable, with an atomic
 * reference count, so it can be passed between threads. Inferred properties of a node are stored
 * outside the network, by its id (rensa-facts.h). */
typedef struct _RensaNetwork RensaNetwork;
typedef struct _RensaModel RensaModel;
typedef struct _RensaNodePart RensaNodePart;

/* Output @output of node @node; @node -1 means none. */
typedef struct
{
  int node;
  int output;
} RensaModelSource;

/* A connection of the document: -1 if there is no such node or input. */
typedef struct
{
  RensaModelSource source;
  int target;
  int slot;
} RensaModelWire;

/* An unknown node is one that could not be parsed. */
typedef enum
{
  RENSA_MODEL_NODE_UNKNOWN,
  RENSA_MODEL_NODE_INPUT,
  RENSA_MODEL_NODE_LINK,
  RENSA_MODEL_NODE_FUNCTION,
  RENSA_MODEL_NODE_NESTED,
  RENSA_MODEL_NODE_CALL,
} RensaModelNodeKind;

/* A port where a connection may end. @list: it accepts any number of them; it is the last port of
 * its node. @batch: it only determines the number of examples; without a connection, in a step, the
 * first field does. */
typedef struct
{
  char *name;
  gboolean optional;
  gboolean list;
  gboolean batch;
} RensaModelPort;

/**
 * RensaModelNode:
 * @id: its number among all nodes of the network; those inside it follow
 * @n_inside: number of nodes inside it, at any depth
 * @name: unique within its level; if the document has no name, or a duplicate, the number of the
 *   node. "" for the input of a sequence, which is not in the document
 * @place: "model.nodes.l1", for messages
 * @path: "block.l1"
 * @type: type in the document, known or not; "" if missing
 * @attrs: attributes of a link or function, or of a field or call of a step
 * @part: (nullable): unchanged by a change of the document that does not affect the node
 * @is_broken: it cannot be called
 * @is_output: it is among the outputs of its level
 * @has_position: the document contains the position of its upper left corner: @x, @y
 * @model: model of a nested node
 * @called: (nullable): for a call: the called node of rensa_network_get_models ()
 * @repeat: number of consecutive copies
 * @freezes: the document sets it to frozen
 * @is_frozen: it is set to frozen, or is inside a frozen node
 * @ports: RensaModelPort
 * @n_taken: at least this number of the first sources are connected
 * @sources: RensaModelSource in call order, one per port, or more if the last is a list
 * @n_outputs: 0 if unknown before the call
 * @main_output: the output that its name alone refers to: the sequence that it gives if its lists
 *   are all required, else the first
 */
typedef struct _RensaModelNode RensaModelNode;
struct _RensaModelNode
{
  RensaModelNodeKind kind;
  guint id;
  guint n_inside;
  char *name;
  char *place;
  char *path;
  char *type;
  RensaAttrs *attrs;
  RensaNodePart *part;
  gboolean is_broken;
  gboolean is_output;
  gboolean has_position;
  double x;
  double y;
  RensaModel *model;
  RensaModelNode *called;
  int repeat;
  gboolean freezes;
  gboolean is_frozen;
  GArray *ports;
  GArray *sources;
  guint n_taken;
  int n_outputs;
  int main_output;
};

/* One level of the network. @scope: "block.inner", the path of the node that contains it; "" for
 * the outermost;
 * @is_step: it is a training step; @is_frozen: all of it is frozen; @is_sequence: it calls the
 *   nodes one after the other; @n_hidden: 1 if the first node is the input of a sequence, else 0;
 * @wires: one for each of "edges", whose ids begin at @first_wire; a sequence has none; @order: the
 *   nodes in an order in which they can be called; @inputs: those that are inputs. */
struct _RensaModel
{
  char *place;
  char *scope;
  RensaNetwork *network; /* borrowed */
  gboolean is_step;
  gboolean is_sequence;
  gboolean is_frozen;
  guint n_hidden;
  GPtrArray *nodes;    /* RensaModelNode */
  GHashTable *numbers; /* number of a node + 1, by name */
  GArray *wires;       /* RensaModelWire */
  guint first_wire;
  GArray *inputs;  /* int */
  GArray *outputs; /* RensaModelSource */
  GArray *order;   /* int */
  gint64 n_nodes;  /* number of nodes with all repetitions */
};

/* Parsed at the first call after a change of @document; shared with copies of the document.
 * Borrowed until the next change. */
RensaNetwork *rensa_document_get_network (RensaDocument *document);
RensaNetwork *rensa_network_ref (RensaNetwork *network);
void rensa_network_unref (RensaNetwork *network);

/* Returns the index of the value of an example that input @i of the step receives. */
int rensa_step_get_field (const RensaModel *step, guint i);

/* Contents of a network must not be changed. Returns the outermost level: the model, or the step of
 * a document that has one. */
RensaModel *rensa_network_get_model (const RensaNetwork *network);
/* RensaModelNode: the models that a step calls, as nested nodes next to it, whose names no node of
 * the step has; empty without a step. Borrowed. */
GPtrArray *rensa_network_get_models (const RensaNetwork *network);
/* Lists the names of all possible learners of a loss of a step: the models, then the links of the
 * step itself. */
GStrv rensa_network_list_learners (const RensaNetwork *network);
/* RensaModelSource: the sources of the losses and of the reports of a step, in their order; the
 * node is -1 if it does not exist. Borrowed. */
GArray *rensa_network_get_losses (const RensaNetwork *network);
GArray *rensa_network_get_reports (const RensaNetwork *network);
/* Returns the level inside the node at the path @scope; NULL if there is none. */
RensaModel *rensa_network_find_model (const RensaNetwork *network, const char *scope);
/* Returns the node at a path such as "block.l1"; NULL if there is no such node. */
RensaModelNode *rensa_network_find_node (const RensaNetwork *network, const char *path);
/* Returns the level that contains the connection with that id; NULL if none does. */
RensaModel *rensa_network_find_wire (const RensaNetwork *network, int wire);
/* RensaModelNode: all nodes with a name, in an order in which they can be called, inner nodes after
 * the node that contains them. */
GPtrArray *rensa_network_list_nodes (const RensaNetwork *network);

RensaModelNode *rensa_model_get_node (const RensaModel *model, int i);
/* Returns -1 if there is none. */
int rensa_model_find_node (const RensaModel *model, const char *name);
RensaModelWire *rensa_model_get_wire (const RensaModel *model, guint i);
RensaModelSource *rensa_model_get_output (const RensaModel *model, guint i);
/* Returns the number of the node that is input @i. */
int rensa_model_get_input (const RensaModel *model, guint i);
RensaModelPort *rensa_model_node_get_port (const RensaModelNode *node, guint i);
RensaModelSource *rensa_model_node_get_source (const RensaModelNode *node, guint i);
/* Returns the port where a connection to its name alone ends first: the first required one. */
int rensa_model_node_get_main_slot (const RensaModelNode *node);
/* Returns the name of its group: "activation"; "link", "input" and "chain" for those; "" if the
 * type is unknown. */
const char *rensa_model_node_get_group (const RensaModelNode *node);
/* Returns the object that is frozen together with @node: the node itself, or the model that it
 * calls; NULL if it has no parameters. */
const RensaModelNode *rensa_model_node_get_freezable (const RensaModelNode *node);
/* Returns TRUE if a node uses the output of node @i. */
gboolean rensa_model_is_used (const RensaModel *model, int i);
/* Returns for each node if connections lead to it from node @from or, if @upwards, from it to
 * @from; @from itself is included. */
gboolean *rensa_model_list_reached (const RensaModel *model, int from, gboolean upwards);

/* Upper left corner of a node. */
typedef struct
{
  double x;
  double y;
} RensaPlace;

/* Returns where the nodes are drawn, one place per node: as in the document or, if it has no
 * position, as rensa_document_tidy () would place them. */
RensaPlace *rensa_model_place_nodes (const RensaModel *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaNetwork, rensa_network_unref)

G_END_DECLS
