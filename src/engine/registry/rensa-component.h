/* rensa-component.h: descriptions of pluggable components.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"
#include "rensa-group.h"

G_BEGIN_DECLS

/* Marks a text for translation without translating it. */
#ifndef N_
#define N_(String) (String)
#endif

/* Marks a public function of a component's file; the build collects the prototypes with their doc comments. */
#define RENSA_API

typedef enum
{
  RENSA_COMPONENT_FUNCTION,
  RENSA_COMPONENT_LINK,
  RENSA_COMPONENT_INITIALIZER,
  RENSA_COMPONENT_OPTIMIZER,
  RENSA_COMPONENT_OPTIMIZER_HOOK,
  RENSA_COMPONENT_DATASET,
  RENSA_COMPONENT_TRANSFORM,
  RENSA_COMPONENT_ITERATOR,
  RENSA_COMPONENT_ORDER_SAMPLER,
  RENSA_COMPONENT_UPDATER,
  RENSA_COMPONENT_TRIGGER,
  RENSA_COMPONENT_EXTENSION,
  RENSA_COMPONENT_DISTRIBUTION,
  RENSA_COMPONENT_INPUT,
} RensaComponentKind;

#define RENSA_N_COMPONENT_KINDS (RENSA_COMPONENT_INPUT + 1)

/**
 * RensaAttrType:
 *
 * Type of an attribute, and of its field in the attribute struct. The value that represents None is
 * in brackets.
 *
 * @RENSA_ATTR_BOOL: gboolean
 * @RENSA_ATTR_INT: gint64 [%RENSA_INT_NONE]
 * @RENSA_ATTR_FLOAT: double [NaN]
 * @RENSA_ATTR_STRING: char *, owned [NULL]
 * @RENSA_ATTR_CHOICE: int, an index into choices
 * @RENSA_ATTR_INTS: RensaInts [n == %RENSA_INTS_NONE]; a bare integer is kept as such
 * @RENSA_ATTR_DTYPE: RensaDtype
 * @RENSA_ATTR_INDEX: RensaIndex, owned arrays
 * @RENSA_ATTR_ARRAY: RensaArray *, owned: a number or nested tuples of numbers, int64 if all are
 *   integers, else float64 [NULL]; @initial_text holds the default
 * @RENSA_ATTR_COMPONENT: RensaAttrs *, owned: another component with its attributes [NULL]
 */
typedef enum
{
  RENSA_ATTR_TYPE_BOOL,
  RENSA_ATTR_TYPE_INT,
  RENSA_ATTR_TYPE_FLOAT,
  RENSA_ATTR_TYPE_STRING,
  RENSA_ATTR_TYPE_CHOICE,
  RENSA_ATTR_TYPE_INTS,
  RENSA_ATTR_TYPE_DTYPE,
  RENSA_ATTR_TYPE_INDEX,
  RENSA_ATTR_TYPE_ARRAY,
  RENSA_ATTR_TYPE_COMPONENT,
} RensaAttrType;

#define RENSA_INT_NONE G_MININT64

/**
 * RensaStringRole:
 *
 * Meaning of a string attribute, which determines the rejected values.
 *
 * @RENSA_STRING_TEXT: text in UTF-8; it never becomes part of a path that is written
 * @RENSA_STRING_NAME: a plain name: no slashes, no control characters, no leading dot
 * @RENSA_STRING_FILE_NAME: the plain name of a file in the folder of results, none that Rensa
 *   itself uses there
 * @RENSA_STRING_FILE_PATTERN: the same, in which {.updater.iteration} and {.updater.epoch} are
 *   replaced
 */
typedef enum
{
  RENSA_STRING_TEXT,
  RENSA_STRING_NAME,
  RENSA_STRING_FILE_NAME,
  RENSA_STRING_FILE_PATTERN,
} RensaStringRole;

/**
 * RensaNames:
 *
 * Kind of names that a string attribute can hold, so that its possible values in a document can be
 * listed.
 *
 * @RENSA_NAMES_NOTHING: the string is free text
 * @RENSA_NAMES_REPORT: a reported value: "main/loss"
 * @RENSA_NAMES_LOGGED: a column of the log: a reported value, "epoch", "iteration" or
 *   "elapsed_time"
 * @RENSA_NAMES_NEW_REPORT: the value that the component itself reports; any name is valid
 * @RENSA_NAMES_SETTING: a number of the main optimizer: "lr"
 * @RENSA_NAMES_OPTIMIZER: an optimizer: "main"
 * @RENSA_NAMES_LINK: a link by its path in the main target: "predictor/l1"
 * @RENSA_NAMES_WORD_LINK: such a link whose first parameter has a row for each word of the
 *   vocabulary
 * @RENSA_NAMES_TARGET_LINK: a link by its path, which begins with the name of the target:
 *   "main/predictor/l1"
 * @RENSA_NAMES_MODEL: a model that the step calls: "encoder"
 * @RENSA_NAMES_NODE: a node of a model: "attention1"
 * @RENSA_NAMES_WORD: a word of the vocabulary
 * @RENSA_NAMES_LOG: an extension LogReport
 */
typedef enum
{
  RENSA_NAMES_NOTHING,
  RENSA_NAMES_REPORT,
  RENSA_NAMES_LOGGED,
  RENSA_NAMES_NEW_REPORT,
  RENSA_NAMES_SETTING,
  RENSA_NAMES_OPTIMIZER,
  RENSA_NAMES_LINK,
  RENSA_NAMES_WORD_LINK,
  RENSA_NAMES_TARGET_LINK,
  RENSA_NAMES_MODEL,
  RENSA_NAMES_NODE,
  RENSA_NAMES_WORD,
  RENSA_NAMES_LOG,
} RensaNames;

#define RENSA_N_NAMES (RENSA_NAMES_LOG + 1)

/* A NumPy index expression: slices, and integer arrays if @arrays[i] is not NULL. */
#define RENSA_INDEX_MAX 16
typedef struct
{
  int n;
  gboolean is_tuple; /* x[1,] and x[1] are equivalent, but are written as they were read */
  RensaSlice slices[RENSA_INDEX_MAX];
  RensaArray *arrays[RENSA_INDEX_MAX];
} RensaIndex;

/**
 * RensaAttrSpec:
 * @name: the name of Chainer's argument
 * @type: see #RensaAttrType
 * @offset: offset of the field in the attribute struct
 * @required: there is no default
 * @allow_none: None is allowed
 * @none: None is the default
 * @initial: the default of a bool, int, float, choice (its index), dtype, or of every entry of
 *   ints; for a required attribute: its initial value in a newly added component, unless it is 0
 * @initial_text: the default of a string, of ints that differ ("(2, 3)"), or of a component
 *   ("LeCunNormal"); for a required attribute: its initial value in a newly added component
 * @start: its initial value in a newly added component, as text, if its default is None but rarely
 *   wanted; or NULL
 * @min: smallest value (of every entry); the range is unlimited if @min == @max
 * @max: largest value
 * @unit: "px", "s" … or NULL
 * @choices: NULL-terminated names
 * @component_kind: the kind of a component attribute
 * @fallback: the meaning of None for a component attribute ("LeCunNormal"), or NULL
 * @is_path: a string that names a file to be read
 * @is_folder: … or a folder
 * @role: the meaning of a string
 * @names: the kind of name in a string
 * @is_list: the string contains several names, separated by commas
 * @is_rare: rarely set: if a component has many attributes, this one is collapsed below the others
 * @title: a short display name
 * @hint: one more sentence, or NULL
 */
typedef struct
{
  const char *name;
  RensaAttrType type;
  gsize offset;
  gboolean required;
  gboolean allow_none;
  gboolean none;
  double initial;
  const char *initial_text;
  const char *start;
  double min;
  double max;
  const char *unit;
  const char *const *choices;
  RensaComponentKind component_kind;
  const char *fallback;
  gboolean is_path;
  gboolean is_folder;
  RensaStringRole role;
  RensaNames names;
  gboolean is_list;
  gboolean is_rare;
  const char *title;
  const char *hint;
} RensaAttrSpec;

#define RENSA_ATTR_(Type, Struct, field, ...)                                                              \
  {                                                                                                        \
    .name = #field, .type = RENSA_ATTR_TYPE_##Type, .offset = G_STRUCT_OFFSET (Struct, field), __VA_ARGS__ \
  }
#define RENSA_ATTR_BOOL(Struct, field, ...) RENSA_ATTR_ (BOOL, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_INT(Struct, field, ...) RENSA_ATTR_ (INT, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_FLOAT(Struct, field, ...) RENSA_ATTR_ (FLOAT, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_STRING(Struct, field, ...) RENSA_ATTR_ (STRING, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_NAME(Struct, field, ...) RENSA_ATTR_ (STRING, Struct, field, .role = RENSA_STRING_NAME, __VA_ARGS__)
#define RENSA_ATTR_FILE_NAME(Struct, field, ...) \
  RENSA_ATTR_ (STRING, Struct, field, .role = RENSA_STRING_FILE_NAME, __VA_ARGS__)
#define RENSA_ATTR_FILE_PATTERN(Struct, field, ...) \
  RENSA_ATTR_ (STRING, Struct, field, .role = RENSA_STRING_FILE_PATTERN, __VA_ARGS__)
#define RENSA_ATTR_CHOICE(Struct, field, ...) RENSA_ATTR_ (CHOICE, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_INTS(Struct, field, ...) RENSA_ATTR_ (INTS, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_DTYPE(Struct, field, ...) RENSA_ATTR_ (DTYPE, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_INDEX(Struct, field, ...) RENSA_ATTR_ (INDEX, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_ARRAY(Struct, field, ...) RENSA_ATTR_ (ARRAY, Struct, field, __VA_ARGS__)
#define RENSA_ATTR_COMPONENT(Struct, field, ...) RENSA_ATTR_ (COMPONENT, Struct, field, __VA_ARGS__)

/* An initializer for the initial values of parameters; None means @fallback. */
#define RENSA_ATTR_INITIALIZER(Struct, field, fallback_text, title_text)                              \
  RENSA_ATTR_ (COMPONENT, Struct, field, .component_kind = RENSA_COMPONENT_INITIALIZER, .none = TRUE, \
               .allow_none = TRUE, .fallback = fallback_text, .is_rare = TRUE, .title = title_text)

/* Representation of a component elsewhere: @target is "chainer", "torch", …; @text the template. */
typedef struct
{
  const char *target;
  const char *text;
} RensaForm;

/* A worked example. For a function: inputs and outputs as nested lists, several of them separated by "; ". */
typedef struct
{
  const char *attrs;
  const char *inputs;
  const char *outputs;
} RensaSample;

#define RENSA_SAMPLES(table) .samples = (table), .n_samples = G_N_ELEMENTS (table)

/**
 * RensaComponent:
 * @name: Chainer's name
 * @group: the group that lists it; NULL for functions that serve the backward pass of others and
 *   are not listed, and for kinds without groups
 * @title: a short display name
 * @summary: half a sentence for users
 * @words: synonyms, separated by ";"; a translation may use others
 * @stem: stem of the names of its nodes ("l" gives l1, l2 …); NULL for the name in lower case
 * @old_names: (array zero-terminated): former names that documents may still use, or NULL
 * @formula: formula in plain text
 * @reference: the paper
 * @number: the attribute that a bare number sets if it is used for a component of this kind: 0.5 is
 *   Constant (fill_value=0.5)
 * @forms: its representations in the peers, terminated by a target of NULL; only tested ones
 *
 * The first fields of the class struct of every kind of component, so that a class can be used as a
 * RensaComponent.
 */
#define RENSA_COMPONENT_FIELDS  \
  const char *name;             \
  const RensaGroup *group;      \
  const char *title;            \
  const char *summary;          \
  const char *words;            \
  const char *stem;             \
  const char *const *old_names; \
  const char *formula;          \
  const char *reference;        \
  const char *number;           \
  const RensaForm *forms;       \
  const RensaAttrSpec *attrs;   \
  guint n_attrs;                \
  gsize attrs_size;

typedef struct
{
  RENSA_COMPONENT_FIELDS
} RensaComponent;

/* Every class struct begins with RENSA_COMPONENT_FIELDS. */
#define RENSA_COMPONENT(class) ((const RensaComponent *) (class))

/* For .attrs and .n_attrs of a class. */
#define RENSA_ATTRS(Struct, specs) .attrs = (specs), .n_attrs = G_N_ELEMENTS (specs), .attrs_size = sizeof (Struct)
#define RENSA_FORMS(...)        \
  .forms = (const RensaForm[])  \
  {                             \
    __VA_ARGS__, { NULL, NULL } \
  }
#define RENSA_OLD_NAMES(...) \
  .old_names = (const char *const[]) { __VA_ARGS__, NULL }

/* Returns NULL if it has no such form. */
const char *rensa_component_get_form (const RensaComponent *component, const char *target);

/* The registry: tables generated by the build, one for each kind, added once by rensa_init (). */

void rensa_registry_add (RensaComponentKind kind, const RensaComponent *const *table, guint n);
/* Finds a component by its name or one of its old names. NULL with RENSA_ERROR_NOT_FOUND, naming
 * the nearest existing name, if no component of that kind has that name. */
const RensaComponent *rensa_registry_find (RensaComponentKind kind, const char *name, GError **error);
/* Returns the link, function or input for nodes of @type; NULL if there is none. */
const RensaComponent *rensa_registry_find_node (const char *type);
/* Returns the components of a kind, in the order of their table. */
const RensaComponent *const *rensa_registry_list (RensaComponentKind kind, guint *n);
/* "link", "optimizer hook", … */
const char *rensa_component_kind_get_name (RensaComponentKind kind);

G_END_DECLS
