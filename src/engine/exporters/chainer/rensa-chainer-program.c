/* rensa-chainer-program.c: the names and the parts of a program that is written.
 * SPDX-License-Identifier: MIT */

#include "rensa-chainer-private.h"
#include "rensa-python-private.h"

RensaChainerProgram *
rensa_chainer_program_new (RensaModel *model)
{
  RensaChainerProgram *program = g_new0 (RensaChainerProgram, 1);

  program->writer = rensa_chainer_writer;
  program->model = model;
  program->functions = g_string_new (NULL);
  program->classes = g_string_new (NULL);
  program->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return program;
}

void
rensa_chainer_program_free (RensaChainerProgram *program)
{
  g_clear_error (&program->error);
  g_string_free (program->functions, TRUE);
  g_string_free (program->classes, TRUE);
  g_hash_table_unref (program->names);
  g_free (program);
}

/* What Chainer does not have: programs that use it hold its class. */
static gboolean
is_class_of_ours (const char *name)
{
  static const RensaComponentKind kinds[] = { RENSA_COMPONENT_FUNCTION, RENSA_COMPONENT_LINK, RENSA_COMPONENT_UPDATER,
                                              RENSA_COMPONENT_ITERATOR };
  gboolean is_ours = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const RensaComponent *component = rensa_registry_find (kinds[i], name, NULL);

      is_ours |= component != NULL && rensa_component_get_form (component, "chainer_class") != NULL;
    }
  return is_ours;
}

gboolean
rensa_chainer_is_reserved (const char *name)
{
  /* What programs import, define and call. */
  static const char *const names[] = { "Converter",
                                       "DATA",
                                       "SequenceEvaluator",
                                       "StepEvaluator",
                                       "StepUpdater",
                                       "F",
                                       "L",
                                       "argparse",
                                       "as_leaf",
                                       "chainer",
                                       "convert",
                                       "each",
                                       "extensions",
                                       "float",
                                       "initializers",
                                       "iterators",
                                       "load_data",
                                       "main",
                                       "make_model",
                                       "np",
                                       "optimizers",
                                       "pathlib",
                                       "preprocess",
                                       "print",
                                       "range",
                                       "read_field",
                                       "reversed",
                                       "self",
                                       "sequence",
                                       "slice",
                                       "super",
                                       "training",
                                       "triggers",
                                       NULL };

  return rensa_python_is_keyword (name) || g_strv_contains (names, name) || is_class_of_ours (name);
}

char *
rensa_chainer_program_dup_name (RensaChainerProgram *program, const char *name)
{
  char *unique = g_strdup (name);

  for (guint number = 2; rensa_chainer_is_reserved (unique) || !g_hash_table_add (program->names, g_strdup (unique));
       number++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s%u", name, number);
    }
  return unique;
}
