/* rensa-fault.h: structured description of an error, before it is converted to a sentence.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dtype.h"
#include "rensa-error.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/* Kinds of faults. The text of each is in rensa-fault-words.c, which shows the meaning of the
 * members for it. */
typedef enum
{
  RENSA_FAULT_PLAIN, /* the message is the only description */
  RENSA_FAULT_WORDS, /* the description is @text, which begins with a word, not with a name */

  /* Failed type checks, whose two parts are in @check. */
  RENSA_FAULT_UNFIT,
  RENSA_FAULT_PICTURES,
  RENSA_FAULT_AXES,
  RENSA_FAULT_LEAST_AXES,
  RENSA_FAULT_MORE_AXES,
  RENSA_FAULT_MULTIPLE,
  RENSA_FAULT_INPUTS,
  RENSA_FAULT_LEAST_INPUTS,
  RENSA_FAULT_MOST_INPUTS,
  RENSA_FAULT_CONDITION,
  RENSA_FAULT_FLOATING,
  RENSA_FAULT_INTEGERS,
  RENSA_FAULT_DTYPES,
  RENSA_FAULT_SHAPES,
  RENSA_FAULT_EXTENTS,
  /* … of sequences carried by connections. */
  RENSA_FAULT_LENGTHS,
  RENSA_FAULT_SEQUENCE,
  RENSA_FAULT_NO_SEQUENCE,
  RENSA_FAULT_GAP,
  /* Type checks explained by a link. */
  RENSA_FAULT_VALUES,
  RENSA_FAULT_NO_FILTER_SIZE,

  /* Components and their attributes. */
  RENSA_FAULT_NO_COMPONENT,
  RENSA_FAULT_NO_LINK_OR_FUNCTION,
  RENSA_FAULT_LISTS,
  RENSA_FAULT_NO_ATTR,
  RENSA_FAULT_ATTR_VALUE,
  RENSA_FAULT_ATTR_MISSING,
  RENSA_FAULT_ATTR_ENTRIES,
  RENSA_FAULT_ATTR_TUPLE,
  RENSA_FAULT_ATTR_NAME,
  RENSA_FAULT_ATTR_REASON,

  /* Fields of a document. */
  RENSA_FAULT_NO_NAME,
  RENSA_FAULT_NO_TYPE,
  RENSA_FAULT_NO_OBJECT,
  RENSA_FAULT_NO_ARRAY,
  RENSA_FAULT_NO_DEVICE,
  RENSA_FAULT_FLOAT_DTYPE,
  RENSA_FAULT_NOT_HERE,

  /* Nodes. */
  RENSA_FAULT_NO_MODEL,
  RENSA_FAULT_NO_NODES,
  RENSA_FAULT_NODE_FORM,
  RENSA_FAULT_NODE_TYPE,
  RENSA_FAULT_NODE_NAME,
  RENSA_FAULT_NODE_TWICE,
  RENSA_FAULT_NODE_REPEAT,
  RENSA_FAULT_NODE_FROZEN,
  RENSA_FAULT_MANY_NODES,
  RENSA_FAULT_MANY_OPERATIONS,
  RENSA_FAULT_SEQUENCE_INPUT,
  RENSA_FAULT_NOT_IN_STEP,
  RENSA_FAULT_INPUT_IN_STEP,

  /* Wires and outputs. */
  RENSA_FAULT_NO_NODE,
  RENSA_FAULT_NO_OUTPUT,
  RENSA_FAULT_NO_INPUT,
  RENSA_FAULT_INTO_INPUT,
  RENSA_FAULT_INTO_SOURCE,
  RENSA_FAULT_CONNECTED,
  RENSA_FAULT_PORT_CONNECTED,
  RENSA_FAULT_OPEN,
  RENSA_FAULT_WIRE_FORM,
  RENSA_FAULT_WIRES_FORM,
  RENSA_FAULT_OUTPUTS_FORM,
  RENSA_FAULT_ENDS,
  RENSA_FAULT_CYCLE,
  RENSA_FAULT_DEAD,
  RENSA_FAULT_NO_VALUE,
  RENSA_FAULT_NO_RESULT,
  RENSA_FAULT_NO_WIRE,
  RENSA_FAULT_WIRE_START,
  RENSA_FAULT_CHANGED,
  RENSA_FAULT_NO_REPAIR,

  /* The model and its surroundings. */
  RENSA_FAULT_INPUT_NODES,
  RENSA_FAULT_ONE_OUTPUT,
  RENSA_FAULT_NOTHING,
  RENSA_FAULT_ALL_FROZEN,
  RENSA_FAULT_PARAM_MEMORY,
  RENSA_FAULT_BATCH_MEMORY,
  RENSA_FAULT_NO_COMPARISON,
  RENSA_FAULT_LABEL_CLASS,
  RENSA_FAULT_LABEL_VALUE,
  RENSA_FAULT_GIVES_DTYPE,
  RENSA_FAULT_GIVES_CLASSES,
  RENSA_FAULT_GIVES_VALUES,
  RENSA_FAULT_GIVES_SEQUENCE,
  RENSA_FAULT_GIVES_ARRAY,
  RENSA_FAULT_ONE_VALUE,
  RENSA_FAULT_MANY_NUMBERS,
  RENSA_FAULT_FEW_CLASSES,
  RENSA_FAULT_MANY_CLASSES,
  RENSA_FAULT_FEW_VECTORS,

  /* A training step. */
  RENSA_FAULT_DEAD_IN_STEP,
  RENSA_FAULT_NO_LOSSES,
  RENSA_FAULT_NO_FIELD,
  RENSA_FAULT_NOT_CALLED,
  RENSA_FAULT_OTHER_SIZES,
  RENSA_FAULT_LOSS_SIZE,
  RENSA_FAULT_LOSS_NAME,
  RENSA_FAULT_LEARNT_BY_NOBODY,
  RENSA_FAULT_LEARNERS_FROZEN,
  RENSA_FAULT_LEARNT_TWICE,
  RENSA_FAULT_NO_SUCH_MODEL,
  RENSA_FAULT_LOSSES_UPDATER,

  /* Data. */
  RENSA_FAULT_SPLIT,
  RENSA_FAULT_FIELD_SHAPES,
  RENSA_FAULT_FEW_FIELDS,
  RENSA_FAULT_LARGE_BATCH,

  RENSA_N_FAULTS,
} RensaFaultCode;

/* Unit that a number counts. */
typedef enum
{
  RENSA_COUNT_NOTHING, /* a mere number */
  RENSA_COUNT_AXES,
  RENSA_COUNT_INPUTS,
  RENSA_COUNT_CONNECTED,
  RENSA_COUNT_OUTPUTS,
  RENSA_COUNT_NODES,
  RENSA_COUNT_INPUT_NODES,
  RENSA_COUNT_VALUES,
  RENSA_COUNT_VALUES_EACH,
  RENSA_COUNT_GIVEN,
  RENSA_COUNT_CLASSES,
  RENSA_COUNT_EXAMPLES,
  RENSA_COUNT_VECTORS,
  RENSA_COUNT_TOKENS,
} RensaCountUnit;

typedef struct
{
  RensaCountUnit unit;
  gint64 n;
} RensaCount;

/* Input from the node @name. */
typedef struct
{
  const char *name;
  RensaType type;
} RensaFaultInput;

/**
 * RensaFault:
 * @place: field of a document, "data.split"
 * @link: path of a link in its chain; "" for the outermost
 * @from, @to: ends of the connection, as in the document
 * @who: node or component with the fault
 * @other: another one that uses the output of @who
 * @attr: attribute that is wrong, or that should be left empty
 * @value: its current value
 * @port: input of the node
 * @text: free text
 * @phrase: marked text with which @text ends, and its arguments; NULL-terminated
 * @expected, @found: used instead of numbers
 * @suggestion: name that may have been meant
 * @check: failed type check, "relu: Expect: x.ndim == 2, Actual: 3 != 2"
 * @inputs: @n_inputs inputs of the node
 *
 * All texts may be NULL. An error owns the texts of its fault.
 */
typedef struct
{
  RensaFaultCode code;
  const char *place;
  const char *link;
  const char *from;
  const char *to;
  const char *who;
  const char *other;
  const char *attr;
  const char *value;
  const char *port;
  const char *text;
  const char *const *phrase;
  const char *expected;
  const char *found;
  RensaCount n_expected;
  RensaCount n_found;
  const char *suggestion;
  const char *check;
  guint n_inputs;
  const RensaFaultInput *inputs;
} RensaFault;

/* Return the name of a kind, "NO_NODE", and the kind by its name: FALSE if a newer program has named it. */
const char *rensa_fault_get_name (RensaFaultCode code);
gboolean rensa_fault_find (const char *name, RensaFaultCode *code);

/* Returns the text in the program's language, without a period, as written after a colon. */
char *rensa_fault_word (const RensaFault *fault);
/* Return the text as written after a colon, with a period if it is known to be whole, and as a
 * separate sentence. */
char *rensa_fault_word_message (const RensaFault *fault);
char *rensa_fault_word_sentence (const RensaFault *fault);
/* Returns the end of @text that @phrase yields in the program's language; NULL if @text ends otherwise. */
const char *rensa_fault_find_phrase (const char *text, const char *const *phrase);
/* Returns the text that @phrase yields in the program's language; NULL if it cannot be filled in. */
char *rensa_fault_word_phrase (const char *const *phrase);
/* Returns "6×14×14 values", without the batch axis. */
char *rensa_fault_word_values (const RensaShape *shape);

/* Creates an error with a copy of @fault; its message is the text of the fault with a final period. */
GError *rensa_error_new_fault (RensaError code, const RensaFault *fault);
/* Sets @fault as an error. Returns FALSE. */
gboolean rensa_set_fault (GError **error, RensaError code, const RensaFault *fault);

/* Sets an error with a text; @format is marked with N_(), or was selected by ngettext(). A format
 * that begins with "%s" begins with a name, such as that of a file, which is not capitalized. */
void rensa_set_words (GError **error, RensaError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Sets the error that @attr takes @expected, marked with N_(), but was given the value described by
 * @format. Returns FALSE. */
gboolean rensa_refuse_value (GError **error, const char *attr, const char *expected, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* Returns the fault of an error; an empty one for errors of other domains. */
const RensaFault *rensa_error_get_fault (const GError *error);
/* Attaches a fault to an error with a different message. */
void rensa_error_attach (GError *error, const RensaFault *fault);
/* All of these do nothing without an error. Sets the node or component of the error, also in the message. */
void rensa_error_name (GError **error, const char *who);
/* Prepends "@name: " to the text, of which it becomes a part; a name set later precedes both. */
void rensa_error_prefix (GError **error, const char *name);
/* … and the attribute. */
void rensa_error_set_attr (GError **error, const char *who, const char *attr);
/* … and the connection, as in the document. */
void rensa_error_set_wire (GError **error, const char *from, const char *to);
/* Adds the explanation @fault to a failed type check. */
void rensa_error_explain (GError **error, const RensaFault *fault);
/* Returns "block/l1": @step (nullable) of the link @path. */
char *rensa_fault_join_link (const char *path, const char *step);
/* Prepends the link, a part of which may be @step, to the message, unless a nested call has done so. */
void rensa_error_set_link (GError **error, const char *path, const char *step);
/* Prepends the field of the document to the message. Returns FALSE. */
gboolean rensa_error_set_place (GError **error, const char *place);

/* Removes the field again. */
void rensa_error_drop_place (GError *error);

/* For an error that gets no place: turns its message into a complete sentence. */
void rensa_error_stand_alone (GError **error);
/* Returns the complete sentence without a place, with a capital letter and a period. */
char *rensa_error_to_sentence (const GError *error);
/* Returns the underlying type check, with the link; NULL if there is none, or if a link has explained it. */
char *rensa_error_get_check (const GError *error);

G_END_DECLS
