/* rensa-tape-private.h: recording of the operations that a model performs on a device.
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
 * @inputs: (element-type RensaArray): in the order of the entry of RensaBackend; NULL if omitted
 * @outputs: (element-type RensaArray): in the same order; their previous contents matter if the
 *   operation overwrites only a part
 * @node: origin of the operation: the name of a node of the model, "preprocessing" or "prediction"
 * @function: (nullable): name of the function
 *
 * One operation. The other members are the arguments of the entry, for those kinds that have them.
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
  double value; /* fill value; scale of sums; eps */
  gboolean transa;
  gboolean transb;
  gboolean accumulates;
  gboolean wraps;
  gboolean is_log;
  gboolean is_centred;
} RensaTapeOp;

/* Computes @op on the host, from @inputs into @outputs, as many arrays as it has. */
gboolean rensa_tape_op_run (const RensaTapeOp *op, RensaArray *const *inputs, RensaArray *const *outputs,
                            GError **error);

/**
 * RensaTapeCall:
 * @attrs: the attribute struct, a copy
 * @inputs: (element-type RensaArray): NULL if omitted
 * @outputs: (element-type RensaArray): NULL if omitted
 * @depth: nesting depth of the call; a call precedes those made in it
 * @looks: TRUE if its operations depend on values that it read
 * @node: same as in RensaTapeOp
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
 * @is_of_calls: the tape is used for its calls: functions may read values, and all their outputs
 *   depend on the inputs if one of their inputs does. Otherwise it is used for its operations
 * @ops: (element-type RensaTapeOp): in order
 * @calls: (element-type RensaTapeCall): of functions, in the order in which they began
 * @inputs: (element-type RensaArray): arrays that change from call to call
 * @output: (nullable): the result for the caller
 * @arguments: (element-type RensaArray): arguments of the model: its preprocessed inputs
 * @prediction: (nullable): the array that @output contains in C order
 * @named: (element-type RensaArray): parameters and persistent values
 * @names: names of their buffers: "/l1/W"
 *
 * All arrays of a tape exist as long as the tape, so that each buffer has a single meaning. A
 * buffer that does not depend on any input has the same contents in every call, and the elements
 * that it has at the end.
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
  GHashTable *buffers; /* RensaBuffers that depend on inputs */
  GHashTable *texts;
  GPtrArray *open; /* active RensaTapeCalls */
  guint n_named;
  guint n_named_calls;
} RensaTape;

/* Arrays of this device are in host memory; all operations on it while a tape of this thread
 * records are computed there and recorded. Operations that cannot be recorded are rejected with an
 * error: reading values, and random numbers. */
extern const RensaDevice rensa_tape_device;

RensaTape *rensa_tape_new (void);
void rensa_tape_free (RensaTape *tape);
/* Starts recording in this thread; one tape at a time. */
void rensa_tape_begin (RensaTape *tape);
void rensa_tape_end (RensaTape *tape);
/* Marks @array, on that device, as an input. */
void rensa_tape_add_input (RensaTape *tape, RensaArray *array);
/* Marks @array, on that device, as dependent on the inputs, through operations that were not recorded. */
void rensa_tape_add_variable (RensaTape *tape, RensaArray *array);
/* Names @array as the parameter or persistent value @path. */
void rensa_tape_add_name (RensaTape *tape, RensaArray *array, const char *path);
/* Attributes the operations and calls since the last call of this function to @node. */
void rensa_tape_name (RensaTape *tape, const char *node);
/* Returns TRUE if the memory of @array depends on an input. */
gboolean rensa_tape_is_variable (RensaTape *tape, RensaArray *array);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaTape, rensa_tape_free)

G_END_DECLS
