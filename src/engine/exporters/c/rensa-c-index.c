/* rensa-c-index.c: kernels that access whole inputs.
 * SPDX-License-Identifier: MIT */

#include "rensa-array-private.h"
#include "rensa-c-private.h"

static char *
join_numbers (const gint64 *numbers, int n)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s%lld", i > 0 ? ", " : "", (long long) numbers[i]);
  return g_string_free (text, FALSE);
}

/* Writes "v0", a view of input @i. */
static void
write_view (RensaCWriter *self, const char *type, RensaArray *x, int i)
{
  const RensaCBuffer *buffer = rensa_c_plan_find (self->plan, x);
  const int ndim = MAX (x->shape.ndim, 1);
  gint64 strides[RENSA_MAX_NDIM] = { 0 };
  g_autofree char *shape = join_numbers (x->shape.dims, ndim);
  g_autofree char *steps = NULL;

  for (int axis = 0; axis < x->shape.ndim; axis++)
    strides[axis] = rensa_c_get_stride (x, axis);
  steps = join_numbers (strides, ndim);
  rensa_c_line (self, "const long long shape%d[] = { %s };", i, shape);
  rensa_c_line (self, "const long long strides%d[] = { %s };", i, steps);
  rensa_c_line (self, "const %s v%d = { %s + %lld, %d, shape%d, strides%d };", type, i, buffer->name,
                (long long) rensa_c_get_place (x), x->shape.ndim, i, i);
}

static gboolean
write_views (RensaCWriter *self, const RensaTapeOp *op, GError **error)
{
  for (int i = 0; i < op->kernel->n_inputs; i++)
    {
      const gboolean is_int = op->kernel->int_inputs >> i & 1;
      g_autofree char *type = rensa_c_translate (self, is_int ? "k_int_view" : "k_view", op->dtype, error);

      if (type == NULL)
        return FALSE;
      write_view (self, type, op->inputs->pdata[i], i);
    }
  return TRUE;
}

/* "at, v0, v1, 3, 0.5f" */
static char *
write_arguments (const RensaTapeOp *op)
{
  const RensaKernel *kernel = op->kernel;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (list, g_strdup ("at"));
  for (int i = 0; i < kernel->n_inputs; i++)
    g_ptr_array_add (list, g_strdup_printf ("v%d", i));
  for (int i = 0; i < kernel->n_params; i++)
    g_ptr_array_add (list, rensa_c_write_number (kernel->int_params >> i & 1 ? RENSA_INT64 : op->dtype, op->params[i]));
  for (int i = 0; kernel->n_outputs > 1 && i < kernel->n_outputs; i++)
    g_ptr_array_add (list, g_strdup_printf ("&y%d", i));
  g_ptr_array_add (list, NULL);
  return g_strjoinv (", ", (char **) list->pdata);
}

static void
write_call (RensaCWriter *self, const RensaTapeOp *op, const char *name)
{
  g_autofree char *arguments = write_arguments (op);

  for (int i = 0; op->kernel->n_outputs > 1 && i < op->kernel->n_outputs; i++)
    rensa_c_line (self, "%s y%d;", rensa_c_get_type (op->dtype), i);
  if (op->kernel->n_outputs > 1)
    rensa_c_line (self, "%s (%s);", name, arguments);
  for (int i = 0; i < op->kernel->n_outputs; i++)
    {
      g_autofree char *y = rensa_c_write_element (self, op->outputs->pdata[i], rensa_c_indices);

      if (op->kernel->n_outputs > 1)
        rensa_c_line (self, "%s = y%d;", y, i);
      else
        rensa_c_line (self, "%s = %s (%s);", y, name, arguments);
    }
}

gboolean
rensa_c_write_index_map (RensaCWriter *self, const RensaTapeOp *op, GError **error)
{
  g_autofree char *name = rensa_c_write_kernel (self, op->kernel, op->dtype, error);
  const RensaShape *shape = rensa_array_get_shape (op->outputs->pdata[0]);
  g_autoptr (GString) at = g_string_new (NULL);

  if (name == NULL)
    return FALSE;

  rensa_c_brace (self);
  if (!write_views (self, op, error))
    return FALSE;
  for (int axis = 0; axis < MAX (shape->ndim, 1); axis++)
    g_string_append_printf (at, "%s%s", axis > 0 ? ", " : "",
                            axis < shape->ndim && shape->dims[axis] != 1 ? rensa_c_indices[axis] : "0");
  rensa_c_loop_axes (self, shape, ~0u);
  rensa_c_brace (self);
  rensa_c_line (self, "const long long at[] = { %s };", at->str);
  write_call (self, op, name);
  rensa_c_end (self);
  rensa_c_end (self);
  return TRUE;
}
