/* rensa-python-program.c: names and parts of a program being written.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-program-private.h"
#include "rensa-python-private.h"

RensaPythonProgram *
rensa_python_program_new (const RensaPythonDialect *dialect, RensaModel *model)
{
  RensaPythonProgram *program = g_new0 (RensaPythonProgram, 1);

  program->writer =
      (RensaTemplateWriter){ dialect->target, dialect->title, dialect->get_form, rensa_python_write_attr };
  program->dialect = dialect;
  program->model = model;
  program->functions = g_string_new (NULL);
  program->classes = g_string_new (NULL);
  program->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  program->written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  program->uses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return program;
}

void
rensa_python_program_free (RensaPythonProgram *program)
{
  g_clear_error (&program->error);
  g_string_free (program->functions, TRUE);
  g_string_free (program->classes, TRUE);
  g_hash_table_unref (program->names);
  g_hash_table_unref (program->written);
  g_hash_table_unref (program->uses);
  g_free (program);
}

const char *
rensa_python_get_form (RensaPythonProgram *program, const RensaComponent *component, const char *suffix)
{
  g_autofree char *name = g_strconcat (program->writer.target, suffix, NULL);

  return rensa_component_get_form (component, name);
}

/* Programs contain the classes of components that the library lacks. */
static gboolean
is_class_of_ours (RensaPythonProgram *program, const char *name)
{
  static const RensaComponentKind kinds[] = { RENSA_COMPONENT_FUNCTION,  RENSA_COMPONENT_LINK,
                                              RENSA_COMPONENT_OPTIMIZER, RENSA_COMPONENT_UPDATER,
                                              RENSA_COMPONENT_ITERATOR,  RENSA_COMPONENT_TRIGGER };
  gboolean is_ours = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const RensaComponent *component = rensa_registry_find (kinds[i], name, NULL);

      is_ours |= component != NULL && rensa_python_get_form (program, component, "_class") != NULL;
    }
  return is_ours;
}

gboolean
rensa_python_is_reserved (const char *name, gpointer data)
{
  RensaPythonProgram *program = data;

  return rensa_python_is_keyword (name) || g_strv_contains (program->dialect->names, name)
         || is_class_of_ours (program, name);
}

char *
rensa_python_program_dup_name (RensaPythonProgram *program, const char *name)
{
  char *unique = g_strdup (name);

  for (guint number = 2;
       rensa_python_is_reserved (unique, program) || !g_hash_table_add (program->names, g_strdup (unique)); number++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s%u", name, number);
    }
  return unique;
}

static GStrv
list_uses (RensaPythonProgram *program, const RensaComponent *component)
{
  const char *form = rensa_python_get_form (program, component, "_uses");

  return g_strsplit (form != NULL ? form : "", " ", -1);
}

gboolean
rensa_python_component_uses (RensaPythonProgram *program, const RensaComponent *component, const char *name)
{
  g_auto (GStrv) uses = list_uses (program, component);

  return g_strv_contains ((const char *const *) uses, name);
}

void
rensa_python_note_uses (RensaPythonProgram *program, const RensaComponent *component)
{
  g_auto (GStrv) uses = list_uses (program, component);

  for (guint i = 0; uses[i] != NULL; i++)
    rensa_python_note_use (program, uses[i]);
}

void
rensa_python_note_use (RensaPythonProgram *program, const char *name)
{
  g_hash_table_add (program->uses, g_strdup (name));
}

gboolean
rensa_python_has_use (RensaPythonProgram *program, const char *name)
{
  return g_hash_table_contains (program->uses, name);
}

void
rensa_python_write_once (RensaPythonProgram *program, const char *text)
{
  if (g_hash_table_add (program->written, g_strdup (text)))
    g_string_append (program->functions, text);
}
