/* rensa-fault.h: structured description of an error, before it is converted to a sentence.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dtype.h"
#include "rensa-error.h"
#include "rensa-shape.h"

G_BEGIN_DECLS

/**
 * RensaFaultCode: kind of a fault, compared by its address.
 * @name: name in records: "ATTR_VALUE"; no two kinds share one, and it never changes
 * @text: marked template; braces contain members of the fault
 *
 * Each layer declares its own kinds in a table, "rensa-LAYER-faults.h"; rensa-fault-record.c finds
 * them by name.
 */
typedef struct
{
  const char *name;
  const char *text;
} RensaFaultCode;

/**
 * RensaCountUnit: unit of a number, compared by its address.
 * @name: name in records: "values per example"
 * @one, @many: "{n} value" and its plural, marked
 */
typedef struct
{
  const char *name;
  const char *one;
  const char *many;
} RensaCountUnit;

/* For the tables of a layer. A row FAULT (id, name, text) defines the object rensa_fault_ID, a row
 * UNIT (id, name, NN_ (one, many)) the object rensa_count_ID. */
#define RENSA_DECLARE_FAULT(id, ...) extern const RensaFaultCode rensa_fault_##id;
#define RENSA_DEFINE_FAULT(id, ...) const RensaFaultCode rensa_fault_##id = { __VA_ARGS__ };
#define RENSA_LIST_FAULT(id, ...) &rensa_fault_##id,
#define RENSA_DECLARE_UNIT(id, ...) extern const RensaCountUnit rensa_count_##id;
#define RENSA_DEFINE_UNIT(id, ...) const RensaCountUnit rensa_count_##id = { __VA_ARGS__ };
#define RENSA_LIST_UNIT(id, ...) &rensa_count_##id,

/* @unit: NULL for a mere number. */
typedef struct
{
  const RensaCountUnit *unit;
  gint64 n;
} RensaCount;

/* Input that comes from @name. */
typedef struct
{
  const char *name;
  RensaType type;
} RensaFaultInput;

/**
 * RensaFault:
 * @code: NULL if @text is the only description
 * @place: place to which the error belongs, "data.split"
 * @link: path of a link in its chain; "" for the outermost
 * @from, @to: ends of the connection that is wrong
 * @who: name of the part with the fault
 * @other: another one that uses the output of @who
 * @attr: attribute that is wrong, or that should be left empty
 * @value: its current value
 * @port: name of an input of @who
 * @text: free text
 * @phrase: marked text with which @text ends, and its arguments; NULL-terminated
 * @expected, @found: used instead of numbers
 * @suggestion: name that may have been meant
 * @check: failed type check, "relu: Expect: x.ndim == 2, Actual: 3 != 2"
 * @inputs: @n_inputs inputs of @who
 *
 * All texts may be NULL. An error owns the texts of its fault.
 */
typedef struct
{
  const RensaFaultCode *code;
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

/* Returns TRUE if the description is @text. */
gboolean rensa_fault_is_text (const RensaFault *fault);

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

/* Returns the fault of an error; an empty one for errors of other domains. */
const RensaFault *rensa_error_get_fault (const GError *error);
/* Attaches a fault to an error with a different message. */
void rensa_error_attach (GError *error, const RensaFault *fault);
/* All of these do nothing without an error. Sets the part with the fault, also in the message. */
void rensa_error_name (GError **error, const char *who);
/* Prepends "@name: " to the text, of which it becomes a part; a name set later precedes both. */
void rensa_error_prefix (GError **error, const char *name);
/* … and the attribute. */
void rensa_error_set_attr (GError **error, const char *who, const char *attr);
/* … and the ends of the connection. */
void rensa_error_set_ends (GError **error, const char *from, const char *to);
/* Adds the explanation @fault to a failed type check. */
void rensa_error_explain (GError **error, const RensaFault *fault);
/* Returns "block/l1": @part (nullable) of the link @path. */
char *rensa_fault_join_link (const char *path, const char *part);
/* Prepends the link, a part of which may be @part, to the message, unless a nested call has done so. */
void rensa_error_set_link (GError **error, const char *path, const char *part);
/* Prepends the place to the message. Returns FALSE. */
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
