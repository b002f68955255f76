/* rensa-network.h: the model of a document, or its models and its training step, read once: nodes and the wires between them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/* The nodes and wires of a document, however wrong it is. Immutable; the count of references is atomic, so it may go from
 * thread to thread. What else is known of a node stands beside the network, by its id (rensa-facts.h). */
typedef struct _RensaNetwork RensaNetwork;
typedef struct _RensaModel RensaModel;
typedef struct _RensaNodePart RensaNodePart;

/* Output @output of node @node; @node -1 stands for nothing. */
typedef struct
{
  int node;
  int output;
} RensaModelSource;

/* A wire of the document: -1 where there is no such node or input. */
typedef struct
{
  RensaModelSource source;
  int target;
  int slot;
} RensaModelWire;

/* An unknown node is one that could not be read. */
typedef enum
{
  RENSA_MODEL_NODE_UNKNOWN,
  RENSA_MODEL_NODE_INPUT,
  RENSA_MODEL_NODE_LINK,
  RENSA_MODEL_NODE_FUNCTION,
  RENSA_MODEL_NODE_NESTED,
  RENSA_MODEL_NODE_CALL,
} RensaModelNodeKind;

/* A place where a wire may end. @list: it takes any number of them; it is the last of its node. @batch: what comes in only says how many
 * examples there are; without a wire, in a step, the first field does. */
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
 * @n_inside: how many of them there are, at any depth
 * @name: unlike that of any other node of its level; where the document has none, or one that it gave another node before,
 * the number of the node. "" for what comes into a sequence, which no document names
 * @place: "model.nodes.l1", for messages
 * @path: "block.l1"
 * @type: as the document has it, known or not; "" where it has none
 * @attrs: of a link or function, of a field or call of a step
 * @part: (nullable): the same one as before a change of the document where the change left the node alone
 * @is_broken: it cannot be called
 * @is_output: it is among the outputs of its level
 * @has_position: the document says where its upper left corner is drawn: at @x, @y
 * @model: of a nested node
 * @called: (nullable): of a call: the node of rensa_network_get_models () that is called
 * @repeat: how many copies follow one another
 * @freezes: the document says that it is frozen
 * @is_frozen: that, or what it is inside of is frozen
 * @ports: RensaModelPort
 * @n_taken: so many of the sources from the first on are something for certain
 * @sources: RensaModelSource in call order, one for each port, or more where the last is a list
 * @n_outputs: 0 where it is not known before the call
 * @main_output: what its name alone stands for: the sequence that it gives, where its lists are all needed, else the first
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

/* One level of the network. @scope: "block.inner", the path of the node that it is inside of; "" for the outermost;
 * @is_step: it is a training step; @is_frozen: all of it is frozen; @is_sequence: it calls one node after the other; @n_hidden: 1 where the first node is what comes into a sequence, else 0;
 * @wires: one for each of "edges", whose ids begin at @first_wire; a sequence has none; @order: the nodes in an order in
 * which they can be called; @inputs: those that are inputs. */
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
  GHashTable *numbers; /* the number of a node + 1, by its name */
  GArray *wires;       /* RensaModelWire */
  guint first_wire;
  GArray *inputs;  /* int */
  GArray *outputs; /* RensaModelSource */
  GArray *order;   /* int */
  gint64 n_nodes;  /* with all repetitions */
};

/* What is read at the first call after a change of @document; copies of the document share it. Borrowed until the next
 * change. */
RensaNetwork *rensa_document_get_network (RensaDocument *document);
RensaNetwork *rensa_network_ref (RensaNetwork *network);
void rensa_network_unref (RensaNetwork *network);

/* Which value of an example input @i of the step is. */
int rensa_step_get_field (const RensaModel *step, guint i);

/* What lies in a network is not to be changed. The outermost level: the model, or the step of a document that has one. */
RensaModel *rensa_network_get_model (const RensaNetwork *network);
/* RensaModelNode: the models that a step calls, nested nodes beside it, whose names no node of the step has; empty without a
 * step. Borrowed. */
GPtrArray *rensa_network_get_models (const RensaNetwork *network);
/* The names of all that can learn from a loss of a step: the models, then the links of the step itself. */
GStrv rensa_network_list_learners (const RensaNetwork *network);
/* The names in @models of a loss, "gen, dis"; a loss without a name of its own has the first. */
GStrv rensa_learners_split (const char *models);
/* RensaModelSource: what the losses and what the reports of a step name, in their order; the node is -1 where there is no such
 * node. Borrowed. */
GArray *rensa_network_get_losses (const RensaNetwork *network);
GArray *rensa_network_get_reports (const RensaNetwork *network);
/* The level inside the node at the path @scope; NULL where there is none. */
RensaModel *rensa_network_find_model (const RensaNetwork *network, const char *scope);
/* "block.l1"; NULL where there is no such node. */
RensaModelNode *rensa_network_find_node (const RensaNetwork *network, const char *path);
/* The level that has the wire of that id; NULL where none has. */
RensaModel *rensa_network_find_wire (const RensaNetwork *network, int wire);
/* RensaModelNode: all that have a name, in an order in which they can be called, those inside a node after it. */
GPtrArray *rensa_network_list_nodes (const RensaNetwork *network);

RensaModelNode *rensa_model_get_node (const RensaModel *model, int i);
/* -1 where there is none. */
int rensa_model_find_node (const RensaModel *model, const char *name);
RensaModelWire *rensa_model_get_wire (const RensaModel *model, guint i);
RensaModelSource *rensa_model_get_output (const RensaModel *model, guint i);
/* The number of the node that is input @i. */
int rensa_model_get_input (const RensaModel *model, guint i);
RensaModelPort *rensa_model_node_get_port (const RensaModelNode *node, guint i);
RensaModelSource *rensa_model_node_get_source (const RensaModelNode *node, guint i);
/* The place where a wire to its name alone ends first: the first one that may not be left out. */
int rensa_model_node_get_main_slot (const RensaModelNode *node);
/* The name of its group: "activation"; "link", "input" and "chain" for those; "" where the type is not known. */
const char *rensa_model_node_get_group (const RensaModelNode *node);
/* What is frozen where @node is to be: itself, or the model that it calls; NULL for what has no parameters. */
const RensaModelNode *rensa_model_node_get_freezable (const RensaModelNode *node);
/* Whether a node takes what node @i gives. */
gboolean rensa_model_is_used (const RensaModel *model, int i);
/* For each node whether wires lead there from node @from or, upwards, from there to it; they do so from @from to itself. */
gboolean *rensa_model_list_reached (const RensaModel *model, int from, gboolean upwards);

/* The upper left corner of a node. */
typedef struct
{
  double x;
  double y;
} RensaPlace;

/* Where the nodes are drawn, one for each: where the document says or, where it does not, where rensa_document_tidy ()
 * would put them. */
RensaPlace *rensa_model_place_nodes (const RensaModel *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaNetwork, rensa_network_unref)

G_END_DECLS
