/* rensa-document-fields.h: the structure of documents.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-document-values.h"
#include "rensa-document.h"
#include "rensa-fault.h"
#include "rensa-wording.h"

G_BEGIN_DECLS

/* Maps the names of the values of "weights" to those in their file; see
 * rensa_document_read_weights_map (). */
#define RENSA_WEIGHTS_MAP "weights_map"

/* Maximum nesting depth and size of a document. */
#define RENSA_DOCUMENT_MAX_DEPTH 64
#define RENSA_DOCUMENT_MAX_BYTES (16 * 1024 * 1024)

/* How to share and release what a higher layer read from a document. */
typedef struct
{
  gpointer (*ref) (gpointer reading);
  void (*unref) (gpointer reading);
} RensaReadingClass;

/* Returns what a higher layer read from the document, NULL at first; borrowed until the next call
 * of rensa_document_take_reading (). Sets *@is_current to FALSE if the document may have changed since. */
gpointer rensa_document_get_reading (RensaDocument *document, gboolean *is_current);
/* Takes ownership of @reading, which describes the document until its next change and is shared with
 * copies of the document. The last reading is released. */
void rensa_document_take_reading (RensaDocument *document, gpointer reading, const RensaReadingClass *reading_class);

/* Error messages start in lower case, so that the caller can prefix them with the place. */
struct json_object *rensa_document_parse_json (const char *text, gsize length, GError **error);
/* Writes a value on one line if it fits, other objects and arrays with one member per line. */
char *rensa_document_write_json (struct json_object *json);

/**
 * RensaFieldForm:
 * @RENSA_FIELD_OBJECT: an object of plain values and further fields
 * @RENSA_FIELD_COMPONENT: {"type": NAME, "attrs": {…}}, or the text NAME(…)
 * @RENSA_FIELD_COMPONENTS: an array of components
 * @RENSA_FIELD_OBJECTS: an array of objects
 * @RENSA_FIELD_MODEL: nodes and edges
 * @RENSA_FIELD_MODELS: an object of models, by name
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
 * @format: the only document format that has the field; 0: all of them
 * @kind: kind of a component
 * @allow_none: null is allowed
 * @keys: (nullable): members that are read in other ways; NULL-terminated
 * @settings: (nullable): its plain values, described like the attributes of a component
 * @members: (nullable): its further fields, terminated by one without a name; those of each
 *   component in a list
 * @initial: (nullable): the JSON value of a missing field; if NULL, the field is required unless
 *   None is allowed
 * @fresh: (nullable): the JSON value in a new document; if NULL, that of a missing field
 */
typedef struct _RensaField RensaField;
struct _RensaField
{
  const char *name;
  int format;
  RensaFieldForm form;
  RensaComponentKind kind;
  gboolean allow_none;
  const char *const *keys;
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
  gboolean keep_together;
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

/* @models: comma-separated names; NULL: all of them. */
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

/* Returns the format number stored in the document. */
int rensa_json_get_format (struct json_object *document);

/* Descriptions of the whole document, and of a node of its model. */
extern const RensaField rensa_document_field;
extern const RensaField rensa_node_field;
/* Settings of an entry of "models" besides its nodes. */
extern const RensaComponent rensa_model_settings;

/* @place: where the field is, "model.nodes.l1.hook"; @fault: names it, and one that may have been meant */
typedef void (*RensaUnknownFieldFunc) (const char *place, const RensaFault *fault, gpointer data);
/* Calls @func for the fields of the document that have no meaning, at any depth, but for no more
 * than 20. */
void rensa_document_foreach_unknown (RensaDocument *document, RensaUnknownFieldFunc func, gpointer data);

/* Returns NULL if there is no such member. */
const RensaField *rensa_field_find (const RensaField *field, const char *name);
/* Same, but also returns NULL if @json, described by @field, is a document whose format lacks
 * the member. */
const RensaField *rensa_field_find_in (const RensaField *field, struct json_object *json, const char *name);
/* Adds the names of the members and settings that @json, described by @field, may have. */
void rensa_field_list_names (const RensaField *field, struct json_object *json, GPtrArray *names);
/* Returns the description of one element of a list. */
RensaField rensa_field_get_element (const RensaField *field);
/* Finds the list of components at a path of fields ("hooks", "data.preprocessing",
 * "losses.0.hooks"), and the object that contains it: *@parent is that of the document on input;
 * NULL if there is no such list. */
const RensaField *rensa_field_find_list (const char *path, struct json_object **parent);
/* Returns the member @name of @object, which may be NULL; NULL also for null. */
struct json_object *rensa_json_get_member (struct json_object *object, const char *name);
/* Returns a new reference to the member, or to the field's initial value if it is missing. Sets
 * *@is_none for null. */
struct json_object *rensa_field_get (const RensaField *field, struct json_object *object, gboolean *is_none);

/* Returns the value in a new document; NULL if the field is omitted. */
struct json_object *rensa_field_make_fresh (const RensaField *field);

/* Returns the index of the element called @name, looked up by name, number or type, in this order;
 * -1 if there is none. */
int rensa_json_find_element (struct json_object *array, const char *name);

/* Returns TRUE if nodes of @type contain a model. */
gboolean rensa_is_nesting_type (const char *type);
/* Returns TRUE if the inner nodes call one another in the order of the list. */
gboolean rensa_is_sequence_type (const char *type);
/* Returns the component, and its kind, of a node of @type; NULL with an error that suggests the
 * nearest name of a link or function. */
const RensaComponent *rensa_node_find_component (const char *type, RensaComponentKind *kind, GError **error);

/* Reads a component as it is written in documents. @kind is ignored for nodes, which are links or
 * functions. Missing attributes are no error. */
RensaAttrs *rensa_field_read_component (const RensaField *field, struct json_object *json, GError **error);
/* Receives an error of attribute @attr or, if NULL, of the component as a whole. */
typedef void (*RensaFieldFunc) (gpointer data, const char *attr, GError *error);
/* Keeps the defaults of invalid attributes; NULL if the component itself is unknown. */
RensaAttrs *rensa_field_read_tolerantly (const RensaField *field, struct json_object *json, RensaFieldFunc func,
                                         gpointer data);
/* Returns the first required attribute without a value; NULL if there is none. */
const char *rensa_attrs_find_missing (RensaAttrs *attrs);
/* {"type": …, "attrs": {…}} */
struct json_object *rensa_attrs_to_document (RensaAttrs *attrs);
/* Reads the plain values of an object; ignores members that @settings lacks. */
RensaAttrs *rensa_settings_read (const RensaComponent *settings, struct json_object *json, GError **error);

/* Puts "@place: " before the message; returns FALSE. */
gboolean rensa_prefix_place (GError **error, const char *place);

G_END_DECLS
