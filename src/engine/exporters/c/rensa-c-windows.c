/* rensa-c-windows.c: convolution and pooling.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-private.h"

static const char *const kernel_indices[RENSA_WINDOW_MAX_AXES] = { "k0", "k1", "k2", "k3", "k4", "k5" };
static const char *const places[RENSA_WINDOW_MAX_AXES] = { "p0", "p1", "p2", "p3", "p4", "p5" };

/* An array from which windows are read or to which they are added, and the number of windows along
 * each axis. */
typedef struct
{
  RensaCWriter *writer;
  const RensaWindow *window;
  const RensaShape *x;
  const RensaShape *y;
} Windows;

static void
append (GString *text, gint64 factor, const char *index)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " + " : "", index);
  if (factor != 1)
    g_string_append_printf (text, " * %lld", (long long) factor);
}

/* Writes "p0", the position in x along spatial axis @i, and the conditions under which it is valid. */
static void
write_place (Windows *self, int i, GString *conditions)
{
  const RensaWindow *window = self->window;
  const gint64 size = self->x->dims[i + 2];
  const gint64 n = self->y->dims[i + 2];
  const gint64 last = (n - 1) * window->stride[i] + (window->kernel[i] - 1) * window->dilate[i] - window->pad[i];
  g_autoptr (GString) text = g_string_new (NULL);

  if (n != 1)
    append (text, window->stride[i], rensa_c_indices[i + 2]);
  if (window->kernel[i] != 1)
    append (text, window->dilate[i], kernel_indices[i]);
  if (window->pad[i] > 0 || text->len == 0)
    g_string_append_printf (text, "%s%lld", text->len > 0 ? " - " : "",
                            (long long) (text->len > 0 ? window->pad[i] : -window->pad[i]));
  /* An axis with one element needs no index. */
  if (size != 1 || window->pad[i] > 0 || last >= size)
    rensa_c_line (self->writer, "const int %s = %s;", places[i], text->str);
  if (window->pad[i] > 0)
    g_string_append_printf (conditions, "%s%s >= 0", conditions->len > 0 ? " && " : "", places[i]);
  if (last >= size)
    g_string_append_printf (conditions, "%s%s < %lld", conditions->len > 0 ? " && " : "", places[i], (long long) size);
}

/* Begins loops over the positions of a window; the following statement is executed for valid positions. */
static void
open_window (Windows *self)
{
  g_autoptr (GString) conditions = g_string_new (NULL);

  for (int i = 0; i < self->window->n; i++)
    rensa_c_loop (self->writer, kernel_indices[i], self->window->kernel[i]);
  rensa_c_brace (self->writer);
  for (int i = 0; i < self->window->n; i++)
    write_place (self, i, conditions);
  rensa_c_gap (self->writer);
  if (conditions->len > 0)
    rensa_c_if (self->writer, conditions->str);
}

/* Writes the element of @x at the current position in channel @channel. */
static char *
write_element_at (Windows *self, RensaArray *x, const char *channel)
{
  const char *indices[RENSA_MAX_NDIM] = { "i0", channel };

  for (int i = 0; i < self->window->n; i++)
    indices[i + 2] = places[i];
  return rensa_c_write_element (self->writer, x, indices);
}

static char *
write_weight (Windows *self, RensaArray *W)
{
  const char *indices[RENSA_MAX_NDIM] = { "i1", "c" };

  for (int i = 0; i < self->window->n; i++)
    indices[i + 2] = kernel_indices[i];
  return rensa_c_write_element (self->writer, W, indices);
}

/* Writes the channel of x that corresponds to channel c in the group of i1. */
static char *
write_channel (Windows *self)
{
  const gint64 n_in = self->x->dims[1] / self->window->groups;
  const gint64 n_out = self->y->dims[1] / self->window->groups;

  if (self->window->groups == 1)
    return g_strdup ("c");
  return g_strdup_printf (n_in > 1 ? "i1 / %lld * %lld + c" : "i1 / %lld * %lld + 0", (long long) n_out,
                          (long long) n_in);
}

static void
write_convolution (Windows *self, const RensaTapeOp *op)
{
  RensaArray *b = op->inputs->pdata[2];
  g_autofree char *channel = write_channel (self);
  g_autofree char *x = write_element_at (self, op->inputs->pdata[0], channel);
  g_autofree char *W = write_weight (self, op->inputs->pdata[1]);
  g_autofree char *to = rensa_c_write_element (self->writer, op->outputs->pdata[0], rensa_c_indices);
  g_autofree char *start = b != NULL ? rensa_c_write_element (self->writer, b, rensa_c_indices + 1) : g_strdup ("0");

  rensa_c_loop_axes (self->writer, self->y, ~0u);
  rensa_c_brace (self->writer);
  rensa_c_line (self->writer, "%s sum = %s;", rensa_c_get_type (rensa_array_get_dtype (op->outputs->pdata[0])), start);
  rensa_c_gap (self->writer);
  rensa_c_loop (self->writer, "c", self->x->dims[1] / self->window->groups);
  open_window (self);
  rensa_c_line (self->writer, "sum += %s * %s;", x, W);
  rensa_c_end (self->writer);
  rensa_c_line (self->writer, "%s = sum;", to);
  rensa_c_end (self->writer);
}

/* The transpose of a convolution: each element of gy is spread over its window of gx. */
static void
write_deconvolution (Windows *self, const RensaTapeOp *op)
{
  RensaArray *gx = op->outputs->pdata[0];
  g_autofree char *channel = write_channel (self);
  g_autofree char *gy = rensa_c_write_element (self->writer, op->inputs->pdata[0], rensa_c_indices);
  g_autofree char *W = write_weight (self, op->inputs->pdata[1]);
  g_autofree char *zero = rensa_c_write_element (self->writer, gx, rensa_c_indices);
  g_autofree char *to = write_element_at (self, gx, channel);

  rensa_c_loop_axes (self->writer, self->x, ~0u);
  rensa_c_line (self->writer, "%s = 0;", zero);
  rensa_c_end_loops (self->writer);
  rensa_c_loop_axes (self->writer, self->y, ~0u);
  rensa_c_loop (self->writer, "c", self->x->dims[1] / self->window->groups);
  open_window (self);
  rensa_c_line (self->writer, "%s += %s * %s;", to, gy, W);
  rensa_c_end (self->writer);
}

/* Writes the position within the window, as a number. */
static char *
write_number (Windows *self)
{
  GString *text = g_string_new (NULL);
  gint64 stride = 1;

  for (int i = self->window->n - 1; i >= 0; i--)
    {
      if (self->window->kernel[i] != 1)
        append (text, stride, kernel_indices[i]);
      stride *= self->window->kernel[i];
    }
  return g_string_free (g_string_append (text, text->len == 0 ? "0" : ""), FALSE);
}

static void
write_maximum (Windows *self, const RensaTapeOp *op)
{
  RensaArray *y = op->outputs->pdata[0];
  RensaArray *index = op->outputs->pdata[1];
  const char *type = rensa_c_get_type (rensa_array_get_dtype (y));
  g_autofree char *x = write_element_at (self, op->inputs->pdata[0], "i1");
  g_autofree char *to = rensa_c_write_element (self->writer, y, rensa_c_indices);
  g_autofree char *place = write_number (self);

  rensa_c_loop_axes (self->writer, self->y, ~0u);
  rensa_c_brace (self->writer);
  rensa_c_line (self->writer, "%s best = -INFINITY;", type);
  rensa_c_line (self->writer, "int place = -1;");
  rensa_c_gap (self->writer);
  open_window (self);
  rensa_c_brace (self->writer);
  rensa_c_line (self->writer, "const %s x = %s;", type, x);
  rensa_c_gap (self->writer);
  rensa_c_if (self->writer, "place < 0 || x > best || (x != x && best == best)");
  rensa_c_brace (self->writer);
  rensa_c_line (self->writer, "best = x;");
  rensa_c_line (self->writer, "place = %s;", place);
  rensa_c_end (self->writer);
  rensa_c_end (self->writer);
  rensa_c_end (self->writer);
  rensa_c_line (self->writer, "%s = best;", to);
  if (index != NULL)
    {
      g_autofree char *number = rensa_c_write_element (self->writer, index, rensa_c_indices);

      rensa_c_line (self->writer, "%s = place;", number);
    }
  rensa_c_end (self->writer);
}

static void
write_sum (Windows *self, const RensaTapeOp *op)
{
  RensaArray *y = op->outputs->pdata[0];
  const RensaDtype dtype = rensa_array_get_dtype (y);
  g_autofree char *x = write_element_at (self, op->inputs->pdata[0], "i1");
  g_autofree char *to = rensa_c_write_element (self->writer, y, rensa_c_indices);
  g_autofree char *scale = rensa_c_write_number (dtype, op->value);

  rensa_c_loop_axes (self->writer, self->y, ~0u);
  rensa_c_brace (self->writer);
  rensa_c_line (self->writer, "%s sum = 0;", rensa_c_get_type (dtype));
  rensa_c_gap (self->writer);
  open_window (self);
  rensa_c_line (self->writer, "sum += %s;", x);
  rensa_c_end (self->writer);
  rensa_c_line (self->writer, "%s = sum * %s;", to, scale);
  rensa_c_end (self->writer);
}

void
rensa_c_write_windows (RensaCWriter *writer, const RensaTapeOp *op)
{
  RensaArray *x = op->inputs->pdata[0];
  RensaArray *y = op->outputs->pdata[0];
  const gboolean is_backward = op->kind == RENSA_TAPE_CONVOLVE_BACKWARD_X;
  Windows self = { writer, &op->window, is_backward ? &y->shape : &x->shape, is_backward ? &x->shape : &y->shape };

  switch (op->kind)
    {
    case RENSA_TAPE_CONVOLVE:
      write_convolution (&self, op);
      break;
    case RENSA_TAPE_CONVOLVE_BACKWARD_X:
      write_deconvolution (&self, op);
      break;
    case RENSA_TAPE_POOL_MAX:
      write_maximum (&self, op);
      break;
    default:
      write_sum (&self, op);
    }
}
