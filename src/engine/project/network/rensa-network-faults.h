/* rensa-network-faults.h: faults of models, training steps and their data.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_NETWORK_FAULTS(FAULT)                                                                                       \
  /* Fields of a document. */                                                                                             \
  FAULT (no_name, "NO_NAME", N_ ("the name of {expected} is missing"))                                                    \
  FAULT (no_object, "NO_OBJECT", N_ ("expected an object, but found {found}"))                                            \
  FAULT (no_array, "NO_ARRAY", N_ ("expected an array"))                                                                  \
  FAULT (float_dtype, "FLOAT_DTYPE", N_ ("expected {expected}, but {found} was given"))                                   \
  /* Nodes. */                                                                                                            \
  FAULT (no_model, "NO_MODEL", N_ ("a model must be an object with \"nodes\", an array of at least one node"))            \
  FAULT (no_nodes, "NO_NODES", N_ ("there are no nodes"))                                                                 \
  FAULT (node_form, "NODE_FORM", N_ ("a node must be an object, but {found} was given"))                                  \
  FAULT (node_type, "NODE_TYPE", N_ ("a node requires a \"type\": Input, or the name of a link or function"))             \
  FAULT (node_name, "NODE_NAME",                                                                                          \
         N_ ("a node name consists of up to 64 letters, digits and underscores, and cannot start with a digit"))          \
  FAULT (node_twice, "NODE_TWICE", N_ ("two nodes are named {found}"))                                                    \
  FAULT (node_repeat, "NODE_REPEAT", N_ ("{who} cannot be repeated; only links with one input and one output can"))       \
  FAULT (node_frozen, "NODE_FROZEN", N_ ("{who} cannot be frozen; only links, Chains and models can"))                    \
  FAULT (many_nodes, "MANY_NODES", N_ ("the model has more than {expected} nodes including repetitions"))                 \
  FAULT (sequence_input, "SEQUENCE_INPUT", N_ ("a Sequential has no Input; its first layer receives the input"))          \
  FAULT (not_in_step, "NOT_IN_STEP", N_ ("{who} is a {found}, which belongs in a training step, not in a model"))         \
  FAULT (input_in_step, "INPUT_IN_STEP",                                                                                  \
         N_ ("{who} is an Input, which is not allowed in a training step; use a Field instead"))                          \
  /* Connections and outputs. */                                                                                          \
  FAULT (no_node, "NO_NODE", N_ ("node {found} does not exist"))                                                          \
  FAULT (no_output, "NO_OUTPUT", N_ ("{who} has {expected}, counted from 0; {found} does not exist"))                     \
  FAULT (no_input, "NO_INPUT", N_ ("{who} has no input {found}; it has {expected}"))                                      \
  FAULT (into_input, "INTO_INPUT", N_ ("{who} is an Input and cannot have incoming connections"))                         \
  FAULT (into_source, "INTO_SOURCE", N_ ("{who} has no inputs and cannot have incoming connections"))                     \
  FAULT (connected, "CONNECTED", N_ ("{who} already has {expected}"))                                                     \
  FAULT (port_connected, "PORT_CONNECTED", N_ ("input {port} of {who} is already connected to {found}"))                  \
  FAULT (open, "OPEN", N_ ("input {port} of {who} is not connected"))                                                     \
  FAULT (wire_form, "WIRE_FORM",                                                                                          \
         N_ ("a connection must be an object with the strings \"from\" and \"to\", but {found} was given"))               \
  FAULT (wires_form, "WIRES_FORM", N_ ("expected an array of connections"))                                               \
  FAULT (outputs_form, "OUTPUTS_FORM", N_ ("expected an array of 1 to {expected} node names"))                            \
  FAULT (ends, "ENDS",                                                                                                    \
         N_ ("{found} are not connected to anything, so \"outputs\" must name the outputs of the model"))                 \
  FAULT (cycle, "CYCLE", N_ ("the connections {found} form a cycle"))                                                     \
  FAULT (dead, "DEAD", N_ ("{who} does not reach any output; connect or delete it"))                                      \
  FAULT (no_value, "NO_VALUE", N_ ("input {found} is missing"))                                                           \
  FAULT (no_result, "NO_RESULT", N_ ("{who} has no output {found}"))                                                      \
  /* Models and what surrounds them. */                                                                                   \
  FAULT (input_nodes, "INPUT_NODES", N_ ("the model has {found}, but each example has {expected} besides the label"))     \
  FAULT (one_output, "ONE_OUTPUT", N_ ("the loss requires one model output, but there are {found}"))                      \
  FAULT (nothing, "NOTHING", N_ ("nothing to train yet; add a layer to start"))                                           \
  FAULT (all_frozen, "ALL_FROZEN", N_ ("all layers are frozen; unfreeze a layer or add one"))                             \
  FAULT (param_memory, "PARAM_MEMORY",                                                                                    \
         N_ ("the parameters and their gradients require {expected}, but this machine has {found} of memory"))            \
  FAULT (batch_memory, "BATCH_MEMORY",                                                                                    \
         N_ ("the values for a batch size of {value} require {expected}, but this machine has {found} of memory"))        \
  FAULT (no_comparison, "NO_COMPARISON", N_ ("{who} cannot compare the model output with the label: {text}"))             \
  FAULT (label_class, "LABEL_CLASS", N_ ("the label is a class number, so {who} is not suitable"))                        \
  FAULT (label_value, "LABEL_VALUE", N_ ("the label is a value, so {who} is not suitable"))                               \
  FAULT (gives_dtype, "GIVES_DTYPE", N_ ("{who} outputs {found}, but {other} expects {expected}"))                        \
  FAULT (gives_classes, "GIVES_CLASSES",                                                                                  \
         N_ ("{who} outputs {found} per example, but {other} expects {expected}, one per class"))                         \
  FAULT (gives_values, "GIVES_VALUES", N_ ("{who} outputs {found} per example, but the label has {expected}"))            \
  FAULT (gives_sequence, "GIVES_SEQUENCE", N_ ("{who} outputs a sequence, but the label is not a sequence"))              \
  FAULT (gives_array, "GIVES_ARRAY", N_ ("the label is a sequence, but {who} does not output one"))                       \
  FAULT (one_value, "ONE_VALUE", N_ ("{who} outputs 1 value per example; {other} requires more than one"))                \
  FAULT (many_numbers, "MANY_NUMBERS",                                                                                    \
         N_ ("{who} outputs {found}, one number per example, but a single number is required"))                           \
  FAULT (few_classes, "FEW_CLASSES", N_ ("{who} outputs {found}, but the labels have {expected}"))                        \
  FAULT (many_classes, "MANY_CLASSES", N_ ("{who} outputs {found}, but the labels have only {expected}"))                 \
  FAULT (few_vectors, "FEW_VECTORS", N_ ("{who} has {found}, but the text has {expected}"))                               \
  /* Training steps. */                                                                                                   \
  FAULT (dead_in_step, "DEAD_IN_STEP", N_ ("no loss or report depends on {who}"))                                         \
  FAULT (no_losses, "NO_LOSSES", N_ ("nothing is trained: the step has no loss"))                                         \
  FAULT (no_field, "NO_FIELD",                                                                                            \
         N_ ("{who} refers to value {value} of an example, counted from 0, but each example has {expected}"))             \
  FAULT (not_called, "NOT_CALLED", N_ ("no node in the step calls the model {who}"))                                      \
  FAULT (                                                                                                                 \
      other_sizes, "OTHER_SIZES",                                                                                         \
      N_ ("{who} calls a model whose {value} has different sizes than in the first call: {found} instead of {expected}")) \
  FAULT (loss_size, "LOSS_SIZE", N_ ("a loss must be a single number, but {who} outputs shape {found}"))                  \
  FAULT (loss_name, "LOSS_NAME", N_ ("two losses are named {found}"))                                                     \
  FAULT (learnt_by_nobody, "LEARNT_BY_NOBODY",                                                                            \
         N_ ("{who} trains nothing: it does not depend on the parameters of {found}"))                                    \
  FAULT (learners_frozen, "LEARNERS_FROZEN", N_ ("{who} trains nothing: {found} is frozen"))                              \
  FAULT (learnt_twice, "LEARNT_TWICE", N_ ("two losses update the parameters of {who}, each with its own optimizer"))     \
  FAULT (no_such_model, "NO_SUCH_MODEL", N_ ("the step has no model or link {found}"))                                    \
  FAULT (losses_updater, "LOSSES_UPDATER",                                                                                \
         N_ ("{who} trains all models with one loss, but the step has several losses or trains other models"))            \
  /* Data. */                                                                                                             \
  FAULT (field_shapes, "FIELD_SHAPES", N_ ("field {found} does not have the same shape in all examples"))                 \
  FAULT (few_fields, "FEW_FIELDS", N_ ("expected examples with at least two fields, the input and the label"))

#define RENSA_NETWORK_UNITS(UNIT)                                                                   \
  UNIT (connected, "connected inputs", NN_ ("{n} connected input", "{n} connected inputs"))         \
  UNIT (outputs, "outputs", NN_ ("{n} output", "{n} outputs"))                                      \
  UNIT (nodes, "nodes", NN_ ("{n} node", "{n} nodes"))                                              \
  UNIT (input_nodes, "Input nodes", NN_ ("{n} Input node", "{n} Input nodes"))                      \
  UNIT (values_each, "values per example", NN_ ("{n} value per example", "{n} values per example")) \
  UNIT (classes, "classes", NN_ ("{n} class", "{n} classes"))                                       \
  UNIT (vectors, "vectors", NN_ ("{n} vector", "{n} vectors"))                                      \
  UNIT (tokens, "tokens", NN_ ("{n} token", "{n} different tokens"))

RENSA_NETWORK_FAULTS (RENSA_DECLARE_FAULT)
RENSA_NETWORK_UNITS (RENSA_DECLARE_UNIT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_network_faults[];
extern const RensaCountUnit *const rensa_network_units[];

G_END_DECLS
