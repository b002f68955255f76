/* cpu-program.c: runs programs over arrays of any strides.
 * SPDX-License-Identifier: MIT */

#include "cpu-program-loops.h"
#include "cpu-walk.h"

#include <string.h>

#define LANES RENSA_PROGRAM_LANES
/* Shorter rows are first gathered into blocks: a step of a program costs more than copying them. */
#define SHORT_ROW 256
/* Elements processed by one step, so that the data of all steps fit in the first-level cache, or at
 * least in the second-level one. */
#define LEAST_BLOCK 256
#define MOST_BLOCK 2048
#define CACHE_BYTES 32768
/* Keeps blocks from being a power of two apart, to avoid cache conflicts. */
#define GAP_BYTES 128
/* Blocks up to this size in bytes are on the stack. */
#define STACK_BYTES 65536
#define FEW_STEPS 48

typedef struct
{
  RensaProgramLoop loop;
  gboolean is_one; /* all operands are one number, and so is the result */
  int to;
  int from[3];
} Step;

/* Access to an array: directly, through a block, or, for one number used for all elements, as a few
 * copies of it. */
typedef enum
{
  WAY_DIRECT,
  WAY_BLOCK,
  WAY_ONE,
} Way;

typedef struct
{
  const RensaProgram *program;
  const RensaWalk *walk;
  gboolean by_rows;
  gsize size;
  gint64 block;
  gsize n_bytes; /* size of all blocks of a thread */
  Way ways[RENSA_WALK_MAX_ARGS];
  int n_steps;
  Step *steps;
} Plan;

/* State of one thread. */
typedef struct
{
  const Plan *plan;
  char **slots;
  char **blocks; /* blocks of the arrays */
  gint64 place;
} Worker;

static int
get_n_slots (const RensaProgram *program)
{
  return program->n_inputs + program->n_constants + program->n_registers + program->n_outputs;
}

static int
get_first_output (const RensaProgram *program)
{
  return get_n_slots (program) - program->n_outputs;
}

/* Returns the slot of array @arg: inputs first, outputs last. */
static int
get_slot (const RensaProgram *program, int arg)
{
  return arg < program->n_inputs ? arg : get_first_output (program) + arg - program->n_inputs;
}

static gboolean
is_one (const RensaWalk *walk, int arg)
{
  for (int axis = 0; axis < walk->ndim; axis++)
    if (walk->strides[axis][arg] != 0)
      return FALSE;

  return TRUE;
}

static Way
find_way (const Plan *plan, int arg)
{
  const RensaWalk *walk = plan->walk;
  const gint64 stride = walk->strides[walk->ndim - 1][arg];

  if (plan->by_rows)
    return stride == 0 ? WAY_ONE : stride == (gint64) plan->size ? WAY_DIRECT : WAY_BLOCK;
  return rensa_walk_is_linear (walk, arg, plan->size) ? WAY_DIRECT : is_one (walk, arg) ? WAY_ONE : WAY_BLOCK;
}

/* Adds one instruction, with the loop that matches its operands. An output needs all its elements:
 * if it would be one number, that is stored in a separate slot first and then broadcast. */
static void
add_step (Plan *plan, const RensaInstruction *instruction, guint8 *ones)
{
  const RensaProgram *program = plan->program;
  const RensaCpuProgramLoops *loops = RENSA_CPU_LOOPS (rensa_cpu_program_loops);
  const gboolean is_float = plan->size == sizeof (float);
  const int n_operands = rensa_op_get_info (instruction->op)->n_operands;
  const guint all = (1u << n_operands) - 1;
  const gboolean is_output = instruction->to >= get_first_output (program);
  Step *step = &plan->steps[plan->n_steps++];
  guint which = 0;

  *step = (Step){ .to = instruction->to };
  for (int k = 0; k < n_operands; k++)
    {
      step->from[k] = instruction->from[k];
      which |= (guint) ones[instruction->from[k]] << k;
    }

  step->is_one = which == all;
  which = step->is_one ? 0 : which;
  step->loop = is_float ? loops->loops_float[instruction->op][which] : loops->loops_double[instruction->op][which];
  ones[instruction->to] = step->is_one && !is_output;
  if (step->is_one && is_output)
    {
      step->to = instruction->to + program->n_outputs;
      plan->steps[plan->n_steps++] = (Step){ .loop = is_float ? loops->fill_float : loops->fill_double,
                                             .to = instruction->to,
                                             .from = { step->to } };
    }
}

static void
plan_steps (Plan *plan)
{
  const RensaProgram *program = plan->program;
  g_autofree guint8 *ones = g_new0 (guint8, get_n_slots (program));

  for (int i = 0; i < program->n_inputs; i++)
    ones[i] = plan->ways[i] == WAY_ONE;
  for (int i = 0; i < program->n_constants; i++)
    ones[program->n_inputs + i] = TRUE;
  for (int i = 0; i < program->n_instructions; i++)
    add_step (plan, &program->instructions[i], ones);
}

static void
plan_blocks (Plan *plan)
{
  const RensaProgram *program = plan->program;
  const int n_arrays = program->n_inputs + program->n_outputs;
  const gint64 n_blocks = n_arrays + program->n_registers;
  const gint64 fitting = CACHE_BYTES / (n_blocks * (gint64) plan->size) / LANES * LANES;

  plan->block = CLAMP (fitting, LEAST_BLOCK, MOST_BLOCK);
  plan->n_bytes = n_blocks * (plan->block * plan->size + GAP_BYTES)
                  + (program->n_constants + program->n_outputs) * LANES * plan->size + GAP_BYTES;
}

static void
fill_ones (char *to, const char *from, gsize size)
{
  for (int i = 0; i < LANES; i++)
    memcpy (to + i * size, from, size);
}

/* Allocates blocks in @memory and points slots to them. */
static void
worker_init (Worker *worker, const Plan *plan, char *memory, char **slots, char **blocks)
{
  const RensaProgram *program = plan->program;
  const int n_arrays = program->n_inputs + program->n_outputs;
  const gsize step = plan->block * plan->size + GAP_BYTES;
  const int n_slots = get_n_slots (program);

  memory = (char *) (((guintptr) memory + 63) / 64 * 64);
  *worker = (Worker){ .plan = plan, .slots = slots, .blocks = blocks };
  for (int arg = 0; arg < n_arrays; arg++, memory += step)
    slots[get_slot (program, arg)] = blocks[arg] = memory;
  for (int i = 0; i < program->n_registers; i++, memory += step)
    slots[program->n_inputs + program->n_constants + i] = memory;
  for (int i = 0; i < program->n_outputs; i++, memory += LANES * plan->size)
    slots[n_slots + i] = memory;

  for (int i = 0; i < program->n_constants; i++, memory += LANES * plan->size)
    {
      const double value = program->constants[i];
      const float narrow = (float) value;

      slots[program->n_inputs + i] = memory;
      fill_ones (memory, plan->size == sizeof (float) ? (const char *) &narrow : (const char *) &value, plan->size);
    }
}

/* Runs all steps for @n elements at the addresses in the slots. */
static void
run_steps (const Worker *worker, gint64 n)
{
  const Plan *plan = worker->plan;
  char *const *slots = worker->slots;
  const gint64 padded = (n + LANES - 1) / LANES * LANES;

  for (int i = 0; i < plan->n_steps; i++)
    {
      const Step *step = &plan->steps[i];

      step->loop (step->is_one ? LANES : padded, slots[step->to], slots[step->from[0]], slots[step->from[1]],
                  slots[step->from[2]]);
    }
}

static inline void
copy_strided (char *to, gint64 to_stride, const char *from, gint64 from_stride, gint64 n, gsize size)
{
  if (size == sizeof (float))
    for (gint64 i = 0; i < n; i++)
      *(float *) (to + i * to_stride) = *(const float *) (from + i * from_stride);
  else
    for (gint64 i = 0; i < n; i++)
      *(double *) (to + i * to_stride) = *(const double *) (from + i * from_stride);
}

/* Pads a partial block by repeating its last element: other values might be slow to compute. */
static void
pad (char *block, gint64 n, gsize size)
{
  for (gint64 i = n; i % LANES != 0; i++)
    memcpy (block + i * size, block + (n - 1) * size, size);
}

/* Processes part of a row, starting at element @done; vectors must not extend beyond its end, so
 * its last elements go through blocks. */
static gint64
run_part (Worker *worker, gint64 done, gint64 n, char *const *data, const gint64 *strides)
{
  const Plan *plan = worker->plan;
  const RensaProgram *program = plan->program;
  const int n_arrays = program->n_inputs + program->n_outputs;
  const gint64 size = (gint64) plan->size;
  const gint64 left = n - done;
  const gboolean is_rest = left < LANES;
  const gint64 length = is_rest ? left : MIN (plan->block, left / LANES * LANES);

  for (int arg = 0; arg < n_arrays; arg++)
    {
      char *place = data[arg] + done * strides[arg];
      const gboolean is_direct = plan->ways[arg] == WAY_DIRECT && !is_rest;

      if (plan->ways[arg] == WAY_ONE)
        continue;
      worker->slots[get_slot (program, arg)] = is_direct ? place : worker->blocks[arg];
      if (arg >= program->n_inputs || is_direct)
        continue;
      copy_strided (worker->blocks[arg], size, place, strides[arg], length, plan->size);
      pad (worker->blocks[arg], length, plan->size);
    }

  run_steps (worker, length);
  for (int arg = program->n_inputs; arg < n_arrays; arg++)
    if (plan->ways[arg] == WAY_BLOCK || is_rest)
      copy_strided (data[arg] + done * strides[arg], strides[arg], worker->blocks[arg], size, length, plan->size);
  return length;
}

static void
run_row (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  Worker *worker = closure;
  const Plan *plan = worker->plan;

  for (int arg = 0; arg < plan->program->n_inputs; arg++)
    if (plan->ways[arg] == WAY_ONE)
      fill_ones (worker->blocks[arg], data[arg], plan->size);

  for (gint64 done = 0; done < n;)
    done += run_part (worker, done, n, data, strides);
}

/* TRUE if array @arg goes through its block; @is_rest: the last elements of a share fill only part
 * of a vector. */
static gboolean
is_copied (const Plan *plan, int arg, gboolean is_rest)
{
  return plan->ways[arg] == WAY_BLOCK || (plan->ways[arg] == WAY_DIRECT && is_rest);
}

typedef struct
{
  Worker *worker;
  int first;
  int end;
  gboolean is_rest;
} Move;

static void
move_run (gint64 n, char *const *data, const gint64 *strides, gpointer closure)
{
  const Move *move = closure;
  Worker *worker = move->worker;
  const Plan *plan = worker->plan;
  const gint64 size = (gint64) plan->size;

  for (int arg = move->first; arg < move->end; arg++)
    {
      char *place = worker->blocks[arg] + worker->place * size;

      if (!is_copied (plan, arg, move->is_rest))
        continue;
      if (arg < plan->program->n_inputs)
        copy_strided (place, size, data[arg], strides[arg], n, plan->size);
      else
        copy_strided (data[arg], strides[arg], place, size, n, plan->size);
    }

  worker->place += n;
}

/* Copies elements into or out of blocks, for those of the arrays @first to @end - 1 that use blocks. */
static void
move (Worker *worker, gint64 from, gint64 n, int first, int end, gboolean is_rest)
{
  Move closure = { worker, first, end, is_rest };
  gboolean is_needed = FALSE;

  for (int arg = first; arg < end; arg++)
    is_needed = is_needed || is_copied (worker->plan, arg, is_rest);

  worker->place = 0;
  if (is_needed)
    rensa_walk_range (worker->plan->walk, from, n, move_run, &closure);
}

/* For short rows: each block covers many of them. */
static void
run_tiles (Worker *worker, gint64 first, gint64 n)
{
  const Plan *plan = worker->plan;
  const RensaProgram *program = plan->program;
  const int n_arrays = program->n_inputs + program->n_outputs;

  for (int arg = 0; arg < program->n_inputs; arg++)
    if (plan->ways[arg] == WAY_ONE)
      fill_ones (worker->blocks[arg], plan->walk->data[arg], plan->size);

  for (const gint64 end = first + n; first < end;)
    {
      const gint64 left = end - first;
      const gboolean is_rest = left < LANES;
      const gint64 length = is_rest ? left : MIN (plan->block, left / LANES * LANES);

      move (worker, first, length, 0, program->n_inputs, is_rest);
      for (int arg = 0; arg < n_arrays; arg++)
        if (plan->ways[arg] == WAY_DIRECT && !is_rest)
          worker->slots[get_slot (program, arg)] = plan->walk->data[arg] + first * (gint64) plan->size;
        else
          {
            worker->slots[get_slot (program, arg)] = worker->blocks[arg];
            if (arg < program->n_inputs && is_copied (plan, arg, is_rest))
              pad (worker->blocks[arg], length, plan->size);
          }

      run_steps (worker, length);
      move (worker, first, length, program->n_inputs, n_arrays, is_rest);
      first += length;
    }
}

static void
run_share (const Plan *plan, gint64 first, gint64 n)
{
  const RensaProgram *program = plan->program;
  char few[STACK_BYTES] __attribute__ ((aligned (64)));
  g_autofree char *many = plan->n_bytes > STACK_BYTES ? g_malloc (plan->n_bytes) : NULL;
  const int n_slots = get_n_slots (program) + program->n_outputs;
  char *few_slots[4 * FEW_STEPS];
  g_autofree char **many_slots = n_slots > 4 * FEW_STEPS ? g_new (char *, n_slots) : NULL;
  char *blocks[RENSA_WALK_MAX_ARGS];
  Worker worker;

  worker_init (&worker, plan, many != NULL ? many : few, many_slots != NULL ? many_slots : few_slots, blocks);
  if (plan->by_rows)
    rensa_walk_range (plan->walk, first, n, run_row, &worker);
  else
    run_tiles (&worker, first, n);
}

static double
get_cost (const RensaProgram *program)
{
  double cost = 2 * (program->n_inputs + program->n_outputs);

  for (int i = 0; i < program->n_instructions; i++)
    cost += rensa_op_get_info (program->instructions[i].op)->cost;
  return cost;
}

static void
run_plan (const Plan *plan)
{
  const gint64 count = plan->walk->count;
  const int n_threads = rensa_cpu_get_threads ((double) count * get_cost (plan->program));

  if (n_threads == 1)
    {
      run_share (plan, 0, count);
      return;
    }

#pragma omp parallel num_threads(n_threads)
  {
    gint64 first, n;

    rensa_cpu_get_share (count, RENSA_CPU_CHUNK, &first, &n);
    run_share (plan, first, n);
  }
}

gboolean
rensa_cpu_run_program (const RensaProgram *program, RensaArray *const *inputs, RensaArray *const *outputs,
                       GError **error)
{
  const int n_arrays = program->n_inputs + program->n_outputs;
  const int n_steps = program->n_instructions + program->n_outputs;
  Step few[FEW_STEPS];
  g_autofree Step *many = n_steps > FEW_STEPS ? g_new (Step, n_steps) : NULL;
  RensaArray *arrays[RENSA_WALK_MAX_ARGS];
  RensaWalk walk;
  Plan plan = {
    .program = program,
    .walk = &walk,
    .size = outputs[0]->dtype == RENSA_FLOAT32 ? sizeof (float) : sizeof (double),
    .steps = many != NULL ? many : few,
  };

  memcpy (arrays, inputs, program->n_inputs * sizeof (RensaArray *));
  memcpy (arrays + program->n_inputs, outputs, program->n_outputs * sizeof (RensaArray *));
  rensa_walk_init (&walk, &outputs[0]->shape, arrays, n_arrays);

  plan.by_rows = walk.ndim == 1 || walk.shape[walk.ndim - 1] >= SHORT_ROW;
  for (int arg = 0; arg < n_arrays; arg++)
    plan.ways[arg] = find_way (&plan, arg);
  plan_steps (&plan);
  plan_blocks (&plan);
  run_plan (&plan);
  return TRUE;
}
