/* rensa-attrs.h: the attribute values of one component.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"
#include "rensa-json.h"

G_BEGIN_DECLS

/* A component together with values for its attributes; reference-counted, immutable once shared. */
typedef struct _RensaAttrs RensaAttrs;

/* The defaults; required attributes are unset until they are given. */
RensaAttrs *rensa_attrs_new (const RensaComponent *component);
/* @values: the attribute struct of the component's file; what it holds is copied. NULL stands for None where that is allowed, else
 * for the default. RENSA_ERROR_INVALID where a spec does not allow a value. */
RensaAttrs *rensa_attrs_new_from_values (const RensaComponent *component, gconstpointer values, GError **error);
RensaAttrs *rensa_attrs_ref (RensaAttrs *attrs);
void rensa_attrs_unref (RensaAttrs *attrs);
/* A deep copy that may be changed. */
RensaAttrs *rensa_attrs_copy (RensaAttrs *attrs);

const RensaComponent *rensa_attrs_get_component (RensaAttrs *attrs);
/* The attribute struct that the component's file declares. */
gconstpointer rensa_attrs_get_values (RensaAttrs *attrs);
const RensaAttrSpec *rensa_component_find_attr (const RensaComponent *component, const char *name);

gboolean rensa_attrs_is_set (RensaAttrs *attrs, const RensaAttrSpec *spec);
gboolean rensa_attrs_is_default (RensaAttrs *attrs, const RensaAttrSpec *spec);

/* Each setter rejects what the spec does not allow with RENSA_ERROR_INVALID: unknown name (with the nearest one), wrong
 * type, out of range, None where it is not allowed.  "Linear: out_size takes an integer of at least 1, but 0 was given." */

/* From a JSON value: bool, number, string, null, [..] for ints, {"type": NAME, …attributes} or NAME for a component, the
 * index forms of get_item ({"slice": [start, stop, step]}, {"ellipsis": true}, null, integer, [integers]). */
gboolean rensa_attrs_set_json (RensaAttrs *attrs, const char *name, struct json_object *value, GError **error);
/* From text as a person types it: "true", "3", "(2, 2)", "None", "HeNormal(scale=0.5)". */
gboolean rensa_attrs_set_text (RensaAttrs *attrs, const char *name, const char *text, GError **error);
/* Whether @text, as a person types it, is None or null. */
gboolean rensa_text_is_none (const char *text);
/* "ksize=3, pad=1"; NULL or "" changes nothing. */
gboolean rensa_attrs_parse (RensaAttrs *attrs, const char *text, GError **error);
/* All members of @object, except "type" and, in @skip (NULL-terminated, or NULL), what belongs to somebody else. */
gboolean rensa_attrs_set_members (RensaAttrs *attrs, struct json_object *object, const char *const *skip,
                                  GError **error);
/* Names the first required attribute without a value. */
gboolean rensa_attrs_check_complete (RensaAttrs *attrs, GError **error);

/* "HeNormal(scale=0.5)" or "HeNormal" of the given kind, or the JSON forms above. */
RensaAttrs *rensa_attrs_new_from_text (RensaComponentKind kind, const char *text, GError **error);
RensaAttrs *rensa_attrs_new_from_json (RensaComponentKind kind, struct json_object *value, const char *const *skip,
                                       GError **error);

/* The value as JSON; owned by the caller (NULL stands for null). */
struct json_object *rensa_attrs_get_json (RensaAttrs *attrs, const RensaAttrSpec *spec);
/* {"type": NAME, …} with the attributes that differ from their defaults. */
struct json_object *rensa_attrs_to_json (RensaAttrs *attrs);
/* "HeNormal(scale=0.5)", with the attributes that differ from their defaults, which rensa_attrs_new_from_text () reads as the same; owned by
 * the caller. */
char *rensa_attrs_to_text (RensaAttrs *attrs);
/* The value as Python writes it: True, None, 0.5, (2, 2), 'mean', initializers.HeNormal() is left to the exporters. */
char *rensa_attrs_get_text (RensaAttrs *attrs, const RensaAttrSpec *spec);

/* The attribute structs themselves, for those who hold them by value (function nodes). */
void rensa_attr_values_copy (const RensaComponent *component, gpointer to, gconstpointer from);
void rensa_attr_values_clear (const RensaComponent *component, gpointer values);

/* {"name", "group", "title", "summary", "formula", "reference", "attrs": [{"name", "type", "default", "required", "none",
 * "min", "max", "unit", "choices", "title", "hint"}]}: what `rensa list --json` prints. */
struct json_object *rensa_component_to_json (const RensaComponent *component);

/* The value of a field of an attribute struct: as rensa_attrs_get_text () writes it; whether it is anything but FALSE, 0 or None;
 * the number that an integer is, or how many entries there are; 0 for None. */
char *rensa_attr_value_get_text (const RensaAttrSpec *spec, gconstpointer value);
gboolean rensa_attr_value_is_on (const RensaAttrSpec *spec, gconstpointer value);
gint64 rensa_attr_value_count (const RensaAttrSpec *spec, gconstpointer value);

/* An array for an attribute: in the memory of the host, whichever device is the current one. */
RensaArray *rensa_attr_array_new (RensaDtype dtype, const RensaShape *shape, gconstpointer data, GError **error);
/* The numbers of an array attribute, as many as it has. */
double *rensa_attr_array_dup_numbers (RensaArray *array);

/* The entries of a tuple attribute for @n axes: a bare integer stands for all of them, None for @fallback (each).  FALSE with
 * RENSA_ERROR_INVALID, naming @name, where the tuple has another length. */
gboolean rensa_ints_expand (const RensaInts *ints, int n, gint64 fallback, const char *name, gint64 *values,
                            GError **error);

/* The fewest digits that give @value again, as Python prints them: "0.5", "1e-05", "1.0", "inf". */
char *rensa_format_double (double value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaAttrs, rensa_attrs_unref)

G_END_DECLS
