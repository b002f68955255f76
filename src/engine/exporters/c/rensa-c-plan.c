/* rensa-c-plan.c: operations and memory layout of a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-array-private.h"
#include "rensa-c-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* Size in bytes beyond which constants are stored in a separate file. */
#define MAX_IN_PROGRAM (1 << 20)

static void
buffer_free (gpointer data)
{
  RensaCBuffer *buffer = data;

  g_free (buffer->name);
  g_free (buffer);
}

void
rensa_c_plan_free (RensaCPlan *plan)
{
  g_ptr_array_unref (plan->ops);
  g_ptr_array_unref (plan->buffers);
  g_hash_table_unref (plan->by_memory);
  g_free (plan);
}

RensaCBuffer *
rensa_c_plan_find (RensaCPlan *plan, RensaArray *array)
{
  return g_hash_table_lookup (plan->by_memory, array->buffer);
}

gint64
rensa_c_get_place (RensaArray *array)
{
  return ((char *) array->data - (char *) array->buffer->data) / (gint64) rensa_dtype_get_size (array->dtype);
}

gint64
rensa_c_get_stride (RensaArray *array, int axis)
{
  return array->strides[axis] / (gint64) rensa_dtype_get_size (array->dtype);
}

/* Returns the position of the last element, plus 1. */
static gint64
get_end (RensaArray *array)
{
  gint64 end = rensa_c_get_place (array) + 1;

  for (int axis = 0; axis < array->shape.ndim; axis++)
    end += MAX (rensa_c_get_stride (array, axis), 0) * (array->shape.dims[axis] - 1);
  return end;
}

/* Operations */

static gboolean
is_needed (GHashTable *needed, const RensaTapeOp *op)
{
  for (guint i = 0; i < op->outputs->len; i++)
    {
      RensaArray *y = op->outputs->pdata[i];

      if (y != NULL && g_hash_table_contains (needed, y->buffer))
        return TRUE;
    }
  return FALSE;
}

/* Drops the positions of maxima, which are only needed for gradients. */
static void
leave_out_places (GHashTable *needed, RensaTapeOp *op)
{
  RensaArray *places = op->kind == RENSA_TAPE_POOL_MAX ? op->outputs->pdata[1] : NULL;

  if (places == NULL || g_hash_table_contains (needed, places->buffer))
    return;
  rensa_array_unref (places);
  op->outputs->pdata[1] = NULL;
}

static gboolean
is_read (const RensaProgram *program, guint input)
{
  for (int i = 0; i < program->n_instructions; i++)
    {
      const RensaInstruction *instruction = &program->instructions[i];

      for (int k = 0; k < rensa_op_get_info (instruction->op)->n_operands; k++)
        if (instruction->from[k] == input)
          return TRUE;
    }
  return FALSE;
}

/* Replaces inputs that are not read, for example by an entropy, which depends on scale but not on
 * loc. Any value will do; the output is used, because C compilers warn of unused names. */
static void
leave_out_unread (RensaTapeOp *op)
{
  for (guint i = 0; op->kind == RENSA_TAPE_PROGRAM && i < op->inputs->len; i++)
    if (!is_read (op->program, i))
      {
        rensa_array_unref (op->inputs->pdata[i]);
        op->inputs->pdata[i] = rensa_array_ref (op->outputs->pdata[0]);
      }
}

/* Collects, in reverse order, the operations needed for the output, except those whose results
 * are the same in each call. */
static void
find_ops (RensaCPlan *self)
{
  g_autoptr (GHashTable) needed = g_hash_table_new (NULL, NULL);

  g_hash_table_add (needed, self->tape->output->buffer);
  for (guint i = self->tape->ops->len; i > 0; i--)
    {
      RensaTapeOp *op = self->tape->ops->pdata[i - 1];

      if (!is_needed (needed, op) || !rensa_tape_is_variable (self->tape, op->outputs->pdata[0]))
        continue;
      leave_out_places (needed, op);
      leave_out_unread (op);
      g_ptr_array_insert (self->ops, 0, op);
      for (guint j = 0; j < op->inputs->len; j++)
        if (op->inputs->pdata[j] != NULL)
          g_hash_table_add (needed, ((RensaArray *) op->inputs->pdata[j])->buffer);
    }
}

/* Memory */

static char *
name_constant (RensaCPlan *self, RensaArray *array)
{
  const char *path = g_hash_table_lookup (self->tape->names, array->buffer);
  g_autofree char *ending = g_strdup_printf ("_%u", self->buffers->len);

  return rensa_c_write_name (path != NULL ? path + 1 : "constant", ending);
}

static gboolean
add_array (RensaCPlan *self, RensaArray *array, int op, GError **error)
{
  RensaCBuffer *buffer = array != NULL ? rensa_c_plan_find (self, array) : NULL;

  if (array == NULL)
    return TRUE;
  if (rensa_c_get_type (array->dtype) == NULL || get_end (array) > G_MAXINT32)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("C99 does not support arrays of %s, or not of this size: "
                           "%lld elements"),
                       rensa_dtype_get_name (array->dtype), (long long) get_end (array));
      return FALSE;
    }
  if (buffer == NULL)
    {
      buffer = g_new0 (RensaCBuffer, 1);
      *buffer = (RensaCBuffer){ NULL, array->dtype, 0, rensa_tape_is_variable (self->tape, array), -1, op, op, array };
      buffer->name = buffer->varies ? g_strdup_printf ("h%u", self->buffers->len) : name_constant (self, array);
      g_ptr_array_add (self->buffers, buffer);
      g_hash_table_insert (self->by_memory, array->buffer, buffer);
    }
  buffer->count = MAX (buffer->count, get_end (array));
  buffer->last = op;
  return TRUE;
}

static gboolean
find_buffers (RensaCPlan *self, GError **error)
{
  for (guint i = 0; i < self->tape->inputs->len; i++)
    if (!add_array (self, self->tape->inputs->pdata[i], -1, error))
      return FALSE;
  for (guint i = 0; i < self->ops->len; i++)
    {
      const RensaTapeOp *op = self->ops->pdata[i];

      for (guint j = 0; j < op->inputs->len; j++)
        if (!add_array (self, op->inputs->pdata[j], (int) i, error))
          return FALSE;
      for (guint j = 0; j < op->outputs->len; j++)
        if (!add_array (self, op->outputs->pdata[j], (int) i, error))
          return FALSE;
    }
  return add_array (self, self->tape->output, (int) self->ops->len, error);
}

/* Returns TRUE if @a and @b are in use at the same time. */
static gboolean
meet (const RensaCBuffer *a, const RensaCBuffer *b)
{
  return a->varies && b->varies && a->dtype == b->dtype && a->first <= b->last && b->first <= a->last;
}

/* Returns the end of the first placed buffer that overlaps; -1 if there is none. */
static gint64
find_obstacle (RensaCPlan *self, const RensaCBuffer *buffer, gint64 offset)
{
  for (guint i = 0; i < self->buffers->len; i++)
    {
      const RensaCBuffer *other = self->buffers->pdata[i];

      if (other != buffer && other->offset >= 0 && meet (buffer, other) && offset < other->offset + other->count
          && other->offset < offset + buffer->count)
        return other->offset + other->count;
    }
  return -1;
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const RensaCBuffer *x = *(RensaCBuffer *const *) a;
  const RensaCBuffer *y = *(RensaCBuffer *const *) b;

  return x->count != y->count ? (x->count < y->count) - (x->count > y->count) : x->first - y->first;
}

/* Places the largest buffers first, each at the lowest offset not occupied by buffers in use at the
 * same time. */
static void
place_buffers (RensaCPlan *self)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_copy (self->buffers, NULL, NULL);

  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_sizes);
  for (guint i = 0; i < sorted->len; i++)
    {
      RensaCBuffer *buffer = sorted->pdata[i];
      gint64 offset = 0;

      if (!buffer->varies)
        continue;
      for (gint64 end = find_obstacle (self, buffer, 0); end >= 0; end = find_obstacle (self, buffer, offset))
        offset = end;
      buffer->offset = offset;
      self->sizes[buffer->dtype] = MAX (self->sizes[buffer->dtype], offset + buffer->count);
    }
}

static void
place_constants (RensaCPlan *self)
{
  gsize n_bytes = 0;

  for (guint i = 0; i < self->buffers->len; i++)
    {
      const RensaCBuffer *buffer = self->buffers->pdata[i];

      n_bytes += buffer->varies ? 0 : (gsize) buffer->count * rensa_dtype_get_size (buffer->dtype);
    }
  for (guint i = 0; n_bytes > MAX_IN_PROGRAM && i < self->buffers->len; i++)
    {
      RensaCBuffer *buffer = self->buffers->pdata[i];

      if (buffer->varies || buffer->dtype != RENSA_FLOAT32)
        continue;
      buffer->offset = self->n_weights;
      self->n_weights += buffer->count;
    }
}

RensaCPlan *
rensa_c_plan_new (RensaTape *tape, GError **error)
{
  g_autoptr (RensaCPlan) self = g_new0 (RensaCPlan, 1);

  self->tape = tape;
  self->ops = g_ptr_array_new ();
  self->buffers = g_ptr_array_new_with_free_func (buffer_free);
  self->by_memory = g_hash_table_new (NULL, NULL);
  find_ops (self);
  if (!find_buffers (self, error))
    return NULL;

  place_buffers (self);
  place_constants (self);
  return g_steal_pointer (&self);
}
