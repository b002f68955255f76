/* rensa-python-preprocessing.c: preprocessing of examples in a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-program-private.h"
#include "rensa-preprocessing.h"
#include "rensa-python-private.h"

/* Names used in forms apart from the statistics of their class. */
static const char *const names[] = { "size", "fill", "levels" };

#define MOST_BINDINGS (G_N_ELEMENTS (names) + RENSA_MAX_FIGURES + 2)

static const RensaTransformClass *
get_class (RensaAttrs *attrs)
{
  return (const RensaTransformClass *) rensa_attrs_get_component (attrs);
}

/* Writes the access to an array in the data file. */
static char *
write_figure (guint step, const char *name)
{
  return g_strdup_printf ("figures['%u/%s']", step, name);
}

static guint
bind (guint step, const RensaTransformClass *class, RensaBinding *bindings, GPtrArray *texts)
{
  guint n = 0;

  bindings[n++] = (RensaBinding){ "x", "x" };
  bindings[n++] = (RensaBinding){ "picture", "picture" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_ptr_array_add (texts, write_figure (step, names[i]));
      bindings[n++] = (RensaBinding){ names[i], texts->pdata[texts->len - 1] };
    }
  for (guint i = 0; i < rensa_transform_class_count_figures (class); i++)
    {
      g_ptr_array_add (texts, write_figure (step, class->figures[i]));
      bindings[n++] = (RensaBinding){ class->figures[i], texts->pdata[texts->len - 1] };
    }
  return n;
}

/* Writes a call that takes channels, rows and columns, regardless of the axes of the example. */
static void
append_picture (GString *body, int indent, const char *call, const char *picture, const char *shape)
{
  rensa_python_append_printf (body, indent, "picture = x.reshape(%s)", picture);
  rensa_python_append_printf (body, indent, "x = %s.reshape(%s)", call, shape);
}

static void
write_step (RensaPythonProgram *program, RensaAttrs *attrs, guint step, GString *body)
{
  const RensaTransformClass *class = get_class (attrs);
  g_autofree char *picture = write_figure (step, "picture");
  g_autofree char *shape = write_figure (step, "shape");
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  RensaBinding bindings[MOST_BINDINGS];
  RensaTemplateScope scope = { &program->writer, bindings, bind (step, class, bindings, texts), FALSE };
  const char *form = rensa_component_get_form (RENSA_COMPONENT (class), "python");
  const int indent = class->in_training_only ? 8 : 4;
  g_autofree char *call = rensa_template_fill (form, attrs, &scope);

  if (class->in_training_only)
    rensa_python_append (body, 4, "if is_training:");
  if (rensa_template_has_place (form, "picture", NULL))
    append_picture (body, indent, call, picture, shape);
  else
    rensa_python_append_printf (body, indent, "x = %s", call);
}

/* Writes each function once, regardless of the number of steps that call it. */
static void
write_functions (RensaProject *project, GString *body)
{
  for (guint i = 0; i < project->transforms->len; i++)
    {
      const RensaTransformClass *class = get_class (project->transforms->pdata[i]);
      gboolean is_written = FALSE;

      for (guint k = 0; k < i; k++)
        is_written |= get_class (project->transforms->pdata[k]) == class;
      if (!is_written)
        g_string_append_printf (body, "%s\n\n", rensa_component_get_form (RENSA_COMPONENT (class), "python_function"));
    }
}

/* Returns "normalize" for "def normalize(x, …". */
static char *
dup_function_name (const RensaTransformClass *class)
{
  const char *text = rensa_component_get_form (RENSA_COMPONENT (class), "python_function");

  return text != NULL ? g_strndup (text + strlen ("def "), strcspn (text + strlen ("def "), "(")) : NULL;
}

void
rensa_python_reserve_preprocessing (RensaPythonProgram *program, RensaProject *project)
{
  for (guint i = 0; i < project->transforms->len; i++)
    {
      char *name = dup_function_name (get_class (project->transforms->pdata[i]));

      if (name != NULL)
        g_hash_table_add (program->names, name);
    }
}

void
rensa_python_write_preprocessing (RensaPythonProgram *program, RensaProject *project, GString *body)
{
  const RensaDtype dtype = rensa_project_get_settings (project)->dtype;
  g_autoptr (GString) steps = g_string_new (NULL);

  for (guint i = 0; i < project->transforms->len; i++)
    write_step (program, project->transforms->pdata[i], i, steps);
  if (steps->len == 0)
    return;

  write_functions (project, body);
  g_string_append_printf (body,
                          "def preprocess(example, figures, is_training):\n"
                          "    \"\"\"Returns the example as the model sees it.\"\"\"\n"
                          "    x, *others = example\n"
                          "%s"
                          "    return (x.astype(np.%s), *others)\n\n\n",
                          steps->str, dtype == RENSA_BFLOAT16 ? "float32" : rensa_dtype_get_name (dtype));
}
