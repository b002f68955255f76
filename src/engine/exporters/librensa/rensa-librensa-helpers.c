/* rensa-librensa-helpers.c: helper functions that are added to a program on demand.
 * SPDX-License-Identifier: MIT */

#include "rensa-librensa-private.h"

static const struct
{
  RensaLibrensaHelper helper;
  const char *text;
} helpers[] = {
  { RENSA_LIBRENSA_APPLY1,
    "/* A function by its description, of whose values the first is wanted. */\n"
    "static RensaVariable *\n"
    "apply (const char *function, RensaVariable *const *inputs, int n_inputs, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaAttrs) attrs =\n"
    "      rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, function, error);\n"
    "  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };\n"
    "  RensaVariable *y;\n"
    "\n"
    "  if (attrs == NULL\n"
    "      || rensa_function_call_wired (attrs, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error) < 0)\n"
    "    return NULL;\n"
    "  y = g_steal_pointer (&outputs[0]);\n"
    "  rensa_variables_clear (outputs, RENSA_MAX_OUTPUTS);\n"
    "  return y;\n"
    "}\n"
    "\n" },
  { RENSA_LIBRENSA_VALUES, "/* What a call gives that gives several. */\n"
                           "typedef struct\n"
                           "{\n"
                           "  RensaVariable *of[RENSA_MAX_OUTPUTS];\n"
                           "} Values;\n"
                           "\n"
                           "static void\n"
                           "values_clear (Values *values)\n"
                           "{\n"
                           "  rensa_variables_clear (values->of, RENSA_MAX_OUTPUTS);\n"
                           "}\n"
                           "\n"
                           "G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Values, values_clear)\n"
                           "\n" },
  { RENSA_LIBRENSA_APPLY,
    "/* A function by its description, of which at least @n_wanted values are wanted. */\n"
    "static gboolean\n"
    "apply_all (const char *function, RensaVariable *const *inputs, int n_inputs,\n"
    "           RensaVariable **outputs, int max_outputs, int n_wanted, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaAttrs) attrs =\n"
    "      rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, function, error);\n"
    "\n"
    "  return attrs != NULL\n"
    "         && rensa_function_call_wired (attrs, inputs, n_inputs, outputs, max_outputs, error) >= n_wanted;\n"
    "}\n"
    "\n" },
  { RENSA_LIBRENSA_CALL,
    "/* A link that takes several values, or sequences, and of whose values the first is wanted. */\n"
    "static RensaVariable *\n"
    "call (RensaLink *link, RensaVariable *const *inputs, int n_inputs, GError **error)\n"
    "{\n"
    "  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };\n"
    "  RensaVariable *y;\n"
    "\n"
    "  if (rensa_link_call_wired (link, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error) < 0)\n"
    "    return NULL;\n"
    "  y = g_steal_pointer (&outputs[0]);\n"
    "  rensa_variables_clear (outputs, RENSA_MAX_OUTPUTS);\n"
    "  return y;\n"
    "}\n"
    "\n" },
  { RENSA_LIBRENSA_ADD, "static gboolean\n"
                        "add (RensaLink *chain, const char *name, const char *link, GError **error)\n"
                        "{\n"
                        "  return rensa_link_take_child (chain, name, rensa_link_new_from_text (link, error), error);\n"
                        "}\n"
                        "\n" },
  { RENSA_LIBRENSA_APPEND,
    "static gboolean\n"
    "append (RensaLink *sequential, const char *link, GError **error)\n"
    "{\n"
    "  return rensa_link_append_child (sequential, rensa_link_new_from_text (link, error), error);\n"
    "}\n"
    "\n" },
  { RENSA_LIBRENSA_APPEND_FUNCTION, "static gboolean\n"
                                    "append_function (RensaLink *sequential, const char *function, GError **error)\n"
                                    "{\n"
                                    "  g_autoptr (RensaAttrs) attrs =\n"
                                    "      rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, function, error);\n"
                                    "\n"
                                    "  if (attrs == NULL)\n"
                                    "    return FALSE;\n"
                                    "  rensa_sequential_append_function (sequential, attrs);\n"
                                    "  return TRUE;\n"
                                    "}\n"
                                    "\n" },
  { RENSA_LIBRENSA_REPEAT, "/* @n links like @link, which is taken over, one after the other. */\n"
                           "static RensaLink *\n"
                           "repeat (RensaLink *link, int n, GError **error)\n"
                           "{\n"
                           "  g_autoptr (RensaLink) first = link;\n"
                           "\n"
                           "  return first != NULL ? rensa_link_repeat (first, n, RENSA_COPY_INIT, error) : NULL;\n"
                           "}\n"
                           "\n" },
  { RENSA_LIBRENSA_FROZEN, "/* @link, which does not learn. */\n"
                           "static RensaLink *\n"
                           "frozen (RensaLink *link)\n"
                           "{\n"
                           "  if (link != NULL)\n"
                           "    rensa_link_set_frozen (link, TRUE);\n"
                           "  return link;\n"
                           "}\n"
                           "\n" },
};

void
rensa_librensa_write_helpers (const RensaLibrensaProgram *program, GString *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (helpers); i++)
    if (program->helpers & helpers[i].helper)
      g_string_append (text, helpers[i].text);
}
