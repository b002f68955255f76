/* rensa-tape.c: recording of the operations that a model performs on a device.
 * SPDX-License-Identifier: MIT */

#include "rensa-tape-private.h"

#include <string.h>

#include "rensa-array-private.h"
#include "rensa-fault.h"
#include "rensa-function-hook.h"
#include "rensa-language.h"

static _Thread_local RensaTape *current;

static void
op_free (gpointer data)
{
  RensaTapeOp *op = data;

  g_ptr_array_unref (op->inputs);
  g_ptr_array_unref (op->outputs);
  g_free ((gpointer) op->program);
  g_free (op);
}

static void
array_unref (gpointer array)
{
  g_clear_pointer ((RensaArray **) &array, rensa_array_unref);
}

static void
call_free (gpointer data)
{
  RensaTapeCall *call = data;

  rensa_attr_values_clear (RENSA_COMPONENT (call->klass), call->attrs);
  g_free (call->attrs);
  g_ptr_array_unref (call->inputs);
  g_clear_pointer (&call->outputs, g_ptr_array_unref);
  g_free (call);
}

RensaTape *
rensa_tape_new (void)
{
  RensaTape *tape = g_new0 (RensaTape, 1);

  tape->ops = g_ptr_array_new_with_free_func (op_free);
  tape->calls = g_ptr_array_new_with_free_func (call_free);
  tape->open = g_ptr_array_new ();
  tape->inputs = g_ptr_array_new_with_free_func (array_unref);
  tape->arguments = g_ptr_array_new_with_free_func (array_unref);
  tape->named = g_ptr_array_new_with_free_func (array_unref);
  tape->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  tape->buffers = g_hash_table_new (NULL, NULL);
  tape->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return tape;
}

void
rensa_tape_free (RensaTape *tape)
{
  g_ptr_array_unref (tape->ops);
  g_ptr_array_unref (tape->calls);
  g_ptr_array_unref (tape->open);
  g_ptr_array_unref (tape->inputs);
  g_ptr_array_unref (tape->arguments);
  g_clear_pointer (&tape->prediction, rensa_array_unref);
  g_ptr_array_unref (tape->named);
  g_hash_table_unref (tape->names);
  g_clear_pointer (&tape->output, rensa_array_unref);
  g_hash_table_unref (tape->buffers);
  g_hash_table_unref (tape->texts);
  g_free (tape);
}

void
rensa_tape_add_input (RensaTape *tape, RensaArray *array)
{
  g_ptr_array_add (tape->inputs, rensa_array_ref (array));
  rensa_tape_add_variable (tape, array);
}

void
rensa_tape_add_variable (RensaTape *tape, RensaArray *array)
{
  g_hash_table_add (tape->buffers, array->buffer);
}

void
rensa_tape_add_name (RensaTape *tape, RensaArray *array, const char *path)
{
  g_ptr_array_add (tape->named, rensa_array_ref (array));
  g_hash_table_replace (tape->names, array->buffer, g_strdup (path));
}

gboolean
rensa_tape_is_variable (RensaTape *tape, RensaArray *array)
{
  return g_hash_table_contains (tape->buffers, array->buffer);
}

/* Returns a copy that exists as long as the tape. */
static const char *
keep_text (RensaTape *tape, const char *text)
{
  gpointer kept;

  if (!g_hash_table_lookup_extended (tape->texts, text, &kept, NULL))
    {
      kept = g_strdup (text);
      g_hash_table_add (tape->texts, kept);
    }
  return kept;
}

void
rensa_tape_name (RensaTape *tape, const char *node)
{
  for (; tape->n_named < tape->ops->len; tape->n_named++)
    ((RensaTapeOp *) tape->ops->pdata[tape->n_named])->node = keep_text (tape, node);
  for (; tape->n_named_calls < tape->calls->len; tape->n_named_calls++)
    ((RensaTapeCall *) tape->calls->pdata[tape->n_named_calls])->node = keep_text (tape, node);
}

/* Names of the running functions */

static GPtrArray *
ref_all (RensaArray *const *arrays, int n)
{
  GPtrArray *list = g_ptr_array_new_full ((guint) n, array_unref);

  for (int i = 0; i < n; i++)
    g_ptr_array_add (list, arrays[i] != NULL ? rensa_array_ref (arrays[i]) : NULL);
  return list;
}

static void
before_function (RensaFunctionHook *hook, const RensaHookedCall *hooked)
{
  RensaTapeCall *call;

  if (current == NULL)
    return;
  call = g_new0 (RensaTapeCall, 1);
  call->klass = hooked->klass;
  call->attrs = g_malloc0 (hooked->klass->attrs_size);
  if (hooked->attrs != NULL)
    rensa_attr_values_copy (RENSA_COMPONENT (hooked->klass), call->attrs, hooked->attrs);
  call->inputs = ref_all (hooked->inputs, hooked->n_inputs);
  call->depth = current->open->len;
  g_ptr_array_add (current->calls, call);
  g_ptr_array_add (current->open, call);
}

static gboolean
takes_variable (RensaTape *tape, const GPtrArray *inputs)
{
  for (guint i = 0; i < inputs->len; i++)
    if (inputs->pdata[i] != NULL && rensa_tape_is_variable (tape, inputs->pdata[i]))
      return TRUE;
  return FALSE;
}

static void
after_function (RensaFunctionHook *hook, const RensaHookedCall *hooked)
{
  RensaTapeCall *call = current != NULL ? g_ptr_array_steal_index (current->open, current->open->len - 1) : NULL;

  if (call == NULL)
    return;
  call->outputs = ref_all (hooked->outputs, hooked->n_outputs);
  if (current->is_of_calls && takes_variable (current, call->inputs))
    for (guint i = 0; i < call->outputs->len; i++)
      if (call->outputs->pdata[i] != NULL)
        rensa_tape_add_variable (current, call->outputs->pdata[i]);
}

/* Returns the name of the running function; NULL if there is none. */
static const char *
get_function (const RensaTape *tape)
{
  return tape->open->len > 0 ? ((RensaTapeCall *) tape->open->pdata[tape->open->len - 1])->klass->name : NULL;
}

static RensaFunctionHook function_hook = { before_function, after_function };

void
rensa_tape_begin (RensaTape *tape)
{
  current = tape;
  rensa_function_hook_push (&function_hook);
}

void
rensa_tape_end (RensaTape *tape)
{
  rensa_function_hook_pop (&function_hook);
  current = NULL;
}

/* If a function continues after an error, the first error is kept. */
static gboolean
refuse (GError **error)
{
  const char *function = current != NULL ? get_function (current) : NULL;

  if (error != NULL && *error != NULL)
    return FALSE;
  if (function != NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s does not perform the same steps for all inputs"), function);
  else
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the model does not perform the same steps for all inputs"));
  return FALSE;
}

/* Notes that the running function reads values; FALSE if that is not allowed. */
static gboolean
look (RensaTape *tape)
{
  if (!tape->is_of_calls || tape->open->len == 0)
    return FALSE;
  ((RensaTapeCall *) tape->open->pdata[tape->open->len - 1])->looks = TRUE;
  return TRUE;
}

/* Writing down */

/* Allocates a single block of memory. */
static const RensaProgram *
copy_program (const RensaProgram *program)
{
  const gsize constants = (gsize) program->n_constants * sizeof *program->constants;
  const gsize instructions = (gsize) program->n_instructions * sizeof *program->instructions;
  RensaProgram *copy = g_malloc (sizeof *copy + constants + instructions);

  *copy = *program;
  copy->constants = (gpointer) (copy + 1);
  copy->instructions = (gpointer) ((char *) (copy + 1) + constants);
  if (constants > 0)
    memcpy ((gpointer) copy->constants, program->constants, constants);
  memcpy ((gpointer) copy->instructions, program->instructions, instructions);
  return copy;
}

static void
record (const RensaTapeOp *op, RensaArray *const *inputs, int n_inputs, RensaArray *const *outputs, int n_outputs)
{
  RensaTapeOp *copy = g_memdup2 (op, sizeof *op);
  gboolean varies = op->accumulates && rensa_tape_is_variable (current, outputs[0]);

  copy->inputs = ref_all (inputs, n_inputs);
  copy->outputs = ref_all (outputs, n_outputs);
  copy->function = get_function (current);
  copy->program = op->program != NULL ? copy_program (op->program) : NULL;
  g_ptr_array_add (current->ops, copy);

  for (int i = 0; i < n_inputs; i++)
    varies = varies || (inputs[i] != NULL && rensa_tape_is_variable (current, inputs[i]));
  for (int i = 0; varies && i < n_outputs; i++)
    if (outputs[i] != NULL)
      g_hash_table_add (current->buffers, outputs[i]->buffer);
}

/* Also computes the operation; operations on the host meanwhile are part of it. */
static gboolean
perform (const RensaTapeOp *op, RensaArray *const *inputs, int n_inputs, RensaArray *const *outputs, int n_outputs,
         GError **error)
{
  RensaTape *tape = current;
  gboolean ok;

  current = NULL;
  ok = rensa_tape_op_run (op, inputs, outputs, error);
  current = tape;
  if (ok && tape != NULL)
    record (op, inputs, n_inputs, outputs, n_outputs);
  return ok;
}

/* The entries */

static gboolean
fill (RensaArray *array, double value, GError **error)
{
  return perform (&(RensaTapeOp){ .kind = RENSA_TAPE_FILL, .value = value }, NULL, 0, &array, 1, error);
}

static gboolean
assign (RensaArray *target, RensaArray *source, GError **error)
{
  return perform (&(RensaTapeOp){ .kind = RENSA_TAPE_ASSIGN }, &source, 1, &target, 1, error);
}

static gboolean
accumulate (RensaArray *target, RensaArray *source, GError **error)
{
  return perform (&(RensaTapeOp){ .kind = RENSA_TAPE_ACCUMULATE, .accumulates = TRUE }, &source, 1, &target, 1, error);
}

static gboolean
map (const RensaKernel *kernel, RensaDtype dtype, RensaArray *const *inputs, RensaArray *const *outputs,
     const double *params, GError **error)
{
  RensaTapeOp op = { .kind = RENSA_TAPE_MAP, .kernel = kernel, .dtype = dtype };

  if (kernel->n_params > 0)
    memcpy (op.params, params, (gsize) kernel->n_params * sizeof *params);
  return perform (&op, inputs, kernel->n_inputs, outputs, kernel->n_outputs, error);
}

static gboolean
run_program (const RensaProgram *program, RensaArray *const *inputs, RensaArray *const *outputs, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_PROGRAM, .program = program, .dtype = outputs[0]->dtype };

  return perform (&op, inputs, program->n_inputs, outputs, program->n_outputs, error);
}

static gboolean
index_map (const RensaKernel *kernel, RensaArray *const *inputs, RensaArray *const *outputs, const double *params,
           GError **error)
{
  RensaTapeOp op = { .kind = RENSA_TAPE_INDEX_MAP, .kernel = kernel, .dtype = outputs[0]->dtype };

  if (kernel->n_params > 0)
    memcpy (op.params, params, (gsize) kernel->n_params * sizeof *params);
  return perform (&op, inputs, kernel->n_inputs, outputs, kernel->n_outputs, error);
}

static gboolean
reduce (RensaReduction reduction, RensaArray *x, guint mask, RensaArray *y, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_REDUCE, .reduction = reduction, .mask = mask };

  return perform (&op, &x, 1, &y, 1, error);
}

static gboolean
scan (RensaScan scan, RensaArray *x, RensaArray *factor, int axis, RensaArray *y, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_SCAN, .scan = scan, .axis = axis };

  return perform (&op, (RensaArray *[]){ x, factor }, 2, &y, 1, error);
}

static gboolean
matmul (RensaArray *a, RensaArray *b, gboolean transa, gboolean transb, RensaArray *bias, gboolean accumulates,
        RensaArray *y, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_MATMUL, .transa = transa, .transb = transb, .accumulates = accumulates };

  return perform (&op, (RensaArray *[]){ a, b, bias }, 3, &y, 1, error);
}

static gboolean
take_rows (RensaArray *x, int axis, RensaArray *index, gint64 ignore, gboolean wrap, RensaArray *y, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_TAKE_ROWS, .axis = axis, .ignore = ignore, .wraps = wrap };

  return perform (&op, (RensaArray *[]){ x, index }, 2, &y, 1, error);
}

static gboolean
softmax (RensaArray *x, int axis, gboolean log, RensaArray *y, GError **error)
{
  return perform (&(RensaTapeOp){ .kind = RENSA_TAPE_SOFTMAX, .axis = axis, .is_log = log }, &x, 1, &y, 1, error);
}

static gboolean
convolve (RensaArray *x, RensaArray *W, RensaArray *b, const RensaWindow *window, RensaArray *y, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_CONVOLVE, .window = *window };

  return perform (&op, (RensaArray *[]){ x, W, b }, 3, &y, 1, error);
}

static gboolean
convolve_backward_x (RensaArray *gy, RensaArray *W, const RensaWindow *window, RensaArray *gx, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_CONVOLVE_BACKWARD_X, .window = *window };

  return perform (&op, (RensaArray *[]){ gy, W }, 2, &gx, 1, error);
}

static gboolean
pool_max (RensaArray *x, const RensaWindow *window, RensaArray *y, RensaArray *index, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_POOL_MAX, .window = *window };

  return perform (&op, &x, 1, (RensaArray *[]){ y, index }, 2, error);
}

static gboolean
pool_sum (RensaArray *x, const RensaWindow *window, double scale, RensaArray *y, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_POOL_SUM, .window = *window, .value = scale };

  return perform (&op, &x, 1, &y, 1, error);
}

static gboolean
normalize_rows (RensaArray *x, RensaArray *gamma, RensaArray *beta, double eps, gboolean centred, RensaArray *y,
                RensaArray *mean, RensaArray *inv_std, GError **error)
{
  const RensaTapeOp op = { .kind = RENSA_TAPE_NORMALIZE_ROWS, .value = eps, .is_centred = centred };

  return perform (&op, (RensaArray *[]){ x, gamma, beta }, 3, (RensaArray *[]){ y, mean, inv_std }, 3, error);
}

static gboolean
scatter_rows (RensaArray *target, RensaArray *index, RensaArray *rows, gint64 ignore, gboolean wrap, GError **error)
{
  if (current != NULL && !look (current))
    return refuse (error);
  return rensa_device_get_host ()->klass->backend->scatter_rows (target, index, rows, ignore, wrap, error);
}

static gboolean
fill_random (RensaArray *array, RensaRandom random, double a, double b, GError **error)
{
  return refuse (error);
}

/* The other operations make a detour through the host, which copy_out () rejects. */
static const RensaBackend tape_backend = {
  .fill = fill,
  .assign = assign,
  .accumulate = accumulate,
  .map = map,
  .run_program = run_program,
  .index_map = index_map,
  .reduce = reduce,
  .scan = scan,
  .matmul = matmul,
  .take_rows = take_rows,
  .scatter_rows = scatter_rows,
  .fill_uniform = fill_random,
  .fill_normal = fill_random,
  .fill_bernoulli = fill_random,
  .softmax = softmax,
  .convolve = convolve,
  .convolve_backward_x = convolve_backward_x,
  .pool_max = pool_max,
  .pool_sum = pool_sum,
  .normalize_rows = normalize_rows,
};

/* The device */

static gpointer
allocate (const RensaDevice *device, gsize n_bytes)
{
  const RensaDevice *host = rensa_device_get_host ();

  return host->klass->allocate (host, n_bytes);
}

static void
release (const RensaDevice *device, gpointer memory, gsize n_bytes)
{
  const RensaDevice *host = rensa_device_get_host ();

  host->klass->release (host, memory, n_bytes);
}

static gboolean
copy_in (const RensaDevice *device, gpointer to, gconstpointer host, gsize n_bytes, GError **error)
{
  memcpy (to, host, n_bytes);
  return TRUE;
}

static gboolean
varies (RensaTape *tape, const char *memory)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, tape->buffers);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const RensaBuffer *buffer = key;

      if (memory >= (const char *) buffer->data && memory < (const char *) buffer->data + buffer->size)
        return TRUE;
    }
  return FALSE;
}

/* Code that reads a value that depends on an input might perform other operations for another input. */
static gboolean
copy_out (const RensaDevice *device, gpointer host, gconstpointer from, gsize n_bytes, GError **error)
{
  if (current != NULL && varies (current, from) && !look (current))
    return refuse (error);

  memcpy (host, from, n_bytes);
  return TRUE;
}

static gboolean
copy_peer (const RensaDevice *to_device, gpointer to, const RensaDevice *from_device, gconstpointer from, gsize n_bytes,
           GError **error)
{
  return copy_out (from_device, to, from, n_bytes, error);
}

static const RensaDeviceClass tape_class = {
  .name = "tape",
  .allocate = allocate,
  .release = release,
  .copy_in = copy_in,
  .copy_out = copy_out,
  .copy_peer = copy_peer,
  .backend = &tape_backend,
};

const RensaDevice rensa_tape_device = { .klass = &tape_class, .name = "tape" };
