/* rensa-attrs-private.h: what the types of attributes do with their values.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"
#include "rensa-attrs.h"
#include "rensa-wording.h"

G_BEGIN_DECLS

/* How deep brackets or JSON values may be nested; as json-c's own parser has it. */
#define RENSA_ATTR_MAX_DEPTH 32

/* The first double beyond gint64. */
#define RENSA_INT64_BOUND 9223372036854775808.0

/**
 * RensaAttrOps:
 * @name: "bool", "int" …
 * @size: of the field
 * @set_none: stores what stands for None; NULL where the type has no None
 * @is_none: whether a value is that; NULL with @set_none
 * @set_initial: stores the default that a spec without text gives; zeros are a default where it is NULL
 * @describe: what is taken, after "takes": "an integer of at least 1"
 * @from_json: stores an owned value into zeroed memory
 * @from_text: the same from text
 * @to_json: a JSON value of a value that is not None
 * @to_text: appends a value that is not None as Python writes it
 * @own: makes a copy out of what was copied byte by byte; NULL where that is one
 * @clear: frees what a value owns; zeros own nothing; NULL where no value does
 * @equal: whether two values are the same; both may be None
 * @in_range: whether a value lies between the spec's min and max; NULL where every value does
 *
 * The errors of @from_json and @from_text read on after the attribute's name: " takes … but … was given.", ": …".
 */
typedef struct
{
  const char *name;
  gsize size;
  void (*set_none) (gpointer value);
  gboolean (*is_none) (gconstpointer value);
  void (*set_initial) (const RensaAttrSpec *spec, gpointer value);
  char *(*describe) (const RensaAttrSpec *spec);
  gboolean (*from_json) (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error);
  gboolean (*from_text) (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error);
  struct json_object *(*to_json) (gconstpointer value, const RensaAttrSpec *spec);
  void (*to_text) (gconstpointer value, const RensaAttrSpec *spec, GString *text);
  void (*own) (gpointer value);
  void (*clear) (gpointer value);
  gboolean (*equal) (gconstpointer a, gconstpointer b);
  gboolean (*in_range) (const RensaAttrSpec *spec, gconstpointer value);
} RensaAttrOps;

extern const RensaAttrOps rensa_attr_ops_ints;
extern const RensaAttrOps rensa_attr_ops_index;
extern const RensaAttrOps rensa_attr_ops_array;
extern const RensaAttrOps rensa_attr_ops_component;

const RensaAttrOps *rensa_attr_get_ops (const RensaAttrSpec *spec);

/* Zeroed memory to build a value of any type in. */
typedef union
{
  gint64 integer;
  double real;
  gpointer pointer;
  RensaInts ints;
  RensaIndex index;
} RensaAttrValue;

/* What every type does alike.  The values of the setters are zeroed memory. */
gboolean rensa_attr_allows_none (const RensaAttrSpec *spec);
gboolean rensa_attr_is_none (const RensaAttrSpec *spec, gconstpointer value);
void rensa_attr_set_default (const RensaAttrSpec *spec, gpointer value);
gboolean rensa_attr_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error);
gboolean rensa_attr_from_text (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error);
struct json_object *rensa_attr_to_json (const RensaAttrSpec *spec, gconstpointer value);
void rensa_attr_to_text (const RensaAttrSpec *spec, gconstpointer value, GString *text);
void rensa_attr_own (const RensaAttrSpec *spec, gpointer value);
void rensa_attr_clear (const RensaAttrSpec *spec, gpointer value);

/* For the types whose text is read as a literal and then as its JSON value. */
gboolean rensa_attr_from_literal (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error);
/* rensa_json_get_integer () with an error: what stands in @whole is rejected, or @json is too large. */
gboolean rensa_attr_read_integer (const RensaAttrSpec *spec, struct json_object *json, gint64 *value,
                                  struct json_object *whole, GError **error);
/* A number other than NaN, or the string "inf" or "-inf". */
gboolean rensa_attr_read_real (struct json_object *json, double *real);

/* What a string attribute takes: "text in UTF-8", "the name of a reported value". */
char *rensa_string_describe (const RensaAttrSpec *spec);
/* Whether @text may stand for what @role says; the error is a fault without the attribute. */
gboolean rensa_string_check_role (const char *text, RensaStringRole role, GError **error);

/* Pieces of messages. */

/* "\"sum\", \"mean\" or \"no\"" */
char *rensa_join_choices (const char *const *choices);
/* "an initializer" */
char *rensa_component_kind_with_article (RensaComponentKind kind);
/* @what, followed by " of at least 1" or the like. */
char *rensa_describe_range (const RensaAttrSpec *spec, const char *what);
gboolean rensa_range_is_open_below (const RensaAttrSpec *spec);
gboolean rensa_range_is_open_above (const RensaAttrSpec *spec);
gboolean rensa_range_holds (const RensaAttrSpec *spec, double value);
/* These return FALSE with a fault, which rensa_error_set_attr () completes: that it "takes … but … was given"; for a reason
 * that stands in another error, which is freed; that of @most entries @n were given. */
gboolean rensa_attr_reject (const RensaAttrSpec *spec, struct json_object *given, GError **error);
gboolean rensa_attr_fail_for (GError *reason, GError **error);
gboolean rensa_attr_fail_long (RensaFaultCode code, gint64 most, gsize n, GError **error);

/* Text. */

/* The pieces of @text between those of @separator that stand outside brackets and quotes, without spaces around them;
 * no piece for empty text.  A separator at the end gives an empty last piece.  NULL with a sentence where brackets or
 * quotes do not match or are nested too deeply. */
GStrv rensa_text_split (const char *text, char separator, GError **error);
/* A Python literal as JSON: numbers, True, None (NULL), tuples and lists, 'text', words as text, slices and the
 * ellipsis as get_item has them.  @is_list, where given, tells a list in square brackets from a tuple. */
gboolean rensa_text_read_literal (const char *text, struct json_object **json, gboolean *is_list, GError **error);
/* Text that may stand in quotes. */
char *rensa_text_read_string (const char *text, GError **error);
/* Appends @string in single quotes. */
void rensa_text_append_quoted (GString *text, const char *string);

G_END_DECLS
