/* rensa-link.h: parameters and the code that uses them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-serializer.h"

G_BEGIN_DECLS

/* A Link owns parameters, persistent values and, if it is a Chain, other links, each under a name. Reference-counted;
 * belongs to one thread. */
typedef struct _RensaLink RensaLink;
typedef struct _RensaLinkClass RensaLinkClass;

/**
 * RensaLinkClass:
 * @inputs: names in call order, in the form of RensaFunctionClass
 * @n_outputs: 0 where the call decides
 * @state_size: bytes of the link's own state, zeroed; rensa_link_get_state ()
 * @setup: adds parameters, persistents and children as the attributes ask
 * @forward: the call: fills @outputs (at most @max_outputs, owned by the caller) and returns how many; -1 with an error
 * @copy_state: (nullable): for state that memcpy () does not copy; that of the copy is zero, its children are there
 * @clear_state: (nullable): frees what the state holds
 * @serialize: (nullable): values beyond parameters and persistents
 * @numbers_children: children are appended and named "0", "1", …
 * @child_appended: (nullable): for links that keep a list of what they call
 * @chainer: the constructor in Chainer, {out_size} stands for an attribute
 * @chainer_call: (nullable): attributes that are arguments of the call in Chainer: "n_batch_axes={n_batch_axes}"
 * @torch: the constructor in PyTorch, or NULL
 *
 * Everything that the project knows about a kind of link.  Shapes without data come from a call on the meta device (see
 * rensa-meta-device.h), so that forward is the only place that knows them.
 */
struct _RensaLinkClass
{
  RENSA_COMPONENT_FIELDS
  const char *const *inputs;
  int n_outputs;
  gsize state_size;
  gboolean (*setup) (RensaLink *link, GError **error);
  int (*forward) (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
                  GError **error);
  gboolean (*copy_state) (RensaLink *link, RensaLink *copy, GError **error);
  void (*clear_state) (RensaLink *link);
  gboolean (*serialize) (RensaLink *link, RensaSerializer *serializer, GError **error);
  gboolean numbers_children;
  void (*child_appended) (RensaLink *link, RensaLink *child);
  const char *chainer;
  const char *chainer_call;
  const char *torch;
};

/* @attrs is referenced; NULL gives NULL and leaves the error as it is. RENSA_ERROR_INVALID where a required attribute
 * is missing. */
RensaLink *rensa_link_new (RensaAttrs *attrs, GError **error);
/* "Linear(in_size=784, out_size=10)" */
RensaLink *rensa_link_new_from_text (const char *text, GError **error);
RensaLink *rensa_link_ref (RensaLink *link);
void rensa_link_unref (RensaLink *link);

const RensaLinkClass *rensa_link_get_class (RensaLink *link);
RensaAttrs *rensa_link_get_attrs (RensaLink *link);
/* The attribute struct of the link's file. */
gconstpointer rensa_link_get_values (RensaLink *link);
gpointer rensa_link_get_state (RensaLink *link);
/* As its parent calls it; NULL for the root. */
const char *rensa_link_get_name (RensaLink *link);
/* "predictor/l2"; "" for the root. */
char *rensa_link_dup_path (RensaLink *link);

/* Calls */

/* The most that a link gives back. */
#define RENSA_MAX_OUTPUTS 16

/* One input, one output. */
RensaVariable *rensa_link_call (RensaLink *link, RensaVariable *x, GError **error);
/* An error is prefixed with the name of the link that raised it ("predictor/l2: …"). Nothing is done when *@error is
 * set already or a required input is NULL. */
int rensa_link_call_n (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                       int max_outputs, GError **error);

/* For setup () and forward () */

/* A parameter of the mode's dtype; @shape NULL leaves it uninitialized until rensa_link_init_param (). @initializer
 * NULL means LeCunNormal. The order of addition is the index. */
gboolean rensa_link_add_param (RensaLink *link, const char *name, const RensaShape *shape, RensaAttrs *initializer,
                               GError **error);
/* Gives parameter @index its shape and first values, unless it has them. */
gboolean rensa_link_init_param (RensaLink *link, int index, const RensaShape *shape, GError **error);
/* Borrowed. */
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
/* Goes on with the sentence in *@error: "…; l2 takes 784 values per example, but 100 were given". */
void rensa_link_explain (RensaLink *link, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

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
/* In the order of addition. */
RensaLink *rensa_link_get_child (RensaLink *link, guint i);
/* "predictor/l1"; "" is the link itself; NULL where there is none. */
RensaLink *rensa_link_find (RensaLink *link, const char *path);
/* All elements of all initialized parameters. */
gint64 rensa_link_count_param_elements (RensaLink *link);

/* Gives every parameter that has a shape new first values from its initializer, each from the stream that @seed and
 * its path from @link determine: another link changes none of them. */
gboolean rensa_link_draw_params (RensaLink *link, guint64 seed, GError **error);

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
gboolean rensa_link_serialize (gpointer link, RensaSerializer *serializer, GError **error);

/* Chains: links made of links.  Chain, ChainList and Sequential are classes like others, with children added after. */

/* Takes @child over, whatever comes of it, and names it. FALSE for a NULL child, the error being set already.
 * RENSA_ERROR_INVALID where the name is taken or not fit for a path, where the child has a parent, and for ChainList
 * and Sequential. */
gboolean rensa_link_take_child (RensaLink *chain, const char *name, RensaLink *child, GError **error);
/* ChainList and Sequential: named by number. */
gboolean rensa_link_append_child (RensaLink *chain, RensaLink *child, GError **error);

/* The plan of a Chain: what calls what. Values 0 … n-1 are the inputs of the Chain; each step appends its outputs. A
 * step takes a child (by name), or a function with attributes. In a call each value is let go when the last step that
 * needs it is done. */
RensaLink *rensa_chain_new (void);
/* How many values the Chain itself takes (default 1); before the first step. */
void rensa_chain_set_n_inputs (RensaLink *chain, int n);
/* Returns the number of the first value made. -1 with an error: RENSA_ERROR_NOT_FOUND for a child that is not there,
 * RENSA_ERROR_INVALID for a value that is not made before. */
int rensa_chain_plan_link (RensaLink *chain, const char *child, const int *values, int n_values, int n_outputs,
                           GError **error);
int rensa_chain_plan_function (RensaLink *chain, const char *name, RensaAttrs *function, const int *values,
                               int n_values, int n_outputs, GError **error);
/* The values that the Chain gives back; the last one where this is not called. */
gboolean rensa_chain_set_outputs (RensaLink *chain, const int *values, int n_values, GError **error);
/* @observer is called after each step of a call of this Chain or Sequential, with what it made; NULL for none. */
typedef void (*RensaStepFunc) (const char *step_name, RensaVariable *const *outputs, int n_outputs, gpointer data);
void rensa_chain_observe (RensaLink *chain, RensaStepFunc observer, gpointer data);
/* Each layer takes what the one before gives. */
RensaLink *rensa_sequential_new (void);
void rensa_sequential_append_function (RensaLink *sequential, RensaAttrs *function);
/* Links by number, for those who call them one by one; it cannot be called itself. */
RensaLink *rensa_chain_list_new (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLink, rensa_link_unref)

G_END_DECLS
