/* rensa-node-private.h: the computational graph.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function-hook.h"

G_BEGIN_DECLS

/* Ownership (strong ->, weak ~>):
 *
 *   RensaVariable -> RensaNode -> RensaFunctionNode -> RensaNode (inputs) -> …
 *                 <~ RensaNode <~ RensaFunctionNode (outputs)
 *   RensaVariable -> its gradient
 *
 * Gradients are stored in variables, which no function node references, so a recorded backward
 * pass creates no reference cycle.
 */

typedef struct _RensaNode RensaNode;
typedef struct _RensaFunctionNode RensaFunctionNode;

struct _RensaVariable
{
  int ref_count;
  gboolean requires_grad;
  RensaArray *array;
  RensaVariable *grad;
  RensaNode *node; /* created on first use */
};

struct _RensaNode
{
  int ref_count;
  gboolean requires_grad;
  gboolean wanted; /* requested by rensa_grad () */
  int rank;
  int output_index;
  const char *name;        /* interned */
  RensaVariable *variable; /* weak */
  RensaFunctionNode *creator;
  RensaArray *array;      /* set if a function retained it */
  RensaVariable *pending; /* gradient accumulated so far in the current walk */
  RensaType type;
};

struct _RensaFunctionNode
{
  int ref_count;
  int rank;
  int n_inputs;
  int n_outputs;
  int mark;        /* state in the current walk; 0 between walks */
  gboolean is_cut; /* visited by the current unchaining, which may run in a hook during a graph traversal */
  const RensaFunctionClass *class;
  const RensaDevice *device; /* device of the inputs */
  RensaFunctionNode *next_dead;
  RensaArray *kept[RENSA_MAX_KEPT];
  RensaNode **inputs;         /* NULL if an optional input is omitted */
  RensaNode **outputs;        /* weak */
  RensaArray **output_arrays; /* only if retained */
  RensaType *output_types;
  gpointer attrs;
};

RensaNode *rensa_variable_get_node (RensaVariable *variable);
RensaNode *rensa_node_ref (RensaNode *node);
void rensa_node_unref (RensaNode *node);
/* Returns a variable for the node: the existing one, or a new one with the retained array. */
RensaVariable *rensa_node_dup_variable (RensaNode *node);

RensaFunctionNode *rensa_function_node_new (const RensaFunctionClass *class, gconstpointer attrs, int n_inputs,
                                            int n_outputs);
RensaFunctionNode *rensa_function_node_ref (RensaFunctionNode *node);
void rensa_function_node_unref (RensaFunctionNode *node);

/* Returns the sum of two gradients; takes ownership of @a and writes into it if there are no other
 * references. */
RensaVariable *rensa_accumulate_take (RensaVariable *a, RensaVariable *b, GError **error);

/* Sets *@error to a message with the function's name if @array contains NaN; for debug mode. */
gboolean rensa_check_nan (const RensaFunctionClass *class, RensaArray *array, const char *words, GError **error);

/* TRUE if this thread has hooks. */
gboolean rensa_function_hooks_are_pushed (void);
void rensa_function_hooks_before (const RensaHookedCall *call);
void rensa_function_hooks_after (const RensaHookedCall *call);

struct _RensaInference
{
  const RensaFunctionClass *class;
  gconstpointer attrs;
  int n_inputs;
  const RensaDevice *device; /* device of the inputs; NULL if they have only types */
  const RensaType *const *inputs;
  RensaType *outputs;
  int n_outputs;
  int capacity;
  gboolean on_heap;
};

/* Fills the struct, checks the number of inputs and runs the class's infer. Clear it afterwards. */
gboolean rensa_inference_run (RensaInference *inference, GError **error);
void rensa_inference_clear (RensaInference *inference);

G_END_DECLS
