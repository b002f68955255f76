/* rensa-librensa-texts.c: data and model of a program.
 * SPDX-License-Identifier: MIT */

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

void
rensa_librensa_write_data (const RensaLibrensaParts *parts, GString *text)
{
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
  if (parts->has_split && parts->has_division)
    g_string_append (
        text,
        "  const RensaDivision division = { FRACTION, SHUFFLES, SPLIT_SEED, EACH_CLASS, N_PARTS, PART, KEEPS_TOGETHER };\n");
  if (parts->has_transforms)
    g_string_append (text, "  g_autoptr (GPtrArray) list = read_transforms (error);\n");
  g_string_append_printf (text,
                          "\n"
                          "  if (dataset == NULL%s || !rensa_dataset_load (dataset, &places, data, error)%s)\n"
                          "    return FALSE;\n"
                          "  rensa_data_bundle_cast (data, rensa_modes_get ()->dtype);\n",
                          parts->has_transforms ? " || list == NULL" : "",
                          !parts->has_split ? ""
                          : parts->has_division
                              ? "\n      || !rensa_data_bundle_divide (data, &division, error)"
                              : "\n      || !rensa_data_bundle_split (data, FRACTION, SHUFFLES, SPLIT_SEED, error)");
  g_string_append (text,
                   parts->has_transforms
                       ? "  return rensa_data_bundle_prepare (data, list, rensa_modes_get ()->dtype, SEED, error);\n"
                       : "  return TRUE;\n");
  g_string_append (text, "}\n\n");
}

/* The model */

/* %1$s: name of the callee; %2$s: number of fields passed from an example. */
static const char settle_sizes[] =
    "/* What a first batch teaches: the sizes that no text says. */\n"
    "static gboolean\n"
    "settle_sizes (RensaLink *%1$s, const RensaDataBundle *data, GError **error)\n"
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
    "    n_outputs = rensa_link_call_n (%1$s, inputs, %2$s, outputs, RENSA_MAX_OUTPUTS, error);\n"
    "  rensa_variables_clear (outputs, RENSA_MAX_OUTPUTS);\n"
    "  rensa_variables_clear (inputs, RENSA_MAX_FIELDS);\n"
    "  rensa_arrays_clear (fields, RENSA_MAX_FIELDS);\n"
    "  rensa_link_reset_state (%1$s);\n"
    "  return n_outputs > 0;\n"
    "}\n"
    "\n";

static const char begin_anew[] = "/* The examples of a batch are independent of those of the one before. */\n"
                                 "static gboolean\n"
                                 "begin_anew (RensaLink *%1$s, GError **error)\n"
                                 "{\n"
                                 "  g_autoptr (RensaLinkHook) hook = rensa_reset_state_hook_new ();\n"
                                 "\n"
                                 "  return rensa_link_add_hook (%1$s, hook, error);\n"
                                 "}\n"
                                 "\n";

static const char load_weights[] =
    "/* Of the file that which fits; the rest begins anew. */\n"
    "static gboolean\n"
    "load_weights (RensaLink *model, GError **error)\n"
    "{\n"
    "  g_autoptr (GPtrArray) entries = rensa_weights_load_what_fits (model, WEIGHTS, NULL, error);\n"
    "\n"
    "  return entries != NULL;\n"
    "}\n"
    "\n";

static void
write_classifier (const RensaLibrensaParts *parts, GString *text)
{
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
}

/* Ends with the initialization of the parameters. */
static void
write_ready_model (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, "static RensaLink *\n"
                         "make_model (const RensaDataBundle *data, GError **error)\n"
                         "{\n");
  if (parts->has_step)
    g_string_append_printf (text,
                            "  g_autoptr (RensaLink) model = make_step (error);\n"
                            "\n"
                            "  if (model == NULL%s || !settle_sizes (model, data, error)\n"
                            "      || !rensa_link_draw_params (model, SEED, error))\n"
                            "    return NULL;\n",
                            parts->begins_anew ? " || !begin_anew (model, error)" : "");
  else
    g_string_append_printf (text,
                            "  g_autoptr (RensaLink) predictor = make_predictor (error);\n"
                            "  g_autoptr (RensaLink) model = NULL;\n"
                            "\n"
                            "  if (predictor == NULL%s || !settle_sizes (predictor, data, error))\n"
                            "    return NULL;\n"
                            "  model = make_classifier (predictor, error);\n"
                            "  if (model == NULL || !rensa_link_draw_params (model, SEED, error))\n"
                            "    return NULL;\n",
                            parts->begins_anew ? " || !begin_anew (predictor, error)" : "");
}

void
rensa_librensa_write_target (const RensaLibrensaParts *parts, GString *text)
{
  const char *link = parts->has_step ? "step" : "predictor";

  g_string_append_printf (text, settle_sizes, link, parts->has_step ? "n_fields" : "n_fields - 1");
  if (parts->begins_anew)
    g_string_append_printf (text, begin_anew, link);
  if (parts->has_weights)
    g_string_append (text, load_weights);
  if (!parts->has_step)
    write_classifier (parts, text);
  write_ready_model (parts, text);
  if (parts->device != NULL)
    g_string_append (text, "  if (!rensa_link_to_device (model, rensa_device_find (DEVICE, NULL), error))\n"
                           "    return NULL;\n");
  if (parts->has_transforms)
    g_string_append (text, "  /* Its files hold the figures, too. */\n"
                           "  rensa_link_take_companion (model, RENSA_PREPROCESSING, rensa_preprocessing_serialize,\n"
                           "                             rensa_preprocessing_ref (data->preprocessing),\n"
                           "                             (GDestroyNotify) rensa_preprocessing_unref);\n");
  g_string_append (text, "  return g_steal_pointer (&model);\n"
                         "}\n"
                         "\n");
}
