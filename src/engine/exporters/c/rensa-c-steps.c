/* rensa-c-steps.c: one function for each node.
 * SPDX-License-Identifier: MIT */

#include "rensa-array-private.h"
#include "rensa-c-private.h"
#include "rensa-ctext-private.h"

static gboolean
write_op (RensaCWriter *self, const RensaTapeOp *op, GError **error)
{
  switch (op->kind)
    {
    case RENSA_TAPE_FILL:
    case RENSA_TAPE_ASSIGN:
    case RENSA_TAPE_ACCUMULATE:
    case RENSA_TAPE_MAP:
      return rensa_c_write_elementwise (self, op, error);
    case RENSA_TAPE_PROGRAM:
      return rensa_c_write_program (self, op, error);
    case RENSA_TAPE_INDEX_MAP:
      return rensa_c_write_index_map (self, op, error);
    case RENSA_TAPE_REDUCE:
    case RENSA_TAPE_SCAN:
    case RENSA_TAPE_MATMUL:
    case RENSA_TAPE_TAKE_ROWS:
    case RENSA_TAPE_SOFTMAX:
    case RENSA_TAPE_NORMALIZE_ROWS:
      rensa_c_write_rows (self, op);
      return TRUE;
    case RENSA_TAPE_CONVOLVE:
    case RENSA_TAPE_CONVOLVE_BACKWARD_X:
    case RENSA_TAPE_POOL_MAX:
    case RENSA_TAPE_POOL_SUM:
      rensa_c_write_windows (self, op);
      return TRUE;
    }
  return TRUE;
}

static char *
list_shapes (GPtrArray *arrays)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < arrays->len; i++)
    {
      RensaArray *array = arrays->pdata[i];
      g_autofree char *shape = array != NULL ? rensa_shape_to_string (&array->shape) : NULL;

      if (shape != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", shape);
    }
  return g_string_free (text, FALSE);
}

static void
write_probes (RensaCWriter *self, const RensaTapeOp *op, guint number, const char *capitals)
{
  for (guint i = 0; i < op->outputs->len; i++)
    {
      const RensaCBuffer *buffer =
          op->outputs->pdata[i] != NULL ? rensa_c_plan_find (self->plan, op->outputs->pdata[i]) : NULL;

      if (buffer != NULL)
        rensa_c_line (self, "%s_PROBE (%u, %u, %s, %lld);", capitals, number, i, buffer->name,
                      (long long) buffer->count);
    }
}

static gboolean
write_with_comment (RensaCWriter *self, const RensaTapeOp *op, guint number, const char *capitals, GError **error)
{
  g_autofree char *from = list_shapes (op->inputs);
  g_autofree char *to = list_shapes (op->outputs);

  rensa_c_line (self, "/* %s: %s -> %s */", op->function != NULL ? op->function : "copy", from, to);
  if (!write_op (self, op, error))
    return FALSE;

  rensa_c_end_loops (self);
  write_probes (self, op, number, capitals);
  return TRUE;
}

/* Pointers */

static void
add_arrays (RensaCPlan *plan, GPtrArray *arrays, GPtrArray *buffers)
{
  for (guint i = 0; i < arrays->len; i++)
    {
      RensaCBuffer *buffer = arrays->pdata[i] != NULL ? rensa_c_plan_find (plan, arrays->pdata[i]) : NULL;

      if (buffer != NULL && !g_ptr_array_find (buffers, buffer, NULL))
        g_ptr_array_add (buffers, buffer);
    }
}

/* Writes pointers to the buffers of the operations @first … @end - 1. Returns TRUE if some are in
 * the weights file. */
static gboolean
write_pointers (RensaCWriter *self, guint first, guint end)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new ();
  g_autoptr (GPtrArray) used = g_ptr_array_new ();
  gboolean needs_weights = FALSE;

  for (guint i = first; i < end; i++)
    add_arrays (self->plan, ((RensaTapeOp *) self->plan->ops->pdata[i])->outputs, written);
  for (guint i = first; i < end; i++)
    add_arrays (self->plan, ((RensaTapeOp *) self->plan->ops->pdata[i])->inputs, used);
  for (guint i = 0; i < written->len; i++)
    if (!g_ptr_array_find (used, written->pdata[i], NULL))
      g_ptr_array_add (used, written->pdata[i]);

  for (guint i = 0; i < used->len; i++)
    {
      const RensaCBuffer *buffer = used->pdata[i];
      const char *type = rensa_c_get_type (buffer->dtype);

      if (!buffer->varies && buffer->offset < 0)
        continue;
      if (buffer->varies)
        rensa_c_line (self, "%s%s *%s = w->%s + %lld;", g_ptr_array_find (written, buffer, NULL) ? "" : "const ", type,
                      buffer->name, rensa_c_get_member (buffer->dtype), (long long) buffer->offset);
      else
        {
          rensa_c_line (self, "const %s *%s = weights + %lld;", type, buffer->name, (long long) buffer->offset);
          needs_weights = TRUE;
        }
    }
  return needs_weights;
}

static gboolean
write_step (RensaCWriter *self, const char *stem, guint first, guint end, guint number, GString *text, GPtrArray *calls,
            GError **error)
{
  const char *node = ((RensaTapeOp *) self->plan->ops->pdata[first])->node;
  g_autofree char *prefix = g_strdup_printf ("step%u_", number);
  g_autofree char *plain = rensa_c_write_name (node, "");
  g_autofree char *comment = rensa_ctext_write_comment (node);
  g_autofree char *capitals = rensa_c_write_capitals (stem);
  g_autofree char *name = g_strconcat (prefix, plain, NULL);
  gboolean needs_weights;

  g_string_truncate (self->body, 0);
  self->indent = 2;
  needs_weights = write_pointers (self, first, end);
  for (guint i = first; i < end; i++)
    {
      rensa_c_gap (self);
      if (!write_with_comment (self, self->plan->ops->pdata[i], i, capitals, error))
        {
          g_prefix_error (error, "%s: ", node);
          return FALSE;
        }
    }
  g_string_append_printf (text, "/* %s */\nstatic void\n%s (struct %s_workspace *w%s)\n{\n%s}\n\n", comment, name, stem,
                          needs_weights ? ", const float *weights" : "", self->body->str);
  g_ptr_array_add (calls, g_strdup_printf ("%s (w%s)", name, needs_weights ? ", weights" : ""));
  return TRUE;
}

gboolean
rensa_c_write_steps (RensaCWriter *self, const char *stem, GString *text, GPtrArray *calls, GError **error)
{
  GPtrArray *ops = self->plan->ops;
  guint end;

  for (guint first = 0; first < ops->len; first = end)
    {
      const char *node = ((RensaTapeOp *) ops->pdata[first])->node;

      for (end = first + 1; end < ops->len && ((RensaTapeOp *) ops->pdata[end])->node == node;)
        end++;
      if (!write_step (self, stem, first, end, calls->len, text, calls, error))
        return FALSE;
    }
  return TRUE;
}
