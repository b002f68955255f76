/* rensa-attrs-private.h: operations of the attribute types on their values.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"
#include "rensa-attrs.h"
#include "rensa-wording.h"

G_BEGIN_DECLS

/* Maximum nesting depth of brackets or JSON values; the same as in json-c's own parser. */
#define RENSA_ATTR_MAX_DEPTH 32

/* The first double beyond gint64. */
#define RENSA_INT64_BOUND 9223372036854775808.0

/**
 * RensaAttrOps:
 * @name: "bool", "int" …
 * @size: size of the field
 * @set_none: stores the value that represents None; NULL if the type has no None
 * @is_none: returns TRUE for that value; NULL if @set_none is
 * @set_initial: stores the default of a spec without text; zeros are the default if it is NULL
 * @describe: the accepted values, after "takes": "an integer of at least 1"
 * @from_json: stores an owned value into zeroed memory
 * @from_text: the same from text
 * @to_json: the JSON of a value that is not None
 * @to_text: appends a value that is not None in Python syntax
 * @own: turns a bytewise copy into an independent one; NULL if it is one
 * @clear: frees what a value owns; zeros own nothing; NULL if no value owns anything
 * @equal: returns TRUE if two values are the same; both may be None
 * @in_range: returns TRUE if a value is between the spec's min and max; NULL if every value is
 *
 * The errors of @from_json and @from_text continue after the attribute's name: " takes … but … was
 * given.", ": …".
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

/* Zeroed memory for building a value of any type. */
typedef union
{
  gint64 integer;
  double real;
  gpointer pointer;
  RensaInts ints;
  RensaIndex index;
} RensaAttrValue;

/* Operations common to all types. The setters receive zeroed memory for the value. */
gboolean rensa_attr_allows_none (const RensaAttrSpec *spec);
gboolean rensa_attr_is_none (const RensaAttrSpec *spec, gconstpointer value);
void rensa_attr_set_default (const RensaAttrSpec *spec, gpointer value);
gboolean rensa_attr_from_json (const RensaAttrSpec *spec, struct json_object *json, gpointer value, GError **error);
gboolean rensa_attr_from_text (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error);
struct json_object *rensa_attr_to_json (const RensaAttrSpec *spec, gconstpointer value);
void rensa_attr_to_text (const RensaAttrSpec *spec, gconstpointer value, GString *text);
void rensa_attr_own (const RensaAttrSpec *spec, gpointer value);
void rensa_attr_clear (const RensaAttrSpec *spec, gpointer value);

/* For the types whose text is parsed as a literal and then as its JSON value. */
gboolean rensa_attr_from_literal (const RensaAttrSpec *spec, const char *text, gpointer value, GError **error);
/* The same as rensa_json_get_integer (), but with an error: @whole is rejected, or @json is too large. */
gboolean rensa_attr_read_integer (const RensaAttrSpec *spec, struct json_object *json, gint64 *value,
                                  struct json_object *whole, GError **error);
/* Reads a number other than NaN, or the string "inf" or "-inf". */
gboolean rensa_attr_read_real (struct json_object *json, double *real);

/* Returns a description of the values of a string attribute: "text in UTF-8", "the name of a
 * reported value". */
char *rensa_string_describe (const RensaAttrSpec *spec);
/* Returns TRUE if @text is suitable for @role; the error is a fault without the attribute. */
gboolean rensa_string_check_role (const char *text, RensaStringRole role, GError **error);

/* Pieces of messages. */

/* Returns "\"sum\", \"mean\" or \"no\"". */
char *rensa_join_choices (const char *const *choices);
/* "an initializer" */
char *rensa_component_kind_with_article (RensaComponentKind kind);
/* Returns @what, followed by " of at least 1" or the like. */
char *rensa_describe_range (const RensaAttrSpec *spec, const char *what);
gboolean rensa_range_is_open_below (const RensaAttrSpec *spec);
gboolean rensa_range_is_open_above (const RensaAttrSpec *spec);
gboolean rensa_range_holds (const RensaAttrSpec *spec, double value);
/* These return FALSE with a fault, which rensa_error_set_attr () completes: the attribute "takes …
 * but … was given"; the reason of another error, which is freed; @n entries were given instead of
 * @most. */
gboolean rensa_attr_reject (const RensaAttrSpec *spec, struct json_object *given, GError **error);
gboolean rensa_attr_fail_for (GError *reason, GError **error);
gboolean rensa_attr_fail_long (const RensaFaultCode *code, gint64 most, gsize n, GError **error);

/* Text. */

/* Splits @text at each @separator outside brackets and quotes, and strips spaces; no piece for
 * empty text. A separator at the end gives an empty last piece. NULL with an error if brackets or
 * quotes do not match or are nested too deeply. */
GStrv rensa_text_split (const char *text, char separator, GError **error);
/* Converts a Python literal to JSON: numbers, True, None (NULL), tuples and lists, 'text', words as
 * text, slices and the ellipsis as in get_item. @is_list, if not NULL, distinguishes a list in
 * square brackets from a tuple. */
gboolean rensa_text_read_literal (const char *text, struct json_object **json, gboolean *is_list, GError **error);
/* Reads text with or without quotes. */
char *rensa_text_read_string (const char *text, GError **error);
/* Appends @string in single quotes. */
void rensa_text_append_quoted (GString *text, const char *string);

G_END_DECLS
