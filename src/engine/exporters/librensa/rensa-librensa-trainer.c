/* rensa-librensa-trainer.c: training code of a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-librensa-private.h"

static const char add_hooks[] =
    "/* @hooks: ended by NULL */\n"
    "static gboolean\n"
    "add_hooks (RensaOptimizer *optimizer, const char *const *hooks, GError **error)\n"
    "{\n"
    "  for (int i = 0; hooks[i] != NULL; i++)\n"
    "    {\n"
    "      g_autoptr (RensaAttrs) hook =\n"
    "          rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, hooks[i], error);\n"
    "\n"
    "      if (hook == NULL || !rensa_optimizer_add_hook (optimizer, hook, error))\n"
    "        return FALSE;\n"
    "    }\n"
    "  return TRUE;\n"
    "}\n"
    "\n";

/* %s: the hooks. */
static const char add_optimizers[] =
    "static gboolean\n"
    "add_optimizers (RensaUpdater *updater, RensaLink *model, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaOptimizer) optimizer = rensa_optimizer_new_from_text (OPTIMIZER, error);\n"
    "\n"
    "  if (optimizer == NULL)\n"
    "    return FALSE;\n"
    "  rensa_optimizer_setup (optimizer, model);\n"
    "%s"
    "  rensa_updater_take_optimizer (updater, RENSA_MAIN, g_steal_pointer (&optimizer));\n"
    "  return TRUE;\n"
    "}\n"
    "\n";

/* %1$s: hooks; %2$s: models without optimizer. */
static const char add_optimizers_apart[] =
    "/* One for the models that learn from loss @i. */\n"
    "static gboolean\n"
    "add_optimizer (RensaUpdater *updater, RensaLink *step, guint i, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaLink) learner = rensa_step_make_learner (step, losses[i].models);\n"
    "  g_autoptr (RensaOptimizer) optimizer = rensa_optimizer_new_from_text (losses[i].optimizer, error);\n"
    "\n"
    "  if (optimizer == NULL)\n"
    "    return FALSE;\n"
    "  rensa_optimizer_setup (optimizer, learner);\n"
    "%1$s"
    "  rensa_updater_take_optimizer (updater, losses[i].name, g_steal_pointer (&optimizer));\n"
    "  rensa_updater_set_every (updater, i, losses[i].every);\n"
    "  return TRUE;\n"
    "}\n"
    "\n"
    "static gboolean\n"
    "add_optimizers (RensaUpdater *updater, RensaLink *step, GError **error)\n"
    "{\n"
    "  for (guint i = 0; i < G_N_ELEMENTS (losses); i++)\n"
    "    if (!add_optimizer (updater, step, i, error))\n"
    "      return FALSE;\n"
    "  rensa_updater_take_target (updater, RENSA_MAIN, rensa_link_ref (step), FALSE);\n"
    "%2$s"
    "  return TRUE;\n"
    "}\n"
    "\n";

static const char make_updater[] =
    "static RensaUpdater *\n"
    "make_updater (RensaLink *model, const RensaDataBundle *data, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaAttrs) order = rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, ITERATOR, error);\n"
    "  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_UPDATER, UPDATER, error);\n"
    "  g_autoptr (RensaUpdater) updater = attrs != NULL ? rensa_updater_new (attrs, error) : NULL;\n"
    "  g_autoptr (RensaIterator) iterator = NULL;\n"
    "\n"
    "  if (updater == NULL || !add_optimizers (updater, model, error))\n"
    "    return NULL;\n"
    "  iterator = order != NULL ? rensa_iterator_new (order, data->train, SEED, error) : NULL;\n"
    "  if (iterator == NULL)\n"
    "    return NULL;\n"
    "  rensa_updater_take_iterator (updater, RENSA_MAIN, g_steal_pointer (&iterator));\n"
    "  return g_steal_pointer (&updater);\n"
    "}\n"
    "\n";

static const char read_trigger[] =
    "static RensaTrigger *\n"
    "read_trigger (const char *text, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_TRIGGER, text, error);\n"
    "\n"
    "  return attrs != NULL ? rensa_trigger_new (attrs, error) : NULL;\n"
    "}\n"
    "\n";

/* %s: the RensaPicture of an example. */
static const char supply[] =
    "/* What an extension may ask for beside what is trained with. */\n"
    "static gboolean\n"
    "supply (RensaExtension *extension, const RensaDataBundle *data, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaAttrs) order = NULL;\n"
    "  RensaIterator *iterator;\n"
    "\n"
    "  rensa_extension_set_label_names (extension, (const char *const *) data->label_names);\n"
    "  rensa_extension_set_tokens (extension, (const char *const *) data->tokens);\n"
    "  rensa_extension_set_picture (extension, %s);\n"
    "  if (data->test == NULL || !rensa_extension_takes (extension, \"iterator:validation\"))\n"
    "    return TRUE;\n"
    "\n"
    "  order = rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, ITERATOR, error);\n"
    "  iterator = order != NULL ? rensa_iterator_new_once (order, data->test, error) : NULL;\n"
    "  if (iterator != NULL)\n"
    "    rensa_extension_take_iterator (extension, \"validation\", iterator);\n"
    "  return iterator != NULL;\n"
    "}\n"
    "\n";

static const char extend[] =
    "static gboolean\n"
    "extend (RensaTrainer *trainer, const Extension *self, const RensaDataBundle *data, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, self->text, error);\n"
    "  RensaTrigger *trigger = attrs != NULL && self->trigger != NULL ? read_trigger (self->trigger, error) : NULL;\n"
    "  g_autoptr (RensaExtension) extension = NULL;\n"
    "\n"
    "  if (attrs == NULL || (self->trigger != NULL && trigger == NULL))\n"
    "    return FALSE;\n"
    "  extension = rensa_extension_new (attrs, self->name, trigger, error);\n"
    "  if (extension == NULL || !supply (extension, data, error))\n"
    "    return FALSE;\n"
    "  if (self->has_priority)\n"
    "    rensa_extension_set_priority (extension, self->priority);\n"
    "  rensa_extension_set_call_before_training (extension, self->call_before_training);\n"
    "  return rensa_trainer_take_extension (trainer, g_steal_pointer (&extension), error);\n"
    "}\n"
    "\n";

static const char make_trainer[] =
    "static RensaTrainer *\n"
    "make_trainer (RensaLink *model, const RensaDataBundle *data, const char *out, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaTrigger) stop = read_trigger (STOP, error);\n"
    "  RensaUpdater *updater = stop != NULL ? make_updater (model, data, error) : NULL;\n"
    "  g_autoptr (RensaTrainer) trainer = NULL;\n"
    "\n"
    "  if (updater == NULL)\n"
    "    return NULL;\n"
    "  trainer = rensa_trainer_new (updater, g_steal_pointer (&stop), out);\n"
    "  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)\n"
    "    if (!extend (trainer, &extensions[i], data, error))\n"
    "      return NULL;\n"
    "  return g_steal_pointer (&trainer);\n"
    "}\n"
    "\n";

static void
write_add_optimizers (const RensaLibrensaParts *parts, GString *text)
{
  const char *add = parts->learns_apart ? "  if (!add_hooks (optimizer, losses[i].hooks, error))\n"
                                          "    return FALSE;\n"
                                        : "  if (!add_hooks (optimizer, hooks, error))\n"
                                          "    return FALSE;\n";

  if (parts->has_hooks)
    g_string_append (text, add_hooks);
  if (parts->learns_apart)
    g_string_append_printf (text, add_optimizers_apart, parts->has_hooks ? add : "", parts->others);
  else
    g_string_append_printf (text, add_optimizers, parts->has_hooks ? add : "");
}

void
rensa_librensa_write_trainer (const RensaLibrensaParts *parts, GString *text)
{
  write_add_optimizers (parts, text);
  g_string_append (text, make_updater);
  g_string_append (text, read_trigger);
  g_string_append_printf (
      text, supply,
      parts->has_transforms ? "&rensa_preprocessing_get_form (data->preprocessing, G_N_ELEMENTS (transforms))->picture"
                            : "&data->picture");
  g_string_append (text, extend);
  g_string_append (text, make_trainer);
}
