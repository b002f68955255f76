/* rensa-tape-private.h: what a model asks of a device, written down.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"
#include "rensa-backend.h"
#include "rensa-function.h"
#include "rensa-link.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_TAPE_FILL,
  RENSA_TAPE_ASSIGN,
  RENSA_TAPE_ACCUMULATE,
  RENSA_TAPE_MAP,
  RENSA_TAPE_PROGRAM,
  RENSA_TAPE_INDEX_MAP,
  RENSA_TAPE_REDUCE,
  RENSA_TAPE_SCAN,
  RENSA_TAPE_MATMUL,
  RENSA_TAPE_TAKE_ROWS,
  RENSA_TAPE_SOFTMAX,
  RENSA_TAPE_CONVOLVE,
  RENSA_TAPE_CONVOLVE_BACKWARD_X,
  RENSA_TAPE_POOL_MAX,
  RENSA_TAPE_POOL_SUM,
  RENSA_TAPE_NORMALIZE_ROWS,
} RensaTapeKind;

/**
 * RensaTapeOp:
 * @inputs: (element-type RensaArray): in the order of the entry of RensaBackend; NULL for one that is left out
 * @outputs: (element-type RensaArray): likewise; what they held before counts where the operation writes over some of
 *   it
 * @node: what asked for it: the name of a node of the model, "preprocessing" or "prediction"
 * @function: (nullable): the function of that name
 *
 * One operation. The other members are the arguments of the entry, of those kinds that have them.
 */
typedef struct
{
  RensaTapeKind kind;
  GPtrArray *inputs;
  GPtrArray *outputs;
  const char *node;
  const char *function;

  const RensaKernel *kernel;
  RensaDtype dtype;
  double params[K_MAX_PARAMS];
  const RensaProgram *program;
  RensaWindow window;
  RensaReduction reduction;
  RensaScan scan;
  guint mask;
  int axis;
  gint64 ignore;
  double value; /* filled in; the scale of sums; eps */
  gboolean transa;
  gboolean transb;
  gboolean accumulates;
  gboolean wraps;
  gboolean is_log;
  gboolean is_centred;
} RensaTapeOp;

/* Computes @op on the host, of @inputs into @outputs, as many arrays as it has. */
gboolean rensa_tape_op_run (const RensaTapeOp *op, RensaArray *const *inputs, RensaArray *const *outputs,
                            GError **error);

/**
 * RensaTapeCall:
 * @attrs: the attribute struct, a copy
 * @inputs: (element-type RensaArray): NULL for one that is left out
 * @outputs: (element-type RensaArray): likewise
 * @depth: how many other calls it was made in; a call comes before those made in it
 * @looks: what it does depends on values that it looked at
 * @node: as in RensaTapeOp
 *
 * One call of a function.
 */
typedef struct
{
  const RensaFunctionClass *klass;
  gpointer attrs;
  GPtrArray *inputs;
  GPtrArray *outputs;
  guint depth;
  gboolean looks;
  const char *node;
} RensaTapeCall;

/**
 * RensaTape:
 * @is_of_calls: it is read for its calls: functions may look at values, and all that they make depends on the inputs
 *   if they were given such.
 *   Otherwise it is read for its operations
 * @ops: (element-type RensaTapeOp): in their order
 * @calls: (element-type RensaTapeCall): of functions, in the order in which they began
 * @inputs: (element-type RensaArray): what changes from call to call
 * @output: (nullable): what the caller is given
 * @arguments: (element-type RensaArray): what a model is called with: its inputs, prepared
 * @prediction: (nullable): the array that @output holds in C order
 * @named: (element-type RensaArray): parameters and persistent values
 * @names: of their memory: "/l1/W"
 *
 * All arrays of a tape stay as long as it does, so each piece of memory has one meaning. What no input has gone into
 * holds the same in
 * every call, and the elements that it has at the end.
 */
typedef struct
{
  gboolean is_of_calls;
  GPtrArray *ops;
  GPtrArray *calls;
  GPtrArray *inputs;
  RensaArray *output;
  GPtrArray *arguments;
  RensaArray *prediction;
  GPtrArray *named;
  GHashTable *names;
  GHashTable *buffers; /* of RensaBuffer that inputs have gone into */
  GHashTable *texts;
  GPtrArray *open; /* of RensaTapeCall that have begun and not ended */
  guint n_named;
  guint n_named_calls;
} RensaTape;

/* Arrays of this device are on the host; whatever is asked of it while a tape of this thread records is computed
 * there and written down.
 * What cannot be written down is refused with an error: values that are looked at, and random numbers. */
extern const RensaDevice rensa_tape_device;

RensaTape *rensa_tape_new (void);
void rensa_tape_free (RensaTape *tape);
/* From here on this thread writes down; one tape at a time. */
void rensa_tape_begin (RensaTape *tape);
void rensa_tape_end (RensaTape *tape);
/* @array, on that device, is an input. */
void rensa_tape_add_input (RensaTape *tape, RensaArray *array);
/* @array, on that device, depends on the inputs, by operations that were not written down. */
void rensa_tape_add_variable (RensaTape *tape, RensaArray *array);
/* @array holds the parameter or persistent value @path. */
void rensa_tape_add_name (RensaTape *tape, RensaArray *array, const char *path);
/* The operations and calls since the last one were asked for by @node. */
void rensa_tape_name (RensaTape *tape, const char *node);
/* Whether an input has gone into the memory of @array. */
gboolean rensa_tape_is_variable (RensaTape *tape, RensaArray *array);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTape, rensa_tape_free)

G_END_DECLS
