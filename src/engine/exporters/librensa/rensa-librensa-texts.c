/* rensa-librensa-texts.c: what all programs have, and their Makefile.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-librensa-private.h"

/* The data */

static const char read_transforms[] =
    "static GPtrArray *\n"
    "read_transforms (GError **error)\n"
    "{\n"
    "  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);\n"
    "\n"
    "  for (guint i = 0; i < G_N_ELEMENTS (transforms); i++)\n"
    "    {\n"
    "      RensaAttrs *transform = rensa_attrs_new_from_text (RENSA_COMPONENT_TRANSFORM, transforms[i], error);\n"
    "\n"
    "      if (transform == NULL)\n"
    "        return NULL;\n"
    "      g_ptr_array_add (list, transform);\n"
    "    }\n"
    "  return g_steal_pointer (&list);\n"
    "}\n"
    "\n";

static void
write_load_data (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, "/* The data */\n\n");
  if (parts->has_transforms)
    g_string_append (text, read_transforms);
  g_string_append (
      text, "/* Both parts, in the type of the parameters.  The names of files are seen from the current folder. */\n"
            "static gboolean\n"
            "load_data (RensaDataBundle *data, GError **error)\n"
            "{\n"
            "  g_autofree char *root = rensa_dataset_root_new ();\n"
            "  const RensaDataPlaces places = { .root = root, .base = \".\", .may_download = TRUE };\n"
            "  g_autoptr (RensaAttrs) dataset =\n"
            "      rensa_attrs_new_from_text (RENSA_COMPONENT_DATASET, DATASET, error);\n");
  if (parts->has_transforms)
    g_string_append (text, "  g_autoptr (GPtrArray) list = read_transforms (error);\n");
  g_string_append_printf (
      text,
      "\n"
      "  if (dataset == NULL%s || !rensa_dataset_load (dataset, &places, data, error)%s)\n"
      "    return FALSE;\n"
      "  rensa_data_bundle_cast (data, rensa_modes_get ()->dtype);\n",
      parts->has_transforms ? " || list == NULL" : "",
      parts->has_split ? "\n      || !rensa_data_bundle_split (data, FRACTION, SHUFFLES, SPLIT_SEED, error)" : "");
  g_string_append (text,
                   parts->has_transforms
                       ? "  return rensa_data_bundle_prepare (data, list, rensa_modes_get ()->dtype, SEED, error);\n"
                       : "  return TRUE;\n");
  g_string_append (text, "}\n\n");
}

/* The model */

static const char settle_sizes[] =
    "/* What a first batch teaches: the sizes that no text says. */\n"
    "static gboolean\n"
    "settle_sizes (RensaLink *predictor, const RensaDataBundle *data, GError **error)\n"
    "{\n"
    "  g_auto (RensaModesScope) scope = rensa_modes_enter ();\n"
    "  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, ITERATOR, error);\n"
    "  g_autoptr (RensaIterator) iterator =\n"
    "      attrs != NULL ? rensa_iterator_new_once (attrs, data->train, error) : NULL;\n"
    "  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };\n"
    "  RensaVariable *inputs[RENSA_MAX_FIELDS] = { NULL };\n"
    "  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };\n"
    "  const int n_fields = iterator != NULL ? rensa_iterator_next (iterator, NULL, fields, error) : -1;\n"
    "  int n_outputs = -1;\n"
    "\n"
    "  rensa_modes_get ()->train = FALSE;\n"
    "  rensa_modes_get ()->enable_backprop = FALSE;\n"
    "  for (int i = 0; i < n_fields; i++)\n"
    "    inputs[i] = rensa_variable_new_constant (fields[i]);\n"
    "  if (n_fields > 0)\n"
    "    n_outputs = rensa_link_call_n (predictor, inputs, n_fields - 1, outputs, RENSA_MAX_OUTPUTS, error);\n"
    "  rensa_variables_clear (outputs, RENSA_MAX_OUTPUTS);\n"
    "  rensa_variables_clear (inputs, RENSA_MAX_FIELDS);\n"
    "  rensa_arrays_clear (fields, RENSA_MAX_FIELDS);\n"
    "  rensa_link_reset_state (predictor);\n"
    "  return n_outputs > 0;\n"
    "}\n"
    "\n";

static const char begin_anew[] = "/* The examples of a batch are independent of those of the one before. */\n"
                                 "static gboolean\n"
                                 "begin_anew (RensaLink *predictor, GError **error)\n"
                                 "{\n"
                                 "  g_autoptr (RensaLinkHook) hook = rensa_reset_state_hook_new ();\n"
                                 "\n"
                                 "  return rensa_link_add_hook (predictor, hook, error);\n"
                                 "}\n"
                                 "\n";

static const char load_weights[] =
    "/* Of the file that which fits; the rest begins anew. */\n"
    "static gboolean\n"
    "load_weights (RensaLink *model, GError **error)\n"
    "{\n"
    "  g_autoptr (GPtrArray) entries = rensa_weights_load_what_fits (model, WEIGHTS, error);\n"
    "\n"
    "  return entries != NULL;\n"
    "}\n"
    "\n";

static void
write_make_model (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, settle_sizes);
  if (parts->begins_anew)
    g_string_append (text, begin_anew);
  if (parts->has_weights)
    g_string_append (text, load_weights);
  g_string_append_printf (
      text,
      "/* What tells how far the predictor is off. */\n"
      "static RensaLink *\n"
      "make_classifier (RensaLink *predictor, GError **error)\n"
      "{\n"
      "  g_autoptr (RensaAttrs) loss = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, LOSS, error);\n"
      "%s"
      "\n"
      "  if (loss == NULL%s)\n"
      "    return NULL;\n"
      "  return rensa_classifier_new (rensa_link_ref (predictor), loss, %s, error);\n"
      "}\n"
      "\n",
      parts->has_accuracy ? "  g_autoptr (RensaAttrs) accuracy =\n"
                            "      rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, ACCURACY, error);\n"
                          : "",
      parts->has_accuracy ? " || accuracy == NULL" : "", parts->has_accuracy ? "accuracy" : "NULL");
  g_string_append_printf (text,
                          "static RensaLink *\n"
                          "make_model (const RensaDataBundle *data, GError **error)\n"
                          "{\n"
                          "  g_autoptr (RensaLink) predictor = make_predictor (error);\n"
                          "  g_autoptr (RensaLink) model = NULL;\n"
                          "\n"
                          "  if (predictor == NULL%s || !settle_sizes (predictor, data, error))\n"
                          "    return NULL;\n"
                          "  model = make_classifier (predictor, error);\n"
                          "  if (model == NULL || !rensa_link_draw_params (model, SEED, error))\n"
                          "    return NULL;\n",
                          parts->begins_anew ? " || !begin_anew (predictor, error)" : "");
  if (parts->device != NULL)
    g_string_append (text, "  if (!rensa_link_to_device (model, rensa_device_find (DEVICE, NULL), error))\n"
                           "    return NULL;\n");
  if (parts->has_transforms)
    g_string_append (text, "  /* Its files hold the figures, too. */\n"
                           "  rensa_link_take_companion (model, RENSA_PREPROCESSING, rensa_preprocessing_serialize,\n"
                           "                             rensa_preprocessing_ref (data->preprocessing),\n"
                           "                             (GDestroyNotify) rensa_preprocessing_unref);\n");
  g_string_append_printf (text,
                          "  return %sg_steal_pointer (&model)%s;\n"
                          "}\n"
                          "\n",
                          parts->has_weights ? "load_weights (model, error) ? " : "",
                          parts->has_weights ? " : NULL" : "");
}

/* Training */

static const char add_hooks[] =
    "static gboolean\n"
    "add_hooks (RensaOptimizer *optimizer, GError **error)\n"
    "{\n"
    "  for (guint i = 0; i < G_N_ELEMENTS (hooks); i++)\n"
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

static const char make_updater[] =
    "static RensaUpdater *\n"
    "make_updater (RensaLink *model, const RensaDataBundle *data, GError **error)\n"
    "{\n"
    "  g_autoptr (RensaAttrs) order = rensa_attrs_new_from_text (RENSA_COMPONENT_ITERATOR, ITERATOR, error);\n"
    "  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_UPDATER, UPDATER, error);\n"
    "  g_autoptr (RensaUpdater) updater = attrs != NULL ? rensa_updater_new (attrs, error) : NULL;\n"
    "  g_autoptr (RensaIterator) iterator = NULL;\n"
    "  RensaOptimizer *optimizer = updater != NULL ? make_optimizer (model, error) : NULL;\n"
    "\n"
    "  if (optimizer == NULL)\n"
    "    return NULL;\n"
    "  rensa_updater_take_optimizer (updater, RENSA_MAIN, optimizer);\n"
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

/* %s: the picture of an example. */
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
write_make_trainer (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, "/* Training */\n\n");
  if (parts->has_hooks)
    g_string_append (text, add_hooks);
  g_string_append_printf (text,
                          "static RensaOptimizer *\n"
                          "make_optimizer (RensaLink *model, GError **error)\n"
                          "{\n"
                          "  g_autoptr (RensaOptimizer) optimizer = rensa_optimizer_new_from_text (OPTIMIZER, error);\n"
                          "\n"
                          "  if (optimizer == NULL)\n"
                          "    return NULL;\n"
                          "  rensa_optimizer_setup (optimizer, model);\n"
                          "  return %sg_steal_pointer (&optimizer)%s;\n"
                          "}\n"
                          "\n",
                          parts->has_hooks ? "add_hooks (optimizer, error) ? " : "", parts->has_hooks ? " : NULL" : "");
  g_string_append (text, make_updater);
  g_string_append (text, read_trigger);
  g_string_append_printf (
      text, supply,
      parts->has_transforms ? "&rensa_preprocessing_get_form (data->preprocessing, G_N_ELEMENTS (transforms))->picture"
                            : "&data->picture");
  g_string_append (text, extend);
  g_string_append (text, make_trainer);
}

/* The whole */

static const char main_function[] =
    "int\n"
    "main (int argc, char **argv)\n"
    "{\n"
    "  g_autoptr (GError) error = NULL;\n"
    "\n"
    "  if (argc > 2)\n"
    "    {\n"
    "      fprintf (stderr, \"Usage: %s [FOLDER]\\n\", argv[0]);\n"
    "      return 2;\n"
    "    }\n"
    "  if (run (argc > 1 ? argv[1] : \"result\", &error))\n"
    "    return 0;\n"
    "\n"
    "  fprintf (stderr, \"%s\\n\",\n"
    "           error != NULL ? error->message : \"A function gives fewer values than are taken.\");\n"
    "  return 1;\n"
    "}\n";

static void
write_run (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, "/* @out: the folder that the results go to */\n"
                         "static gboolean\n"
                         "run (const char *out, GError **error)\n"
                         "{\n"
                         "  g_autofree char *path = g_build_filename (out, \"model.npz\", NULL);\n"
                         "  g_auto (RensaDataBundle) data = { 0 };\n"
                         "  g_autoptr (RensaLink) model = NULL;\n"
                         "  g_autoptr (RensaTrainer) trainer = NULL;\n"
                         "\n");
  if (parts->dtype != NULL)
    g_string_append_printf (text, "  rensa_modes_get ()->dtype = %s;\n", parts->dtype);
  if (parts->device != NULL)
    g_string_append (text, "  if (rensa_device_find (DEVICE, error) == NULL)\n"
                           "    return FALSE;\n");
  g_string_append_printf (text,
                          "  if (!load_data (&data, error))\n"
                          "    return FALSE;\n"
                          "  model = make_model (&data, error);\n"
                          "  if (model == NULL%s)\n"
                          "    return FALSE;\n"
                          "  trainer = make_trainer (model, &data, out, error);\n"
                          "  if (trainer == NULL)\n"
                          "    return FALSE;\n"
                          "\n"
                          "  /* What dropout and the like draw from. */\n"
                          "  *rensa_random_get_default () = rensa_random_init (SEED, 0);\n"
                          "  return rensa_trainer_run (trainer, error)\n"
                          "         && rensa_save_npz (path, rensa_link_serialize, model, FALSE, error);\n"
                          "}\n"
                          "\n",
                          parts->has_transforms ? " || !rensa_preprocessing_fit (data.preprocessing, NULL, error)"
                                                : "");
}

void
rensa_librensa_write_training (const RensaLibrensaParts *parts, GString *text)
{
  write_load_data (parts, text);
  g_string_append (text, "/* The model and its loss */\n\n");
  write_make_model (parts, text);
  write_make_trainer (parts, text);
  write_run (parts, text);
  g_string_append (text, main_function);
}

/* The Makefile */

static const char makefile[] =
    "# Makefile: builds %1$s, which \"make run\" lets train.\n"
    "# Made by Rensa " RENSA_VERSION ".\n"
    "#\n"
    "# pkg-config tells where librensa is.  Where it does not find it, name the folder that rensa.pc is in:\n"
    "#   PKG_CONFIG_PATH=/opt/rensa/lib/pkgconfig make run\n"
    "\n"
    "CC = cc\n"
    "CFLAGS = -O2 -Wall -Wextra\n"
    "PKG_CONFIG = pkg-config\n"
    "OUT = result\n"
    "\n"
    "%1$s: %1$s.c\n"
    "\t$(if $(shell $(PKG_CONFIG) --libs rensa),,$(error pkg-config does not find librensa; see the head of this file))\n"
    "\t$(CC) $(CFLAGS) $(shell $(PKG_CONFIG) --cflags rensa) $< -o $@ $(LDFLAGS) $(shell $(PKG_CONFIG) --libs rensa) \\\n"
    "\t  -Wl,-rpath,$(shell $(PKG_CONFIG) --variable=libdir rensa)\n"
    "\n"
    "run: %1$s\n"
    "\t./%1$s $(OUT)\n"
    "\n"
    "clean:\n"
    "\trm -f %1$s\n"
    "\n"
    ".PHONY: run clean\n";

char *
rensa_librensa_write_makefile (const char *name, GError **error)
{
  g_autofree char *stem = g_strndup (name, MAX ((int) strlen (name) - 2, 0));

  if (!g_str_has_suffix (name, ".c") || strspn (stem, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") != strlen (stem)
      || stem[0] == '\0' || g_str_equal (stem, "run") || g_str_equal (stem, "clean"))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("The name of the program stands in a Makefile, so it may have letters, digits and _ alone, "
                           "ends in .c, and is neither run.c nor clean.c, but “%s” was given"),
                       name);
      return NULL;
    }
  return g_strdup_printf (makefile, stem);
}
