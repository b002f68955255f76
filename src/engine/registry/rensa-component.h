/* rensa-component.h: what every pluggable thing tells about itself.
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
 * What an attribute holds, and the type of its field in the attribute struct.  In brackets what stands for None.
 *
 * @RENSA_ATTR_BOOL: gboolean
 * @RENSA_ATTR_INT: gint64 [%RENSA_INT_NONE]
 * @RENSA_ATTR_FLOAT: double [NaN]
 * @RENSA_ATTR_STRING: char *, owned [NULL]
 * @RENSA_ATTR_CHOICE: int, an index into choices
 * @RENSA_ATTR_INTS: RensaInts [n == %RENSA_INTS_NONE]; a bare integer is kept as such
 * @RENSA_ATTR_DTYPE: RensaDtype
 * @RENSA_ATTR_INDEX: RensaIndex, owned arrays
 * @RENSA_ATTR_ARRAY: RensaArray *, owned: a number or nested tuples of numbers, int64 where all are integers, else float64
 *   [NULL]; @initial_text holds the default
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
 * What a string attribute stands for, and what is refused in it therefore.
 *
 * @RENSA_STRING_TEXT: text in UTF-8; it never becomes a part of a path that is written
 * @RENSA_STRING_NAME: a plain name: no slashes, no control characters, no dot at its start
 * @RENSA_STRING_FILE_NAME: the plain name of a file in the folder of results, none that Rensa itself uses there
 * @RENSA_STRING_FILE_PATTERN: the same, in which {.updater.iteration} and {.updater.epoch} are filled in
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
 * What of a document a string attribute names, so that its values can be listed.
 *
 * @RENSA_NAMES_NOTHING: the string is free text
 * @RENSA_NAMES_REPORT: a reported value: "main/loss"
 * @RENSA_NAMES_LOGGED: a column of the log: a reported value, "epoch", "iteration" or "elapsed_time"
 * @RENSA_NAMES_NEW_REPORT: the value that the component itself reports; any name will do
 * @RENSA_NAMES_SETTING: a number of the main optimizer: "lr"
 * @RENSA_NAMES_OPTIMIZER: an optimizer: "main"
 * @RENSA_NAMES_LINK: a link by its path in the main target: "predictor/l1"
 * @RENSA_NAMES_WORD_LINK: such a link whose first parameter has a row for each word of the vocabulary
 * @RENSA_NAMES_TARGET_LINK: a link by its path, which begins with the name of the target: "main/predictor/l1"
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

/* A NumPy index expression: slices, and integer arrays where @arrays[i] is not NULL. */
#define RENSA_INDEX_MAX 16
typedef struct
{
  int n;
  gboolean is_tuple; /* x[1,] and x[1] mean the same, but are written as they came */
  RensaSlice slices[RENSA_INDEX_MAX];
  RensaArray *arrays[RENSA_INDEX_MAX];
} RensaIndex;

/**
 * RensaAttrSpec:
 * @name: as Chainer's argument is called
 * @type: see #RensaAttrType
 * @offset: of the field in the attribute struct
 * @required: there is no default
 * @allow_none: None is allowed
 * @none: None is the default
 * @initial: the default of a bool, int, float, choice (its index), dtype, or of every entry of ints; of a required attribute: what it begins with
 *   when somebody adds the component, unless it is 0
 * @initial_text: the default of a string, of ints that differ ("(2, 3)"), or of a component ("LeCunNormal"); of a required attribute: what it
 *   begins with when somebody adds the component
 * @start: what it begins with when somebody adds the component, as text, where its default is None but few people want that; or NULL
 * @min: smallest value (of every entry); the range is open where @min == @max
 * @max: largest value
 * @unit: "px", "s" … or NULL
 * @choices: NULL-terminated names
 * @component_kind: what a component attribute takes
 * @fallback: what None means for a component attribute ("LeCunNormal"), or NULL
 * @is_path: a string that names a file to be read
 * @is_folder: … or a folder
 * @role: what a string stands for
 * @names: what a string names
 * @is_list: the string holds several names, separated by commas
 * @is_rare: few people set it: where a component has many attributes, it stands folded behind the others
 * @title: a short name for people
 * @hint: one sentence more, or NULL
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

/* An initializer for first values of parameters; None means what @fallback says. */
#define RENSA_ATTR_INITIALIZER(Struct, field, fallback_text, title_text)                              \
  RENSA_ATTR_ (COMPONENT, Struct, field, .component_kind = RENSA_COMPONENT_INITIALIZER, .none = TRUE, \
               .allow_none = TRUE, .fallback = fallback_text, .is_rare = TRUE, .title = title_text)

/* What a component is written as somewhere else: @target is "chainer", "torch", …; @text the template. */
typedef struct
{
  const char *target;
  const char *text;
} RensaForm;

/* A worked example.  Of a function: inputs and outputs as nested lists, several of them separated by "; ". */
typedef struct
{
  const char *attrs;
  const char *inputs;
  const char *outputs;
} RensaSample;

#define RENSA_SAMPLES(table) .samples = (table), .n_samples = G_N_ELEMENTS (table)

/**
 * RensaComponent:
 * @name: Chainer's
 * @group: where it is listed; NULL for functions that serve the backward pass of others and are not listed, and for kinds
 *   without groups
 * @title: a short name for people
 * @summary: half a sentence for people
 * @words: what else people call it, parted by ";"; a translation may name others
 * @stem: how nodes of it are called ("l" gives l1, l2 …); NULL for the name in small letters
 * @old_names: (array zero-terminated): names under which documents may still have it, or NULL
 * @formula: in plain text
 * @reference: the paper
 * @number: the attribute that a bare number is, where a component of its kind is asked for: 0.5 is Constant (fill_value=0.5)
 * @forms: what it is written as in the peers, ended by a target of NULL; only what was run there
 *
 * The fields with which the class struct of every kind of component begins, so that a class can be seen as a RensaComponent.
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

/* NULL where it has no such form. */
const char *rensa_component_get_form (const RensaComponent *component, const char *target);

/* The registry: tables made by the build, one for each kind, entered once by rensa_init (). */

void rensa_registry_add (RensaComponentKind kind, const RensaComponent *const *table, guint n);
/* By its name or one of its old names.  NULL with RENSA_ERROR_NOT_FOUND, naming the nearest name there is, where no component
 * of that kind has that name. */
const RensaComponent *rensa_registry_find (RensaComponentKind kind, const char *name, GError **error);
/* The link, function or input that nodes of @type are; NULL where there is none. */
const RensaComponent *rensa_registry_find_node (const char *type);
/* The components of a kind, in the order of their table. */
const RensaComponent *const *rensa_registry_list (RensaComponentKind kind, guint *n);
/* "link", "optimizer hook", … */
const char *rensa_component_kind_get_name (RensaComponentKind kind);

G_END_DECLS
