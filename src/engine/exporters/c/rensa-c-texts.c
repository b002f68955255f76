/* rensa-c-texts.c: complete text of the program and its header.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-private.h"
#include "rensa-c-texts.c.in.inc"
#include "rensa-ctext-private.h"

/* Numbers in a line. */
#define N_COLUMNS 8

void
rensa_c_texts_clear (RensaCTexts *texts)
{
  g_free (texts->stem);
  g_free (texts->program);
  g_free (texts->header);
  g_clear_pointer (&texts->weights, g_bytes_unref);
}

char *
rensa_c_write_capitals (const char *stem)
{
  return g_ascii_strup (stem, -1);
}

/* Returns "x" for a single input, "x0", "x1" for several. */
static char *
name_input (RensaCPlan *plan, guint i)
{
  return plan->tape->inputs->len > 1 ? g_strdup_printf ("x%u", i) : g_strdup ("x");
}

/* Returns "void moons_predict (const float *x, float *y, struct moons_workspace *w)"; @between
 * separates the type from the name */
static char *
write_head (RensaCPlan *plan, const char *stem, const char *between)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "void%s%s_predict (", between, stem);
  for (guint i = 0; i < plan->tape->inputs->len; i++)
    {
      RensaArray *x = plan->tape->inputs->pdata[i];
      g_autofree char *name = name_input (plan, i);

      g_string_append_printf (text, "const %s *%s, ", rensa_c_get_type (x->dtype), name);
    }
  g_string_append_printf (text, "%s *y, struct %s_workspace *w%s)", rensa_c_get_type (plan->tape->output->dtype), stem,
                          plan->n_weights > 0 ? ", const float *weights" : "");
  return g_string_free (text, FALSE);
}

/* The header */

static void
write_workspace (RensaCPlan *plan, const char *stem, GString *text)
{
  g_string_append_printf (
      text,
      "/* What a call computes with; whatever it holds before, and nothing of it is needed after. */\n"
      "struct %s_workspace\n{\n",
      stem);
  for (int dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    if (plan->sizes[dtype] > 0)
      g_string_append_printf (text, "  %s %s[%lld];\n", rensa_c_get_type (dtype), rensa_c_get_member (dtype),
                              (long long) plan->sizes[dtype]);
  g_string_append (text, "};\n\n");
}

static char *
write_header (RensaCPlan *plan, const char *stem, const char *title, const char *more)
{
  GString *text = g_string_new (NULL);
  g_autofree char *capitals = rensa_c_write_capitals (stem);
  g_autofree char *comment = rensa_ctext_write_comment (title);
  g_autofree char *head = write_head (plan, stem, " ");

  g_string_append_printf (text, "/* %s.h: the trained network \"%s\", written by Rensa. */\n\n", stem, comment);
  g_string_append_printf (text, "#ifndef %s_H\n#define %s_H\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
                          capitals, capitals);
  for (guint i = 0; i < plan->tape->inputs->len; i++)
    {
      RensaArray *x = plan->tape->inputs->pdata[i];
      g_autofree char *name = name_input (plan, i);
      g_autofree char *upper = g_ascii_strup (name, -1);
      g_autofree char *shape = rensa_shape_to_string (&x->shape);

      g_string_append_printf (text, "/* Numbers of %s: shape %s */\n#define %s_N_%s %lld\n", name, shape, capitals,
                              upper, (long long) x->count);
    }
  g_string_append_printf (text, "/* Numbers of y */\n#define %s_N_Y %lld\n", capitals,
                          (long long) plan->tape->output->count);
  if (plan->n_weights > 0)
    g_string_append_printf (text,
                            "/* Numbers of weights, as %s_weights.bin holds them, the low byte first */\n"
                            "#define %s_N_WEIGHTS %lld\n",
                            stem, capitals, (long long) plan->n_weights);
  g_string_append_c (text, '\n');
  write_workspace (plan, stem, text);
  g_string_append_printf (
      text, "/* y is what the network makes of one example, x, as the data set gives it. */\n%s;\n\n", head);
  g_string_append (text, more);
  g_string_append (text, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  return g_string_free (text, FALSE);
}

/* Constants */

static double
get_number (const RensaCBuffer *buffer, gint64 i)
{
  const char *memory = buffer->array->buffer->data;

  return rensa_element_to_double (buffer->dtype, memory + (gsize) i * rensa_dtype_get_size (buffer->dtype));
}

static void
write_constant (const RensaCBuffer *buffer, GString *text)
{
  g_string_append_printf (text, "static const %s %s[%lld] = {", rensa_c_get_type (buffer->dtype), buffer->name,
                          (long long) buffer->count);
  for (gint64 i = 0; i < buffer->count; i++)
    {
      g_autofree char *number = rensa_c_write_number (buffer->dtype, get_number (buffer, i));

      g_string_append_printf (text, "%s%s,", i % N_COLUMNS == 0 ? "\n  " : " ", number);
    }
  g_string_append (text, "\n};\n\n");
}

static void
write_constants (RensaCPlan *plan, GString *text)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const RensaCBuffer *buffer = plan->buffers->pdata[i];

      if (!buffer->varies && buffer->offset < 0)
        write_constant (buffer, text);
    }
}

static GBytes *
collect_weights (RensaCPlan *plan)
{
  float *weights = g_new0 (float, plan->n_weights);

  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const RensaCBuffer *buffer = plan->buffers->pdata[i];

      for (gint64 j = 0; !buffer->varies && buffer->offset >= 0 && j < buffer->count; j++)
        weights[buffer->offset + j] = (float) get_number (buffer, j);
    }
  return g_bytes_new_take (weights, (gsize) plan->n_weights * sizeof (float));
}

/* Table of the memory layout */

static const char *
get_node (RensaCPlan *plan, int op)
{
  if (op < 0)
    return "input";
  return op < (int) plan->ops->len ? ((RensaTapeOp *) plan->ops->pdata[op])->node : "answer";
}

static void
write_memory (RensaCPlan *plan, GString *text)
{
  gsize n_bytes = 0;

  for (int dtype = 0; dtype < RENSA_N_DTYPES; dtype++)
    n_bytes += (gsize) plan->sizes[dtype] * rensa_dtype_get_size (dtype);
  g_string_append_printf (text, " * The workspace has %zu bytes:\n *\n", n_bytes);
  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const RensaCBuffer *buffer = plan->buffers->pdata[i];
      g_autofree char *from = rensa_ctext_write_comment (get_node (plan, buffer->first));
      g_autofree char *to = rensa_ctext_write_comment (get_node (plan, buffer->last));

      if (buffer->varies)
        g_string_append_printf (text, " *   %-5s %-8s %8lld to %8lld  from %s to %s\n", buffer->name,
                                rensa_c_get_member (buffer->dtype), (long long) buffer->offset,
                                (long long) (buffer->offset + buffer->count - 1), from, to);
    }
}

/* The program */

static void
write_predict (RensaCPlan *plan, const char *stem, GPtrArray *steps, GString *text)
{
  g_autofree char *head = write_head (plan, stem, "\n");
  const RensaCBuffer *output = rensa_c_plan_find (plan, plan->tape->output);

  g_string_append_printf (text, "%s\n{\n", head);
  for (guint i = 0; i < plan->tape->inputs->len; i++)
    {
      const RensaCBuffer *buffer = rensa_c_plan_find (plan, plan->tape->inputs->pdata[i]);
      g_autofree char *name = name_input (plan, i);

      g_string_append_printf (text, "  for (int i = 0; i < %lld; i++)\n    w->%s[%lld + i] = %s[i];\n",
                              (long long) buffer->count, rensa_c_get_member (buffer->dtype), (long long) buffer->offset,
                              name);
    }
  for (guint i = 0; i < steps->len; i++)
    g_string_append_printf (text, "  %s;\n", (char *) steps->pdata[i]);
  g_string_append_printf (text, "  for (int i = 0; i < %lld; i++)\n    y[i] = ", (long long) plan->tape->output->count);
  if (output->varies)
    g_string_append_printf (text, "w->%s[%lld + i];\n}\n", rensa_c_get_member (output->dtype),
                            (long long) (output->offset + rensa_c_get_place (plan->tape->output)));
  else
    g_string_append_printf (text, "%s[%lld + i];\n}\n", output->name,
                            (long long) rensa_c_get_place (plan->tape->output));
}

static void
append_filled (GString *text, const char *template, const char *stem, const char *capitals)
{
  g_auto (GStrv) parts = g_strsplit (template, "@s@", -1);
  g_autofree char *named = g_strjoinv (stem, parts);
  g_auto (GStrv) others = g_strsplit (named, "@C@", -1);
  g_autofree char *filled = g_strjoinv (capitals, others);

  g_string_append (text, filled);
}

static void
write_reading (RensaCPlan *plan, const char *capitals, GString *text, GString *arguments)
{
  for (guint i = 0; i < plan->tape->inputs->len; i++)
    {
      RensaArray *x = plan->tape->inputs->pdata[i];
      g_autofree char *name = name_input (plan, i);
      g_autofree char *upper = g_ascii_strup (name, -1);

      g_string_append_printf (text,
                              "  for (int i = 0; i < %s_N_%s; i++)\n"
                              "    {\n"
                              "      if (scanf (\" %%lf\", &number) != 1)\n"
                              "        {\n"
                              "          fprintf (stderr, \"%%d numbers are expected, but number %%d is missing.\\n\", "
                              "%s_N_%s, i + 1);\n"
                              "          return 1;\n"
                              "        }\n"
                              "      %s[i] = (%s) number;\n"
                              "    }\n",
                              capitals, upper, capitals, upper, name, rensa_c_get_type (x->dtype));
      g_string_append_printf (arguments, "%s, ", name);
    }
}

static void
write_main (RensaCPlan *plan, const char *stem, GString *text)
{
  g_autofree char *capitals = rensa_c_write_capitals (stem);
  g_autoptr (GString) arguments = g_string_new (NULL);

  g_string_append_printf (
      text,
      "\n#ifdef %s_MAIN\n\n/* Reads the numbers of an example, and writes the answer. */\n\n#include <stdio.h>\n\n",
      capitals);
  if (plan->n_weights > 0)
    append_filled (text, main_weights, stem, capitals);
  append_filled (text, main_head, stem, capitals);
  for (guint i = 0; i < plan->tape->inputs->len; i++)
    {
      RensaArray *x = plan->tape->inputs->pdata[i];
      g_autofree char *name = name_input (plan, i);
      g_autofree char *upper = g_ascii_strup (name, -1);

      g_string_append_printf (text, "  static %s %s[%s_N_%s];\n", rensa_c_get_type (x->dtype), name, capitals, upper);
    }
  g_string_append_printf (text, "  %s y[%s_N_Y];\n\n", rensa_c_get_type (plan->tape->output->dtype), capitals);
  if (plan->n_weights > 0)
    g_string_append_printf (text,
                            "  if (!read_weights ())\n    {\n      fprintf (stderr, \"%s_weights.bin could not be "
                            "read.\\n\");\n      return 1;\n    }\n",
                            stem);
  write_reading (plan, capitals, text, arguments);
  g_string_append_printf (text, "  %s_predict (%sy, &workspace%s);\n", stem, arguments->str,
                          plan->n_weights > 0 ? ", weights" : "");
  g_string_append_printf (text,
                          "  for (int i = 0; i < %s_N_Y; i++)\n"
                          "    printf (\"%%.9g\\n\", (double) y[i]);\n"
                          "  return 0;\n}\n\n#endif\n",
                          capitals);
}

static char *
write_program (RensaCWriter *self, const char *stem, const char *title, const char *more, GError **error)
{
  RensaCPlan *plan = self->plan;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) functions = g_string_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *comment = rensa_ctext_write_comment (title);
  g_autofree char *capitals = rensa_c_write_capitals (stem);

  if (!rensa_c_write_steps (self, stem, functions, names, error))
    return NULL;

  g_string_append_printf (
      text,
      "/* %s.c: the trained network \"%s\", written by Rensa.\n *\n"
      " * C99 with <math.h>; it allocates nothing and keeps nothing. With -D%s_MAIN it is a program.\n *\n",
      stem, comment, capitals);
  write_memory (plan, text);
  g_string_append_printf (text, " */\n\n#include \"%s.h\"\n\n#include <math.h>\n\n", stem);
  g_string_append_printf (text,
                          "/* Called with what each operation has made; nothing by default. */\n"
                          "#ifndef %s_PROBE\n#define %s_PROBE(operation, output, memory, count) ((void) 0)\n#endif\n\n",
                          capitals, capitals);
  write_constants (plan, text);
  g_string_append (text, self->helpers->str);
  g_string_append (text, functions->str);
  g_string_append (text, more);
  write_predict (plan, stem, names, text);
  write_main (plan, stem, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gboolean
rensa_c_write_texts (RensaCPlan *plan, const char *stem, const RensaCFace *face, RensaCTexts *texts, GError **error)
{
  g_autoptr (GString) header = g_string_new (NULL);
  g_autoptr (GString) program = g_string_new (NULL);
  g_autoptr (GString) helpers = g_string_new (NULL);
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (int));
  RensaCWriter self = { plan, helpers, taken, body, 0, ends };

  texts->stem = g_strdup (stem);
  rensa_c_write_examples (face, rensa_array_get_count (plan->tape->output), stem, header, program);
  texts->program = write_program (&self, stem, face->title, program->str, error);
  if (texts->program == NULL)
    return FALSE;
  texts->header = write_header (plan, stem, face->title, header->str);
  texts->weights = plan->n_weights > 0 ? collect_weights (plan) : NULL;
  return TRUE;
}
