/* rensa-mistakes.h: mistakes of a document, collected while reading it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

/**
 * RensaMistakeKind: kind of a mistake, by its possible remedies.
 * @RENSA_MISTAKE_FIELD: a field of the document or a setting of a node
 * @RENSA_MISTAKE_UNKNOWN_FIELD: the document format has no such field, which may be meant for
 *   another version, so there is no remedy
 * @RENSA_MISTAKE_ATTR: an attribute of a component has no value or an invalid one
 * @RENSA_MISTAKE_TYPE: there is no such component
 * @RENSA_MISTAKE_REPEAT: the node cannot be repeated, or not that often
 * @RENSA_MISTAKE_MODEL: the model as a whole: it has no nodes
 * @RENSA_MISTAKE_OPEN: an input is not connected
 * @RENSA_MISTAKE_WIRE: a connection has no valid start or end
 * @RENSA_MISTAKE_CYCLE: connections form a cycle
 * @RENSA_MISTAKE_DEAD: no output depends on the node
 * @RENSA_MISTAKE_OUTPUTS: the outputs of the model
 * @RENSA_MISTAKE_SHAPES: the shape of an input is not suitable
 * @RENSA_MISTAKE_N_INPUTS: more or fewer Input nodes than values in an example
 * @RENSA_MISTAKE_COMPARISON: the loss or accuracy cannot compare the output of the model with the
 *   labels
 * @RENSA_MISTAKE_CLASSES: the model has fewer outputs than there are classes, or more
 * @RENSA_MISTAKE_NOTHING: there is nothing to learn
 * @RENSA_MISTAKE_FROZEN: all trainable parts are frozen
 * @RENSA_MISTAKE_MEMORY: the machine has too little memory
 * @RENSA_MISTAKE_DATA: the data cannot be loaded
 * @RENSA_MISTAKE_SPLIT: the split leaves classes without examples in one of the parts
 * @RENSA_MISTAKE_LOSS: the learners of a loss of a step
 * @RENSA_MISTAKE_WEIGHTS: the file with the initial weights does not exist
 * @RENSA_MISTAKE_DEVICE: the device does not exist, or does not work
 * @RENSA_MISTAKE_NAME: an attribute refers to a name that the document does not have
 * @RENSA_MISTAKE_SCHEDULE: a schedule ends the run with a learning rate far from the initial one
 * @RENSA_MISTAKE_EXTENSION: the extension would not work in this document
 */
typedef enum
{
  RENSA_MISTAKE_FIELD,
  RENSA_MISTAKE_UNKNOWN_FIELD,
  RENSA_MISTAKE_ATTR,
  RENSA_MISTAKE_TYPE,
  RENSA_MISTAKE_REPEAT,
  RENSA_MISTAKE_MODEL,
  RENSA_MISTAKE_OPEN,
  RENSA_MISTAKE_WIRE,
  RENSA_MISTAKE_CYCLE,
  RENSA_MISTAKE_DEAD,
  RENSA_MISTAKE_OUTPUTS,
  RENSA_MISTAKE_SHAPES,
  RENSA_MISTAKE_N_INPUTS,
  RENSA_MISTAKE_COMPARISON,
  RENSA_MISTAKE_CLASSES,
  RENSA_MISTAKE_NOTHING,
  RENSA_MISTAKE_FROZEN,
  RENSA_MISTAKE_MEMORY,
  RENSA_MISTAKE_DATA,
  RENSA_MISTAKE_SPLIT,
  RENSA_MISTAKE_LOSS,
  RENSA_MISTAKE_WEIGHTS,
  RENSA_MISTAKE_DEVICE,
  RENSA_MISTAKE_STEPS,
  RENSA_MISTAKE_NAME,
  RENSA_MISTAKE_SCHEDULE,
  RENSA_MISTAKE_EXTENSION,
} RensaMistakeKind;

/* @scope: path of the model that contains it; @node: path of the node, or NULL; @wire: id of the
 *   connection, or -1; @error: its message has no place; @is_hint: the document can be trained
 *   anyway. The mistakes of a network are shared by all its readers. */
typedef struct
{
  int ref_count;
  RensaMistakeKind kind;
  char *place;
  char *scope;
  char *node;
  int wire;
  GError *error;
  gboolean is_hint;
} RensaMistake;

/* RensaMistake */
typedef GPtrArray RensaMistakes;

RensaMistakes *rensa_mistakes_new (void);
/* Both return the mistake, so that the caller can add details to it. */
RensaMistake *rensa_mistakes_take (RensaMistakes *mistakes, RensaMistakeKind kind, const char *place, GError *error);
RensaMistake *rensa_mistakes_add (RensaMistakes *mistakes, RensaMistakeKind kind, const char *place,
                                  const RensaFault *fault);
/* Adds all mistakes of @others. */
void rensa_mistakes_share (RensaMistakes *mistakes, const RensaMistakes *others);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaMistakes, g_ptr_array_unref)

G_END_DECLS
