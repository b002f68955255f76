/* rensa-link.h: parameters and the code that uses them.
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

/* A value that a kind of link reports, and what it says. */
typedef struct
{
  const char *name;
  RensaMeasure measure;
} RensaReportSpec;

/**
 * RensaParamSpec:
 * @name: "W"
 * @axes: what each extent is: attributes, also multiplied and divided: "in_size", "in_channels/groups", "4*out_size"; one of several
 *   numbers is all of them ("shape"); "ksize^2", which stands last, is one for each of two axes, "ksize^ndim" for as many as an
 *   attribute says
 * @get_shape: (nullable): the shape where @axes do not say all of it: @inputs are the shapes of a call, or NULL while there was none;
 *   an extent that is not known yet is %RENSA_INT_NONE
 * @initializer: (nullable): the attribute with what draws first values, or a number that all of them are
 * @first: (nullable): what draws them where there is no such attribute: "One"
 * @unless: (nullable): an attribute that leaves it out unless it is FALSE, 0 or None
 * @only_if: (nullable): one that asks for it, likewise
 * @is_persistent: it is saved, but not trained
 *
 * A parameter of a link.  It is made with the link where its shape is known, else by the first call, which teaches nothing where it
 * fails.
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
 * @name: "upward"; of several, with {} for the number: "W_f{}"
 * @klass: what it is
 * @attrs: (nullable): its attributes, with those of the parent, settled, in braces: "in_size={in_size}, out_size={4*out_size},
 *   nobias={not initial_bias}"
 * @describe: (nullable): those of number @i that @attrs cannot say, in the same form; owned by the caller
 * @count: (nullable): the attribute that is their number, or has one entry for each; also multiplied: "2*n_layers"
 * @first: the number of the first
 * @unless: (nullable): as in RensaParamSpec
 * @only_if: (nullable): likewise
 * @learns: what it learns from its first call is what the parent's class says that the parent learns
 *
 * A link that a link is made of, or several.  They are made with it.
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
 * @n_outputs: 0 where the call decides
 * @outputs: (nullable): as in RensaFunctionClass
 * @reports: (nullable): the values reported by a call that say how training goes; ends with one without a name
 * @params: the parameters, whose places in this table are their indices
 * @children: the links that it is made of; their places in this table are their indices
 * @carries: the names of what it carries from one call to the next, until rensa_link_reset_state (): not saved, and no copy has it
 * @carried_size: the attribute that says how many values each of them has for an example
 * @learns: (nullable): the attribute whose None is learnt from the first call
 * @learns_from: (nullable): where parameters of its own learn it, the axes of the first input whose product it is: "1"; "1:" for all from
 *   axis 1 on; "-1" for the last; "n_batch_axes:" for those from that attribute on
 * @count: (nullable): in its place, what inputs of these shapes give it; %RENSA_INT_NONE where they do not suit the link at all
 * @takes: one of them and several in words: "{} value per example", "{} values per example"
 * @only_size: (nullable): the attribute that is meant where only that of @learns has a number, as Linear (10) has ten units in Chainer, too
 * @output_axis: of W, which axis has one row for each output
 * @dtype: (nullable): the attribute that names the dtype of the parameters in place of the mode's
 * @samples: figures worked out elsewhere; the initializers of their attributes are the values of parameters
 * @settle: (nullable): puts attributes that stand for one another in their places, in a copy of the attribute struct, and
 *   refuses what does not go together
 * @rule: (nullable): in what links differ that share their code
 * @state_size: bytes of the link's own state, zeroed; rensa_link_get_state ()
 * @setup: (nullable): adds what the tables do not have: persistent integers
 * @forward1: (nullable): the call of a link with one input and one output: the output, owned by the caller
 * @forward: any other call: fills @outputs (at most @max_outputs, owned by the caller) and returns how many; -1 with an error
 * @copy_state: (nullable): for state that memcpy () does not copy; that of the copy is zero, its children are there
 * @clear_state: (nullable): frees what the state holds
 * @serialize: (nullable): values beyond parameters and persistents
 * @is_planned: its state begins with a plan of steps, as that of a Chain
 * @numbers_children: children are appended and named "0", "1", …
 * @child_appended: (nullable): for links that keep a list of what they call
 *
 * A kind of link.  Its form "chainer" is the constructor, in which {out_size} stands for an attribute; "chainer_call" has attributes
 * that are arguments of the call there: "n_batch_axes={n_batch_axes}".  Shapes without data come from a call on the meta device
 * (see rensa-meta-device.h), so that the call is the only place that knows them.
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

/* Rows of attributes that many links have. */
#define RENSA_ATTR_SIZE(Struct, field, least, ...) \
  RENSA_ATTR_INT (Struct, field, .none = TRUE, .allow_none = TRUE, .min = (least), .max = G_MAXDOUBLE, __VA_ARGS__)
#define RENSA_ATTR_IN_SIZE(Struct)                             \
  RENSA_ATTR_SIZE (Struct, in_size, 0, .title = N_ ("Inputs"), \
                   .hint = N_ ("Number of values per example; None infers it from the first batch"))
#define RENSA_TAKES_VALUES .takes = { N_ ("{} value per example"), N_ ("{} values per example") }
#define RENSA_ATTR_NOBIAS(Struct) RENSA_ATTR_BOOL (Struct, nobias, .title = N_ ("No Bias"))

/* @attrs is referenced; NULL gives NULL and leaves the error as it is. RENSA_ERROR_INVALID where a required attribute
 * is missing. */
RensaLink *rensa_link_new (RensaAttrs *attrs, GError **error);
/* "Linear(in_size=784, out_size=10)" */
RensaLink *rensa_link_new_from_text (const char *text, GError **error);
/* @values: the attribute struct of the link's file, copied; NULL stands for None. */
RensaLink *rensa_link_new_from_values (const RensaLinkClass *klass, gconstpointer values, GError **error);
RensaLink *rensa_link_ref (RensaLink *link);
void rensa_link_unref (RensaLink *link);

const RensaLinkClass *rensa_link_get_class (RensaLink *link);
RensaAttrs *rensa_link_get_attrs (RensaLink *link);
/* The attribute struct of the link's file, as it is settled. */
gconstpointer rensa_link_get_values (RensaLink *link);
gpointer rensa_link_get_state (RensaLink *link);
/* Of its parameters. */
RensaDtype rensa_link_get_dtype (RensaLink *link);
/* As its parent calls it; NULL for the root. */
const char *rensa_link_get_name (RensaLink *link);
/* "predictor/l2"; "" for the root. */
char *rensa_link_dup_path (RensaLink *link);

/* What a link asks of its attributes and inputs; FALSE, with an error in words that all links share, where that is not so. */

/* In settle: whether the attribute @attr, @value, is a multiple of the attribute @of, @divisor. */
gboolean rensa_link_expect_multiple (const char *attr, gint64 value, const char *of, gint64 divisor, GError **error);
/* Whether a call has from @least to @most inputs. */
gboolean rensa_link_expect_inputs (RensaLink *link, int least, int most, int n_inputs, GError **error);
/* Whether the caller has room for @n results. */
gboolean rensa_link_expect_room (RensaLink *link, int n, int max_outputs, GError **error);
/* RENSA_ERROR_TYPE_CHECK where @x has not @ndim axes. */
gboolean rensa_link_expect_ndim (RensaLink *link, RensaVariable *x, int ndim, GError **error);

/* Calls */

/* The most that a link gives back. */
#define RENSA_MAX_OUTPUTS 16

/* One input, one output. */
RensaVariable *rensa_link_call (RensaLink *link, RensaVariable *x, GError **error);
/* An error is prefixed with the name of the link that raised it ("predictor/l2: …"). Nothing is done when *@error is
 * set already or a required input is NULL. */
int rensa_link_call_n (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                       int max_outputs, GError **error);

/**
 * rensa_link_set_frozen:
 * @link: with all below it, also what is added later
 *
 * The parameters of a frozen link take no gradient, so that optimizers leave them alone and keep no state of them, and its calls are in
 * test mode: batch normalization uses its running statistics and leaves them as they are, dropout does nothing. Gradients still pass through
 * it to what comes before; where nothing before needs one, no graph is kept. Files have its values as before.
 */
void rensa_link_set_frozen (RensaLink *link, gboolean is_frozen);
gboolean rensa_link_is_frozen (RensaLink *link);

/* What the first call taught: the attribute that the class learns; %RENSA_INT_NONE before. */
gint64 rensa_link_get_learnt (RensaLink *link);

/* For setup () and forward () */

/* A parameter beside those of the class, of the mode's dtype; @shape NULL leaves it uninitialized. The order of addition is the index where the class has no table. */
gboolean rensa_link_add_param (RensaLink *link, const char *name, const RensaShape *shape, RensaAttrs *initializer,
                               GError **error);
/* Borrowed; NULL where the attributes leave it out. */
RensaVariable *rensa_link_get_param (RensaLink *link, int index);
/* Persistent values are saved with the parameters, but not trained. @array is taken over; NULL leaves the value empty
 * until it is set. The order of addition is the index; integers count too. */
void rensa_link_take_persistent (RensaLink *link, const char *name, RensaArray *array);
/* Borrowed; NULL while empty, and for integers. */
RensaArray *rensa_link_get_persistent (RensaLink *link, int index);
void rensa_link_set_persistent (RensaLink *link, int index, RensaArray *array);
/* A persistent integer (int64, 0-d in files). */
void rensa_link_add_persistent_int (RensaLink *link, const char *name, gint64 value);
gint64 rensa_link_get_persistent_int (RensaLink *link, const char *name);
void rensa_link_set_persistent_int (RensaLink *link, const char *name, gint64 value);

/* What the last call left for the next, by the index in the table of the class; borrowed, NULL at first. */
RensaVariable *rensa_link_get_carried (RensaLink *link, int index);
/* NULL clears it.  A call sets it when nothing can fail any more. */
void rensa_link_set_carried (RensaLink *link, int index, RensaVariable *value);
/* Lets go what @link and all below it carry: a new sequence begins. */
void rensa_link_reset_state (RensaLink *link);
/* Takes from @link and all below it what they carry, so that they begin anew. It is given back to rensa_link_restore_state () of the
 * same link, which frees it. */
GPtrArray *rensa_link_take_state (RensaLink *link);
void rensa_link_restore_state (RensaLink *link, GPtrArray *state);
/* A RensaSerializeFunc: the values that @link and all below it carry, as "l1/h", without the graph behind them. What a file does not
 * have is let go. */
gboolean rensa_link_serialize_state (gpointer link, RensaSerializer *serializer, GError **error);

/* Walking */

/* @path: "/predictor/l1/W". */
typedef gboolean (*RensaParamFunc) (const char *path, RensaVariable *param, gpointer data, GError **error);
/* Parameters of this link, sorted by name, then of its children, sorted by name where they have names of their own
 * (Chainer's namedparams). */
gboolean rensa_link_foreach_param (RensaLink *link, RensaParamFunc func, gpointer data, GError **error);
typedef gboolean (*RensaLinkFunc) (const char *path, RensaLink *link, gpointer data, GError **error);
/* This link ("/") and all below it, in the same order (Chainer's namedlinks). */
gboolean rensa_link_foreach_link (RensaLink *link, RensaLinkFunc func, gpointer data, GError **error);
/* @index: of the value in @owner. */
typedef gboolean (*RensaPersistentFunc) (const char *path, RensaLink *owner, int index, gpointer data, GError **error);
/* Persistent values, in the order of parameters. */
gboolean rensa_link_foreach_persistent (RensaLink *link, RensaPersistentFunc func, gpointer data, GError **error);
gboolean rensa_link_persistent_is_int (RensaLink *link, int index);
guint rensa_link_get_n_children (RensaLink *link);
/* Borrowed: row @i of the table of its class, NULL where the attributes leave it out; where the class has none, in the order of
 * addition. */
RensaLink *rensa_link_get_child (RensaLink *link, guint i);
/* Number @i, from 0, of the children of row @index; NULL beyond the last. */
RensaLink *rensa_link_get_child_of (RensaLink *link, int index, int i);
int rensa_link_count_children_of (RensaLink *link, int index);
/* "predictor/l1"; "" is the link itself; NULL where there is none. */
RensaLink *rensa_link_find (RensaLink *link, const char *path);
/* All elements of all initialized parameters. */
gint64 rensa_link_count_param_elements (RensaLink *link);

/* Gives every parameter that has a shape new first values from its initializer, each from the stream that @seed and
 * its path from @link determine: another link changes none of them. */
gboolean rensa_link_draw_params (RensaLink *link, guint64 seed, GError **error);

/**
 * rensa_link_to_device:
 * @link: with all below it
 * @device: one with memory
 *
 * Moves parameters, their gradients and persistent values to @device, where what later calls make of them is made too.  Optimizers
 * take their states after them.
 *
 * Returns: FALSE, with an error, where the memory there does not suffice; some values are then moved and others are not
 */
gboolean rensa_link_to_device (RensaLink *link, const RensaDevice *device, GError **error);
/* At first the one that was current when the link was made. */
const RensaDevice *rensa_link_get_device (RensaLink *link);

void rensa_link_cleargrads (RensaLink *link);
/* Copies parameters and persistent values from @source, which must have the same names and shapes; what is
 * uninitialized there is passed over. RENSA_ERROR_INVALID names the first one that differs. */
gboolean rensa_link_copy_params (RensaLink *link, RensaLink *source, GError **error);
/* Adds the gradients of @source, under the same conditions. */
gboolean rensa_link_add_grads (RensaLink *link, RensaLink *source, GError **error);

/**
 * RensaCopyMode:
 * @RENSA_COPY_SHARE: the same arrays, for parameters and persistent values
 * @RENSA_COPY_COPY: copies of the values
 * @RENSA_COPY_INIT: new first values of the parameters from their initializers; copies of persistent values
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

/* A RensaSerializeFunc: Chainer's keys ("predictor/l1/W").  What is read are new arrays, shared with no other link. */
/* What goes into files with @link, at @key, and out of them; @data belongs to it from now on. There is one at most, and copies of the link
 * do not have it. A file without it leaves it as it is. */
void rensa_link_take_companion (RensaLink *link, const char *key, RensaSerializeFunc serialize, gpointer data,
                                GDestroyNotify free_data);
gboolean rensa_link_serialize (gpointer link, RensaSerializer *serializer, GError **error);

/* Chains: links made of links.  Chain, ChainList and Sequential are classes like others, with children added after. */

/* Takes @child over, whatever comes of it, and names it. FALSE for a NULL child, the error being set already.
 * RENSA_ERROR_INVALID where the name is taken or not fit for a path, where the child has a parent, and for ChainList
 * and Sequential. */
gboolean rensa_link_take_child (RensaLink *chain, const char *name, RensaLink *child, GError **error);
/* ChainList and Sequential: named by number. */
gboolean rensa_link_append_child (RensaLink *chain, RensaLink *child, GError **error);

/* Among the values that a step takes: nothing, where an input may be left out. */
#define RENSA_CHAIN_NOTHING (-1)

/* The plan of a Chain: what calls what. Values 0 … n-1 are the inputs of the Chain; each step appends its outputs. A
 * step takes a child (by name), or a function with attributes. In a call each value is let go when the last step that
 * needs it is done. */
RensaLink *rensa_chain_new (void);
/* How many values the Chain itself takes (default 1); before the first step. */
void rensa_chain_set_n_inputs (RensaLink *chain, int n);
/* @child stays with the chain that it is in, by whose name for it @chain has it, too: some links of a chain for an optimizer. That chain
 * must be there as long as @chain is walked. */
void rensa_chain_share_child (RensaLink *chain, RensaLink *child);
/* Returns the number of the first value made. -1 with an error: RENSA_ERROR_NOT_FOUND for a child that is not there,
 * RENSA_ERROR_INVALID for a value that is not made before. */
int rensa_chain_plan_link (RensaLink *chain, const char *child, const int *values, int n_values, int n_outputs,
                           GError **error);
/* The same under a name of its own, which a child needs that is called several times. */
int rensa_chain_plan_call (RensaLink *chain, const char *name, const char *child, const int *values, int n_values,
                           int n_outputs, GError **error);
int rensa_chain_plan_function (RensaLink *chain, const char *name, RensaAttrs *function, const int *values,
                               int n_values, int n_outputs, GError **error);
/* The values that the Chain gives back; the last one where this is not called. */
gboolean rensa_chain_set_outputs (RensaLink *chain, const int *values, int n_values, GError **error);
/* @observer is called after each step of a call, with what it made; NULL for none. A link whose class is not planned has no steps. */
typedef void (*RensaStepFunc) (const char *step_name, RensaVariable *const *outputs, int n_outputs, gpointer data);
void rensa_chain_observe (RensaLink *chain, RensaStepFunc observer, gpointer data);
/* What a Step computes of the @n_fields values of a batch, as code (rensa_step_set_call ()). @values: gets what it gives, owned by the
 * caller, at the place of its name; what a call leaves out stays NULL. FALSE with an error. */
typedef gboolean (*RensaStepCall) (RensaLink *step, RensaVariable *const *fields, int n_fields, RensaVariable **values,
                                   GError **error);
/* Each layer takes what the one before gives. */
RensaLink *rensa_sequential_new (void);
void rensa_sequential_append_function (RensaLink *sequential, RensaAttrs *function);
/* Links by number, for those who call them one by one; it cannot be called itself. */
RensaLink *rensa_chain_list_new (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLink, rensa_link_unref)

G_END_DECLS
