/* rensa-attrs.h: the attribute values of one component.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"
#include "rensa-json.h"

G_BEGIN_DECLS

/* A component with values for its attributes; reference-counted, immutable once shared. */
typedef struct _RensaAttrs RensaAttrs;

/* Creates attributes with their defaults; required attributes are unset until they are given. */
RensaAttrs *rensa_attrs_new (const RensaComponent *component);
/* @values: the attribute struct of the component's file; its contents are copied. NULL means None
 *   if that is allowed, else the default. RENSA_ERROR_INVALID if a spec does not allow a value. */
RensaAttrs *rensa_attrs_new_from_values (const RensaComponent *component, gconstpointer values, GError **error);
RensaAttrs *rensa_attrs_ref (RensaAttrs *attrs);
void rensa_attrs_unref (RensaAttrs *attrs);
/* Returns a deep copy that may be changed. */
RensaAttrs *rensa_attrs_copy (RensaAttrs *attrs);

const RensaComponent *rensa_attrs_get_component (RensaAttrs *attrs);
/* Returns the attribute struct that the component's file declares. */
gconstpointer rensa_attrs_get_values (RensaAttrs *attrs);
const RensaAttrSpec *rensa_component_find_attr (const RensaComponent *component, const char *name);

gboolean rensa_attrs_is_set (RensaAttrs *attrs, const RensaAttrSpec *spec);
gboolean rensa_attrs_is_default (RensaAttrs *attrs, const RensaAttrSpec *spec);

/* Each setter rejects values that the spec does not allow with RENSA_ERROR_INVALID: unknown name
 * (with the nearest one), wrong type, out of range, None if it is not allowed. "Linear: out_size
 * takes an integer of at least 1, but 0 was given." */

/* Sets a JSON value: bool, number, string, null, [..] for ints, {"type": NAME, …attributes} or NAME
 * for a component, the index forms of get_item ({"slice": [start, stop, step]}, {"ellipsis": true},
 * null, integer, [integers]). */
gboolean rensa_attrs_set_json (RensaAttrs *attrs, const char *name, struct json_object *value, GError **error);
/* Sets a value from text as typed by a user: "true", "3", "(2, 2)", "None", "HeNormal(scale=0.5)". */
gboolean rensa_attrs_set_text (RensaAttrs *attrs, const char *name, const char *text, GError **error);
/* Returns TRUE if @text, as typed by a user, is None or null. */
gboolean rensa_text_is_none (const char *text);
/* Sets "ksize=3, pad=1"; NULL or "" changes nothing. */
gboolean rensa_attrs_parse (RensaAttrs *attrs, const char *text, GError **error);
/* Sets all members of @object, except "type" and the names in @skip (NULL-terminated, or NULL),
 * which belong to other code. */
gboolean rensa_attrs_set_members (RensaAttrs *attrs, struct json_object *object, const char *const *skip,
                                  GError **error);
/* Reports the first required attribute without a value. */
gboolean rensa_attrs_check_complete (RensaAttrs *attrs, GError **error);

/* Creates "HeNormal(scale=0.5)" or "HeNormal" of the given kind, or a component from the JSON forms above. */
RensaAttrs *rensa_attrs_new_from_text (RensaComponentKind kind, const char *text, GError **error);
RensaAttrs *rensa_attrs_new_from_json (RensaComponentKind kind, struct json_object *value, const char *const *skip,
                                       GError **error);

/* Returns the value as JSON; owned by the caller (NULL means null). */
struct json_object *rensa_attrs_get_json (RensaAttrs *attrs, const RensaAttrSpec *spec);
/* Returns {"type": NAME, …} with the attributes that differ from their defaults. */
struct json_object *rensa_attrs_to_json (RensaAttrs *attrs);
/* Returns "HeNormal(scale=0.5)", with the attributes that differ from their defaults, which
 * rensa_attrs_new_from_text () parses to the same value; owned by the caller. */
char *rensa_attrs_to_text (RensaAttrs *attrs);
/* Returns the value in Python syntax: True, None, 0.5, (2, 2), 'mean'; initializers.HeNormal() is
 * left to the exporters. */
char *rensa_attrs_get_text (RensaAttrs *attrs, const RensaAttrSpec *spec);

/* Operate on attribute structs directly, for owners that hold them by value (function nodes). */
void rensa_attr_values_copy (const RensaComponent *component, gpointer to, gconstpointer from);
void rensa_attr_values_clear (const RensaComponent *component, gpointer values);

/* Returns {"name", "group", "title", "summary", "formula", "reference", "attrs": [{"name", "type",
 * "default", "required", "none", "min", "max", "unit", "choices", "title", "hint"}]}, as printed by
 * `rensa list --json`. */
struct json_object *rensa_component_to_json (const RensaComponent *component);

/* Return the value of a field of an attribute struct: as rensa_attrs_get_text () does; TRUE if it
 * is not FALSE, 0 or None; the value of an integer, or the number of entries; 0 for None. */
char *rensa_attr_value_get_text (const RensaAttrSpec *spec, gconstpointer value);
gboolean rensa_attr_value_is_on (const RensaAttrSpec *spec, gconstpointer value);
gint64 rensa_attr_value_count (const RensaAttrSpec *spec, gconstpointer value);

/* Creates an array for an attribute, in the memory of the host, independent of the current device. */
RensaArray *rensa_attr_array_new (RensaDtype dtype, const RensaShape *shape, gconstpointer data, GError **error);
/* Returns all numbers of an array attribute. */
double *rensa_attr_array_dup_numbers (RensaArray *array);

/* Expands a tuple attribute for @n axes: a bare integer applies to all of them, None means
 * @fallback (each). FALSE with RENSA_ERROR_INVALID, naming @name, if the tuple has another length. */
gboolean rensa_ints_expand (const RensaInts *ints, int n, gint64 fallback, const char *name, gint64 *values,
                            GError **error);

/* Formats @value with the fewest digits that read back as the same, as Python does: "0.5", "1e-05",
 * "1.0", "inf". */
char *rensa_format_double (double value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaAttrs, rensa_attrs_unref)

G_END_DECLS
