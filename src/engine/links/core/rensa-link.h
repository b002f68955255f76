/* rensa-link.h: parameters with the code that uses them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-report-key.h"
#include "rensa-function.h"
#include "rensa-serializer.h"

G_BEGIN_DECLS

/* A Link owns parameters, persistent values and, if it is a Chain, other links, each under a name. Reference-counted;
 * belongs to one thread. */
typedef struct _RensaLink RensaLink;
typedef struct _RensaLinkClass RensaLinkClass;

/* A value that a link class reports, and its meaning. */
typedef struct
{
  const char *name;
  RensaMeasure measure;
} RensaReportSpec;

/**
 * RensaParamSpec:
 * @name: "W"
 * @axes: the extents: attributes, also multiplied or divided: "in_size", "in_channels/groups",
 *   "4*out_size"; an attribute with several numbers gives one extent for each ("shape"); "ksize^2",
 *   which must be last, gives two extents, "ksize^ndim" as many as an attribute specifies
 * @get_shape: (nullable): computes the shape if @axes do not suffice; @inputs are the shapes of a
 *   call, or NULL before the first one; unknown extents are %RENSA_INT_NONE
 * @initializer: (nullable): the attribute with the initializer, or a number for all initial values
 * @first: (nullable): initializer if there is no such attribute: "One"
 * @unless: (nullable): an attribute; the parameter is omitted unless it is FALSE, 0 or None
 * @only_if: (nullable): an attribute; the parameter is omitted if it is FALSE, 0 or None
 * @is_persistent: TRUE if it is saved, but not trained
 *
 * A parameter of a link. It is created with the link if its shape is known, otherwise by the
 * first successful call.
 */
typedef struct
{
  const char *name;
  const char *axes[RENSA_MAX_NDIM + 1];
  gboolean (*get_shape) (gconstpointer values, const RensaShape *inputs, RensaShape *shape, GError **error);
  const char *initializer;
  const char *first;
  const char *unless;
  const char *only_if;
  gboolean is_persistent;
} RensaParamSpec;

/**
 * RensaChildSpec:
 * @name: "upward"; if there are several, with {} for the number: "W_f{}"
 * @klass: its class
 * @attrs: (nullable): its attributes, with settled attributes of the parent in braces:
 *   "in_size={in_size}, out_size={4*out_size}, nobias={not initial_bias}"
 * @describe: (nullable): attributes of child @i that @attrs cannot express, in the same form; owned
 *   by the caller
 * @count: (nullable): the attribute that is their number, or has one entry for each; may be
 *   multiplied: "2*n_layers"
 * @first: number of the first
 * @unless: (nullable): as in RensaParamSpec
 * @only_if: (nullable): as in RensaParamSpec
 * @learns: TRUE if the size inferred in its first call is the one that the parent's class learns
 *
 * One or several children of a link, created with it.
 */
typedef struct
{
  const char *name;
  const RensaLinkClass *klass;
  const char *attrs;
  char *(*describe) (gconstpointer values, int i);
  const char *count;
  int first;
  const char *unless;
  const char *only_if;
  gboolean learns;
} RensaChildSpec;

/**
 * RensaLinkClass:
 * @inputs: names in call order, in the form of RensaFunctionClass
 * @n_outputs: 0 if the call decides
 * @outputs: (nullable): as in RensaFunctionClass
 * @reports: (nullable): values reported by a call that show the progress of training; terminated by
 *   one without a name
 * @params: the parameters, indexed by their position in this table
 * @children: the child links, indexed by their position in this table
 * @carries: names of the values that it carries from one call to the next, until
 *   rensa_link_reset_state (); they are neither saved nor copied
 * @carried_size: the attribute with the number of values per example of each of them
 * @learns: (nullable): the attribute that is inferred from the first call if it is None
 * @learns_from: (nullable): if its own parameters learn it, the axes of the first input whose
 *   product it is: "1"; "1:" for all from axis 1 on; "-1" for the last; "n_batch_axes:" for all
 *   from the axis in that attribute on
 * @count: (nullable): computes it from the shapes of the inputs, instead of @learns_from;
 *   %RENSA_INT_NONE if the link cannot accept them
 * @takes: singular and plural description: "{} value per example", "{} values per example"
 * @only_size: (nullable): the attribute that gets the number if only the one in @learns is given,
 *   like Linear (10), which has ten units in Chainer, too
 * @output_axis: the axis of W with one row per output
 * @dtype: (nullable): the attribute with the dtype of the parameters, which replaces the mode's
 * @samples: results computed elsewhere; the initializers in their attributes give the values of
 *   parameters
 * @settle: (nullable): normalizes attributes that can stand for one another, in a copy of the
 *   attribute struct, and rejects invalid combinations
 * @rule: (nullable): data that distinguishes classes with shared code
 * @state_size: bytes of the link's own state, zeroed; rensa_link_get_state ()
 * @setup: (nullable): adds parts that the tables cannot describe, such as persistent integers
 * @forward1: (nullable): call of a link with one input and one output; returns the output, owned by
 *   the caller
 * @forward: any other call: fills @outputs (at most @max_outputs, owned by the caller) and returns
 *   how many; -1 with an error
 * @copy_state: (nullable): for state that memcpy () cannot copy; the copy has its children and a
 *   zeroed state
 * @clear_state: (nullable): frees the contents of the state
 * @serialize: (nullable): values beyond parameters and persistents
 * @is_planned: TRUE if its state begins with a plan of steps, like that of a Chain
 * @numbers_children: TRUE if children are appended and named "0", "1", …
 * @child_appended: (nullable): called for links that keep a list of the links that they call
 *
 * A link class. Its form "chainer" is the constructor, in which {out_size} is replaced by that
 * attribute; "chainer_call" has the attributes that are arguments of the call in Chainer:
 * "n_batch_axes={n_batch_axes}". Shapes are inferred by a call on the meta device (see
 * rensa-meta-device.h), so only the call determines them.
 */
struct _RensaLinkClass
{
  RENSA_COMPONENT_FIELDS
  const char *const *inputs;
  const RensaReportSpec *reports;
  int n_outputs;
  const char *const *outputs;
  const RensaParamSpec *params;
  guint n_params;
  const RensaChildSpec *children;
  guint n_children;
  const char *const *carries;
  guint n_carries;
  const char *carried_size;
  const char *learns;
  const char *learns_from;
  gint64 (*count) (gconstpointer values, const RensaShape *inputs);
  const char *takes[2];
  const char *only_size;
  int output_axis;
  const char *dtype;
  const RensaSample *samples;
  guint n_samples;
  gboolean (*settle) (gpointer values, GError **error);
  gconstpointer rule;
  gsize state_size;
  gboolean (*setup) (RensaLink *link, GError **error);
  RensaVariable *(*forward1) (RensaLink *link, RensaVariable *x, GError **error);
  int (*forward) (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
                  GError **error);
  gboolean (*copy_state) (RensaLink *link, RensaLink *copy, GError **error);
  void (*clear_state) (RensaLink *link);
  gboolean (*serialize) (RensaLink *link, RensaSerializer *serializer, GError **error);
  gboolean is_planned;
  gboolean numbers_children;
  void (*child_appended) (RensaLink *link, RensaLink *child);
};

#define RENSA_PARAMS(table) .params = (table), .n_params = G_N_ELEMENTS (table)
#define RENSA_CHILDREN(table) .children = (table), .n_children = G_N_ELEMENTS (table)
#define RENSA_CARRIES(size, ...)                                           \
  .carried_size = (size), .carries = (const char *const[]){ __VA_ARGS__ }, \
  .n_carries = sizeof ((const char *const[]){ __VA_ARGS__ }) / sizeof (const char *)

/* Rows of attributes shared by many links */
#define RENSA_ATTR_SIZE(Struct, field, least, ...) \
  RENSA_ATTR_INT (Struct, field, .none = TRUE, .allow_none = TRUE, .min = (least), .max = G_MAXDOUBLE, __VA_ARGS__)
#define RENSA_ATTR_IN_SIZE(Struct)                             \
  RENSA_ATTR_SIZE (Struct, in_size, 0, .title = N_ ("Inputs"), \
                   .hint = N_ ("Number of values per example; None infers it from the first batch"))
#define RENSA_TAKES_VALUES .takes = { N_ ("{} value per example"), N_ ("{} values per example") }
#define RENSA_ATTR_NOBIAS(Struct) RENSA_ATTR_BOOL (Struct, nobias, .title = N_ ("No Bias"))

/* Takes a reference to @attrs; if it is NULL, returns NULL and leaves the error unchanged. Fails
 * with RENSA_ERROR_INVALID if a required attribute is missing. */
RensaLink *rensa_link_new (RensaAttrs *attrs, GError **error);
/* "Linear(in_size=784, out_size=10)" */
RensaLink *rensa_link_new_from_text (const char *text, GError **error);
/* @values: the attribute struct of the link's source file, copied; NULL means None. */
RensaLink *rensa_link_new_from_values (const RensaLinkClass *klass, gconstpointer values, GError **error);
RensaLink *rensa_link_ref (RensaLink *link);
void rensa_link_unref (RensaLink *link);

const RensaLinkClass *rensa_link_get_class (RensaLink *link);
RensaAttrs *rensa_link_get_attrs (RensaLink *link);
/* The attribute struct of the link's source file, settled. */
gconstpointer rensa_link_get_values (RensaLink *link);
gpointer rensa_link_get_state (RensaLink *link);
/* Returns the data type of its parameters. */
RensaDtype rensa_link_get_dtype (RensaLink *link);
/* Name within its parent; NULL for the root. */
const char *rensa_link_get_name (RensaLink *link);
/* "predictor/l2"; "" for the root. */
char *rensa_link_dup_path (RensaLink *link);

/* Checks of attributes and inputs, with messages shared by all links. They return FALSE with an
 * error on failure. */

/* For settle (): checks that the attribute @attr, @value, is a multiple of the attribute @of, @divisor. */
gboolean rensa_link_expect_multiple (const char *attr, gint64 value, const char *of, gint64 divisor, GError **error);
/* Checks that a call has from @least to @most inputs. */
gboolean rensa_link_expect_inputs (RensaLink *link, int least, int most, int n_inputs, GError **error);
/* Checks that the caller has room for @n results. */
gboolean rensa_link_expect_room (RensaLink *link, int n, int max_outputs, GError **error);
/* Fails with RENSA_ERROR_TYPE_CHECK unless @x has @ndim axes. */
gboolean rensa_link_expect_ndim (RensaLink *link, RensaVariable *x, int ndim, GError **error);

/* Calls */

/* Maximum number of outputs of a link. */
#define RENSA_MAX_OUTPUTS 16

/* Calls a link with one input and one output. */
RensaVariable *rensa_link_call (RensaLink *link, RensaVariable *x, GError **error);
/* Errors are prefixed with the path of the link that raised them ("predictor/l2: …"). Does nothing
 * if *@error is already set or a required input is NULL. */
int rensa_link_call_n (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                       int max_outputs, GError **error);

/**
 * rensa_link_set_frozen:
 * @link: the link, including all descendants, also those added later
 *
 * The parameters of a frozen link get no gradient, so optimizers do not update them and keep no
 * state for them, and its calls are in test mode: batch normalization uses its running statistics
 * without updating them, and dropout does nothing. Gradients still pass through it to preceding
 * layers; if none of these needs one, no graph is kept. Files contain its values as before.
 */
void rensa_link_set_frozen (RensaLink *link, gboolean is_frozen);
gboolean rensa_link_is_frozen (RensaLink *link);

/* Value of the learned attribute that was inferred in the first call; %RENSA_INT_NONE before. */
gint64 rensa_link_get_learnt (RensaLink *link);

/* For setup () and forward () */

/* Adds a parameter to those of the class, with the mode's dtype; it stays uninitialized if @shape
 * is NULL. If the class has no table, the order of addition gives the index. */
gboolean rensa_link_add_param (RensaLink *link, const char *name, const RensaShape *shape, RensaAttrs *initializer,
                               GError **error);
/* Borrowed; NULL if the attributes omit it. */
RensaVariable *rensa_link_get_param (RensaLink *link, int index);
/* Persistent values are saved with the parameters, but not trained. Takes ownership of @array; if
 * it is NULL, the value stays empty until it is set. The order of addition gives the index;
 * integers count too. */
void rensa_link_take_persistent (RensaLink *link, const char *name, RensaArray *array);
/* Borrowed; NULL while empty, and for integers. */
RensaArray *rensa_link_get_persistent (RensaLink *link, int index);
void rensa_link_set_persistent (RensaLink *link, int index, RensaArray *array);
/* A persistent integer (int64, 0-d in files). */
void rensa_link_add_persistent_int (RensaLink *link, const char *name, gint64 value);
gint64 rensa_link_get_persistent_int (RensaLink *link, const char *name);
void rensa_link_set_persistent_int (RensaLink *link, const char *name, gint64 value);

/* Value that the last call left for the next one, by its index in the table of the class; borrowed,
 * NULL at first. */
RensaVariable *rensa_link_get_carried (RensaLink *link, int index);
/* NULL clears it. Calls set it after the last step that can fail. */
void rensa_link_set_carried (RensaLink *link, int index, RensaVariable *value);
/* Drops the values that @link and all its descendants carry: a new sequence begins. */
void rensa_link_reset_state (RensaLink *link);
/* Removes the values that @link and all its descendants carry, so that new sequences begin. Pass
 * the result to rensa_link_restore_state () of the same link, which frees it. */
GPtrArray *rensa_link_take_state (RensaLink *link);
void rensa_link_restore_state (RensaLink *link, GPtrArray *state);
/* A RensaSerializeFunc: the values that @link and all its descendants carry, as "l1/h", without
 * their graph. Values missing from a file are cleared. */
gboolean rensa_link_serialize_state (gpointer link, RensaSerializer *serializer, GError **error);

/* Walking */

/* @path: "/predictor/l1/W". */
typedef gboolean (*RensaParamFunc) (const char *path, RensaVariable *param, gpointer data, GError **error);
/* Visits the parameters of this link, sorted by name, then those of its children, sorted by name if
 * they have names and not numbers (Chainer's namedparams). */
gboolean rensa_link_foreach_param (RensaLink *link, RensaParamFunc func, gpointer data, GError **error);
typedef gboolean (*RensaLinkFunc) (const char *path, RensaLink *link, gpointer data, GError **error);
/* Visits this link ("/") and all its descendants, in the same order (Chainer's namedlinks). */
gboolean rensa_link_foreach_link (RensaLink *link, RensaLinkFunc func, gpointer data, GError **error);
/* @index: index of the value in @owner */
typedef gboolean (*RensaPersistentFunc) (const char *path, RensaLink *owner, int index, gpointer data, GError **error);
/* Visits persistent values, in the order of parameters. */
gboolean rensa_link_foreach_persistent (RensaLink *link, RensaPersistentFunc func, gpointer data, GError **error);
gboolean rensa_link_persistent_is_int (RensaLink *link, int index);
guint rensa_link_get_n_children (RensaLink *link);
/* Borrowed: the child for row @i of the table of its class, NULL if the attributes omit it; if the
 * class has no table, in order of addition. */
RensaLink *rensa_link_get_child (RensaLink *link, guint i);
/* Returns child @i, from 0, of row @index; NULL beyond the last. */
RensaLink *rensa_link_get_child_of (RensaLink *link, int index, int i);
int rensa_link_count_children_of (RensaLink *link, int index);
/* "predictor/l1"; "" is the link itself. Returns NULL if there is none. */
RensaLink *rensa_link_find (RensaLink *link, const char *path);
/* Total number of elements of all initialized parameters. */
gint64 rensa_link_count_param_elements (RensaLink *link);

/* Draws new initial values for each parameter that has a shape, by its initializer, with a random
 * stream determined by @seed and its path from @link, so that other links do not affect it. */
gboolean rensa_link_draw_params (RensaLink *link, guint64 seed, GError **error);

/**
 * rensa_link_to_device:
 * @link: the link, including all descendants
 * @device: a device with memory
 *
 * Moves parameters, their gradients and persistent values to @device, where later calls then
 * allocate their results. Optimizers move their states along.
 *
 * Returns: FALSE with an error if the device runs out of memory; some values are then moved and
 * others are not
 */
gboolean rensa_link_to_device (RensaLink *link, const RensaDevice *device, GError **error);
/* Initially the device that was current when the link was created. */
const RensaDevice *rensa_link_get_device (RensaLink *link);

void rensa_link_cleargrads (RensaLink *link);
/* Copies parameters and persistent values from @source, which must have the same names and shapes;
 * skips uninitialized ones. RENSA_ERROR_INVALID names the first one that differs. */
gboolean rensa_link_copy_params (RensaLink *link, RensaLink *source, GError **error);
/* Adds the gradients of @source, under the same conditions. */
gboolean rensa_link_add_grads (RensaLink *link, RensaLink *source, GError **error);

/**
 * RensaCopyMode:
 * @RENSA_COPY_SHARE: the same arrays, for parameters and persistent values
 * @RENSA_COPY_COPY: copies of the values
 * @RENSA_COPY_INIT: new initial values of the parameters from their initializers; copies of
 *   persistent values
 *
 * Gradients are not copied.
 */
typedef enum
{
  RENSA_COPY_SHARE,
  RENSA_COPY_COPY,
  RENSA_COPY_INIT,
} RensaCopyMode;

RensaLink *rensa_link_copy (RensaLink *link, RensaCopyMode mode, GError **error);
/* A Sequential of @n copies. */
RensaLink *rensa_link_repeat (RensaLink *link, int n, RensaCopyMode mode, GError **error);

/* A RensaSerializeFunc: Chainer's keys ("predictor/l1/W"). Arrays that are read are new, shared
 * with no other link. */
/* Saves and loads additional data with @link, at @key; @link takes ownership of @data. There is at
 * most one, and copies of the link do not have it. Loading a file without it leaves it unchanged. */
void rensa_link_take_companion (RensaLink *link, const char *key, RensaSerializeFunc serialize, gpointer data,
                                GDestroyNotify free_data);
gboolean rensa_link_serialize (gpointer link, RensaSerializer *serializer, GError **error);

/* Chains: links made of links. Chain, ChainList and Sequential are ordinary classes whose children
 * are added later. */

/* Takes ownership of @child in any case, and names it. Returns FALSE if @child is NULL, with the
 * error already set. Fails with RENSA_ERROR_INVALID if the name is in use or not valid in a path,
 * if the child has a parent, and for ChainList and Sequential. */
gboolean rensa_link_take_child (RensaLink *chain, const char *name, RensaLink *child, GError **error);
/* For ChainList and Sequential: children are named by number. */
gboolean rensa_link_append_child (RensaLink *chain, RensaLink *child, GError **error);

/* Input value of a step that omits an optional input */
#define RENSA_CHAIN_NOTHING (-1)

/* The plan of a Chain: its sequence of calls. Values 0 … n-1 are the inputs of the Chain; each step
 * appends its outputs. A step calls a child (by name), or a function with attributes. During a
 * call, each value is released after the last step that needs it. */
RensaLink *rensa_chain_new (void);
/* Sets the number of inputs of the Chain (default 1); call this before the first step. */
void rensa_chain_set_n_inputs (RensaLink *chain, int n);
/* Adds @child to @chain under the same name while it stays in its own chain, for example to give an
 * optimizer some links of a chain. That chain must exist as long as @chain is walked. */
void rensa_chain_share_child (RensaLink *chain, RensaLink *child);
/* Returns the index of the first value produced. Returns -1 with an error: RENSA_ERROR_NOT_FOUND if
 * there is no such child, RENSA_ERROR_INVALID if a value is not produced before. */
int rensa_chain_plan_link (RensaLink *chain, const char *child, const int *values, int n_values, int n_outputs,
                           GError **error);
/* The same with a separate step name, required if a child is called several times. */
int rensa_chain_plan_call (RensaLink *chain, const char *name, const char *child, const int *values, int n_values,
                           int n_outputs, GError **error);
int rensa_chain_plan_function (RensaLink *chain, const char *name, RensaAttrs *function, const int *values,
                               int n_values, int n_outputs, GError **error);
/* Sets the outputs of the Chain; the last value if this is not called. */
gboolean rensa_chain_set_outputs (RensaLink *chain, const int *values, int n_values, GError **error);
/* @observer is called after each step of a call, with its outputs; NULL for none. A link whose
 *   class is not planned has no steps. */
typedef void (*RensaStepFunc) (const char *step_name, RensaVariable *const *outputs, int n_outputs, gpointer data);
void rensa_chain_observe (RensaLink *chain, RensaStepFunc observer, gpointer data);
/* Computes a Step from the @n_fields values of a batch, in code (rensa_step_set_call ()). @values:
 * receives the results, owned by the caller, at the index of their name; entries not computed stay
 * NULL. Returns FALSE with an error. */
typedef gboolean (*RensaStepCall) (RensaLink *step, RensaVariable *const *fields, int n_fields, RensaVariable **values,
                                   GError **error);
/* Each layer is called with the output of the previous one. */
RensaLink *rensa_sequential_new (void);
void rensa_sequential_append_function (RensaLink *sequential, RensaAttrs *function);
/* Links by number, for callers that call them one by one; it cannot be called itself. */
RensaLink *rensa_chain_list_new (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLink, rensa_link_unref)

G_END_DECLS
