/* rensa-document-private.h: the form of documents.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document-values.h"
#include "rensa-document.h"
#include "rensa-fault.h"
#include "rensa-wording.h"

G_BEGIN_DECLS

/* Which names the values of "weights" have in their file; see rensa_document_read_weights_map (). */
#define RENSA_WEIGHTS_MAP "weights_map"

/* How deep a document may be nested. */
#define RENSA_DOCUMENT_MAX_DEPTH 64
#define RENSA_DOCUMENT_MAX_BYTES (16 * 1024 * 1024)

/* Messages start in lower case, for the caller to put the place before them. */
struct json_object *rensa_document_parse_json (const char *text, gsize length, GError **error);
/* A value that fits into a line on one line, other objects and arrays with one member a line. */
char *rensa_document_write_json (struct json_object *json);

/**
 * RensaFieldForm:
 * @RENSA_FIELD_OBJECT: an object of plain values and further fields
 * @RENSA_FIELD_COMPONENT: {"type": NAME, "attrs": {…}}, or the text NAME(…)
 * @RENSA_FIELD_COMPONENTS: an array of those
 * @RENSA_FIELD_OBJECTS: an array of objects
 * @RENSA_FIELD_MODEL: nodes and edges
 * @RENSA_FIELD_MODELS: an object of those, by their names
 */
typedef enum
{
  RENSA_FIELD_OBJECT,
  RENSA_FIELD_COMPONENT,
  RENSA_FIELD_COMPONENTS,
  RENSA_FIELD_OBJECTS,
  RENSA_FIELD_MODEL,
  RENSA_FIELD_MODELS,
} RensaFieldForm;

/**
 * RensaField:
 * @format: the only form of documents that has it; 0: all of them
 * @kind: of a component
 * @allow_none: null is allowed
 * @settings: (nullable): its plain values, seen as the attributes of a component
 * @members: (nullable): its further fields, ended by one without a name; of each component in a list
 * @initial: (nullable): the JSON that stands for a missing field; without it the field is required unless None is
 * allowed
 * @fresh: (nullable): the JSON that a new document has there; without it that which a missing field stands for
 */
typedef struct _RensaField RensaField;
struct _RensaField
{
  const char *name;
  int format;
  RensaFieldForm form;
  RensaComponentKind kind;
  gboolean allow_none;
  const RensaComponent *settings;
  const RensaField *members;
  const char *initial;
  const char *fresh;
};

typedef struct
{
  double fraction;
  gboolean shuffle;
  gint64 seed;
  gboolean stratified;
  gint64 parts;
  gint64 part;
} RensaSplit;

typedef struct
{
  char *name;
  gint64 repeat;
  gboolean frozen;
} RensaNodeSettings;

typedef struct
{
  gboolean frozen;
} RensaModelSettings;

typedef struct
{
  char *name;
  gint64 priority;
  gboolean call_before_training;
} RensaExtensionSettings;

/* @models: names with commas between them; NULL: all of them. */
typedef struct
{
  char *name;
  char *node;
  char *models;
  gint64 every;
  gboolean fresh;
} RensaLossSettings;

typedef struct
{
  char *name;
  char *node;
} RensaReportSettings;

/* The number that the document itself gives its form. */
int rensa_json_get_format (struct json_object *document);

/* The whole document, and a node of its model. */
extern const RensaField rensa_document_field;
extern const RensaField rensa_node_field;
/* What one of "models" has beside its nodes. */
extern const RensaComponent rensa_model_settings;

/* NULL where there is no such member. */
const RensaField *rensa_field_find (const RensaField *field, const char *name);
/* Likewise, and where @json, which @field is about, is a document of a form that has none. */
const RensaField *rensa_field_find_in (const RensaField *field, struct json_object *json, const char *name);
/* Of a list: one of its elements. */
RensaField rensa_field_get_element (const RensaField *field);
/* The list of components at a path of fields ("hooks", "data.preprocessing", "losses.0.hooks"), and the object that it is in, *@parent being that of the
 * document before; NULL where there is no such list. */
const RensaField *rensa_field_find_list (const char *path, struct json_object **parent);
/* The member @name of @object, which may be NULL; NULL for null, too. */
struct json_object *rensa_json_get_member (struct json_object *object, const char *name);
/* The member, a new reference; the field's initial value where it is missing.  *@is_none tells null. */
struct json_object *rensa_field_get (const RensaField *field, struct json_object *object, gboolean *is_none);

/* What a new document has there; NULL where the field is left out. */
struct json_object *rensa_field_make_fresh (const RensaField *field);

/* The element that is called @name, by its name, its number or its type, in this order; -1 where there is none. */
int rensa_json_find_element (struct json_object *array, const char *name);

/* Whether @type is one that holds a model of its own. */
gboolean rensa_is_nesting_type (const char *type);
/* Whether the nodes inside call one another in the order in which they stand. */
gboolean rensa_is_sequence_type (const char *type);
/* The kind of component that a node of @type is; NULL with the nearest name of a link or function. */
const RensaComponent *rensa_node_find_component (const char *type, RensaComponentKind *kind, GError **error);

/* A component in the form of a document. @kind is passed over for nodes, which are links or functions. Missing
 * attributes are no error. */
RensaAttrs *rensa_field_read_component (const RensaField *field, struct json_object *json, GError **error);
/* Takes what is wrong with attribute @attr or, with NULL, with the component as a whole. */
typedef void (*RensaFieldFunc) (gpointer data, const char *attr, GError *error);
/* Wrong attributes keep their defaults; NULL where it is not even known which component it is. */
RensaAttrs *rensa_field_read_tolerantly (const RensaField *field, struct json_object *json, RensaFieldFunc func,
                                         gpointer data);
/* The first required attribute without a value; NULL where there is none. */
const char *rensa_attrs_find_missing (RensaAttrs *attrs);
/* {"type": …, "attrs": {…}} */
struct json_object *rensa_attrs_to_document (RensaAttrs *attrs);
/* The plain values of an object; members that @settings does not have are passed over. */
RensaAttrs *rensa_settings_read (const RensaComponent *settings, struct json_object *json, GError **error);

/* Puts "@place: " before the message; returns FALSE. */
gboolean rensa_prefix_place (GError **error, const char *place);

G_END_DECLS
