/* cuda-dnn-text.c: text representation of convolutions.
 * SPDX-License-Identifier: MIT */

#include "cuda-dnn.h"

#include <string.h>

/* Fixed, since lines are used for comparison with cuDNN itself on other machines, where addresses differ. */
#define ALIGNMENT 16

static const char *const operations[] = {
  [RENSA_DNN_FORWARD] = "forward",
  [RENSA_DNN_BACKWARD_X] = "backward-x",
  [RENSA_DNN_BACKWARD_W] = "backward-W",
};

/* Lists of a line, in order. */
typedef struct
{
  const char *name;
  gsize offset;
  int n_extra; /* numbers in addition to one for each spatial axis */
} List;

#define LIST(name, member, n_extra)                              \
  {                                                              \
    name, G_STRUCT_OFFSET (RensaDnnConvolution, member), n_extra \
  }

static const List lists[] = {
  LIST ("stride", stride, 0),     LIST ("dilate", dilate, 0),  LIST ("before", pad_before, 0),
  LIST ("behind", pad_behind, 0), LIST ("x", x.dims, 2),       LIST ("of-x", x.strides, 2),
  LIST ("W", W.dims, 2),          LIST ("of-W", W.strides, 2), LIST ("y", y.dims, 2),
  LIST ("of-y", y.strides, 2),
};

/* float32 that may be rounded to TF32. */
#define TF32 "tf32"

char *
rensa_dnn_convolution_to_string (const RensaDnnConvolution *self)
{
  GString *text = g_string_new (operations[self->operation]);

  g_string_append_printf (text, " %s %s", self->allows_tf32 ? TF32 : rensa_dtype_get_name ((RensaDtype) self->dtype),
                          self->has_bias ? "bias" : "plain");
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const gint64 *numbers = G_STRUCT_MEMBER_P (self, lists[i].offset);

      g_string_append_printf (text, " %s", lists[i].name);
      for (int k = 0; k < self->n_axes + lists[i].n_extra; k++)
        g_string_append_printf (text, "%c%" G_GINT64_FORMAT, k == 0 ? ' ' : ',', numbers[k]);
    }
  return g_string_free (text, FALSE);
}

/* Returns the number of parsed numbers, or -1. */
static int
parse_numbers (const char *text, gint64 *numbers, int most)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  int n = 0;

  for (; words[n] != NULL; n++)
    if (n == most || !g_ascii_string_to_signed (words[n], 10, 0, G_MAXINT64, &numbers[n], NULL))
      return -1;
  return n;
}

static gboolean
parse_operation (RensaDnnConvolution *self, const char *operation, const char *dtype, const char *bias)
{
  self->operation = -1;
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    if (strcmp (operation, operations[i]) == 0)
      self->operation = i;
  RensaDtype known = RENSA_FLOAT32;

  self->allows_tf32 = strcmp (dtype, TF32) == 0;
  if (!self->allows_tf32 && !rensa_dtype_from_name (dtype, &known, NULL))
    return FALSE;
  self->dtype = known;
  self->has_bias = strcmp (bias, "bias") == 0;
  return self->operation >= 0 && rensa_dtype_is_floating (known);
}

gboolean
rensa_dnn_convolution_parse (RensaDnnConvolution *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  *self = (RensaDnnConvolution){ .x.alignment = ALIGNMENT, .W.alignment = ALIGNMENT, .y.alignment = ALIGNMENT };
  if (g_strv_length (words) != 3 + 2 * G_N_ELEMENTS (lists) || !parse_operation (self, words[0], words[1], words[2]))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const int n = parse_numbers (words[4 + 2 * i], G_STRUCT_MEMBER_P (self, lists[i].offset),
                                   RENSA_DNN_MAX_AXES + lists[i].n_extra);

      if (i == 0)
        self->n_axes = n;
      if (n < 1 || strcmp (words[3 + 2 * i], lists[i].name) != 0 || n != self->n_axes + lists[i].n_extra)
        return FALSE;
    }
  return TRUE;
}
