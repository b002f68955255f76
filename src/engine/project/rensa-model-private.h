/* rensa-model-private.h: the network of a document: nodes, the wires between them, and what becomes of it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document-private.h"
#include "rensa-link.h"
#include "rensa-mistakes-private.h"

G_BEGIN_DECLS

typedef struct _RensaModel RensaModel;

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
 * @name: where the document has none, or one that it gave another node before, the number of the node
 * @place: "model.nodes.l1", for messages
 * @path: "block.l1"
 * @type: as the document has it
 * @attrs: of a link or function
 * @is_broken: it cannot be called
 * @model: of a nested node
 * @is_sequence: the nested model calls one layer after the other
 * @repeat: how many copies follow one another
 * @ports: RensaModelPort
 * @n_taken: so many of the sources from the first on are something for certain
 * @sources: RensaModelSource in call order, one for each port, or more where the last is a list
 * @n_outputs: 0 where it is not known before the call
 * @is_known: whether rensa_model_infer () found the types of its outputs
 * @outputs: those types
 * @params: (nullable): "W (100, 784)" for every parameter, likewise
 * @n_params: the elements of all parameters of all copies, likewise
 * @n_bytes: of all that is made inside, likewise
 */
typedef struct
{
  RensaModelNodeKind kind;
  char *name;
  char *place;
  char *path;
  char *type;
  RensaAttrs *attrs;
  gboolean is_broken;
  RensaModel *model;
  gboolean is_sequence;
  int repeat;
  GArray *ports;
  GArray *sources;
  guint n_taken;
  int n_outputs;
  gboolean is_known;
  RensaType outputs[RENSA_MAX_OUTPUTS];
  GStrv params;
  gint64 n_params;
  gint64 n_bytes;
} RensaModelNode;

/* @scope: "block.inner"; "" for the outermost; @wires: one for each of "edges"; @order: the nodes in an order in which
 * they can be called; @inputs: those that are inputs. */
struct _RensaModel
{
  char *place;
  char *scope;
  RensaMistakes *mistakes; /* borrowed */
  GPtrArray *nodes;        /* RensaModelNode */
  GHashTable *numbers;     /* the number of a node + 1, by its name */
  GArray *wires;           /* RensaModelWire */
  GArray *inputs;          /* int */
  GArray *outputs;         /* RensaModelSource */
  GArray *order;           /* int */
  gint64 n_nodes;          /* with all repetitions */
};

/* Reads what can be read, and checks all that can be checked without types: names, components, wires, cycles. What is
 * wrong is added to @mistakes, which has to live as long as the model. Where nothing is, the model can be built. */
RensaModel *rensa_model_new (struct json_object *json, RensaMistakes *mistakes);
void rensa_model_free (RensaModel *model);
RensaModelNode *rensa_model_get_node (RensaModel *model, int i);
/* -1 where there is none. */
int rensa_model_find_node (RensaModel *model, const char *name);

/* Whether the attribute of a node is to have a value although None is one: Chainer's Linear takes in_size for out_size where
 * that is not given, and its Convolution2D in_channels and out_channels for the filters and their size, which nobody means
 * on a canvas. */
gboolean rensa_attr_is_needed (const RensaAttrSpec *spec);

gboolean rensa_node_name_check (const char *name, GError **error);

/* "l1:1" in its two parts; @suffix is NULL where there is none. */
typedef struct
{
  char *name;
  char *suffix;
} RensaEnding;

RensaEnding rensa_ending_parse (const char *text);
void rensa_ending_clear (RensaEnding *ending);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaEnding, rensa_ending_clear)

/* For those who read a model: mistakes in it. @node may be NULL. */
RensaMistake *rensa_model_take_mistake (RensaModel *model, RensaModelNode *node, RensaMistakeKind kind,
                                        const char *place, GError *error);
RensaMistake *rensa_model_add_mistake (RensaModel *model, RensaModelNode *node, RensaMistakeKind kind, RensaError code,
                                       const char *format, ...) G_GNUC_PRINTF (5, 6);
void rensa_model_connect (RensaModel *model, struct json_object *edges);
void rensa_model_chain_up (RensaModel *model);
void rensa_model_read_outputs (RensaModel *model, struct json_object *outputs);
/* Fills in @order. */
void rensa_model_sort (RensaModel *model);

/* The types of all outputs and the sizes of all parameters, by a call on the meta device under the modes of this
 * thread, as far as they can be worked out; mistakes are added to those of the model. @inputs NULL: not known. */
void rensa_model_infer (RensaModel *model, const RensaType *inputs, int n_inputs);
/* The Chain, or Sequential, that the model describes; after rensa_model_infer (). */
RensaLink *rensa_model_build (RensaModel *model, gboolean is_sequence, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaModel, rensa_model_free)

G_END_DECLS
